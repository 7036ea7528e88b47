//! The times of moves, from the comments of a game.

use crate::chess::notation::pgn::PgnGame;
use crate::support::sort::sort_by;

/// Limits of haste that a reader takes in at once, in seconds.
const ROUND_TIMES: [f64; 19] = [
    0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0, 15.0, 20.0, 30.0, 45.0, 60.0, 90.0, 120.0,
    180.0, 300.0,
];
/// A hasty move takes at most this share of the mean time of its side.
const HASTE: f64 = 1.0 / 3.0;
/// A player is short of time with less than this share of the first time control.
const SHORT: f64 = 0.1;
/// How many of the longest thoughts are named.
const LONGEST: usize = 5;

/// What a game tells about the time of a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MoveClock {
    /// The seconds that it took.
    pub seconds: Option<f64>,
    /// The seconds that were left on the clock after it.
    pub left: Option<f64>,
}

/// How a side used its time.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ClockSummary {
    /// The seconds that a move took in the mean.
    pub mean_seconds: f64,
    /// The plies, from zero, of the moves that took longest, the longest first.
    pub longest: Vec<usize>,
    /// The moves marked "?" or "??" whose time is known.
    pub mistakes: usize,
    /// How many of these took less than `hasty_below`.
    pub hasty_mistakes: usize,
    /// What counts as hasty, in seconds: a round time of at most a third of the mean;
    /// `None` if the side moved so fast that nothing does.
    pub hasty_below: Option<f64>,
    /// How many of the mistakes left less than `short_below` on the clock.
    pub short_mistakes: usize,
    /// What counts as being short of time, in seconds: a tenth of the time control.
    pub short_below: Option<f64>,
}

/// A move of a side: its ply from zero, its time, whether it is a mistake.
pub type TimedMove = (usize, MoveClock, bool);

impl ClockSummary {
    /// How a side used its time; `base` is its time at the beginning, in seconds.
    /// `None` if the game does not tell the time of any move.
    pub fn of(moves: &[TimedMove], base: Option<f64>) -> Option<ClockSummary> {
        let timed =
            || moves.iter().filter_map(|&(ply, clock, bad)| Some((ply, clock.seconds?, bad)));
        let count = timed().count();
        if count == 0 {
            return None;
        }
        let mean = timed().map(|(_, seconds, _)| seconds).sum::<f64>() / count as f64;
        let hasty_below = ROUND_TIMES.into_iter().rfind(|&time| time <= HASTE * mean);
        let short_below = base.map(|base| SHORT * base);
        let mut longest: Vec<(usize, f64)> = timed().map(|(ply, time, _)| (ply, time)).collect();
        sort_by(&mut longest, |a, b| b.1.total_cmp(&a.1));
        longest.truncate(LONGEST);
        let below = |value: Option<f64>, limit: Option<f64>| {
            value.zip(limit).is_some_and(|(value, limit)| value < limit)
        };
        let mistakes = || moves.iter().filter(|(_, clock, bad)| *bad && clock.seconds.is_some());
        Some(ClockSummary {
            mean_seconds: mean,
            longest: longest.into_iter().map(|(ply, _)| ply).collect(),
            mistakes: mistakes().count(),
            hasty_mistakes: mistakes().filter(|mv| below(mv.1.seconds, hasty_below)).count(),
            hasty_below,
            short_mistakes: mistakes().filter(|mv| below(mv.1.left, short_below)).count(),
            short_below,
        })
    }
}

/// A time in the unit that fits it: `90 ms`, `4 s`, `1.5 min`.
pub fn time_in_words(seconds: f64) -> String {
    match seconds {
        60.0.. => format!("{} min", (seconds / 6.0).round() / 10.0),
        10.0.. => format!("{seconds:.0} s"),
        1.0.. => format!("{} s", (seconds * 10.0).round() / 10.0),
        _ => format!("{:.0} ms", 1_000.0 * seconds),
    }
}

/// The time at the beginning of a game, in seconds, where a tag tells it.
pub fn base_time(game: &PgnGame) -> Option<f64> {
    game.tag("TimeControl").and_then(parse_control).map(|(base, _)| base)
}

/// The time of each move, and what it left on the clock.
///
/// Three kinds of comments tell it: the time itself, `[%emt 0:00:07]`; the clock
/// after the move, `[%clk 0:14:30]`, with the time control in a tag; and the
/// comments of match programs, `+0.40/9 0.1s, tl=9.9s`.
pub fn move_clocks(game: &PgnGame) -> Vec<MoveClock> {
    let control = game.tag("TimeControl").and_then(parse_control);
    let mut clocks = [control.map(|(base, _)| base); 2];
    let increment = control.map_or(0.0, |(_, increment)| increment);
    let mut side = game.start.side_to_move();
    let mut times = Vec::new();
    for annotated in &game.moves {
        let find = |read: fn(&str) -> Option<f64>| annotated.comments.iter().find_map(|c| read(c));
        let clock = find(|comment| clock_command(comment, "clk")).or(find(time_left));
        let before = clocks[side.index()];
        let by_clock = clock.zip(before).map(|(after, before)| before + increment - after);
        let time = find(|comment| clock_command(comment, "emt")).or(find(match_time)).or(by_clock);
        let left = clock.filter(|seconds| seconds.is_finite());
        let seconds = time.filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
        times.push(MoveClock { seconds, left });
        clocks[side.index()] = clock.or(before);
        side = !side;
    }
    times
}

