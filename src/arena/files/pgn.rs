//! The games of a match as PGN.

use crate::arena::plan::match_plan::ThinkingLimit;
use crate::arena::plan::record::{GameRecord, PlayedMove};
use crate::chess::notation::MoveNotation;
use crate::chess::notation::opening_names::{OpeningName, opening_name};
use crate::chess::notation::pgn::{AnnotatedMove, PgnGame};
use crate::chess::types::{Color, Score, UciScore};
use bitflags::bitflags;
use std::time::{SystemTime, UNIX_EPOCH};

bitflags! {
    /// What the comment on a move says beside score, depth and time.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct CommentParts: u8 {
        /// What the player's clock shows after the move.
        const TIME_LEFT = 1;
        /// The time of the move less the time that the player reported.
        const LATENCY = 1 << 1;
        /// The nodes searched.
        const NODES = 1 << 2;
        /// The greatest depth of any line.
        const SELDEPTH = 1 << 3;
        /// Nodes for each second.
        const NPS = 1 << 4;
        /// How full the transposition table is, in permille.
        const HASHFULL = 1 << 5;
        /// Positions found in tablebases.
        const TBHITS = 1 << 6;
        /// The principal variation.
        const PV = 1 << 7;
    }
}

impl CommentParts {
    /// All parts and their names on the command line, in the order of the
    /// comment.
    pub const NAMED: [(&'static str, CommentParts); 8] = [
        ("timeleft", CommentParts::TIME_LEFT),
        ("latency", CommentParts::LATENCY),
        ("nodes", CommentParts::NODES),
        ("seldepth", CommentParts::SELDEPTH),
        ("nps", CommentParts::NPS),
        ("hashfull", CommentParts::HASHFULL),
        ("tbhits", CommentParts::TBHITS),
        ("pv", CommentParts::PV),
    ];
}

/// How the games of a match are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PgnOptions {
    /// Whether to leave out comments, and the tags that differ between two runs
    /// of the same match.
    pub bare: bool,
    /// The notation in which moves are written; readers of PGN expect SAN.
    pub notation: MoveNotation,
    /// What comments say beside score, depth and time.
    pub comments: CommentParts,
}

/// What the PGN of a game says beside its record.
#[derive(Clone, Copy, Debug)]
pub struct PgnStyle<'a> {
    /// The name of the match.
    pub event: &'a str,
    /// Where it is played, if that is known.
    pub site: Option<&'a str>,
    /// The day, as PGN writes it: `2025.12.31`.
    pub date: &'a str,
    /// The round, counted from one.
    pub round: usize,
    /// The players' names, by color.
    pub names: [&'a str; Color::COUNT],
    /// The limits of the players' thinking, by color.
    pub thinking: [ThinkingLimit; Color::COUNT],
    /// How it is written.
    pub options: PgnOptions,
    /// The value of the tag `Termination`.
    pub termination: &'a str,
    /// The ending in words, for the last comment.
    pub ending: &'a str,
    /// Whether a mate is counted in plies, as fastchess and cutechess do, not in
    /// moves.
    pub mates_in_plies: bool,
}

/// The text of a game in PGN, with an empty line after it.
pub fn text(game: &GameRecord, style: &PgnStyle<'_>) -> String {
    record(game, style).export(style.options.notation)
}

