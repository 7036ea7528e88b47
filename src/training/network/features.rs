//! The features of a packed position: active inputs, output bucket, pieces, and
//! the target.

use crate::chess::types::{Color, PieceKind, Square};
use crate::engine::eval::network::format::output_bucket;
use crate::engine::eval::network::inputs::Perspective;
use crate::engine::eval::phase;
use crate::engine::tt::Bound;
use crate::training::data::packed::PackedPosition;

/// The most pieces on a board.
pub const MAX_PIECES: usize = 32;
/// Kinds of pieces that have a value: all but the king.
pub const VALUED: usize = 5;
/// The kind of a king.
const KING: usize = 5;

/// What each piece adds to the material of the side to move, in centipawns. The
/// opponent's pieces, at odd places, count negative. The packed form has numbers
/// up to 15.
static MATERIAL: [i32; 16] = {
    let mut table = [0; 16];
    let mut kind = 0;
    while kind < VALUED {
        let value = PieceKind::ALL[kind].value();
        (table[2 * kind], table[2 * kind + 1]) = (value, -value);
        kind += 1;
    }
    table
};

/// The active inputs of both views.
pub struct Features {
    /// The inputs of each piece in the view of the side to move and in that of its
    /// opponent; the first `count` are active.
    inputs: [[u16; 2]; MAX_PIECES],
    /// How many pieces are on the board.
    pub count: usize,
    /// The output bucket.
    pub bucket: usize,
    /// Material by the documents for the side to move, in centipawns.
    pub material: i32,
    /// Twice the kind of each piece, and one more if it is the opponent's.
    pieces: [u8; MAX_PIECES],
}

impl Features {
    /// The features of a position, for a network with this many output buckets.
    #[inline]
    pub fn of(packed: &PackedPosition, buckets: usize) -> Features {
        let us = packed.side().index();
        let mut features = Features {
            inputs: [[0; 2]; MAX_PIECES],
            count: 0,
            bucket: 0,
            material: 0,
            pieces: [0; MAX_PIECES],
        };
        // Of the side to move and of its opponent.
        let mut kings = [Square::A1; 2];
        let mut squares = [0_u8; MAX_PIECES];
        let mut rest = packed.occupied().0;
        let mut count = 0;
        while rest != 0 && count < MAX_PIECES {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let number = packed.piece(count);
            if number >> 1 == KING {
                kings[(number & 1) ^ us] = Square::wrapping(square);
            }
            squares[count] = square as u8;
            features.pieces[count] = (number ^ us) as u8;
            features.material += MATERIAL[number ^ us];
            count += 1;
        }
        let [own, other] =
            [Perspective::of(packed.side(), kings[0]), Perspective::of(!packed.side(), kings[1])];
        for (index, &square) in squares.iter().enumerate().take(count) {
            let (square, (kind, side)) = (usize::from(square), features.piece(index));
            let inputs =
                [own.input_of(side == 0, kind, square), other.input_of(side == 1, kind, square)];
            features.inputs[index] = inputs.map(|input| input as u16);
        }
        features.count = count;
        features.bucket = output_bucket(count.max(1), buckets);
        features
    }

    /// Boards alike in this number have many inputs in common: the same king buckets and
    /// as many pieces.
    pub fn likeness(packed: &PackedPosition) -> u16 {
        let mut kings = [Square::A1; 2];
        for (index, square) in packed.occupied().into_iter().enumerate() {
            let number = packed.piece(index);
            if number >> 1 == KING {
                kings[number & 1] = square;
            }
        }
        let own = packed.side();
        let bucket = |color: Color| Perspective::of(color, kings[color.index()]).bucket();
        (bucket(own) << 8 | bucket(!own) << 6) as u16 | packed.occupied().count() as u16
    }

    /// The kind of a piece, and whether it is the side to move's (0) or the
    /// opponent's (1).
    #[inline(always)]
    pub fn piece(&self, index: usize) -> (usize, usize) {
        let piece = usize::from(self.pieces[index]);
        (piece >> 1, piece & 1)
    }

    /// The phase of the game, from 0 to 24 and more.
    #[inline]
    pub fn phase(&self) -> i32 {
        let of_kind = |kind| PieceKind::ALL.get(kind).map_or(0, |&kind: &PieceKind| phase(kind));
        (0..self.count).map(|index| of_kind(self.piece(index).0)).sum()
    }

    /// The features of the position without one of its pieces.
    #[inline]
    pub fn without(&self, index: usize, buckets: usize) -> Features {
        let last = self.count - 1;
        let mut inputs = self.inputs;
        let mut pieces = self.pieces;
        inputs[index] = inputs[last];
        pieces[index] = pieces[last];
        let material = self.material - MATERIAL[usize::from(self.pieces[index])];
        Features {
            inputs,
            count: last,
            bucket: output_bucket(last.max(1), buckets),
            material,
            pieces,
        }
    }

