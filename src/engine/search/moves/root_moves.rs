//! The moves at the root, what is known of each, and the progress of the
//! iterations over them.

use super::picker::MovePicker;
use crate::chess::board::Position;
use crate::chess::movegen::legal_moves;
use crate::chess::syzygy::RootRanking;
use crate::chess::types::{Depth, Move, Score};
use crate::engine::history::{Histories, HistoryContext};
use crate::engine::search::request::Limits;
use crate::engine::tt::Bound;
use crate::support::sort::sort_by_key;

/// A legal move at the root, and what its searches have shown.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// The score of its last search, for the side to move; minus infinity if
    /// the move neither came first nor raised alpha.
    pub score: Score,
    /// Its principal variation, the move itself first.
    pub pv: Vec<Move>,
    /// Its place among the legal moves, the same for all threads.
    pub index: usize,
    /// Its rank by the tablebases: a higher rank is better, whatever the
    /// search says. Zero for all moves without tablebases.
    pub rank: i32,
    /// Its score by the tablebases.
    pub table_score: Option<Score>,
}

impl RootMove {
    /// The score to report: that of the tablebases, unless the search has found
    /// a mate.
    pub fn shown_score(&self) -> Score {
        self.table_score.filter(|_| !self.score.is_mate()).unwrap_or(self.score)
    }
}

/// The result of the iterations so far.
pub struct IterationProgress {
    /// The best lines of the last iteration that found them, best first.
    pub lines: Vec<RootMove>,
    /// How the score of the best line relates to the true one. It is a bound
    /// only after a stop.
    pub bound: Bound,
    /// The move that has failed high in the iteration in progress, unless a
    /// repeated search has failed low since.
    pub fail_high: Option<RootMove>,
    /// The depth of that iteration, in plies.
    pub depth: Depth,
    /// The last iteration that was not stopped, in plies.
    pub finished_depth: Depth,
    /// Whether the last report was of these lines.
    pub is_reported: bool,
    /// For how many iterations the best move has stayed the same.
    pub best_move_stability: u32,
    /// The mean score of the iterations before the last one in centipawns,
    /// recent ones weighted more.
    pub average_score: i32,
}

impl IterationProgress {
    /// No iteration has begun.
    pub fn new() -> IterationProgress {
        IterationProgress {
            lines: Vec::new(),
            bound: Bound::Exact,
            fail_high: None,
            depth: 0,
            finished_depth: 0,
            is_reported: false,
            best_move_stability: 0,
            average_score: 0,
        }
    }
}

/// The moves at the root, in the order in which the next iteration searches
/// them.
pub struct RootMoves {
    /// The moves; the best lines found so far come first.
    pub moves: Vec<RootMove>,
    /// The index of the line being searched (MultiPV): the moves before it
    /// belong to better lines.
    pub line: usize,
    /// Whether these are all legal moves.
    has_all_moves: bool,
}

impl RootMoves {
    /// The legal moves that the limits allow, in the order of the move picker.
    pub fn new(
        position: &Position,
        limits: &Limits,
        tt_move: Option<Move>,
        histories: &Histories,
    ) -> RootMoves {
        let is_allowed = |mv: &Move| {
            (limits.search_moves.is_empty() || limits.search_moves.contains(mv))
                && !limits.excluded_moves.contains(mv)
        };
        let legal = legal_moves(position);
        let mut picker = MovePicker::all(tt_move);
        let context = HistoryContext::default();
        let ordered = std::iter::from_fn(|| picker.next(position, histories, &context, |_| ()));
        let moves: Vec<RootMove> = ordered
            .filter(is_allowed)
            .map(|mv| RootMove {
                index: legal.iter().position(|&other| other == mv).unwrap_or_default(),
                mv,
                score: -Score::INFINITE,
                pv: vec![mv],
                rank: 0,
                table_score: None,
            })
            .collect();
        let has_all_moves = moves.len() == legal.len();
        RootMoves { moves, line: 0, has_all_moves }
    }

    /// Sets the ranks and scores of the tablebases, and sorts by rank.
    pub fn rank(&mut self, ranking: &RootRanking) {
        for root_move in &mut self.moves {
            if let Some(ranked) = ranking.of(root_move.mv) {
                (root_move.rank, root_move.table_score) = (ranked.rank, Some(ranked.score));
            }
        }
        sort_by_key(&mut self.moves, |root_move| std::cmp::Reverse(root_move.rank));
    }

    /// The candidates: the moves with which the current line may begin. All have
    /// the same rank.
    fn group(&self) -> std::ops::Range<usize> {
        let rank = self.moves[self.line].rank;
        let rest = &self.moves[self.line..];
        self.line..self.line + rest.iter().take_while(|root_move| root_move.rank == rank).count()
    }

    /// The moves with which the current line may begin.
    pub fn candidates(&self) -> impl Iterator<Item = Move> {
        self.moves[self.group()].iter().map(|root_move| root_move.mv)
    }

    /// Whether the candidates are all legal moves. Only then is their best
    /// score the score of the position.
    pub fn is_complete(&self) -> bool {
        self.has_all_moves && self.group() == (0..self.moves.len())
    }

    /// Resets the scores of the candidates before they are searched again:
    /// scores of different searches do not compare.
    pub fn reset_scores(&mut self) {
        let group = self.group();
        for root_move in &mut self.moves[group] {
            root_move.score = -Score::INFINITE;
        }
    }

    /// Sets the score of a candidate that came first or raised alpha, and the line after
    /// it.
    pub fn update(&mut self, mv: Move, score: Score, line: &[Move]) {
        let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        root_move.score = score;
        root_move.pv.clear();
        root_move.pv.push(mv);
        root_move.pv.extend_from_slice(line);
    }

    /// The place of a candidate among the legal moves; zero for another move.
    pub fn index_of(&self, mv: Move) -> usize {
        self.moves.iter().find(|root_move| root_move.mv == mv).map_or(0, |found| found.index)
    }

    /// Sorts the candidates by score. Those of equal score keep their order,
    /// so the moves that were best most recently stay ahead.
    pub fn sort_candidates(&mut self) {
        let group = self.group();
        sort_by_key(&mut self.moves[group], |root_move| std::cmp::Reverse(root_move.score));
    }

    /// Sorts the first lines by rank and score.
    pub fn sort_lines(&mut self, lines: usize) {
        let key = |root_move: &RootMove| std::cmp::Reverse((root_move.rank, root_move.score));
        sort_by_key(&mut self.moves[..lines], key);
    }
}
