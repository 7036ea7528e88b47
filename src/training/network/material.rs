//! The material penalty: it keeps the values of the pieces out of the network,
//! since the documents define them.
//!
//! In the positions of games, with neither side much ahead, a piece is taken off
//! the board. What the network loses by that is the value that it gives to the
//! piece. The mean over all pieces of a kind, in the opening, the middle game and
//! the end game, should be zero. The loss contains the square of this mean as a
//! share of the documents' value, so every kind is held to the same ratio. What
//! all kinds want in common comes from the factor of material, which is free. The
//! means run over the last batches, so one pass over a batch is enough. Samples
//! of search trees are left out: they are not the positions in which a piece has
//! its usual value.

use super::features::{Features, VALUED};
use crate::chess::types::PieceKind;
use crate::training::data::packed::PackedPosition;

/// A side is much ahead beyond this linear evaluation, in centipawns.
const MUCH_AHEAD: i16 = 200;
/// The parts of a game, by the phase: end game, middle game, opening.
pub const PARTS: usize = 3;
/// The least phase of the middle game, of 24.
const MIDDLE: i32 = 9;
/// The least phase of the opening.
const OPENING: i32 = 20;
/// The weight of the older batches after each new one.
const KEEP: f64 = 0.98;
/// Pieces are taken off one position in this many, which is enough for the means.
const ONE_IN: usize = 4;
/// A multiplier with well mixed bits: 2^64 divided by the golden ratio.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// A piece to take off the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Removal {
    /// Which of the pieces, in the order of their squares.
    pub index: usize,
    /// 1 if the piece is the side to move's, −1 if it is the opponent's.
    pub sign: f32,
    /// How many pieces of its kind are on the board: it stands for all of them.
    weight: f32,
    /// The kind of the piece and the part of the game.
    cell: usize,
}

impl Removal {
    /// Chooses a kind, then a piece of this kind, by a hash of the position.
    /// `None` for a sample, if one side is much ahead, if the position has no piece of
    /// the chosen kind, and for three positions of four.
    #[inline]
    pub fn choose(packed: &PackedPosition, features: &Features) -> Option<Removal> {
        if packed.is_sample() || packed.linear().abs() > MUCH_AHEAD {
            return None;
        }
        let hash = (packed.occupied().0.wrapping_mul(MIX) >> 32) as usize;
        if !(hash >> 16).is_multiple_of(ONE_IN) {
            return None;
        }
        let kind = hash % VALUED;
        let of_kind = |index: &usize| features.piece(*index).0 == kind;
        let count = (0..features.count).filter(of_kind).count();
        let number = (hash / VALUED).checked_rem(count)?;
        let index = (0..features.count).filter(of_kind).nth(number)?;
        let part = match features.phase() {
            ..MIDDLE => 0,
            MIDDLE..OPENING => 1,
            OPENING.. => 2,
        };
        let sign = if features.piece(index).1 == 0 { 1.0 } else { -1.0 };
        Some(Removal { index, sign, weight: count as f32, cell: kind * PARTS + part })
    }
}

/// What the network gives to the pieces, in logits: sums by kind and part of the
/// game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PieceValues {
    /// The sum of the values and their weight, for each kind and part.
    pub sums: [[f64; 2]; VALUED * PARTS],
    /// The positions of the batches, those without a removal too.
    pub positions: f64,
}

impl PieceValues {
    /// Adds what the network loses without a piece.
    #[inline]
    pub fn add(&mut self, removal: Removal, value: f32) {
        let [sum, weight] = &mut self.sums[removal.cell];
        *sum += f64::from(removal.weight * value);
        *weight += f64::from(removal.weight);
    }

    /// Adds the sums of other positions.
    pub fn merge(&mut self, other: &PieceValues) {
        let sums = self.sums.as_flattened_mut().iter_mut();
        sums.zip(other.sums.as_flattened()).for_each(|(sum, other)| *sum += other);
        self.positions += other.positions;
    }

    /// Reduces the weight of everything added so far.
    pub fn fade(&mut self) {
        self.sums.as_flattened_mut().iter_mut().for_each(|sum| *sum *= KEEP);
        self.positions *= KEEP;
    }

    /// The mean value of each kind as a share of the documents', in the end game, the
    /// middle game and the opening; 0 if there is none. A logit has `scale` centipawns.
    pub fn shares(&self, scale: f64) -> [[f64; VALUED]; PARTS] {
        let share = |cell: usize| {
            let [sum, weight] = self.sums[cell];
            if weight > 0.0 { sum / weight / logits(cell, scale) } else { 0.0 }
        };
        std::array::from_fn(|part| std::array::from_fn(|kind| share(kind * PARTS + part)))
    }

