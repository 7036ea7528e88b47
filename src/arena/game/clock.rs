//! A player's clock.

use crate::config::TimeControl;
use std::time::Duration;

/// A clock that runs while its player thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    control: TimeControl,
    left: Duration,
    /// Moves made since the start.
    moves: u32,
}

impl GameClock {
    /// A clock that shows the full time of the first control.
    pub fn new(control: TimeControl) -> GameClock {
        GameClock { control, left: control.base, moves: 0 }
    }

    /// The time left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The time that each move adds.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Moves to the next time control, if there is one.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.control.moves.map(|moves| moves - self.moves % moves)
    }

    /// Ends a move that took `spent`, which is at most the time left and the
    /// margin. Time that the margin covered is not subtracted later.
    pub fn press(&mut self, spent: Duration) {
        self.left = self.left.saturating_sub(spent) + self.control.increment;
        self.moves += 1;
        if self.control.moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
            self.left += self.control.base;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    #[test]
    fn increments_and_controls() {
        let mut clock = GameClock::new("2/10+1".parse().unwrap());
        assert_eq!((clock.left(), clock.moves_to_go()), (10 * S, Some(2)));
        clock.press(4 * S);
        assert_eq!((clock.left(), clock.moves_to_go()), (7 * S, Some(1)));
        clock.press(9 * S);
        assert_eq!((clock.left(), clock.moves_to_go()), (11 * S, Some(2)));
    }

    #[test]
    fn sudden_death_goes_on() {
        let mut clock = GameClock::new("5".parse().unwrap());
        clock.press(5 * S);
        clock.press(S);
        assert_eq!((clock.left(), clock.moves_to_go()), (Duration::ZERO, None));
    }
}
