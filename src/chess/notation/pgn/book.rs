//! Reading games in descriptive notation as books print them.
//!
//! Books separate moves by spaces, commas or columns, put spaces inside a move
//! (`K Kt - B 3`, `P takes P`, `R - K sq`), and write notes, names and "ch"
//! between the moves. Only the position tells where a move ends: the reader
//! takes the longest row of words that is a legal move, unless nothing could
//! follow it.

mod game;
mod moves;
mod words;

use self::game::BookGame;
use self::moves::{MoveFinder, Reading};
use self::words::{Word, WordKind, append, words};
use super::error::{ErrorList, PgnErrorKind};
use super::read::ParsedGame;
use super::signs::{self, mark_of};
use super::tags::TagPairs;
use super::visitor::PgnVisitor;
use crate::chess::board::Position;
use crate::chess::movegen::has_legal_move;
use crate::chess::types::{Color, GameResult};

/// A heading has at most this number of words.
const MOST_HEADING: usize = 2_000;

/// Reads the games of a text in descriptive notation. Each may begin with tags as
/// in PGN. What stands before the first move number becomes a comment, as does
/// what is in braces, or a word of prose. What is in parentheses after a move is a
/// side line if it has a number and legal moves, else a comment. A game
/// ends with its result (`1-0`, "resigns", "drawn"), before a tag, or
/// before a new move 1 after both players have made a first move. A game without
/// a FEN tag starts at `start`. A move that is not legal ends its game; the next
/// one begins with a tag or a move 1.
pub fn read_book(text: &str, start: &Position) -> Vec<ParsedGame> {
    let words = words(text);
    let mut reader = BookReader { words: &words, moves: MoveFinder(&words), next: 0 };
    let mut entries = Vec::new();
    let mut number = 1;
    while reader.next < words.len() {
        let entry = reader.entry(number, start);
        number += usize::from(entry.game.is_some());
        if entry.game.is_some() || !entry.errors.is_empty() {
            entries.push(entry);
        }
    }
    entries
}

struct BookReader<'w> {
    words: &'w [Word],
    moves: MoveFinder<'w>,
    next: usize,
}

impl<'w> BookReader<'w> {
    /// The line of the next word, or of the last one.
    fn line(&self) -> usize {
        self.words.get(self.next).or(self.words.last()).map_or(0, |word| word.line)
    }

    /// Reads a game, as far as it can be read.
    fn entry(&mut self, number: usize, start: &Position) -> ParsedGame {
        let mut errors = ErrorList::new(number);
        let tags = self.tags(&mut errors);
        let has_tags = tags.any();
        let header = match tags.header(number, start) {
            Ok(header) => header,
            Err(error) => {
                errors.push(error);
                self.next +=
                    usize::from(!matches!(self.moves.kind(self.next), Some(WordKind::Tag(_))));
                self.skip_game();
                return ParsedGame { game: None, errors: errors.finish() };
            }
        };
        let mut game = BookGame::new(header, errors);
        self.heading(&mut game);
        loop {
            let line = self.line();
            match self.step(&mut game) {
                Ok(true) => {}
                Ok(false) => {
                    self.last_words(&mut game);
                    return game.finish(line, has_tags);
                }
                Err(kind) => {
                    let is_loss = kind.is_loss();
                    game.errors.add(line, kind);
                    if is_loss {
                        self.skip_game();
                        return game.finish(line, has_tags);
                    }
                }
            }
        }
    }

    /// Reads the tags of a game.
    fn tags(&mut self, errors: &mut ErrorList) -> TagPairs {
        let mut tags = TagPairs::default();
        while let Some(word) = self.words.get(self.next) {
            match &word.kind {
                WordKind::Tag(tag) if tags.ends_before(tag, word.follows_blank_line) => break,
                WordKind::Tag(tag) => tags.add(word.line, tag.clone(), errors),
                WordKind::Wrong(kind) => errors.add(word.line, kind.clone()),
                _ => break,
            }
            self.next += 1;
        }
        tags
    }

