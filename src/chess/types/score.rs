//! Scores of a search, in centipawns or as a distance to mate.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};

/// The greatest distance from the root, in plies.
pub const MAX_PLY: usize = 246;

/// The depth of a search, in plies.
pub type Depth = i32;

/// A score from the point of view of the side to move: centipawns, a win or
/// loss by the tablebases, or a distance to mate.
///
/// Every finite score lies between [`Score::mated_in`]`(0)` and
/// [`Score::mate_in`]`(0)`; a score at or beyond ±[`Score::MATE_BOUND`] is a mate
/// score. Below them lie the scores of the tablebases, and below these all
/// evaluations. Every score fits in sixteen bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

/// A score in the two units of UCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub enum UciScore {
    /// Centipawns for the side to move.
    #[cfg_attr(feature = "json", serde(rename = "cp"))]
    Centipawns(i32),
    /// The number of full moves to mate: positive if the side to move mates,
    /// negative if it is mated, zero if it is checkmated now.
    #[cfg_attr(feature = "json", serde(rename = "mate"))]
    Mate(i32),
}

impl Score {
    /// The score of a draw, and of a position in which neither side is better.
    pub const DRAW: Score = Score(0);
    /// Greater than every score that a search returns.
    pub const INFINITE: Score = Score(32_000);
    const MATE: i32 = 31_000;
    /// The least absolute value of a mate score.
    pub const MATE_BOUND: Score = Score(Self::MATE - MAX_PLY as i32);
    const TABLEBASE: i32 = 30_000;
    /// The least absolute value of a decisive score: of a mate, or of a win or
    /// loss by the tablebases.
    pub const DECISIVE_BOUND: Score = Score(Self::TABLEBASE - MAX_PLY as i32);
    /// The greatest score that an evaluation returns.
    pub const MAX_EVAL: Score = Score(Self::DECISIVE_BOUND.0 - 1);

    /// The side to move mates in `plies` plies.
    #[inline]
    pub const fn mate_in(plies: usize) -> Score {
        Score(Self::MATE - plies as i32)
    }

    /// The side to move is mated in `plies` plies.
    #[inline]
    pub const fn mated_in(plies: usize) -> Score {
        Score(plies as i32 - Self::MATE)
    }

    /// In `plies` plies the side to move reaches a position that the tablebases
    /// know as won.
    #[inline]
    pub const fn tablebase_win(plies: usize) -> Score {
        Score(Self::TABLEBASE - plies as i32)
    }

