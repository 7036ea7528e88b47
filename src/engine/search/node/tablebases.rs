//! What the search takes from the tablebases: results of nodes, the order of
//! the moves at the root, and the end of the reported line.

use crate::chess::syzygy::WdlResult;
use crate::chess::types::{Depth, Move, Score};
use crate::engine::search::moves::root_moves::RootMove;
use crate::engine::search::table_access::TablebaseAccess;
use crate::engine::search::thread::search_thread::SearchThread;
use crate::engine::search::window::Window;
use crate::engine::tt::{Bound, TtEntry};
use std::borrow::Cow;

/// How much deeper than its node a result of the tables counts, in plies: no
/// search replaces it soon.
const TT_DEPTH_BONUS: Depth = 6;
/// The longest line that the tables continue, in plies, and the depth from
/// which they do so: it takes a moment.
const LONGEST_LINE: usize = 60;
const CONTINUED_DEPTH: Depth = 8;

impl<'a> SearchThread<'a> {
    /// Step 5b of a node: the score by the tables, if it decides the node.
    /// Without tables this is one comparison.
    #[inline(always)]
    pub fn tablebase_cutoff(&mut self, ply: usize, window: Window, depth: Depth) -> Option<Score> {
        self.tablebases.and_then(|access| self.probe_node(access, ply, window, depth))
    }

    /// The tables hold positions whose fifty-move counter is zero. Their results
    /// hold for others too unless the rule comes into play, so only the first
    /// position after a capture or a pawn move is probed.
    #[cold]
    fn probe_node(
        &mut self,
        access: &'a TablebaseAccess,
        ply: usize,
        window: Window,
        depth: Depth,
    ) -> Option<Score> {
        let position = self.board.position();
        let (pieces, most) = (position.occupied().count() as usize, access.max_pieces());
        let is_deep_enough = pieces < most || depth >= access.probe_depth;
        if pieces > most || position.halfmove_clock() != 0 || !is_deep_enough {
            return None;
        }
        let result = access.tables.probe_wdl(position)?;
        let (score, bound) = match result {
            WdlResult::Draw => (self.draw_score(ply), Bound::Exact),
            _ => access.score(result, ply),
        };
        self.tablebase_hits += 1;
        // Beyond the score of the tables only a mate counts: search for it.
        let is_open = bound == Bound::Lower && score <= window.alpha
            || bound == Bound::Upper && score >= window.beta;
        if is_open {
            return None;
        }
        let depth = depth + TT_DEPTH_BONUS;
        let entry = TtEntry { mv: None, score, eval: None, depth, bound: Some(bound), pv: false };
        self.tt.store(self.board.key(), ply, entry);
        Some(score)
    }

    /// Ranks the moves at the root. If the tables know the distances, the nodes
    /// need no probes: whatever they find keeps the result.
    pub fn rank_root_moves(&mut self) {
        let Some(access) = self.tablebases else { return };
        let request = self.request;
        if request.game.position().occupied().count() as usize > access.max_pieces() {
            return;
        }
        let (position, history) = (request.game.position(), request.game.key_history());
        let Some(ranking) = access.tables.rank_moves(position, history, access.fifty_move_rule)
        else {
            return;
        };
        if self.is_main() {
            self.tablebase_hits += ranking.moves.len() as u64;
        }
        self.root_moves.rank(&ranking);
        if ranking.by_distance {
            self.tablebases = None;
        }
    }

    /// A line as it is reported: the tables continue it to the end of the game
    /// where there is time for that.
    pub fn continued_line<'l>(&self, line: &'l RootMove, bound: Bound) -> Cow<'l, [Move]> {
        let access = self.request.options.tablebases.as_ref();
        let Some(access) = access.filter(|_| {
            let is_exact = bound == Bound::Exact && !line.score.is_mate();
            is_exact && self.root_depth >= CONTINUED_DEPTH && self.request.limits.clock.is_none()
        }) else {
            return Cow::Borrowed(&line.pv);
        };
        let mut moves = line.pv.clone();
        access.tables.continue_line(self.request.game.position(), &mut moves, LONGEST_LINE);
        Cow::Owned(moves)
    }
}
