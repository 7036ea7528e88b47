//! The moves at the root, and what is known of each.

use super::Limits;
use super::picker::Picker;
use crate::board::Position;
use crate::history::{Histories, HistoryContext};
use crate::movegen::legal_moves;
use crate::types::{Move, Score};

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// What the current search of it has returned, if that was more than a
    /// bound from above; else below everything.
    pub score: Score,
    /// The line that begins with it.
    pub pv: Vec<Move>,
    /// Nodes spent on it in all iterations.
    pub nodes: u64,
}

/// The moves at the root in the order in which the next iteration tries them.
pub struct RootMoves {
    /// The moves; those of the best lines, once found, come first.
    pub moves: Vec<RootMove>,
    /// The line being searched: the moves before it are taken.
    pub line: usize,
    /// Whether these are all legal moves.
    is_whole: bool,
}

impl RootMoves {
    /// The legal moves, if `limits` does not exclude them, in the order in
    /// which a node would try them.
    pub fn new(
        position: &Position,
        limits: &Limits,
        table_move: Option<Move>,
        histories: &Histories,
    ) -> RootMoves {
        let wanted = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
        let mut picker = Picker::all(table_move);
        let context = HistoryContext::default();
        let ordered = std::iter::from_fn(|| picker.next(position, histories, &context));
        let moves: Vec<RootMove> = ordered
            .filter(wanted)
            .map(|mv| RootMove { mv, score: -Score::INFINITE, pv: vec![mv], nodes: 0 })
            .collect();
        let is_whole = moves.len() == legal_moves(position).len();
        RootMoves { moves, line: 0, is_whole }
    }

    /// The moves that the current line may begin with.
    pub fn candidates(&self) -> impl Iterator<Item = Move> {
        self.moves[self.line..].iter().map(|root_move| root_move.mv)
    }

    /// Whether the candidates are all legal moves, so that a result is one of
    /// the position and not only of a part of it.
    pub fn is_whole(&self) -> bool {
        self.is_whole && self.line == 0
    }

    /// A search of the candidates begins: what the last one said is no longer
    /// comparable.
    pub fn begin(&mut self) {
        for root_move in &mut self.moves[self.line..] {
            root_move.score = -Score::INFINITE;
        }
    }

    /// Takes note of what a candidate's search has shown.
    pub fn note(&mut self, mv: Move, nodes: u64, result: Option<(Score, &[Move])>) {
        let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        root_move.nodes += nodes;
        if let Some((score, line)) = result {
            root_move.score = score;
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend_from_slice(line);
        }
    }

    /// Puts the best candidates first, and keeps the order of the others: it
    /// is the order of when they were last best.
    pub fn sort_candidates(&mut self) {
        self.moves[self.line..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
    }

    /// Sorts the lines found so far.
    pub fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
    }
}
