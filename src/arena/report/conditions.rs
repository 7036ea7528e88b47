//! Under which conditions a match was played.

use serde::Serialize;

/// The conditions of a match: everything that one needs to play it again.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MatchConditions {
    /// What the command line says of the games, each a name and a text, for instance
    /// "time control" and "8+0.08".
    pub play: Vec<(String, String)>,
    /// What is known of each engine, in the order of the players.
    pub engines: Vec<EngineConditions>,
    /// The name of the processor, and how many of them the match could use.
    pub processor: String,
    /// The day on which the match began, as PGN writes it.
    pub date: String,
    /// The version of the program that played the match.
    pub version: String,
    /// The command line, as one writes it in a shell.
    pub command: String,
    /// The time since this run began, in seconds. It is shorter than the match if that
    /// was resumed.
    pub seconds: f64,
}

/// The settings of an engine that decide how strong it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct EngineConditions {
    /// The player's name.
    pub name: String,
    /// Its threads, if it has an option for them.
    pub threads: Option<String>,
    /// Its hash table, in MiB, if it has an option for it.
    pub hash_mb: Option<String>,
}

impl MatchConditions {
    /// All conditions, each a name and a text; without the command line, which is
    /// long, and without what is not known.
    pub fn rows(&self) -> Vec<(String, String)> {
        let mut rows = self.play.clone();
        let mut add = |name: &str, text: String| {
            if !text.is_empty() {
                rows.push((name.to_string(), text));
            }
        };
        add("hash (MiB)", self.of_engines(|engine| engine.hash_mb.as_deref()));
        add("threads", self.of_engines(|engine| engine.threads.as_deref()));
        add("processor", self.processor.clone());
        add("date", self.date.clone());
        add("version", self.version.clone());
        add("time taken", if self.seconds > 0.0 { span(self.seconds) } else { String::new() });
        rows
    }

    /// A setting of all engines: one text, or one for each player.
    fn of_engines(&self, setting: impl Fn(&EngineConditions) -> Option<&str>) -> String {
        let [first, others @ ..] = &self.engines[..] else { return String::new() };
        if others.iter().all(|other| setting(other) == setting(first)) {
            return setting(first).unwrap_or_default().to_string();
        }
        let text = |engine: &EngineConditions| {
            format!("{}: {}", engine.name, setting(engine).unwrap_or("–"))
        };
        self.engines.iter().map(text).collect::<Vec<_>>().join(", ")
    }
}

/// A span of time in the two largest units: `6 s`, `2 min 5 s`, `3 h 20 min`.
pub fn span(seconds: f64) -> String {
    let whole = seconds.round().max(0.0) as u64;
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

/// Words as one writes them in a shell: those with special characters in single
/// quotes.
pub fn shell_line(words: &[String]) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    let quoted = |word: &String| {
        let plain = !word.is_empty() && word.chars().all(is_plain);
        if plain { word.clone() } else { format!("'{}'", word.replace('\'', r"'\''")) }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_same_for_all_is_said_once() {
        let engine = |name: &str, threads: Option<&str>, hash: Option<&str>| EngineConditions {
            name: name.to_string(),
            threads: threads.map(str::to_string),
            hash_mb: hash.map(str::to_string),
        };
        let conditions = MatchConditions {
            play: vec![("time control".to_string(), "8+0.08".to_string())],
            engines: vec![engine("a", Some("1"), Some("16")), engine("b", None, Some("16"))],
            seconds: 125.2,
            date: "2026.11.26".to_string(),
            ..Default::default()
        };
        let rows = conditions.rows();
        let rows: Vec<(&str, &str)> =
            rows.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(
            rows,
            [
                ("time control", "8+0.08"),
                ("hash (MiB)", "16"),
                ("threads", "a: 1, b: –"),
                ("date", "2026.11.26"),
                ("time taken", "2 min 5 s"),
            ]
        );
        assert_eq!(MatchConditions::default().rows(), []);
    }

    #[test]
    fn times_and_command_lines_are_written_for_people() {
        for (seconds, text) in [
            (0.04, "0.0 s"),
            (6.2, "6.2 s"),
            (9.96, "10 s"),
            (59.4, "59 s"),
            (59.6, "1 min 0 s"),
            (12_000.0, "3 h 20 min"),
        ] {
            assert_eq!(span(seconds), text);
        }
        let words = ["--engine", "cmd=./a b", "name=it's", ""].map(str::to_string);
        assert_eq!(shell_line(&words), r"--engine 'cmd=./a b' 'name=it'\''s' ''");
    }
}
