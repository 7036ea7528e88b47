//! Which moves give check, without making them.

use crate::chess::attacks;
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Move, PieceKind};

/// The squares from which each kind of piece of the side to move would give
/// check. Computed once for a node, it serves all its moves.
pub struct CheckInfo([Bitboard; PieceKind::COUNT]);

impl CheckInfo {
    /// The checking squares of a position.
    #[inline]
    pub fn of(position: &Position) -> CheckInfo {
        let us = position.side_to_move();
        let king = position.king(!us);
        let occupied = position.occupied();
        let diagonal = attacks::bishop(king, occupied);
        let orthogonal = attacks::rook(king, occupied);
        CheckInfo([
            attacks::pawn(!us, king),
            attacks::knight(king),
            diagonal,
            orthogonal,
            diagonal | orthogonal,
            Bitboard::EMPTY,
        ])
    }

    /// The squares from which a piece of this kind would give check.
    #[inline(always)]
    pub fn of_kind(&self, kind: PieceKind) -> Bitboard {
        self.0[kind.index()]
    }

    /// Whether a move gives check with the piece that it moves or promotes to.
    /// Discovered checks and checks by castling are not found: they are rare.
    #[inline]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        let piece = mv.promotion().or(position.on(mv.from()).map(|piece| piece.kind()));
        piece.is_some_and(|kind| self.0[kind.index()].has(mv.to()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::movegen::legal_moves;
    use crate::chess::types::Square;

    #[test]
    fn direct_checks_are_seen() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/P6R/8/5N2/2BP2Q1/8/8/4K3 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            let position: Position = fen.parse().expect("a legal position");
            let checks = CheckInfo::of(&position);
            for mv in legal_moves(&position) {
                let after = position.after(mv);
                let direct = !mv.is_castle() && after.checkers().has(mv.to());
                assert_eq!(checks.gives_check(&position, mv), direct, "{mv:?} in {fen}");
            }
        }
        let discovered: Position = "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1".parse().expect("legal");
        let away = legal_moves(&discovered).into_iter().find(|mv| mv.to() == Square::C5);
        assert!(!CheckInfo::of(&discovered).gives_check(&discovered, away.expect("legal")));
    }
}
