//! Parses a line of input into a command.

use super::go::{self, GoCommand};

/// A command of the protocol, or one that people type.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UciCommand<'a> {
    Uci,
    IsReady,
    NewGame,
    /// The position to set up, or a clause about why the words name none.
    Position(Result<PositionWords<'a>, String>),
    Go(Box<GoCommand<'a>>),
    Stop,
    PonderHit,
    Quit,
    SetOption {
        name: String,
        value: &'a str,
    },
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

/// The words after `position`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionWords<'a> {
    /// The FEN; `None` for `startpos`.
    pub fen: Option<String>,
    pub moves: Vec<&'a str>,
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

/// Parses a line; `None` if it is blank.
///
/// "If the engine receives an unknown command or token it should just ignore
/// it and try to parse the rest of the string in this line" (the UCI
/// specification). So this skips words up to the first command of the
/// protocol. Commands that people type count only as the first word.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn parse(line: &str) -> Option<Result<ParsedLine<'_>, String>> {
    let (first, after) = next_word(line)?;
    if let Some(command) = user_command(first, after) {
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
    Some(Err(format!("unknown command '{first}', nothing is done; 'help' lists the commands")))
}

/// Splits the next word from what follows it; `None` if no word is left.
fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_ascii_start();
    let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn user_command<'a>(word: &'a str, rest: &'a str) -> Option<Result<UciCommand<'a>, String>> {
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
        "perft" => go::parse(std::iter::once(word).chain(rest.split_ascii_whitespace()))
            .map(|go| UciCommand::Go(Box::new(go))),
        _ => return None,
    })
}

fn protocol_command<'a>(word: &str, rest: &'a str) -> Result<UciCommand<'a>, String> {
    Ok(match word {
        "uci" => UciCommand::Uci,
        "isready" => UciCommand::IsReady,
        "ucinewgame" => UciCommand::NewGame,
        "position" => UciCommand::Position(position(rest)),
        "go" => UciCommand::Go(Box::new(
            go::parse(rest.split_ascii_whitespace())
                .map_err(|what| format!("{what}; nothing is searched"))?,
        )),
        "stop" => UciCommand::Stop,
        "ponderhit" => UciCommand::PonderHit,
        "quit" => UciCommand::Quit,
        "setoption" => return set_option(rest),
        "debug" => match rest.trim_ascii() {
            "on" | "" => UciCommand::Debug(true),
            "off" => UciCommand::Debug(false),
            other => return Err(format!("debug is 'on' or 'off', not '{other}'")),
        },
        _ => UciCommand::Ignored,
    })
}

fn bench(rest: &str) -> Result<UciCommand<'_>, String> {
    let mut numbers = [None; 3];
    for (index, text) in rest.split_ascii_whitespace().enumerate() {
        let wrong =
            || format!("bench takes a depth in plies, a hash in MiB and threads, not '{text}'");
        let number = numbers.get_mut(index).ok_or_else(wrong)?;
        *number = Some(text.parse().map_err(|_| wrong())?);
    }
    Ok(UciCommand::Bench { numbers })
}

fn position(rest: &str) -> Result<PositionWords<'_>, String> {
    let mut words = rest.split_ascii_whitespace();
    let before_moves: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let fen = match before_moves.as_slice() {
        ["startpos"] => None,
        ["startpos", word, ..] => {
            return Err(format!("'moves' should follow, not '{word}'"));
        }
        ["fen", fields @ ..] => Some(fields.join(" ")),
        [] => return Err("'startpos' or 'fen' should follow".to_string()),
        [word, ..] => return Err(format!("'startpos' or 'fen' should follow, not '{word}'")),
    };
    Ok(PositionWords { fen, moves: words.collect() })
}

/// `setoption name <name> [value <value>]`: both may hold spaces.
fn set_option(rest: &str) -> Result<UciCommand<'_>, String> {
    let mut name: Vec<&str> = Vec::new();
    let mut rest = match next_word(rest) {
        Some(("name", rest)) => rest,
        _ => return Err("setoption: 'name' should follow; nothing is set".to_string()),
    };
    while let Some((word, after)) = next_word(rest) {
        rest = after;
        if word == "value" {
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err("setoption: the name is missing; nothing is set".to_string());
    }
    Ok(UciCommand::SetOption { name: name.join(" "), value: rest.trim_ascii() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> UciCommand<'_> {
        parse(line).unwrap().unwrap().command
    }

    fn error(line: &str) -> String {
        parse(line).unwrap().unwrap_err()
    }

    #[test]
    fn white_space_does_not_matter() {
        assert_eq!(parse(""), None);
        assert_eq!(parse(" \t\r"), None);
        assert_eq!(command("\tisready \r"), UciCommand::IsReady);
        let fen = Some("8/8 w - -".to_string());
        assert_eq!(
            command(" position\tfen 8/8  w -\t-  moves \t e2e4  e7e5\r"),
            UciCommand::Position(Ok(PositionWords { fen, moves: vec!["e2e4", "e7e5"] }))
        );
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
    fn names_and_values_hold_spaces() {
        let set = |name: &str, value| UciCommand::SetOption { name: name.to_string(), value };
        assert_eq!(command("setoption name Clear  Hash"), set("Clear Hash", ""));
        assert_eq!(command("setoption name Move Overhead value 30"), set("Move Overhead", "30"));
        assert_eq!(command("setoption name A value b  c "), set("A", "b  c"));
        assert_eq!(command("setoption name A value"), set("A", ""));
        assert!(error("setoption Hash value 3").contains("'name' should follow"));
        assert!(error("setoption name value 3").contains("name is missing"));
    }

    #[test]
    fn positions() {
        let position = |fen: Option<&str>, moves| {
            let fen = fen.map(str::to_string);
            UciCommand::Position(Ok(PositionWords { fen, moves }))
        };
        assert_eq!(command("position startpos"), position(None, vec![]));
        assert_eq!(command("position startpos moves"), position(None, vec![]));
        assert_eq!(command("position startpos moves e2e4"), position(None, vec!["e2e4"]));
        assert_eq!(command("position fen"), position(Some(""), vec![]));
        for bad in ["position", "position moves e2e4", "position start", "position startpos e2e4"] {
            assert!(matches!(command(bad), UciCommand::Position(Err(_))), "{bad}");
        }
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
    }
}
