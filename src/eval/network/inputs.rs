//! The inputs that a position activates, and what a network says of it by
//! plain arithmetic. Every faster inference must compute the same.

use super::format::{NetworkFile, QA, QB, SIDE_INPUTS, output_bucket};
use crate::board::Position;
use crate::types::{Color, Piece, Square};

/// The input of a piece in the view of a side whose king stands on `king`.
#[inline]
pub fn input_index(view: Color, king: Square, piece: Piece, square: Square) -> usize {
    input_of(view, turn(view, king), piece, square)
}

/// The same, given the [`turn`] of the view.
#[inline(always)]
pub fn input_of(view: Color, turn: usize, piece: Piece, square: Square) -> usize {
    let side = if piece.color() == view { 0 } else { SIDE_INPUTS };
    side + piece.kind().index() * Square::COUNT + (square.index() ^ turn)
}

/// What the number of a square is combined with by XOR in a view: ranks are
/// flipped for Black, files are mirrored if the king stands on e–h.
#[inline]
pub fn turn(view: Color, king: Square) -> usize {
    let ranks = if view == Color::Black { 56 } else { 0 };
    let files = if king.index() % 8 >= 4 { 7 } else { 0 };
    ranks ^ files
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
        for square in position.occupied() {
            let Some(piece) = position.on(square) else { continue };
            let input = input_index(view, position.king(view), piece, square);
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
    use crate::board::Setup;
    use crate::random::RandomStream;

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
