//! One game.

use super::judge::ScoreAdjudicator;
use super::opening::opening;
use super::{DatagenOptions, GameStarts};
use crate::board::{KeyHistory, Position};
use crate::game;
use crate::search::{Limits, SearchControl, SearchRequest, SearchResult, ThreadPool};
use crate::training::data::{Game, GameResult};
use crate::tt::TranspositionTable;
use crate::types::{Color, Move, Score};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How far a search may go beyond the nodes after which it should end, as a
/// multiple of them: some iterations are long.
const HARD: u64 = 8;
/// Nodes to see whether an opening is fair: eight plies or so.
const OPENING_NODES: u64 = 4_000;

/// Plays both sides, one game after another.
pub struct SelfPlayer<'a> {
    options: &'a DatagenOptions,
    starts: GameStarts<'a>,
    signals: &'a SearchControl,
    searcher: ThreadPool,
    table: Arc<TranspositionTable>,
}

impl<'a> SelfPlayer<'a> {
    /// # Errors
    /// A sentence, if there is no memory for the table.
    pub fn new(
        options: &'a DatagenOptions,
        starts: GameStarts<'a>,
        signals: &'a SearchControl,
    ) -> Result<SelfPlayer<'a>, String> {
        let table = TranspositionTable::new(options.hash_mb).map_err(|why| {
            format!("each game needs a hash of {} MiB to search with: {why}", options.hash_mb)
        })?;
        Ok(SelfPlayer {
            options,
            starts,
            signals,
            searcher: ThreadPool::new(),
            table: Arc::new(table),
        })
    }

    /// Plays the game of this number. `None` if it has no fair opening or is
    /// stopped.
    pub fn game(&mut self, number: u64) -> Option<Game> {
        self.forget();
        let start = (self.starts)(number);
        let limits = Limits { nodes: Some(OPENING_NODES), ..Limits::default() };
        let past = KeyHistory::new();
        let options = self.options;
        let start = opening(&start, options, number, |position| {
            self.search(position, &past, limits.clone()).score
        })?;
        self.forget();
        self.game_from(start)
    }

    fn forget(&mut self) {
        self.searcher.clear();
        self.table.clear();
    }

    /// Plays a game from a position. `None` if it is stopped.
    pub fn game_from(&mut self, start: Position) -> Option<Game> {
        let mut course = game::Game::new(start.clone());
        let mut moves = Vec::new();
        let mut judge = ScoreAdjudicator::default();
        let result = loop {
            // Every draw that can be claimed is claimed.
            if let Some(outcome) = course.outcome(true) {
                break outcome.winner().map_or(GameResult::Draw, GameResult::win);
            }
            let (mv, score) = self.think(&course)?;
            moves.push((mv, score));
            if let Some(result) = judge.hear(score) {
                break result;
            }
            course.play(mv).ok()?;
        };
        Some(Game { start, result, moves })
    }

    /// What to play, and the score for White. `None` if stopped.
    fn think(&mut self, course: &game::Game) -> Option<(Move, Score)> {
        let soft = self.options.nodes;
        let limits = Limits {
            soft_nodes: Some(soft),
            nodes: Some(soft.saturating_mul(HARD)),
            ..Limits::default()
        };
        let outcome = self.search(course.position(), course.past(), limits);
        if self.signals.stopped() {
            return None;
        }
        let score = match course.position().side_to_move() {
            Color::White => outcome.score,
            Color::Black => -outcome.score,
        };
        Some((outcome.best?, score))
    }

    fn search(&mut self, position: &Position, past: &KeyHistory, limits: Limits) -> SearchResult {
        let task = SearchRequest {
            position: position.clone(),
            key_history: past.clone(),
            limits,
            start: Instant::now(),
            multi_pv: 1,
            move_overhead: Duration::ZERO,
        };
        self.searcher.search(&task, &self.table, self.signals, &mut ())
    }
}
