//! Reading games in descriptive notation as books print them.
//!
//! Books separate moves by spaces, commas or columns, put spaces inside a move
//! (`K Kt - B 3`, `P takes P`, `R - K sq`), and write notes, names and "ch"
//! between the moves. Only the position tells where a move ends: the reader
//! takes the longest row of words that is a legal move, unless nothing could
//! follow it.

use super::game::{PgnError, PgnErrorKind, PgnGame};
use super::lexer::{self, begins_like_tag, parse_tag};
use super::read::{GameBuilder, TagPairs};
use crate::board::Position;
use crate::movegen::has_legal_move;
use crate::notation::{MoveError, descriptive};
use crate::types::{Color, GameResult, Move};

/// The most words of a move: each sign apart, and "dis ch".
const MOST_WORDS: usize = 9;

/// Reads the games of a text in descriptive notation. Each may begin with tags
/// as in PGN. What stands before the first move number becomes a comment, as
/// does what is in braces, in parentheses after a move, or a word of prose. A
/// game ends with its result (`1-0`, "resigns", "drawn"), with mate, before a
/// tag, or before a new move 1 after the first moves of both. A game without a
/// FEN tag starts at `start`.
///
/// # Errors
/// A [`PgnError`] at the first move or tag that cannot be read.
pub fn read_book(text: &str, start: &Position) -> Result<Vec<PgnGame>, PgnError> {
    let mut reader = BookReader { words: words(text)?, next: 0 };
    let mut games = Vec::new();
    while reader.next < reader.words.len() {
        games.extend(reader.game(start)?);
    }
    Ok(games)
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
}

