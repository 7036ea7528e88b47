//! Reading games in descriptive notation as books print them.
//!
//! Books separate moves by spaces, commas or columns, put spaces inside a move
//! (`K Kt - B 3`, `P takes P`, `R - K sq`), and write notes, names and "ch"
//! between the moves. Only the position tells where a move ends: the reader
//! takes the longest row of words that is a legal move, unless nothing could
//! follow it.

use super::error::{PgnError, PgnErrorKind};
use super::game::TreeBuilder;
use super::read::ParsedGame;
use super::signs::{self, mark_of};
use super::tags::{TagPairs, begins_like_tag, mend_tag, parse_tag};
use super::visitor::PgnVisitor;
use crate::chess::board::Position;
use crate::chess::movegen::has_legal_move;
use crate::chess::notation::error::{QUOTED_WORD, clip};
use crate::chess::notation::text::is_blank;
use crate::chess::notation::{MoveError, descriptive};
use crate::chess::types::{Color, GameResult, Move};

/// The most words of a move: each sign apart, and "dis ch".
const MOST_WORDS: usize = 9;

/// Reads the games of a text in descriptive notation. Each may begin with tags as
/// in PGN. What stands before the first move number becomes a comment, as does
/// what is in braces, in parentheses after a move, or a word of prose. A game
/// ends with its result (`1-0`, "resigns", "drawn"), with mate, before a tag, or
/// before a new move 1 after both players have made a first move. A game without
/// a FEN tag starts at `start`. A move that is not legal ends its game; the next
/// one begins with a tag or a move 1.
pub fn read_book(text: &str, start: &Position) -> Vec<ParsedGame> {
    let mut reader = BookReader { words: words(text), next: 0 };
    let mut entries = Vec::new();
    let mut number = 1;
    while reader.next < reader.words.len() {
        let entry = reader.entry(number, start);
        number += usize::from(entry.game.is_some());
        if entry.game.is_some() || !entry.errors.is_empty() {
            entries.push(entry);
        }
    }
    entries
}

/// A word, a comment or a tag, and its line.
struct Word {
    line: usize,
    kind: WordKind,
}

enum WordKind {
    Text(String),
    /// Digits, perhaps with dots: a move number, or the rank of a square.
    Number(String),
    Comment(String),
    Tag(String, String),
    /// A line that begins like a tag but is not one, or a comment without an end.
    Wrong(PgnErrorKind),
}

/// Splits a text at white space; tags and comments in braces stay whole.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut comment: Option<(usize, Vec<String>)> = None;
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim_matches(is_blank);
        if comment.is_none() && begins_like_tag(content) {
            let kind = match parse_tag(content).or_else(|| mend_tag(content)) {
                Some(tag) => WordKind::Tag(tag.name, tag.value),
                None => WordKind::Wrong(PgnErrorKind::Tag(clip(content, QUOTED_WORD))),
            };
            words.push(Word { line, kind });
            continue;
        }
        let spaced = content.replace('{', " { ").replace('}', " } ");
        for word in spaced.split_whitespace() {
            match (word, &mut comment) {
                ("{", None) => comment = Some((line, Vec::new())),
                ("}", Some((line, text))) => {
                    let kind = WordKind::Comment(text.join(" "));
                    words.push(Word { line: *line, kind });
                    comment = None;
                }
                (word, Some((_, text))) => text.push(word.to_string()),
                (word, None) => push_word(&mut words, line, word),
            }
        }
    }
    if let Some((line, text)) = comment {
        words.push(Word { line, kind: WordKind::Comment(text.join(" ")) });
        words.push(Word { line, kind: WordKind::Wrong(PgnErrorKind::OpenComment) });
    }
    words
}

/// Adds a word. A move number is parted from the move that follows its dot.
fn push_word(words: &mut Vec<Word>, line: usize, word: &str) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = word[digits..].trim_start_matches(['.', '…', ')']);
    if digits > 0 && (rest.is_empty() || rest.len() < word.len() - digits) {
        words.push(Word { line, kind: WordKind::Number(word[..digits].to_string()) });
        if rest.is_empty() {
            return;
        }
        words.push(Word { line, kind: WordKind::Text(rest.to_string()) });
    } else if !word.trim_matches(['.', '…', ';', ',']).is_empty() {
        let text = word.trim_end_matches(';').to_string();
        words.push(Word { line, kind: WordKind::Text(text) });
    }
}

struct BookReader {
    words: Vec<Word>,
    next: usize,
}

/// A row of words that is a legal move.
struct Reading {
    mv: Move,
    /// The number of words.
    length: usize,
}

/// A game that is being read.
struct BookGame {
    tree: TreeBuilder,
    position: Position,
    result: Option<GameResult>,
}

impl BookGame {
    fn play(&mut self, mv: Move) {
        self.position.play(mv, &mut ());
        self.tree.play(Some(mv));
    }

