//! Playing and taking back moves, and what has to be updated with them.

use super::placement::{Observer, Unkeyed};
use super::position::{Position, StateInfo};
use super::zobrist;
use crate::chess::attacks;
use crate::chess::types::{
    Bitboard, CastlingRights, Color, Move, MoveKind, Piece, PieceKind, Rank, Side, Square, Wing,
};

/// What [`Position::undo`] needs to take a move back.
#[derive(Clone, Debug)]
pub struct Undo {
    /// `None` if it was a null move.
    mv: Option<Move>,
    captured: Option<Piece>,
    state: StateInfo,
}

impl Undo {
    /// Whether it takes back a null move.
    #[inline(always)]
    pub fn is_null_move(&self) -> bool {
        self.mv.is_none()
    }

    /// The kind of the piece that was captured, if one was.
    #[inline(always)]
    pub fn captured(&self) -> Option<PieceKind> {
        self.captured.map(Piece::kind)
    }
}

impl Position {
    /// Plays a legal move. The observer receives every piece that is put on or
    /// taken from a square. An illegal move leaves a position that is not legal.
    #[inline]
    pub fn play(&mut self, mv: Move, observer: &mut impl Observer) -> Undo {
        let pieces = self.moved_and_captured(self.side, mv);
        self.play_as(self.side, mv, pieces, observer)
    }

    /// The piece that a move of `us` moves, and the one that it captures.
    #[inline(always)]
    fn moved_and_captured(&self, us: Color, mv: Move) -> (Option<Piece>, Option<Piece>) {
        let captured = if mv.is_capture() { self.on(capture_square(mv, us)) } else { None };
        (self.on(mv.from()), captured)
    }

    /// [`Position::play`] for the side to move, which is `us`, with the pieces that
    /// are moved and captured. Where `us` is a constant, so are directions and
    /// tables.
    #[inline(always)]
    fn play_as<O: Observer>(
        &mut self,
        us: Color,
        mv: Move,
        (moved, captured): (Option<Piece>, Option<Piece>),
        observer: &mut O,
    ) -> Undo {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let undo = Undo { mv: Some(mv), captured, state: self.state };
        debug_assert!(self.color(us).has(from), "{mv:?} moves no piece of {us}");
        let Some(piece) = moved else { return undo };

        if O::KEYED {
            self.clear_en_passant();
            self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        } else {
            self.state.en_passant = None;
        }
        if ((Bitboard::of(from) | Bitboard::of(to)) & self.state.castling_pieces).any() {
            self.remove_castling_rights(from, to);
        }

        if kind == MoveKind::Castle {
            self.castle(from, to, observer);
        } else {
            observer.take(piece, from);
            if let Some(captured) = captured {
                self.placement.take(captured, capture_square(mv, us), observer);
            }
            self.placement.shift::<O>(piece, from, to);
            let placed = match mv.promotion() {
                None => piece,
                Some(kind) => self.promote::<O>(piece, to, kind),
            };
            observer.put(placed, to);
            if O::KEYED && (mv.is_capture() || piece.kind() == PieceKind::Pawn) {
                (self.state.halfmove_clock, self.state.clock_at_null_move) = (0, 0);
            }
        }

        self.switch_side(us);
        if kind == MoveKind::DoublePush {
            self.set_en_passant(behind(to, us));
        }
        debug_assert!(
            !O::KEYED || (*self.placement.keys(), self.state.key) == self.computed_keys()
        );
        undo
    }

    /// Takes back the last [`Position::play`] or [`Position::play_null_move`],
    /// which returned `undo`.
    #[inline]
    pub fn undo(&mut self, undo: &Undo) {
        self.side = !self.side;
        self.state = undo.state;
        let Some(mv) = undo.mv else { return };
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());

