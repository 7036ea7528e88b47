use super::{CorrectionHistory, HistoryEntry, HistoryScore};
use crate::board::Position;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, PieceKind, Square};
use std::array::from_fn;

/// Merits of quiet moves by colour, by whether their origin and their
/// destination are attacked, by origin and destination ("butterfly boards",
/// J. Schaeffer, "The history heuristic", 1983; that a move into or out of an
/// attack is another move is an idea of Berserk's). A move that refuted one
/// position is likely to refute its neighbours; it forgets what else stands
/// on the board, which is where it errs.
type QuietHistory = [[[[[HistoryEntry; Square::COUNT]; Square::COUNT]; 2]; 2]; Color::COUNT];

/// Merits of captures and promotions by man, destination and victim.
type NoisyHistory = [[[HistoryEntry; PieceKind::COUNT]; Square::COUNT]; Piece::COUNT];

/// Merits of quiet moves, by man and destination, as continuations of one earlier
/// move.
type ContinuationHistory = [[HistoryEntry; Square::COUNT]; Piece::COUNT];

/// What an earlier move was, by the man that made it and where it went; or
/// [`PieceTo::NOTHING`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Different values.
    pub(super) const COUNT: usize = Piece::COUNT * Square::COUNT + 1;
    /// No move: before the root, or a pass. Nothing is learnt of what follows
    /// it, so it needs no question when merits are looked up.
    pub const NOTHING: PieceTo = PieceTo((Self::COUNT - 1) as u16);

    /// A legal move of a position.
    #[inline(always)]
    pub fn of(position: &Position, mv: Move) -> PieceTo {
        let piece = position.on(mv.from()).map_or(0, Piece::index);
        PieceTo((piece * Square::COUNT + mv.to().index()) as u16)
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for PieceTo {
    fn default() -> PieceTo {
        PieceTo::NOTHING
    }
}

/// What the merit of a move depends on beside the move.
#[derive(Clone, Copy, Debug, Default)]
pub struct HistoryContext {
    /// What the opponent attacks.
    pub threats: Bitboard,
    /// The opponent's last move, the own one before it, and the own one
    /// before that.
    pub earlier: [PieceTo; 3],
}

/// Everything that a searcher learns about moves.
#[derive(Clone)]
pub struct Histories {
    quiets: Box<QuietHistory>,
    noisies: Box<NoisyHistory>,
    continuations: Box<[ContinuationHistory]>,
    /// What is learnt of the evaluation.
    pub corrections: CorrectionHistory,
}

impl Default for Histories {
    fn default() -> Histories {
        let empty = [[HistoryEntry::default(); Square::COUNT]; Piece::COUNT];
        Histories {
            quiets: Box::new(from_fn(|_| {
                from_fn(|_| from_fn(|_| [[HistoryEntry::default(); Square::COUNT]; Square::COUNT]))
            })),
            noisies: Box::new(
                [[[HistoryEntry::default(); PieceKind::COUNT]; Square::COUNT]; Piece::COUNT],
            ),
            continuations: vec![empty; PieceTo::COUNT].into(),
            corrections: CorrectionHistory::default(),
        }
    }
}

impl Histories {
    /// The merit of a move that is neither capture nor promotion: in general,
    /// and as a continuation of each of the earlier ones ("continuation history",
    /// after the counter-moves of J. Uiterwijk, 1992, and Stockfish's tables
    /// of what followed).
    #[inline]
    pub fn quiet(&self, position: &Position, mv: Move, context: &HistoryContext) -> HistoryScore {
        let (piece, to) = piece_and_target(position, mv);
        let of = |earlier: PieceTo| self.continuations[earlier.index()][piece][to].get();
        // What the opponent has just done counts twice.
        let last = of(context.earlier[0]);
        let continuations = last + context.earlier.into_iter().map(of).sum::<i32>();
        HistoryScore(
            self.quiets[position.side_to_move().index()].at(mv, context.threats).get()
                + continuations,
        )
    }

    /// The merit of a capture or promotion.
    #[inline]
    pub fn noisy(&self, position: &Position, mv: Move) -> HistoryScore {
        let (piece, to) = piece_and_target(position, mv);
        HistoryScore(self.noisies[piece][to][victim(position, mv)].get())
    }

    /// The merit of any move.
    #[inline]
    pub fn of(&self, position: &Position, mv: Move, context: &HistoryContext) -> HistoryScore {
        if mv.is_quiet() { self.quiet(position, mv, context) } else { self.noisy(position, mv) }
    }

    /// Learns that a move was good (a positive reward) or was not.
    #[inline]
    pub fn learn(&mut self, position: &Position, mv: Move, context: &HistoryContext, reward: i32) {
        let (piece, to) = piece_and_target(position, mv);
        if !mv.is_quiet() {
            self.noisies[piece][to][victim(position, mv)].learn(reward);
            return;
        }
        self.learn_quiet(position.side_to_move(), mv, context.threats, reward);
        self.learn_continuation(
            PieceTo((piece * Square::COUNT + to) as u16),
            context.earlier,
            reward,
        );
    }

    /// Learns that a quiet move of `mover`, where the opponent attacked
    /// `threats`, was good in general, or was not.
    #[inline]
    pub fn learn_quiet(&mut self, mover: Color, mv: Move, threats: Bitboard, reward: i32) {
        self.quiets[mover.index()].at_mut(mv, threats).learn(reward);
    }

    /// Learns that a quiet move was a good continuation of earlier ones, or
    /// was not.
    #[inline]
    pub fn learn_continuation(&mut self, mv: PieceTo, earlier: [PieceTo; 3], reward: i32) {
        let (piece, to) = (mv.index() / Square::COUNT, mv.index() % Square::COUNT);
        for earlier in earlier.into_iter().filter(|&earlier| earlier != PieceTo::NOTHING) {
            self.continuations[earlier.index()][piece][to].learn(reward);
        }
    }
}

/// Finds the cell of a quiet move.
trait ByMove {
    fn at(&self, mv: Move, threats: Bitboard) -> &HistoryEntry;
    fn at_mut(&mut self, mv: Move, threats: Bitboard) -> &mut HistoryEntry;
}

impl ByMove for [[[[HistoryEntry; Square::COUNT]; Square::COUNT]; 2]; 2] {
    #[inline(always)]
    fn at(&self, mv: Move, threats: Bitboard) -> &HistoryEntry {
        let (from, to) = (mv.from(), mv.to());
        &self[usize::from(threats.has(from))][usize::from(threats.has(to))][from.index()]
            [to.index()]
    }

    #[inline(always)]
    fn at_mut(&mut self, mv: Move, threats: Bitboard) -> &mut HistoryEntry {
        let (from, to) = (mv.from(), mv.to());
        &mut self[usize::from(threats.has(from))][usize::from(threats.has(to))][from.index()]
            [to.index()]
    }
}

#[inline(always)]
fn piece_and_target(position: &Position, mv: Move) -> (usize, usize) {
    (position.on(mv.from()).map_or(0, Piece::index), mv.to().index())
}

/// The victim of a capture or promotion. A promotion without capture has its
/// own class, since no king is ever captured.
#[inline]
fn victim(position: &Position, mv: Move) -> usize {
    match mv.kind() {
        MoveKind::EnPassant => PieceKind::Pawn.index(),
        _ => position.on(mv.to()).map_or(PieceKind::King, Piece::kind).index(),
    }
}
