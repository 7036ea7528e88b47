//! The settings in `engine.toml`.
//!
//! The `engine.toml` of the repository is compiled in. Another file overrides
//! it key by key: the one that `--config` names, else the one that
//! `STAUNTON_CONFIG` names, else `engine.toml` beside the program.

mod error;
mod eval_file;
mod time_control;

pub use error::ConfigError;
pub use eval_file::EvalFile;
pub use time_control::TimeControl;

use once_cell::sync::Lazy;
use serde::Deserialize;
use serde::de::{self, Deserializer, Unexpected, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// The environment variable that names a settings file.
pub const VARIABLE: &str = "STAUNTON_CONFIG";
/// The name of the settings file beside the program.
pub const FILE_NAME: &str = "engine.toml";

/// An integer from `LOW` to `HIGH`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundedInt<const LOW: u64, const HIGH: u64>(u64);

impl<const LOW: u64, const HIGH: u64> BoundedInt<LOW, HIGH> {
    /// The smallest number allowed.
    pub const LOW: u64 = LOW;
    /// The largest number allowed.
    pub const HIGH: u64 = HIGH;
    /// The smallest number allowed, as a value of this type.
    pub const LEAST: Self = BoundedInt(LOW);
    /// The largest number allowed, as a value of this type.
    pub const GREATEST: Self = BoundedInt(HIGH);

    /// A value of this number; `None` if it is out of range.
    pub fn new(number: u64) -> Option<Self> {
        (LOW..=HIGH).contains(&number).then_some(BoundedInt(number))
    }

    /// The value, which is in the range.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The range in words, for error messages.
    pub fn allowed() -> String {
        format!("a whole number from {LOW} to {HIGH}")
    }
}

impl<'de, const LOW: u64, const HIGH: u64> Deserialize<'de> for BoundedInt<LOW, HIGH> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<const LOW: u64, const HIGH: u64>;
        impl<const LOW: u64, const HIGH: u64> Visitor<'_> for Number<LOW, HIGH> {
            type Value = BoundedInt<LOW, HIGH>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&BoundedInt::<LOW, HIGH>::allowed())
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
                u64::try_from(number)
                    .ok()
                    .and_then(BoundedInt::new)
                    .ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
            }
        }
        deserializer.deserialize_i64(Number)
    }
}

/// The size of a transposition table, in mebibytes.
pub type HashMb = BoundedInt<1, 1_048_576>;
/// How many threads search.
pub type Threads = BoundedInt<1, 1024>;
/// The number of best lines that a search reports.
pub type MultiPv = BoundedInt<1, 256>;
/// Time kept back on each move, in milliseconds.
pub type MoveOverhead = BoundedInt<0, 10_000>;
/// A rating to play at.
pub type Elo = BoundedInt<800, 2800>;
/// Nodes that count as a millisecond; zero for the clock.
pub type NodesTime = BoundedInt<0, 10_000>;
/// The depth of the benchmark, in plies.
pub type BenchDepth = BoundedInt<1, 64>;
/// The remaining depth from which the tablebases are probed, in plies.
pub type ProbeDepth = BoundedInt<1, 100>;
/// The most pieces of a position to look up in the tablebases.
pub type ProbeLimit = BoundedInt<0, 7>;
/// The nodes of each move in a match.
pub type MatchNodes = BoundedInt<1, 1_000_000_000_000>;

