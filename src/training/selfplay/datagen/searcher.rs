//! Searches the positions of a game, each with the same number of nodes.

use crate::chess::board::GamePosition;
use crate::chess::types::{Color, Score};
use crate::engine::eval::Network;
use crate::engine::options::HashMb;
use crate::engine::search::{Limits, NodeObserver, SearchControl, SearchResult};
use crate::engine::searcher::Searcher;
use crate::training::selfplay::workers::SelfPlayError;
use std::sync::Arc;

/// The hard node limit of a search, as a multiple of the soft one: some
/// iterations are long.
const HARD_LIMIT: u64 = 8;

/// How positions are searched.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The soft node limit: after this number of nodes a search begins no further
    /// iteration.
    pub nodes: u64,
    /// The size of each game's transposition table.
    pub hash: HashMb,
    /// The network that the engine evaluates with; `None` for the built-in one.
    pub network: Option<Arc<Network>>,
}

/// Searches on one thread, with a transposition table of its own.
pub struct GameSearcher<'a> {
    nodes: u64,
    control: &'a SearchControl,
    searcher: Searcher,
}

impl<'a> GameSearcher<'a> {
    /// Allocates the transposition table.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(
        settings: &SearchSettings,
        control: &'a SearchControl,
    ) -> Result<GameSearcher<'a>, SelfPlayError> {
        let mut searcher = Searcher::with_hash(settings.hash)
            .map_err(|why| SelfPlayError::NoMemory(settings.hash, why))?;
        if let Some(network) = &settings.network {
            searcher.set_network(network);
        }
        Ok(GameSearcher { nodes: settings.nodes, control, searcher })
    }

    /// Sets the observer of the searches. The one before is dropped.
    pub fn set_observer(&mut self, observer: Option<Box<dyn NodeObserver>>) {
        self.searcher.set_observer(observer);
    }

    /// Clears the transposition table and the histories, before a game. So the
    /// searches of a game do not depend on other games.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Searches the next position of a game. Returns the result and the score
    /// for White; `None` if the search is stopped.
    pub fn search_game_position(&mut self, game: &GamePosition) -> Option<(SearchResult, Score)> {
        let limits = Limits {
            soft_nodes: Some(self.nodes),
            nodes: Some(self.nodes.saturating_mul(HARD_LIMIT)),
            ..Limits::default()
        };
        let result = self.search(game, &limits);
        if self.control.stopped() {
            return None;
        }
        let score = match game.position().side_to_move() {
            Color::White => result.score,
            Color::Black => -result.score,
        };
        Some((result, score))
    }

    /// Searches a position.
    pub fn search(&mut self, game: &GamePosition, limits: &Limits) -> SearchResult {
        self.searcher.search_with(game, limits, self.control, &mut ())
    }
}
