//! Reading games from the tokens of PGN.

use super::game::{AnnotatedMove, PgnError, PgnErrorKind, PgnGame, ROSTER, has_chess960_castling};
use super::lexer::{self, Lexer, Token};
use crate::board::Position;
use crate::notation::MoveNotation;
use crate::notation::error::MoveError;
use crate::types::{GameResult, Move};

/// Reads the games of a text. A game with an error yields one error, and reading
/// continues with the next game.
pub fn read(text: &str) -> PgnGames<'_> {
    read_in(text, MoveNotation::San, &Position::start())
}

/// As [`read`], with the moves in another notation than the standard's, and
/// with the starting position of games that have no FEN tag. Descriptive moves
/// that contain spaces or parentheses are read by [`read_book`](super::read_book).
pub fn read_in<'t>(text: &'t str, notation: MoveNotation, start: &Position) -> PgnGames<'t> {
    PgnGames { lexer: Lexer::new(text), lookahead: None, notation, start: start.clone() }
}

/// An iterator over the games of a text, made by [`read`].
pub struct PgnGames<'t> {
    lexer: Lexer<'t>,
    /// The first token of the next game, if it has been read, and its line.
    lookahead: Option<(usize, Token)>,
    notation: MoveNotation,
    /// Where a game without a FEN tag starts.
    start: Position,
}

impl Iterator for PgnGames<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Result<PgnGame, PgnError>> {
        let game = self.game();
        if let Err(error) = &game
            && self.lookahead.is_none()
        {
            self.lexer.skip_game(matches!(error.kind, PgnErrorKind::Tag(_)));
        }
        game.transpose()
    }
}

impl PgnGames<'_> {
    fn token(&mut self) -> Result<Option<(usize, Token)>, PgnError> {
        if let Some(token) = self.lookahead.take() {
            return Ok(Some(token));
        }
        let line = self.lexer.line();
        Ok(self.lexer.next().transpose()?.map(|token| (line, token)))
    }

    /// Reads one game: its tags, then its moves up to a result, the tags of the
    /// next game or the end of the text. `None` at the end of the text.
    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut header = TagPairs::default();
        let mut builder: Option<GameBuilder> = None;
        let mut comments = Vec::new();
        while let Some((line, token)) = self.token()? {
            match (token, &mut builder) {
                (Token::Tag(name, value), None) => header.tag(line, name, value),
                // The result is missing: the next game begins.
                (tag @ Token::Tag(..), Some(_)) => {
                    self.lookahead = Some((line, tag));
                    break;
                }
                (Token::Comment(text), None) => comments.push(text),
                (token, slot) => {
                    let builder = match slot {
                        Some(builder) => builder,
                        None => {
                            let comments = std::mem::take(&mut comments);
                            slot.insert(GameBuilder::new(&header, comments, &self.start)?)
                        }
                    };
                    match token {
                        Token::Open => self.skip_variation(line)?,
                        Token::Result(result) => {
                            builder.game.result = result;
                            break;
                        }
                        token => builder.take(line, token, self.notation)?,
                    }
                }
            }
        }
        if builder.is_none() && !header.any {
            return Ok(None);
        }
        let builder = match builder {
            Some(builder) => builder,
            None => GameBuilder::new(&header, comments, &self.start)?,
        };
        Ok(Some(builder.game))
    }

    /// Skips a variation, including nested variations, up to its `)`.
    fn skip_variation(&mut self, line: usize) -> Result<(), PgnError> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.token()? {
                Some((_, Token::Open)) => depth += 1,
                Some((_, Token::Close)) => depth -= 1,
                Some((_, Token::Move(_) | Token::Comment(_) | Token::Glyph(_))) => {}
                Some((_, Token::Result(_))) => {}
                tag_or_end => {
                    self.lookahead = tag_or_end;
                    return Err(PgnError { line, kind: PgnErrorKind::OpenVariation });
                }
            }
        }
        Ok(())
    }
}

/// The tags of a game.
#[derive(Default)]
pub(super) struct TagPairs {
    /// Whether the game has any tag.
    pub any: bool,
    tags: Vec<(String, String)>,
    fen: Option<(usize, String)>,
    variant: Option<(usize, String)>,
    result: Option<GameResult>,
}

