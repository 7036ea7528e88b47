//! The words of `-engine` and `-each`.

use super::flags::FlagWords;
use std::path::Path;

/// What the command line says about one engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineWords {
    /// Keys and values; the names of options have the prefix of
    /// `staunton match` for options that the engine may lack.
    pairs: Vec<(String, String)>,
}

impl EngineWords {
    /// Reads the words of a flag.
    ///
    /// # Errors
    /// A sentence that names the word that is not known.
    pub fn read(flag: &FlagWords<'_>) -> Result<EngineWords, String> {
        let mut engine = EngineWords::default();
        for (key, value) in flag.pairs()? {
            match key {
                "cmd" | "name" | "args" | "dir" | "tc" | "st" | "nodes" | "timemargin"
                | "proto" => {
                    engine.set(key, value);
                }
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

    pub fn quick(cmd: &str) -> EngineWords {
        let mut engine = EngineWords::default();
        engine.set("cmd", cmd);
        engine.set("tc", "10+0.1");
        engine
    }

    fn get(&self, key: &str) -> Option<&str> {
        let found = self.pairs.iter().find(|(own, _)| own.eq_ignore_ascii_case(key));
        found.map(|(_, value)| value.as_str())
    }

    fn set(&mut self, key: &str, value: &str) {
        self.pairs.retain(|(own, _)| !own.eq_ignore_ascii_case(key));
        self.pairs.push((key.to_string(), value.to_string()));
    }

    /// Adds the words for all engines that this one does not have itself.
    pub fn add_missing(&mut self, each: &EngineWords) {
        for (key, value) in &each.pairs {
            if self.get(key).is_none() {
                self.set(key, value);
            }
        }
    }

    /// The words for `staunton match`. The command is first looked for in the
    /// engine's folder.
    pub fn words(&self) -> Vec<String> {
        let inside =
            self.get("dir").zip(self.get("cmd")).map(|(dir, cmd)| Path::new(dir).join(cmd));
        let inside = inside.filter(|path| path.is_file());
        let inside = inside.and_then(|path| std::path::absolute(path).ok());
        let word = |(key, value): &(String, String)| match (key.as_str(), &inside) {
            ("cmd", Some(path)) => format!("cmd={}", path.display()),
            _ => format!("{key}={value}"),
        };
        self.pairs.iter().map(word).collect()
    }
}