    /// Adds a word to the last comment.
    fn prose(&mut self, word: &str) {
        match self.tree.comments().last_mut() {
            Some(comment) => *comment = format!("{comment} {word}"),
            None => self.tree.comment(word),
        }
    }

    fn glyph(&mut self, number: u8) {
        if number > 0 {
            self.tree.glyph(number);
        }
    }

    /// The error of the next move.
    fn error(&self, error: MoveError) -> PgnErrorKind {
        let (number, side) = (self.position.fullmove_number(), self.position.side_to_move());
        PgnErrorKind::Move(number, side, error)
    }
}

impl BookReader {
    /// Reads a game, as far as it can be read.
    fn entry(&mut self, number: usize, start: &Position) -> ParsedGame {
        let mut tags = TagPairs::default();
        while let Some(Word { line, kind: WordKind::Tag(name, value) }) = self.words.get(self.next)
        {
            tags.add(*line, name.clone(), value.clone());
            self.next += 1;
        }
        let has_tags = tags.any();
        let header = match tags.header(number, start) {
            Ok(header) => header,
            Err(error) => {
                self.skip_game();
                return ParsedGame { game: None, errors: vec![error] };
            }
        };
        let mut game =
            BookGame { tree: TreeBuilder::default(), position: header.start.clone(), result: None };
        game.tree.begin(header);
        self.skip_heading(&mut game);
        let mut errors = Vec::new();
        loop {
            let line = self.words.get(self.next).map_or(0, |word| word.line);
            match self.step(&mut game) {
                Ok(true) => {}
                Ok(false) => break,
                Err(kind) => {
                    let error = PgnError { game: number, line, kind };
                    let is_loss = error.is_loss();
                    errors.push(error);
                    if is_loss {
                        self.skip_game();
                        break;
                    }
                }
            }
        }
        let tree = game.tree.game();
        let is_game = has_tags || !tree.moves.is_empty() || game.result.is_some();
        let tree = game.tree.finish(game.result);
        ParsedGame { game: is_game.then_some(tree), errors }
    }

    /// Takes the next word, or the words of the next move. Returns whether the game
    /// goes on.
    fn step(&mut self, game: &mut BookGame) -> Result<bool, PgnErrorKind> {
        let Some(Word { kind, .. }) = self.words.get(self.next) else { return Ok(false) };
        match kind {
            WordKind::Tag(..) => return Ok(false),
            WordKind::Wrong(kind) => {
                let kind = kind.clone();
                self.next += 1;
                return Err(kind);
            }
            WordKind::Comment(text) => {
                game.tree.comment(text);
                self.next += 1;
            }
            WordKind::Number(number) => {
                // Books with a column for each side number Black's move too.
                if number == "1" && game.tree.game().moves.len() > 1 {
                    return Ok(false);
                }
                self.next += 1;
            }
            WordKind::Text(text) => {
                if let Some(result) = signs::result(text.trim_end_matches(['.', ','])) {
                    game.result = Some(result);
                    self.next += 1;
                    return Ok(false);
                }
                if let Some(glyph) = text.strip_prefix('$').and_then(|n| n.parse().ok()) {
                    game.glyph(glyph);
                    self.next += 1;
                } else {
                    return self.turn(game).map(|ends| !ends);
                }
            }
        }
        Ok(true)
    }

    /// Skips to the next tag or move 1.
    fn skip_game(&mut self) {
        self.next += 1;
        let begins = |word: &Word| match &word.kind {
            WordKind::Tag(..) => true,
            WordKind::Number(number) => number == "1",
            _ => false,
        };
        while self.words.get(self.next).is_some_and(|word| !begins(word)) {
            self.next += 1;
        }
    }

    /// Makes a comment of what stands before the first move number, if no move
    /// stands there.
    fn skip_heading(&mut self, game: &mut BookGame) {
        let rest = &self.words[self.next..];
        let is_first = |word: &Word| matches!(&word.kind, WordKind::Number(n) if n == "1");
        let Some(length) = rest.iter().position(is_first) else { return };
        let heading = &rest[..length];
        if heading.iter().any(|word| matches!(word.kind, WordKind::Tag(..)))
            || !self.readings(&game.position, self.next).is_empty()
        {
            return;
        }
        let texts = heading.iter().map(|word| match &word.kind {
            WordKind::Text(text) | WordKind::Number(text) | WordKind::Comment(text) => {
                text.as_str()
            }
            WordKind::Tag(..) | WordKind::Wrong(_) => "",
        });
        game.tree.comment(&texts.collect::<Vec<_>>().join(" "));
        self.next += length;
    }

