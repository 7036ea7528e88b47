//! What a player is asked: the `position` and `go` commands of UCI.

use crate::chess::types::Color;
use crate::engine::search::Limits;
use crate::uci::words::GoCommand;
pub use crate::uci::words::PositionCommand;
use std::time::Duration;

/// The limits of one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRequest {
    side: Color,
    /// The command `go`.
    pub command: GoCommand<'static>,
    /// The time after which the player loses on time, the margin included.
    pub allowance: Option<Duration>,
}

impl MoveRequest {
    /// A request to the side to move, with time left and increment of both sides if
    /// it has a clock. The command has its other limits.
    pub fn new(
        side: Color,
        clocks: [Option<(Duration, Duration)>; Color::COUNT],
        mut command: GoCommand<'static>,
        allowance: Option<Duration>,
    ) -> MoveRequest {
        if let Some(own) = clocks[side.index()] {
            let clocks = clocks.map(|clock| clock.unwrap_or(own));
            command.time_left = clocks.map(|(left, _)| Some(left));
            if clocks.iter().any(|(_, increment)| !increment.is_zero()) {
                command.increment = clocks.map(|(_, increment)| Some(increment));
            }
        }
        MoveRequest { side, command, allowance }
    }

    /// The same limits for the built-in engine.
    pub fn limits(&self) -> Limits {
        self.command.limits(self.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_player_with_a_clock_gets_the_clocks() {
        let ms = Duration::from_millis;
        let clocks = [None, Some((ms(0), ms(10)))];
        let go = GoCommand { depth: Some(9), moves_to_go: Some(5), ..GoCommand::default() };
        let black = MoveRequest::new(Color::Black, clocks, go, Some(ms(0)));
        let command = "go wtime 1 btime 1 winc 10 binc 10 movestogo 5 depth 9";
        assert_eq!(black.command.to_string(), command);
        assert_eq!(black.limits().clock.unwrap().moves_to_go, Some(5));
        let go = GoCommand { nodes: Some(7), ..GoCommand::default() };
        let white = MoveRequest::new(Color::White, clocks, go, Some(ms(0)));
        assert_eq!(white.command.to_string(), "go nodes 7");
        assert_eq!(white.limits().clock, None);
    }
}
