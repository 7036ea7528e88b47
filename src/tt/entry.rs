use crate::types::{Depth, Move, Score};

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

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move, or the one that refuted the position. It may belong to
    /// another position: check it before playing it.
    pub mv: Option<Move>,
    /// What a search of `depth` plies returned.
    pub score: Score,
    /// The static evaluation, unless the side to move is in check.
    pub eval: Option<Score>,
    /// Plies searched, from 0 to 255.
    pub depth: Depth,
    /// How to take the score.
    pub bound: Bound,
    /// Whether this was once part of a principal variation.
    pub pv: bool,
}

/// Searches after which an age counts from zero again.
pub const GENERATIONS: u8 = 32;

/// Stands for "no evaluation"; no evaluation is so low.
const NO_EVAL: i16 = i16::MIN;

const SCORE_SHIFT: u32 = 16;
const EVAL_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const BOUND_MASK: u64 = 3;
const PV_SHIFT: u32 = 58;
const GENERATION_SHIFT: u32 = 59;

/// An [`TtEntry`] in one word: move, score and evaluation in sixteen bits each,
/// depth in eight, bound in two, one for the principal variation and five for
/// the generation. Zero, which has no bound, is an empty place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed(pub u64);

impl Packed {
    #[inline]
    pub fn new(entry: &TtEntry, ply: usize, generation: u8) -> Packed {
        let mv = entry.mv.map_or(0, Move::bits) as u64;
        let score = entry.score.to_tt(ply).0 as i16 as u16 as u64;
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval.0 as i16) as u16 as u64;
        let depth = entry.depth.clamp(0, u8::MAX as Depth) as u64;
        Packed(
            mv | score << SCORE_SHIFT
                | eval << EVAL_SHIFT
                | depth << DEPTH_SHIFT
                | (entry.bound as u64) << BOUND_SHIFT
                | (entry.pv as u64) << PV_SHIFT
                | (generation as u64) << GENERATION_SHIFT,
        )
    }

    #[inline]
    pub fn unpack(self, ply: usize) -> Option<TtEntry> {
        let bound = match self.0 >> BOUND_SHIFT & BOUND_MASK {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
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

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    #[inline(always)]
    pub fn depth(self) -> Depth {
        (self.0 >> DEPTH_SHIFT) as u8 as Depth
    }

    #[inline(always)]
    pub fn generation(self) -> u8 {
        (self.0 >> GENERATION_SHIFT) as u8
    }

    /// Searches since it was stored.
    #[inline(always)]
    pub fn age(self, now: u8) -> i32 {
        ((GENERATIONS + now - self.generation()) % GENERATIONS) as i32
    }

    /// A hash of the whole word in so many bits; of zero, zero.
    #[inline(always)]
    pub fn digest(self, bits: u32) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - bits)
    }
}