        if mv.is_castle() {
            let (king, king_to, rook, rook_to) = self.castling_squares(from, to);
            self.placement.take(king, king_to, &mut ());
            self.placement.take(rook, rook_to, &mut ());
            self.placement.put(king, from, &mut ());
            self.placement.put(rook, to, &mut ());
            return;
        }
        if let Some(placed) = self.on(to) {
            self.placement.take(placed, to, &mut ());
            let piece = mv.promotion().map_or(placed, |_| Piece::new(us, PieceKind::Pawn));
            self.placement.put(piece, from, &mut ());
        }
        if let Some(captured) = undo.captured {
            self.placement.put(captured, capture_square(mv, us), &mut ());
        }
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = self.clone();
        next.play(mv, &mut ());
        next
    }

    /// Plays a legal move of `S` on a copy of this position: what follows can be
    /// counted, but not searched, since the copy has no keys, no clock and no number
    /// of the move.
    #[inline(always)]
    pub(in crate::chess) fn with_unkeyed<S: Side, T>(
        &self,
        mv: Move,
        use_copy: impl FnOnce(&Position) -> T,
    ) -> T {
        // A copy that has just been written is slower to read than its original.
        let pieces = self.moved_and_captured(S::US, mv);
        let mut next = self.clone();
        next.play_as(S::US, mv, pieces, &mut Unkeyed);
        use_copy(&next)
    }

    /// Plays a null move: the turn passes to the opponent. The laws of chess do
    /// not allow it; null move pruning uses it. The side to move must not be in
    /// check.
    #[inline]
    pub fn play_null_move(&mut self) -> Undo {
        debug_assert!(!self.in_check());
        let undo = Undo { mv: None, captured: None, state: self.state };
        self.clear_en_passant();
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.clock_at_null_move = self.state.halfmove_clock;
        self.switch_side(self.side);
        undo
    }

    /// Removes the en passant square, from the key too.
    #[inline(always)]
    fn clear_en_passant(&mut self) {
        self.state.key ^= zobrist::en_passant(self.state.en_passant.take());
    }

    /// Replaces a pawn by the piece to which it promotes, which is returned. The
    /// observer is not told.
    #[cold]
    #[inline(never)]
    fn promote<O: Observer>(&mut self, pawn: Piece, square: Square, kind: PieceKind) -> Piece {
        let placed = Piece::new(pawn.color(), kind);
        self.placement.replace::<O>(pawn, placed, square);
        placed
    }

    /// Castles with the rook on `rook_from`.
    #[cold]
    #[inline(never)]
    fn castle<O: Observer>(&mut self, king_from: Square, rook_from: Square, observer: &mut O) {
        let (king, king_to, rook, rook_to) = self.castling_squares(king_from, rook_from);
        self.placement.take(king, king_from, observer);
        self.placement.take(rook, rook_from, observer);
        self.placement.put(king, king_to, observer);
        self.placement.put(rook, rook_to, observer);
    }

    /// King and rook of the side to move, each with its destination, when it
    /// castles with the rook on `rook_from`.
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

    /// Passes the turn to the opponent, and finds its checkers and pins.
    #[inline(always)]
    fn switch_side(&mut self, us: Color) {
        if us == Color::Black {
            self.state.fullmove_number = self.state.fullmove_number.saturating_add(1);
        }
        self.side = !us;
        self.state.key ^= zobrist::side(Color::Black);
        self.find_checks_and_pins(!us);
    }

    /// Removes every castling right whose king or rook moves or is captured.
    #[cold]
    fn remove_castling_rights(&mut self, from: Square, to: Square) {
        let mut rights = self.state.castling;
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

    /// Sets the castling rights, their key, and the squares of the kings and
    /// rooks that have them. The kings and rooks must be on those squares.
    pub(super) fn set_castling(&mut self, rights: CastlingRights) {
        self.state.key ^= zobrist::castling(self.state.castling) ^ zobrist::castling(rights);
        self.state.castling = rights;
        self.state.castling_pieces = Bitboard::EMPTY;
        for color in Color::ALL {
            for wing in Wing::ALL {
                if rights.contains(CastlingRights::of(color, wing)) {
                    let rook = self.castling_rook(color, wing);
                    self.state.castling_pieces |=
                        Bitboard::of(rook) | Bitboard::of(self.king(color));
                } else {
                    // Reset it, so that equal positions compare equal however
                    // they arose.
                    self.state.castling_rooks[color.index()][wing.index()] = Square::A1;
                }
            }
        }
    }

    /// Sets the en passant square after a double push, but only if a capture en
    /// passant is legal. Otherwise the position counts as the same as one
    /// without the square (FIDE 9.2.3), so its key must be the same.
    #[inline]
    pub(super) fn set_en_passant(&mut self, square: Square) {
        let candidates =
            attacks::pawn(!self.side, square) & self.pieces(self.side, PieceKind::Pawn);
        for from in candidates {
            if self.en_passant_is_safe(from, square) {
                self.state.en_passant = Some(square);
                self.state.key ^= zobrist::en_passant(self.state.en_passant);
                return;
            }
        }
    }

    /// Whether the capture en passant from `from` to `to` leaves the own king
    /// safe. The pins do not show that, because two pawns leave one rank at once.
    #[inline]
    pub fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.side;
        let captured = behind(to, us);
        let occupied = self.occupied().without(from).without(captured).with(to);
        let enemies = self.color(!us).without(captured);
        (self.attackers_to(self.king(us), occupied) & enemies).is_empty()
    }

    /// Updates the checkers and the pinned pieces of `us`, the side to move.
    #[inline(always)]
    pub(super) fn find_checks_and_pins(&mut self, us: Color) {
        let king = self.king(us);
        let leapers = self.color(!us)
            & (attacks::knight(king) & self.kind(PieceKind::Knight)
                | attacks::pawn(us, king) & self.kind(PieceKind::Pawn));
        let lines = self.king_lines(us);
        self.state.checkers = leapers | lines.checkers;
        self.state.pinned = lines.pinned;
    }
}

/// The square one step behind `square` from the point of view of `color`.
#[inline(always)]
pub(super) fn behind(square: Square, color: Color) -> Square {
    match color {
        Color::White => Square::wrapping(square.index().wrapping_sub(8)),
        Color::Black => Square::wrapping(square.index() + 8),
    }
}

/// The square of the piece that a capture by `color` removes.
#[inline(always)]
fn capture_square(mv: Move, color: Color) -> Square {
    if mv.kind() == MoveKind::EnPassant { behind(mv.to(), color) } else { mv.to() }
}

/// The rank on which a pawn of `color` arrives by a capture en passant.
pub(super) const fn en_passant_rank(color: Color) -> Rank {
    Rank::Sixth.relative_to(color)
}
