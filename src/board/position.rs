use super::pieces::PieceBoard;
use super::zobrist::{self, PieceKeys};
use crate::attacks;
use crate::types::{Bitboard, CastlingRights, Color, Move, Piece, PieceKind, Square, Wing};

/// A legal position. It can be asked anything, and changes only by playing a
/// move (`play`, `pass`) and taking it back (`undo`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) pieces: PieceBoard,
    pub(super) facts: StateInfo,
    pub(super) side: Color,
}

/// What a move changes beside the men and cannot be computed back from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StateInfo {
    /// The key of everything but the men: side to move, castling, en passant.
    pub key: u64,
    pub checkers: Bitboard,
    pub pinned: Bitboard,
    /// Kings and rooks that may still castle: only moves from or to these
    /// squares can end a right.
    pub castling_pieces: Bitboard,
    pub castling_rooks: [[Square; 2]; Color::COUNT],
    pub castling: CastlingRights,
    pub en_passant: Option<Square>,
    pub halfmove_clock: u16,
    pub fullmove_number: u32,
}

impl Position {
    /// The man on a square.
    #[inline(always)]
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.pieces.on(square)
    }

    /// All men of a kind, of both colours.
    #[inline(always)]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.pieces.kind(kind)
    }

    /// All men of a colour.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.pieces.color(color)
    }

    /// The men of a kind and a colour.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.color(Color::White) | self.color(Color::Black)
    }

    /// Bishops and queens of both colours.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kind(PieceKind::Bishop) | self.kind(PieceKind::Queen)
    }

    /// Rooks and queens of both colours.
    #[inline(always)]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen)
    }

    /// Where a king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Square::wrapping(self.pieces(color, PieceKind::King).0.trailing_zeros() as usize)
    }

    /// Who is to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The enemy men that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.facts.checkers
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.facts.checkers.any()
    }

    /// The men of the side to move that may leave their line to the king only
    /// at the price of check.
    #[inline(always)]
    pub fn pinned(&self) -> Bitboard {
        self.facts.pinned
    }

    /// The castling rights that remain.
    #[inline(always)]
    pub fn castling(&self) -> CastlingRights {
        self.facts.castling
    }

    /// The rook with which a colour would castle on a wing. Means something
    /// only while [`Position::castling`] has the right.
    #[inline(always)]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Square {
        self.facts.castling_rooks[color.index()][wing.index()]
    }

    /// The square on which a legal en passant capture ends, if there is one.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.facts.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u16 {
        self.facts.halfmove_clock
    }

    /// The number of the current move, counted from one.
    #[inline(always)]
    pub fn fullmove_number(&self) -> u32 {
        self.facts.fullmove_number
    }

    /// The Zobrist key of the position: equal for positions that the laws of
    /// repetition call the same.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.pieces.keys().all() ^ self.facts.key
    }

    /// What the key will most likely be after a legal move, good enough to
    /// fetch ahead what is kept under it: castling, promotions and changes of
    /// the rights to castle or to capture en passant are not followed.
    #[inline(always)]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let Some(piece) = self.on(mv.from()) else { return self.key() };
        let moved = zobrist::piece_key(piece, mv.from()) ^ zobrist::piece_key(piece, mv.to());
        let taken = self.on(mv.to()).map_or(0, |victim| zobrist::piece_key(victim, mv.to()));
        self.key() ^ moved ^ taken ^ zobrist::side(Color::Black)
    }

    /// The keys of parts of the position.
    #[inline(always)]
    pub fn piece_keys(&self) -> &PieceKeys {
        self.pieces.keys()
    }

    /// The men of both colours that attack a square, if `occupied` were the
    /// men on the board.
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

    /// All squares that the men of a colour attack, the king's too.
    #[inline]
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        let occupied = self.occupied();
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
    /// bishops that all stand on squares of one colour. It sees material only,
    /// and not pawns that block each other for ever.
    #[inline]
    pub fn has_insufficient_material(&self) -> bool {
        let bishops = self.kind(PieceKind::Bishop);
        let minors = bishops | self.kind(PieceKind::Knight);
        if self.occupied() != minors | self.kind(PieceKind::King) {
            return false;
        }
        let one_colour =
            (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty();
        !minors.several() || (minors == bishops && one_colour)
    }

    /// The keys computed from the board, not kept: what the kept ones must
    /// equal.
    pub(super) fn fresh_keys(&self) -> (PieceKeys, u64) {
        let mut keys = PieceKeys::NONE;
        for square in self.occupied() {
            if let Some(piece) = self.on(square) {
                keys.toggle(piece, square);
            }
        }
        let facts = zobrist::side(self.side)
            ^ zobrist::castling(self.castling())
            ^ zobrist::en_passant(self.en_passant());
        (keys, facts)
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
