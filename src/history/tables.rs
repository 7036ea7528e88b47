use super::{Cell, Corrections, Merit};
use crate::board::Position;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, PieceKind, Square};
use std::array::from_fn;

/// Merits of quiet moves by colour, by whether their origin and their
/// destination are attacked, by origin and destination ("butterfly boards",
/// J. Schaeffer, "The history heuristic", 1983; that a move into or out of an
/// attack is another move is an idea of Berserk's). A move that refuted one
/// position is likely to refute its neighbours; it forgets what else stands
/// on the board, which is where it errs.
type Quiets = [[[[[Cell; Square::COUNT]; Square::COUNT]; 2]; 2]; Color::COUNT];

/// Merits of captures and promotions by man, destination and victim.
type Noisies = [[[Cell; PieceKind::COUNT]; Square::COUNT]; Piece::COUNT];

/// Merits of quiet moves, by man and destination, as continuations of one earlier
/// move.
type Continuations = [[Cell; Square::COUNT]; Piece::COUNT];

/// What an earlier move was, by the man that made it and where it went; or
/// [`Played::NOTHING`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played(u16);

impl Played {
    /// Different values.
    pub(super) const COUNT: usize = Piece::COUNT * Square::COUNT + 1;
    /// No move: before the root, or a pass. Nothing is learnt of what follows
    /// it, so it needs no question when merits are looked up.
    pub const NOTHING: Played = Played((Self::COUNT - 1) as u16);

    /// A legal move of a position.
    #[inline(always)]
    pub fn of(position: &Position, mv: Move) -> Played {
        let man = position.on(mv.from()).map_or(0, Piece::index);
        Played((man * Square::COUNT + mv.to().index()) as u16)
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for Played {
    fn default() -> Played {
        Played::NOTHING
    }
}

/// What the merit of a move depends on beside the move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    /// What the opponent attacks.
    pub threats: Bitboard,
    /// The opponent's last move, the own one before it, and the own one
    /// before that.
    pub earlier: [Played; 3],
}

/// Everything that a searcher learns about moves.
#[derive(Clone)]
pub struct Histories {
    quiets: Box<Quiets>,
    noisies: Box<Noisies>,
    continuations: Box<[Continuations]>,
    /// What is learnt of the evaluation.
    pub corrections: Corrections,
}

impl Default for Histories {
    fn default() -> Histories {
        let empty = [[Cell::default(); Square::COUNT]; Piece::COUNT];
        Histories {
            quiets: Box::new(from_fn(|_| {
                from_fn(|_| from_fn(|_| [[Cell::default(); Square::COUNT]; Square::COUNT]))
            })),
            noisies: Box::new([[[Cell::default(); PieceKind::COUNT]; Square::COUNT]; Piece::COUNT]),
            continuations: vec![empty; Played::COUNT].into(),
            corrections: Corrections::default(),
        }
    }
}

impl Histories {
    /// The merit of a move that is neither capture nor promotion: in general,
    /// and as a continuation of each of the earlier ones ("continuation history",
    /// after the counter-moves of J. Uiterwijk, 1992, and Stockfish's tables
    /// of what followed).
    #[inline]
    pub fn quiet(&self, position: &Position, mv: Move, context: &Context) -> Merit {
        let (man, to) = man_and_target(position, mv);
        let of = |earlier: Played| self.continuations[earlier.index()][man][to].get();
        // What the opponent has just done counts twice.
        let last = of(context.earlier[0]);
        let continuations = last + context.earlier.into_iter().map(of).sum::<i32>();
        Merit(self.quiets[position.side().index()].at(mv, context.threats).get() + continuations)
    }

    /// The merit of a capture or promotion.
    #[inline]
    pub fn noisy(&self, position: &Position, mv: Move) -> Merit {
        let (man, to) = man_and_target(position, mv);
        Merit(self.noisies[man][to][victim(position, mv)].get())
    }

    /// The merit of any move.
    #[inline]
    pub fn of(&self, position: &Position, mv: Move, context: &Context) -> Merit {
        if mv.is_quiet() { self.quiet(position, mv, context) } else { self.noisy(position, mv) }
    }

    /// Learns that a move was good (a positive reward) or was not.
    #[inline]
    pub fn learn(&mut self, position: &Position, mv: Move, context: &Context, reward: i32) {
        let (man, to) = man_and_target(position, mv);
        if !mv.is_quiet() {
            self.noisies[man][to][victim(position, mv)].learn(reward);
            return;
        }
        self.learn_quiet(position.side(), mv, context.threats, reward);
        self.learn_continuation(Played((man * Square::COUNT + to) as u16), context.earlier, reward);
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
    pub fn learn_continuation(&mut self, mv: Played, earlier: [Played; 3], reward: i32) {
        let (man, to) = (mv.index() / Square::COUNT, mv.index() % Square::COUNT);
        for earlier in earlier.into_iter().filter(|&earlier| earlier != Played::NOTHING) {
            self.continuations[earlier.index()][man][to].learn(reward);
        }
    }
}

/// Finds the cell of a quiet move.
trait ByMove {
    fn at(&self, mv: Move, threats: Bitboard) -> &Cell;
    fn at_mut(&mut self, mv: Move, threats: Bitboard) -> &mut Cell;
}

impl ByMove for [[[[Cell; Square::COUNT]; Square::COUNT]; 2]; 2] {
    #[inline(always)]
    fn at(&self, mv: Move, threats: Bitboard) -> &Cell {
        let (from, to) = (mv.from(), mv.to());
        &self[usize::from(threats.has(from))][usize::from(threats.has(to))][from.index()]
            [to.index()]
    }

    #[inline(always)]
    fn at_mut(&mut self, mv: Move, threats: Bitboard) -> &mut Cell {
        let (from, to) = (mv.from(), mv.to());
        &mut self[usize::from(threats.has(from))][usize::from(threats.has(to))][from.index()]
            [to.index()]
    }
}

#[inline(always)]
fn man_and_target(position: &Position, mv: Move) -> (usize, usize) {
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
