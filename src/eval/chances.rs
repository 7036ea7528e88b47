//! What a score means in results: the chances of a win, a draw and a loss.
//!
//! The chance to win with an advantage of `x` centipawns is the logistic
//! 1 / (1 + exp((m − x) / s)): with the advantage m half of the games are
//! won, and each s more multiplies the odds by e. The chance to lose is the
//! opponent's chance to win, and the rest are draws. Both m and s depend on
//! what is left on the board, as polynomials of it: the fewer men there are,
//! the more often the same advantage wins. That form was found by the authors
//! of Stockfish; the figures are of this engine's own games.

use crate::board::Position;
use crate::types::PieceKind;

/// The coefficients of a cubic polynomial, that of the constant first.
pub type Cubic = [f64; 4];

/// How chances follow from a score and from the material left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinModel {
    /// The advantage that wins half of the games, in centipawns, by the share
    /// of the material left.
    pub middle: Cubic,
    /// How fast the chance grows around there, in centipawns, likewise.
    pub spread: Cubic,
}

/// How chances follow from a score at one amount of material.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// The advantage that wins half of the games, in centipawns; not below
    /// zero, where wins and losses would be more than all games.
    pub middle: f64,
    /// How fast the chance grows around there, in centipawns; above zero.
    pub spread: f64,
}

impl WinModel {
    /// The model of this engine's games.
    /// Fitted to 91634 positions of 707 games by `staunton fit-wdl`.
    pub const OWN: WinModel = WinModel {
        middle: [223.328, -514.018, 607.492, -245.501],
        spread: [25.066, 226.871, -438.941, 274.159],
    };

    /// The chances with such a share of the material left: see
    /// [`material_left`].
    pub fn at(&self, share: f64) -> Chances {
        let value = |cubic: &Cubic| cubic.iter().rev().fold(0.0, |sum, c| sum * share + c);
        Chances { middle: value(&self.middle).max(0.0), spread: value(&self.spread).max(1.0) }
    }
}

impl Chances {
    /// The chances of a win, a draw and a loss for one who is so many
    /// centipawns ahead.
    pub fn of(&self, centipawns: f64) -> [f64; 3] {
        let win = |ahead: f64| 1.0 / (1.0 + ((self.middle - ahead) / self.spread).exp());
        let (win, loss) = (win(centipawns), win(-centipawns));
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

/// Below this share of the material there are too few games of each kind to
/// tell them apart.
pub const LEAST_MATERIAL: f64 = 0.1;

/// How much of the material of a game's start is on the board, at the
/// documents' values: from [`LEAST_MATERIAL`] to one.
pub fn material_left(position: &Position) -> f64 {
    const START: [(PieceKind, i32); 5] = [
        (PieceKind::Pawn, 16),
        (PieceKind::Knight, 4),
        (PieceKind::Bishop, 4),
        (PieceKind::Rook, 4),
        (PieceKind::Queen, 2),
    ];
    let full: i32 = START.iter().map(|(kind, count)| count * kind.value()).sum();
    let count = |kind| position.kind(kind).count() as i32;
    let left: i32 = START.iter().map(|&(kind, _)| count(kind) * kind.value()).sum();
    (f64::from(left) / f64::from(full)).clamp(LEAST_MATERIAL, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_grow_with_the_score_and_are_fair() {
        for share in [LEAST_MATERIAL, 0.3, 0.5, 0.75, 1.0] {
            let chances = WinModel::OWN.at(share);
            let mut last = 0.0;
            for centipawns in (-3_000..=3_000).map(f64::from) {
                let [win, draw, loss] = chances.of(centipawns);
                assert!(win >= last && draw >= 0.0 && (win + draw + loss - 1.0).abs() < 1e-9);
                let [their_win, _, their_loss] = chances.of(-centipawns);
                assert_eq!([win, loss], [their_loss, their_win]);
                last = win;
            }
            assert!((chances.of(chances.middle)[0] - 0.5).abs() < 1e-9);
        }
    }

    #[test]
    fn the_share_of_the_material() {
        let share = |fen: &str| material_left(&fen.parse().expect("a legal position"));
        assert_eq!(share(Position::START_FEN), 1.0);
        assert_eq!(share("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), LEAST_MATERIAL);
        // Two queens: 1988 of 8400.
        let queens = share("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1");
        assert!((queens - 1_988.0 / 8_400.0).abs() < 1e-9, "{queens}");
    }
}