/// The PGN of a game.
fn record(game: &GameRecord, style: &PgnStyle<'_>) -> PgnGame {
    let mut record = PgnGame::new(game.opening.start.clone());
    record.chess960 = game.opening.chess960;
    record.result = game.ending.result();
    let [white, black] = style.names;
    let plies = game.opening.moves.len() + game.moves.len();
    let round = format!("{}.{}", style.round, game.number + 1);
    record.set_tag("Event", style.event);
    if let Some(site) = style.site {
        record.set_tag("Site", site);
    }
    record.set_tag("Round", round);
    record.set_tag("White", white);
    record.set_tag("Black", black);
    record.set_tag("PlyCount", plies.to_string());
    let [white, black] = style.thinking.map(|thinking| thinking.time_control());
    if white == black {
        record.set_tag("TimeControl", white);
    } else {
        record.set_tag("WhiteTimeControl", white);
        record.set_tag("BlackTimeControl", black);
    }
    record.set_tag("Termination", style.termination);
    if !style.options.bare {
        if let Some(opening) = opening_of(game) {
            record.set_tag("ECO", opening.eco);
            record.set_tag("Opening", opening.name);
        }
        record.set_tag("Date", style.date);
        record.set_tag("GameDuration", clock_face(game.duration.as_secs()));
        if game.started > 0 {
            record.set_tag("GameStartTime", moment(game.started));
            record.set_tag("GameEndTime", moment(game.started + game.duration.as_secs()));
        }
    }

    record.moves.extend(game.opening.moves.iter().map(|&mv| AnnotatedMove::from(mv)));
    record.moves.extend(game.moves.iter().map(|played| AnnotatedMove::from(played.mv)));
    if !style.options.bare {
        comment(&mut record, game, style);
    }
    record
}

/// Adds a comment to each move, and the ending to the last one.
fn comment(record: &mut PgnGame, game: &GameRecord, style: &PgnStyle<'_>) {
    let book = game.opening.moves.len();
    for (index, annotated) in record.moves.iter_mut().enumerate() {
        let text = match index.checked_sub(book) {
            None => "book".to_string(),
            Some(index) => {
                move_comment(&game.moves[index], style.options.comments, style.mates_in_plies)
            }
        };
        annotated.comments.push(text);
    }
    let ending = style.ending;
    match record.moves.last_mut().and_then(|last| last.comments.last_mut()) {
        Some(comment) => {
            comment.push_str(", ");
            comment.push_str(ending);
        }
        None => record.opening_comments.push(ending.to_string()),
    }
}

/// `+0.31/12 0.045s`: score in pawns for the player, depth in plies, time. Then
/// the parts that are wanted, as far as the player has reported them.
fn move_comment(played: &PlayedMove, parts: CommentParts, mates_in_plies: bool) -> String {
    if played.is_from_book() {
        return "book".to_string();
    }
    let mut text = played.score.map_or(String::new(), |value| score(value, mates_in_plies));
    if let (Some(_), Some(depth)) = (played.score, played.depth) {
        text += &format!("/{depth}");
    }
    if !text.is_empty() {
        text.push(' ');
    }
    text += &format!("{:.3}s", played.time.as_secs_f64());
    for (_, part) in CommentParts::NAMED {
        if let (true, Some(value)) = (parts.contains(part), part_text(played, part)) {
            text += ", ";
            text += &value;
        }
    }
    text
}

/// A part of a comment on a move, by the name that fastchess gives it; `None`
/// if it is not known.
fn part_text(played: &PlayedMove, part: CommentParts) -> Option<String> {
    let details = played.details.as_deref();
    let ms = |time: f64| format!("{:.3}s", time / 1_000.0);
    Some(match part {
        CommentParts::TIME_LEFT => format!("tl={}", ms(details?.left_ms? as f64)),
        CommentParts::LATENCY => {
            let measured = played.time.as_millis() as f64;
            format!("latency={}", ms(measured - details?.reported_ms? as f64))
        }
        CommentParts::NODES => format!("n={}", played.nodes?),
        CommentParts::SELDEPTH => format!("sd={}", details?.seldepth?),
        CommentParts::NPS => format!("nps={}", details?.nps?),
        CommentParts::HASHFULL => format!("hashfull={}", details?.hashfull?),
        CommentParts::TBHITS => format!("tbhits={}", details?.tbhits?),
        CommentParts::PV => {
            let pv = Some(details?.pv.as_str()).filter(|pv| !pv.is_empty())?;
            format!("pv=\"{}\"", pv.replace('"', "'"))
        }
        _ => return None,
    })
}

