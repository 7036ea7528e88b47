//! What a thread keeps from one search to the next.

use crate::chess::types::Score;
use crate::engine::eval::EvalData;
use crate::engine::history::Histories;
use crate::engine::search::observer::NodeObserver;
use crate::engine::search::time::stalls::Stalls;

/// What a thread keeps from one search to the next: what it has learned about
/// moves and evaluations, and memory that is allocated once. The pool owns it
/// and lends it to each search; a new game clears it.
#[derive(Default)]
pub struct ThreadData {
    /// Move-ordering and correction histories.
    pub histories: Histories,
    /// The evaluation's stack and caches.
    pub eval: EvalData,
    /// How long the machine has kept the thread waiting. They outlast a game.
    pub stalls: Stalls,
    /// The score of the last search of the game, for the side to move then.
    pub last_score: Option<Score>,
    /// Observes the nodes of the thread's searches, if there is one.
    pub observer: Option<Box<dyn NodeObserver>>,
}

impl ThreadData {
    /// Clears what was learned, for a new game.
    pub fn clear(&mut self) {
        self.histories = Histories::default();
        self.last_score = None;
        self.eval.clear();
    }
}
