//! Which move to try next. The better the order, the less there is to search:
//! with the best move always first, alpha-beta visits about the square root
//! of all nodes.
//!
//! Moves come in stages, and no stage is generated before the one ahead of it
//! has failed to cut off: the table's move, captures and promotions that lose
//! nothing (most valuable victim first), quiet moves by their history, and at
//! last the captures that lose material.

use super::params::{good_capture_merit, victim_weight};
use crate::board::Position;
use crate::history::{Histories, HistoryContext};
use crate::movegen::{MoveClass, generate, is_legal};
use crate::types::{MAX_MOVES, Move, MoveList, PieceKind};
use arrayvec::ArrayVec;

/// What is to come next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Listed,
    Done,
}

/// A move, its rank among the moves of its stage, and its place in the list,
/// packed so that the highest is found without a branch: rank, place counted
/// from the end (among equals the first generated comes first), move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked(i64);

impl Ranked {
    const RANK_SHIFT: u32 = 32;
    const PLACE_SHIFT: u32 = 16;

    #[inline(always)]
    fn new(mv: Move, rank: i32, place: usize) -> Ranked {
        let place = ((MAX_MOVES - place) as i64) << Self::PLACE_SHIFT;
        Ranked((rank as i64) << Self::RANK_SHIFT | place | mv.bits() as i64)
    }

    #[inline(always)]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    #[inline(always)]
    fn place(self) -> usize {
        MAX_MOVES - (self.0 >> Self::PLACE_SHIFT) as u16 as usize
    }

    /// The same at another place.
    #[inline(always)]
    fn moved_to(self, place: usize) -> Ranked {
        let others = !((u16::MAX as i64) << Self::PLACE_SHIFT);
        Ranked(self.0 & others | ((MAX_MOVES - place) as i64) << Self::PLACE_SHIFT)
    }
}

/// Hands out the moves of a position, each once, the most promising first.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    /// Quiescence wants no others.
    noisy_only: bool,
    /// Losing captures, in order, are kept at the front; what is still to be
    /// chosen from begins at `next`.
    moves: ArrayVec<Ranked, MAX_MOVES>,
    bad: usize,
    next: usize,
}

impl Picker {
    /// All legal moves.
    #[inline]
    pub fn all(table_move: Option<Move>) -> Picker {
        Picker::new(Stage::TableMove, table_move, false)
    }

    /// Captures and promotions that lose no material.
    #[inline]
    pub fn good_noisy(table_move: Option<Move>) -> Picker {
        Picker::new(Stage::TableMove, table_move.filter(|mv| !mv.is_quiet()), true)
    }

    /// All legal moves in check, else captures and promotions that lose no
    /// material. Not a choice of two pickers: one is two kilobytes, and to copy
    /// it costs.
    #[inline(always)]
    pub fn of_quiescence(in_check: bool, table_move: Option<Move>) -> Picker {
        let table_move = table_move.filter(|mv| in_check || !mv.is_quiet());
        Picker::new(Stage::TableMove, table_move, !in_check)
    }

    /// These moves in this order.
    pub fn listed(moves: impl Iterator<Item = Move>) -> Picker {
        let mut picker = Picker::new(Stage::Listed, None, false);
        picker.moves.extend(moves.map(|mv| Ranked::new(mv, 0, 0)));
        picker
    }

    #[inline(always)]
    fn new(stage: Stage, table_move: Option<Move>, noisy_only: bool) -> Picker {
        Picker { stage, table_move, noisy_only, moves: ArrayVec::new(), bad: 0, next: 0 }
    }

