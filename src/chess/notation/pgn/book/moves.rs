//! The moves among the words of a book.

use super::words::{Word, WordKind, append};
use crate::chess::board::Position;
use crate::chess::movegen::legal_moves;
use crate::chess::notation::pgn::game::play;
use crate::chess::notation::pgn::signs;
use crate::chess::notation::{MoveError, descriptive};
use crate::chess::types::{Color, Move};

/// The most words of a move: each sign apart, and "dis ch".
const MOST_WORDS: usize = 14;
/// At most this number of words are between a word that may tell the result and the
/// move that shows that it does not.
const MOST_PROSE: usize = 200;
/// At most this number of the numbers between them are tried.
const MOST_NUMBERS: usize = 4;

/// A row of words that is a legal move, or a null move.
pub struct Reading {
    pub mv: Option<Move>,
    /// The number of words.
    pub length: usize,
}

/// Finds the moves among words, which have an index each.
#[derive(Clone, Copy)]
pub struct MoveFinder<'w>(pub &'w [Word]);

impl<'w> MoveFinder<'w> {
    pub fn kind(&self, index: usize) -> Option<&'w WordKind> {
        self.0.get(index).map(|word| &word.kind)
    }

    /// The move at an index: the longest after which the words make sense.
    pub fn reading(&self, position: &Position, from: usize) -> Option<Reading> {
        let mut readings = self.readings(position, from);
        let follows = |reading: &Reading| {
            let next = from + reading.length;
            let mut after = position.clone();
            play(&mut after, reading.mv);
            !self.is_move_like(&after, next) || !self.readings(&after, next).is_empty()
        };
        let best = readings.iter().position(follows).unwrap_or(0);
        (best < readings.len()).then(|| readings.swap_remove(best))
    }

    /// The words from an index that are a legal move together, the longest row
    /// first.
    pub fn readings(&self, position: &Position, from: usize) -> Vec<Reading> {
        if self.is_null(position, from) && !position.in_check() {
            return vec![Reading { mv: None, length: 1 }];
        }
        let legal = legal_moves(position);
        let read = |(index, row): (usize, String)| {
            let mv = descriptive::resolve(position, &legal, &row).ok()?;
            Some(Reading { mv: Some(mv), length: index + 1 })
        };
        let mut readings: Vec<Reading> = self.rows(from).enumerate().filter_map(read).collect();
        readings.reverse();
        readings
    }

    /// The rows of words that begin at an index, the shortest first.
    fn rows(&self, from: usize) -> impl Iterator<Item = String> {
        let words = self.0.iter().skip(from).take(MOST_WORDS);
        words.map_while(Word::text).scan(String::new(), |row, word| {
            append(row, word);
            Some(row.clone())
        })
    }

    /// Whether a word must be a move or a part of one.
    pub fn is_move_like(&self, position: &Position, index: usize) -> bool {
        let Some(WordKind::Text(text)) = self.kind(index) else { return false };
        if text.starts_with('$') || signs::result(text).is_some() {
            return false;
        }
        if is_dash(text) {
            return self.is_null(position, index);
        }
        let upper = text.trim_end_matches(['.', ',', ';']).to_uppercase();
        let letters = upper.chars().filter(|c| c.is_alphabetic()).count();
        let has_sign = upper.chars().any(|c| !c.is_alphabetic() && c != '\'' && c != '’');
        let spoken = ["CASTLES", "CASTLE", "TAKES", "TO", "X"].contains(&upper.as_str());
        letters == 0
            || has_sign
            || spoken
            || letters <= 3 && upper.chars().all(|c| "KQRBNTP".contains(c))
            || self.rows(index).any(|row| descriptive::is_move(&row))
    }

    /// Whether a word passes the turn. A dash in prose has no move number before it,
    /// and prose after it or White to move.
    fn is_null(&self, position: &Position, index: usize) -> bool {
        let is_prose = |text: &str| !text.starts_with('$') && signs::result(text).is_none();
        let precedes_prose =
            matches!(self.kind(index + 1), Some(WordKind::Text(text)) if is_prose(text));
        let is_of_black = position.side_to_move() == Color::Black && !precedes_prose;
        matches!(self.kind(index), Some(WordKind::Text(text)) if text == "--")
            && (self.follows_number(index) || is_of_black)
    }

    pub fn follows_number(&self, index: usize) -> bool {
        index > 0 && matches!(self.kind(index - 1), Some(WordKind::Number { .. }))
    }

    pub fn is_number(&self, index: usize, expected: u32) -> bool {
        matches!(self.kind(index), Some(WordKind::Number { digits, .. }) if digits.parse() == Ok(expected))
    }

    pub fn is_number_of_black(&self, index: usize) -> bool {
        matches!(self.kind(index), Some(WordKind::Number { of_black: true, .. }))
    }

    /// The best reason why no move begins at an index.
    pub fn error(&self, position: &Position, from: usize) -> MoveError {
        let legal = legal_moves(position);
        let rows: Vec<String> = self.rows(from).collect();
        let errors =
            rows.iter().rev().filter_map(|row| descriptive::resolve(position, &legal, row).err());
        let mut syntax = None;
        for error in errors {
            if !matches!(error, MoveError::Syntax { .. }) {
                return error;
            }
            syntax = Some(error);
        }
        syntax.unwrap_or_else(|| MoveError::Null(String::new()))
    }

    /// Whether a legal move of this game comes soon after an index, with its number
    /// before it, or with the next number after a move of Black.
    pub fn goes_on(&self, position: &Position, from: usize) -> bool {
        let number = position.fullmove_number();
        let is_black = position.side_to_move() == Color::Black;
        let is_tag = |index: usize| matches!(self.kind(index), Some(WordKind::Tag(_)));
        let near = from..self.0.len().min(from + MOST_PROSE);
        let mut numbers = near.take_while(|&index| !is_tag(index)).filter(|&index| {
            self.is_number(index, number) || is_black && self.is_number(index, number + 1)
        });
        let is_move_after = |index: usize| {
            self.is_number(index, number) && !self.readings(position, index + 1).is_empty()
        };
        let is_move_before = |index: usize| {
            let begins =
                (1..=MOST_WORDS).filter_map(|length| Some((index.checked_sub(length)?, length)));
            let mut begins = begins.take_while(|(begin, _)| *begin >= from);
            begins.any(|(begin, length)| {
                self.readings(position, begin).iter().any(|reading| reading.length == length)
            })
        };
        numbers.by_ref().take(MOST_NUMBERS).any(|index| {
            is_move_after(index) || self.is_number(index, number + 1) && is_move_before(index)
        })
    }
}

/// Whether a word is made of dashes. A single one may be a part of a move.
fn is_dash(text: &str) -> bool {
    text.chars().count() > 1 && text.chars().all(|symbol| "-–—−".contains(symbol))
}