    /// Reads a move, a note or a word of prose. Returns whether the game ends.
    fn turn(&mut self, game: &mut BookGame) -> Result<bool, PgnErrorKind> {
        let readings = self.readings(&game.position, self.next);
        let follows = |reading: &&Reading| {
            let next = self.next + reading.length;
            let after = game.position.after(reading.mv);
            !self.is_move_like(next) || !self.readings(&after, next).is_empty()
        };
        if let Some(reading) = readings.iter().find(follows).or(readings.first()) {
            game.play(reading.mv);
            let last = self.next + reading.length - 1;
            self.next += reading.length;
            if let WordKind::Text(text) = &self.words[last].kind {
                game.glyph(mark_of(text));
            }
            let after = &game.position;
            if !has_legal_move(after) && after.in_check() {
                game.result = Some(GameResult::win(!after.side_to_move()));
            }
            return Ok(false);
        }
        if let WordKind::Text(text) = &self.words[self.next].kind
            && text.starts_with('(')
        {
            game.tree.comment(&self.parenthesis());
            return Ok(false);
        }
        if self.is_move_like(self.next) {
            return Err(game.error(self.error(&game.position)));
        }
        Ok(self.prose(game))
    }

    /// The words from an index that are a legal move together, the longest row
    /// first.
    fn readings(&self, position: &Position, from: usize) -> Vec<Reading> {
        let rows = (1..=MOST_WORDS).rev();
        let read = |length| {
            let mv = descriptive::parse(position, &self.row(from, length)?).ok()?;
            Some(Reading { mv, length })
        };
        rows.filter_map(read).collect()
    }

    /// `length` words as one text, if they are words.
    fn row(&self, from: usize, length: usize) -> Option<String> {
        let words = self.words.get(from..from + length)?;
        let texts = words.iter().map(|word| match &word.kind {
            WordKind::Text(text) | WordKind::Number(text) => Some(text.as_str()),
            _ => None,
        });
        Some(texts.collect::<Option<Vec<_>>>()?.join(" "))
    }

    /// Whether a word must be a move or a part of one.
    fn is_move_like(&self, index: usize) -> bool {
        let Some(Word { kind: WordKind::Text(text), .. }) = self.words.get(index) else {
            return false;
        };
        if text.starts_with(['(', '$']) || signs::result(text).is_some() {
            return false;
        }
        let upper = text.trim_end_matches(['.', ',', ';']).to_uppercase();
        let letters = upper.chars().filter(|c| c.is_alphabetic()).count();
        let has_sign = upper.chars().any(|c| !c.is_alphabetic() && c != '\'' && c != '’');
        let spoken = ["CASTLES", "CASTLE", "TAKES", "TO", "X"].contains(&upper.as_str());
        letters == 0
            || has_sign
            || spoken
            || letters <= 3 && upper.chars().all(|c| "KQRBNTP".contains(c))
    }

    /// The best reason why no move begins at the next word.
    fn error(&self, position: &Position) -> MoveError {
        let errors = (1..=MOST_WORDS)
            .rev()
            .filter_map(|length| descriptive::parse(position, &self.row(self.next, length)?).err());
        let mut syntax = None;
        for error in errors {
            if !matches!(error, MoveError::Syntax { .. }) {
                return error;
            }
            syntax = Some(error);
        }
        syntax.unwrap_or_else(|| MoveError::Null(String::new()))
    }

    /// A note up to the `)` that closes it.
    fn parenthesis(&mut self) -> String {
        let mut note = Vec::new();
        let mut open = 0;
        while let Some(Word { kind: WordKind::Text(text) | WordKind::Number(text), .. }) =
            self.words.get(self.next)
        {
            open += text.matches('(').count() as i32 - text.matches(')').count() as i32;
            note.push(text.as_str());
            self.next += 1;
            if open <= 0 {
                break;
            }
        }
        let note = note.join(" ");
        note.strip_prefix('(').unwrap_or(&note).trim_end_matches(')').to_string()
    }

    /// Reads a word that is not a move. Returns whether it ends the game.
    fn prose(&mut self, game: &mut BookGame) -> bool {
        let word = |index: usize| match self.words.get(index) {
            Some(Word { kind: WordKind::Text(text), .. }) => {
                text.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase()
            }
            _ => String::new(),
        };
        let named = match self.next.checked_sub(1).map(word).as_deref() {
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            _ => None,
        };
        let to_move = game.position.side_to_move();
        let result = match word(self.next).as_str() {
            "resigns" | "resigned" => Some(GameResult::win(!named.unwrap_or(to_move))),
            "wins" | "won" => Some(GameResult::win(named.unwrap_or(!to_move))),
            "drawn" | "draw" | "remis" => Some(GameResult::Draw),
            _ => None,
        };
        if let Some(WordKind::Text(text)) = self.words.get(self.next).map(|word| &word.kind) {
            game.prose(text);
        }
        self.next += 1;
        game.result = result.or(game.result);
        result.is_some()
    }
}

#[cfg(test)]
mod tests;
