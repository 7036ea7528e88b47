//! From the words of PGN to games.

use super::lexer::{self, Lexer, Token};
use super::{Annotated, PgnError, PgnErrorKind, PgnGame, ROSTER, has_strange_castling};
use crate::board::Position;
use crate::notation::san;
use crate::types::GameResult;

/// The games of a text, one after the other. A game with an error is one
/// error, and reading goes on with the next.
pub fn read(text: &str) -> PgnGames<'_> {
    PgnGames { lexer: Lexer::new(text), ahead: None }
}

/// An iterator over the games of a text: see [`read`].
pub struct PgnGames<'t> {
    lexer: Lexer<'t>,
    /// A tag that belongs to the next game, and its line.
    ahead: Option<(usize, Token)>,
}

impl Iterator for PgnGames<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Result<PgnGame, PgnError>> {
        let game = self.game();
        if let Err(error) = &game
            && self.ahead.is_none()
        {
            self.lexer.skip_game(matches!(error.fault, PgnErrorKind::Tag(_)));
        }
        game.transpose()
    }
}

impl PgnGames<'_> {
    fn token(&mut self) -> Result<Option<(usize, Token)>, PgnError> {
        if let Some(token) = self.ahead.take() {
            return Ok(Some(token));
        }
        let line = self.lexer.line();
        Ok(self.lexer.next().transpose()?.map(|token| (line, token)))
    }

    /// One game: tags, then moves up to a result, the tags of the next game
    /// or the end of the text. `None` if nothing is left.
    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut header = TagPairs::default();
        let mut builder: Option<Builder> = None;
        let mut comments = Vec::new();
        while let Some((line, token)) = self.token()? {
            match (token, &mut builder) {
                (Token::Tag(name, value), None) => header.tag(line, name, value),
                // The result is missing: the next game begins.
                (tag @ Token::Tag(..), Some(_)) => {
                    self.ahead = Some((line, tag));
                    break;
                }
                (Token::Comment(text), None) => comments.push(text),
                (token, slot) => {
                    let builder = match slot {
                        Some(builder) => builder,
                        None => slot.insert(Builder::new(&header, std::mem::take(&mut comments))?),
                    };
                    match token {
                        Token::Open => self.skip_variation(line)?,
                        Token::Result(result) => {
                            builder.record.result = result;
                            break;
                        }
                        token => builder.take(line, token)?,
                    }
                }
            }
        }
        if builder.is_none() && !header.given {
            return Ok(None);
        }
        let builder = match builder {
            Some(builder) => builder,
            None => Builder::new(&header, comments)?,
        };
        Ok(Some(builder.record))
    }

    /// Skips to the `)` that closes a variation; those within comments and
    /// the variations within it do not count.
    fn skip_variation(&mut self, line: usize) -> Result<(), PgnError> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.token()? {
                Some((_, Token::Open)) => depth += 1,
                Some((_, Token::Close)) => depth -= 1,
                Some((_, Token::Move(_) | Token::Comment(_) | Token::Glyph(_))) => {}
                Some((_, Token::Result(_))) => {}
                tag_or_end => {
                    self.ahead = tag_or_end;
                    return Err(PgnError { line, fault: PgnErrorKind::OpenVariation });
                }
            }
        }
        Ok(())
    }
}

/// The tags of a game, as they come.
#[derive(Default)]
struct TagPairs {
    /// Whether there was any tag.
    given: bool,
    tags: Vec<(String, String)>,
    fen: Option<(usize, String)>,
    variant: Option<(usize, String)>,
    result: Option<GameResult>,
}

impl TagPairs {
    fn tag(&mut self, line: usize, name: String, value: String) {
        self.given = true;
        match name.as_str() {
            "FEN" => self.fen = Some((line, value)),
            "SetUp" => {}
            "Variant" => self.variant = Some((line, value)),
            "Result" => self.result = lexer::result(&value).or(Some(GameResult::Unknown)),
            _ if ROSTER.contains(&name.as_str()) && is_unknown(&value) => {}
            _ => self.tags.push((name, value)),
        }
    }

    /// Whether the game is Chess960; an error if it is another variant.
    fn is_chess960(&self) -> Result<bool, PgnError> {
        let Some((line, name)) = &self.variant else { return Ok(false) };
        let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        match letters.to_ascii_lowercase().as_str() {
            "chess960" | "fischerandom" | "fischerrandom" | "freestyle" | "freestylechess" => {
                Ok(true)
            }
            "" | "chess" | "standard" | "normal" | "fromposition" => Ok(false),
            _ => Err(PgnError { line: *line, fault: PgnErrorKind::Variant(name.clone()) }),
        }
    }
}

/// `?`, `-` or a date of question marks: what one writes into a tag that must
/// be there although nothing is known.
fn is_unknown(value: &str) -> bool {
    matches!(value, "" | "?" | "-" | "????.??.??")
}

/// A game while it is being read.
struct Builder {
    record: PgnGame,
    position: Position,
}

impl Builder {
    fn new(header: &TagPairs, opening_comments: Vec<String>) -> Result<Builder, PgnError> {
        let start = match &header.fen {
            None => Position::start(),
            Some((line, fen)) => fen
                .parse()
                .map_err(|error| PgnError { line: *line, fault: PgnErrorKind::Fen(error) })?,
        };
        let chess960 = header.is_chess960()? || has_strange_castling(&start);
        let record = PgnGame {
            tags: header.tags.clone(),
            chess960,
            opening_comments: opening_comments
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect(),
            // What the moves end with has the last word.
            result: header.result.unwrap_or_default(),
            ..PgnGame::new(start.clone())
        };
        Ok(Builder { record, position: start })
    }

    fn take(&mut self, line: usize, token: Token) -> Result<(), PgnError> {
        let last = self.record.moves.last_mut();
        match token {
            Token::Move(text) => {
                let mv = san::parse(&self.position, &text).map_err(|error| {
                    let (number, side) =
                        (self.position.fullmove_number(), self.position.side_to_move());
                    PgnError { line, fault: PgnErrorKind::Move(number, side, error) }
                })?;
                self.position.play(mv, &mut ());
                self.record.moves.push(mv.into());
            }
            Token::Comment(text) if text.is_empty() => {}
            Token::Comment(text) => match last {
                Some(Annotated { comments, .. }) => comments.push(text),
                None => self.record.opening_comments.push(text),
            },
            // A glyph before the first move is about nothing.
            Token::Glyph(number) => {
                if let Some(annotated) = last {
                    annotated.nags.push(number);
                }
            }
            Token::Close => return Err(PgnError { line, fault: PgnErrorKind::Stray(')') }),
            // The caller has taken these.
            Token::Open | Token::Tag(..) | Token::Result(_) => {}
        }
        Ok(())
    }
}
