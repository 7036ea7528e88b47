//! Legal positions: their state, and the attacks and pins in them.

use super::placement::PiecePlacement;
use super::zobrist::{self, PieceKeys};
use crate::chess::attacks;
use crate::chess::types::{Bitboard, CastlingRights, Color, Move, Piece, PieceKind, Square, Wing};

/// A legal position. Only [`Position::play`], [`Position::play_null_move`] and
/// [`Position::undo`] change it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) placement: PiecePlacement,
    pub(super) state: StateInfo,
    pub(super) side: Color,
}

/// The part of a position that a move overwrites and that taking it back cannot
/// recompute, so that [`Undo`](super::Undo) holds a copy of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StateInfo {
    /// The key of side to move, castling rights and en passant square.
    pub key: u64,
    /// The enemy pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// The pieces of the side to move that are pinned to its king.
    pub pinned: Bitboard,
    /// The squares of the kings and rooks that have castling rights. Only a move
    /// from or to one of them removes a right.
    pub castling_pieces: Bitboard,
    /// The squares of the castling rooks by color and wing; `A1` without the
    /// right.
    pub castling_rooks: [[Square; 2]; Color::COUNT],
    /// The castling rights that remain.
    pub castling: CastlingRights,
    /// The destination of a capture en passant, if one is legal.
    pub en_passant: Option<Square>,
    /// The plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// What that was after the last null move since then; zero without one.
    pub clock_at_null_move: u16,
    /// The number of the current move, counted from one.
    pub fullmove_number: u32,
}

/// What [`Position::king_lines`] finds.
#[derive(Clone, Copy, Default)]
pub(super) struct KingLines {
    /// The enemy sliders that give check.
    pub checkers: Bitboard,
    /// The king's own pieces that are pinned.
    pub pinned: Bitboard,
    /// The enemy sliders that pin them.
    pub pinners: Bitboard,
}

