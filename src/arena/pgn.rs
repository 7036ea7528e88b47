//! The games of a match as PGN.

use super::plan::ThinkingLimit;
use super::record::{GameRecord, PlayedMove};
use crate::notation::pgn::{AnnotatedMove, PgnGame};
use crate::types::{Color, Score, UciScore};
use std::time::{SystemTime, UNIX_EPOCH};

/// What the PGN of a game says beside its record.
#[derive(Clone, Copy, Debug)]
pub struct PgnStyle<'a> {
    /// The name of the match.
    pub event: &'a str,
    /// The day, as PGN writes it: `2025.12.31`.
    pub date: &'a str,
    /// The round, from one.
    pub round: usize,
    /// The players' names, by colour.
    pub names: [&'a str; Color::COUNT],
    /// The limits of the players' thinking, by colour.
    pub thinking: [ThinkingLimit; Color::COUNT],
    /// Whether to leave out comments, and the tags that differ between two runs
    /// of the same match.
    pub bare: bool,
}

/// The PGN of a game.
pub fn record(game: &GameRecord, style: &PgnStyle<'_>) -> PgnGame {
    let mut record = PgnGame::new(game.opening.start.clone());
    record.chess960 = game.opening.chess960;
    record.result = game.ending.result();
    let [white, black] = style.names;
    let plies = game.opening.moves.len() + game.moves.len();
    let round = format!("{}.{}", style.round, game.number + 1);
    record.set_tag("Event", style.event);
    record.set_tag("Round", round);
    record.set_tag("White", white);
    record.set_tag("Black", black);
    record.set_tag("PlyCount", plies.to_string());
    let [white, black] = style.thinking;
    if white == black {
        record.set_tag("TimeControl", white.to_string());
    } else {
        record.set_tag("WhiteTimeControl", white.to_string());
        record.set_tag("BlackTimeControl", black.to_string());
    }
    record.set_tag("Termination", game.ending.termination());
    if !style.bare {
        record.set_tag("Date", style.date);
        record.set_tag("GameDuration", clock_face(game.duration.as_secs()));
    }

    record.moves.extend(game.opening.moves.iter().map(|&mv| AnnotatedMove::from(mv)));
    record.moves.extend(game.moves.iter().map(|played| AnnotatedMove::from(played.mv)));
    if !style.bare {
        comment(&mut record, game);
    }
    record
}

/// Adds a comment to each move, and the ending to the last one.
fn comment(record: &mut PgnGame, game: &GameRecord) {
    let book = game.opening.moves.len();
    for (index, annotated) in record.moves.iter_mut().enumerate() {
        let text = match index.checked_sub(book) {
            None => "book".to_string(),
            Some(index) => move_comment(&game.moves[index]),
        };
        annotated.comments.push(text);
    }
    let ending = game.ending.to_string();
    match record.moves.last_mut().and_then(|last| last.comments.last_mut()) {
        Some(comment) => {
            comment.push_str(", ");
            comment.push_str(&ending);
        }
        None => record.opening_comments.push(ending),
    }
}

/// `+0.31/12 0.045s`: score in pawns for the player, depth in plies, time.
fn move_comment(played: &PlayedMove) -> String {
    let mut text = played.score.map_or(String::new(), score);
    if let (Some(_), Some(depth)) = (played.score, played.depth) {
        text += &format!("/{depth}");
    }
    if !text.is_empty() {
        text.push(' ');
    }
    text + &format!("{:.3}s", played.time.as_secs_f64())
}

/// `+0.31`, or `-M5` for a player who is mated in five.
fn score(score: Score) -> String {
    match score.to_uci() {
        UciScore::Centipawns(number) => format!("{:+.2}", f64::from(number) / 100.0),
        UciScore::Mate(moves) if moves > 0 => format!("+M{moves}"),
        UciScore::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
    }
}

fn clock_face(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Today as PGN writes it, in Coordinated Universal Time.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.map_or(0, |since| since.as_secs() / 86_400))
}

/// The date this many days after 1 January 1970. Years are counted from March,
/// so that the leap day is the last day of a year, and in spans of 400 years,
/// which all have the same number of days.
fn date(days: u64) -> String {
    const BEFORE_1970: u64 = 719_468;
    const IN_400_YEARS: u64 = 146_097;
    let days = days + BEFORE_1970;
    let (span, day) = (days / IN_400_YEARS, days % IN_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on, any five consecutive months have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}.{month:02}.{day:02}", 400 * span + year)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates() {
        for (days, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_453, "2025.12.31"),
            (20_454, "2026.01.01"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(days), text);
        }
    }

    #[test]
    fn comments_on_moves() {
        let mv = crate::notation::uci::parse(&crate::board::Position::start(), "e2e4").unwrap();
        let comment = |score, depth| {
            move_comment(&PlayedMove {
                mv,
                score,
                depth,
                nodes: None,
                time: Duration::from_millis(45),
            })
        };
        assert_eq!(comment(Some(Score(31)), Some(12)), "+0.31/12 0.045s");
        assert_eq!(comment(Some(Score(0)), None), "+0.00 0.045s");
        assert_eq!(comment(Some(Score(-5)), Some(1)), "-0.05/1 0.045s");
        assert_eq!(comment(None, Some(1)), "0.045s");
        assert_eq!(comment(Some(Score::mate_in(9)), Some(3)), "+M5/3 0.045s");
        assert_eq!(comment(Some(Score::mated_in(4)), Some(3)), "-M2/3 0.045s");
    }
}
