//! Time controls.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A time control: `40+0.4` for forty seconds and 0.4 more on each move, or
/// `40/60+0.6` for forty moves in each sixty seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The moves after which `base` is added again; `None` for never.
    pub moves: Option<u32>,
    /// The time at the start of the game.
    pub base: Duration,
    /// The time that each move adds.
    pub increment: Duration,
}

impl TimeControl {
    /// What is allowed, for error messages.
    pub const ALLOWED: &str = "a clock such as \"8+0.08\", \"40/60+0.6\" or \"2:30+1\", in seconds or minutes:seconds up to a day";

    /// Whether a word stands for no limit, as cutechess writes it.
    pub fn is_infinite(word: &str) -> bool {
        ["inf", "infinite"].iter().any(|known| word.eq_ignore_ascii_case(known))
    }
}

impl fmt::Display for TimeControl {
    /// As [`from_str`](TimeControl::from_str) parses it, in seconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl FromStr for TimeControl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<TimeControl, &'static str> {
        let seconds = |text: &str| {
            let (minutes, seconds) = match text.split_once(':') {
                Some((minutes, seconds)) => (minutes.parse::<u32>().ok()?, seconds),
                None => (0, text),
            };
            let seconds: f64 = seconds.parse().ok().filter(|&seconds| seconds >= 0.0)?;
            let number = f64::from(minutes) * 60.0 + seconds;
            (0.0..=86_400.0).contains(&number).then(|| Duration::from_secs_f64(number))
        };
        let parse = || {
            let (moves, times) = match text.split_once('/') {
                // Without a number of moves there is one control for all of them.
                Some((moves, times)) if TimeControl::is_infinite(moves) => (None, times),
                Some((moves, times)) => {
                    (Some(moves.parse().ok().filter(|&moves: &u32| moves > 0)?), times)
                }
                None => (None, text),
            };
            let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
            Some(TimeControl { moves, base: seconds(base)?, increment: seconds(increment)? })
        };
        parse()
            .filter(|clock| clock.base + clock.increment > Duration::ZERO)
            .ok_or(TimeControl::ALLOWED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls() {
        let clock: TimeControl = "5".parse().unwrap();
        assert_eq!((clock.base.as_secs(), clock.increment.as_secs()), (5, 0));
        for (text, shown) in [
            ("5", "5"),
            ("40/1:30+0.5", "40/90+0.5"),
            ("8+0.08", "8+0.08"),
            ("10+0", "10"),
            ("inf/9+1", "9+1"),
        ] {
            let clock: TimeControl = text.parse().unwrap();
            assert_eq!(clock.to_string(), shown);
            assert_eq!(shown.parse(), Ok(clock));
        }
        for bad in [
            "", "0+0", "-1+0", "1+", "+1", "0/1+1", "NaN+1", "inf", "inf/inf", "1e9+0", "1:-5",
            ":5", "1:",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }
}