impl Position {
    /// The piece on a square; `None` if the square is empty.
    #[inline(always)]
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.placement.on(square)
    }

    /// All pieces of a kind, of both colors.
    #[inline(always)]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.placement.kind(kind)
    }

    /// All pieces of a color.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.placement.color(color)
    }

    /// The squares of a player's pieces of one kind.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.color(Color::White) | self.color(Color::Black)
    }

    /// Bishops and queens of both colors.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kind(PieceKind::Bishop) | self.kind(PieceKind::Queen)
    }

    /// Rooks and queens of both colors.
    #[inline(always)]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen)
    }

    /// The square of a player's king, of which a legal position has exactly one.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Square::wrapping(self.pieces(color, PieceKind::King).0.trailing_zeros() as usize)
    }

    /// The player whose turn it is.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The enemy pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.state.checkers.any()
    }

    /// The pieces of the side to move that are pinned to its king.
    ///
    /// ```
    /// use staunton::chess::{Bitboard, Position, Square};
    ///
    /// let position: Position = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.pinned(), Bitboard::of(Square::E2));
    /// assert!(position.checkers().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn pinned(&self) -> Bitboard {
        self.state.pinned
    }

    /// The castling rights that remain.
    #[inline(always)]
    pub fn castling(&self) -> CastlingRights {
        self.state.castling
    }

    /// The square of the rook with which a color castles on a wing. It is
    /// meaningless unless [`Position::castling`] contains that right.
    #[inline(always)]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Square {
        self.state.castling_rooks[color.index()][wing.index()]
    }

    /// The destination of a capture en passant; `None` if none is legal.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// The plies since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// The plies since the last capture, pawn move or null move. No position before
    /// them can be repeated: a null move is no move of the game, so that a cycle
    /// through one proves nothing.
    #[inline(always)]
    pub fn repeatable_plies(&self) -> u16 {
        self.state.halfmove_clock - self.state.clock_at_null_move
    }

    /// The number of the current move, counted from one.
    #[inline(always)]
    pub fn fullmove_number(&self) -> u32 {
        self.state.fullmove_number
    }

    /// The Zobrist key of the position. Positions that are the same under the
    /// repetition rule have the same key.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.placement.keys().all() ^ self.state.key
    }

    /// The exclusive or of the keys before and after a legal move, for
    /// prefetching. It is wrong after castling, promotions and captures en
    /// passant, and after moves that change the castling rights or the en passant
    /// square.
    #[inline(always)]
    pub fn key_change(&self, mv: Move) -> u64 {
        let Some(piece) = self.on(mv.from()) else { return 0 };
        let moved = zobrist::piece_key(piece, mv.from()) ^ zobrist::piece_key(piece, mv.to());
        let captured = self.on(mv.to()).map_or(0, |captured| zobrist::piece_key(captured, mv.to()));
        moved ^ captured ^ zobrist::side(Color::Black)
    }

    /// The Zobrist keys of groups of pieces.
    #[inline(always)]
    pub fn piece_keys(&self) -> &PieceKeys {
        self.placement.keys()
    }

    /// Whether the king of the side to move would be safe on a square. The king
    /// itself does not block attacks on the squares behind it.
    #[inline(always)]
    pub fn is_safe_for_king(&self, square: Square) -> bool {
        let us = self.side;
        let occupied = self.occupied().without(self.king(us));
        (self.attackers_to(square, occupied) & self.color(!us)).is_empty()
    }

    /// The pieces of both colors that attack a square when `occupied` is the
    /// set of occupied squares.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = attacks::pawn(Color::Black, square) & self.color(Color::White)
            | attacks::pawn(Color::White, square) & self.color(Color::Black);
        pawns & self.kind(PieceKind::Pawn)
            | attacks::knight(square) & self.kind(PieceKind::Knight)
            | attacks::king(square) & self.kind(PieceKind::King)
            | attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.orthogonal_sliders()
    }

    /// All squares that the pieces of a color attack, its king included.
    #[inline]
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        self.attacked_through(color, self.occupied())
    }

    /// All squares that the pieces of a color attack when `occupied` is the set of
    /// occupied squares.
    #[inline(always)]
    pub fn attacked_through(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let own = self.color(color);
        let mut attacked = attacks::pawns(color, own & self.kind(PieceKind::Pawn))
            | attacks::king(self.king(color));
        for from in own & self.kind(PieceKind::Knight) {
            attacked |= attacks::knight(from);
        }
        for from in own & self.diagonal_sliders() {
            attacked |= attacks::bishop(from, occupied);
        }
        for from in own & self.orthogonal_sliders() {
            attacked |= attacks::rook(from, occupied);
        }
        attacked
    }

    /// Whether the material is insufficient for any mate, so that the game is
    /// drawn at once (FIDE's Laws, 5.2.2): bare kings, a single minor piece, or
    /// bishops that all stand on squares of one color. It sees material only:
    /// pawns that block each other for ever do not count.
    #[inline]
    pub fn has_insufficient_material(&self) -> bool {
        let bishops = self.kind(PieceKind::Bishop);
        let minors = bishops | self.kind(PieceKind::Knight);
        if self.occupied() != minors | self.kind(PieceKind::King) {
            return false;
        }
        let one_color =
            (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty();
        !minors.several() || (minors == bishops && one_color)
    }

    /// Finds the enemy sliders on a line with the king of `color`. A slider gives
    /// check if no piece is in between. It pins a piece of `color` if that piece
    /// alone is in between.
    #[inline(always)]
    pub(super) fn king_lines(&self, color: Color) -> KingLines {
        let king = self.king(color);
        let (own, empty) = (self.color(color), Bitboard::EMPTY);
        // On an empty board the attacks lie in fewer cache lines.
        let snipers = self.color(!color)
            & (attacks::bishop(king, empty) & self.diagonal_sliders()
                | attacks::rook(king, empty) & self.orthogonal_sliders());
        let mut lines = KingLines::default();
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & self.occupied();
            if blockers.is_empty() {
                lines.checkers |= Bitboard::of(sniper);
            } else if !blockers.several() && (blockers & own).any() {
                lines.pinned |= blockers;
                lines.pinners |= Bitboard::of(sniper);
            }
        }
        lines
    }

    /// The keys computed from scratch: (of the pieces, of the rest). The
    /// incrementally updated keys must equal them.
    pub(super) fn computed_keys(&self) -> (PieceKeys, u64) {
        let mut keys = PieceKeys::EMPTY;
        for square in self.occupied() {
            if let Some(piece) = self.on(square) {
                keys.toggle(piece, square);
            }
        }
        let state = zobrist::side(self.side)
            ^ zobrist::castling(self.castling())
            ^ zobrist::en_passant(self.en_passant());
        (keys, state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insufficient_material_admits_no_mate() {
        for (fen, insufficient) in [
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
            let position: Position = fen.parse().expect("a legal position");
            assert_eq!(position.has_insufficient_material(), insufficient, "{fen}");
        }
    }
}
