//! Searches the positions of a game, each with the same number of nodes.

use crate::chess::board::{KeyHistory, Position};
use crate::chess::types::{Color, Score};
use crate::engine::eval::Network;
use crate::engine::search::{
    Limits, NodeObserver, SearchControl, SearchOptions, SearchRequest, SearchResult, ThreadPool,
};
use crate::engine::tt::TranspositionTable;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The hard node limit of a search, as a multiple of the soft one: some
/// iterations are long.
const HARD_LIMIT: u64 = 8;

/// How positions are searched.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The soft node limit: after this number of nodes a search begins no further
    /// iteration.
    pub nodes: u64,
    /// The size of each game's transposition table, in mebibytes.
    pub hash_mb: usize,
    /// The network that the engine evaluates with; `None` for the built-in one.
    pub network: Option<Arc<Network>>,
}

/// Searches on one thread, with a transposition table of its own.
pub struct GameSearcher<'a> {
    nodes: u64,
    control: &'a SearchControl,
    pool: ThreadPool,
    tt: Arc<TranspositionTable>,
}

impl<'a> GameSearcher<'a> {
    /// Allocates the transposition table.
    ///
    /// # Errors
    /// A sentence, if there is no memory for it.
    pub fn new(
        settings: &SearchSettings,
        control: &'a SearchControl,
    ) -> Result<GameSearcher<'a>, String> {
        let tt = TranspositionTable::new(settings.hash_mb).map_err(|why| {
            format!("each game needs a hash of {} MiB to search with: {why}", settings.hash_mb)
        })?;
        let mut pool = ThreadPool::new();
        if let Some(network) = &settings.network {
            pool.set_network(network);
        }
        Ok(GameSearcher { nodes: settings.nodes, control, pool, tt: Arc::new(tt) })
    }

    /// Sets the observer of the searches. The one before is dropped.
    pub fn set_observer(&mut self, observer: Option<Box<dyn NodeObserver>>) {
        self.pool.set_observer(observer);
    }

    /// Clears the transposition table and the histories, before a game. So the
    /// searches of a game do not depend on other games.
    pub fn clear(&mut self) {
        self.pool.clear();
        self.tt.clear();
    }

    /// Searches the next position of a game. Returns the result and the score
    /// for White; `None` if the search is stopped.
    pub fn search_game_position(
        &mut self,
        position: &Position,
        key_history: &KeyHistory,
    ) -> Option<(SearchResult, Score)> {
        let limits = Limits {
            soft_nodes: Some(self.nodes),
            nodes: Some(self.nodes.saturating_mul(HARD_LIMIT)),
            ..Limits::default()
        };
        let result = self.search(position, key_history, limits);
        if self.control.stopped() {
            return None;
        }
        let score = match position.side_to_move() {
            Color::White => result.score,
            Color::Black => -result.score,
        };
        Some((result, score))
    }

    /// Searches a position.
    pub fn search(
        &mut self,
        position: &Position,
        key_history: &KeyHistory,
        limits: Limits,
    ) -> SearchResult {
        let request = SearchRequest {
            position: position.clone(),
            key_history: key_history.clone(),
            limits,
            start: Instant::now(),
            multi_pv: 1,
            move_overhead: Duration::ZERO,
            options: SearchOptions::default(),
        };
        self.pool.search(&request, &self.tt, self.control, &mut ())
    }
}
