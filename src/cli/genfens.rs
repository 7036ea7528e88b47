//! The subcommand `staunton genfens`, which OpenBench calls for openings.

use super::error::CliError;
use super::reading_report::ReadingReport;
use crate::arena::openings::{
    Book, BookOptions, OpeningGenerator, OpeningOrder, OpeningTarget, Variant, white_value,
};
use crate::chess::board::FenStyle;
use crate::cli::message::stdout;
use crate::support::random::RandomStream;
use clap::Args;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

/// Random plies after an opening of a book.
const PLIES_AFTER_BOOK: usize = 4;
/// How far such plies may change the score of the book's position, in
/// centipawns.
const TOLERANCE: i32 = 100;
/// The largest number of random plies.
const MAX_PLIES: usize = 100;
/// Salt that keeps these random numbers apart from those of matches.
const OF_GENFENS: u64 = 3;

const SYNTAX: &str = "genfens is written \"genfens N seed S book None|FILE\", \
                      optionally with \"plies P\" and \"variant standard|chess960|double\" after it";

/// Generate openings, for the data generation of OpenBench
///
/// An opening is random legal plies from the starting position or from a
/// position of a book. A short search checks that it is balanced (or, from a
/// book, that the score is about the same as before). Each opening is printed as
/// a line "info string genfens FEN". All words may be one argument, as OpenBench
/// sends them; a last word "quit" is ignored.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton \"genfens 8 seed 42 book None\" quit
  staunton \"genfens 8 seed 42 book Books/openings.epd\" quit
  staunton genfens 8 seed 42 book None plies 6 variant chess960")]
pub struct GenfensArgs {
    /// N seed S book None|FILE [plies P] [variant standard|chess960|double]
    #[arg(required = true, num_args = 1.., value_name = "WORDS")]
    words: Vec<String>,
}

/// Splits the first argument of the command line into words, if its first word
/// is `genfens`: OpenBench quotes the whole subcommand as one argument.
pub fn split(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let words = arguments.get(1).and_then(|order| order.to_str()).map(str::to_string);
    if let Some(words) = words.filter(|words| words.split_whitespace().next() == Some("genfens")) {
        arguments.splice(1..2, words.split_whitespace().map(OsString::from));
    }
    arguments
}

/// The openings that are requested.
#[derive(PartialEq, Eq, Debug)]
struct GenfensRequest {
    count: usize,
    seed: u64,
    book: Option<PathBuf>,
    plies: Option<usize>,
    variant: Variant,
}

impl GenfensRequest {
    fn read(words: &[&str]) -> Result<GenfensRequest, String> {
        let words = words.strip_suffix(&["quit"]).unwrap_or(words);
        let [count, "seed", seed, "book", book, extra @ ..] = words else {
            return Err(format!("{SYNTAX}, not \"genfens {}\"", words.join(" ")));
        };
        let mut request = GenfensRequest {
            count: number("how many openings", count)?,
            seed: number("the seed", seed)?,
            book: (!book.eq_ignore_ascii_case("none")).then(|| PathBuf::from(book)),
            plies: None,
            variant: Variant::Standard,
        };
        let mut extra = extra.chunks_exact(2);
        for pair in &mut extra {
            match *pair {
                ["plies", plies] => request.plies = Some(number("plies", plies)?),
                ["variant", variant] => {
                    let variant = variant.parse::<Variant>();
                    request.variant = variant.map_err(|error| error.to_string())?;
                }
                _ => return Err(format!("{SYNTAX}, not \"{}\"", pair.join(" "))),
            }
        }
        match (extra.remainder(), request.plies) {
            ([word, ..], _) => Err(format!("{SYNTAX}, not \"{word}\" at the end")),
            (_, Some(plies)) if plies > MAX_PLIES => {
                Err(format!("an opening has no more than {MAX_PLIES} plies, not {plies}"))
            }
            _ => Ok(request),
        }
    }
}

