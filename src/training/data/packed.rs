//! A position with its label in 32 bytes: what the trainer of the network
//! reads, and what datagen samples from search trees.
//!
//! | bytes | |
//! |---|---|
//! | 8 | the occupied squares, a1 being the lowest bit and b1 the next |
//! | 16 | the pieces on them in that order, four bits each, the low four first: pawn 0, knight 2, bishop 4, rook 6, queen 8, king 10, and one more if it is black |
//! | 1 | bit 0: Black to move; bits 1–2: bound of the score (0 exact, 1 lower, 2 upper); bits 3–4: result for White (0 lost, 1 drawn, 2 won, 3 unknown); bit 5: a sample of a search tree |
//! | 1 | depth of the search that gave the score, 0 if unknown |
//! | 2 | score for the side to move, centipawns |
//! | 2 | linear evaluation for the side to move, centipawns |
//! | 1 | plies since the last capture or pawn move, at most 255 |
//! | 1 | the scale of the end game in the linear evaluation, of 64 |
//!
//! Castling rights and en passant are left out: neither the linear evaluation
//! nor the network reads them.

use super::error::RecordError;
use super::games::{DecidedResult, MAX_PIECES};
use crate::chess::board::{Position, Setup};
use crate::chess::types::{Bitboard, Color, Piece, Score};
use crate::engine::eval::LinearEvaluation;
use crate::engine::tt::Bound;

/// The length of a packed position, in bytes.
pub const PACKED: usize = 32;

/// The length of the occupied squares and their pieces, in bytes.
pub const BOARD: usize = 24;

const FLAGS: usize = BOARD;
const DEPTH: usize = 25;
const SCORE: usize = 26;
const LINEAR: usize = 28;
const CLOCK: usize = 30;
const SCALE: usize = 31;
const BLACK: u8 = 1;
const SAMPLE: u8 = 32;
const RESULT_UNKNOWN: u8 = 3;

/// The label of a position: a score, and perhaps the result of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// The score for the side to move, in centipawns.
    pub score: i16,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The depth of the search that gave the score, 0 if unknown.
    pub depth: u8,
    /// The result of the game for White, if the position is from a game.
    pub result: Option<DecidedResult>,
    /// Whether the position is a sample of a search tree, not from a game.
    pub is_sample: bool,
}

/// Occupied squares and pieces, packed, and the side to move.
pub type BoardAndSide = ([u8; BOARD], Color);

/// The occupied squares of a position of at most [`MAX_PIECES`] pieces, and the
/// pieces on them.
pub fn pack_board(position: &Position) -> [u8; BOARD] {
    let mut bytes = [0; BOARD];
    let occupied = position.occupied();
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    for (index, square) in occupied.into_iter().take(MAX_PIECES as usize).enumerate() {
        let piece = position.on(square).map_or(0, |piece| piece.index() as u8);
        bytes[8 + index / 2] |= piece << (index % 2 * 4);
    }
    bytes
}

/// A setup with the pieces that [`pack_board`] has packed.
///
/// # Errors
/// If there are too many, or one that does not exist.
pub fn unpack_board(bytes: &[u8; BOARD]) -> Result<Setup, RecordError> {
    let [o0, o1, o2, o3, o4, o5, o6, o7, pieces @ ..] = *bytes;
    let occupied = Bitboard(u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7]));
    if occupied.count() > MAX_PIECES {
        return Err(RecordError::Pieces(occupied.count()));
    }
    let mut setup = Setup::EMPTY;
    for (index, square) in occupied.into_iter().enumerate() {
        let number = usize::from(pieces[index / 2] >> (index % 2 * 4) & 15);
        let piece = Piece::ALL.get(number).ok_or(RecordError::Piece(number))?;
        setup.board[square.index()] = Some(*piece);
    }
    Ok(setup)
}

/// A score that was read.
///
/// # Errors
/// If no search gives it: it is beyond mate.
pub fn check_score(score: i16) -> Result<Score, RecordError> {
    let read = Score(score.into());
    let is_possible = (Score::mated_in(0)..=Score::mate_in(0)).contains(&read);
    if is_possible { Ok(read) } else { Err(RecordError::Score(score)) }
}

/// A position with its label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedPosition(pub [u8; PACKED]);

impl PackedPosition {
    /// Packs a position; the linear evaluation is zero. `None` if it has more
    /// pieces than there is room for, [`MAX_PIECES`].
    pub fn new(position: &Position, label: &Label) -> Option<PackedPosition> {
        if position.occupied().count() > MAX_PIECES {
            return None;
        }
        let mut bytes = [0; PACKED];
        bytes[..BOARD].copy_from_slice(&pack_board(position));
        let bound = match label.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        let result = label.result.map_or(RESULT_UNKNOWN, |result| result.index() as u8);
        let black = if position.side_to_move() == Color::Black { BLACK } else { 0 };
        let sample = if label.is_sample { SAMPLE } else { 0 };
        bytes[FLAGS] = black | bound << 1 | result << 3 | sample;
        bytes[DEPTH] = label.depth;
        bytes[SCORE..SCORE + 2].copy_from_slice(&label.score.to_le_bytes());
        bytes[CLOCK] = u8::try_from(position.halfmove_clock()).unwrap_or(u8::MAX);
        Some(PackedPosition(bytes))
    }

