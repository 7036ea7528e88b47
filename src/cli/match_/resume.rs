//! `staunton match --resume FILE` alone: the file keeps the command line.

use super::arguments::MatchArgs;
use super::files::outputs;
use super::players::BUILTIN;
use crate::arena::files::state::MatchState;
use crate::cli::error::CliError;
use crate::cli::message::message;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

/// Whether the command line names nothing that defines a match.
pub fn is_alone(arguments: &MatchArgs) -> bool {
    arguments.resume.is_some() && arguments.engines.engines.is_empty() && arguments.preset.is_none()
}

/// The command line that a state file keeps, to go on with the match, and what
/// the present command line adds to it. From now on the folder in which the
/// match was started is the current one, as its names are relative to that.
///
/// # Errors
/// A sentence, if the file cannot be used.
pub fn stored_words(path: &Path, present: &[String]) -> Result<Vec<String>, String> {
    let start = MatchState::start(path).map_err(|error| error.to_string())?;
    let absolute = std::path::absolute(path).map_err(|error| error.to_string())?;
    let absolute = absolute.to_str().ok_or("the name of the file is not text")?.to_string();
    std::env::set_current_dir(&start.directory)
        .map_err(|error| format!("{}: {error}", start.directory.display()))?;
    let added = present.iter().position(|word| word == "match").map_or(0, |at| at + 1);
    let mut words = without_state(&start.command);
    words.extend(without_state(&present[added..]));
    words.extend(["--resume".to_string(), absolute]);
    Ok(words)
}

/// Shows what a match starts and writes whose command line a file keeps, and asks
/// whether it is to go on: the file may come from anybody. `present` is the command
/// line that named the file.
///
/// # Errors
/// If the file names no engines, or nobody agrees.
pub fn confirm(present: &MatchArgs, stored: &MatchArgs) -> Result<(), CliError> {
    let file = present.resume.as_deref().unwrap_or(Path::new("")).display();
    if is_alone(stored) {
        return Err(CliError::Usage(format!("{file} names no engines")));
    }
    let lines = consequences(stored).map_err(CliError::Usage)?;
    if lines.is_empty() {
        return Ok(());
    }
    let folder = std::env::current_dir().unwrap_or_default();
    let folder = shown(&folder.to_string_lossy());
    message(format_args!("{file} does this in {folder}:"));
    lines.iter().for_each(message);
    if present.yes {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        return Err(CliError::Usage(format!(
            "{file} decides what is started and written: say --yes if that is meant"
        )));
    }
    write!(io::stderr(), "Go on? [y/N] ")?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    match answer.trim().to_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(CliError::Failed("nothing is started or written".to_string())),
    }
}

/// The programs that a match starts and the files that it writes, a line each.
fn consequences(arguments: &MatchArgs) -> Result<Vec<String>, String> {
    let engines = &arguments.engines;
    let builtin = format!("cmd={BUILTIN}");
    let programs = engines.engines.iter().filter(|words| !words.contains(&builtin));
    let programs = programs.map(|words| {
        let words = words.iter().chain(&engines.each).map(|word| shown(word));
        format!("  starts {}", words.collect::<Vec<_>>().join(" "))
    });
    let outputs = outputs(arguments)?;
    let outputs = outputs.iter().filter(|(flag, _)| *flag != "--resume");
    let files =
        outputs.map(|(flag, path)| format!("  writes {flag} {}", shown(&path.to_string_lossy())));
    Ok(programs.chain(files).collect())
}

/// A word as it is, or in quotation marks if it has anything unusual.
fn shown(word: &str) -> String {
    let is_usual = |c: char| c.is_alphanumeric() || "=./-_+:,\\".contains(c);
    if !word.is_empty() && word.chars().all(is_usual) {
        word.to_string()
    } else {
        format!("{word:?}")
    }
}

/// The words without the flags that name a state file.
fn without_state(words: &[String]) -> Vec<String> {
    const FLAGS: [&str; 2] = ["--state", "--resume"];
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if FLAGS.contains(&word.as_str()) {
            words.next();
        } else if !FLAGS.iter().any(|flag| word.starts_with(&format!("{flag}="))) {
            kept.push(word.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_of_the_state_are_left_out() {
        let words = "match --state a --engine cmd=x --resume=b --rounds 3 --state=c --resume d";
        let words: Vec<String> = words.split(' ').map(String::from).collect();
        assert_eq!(without_state(&words).join(" "), "match --engine cmd=x --rounds 3");
    }

    #[test]
    fn words_reach_the_terminal_as_text() {
        assert_eq!(shown("cmd=./engine-1"), "cmd=./engine-1");
        assert_eq!(shown("args=a b"), "\"args=a b\"");
        assert_eq!(shown("cmd=\u{1b}[2Jx\u{202e}"), "\"cmd=\\u{1b}[2Jx\\u{202e}\"");
    }
}
