//! Texts: UCI, FEN, PGN, EPD, settings and command lines.

use staunton::chess::board::{DroppedFields, FenStyle, Position, Setup};
use staunton::chess::movegen::legal_moves;
use staunton::chess::notation::epd::Epd;
use staunton::chess::notation::pgn::{self, PgnGame};
use staunton::chess::notation::san::{self, SanStyle};
use staunton::chess::notation::text::decode;
use staunton::chess::notation::{MoveNotation, uci as uci_notation};
use staunton::cli;
use staunton::cli::settings::EngineSettings;
use staunton::engine::eval::evaluate;
use staunton::engine::options::HashMb;
use staunton::support::files::compressed::decompressed;
use staunton::uci::{UciSettings, converse};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// Lines of UCI that are carried out: an input is not a whole game.
const UCI_LINES: usize = 32;
/// The end of every `go`, so that each search is short.
const GO_LIMIT: &str = " nodes 100";
/// The numbers after these words bound the work.
const COSTLY: [&str; 3] = ["hash", "threads", "perft"];
/// The largest number in such a line.
const COSTLY_NUMBER: &str = "2";
/// Lines with these words are left out, white space apart: files of the system
/// that fuzzes, much work, and the end.
const LEFT_OUT: [&str; 6] = ["file", "savehash", "loadhash", "syzygypath", "bench", "quit"];

/// A conversation ends, is answered to its end, and its answers are clean.
pub fn uci(input: &[u8]) {
    let mut lines: Vec<String> = input
        .split(|&byte| byte == b'\n')
        .take(UCI_LINES)
        .filter_map(|line| bounded(&String::from_utf8_lossy(line)))
        .collect();
    lines.push("isready\n".to_string());
    let mut settings = UciSettings::default();
    settings.options.hash_mb = HashMb::LEAST;
    let answers = Answers::default();
    converse(settings, lines.join("\n").as_bytes(), answers.clone()).expect("a thread");
    let answers = answers.0.lock().expect("no writer has failed");
    let answers = std::str::from_utf8(&answers).expect("answers are text");
    assert!(answers.lines().any(|line| line == "readyok"), "{answers}");
    let control = |letter: char| letter.is_control() && letter != '\n';
    assert!(!answers.contains(control), "{answers:?}");
}

/// A line that asks for little; `None` if it is left out.
fn bounded(line: &str) -> Option<String> {
    let letters: String = line.to_ascii_lowercase().split_whitespace().collect();
    if LEFT_OUT.iter().any(|word| letters.contains(word)) {
        return None;
    }
    if COSTLY.iter().any(|word| letters.contains(word)) {
        let is_number = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
        let small = |word| if is_number(word) { COSTLY_NUMBER } else { word };
        let words: Vec<&str> = line.split_ascii_whitespace().map(small).collect();
        return Some(words.join(" "));
    }
    let is_go = line.split_ascii_whitespace().any(|word| word == "go");
    Some(if is_go { format!("{line}{GO_LIMIT}") } else { line.to_string() })
}

/// Keeps what is written.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<Vec<u8>>>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer has failed").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A position is written as it was read, and its moves are undone and written as
/// they were made.
pub fn fen(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let _ = DroppedFields::of(&text).map(|dropped| dropped.to_string());
    let position: Position = match text.parse() {
        Ok(position) => position,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for style in [FenStyle::Standard, FenStyle::Shredder] {
        assert_eq!(position.fen(style).parse(), Ok(position.clone()), "{position}");
    }
    let mirrored = Position::try_from(&Setup::from(&position).mirrored()).expect("as legal");
    assert_eq!(evaluate(&mirrored), evaluate(&position), "{position}");
    for mv in legal_moves(&position) {
        let mut other = position.clone();
        let undo = other.play(mv, &mut ());
        evaluate(&other);
        other.undo(&undo);
        assert_eq!(other, position, "{mv:?}");
        let texts = [
            san::format(&position, mv, SanStyle::empty()),
            uci_notation::format(mv, true),
            MoveNotation::Descriptive.format(&position, mv),
        ];
        let [short, plain, descriptive] = &texts;
        assert_eq!(san::parse(&position, short), Ok(mv), "{short}");
        assert_eq!(uci_notation::parse(&position, plain), Ok(mv), "{plain}");
        let parsed = MoveNotation::Descriptive.parse(&position, descriptive);
        assert_eq!(parsed, Ok(mv), "{descriptive}");
    }
}

/// The longest text of games that is read, in bytes: a compressed input may expand
/// to more than a fuzzer has time for.
const LONGEST_TEXT: usize = 1 << 16;

/// Games, compressed or not and in any encoding, are written so that they are read
/// again as they were.
pub fn pgn(input: &[u8]) {
    let Ok(content) = decompressed(input.to_vec()) else { return };
    if content.len() > LONGEST_TEXT {
        return;
    }
    let text = decode(&content);
    for mut game in games(&text) {
        let written = game.to_string();
        let [again] = &mut games(&written)[..] else { panic!("{written:?} is not one game") };
        // PGN has an order of its own for the tags of the roster.
        game.tags.sort();
        again.tags.sort();
        assert_eq!(*again, game, "{written}");
    }
    let _ = pgn::read_book(&text, &Position::start());
}

/// The games of a text that can be read.
fn games(text: &str) -> Vec<PgnGame> {
    pgn::read(text).filter_map(|entry| entry.game).collect()
}

/// What is written is read again, and written alike: only the order of the moves
/// of an operation may change.
pub fn epd(input: &[u8]) {
    let text = decode(input);
    for line in text.lines() {
        match line.parse::<Epd>() {
            Ok(epd) => {
                let written = epd.to_string();
                let again = written.parse::<Epd>().map(|epd| epd.to_string());
                assert_eq!(again.as_ref(), Ok(&written));
                epd.perft_counts().for_each(drop);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Settings are read or refused in one line.
pub fn engine_toml(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Err(error) = EngineSettings::overridden_by(&text, "engine.toml") {
        let error = error.to_string();
        assert_eq!(error.lines().count(), 1, "{error:?}");
    }
}

/// A command line is translated to one that `staunton match` takes, or refused.
pub fn fastchess(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let words: Vec<String> = text.split_ascii_whitespace().map(str::to_string).collect();
    let _ = cli::match_words(&words);
}
