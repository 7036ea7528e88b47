//! The inputs that a position activates, and the output of a network by plain
//! arithmetic. Every faster inference must compute the same.

use super::format::{BUCKET_INPUTS, KING_BUCKETS, NetworkFile, QA, QB, SIDE_INPUTS, output_bucket};
use crate::chess::board::Position;
use crate::chess::types::{Color, Piece, Square};

/// The number of rows of the first layer in memory, [`Perspective::row`].
pub const ROWS: usize = KING_BUCKETS << BUCKET_SHIFT;

const PIECE_SHIFT: u32 = 6;
const BUCKET_SHIFT: u32 = PIECE_SHIFT + 4;

/// How one side sees the board. It depends on the square of its own king: files
/// are mirrored if the king stands on e–h, and each king bucket has inputs of
/// its own.
///
/// In the number of a row, six bits are the square, four the piece and the upper
/// ones the king bucket. So a perspective is what such a number is combined
/// with by XOR: it turns the square, exchanges the colors for Black, and
/// puts the king bucket in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective(u16);

impl Perspective {
    /// The perspective of a side whose king stands on `king`.
    #[inline(always)]
    pub fn of(view: Color, king: Square) -> Perspective {
        PERSPECTIVES[view.index()][king.index()]
    }

    const fn computed(view: Color, king: Square) -> Perspective {
        let ranks = if view.index() == Color::Black.index() { 56 } else { 0 };
        let files = if king.index() % 8 >= 4 { 7 } else { 0 };
        let turn = ranks ^ files;
        let bucket = king_bucket(king.index() ^ turn);
        Perspective((bucket << BUCKET_SHIFT | view.index() << PIECE_SHIFT | turn) as u16)
    }

    /// The king bucket.
    #[inline(always)]
    pub fn bucket(self) -> usize {
        usize::from(self.0 >> BUCKET_SHIFT)
    }

    /// The row of a piece in memory, less than [`ROWS`].
    #[inline(always)]
    pub fn row(self, piece: Piece, square: Square) -> usize {
        (piece.index() << PIECE_SHIFT | square.index()) ^ usize::from(self.0)
    }

    /// The input that a piece on a square activates, less than
    /// [`INPUTS`](super::format::INPUTS).
    #[inline(always)]
    pub fn input(self, piece: Piece, square: Square) -> usize {
        input_of_row(self.row(piece, square)).expect("the row of a piece")
    }

    /// The input of an own piece or one of the opponent's, given the numbers of
    /// its kind and of its square.
    #[inline(always)]
    pub fn input_of(self, is_own: bool, kind: usize, square: usize) -> usize {
        let side = if is_own { 0 } else { SIDE_INPUTS };
        let turn = usize::from(self.0) % 64;
        self.bucket() * BUCKET_INPUTS + side + kind * Square::COUNT + (square ^ turn)
    }
}

static PERSPECTIVES: [[Perspective; Square::COUNT]; Color::COUNT] = {
    let mut table = [[Perspective(0); Square::COUNT]; Color::COUNT];
    let mut i = 0;
    while i < Color::COUNT * Square::COUNT {
        let (view, king) = (Color::ALL[i / Square::COUNT], Square::ALL[i % Square::COUNT]);
        table[view.index()][king.index()] = Perspective::computed(view, king);
        i += 1;
    }
    table
};

/// The input whose weights are in a row; `None` for a row that belongs to no
/// piece.
pub fn input_of_row(row: usize) -> Option<usize> {
    let (bucket, piece) = (row >> BUCKET_SHIFT, row >> PIECE_SHIFT & 15);
    let of_side = piece / 2 * Square::COUNT + row % Square::COUNT;
    (piece < Piece::COUNT).then_some(bucket * BUCKET_INPUTS + piece % 2 * SIDE_INPUTS + of_side)
}

/// The king bucket of a king on a square of its own view, files a–d: castled or
/// in the corner, in the middle of the first rank, on the second rank, and
/// beyond. Where the king stands changes what every other piece is worth on its
/// square ("king buckets", in many engines' networks).
const fn king_bucket(square: usize) -> usize {
    match square / 8 {
        0 => (square % 8) / 2,
        1 => 2,
        _ => 3,
    }
}

impl NetworkFile {
    /// What the network adds to a position for the side to move, in
    /// centipawns: the plain arithmetic that every faster one must reproduce.
    pub fn evaluate_reference(&self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let pieces = position.occupied().count() as usize;
        let bucket = output_bucket(pieces, self.buckets);
        let weights = &self.output[bucket * 2 * self.hidden..][..2 * self.hidden];
        let mut sum = 0_i32;
        for (view, weights) in [us, !us].into_iter().zip(weights.chunks_exact(self.hidden)) {
            for (neuron, &weight) in self.accumulate(position, view).into_iter().zip(weights) {
                let clipped = i32::from(neuron).clamp(0, QA);
                sum += clipped * clipped * i32::from(weight);
            }
        }
        (sum / QA + self.output_bias[bucket]) * self.scale / (QA * QB)
    }

    /// The first layer of a view before it is clipped.
    pub fn accumulate(&self, position: &Position, view: Color) -> Vec<i16> {
        let mut neurons = self.first_bias.clone();
        let perspective = Perspective::of(view, position.king(view));
        for square in position.occupied() {
            let Some(piece) = position.on(square) else { continue };
            let input = perspective.input(piece, square);
            let row = &self.first[input * self.hidden..][..self.hidden];
            neurons.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron += weight);
        }
        neurons
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::MAX_OUTPUT;
    use super::*;
    use crate::chess::board::Setup;
    use crate::support::random::RandomStream;

    fn random_network(hidden: usize, buckets: usize) -> NetworkFile {
        let mut random = RandomStream::new(7, hidden as u64, buckets as u64);
        let mut number = |most: i16| random.below(2 * most as usize + 1) as i16 - most;
        let mut network = NetworkFile::zero(hidden, buckets, 110);
        network.first.iter_mut().for_each(|weight| *weight = number(60));
        network.output.iter_mut().for_each(|weight| *weight = number(MAX_OUTPUT));
        network
    }

    fn position(fen: &str) -> Position {
        fen.parse().expect("a legal position")
    }

    #[test]
    fn exchanged_colors_and_mirrored_files_give_the_same() {
        let network = random_network(32, 4);
        for fen in [
            "r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "3k4/8/8/8/4P3/8/8/3QK3 b - - 0 1",
        ] {
            let value = network.evaluate_reference(&position(fen));
            let setup = Setup::from(&position(fen));
            let swapped = Position::try_from(&setup.mirrored()).expect("legal as well");
            assert_eq!(network.evaluate_reference(&swapped), value, "{fen}");
            let mut turned = setup.clone();
            for square in Square::ALL {
                turned.board[square.index() ^ 7] = setup.board[square.index()];
            }
            let turned = Position::try_from(&turned).expect("legal as well");
            assert_eq!(network.evaluate_reference(&turned), value, "{fen}");
        }
    }

    #[test]
    fn a_zero_network_adds_nothing() {
        let network = NetworkFile::zero(16, 1, 110);
        assert_eq!(network.evaluate_reference(&Position::start()), 0);
    }
}
