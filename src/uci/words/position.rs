//! The command `position`.

use crate::chess::board::{FenStyle, Position};
use crate::chess::notation::uci;
use crate::chess::types::Move;
use std::fmt;

/// The command `position`: where a game begins, and its moves so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PositionCommand<S = String> {
    /// The FEN of the position before the moves; `None` for `startpos`.
    pub fen: Option<S>,
    /// The moves from there in UCI notation, with a space between.
    pub moves: S,
}

/// What is wrong with the words after `position`, a clause.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionWordsError {
    /// There are none.
    #[error("'startpos' or 'fen' should follow")]
    Nothing,
    /// They begin with this word.
    #[error("'startpos' or 'fen' should follow, not '{0}'")]
    Start(String),
    /// This word follows `startpos`.
    #[error("'moves' should follow, not '{0}'")]
    Moves(String),
}

impl PositionCommand {
    /// Reads the words after `position`. Whether they name a position, and legal
    /// moves, is left to the reader.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(text: &str) -> Result<PositionCommand, PositionWordsError> {
        let mut words = text.split_ascii_whitespace();
        let before_moves: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
        let fen = match before_moves.as_slice() {
            ["startpos"] => None,
            ["startpos", word, ..] => return Err(PositionWordsError::Moves(word.to_string())),
            ["fen", fields @ ..] => Some(fields.join(" ")),
            [] => return Err(PositionWordsError::Nothing),
            [word, ..] => return Err(PositionWordsError::Start(word.to_string())),
        };
        Ok(PositionCommand { fen, moves: words.collect::<Vec<_>>().join(" ") })
    }

    /// A game that begins with this position.
    pub fn new(start: &Position, chess960: bool) -> PositionCommand {
        let style = if chess960 { FenStyle::Shredder } else { FenStyle::Standard };
        let fen = (*start != Position::start()).then(|| start.fen(style));
        PositionCommand { fen, moves: String::new() }
    }

    /// Appends a move.
    pub fn push(&mut self, mv: Move, chess960: bool) {
        if !self.moves.is_empty() {
            self.moves.push(' ');
        }
        self.moves += &uci::format(mv, chess960);
    }
}

impl<S: AsRef<str>> fmt::Display for PositionCommand<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            None => f.write_str("position startpos")?,
            Some(fen) => write!(f, "position fen {}", fen.as_ref())?,
        }
        match self.moves.as_ref() {
            "" => Ok(()),
            moves => write!(f, " moves {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_written_as_the_variant_has_it() {
        let mut position = PositionCommand::new(&Position::start(), false);
        assert_eq!(position.to_string(), "position startpos");
        position.push(uci::parse(&Position::start(), "e2e4").unwrap(), false);
        assert_eq!(position.to_string(), "position startpos moves e2e4");
        let castles: Position = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1".parse().unwrap();
        let castle = uci::parse(&castles, "e1g1").unwrap();
        for (chess960, command) in [
            (false, "position fen 4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1 moves e1g1"),
            (true, "position fen 4k2r/8/8/8/8/8/8/4K2R w Hh - 0 1 moves e1h1"),
        ] {
            let mut position = PositionCommand::new(&castles, chess960);
            position.push(castle, chess960);
            assert_eq!(position.to_string(), command);
        }
    }

    #[test]
    fn white_space_does_not_matter() {
        let read = |text| PositionCommand::read(text);
        let position = |fen: Option<&str>, moves: &str| {
            Ok(PositionCommand { fen: fen.map(str::to_string), moves: moves.to_string() })
        };
        assert_eq!(
            read("\tfen 8/8  w -\t-  moves \t e2e4  e7e5\r"),
            position(Some("8/8 w - -"), "e2e4 e7e5")
        );
        assert_eq!(read("startpos"), position(None, ""));
        assert_eq!(read("startpos moves"), position(None, ""));
        assert_eq!(read("startpos moves e2e4"), position(None, "e2e4"));
        assert_eq!(read("fen"), position(Some(""), ""));
        for bad in ["", "moves e2e4", "start", "startpos e2e4"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
