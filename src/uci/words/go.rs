//! The command `go`.

use crate::chess::types::{Color, Depth, MAX_PLY};
use crate::engine::search::{Clock, Limits};
use std::fmt;
use std::time::Duration;

/// The longest time that is kept, in milliseconds: four months. Longer times
/// count as this one.
const MAX_TIME: i64 = 10_000_000_000;
/// The largest depth of a perft, in plies: deeper ones never end.
const MAX_PERFT: u64 = 20;

/// The command `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoCommand<'a> {
    /// `depth`, in plies.
    pub depth: Option<Depth>,
    /// `nodes`.
    pub nodes: Option<u64>,
    /// `movetime`.
    pub move_time: Option<Duration>,
    /// `mate`, in moves.
    pub mate: Option<u32>,
    /// `wtime` and `btime`; zero if the flag has fallen.
    pub time_left: [Option<Duration>; Color::COUNT],
    /// `winc` and `binc`.
    pub increment: [Option<Duration>; Color::COUNT],
    /// `movestogo`.
    pub moves_to_go: Option<u32>,
    /// `infinite`.
    pub infinite: bool,
    /// `ponder`.
    pub ponder: bool,
    /// `perft`, in plies: counts leaves and does not search.
    pub perft: Option<u32>,
    /// `searchmoves`, in UCI notation.
    pub search_moves: Vec<&'a str>,
    /// Words that `go` does not know. They are not written.
    pub unknown: Vec<&'a str>,
}

/// What is wrong with the words after `go`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GoError {
    /// Nothing follows this word.
    #[error("'{0}' needs a number")]
    NoNumber(String),
    /// A word is followed by this text, which is no whole number.
    #[error("'{0}' needs a whole number, not '{1}'")]
    NotWhole(String, String),
    /// A word needs a number in this range, such as `from 0 on`, not this one.
    #[error("'{0}' needs a number {1}, not {2}")]
    OutOfRange(String, String, String),
    /// No move follows `searchmoves`.
    #[error("'searchmoves' needs at least one move")]
    NoMoves,
    /// `go` knows none of the words; the first one.
    #[error("'{0}' is no argument of go")]
    Unknown(String),
}

const KEYWORDS: &str = "depth nodes movetime mate wtime btime winc binc movestogo \
                        infinite ponder perft searchmoves";

impl<'a> GoCommand<'a> {
    /// Reads the words after `go`.
    ///
    /// # Errors
    /// What is wrong with them.
    ///
    /// ```
    /// use staunton::uci::words::GoCommand;
    ///
    /// let go = GoCommand::read("depth 9 searchmoves e2e4 d2d4")?;
    /// assert_eq!((go.depth, go.search_moves.len()), (Some(9), 2));
    /// # Ok::<(), staunton::uci::words::GoError>(())
    /// ```
    pub fn read(text: &'a str) -> Result<GoCommand<'a>, GoError> {
        let mut go = GoCommand::default();
        let mut words = text.split_ascii_whitespace().peekable();
        let (mut known, mut count) = (0, 0);
        while let Some(word) = words.next() {
            let mut number = |low, high| whole_number(word, words.next(), low, high);
            count += 1;
            known += 1;
            match word {
                // Zero counts as one: a search must always give a best move.
                "depth" => go.depth = Some(number(0, i64::MAX)?.clamp(1, MAX_PLY as i64) as Depth),
                "nodes" => go.nodes = Some(number(0, i64::MAX)? as u64),
                "movetime" => go.move_time = Some(time(word, words.next())?),
                "mate" => go.mate = Some(number(0, i64::MAX)?.clamp(1, MAX_PLY as i64) as u32),
                "wtime" => go.time_left[0] = Some(time(word, words.next())?),
                "btime" => go.time_left[1] = Some(time(word, words.next())?),
                "winc" => go.increment[0] = Some(time(word, words.next())?),
                "binc" => go.increment[1] = Some(time(word, words.next())?),
                // Some programs send 0 where there is no next time control.
                "movestogo" => {
                    let moves = number(0, i64::MAX)?.min(10_000) as u32;
                    go.moves_to_go = (moves > 0).then_some(moves);
                }
                "perft" => go.perft = Some(number(0, MAX_PERFT as i64)? as u32),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !is_keyword(word)) {
                        go.search_moves.push(mv);
                    }
                    if go.search_moves.is_empty() {
                        return Err(GoError::NoMoves);
                    }
                }
                _ => {
                    go.unknown.push(word);
                    known -= 1;
                }
            }
        }
        if count > 0 && known == 0 {
            return Err(GoError::Unknown(go.unknown[0].to_string()));
        }
        Ok(go)
    }

    /// The limits that the command sets to the search of this side. The moves to
    /// search are left out: they need the position.
    pub fn limits(&self, side: Color) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            mate: self.mate,
            clock: self.clock(side),
            infinite: self.infinite,
            ponder: self.ponder,
            ..Limits::default()
        }
    }

    /// The clock of the side to move; `None` if the command has no argument of a
    /// clock.
    ///
    /// If the command gives only the opponent's time, that counts for the
    /// side to move too. If it gives no time at all, but an increment or
    /// `movestogo`, the time left is zero: a search in a timed game must end.
    fn clock(&self, side: Color) -> Option<Clock> {
        let (left, increment) = (self.time_left[side.index()], self.increment[side.index()]);
        let opponent = self.time_left[(!side).index()];
        let timed = left.is_some()
            || opponent.is_some()
            || self.increment.iter().any(Option::is_some)
            || self.moves_to_go.is_some();
        timed.then(|| Clock {
            left: left.or(opponent).unwrap_or_default(),
            increment: increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go,
        })
    }
}

