//! The subcommand `staunton fastchess`: the command line of fastchess, translated
//! to that of `staunton match`.

mod engines;
mod flags;
mod output;
mod translate;
mod translation;

use crate::cli::error::CliError;
use crate::cli::message::message;
use crate::cli::message::stdout;
use clap::Args;
use flags::FlagWords;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use translation::Translation;

/// The version of fastchess whose command line and lines these are. Scripts read
/// the first number that `-version` prints.
const FASTCHESS: &str = "1.8.1";

const HELP: &str = "\
Plays a match with the command line of fastchess and prints its lines on standard
output; notes are on standard error.

  staunton fastchess -engine cmd=./new name=new -engine cmd=./old name=old \\
      -each tc=8+0.08 option.Hash=16 -rounds 1000 -repeat -concurrency 4 \\
      -openings file=book.epd format=epd order=random -pgnout file=games.pgn

A program whose name begins with 'fastchess' needs no word 'fastchess'.
docs/matches.md says which words are accepted, and what differs. `staunton match`
has the same words with two dashes, and more.
";

/// Play a match with fastchess's command line and print its lines
///
/// For scripts, and for OpenBench's worker: `staunton fastchess -help`.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub struct FastchessArgs {
    /// fastchess's words, with single dashes
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORDS")]
    words: Vec<String>,
}

/// The words of the command line; a program that is called fastchess gets the
/// name of the subcommand first.
pub fn by_name(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    let stem = words.first().map(Path::new).and_then(Path::file_stem);
    if stem.and_then(|stem| stem.to_str()).is_some_and(|stem| stem.starts_with("fastchess")) {
        words.insert(1, "fastchess".into());
    }
    words
}

/// What to say to a command line with fastchess's or cutechess's words and another
/// subcommand, or none.
pub fn hint(words: &[OsString]) -> Option<&'static str> {
    const FLAGS: [&str; 3] = ["-engine", "-each", "-quick"];
    let is_theirs = words.iter().any(|word| FLAGS.iter().any(|flag| word == flag));
    is_theirs.then_some(
        "\nWords with one dash are those of fastchess and cutechess: `staunton fastchess -engine \
         …` takes them.",
    )
}

/// The words of `staunton match` or `staunton compliance` that do the same; `None`
/// if there is nothing to do. Prints help, the version, and a note on words without
/// effect.
///
/// # Errors
/// If a word is not known or cannot be used.
pub fn translate(
    arguments: &FastchessArgs,
    config: Option<&Path>,
) -> Result<Option<Vec<String>>, CliError> {
    let text = match arguments.words.first().map(|word| word.trim_start_matches('-')) {
        None | Some("help" | "h") => Some(HELP.to_string()),
        Some("version" | "v") => Some(format!(
            "In the place of fastchess {FASTCHESS}: staunton {}\n",
            env!("CARGO_PKG_VERSION")
        )),
        Some(_) => None,
    };
    if let Some(text) = text {
        stdout().write_all(text.as_bytes())?;
        return Ok(None);
    }
    let mut words = match compliance(&arguments.words) {
        Some(words) => words.map_err(CliError::Usage)?,
        None => match_words(&arguments.words)?,
    };
    if let Some(config) = config {
        words.splice(0..0, ["--config".to_string(), config.display().to_string()]);
    }
    Ok(Some(words))
}

/// The words of `staunton compliance` for `-compliance ENGINE [ARGUMENTS]`; `None`
/// if another flag is first.
fn compliance(words: &[String]) -> Option<Result<Vec<String>, String>> {
    let (flag, rest) = words.split_first()?;
    if !matches!(flag.as_str(), "-compliance" | "--compliance") {
        return None;
    }
    let Some((engine, arguments)) = rest.split_first() else {
        return Some(Err(format!("{flag}: the engine is missing")));
    };
    let words = ["compliance", engine, "--"].map(str::to_string);
    Some(Ok(words.into_iter().chain(arguments.iter().cloned()).collect()))
}

/// The words of `staunton match` for fastchess's flags.
fn match_words(words: &[String]) -> Result<Vec<String>, CliError> {
    let found = translation(words).map_err(CliError::Usage)?;
    if !found.without_effect.is_empty() {
        message(format_args!("Note: without effect here: {}", found.without_effect.join(", ")));
    }
    Ok(found.words())
}

/// The translation of fastchess's flags.
///
/// # Errors
/// A sentence that names the word that is not known or cannot be used.
pub fn translation(words: &[String]) -> Result<Translation, String> {
    translate::translate(&FlagWords::split(words)?)
}

#[cfg(test)]
mod tests;
