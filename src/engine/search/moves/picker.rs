//! Move ordering: which move to search next. The better the order, the fewer
//! nodes there are: with the best move always first, alpha-beta visits about
//! the square root of all nodes.
//!
//! Moves come in stages, and no stage is generated before the one ahead of it
//! has failed to cut off: the TT move, good noisy moves (those that lose no
//! material, most valuable victim first), quiet moves by history score, and
//! bad noisy moves.

use crate::chess::board::Position;
use crate::chess::movegen::{MoveClass, MoveSink, generate, generate_quiet, is_legal};
use crate::chess::types::{Bitboard, MAX_MOVES, Move, MoveKind, MoveList, PieceKind, Square};
use crate::engine::history::{Histories, HistoryContext, HistoryScore, QuietScores};
use crate::engine::search::params::{good_capture_history_divisor, mvv_weight};
use arrayvec::ArrayVec;

/// The stage that comes next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Listed,
    Done,
}

/// A move, its score within its stage, and its place in the list, packed so
/// that the best is the greatest number. From the top: score, place counted
/// from the end (among equal scores the first generated wins), move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ScoredMove(i64);

impl ScoredMove {
    const SCORE_SHIFT: u32 = 32;
    const PLACE_SHIFT: u32 = 16;

    #[inline(always)]
    fn new(mv: Move, score: i32, place: usize) -> ScoredMove {
        let place = ((MAX_MOVES - place) as i64) << Self::PLACE_SHIFT;
        ScoredMove((score as i64) << Self::SCORE_SHIFT | place | mv.bits() as i64)
    }

    #[inline(always)]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    #[inline(always)]
    fn place(self) -> usize {
        MAX_MOVES - (self.0 >> Self::PLACE_SHIFT) as u16 as usize
    }

    /// The same move and score at another place.
    #[inline(always)]
    fn moved_to(self, place: usize) -> ScoredMove {
        let others = !((u16::MAX as i64) << Self::PLACE_SHIFT);
        ScoredMove(self.0 & others | ((MAX_MOVES - place) as i64) << Self::PLACE_SHIFT)
    }
}

/// Returns the moves of a position, each once, the most promising first.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    /// Whether only good noisy moves and the TT move are returned.
    noisy_only: bool,
    /// Bad noisy moves, then moves already returned, then from `next` on those
    /// still to be returned.
    moves: ArrayVec<ScoredMove, MAX_MOVES>,
    /// The number of bad noisy moves.
    bad: usize,
    next: usize,
    /// The best of the moves from `next` on.
    upcoming: Option<ScoredMove>,
}

impl MovePicker {
    /// All legal moves.
    #[inline]
    pub fn all(tt_move: Option<Move>) -> MovePicker {
        MovePicker::new(Stage::TtMove, tt_move, false)
    }

    /// Noisy moves that lose no material.
    #[inline]
    pub fn good_noisy(tt_move: Option<Move>) -> MovePicker {
        MovePicker::new(Stage::TtMove, tt_move.filter(|mv| !mv.is_quiet()), true)
    }

    /// All legal moves in check, else noisy moves that lose no material. One
    /// constructor for both: a picker has two kilobytes, and a choice between
    /// two of them would copy one.
    #[inline(always)]
    pub fn of_quiescence(in_check: bool, tt_move: Option<Move>) -> MovePicker {
        let tt_move = tt_move.filter(|mv| in_check || !mv.is_quiet());
        MovePicker::new(Stage::TtMove, tt_move, !in_check)
    }

    /// The given moves in their order.
    pub fn listed(moves: impl Iterator<Item = Move>) -> MovePicker {
        let mut picker = MovePicker::new(Stage::Listed, None, false);
        picker.moves.extend(moves.map(|mv| ScoredMove::new(mv, 0, 0)));
        picker
    }

    #[inline(always)]
    fn new(stage: Stage, tt_move: Option<Move>, noisy_only: bool) -> MovePicker {
        MovePicker {
            stage,
            tt_move,
            noisy_only,
            moves: ArrayVec::new(),
            bad: 0,
            next: 0,
            upcoming: None,
        }
    }

    /// Whether the last move returned, and so all that follow, are bad noisy moves.
    #[inline]
    pub fn is_at_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// Skips all moves that are left except good noisy ones.
    pub fn keep_good_noisy(&mut self) {
        self.noisy_only = true;
        if self.stage > Stage::GoodNoisy {
            self.stage = Stage::Done;
        }
    }

    /// Gives the TT move, which has just been returned, the place in the order that it
    /// would have without the table.
    pub fn put_back_tt_move(&mut self) {
        if self.stage == Stage::GenerateNoisy {
            self.tt_move = None;
        }
    }

