//! Openings from a file of positions (EPD) or games (PGN), which may be
//! compressed.

use super::error::OpeningError;
use super::options::BookFormat;
use crate::arena::plan::record::Opening;
use crate::chess::board::Position;
use crate::chess::game::Game;
use crate::chess::notation::epd::Epd;
use crate::chess::notation::pgn::{self, PgnGame, PgnHeader, PgnVisitor};
use crate::chess::notation::text::{decode, is_blank};
use crate::chess::types::{GameResult, Move};
use crate::engine::eval::network::format::fnv1a;
use crate::support::files::compressed::{EXTENSIONS, LIMIT, decompressed};
use crate::support::files::input;
use std::borrow::Cow;
use std::path::Path;

/// At most this number of flaws of a file are kept to be named.
const MOST_NAMED: usize = 100;

/// The openings of a file.
pub struct BookContents {
    source: OpeningSource,
    /// The checksum of the file.
    pub checksum: u64,
    flaws: BookFlaws,
}

/// What is wrong in a file of openings.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct BookFlaws {
    /// The first flaws.
    pub named: Vec<BookFlaw>,
    /// The number of further flaws that cost nothing.
    pub unnamed_notes: usize,
    /// The number of further flaws that cost an opening, or moves of it.
    pub unnamed_losses: usize,
}

impl BookFlaws {
    fn add(&mut self, what: String, is_loss: bool) {
        if self.named.len() < MOST_NAMED {
            self.named.push(BookFlaw { what, is_loss });
        } else if is_loss {
            self.unnamed_losses += 1;
        } else {
            self.unnamed_notes += 1;
        }
    }
}

/// Something wrong in a file of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookFlaw {
    /// A clause that names the place.
    pub what: String,
    /// Whether an opening, or moves of it, are left out.
    pub is_loss: bool,
}

enum OpeningSource {
    /// Lines of EPD. Some books have millions of lines, so only their places are
    /// kept, and a line is parsed when its opening is played.
    Positions { text: Vec<u8>, starts: Vec<usize> },
    /// The first moves of games, all of them checked.
    Games(Vec<Opening>),
}

impl BookContents {
    /// The number of openings.
    pub fn count(&self) -> usize {
        match &self.source {
            OpeningSource::Positions { starts, .. } => starts.len(),
            OpeningSource::Games(openings) => openings.len(),
        }
    }

    /// What is wrong with the openings, as far as it is known.
    pub fn flaws(&self) -> &BookFlaws {
        &self.flaws
    }

    /// Adds a flaw.
    pub fn add_flaw(&mut self, what: String, is_loss: bool) {
        self.flaws.add(what, is_loss);
    }

    /// What the reader drops from the position at an index; `None` if nothing.
    pub fn dropped(&self, index: usize) -> Option<String> {
        let OpeningSource::Positions { text, starts } = &self.source else { return None };
        let dropped = Epd::dropped(&line(&text[starts[index]..]))?;
        Some(format!("line {}: {dropped}", line_number(text, starts[index])))
    }

    /// The opening at an index, from zero.
    ///
    /// # Errors
    /// What is wrong with which line.
    pub fn opening(&self, index: usize) -> Result<Opening, OpeningError> {
        match &self.source {
            OpeningSource::Games(openings) => Ok(openings[index].clone()),
            OpeningSource::Positions { text, starts } => {
                let start = starts[index];
                position(&text[start..])
                    .map_err(|error| OpeningError::Line(line_number(text, start), Box::new(error)))
            }
        }
    }
}

/// The first of these lines.
fn line(lines: &[u8]) -> String {
    let end = memchr::memchr(b'\n', lines).unwrap_or(lines.len());
    decode(&lines[..end]).trim_matches(is_blank).to_string()
}

/// The number of the line that begins at a place in a text.
fn line_number(text: &[u8], start: usize) -> usize {
    memchr::memchr_iter(b'\n', &text[..start]).count() + 1
}

/// The opening in the first of these lines.
fn position(lines: &[u8]) -> Result<Opening, OpeningError> {
    let epd: Epd = line(lines).parse()?;
    // The castling rights of the position tell whether it is of Chess960.
    let chess960 = PgnGame::new(epd.position.clone()).chess960;
    playable(Opening { start: epd.position, moves: Vec::new(), chess960 })
}

