//! Which tablebases a search may probe, and what their results score.

use crate::chess::syzygy::{Tablebases, WdlResult};
use crate::chess::types::{Depth, Score};
use crate::engine::options::Options;
use crate::engine::tt::Bound;
use std::sync::Arc;

/// The score of a win that the fifty-move rule makes a draw.
const CURSED_WIN: Score = Score(1);

/// The tables that a search may probe, and when.
#[derive(Clone, Debug)]
pub struct TablebaseAccess {
    /// The open tablebases.
    pub tables: Arc<Tablebases>,
    /// Positions with as many pieces as `probe_limit` are probed only at nodes
    /// of this remaining depth or more, in plies.
    pub probe_depth: Depth,
    /// The most pieces of a position to probe.
    pub probe_limit: usize,
    /// Whether a win beyond the fifty-move rule counts as a draw.
    pub fifty_move_rule: bool,
}

impl TablebaseAccess {
    /// Open tables, probed as the options say.
    pub fn new(tables: &Arc<Tablebases>, options: &Options) -> TablebaseAccess {
        TablebaseAccess {
            tables: Arc::clone(tables),
            probe_depth: options.syzygy_probe_depth.get() as Depth,
            probe_limit: options.syzygy_probe_limit.count(),
            fifty_move_rule: options.syzygy_50_move_rule,
        }
    }

    /// The most pieces of a position to probe.
    pub fn max_pieces(&self) -> usize {
        self.probe_limit.min(self.tables.max_pieces())
    }

    /// The score of a result `ply` plies from the root, and its bound: the side
    /// that wins may mate sooner than the tables say.
    pub fn score(&self, result: WdlResult, ply: usize) -> (Score, Bound) {
        let win = Score::tablebase_win(ply);
        match result {
            WdlResult::Win => (win, Bound::Lower),
            WdlResult::Loss => (-win, Bound::Upper),
            WdlResult::Draw => (Score::DRAW, Bound::Exact),
            WdlResult::CursedWin if self.fifty_move_rule => (CURSED_WIN, Bound::Exact),
            WdlResult::BlessedLoss if self.fifty_move_rule => (-CURSED_WIN, Bound::Exact),
            WdlResult::CursedWin => (win, Bound::Lower),
            WdlResult::BlessedLoss => (-win, Bound::Upper),
        }
    }
}
