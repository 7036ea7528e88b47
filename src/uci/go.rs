//! The arguments of `go`.

use crate::chess::types::{Color, Depth, MAX_PLY};
use std::time::Duration;

/// The longest time that is kept, in milliseconds: four months. Longer times
/// count as this one.
const MAX_TIME: i64 = 10_000_000_000;
/// The largest depth of a perft, in plies: deeper ones never end.
const MAX_PERFT: u64 = 20;

/// The arguments of a `go` command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoCommand<'a> {
    /// `depth`, in plies.
    pub depth: Option<Depth>,
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
    pub infinite: bool,
    pub ponder: bool,
    /// `perft`, in plies: counts leaves and does not search.
    pub perft: Option<u32>,
    /// `searchmoves`, in UCI notation.
    pub search_moves: Vec<&'a str>,
    /// Words that `go` does not know.
    pub unknown: Vec<&'a str>,
}

const KEYWORDS: [&str; 13] = [
    "depth",
    "nodes",
    "movetime",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "perft",
    "searchmoves",
];

/// Parses the words after `go`.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<GoCommand<'a>, String> {
    let mut go = GoCommand::default();
    let mut words = words.peekable();
    let mut known = 0;
    let mut count = 0;
    while let Some(word) = words.next() {
        let mut number = |low, high| whole_number(word, words.next(), low, high);
        count += 1;
        known += 1;
        match word {
            // Zero counts as one: a search must always give a best move.
            "depth" => go.depth = Some(number(0, i64::MAX)?.clamp(1, MAX_PLY as i64) as Depth),
            "nodes" => go.nodes = Some(number(0, i64::MAX)? as u64),
            "movetime" => go.move_time = Some(time(number(i64::MIN, i64::MAX)?)),
            "mate" => go.mate = Some(number(0, i64::MAX)?.clamp(1, MAX_PLY as i64) as u32),
            "wtime" => go.time_left[0] = Some(time(number(i64::MIN, i64::MAX)?)),
            "btime" => go.time_left[1] = Some(time(number(i64::MIN, i64::MAX)?)),
            "winc" => go.increment[0] = Some(time(number(i64::MIN, i64::MAX)?)),
            "binc" => go.increment[1] = Some(time(number(i64::MIN, i64::MAX)?)),
            // Some programs send 0 where there is no next time control.
            "movestogo" => {
                let moves = number(0, i64::MAX)?.min(10_000) as u32;
                go.moves_to_go = (moves > 0).then_some(moves);
            }
            "perft" => go.perft = Some(number(0, MAX_PERFT as i64)? as u32),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    go.search_moves.push(mv);
                }
                if go.search_moves.is_empty() {
                    return Err("'searchmoves' needs at least one move".to_string());
                }
            }
            _ => {
                go.unknown.push(word);
                known -= 1;
            }
        }
    }
    if count > 0 && known == 0 {
        return Err(format!("'{}' is no argument of go", go.unknown[0]));
    }
    Ok(go)
}

impl GoCommand<'_> {
    /// The clock of the side to move: time left, increment and moves to go.
    /// `None` if the command has no argument of a clock.
    ///
    /// If the command gives only the opponent's time, that counts for the
    /// side to move too. If it gives no time at all, but an increment or
    /// `movestogo`, the time left is zero: a search in a timed game must end.
    pub fn clock(&self, side: Color) -> Option<(Duration, Duration, Option<u32>)> {
        let (left, increment) = (self.time_left[side.index()], self.increment[side.index()]);
        let opponent = self.time_left[(!side).index()];
        let timed = left.is_some()
            || opponent.is_some()
            || self.increment.iter().any(Option::is_some)
            || self.moves_to_go.is_some();
        timed.then(|| {
            let left = left.or(opponent).unwrap_or_default();
            (left, increment.unwrap_or_default(), self.moves_to_go)
        })
    }
}

/// A number of milliseconds as a duration; zero if it is negative, as some
/// programs send it.
fn time(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.clamp(0, MAX_TIME).unsigned_abs())
}

/// Parses the number after `word`, from `low` to `high`. A number that does
/// not fit 64 bits counts as the largest one.
fn whole_number(word: &str, text: Option<&str>, low: i64, high: i64) -> Result<i64, String> {
    let Some(text) = text else { return Err(format!("'{word}' needs a number")) };
    let negative = text.starts_with('-');
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("'{word}' needs a whole number, not '{text}'"));
    }
    let size: i64 = digits.parse().unwrap_or(i64::MAX);
    let number = if negative { -size } else { size };
    if (low..=high).contains(&number) {
        return Ok(number);
    }
    Err(match high {
        i64::MAX => format!("'{word}' needs a number from {low} on, not {text}"),
        _ => format!("'{word}' needs a number from {low} to {high}, not {text}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Result<GoCommand<'_>, String> {
        parse(text.split_ascii_whitespace())
    }

    #[test]
    fn arguments_in_any_order() {
        let one = go("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5").unwrap();
        let other = go("movestogo 5 binc 20 btime 2000 winc 10 wtime 1000").unwrap();
        assert_eq!(one, other);
        let ms = Duration::from_millis;
        assert_eq!(one.clock(Color::Black), Some((ms(2000), ms(20), Some(5))));
    }

    #[test]
    fn the_list_of_moves_ends_at_the_next_keyword() {
        let go = go("searchmoves e2e4 d2d4 depth 3 infinite").unwrap();
        assert_eq!((go.search_moves, go.depth, go.infinite), (vec!["e2e4", "d2d4"], Some(3), true));
    }

    #[test]
    fn any_argument_of_a_clock_makes_a_clock() {
        let ms = Duration::from_millis;
        let clock = |text, side| go(text).unwrap().clock(side);
        assert_eq!(clock("btime 100", Color::White), Some((ms(100), ms(0), None)));
        assert_eq!(clock("wtime -50 winc 7", Color::White), Some((ms(0), ms(7), None)));
        assert_eq!(clock("winc 7", Color::White), Some((ms(0), ms(7), None)));
        assert_eq!(clock("movestogo 7", Color::White), Some((ms(0), ms(0), Some(7))));
        assert_eq!(clock("depth 7", Color::White), None);
        let long = clock("wtime 99999999999999999999999", Color::White).unwrap();
        assert_eq!(long.0, ms(MAX_TIME as u64));
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
            let error = go(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert_eq!(go("depth 3 quickly").unwrap().unknown, ["quickly"]);
        assert_eq!(go("").unwrap(), GoCommand::default());
    }
}
