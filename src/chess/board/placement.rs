//! Piece placement: which piece is on which square, as bitboards, as a mailbox
//! and as Zobrist keys.

use super::zobrist::PieceKeys;
use crate::chess::types::{Bitboard, Color, Piece, PieceKind, Square};

/// Receives every change of the piece placement while a move is played. An
/// evaluation implements it to update its sums instead of recomputing them. `()`
/// ignores all changes at no cost.
pub trait Observer {
    /// Whether the position keeps its keys, its clock and the number of the move.
    /// What follows a move without them can be counted, but not searched.
    const KEYED: bool = true;
    /// A piece is put on an empty square.
    fn put(&mut self, piece: Piece, square: Square);
    /// A piece is taken from its square.
    fn take(&mut self, piece: Piece, square: Square);
}

impl Observer for () {
    #[inline(always)]
    fn put(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn take(&mut self, _: Piece, _: Square) {}
}

/// Plays moves without keys, clock and number of the move.
pub(super) struct Unkeyed;

impl Observer for Unkeyed {
    const KEYED: bool = false;
    #[inline(always)]
    fn put(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn take(&mut self, _: Piece, _: Square) {}
}

/// Which piece is on which square. Only [`PiecePlacement::put`] and
/// [`PiecePlacement::take`] change it, so that bitboards, mailbox and keys always
/// agree, apart from moves played [`Unkeyed`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PiecePlacement {
    kinds: [Bitboard; PieceKind::COUNT],
    colors: [Bitboard; Color::COUNT],
    mailbox: [Option<Piece>; Square::COUNT],
    keys: PieceKeys,
}

impl PiecePlacement {
    pub const EMPTY: PiecePlacement = PiecePlacement {
        kinds: [Bitboard::EMPTY; PieceKind::COUNT],
        colors: [Bitboard::EMPTY; Color::COUNT],
        mailbox: [None; Square::COUNT],
        keys: PieceKeys::EMPTY,
    };

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub fn put<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        debug_assert!(self.mailbox[square.index()].is_none());
        self.mailbox[square.index()] = Some(piece);
        self.toggle::<O>(piece, square);
        observer.put(piece, square);
    }

    /// Takes the piece `piece` from `square`, where it must be.
    #[inline(always)]
    pub fn take<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        debug_assert_eq!(self.mailbox[square.index()], Some(piece));
        self.mailbox[square.index()] = None;
        self.toggle::<O>(piece, square);
        observer.take(piece, square);
    }

    /// Moves the piece `piece` from `from`, where it must be, to an empty square.
    /// The observer is not told.
    #[inline(always)]
    pub fn shift<O: Observer>(&mut self, piece: Piece, from: Square, to: Square) {
        debug_assert_eq!((self.on(from), self.on(to)), (Some(piece), None));
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = Some(piece);
        let bits = Bitboard::of(from) | Bitboard::of(to);
        self.kinds[piece.kind().index()] ^= bits;
        self.colors[piece.color().index()] ^= bits;
        if O::KEYED {
            self.keys.toggle(piece, from);
            self.keys.toggle(piece, to);
        }
    }

    /// Replaces a piece by another one. The observer is not told.
    #[inline(always)]
    pub fn replace<O: Observer>(&mut self, old: Piece, new: Piece, square: Square) {
        self.mailbox[square.index()] = Some(new);
        self.toggle::<O>(old, square);
        self.toggle::<O>(new, square);
    }

    #[inline(always)]
    fn toggle<O: Observer>(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::of(square);
        self.kinds[piece.kind().index()] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        if O::KEYED {
            self.keys.toggle(piece, square);
        }
    }

    #[inline(always)]
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// All pieces of a kind, of both colors.
    #[inline(always)]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    #[inline(always)]
    pub fn keys(&self) -> &PieceKeys {
        &self.keys
    }
}
