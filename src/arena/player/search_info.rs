//! What an engine reports about its search: the `info` lines of UCI.

use crate::arena::plan::record::MoveDetails;
use crate::chess::types::{MAX_PLY, Score};
use std::str::FromStr;

/// How much of a principal variation is kept, in bytes; one of [`MAX_PLY`] moves
/// is shorter.
const MAX_PV: usize = 4096;

/// The last report about the best line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchInfo {
    /// The score for the engine's own side. Lower and upper bounds are not
    /// stored: they only say that the score lies beyond.
    pub score: Option<Score>,
    /// The depth in plies of the search that found the score.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Further reports, which a match may keep.
    pub details: MoveDetails,
    /// The last principal variation as the engine wrote it, also one with a
    /// bound: it begins with the move that the engine plays.
    pub last_pv: String,
}

/// Reads the text after `info` and updates `info`, unless the text is about a
/// line other than the best. Text that cannot be parsed is ignored: engines
/// report much that UCI does not define.
pub fn read_info(text: &str, info: &mut SearchInfo) {
    let mut found = SearchInfo::default();
    let (mut is_best, mut is_bound, mut is_text) = (true, false, false);
    let (head, pv) = text.split_once(" pv ").unwrap_or((text, ""));
    let pv = pv.trim_ascii();
    let pv = &pv[..pv.floor_char_boundary(MAX_PV)];
    let mut words = head.split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => found.depth = number(words.next()),
            "nodes" => found.nodes = number(words.next()),
            "seldepth" => found.details.seldepth = number(words.next()),
            "nps" => found.details.nps = number(words.next()),
            "hashfull" => found.details.hashfull = number(words.next()),
            "tbhits" => found.details.tbhits = number(words.next()),
            "time" => found.details.reported_ms = number(words.next()),
            "multipv" => is_best = words.next() == Some("1"),
            "score" => found.score = read_score(words.next(), words.next()),
            "lowerbound" | "upperbound" => is_bound = true,
            // Moves or free text follow to the end of the line.
            "pv" => break,
            "string" | "refutation" | "currline" => {
                is_text = true;
                break;
            }
            _ => {}
        }
    }
    if !is_best {
        return;
    }
    if found.score.is_some() && !is_bound {
        (info.score, info.depth) = (found.score, found.depth.or(info.depth));
        // The text keeps its memory: there are thousands of such lines.
        info.details.pv.clear();
        info.details.pv.push_str(pv);
    }
    if !pv.is_empty() && !is_text {
        info.last_pv.clear();
        info.last_pv.push_str(pv);
    }
    info.nodes = found.nodes.or(info.nodes);
    let (old, new) = (&mut info.details, found.details);
    old.seldepth = new.seldepth.or(old.seldepth);
    old.nps = new.nps.or(old.nps);
    old.hashfull = new.hashfull.or(old.hashfull);
    old.tbhits = new.tbhits.or(old.tbhits);
    old.reported_ms = new.reported_ms.or(old.reported_ms);
}

fn number<T: FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

fn read_score(kind: Option<&str>, number: Option<&str>) -> Option<Score> {
    let number: i64 = number?.parse().ok()?;
    let moves = usize::try_from(number.unsigned_abs()).unwrap_or(MAX_PLY).min(MAX_PLY / 2);
    match kind? {
        "cp" => {
            let most = i64::from(Score::MAX_EVAL.0);
            i32::try_from(number.clamp(-most, most)).ok().map(Score)
        }
        "mate" if number > 0 => Some(Score::mate_in(2 * moves - 1)),
        "mate" => Some(Score::mated_in(2 * moves)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> SearchInfo {
        let mut info = SearchInfo::default();
        lines.iter().for_each(|line| read_info(line, &mut info));
        info
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let info = after(&[
            "depth 5 seldepth 9 score cp -31 nodes 100 nps 5 pv e2e4 depth",
            "depth 6 multipv 1 score cp 12 nodes 200 hashfull 3 tbhits 2 time 8 pv d2d4  g8f6",
            "depth 6 multipv 2 score cp 99 nodes 300 pv a2a3",
            "depth 7 seldepth 11 score cp 44 lowerbound nodes 400 pv h2h3",
            "string score cp 1000 pv h2h4",
            "depth 8 currmove e2e4 currmovenumber 1",
        ]);
        let details = MoveDetails {
            seldepth: Some(11),
            nps: Some(5),
            hashfull: Some(3),
            tbhits: Some(2),
            reported_ms: Some(8),
            left_ms: None,
            pv: "d2d4  g8f6".to_string(),
        };
        let (score, depth, nodes) = (Some(Score(12)), Some(6), Some(400));
        let last_pv = "h2h3".to_string();
        assert_eq!(info, SearchInfo { score, depth, nodes, details, last_pv });
    }

    #[test]
    fn mate_scores_and_text_that_cannot_be_parsed() {
        let score = |text: &str| after(&[text]).score;
        assert_eq!(score("score mate 3"), Some(Score::mate_in(5)));
        assert_eq!(score("score mate -2"), Some(Score::mated_in(4)));
        assert_eq!(score("score mate 0"), Some(Score::mated_in(0)));
        assert_eq!(score("score mate 9999999"), Some(Score::mate_in(MAX_PLY - 1)));
        assert_eq!(score("score cp 99999999999"), Some(Score::MAX_EVAL));
        assert_eq!(score("score cp -99999999999"), Some(-Score::MAX_EVAL));
        for text in ["score", "score cp", "score cp x", "score mate 1.5", "score pi 3", "depth"] {
            assert_eq!(score(text), None, "{text}");
        }
    }
}
