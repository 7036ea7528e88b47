//! Parses a line of input into a command.

use super::words::{
    GoCommand, GoError, PositionCommand, PositionWordsError, SetOption, SetOptionError, next_word,
};
use crate::chess::notation::text::is_blank;

/// A command of the protocol, or one that people type.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UciCommand<'a> {
    Uci,
    IsReady,
    NewGame,
    /// The position to set up, or why the words name none.
    Position(Result<PositionCommand, PositionWordsError>),
    Go(Box<GoCommand<'a>>),
    Stop,
    PonderHit,
    Quit,
    SetOption(SetOption<'a>),
    Debug(bool),
    // Not part of the protocol, but known from other engines.
    Draw,
    /// With the FEN to evaluate, if there is one.
    Eval(Option<&'a str>),
    Bench {
        /// Depth in plies, hash in mebibytes, threads; `None` if not given.
        numbers: [Option<u64>; 3],
    },
    Flip,
    Help,
    Compiler,
    /// A command of the protocol that this engine ignores.
    Ignored,
}

/// What is wrong with a line, a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LineError {
    /// It has no command; its first word.
    #[error("unknown command '{0}', nothing is done; 'help' lists the commands")]
    Unknown(String),
    #[error("{0}; nothing is searched")]
    Go(GoError),
    /// It asks for a count of leaves, which has no best move.
    #[error("{0}; nothing is searched")]
    Perft(GoError),
    #[error(transparent)]
    SetOption(#[from] SetOptionError),
    #[error("debug is 'on' or 'off', not '{0}'")]
    Debug(String),
    #[error("bench takes a depth in plies, a hash in MiB and threads, not '{0}'")]
    Bench(String),
}

/// A command, and the unknown words before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedLine<'a> {
    pub command: UciCommand<'a>,
    /// The unknown words, which the protocol says to skip.
    pub skipped: Vec<&'a str>,
}

/// The first words of the commands of the protocol.
const PROTOCOL: [&str; 12] = [
    "uci",
    "isready",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "setoption",
    "debug",
    "register",
    "copyprotection",
];

/// Parses a line; `None` if it is blank. The mark of a byte order at the beginning, and
/// the NUL or Ctrl-Z at the end that some programs send, count as blanks; within a line
/// they are part of a word.
///
/// "If the engine receives an unknown command or token it should just ignore
/// it and try to parse the rest of the string in this line" (the UCI
/// specification). So this skips words up to the first command of the
/// protocol. Commands that people type count only as the first word.
///
/// # Errors
/// What is wrong with it.
pub fn parse(line: &str) -> Option<Result<ParsedLine<'_>, LineError>> {
    let line = line.trim_matches(is_blank);
    let (first, after) = next_word(line)?;
    if let Some(command) = user_command(line, first, after) {
        return Some(command.map(|command| ParsedLine { command, skipped: Vec::new() }));
    }
    let mut skipped = Vec::new();
    let mut rest = line;
    while let Some((word, after)) = next_word(rest) {
        if PROTOCOL.contains(&word) {
            let command = protocol_command(word, after);
            return Some(command.map(|command| ParsedLine { command, skipped }));
        }
        skipped.push(word);
        rest = after;
    }
    Some(Err(LineError::Unknown(first.to_string())))
}

fn user_command<'a>(
    line: &'a str,
    word: &str,
    rest: &'a str,
) -> Option<Result<UciCommand<'a>, LineError>> {
    Some(match word {
        "d" => Ok(UciCommand::Draw),
        "eval" => {
            let fen = rest.trim_ascii();
            let fen = fen.strip_prefix("fen ").unwrap_or(fen);
            Ok(UciCommand::Eval((!fen.is_empty()).then_some(fen)))
        }
        "flip" => Ok(UciCommand::Flip),
        "help" | "--help" | "?" => Ok(UciCommand::Help),
        "compiler" => Ok(UciCommand::Compiler),
        "bench" => bench(rest),
        // The same as `go perft`.
        "perft" => {
            GoCommand::read(line).map(|go| UciCommand::Go(Box::new(go))).map_err(LineError::Perft)
        }
        _ => return None,
    })
}