/// Base time and increment in seconds: `180+2`, `600`, `40/5400+30`.
fn parse_control(text: &str) -> Option<(f64, f64)> {
    let text = text.split_once(':').map_or(text, |(first, _)| first);
    let text = text.rsplit_once('/').map_or(text, |(_, time)| time);
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    Some((base.parse().ok()?, increment.parse().ok()?))
}

/// The seconds of `[%clk 1:02:03.4]`.
fn clock_command(comment: &str, name: &str) -> Option<f64> {
    let (_, rest) = comment.split_once(&format!("[%{name} "))?;
    let (face, _) = rest.split_once(']')?;
    face.trim().split(':').try_fold(0.0, |sum, part| Some(60.0 * sum + part.parse::<f64>().ok()?))
}

/// The seconds of `+0.40/9 0.1s`.
fn match_time(comment: &str) -> Option<f64> {
    comment.split_whitespace().find_map(|word| {
        word.trim_end_matches(',').strip_suffix('s')?.parse().ok().filter(|time: &f64| *time >= 0.0)
    })
}

/// The seconds of `tl=9.955s`.
fn time_left(comment: &str) -> Option<f64> {
    comment.split_whitespace().find_map(|word| {
        word.strip_prefix("tl=")?.trim_end_matches(',').strip_suffix('s')?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::pgn;

    #[test]
    fn times_come_from_clocks_and_comments() {
        for (text, expected, left) in [
            (
                "[TimeControl \"60+2\"]\n\n1. e4 {[%clk 0:00:58]} e5 {[%clk 0:01:01.5]} 2. d4 {[%clk 0:00:50]} *",
                [Some(4.0), Some(0.5), Some(10.0)],
                [Some(58.0), Some(61.5), Some(50.0)],
            ),
            (
                "1. e4 {[%clk 0:01:00]} e5 {[%emt 0:00:07]} 2. d4 {[%clk 0:00:50]} *",
                [None, Some(7.0), Some(10.0)],
                [Some(60.0), None, Some(50.0)],
            ),
            (
                "1. e4 {+0.40/9 0.25s, tl=9.75s} e5 {book} 2. d4 {+M5/9 2s} *",
                [Some(0.25), None, Some(2.0)],
                [Some(9.75), None, None],
            ),
        ] {
            let game = pgn::read(text).next().expect("a game").flawless().expect("it is right");
            let clocks = move_clocks(&game);
            assert!(clocks.iter().map(|clock| clock.seconds).eq(expected), "{text}: {clocks:?}");
            assert!(clocks.iter().map(|clock| clock.left).eq(left), "{text}: {clocks:?}");
        }
    }

    #[test]
    fn haste_is_measured_by_the_sides_own_pace() {
        let timed = |ply, seconds, left, bad| {
            (ply, MoveClock { seconds: Some(seconds), left: Some(left) }, bad)
        };
        let moves = [
            timed(0, 2.0, 598.0, false),
            timed(2, 3.5, 595.0, true),
            timed(4, 40.0, 555.0, false),
            timed(6, 1.0, 59.0, true),
            timed(8, 13.5, 40.0, true),
            (10, MoveClock::default(), true),
        ];
        let summary = ClockSummary::of(&moves, Some(600.0)).expect("times are known");
        assert_eq!((summary.mean_seconds, summary.hasty_below), (12.0, Some(4.0)));
        assert_eq!((summary.mistakes, summary.hasty_mistakes), (3, 2));
        assert_eq!((summary.short_mistakes, summary.short_below), (2, Some(60.0)));
        assert_eq!(summary.longest, [4, 8, 2, 0, 6]);
        assert_eq!(ClockSummary::of(&moves[5..], Some(600.0)), None);
        let fast = ClockSummary::of(&[timed(0, 0.2, 1.0, true)], None).expect("times are known");
        assert_eq!((fast.hasty_below, fast.hasty_mistakes), (None, 0));
    }

    #[test]
    fn times_are_told_in_the_unit_that_fits() {
        let words = [0.09, 4.0, 4.25, 12.3, 90.0, 600.0].map(time_in_words);
        assert_eq!(words, ["90 ms", "4 s", "4.3 s", "12 s", "1.5 min", "10 min"]);
    }
}
