//! Encodes and decodes records of version 2: games that take less than two bytes
//! a position, and heads. The documentation of the folder has the tables of the
//! format.

use super::bits::{BitReader, BitWriter, RiceCode};
use super::game::TrainingGame;
use super::layout::{CHECKSUM, COUNT, START, check_pieces, decode_start, encode_start};
use crate::chess::board::Position;
use crate::chess::movegen::legal_moves;
use crate::chess::types::{Move, MoveList, Score};
use crate::training::data::error::{DataError, RecordError};
use crate::training::data::packed::check_score;
use crate::training::data::record_file::fnv1a;

/// The length of the number of moves, in bytes.
const PLIES: usize = 2;
/// In the place of the number of moves: the record is a head.
const HEAD: u16 = u16::MAX;
/// The greatest length of the text of a head, in bytes.
pub const MAX_HEAD: usize = 4096;

/// The greatest length of a record, in bytes.
pub const LONGEST: usize = COUNT + u16::MAX as usize + CHECKSUM;

/// The number of moves of a record; `None` if it is a head.
pub fn plies(record: &[u8]) -> Option<u16> {
    let plies = u16::from_le_bytes(*record.get(COUNT..)?.first_chunk()?);
    (plies != HEAD).then_some(plies)
}

/// The text of a head without control characters, which would reach the user's
/// terminal; `None` if the record is of a game.
pub fn head(record: &[u8]) -> Option<String> {
    if plies(record).is_some() {
        return None;
    }
    let text = record.get(COUNT + PLIES..record.len().saturating_sub(CHECKSUM));
    let text = String::from_utf8_lossy(text.unwrap_or_default());
    Some(text.chars().filter(|&c| c == '\n' || !c.is_control()).collect())
}

/// Appends the record of a head. A text that is too long is cut.
pub fn encode_head(text: &str, out: &mut Vec<u8>) {
    let text = &text[..text.floor_char_boundary(MAX_HEAD)];
    let begin = begin(out);
    out.extend(HEAD.to_le_bytes());
    out.extend(text.bytes());
    // A short text fits.
    let _ = finish(begin, out);
}

/// Appends the record of a game.
///
/// # Errors
/// If the game is too long, begins with too many pieces or has an illegal move; then `out` is as before.
pub fn encode(game: &TrainingGame, out: &mut Vec<u8>) -> Result<(), DataError> {
    let begin = begin(out);
    let encoded = encode_game(game, out)
        .and_then(|()| finish(begin, out).ok_or(DataError::TooLong(game.moves.len())));
    if encoded.is_err() {
        out.truncate(begin);
    }
    encoded
}

fn encode_game(game: &TrainingGame, out: &mut Vec<u8>) -> Result<(), DataError> {
    let plies = u16::try_from(game.moves.len()).ok().filter(|&plies| plies != HEAD);
    let plies = plies.ok_or(DataError::TooLong(game.moves.len()))?;
    check_pieces(game)?;
    out.extend(plies.to_le_bytes());
    encode_start(&game.start, game.result, out);
    let mut bits = BitWriter::new(out);
    let mut scores = ScoreCode::new();
    let mut positions = game.positions();
    for ply in 0.. {
        let Some((position, mv, score)) = positions.next() else { break };
        let legal = legal_moves(position);
        if !legal.contains(&mv) {
            return Err(DataError::IllegalMove(ply));
        }
        let number = legal.iter().filter(|other| other.bits() < mv.bits()).count();
        bits.put_below(legal.len() as u32, number as u32);
        scores.put(score, &mut bits);
    }
    bits.finish();
    Ok(())
}

/// Leaves room for the length of a record; returns where the record begins.
fn begin(out: &mut Vec<u8>) -> usize {
    out.extend([0; COUNT]);
    out.len() - COUNT
}

/// Writes the length and the checksum of the record that begins there; `None` if
/// it is too long.
fn finish(begin: usize, out: &mut Vec<u8>) -> Option<()> {
    let length = u16::try_from(out.len() - begin - COUNT).ok()?;
    out[begin..begin + 2].copy_from_slice(&length.to_le_bytes());
    out[begin + 2..begin + COUNT].copy_from_slice(&(!length).to_le_bytes());
    let checksum = fnv1a(&out[begin..]);
    out.extend(checksum.to_le_bytes());
    Some(())
}

/// Decodes the intact record of a game.
///
/// # Errors
/// If the record is not a legal game.
pub fn decode(record: &[u8]) -> Result<TrainingGame, RecordError> {
    let plies = plies(record).ok_or(RecordError::TooShort)?;
    let end = record.len().saturating_sub(CHECKSUM);
    let (start, bits) = record
        .get(COUNT + PLIES..end)
        .and_then(|rest| rest.split_first_chunk::<START>())
        .ok_or(RecordError::TooShort)?;
    let (start, result) = decode_start(start)?;
    let mut bits = BitReader::new(bits);
    let mut scores = ScoreCode::new();
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies.into());
    for ply in 0..plies {
        let mv = take_move(&position, &mut bits).ok_or(RecordError::NoMove(ply))?;
        let score = scores.take(&mut bits).ok_or(RecordError::TooShort)?;
        moves.push((mv, check_score(score)?));
        position.play(mv, &mut ());
    }
    if !bits.is_over() {
        return Err(RecordError::TooLong);
    }
    Ok(TrainingGame { start, result, moves })
}

/// Reads the number of a move among the legal ones.
fn take_move(position: &Position, bits: &mut BitReader<'_>) -> Option<Move> {
    let mut legal: MoveList = legal_moves(position);
    if legal.is_empty() {
        return None;
    }
    let number = bits.take_below(legal.len() as u32)? as usize;
    let (_, &mut mv, _) = legal.select_nth_unstable_by_key(number, |mv| mv.bits());
    Some(mv)
}

/// Codes each score by its difference to the score before it.
struct ScoreCode {
    code: RiceCode,
    last: i16,
}

impl ScoreCode {
    fn new() -> ScoreCode {
        ScoreCode { code: RiceCode::new(), last: 0 }
    }

    fn put(&mut self, score: Score, bits: &mut BitWriter<'_>) {
        let score = score.0.clamp(i16::MIN.into(), i16::MAX.into());
        let difference = score - i32::from(self.last);
        // 0, -1, 1, -2, …: the sign is the lowest bit.
        self.code.put((difference << 1 ^ difference >> 31) as u32, bits);
        self.last = score as i16;
    }

    /// `None` if the bits end or there is no such score.
    fn take(&mut self, bits: &mut BitReader<'_>) -> Option<i16> {
        let number = self.code.take(bits)? as i32;
        let difference = number >> 1 ^ -(number & 1);
        self.last = i16::try_from(i32::from(self.last) + difference).ok()?;
        Some(self.last)
    }
}
