//! What an engine reports about its search: the `info` lines of UCI.

use crate::arena::plan::record::MoveDetails;
use crate::chess::types::Score;
use crate::uci::words::Info;

/// How much of a principal variation is kept, in bytes; one of the greatest
/// depth is shorter.
const MAX_PV: usize = 4096;
/// The most lines beside the best that are kept.
const MAX_FURTHER: u64 = 255;
/// How many changes of the best move are kept.
const MAX_CHANGES: usize = 1_000;

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
    /// The chances of a win, a draw and a loss that came with the score, in permille.
    pub wdl: Option<[u32; 3]>,
    /// The other lines, if more than one was asked for, the second best first.
    pub further: Vec<FurtherLine>,
    /// When the first move of the best line changed.
    pub changes: Vec<BestChange>,
}

/// One of the lines beside the best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FurtherLine {
    /// The score for the engine's own side.
    pub score: Score,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The line as the engine wrote it.
    pub pv: String,
}

/// A change of the best move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestChange {
    /// The move as the engine wrote it.
    pub mv: String,
    /// The nodes until then.
    pub nodes: u64,
    /// The time until then by the engine's clock, in milliseconds.
    pub ms: u64,
}

impl SearchInfo {
    /// Reads the text after `info` and takes over what it says, unless it is about
    /// a line other than the best: of that it keeps the score and the moves.
    pub fn update(&mut self, text: &str) {
        let (found, _) = Info::read(text);
        if let Some(rank) = found.multipv.filter(|&rank| rank != 1) {
            self.update_further(rank, &found);
            return;
        }
        let pv = &found.pv[..found.pv.floor_char_boundary(MAX_PV)];
        let first = pv.split_ascii_whitespace().next().unwrap_or_default();
        let is_same = self.changes.last().is_some_and(|change| change.mv == first);
        if !first.is_empty() && !is_same && self.changes.len() < MAX_CHANGES {
            let (nodes, ms) = (found.nodes.unwrap_or(0), found.time.unwrap_or(0));
            self.changes.push(BestChange { mv: first.to_string(), nodes, ms });
        }
        let small = |number: Option<u64>| u32::try_from(number?).ok();
        let details = &mut self.details;
        if found.score.is_some() && found.bound.is_none() {
            (self.score, self.depth) = (found.score, small(found.depth).or(self.depth));
            self.wdl = found.wdl;
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

    /// Keeps a line beside the best. A rank is only kept after those before it.
    fn update_further(&mut self, rank: u64, found: &Info) {
        let (Some(score), None) = (found.score, found.bound) else { return };
        let Some(index) = rank.checked_sub(2).filter(|&index| index < MAX_FURTHER) else { return };
        let pv = found.pv[..found.pv.floor_char_boundary(MAX_PV)].to_string();
        let depth = found.depth.and_then(|depth| u32::try_from(depth).ok());
        let line = FurtherLine { score, depth, pv };
        let (index, known) = (index as usize, self.further.len());
        match self.further.get_mut(index) {
            Some(old) => *old = line,
            None if known == index => self.further.push(line),
            None => {}
        }
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
            "depth 6 multipv 1 score cp 12 wdl 1 2 3 nodes 200 hashfull 3 tbhits 2 time 8 pv d2d4  g8f6",
            "depth 6 multipv 2 score cp 99 nodes 300 pv a2a3",
            "depth 6 multipv 9 score cp 99 nodes 300 pv a2a4",
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
        let change = |mv: &str, nodes, ms| BestChange { mv: mv.to_string(), nodes, ms };
        let changes = vec![change("e2e4", 100, 0), change("d2d4", 200, 8), change("h2h3", 400, 0)];
        let further = FurtherLine { score: Score(99), depth: Some(6), pv: "a2a3".to_string() };
        let (wdl, further) = (Some([1, 2, 3]), vec![further]);
        let expected = SearchInfo { score, depth, nodes, details, last_pv, wdl, further, changes };
        assert_eq!(info, expected);
    }
}