    /// The quiet moves that are left are of no interest.
    pub fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::GenerateQuiet | Stage::Quiet) {
            self.begin_bad_noisy();
        }
    }

    /// Of the quiet moves that are left, only these are of interest.
    pub fn narrow(&mut self, interesting: impl Fn(Move) -> bool) {
        if self.stage == Stage::Quiet {
            let mut kept = self.next;
            for i in self.next..self.moves.len() {
                if self.moves[i].mv().is_some_and(&interesting) {
                    self.moves[kept] = self.moves[i].moved_to(kept);
                    kept += 1;
                }
            }
            self.moves.truncate(kept);
        }
    }

    /// The next move, if there is one.
    #[inline]
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &HistoryContext,
    ) -> Option<Move> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::GenerateNoisy;
            // The table may have mixed up two positions.
            self.table_move = self.table_move.filter(|&mv| is_legal(position, mv));
            if self.table_move.is_some() {
                return self.table_move;
            }
        }
        if self.stage == Stage::GenerateNoisy {
            self.add(position, MoveClass::Noisy, |mv| noisy_rank(position, histories, mv));
            self.stage = Stage::GoodNoisy;
        }
        if self.stage == Stage::GoodNoisy {
            while let Some(mv) = self.best() {
                let least = -histories.noisy(position, mv).0 / good_capture_merit();
                if position.see_at_least(mv, least) && is_useful_promotion(mv) {
                    return Some(mv);
                }
                self.put_off(mv);
            }
            self.stage = if self.noisy_only { Stage::Done } else { Stage::GenerateQuiet };
        }
        if self.stage == Stage::GenerateQuiet {
            self.add(position, MoveClass::Quiet, |mv| histories.quiet(position, mv, context).0);
            self.stage = Stage::Quiet;
        }
        if self.stage == Stage::Quiet {
            if let Some(mv) = self.best() {
                return Some(mv);
            }
            self.begin_bad_noisy();
        }
        if matches!(self.stage, Stage::BadNoisy | Stage::Listed) {
            if let Some(ranked) = self.moves.get(self.next) {
                self.next += 1;
                return ranked.mv();
            }
            self.stage = Stage::Done;
        }
        None
    }

    /// Generates the moves of a class without the table's move.
    #[inline]
    fn add(&mut self, position: &Position, class: MoveClass, rank: impl Fn(Move) -> i32) {
        let mut list = MoveList::new();
        generate(position, class, &mut list);
        for &mv in &list {
            if Some(mv) != self.table_move {
                self.moves.push(Ranked::new(mv, rank(mv), self.moves.len()));
            }
        }
    }

    /// Takes out the highest ranked of the moves that are left. Sorting all
    /// would be wasted where the first few suffice.
    #[inline]
    fn best(&mut self) -> Option<Move> {
        let best = self.moves[self.next..].iter().copied().max()?;
        let place = best.place();
        self.moves[place] = self.moves[self.next].moved_to(place);
        self.next += 1;
        best.mv()
    }

    /// Keeps the move just taken for the last stage.
    fn put_off(&mut self, mv: Move) {
        self.moves[self.bad] = Ranked::new(mv, 0, self.bad);
        self.bad += 1;
    }

    fn begin_bad_noisy(&mut self) {
        self.moves.truncate(self.bad);
        self.next = 0;
        self.stage = Stage::BadNoisy;
    }
}

/// Most valuable victim first; among equal victims, what has proved itself.
#[inline]
fn noisy_rank(position: &Position, histories: &Histories, mv: Move) -> i32 {
    let captured = match position.on(mv.to()) {
        Some(piece) => piece.kind().value(),
        // En passant, if it is a capture at all.
        None => PieceKind::Pawn.value() * i32::from(mv.is_capture()),
    };
    let promoted = mv.promotion().map_or(0, PieceKind::value);
    (captured + promoted) * victim_weight() + histories.noisy(position, mv).0
}

/// Whether a move promotes to a queen, or not at all. Other promotions are
/// rarely better, and come last.
#[inline]
fn is_useful_promotion(mv: Move) -> bool {
    matches!(mv.promotion(), None | Some(PieceKind::Queen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;

    const POSITIONS: [&str; 5] = [
        Position::START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "QQQQQQQQ/QQQQQQQK/8/8/8/pppppppp/8/k7 w - - 0 1",
    ];

    fn picked(position: &Position, mut picker: Picker) -> Vec<Move> {
        let histories = Histories::default();
        std::iter::from_fn(|| picker.next(position, &histories, &HistoryContext::default()))
            .collect()
    }

    #[test]
    fn every_legal_move_comes_once() {
        for fen in POSITIONS {
            let position: Position = fen.parse().expect("a legal position");
            let legal = legal_moves(&position);
            let foreign = Move::from_bits(1 << 12 | 1 << 6);
            for table_move in legal.iter().copied().map(Some).chain([None, foreign]) {
                let moves = picked(&position, Picker::all(table_move));
                assert_eq!(moves.len(), legal.len(), "{fen}");
                assert!(legal.iter().all(|mv| moves.contains(mv)));
                if table_move != foreign && table_move.is_some() {
                    assert_eq!(moves.first().copied(), table_move);
                }
            }
        }
    }

    #[test]
    fn noisy_only_leaves_out_what_loses() {
        let fen = "4k3/8/2p5/3p1q2/4P3/8/8/3QK3 w - - 0 1";
        let position: Position = fen.parse().expect("a legal position");
        let moves = picked(&position, Picker::good_noisy(None));
        let names: Vec<String> =
            moves.iter().map(|mv| format!("{}{}", mv.from(), mv.to())).collect();
        assert_eq!(names, ["e4f5", "e4d5"]);
    }

    #[test]
    fn skipping_quiets_leaves_the_bad_captures() {
        let fen = "4k3/8/2p5/3p1q2/4P3/8/8/3QK3 w - - 0 1";
        let position: Position = fen.parse().expect("a legal position");
        let histories = Histories::default();
        let mut picker = Picker::all(None);
        while picker
            .next(&position, &histories, &HistoryContext::default())
            .is_some_and(|mv| !mv.is_quiet())
        {}
        picker.skip_quiets();
        let last = picker
            .next(&position, &histories, &HistoryContext::default())
            .expect("queen takes pawn");
        assert_eq!((last.from().to_string(), last.is_capture()), ("d1".into(), true));
        assert_eq!(picker.next(&position, &histories, &HistoryContext::default()), None);
    }
}
