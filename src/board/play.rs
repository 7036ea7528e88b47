//! Playing a move: the one way a position changes.

use super::pieces::Observer;
use super::position::{Position, StateInfo};
use super::zobrist;
use crate::attacks;
use crate::types::{
    Bitboard, CastlingRights, Color, Move, MoveKind, Piece, PieceKind, Rank, Square, Wing,
};

/// What it takes to take a move back.
#[derive(Clone, Debug)]
pub struct Undo {
    /// `None` of a pass.
    mv: Option<Move>,
    captured: Option<Piece>,
    facts: StateInfo,
}

impl Undo {
    /// Whether it takes back a null move.
    #[inline(always)]
    pub fn is_null_move(&self) -> bool {
        self.mv.is_none()
    }
}

impl Position {
    /// Plays a legal move. The observer is told of every man that leaves or
    /// reaches a square.
    #[inline]
    pub fn play(&mut self, mv: Move, observer: &mut impl Observer) -> Undo {
        let us = self.side;
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let mut undo = Undo { mv: Some(mv), captured: None, facts: self.facts };
        debug_assert!(self.color(us).has(from), "{mv:?} moves no man of {us}");
        let Some(piece) = self.on(from) else { return undo };

        self.forget_en_passant();
        self.facts.halfmove_clock = self.facts.halfmove_clock.saturating_add(1);
        if ((Bitboard::of(from) | Bitboard::of(to)) & self.facts.castling_pieces).any() {
            self.end_castling_rights(from, to);
        }

        self.pieces.take(piece, from, observer);
        if kind == MoveKind::Castle {
            let (king, king_to, rook, rook_to) = self.castling_squares(from, to);
            self.pieces.take(rook, to, observer);
            self.pieces.put(king, king_to, observer);
            self.pieces.put(rook, rook_to, observer);
        } else {
            if mv.is_capture() {
                let victim = victim_square(mv, us);
                undo.captured = self.on(victim);
                if let Some(captured) = undo.captured {
                    self.pieces.take(captured, victim, observer);
                }
                self.facts.halfmove_clock = 0;
            }
            let placed = mv.promotion().map_or(piece, |kind| Piece::new(us, kind));
            self.pieces.put(placed, to, observer);
            if piece.kind() == PieceKind::Pawn {
                self.facts.halfmove_clock = 0;
            }
        }

        self.hand_over();
        if kind == MoveKind::DoublePush {
            self.offer_en_passant(behind(to, us));
        }
        debug_assert_eq!((*self.pieces.keys(), self.facts.key), self.fresh_keys());
        undo
    }

    /// Takes back what [`Position::play`] or [`Position::play_null_move`] did last.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        self.side = !self.side;
        self.facts = undo.facts;
        let Some(mv) = undo.mv else { return };
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());

        if mv.is_castle() {
            let (king, king_to, rook, rook_to) = self.castling_squares(from, to);
            self.pieces.take(king, king_to, &mut ());
            self.pieces.take(rook, rook_to, &mut ());
            self.pieces.put(king, from, &mut ());
            self.pieces.put(rook, to, &mut ());
            return;
        }
        if let Some(placed) = self.on(to) {
            self.pieces.take(placed, to, &mut ());
            let piece = mv.promotion().map_or(placed, |_| Piece::new(us, PieceKind::Pawn));
            self.pieces.put(piece, from, &mut ());
        }
        if let Some(captured) = undo.captured {
            self.pieces.put(captured, victim_square(mv, us), &mut ());
        }
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
    pub fn play_null_move(&mut self) -> Undo {
        debug_assert!(!self.in_check());
        let undo = Undo { mv: None, captured: None, facts: self.facts };
        self.forget_en_passant();
        self.facts.halfmove_clock = self.facts.halfmove_clock.saturating_add(1);
        self.hand_over();
        undo
    }

    #[inline(always)]
    fn forget_en_passant(&mut self) {
        self.facts.key ^= zobrist::en_passant(self.facts.en_passant.take());
    }

    /// King and rook of the side to move, and where they go by castling with
    /// the rook on `rook_from`.
    #[inline]
    fn castling_squares(
        &self,
        king_from: Square,
        rook_from: Square,
    ) -> (Piece, Square, Piece, Square) {
        let wing = if rook_from > king_from { Wing::King } else { Wing::Queen };
        let rank = king_from.rank();
        (
            Piece::new(self.side, PieceKind::King),
            Square::new(wing.king_file(), rank),
            Piece::new(self.side, PieceKind::Rook),
            Square::new(wing.rook_file(), rank),
        )
    }

    /// The other side moves; what follows from that is computed.
    #[inline(always)]
    fn hand_over(&mut self) {
        if self.side == Color::Black {
            self.facts.fullmove_number = self.facts.fullmove_number.saturating_add(1);
        }
        self.side = !self.side;
        self.facts.key ^= zobrist::side(Color::Black);
        self.find_checks_and_pins();
    }

    /// Drops every right whose king or rook moves or is captured.
    #[cold]
    fn end_castling_rights(&mut self, from: Square, to: Square) {
        let mut rights = self.facts.castling;
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
        self.facts.key ^= zobrist::castling(self.facts.castling) ^ zobrist::castling(rights);
        self.facts.castling = rights;
        self.facts.castling_pieces = Bitboard::EMPTY;
        for color in Color::ALL {
            for wing in Wing::ALL {
                if rights.contains(CastlingRights::of(color, wing)) {
                    let rook = self.castling_rook(color, wing);
                    self.facts.castling_pieces |=
                        Bitboard::of(rook) | Bitboard::of(self.king(color));
                } else {
                    // Forgotten, so that equal positions are equal values
                    // whatever their past.
                    self.facts.castling_rooks[color.index()][wing.index()] = Square::A1;
                }
            }
        }
    }

    /// Records the square behind a pawn that has just made its double step,
    /// but only if a capture there is legal: otherwise the position is the
    /// same as without, by the law of repetition too.
    #[inline]
    pub(super) fn offer_en_passant(&mut self, square: Square) {
        let candidates =
            attacks::pawn(!self.side, square) & self.pieces(self.side, PieceKind::Pawn);
        for from in candidates {
            if self.en_passant_is_safe(from, square) {
                self.facts.en_passant = Some(square);
                self.facts.key ^= zobrist::en_passant(self.facts.en_passant);
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

        self.facts.checkers = enemies
            & (attacks::knight(king) & self.kind(PieceKind::Knight)
                | attacks::pawn(us, king) & self.kind(PieceKind::Pawn));
        self.facts.pinned = Bitboard::EMPTY;

        let snipers = enemies
            & (attacks::bishop(king, enemies) & self.diagonal_sliders()
                | attacks::rook(king, enemies) & self.orthogonal_sliders());
        for sniper in snipers {
            let screen = attacks::between(king, sniper) & own;
            if screen.is_empty() {
                self.facts.checkers |= Bitboard::of(sniper);
            } else if !screen.several() {
                self.facts.pinned |= screen;
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

/// Where the man stands that a capture by `color` removes.
#[inline(always)]
fn victim_square(mv: Move, color: Color) -> Square {
    if mv.kind() == MoveKind::EnPassant { behind(mv.to(), color) } else { mv.to() }
}

/// The rank on which a pawn of `color` lands by capturing en passant.
pub(super) const fn en_passant_rank(color: Color) -> Rank {
    Rank::Sixth.relative_to(color)
}
