use super::Merit;
use crate::board::Position;
use crate::types::{Color, Move, MoveKind, Piece, PieceKind, Square};

/// Merits of quiet moves by colour, origin and destination ("butterfly
/// boards", J. Schaeffer, "The history heuristic", 1983): a move that refuted
/// one position is likely to refute its neighbours. It forgets what else
/// stands on the board, which is where it errs.
type Quiets = [[[Merit; Square::COUNT]; Square::COUNT]; Color::COUNT];

/// Merits of captures and promotions by man, destination and victim.
type Noisies = [[[Merit; PieceKind::COUNT]; Square::COUNT]; Piece::COUNT];

/// Everything that a searcher learns about moves.
#[derive(Clone)]
pub struct Histories {
    quiets: Box<Quiets>,
    noisies: Box<Noisies>,
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            quiets: Box::new([[[Merit::default(); Square::COUNT]; Square::COUNT]; Color::COUNT]),
            noisies: Box::new(
                [[[Merit::default(); PieceKind::COUNT]; Square::COUNT]; Piece::COUNT],
            ),
        }
    }
}

impl Histories {
    /// The merit of a move that is neither capture nor promotion.
    #[inline]
    pub fn quiet(&self, position: &Position, mv: Move) -> Merit {
        self.quiets[position.side().index()][mv.from().index()][mv.to().index()]
    }

    /// The merit of a capture or promotion.
    #[inline]
    pub fn noisy(&self, position: &Position, mv: Move) -> Merit {
        let (man, to, victim) = noisy_index(position, mv);
        self.noisies[man][to][victim]
    }

    /// The merit of any move.
    #[inline]
    pub fn of(&self, position: &Position, mv: Move) -> Merit {
        if mv.is_quiet() { self.quiet(position, mv) } else { self.noisy(position, mv) }
    }

    /// Learns that a move was good (a positive reward) or was not.
    #[inline]
    pub fn learn(&mut self, position: &Position, mv: Move, reward: i32) {
        let merit = if mv.is_quiet() {
            &mut self.quiets[position.side().index()][mv.from().index()][mv.to().index()]
        } else {
            let (man, to, victim) = noisy_index(position, mv);
            &mut self.noisies[man][to][victim]
        };
        merit.learn(reward);
    }
}

/// Man, destination and victim of a capture or promotion. A promotion without
/// capture has its own class, since no king is ever captured.
#[inline]
fn noisy_index(position: &Position, mv: Move) -> (usize, usize, usize) {
    let man = position.on(mv.from()).map_or(0, Piece::index);
    let victim = match mv.kind() {
        MoveKind::EnPassant => PieceKind::Pawn,
        _ => position.on(mv.to()).map_or(PieceKind::King, Piece::kind),
    };
    (man, mv.to().index(), victim.index())
}
