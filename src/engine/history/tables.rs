//! The histories of moves.

use super::{CorrectionHistory, HistoryEntry, HistoryScore, PieceTo};
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Color, Move, MoveKind, Piece, PieceKind, Square};
use std::array::from_fn;
use std::sync::Arc;

/// Quiet moves of one color, by whether origin and destination are attacked, and
/// by origin and destination ("butterfly boards", J. Schaeffer, "The history
/// heuristic", 1983; the attacks are an idea of Berserk's). A move that refutes
/// one position is likely to refute similar ones. This is wrong where the
/// other pieces on the board make the difference.
type QuietHistory = [[[[HistoryEntry; Square::COUNT]; Square::COUNT]; 2]; 2];

/// Noisy moves by piece, destination and victim.
type NoisyHistory = [[HistoryEntry; PieceKind::COUNT]; PieceTo::COUNT];

/// Quiet moves by piece and destination, as continuations of one earlier move.
type ContinuationHistory = [[HistoryEntry; Square::COUNT]; Piece::COUNT];

/// What the history score of a move depends on, beside the move.
#[derive(Clone, Copy, Debug, Default)]
pub struct HistoryContext {
    /// All squares that the opponent attacks, if they are known.
    pub attacked: Option<Bitboard>,
    /// The moves one, two and four plies before: the opponent's last move and
    /// the own last two.
    pub previous: [PieceTo; 3],
}

impl HistoryContext {
    /// The squares that the opponent attacks, as far as they are known.
    #[inline(always)]
    pub fn threats(&self) -> Bitboard {
        self.attacked.unwrap_or(Bitboard::EMPTY)
    }
}

/// All histories of one thread.
pub struct Histories {
    quiet: Box<[QuietHistory; Color::COUNT]>,
    noisy: Box<NoisyHistory>,
    continuation: Box<[ContinuationHistory]>,
    /// The correction history of the evaluation, which threads may share.
    pub corrections: Arc<CorrectionHistory>,
}

impl Default for Histories {
    fn default() -> Histories {
        let empty = [[HistoryEntry::default(); Square::COUNT]; Piece::COUNT];
        Histories {
            quiet: Box::new(from_fn(|_| {
                from_fn(|_| from_fn(|_| [[HistoryEntry::default(); Square::COUNT]; Square::COUNT]))
            })),
            noisy: Box::new([[HistoryEntry::default(); PieceKind::COUNT]; PieceTo::COUNT]),
            continuation: vec![empty; PieceTo::COUNT].into(),
            corrections: Arc::default(),
        }
    }
}

