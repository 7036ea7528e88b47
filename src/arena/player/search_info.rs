//! What an engine reports about its search: the `info` lines of UCI.

use crate::types::{MAX_PLY, Score};

/// The last report about the best line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchInfo {
    /// The score for the engine's own side. Lower and upper bounds are not
    /// stored: they only say that the score lies beyond.
    pub score: Option<Score>,
    /// The depth in plies of the search that found the score.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

/// Reads the text after `info` and updates `info`, unless the text is about
/// another line than the best. Text that cannot be parsed is ignored: engines
/// report much that UCI does not define.
pub fn read_info(text: &str, info: &mut SearchInfo) {
    let mut found = SearchInfo::default();
    let (mut is_best, mut is_bound) = (true, false);
    let mut words = text.split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => found.depth = words.next().and_then(|number| number.parse().ok()),
            "nodes" => found.nodes = words.next().and_then(|number| number.parse().ok()),
            "multipv" => is_best = words.next() == Some("1"),
            "score" => found.score = read_score(words.next(), words.next()),
            "lowerbound" | "upperbound" => is_bound = true,
            // Moves or free text follow to the end of the line.
            "pv" | "string" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    if !is_best {
        return;
    }
    if found.score.is_some() && !is_bound {
        (info.score, info.depth) = (found.score, found.depth.or(info.depth));
    }
    info.nodes = found.nodes.or(info.nodes);
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
            "depth 6 multipv 1 score cp 12 nodes 200",
            "depth 6 multipv 2 score cp 99 nodes 300",
            "depth 7 score cp 44 lowerbound nodes 400",
            "string score cp 1000",
            "depth 8 currmove e2e4 currmovenumber 1",
        ]);
        assert_eq!(info, SearchInfo { score: Some(Score(12)), depth: Some(6), nodes: Some(400) });
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
