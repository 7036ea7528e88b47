//! Static exchange evaluation (SEE): the material that a series of captures on
//! one square gains, with the documents' values of the pieces.

use super::position::{KingLines, Position};
use crate::chess::attacks;
use crate::chess::types::{Bitboard, Color, Move, MoveKind, PieceKind, Square};

impl Position {
    /// Whether the exchange that `mv` starts on its destination gains at least
    /// `threshold` centipawns for the side to move. Both sides capture with the
    /// least valuable piece first, and either side may stop.
    ///
    /// A pinned piece takes no part while its pinner is on the board. A king
    /// captures last, and only a piece that is not defended. The promotion of
    /// `mv` itself counts, later ones do not. Castling gains nothing.
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());

        // The move must reach the threshold before the opponent recaptures.
        let mut balance = self.immediate_gain(mv) - threshold;
        if balance < 0 {
            return false;
        }
        // It is enough if the threshold is reached even without the moved piece.
        let moved = mv.promotion().or(self.on(from).map(|piece| piece.kind()));
        balance -= moved.map_or(0, PieceKind::value);
        if balance >= 0 {
            return true;
        }

        let mut occupied = self.occupied().without(from).with(to);
        if mv.kind() == MoveKind::EnPassant {
            occupied = occupied.without(Square::new(to.file(), from.rank()));
        }
        let mut attackers = self.attackers_to(to, occupied);
        let mut side = !self.side;
        let mut king_lines = [None; Color::COUNT];
        // `balance` is negative from the point of view of `side`, which must
        // capture or loses the exchange.
        loop {
            attackers &= occupied;
            let mut own = attackers & self.color(side);
            if own.any() {
                let lines = king_lines[side.index()].get_or_insert_with(|| self.king_lines(side));
                own -= self.pinned_attackers(lines, side, to, occupied);
            }
            let least_valuable =
                PieceKind::ALL.into_iter().find(|&kind| (own & self.kind(kind)).any());
            let Some(kind) = least_valuable else { break };

            // Assume that the opponent captures this piece. If the balance is
            // still not negative, the opponent has lost the exchange.
            balance = -balance - 1 - kind.value();
            side = !side;
            if balance >= 0 {
                // Unless the king captured a defended piece, which is illegal.
                if kind == PieceKind::King && (attackers & self.color(side)).any() {
                    side = !side;
                }
                break;
            }

            let pieces = own & self.kind(kind);
            occupied ^= Bitboard(pieces.0 & pieces.0.wrapping_neg());
            // Add the sliders behind the piece that has captured (X-rays).
            if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
                attackers |= attacks::bishop(to, occupied) & self.diagonal_sliders();
            }
            if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
                attackers |= attacks::rook(to, occupied) & self.orthogonal_sliders();
            }
        }
        side != self.side
    }

    /// The material that a move gains before any reply, in centipawns.
    fn immediate_gain(&self, mv: Move) -> i32 {
        let captured = match mv.kind() {
            MoveKind::EnPassant => PieceKind::Pawn.value(),
            _ => self.on(mv.to()).map_or(0, |piece| piece.kind().value()),
        };
        let promoted = mv.promotion().map_or(0, |kind| kind.value() - PieceKind::Pawn.value());
        captured + promoted
    }

    /// The pieces that a pin keeps from capturing on `to`: those whose pinner is
    /// still on the board, unless they capture along the line of the pin.
    #[inline]
    fn pinned_attackers(
        &self,
        lines: &KingLines,
        side: Color,
        to: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        if lines.pinned.is_empty() {
            return Bitboard::EMPTY;
        }
        let king = self.king(side);
        let held = (lines.pinners & occupied)
            .into_iter()
            .fold(Bitboard::EMPTY, |held, pinner| held | attacks::between(king, pinner));
        (lines.pinned & held) - attacks::line(king, to)
    }
}