    /// Skips to the next tag or move 1.
    fn skip_game(&mut self) {
        while let Some(kind) = self.moves.kind(self.next) {
            match kind {
                WordKind::Tag(_) => break,
                WordKind::Number { digits, .. } if digits == "1" => break,
                WordKind::Open(Some(close)) => self.next = close + 1,
                _ => self.next += 1,
            }
        }
    }

    /// Makes comments of what stands before the number of the first move, if no move
    /// stands there.
    fn heading(&mut self, game: &mut BookGame) {
        let first = game.position().fullmove_number();
        let ends = |index: &usize| {
            self.moves.is_number(*index, first)
                || matches!(self.moves.kind(*index), Some(WordKind::Tag(_)))
        };
        let end = (self.next..self.words.len()).take(MOST_HEADING).find(ends);
        let Some(end) = end.filter(|end| self.moves.is_number(*end, first)) else { return };
        if !self.moves.readings(game.position(), self.next).is_empty() {
            return;
        }
        for word in &self.words[self.next..end] {
            match &word.kind {
                WordKind::Comment(text) => game.tree.comment(text),
                WordKind::Wrong(kind) => game.errors.add(word.line, kind.clone()),
                WordKind::Text(text) if text.starts_with('$') => {
                    if let Err(kind) = game.glyph(text) {
                        game.errors.add(word.line, kind);
                    }
                }
                _ => word.text().into_iter().for_each(|text| game.prose(text)),
            }
        }
        self.next = end;
    }

    /// Takes the next word, or the words of the next move. Returns whether the game
    /// goes on.
    fn step(&mut self, game: &mut BookGame) -> Result<bool, PgnErrorKind> {
        let Some(kind) = self.moves.kind(self.next) else { return Ok(false) };
        match kind {
            WordKind::Tag(_) => return Ok(false),
            WordKind::Text(text) => return self.text(game, text),
            WordKind::Open(close) => return self.parenthesis(game, *close),
            // Books with a column for each side number Black's move too.
            WordKind::Number { digits, .. }
                if digits == "1" && game.is_main_line() && game.is_longer(1) =>
            {
                return Ok(false);
            }
            WordKind::Number { .. } | WordKind::Close => {}
            WordKind::Comment(text) => game.tree.comment(text),
            WordKind::Wrong(_) => {}
        }
        self.next += 1;
        match kind {
            WordKind::Wrong(kind) => Err(kind.clone()),
            // "1)" is the number of a move.
            WordKind::Close if !self.moves.follows_number(self.next - 1) => {
                Err(PgnErrorKind::Stray(')'))
            }
            _ => Ok(true),
        }
    }

    /// Reads a result, a glyph, a move or a word of prose. Returns whether the game
    /// goes on.
    fn text(&mut self, game: &mut BookGame, text: &str) -> Result<bool, PgnErrorKind> {
        let bare = text.trim_end_matches(['.', ',']);
        if let Some(result) = signs::result(bare).filter(|_| game.is_main_line()) {
            game.result = Some(result);
            self.next += 1;
            return Ok(false);
        }
        if bare.starts_with('$') {
            self.next += 1;
            return game.glyph(bare).map(|()| true);
        }
        if let Some(reading) = self.moves.reading(game.position(), self.next) {
            self.play(game, &reading);
        } else if self.moves.is_move_like(game.position(), self.next) {
            return Err(game.error(self.moves.error(game.position(), self.next)));
        } else {
            return Ok(!self.prose(game, text));
        }
        Ok(true)
    }

    fn play(&mut self, game: &mut BookGame, reading: &Reading) {
        game.play(reading.mv);
        self.next += reading.length;
        if let Some(WordKind::Text(text)) = self.moves.kind(self.next - 1)
            && let mark @ 1.. = mark_of(text)
        {
            game.tree.glyph(mark);
        }
        let after = game.position();
        if game.is_main_line() && after.in_check() && !has_legal_move(after) {
            game.result = Some(GameResult::win(!after.side_to_move()));
        }
    }

