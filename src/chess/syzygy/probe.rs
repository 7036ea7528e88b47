//! The result of a position.
//!
//! A table may hold any value for a position in which a capture is best, since
//! that packs better, and it knows no captures en passant. So the captures are
//! tried before the table is asked.

use super::set::Tablebases;
use super::table::{TableKind, TableValue};
use crate::chess::board::Position;
use crate::chess::movegen::{MoveClass, generate, has_legal_move, legal_moves};
use crate::chess::types::{GameResult, Move, MoveList, PieceKind};
use std::fmt;

/// The result of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WdlResult {
    /// A loss, in spite of the fifty-move rule.
    Loss = -2,
    /// A loss that the fifty-move rule makes a draw.
    BlessedLoss = -1,
    /// A draw, even without the fifty-move rule.
    Draw = 0,
    /// A win that the fifty-move rule makes a draw.
    CursedWin = 1,
    /// A win, in spite of the fifty-move rule.
    Win = 2,
}

impl WdlResult {
    /// The result of a number from -2 to 2.
    fn of(number: i32) -> Option<WdlResult> {
        Some(match number {
            -2 => WdlResult::Loss,
            -1 => WdlResult::BlessedLoss,
            0 => WdlResult::Draw,
            1 => WdlResult::CursedWin,
            2 => WdlResult::Win,
            _ => return None,
        })
    }
}

impl fmt::Display for WdlResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WdlResult::Loss => "loss",
            WdlResult::BlessedLoss => "draw by the fifty-move rule, else a loss",
            WdlResult::Draw => "draw",
            WdlResult::CursedWin => "draw by the fifty-move rule, else a win",
            WdlResult::Win => "win",
        })
    }
}

/// A result, and whether a capture, or a pawn move where these count, reaches
/// it.
struct ProbedResult {
    result: i32,
    by_zeroing: bool,
}

/// The distance to the next capture or pawn move, if that is the next move.
pub(super) fn distance_before_zeroing(result: i32) -> i32 {
    match result {
        2 => 1,
        1 => 101,
        -1 => -101,
        -2 => -1,
        _ => 0,
    }
}

/// Whether a move is a capture or a pawn move.
fn is_zeroing(position: &Position, mv: Move) -> bool {
    mv.is_capture() || position.on(mv.from()).is_some_and(|p| p.kind() == PieceKind::Pawn)
}

impl Tablebases {
    /// Whether the tables can know a position: they have no positions with
    /// castling rights.
    #[inline]
    pub fn covers(&self, position: &Position) -> bool {
        position.occupied().count() as usize <= self.max_pieces() && position.castling().is_empty()
    }

    /// The result of a position for the side to move, as if its fifty-move
    /// counter were zero. `None` if a table that it needs is missing.
    pub fn probe_wdl(&self, position: &Position) -> Option<WdlResult> {
        if !self.covers(position) {
            return None;
        }
        self.result(position, -2, 2).and_then(WdlResult::of)
    }

    /// In how many plies the next capture or pawn move comes if both sides play
    /// best: positive if the side to move wins, negative if it loses, zero for a
    /// draw. It is greater by a hundred if the fifty-move rule makes the game a
    /// draw. With a distance of more than one, the number may be one too large.
    /// `None` if a table that it needs is missing.
    pub fn probe_dtz(&self, position: &Position) -> Option<i32> {
        if !self.covers(position) {
            return None;
        }
        self.distance(position)
    }

    /// The result of a game that has come to this position, if both sides play
    /// best and know the tables; `None` if it is not known for sure.
    pub fn game_result(&self, position: &Position) -> Option<GameResult> {
        let result = self.probe_wdl(position)?;
        let clock = i32::from(position.halfmove_clock());
        let is_in_time = || {
            clock == 0 || self.probe_dtz(position).is_some_and(|plies| plies.abs() + clock < 100)
        };
        let side = position.side_to_move();
        match result {
            WdlResult::Win => is_in_time().then_some(GameResult::win(side)),
            WdlResult::Loss => is_in_time().then_some(GameResult::win(!side)),
            _ => Some(GameResult::Draw),
        }
    }

    /// The result that a position would have without the fifty-move rule.
    pub fn theoretical_result(&self, position: &Position) -> Option<GameResult> {
        let side = position.side_to_move();
        Some(match self.probe_wdl(position)? {
            WdlResult::Win | WdlResult::CursedWin => GameResult::win(side),
            WdlResult::Loss | WdlResult::BlessedLoss => GameResult::win(!side),
            WdlResult::Draw => GameResult::Draw,
        })
    }

