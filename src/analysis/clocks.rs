//! The times of moves, from the comments of a game.

use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::Color;

/// The seconds that each move took; `None` where the comments do not tell.
///
/// Three kinds of comments tell it: the time itself, `[%emt 0:00:07]`; the clock
/// after the move, `[%clk 0:14:30]`, with the time control in a tag; and the
/// comments of match programs, `+0.40/9 0.1s`.
pub fn move_times(game: &PgnGame) -> Vec<Option<f64>> {
    let control = game.tag("TimeControl").and_then(parse_control);
    let mut clocks = [control.map(|(base, _)| base); 2];
    let increment = control.map_or(0.0, |(_, increment)| increment);
    let mut side = game.start.side_to_move();
    let mut times = Vec::new();
    for annotated in &game.moves {
        let find = |read: fn(&str) -> Option<f64>| annotated.comments.iter().find_map(|c| read(c));
        let clock = find(|comment| clock_command(comment, "clk"));
        let before = clocks[side.index()];
        let by_clock = clock.zip(before).map(|(after, before)| before + increment - after);
        let time = find(|comment| clock_command(comment, "emt")).or(by_clock).or(find(match_time));
        times.push(time.filter(|&seconds| seconds >= 0.0));
        clocks[side.index()] = clock.or(before);
        side = if side == Color::White { Color::Black } else { Color::White };
    }
    times
}

/// Base time and increment in seconds: `180+2`, `600`, `40/5400+30`.
fn parse_control(text: &str) -> Option<(f64, f64)> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::pgn;

    #[test]
    fn times_come_from_clocks_and_comments() {
        for (text, expected) in [
            (
                "[TimeControl \"60+2\"]\n\n1. e4 {[%clk 0:00:58]} e5 {[%clk 0:01:01.5]} 2. d4 {[%clk 0:00:50]} *",
                [Some(4.0), Some(0.5), Some(10.0)],
            ),
            (
                "1. e4 {[%clk 0:01:00]} e5 {[%emt 0:00:07]} 2. d4 {[%clk 0:00:50]} *",
                [None, Some(7.0), Some(10.0)],
            ),
            ("1. e4 {+0.40/9 0.25s} e5 {book} 2. d4 {+M5/9 2s} *", [Some(0.25), None, Some(2.0)]),
        ] {
            let game = pgn::read(text).next().expect("a game").flawless().expect("it is right");
            assert_eq!(move_times(&game), expected, "{text}");
        }
    }
}