/// `+0.31`, or `-M5` for a player who is mated in five.
fn score(score: Score, mates_in_plies: bool) -> String {
    match score.to_uci() {
        UciScore::Centipawns(number) => format!("{:+.2}", f64::from(number) / 100.0),
        UciScore::Mate(moves) => {
            let (sign, count) = (if moves > 0 { '+' } else { '-' }, moves.unsigned_abs());
            let plies = 2 * count - u32::from(moves > 0);
            format!("{sign}M{}", if mates_in_plies { plies } else { count })
        }
    }
}

fn clock_face(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A moment as fastchess writes it, in Coordinated Universal Time.
fn moment(seconds: u64) -> String {
    let day = date(seconds / 86_400).replace('.', "-");
    format!("{day}T{} +0000", clock_face(seconds % 86_400))
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

/// The name of a game's opening; none in Chess960.
fn opening_of(game: &GameRecord) -> Option<OpeningName> {
    let played = game.moves.iter().map(|played| played.mv);
    let moves = game.opening.moves.iter().copied().chain(played);
    let is_standard = !game.opening.chess960;
    is_standard.then(|| opening_name(&game.opening.start, moves)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::plan::record::MoveDetails;
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
    fn mates_in_moves_and_in_plies() {
        for (mate, moves, plies) in [
            (Score::mate_in(9), "+M5", "+M9"),
            (Score::mate_in(1), "+M1", "+M1"),
            (Score::mated_in(4), "-M2", "-M4"),
            (Score::mated_in(0), "-M0", "-M0"),
        ] {
            assert_eq!([score(mate, false), score(mate, true)], [moves, plies]);
        }
    }

    #[test]
    fn moments() {
        assert_eq!(moment(0), "1970-01-01T00:00:00 +0000");
        assert_eq!(moment(11_016 * 86_400 + 86_399), "2000-02-29T23:59:59 +0000");
    }

    #[test]
    fn comments_on_moves() {
        let mv =
            crate::chess::notation::uci::parse(&crate::chess::board::Position::start(), "e2e4")
                .unwrap();
        let played = |score, depth| PlayedMove {
            mv,
            score,
            depth,
            nodes: None,
            time: Duration::from_millis(45),
            ponder_hit: None,
            details: None,
        };
        let comment =
            |score, depth| move_comment(&played(score, depth), CommentParts::all(), false);
        assert_eq!(comment(Some(Score(31)), Some(12)), "+0.31/12 0.045s");
        assert_eq!(comment(Some(Score(0)), None), "+0.00 0.045s");
        assert_eq!(comment(Some(Score(-5)), Some(1)), "-0.05/1 0.045s");
        assert_eq!(comment(None, Some(1)), "0.045s");
        assert_eq!(comment(Some(Score::mate_in(9)), Some(3)), "+M5/3 0.045s");
        assert_eq!(comment(Some(Score::mated_in(4)), Some(3)), "-M2/3 0.045s");
        let details = MoveDetails {
            seldepth: Some(14),
            nps: Some(1_000),
            hashfull: Some(7),
            tbhits: Some(0),
            reported_ms: Some(46),
            left_ms: Some(9_955),
            pv: "e2e4 e7e5".to_string(),
        };
        let played = PlayedMove {
            nodes: Some(45),
            ponder_hit: None,
            details: Some(Box::new(details)),
            ..played(Some(Score(31)), Some(12))
        };
        let comment = |parts| move_comment(&played, parts, false);
        assert_eq!(comment(CommentParts::empty()), "+0.31/12 0.045s");
        let two = CommentParts::SELDEPTH | CommentParts::NODES;
        assert_eq!(comment(two), "+0.31/12 0.045s, n=45, sd=14");
        assert_eq!(
            comment(CommentParts::all()),
            "+0.31/12 0.045s, tl=9.955s, latency=-0.001s, n=45, sd=14, nps=1000, hashfull=7, \
             tbhits=0, pv=\"e2e4 e7e5\""
        );
    }
}
