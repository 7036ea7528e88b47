//! Records of version 1, and what those of both versions share. The documentation
//! of the folder has the tables of the format.

use super::game::{DecidedResult, MAX_PIECES, TrainingGame};
use crate::chess::board::{Position, Setup};
use crate::chess::movegen::is_legal;
use crate::chess::types::{Color, File, Move, Rank, Square, Wing};
use crate::training::data::error::{DataError, RecordError};
use crate::training::data::packed::{check_score, pack_board, unpack_board};
use crate::training::data::record_file::fnv1a;

/// A version of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Four bytes for each move. Existing files go on with it.
    Plain = 1,
    /// Packed moves and scores, and heads. New files have it.
    Packed = 2,
}

/// The length of the number of moves and its complement, in bytes.
pub const COUNT: usize = 4;
/// The length of the starting position with the result, in bytes.
pub const START: usize = 32;
/// The length of a move with its score, in bytes.
const MOVE: usize = 4;
/// The length of a checksum, in bytes.
pub const CHECKSUM: usize = 4;

/// The greatest length of a record, in bytes.
pub const LONGEST: usize = COUNT + START + MOVE * u16::MAX as usize + CHECKSUM;

/// The number of a file where there is none.
const NO_FILE: u8 = 8;
/// The bit that is set if Black is to move.
const BLACK_TO_MOVE: u8 = 128;

/// The length in bytes that these bytes claim for the record that they begin with;
/// `None` if no record begins with them.
pub fn claimed_length(version: Version, bytes: &[u8]) -> Option<usize> {
    let [c0, c1, n0, n1] = *bytes.first_chunk::<COUNT>()?;
    let [count, complement] = [[c0, c1], [n0, n1]].map(u16::from_le_bytes);
    let rest = match version {
        Version::Plain => START + MOVE * usize::from(count),
        Version::Packed => count.into(),
    };
    (complement == !count).then_some(COUNT + rest + CHECKSUM)
}

/// The number of moves of a record.
pub fn plies(record: &[u8]) -> u16 {
    u16::from_le_bytes([record[0], record[1]])
}

/// Whether the checksum of a whole record is right.
pub fn is_intact(record: &[u8]) -> bool {
    record
        .split_last_chunk()
        .is_some_and(|(rest, &checksum)| fnv1a(rest) == u32::from_le_bytes(checksum))
}

/// Appends the record of a game to `out`.
///
/// # Errors
/// If the game is too long, or begins with too many pieces.
pub fn encode(game: &TrainingGame, out: &mut Vec<u8>) -> Result<(), DataError> {
    if game.moves.len() > u16::MAX.into() {
        return Err(DataError::TooLong(game.moves.len()));
    }
    check_pieces(game)?;
    let begin = out.len();
    encode_content(game, out);
    let checksum = fnv1a(&out[begin..]);
    out.extend(checksum.to_le_bytes());
    Ok(())
}

/// Refuses a game that begins with more pieces than a record has room for.
///
/// # Errors
/// If the game has more.
pub fn check_pieces(game: &TrainingGame) -> Result<(), DataError> {
    match game.start.occupied().count() {
        pieces if pieces > MAX_PIECES => Err(DataError::TooManyPieces(pieces)),
        _ => Ok(()),
    }
}

/// Appends the record of a game that is not too long, without its checksum.
pub fn encode_content(game: &TrainingGame, out: &mut Vec<u8>) {
    let plies = game.moves.len() as u16;
    out.extend(plies.to_le_bytes());
    out.extend((!plies).to_le_bytes());
    encode_start(&game.start, game.result, out);
    for &(mv, score) in &game.moves {
        out.extend(mv.bits().to_le_bytes());
        let score = score.0.clamp(i32::from(i16::MIN), i32::from(i16::MAX));
        out.extend((score as i16).to_le_bytes());
    }
}

/// Appends a starting position with the result.
pub fn encode_start(start: &Position, result: DecidedResult, out: &mut Vec<u8>) {
    let setup = Setup::from(start);
    out.extend(pack_board(start));
    let number = |file: Option<File>| file.map_or(NO_FILE, |file| file.index() as u8);
    for [king_side, queen_side] in setup.castling {
        out.push(number(king_side) | number(queen_side) << 4);
    }
    let side = if setup.side == Color::Black { BLACK_TO_MOVE } else { 0 };
    out.push(number(setup.en_passant.map(|square| square.file())) | side);
    out.push(result as u8);
    out.extend(setup.halfmove_clock.to_le_bytes());
    let number = u16::try_from(setup.fullmove_number).unwrap_or(u16::MAX);
    out.extend(number.to_le_bytes());
}

/// Decodes an intact record.
///
/// # Errors
/// If the record is not a legal game.
pub fn decode(record: &[u8]) -> Result<TrainingGame, RecordError> {
    let (start, rest) = record
        .get(COUNT..)
        .and_then(|rest| rest.split_first_chunk())
        .ok_or(RecordError::TooShort)?;
    let (start, result) = decode_start(start)?;
    let moves = rest.get(..MOVE * usize::from(plies(record))).ok_or(RecordError::TooShort)?;

    let mut game = TrainingGame { start, result, moves: Vec::with_capacity(moves.len() / MOVE) };
    let mut position = game.start.clone();
    for bytes in moves.chunks_exact(MOVE) {
        let mv = Move::from_bits(u16::from_le_bytes([bytes[0], bytes[1]]));
        let mv = mv
            .filter(|&mv| is_legal(&position, mv))
            .ok_or(RecordError::IllegalMove(game.moves.len()))?;
        let score = check_score(i16::from_le_bytes([bytes[2], bytes[3]]))?;
        game.moves.push((mv, score));
        position.play(mv, &mut ());
    }
    Ok(game)
}

/// Decodes a starting position with the result.
///
/// # Errors
/// A clause, if the position or the result is impossible.
pub fn decode_start(bytes: &[u8; START]) -> Result<(Position, DecidedResult), RecordError> {
    let [board @ .., white, black, side, result, c0, c1, n0, n1] = bytes;
    let mut setup = unpack_board(board)?;
    for (color, rights) in [(Color::White, *white), (Color::Black, *black)] {
        setup.castling[color.index()][Wing::King.index()] = file(rights & 15)?;
        setup.castling[color.index()][Wing::Queen.index()] = file(rights >> 4)?;
    }
    setup.side = if side & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
    let rank = Rank::Sixth.relative_to(setup.side);
    setup.en_passant = file(side & !BLACK_TO_MOVE)?.map(|file| Square::new(file, rank));
    setup.halfmove_clock = u16::from_le_bytes([*c0, *c1]);
    setup.fullmove_number = u16::from_le_bytes([*n0, *n1]).into();
    let result = DecidedResult::ALL.get(usize::from(*result)).ok_or(RecordError::Result)?;
    Ok((Position::try_from(&setup)?, *result))
}

fn file(number: u8) -> Result<Option<File>, RecordError> {
    match number {
        NO_FILE => Ok(None),
        _ => match File::ALL.get(usize::from(number)) {
            Some(&file) => Ok(Some(file)),
            None => Err(RecordError::File(number)),
        },
    }
}
