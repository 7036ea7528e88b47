//! A game of a book that is being read.

use super::words::append;
use crate::chess::board::Position;
use crate::chess::notation::error::{MoveError, QUOTED_WORD, clip};
use crate::chess::notation::pgn::error::{ErrorList, PgnErrorKind};
use crate::chess::notation::pgn::game::{TreeBuilder, play};
use crate::chess::notation::pgn::read::{MAX_DEPTH, ParsedGame};
use crate::chess::notation::pgn::visitor::{PgnHeader, PgnVisitor};
use crate::chess::types::{GameResult, Move};

pub struct BookGame {
    pub tree: TreeBuilder,
    pub errors: ErrorList,
    /// The result after the moves.
    pub result: Option<GameResult>,
    by_tag: GameResult,
    /// The line that is being read.
    line: BookLine,
    /// The lines that it is beside, from the main line on.
    outer: Vec<BookLine>,
}

/// The main line or a side line.
struct BookLine {
    /// The position before the last move, if there is one: where a side line begins.
    before: Option<Position>,
    position: Position,
}

impl BookGame {
    pub fn new(header: PgnHeader, errors: ErrorList) -> BookGame {
        let line = BookLine { before: None, position: header.start.clone() };
        let by_tag = header.result;
        let mut tree = TreeBuilder::default();
        tree.begin(header);
        BookGame { tree, errors, result: None, by_tag, line, outer: Vec::new() }
    }

    pub fn position(&self) -> &Position {
        &self.line.position
    }

    /// Where a side line would begin.
    pub fn before(&self) -> Option<&Position> {
        self.line.before.as_ref()
    }

    pub fn is_main_line(&self) -> bool {
        self.outer.is_empty()
    }

    /// Whether the main line has more moves than this.
    pub fn is_longer(&self, moves: usize) -> bool {
        self.tree.game().moves.len() > moves
    }

    pub fn play(&mut self, mv: Option<Move>) {
        self.line.before = Some(self.line.position.clone());
        play(&mut self.line.position, mv);
        self.tree.play(mv);
    }

    /// Adds a word to the last comment.
    pub fn prose(&mut self, word: &str) {
        match self.tree.comments().last_mut() {
            Some(comment) => append(comment, word),
            None => self.tree.comment(word),
        }
    }

    /// Adds the glyph of a text to the last move.
    pub fn glyph(&mut self, text: &str) -> Result<(), PgnErrorKind> {
        let number = text.trim_start_matches('$').parse();
        let number = number.map_err(|_| PgnErrorKind::Glyph(clip(text, QUOTED_WORD)))?;
        if !self.is_longer(0) {
            return Err(PgnErrorKind::LostGlyph(number));
        }
        self.tree.glyph(number);
        Ok(())
    }

    /// Begins a side line, if one can begin here.
    pub fn begin_side_line(&mut self) -> bool {
        let Some(before) = self.line.before.clone().filter(|_| self.outer.len() < MAX_DEPTH) else {
            return false;
        };
        let line = BookLine { before: None, position: before };
        self.outer.push(std::mem::replace(&mut self.line, line));
        self.tree.begin_variation()
    }

    /// Ends a side line, which is kept or forgotten.
    pub fn end_side_line(&mut self, is_kept: bool) {
        if let Some(line) = self.outer.pop() {
            self.line = line;
        }
        if is_kept {
            self.tree.end_variation();
        } else {
            self.tree.forget_variation();
        }
    }

    /// The error of the next move.
    pub fn error(&self, error: MoveError) -> PgnErrorKind {
        let position = self.position();
        PgnErrorKind::Move(position.fullmove_number(), position.side_to_move(), error)
    }

    /// What became of the game, whose last word is on this line of the text.
    pub fn finish(mut self, line: usize, has_tags: bool) -> ParsedGame {
        self.errors.results(line, self.by_tag, self.result);
        let is_game = has_tags || self.is_longer(0) || self.result.is_some();
        let tree = self.tree.finish(self.result);
        ParsedGame { game: is_game.then_some(tree), errors: self.errors.finish() }
    }
}
