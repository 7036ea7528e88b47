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
//! They do not say what happens if the owner breaks rule 3 or 4. Here the owner
//! loses, as after any illegal move: a match cannot ask for the move to be taken
//! back. [`MarkedPawn::allows`] tells which moves keep the rules, for a caller
//! whose players do not know them.
//!
//! Mate is given "with" the pawn if the pawn gives check, alone or together
//! with another piece; not if it only discovers another piece's check.
//! Stalemate and the other draws remain draws, and the opponent may mate with
//! any piece.

use super::handicap::Odds;
use crate::arena::plan::record::{Ending, MarkedPawnRule};
use crate::chess::board::Position;
use crate::chess::game::{Game, Outcome};
use crate::chess::movegen::has_legal_move;
use crate::chess::types::{Bitboard, Color, File, Move, MoveKind, PieceKind, Square};

/// A marked pawn before the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkedPawn {
    /// The side it belongs to.
    pub owner: Color,
    /// Its square before the first move.
    pub square: Square,
}

/// The marked pawn after some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MarkedPawnState {
    /// The pawn stands on this square.
    On(Square),
    Captured,
    Promoted,
}

impl MarkedPawn {
    /// The marked pawn of these odds: the giver's king's bishop's pawn or, if
    /// there is none, the pawn nearest to that file, on the king's side first.
    /// `None` if the odds have no marked pawn, or the giver has no pawn.
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

    /// The ending, if the pawn's rules end the game. The game must begin with
    /// the position in which the pawn was marked.
    pub fn ending(&self, game: &Game) -> Option<Ending> {
        let lost = |why| Some(Ending::MarkedPawn { loser: self.owner, why });
        match self.state_after(game.moves()) {
            MarkedPawnState::Captured => lost(MarkedPawnRule::Captured),
            MarkedPawnState::Promoted => lost(MarkedPawnRule::Promoted),
            MarkedPawnState::On(square) => {
                let mate = Outcome::Checkmate { winner: self.owner };
                let mated = game.automatic_end() == Some(mate);
                if mated && !game.position().checkers().has(square) {
                    lost(MarkedPawnRule::OtherMates)
                } else {
                    None
                }
            }
        }
    }

    /// Whether the pawn's rules allow a legal move of the side to move; the
    /// opponent may play any. If the owner has no move that is allowed, it must
    /// break a rule.
    pub fn allows(&self, game: &Game, mv: Move) -> bool {
        let position = game.position();
        let MarkedPawnState::On(square) = self.state_after(game.moves()) else { return true };
        if position.side_to_move() != self.owner {
            return true;
        }
        let moves_it = mv.from() == square;
        let next = position.after(mv);
        let pawn = if moves_it { mv.to() } else { square };
        let mates = next.in_check() && !has_legal_move(&next);
        !(moves_it && mv.promotion().is_some()) && (!mates || next.checkers().has(pawn))
    }

    /// Whether the pawn is still on the board after an opening's moves, and not
    /// attacked: an opening must not decide the game.
    pub(super) fn is_safe(&self, start: &Position, moves: &[Move], end: &Position) -> bool {
        debug_assert!(start.pieces(self.owner, PieceKind::Pawn).has(self.square));
        match self.state_after(moves) {
            MarkedPawnState::On(square) => {
                let attackers = end.attackers_to(square, end.occupied());
                (attackers & end.color(!self.owner)).is_empty()
            }
            _ => false,
        }
    }

    fn state_after(&self, moves: &[Move]) -> MarkedPawnState {
        let mut square = self.square;
        for &mv in moves {
            // A side cannot capture its own pieces, and castling moves no pawn.
            if mv.from() == square {
                if mv.promotion().is_some() {
                    return MarkedPawnState::Promoted;
                }
                square = mv.to();
            } else if mv.is_capture() && captured_square(mv).has(square) {
                return MarkedPawnState::Captured;
            }
        }
        MarkedPawnState::On(square)
    }
}

/// The square of the piece that a capture removes. A pawn captured en passant
/// stands on the file of the destination and the rank of the origin.
fn captured_square(mv: Move) -> Bitboard {
    Bitboard::of(match mv.kind() {
        MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
        _ => mv.to(),
    })
}