    /// Whether this is a mate score of either sign.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_BOUND.0
    }

    /// Whether this is a decisive score of either sign: a mate, or a result of
    /// the tablebases.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::DECISIVE_BOUND.0
    }

    /// Whether this is a decisive score that wins for the side to move.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::DECISIVE_BOUND.0
    }

    /// Whether this is a decisive score that loses for the side to move.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::DECISIVE_BOUND.0
    }

    /// The score as the transposition table stores it. A search counts the
    /// distances of decisive scores from the root, the table from the node,
    /// which is `ply` plies away from the root.
    #[inline]
    pub const fn to_tt(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The reverse of [`Score::to_tt`], at a node `ply` plies away from the root.
    /// However long the distance is, a mate score stays a mate score, and a
    /// result of the tablebases stays one.
    #[inline]
    pub const fn from_tt(self, ply: usize) -> Score {
        let is_mate = self.is_mate();
        let furthest = if is_mate { Self::MATE_BOUND.0 } else { Self::DECISIVE_BOUND.0 };
        if self.is_win() {
            let score = self.0 - ply as i32;
            Score(if score < furthest { furthest } else { score })
        } else if self.is_loss() {
            let score = self.0 + ply as i32;
            Score(if score > -furthest { -furthest } else { score })
        } else {
            self
        }
    }

    /// The distance to mate in plies; `None` if this is not a mate score.
    #[inline]
    pub const fn plies_to_mate(self) -> Option<usize> {
        if self.is_mate() { Some((Self::MATE - self.0.abs()) as usize) } else { None }
    }

    /// Limits an evaluation to the range below decisive scores.
    #[inline]
    pub fn clamp_eval(self) -> Score {
        self.clamp(-Self::MAX_EVAL, Self::MAX_EVAL)
    }

    /// The score as UCI reports it: centipawns, or full moves to mate.
    ///
    /// ```
    /// use staunton::chess::Score;
    /// use staunton::chess::types::UciScore;
    ///
    /// assert_eq!(Score::mate_in(3).to_uci(), UciScore::Mate(2));
    /// assert_eq!(Score(-35).to_uci(), UciScore::Centipawns(-35));
    /// ```
    pub const fn to_uci(self) -> UciScore {
        if self.is_mate() && self.0 > 0 {
            UciScore::Mate((Self::MATE - self.0 + 1) / 2)
        } else if self.is_mate() {
            UciScore::Mate(-((Self::MATE + self.0) / 2))
        } else {
            UciScore::Centipawns(self.0)
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl Sub for Score {
    type Output = i32;
    /// The difference in centipawns.
    #[inline(always)]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

impl AddAssign<i32> for Score {
    #[inline(always)]
    fn add_assign(&mut self, centipawns: i32) {
        self.0 += centipawns;
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Score {
    /// Writes the score as UCI does: `cp 31` or `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_uci() {
            UciScore::Centipawns(centipawns) => write!(f, "cp {centipawns}"),
            UciScore::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_moves_of_the_side_to_move() {
        for (score, text) in [
            (Score(31), "cp 31"),
            (Score::mate_in(1), "mate 1"),
            (Score::mate_in(2), "mate 1"),
            (Score::mate_in(3), "mate 2"),
            (Score::mated_in(0), "mate 0"),
            (Score::mated_in(2), "mate -1"),
            (Score::mated_in(4), "mate -2"),
            (-Score::mate_in(5), "mate -2"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }

    #[test]
    fn the_longest_mate_is_a_mate_and_no_evaluation_is() {
        assert!(Score::mate_in(MAX_PLY).is_win() && Score::mated_in(MAX_PLY).is_loss());
        assert!(!Score::MAX_EVAL.is_mate() && !(-Score::MAX_EVAL).is_mate());
        assert!(Score(40_000).clamp_eval() == Score::MAX_EVAL);
        assert!(Score::INFINITE > Score::mate_in(0) && Score::INFINITE.0 <= i16::MAX as i32);
    }

    #[test]
    fn the_tt_counts_mates_from_the_node() {
        let seen_at_ply_3 = Score::mate_in(7);
        let stored = seen_at_ply_3.to_tt(3);
        assert_eq!(stored, Score::mate_in(4));
        assert_eq!(stored.from_tt(1), Score::mate_in(5));
        assert_eq!(Score::mated_in(8).to_tt(2).from_tt(2), Score::mated_in(8));
        assert_eq!(Score(-250).to_tt(9), Score(-250));
        // However far it is, a mate stays one.
        assert!(Score::mate_in(200).from_tt(100).is_win());
        assert!(Score::mated_in(200).from_tt(100).is_loss());
        assert_eq!(Score::mated_in(7).plies_to_mate(), Some(7));
        assert_eq!(Score::MAX_EVAL.plies_to_mate(), None);
    }

    #[test]
    fn tablebase_scores_lie_between_mates_and_evaluations() {
        let furthest = Score::tablebase_win(MAX_PLY);
        assert!(Score::tablebase_win(0) < Score::mate_in(MAX_PLY) && furthest > Score::MAX_EVAL);
        for score in [furthest, Score::tablebase_win(0)] {
            assert!(score.is_win() && (-score).is_loss() && !score.is_mate());
            assert_eq!(score.plies_to_mate(), None);
            assert_eq!((-score).to_uci(), UciScore::Centipawns(-score.0));
        }
        let score = Score::tablebase_win(9);
        assert_eq!(score.to_tt(4), Score::tablebase_win(5));
        assert_eq!((-score).to_tt(4).from_tt(2), -Score::tablebase_win(7));
        assert_eq!(furthest.from_tt(100), furthest);
    }
}
