//! What an engine reports about its search: the `info` lines of UCI.

use crate::arena::plan::record::MoveDetails;
use crate::chess::types::Score;
use crate::uci::words::Info;

/// How much of a principal variation is kept, in bytes; one of the greatest
/// depth is shorter.
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

impl SearchInfo {
    /// Reads the text after `info` and takes over what it says, unless it is about
    /// a line other than the best.
    pub fn update(&mut self, text: &str) {
        let (found, _) = Info::read(text);
        if found.multipv.is_some_and(|rank| rank != 1) {
            return;
        }
        let pv = &found.pv[..found.pv.floor_char_boundary(MAX_PV)];
        let small = |number: Option<u64>| u32::try_from(number?).ok();
        let details = &mut self.details;
        if found.score.is_some() && found.bound.is_none() {
            (self.score, self.depth) = (found.score, small(found.depth).or(self.depth));
            // The text keeps its memory: there are thousands of such lines.
            details.pv.clear();
            details.pv.push_str(pv);
        }
        if !pv.is_empty() {
            self.last_pv.clear();
            self.last_pv.push_str(pv);
        }
        self.nodes = found.nodes.or(self.nodes);
        details.seldepth = small(found.seldepth).or(details.seldepth);
        details.nps = found.nps.or(details.nps);
        details.hashfull = small(found.hashfull).or(details.hashfull);
        details.tbhits = found.tbhits.or(details.tbhits);
        details.reported_ms = found.time.or(details.reported_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let mut info = SearchInfo::default();
        for line in [
            "depth 5 seldepth 9 score cp -31 nodes 100 nps 5 pv e2e4 depth",
            "depth 6 multipv 1 score cp 12 nodes 200 hashfull 3 tbhits 2 time 8 pv d2d4  g8f6",
            "depth 6 multipv 2 score cp 99 nodes 300 pv a2a3",
            "depth 7 seldepth 11 score cp 44 lowerbound nodes 400 pv h2h3",
            "string score cp 1000 pv h2h4",
            "depth 8 currmove e2e4 currmovenumber 1",
        ] {
            info.update(line);
        }
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
}
