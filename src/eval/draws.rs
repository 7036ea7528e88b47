//! Positions that nobody can win.

use crate::board::Position;
use crate::types::{Bitboard, PieceKind};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
