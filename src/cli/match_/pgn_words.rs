//! The words of `--pgn`.

use super::key_values::ParsedWords;
use crate::arena::files::pgn::{CommentParts, PgnOptions};
use crate::chess::notation::MoveNotation;
use std::path::PathBuf;

/// The file of games, if there is one, and how they are written.
///
/// # Errors
/// A sentence that names the word that cannot be used.
pub fn pgn_words(words: &[String]) -> Result<Option<(PathBuf, PgnOptions)>, String> {
    match words {
        [] => Ok(None),
        [path] if !path.contains('=') => Ok(Some((PathBuf::from(path), PgnOptions::default()))),
        words => {
            let words = ParsedWords::new("--pgn", words, &[])?;
            let parts = CommentParts::NAMED.map(|(name, _)| name);
            words.only(&[&["file", "min", "notation"][..], &parts].concat())?;
            let path = words.text("file").ok_or("--pgn: file=… is missing")?;
            let mut options = PgnOptions {
                bare: words.get("min")?.unwrap_or(false),
                notation: words.text("notation").map(notation).transpose()?.unwrap_or_default(),
                ..PgnOptions::default()
            };
            for (name, part) in CommentParts::NAMED {
                options.comments.set(part, words.get(name)?.unwrap_or(false));
            }
            Ok(Some((PathBuf::from(path), options)))
        }
    }
}

fn notation(name: &str) -> Result<MoveNotation, String> {
    match name {
        "san" => Ok(MoveNotation::San),
        "lan" => Ok(MoveNotation::Long),
        "uci" => Ok(MoveNotation::Uci),
        _ => Err(format!("--pgn: notation is san, lan or uci, not '{name}'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<(PathBuf, PgnOptions)>, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        pgn_words(&words)
    }

    #[test]
    fn a_name_alone_or_words() {
        assert_eq!(read(""), Ok(None));
        let plain = PgnOptions::default();
        assert_eq!(read("a.pgn"), Ok(Some(("a.pgn".into(), plain))));
        let options = PgnOptions {
            notation: MoveNotation::Uci,
            comments: CommentParts::NODES | CommentParts::PV,
            ..plain
        };
        let line = "file=a.pgn notation=uci nodes=true pv=true seldepth=false";
        assert_eq!(read(line), Ok(Some(("a.pgn".into(), options))));
        for (line, part) in [
            ("min=true", "file=… is missing"),
            ("file=a notation=short", "san, lan or uci, not 'short'"),
            ("file=a nodes=1", "nodes cannot be '1'"),
            ("file=a time=true", "'time' is not known here"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
