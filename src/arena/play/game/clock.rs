//! A player's clock.

use crate::arena::plan::match_plan::ClockMeasure;
use crate::arena::plan::time_control::TimeControl;
use std::time::Duration;

/// A clock that runs while its player thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    control: TimeControl,
    measure: ClockMeasure,
    left: Duration,
    /// Moves made since the start.
    moves: u32,
}

impl GameClock {
    /// A clock that shows the time for the first move: the full time of the first
    /// control, and the increment of that move.
    pub fn new(control: TimeControl, measure: ClockMeasure) -> GameClock {
        let control = TimeControl {
            base: measure.counted(control.base),
            increment: measure.counted(control.increment),
            ..control
        };
        GameClock { control, measure, left: control.base + control.increment, moves: 0 }
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
        let spent = self.measure.counted(spent);
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

    fn clock(control: &str, measure: ClockMeasure) -> GameClock {
        GameClock::new(control.parse().unwrap(), measure)
    }

    #[test]
    fn increments_and_controls() {
        let mut clock = clock("2/10+1", ClockMeasure::Usual);
        assert_eq!((clock.left(), clock.moves_to_go()), (11 * S, Some(2)));
        clock.press(4 * S);
        assert_eq!((clock.left(), clock.moves_to_go()), (8 * S, Some(1)));
        clock.press(9 * S);
        assert_eq!((clock.left(), clock.moves_to_go()), (11 * S, Some(2)));
    }

    #[test]
    fn sudden_death_goes_on() {
        let mut clock = clock("5", ClockMeasure::Exact);
        clock.press(5 * S);
        clock.press(S);
        assert_eq!((clock.left(), clock.moves_to_go()), (Duration::ZERO, None));
    }

    #[test]
    fn parts_of_a_millisecond_count_only_on_an_exact_clock() {
        let micros = Duration::from_micros;
        for (measure, left) in
            [(ClockMeasure::Usual, micros(50_000)), (ClockMeasure::Exact, micros(49_001))]
        {
            let mut clock = clock("0+0.05", measure);
            assert_eq!(clock.left(), micros(50_000), "the first move has its increment");
            clock.press(micros(999));
            assert_eq!(clock.left() - clock.increment(), left);
        }
        // What the clock has is in whole milliseconds too.
        assert_eq!(clock("0.0005+0.0019", ClockMeasure::Usual).left(), micros(1_000));
        assert_eq!(clock("0.0005+0.0019", ClockMeasure::Exact).left(), micros(2_400));
    }
}
