//! What a player is asked: the `position` and `go` commands of UCI.

use crate::chess::board::{FenStyle, Position};
use crate::chess::notation::uci;
use crate::chess::types::{Color, Depth, Move};
use crate::engine::search::{Clock, Limits};
use std::fmt::Write;
use std::time::Duration;

/// The moves of a game so far, for the command `position`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// The position before the moves; `None` for the usual starting position.
    pub fen: Option<String>,
    /// The moves from there, each preceded by a space.
    pub moves: String,
    chess960: bool,
}

impl PositionCommand {
    /// A game that begins with this position.
    pub fn new(start: &Position, chess960: bool) -> PositionCommand {
        let style = if chess960 { FenStyle::Shredder } else { FenStyle::Standard };
        let fen = (*start != Position::start()).then(|| start.fen(style));
        PositionCommand { fen, moves: String::new(), chess960 }
    }

    /// Appends a move.
    pub fn push(&mut self, mv: Move) {
        self.moves.push(' ');
        self.moves += &uci::format(mv, self.chess960);
    }

    /// The UCI command.
    pub fn command(&self) -> String {
        let mut text = match &self.fen {
            None => "position startpos".to_string(),
            Some(fen) => format!("position fen {fen}"),
        };
        if !self.moves.is_empty() {
            text += " moves";
            text += &self.moves;
        }
        text
    }
}

/// The limits of one move, for the command `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveRequest {
    /// The side to move.
    pub side: Color,
    /// Time left and increment by color; `None` for a player without a clock.
    pub clocks: [Option<(Duration, Duration)>; Color::COUNT],
    /// Moves to the next time control of the side to move, if there is one.
    pub moves_to_go: Option<u32>,
    /// Search for exactly this time.
    pub move_time: Option<Duration>,
    /// Search this many nodes.
    pub nodes: Option<u64>,
    /// Search to this depth in plies.
    pub depth: Option<u32>,
    /// The time after which the player loses on time, the margin included.
    pub allowance: Option<Duration>,
}

impl MoveRequest {
    /// The UCI command. A clock never shows zero, which some engines take for
    /// no clock at all.
    pub fn command(&self) -> String {
        let mut text = "go".to_string();
        let mut append = |word: &str, number: u128| {
            // Writing to a string cannot fail.
            let _ = write!(text, " {word} {number}");
        };
        if let Some(own) = self.clocks[self.side.index()] {
            let [white, black] = self.clocks.map(|clock| clock.unwrap_or(own));
            append("wtime", white.0.as_millis().max(1));
            append("btime", black.0.as_millis().max(1));
            if !(white.1.is_zero() && black.1.is_zero()) {
                append("winc", white.1.as_millis());
                append("binc", black.1.as_millis());
            }
            if let Some(moves) = self.moves_to_go {
                append("movestogo", moves.into());
            }
        }
        if let Some(time) = self.move_time {
            append("movetime", time.as_millis().max(1));
        }
        if let Some(nodes) = self.nodes {
            append("nodes", nodes.into());
        }
        if let Some(depth) = self.depth {
            append("depth", depth.into());
        }
        text
    }

    /// The same limits for the built-in engine.
    pub fn limits(&self) -> Limits {
        let clock = self.clocks[self.side.index()].map(|(left, increment)| Clock {
            left,
            increment,
            moves_to_go: self.moves_to_go,
        });
        Limits {
            depth: self.depth.map(|depth| Depth::try_from(depth).unwrap_or(Depth::MAX)),
            nodes: self.nodes,
            move_time: self.move_time,
            clock,
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_follow_uci() {
        let mut position = PositionCommand::new(&Position::start(), false);
        assert_eq!(position.command(), "position startpos");
        position.push(uci::parse(&Position::start(), "e2e4").unwrap());
        assert_eq!(position.command(), "position startpos moves e2e4");
        let castles: Position = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1".parse().unwrap();
        let castle = uci::parse(&castles, "e1g1").unwrap();
        for (chess960, command) in [
            (false, "position fen 4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1 moves e1g1"),
            (true, "position fen 4k2r/8/8/8/8/8/8/4K2R w Hh - 0 1 moves e1h1"),
        ] {
            let mut position = PositionCommand::new(&castles, chess960);
            position.push(castle);
            assert_eq!(position.command(), command);
        }
    }

    #[test]
    fn only_a_player_with_a_clock_gets_the_clocks() {
        let ms = Duration::from_millis;
        let request = MoveRequest {
            side: Color::Black,
            clocks: [None, Some((ms(0), ms(10)))],
            moves_to_go: Some(5),
            move_time: None,
            nodes: None,
            depth: Some(9),
            allowance: Some(ms(0)),
        };
        let command = "go wtime 1 btime 1 winc 10 binc 10 movestogo 5 depth 9";
        assert_eq!(request.command(), command);
        let white = MoveRequest { side: Color::White, nodes: Some(7), depth: None, ..request };
        assert_eq!(white.command(), "go nodes 7");
        assert_eq!(white.limits().clock, None);
        assert_eq!(request.limits().clock.unwrap().moves_to_go, Some(5));
    }
}