/// Splits a text at white space; tags and comments in braces stay whole.
fn words(text: &str) -> Result<Vec<Word>, PgnError> {
    let mut words = Vec::new();
    let mut comment: Option<(usize, Vec<String>)> = None;
    for (line, content) in (1..).zip(text.trim_start_matches('\u{FEFF}').lines()) {
        let content = content.trim();
        if comment.is_none() && begins_like_tag(content) {
            let error = PgnError { line, kind: PgnErrorKind::Tag(content.to_string()) };
            let (name, value, _) = parse_tag(content).ok_or(error)?;
            words.push(Word { line, kind: WordKind::Tag(name, value) });
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
    match comment {
        None => Ok(words),
        Some((line, _)) => Err(PgnError { line, kind: PgnErrorKind::OpenComment }),
    }
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

impl BookReader {
    /// Reads a game; `None` if only blank words are left.
    fn game(&mut self, start: &Position) -> Result<Option<PgnGame>, PgnError> {
        let mut header = TagPairs::default();
        while let Some(Word { line, kind: WordKind::Tag(name, value) }) = self.words.get(self.next)
        {
            header.tag(*line, name.clone(), value.clone());
            self.next += 1;
        }
        let mut builder = GameBuilder::new(&header, Vec::new(), start)?;
        self.skip_heading(&mut builder);
        while let Some(Word { line, kind }) = self.words.get(self.next) {
            let line = *line;
            match kind {
                WordKind::Tag(..) => break,
                WordKind::Comment(text) => {
                    builder.comment(text.clone());
                    self.next += 1;
                }
                WordKind::Number(number) => {
                    // Books with a column for each side number Black's move too.
                    if number == "1" && builder.game.moves.len() > 1 {
                        break;
                    }
                    self.next += 1;
                }
                WordKind::Text(text) => {
                    if let Some(result) = lexer::result(text.trim_end_matches(['.', ','])) {
                        builder.game.result = result;
                        self.next += 1;
                        break;
                    }
                    if let Some(glyph) = text.strip_prefix('$').and_then(|n| n.parse().ok()) {
                        builder.glyph(glyph);
                        self.next += 1;
                    } else if self.turn(&mut builder, line)? {
                        break;
                    }
                }
            }
        }
        let game = builder.game;
        let empty = game.moves.is_empty() && !header.any && game.result == GameResult::Unknown;
        Ok((!empty).then_some(game))
    }

    /// Makes a comment of what stands before the first move number, if no move
    /// stands there.
    fn skip_heading(&mut self, builder: &mut GameBuilder) {
        let rest = &self.words[self.next..];
        let is_first = |word: &Word| matches!(&word.kind, WordKind::Number(n) if n == "1");
        let Some(length) = rest.iter().position(is_first) else { return };
        let heading = &rest[..length];
        if heading.iter().any(|word| matches!(word.kind, WordKind::Tag(..)))
            || !self.readings(builder.position(), self.next).is_empty()
        {
            return;
        }
        let texts = heading.iter().map(|word| match &word.kind {
            WordKind::Text(text) | WordKind::Number(text) | WordKind::Comment(text) => {
                text.as_str()
            }
            WordKind::Tag(..) => "",
        });
        builder.comment(texts.collect::<Vec<_>>().join(" "));
        self.next += length;
    }

    /// Reads a move, a note or a word of prose. Returns whether the game ends.
    fn turn(&mut self, builder: &mut GameBuilder, line: usize) -> Result<bool, PgnError> {
        let readings = self.readings(builder.position(), self.next);
        let follows = |reading: &&Reading| {
            let next = self.next + reading.length;
            let after = builder.position().after(reading.mv);
            !self.is_move_like(next) || !self.readings(&after, next).is_empty()
        };
        if let Some(reading) = readings.iter().find(follows).or(readings.first()) {
            builder.play(reading.mv);
            let last = self.next + reading.length - 1;
            self.next += reading.length;
            if let WordKind::Text(text) = &self.words[last].kind {
                builder.glyph(lexer::mark_of(text));
            }
            let after = builder.position();
            if !has_legal_move(after) && after.in_check() {
                builder.game.result = GameResult::win(!after.side_to_move());
            }
            return Ok(false);
        }
        if let WordKind::Text(text) = &self.words[self.next].kind
            && text.starts_with('(')
        {
            builder.comment(self.parenthesis());
            return Ok(false);
        }
        if self.is_move_like(self.next) {
            let error = self.error(builder.position());
            return Err(builder.move_error(line, error));
        }
        Ok(self.prose(builder))
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

    /// So many words as one text, if they are words.
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
        if text.starts_with(['(', '$']) || lexer::result(text).is_some() {
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

    /// Reads a word that is no move. Returns whether it ends the game.
    fn prose(&mut self, builder: &mut GameBuilder) -> bool {
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
        let to_move = builder.position().side_to_move();
        let result = match word(self.next).as_str() {
            "resigns" | "resigned" => Some(GameResult::win(!named.unwrap_or(to_move))),
            "wins" | "won" => Some(GameResult::win(named.unwrap_or(!to_move))),
            "drawn" | "draw" | "remis" => Some(GameResult::Draw),
            _ => None,
        };
        if let Some(WordKind::Text(text)) = self.words.get(self.next).map(|word| &word.kind) {
            builder.prose(text);
        }
        self.next += 1;
        if let Some(result) = result {
            builder.game.result = result;
        }
        result.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FenStyle;
    use crate::notation::MoveNotation;

    /// A game of 1858, typed as a book prints it: in columns, with spaces inside
    /// the moves, "ch", "sq", notes and marks.
    const OPERA: &str = "\
      Played at Paris in 1858.\n\n\
      WHITE (Mr. Morphy).        BLACK (The Allies).\n\
      1. P to K 4                P to K 4\n\
      2. K Kt to B 3             P to Q 3\n\
      3. P to Q 4                B to K Kt 5 (a)\n\
      4. P takes P               B takes Kt\n\
      5. Q takes B               P takes P\n\
      6. B to Q B 4              K Kt to B 3\n\
      7. Q to Q Kt 3             Q to K 2\n\
      8. Q Kt to B 3 {he could win the Queen's Knight's pawn}  P to Q B 3\n\
      9. B to K Kt 5             P to Q Kt 4?\n\
      10. Kt takes P!            P takes Kt\n\
      11. B takes Kt P, ch.      Q Kt to Q 2\n\
      12. Castles (Q R)          R to Q sq\n\
      13. R takes Kt             R takes R\n\
      14. R to Q sq              Q to K 3\n\
      15. B takes R, ch.         Kt takes B\n\
      16. Q to Q Kt 8 (ch)       Kt takes Q\n\
      17. R to Q 8, mate.\n\n\
      (a) Weak, because it gives up a Bishop for a Knight.\n";

    const OPERA_SAN: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 \
        7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 \
        14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#";

    fn san(game: &PgnGame) -> String {
        let moves: Vec<Move> = game.moves.iter().map(|annotated| annotated.mv).collect();
        MoveNotation::San.line(&game.start, &moves)
    }

    #[test]
    fn a_game_of_a_book_becomes_a_game() {
        let games = read_book(OPERA, &Position::start()).expect("it can be read");
        let [game] = &games[..] else { panic!("{} games", games.len()) };
        assert_eq!(san(game), OPERA_SAN);
        assert_eq!(game.result, GameResult::WhiteWins);
        assert!(game.opening_comments[0].starts_with("Played at Paris in 1858 WHITE"));
        assert_eq!([&game.moves[17].nags[..], &game.moves[18].nags[..]], [&[2], &[1]]);
        assert_eq!(game.moves[5].comments, ["a"]);
        assert_eq!(game.moves[14].comments, ["he could win the Queen's Knight's pawn"]);
    }

    /// The same as the oldest books print it: each move numbered, squares spoken.
    #[test]
    fn a_game_with_numbers_in_both_columns_and_spoken_squares_is_read() {
        let text = "WHITE.                      BLACK.\n\
          1. P. to K.'s 4th.          1. P. to K.'s 4th.\n\
          2. K. Kt. to B.'s 3d.       2. P. to Q.'s 3rd.\n\
          3. P. to Q's 4th.           3. Q. B. to K. Kt's 5th.\n\
          4. P. takes P.              4. B. takes Kt.\n\
          5. Q. takes B.              5. P. takes P.\n\
          6. B. to Q. B’s 4th.        6. K. Kt. to B’s 3rd.\n\
          7. Q. to her Kt's 3d.       7. Q. to K's 2nd.\n\
          8. K. to his B's sq.        8. P. to Q. B's 3rd.\n\
          9. Q. to her B's 3rd.       9. Q. to her 2d.\n\n\
          1. P. to Q's 4th. {a note}  1... P. to Q's 4th.\n";
        let games = read_book(text, &Position::start()).expect("it can be read");
        let [first, second] = &games[..] else { panic!("{} games", games.len()) };
        let opera = OPERA_SAN.split(" 8.").next().expect("eight moves");
        assert_eq!(san(first), format!("{opera} 8. Kf1 c6 9. Qc3 Qd7"));
        assert_eq!(san(second), "1. d4 d5");
    }

    #[test]
    fn what_is_written_in_descriptive_notation_is_read_again() {
        let game = &read_book(OPERA, &Position::start()).expect("it can be read")[0];
        let text = game.text(MoveNotation::Descriptive);
        assert!(text.contains("2. Kt-KB3 P-Q3 3. P-Q4"), "{text}");
        let again = read_book(&text, &Position::start()).expect("it can be read");
        assert_eq!(&again[..], std::slice::from_ref(game));
    }

    /// The examples that the handbooks give for their notation.
    #[test]
    fn the_examples_of_the_documents_are_read() {
        let fen = "1n2k3/8/8/8/3p4/8/8/KR4R1 w - - 0 1";
        let start: Position = fen.parse().expect("a legal position");
        assert!(read_book("KRx Q Kt", &start).is_err(), "the king's rook is on the g-file");
        for (text, fen, expected) in [
            ("KRx Q Kt", "1n2k1n1/8/8/8/8/8/8/KR4R1 w - - 0 1", None),
            ("QRx Q Kt", "1n2k1n1/8/8/8/8/8/8/KR4R1 w - - 0 1", Some("1. Rxb8+")),
            ("R-K sq", "4k3/8/8/8/8/8/8/K2R4 w - - 0 1", Some("1. Re1+")),
            ("K R 1", "4k3/8/8/8/8/8/8/K2R4 w - - 0 1", None),
            ("Kt - K B 3", Position::START_FEN, Some("1. Nf3")),
            ("Kt-KB7", "4k3/8/8/8/4n3/8/8/4K3 b - - 0 1", Some("1... Nf2")),
        ] {
            let start: Position = fen.parse().expect("a legal position");
            let found = read_book(text, &start).ok();
            let found = found.and_then(|games| Some(san(games.first()?)));
            assert_eq!(found.as_deref(), expected, "{text} in {}", start.fen(FenStyle::Standard));
        }
    }

    #[test]
    fn castling_does_not_take_the_king_of_the_next_move() {
        let start: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("legal");
        let game = &read_book("Castles K - K 2", &start).expect("it can be read")[0];
        assert_eq!(san(game), "1. O-O Ke7");
    }

    #[test]
    fn words_tell_the_result_and_end_the_game() {
        let text = "P-K4 P-K4 B-B4 Resigns. 1 P-Q4 P-Q4 drawn game 1 P-QB4 and White wins";
        let games = read_book(text, &Position::start()).expect("it can be read");
        let results: Vec<GameResult> = games.iter().map(|game| game.result).collect();
        assert_eq!(results[..], [GameResult::WhiteWins, GameResult::Draw, GameResult::WhiteWins]);
    }

    #[test]
    fn an_error_names_line_move_and_reason() {
        let wrong = |text: &str| {
            let error = read_book(text, &Position::start()).expect_err("it is wrong");
            error.to_string()
        };
        let text = wrong("1. P-K4 P-K4\n2. Kt-KB4");
        assert!(text.starts_with("line 2: move 2. ") && text.contains("Kt-KB4"), "{text}");
        let text = wrong("1. P-K4 Kt-B3");
        assert!(text.starts_with("line 1: move 1... "), "{text}");
        assert!(wrong("1. P-K4 {no end").contains('}'));
    }
}