    /// Skips the quiet moves that are left, except those that `keep` accepts.
    /// It has no effect before the first quiet move has been returned.
    pub fn retain_quiets(&mut self, keep: impl Fn(Move) -> bool) {
        if self.stage == Stage::Quiet {
            let mut kept = self.next;
            for i in self.next..self.moves.len() {
                if self.moves[i].mv().is_some_and(&keep) {
                    self.moves[kept] = self.moves[i].moved_to(kept);
                    kept += 1;
                }
            }
            self.moves.truncate(kept);
            self.upcoming = self.best();
        }
    }

    /// The next move; `None` when there is no other. `foresee` gets each move as
    /// soon as it is likely to come next, often while the one before it is
    /// searched.
    #[inline]
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &HistoryContext,
        foresee: impl Fn(Move),
    ) -> Option<Move> {
        if self.stage == Stage::TtMove {
            self.stage = Stage::GenerateNoisy;
            // Another position may have the same signature in the table.
            self.tt_move = self.tt_move.filter(|&mv| is_legal(position, mv));
            if self.tt_move.is_some() {
                return self.tt_move;
            }
        }
        if self.stage == Stage::GenerateNoisy {
            self.generate_noisy(position, histories);
            self.find_upcoming(&foresee);
            self.stage = Stage::GoodNoisy;
        }
        if self.stage == Stage::GoodNoisy {
            while let Some(mv) = self.take_upcoming(&foresee) {
                let least = -histories.noisy_score(position, mv).0 / good_capture_history_divisor();
                if position.see_at_least(mv, least) && is_useful_promotion(mv) {
                    return Some(mv);
                }
                self.defer(mv);
            }
            self.stage = if self.noisy_only { Stage::Done } else { Stage::GenerateQuiet };
        }
        if self.stage == Stage::GenerateQuiet {
            let scores = histories.quiet_scores(position, context);
            let (tt_move, moves) = (self.tt_move, &mut self.moves);
            generate_quiet(position, context.attacked, &mut QuietMoves { scores, tt_move, moves });
            self.find_upcoming(&foresee);
            self.stage = Stage::Quiet;
        }
        if self.stage == Stage::Quiet {
            if let Some(mv) = self.take_upcoming(&foresee) {
                return Some(mv);
            }
            self.begin_bad_noisy();
        }
        if matches!(self.stage, Stage::BadNoisy | Stage::Listed) {
            if let Some(scored) = self.moves.get(self.next) {
                self.next += 1;
                return scored.mv().inspect(|&mv| foresee(mv));
            }
            self.stage = Stage::Done;
        }
        None
    }

    /// Generates and scores the noisy moves without the TT move.
    #[inline]
    fn generate_noisy(&mut self, position: &Position, histories: &Histories) {
        let mut list = MoveList::new();
        generate(position, MoveClass::Noisy, &mut list);
        for &mv in &list {
            if Some(mv) != self.tt_move {
                let score = noisy_score(position, histories, mv);
                self.moves.push(ScoredMove::new(mv, score, self.moves.len()));
            }
        }
    }

    /// Takes the move with the highest score of those that are left, and finds
    /// the one after it. Sorting all of them would be wasted where the first few
    /// cut off.
    #[inline]
    fn take_upcoming(&mut self, foresee: impl Fn(Move)) -> Option<Move> {
        let best = self.upcoming?;
        self.moves[best.place()] = self.moves[self.next].moved_to(best.place());
        self.next += 1;
        self.find_upcoming(foresee);
        best.mv()
    }

    /// Finds the move that comes next in this stage, and shows it to `foresee`.
    #[inline]
    fn find_upcoming(&mut self, foresee: impl Fn(Move)) {
        self.upcoming = self.best();
        if let Some(mv) = self.upcoming.and_then(ScoredMove::mv) {
            foresee(mv);
        }
    }

    /// The move with the highest score of those that are left.
    #[inline]
    fn best(&self) -> Option<ScoredMove> {
        self.moves[self.next..].iter().copied().max()
    }

    /// Keeps the move just taken for the last stage.
    fn defer(&mut self, mv: Move) {
        self.moves[self.bad] = ScoredMove::new(mv, 0, self.bad);
        self.bad += 1;
    }

    fn begin_bad_noisy(&mut self) {
        self.moves.truncate(self.bad);
        self.next = 0;
        self.stage = Stage::BadNoisy;
    }
}

/// Receives the quiet moves from the generator and scores them piece by piece.
struct QuietMoves<'a> {
    scores: QuietScores<'a>,
    tt_move: Option<Move>,
    moves: &'a mut ArrayVec<ScoredMove, MAX_MOVES>,
}

