//! Reading games from the tokens of PGN.
//!
//! A word that is not a move costs a note. A move that is not legal ends its game
//! or side line, since nothing after it can be believed; the next game begins
//! with the next tags, after the next result, or after the next blank line.

use super::error::{ErrorList, PgnError, PgnErrorKind};
use super::game::{PgnGame, TreeBuilder, play};
use super::lexer::{Lexeme, Lexer, Token};
use super::tags::TagPairs;
use super::visitor::PgnVisitor;
use crate::chess::board::Position;
use crate::chess::notation::error::MoveError;
use crate::chess::notation::{MoveNotation, descriptive, san};
use crate::chess::types::{GameResult, Move};

/// The most side lines that may be open at the same place.
pub(super) const MAX_DEPTH: usize = 64;
/// The longest word that can be a move, in bytes.
const MAX_MOVE_LENGTH: usize = 40;

/// A game of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedGame<T = PgnGame> {
    /// What the game became; `None` if nothing of it can be read.
    pub game: Option<T>,
    /// What is wrong with it, in the order of the text; about twenty things at
    /// most.
    pub errors: Vec<PgnError>,
}

impl<T> ParsedGame<T> {
    /// The game, if nothing is wrong with it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn flawless(self) -> Result<T, PgnError> {
        match (self.errors.into_iter().next(), self.game) {
            (None, Some(game)) => Ok(game),
            (Some(error), _) => Err(error),
            (None, None) => Err(PgnError { game: 0, line: 0, kind: PgnErrorKind::Result }),
        }
    }
}

/// Reads the games of a text, with their side lines. Moves are in the standard's
/// notation.
///
/// ```
/// use staunton::chess::notation::pgn;
///
/// let text = "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 (2. Nf3 {quieter}) exf4 *";
/// let game = pgn::read(text).next().expect("one game").game.expect("it is sound");
/// assert_eq!((game.tag("White"), game.moves.len()), (Some("Anderssen"), 4));
/// let board = game.final_position().to_string();
/// assert_eq!(board, "rnbqkbnr/pppp1ppp/8/8/4Pp2/8/PPPP2PP/RNBQKBNR w KQkq - 0 3");
/// ```
pub fn read(text: &str) -> PgnGames<'_> {
    read_in(text, MoveNotation::San, &Position::start())
}

/// Like [`read`], but with moves in any notation, and with the starting position
/// of games that have no FEN tag. Descriptive moves that contain spaces or
/// parentheses are read by [`read_book`](super::read_book).
pub fn read_in<'t>(text: &'t str, notation: MoveNotation, start: &Position) -> PgnGames<'t> {
    PgnGames { notation, start: start.clone(), ..visit(text, TreeBuilder::default()) }
}

/// Reads the games of a text with a visitor, which makes something else of them
/// than trees.
pub fn visit<V: PgnVisitor>(text: &str, visitor: V) -> PgnGames<'_, V> {
    PgnGames {
        lexer: Lexer::new(text),
        lookahead: None,
        notation: MoveNotation::San,
        start: Position::start(),
        visitor,
        number: 0,
    }
}

/// An iterator over the games of a text, made by [`read`] or [`visit`].
pub struct PgnGames<'t, V = TreeBuilder> {
    lexer: Lexer<'t>,
    /// The first token of the next game, if it has been read.
    lookahead: Option<Lexeme<'t>>,
    notation: MoveNotation,
    /// Where a game without a FEN tag starts.
    start: Position,
    visitor: V,
    /// The number of games so far.
    number: usize,
}

impl<V: PgnVisitor> Iterator for PgnGames<'_, V> {
    type Item = ParsedGame<V::Game>;

    fn next(&mut self) -> Option<ParsedGame<V::Game>> {
        loop {
            let mut errors = ErrorList::new(self.number + 1);
            let (tags, comments) = self.tags(&mut errors);
            let is_end = self.lookahead.is_none() && !tags.any();
            let game = if is_end { None } else { self.game(tags, &comments, &mut errors) };
            let errors = errors.finish();
            if game.is_some() || !errors.is_empty() {
                return Some(ParsedGame { game, errors });
            }
            if is_end {
                return None;
            }
        }
    }
}