fn number<T: FromStr>(what: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{what} is a whole number, not '{text}'"))
}

/// Prints openings, each as soon as it is generated. An error goes to standard
/// output too, since testing frameworks drop standard error.
///
/// # Errors
/// If the words or the book cannot be used, or the output cannot be written.
pub fn run(arguments: &GenfensArgs) -> Result<(), CliError> {
    let result = generate(arguments);
    if let Err(error) = &result
        && !error.is_closed_output()
    {
        // The worker of OpenBench reads standard output only.
        let _ = writeln!(stdout(), "info string error: genfens: {error}");
    }
    result
}

fn generate(arguments: &GenfensArgs) -> Result<(), CliError> {
    let words: Vec<&str> =
        arguments.words.iter().flat_map(|word| word.split_whitespace()).collect();
    let request = GenfensRequest::read(&words).map_err(CliError::Usage)?;
    let options = BookOptions {
        file: request.book.clone(),
        order: OpeningOrder::Random,
        plies: request.plies.filter(|_| request.book.is_none()),
        seed: request.seed,
        variant: request.variant,
        ..BookOptions::default()
    };
    let book = Book::open(&options).map_err(|error| CliError::Usage(error.to_string()))?;
    let mut report = ReadingReport::default();
    report.flaws(options.file.as_deref(), book.flaws());
    let generator = OpeningGenerator::new().map_err(|error| CliError::Failed(error.to_string()))?;
    let mut out = stdout();
    for index in 0..request.count {
        let mut position = book.opening(index).end();
        if request.book.is_some() {
            let plies = request.plies.unwrap_or(PLIES_AFTER_BOOK);
            let value = white_value(&position, generator.value(&position));
            let target = OpeningTarget { value, tolerance: TOLERANCE };
            let mut random = RandomStream::new(request.seed, index as u64, OF_GENFENS);
            for mv in generator.line(&position, plies, target, |_, _| true, &mut random) {
                position.play(mv, &mut ());
            }
        }
        writeln!(out, "info string genfens {}", position.fen(FenStyle::Standard))?;
    }
    report.skipped(&book);
    report.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<GenfensRequest, String> {
        GenfensRequest::read(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn what_openbench_asks_for() {
        let plain = GenfensRequest {
            count: 12,
            seed: 7,
            book: None,
            plies: None,
            variant: Variant::Standard,
        };
        assert_eq!(read("12 seed 7 book None").as_ref(), Ok(&plain));
        assert_eq!(read("12 seed 7 book none quit").as_ref(), Ok(&plain));
        assert_eq!(
            read("12 seed 7 book Books/a.epd variant double plies 6"),
            Ok(GenfensRequest {
                book: Some("Books/a.epd".into()),
                plies: Some(6),
                variant: Variant::Double,
                ..plain
            })
        );
        for (text, part) in [
            ("", "genfens is written"),
            ("12 seed", "not \"genfens 12 seed\""),
            ("x seed 7 book None", "how many openings is a whole number, not 'x'"),
            ("1 seed -7 book None", "the seed is a whole number, not '-7'"),
            ("1 seed 7 book None fast", "not \"fast\" at the end"),
            ("1 seed 7 book None fast 3", "not \"fast 3\""),
            ("1 seed 7 book None plies 1000", "no more than 100 plies"),
            ("1 seed 7 book None variant duck", "'duck'"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn one_argument_of_many_words_is_split() {
        let split = |words: &[&str]| -> Vec<String> {
            let words = words.iter().map(OsString::from);
            super::split(words).into_iter().map(|word| word.into_string().unwrap()).collect()
        };
        assert_eq!(
            split(&["staunton", "genfens 1 seed 2 book None ", "quit"]),
            ["staunton", "genfens", "1", "seed", "2", "book", "None", "quit"]
        );
        for words in [&["staunton", "genfens", "a b"][..], &["staunton", "eval x"], &["staunton"]] {
            assert_eq!(split(words), words);
        }
    }
}
