//! The win, draw and loss (WDL) model: what a score means in results.
//!
//! The probability to win with an advantage of `x` centipawns is the logistic
//! 1 / (1 + exp((m − x) / s)): an advantage of m wins half of the games, and
//! each s more multiplies the odds by e. The probability to lose is the
//! opponent's probability to win, and the remaining games are draws. Both m and
//! s are polynomials of the material left: with less material the same
//! advantage wins more often. The form of the model is from Stockfish; the
//! figures are fitted to this engine's own games.

use crate::chess::board::Position;
use crate::chess::types::PieceKind;

/// The coefficients of a cubic polynomial, the constant first.
pub type Cubic = [f64; 4];

/// How the probabilities follow from a score and from the material left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// The advantage that wins half of the games, in centipawns, as a polynomial
    /// of the share of the material left.
    pub middle: Cubic,
    /// The scale of the logistic, in centipawns, likewise: the smaller, the
    /// steeper.
    pub spread: Cubic,
}

/// How the probabilities follow from a score at one amount of material.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlParameters {
    /// The advantage that wins half of the games, in centipawns. It is at least
    /// zero, as otherwise wins and losses would add up to more than one.
    pub middle: f64,
    /// The scale of the logistic, in centipawns; above zero.
    pub spread: f64,
}

impl WdlModel {
    /// The model of this engine's games.
    /// Fitted to 419409 positions of 4000 games by `staunton fit-wdl`.
    pub const OWN: WdlModel = WdlModel {
        middle: [197.306, -456.756, 628.621, -314.485],
        spread: [28.409, 36.260, 79.643, -71.411],
    };

    /// The parameters at a share of the material left: see [`material_left`].
    pub fn at(&self, share: f64) -> WdlParameters {
        let value = |cubic: &Cubic| cubic.iter().rev().fold(0.0, |sum, c| sum * share + c);
        WdlParameters { middle: value(&self.middle).max(0.0), spread: value(&self.spread).max(1.0) }
    }
}

impl WdlParameters {
    /// The probabilities of a win, a draw and a loss for a side with an advantage
    /// of `centipawns`.
    ///
    /// ```
    /// use staunton::engine::eval::wdl::WdlModel;
    ///
    /// let [win, draw, loss] = WdlModel::OWN.at(1.0).probabilities(150.0);
    /// assert!((win + draw + loss - 1.0).abs() < 1e-9 && win > loss);
    /// ```
    pub fn probabilities(&self, centipawns: f64) -> [f64; 3] {
        let win = |ahead: f64| 1.0 / (1.0 + ((self.middle - ahead) / self.spread).exp());
        let (win, loss) = (win(centipawns), win(-centipawns));
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

/// The least share of the material that the model tells apart: below it there
/// are too few games of each kind.
pub const MIN_MATERIAL: f64 = 0.1;

/// The share of the starting position's material that is on the board, at the
/// documents' values, from [`MIN_MATERIAL`] to one.
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
    (f64::from(left) / f64::from(full)).clamp(MIN_MATERIAL, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_add_up_and_grow_with_the_score_symmetrically() {
        for share in [MIN_MATERIAL, 0.3, 0.5, 0.75, 1.0] {
            let parameters = WdlModel::OWN.at(share);
            let mut last = 0.0;
            for centipawns in (-3_000..=3_000).map(f64::from) {
                let [win, draw, loss] = parameters.probabilities(centipawns);
                assert!(win >= last && draw >= 0.0 && (win + draw + loss - 1.0).abs() < 1e-9);
                let [their_win, _, their_loss] = parameters.probabilities(-centipawns);
                assert_eq!([win, loss], [their_loss, their_win]);
                last = win;
            }
            assert!((parameters.probabilities(parameters.middle)[0] - 0.5).abs() < 1e-9);
        }
    }

    #[test]
    fn the_share_of_the_material() {
        let share = |fen: &str| material_left(&fen.parse().expect("a legal position"));
        assert_eq!(share(Position::START_FEN), 1.0);
        assert_eq!(share("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), MIN_MATERIAL);
        // Two queens: 1988 of 8400.
        let queens = share("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1");
        assert!((queens - 1_988.0 / 8_400.0).abs() < 1e-9, "{queens}");
    }
}
