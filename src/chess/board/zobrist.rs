//! Zobrist keys (A. Zobrist, 1970). Each feature of a position has a random
//! number, and the key of a position is the exclusive or of the numbers of its
//! features.

use crate::chess::types::{CastlingRights, Color, File, Piece, PieceKind, Square};

struct ZobristKeys {
    pieces: [[u64; 64]; Piece::COUNT],
    castling: [u64; 16],
    en_passant: [u64; File::COUNT],
    black_to_move: u64,
}

static KEYS: ZobristKeys = generate_keys();

/// Generates the numbers with SplitMix64 (Steele, Lea, Flood, 2014) from a fixed
/// seed, so that the keys are the same in every build.
const fn generate_keys() -> ZobristKeys {
    const fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    let mut state = 1849;
    let mut keys = ZobristKeys {
        pieces: [[0; 64]; Piece::COUNT],
        castling: [0; 16],
        en_passant: [0; File::COUNT],
        black_to_move: next(&mut state),
    };
    let mut i = 0;
    while i < Piece::COUNT * 64 {
        keys.pieces[i / 64][i % 64] = next(&mut state);
        i += 1;
    }
    // Each right has a number; a set of rights has their exclusive or.
    let rights = [next(&mut state), next(&mut state), next(&mut state), next(&mut state)];
    let mut set = 0;
    while set < 16 {
        let mut right = 0;
        while right < 4 {
            if set >> right & 1 == 1 {
                keys.castling[set] ^= rights[right];
            }
            right += 1;
        }
        set += 1;
    }
    let mut file = 0;
    while file < File::COUNT {
        keys.en_passant[file] = next(&mut state);
        file += 1;
    }
    keys
}

/// The random number that a piece on a square adds to a key.
#[inline(always)]
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.index()][square.index()]
}

/// The number of a set of castling rights.
#[inline(always)]
pub fn castling(rights: CastlingRights) -> u64 {
    KEYS.castling[rights.bits() as usize & 15]
}

/// The number of the file of an en passant square; zero without a square.
#[inline(always)]
pub fn en_passant(square: Option<Square>) -> u64 {
    match square {
        Some(square) => KEYS.en_passant[square.file().index()],
        None => 0,
    }
}

/// The number of the side to move.
#[inline(always)]
pub fn side(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => KEYS.black_to_move,
    }
}

/// The keys of the pieces, one for each color and each of four classes. The key
/// of any group of pieces is the exclusive or of a few of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceKeys([[u64; 4]; Color::COUNT]);

const PAWNS: usize = 0;
const MINORS: usize = 1;
const MAJORS: usize = 2;
const KING: usize = 3;

impl PieceKeys {
    /// The keys of an empty board.
    pub const EMPTY: PieceKeys = PieceKeys([[0; 4]; Color::COUNT]);

    /// Adds a piece to the keys, or removes it.
    #[inline(always)]
    pub fn toggle(&mut self, piece: Piece, square: Square) {
        let class = match piece.kind() {
            PieceKind::Pawn => PAWNS,
            PieceKind::Knight | PieceKind::Bishop => MINORS,
            PieceKind::Rook | PieceKind::Queen => MAJORS,
            PieceKind::King => KING,
        };
        self.0[piece.color().index()][class] ^= piece_key(piece, square);
    }

    /// The key of all pieces.
    #[inline]
    pub fn all(&self) -> u64 {
        self.0.iter().flatten().fold(0, |all, key| all ^ key)
    }

    /// The key of the pawns of both colors.
    #[inline]
    pub fn pawns(&self) -> u64 {
        self.0[0][PAWNS] ^ self.0[1][PAWNS]
    }

    /// The key of the minor pieces and kings of both colors.
    #[inline]
    pub fn minors(&self) -> u64 {
        self.0[0][MINORS] ^ self.0[1][MINORS] ^ self.0[0][KING] ^ self.0[1][KING]
    }

    /// The key of the major pieces and kings of both colors.
    #[inline]
    pub fn majors(&self) -> u64 {
        self.0[0][MAJORS] ^ self.0[1][MAJORS] ^ self.0[0][KING] ^ self.0[1][KING]
    }

    /// The key of the non-pawn pieces of one color.
    #[inline]
    pub fn non_pawns(&self, color: Color) -> u64 {
        let own = &self.0[color.index()];
        own[MINORS] ^ own[MAJORS] ^ own[KING]
    }

    /// The key of the pawns and kings of both colors.
    #[inline]
    pub fn pawns_and_kings(&self) -> u64 {
        self.pawns() ^ self.0[0][KING] ^ self.0[1][KING]
    }
}