impl TagPairs {
    pub fn tag(&mut self, line: usize, name: String, value: String) {
        self.any = true;
        match name.as_str() {
            "FEN" => self.fen = Some((line, value)),
            "SetUp" => {}
            "Variant" => self.variant = Some((line, value)),
            "Result" => self.result = lexer::result(&value).or(Some(GameResult::Unknown)),
            _ if ROSTER.contains(&name.as_str()) && is_unknown(&value) => {}
            _ => self.tags.push((name, value)),
        }
    }

    /// Whether the game is Chess960.
    ///
    /// # Errors
    /// A [`PgnError`] if it is another variant.
    fn is_chess960(&self) -> Result<bool, PgnError> {
        let Some((line, name)) = &self.variant else { return Ok(false) };
        let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        match letters.to_ascii_lowercase().as_str() {
            "chess960" | "fischerandom" | "fischerrandom" | "freestyle" | "freestylechess" => {
                Ok(true)
            }
            "" | "chess" | "standard" | "normal" | "fromposition" => Ok(false),
            _ => Err(PgnError { line: *line, kind: PgnErrorKind::Variant(name.clone()) }),
        }
    }
}

/// Whether the value of a required tag says that it is unknown: `?`, `-` or a
/// date of question marks.
fn is_unknown(value: &str) -> bool {
    matches!(value, "" | "?" | "-" | "????.??.??")
}

/// A game that is being read.
pub(super) struct GameBuilder {
    pub game: PgnGame,
    position: Position,
}

impl GameBuilder {
    pub fn new(
        header: &TagPairs,
        opening_comments: Vec<String>,
        start: &Position,
    ) -> Result<GameBuilder, PgnError> {
        let start = match &header.fen {
            None => start.clone(),
            Some((line, fen)) => fen
                .parse()
                .map_err(|error| PgnError { line: *line, kind: PgnErrorKind::Fen(error) })?,
        };
        let chess960 = header.is_chess960()? || has_chess960_castling(&start);
        let game = PgnGame {
            tags: header.tags.clone(),
            chess960,
            opening_comments: opening_comments
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect(),
            // The result after the moves, if there is one, replaces it.
            result: header.result.unwrap_or_default(),
            ..PgnGame::new(start.clone())
        };
        Ok(GameBuilder { game, position: start })
    }

    /// Takes the next token; a move is in this notation.
    fn take(&mut self, line: usize, token: Token, notation: MoveNotation) -> Result<(), PgnError> {
        match token {
            Token::Move(text) => {
                let mv = notation
                    .parse(&self.position, &text)
                    .map_err(|error| self.move_error(line, error))?;
                self.play(mv);
            }
            Token::Comment(text) => self.comment(text),
            // A glyph before the first move annotates nothing: ignore it.
            Token::Glyph(number) => {
                if let Some(annotated) = self.game.moves.last_mut() {
                    annotated.nags.push(number);
                }
            }
            Token::Close => return Err(PgnError { line, kind: PgnErrorKind::Stray(')') }),
            // The caller handles these.
            Token::Open | Token::Tag(..) | Token::Result(_) => {}
        }
        Ok(())
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn play(&mut self, mv: Move) {
        self.position.play(mv, &mut ());
        self.game.moves.push(mv.into());
    }

    /// Adds a comment to the last move.
    pub fn comment(&mut self, text: String) {
        if !text.is_empty() {
            self.comments().push(text);
        }
    }

    /// Adds a word to the last comment.
    pub fn prose(&mut self, word: &str) {
        match self.comments().last_mut() {
            Some(comment) => *comment = format!("{comment} {word}"),
            None => self.comment(word.to_string()),
        }
    }

    fn comments(&mut self) -> &mut Vec<String> {
        match self.game.moves.last_mut() {
            Some(AnnotatedMove { comments, .. }) => comments,
            None => &mut self.game.opening_comments,
        }
    }

    /// Adds a glyph other than 0 to the last move.
    pub fn glyph(&mut self, number: u8) {
        if let (1.., Some(annotated)) = (number, self.game.moves.last_mut()) {
            annotated.nags.push(number);
        }
    }

    /// The error of the next move.
    pub fn move_error(&self, line: usize, error: MoveError) -> PgnError {
        let (number, side) = (self.position.fullmove_number(), self.position.side_to_move());
        PgnError { line, kind: PgnErrorKind::Move(number, side, error) }
    }
}
