//! A game under the laws of chess: its starting position, its moves and its
//! current position.

use super::outcome::Outcome;
use crate::chess::board::{GamePosition, KeyHistory, Position};
use crate::chess::movegen::{has_legal_move, is_legal, legal_moves};
use crate::chess::types::Move;
use crate::support::random::RandomStream;

/// The plies without a capture or a pawn move after which a player may claim a
/// draw. The documents count "fifty moves and the forty-nine replies to them",
/// which is 99 plies. FIDE (9.3) and all programs count 100.
const FIFTY_MOVES: u16 = 100;
/// The plies after which the game is drawn without a claim (FIDE 9.6.2).
const SEVENTY_FIVE_MOVES: u16 = 150;

/// A game in progress. Every move in it is legal. The game accepts moves after
/// its end: the caller asks for the [outcome](Game::outcome) after each move.
///
/// ```
/// use staunton::chess::notation::uci;
/// use staunton::chess::{Game, Outcome, Position};
///
/// let mut game = Game::new(Position::start());
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
///     let mv = uci::parse(game.position(), text)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.occurrences(), 3);
/// assert_eq!(game.claimable_draw(), Some(Outcome::ThreefoldRepetition));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The positions before each move, oldest first.
    previous_positions: Vec<Position>,
    position: Position,
    moves: Vec<Move>,
    key_history: KeyHistory,
}

/// A move that is not legal in the position in which it should be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}-{} is not legal after {ply} plies", .mv.from(), .mv.to())]
pub struct IllegalMoveError {
    /// The move that is not legal.
    pub mv: Move,
    /// The plies of the game before it.
    pub ply: usize,
}

impl Game {
    /// A game without moves that starts from a position.
    pub fn new(start: Position) -> Game {
        Game {
            previous_positions: Vec::new(),
            position: start,
            moves: Vec::new(),
            key_history: KeyHistory::new(),
        }
    }

    /// A game that starts from a position and has these moves.
    ///
    /// # Errors
    /// [`IllegalMoveError`] with the first move that is not legal.
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Game, IllegalMoveError> {
        let mut game = Game::new(start);
        moves.into_iter().try_for_each(|mv| game.play(mv))?;
        Ok(game)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMoveError`] if the move is not legal. The game is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        if !is_legal(&self.position, mv) {
            return Err(IllegalMoveError { mv, ply: self.moves.len() });
        }
        let next = self.position.after(mv);
        self.key_history.push(self.position.key());
        self.previous_positions.push(std::mem::replace(&mut self.position, next));
        self.moves.push(mv);
        Ok(())
    }

    /// Takes back the last move and returns it; `None` if there is none.
    ///
    /// ```
    /// use staunton::chess::{Game, Position, legal_moves};
    ///
    /// let mut game = Game::new(Position::start());
    /// game.play(legal_moves(game.position())[0])?;
    /// assert!(game.take_back().is_some());
    /// assert_eq!(game.position(), &Position::start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_back(&mut self) -> Option<Move> {
        self.position = self.previous_positions.pop()?;
        self.key_history.pop();
        self.moves.pop()
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        self.previous_positions.first().unwrap_or(&self.position)
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How often the current position has occurred, this occurrence included. Two
    /// positions are the same if the same player is to move and the same moves
    /// are possible, including castling and en passant (FIDE 9.2.3).
    pub fn occurrences(&self) -> usize {
        1 + self
            .key_history
            .previous_occurrences(self.position.key(), self.position.repeatable_plies())
            .count()
    }

    /// The draw that the player to move may claim in the current position.
    pub fn claimable_draw(&self) -> Option<Outcome> {
        if self.occurrences() >= 3 {
            Some(Outcome::ThreefoldRepetition)
        } else if self.position.halfmove_clock() >= FIFTY_MOVES {
            Some(Outcome::FiftyMoves)
        } else {
            None
        }
    }

    /// The outcome that ends the game without a claim, if there is one. Checkmate
    /// and stalemate have priority over the counted draws (FIDE 9.6.2).
    pub fn automatic_end(&self) -> Option<Outcome> {
        let side = self.position.side_to_move();
        if !has_legal_move(&self.position) {
            Some(if self.position.in_check() {
                Outcome::Checkmate { winner: !side }
            } else {
                Outcome::Stalemate { side }
            })
        } else if self.position.has_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.occurrences() >= 5 {
            Some(Outcome::FivefoldRepetition)
        } else if self.position.halfmove_clock() >= SEVENTY_FIVE_MOVES {
            Some(Outcome::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// The outcome of the game; `None` if it is not over. With `claims` every
    /// draw that can be claimed is claimed, as in matches between programs.
    pub fn outcome(&self, claims: bool) -> Option<Outcome> {
        self.automatic_end().or_else(|| if claims { self.claimable_draw() } else { None })
    }
}

/// Plays `plies` random legal moves and returns them with the position to which
/// they lead. `None` if the game ends before or with the last move, or if the
/// side to move is in check after it.
pub fn random_moves(
    start: &Position,
    plies: usize,
    random: &mut RandomStream,
) -> Option<(Vec<Move>, Position)> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let legal = legal_moves(&position);
        if legal.is_empty() {
            return None;
        }
        let mv = legal[random.below(legal.len())];
        position.play(mv, &mut ());
        moves.push(mv);
    }
    is_playable(&position).then_some((moves, position))
}

/// Whether a game may begin here: the side to move has a legal move and is not
/// in check, and there is material to mate with.
pub fn is_playable(position: &Position) -> bool {
    !position.in_check()
        && !position.has_insufficient_material()
        && !legal_moves(position).is_empty()
}
impl From<&Game> for GamePosition {
    /// The current position, as a search takes it.
    fn from(game: &Game) -> GamePosition {
        GamePosition::with_history(game.position.clone(), game.key_history.clone())
    }
}