    /// What tells positions apart for the network.
    pub fn board_and_side(&self) -> BoardAndSide {
        (*self.board(), self.side())
    }

    fn board(&self) -> &[u8; BOARD] {
        let [board @ .., _, _, _, _, _, _, _, _] = &self.0;
        board
    }

    /// The occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        Bitboard(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
    }

    /// The number of the piece on the `index`-th occupied square: twice its
    /// kind, and one more if it is black.
    #[inline(always)]
    pub fn piece(&self, index: usize) -> usize {
        usize::from(self.0[8 + ((index / 2) & 15)] >> (index % 2 * 4) & 15)
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Color {
        if self.0[FLAGS] & BLACK == 0 { Color::White } else { Color::Black }
    }

    /// The bound of the score.
    #[inline(always)]
    pub fn bound(&self) -> Bound {
        match self.0[FLAGS] >> 1 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// The result of the game for White, if it is known.
    #[inline(always)]
    pub fn result(&self) -> Option<DecidedResult> {
        DecidedResult::ALL.get(usize::from(self.0[FLAGS] >> 3 & 3)).copied()
    }

    /// Whether the position is a sample of a search tree.
    #[inline(always)]
    pub fn is_sample(&self) -> bool {
        self.0[FLAGS] & SAMPLE != 0
    }

    /// The score for the side to move, in centipawns.
    #[inline(always)]
    pub fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[SCORE], self.0[SCORE + 1]])
    }

    /// The depth of the search that gave the score, in plies; 0 if unknown.
    pub fn depth(&self) -> u8 {
        self.0[DEPTH]
    }

    /// The linear evaluation for the side to move, in centipawns.
    #[inline(always)]
    pub fn linear(&self) -> i16 {
        i16::from_le_bytes([self.0[LINEAR], self.0[LINEAR + 1]])
    }

    /// The scale of the end game that the linear evaluation contains, in parts of
    /// [`FULL_SCALE`](crate::engine::eval::FULL_SCALE).
    #[inline(always)]
    pub fn scale(&self) -> u8 {
        self.0[SCALE]
    }

    /// Sets the linear evaluation; the value must fit into sixteen bits.
    pub fn set_linear(&mut self, linear: LinearEvaluation) {
        let value = linear.value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        self.0[LINEAR..LINEAR + 2].copy_from_slice(&value.to_le_bytes());
        self.0[SCALE] = linear.scale as u8;
    }

    /// The position, without castling rights and en passant.
    ///
    /// # Errors
    /// If the position is not legal or no search gives its score.
    pub fn unpack(&self) -> Result<Position, RecordError> {
        check_score(self.score())?;
        let mut setup = unpack_board(self.board())?;
        setup.side = self.side();
        setup.halfmove_clock = self.0[CLOCK].into();
        Ok(Position::try_from(&setup)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for fen in [
            "r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 b - - 7 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a legal position");
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for result in [None, Some(DecidedResult::Loss), Some(DecidedResult::Win)] {
                    let label =
                        Label { score: -321, bound, depth: 9, result, is_sample: result.is_none() };
                    let mut packed = PackedPosition::new(&position, &label).expect("few pieces");
                    packed.set_linear(LinearEvaluation { value: -77, scale: 12 });
                    assert_eq!(packed.unpack().unwrap().to_string(), position.to_string());
                    assert_eq!(packed.side(), position.side_to_move());
                    let found = (packed.score(), packed.bound(), packed.result());
                    assert_eq!(found, (-321, bound, result));
                    assert_eq!((packed.linear(), packed.scale()), (-77, 12));
                    assert_eq!(packed.is_sample(), result.is_none());
                }
            }
        }
    }

    #[test]
    fn a_crowded_board_is_not_packed() {
        let label =
            Label { score: 0, bound: Bound::Exact, depth: 0, result: None, is_sample: true };
        let fen = "rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(PackedPosition::new(&fen.parse().expect("a position"), &label), None);
        assert!(PackedPosition::new(&Position::start(), &label).is_some());
    }

    #[test]
    fn nonsense_is_no_position() {
        let mut all = PackedPosition([0xff; PACKED]);
        assert!(all.unpack().unwrap_err().to_string().contains("64 pieces"));
        assert!(PackedPosition([0; PACKED]).unpack().is_err());
        all.0[SCORE..SCORE + 2].copy_from_slice(&i16::MIN.to_le_bytes());
        assert_eq!(all.unpack().unwrap_err().to_string(), "its score -32768 is beyond mate");
    }
}
