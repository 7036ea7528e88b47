//! What is left of the opening in the first position of each game that the
//! network learns from: the rights to castle, and where the kings stand.

use super::filter::Filter;
use super::games::TrainingGame;
use crate::chess::board::Position;
use crate::chess::types::{CastlingRights, Color, Square, Wing};

/// The number of the kinds of castling rights of a side.
pub const RIGHTS: usize = 4;

/// The first positions learned from, counted for both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstPositions {
    /// The number of games with such a position.
    pub games: u64,
    /// By color, how often the side may castle: not at all, on the king's wing
    /// only, on the queen's wing only, on both.
    pub castling: [[u64; RIGHTS]; 2],
    /// By color and square, how often the king stands there. Black's squares are
    /// counted from Black's side, so e1 is a king that has not moved.
    pub kings: [[u64; 64]; 2],
}

impl Default for FirstPositions {
    fn default() -> FirstPositions {
        FirstPositions { games: 0, castling: [[0; RIGHTS]; 2], kings: [[0; 64]; 2] }
    }
}

impl FirstPositions {
    /// Counts the first position of a game that the filter keeps, if there is
    /// one.
    pub fn add(&mut self, game: &TrainingGame, filter: &Filter) {
        let mut positions = game.positions();
        for ply in 0.. {
            let Some((position, mv, score)) = positions.next() else { return };
            if filter.game_position(position, ply, mv, score).is_ok() {
                return self.add_position(position);
            }
        }
    }

    fn add_position(&mut self, position: &Position) {
        self.games += 1;
        for color in Color::ALL {
            let may = |wing| position.castling().contains(CastlingRights::of(color, wing));
            let rights = usize::from(may(Wing::King)) + 2 * usize::from(may(Wing::Queen));
            self.castling[color.index()][rights] += 1;
            self.kings[color.index()][position.king(color).relative_to(color).index()] += 1;
        }
    }

    /// The squares on which kings of this color stand and how often, the most
    /// frequent first.
    pub fn king_squares(&self, color: Color) -> Vec<(Square, u64)> {
        let squares = Square::ALL.into_iter().zip(self.kings[color.index()]);
        let mut squares: Vec<_> = squares.filter(|&(_, count)| count > 0).collect();
        squares.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::uci;
    use crate::chess::types::Score;
    use crate::training::data::games::DecidedResult;

    #[test]
    fn the_first_position_that_is_kept_counts() {
        // A capture, which is left out; then Black has castled.
        let start: Position =
            "rnbq1rk1/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQ - 0 1".parse().unwrap();
        let mut position = start.clone();
        let moves = ["c4d5", "e6e5", "a1b1", "b8c6"].map(|text| {
            let mv = uci::parse(&position, text).unwrap();
            position.play(mv, &mut ());
            (mv, Score(0))
        });
        let game = TrainingGame { start, result: DecidedResult::Draw, moves: moves.to_vec() };
        let count = |skip_plies| {
            let mut first = FirstPositions::default();
            first.add(&game, &Filter { skip_plies, ..Filter::default() });
            first
        };
        let first = count(0);
        assert_eq!((first.games, first.castling), (1, [[0, 0, 0, 1], [1, 0, 0, 0]]));
        assert_eq!(first.king_squares(Color::White), [(Square::E1, 1)]);
        assert_eq!(first.king_squares(Color::Black), [(Square::G1, 1)]);
        assert_eq!(count(3).castling[0], [0, 1, 0, 0], "the rook has left a1");
        assert_eq!(count(4), FirstPositions::default());
    }
}