    /// The active inputs, a pair for each piece: in the view of the side to move, and
    /// in that of its opponent.
    #[inline(always)]
    pub fn inputs(&self) -> &[[u16; 2]] {
        &self.inputs[..self.count]
    }
}

/// How a label is turned into a target, an expected score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Labels {
    /// Centipawns per logit.
    pub scale: f32,
    /// The share of the result in the target of a position of a game.
    pub result_weight: f32,
}

/// The expected score of a value in logits. `libm` gives the same bits on every
/// machine.
#[inline(always)]
pub fn sigmoid(logits: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-logits))
}

impl Labels {
    /// The expected score of the side to move by the label, 0 to 1.
    #[inline]
    pub fn target(&self, packed: &PackedPosition) -> f32 {
        let chance = sigmoid(f32::from(packed.score()) / self.scale);
        let Some(result) = packed.result().filter(|_| !packed.is_sample()) else {
            return chance;
        };
        let white = result.points() as f32;
        let points = if packed.side() == Color::White { white } else { 1.0 - white };
        self.result_weight * points + (1.0 - self.result_weight) * chance
    }

    /// The error of a prediction: its distance from the target; zero if the target
    /// is a bound and the prediction is on its right side.
    #[inline]
    pub fn error(&self, packed: &PackedPosition, prediction: f32) -> f32 {
        let error = prediction - self.target(packed);
        match packed.bound() {
            Bound::Exact => error,
            Bound::Lower => error.min(0.0),
            Bound::Upper => error.max(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::Position;
    use crate::training::data::games::DecidedResult;
    use crate::training::data::packed::Label;

    fn packed(fen: &str, label: &Label) -> PackedPosition {
        PackedPosition::new(&fen.parse().expect("a legal position"), label).expect("few pieces")
    }

    const LABEL: Label =
        Label { score: 110, bound: Bound::Exact, depth: 0, result: None, is_sample: true };

    fn view_of(features: &Features, view: usize) -> Vec<u16> {
        features.inputs().iter().map(|active| active[view]).collect()
    }

    #[test]
    fn inputs_are_those_of_the_format() {
        for fen in [
            "r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 b - - 7 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/2p5/3p4/1P3K2/kR3p1r/8/4P1P1/8 b - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a legal position");
            let us = position.side_to_move();
            let features = Features::of(&packed(fen, &LABEL), 4);
            for (number, view) in [us, !us].into_iter().enumerate() {
                let expected: Vec<u16> = (position.occupied().into_iter())
                    .map(|square| {
                        let piece = position.on(square).expect("occupied");
                        Perspective::of(view, position.king(view)).input(piece, square) as u16
                    })
                    .collect();
                assert_eq!(view_of(&features, number), expected, "{fen}");
            }
            assert_eq!(features.bucket, output_bucket(features.count, 4));
        }
        let features = Features::of(&packed("3k4/8/8/8/4P3/8/8/3QK1n1 b - - 0 1", &LABEL), 1);
        let pieces: Vec<_> = (0..features.count).map(|index| features.piece(index)).collect();
        assert_eq!(pieces, [(4, 1), (5, 1), (1, 0), (0, 1), (5, 0)]);
        assert_eq!(features.phase(), 5);
        let without = features.without(2, 1);
        let other = Features::of(&packed("3k4/8/8/8/4P3/8/8/3QK3 b - - 0 1", &LABEL), 1);
        for view in 0..2 {
            let [mut found, mut expected] = [&without, &other].map(|f| view_of(f, view));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn results_count_for_games_and_bounds_are_kept() {
        let labels = Labels { scale: 110.0, result_weight: 0.25 };
        let fen = "3k4/8/8/8/4P3/8/8/3QK3 b - - 0 1";
        let chance = sigmoid(1.0);
        assert_eq!(labels.target(&packed(fen, &LABEL)), chance);
        let won = Label { result: Some(DecidedResult::Win), is_sample: false, ..LABEL };
        assert_eq!(labels.target(&packed(fen, &won)), 0.75 * chance);
        let lost = Label { result: Some(DecidedResult::Loss), ..won };
        assert!((labels.target(&packed(fen, &lost)) - 0.25 - 0.75 * chance).abs() < 1e-6);
        for (bound, above, below) in
            [(Bound::Lower, false, true), (Bound::Upper, true, false), (Bound::Exact, true, true)]
        {
            let packed = packed(fen, &Label { bound, ..LABEL });
            assert_eq!(labels.error(&packed, chance + 0.1) > 0.0, above);
            assert_eq!(labels.error(&packed, chance - 0.1) < 0.0, below);
        }
    }
}
