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

/// Merits of quiet moves, by man and destination, as sequels to one earlier
/// move.
type Sequels = [[Cell; Square::COUNT]; Piece::COUNT];

/// What an earlier move was, by the man that made it and where it went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sequel(u16);

impl Sequel {
    pub(super) const COUNT: usize = Piece::COUNT * Square::COUNT;

    /// After a move that is about to be played in a position.
    #[inline(always)]
    pub fn to(position: &Position, mv: Move) -> Sequel {
        let man = position.on(mv.from()).map_or(0, Piece::index);
        Sequel((man * Square::COUNT + mv.to().index()) as u16)
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What the merit of a move depends on beside the move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings {
    /// What the opponent attacks.
    pub threats: Bitboard,
    /// The opponent's last move, the own one before it, and the own one
    /// before that; none at the root or after passing.
    pub earlier: [Option<Sequel>; 3],
}

/// Everything that a searcher learns about moves.
#[derive(Clone)]
pub struct Histories {
    quiets: Box<Quiets>,
    noisies: Box<Noisies>,
    sequels: Box<[Sequels]>,
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
            sequels: vec![empty; Sequel::COUNT].into(),
            corrections: Corrections::default(),
        }
    }
}

impl Histories {
    /// The merit of a move that is neither capture nor promotion: in general,
    /// and as a sequel to each of the earlier moves ("continuation history",
    /// after the counter-moves of J. Uiterwijk, 1992, and Stockfish's tables
    /// of what followed).
    #[inline]
    pub fn quiet(&self, position: &Position, mv: Move, around: &Surroundings) -> Merit {
        let (man, to) = man_and_target(position, mv);
        let sequels: i32 = around
            .earlier
            .iter()
            .flatten()
            .map(|earlier| self.sequels[earlier.index()][man][to].get())
            .sum();
        Merit(self.quiets[position.side().index()].at(mv, around).get() + sequels)
    }

    /// The merit of a capture or promotion.
    #[inline]
    pub fn noisy(&self, position: &Position, mv: Move) -> Merit {
        let (man, to) = man_and_target(position, mv);
        Merit(self.noisies[man][to][victim(position, mv)].get())
    }

    /// The merit of any move.
    #[inline]
    pub fn of(&self, position: &Position, mv: Move, around: &Surroundings) -> Merit {
        if mv.is_quiet() { self.quiet(position, mv, around) } else { self.noisy(position, mv) }
    }

    /// Learns that a move was good (a positive reward) or was not.
    #[inline]
    pub fn learn(&mut self, position: &Position, mv: Move, around: &Surroundings, reward: i32) {
        let (man, to) = man_and_target(position, mv);
        if !mv.is_quiet() {
            self.noisies[man][to][victim(position, mv)].learn(reward);
            return;
        }
        self.quiets[position.side().index()].at_mut(mv, around).learn(reward);
        for earlier in around.earlier.iter().flatten() {
            self.sequels[earlier.index()][man][to].learn(reward);
        }
    }
}

/// Finds the cell of a quiet move.
trait ByMove {
    fn at(&self, mv: Move, around: &Surroundings) -> &Cell;
    fn at_mut(&mut self, mv: Move, around: &Surroundings) -> &mut Cell;
}

impl ByMove for [[[[Cell; Square::COUNT]; Square::COUNT]; 2]; 2] {
    #[inline(always)]
    fn at(&self, mv: Move, around: &Surroundings) -> &Cell {
        let (from, to) = (mv.from(), mv.to());
        let threats = around.threats;
        &self[usize::from(threats.has(from))][usize::from(threats.has(to))][from.index()]
            [to.index()]
    }

    #[inline(always)]
    fn at_mut(&mut self, mv: Move, around: &Surroundings) -> &mut Cell {
        let (from, to) = (mv.from(), mv.to());
        let threats = around.threats;
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
