//! The words of `-engine` and `-each`.

use super::flags::FlagWords;
use super::translation::WordPairs;
use std::path::Path;

/// Reads the words of a flag. The names of options have the prefix of
/// `staunton match` for options that the engine may lack.
///
/// # Errors
/// A sentence that names the word that is not known.
pub fn engine(flag: &FlagWords<'_>) -> Result<WordPairs, String> {
    let mut engine = WordPairs::default();
    for (key, value) in flag.pairs_and_switches(&["ponder"])? {
        match key {
            "cmd" | "name" | "args" | "dir" | "tc" | "st" | "nodes" | "timemargin" | "proto" => {
                engine.set(key, value);
            }
            // cutechess's words; fastchess has none for it.
            "ponder" | "book" | "bookdepth" => engine.set(key, value),
            // cutechess's word for what an engine asks for; no UCI engine does.
            "restart" if value == "auto" => engine.set(key, "off"),
            "restart" => engine.set(key, value),
            "depth" | "plies" => engine.set("depth", value),
            _ => match key.strip_prefix("option.") {
                // Engines of a test may lack an option that the other has.
                Some(name) => engine.set(&format!("optional.{name}"), value),
                None => return flag.unknown(key),
            },
        }
    }
    Ok(engine)
}

/// Looks for the command in the engine's folder first.
pub fn find_inside(engine: &mut WordPairs) {
    let inside =
        engine.get("dir").zip(engine.get("cmd")).map(|(dir, cmd)| Path::new(dir).join(cmd));
    let inside = inside.filter(|path| path.is_file());
    if let Some(path) = inside.and_then(|path| std::path::absolute(path).ok()) {
        engine.replace("cmd", &path.display().to_string());
    }
}