impl Histories {
    /// The tables that the history scores of a position's quiet moves come from.
    #[inline(always)]
    pub fn quiet_scores<'a>(
        &'a self,
        position: &'a Position,
        context: &HistoryContext,
    ) -> QuietScores<'a> {
        QuietScores {
            position,
            threats: context.threats(),
            quiet: &self.quiet[position.side_to_move().index()],
            continuations: context.previous.map(|previous| &self.continuation[previous.index()]),
        }
    }

    /// How well a capture or promotion of this piece, square and victim has done.
    #[inline]
    pub fn noisy_score(&self, position: &Position, mv: Move) -> HistoryScore {
        let entries = &self.noisy[PieceTo::of(position, mv).index()];
        HistoryScore(entries[victim(captured(position, mv))].get())
    }

    /// The history score of a move, noisy or quiet.
    #[inline]
    pub fn score(&self, position: &Position, mv: Move, context: &HistoryContext) -> HistoryScore {
        if mv.is_quiet() {
            self.quiet_scores(position, context).of(mv)
        } else {
            self.noisy_score(position, mv)
        }
    }

    /// Updates all histories of a move by a bonus, or a malus if it is negative.
    #[inline]
    pub fn update(&mut self, position: &Position, mv: Move, context: &HistoryContext, bonus: i32) {
        let moved = PieceTo::of(position, mv);
        if mv.is_quiet() {
            self.update_quiet(position.side_to_move(), mv, context.threats(), bonus);
            self.update_continuation(moved, context.previous, bonus);
        } else {
            self.update_noisy(moved, captured(position, mv), bonus);
        }
    }

    /// Updates the noisy history of a capture or promotion by what it captured.
    #[inline]
    pub fn update_noisy(&mut self, mv: PieceTo, captured: Option<PieceKind>, bonus: i32) {
        self.noisy[mv.index()][victim(captured)].update(bonus);
    }

    /// Updates the quiet history of a move of `side`, where the opponent attacks
    /// `threats`.
    #[inline]
    pub fn update_quiet(&mut self, side: Color, mv: Move, threats: Bitboard, bonus: i32) {
        let (from, to) = (mv.from(), mv.to());
        let [from_attacked, to_attacked] = [from, to].map(|at| usize::from(threats.has(at)));
        let table = &mut self.quiet[side.index()][from_attacked][to_attacked];
        table[from.index()][to.index()].update(bonus);
    }

    /// Updates the continuation history of a quiet move after each of the
    /// previous moves.
    #[inline]
    pub fn update_continuation(&mut self, mv: PieceTo, previous: [PieceTo; 3], bonus: i32) {
        let (piece, to) = (mv.index() / Square::COUNT, mv.index() % Square::COUNT);
        for previous in previous.into_iter().filter(|&previous| previous != PieceTo::NONE) {
            self.continuation[previous.index()][piece][to].update(bonus);
        }
    }
}

/// What the history scores of a position's quiet moves are read from.
#[derive(Clone, Copy)]
pub struct QuietScores<'a> {
    position: &'a Position,
    threats: Bitboard,
    quiet: &'a QuietHistory,
    continuations: [&'a ContinuationHistory; 3],
}

impl<'a> QuietScores<'a> {
    /// The history score of a quiet move: its own score, and those as a
    /// continuation of each previous move ("continuation history", after the
    /// counter-moves of J. Uiterwijk, 1992, and Stockfish's follow-up tables).
    #[inline(always)]
    pub fn of(&self, mv: Move) -> HistoryScore {
        self.from(mv.from()).to(mv.to())
    }

    /// The scores of the moves of the piece on a square.
    #[inline(always)]
    pub fn from(&self, from: Square) -> PieceQuietScores<'a> {
        let piece = self.position.on(from).map_or(0, Piece::index);
        let quiet = &self.quiet[usize::from(self.threats.has(from))];
        PieceQuietScores {
            threats: self.threats,
            quiet: [&quiet[0][from.index()], &quiet[1][from.index()]],
            continuations: self.continuations.map(|after| &after[piece]),
        }
    }
}

/// What the history scores of the quiet moves of one piece are read from.
#[derive(Clone, Copy)]
pub struct PieceQuietScores<'a> {
    threats: Bitboard,
    quiet: [&'a [HistoryEntry; Square::COUNT]; 2],
    continuations: [&'a [HistoryEntry; Square::COUNT]; 3],
}

impl PieceQuietScores<'_> {
    /// The history score of the move to a square.
    #[inline(always)]
    pub fn to(&self, to: Square) -> HistoryScore {
        let own = self.quiet[usize::from(self.threats.has(to))][to.index()].get();
        let [last, own_last, earlier] = self.continuations.map(|after| after[to.index()].get());
        // The opponent's last move counts twice.
        HistoryScore(own + 2 * last + own_last + earlier)
    }
}

/// What a capture or promotion captures.
#[inline]
fn captured(position: &Position, mv: Move) -> Option<PieceKind> {
    match mv.kind() {
        MoveKind::EnPassant => Some(PieceKind::Pawn),
        _ => position.on(mv.to()).map(Piece::kind),
    }
}

/// The class of the victim of a capture or promotion. A promotion without capture
/// has its own, since no king is ever captured.
#[inline]
fn victim(captured: Option<PieceKind>) -> usize {
    captured.unwrap_or(PieceKind::King).index()
}
