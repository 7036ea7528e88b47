//! The names of openings, for the tags `ECO` and `Opening` of a game.

use crate::chess::board::Position;
use crate::chess::notation::san;
use crate::chess::types::Move;
use once_cell::sync::Lazy;
use std::collections::HashMap;

const TABLE: &str = include_str!("opening_names.tsv");

/// Positions after more plies than this have no names.
const MAX_PLIES: usize = 10;

/// What an opening is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningName {
    /// The code of the Encyclopaedia of Chess Openings, such as `B90`.
    pub eco: &'static str,
    /// The name in English.
    pub name: &'static str,
}

/// The names by the key of the position, so that transpositions have them too.
/// A line that cannot be read has none: a test reads them all.
static NAMES: Lazy<HashMap<u64, OpeningName>> =
    Lazy::new(|| rows().filter_map(|(name, moves)| Some((key(moves)?, name))).collect());

/// The names and the moves of the table.
fn rows() -> impl Iterator<Item = (OpeningName, &'static str)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (eco, rest) = line.split_once('\t')?;
        let (name, moves) = rest.split_once('\t')?;
        Some((OpeningName { eco, name }, moves))
    })
}

/// The key of the position after these moves; `None` if one is not legal.
fn key(moves: &str) -> Option<u64> {
    let mut position = Position::start();
    for text in moves.split(' ') {
        position = position.after(san::parse(&position, text).ok()?);
    }
    Some(position.key())
}

/// The name of the last position with a name among the first ten plies of a game.
/// A game with another starting position has a name if it reaches such a
/// position.
pub fn opening_name(start: &Position, moves: impl Iterator<Item = Move>) -> Option<OpeningName> {
    let mut position = start.clone();
    let mut found = NAMES.get(&position.key());
    for mv in moves.take(MAX_PLIES) {
        position = position.after(mv);
        found = NAMES.get(&position.key()).or(found);
    }
    found.copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read_and_names_its_own_position() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert!(lines > 2_000 && rows().count() == lines);
        assert_eq!(NAMES.len(), lines);
        for (name, moves) in rows() {
            assert!(key(moves).is_some(), "{moves}");
            assert!(moves.split(' ').count() <= MAX_PLIES, "{moves}");
            let [letter, digits @ ..] = name.eco.as_bytes() else { panic!("{name:?}") };
            assert!(matches!(letter, b'A'..=b'E') && digits.len() == 2, "{name:?}");
            assert!(digits.iter().all(u8::is_ascii_digit), "{name:?}");
        }
    }
}