impl QuietMoves<'_> {
    #[inline(always)]
    fn add(&mut self, mv: Move, score: HistoryScore) {
        if Some(mv) != self.tt_move {
            self.moves.push(ScoredMove::new(mv, score.0, self.moves.len()));
        }
    }
}

impl MoveSink for QuietMoves<'_> {
    fn piece(&mut self, from: Square, targets: Bitboard, _enemies: Bitboard) {
        let scores = self.scores.from(from);
        for to in targets {
            self.add(Move::new(from, to, MoveKind::Quiet), scores.to(to));
        }
    }

    fn promotions(&mut self, _: Bitboard, _: i8, _: bool) {
        unreachable!("a promotion is noisy")
    }

    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.add(mv, self.scores.of(mv));
    }
}

/// The score of a noisy move: most valuable victim first, then history score.
#[inline]
fn noisy_score(position: &Position, histories: &Histories, mv: Move) -> i32 {
    let captured = match position.on(mv.to()) {
        Some(piece) => piece.kind().value(),
        // En passant, or a promotion without capture.
        None => PieceKind::Pawn.value() * i32::from(mv.is_capture()),
    };
    let promoted = mv.promotion().map_or(0, PieceKind::value);
    (captured + promoted) * mvv_weight() + histories.noisy_score(position, mv).0
}

/// Whether a move promotes to a queen or not at all. Other promotions are
/// rarely better, so they come last.
#[inline]
fn is_useful_promotion(mv: Move) -> bool {
    matches!(mv.promotion(), None | Some(PieceKind::Queen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::movegen::legal_moves;

    const POSITIONS: [&str; 5] = [
        Position::START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "QQQQQQQQ/QQQQQQQK/8/8/8/pppppppp/8/k7 w - - 0 1",
    ];

    /// With the attacked squares known and without.
    fn contexts(position: &Position) -> [HistoryContext; 2] {
        let attacked = Some(position.attacked_by(!position.side_to_move()));
        let unknown = HistoryContext::default();
        [HistoryContext { attacked, ..unknown }, unknown]
    }

    fn picked(position: &Position, mut picker: MovePicker) -> Vec<Move> {
        picked_in(position, &HistoryContext::default(), &mut picker)
    }

    fn picked_in(
        position: &Position,
        context: &HistoryContext,
        picker: &mut MovePicker,
    ) -> Vec<Move> {
        let histories = Histories::default();
        std::iter::from_fn(|| picker.next(position, &histories, context, |_| ())).collect()
    }

    #[test]
    fn every_legal_move_comes_once() {
        for fen in POSITIONS {
            let position: Position = fen.parse().expect("a legal position");
            let legal = legal_moves(&position);
            let foreign = Move::from_bits(1 << 12 | 1 << 6);
            for tt_move in legal.iter().copied().map(Some).chain([None, foreign]) {
                for context in contexts(&position) {
                    let moves = picked_in(&position, &context, &mut MovePicker::all(tt_move));
                    assert_eq!(moves.len(), legal.len(), "{fen}");
                    assert!(legal.iter().all(|mv| moves.contains(mv)));
                    if tt_move != foreign && tt_move.is_some() {
                        assert_eq!(moves.first().copied(), tt_move);
                    }
                }
            }
        }
    }

    #[test]
    fn noisy_only_leaves_out_what_loses() {
        let fen = "4k3/8/2p5/3p1q2/4P3/8/8/3QK3 w - - 0 1";
        let position: Position = fen.parse().expect("a legal position");
        let moves = picked(&position, MovePicker::good_noisy(None));
        let names: Vec<String> =
            moves.iter().map(|mv| format!("{}{}", mv.from(), mv.to())).collect();
        assert_eq!(names, ["e4f5", "e4d5"]);
    }

    #[test]
    fn only_good_noisy_moves_are_kept_at_any_stage() {
        let fen = "4k3/8/2p5/3p1q2/4P3/8/8/3QK3 w - - 0 1";
        let position: Position = fen.parse().expect("a legal position");
        let histories = Histories::default();
        for before in 0..legal_moves(&position).len() {
            let mut picker = MovePicker::all(None);
            let context = HistoryContext::default();
            let mut next = || picker.next(&position, &histories, &context, |_| ());
            let first: Vec<Move> = std::iter::from_fn(&mut next).take(before).collect();
            picker.keep_good_noisy();
            let next = || picker.next(&position, &histories, &context, |_| ());
            let rest: Vec<Move> = std::iter::from_fn(next).collect();
            assert_eq!(rest.len(), 2_usize.saturating_sub(first.len()));
            assert!(rest.iter().all(|mv| mv.is_capture()));
        }
    }
}
