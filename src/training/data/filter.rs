//! Which positions the network learns from.
//!
//! The static evaluation counts in quiet positions; the search resolves the
//! others. So the trainer leaves out positions in check, positions in which the
//! move played captures or promotes, decided positions, and known end games,
//! whose evaluation ignores the network.

use super::games::TrainingGame;
use super::packed::PackedPosition;
use crate::chess::board::Position;
use crate::chess::types::{Move, Score};
use crate::engine::eval::{self, LinearEvaluation};

/// Whether the static evaluation counts in a position: the side to move is not in
/// check, and the move played or found neither captures nor promotes.
pub fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.in_check() && mv.is_quiet()
}

/// Which positions are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// A position is decided if its score is beyond this, in centipawns.
    pub max_score: i32,
    /// This many plies at the beginning of each game are left out.
    pub skip_plies: usize,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { max_score: 2_500, skip_plies: 0 }
    }
}

/// Why a position is left out: the first reason that applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum FilterReason {
    /// It is one of the first plies of its game.
    Opening,
    /// The side to move is in check.
    InCheck,
    /// The move played is a capture or a promotion.
    NoisyMove,
    /// The score is beyond the limit.
    Decided,
    /// It is a known end game.
    KnownEndgame,
}

impl FilterReason {
    /// The number of reasons.
    pub const COUNT: usize = 5;
    /// All reasons, in the order in which they are checked.
    pub const ALL: [FilterReason; FilterReason::COUNT] = [
        FilterReason::Opening,
        FilterReason::InCheck,
        FilterReason::NoisyMove,
        FilterReason::Decided,
        FilterReason::KnownEndgame,
    ];
}

impl Filter {
    /// The linear evaluation of a position of a game. `ply` counts from zero; `mv` is the move played and `score`
    /// the search score.
    ///
    /// # Errors
    /// The reason to leave it out.
    pub fn game_position(
        &self,
        position: &Position,
        ply: usize,
        mv: Move,
        score: Score,
    ) -> Result<LinearEvaluation, FilterReason> {
        if ply < self.skip_plies {
            return Err(FilterReason::Opening);
        }
        self.position(position, Some(mv), score.0)
    }

    /// The linear evaluation of the position of a sample.
    ///
    /// # Errors
    /// The reason to leave it out.
    pub fn sample(
        &self,
        position: &Position,
        sample: &PackedPosition,
    ) -> Result<LinearEvaluation, FilterReason> {
        self.position(position, None, sample.score().into())
    }

    fn position(
        &self,
        position: &Position,
        mv: Option<Move>,
        score: i32,
    ) -> Result<LinearEvaluation, FilterReason> {
        if position.in_check() {
            Err(FilterReason::InCheck)
        } else if mv.is_some_and(|mv| !mv.is_quiet()) {
            Err(FilterReason::NoisyMove)
        } else if score.abs() > self.max_score {
            Err(FilterReason::Decided)
        } else {
            eval::linear_evaluation(position).ok_or(FilterReason::KnownEndgame)
        }
    }
}

/// How many positions are kept, and why the others are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FilterCounts {
    /// Positions that the network learns from, or that are held out.
    pub kept: u64,
    /// Positions that are left out, by reason.
    pub left_out: [u64; FilterReason::COUNT],
}

impl FilterCounts {
    /// All positions that the filter has seen, kept or left out.
    pub fn positions(&self) -> u64 {
        self.kept + self.left_out.iter().sum::<u64>()
    }

    /// Counts a decision of the filter.
    pub fn add(&mut self, decision: Result<LinearEvaluation, FilterReason>) {
        match decision {
            Ok(_) => self.kept += 1,
            Err(reason) => self.left_out[reason as usize] += 1,
        }
    }

    /// Counts the positions of a game.
    pub fn add_game(&mut self, filter: &Filter, game: &TrainingGame) {
        let mut positions = game.positions();
        let mut ply = 0;
        while let Some((position, mv, score)) = positions.next() {
            self.add(filter.game_position(position, ply, mv, score));
            ply += 1;
        }
    }
}
