//! Openings made up: random legal moves, sifted by a short search.

use super::{Variant, random_start};
use crate::arena::record::Opening;
use crate::board::{KeyHistory, Position};
use crate::game::random_moves;
use crate::random::Stream;
use crate::search::{Limits, SearchControl, SearchRequest, ThreadPool};
use crate::tt::TranspositionTable;
use crate::types::{Color, Move, Score};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Random plies of an opening, if nothing else is said.
pub const PLIES: usize = 8;
/// An opening is balanced if the search finds neither side better by more
/// than this, in centipawns.
pub const BALANCED: i32 = 100;

/// How far the search looks, in nodes: some milliseconds.
const NODES: u64 = 4_000;
/// The search's table, in mebibytes.
const TABLE: usize = 1;
/// Openings tried before the best of them will do: of random ones about every
/// third is balanced.
const MOST_TRIES: usize = 400;

/// What an opening should be worth, for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningTarget {
    /// In centipawns.
    pub value: i32,
    /// It may be off by this, in centipawns.
    pub tolerance: i32,
}

impl OpeningTarget {
    /// The same for both sides.
    pub const BALANCE: OpeningTarget = OpeningTarget { value: 0, tolerance: BALANCED };

    /// By how much a position misses it, in centipawns.
    fn miss(self, value: i32) -> i32 {
        ((value - self.value).abs() - self.tolerance).max(0)
    }
}

/// Makes openings up.
pub struct OpeningGenerator {
    /// One search at a time, and each begins knowing nothing: what it says
    /// must not depend on what was asked before.
    judge: Mutex<(ThreadPool, Arc<TranspositionTable>)>,
}

impl OpeningGenerator {
    /// # Errors
    /// A sentence, if there is no memory for the search.
    pub fn new() -> Result<OpeningGenerator, String> {
        let table = TranspositionTable::new(TABLE)
            .map_err(|why| format!("openings need a hash of {TABLE} MiB to search with: {why}"))?;
        Ok(OpeningGenerator { judge: Mutex::new((ThreadPool::new(), Arc::new(table))) })
    }

    /// A balanced opening with so many random plies.
    pub fn opening(&self, variant: Variant, plies: usize, random: &mut Stream) -> Opening {
        let chess960 = variant != Variant::Standard;
        if plies == 0 && !chess960 {
            // There is only one, whatever it is worth.
            return Opening { start: Position::start(), moves: Vec::new(), chess960 };
        }
        let begin = |random: &mut Stream| random_start(variant, random);
        let (start, moves) = self.sift(begin, plies, OpeningTarget::BALANCE, |_, _| true, random);
        Opening { start, moves, chess960 }
    }

    /// Random plies from a position, such that the end is worth what it
    /// should be and `accept` likes it.
    pub fn line(
        &self,
        start: &Position,
        plies: usize,
        target: OpeningTarget,
        accept: impl Fn(&Position, &[Move]) -> bool,
        random: &mut Stream,
    ) -> Vec<Move> {
        if plies == 0 {
            return Vec::new();
        }
        self.sift(|_| start.clone(), plies, target, accept, random).1
    }

    /// Tries starts and random moves until the end is worth what it should
    /// be; of too many, the best.
    fn sift(
        &self,
        begin: impl Fn(&mut Stream) -> Position,
        plies: usize,
        target: OpeningTarget,
        accept: impl Fn(&Position, &[Move]) -> bool,
        random: &mut Stream,
    ) -> (Position, Vec<Move>) {
        let mut best: Option<(i32, Position, Vec<Move>)> = None;
        for _ in 0..MOST_TRIES {
            let start = begin(random);
            let Some((moves, end)) = random_moves(&start, plies, random) else { continue };
            if !accept(&end, &moves) {
                continue;
            }
            let miss = target.miss(white_value(&end, self.value(&end)));
            if best.as_ref().is_none_or(|(least, ..)| miss < *least) {
                best = Some((miss, start, moves));
            }
            if miss == 0 {
                break;
            }
        }
        best.map_or_else(|| (begin(random), Vec::new()), |(_, start, moves)| (start, moves))
    }

    /// What a short search finds, for the side to move.
    pub fn value(&self, position: &Position) -> Score {
        let mut judge = self.judge.lock().unwrap_or_else(PoisonError::into_inner);
        let (searcher, table) = &mut *judge;
        searcher.clear();
        table.clear();
        let task = SearchRequest {
            position: position.clone(),
            key_history: KeyHistory::new(),
            limits: Limits { nodes: Some(NODES), ..Limits::default() },
            start: Instant::now(),
            multi_pv: 1,
            move_overhead: Duration::ZERO,
        };
        searcher.search(&task, table, &SearchControl::default(), &mut ()).score
    }
}

/// A score as White sees it, in centipawns.
pub fn white_value(position: &Position, score: Score) -> i32 {
    match position.side_to_move() {
        Color::White => score.0,
        Color::Black => -score.0,
    }
}