/// How the moves of a game end.
struct GameEnd {
    has_moves: bool,
    /// The result, and its line.
    result: Option<(usize, GameResult)>,
}

impl<'t, V: PgnVisitor> PgnGames<'t, V> {
    fn token(&mut self) -> Option<Lexeme<'t>> {
        self.lookahead.take().or_else(|| self.lexer.next())
    }

    /// Reads the tags of a game and the comments before its moves. The first token
    /// of the moves, or of the next game, becomes the lookahead.
    fn tags(&mut self, errors: &mut ErrorList) -> (TagPairs, Vec<&'t str>) {
        let mut tags = TagPairs::default();
        let mut comments = Vec::new();
        while let Some(lexeme) = self.token() {
            let line = lexeme.line;
            match lexeme.token {
                Token::Tag(ref tag)
                    if tags.ends_before(tag, lexeme.follows_blank_line || !comments.is_empty()) =>
                {
                    self.lookahead = Some(lexeme);
                    break;
                }
                Token::Tag(tag) => tags.add(line, tag, errors),
                Token::Comment { text, is_open } => {
                    comments.push(text);
                    errors.add_if(is_open, line, PgnErrorKind::OpenComment);
                }
                Token::Flaw(kind) => errors.add(line, kind),
                Token::Close => errors.add(line, PgnErrorKind::Stray(')')),
                Token::Word(word) if !is_move_like(word) => errors.word(line, word),
                Token::Result(_) if !tags.any() => errors.add(line, PgnErrorKind::Result),
                Token::Glyph(number) => errors.add(line, PgnErrorKind::LostGlyph(number)),
                _ => {
                    self.lookahead = Some(lexeme);
                    break;
                }
            }
        }
        (tags, comments)
    }

    /// Reads the rest of a game; `None` if there is no game.
    fn game(
        &mut self,
        tags: TagPairs,
        comments: &[&str],
        errors: &mut ErrorList,
    ) -> Option<V::Game> {
        let has_tags = tags.any();
        match tags.header(errors.game(), &self.start) {
            Ok(header) => {
                let line = OpenLine::new(header.start.clone(), 0);
                let by_tag = header.result;
                self.visitor.begin(header);
                comments.iter().for_each(|text| self.visitor.comment(text));
                let end = self.moves(line, errors);
                if let Some((line, result)) = end.result {
                    errors.results(line, by_tag, Some(result));
                }
                let game = self.visitor.finish(end.result.map(|(_, result)| result));
                let is_game = has_tags || end.has_moves;
                self.number += usize::from(is_game);
                is_game.then_some(game)
            }
            Err(error) => {
                errors.push(error);
                let line = OpenLine::new(self.start.clone(), 0);
                self.moves(OpenLine { is_broken: true, ..line }, errors);
                self.number += 1;
                None
            }
        }
    }

    /// Reads the moves of a game up to its result, the next game or the end of the
    /// text.
    fn moves(&mut self, main_line: OpenLine, errors: &mut ErrorList) -> GameEnd {
        let mut lines = vec![main_line];
        let mut has_moves = false;
        let mut follows_blank_line = false;
        let result = loop {
            let Some(lexeme) = self.token() else { break None };
            let line = lexeme.line;
            let is_broken = lines[0].is_broken;
            let is_main_line = lines.len() == 1 && lines[0].passed_over == 0;
            follows_blank_line |= lexeme.follows_blank_line;
            match lexeme.token {
                Token::Tag(_) => {
                    self.lookahead = Some(lexeme);
                    break None;
                }
                Token::Number { number: 1, of_black: false }
                    if follows_blank_line && has_moves && (is_main_line || is_broken) =>
                {
                    self.lookahead = Some(lexeme);
                    break None;
                }
                // If a comment follows, it is not clear to which game the result
                // belongs.
                Token::Comment { .. } if is_broken => continue,
                Token::Number { .. } | Token::Close => {}
                _ if is_broken && has_moves && follows_blank_line => {
                    self.lookahead = Some(lexeme);
                    break None;
                }
                _ => {}
            }
            follows_blank_line = false;
            match lexeme.token {
                Token::Result(result) if is_main_line || self.ends_here() => {
                    break Some((line, result));
                }
                Token::Open => self.open(&mut lines, line, errors),
                Token::Close => self.close(&mut lines, line, errors),
                Token::Word(word) => has_moves |= self.word(&mut lines, line, word, errors),
                token => self.annotate(&lines, line, token, errors),
            }
        };
        let is_broken = lines[0].is_broken;
        if let [.., open] = &lines[..]
            && (lines.len() > 1 || open.passed_over > 0)
            && !is_broken
        {
            errors.add(open.line, PgnErrorKind::OpenVariation);
        }
        lines.drain(1..).for_each(|_| self.visitor.end_variation());
        if result.is_some() && !is_broken {
            self.last_words();
        }
        GameEnd { has_moves: has_moves || result.is_some(), result }
    }

    /// Takes the comments after a result, up to a blank line: they belong to its game.
    fn last_words(&mut self) {
        while let Some(lexeme) = self.token() {
            match lexeme.token {
                Token::Comment { text, is_open: false } if !lexeme.follows_blank_line => {
                    self.visitor.comment(text);
                }
                _ => {
                    self.lookahead = Some(lexeme);
                    return;
                }
            }
        }
    }

    /// Whether a result inside a side line ends the game all the same: the side line
    /// is not closed, and nothing or a blank line follows.
    fn ends_here(&mut self) -> bool {
        self.lookahead = self.lexer.next();
        self.lookahead.as_ref().is_none_or(|next| next.follows_blank_line)
    }

    /// Begins a side line, or passes over one.
    fn open(&mut self, lines: &mut Vec<OpenLine>, line: usize, errors: &mut ErrorList) {
        let depth = lines.len();
        let Some(current) = lines.last_mut() else { return };
        let start = current.before.clone().filter(|_| current.is_read() && depth <= MAX_DEPTH);
        errors.add_if(start.is_none() && current.is_read(), line, PgnErrorKind::LostVariation);
        match start {
            Some(start) if self.visitor.begin_variation() => {
                lines.push(OpenLine::new(start, line));
            }
            _ => {
                current.line = line;
                current.passed_over += 1;
            }
        }
    }

    fn close(&mut self, lines: &mut Vec<OpenLine>, line: usize, errors: &mut ErrorList) {
        let is_main_line = lines.len() == 1;
        match lines.last_mut() {
            Some(current) if current.passed_over > 0 => current.passed_over -= 1,
            Some(_) if !is_main_line => {
                lines.pop();
                self.visitor.end_variation();
            }
            _ => errors.add(line, PgnErrorKind::Stray(')')),
        }
    }

    /// Reads a word that should be a move. Returns whether it tried to be one.
    fn word(
        &mut self,
        lines: &mut [OpenLine],
        line: usize,
        word: &str,
        errors: &mut ErrorList,
    ) -> bool {
        let Some(current) = lines.last_mut().filter(|current| current.is_read()) else {
            let is_passed_over = lines.last().is_some_and(|current| current.passed_over > 0);
            return !is_passed_over && is_move_like(word);
        };
        let mv = match self.read_move(&current.position, word) {
            Ok(mv) => mv,
            Err(MoveError::Syntax { .. }) if !is_move_like(word) => {
                errors.word(line, word);
                return false;
            }
            Err(error) => {
                let (number, side) =
                    (current.position.fullmove_number(), current.position.side_to_move());
                errors.add(line, PgnErrorKind::Move(number, side, error));
                current.is_broken = true;
                return true;
            }
        };
        current.before = Some(current.position.clone());
        play(&mut current.position, mv);
        self.visitor.play(mv);
        true
    }

    /// The move of a word; `None` for a null move that may be played.
    fn read_move(&self, position: &Position, word: &str) -> Result<Option<Move>, MoveError> {
        if word.len() > MAX_MOVE_LENGTH {
            return Err(MoveError::syntax(word, san::EXPECTED));
        }
        match self.notation.parse(position, word) {
            Err(MoveError::Null(_)) if !position.in_check() => Ok(None),
            read => read.map(Some),
        }
    }

    /// Adds a comment or a glyph to a move.
    fn annotate(
        &mut self,
        lines: &[OpenLine],
        line: usize,
        token: Token<'t>,
        errors: &mut ErrorList,
    ) {
        let is_read = lines.last().is_some_and(OpenLine::is_read);
        let has_move = lines[0].before.is_some();
        match token {
            Token::Comment { text, is_open } => {
                errors.add_if(is_open, line, PgnErrorKind::OpenComment);
                if is_read {
                    self.visitor.comment(text);
                }
            }
            Token::Glyph(number) if is_read && has_move => self.visitor.glyph(number),
            Token::Glyph(number) if is_read => errors.add(line, PgnErrorKind::LostGlyph(number)),
            Token::Flaw(kind) if is_read => errors.add(line, kind),
            _ => {}
        }
    }
}

