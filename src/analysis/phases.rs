//! The phases of a game.

use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Color, PieceKind, Rank};

/// An end game has at most this number of queens, rooks, bishops and knights.
const ENDGAME_PIECES: u32 = 6;
/// An opening has more than this number of them, of fourteen.
const OPENING_PIECES: u32 = 10;
/// In an opening each side has at least this number of pieces on its first rank.
const OPENING_FIRST_RANK: u32 = 4;

/// A phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum GamePhase {
    /// More than ten queens, rooks, bishops and knights are on the board, and each
    /// side still has four or more pieces on its first rank.
    Opening,
    /// What is between the two.
    Middlegame,
    /// At most six queens, rooks, bishops and knights are on the board.
    Endgame,
}

impl GamePhase {
    /// All phases in their order.
    pub const ALL: [GamePhase; 3] = [GamePhase::Opening, GamePhase::Middlegame, GamePhase::Endgame];

    /// The phase that a position would be in if nothing was known of its game. Within
    /// a game no phase comes back: the greatest so far counts.
    ///
    /// ```
    /// use staunton::analysis::phases::GamePhase;
    /// use staunton::chess::Position;
    ///
    /// assert_eq!(GamePhase::of(&Position::start()), GamePhase::Opening);
    /// ```
    pub fn of(position: &Position) -> GamePhase {
        let pawns = position.kind(PieceKind::Pawn);
        let pieces = (position.occupied() - pawns - position.kind(PieceKind::King)).count();
        let has_left = |color: Color| {
            let first_rank = Bitboard::rank(Rank::First.relative_to(color));
            let at_home = (position.color(color) - pawns) & first_rank;
            at_home.count() < OPENING_FIRST_RANK
        };
        if pieces <= ENDGAME_PIECES {
            GamePhase::Endgame
        } else if pieces <= OPENING_PIECES || Color::ALL.into_iter().any(has_left) {
            GamePhase::Middlegame
        } else {
            GamePhase::Opening
        }
    }

    /// The name in English.
    pub fn name(self) -> &'static str {
        ["opening", "middlegame", "endgame"][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_follow_from_the_pieces() {
        for (fen, phase) in [
            // Five pieces of White are at home, of Black four.
            (
                "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 0 1",
                GamePhase::Opening,
            ),
            (
                "2rq1rk1/ppp1bppp/2n2n2/3p4/3P2b1/2N1BN2/PPPQBPPP/2R2RK1 w - - 0 1",
                GamePhase::Middlegame,
            ),
            ("r2qk2r/ppp2ppp/8/8/8/8/PPP2PPP/R2QK2R w KQkq - 0 1", GamePhase::Endgame),
            ("r1bqk2r/ppp2ppp/8/8/8/8/PPP2PPP/R1BQK2R w KQkq - 0 1", GamePhase::Middlegame),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", GamePhase::Endgame),
        ] {
            assert_eq!(GamePhase::of(&fen.parse().expect("a position")), phase, "{fen}");
        }
    }
}
