//! A transposition table entry and its packed form.

use crate::chess::types::{Depth, Move, Score};

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at least this.
    Lower = 1,
    /// The true score is at most this.
    Upper = 2,
    /// This is the score.
    Exact = 3,
}

impl Bound {
    /// Whether a score of this kind proves that the true one is at least as
    /// high.
    #[inline]
    pub const fn is_at_least(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    /// Whether a score of this kind proves that the true one is at most as
    /// high.
    #[inline]
    pub const fn is_at_most(self) -> bool {
        matches!(self, Bound::Upper | Bound::Exact)
    }
}

/// The result of a search of a position, or its evaluation alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move, or the move that refuted the position. It may belong to
    /// another position, so check that it is legal.
    pub mv: Option<Move>,
    /// The score of a search of `depth` plies, for the side to move.
    pub score: Score,
    /// The static evaluation without corrections; `None` in check.
    pub eval: Option<Score>,
    /// The depth of the search in plies, from 0 to 255.
    pub depth: Depth,
    /// How the score relates to the true one; `None` if there is no score, only an
    /// evaluation.
    pub bound: Option<Bound>,
    /// Whether the position is, or was, part of a principal variation.
    pub pv: bool,
}

impl TtEntry {
    /// An entry without a score.
    #[inline]
    pub const fn of_eval(eval: Option<Score>, pv: bool) -> TtEntry {
        TtEntry { mv: None, score: Score::DRAW, eval, depth: 0, bound: None, pv }
    }

    /// Whether the entry proves that the true score is at least its own.
    #[inline]
    pub fn is_at_least(&self) -> bool {
        self.bound.is_some_and(Bound::is_at_least)
    }

    /// Whether the entry proves that the true score is at most its own.
    #[inline]
    pub fn is_at_most(&self) -> bool {
        self.bound.is_some_and(Bound::is_at_most)
    }
}

/// The number of generations. The age of an entry wraps around after this number
/// of searches.
pub const GENERATIONS: u8 = 32;

/// Stands for no evaluation. Every evaluation is higher.
const NO_EVAL: i16 = i16::MIN;

const SCORE_SHIFT: u32 = 16;
const EVAL_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const BOUND_MASK: u64 = 3;
const PV_SHIFT: u32 = 58;
const GENERATION_SHIFT: u32 = 59;

/// A [`TtEntry`] in one word: move, score and evaluation in 16 bits each, depth
/// in 8, bound in 2, the principal variation in 1, the generation in 5. Zero, which
/// has neither a bound nor an evaluation of its own, is an empty slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedEntry(pub u64);

impl PackedEntry {
    /// Packs an entry of a position `ply` plies from the root.
    #[inline]
    pub fn new(entry: &TtEntry, ply: usize, generation: u8) -> PackedEntry {
        let mv = entry.mv.map_or(0, Move::bits) as u64;
        let score = entry.score.to_tt(ply).0 as i16 as u16 as u64;
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval.0 as i16) as u16 as u64;
        let depth = entry.depth.clamp(0, u8::MAX as Depth) as u64;
        PackedEntry(
            mv | score << SCORE_SHIFT
                | eval << EVAL_SHIFT
                | depth << DEPTH_SHIFT
                | entry.bound.map_or(0, |bound| bound as u64) << BOUND_SHIFT
                | (entry.pv as u64) << PV_SHIFT
                | (generation as u64) << GENERATION_SHIFT,
        )
    }

    /// The same entry with another move.
    #[inline]
    pub fn with_move(self, mv: Option<Move>) -> PackedEntry {
        PackedEntry(self.0 & !u64::from(u16::MAX) | mv.map_or(0, Move::bits) as u64)
    }

    /// The entry of a position `ply` plies from the root; `None` if the slot is
    /// empty.
    #[inline]
    pub fn unpack(self, ply: usize) -> Option<TtEntry> {
        let bound = match self.0 >> BOUND_SHIFT & BOUND_MASK {
            1 => Some(Bound::Lower),
            2 => Some(Bound::Upper),
            3 => Some(Bound::Exact),
            _ if self.is_empty() => return None,
            _ => None,
        };
        let eval = (self.0 >> EVAL_SHIFT) as i16;
        Some(TtEntry {
            mv: self.mv(),
            score: Score((self.0 >> SCORE_SHIFT) as i16 as i32).from_tt(ply),
            eval: (eval != NO_EVAL).then_some(Score(eval as i32)),
            depth: self.depth(),
            bound,
            pv: self.0 >> PV_SHIFT & 1 == 1,
        })
    }

    /// Whether a search can have stored this. A score beyond a mate in zero
    /// overflows and never ends a search.
    pub fn is_sound(self) -> bool {
        let Some(entry) = self.unpack(0) else { return self.is_empty() };
        let score = Score((self.0 >> SCORE_SHIFT) as i16 as i32);
        let fits = |score: Score, most: Score| (-most..=most).contains(&score);
        fits(score, Score::mate_in(0))
            && entry.eval.is_none_or(|eval| fits(eval, Score::MAX_EVAL))
            && entry.mv.is_none_or(|mv| mv.from() != mv.to())
    }

    /// Whether the slot is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The move of the entry.
    #[inline(always)]
    pub fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    /// The depth of the entry, in plies.
    #[inline(always)]
    pub fn depth(self) -> Depth {
        (self.0 >> DEPTH_SHIFT) as u8 as Depth
    }

    /// The generation in which the entry was stored.
    #[inline(always)]
    pub fn generation(self) -> u8 {
        (self.0 >> GENERATION_SHIFT) as u8
    }

    /// The number of searches since the entry was stored.
    #[inline(always)]
    pub fn age(self, now: u8) -> i32 {
        ((GENERATIONS + now - self.generation()) % GENERATIONS) as i32
    }

    /// A hash of the whole word in `bits` bits; zero for an empty slot.
    #[inline(always)]
    pub fn digest(self, bits: u32) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - bits)
    }
}