    /// What the tables say about a position, in words.
    pub fn describe(&self, position: &Position) -> String {
        let (Some(result), distance) = (self.probe_wdl(position), self.probe_dtz(position)) else {
            return "not known".to_string();
        };
        let number = result as i32;
        match distance {
            None => format!("{result} (WDL {number}, DTZ not known)"),
            Some(distance) => format!("{result} (WDL {number}, DTZ {distance})"),
        }
    }

    /// The result within a window, by captures and the table.
    pub(super) fn result(&self, position: &Position, alpha: i32, beta: i32) -> Option<i32> {
        if cfg!(no_files) {
            return None;
        }
        if position.occupied().count() == 2 {
            return Some(0);
        }
        let mut captures = MoveList::new();
        generate(position, MoveClass::Noisy, &mut captures);
        let (mut best, mut tried) = (-3, 0);
        for &mv in captures.iter().filter(|mv| mv.is_capture()) {
            let result = -self.result(&position.after(mv), -beta, -alpha.max(best.clamp(-2, 2)))?;
            best = best.max(result);
            tried += 1;
            if best >= beta {
                return Some(best);
            }
        }
        // The table counts the other moves only if there are any.
        if tried > 0 && legal_moves(position).len() == tried {
            return Some(best);
        }
        Some(best.max(self.table_result(position)?))
    }

    fn table_result(&self, position: &Position) -> Option<i32> {
        match self.value(position, TableKind::Wdl, 0)? {
            TableValue::Value(value @ 0..=4) => Some(i32::from(value) - 2),
            _ => None,
        }
    }

    /// The exact result, and whether a capture or a pawn move reaches it.
    fn result_by_zeroing(&self, position: &Position) -> Option<ProbedResult> {
        if position.occupied().count() == 2 {
            return Some(ProbedResult { result: 0, by_zeroing: false });
        }
        let moves = legal_moves(position);
        let (mut best, mut best_capture, mut tried) = (-3, -3, 0);
        for &mv in moves.iter().filter(|&&mv| is_zeroing(position, mv)) {
            let result = -self.result(&position.after(mv), -2, 2)?;
            best = best.max(result);
            if mv.is_capture() {
                best_capture = best_capture.max(result);
            }
            tried += 1;
            if best == 2 {
                return Some(ProbedResult { result: best, by_zeroing: true });
            }
        }
        if tried > 0 && moves.len() == tried {
            return Some(ProbedResult { result: best, by_zeroing: true });
        }
        let result = best_capture.max(self.table_result(position)?);
        // A lost position has no best move, so there the table has the distance.
        let by_zeroing = best >= result && best > 0;
        Some(ProbedResult { result: result.max(best), by_zeroing })
    }

    fn distance(&self, position: &Position) -> Option<i32> {
        let ProbedResult { result, by_zeroing } = self.result_by_zeroing(position)?;
        if result == 0 || by_zeroing {
            return Some(distance_before_zeroing(result));
        }
        match self.value(position, TableKind::Dtz, result)? {
            TableValue::Value(plies) => {
                let plies = i32::from(plies) + distance_before_zeroing(result.abs());
                Some(plies * result.signum())
            }
            TableValue::OtherSide => self.distance_by_moves(position, result),
        }
    }

    /// The distance by the positions after each move: the side that wins takes
    /// the shortest, the side that loses the longest.
    fn distance_by_moves(&self, position: &Position, result: i32) -> Option<i32> {
        let mut best = None;
        for mv in legal_moves(position) {
            let distance = self.distance_after(position, mv)?;
            if distance.signum() == result.signum() {
                best = Some(best.map_or(distance, |best: i32| best.min(distance)));
            }
        }
        // Checkmate: there is no move.
        Some(best.unwrap_or(-1))
    }

    /// The distance for the side to move if it plays a move.
    pub(super) fn distance_after(&self, position: &Position, mv: Move) -> Option<i32> {
        let next = position.after(mv);
        if next.in_check() && !has_legal_move(&next) {
            return Some(1);
        }
        if is_zeroing(position, mv) {
            return Some(distance_before_zeroing(-self.result(&next, -2, 2)?));
        }
        let distance = -self.distance(&next)?;
        Some(distance + distance.signum())
    }
}
