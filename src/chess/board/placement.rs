//! Piece placement: which piece is on which square, as bitboards, as a mailbox
//! and as Zobrist keys.

use super::zobrist::PieceKeys;
use crate::chess::types::{Bitboard, Color, Piece, PieceKind, Square};

/// Receives every change of the piece placement while a move is played. An
/// evaluation implements it to update its sums instead of recomputing them. `()`
/// ignores all changes at no cost.
pub trait Observer {
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

/// Which piece is on which square. Only [`PiecePlacement::put`] and
/// [`PiecePlacement::take`] change it, so that bitboards, mailbox and keys always
/// agree.
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
    pub fn put(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        debug_assert!(self.mailbox[square.index()].is_none());
        self.mailbox[square.index()] = Some(piece);
        self.toggle(piece, square);
        observer.put(piece, square);
    }

    /// Takes the piece `piece` from `square`, where it must be.
    #[inline(always)]
    pub fn take(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        debug_assert_eq!(self.mailbox[square.index()], Some(piece));
        self.mailbox[square.index()] = None;
        self.toggle(piece, square);
        observer.take(piece, square);
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::of(square);
        self.kinds[piece.kind().index()] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        self.keys.toggle(piece, square);
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
