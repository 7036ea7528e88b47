//! The position of a running search, with the state of its evaluation.

use super::network::Network;
use super::stack::EvalStack;
use super::{PawnCache, evaluate_with};
use crate::chess::board::{KeyHistory, Position, Undo};
use crate::chess::types::{Move, PieceKind, Score};
use std::sync::Arc;

/// What the evaluation of a thread keeps from one search to the next: the
/// network, the preallocated stack and the pawn cache.
#[derive(Clone, Debug)]
pub struct EvalData {
    network: Arc<Network>,
    stack: EvalStack,
    pawns: PawnCache,
}

impl Default for EvalData {
    fn default() -> EvalData {
        let network = Arc::clone(Network::built_in());
        EvalData { network, stack: EvalStack::default(), pawns: PawnCache::default() }
    }
}

impl EvalData {
    /// Empties the cache for a new game. Its values stay valid in any game, but
    /// an empty cache makes the memory traffic of every game the same.
    pub fn clear(&mut self) {
        self.pawns.clear();
    }

    /// Evaluates with another network from the next search on.
    pub fn set_network(&mut self, network: &Arc<Network>) {
        self.network = Arc::clone(network);
    }
}

/// The current position of a search, on which it plays moves and takes them back,
/// with the path to it, which the evaluation and the rule of repetition need.
#[derive(Debug)]
pub struct SearchPosition<'a> {
    position: Position,
    key: u64,
    key_history: KeyHistory,
    undos: Vec<Undo>,
    eval: &'a mut EvalData,
}

impl<'a> SearchPosition<'a> {
    /// Starts at `position`; `key_history` has the keys of the game's earlier
    /// positions.
    pub fn new(
        position: &Position,
        key_history: &KeyHistory,
        eval: &'a mut EvalData,
    ) -> SearchPosition<'a> {
        eval.stack.reset(position);
        SearchPosition {
            key: position.key(),
            position: position.clone(),
            key_history: key_history.clone(),
            undos: Vec::new(),
            eval,
        }
    }

    /// The current position.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The Zobrist key of the position, cached.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// How many plies ago the position occurred, most recent first.
    #[inline]
    pub fn previous_occurrences(&self) -> impl Iterator<Item = usize> {
        self.key_history.previous_occurrences(self.key, self.position.repeatable_plies())
    }

    /// Whether the side to move can repeat a position that occurred less than
    /// `plies` plies ago.
    #[inline]
    pub fn upcoming_repetition(&self, plies: usize) -> bool {
        self.key_history.upcoming_repetition(&self.position, self.key, plies)
    }

    /// Plays a legal move. The pawn terms come into the cache while the search
    /// looks into the transposition table.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let undo = self.position.play(mv, self.eval.stack.push());
        self.eval.pawns.prefetch(&self.position);
        self.enter(undo);
    }

    /// Plays a null move: the turn passes to the opponent. The side to move must not be in check.
    #[inline]
    pub fn play_null_move(&mut self) {
        let undo = self.position.play_null_move();
        self.enter(undo);
    }

    #[inline(always)]
    fn enter(&mut self, undo: Undo) {
        self.undos.push(undo);
        self.key_history.push(self.key);
        self.key = self.position.key();
    }

    /// What the last move captured.
    #[inline]
    pub fn last_captured(&self) -> Option<PieceKind> {
        self.undos.last().and_then(Undo::captured)
    }

    /// Takes back the last move or null move, if there was one.
    #[inline]
    pub fn undo(&mut self) {
        if let (Some(undo), Some(key)) = (self.undos.last(), self.key_history.pop()) {
            if !undo.is_null_move() {
                self.eval.stack.pop();
            }
            self.position.undo(undo);
            self.undos.pop();
            self.key = key;
        }
    }

    /// The static evaluation for the side to move, in centipawns.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        let EvalData { network, stack, pawns } = &mut *self.eval;
        evaluate_with(&self.position, network, stack, pawns)
    }
}