/// Defines a section of the file as two types: one that is complete, and one
/// as it stands in a file, where any key may be missing.
macro_rules! section {
    ($(#[$doc:meta])* $name:ident / $partial:ident {
        $($(#[$key_doc:meta])* $key:ident: $type:ty),* $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name { $($(#[$key_doc])* pub $key: $type),* }

        #[derive(Deserialize, Default)]
        #[serde(deny_unknown_fields, default)]
        struct $partial { $($key: Option<$type>),* }

        impl $partial {
            /// The complete section; the error names a missing key.
            fn complete(self) -> Result<$name, &'static str> {
                Ok($name { $($key: self.$key.ok_or(stringify!($key))?),* })
            }

            fn override_in(self, section: &mut $name) {
                $(if let Some(value) = self.$key { section.$key = value; })*
            }
        }
    };
}

section! {
    /// The defaults of the UCI options.
    OptionDefaults / PartialOptions {
        /// `Hash`.
        hash_mb: HashMb,
        /// `Threads`.
        threads: Threads,
        /// `MultiPV`.
        multipv: MultiPv,
        /// `Move Overhead`.
        move_overhead_ms: MoveOverhead,
        /// `nodestime`.
        nodestime: NodesTime,
        /// `Ponder`.
        ponder: bool,
        /// `UCI_Chess960`.
        chess960: bool,
        /// `UCI_ShowWDL`.
        show_wdl: bool,
        /// `UCI_AnalyseMode`.
        analyse_mode: bool,
        /// `EvalFile`.
        eval_file: EvalFile,
        /// `SyzygyPath`.
        syzygy_path: String,
        /// `SyzygyProbeDepth`.
        syzygy_probe_depth: ProbeDepth,
        /// `SyzygyProbeLimit`.
        syzygy_probe_limit: ProbeLimit,
        /// `Syzygy50MoveRule`.
        syzygy_50_move_rule: bool,
    }
}

section! {
    /// The settings of the benchmark.
    BenchSettings / PartialBench {
        /// The depth of each search, in plies.
        depth: BenchDepth,
        /// The size of the transposition table, which all positions share.
        hash_mb: HashMb,
    }
}

/// The limit on thinking in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "PartialPreset")]
pub enum Preset {
    /// A clock for each player.
    Clock(TimeControl),
    /// The nodes of each move.
    Nodes(u64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartialPreset {
    clock: Option<TimeControl>,
    nodes: Option<MatchNodes>,
}

impl TryFrom<PartialPreset> for Preset {
    type Error = &'static str;

    fn try_from(partial: PartialPreset) -> Result<Preset, &'static str> {
        match (partial.clock, partial.nodes) {
            (Some(clock), None) => Ok(Preset::Clock(clock)),
            (None, Some(nodes)) => Ok(Preset::Nodes(nodes.get())),
            _ => Err("a preset has either a `clock` or a number of `nodes`"),
        }
    }
}

/// All settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The defaults of the UCI options.
    pub options: OptionDefaults,
    /// The settings of the benchmark.
    pub bench: BenchSettings,
    /// The presets of matches by name.
    pub presets: BTreeMap<String, Preset>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct PartialConfig {
    #[serde(deserialize_with = "table")]
    options: PartialOptions,
    #[serde(deserialize_with = "table")]
    bench: PartialBench,
    r#match: BTreeMap<String, Preset>,
}

impl PartialConfig {
    fn complete(self) -> Result<Config, &'static str> {
        let (options, bench) = (self.options.complete()?, self.bench.complete()?);
        Ok(Config { options, bench, presets: self.r#match })
    }
}

static COMPILED_IN: Lazy<Config> = Lazy::new(|| {
    Config::complete(include_str!("../../engine.toml"), FILE_NAME)
        .expect("the build script refuses an engine.toml that is wrong")
});

impl Default for Config {
    /// The settings that are compiled in.
    fn default() -> Config {
        COMPILED_IN.clone()
    }
}

impl Config {
    /// The settings of a text that has every key: what is compiled in, which the
    /// build script reads first with this function. `origin` names the text in
    /// errors.
    ///
    /// # Errors
    /// If a key or value is wrong, or a key is missing.
    pub fn complete(text: &str, origin: &str) -> Result<Config, ConfigError> {
        let partial: PartialConfig =
            toml::from_str(text).map_err(|error| ConfigError::new(&error, text, origin))?;
        partial.complete().map_err(|key| ConfigError {
            origin: origin.to_string(),
            line: None,
            key: Some(key.to_string()),
            message: "this key is missing".to_string(),
        })
    }

    /// The settings that are compiled in, overridden by a text in the form of
    /// `engine.toml`. `origin` names the text in errors.
    ///
    /// # Errors
    /// If a key or value is wrong.
    pub fn overridden_by(text: &str, origin: &str) -> Result<Config, ConfigError> {
        let partial: PartialConfig =
            toml::from_str(text).map_err(|error| ConfigError::new(&error, text, origin))?;
        let mut config = Config::default();
        partial.options.override_in(&mut config.options);
        partial.bench.override_in(&mut config.bench);
        config.presets.extend(partial.r#match);
        Ok(config)
    }
}

/// A section, which is a table: serde would also take the values of an array in
/// the order of the keys.
fn table<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Table<T>(std::marker::PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Table<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a section of keys and values")
        }
        fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(de::value::MapAccessDeserializer::new(map))
        }
    }
    deserializer.deserialize_map(Table(std::marker::PhantomData))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Config::overridden_by(text, "my.toml").unwrap_err().to_string()
    }

    #[test]
    fn the_file_that_is_compiled_in_is_complete() {
        let config = Config::default();
        assert_eq!(config.options.hash_mb.get(), 16);
        assert_eq!(config.presets.len(), 4);
        assert_eq!(config.presets["nodes"], Preset::Nodes(25_000));
        let Preset::Clock(stc) = config.presets["stc"] else { panic!("stc has a clock") };
        assert_eq!((stc.base.as_millis(), stc.increment.as_millis()), (8_000, 80));
    }

    #[test]
    fn the_build_script_learns_what_is_wrong() {
        let text = include_str!("../../engine.toml");
        let missing = Config::complete(&text.replace("ponder =", "# ponder ="), "engine.toml");
        assert_eq!(missing.unwrap_err().to_string(), "engine.toml, ponder: this key is missing");
        let wrong = Config::complete(&text.replace("ponder = false", "ponder = 7"), "engine.toml");
        let error = wrong.unwrap_err().to_string();
        assert!(error.contains("line ") && error.contains("ponder: "), "{error}");
    }

    #[test]
    fn a_file_overrides_key_by_key() {
        let text = "[options]\nhash_mb = 64\n[match.mine]\nclock = '40/60+0.6'\n";
        let config = Config::overridden_by(text, "my.toml").unwrap();
        let mut expected = Config::default();
        expected.options.hash_mb = BoundedInt::new(64).unwrap();
        expected.presets.insert("mine".into(), Preset::Clock("40/60+0.6".parse().unwrap()));
        assert_eq!(config, expected);
        assert_eq!(Config::overridden_by("", "my.toml").unwrap(), Config::default());
    }

    #[test]
    fn an_error_names_file_line_key_and_what_is_allowed() {
        for (text, parts) in [
            ("[options]\n\nhash_mb = 0", ["line 3, hash_mb", "a whole number from 1 to 1048576"]),
            ("[options]\nhash_mb = -5", ["line 2, hash_mb", "`-5`"]),
            ("[options]\nhash_mb = 'big'", ["line 2, hash_mb", "from 1 to 1048576"]),
            ("[options]\nponder = 1", ["line 2, ponder", "true or false"]),
            ("[options]\nponder = yes # of course", ["line 2, ponder", "'yes' is no value: true"]),
            ("[options]\nhsah_mb = 1", ["line 2, hsah_mb", "hash_mb"]),
            ("[option]\nhash_mb = 1", ["line 1, [option]", "`options`"]),
            ("[bench]\ndepth = 65", ["line 2, depth", "from 1 to 64"]),
            ("[match.a]\nclock = 'fast'", ["line 2, clock", "8+0.08"]),
            ("[match.a]\n", ["line 1, [match.a]", "either a `clock` or a number of `nodes`"]),
            ("[match.a]\nnodes = 1\nclock = '1+1'", ["line 1", "either a `clock`"]),
            ("[options]\nhash_mb 12", ["line 2", ""]),
            ("options = [1]", ["line 1, options", "a section of keys and values"]),
        ] {
            let error = error(text);
            assert!(error.starts_with("my.toml, "), "{error}");
            assert!(parts.iter().all(|part| error.contains(part)), "{text:?}: {error}");
            assert!(!error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn a_long_line_is_not_echoed_whole() {
        for text in [format!("[{}]", "x".repeat(1 << 20)), "y".repeat(1 << 20) + " = 1"] {
            assert!(error(&text).len() < 2_000);
        }
    }

    #[test]
    fn time_controls() {
        let clock: TimeControl = "5".parse().unwrap();
        assert_eq!((clock.base.as_secs(), clock.increment.as_secs()), (5, 0));
        for (text, shown) in [
            ("5", "5"),
            ("40/1:30+0.5", "40/90+0.5"),
            ("8+0.08", "8+0.08"),
            ("10+0", "10"),
            ("inf/9+1", "9+1"),
        ] {
            let clock: TimeControl = text.parse().unwrap();
            assert_eq!(clock.to_string(), shown);
            assert_eq!(shown.parse(), Ok(clock));
        }
        for bad in [
            "", "0+0", "-1+0", "1+", "+1", "0/1+1", "NaN+1", "inf", "inf/inf", "1e9+0", "1:-5",
            ":5", "1:",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }
}