fn protocol_command<'a>(word: &str, rest: &'a str) -> Result<UciCommand<'a>, LineError> {
    Ok(match word {
        "uci" => UciCommand::Uci,
        "isready" => UciCommand::IsReady,
        "ucinewgame" => UciCommand::NewGame,
        "position" => UciCommand::Position(PositionCommand::read(rest)),
        "go" => UciCommand::Go(Box::new(go(rest)?)),
        "stop" => UciCommand::Stop,
        "ponderhit" => UciCommand::PonderHit,
        "quit" => UciCommand::Quit,
        "setoption" => UciCommand::SetOption(SetOption::read(rest)?),
        "debug" => match rest.trim_ascii() {
            "on" | "" => UciCommand::Debug(true),
            "off" => UciCommand::Debug(false),
            other => return Err(LineError::Debug(other.to_string())),
        },
        _ => UciCommand::Ignored,
    })
}

/// Reads the words after `go`. Whether they ask for a search or a count of leaves matters
/// also if they are wrong.
fn go(rest: &str) -> Result<GoCommand<'_>, LineError> {
    let is_count = || rest.split_ascii_whitespace().any(|word| word == "perft");
    let refused = |error| if is_count() { LineError::Perft(error) } else { LineError::Go(error) };
    GoCommand::read(rest).map_err(refused)
}

fn bench(rest: &str) -> Result<UciCommand<'_>, LineError> {
    let mut numbers = [None; 3];
    for (index, text) in rest.split_ascii_whitespace().enumerate() {
        let wrong = || LineError::Bench(text.to_string());
        let number = numbers.get_mut(index).ok_or_else(wrong)?;
        *number = Some(text.parse().map_err(|_| wrong())?);
    }
    Ok(UciCommand::Bench { numbers })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> UciCommand<'_> {
        parse(line).unwrap().unwrap().command
    }

    fn error(line: &str) -> String {
        parse(line).unwrap().unwrap_err().to_string()
    }

    #[test]
    fn white_space_does_not_matter() {
        assert_eq!(parse(""), None);
        assert_eq!(parse(" \t\r"), None);
        for line in ["\tisready \r", "\u{feff}isready", "isready\u{1a}", "\0isready\0\r"] {
            assert_eq!(command(line), UciCommand::IsReady, "{line:?}");
        }
        assert!(error("is\0ready").contains("unknown command"));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        let parsed = parse("joho debug on").unwrap().unwrap();
        assert_eq!((parsed.command, parsed.skipped), (UciCommand::Debug(true), vec!["joho"]));
        assert!(error("xboard").contains("unknown command 'xboard'"));
        assert!(
            error("what is d").contains("'what'"),
            "a command that people type must come first"
        );
    }

    #[test]
    fn commands_that_people_type() {
        assert_eq!(command("bench"), UciCommand::Bench { numbers: [None; 3] });
        assert_eq!(command("bench 5"), UciCommand::Bench { numbers: [Some(5), None, None] });
        assert_eq!(
            command("bench 5 8 2"),
            UciCommand::Bench { numbers: [Some(5), Some(8), Some(2)] }
        );
        let UciCommand::Go(go) = command("perft 3") else { panic!() };
        assert_eq!(go.perft, Some(3));
        assert_eq!(command("eval "), UciCommand::Eval(None));
        for line in ["eval 8/8 w", "eval  fen 8/8 w "] {
            assert_eq!(command(line), UciCommand::Eval(Some("8/8 w")));
        }
        assert!(error("perft x").contains("not 'x'"));
        assert!(error("bench x").contains("not 'x'"));
        assert!(error("bench 5 16 1 extra").contains("not 'extra'"));
        assert!(error("debug perhaps").contains("'perhaps'"));
        assert_eq!(command("register later"), UciCommand::Ignored);
        assert!(matches!(command("position start"), UciCommand::Position(Err(_))));
    }
}
