//! A player that plays the moves of a book as long as the book knows the position, as
//! cutechess's word `book=` has it.

use super::builtin::game_of;
use super::interface::{Answer, EngineError, EngineFacts, GameStart, Player, StartError};
use super::request::{MoveRequest, PositionCommand};
use super::search_info::SearchInfo;
use crate::arena::plan::match_plan::PlannedBook;
use crate::chess::polyglot::PolyglotBook;
use crate::chess::types::Move;
use crate::engine::format_move;
use crate::support::random::RandomStream;
use std::time::Duration;

/// Sets what is drawn from a player's book apart from all other draws of a match.
const OF_BOOK: u64 = 0x626f_6f6b;

/// A player with a book. The book's moves take no time; the engine is not asked for
/// them.
pub struct BookPlayer {
    player: Box<dyn Player>,
    book: PolyglotBook,
    /// The number of the last move that may be of the book.
    last_move: u32,
    random: RandomStream,
    chess960: bool,
    /// The book has ended in this game: it is not asked again.
    is_over: bool,
}

impl BookPlayer {
    /// Gives a player a book; sentences call it `name`.
    ///
    /// # Errors
    /// If the file cannot be read, or is no book.
    pub fn open(
        name: &str,
        player: Box<dyn Player>,
        book: &PlannedBook,
    ) -> Result<BookPlayer, StartError> {
        let last_move = book.most_moves.unwrap_or(u32::MAX);
        let path = &book.path;
        let book = PolyglotBook::open(path).map_err(|error| {
            StartError::Permanent(format!("{name}: the book '{}': {error}", path.display()))
        })?;
        let random = RandomStream::new(0, 0, OF_BOOK);
        Ok(BookPlayer { player, book, last_move, random, chess960: false, is_over: false })
    }

    /// The book's move of this position, if there is one.
    fn draw(&mut self, position: &PositionCommand) -> Result<Option<Move>, EngineError> {
        if self.is_over {
            return Ok(None);
        }
        let game = game_of(position)?;
        let position = game.position();
        let drawn = if position.fullmove_number() <= self.last_move {
            let unreadable = |error| EngineError::Arena(format!("its book: {error}"));
            self.book.draw(position, &mut self.random).map_err(unreadable)?
        } else {
            None
        };
        self.is_over = drawn.is_none();
        Ok(drawn)
    }
}

impl Player for BookPlayer {
    fn new_game(&mut self, start: &GameStart<'_>) -> Result<(), EngineError> {
        let (seed, game) = start.draws;
        self.random = RandomStream::new(seed, game, OF_BOOK);
        self.chess960 = start.chess960;
        self.is_over = false;
        self.player.new_game(start)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.player.set_option(name, value)
    }

    fn think(
        &mut self,
        position: &PositionCommand,
        request: &MoveRequest,
    ) -> Result<Answer, EngineError> {
        let Some(mv) = self.draw(position)? else {
            return self.player.think(position, request);
        };
        let text = format_move(mv, self.chess960);
        let (info, time) = (SearchInfo::default(), Duration::ZERO);
        Ok(Answer { text, info, time, ponder_hit: None })
    }

    fn ponder(
        &mut self,
        position: &PositionCommand,
        request: &MoveRequest,
    ) -> Result<(), EngineError> {
        self.player.ponder(position, request)
    }

    fn stop_pondering(&mut self) {
        self.player.stop_pondering();
    }

    fn needs_restart(&self) -> bool {
        self.player.needs_restart()
    }

    fn quit(&mut self) {
        self.player.quit();
    }

    fn warning(&mut self) -> Option<String> {
        self.player.warning()
    }

    fn facts(&self) -> EngineFacts {
        self.player.facts()
    }

    fn last_lines(&self) -> Vec<String> {
        self.player.last_lines()
    }
}
