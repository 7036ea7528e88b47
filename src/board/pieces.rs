//! The men on the board: bitboards, mailbox and keys, always in step.

use super::zobrist::PieceKeys;
use crate::types::{Bitboard, Color, Piece, PieceKind, Square};

/// Follows the men as they come and go: an evaluation that is kept up to date
/// rather than computed anew. `()` follows nothing and costs nothing.
pub trait Observer {
    /// A man appears on a square that was empty.
    fn put(&mut self, piece: Piece, square: Square);
    /// A man leaves its square.
    fn take(&mut self, piece: Piece, square: Square);
}

impl Observer for () {
    #[inline(always)]
    fn put(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn take(&mut self, _: Piece, _: Square) {}
}

/// Where every man stands. [`PieceBoard::put`] and [`PieceBoard::take`] are the one door
/// through which bitboards, mailbox and keys change, together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PieceBoard {
    kinds: [Bitboard; PieceKind::COUNT],
    colors: [Bitboard; Color::COUNT],
    mailbox: [Option<Piece>; Square::COUNT],
    keys: PieceKeys,
}

impl PieceBoard {
    pub const NONE: PieceBoard = PieceBoard {
        kinds: [Bitboard::EMPTY; PieceKind::COUNT],
        colors: [Bitboard::EMPTY; Color::COUNT],
        mailbox: [None; Square::COUNT],
        keys: PieceKeys::NONE,
    };

    /// Places a man on an empty square.
    #[inline(always)]
    pub fn put(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        debug_assert!(self.mailbox[square.index()].is_none());
        self.mailbox[square.index()] = Some(piece);
        self.toggle(piece, square);
        observer.put(piece, square);
    }

    /// Removes the man `piece`, which stands on `square`.
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
