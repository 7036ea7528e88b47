use crate::eval::EvalData;
use crate::history::Histories;

/// What a thread keeps from one search to the next: what it has learned about
/// moves and evaluations, and memory that is allocated once. The pool owns it
/// and lends it to each search; a new game clears it.
#[derive(Default)]
pub struct ThreadData {
    /// Move-ordering and correction histories.
    pub histories: Histories,
    /// The evaluation's stack and caches.
    pub eval: EvalData,
}

impl ThreadData {
    /// Forgets what was learned: a new game begins.
    pub fn clear(&mut self) {
        self.histories = Histories::default();
        self.eval.clear();
    }
}
