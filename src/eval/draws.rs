//! End games that material alone misjudges: those that nobody can win, and
//! those in which the stronger side lacks the means to mate.

use crate::board::Position;
use crate::types::{Bitboard, Color, PieceKind};

/// By how much an advantage is divided when the side that has it can hardly
/// win.
const HARDLY_WON: i32 = 16;

/// Whether no series of moves can lead to mate for want of material: bare
/// kings, a single minor piece, or bishops all on squares of one colour.
#[inline]
pub fn is_dead(position: &Position) -> bool {
    let bishops = position.kind(PieceKind::Bishop);
    let minors = bishops | position.kind(PieceKind::Knight);
    if position.occupied() != minors | position.kind(PieceKind::King) {
        return false;
    }
    let one_shade = (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty();
    !minors.several() || (minors == bishops && one_shade)
}

/// A value from White's side, made small if the side that is ahead has too
/// little to win with: no pawn, and at most a minor piece more than the other
/// side, or nothing but two knights, which cannot force mate.
///
/// Unsound where a lone piece wins by tactics; the search sees those.
#[inline]
pub fn tamed(position: &Position, white: i32) -> i32 {
    let ahead = if white >= 0 { Color::White } else { Color::Black };
    if position.men(ahead, PieceKind::Pawn).any() {
        return white;
    }
    let men = position.color(ahead);
    let pieces = men - position.kind(PieceKind::King);
    let knights_only = pieces == men & position.kind(PieceKind::Knight) && pieces.count() <= 2;
    let lead = pieces_worth(position, ahead) - pieces_worth(position, !ahead);
    if knights_only || lead <= PieceKind::Bishop.value() { white / HARDLY_WON } else { white }
}

/// The documents' value of a colour's pieces, pawns left out.
fn pieces_worth(position: &Position, color: Color) -> i32 {
    [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
        .into_iter()
        .map(|kind| kind.value() * position.men(color, kind).count() as i32)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;

    fn position(fen: &str) -> Position {
        fen.parse().expect("a legal position")
    }

    #[test]
    fn dead_is_what_cannot_be_mated() {
        for (fen, dead) in [
            ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
            ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", true),
            ("8/8/4k3/8/8/3KB3/8/8 b - - 0 1", true),
            ("8/8/4kb2/8/8/3KB3/8/8 b - - 0 1", true),
            ("8/1b6/4k3/8/8/3KB3/8/8 b - - 0 1", false),
            ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", false),
            ("8/8/4k3/8/8/3KBB2/8/8 w - - 0 1", false),
            ("8/8/4k3/8/8/3KB1B1/8/8 w - - 0 1", true),
            ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", false),
            ("8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", false),
        ] {
            assert_eq!(is_dead(&position(fen)), dead, "{fen}");
        }
    }

    #[test]
    fn no_means_to_win_is_nearly_a_draw() {
        for fen in [
            "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
            "8/4r3/2k5/8/8/3K2B1/7R/8 w - - 0 1",
            "8/4p3/4k3/8/8/3KB3/8/8 b - - 0 1",
        ] {
            assert!(evaluate(&position(fen)).0.abs() < 60, "{fen}: {}", evaluate(&position(fen)));
        }
        for fen in ["8/8/5k2/8/8/3KR3/8/8 w - - 0 1", "8/8/5k2/8/8/3KB1N1/8/8 w - - 0 1"] {
            assert!(evaluate(&position(fen)).0 > 400, "{fen}");
        }
    }
}
