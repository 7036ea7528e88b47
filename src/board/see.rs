//! Static exchange evaluation: what a series of captures on one square gains,
//! with the documents' values for the men.

use super::position::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, Move, MoveKind, PieceKind, Square};

impl Position {
    /// Whether the exchange that `mv` starts on its destination, played out
    /// by both sides with the least valuable man first and either free to
    /// stop, gains at least `threshold` centipawns for the side to move.
    ///
    /// Pins are respected as long as the pinning man stands; a king joins in
    /// last, and only where it would not be attacked. A promotion counts when
    /// it is `mv` itself, not later in the exchange. Castling gains nothing.
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());

        // What the first capture gains at once must reach the threshold.
        let mut balance = self.gain(mv) - threshold;
        if balance < 0 {
            return false;
        }
        // If even losing the capturing man leaves enough, no need to look.
        let risked = mv.promotion().or(self.on(from).map(|piece| piece.kind()));
        balance -= risked.map_or(0, PieceKind::value);
        if balance >= 0 {
            return true;
        }

        let mut occupied = self.occupied().without(from).with(to);
        if mv.kind() == MoveKind::EnPassant {
            occupied = occupied.without(Square::new(to.file(), from.rank()));
        }
        let mut attackers = self.attackers_to(to, occupied);
        let mut side = !self.side;
        // `balance` is below zero: the side to capture must find something,
        // or it has lost the argument.
        loop {
            attackers &= occupied;
            let mut own = attackers & self.color(side);
            own -= self.held(own, side, to, occupied);
            let cheapest = PieceKind::ALL.into_iter().find(|&kind| (own & self.kind(kind)).any());
            let Some(kind) = cheapest else { break };

            // Suppose that this man is lost in turn. If that still leaves
            // enough, the other side has lost the argument.
            balance = -balance - 1 - kind.value();
            side = !side;
            if balance >= 0 {
                // Except that a king cannot capture what is defended.
                if kind == PieceKind::King && (attackers & self.color(side)).any() {
                    side = !side;
                }
                break;
            }

            let pieces = own & self.kind(kind);
            occupied ^= Bitboard(pieces.0 & pieces.0.wrapping_neg());
            // Whoever stood behind the man that has moved joins in.
            if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
                attackers |= attacks::bishop(to, occupied) & self.diagonal_sliders();
            }
            if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
                attackers |= attacks::rook(to, occupied) & self.orthogonal_sliders();
            }
        }
        side != self.side
    }

    /// What a move gains before any answer, in centipawns.
    fn gain(&self, mv: Move) -> i32 {
        let captured = match mv.kind() {
            MoveKind::EnPassant => PieceKind::Pawn.value(),
            _ => self.on(mv.to()).map_or(0, |piece| piece.kind().value()),
        };
        let promoted = mv.promotion().map_or(0, |kind| kind.value() - PieceKind::Pawn.value());
        captured + promoted
    }

    /// Which of `own` are held back by a pin: a pinned man stays at home while
    /// its pinner does, unless it captures along the line of the pin.
    #[inline]
    fn held(&self, own: Bitboard, side: Color, to: Square, occupied: Bitboard) -> Bitboard {
        if own.is_empty() {
            return Bitboard::EMPTY;
        }
        let (pinned, pinners) = self.pins_of(side);
        let pinned = pinned & own;
        if pinned.is_empty() {
            return Bitboard::EMPTY;
        }
        let king = self.king(side);
        let standing = (pinners & occupied).into_iter();
        let lines = standing.fold(Bitboard::EMPTY, |lines, by| lines | attacks::between(king, by));
        (pinned & lines) - attacks::line(king, to)
    }

    /// A colour's pinned men, and the enemy men that pin them.
    fn pins_of(&self, color: Color) -> (Bitboard, Bitboard) {
        let king = self.king(color);
        let (own, enemies) = (self.color(color), self.color(!color));
        let snipers = enemies
            & (attacks::bishop(king, enemies) & self.diagonal_sliders()
                | attacks::rook(king, enemies) & self.orthogonal_sliders());
        let mut pins = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in snipers {
            let screen = attacks::between(king, sniper) & own;
            if screen.any() && !screen.several() {
                pins.0 |= screen;
                pins.1 |= Bitboard::of(sniper);
            }
        }
        pins
    }
}
