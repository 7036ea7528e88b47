//! The marked pawn: "a pawn, generally KB's pawn, is marked with a cap of
//! paper".
//!
//! The documents have four rules for it:
//! 1. "If the pawn is captured its owner loses the game";
//! 2. "he can also lose by being checkmated in the usual way";
//! 3. "but he cannot give mate to his adversary with any man except the
//!    marked pawn",
//! 4. "which may not be moved to an eighth square and exchanged for a piece".
//!
//! What becomes of an owner who does what 3 and 4 forbid they do not say. Here
//! he loses, as with any move that a player may not make: a match cannot ask
//! for the move to be taken back. Who wants to spare players that do not know
//! the rules asks [`MarkedPawn::allows`] and offers them no other moves.
//!
//! Mate is given "with" the pawn if the pawn gives check, alone or together
//! with another man; not if it only lets another man's check through.
//! Stalemate and the other draws remain draws, and the opponent may mate with
//! whatever he likes.

use super::Odds;
use crate::arena::record::Ending;
use crate::board::Position;
use crate::game::{Game, Outcome};
use crate::movegen::has_legal_move;
use crate::types::{Bitboard, Color, File, Move, MoveKind, PieceKind, Square};

/// A marked pawn, as it stands before the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkedPawn {
    /// Whose it is.
    pub owner: Color,
    /// Where it stands.
    pub square: Square,
}

/// What has become of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MarkedPawnState {
    /// It stands here.
    On(Square),
    Captured,
    Promoted,
}

impl MarkedPawn {
    /// The marked pawn of these odds: the giver's king's bishop's pawn or, if
    /// he has none, the pawn nearest to that file, the king's side first.
    /// `None` if the odds are others, or there is no pawn.
    pub fn of(odds: &Odds, start: &Position, giver: Color) -> Option<MarkedPawn> {
        match odds {
            Odds::Named(handicap) if handicap.marked => {}
            _ => return None,
        }
        let distance = |square: &Square| {
            let file = square.file().index().abs_diff(File::F.index());
            (file, std::cmp::Reverse(square.file()))
        };
        let pawns = start.pieces(giver, PieceKind::Pawn).into_iter();
        pawns.min_by_key(distance).map(|square| MarkedPawn { owner: giver, square })
    }

    /// How the game is over by the pawn's rules, if it is. The moves of the
    /// game are all there are, from where the pawn was marked.
    pub fn judge(&self, game: &Game) -> Option<Ending> {
        let lost = |why| Some(Ending::MarkedPawn { loser: self.owner, why });
        match self.fate(game.moves()) {
            MarkedPawnState::Captured => lost("the marked pawn is captured"),
            MarkedPawnState::Promoted => lost("the marked pawn is exchanged for a piece"),
            MarkedPawnState::On(square) => {
                let mate = Outcome::Checkmate { winner: self.owner };
                let mated = game.automatic_end() == Some(mate);
                if mated && !game.position().checkers().has(square) {
                    lost("mate is given with another man than the marked pawn")
                } else {
                    None
                }
            }
        }
    }

    /// Whether the owner may play a legal move, or the opponent, who may play
    /// any. If none of his legal moves is allowed he has to break a rule.
    pub fn allows(&self, game: &Game, mv: Move) -> bool {
        let position = game.position();
        let MarkedPawnState::On(square) = self.fate(game.moves()) else { return true };
        if position.side_to_move() != self.owner {
            return true;
        }
        let moves_it = mv.from() == square;
        let next = position.after(mv);
        let pawn = if moves_it { mv.to() } else { square };
        let mates = next.in_check() && !has_legal_move(&next);
        !(moves_it && mv.promotion().is_some()) && (!mates || next.checkers().has(pawn))
    }

    /// Whether it is still there after some moves, and nobody attacks it: an
    /// opening must not decide the game.
    pub(super) fn is_safe(&self, start: &Position, moves: &[Move], end: &Position) -> bool {
        debug_assert!(start.pieces(self.owner, PieceKind::Pawn).has(self.square));
        match self.fate(moves) {
            MarkedPawnState::On(square) => {
                let attackers = end.attackers_to(square, end.occupied());
                (attackers & end.color(!self.owner)).is_empty()
            }
            _ => false,
        }
    }

    fn fate(&self, moves: &[Move]) -> MarkedPawnState {
        let mut square = self.square;
        for &mv in moves {
            // No own man can be captured, and castling moves no pawn.
            if mv.from() == square {
                if mv.promotion().is_some() {
                    return MarkedPawnState::Promoted;
                }
                square = mv.to();
            } else if mv.is_capture() && victim(mv).has(square) {
                return MarkedPawnState::Captured;
            }
        }
        MarkedPawnState::On(square)
    }
}

/// The square of the man that a capture removes: in passing, it stands on the
/// file of the destination and the rank of the origin.
fn victim(mv: Move) -> Bitboard {
    Bitboard::of(match mv.kind() {
        MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
        _ => mv.to(),
    })
}
