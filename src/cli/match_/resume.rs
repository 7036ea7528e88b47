//! `staunton match --resume FILE` alone: the file keeps the command line.

use super::arguments::MatchArgs;
use crate::arena::state::MatchState;
use std::path::Path;

/// Whether the command line names nothing that a match is made of.
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
    let start = MatchState::start(path)?;
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
}
