//! Repetition: the keys of earlier positions, and the cycles they allow.

use super::cuckoo;
use super::position::Position;
use super::zobrist;
use crate::chess::attacks;
use crate::chess::types::{Color, Move};

/// The keys of the positions before the current one, oldest first. Repetitions
/// are found with them.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    keys: Vec<u64>,
}

impl KeyHistory {
    /// A history without positions.
    pub fn new() -> KeyHistory {
        KeyHistory::default()
    }

    /// Adds the key of the position in which a move is played.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Removes the key of the position before the last move, which is taken
    /// back, and returns it.
    #[inline]
    pub fn pop(&mut self) -> Option<u64> {
        self.keys.pop()
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// Whether the side to move has a move that leads to a position that occurred
    /// less than `plies` plies ago. `key` is the key of `position`. The move is
    /// found without generating moves, by the method in `cuckoo.rs`; it may be
    /// illegal because of a pin or a check.
    #[inline]
    pub fn upcoming_repetition(&self, position: &Position, key: u64, plies: usize) -> bool {
        let window = plies.min(self.keys.len() + 1).min(position.repeatable_plies() as usize + 1);
        // The nearest candidate is three plies back; the move is the fourth ply.
        if window <= 3 {
            return false;
        }
        let before = |ago: usize| self.keys[self.keys.len() - ago];
        let change = |after: u64, before: u64| after ^ before ^ zobrist::side(Color::Black);
        // What the opponent's moves have changed since. They must cancel out
        // (Stockfish checks the same before it looks a move up).
        let mut by_opponent = change(key, before(1));
        let mut ago = 3;
        while ago < window {
            by_opponent ^= change(before(ago - 1), before(ago));
            if by_opponent == 0 && can_undo(position, key ^ before(ago)) {
                return true;
            }
            ago += 2;
        }
        false
    }

    /// How many plies ago the position with this key occurred, most recent first.
    /// Only positions with the same side to move are compared, and only those of
    /// the last `plies` plies, which [`Position::repeatable_plies`] tells.
    #[inline]
    pub fn previous_occurrences(&self, key: u64, plies: u16) -> impl Iterator<Item = usize> {
        let window = self.keys.len().min(plies as usize);
        // The nearest candidate is four plies back: each side moves away and back.
        (2..window / 2 + 1)
            .map(|moves| 2 * moves)
            .filter(move |&ago| self.keys[self.keys.len() - ago] == key)
    }
}

/// A position with the keys of the positions before it that can occur again.
#[derive(Clone, Debug)]
pub struct GamePosition {
    position: Position,
    key_history: KeyHistory,
}

impl GamePosition {
    /// A position after others with these keys.
    pub fn with_history(position: Position, key_history: KeyHistory) -> GamePosition {
        GamePosition { position, key_history }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of the positions before it, back to the last irreversible move.
    pub fn key_history(&self) -> &KeyHistory {
        &self.key_history
    }

    /// Plays a legal move.
    ///
    /// ```
    /// use staunton::chess::notation::uci;
    /// use staunton::chess::{GamePosition, Position};
    ///
    /// let mut game = GamePosition::from(Position::start());
    /// game.play(uci::parse(game.position(), "g1f3")?);
    /// assert_eq!(game.key_history().len(), 1);
    /// // Nothing before a pawn move can occur again.
    /// game.play(uci::parse(game.position(), "e7e5")?);
    /// assert!(game.key_history().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) {
        self.key_history.push(self.position.key());
        self.position.play(mv, &mut ());
        if self.position.halfmove_clock() == 0 {
            // No position before a capture or a pawn move can repeat.
            self.key_history.clear();
        }
    }

    /// Passes the move to the opponent.
    pub fn play_null_move(&mut self) {
        self.key_history.push(self.position.key());
        self.position.play_null_move();
    }
}

impl From<Position> for GamePosition {
    /// A position without known predecessors.
    fn from(position: Position) -> GamePosition {
        GamePosition { position, key_history: KeyHistory::new() }
    }
}

/// Whether a move of the side to move makes this difference to the key.
#[inline]
fn can_undo(position: &Position, difference: u64) -> bool {
    cuckoo::squares_of_move(difference).is_some_and(|(a, b)| {
        let path_is_clear = (attacks::between(a, b) & position.occupied()).is_empty();
        let piece = position.on(a).or(position.on(b));
        path_is_clear && piece.is_some_and(|piece| piece.color() == position.side_to_move())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::types::{Move, MoveKind};

    #[test]
    fn a_return_is_seen_one_ply_ahead() {
        use crate::chess::types::Square::{F3, F6, G1, G8};
        let mut position = Position::start();
        let mut history = KeyHistory::new();
        for (from, to) in [(G1, F3), (G8, F6), (F3, G1)] {
            assert!(
                !history.upcoming_repetition(&position, position.key(), 10),
                "before {from}{to}"
            );
            history.push(position.key());
            position.play(Move::new(from, to, MoveKind::Quiet), &mut ());
        }
        // Black's knight can go back too, which repeats the starting position …
        assert!(history.upcoming_repetition(&position, position.key(), 4));
        // … unless that position is too many plies ago.
        assert!(!history.upcoming_repetition(&position, position.key(), 3));
    }

    #[test]
    fn no_position_before_a_null_move_is_repeated() {
        use crate::chess::types::Square::{A1, A2, B1, G8, H8};
        let start: Position = "7r/8/8/4k3/8/8/8/K7 w - - 0 1".parse().unwrap();
        let mut game = GamePosition::from(start.clone());
        // White's king loses a move by a triangle, and Black passes once: the same
        // position with the same side to move. It is no repetition, since Black did
        // not have to pass.
        let triangle = [Some((A1, B1)), None, Some((B1, A2)), Some((H8, G8)), Some((A2, A1))];
        for squares in triangle {
            match squares {
                Some((from, to)) => game.play(Move::new(from, to, MoveKind::Quiet)),
                None => game.play_null_move(),
            }
        }
        let (position, keys) = (game.position(), game.key_history());
        assert!(!keys.upcoming_repetition(position, position.key(), 10));
        game.play(Move::new(G8, H8, MoveKind::Quiet));
        let (position, keys) = (game.position(), game.key_history());
        assert_eq!((position.key(), position.halfmove_clock()), (start.key(), 6));
        let plies = position.repeatable_plies();
        assert_eq!((plies, keys.previous_occurrences(position.key(), plies).count()), (4, 0));

        // A cycle after the null move is a repetition. A null move taken back leaves
        // no trace.
        for (from, to) in [(A1, B1), (H8, G8), (B1, A1), (G8, H8)] {
            game.play(Move::new(from, to, MoveKind::Quiet));
        }
        let (position, keys) = (game.position(), game.key_history());
        let plies = position.repeatable_plies();
        assert_eq!(keys.previous_occurrences(position.key(), plies).collect::<Vec<_>>(), [4]);
        let mut passed = start.clone();
        let undo = passed.play_null_move();
        passed.undo(&undo);
        assert_eq!(passed, start);
    }

    #[test]
    fn finds_the_same_side_within_the_clock() {
        let mut history = KeyHistory::new();
        for key in [7, 1, 2, 3, 7, 1, 2, 3] {
            history.push(key);
        }
        assert_eq!(history.previous_occurrences(7, 8).collect::<Vec<_>>(), [4, 8]);
        assert_eq!(history.previous_occurrences(7, 7).collect::<Vec<_>>(), [4]);
        assert_eq!(history.previous_occurrences(7, 3).count(), 0);
        assert_eq!(
            history.previous_occurrences(1, 100).count(),
            0,
            "the positions of the opponent"
        );
    }
}
