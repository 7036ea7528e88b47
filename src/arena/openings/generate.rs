//! Generated openings: random legal moves, filtered by a short search.

use super::error::OpeningError;
use super::options::Variant;
use crate::arena::plan::record::Opening;
use crate::chess::board::{Position, Setup};
use crate::chess::game::random_moves;
use crate::chess::types::{Color, Move, Score};
use crate::engine::options::HashMb;
use crate::engine::{Limits, Searcher};
use crate::support::random::RandomStream;
use std::sync::{Mutex, PoisonError};

/// Random plies of an opening, unless the options give a number.
pub const PLIES: usize = 8;
/// An opening is balanced if its score is at most this far from zero, in
/// centipawns.
pub const BALANCED: i32 = 100;

/// Nodes of the search that filters: some milliseconds.
const NODES: u64 = 4_000;
/// Size of the search's transposition table.
const HASH: HashMb = HashMb::LEAST;
/// Openings tried before the best of them is taken: about every third random
/// opening is balanced.
const MOST_TRIES: usize = 400;

/// The score that an opening should have, from White's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningTarget {
    /// The score in centipawns.
    pub value: i32,
    /// The largest deviation allowed, in centipawns.
    pub tolerance: i32,
}

impl OpeningTarget {
    /// Neither side is better.
    pub const BALANCE: OpeningTarget = OpeningTarget { value: 0, tolerance: BALANCED };

    /// By how much a score exceeds the tolerance, in centipawns.
    fn miss(self, value: i32) -> i32 {
        ((value - self.value).abs() - self.tolerance).max(0)
    }
}

/// Generates openings.
pub struct OpeningGenerator {
    /// Runs one search at a time, each with cleared tables, so that a score does
    /// not depend on earlier searches.
    searcher: Mutex<Searcher>,
}

impl OpeningGenerator {
    /// A generator with a search of its own.
    ///
    /// # Errors
    /// If there is no memory for the search.
    pub fn new() -> Result<OpeningGenerator, OpeningError> {
        let searcher =
            Searcher::with_hash(HASH).map_err(|error| OpeningError::Hash(HASH.get(), error))?;
        Ok(OpeningGenerator { searcher: Mutex::new(searcher) })
    }

    /// A balanced opening with this many random plies.
    pub fn opening(&self, variant: Variant, plies: usize, random: &mut RandomStream) -> Opening {
        let chess960 = variant != Variant::Standard;
        if plies == 0 && !chess960 {
            // There is only this opening, whatever its score.
            return Opening { start: Position::start(), moves: Vec::new(), chess960 };
        }
        let begin = |random: &mut RandomStream| random_start(variant, random);
        let (start, moves) = self.filter(begin, plies, OpeningTarget::BALANCE, |_, _| true, random);
        Opening { start, moves, chess960 }
    }

    /// Random plies from a position, such that the final score meets the target
    /// and `accept` agrees to the final position and the moves.
    pub fn line(
        &self,
        start: &Position,
        plies: usize,
        target: OpeningTarget,
        accept: impl Fn(&Position, &[Move]) -> bool,
        random: &mut RandomStream,
    ) -> Vec<Move> {
        if plies == 0 {
            return Vec::new();
        }
        self.filter(|_| start.clone(), plies, target, accept, random).1
    }

    /// Tries starting positions and random moves until the final score meets the
    /// target. After [`MOST_TRIES`] tries the closest one is taken.
    fn filter(
        &self,
        begin: impl Fn(&mut RandomStream) -> Position,
        plies: usize,
        target: OpeningTarget,
        accept: impl Fn(&Position, &[Move]) -> bool,
        random: &mut RandomStream,
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

    /// The score of a short search, for the side to move.
    pub fn value(&self, position: &Position) -> Score {
        let mut searcher = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        searcher.clear();
        searcher.search(&position.clone().into(), &Limits::nodes(NODES)).score
    }
}

/// A score of the side to move as a score for White, in centipawns.
pub fn white_value(position: &Position, score: Score) -> i32 {
    match position.side_to_move() {
        Color::White => score.0,
        Color::Black => -score.0,
    }
}

/// The starting position of a variant. Those of Chess960 are chosen by
/// Scharnagl's numbers, which come from the stream.
fn random_start(variant: Variant, random: &mut RandomStream) -> Position {
    const STARTS: usize = 960;
    let mut number = || random.below(STARTS) as u16;
    let numbers = match variant {
        Variant::Standard => return Position::start(),
        Variant::Chess960 => {
            let number = number();
            [number, number]
        }
        Variant::Double => Color::ALL.map(|_| number()),
    };
    Setup::chess960(numbers[0], numbers[1])
        .and_then(|setup| Position::try_from(&setup).ok())
        .unwrap_or_else(Position::start)
}
