//! The course of a game: from where, by which moves, to where.

use super::outcome::Outcome;
use crate::board::{KeyHistory, Position};
use crate::movegen::{has_legal_move, is_legal};
use crate::types::Move;
use std::fmt;

/// Plies without capture or pawn move after which a player may claim a draw.
/// The documents count "fifty moves and the forty-nine replies to them"; FIDE
/// (9.3), whose count all programs share, waits for the fiftieth reply.
const CLAIM_AFTER: u16 = 100;
/// Plies after which the game is drawn without a claim (FIDE 9.6.2).
const DRAWN_AFTER: u16 = 150;

/// A game in progress: every move in it is legal, and what the laws need to
/// know of its past is kept. It does not stop by itself: whoever runs it asks
/// for the [outcome](Game::outcome) after each move.
#[derive(Clone, Debug)]
pub struct Game {
    /// The positions before each move, oldest first.
    earlier: Vec<Position>,
    position: Position,
    moves: Vec<Move>,
    past: KeyHistory,
}

/// A move that is not legal where it was to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// How many moves of the game precede it, in plies.
    pub ply: usize,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} is not legal after {} plies", self.mv.from(), self.mv.to(), self.ply)
    }
}

impl std::error::Error for IllegalMove {}

impl Game {
    /// A game that begins from a position.
    pub fn new(start: Position) -> Game {
        Game { earlier: Vec::new(), position: start, moves: Vec::new(), past: KeyHistory::new() }
    }

    /// The game that these moves lead to.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Game, IllegalMove> {
        let mut game = Game::new(start);
        moves.into_iter().try_for_each(|mv| game.play(mv))?;
        Ok(game)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal, nothing changes.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !is_legal(&self.position, mv) {
            return Err(IllegalMove { mv, ply: self.moves.len() });
        }
        let next = self.position.after(mv);
        self.past.push(self.position.key());
        self.earlier.push(std::mem::replace(&mut self.position, next));
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<Move> {
        self.position = self.earlier.pop()?;
        self.past.pop();
        self.moves.pop()
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        self.earlier.first().unwrap_or(&self.position)
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of the positions before the current one, as a search needs
    /// them.
    pub fn past(&self) -> &KeyHistory {
        &self.past
    }

    /// How often the current position has occurred, now included. It is the
    /// same position if the same player is to move and the same moves are
    /// possible, castling and en passant among them (FIDE 9.2.3).
    pub fn occurrences(&self) -> usize {
        1 + self.past.earlier(self.position.key(), self.position.halfmove_clock()).count()
    }

    /// The draw that the player to move may claim, as the position stands.
    pub fn claimable_draw(&self) -> Option<Outcome> {
        if self.occurrences() >= 3 {
            Some(Outcome::ThreefoldRepetition)
        } else if self.position.halfmove_clock() >= CLAIM_AFTER {
            Some(Outcome::FiftyMoves)
        } else {
            None
        }
    }

    /// What ends the game without anybody's word. Checkmate and stalemate
    /// come before all else: the move that gives mate ends the game before
    /// anything can be counted.
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
        } else if self.position.halfmove_clock() >= DRAWN_AFTER {
            Some(Outcome::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// How the game has ended, if it has. With `claims` every draw that can
    /// be claimed is claimed, as matches between programs do.
    pub fn outcome(&self, claims: bool) -> Option<Outcome> {
        self.automatic_end().or_else(|| if claims { self.claimable_draw() } else { None })
    }
}
