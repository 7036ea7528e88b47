//! The names of openings, for the tags `ECO` and `Opening` of a game, and the moves
//! that are known.

use crate::chess::board::Position;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::notation::san;
use crate::chess::types::Move;
use once_cell::sync::Lazy;
use std::collections::HashMap;

// The build script packs opening_names.tsv.
const CODES: &str = include_str!(concat!(env!("OUT_DIR"), "/opening_codes.txt"));
const NAMES: &str = include_str!(concat!(env!("OUT_DIR"), "/opening_names.txt"));
const MOVES: &str = include_str!(concat!(env!("OUT_DIR"), "/opening_moves.txt"));

/// What an opening is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct OpeningName {
    /// The code of the Encyclopaedia of Chess Openings, such as `B90`.
    pub eco: &'static str,
    /// The name in English.
    pub name: &'static str,
}

/// The opening of a game, and how far the table knows its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownOpening {
    /// The name of the last position that has one.
    pub opening: OpeningName,
    /// The plies up to the last position of the table, with or without a name: one
    /// more than the index of the last book move.
    pub plies: usize,
}

impl KnownOpening {
    /// The opening of a game; none in Chess960.
    pub fn of(game: &PgnGame) -> Option<KnownOpening> {
        (!game.chess960).then(|| known_opening(&game.start, game.legal_moves())).flatten()
    }
}

/// The positions of the table by their keys, so that transpositions are found too.
/// Those on the way to a name have none themselves. A test reads all lines.
static POSITIONS: Lazy<HashMap<u64, Option<OpeningName>>> = Lazy::new(|| {
    let mut positions = HashMap::new();
    let mut path: Vec<Position> = Vec::new();
    for (name, same, moves) in rows() {
        path.truncate(same);
        for text in moves.split(' ') {
            let position = path.last().cloned().unwrap_or_else(Position::start);
            let Ok(mv) = san::parse(&position, text) else { break };
            let position = position.after(mv);
            positions.entry(position.key()).or_insert(None);
            path.push(position);
        }
        if let Some(position) = path.last() {
            positions.insert(position.key(), Some(name));
        }
    }
    positions
});

/// The lines of the table in the order of their moves: the name, how many moves are
/// those of the line before, and the other moves.
fn rows() -> impl Iterator<Item = (OpeningName, usize, &'static str)> {
    let mut eco = "";
    CODES.lines().zip(NAMES.lines()).zip(MOVES.lines()).filter_map(move |((code, name), line)| {
        // No code is that of the line before, and moves follow a letter.
        eco = if code.is_empty() { eco } else { code };
        let (same, moves) = line.split_at_checked(1)?;
        Some((OpeningName { eco, name }, usize::from(same.as_bytes()[0] - b'A'), moves))
    })
}

/// The opening of a game: the name of its last position that has one, in whatever
/// order the moves were made. A game with another starting position has an opening
/// if it reaches such a position.
///
/// ```
/// use staunton::chess::Position;
/// use staunton::chess::notation::{opening_names::known_opening, san};
///
/// let start = Position::start();
/// let known = known_opening(&start, san::parse(&start, "d4").into_iter()).expect("it is known");
/// assert_eq!((known.opening.name, known.plies), ("Queen's Pawn Game", 1));
/// ```
pub fn known_opening(start: &Position, moves: impl Iterator<Item = Move>) -> Option<KnownOpening> {
    let mut position = start.clone();
    let (mut opening, mut plies) = (None, 0);
    let after = moves.map(|mv| {
        position.play(mv, &mut ());
        position.key()
    });
    // The last one counts, so all are looked up.
    for (ply, key) in std::iter::once(start.key()).chain(after).enumerate() {
        if let Some(name) = POSITIONS.get(&key) {
            (opening, plies) = (name.or(opening), ply);
        }
    }
    Some(KnownOpening { opening: opening?, plies })
}

/// The name of a game's opening: see [`known_opening`].
pub fn opening_name(start: &Position, moves: impl Iterator<Item = Move>) -> Option<OpeningName> {
    known_opening(start, moves).map(|known| known.opening)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(moves: &str) -> Option<KnownOpening> {
        let mut position = Position::start();
        let moves = moves.split(' ').map(|text| {
            let mv = san::parse(&position, text).expect("a legal move");
            position = position.after(mv);
            mv
        });
        known_opening(&Position::start(), moves)
    }

    #[test]
    fn every_line_of_the_table_is_read_and_names_its_own_position() {
        let table = include_str!("opening_names.tsv");
        let lines: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.len() > 3_500 && rows().count() == lines.len());
        assert_eq!(POSITIONS.values().flatten().count(), lines.len());
        let mut last = "";
        for (line, (name, ..)) in lines.iter().zip(rows()) {
            let (start, moves) = line.rsplit_once('\t').expect("three fields");
            assert_eq!(start, format!("{}\t{}", name.eco, name.name));
            assert!(last <= moves, "{last} comes before {moves}");
            last = moves;
            let opening = KnownOpening { opening: name, plies: moves.split(' ').count() };
            assert_eq!(known(moves), Some(opening), "{moves}");
            let [letter, digits @ ..] = name.eco.as_bytes() else { panic!("{name:?}") };
            assert!(matches!(letter, b'A'..=b'E') && digits.len() == 2, "{name:?}");
            assert!(digits.iter().all(u8::is_ascii_digit), "{name:?}");
        }
    }

    #[test]
    fn the_last_known_position_counts_however_it_was_reached() {
        let name = |moves| known(moves).map(|known| (known.opening.name, known.plies));
        let najdorf = Some(("Sicilian Defense: Najdorf Variation", 10));
        assert_eq!(name("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Rb1 h5"), najdorf);
        assert_eq!(name("Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"), najdorf);
        // The position has left the table and comes back.
        assert_eq!(name("e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Bb5"), Some(("Ruy Lopez", 9)));
        // A position on the way to a name is known, though it has none.
        assert_eq!(
            name("e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6 c3 Nge7 Na3 b6"),
            Some(("Scotch Game: Classical Variation", 12))
        );
        let other: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().expect("a position");
        assert_eq!(known_opening(&other, std::iter::empty()), None);
    }
}
