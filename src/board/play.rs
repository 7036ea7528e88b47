//! Playing a move: the one way a position changes.

use super::men::Observer;
use super::position::Position;
use super::zobrist;
use crate::attacks;
use crate::types::{
    Bitboard, CastlingRights, Color, Move, MoveKind, Piece, PieceKind, Rank, Square, Wing,
};

impl Position {
    /// Plays a legal move. The observer is told of every man that leaves or
    /// reaches a square.
    #[inline]
    pub fn play(&mut self, mv: Move, observer: &mut impl Observer) {
        let us = self.side;
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        debug_assert!(self.color(us).has(from), "{mv:?} moves no man of {us}");
        let Some(piece) = self.on(from) else { return };

        let hopped_over = self.en_passant.take();
        self.facts_key ^= zobrist::en_passant(hopped_over);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);

        if (Bitboard::of(from) | Bitboard::of(to)) & self.castling_men != Bitboard::EMPTY {
            self.end_castling_rights(from, to);
        }

        self.men.take(piece, from, observer);
        if kind == MoveKind::Castle {
            self.place_castled(piece, from, to, observer);
        } else {
            if mv.is_capture() {
                let victim = if kind == MoveKind::EnPassant { behind(to, us) } else { to };
                if let Some(captured) = self.on(victim) {
                    self.men.take(captured, victim, observer);
                }
                self.halfmove_clock = 0;
            }
            let placed = mv.promotion().map_or(piece, |kind| Piece::new(us, kind));
            self.men.put(placed, to, observer);
            if piece.kind() == PieceKind::Pawn {
                self.halfmove_clock = 0;
            }
        }

        self.hand_over();
        if kind == MoveKind::DoublePush {
            self.offer_en_passant(behind(to, us));
        }
        debug_assert_eq!((*self.men.keys(), self.facts_key), self.fresh_keys());
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = self.clone();
        next.play(mv, &mut ());
        next
    }

    /// Lets the other side move. The laws do not allow it; a search that asks
    /// what a threat is worth does. The side to move must not be in check.
    #[inline]
    pub fn pass(&mut self) {
        debug_assert!(!self.in_check());
        self.facts_key ^= zobrist::en_passant(self.en_passant.take());
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.hand_over();
    }

    /// King and rook go to their squares; the king has left `king_from`.
    #[inline]
    fn place_castled(
        &mut self,
        king: Piece,
        king_from: Square,
        rook_from: Square,
        observer: &mut impl Observer,
    ) {
        let wing = if rook_from > king_from { Wing::King } else { Wing::Queen };
        let rank = king_from.rank();
        let rook = Piece::new(self.side, PieceKind::Rook);
        self.men.take(rook, rook_from, observer);
        self.men.put(king, Square::new(wing.king_file(), rank), observer);
        self.men.put(rook, Square::new(wing.rook_file(), rank), observer);
    }

    /// The other side moves; what follows from that is computed.
    #[inline(always)]
    fn hand_over(&mut self) {
        if self.side == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side = !self.side;
        self.facts_key ^= zobrist::side(Color::Black);
        self.find_checks_and_pins();
    }

    /// Drops every right whose king or rook moves or is captured.
    #[cold]
    fn end_castling_rights(&mut self, from: Square, to: Square) {
        let mut rights = self.castling;
        for square in [from, to] {
            for color in Color::ALL {
                if square == self.king(color) {
                    rights -= CastlingRights::both(color);
                }
                for wing in Wing::ALL {
                    if square == self.castling_rook(color, wing) {
                        rights -= CastlingRights::of(color, wing);
                    }
                }
            }
        }
        self.set_castling(rights);
    }

    /// Sets the rights, their key and the men that they depend on. Kings and
    /// rooks must stand where the rights say.
    pub(super) fn set_castling(&mut self, rights: CastlingRights) {
        self.facts_key ^= zobrist::castling(self.castling) ^ zobrist::castling(rights);
        self.castling = rights;
        self.castling_men = Bitboard::EMPTY;
        for color in Color::ALL {
            for wing in Wing::ALL {
                if rights.contains(CastlingRights::of(color, wing)) {
                    let rook = self.castling_rook(color, wing);
                    self.castling_men |= Bitboard::of(rook) | Bitboard::of(self.king(color));
                } else {
                    // Forgotten, so that equal positions are equal values
                    // whatever their past.
                    self.castling_rooks[color.index()][wing.index()] = Square::A1;
                }
            }
        }
    }

    /// Records the square behind a pawn that has just made its double step,
    /// but only if a capture there is legal: otherwise the position is the
    /// same as without, by the law of repetition too.
    #[inline]
    pub(super) fn offer_en_passant(&mut self, square: Square) {
        let candidates = attacks::pawn(!self.side, square) & self.men(self.side, PieceKind::Pawn);
        for from in candidates {
            if self.en_passant_is_safe(from, square) {
                self.en_passant = Some(square);
                self.facts_key ^= zobrist::en_passant(self.en_passant);
                return;
            }
        }
    }

    /// Whether capturing en passant from `from` to `to` leaves the own king
    /// unattacked: two men leave one rank at once, so pins do not tell.
    #[inline]
    pub fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.side;
        let victim = behind(to, us);
        let occupied = self.occupied().without(from).without(victim).with(to);
        let enemies = self.color(!us).without(victim);
        (self.attackers_to(self.king(us), occupied) & enemies).is_empty()
    }

    /// Finds who gives check to the side to move, and which of its men are
    /// pinned: one look along the king's lines, seeing through own men.
    #[inline(always)]
    pub(super) fn find_checks_and_pins(&mut self) {
        let us = self.side;
        let king = self.king(us);
        let (own, enemies) = (self.color(us), self.color(!us));

        self.checkers = enemies
            & (attacks::knight(king) & self.kind(PieceKind::Knight)
                | attacks::pawn(us, king) & self.kind(PieceKind::Pawn));
        self.pinned = Bitboard::EMPTY;

        let snipers = enemies
            & (attacks::bishop(king, enemies) & self.diagonal_sliders()
                | attacks::rook(king, enemies) & self.orthogonal_sliders());
        for sniper in snipers {
            let screen = attacks::between(king, sniper) & own;
            if screen.is_empty() {
                self.checkers |= Bitboard::of(sniper);
            } else if !screen.several() {
                self.pinned |= screen;
            }
        }
    }
}

/// The square one step back from `square` for a pawn of `color`.
#[inline(always)]
pub(super) fn behind(square: Square, color: Color) -> Square {
    match color {
        Color::White => Square::wrapping(square.index().wrapping_sub(8)),
        Color::Black => Square::wrapping(square.index() + 8),
    }
}

/// The rank on which a pawn of `color` lands by capturing en passant.
pub(super) const fn en_passant_rank(color: Color) -> Rank {
    Rank::Sixth.relative_to(color)
}