/// A line that is being read: the main line or a side line.
struct OpenLine {
    /// The position before the last move, if there is one: where a side line begins.
    before: Option<Position>,
    position: Position,
    /// The line of the text where it begins, or the last that is passed over.
    line: usize,
    /// Whether a move was wrong, so that what comes after it cannot be read.
    is_broken: bool,
    /// How many side lines that are passed over are open, one inside the other.
    passed_over: usize,
}

impl OpenLine {
    fn new(position: Position, line: usize) -> OpenLine {
        OpenLine { before: None, position, line, is_broken: false, passed_over: 0 }
    }

    fn is_read(&self) -> bool {
        self.passed_over == 0 && !self.is_broken
    }
}

/// Whether a word that is not a move seems to be meant as one, in small letters or in
/// capitals, in descriptive notation or by the numbers of two squares. If a move were
/// passed over, those after it would make no sense.
fn is_move_like(word: &str) -> bool {
    names_squares(word)
        || names_squares(&word.to_ascii_lowercase())
        || is_square_numbers(word)
        || word.len() <= MAX_MOVE_LENGTH && descriptive::is_move(word)
}

/// Whether a word is two squares as digits, `5254`, perhaps with one of promotion.
fn is_square_numbers(word: &str) -> bool {
    matches!(word.len(), 4 | 5) && word.bytes().all(|digit| matches!(digit, b'1'..=b'8'))
}

/// Whether a word is castling, a null move, or perhaps a letter of a piece in any
/// language, then files and ranks.
fn names_squares(word: &str) -> bool {
    let count = |signs: &str| word.chars().filter(|&c| signs.contains(c)).count();
    let (zeros, dashes) = (count("Oo0"), count("-–—−"));
    let is_whole = zeros + dashes == word.trim_end_matches(['+', '#']).chars().count();
    if is_whole && (zeros > 1 || zeros == 0 && dashes == 2) || matches!(word, "Z0" | "null") {
        return true;
    }
    let rest = word.trim_start_matches(|c: char| !c.is_ascii() && c.is_alphabetic());
    let rest =
        match rest.strip_prefix(|c: char| c.is_ascii_alphabetic() && !('a'..='h').contains(&c)) {
            Some(after) if rest.len() == word.len() => after,
            _ => rest,
        };
    let is_target = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'0'..=b'9'] | [b'x', b'a'..=b'h']);
    let is_part = |c: char| "abcdefgh0123456789x:-=/+#.QRBNqrn()".contains(c);
    rest.as_bytes().windows(2).any(is_target) && rest.chars().all(is_part)
}
