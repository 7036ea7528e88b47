//! What a player is asked: from which position, and with how much time.

use crate::board::{FenStyle, Position};
use crate::notation::uci;
use crate::search::{Clock, Limits};
use crate::types::{Color, Depth, Move};
use std::fmt::Write;
use std::time::Duration;

/// A game so far, as `position` tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// Where it began; `None` for the start of a game of standard chess.
    pub fen: Option<String>,
    /// The moves from there, each after a space.
    pub moves: String,
    chess960: bool,
}

impl PositionCommand {
    /// A game that begins here.
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

    /// The command of the protocol.
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

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveRequest {
    /// Who is to move.
    pub side: Color,
    /// What is left on each clock and what each move adds, for those who have
    /// one.
    pub clocks: [Option<(Duration, Duration)>; Color::COUNT],
    /// Moves to the next time control of the side to move, if there is one.
    pub moves_to_go: Option<u32>,
    /// Exactly this time.
    pub move_time: Option<Duration>,
    /// This many nodes.
    pub nodes: Option<u64>,
    /// This many plies.
    pub depth: Option<u32>,
    /// When the player loses on time, if ever.
    pub allowance: Option<Duration>,
}

impl MoveRequest {
    /// The command of the protocol. A clock never says zero, which some
    /// engines take for no clock at all.
    pub fn command(&self) -> String {
        let mut text = "go".to_string();
        let mut say = |word: &str, number: u128| {
            // Writing to a string cannot fail.
            let _ = write!(text, " {word} {number}");
        };
        if let Some(own) = self.clocks[self.side.index()] {
            let [white, black] = self.clocks.map(|clock| clock.unwrap_or(own));
            say("wtime", white.0.as_millis().max(1));
            say("btime", black.0.as_millis().max(1));
            if !(white.1.is_zero() && black.1.is_zero()) {
                say("winc", white.1.as_millis());
                say("binc", black.1.as_millis());
            }
            if let Some(moves) = self.moves_to_go {
                say("movestogo", moves.into());
            }
        }
        if let Some(time) = self.move_time {
            say("movetime", time.as_millis().max(1));
        }
        if let Some(nodes) = self.nodes {
            say("nodes", nodes.into());
        }
        if let Some(depth) = self.depth {
            say("depth", depth.into());
        }
        text
    }

    /// The same for the built-in engine.
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
    fn commands_of_the_protocol() {
        let mut course = PositionCommand::new(&Position::start(), false);
        assert_eq!(course.command(), "position startpos");
        course.push(uci::parse(&Position::start(), "e2e4").unwrap());
        assert_eq!(course.command(), "position startpos moves e2e4");
        let castles: Position = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1".parse().unwrap();
        let castle = uci::parse(&castles, "e1g1").unwrap();
        for (chess960, command) in [
            (false, "position fen 4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1 moves e1g1"),
            (true, "position fen 4k2r/8/8/8/8/8/8/4K2R w Hh - 0 1 moves e1h1"),
        ] {
            let mut course = PositionCommand::new(&castles, chess960);
            course.push(castle);
            assert_eq!(course.command(), command);
        }
    }

    #[test]
    fn only_who_has_a_clock_hears_of_clocks() {
        let ms = Duration::from_millis;
        let order = MoveRequest {
            side: Color::Black,
            clocks: [None, Some((ms(0), ms(10)))],
            moves_to_go: Some(5),
            move_time: None,
            nodes: None,
            depth: Some(9),
            allowance: Some(ms(0)),
        };
        let command = "go wtime 1 btime 1 winc 10 binc 10 movestogo 5 depth 9";
        assert_eq!(order.command(), command);
        let white = MoveRequest { side: Color::White, nodes: Some(7), depth: None, ..order };
        assert_eq!(white.command(), "go nodes 7");
        assert_eq!(white.limits().clock, None);
        assert_eq!(order.limits().clock.unwrap().moves_to_go, Some(5));
    }
}