/// Reads a file. Positions are not checked yet.
///
/// # Errors
/// What is wrong with the file, if no opening can be read.
pub fn read(
    path: &Path,
    format: BookFormat,
    plies: Option<usize>,
) -> Result<BookContents, OpeningError> {
    let bytes = input::read(path, LIMIT)?;
    let checksum = fnv1a(&bytes);
    let bytes = decompressed(bytes)?;
    let bytes = match decode(&bytes) {
        Cow::Borrowed(_) => bytes,
        Cow::Owned(text) => text.into_bytes(),
    };
    let has_games = match format {
        BookFormat::Epd => false,
        BookFormat::Pgn => true,
        BookFormat::Bin | BookFormat::Auto => looks_like_games(path, &bytes),
    };
    let source = OpeningSource::Games(Vec::new());
    let mut contents = BookContents { source, checksum, flaws: BookFlaws::default() };
    contents.source = if has_games {
        OpeningSource::Games(contents.games(&String::from_utf8_lossy(&bytes), plies))
    } else {
        OpeningSource::Positions { starts: line_starts(&bytes), text: bytes }
    };
    match (contents.count(), contents.flaws.named.iter().find(|flaw| flaw.is_loss)) {
        (0, None) => Err(OpeningError::Empty),
        (0, Some(flaw)) => Err(OpeningError::AllWrong(flaw.what.clone())),
        _ => Ok(contents),
    }
}

/// This number of bytes at the beginning tells whether a text holds games.
const FIRST_BYTES: usize = 1_000;

fn looks_like_games(path: &Path, text: &[u8]) -> bool {
    let extension = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.map(str::to_ascii_lowercase)
    };
    let kind = match extension(path) {
        Some(outer) if EXTENSIONS.contains(&&*outer) => extension(&path.with_extension("")),
        kind => kind,
    };
    match kind.as_deref() {
        Some("pgn") => true,
        Some("epd") => false,
        // A position begins with a piece letter or a digit, a game with a tag, a
        // comment or a move number.
        _ => {
            let start = String::from_utf8_lossy(&text[..text.len().min(FIRST_BYTES)]);
            let start = start.trim_start_matches(is_blank);
            start.starts_with(['[', '{', '%']) || start.starts_with("1.")
        }
    }
}

/// Where the lines with a position begin.
fn line_starts(text: &[u8]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut add = |start: usize, end: usize| {
        // A position begins with a letter of a piece or with a digit.
        let is_ascii_blank = |byte: &u8| *byte <= b' ';
        let first = text[start..end].iter().position(|byte| !is_ascii_blank(byte));
        let Some(first) = first.map(|first| start + first) else { return };
        let is_position = if text[first].is_ascii() {
            text[first] != b'#'
        } else {
            let line = String::from_utf8_lossy(&text[first..end]);
            let line = line.trim_matches(is_blank);
            !line.is_empty() && !line.starts_with('#')
        };
        if is_position {
            starts.push(start);
        }
    };
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text) {
        add(start, end);
        start = end + 1;
    }
    add(start, text.len());
    starts
}

impl BookContents {
    /// The openings of games. Those that cannot be played become flaws.
    fn games(&mut self, text: &str, plies: Option<usize>) -> Vec<Opening> {
        let mut openings = Vec::new();
        for (number, entry) in (1..).zip(pgn::visit(text, OpeningReader::new(plies))) {
            for error in &entry.errors {
                self.add_flaw(error.to_string(), error.is_loss());
            }
            let Some(read) = entry.game else { continue };
            if read.has_null_move {
                let what = "a null move cannot be played, and ends the opening";
                self.add_flaw(format!("game {number}: {what}"), true);
            }
            match playable(read.opening) {
                Ok(opening) => openings.push(opening),
                Err(error) => self.add_flaw(format!("game {number}: {error}"), true),
            }
        }
        openings
    }
}

/// Reads the first moves of games.
struct OpeningReader {
    most: usize,
    read: ReadOpening,
}

/// The first moves of a game.
struct ReadOpening {
    opening: Opening,
    /// Whether a null move ended them.
    has_null_move: bool,
}

impl ReadOpening {
    fn new(start: Position, chess960: bool) -> ReadOpening {
        let opening = Opening { start, moves: Vec::new(), chess960 };
        ReadOpening { opening, has_null_move: false }
    }
}

impl OpeningReader {
    fn new(plies: Option<usize>) -> OpeningReader {
        let read = ReadOpening::new(Position::start(), false);
        OpeningReader { most: plies.unwrap_or(usize::MAX), read }
    }
}

impl PgnVisitor for OpeningReader {
    type Game = ReadOpening;

    fn begin(&mut self, header: PgnHeader) {
        self.read = ReadOpening::new(header.start, header.chess960);
    }

    fn play(&mut self, mv: Option<Move>) {
        if self.read.opening.moves.len() < self.most && !self.read.has_null_move {
            self.read.opening.moves.extend(mv);
            self.read.has_null_move = mv.is_none();
        }
    }

    fn finish(&mut self, _result: Option<GameResult>) -> ReadOpening {
        std::mem::replace(&mut self.read, ReadOpening::new(Position::start(), false))
    }
}

/// The same opening, unless the game is over with it.
fn playable(opening: Opening) -> Result<Opening, OpeningError> {
    let game = Game::from_moves(opening.start.clone(), opening.moves.iter().copied());
    match game.ok().and_then(|game| game.outcome(true)) {
        None => Ok(opening),
        Some(outcome) => Err(OpeningError::Over(outcome)),
    }
}
