//! Going on with a saved analysis: the loaded table says how deep the root was
//! searched, and the iterations begin after that.

use crate::chess::movegen::is_legal;
use crate::chess::types::{Depth, Move};
use crate::engine::search::moves::root_moves::IterationProgress;
use crate::engine::search::thread::search_thread::SearchThread;
use crate::engine::tt::Bound;

/// A shallower result is not worth keeping.
const LEAST_DEPTH: Depth = 2;

impl SearchThread<'_> {
    /// The depth of the last finished iteration that the table knows, in plies;
    /// zero unless the table has been loaded. Its best line becomes that of
    /// this search.
    ///
    /// Only an exact result of the whole position counts: the table holds neither
    /// several lines nor a choice of moves.
    pub fn resumed_depth(&mut self, progress: &mut IterationProgress) -> Depth {
        let request = self.request;
        if !request.options.resume || request.options.multi_pv > 1 || !self.root_moves.is_complete()
        {
            return 0;
        }
        let entry = self.tt.probe(request.game.position().key(), 0);
        let is_useful = |bound, depth| bound == Some(Bound::Exact) && depth >= LEAST_DEPTH;
        let Some(entry) = entry.filter(|entry| is_useful(entry.bound, entry.depth)) else {
            return 0;
        };
        let line = self.line_of_table(entry.depth);
        let Some(&best) = line.first() else { return 0 };
        self.root_moves.update(best, entry.score, &line[1..]);
        self.root_moves.sort_candidates();
        self.root_depth = entry.depth;
        self.has_best_move = true;
        progress.lines = self.root_moves.moves[..1].to_vec();
        (progress.depth, progress.finished_depth) = (entry.depth, entry.depth);
        progress.average_score = entry.score.0;
        self.report_lines(progress);
        entry.depth
    }

    /// The best line from the root on, as far as the table has it.
    fn line_of_table(&self, longest: Depth) -> Vec<Move> {
        let mut position = self.request.game.position().clone();
        let mut line = Vec::new();
        let mut seen = vec![position.key()];
        while (line.len() as Depth) < longest {
            let entry = self.tt.probe(position.key(), line.len());
            let Some(mv) = entry.and_then(|entry| entry.mv) else { break };
            if !is_legal(&position, mv) {
                break;
            }
            position.play(mv, &mut ());
            line.push(mv);
            if seen.contains(&position.key()) {
                break;
            }
            seen.push(position.key());
        }
        line
    }
}