    /// Reads what is in parentheses: a side line, or else a note.
    fn parenthesis(
        &mut self,
        game: &mut BookGame,
        close: Option<usize>,
    ) -> Result<bool, PgnErrorKind> {
        let open = self.next;
        if let Some(close) = close
            && self.begins_side_line(game, close)
            && game.begin_side_line()
        {
            self.next += 1;
            while self.next < close && matches!(self.step(game), Ok(true)) {}
            let is_whole = self.next == close;
            game.end_side_line(is_whole);
            self.next = if is_whole { close + 1 } else { open };
            if is_whole {
                return Ok(true);
            }
        }
        self.note(game, close)
    }

    /// Whether the number of the last move and a legal move begin the words in
    /// parentheses, and nothing is out of place there.
    fn begins_side_line(&self, game: &BookGame, close: usize) -> bool {
        let Some(before) = game.before() else { return false };
        let inside = &self.words[self.next + 1..close];
        let is_comment = |word: &&Word| matches!(word.kind, WordKind::Comment(_));
        let number = self.next + 1 + inside.iter().take_while(is_comment).count();
        self.moves.is_number(number, before.fullmove_number())
            && self.moves.is_number_of_black(number) == (before.side_to_move() == Color::Black)
            && !self.moves.readings(before, number + 1).is_empty()
            && !inside.iter().any(|word| matches!(word.kind, WordKind::Wrong(_)))
    }

    /// Makes a comment of what is in parentheses. Without a `)` it ends at a blank
    /// line.
    fn note(&mut self, game: &mut BookGame, close: Option<usize>) -> Result<bool, PgnErrorKind> {
        let begin = self.next + 1;
        let ends = |word: &Word| word.follows_blank_line || matches!(word.kind, WordKind::Tag(_));
        let is_end = |&index: &usize| ends(&self.words[index]);
        let end = close.or_else(|| (begin..self.words.len()).find(is_end));
        let end = end.unwrap_or(self.words.len());
        let mut note = String::new();
        for word in &self.words[begin..end] {
            match &word.kind {
                WordKind::Comment(text) => append(&mut note, text),
                WordKind::Wrong(kind) => game.errors.add(word.line, kind.clone()),
                _ => word.text().into_iter().for_each(|text| append(&mut note, text)),
            }
        }
        game.tree.comment(&note);
        self.next = end + usize::from(close.is_some());
        if close.is_some() { Ok(true) } else { Err(PgnErrorKind::OpenVariation) }
    }

    /// Takes the notes after the end of a game, up to a blank line: they belong to
    /// it.
    fn last_words(&mut self, game: &mut BookGame) {
        while let Some(word) = self.words.get(self.next).filter(|word| !word.follows_blank_line) {
            match &word.kind {
                WordKind::Comment(text) => {
                    game.tree.comment(text);
                    self.next += 1;
                }
                WordKind::Open(close) => {
                    if let Err(kind) = self.note(game, *close) {
                        game.errors.add(word.line, kind);
                    }
                }
                _ => return,
            }
        }
    }

    /// Reads a word that is not a move. Returns whether it ends the game.
    fn prose(&mut self, game: &mut BookGame, text: &str) -> bool {
        let result = self.told_result(game.position());
        game.prose(text);
        self.next += 1;
        // "Resigns." is a sentence, and what follows it may be what would have been.
        let is_sentence = text.to_lowercase().starts_with("resign") && text.ends_with('.');
        let ends = result.is_some()
            && game.is_main_line()
            && (is_sentence || !self.moves.goes_on(game.position(), self.next));
        game.result = result.filter(|_| ends).or(game.result);
        ends
    }

    /// The result that the next word tells.
    fn told_result(&self, position: &Position) -> Option<GameResult> {
        let word = |index: usize| match self.moves.kind(index) {
            Some(WordKind::Text(text)) => {
                text.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase()
            }
            _ => String::new(),
        };
        let named = match self.next.checked_sub(1).map(word).as_deref() {
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            _ => None,
        };
        let to_move = position.side_to_move();
        match word(self.next).as_str() {
            "resigns" | "resigned" => Some(GameResult::win(!named.unwrap_or(to_move))),
            "wins" | "won" => Some(GameResult::win(named.unwrap_or(!to_move))),
            "drawn" | "draw" | "remis" => Some(GameResult::Draw),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