impl fmt::Display for GoCommand<'_> {
    /// A clock never shows zero, which some engines take for no clock at all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Option<Duration>| Some(time?.as_millis() as u64);
        let shown = |time: Option<Duration>| ms(time).map(|ms| ms.max(1));
        // As programs write it: some engines look for this word here alone.
        f.write_str(if self.ponder { "go ponder" } else { "go" })?;
        for (word, number) in [
            ("wtime", shown(self.time_left[0])),
            ("btime", shown(self.time_left[1])),
            ("winc", ms(self.increment[0])),
            ("binc", ms(self.increment[1])),
            ("movestogo", self.moves_to_go.map(u64::from)),
            ("movetime", shown(self.move_time)),
            ("nodes", self.nodes),
            ("depth", self.depth.map(|depth| depth.unsigned_abs().into())),
            ("mate", self.mate.map(u64::from)),
            ("perft", self.perft.map(u64::from)),
        ] {
            number.map_or(Ok(()), |number| write!(f, " {word} {number}"))?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        // These come last: some engines take all words after them for moves.
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}

fn is_keyword(word: &str) -> bool {
    KEYWORDS.split(' ').any(|keyword| keyword == word)
}

/// Reads the time after `word`, in milliseconds; zero if it is negative, as some
/// programs send it. Others compute with fractions: decimals are left out.
fn time<'t>(word: &str, text: Option<&'t str>) -> Result<Duration, GoError> {
    let whole = |text: &'t str| match text.split_once('.') {
        Some(("" | "-" | "+", decimals)) if is_digits(decimals) && !decimals.is_empty() => "0",
        Some((whole, decimals)) if !whole.is_empty() && is_digits(decimals) => whole,
        _ => text,
    };
    let milliseconds = whole_number(word, text.map(whole), i64::MIN, i64::MAX)?;
    Ok(Duration::from_millis(milliseconds.clamp(0, MAX_TIME).unsigned_abs()))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads the number after `word`, from `low` to `high`. A number that does not
/// fit 64 bits counts as the largest one.
fn whole_number(word: &str, text: Option<&str>, low: i64, high: i64) -> Result<i64, GoError> {
    let word = word.to_string();
    let Some(text) = text else { return Err(GoError::NoNumber(word)) };
    let negative = text.starts_with('-');
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let text = text.to_string();
    if digits.is_empty() || !is_digits(digits) {
        return Err(GoError::NotWhole(word, text));
    }
    let size: i64 = digits.parse().unwrap_or(i64::MAX);
    let number = if negative { -size } else { size };
    if (low..=high).contains(&number) {
        return Ok(number);
    }
    let end = if high == i64::MAX { "on".to_string() } else { format!("to {high}") };
    Err(GoError::OutOfRange(word, format!("from {low} {end}"), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Option<Clock> {
        let ms = Duration::from_millis;
        Some(Clock { left: ms(left), increment: ms(increment), moves_to_go })
    }

    #[test]
    fn arguments_in_any_order() {
        let one = GoCommand::read("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5").unwrap();
        let other = GoCommand::read("movestogo 5 binc 20 btime 2000 winc 10 wtime 1000").unwrap();
        assert_eq!(one, other);
        assert_eq!(one.clock(Color::Black), clock(2000, 20, Some(5)));
    }

    #[test]
    fn the_list_of_moves_ends_at_the_next_keyword() {
        let go = GoCommand::read("searchmoves e2e4 d2d4 depth 3 infinite").unwrap();
        assert_eq!((go.search_moves, go.depth, go.infinite), (vec!["e2e4", "d2d4"], Some(3), true));
    }

    #[test]
    fn any_argument_of_a_clock_makes_a_clock() {
        let white = |text| GoCommand::read(text).unwrap().clock(Color::White);
        assert_eq!(white("btime 100"), clock(100, 0, None));
        assert_eq!(white("wtime -50 winc 7"), clock(0, 7, None));
        assert_eq!(white("winc 7"), clock(0, 7, None));
        assert_eq!(white("movestogo 7"), clock(0, 0, Some(7)));
        assert_eq!(white("depth 7"), None);
        assert_eq!(white("wtime 99999999999999999999999"), clock(MAX_TIME as u64, 0, None));
    }

    #[test]
    fn decimals_of_times_are_left_out() {
        let white = |text| GoCommand::read(text).unwrap().clock(Color::White);
        assert_eq!(white("wtime 59999.7 winc 0.5"), clock(59_999, 0, None));
        assert_eq!(white("wtime -0.5 winc .9"), clock(0, 0, None));
        assert_eq!(white("wtime 99999999999999999999999.5"), clock(MAX_TIME as u64, 0, None));
        let go = GoCommand::read("movetime 100.").unwrap();
        assert_eq!(go.move_time, Some(Duration::from_millis(100)));
        for text in ["movetime 1e3", "movetime 1.5e3", "movetime .", "wtime 1.2.3", "winc 1.x"] {
            assert!(GoCommand::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, part) in [
            ("depth abc", "'depth' needs a whole number, not 'abc'"),
            ("depth", "'depth' needs a number"),
            ("depth -3", "from 0 on, not -3"),
            ("nodes 1.5", "not '1.5'"),
            ("wtime", "'wtime' needs a number"),
            ("wtime btime 100", "not 'btime'"),
            ("perft 21", "from 0 to 20"),
            ("searchmoves depth 3", "at least one move"),
            ("fast", "'fast' is no argument of go"),
        ] {
            let error = GoCommand::read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert_eq!(GoCommand::read("depth 3 quickly").unwrap().unknown, ["quickly"]);
        assert_eq!(GoCommand::read("").unwrap(), GoCommand::default());
    }
}