    /// The gradient of the penalty: `weight` times the mean, over all removals, of
    /// the square of their cell's mean in values of its kind. A logit has `scale`
    /// centipawns.
    pub fn penalty_gradient(&self, weight: f64, scale: f64) -> PenaltyGradient {
        let removals: f64 = self.sums.iter().map(|[_, count]| count).sum();
        let gradient = |cell: usize| {
            let [sum, count] = self.sums[cell];
            let square = logits(cell, scale).powi(2);
            let slope = 2.0 * weight * sum / count / square * self.positions / removals;
            if count > 0.0 { slope as f32 } else { 0.0 }
        };
        PenaltyGradient(std::array::from_fn(gradient))
    }
}

/// The documents' value of the kind of a cell, in logits of `scale` centipawns.
fn logits(cell: usize, scale: f64) -> f64 {
    f64::from(PieceKind::ALL[cell / PARTS].value()) / scale
}

/// The gradient of the penalty with respect to what the network loses by a
/// removal.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PenaltyGradient([f32; VALUED * PARTS]);

impl PenaltyGradient {
    /// The gradient for a removal, before division by the batch size.
    #[inline(always)]
    pub fn at(&self, removal: Removal) -> f32 {
        removal.weight * self.0[removal.cell]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tt::Bound;
    use crate::training::data::packed::Label;

    const LABEL: Label =
        Label { score: 0, bound: Bound::Exact, depth: 0, result: None, is_sample: false };

    fn removal(fen: &str) -> Option<(char, f32, usize)> {
        let packed = PackedPosition::new(&fen.parse().expect("a legal position"), &LABEL)?;
        let features = Features::of(&packed, 1);
        let removal = Removal::choose(&packed, &features)?;
        let (kind, _) = features.piece(removal.index);
        Some((['p', 'n', 'b', 'r', 'q', 'k'][kind], removal.sign, removal.cell % PARTS))
    }

    #[test]
    fn any_piece_but_a_king_is_taken_off() {
        assert_eq!(removal("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), None);
        let mut kinds: Vec<char> = (0..200)
            .filter_map(|number| {
                let row = format!("{}P{}", number % 7 + 1, 7 - number % 7 - 1).replace('0', "");
                let rooks = format!("{}R{}", number / 7 % 7 + 1, 7 - number / 7 % 7 - 1);
                let rooks = rooks.replace('0', "");
                removal(&format!("4k3/8/{rooks}/8/8/{row}/8/4K3 b - - 0 1"))
            })
            .inspect(|&(_, sign, part)| assert_eq!((sign, part), (-1.0, 0)))
            .map(|(kind, ..)| kind)
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds, ['p', 'r']);
    }

    #[test]
    fn means_are_by_kind_and_pull_towards_zero() {
        let mut values = PieceValues::default();
        assert_eq!(values.shares(110.0), [[0.0; VALUED]; PARTS]);
        assert_eq!(values.penalty_gradient(1.0, 110.0), PenaltyGradient::default());
        let rook = |part| Removal { index: 0, sign: 1.0, weight: 1.0, cell: 3 * PARTS + part };
        for (part, value) in [(0, 0.5), (0, 0.3), (1, -0.2)] {
            values.add(rook(part), value);
        }
        values.positions = 9.0;
        // With this number of centipawns a logit is a rook.
        let [end, middle, opening] = values.shares(548.0).map(|kinds| kinds[3]);
        assert!((end - 0.4).abs() < 1e-6 && (middle + 0.2).abs() < 1e-6 && opening == 0.0);
        let gradient = values.penalty_gradient(1.0, 548.0);
        assert!((gradient.at(rook(0)) - 2.0 * 0.4 * 3.0).abs() < 1e-6);
        assert!((gradient.at(rook(1)) + 2.0 * 0.2 * 3.0).abs() < 1e-6);
        assert_eq!(gradient.at(rook(2)), 0.0);
        // If a rook has two logits, the same logits are half the share of it.
        let half = values.penalty_gradient(1.0, 274.0);
        assert!((half.at(rook(0)) - gradient.at(rook(0)) / 4.0).abs() < 1e-6);
        // One of a pair of rooks stands for both.
        values.add(Removal { weight: 2.0, ..rook(2) }, 0.5);
        values.add(rook(2), -1.0);
        assert_eq!(values.penalty_gradient(1.0, 110.0).at(rook(2)), 0.0);
    }
}
