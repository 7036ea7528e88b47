//! The settings in `engine.toml`.
//!
//! The `engine.toml` of the repository is compiled in. Another file overrides it key
//! by key: the one that `--config` names, else the one that `STAUNTON_CONFIG` names,
//! else `engine.toml` beside the program.

mod error;

pub use error::SettingsError;

use crate::arena::plan::time_control::TimeControl;
use crate::engine::bench::BenchPlan;
use crate::engine::options::{BoundedInt, OptionValue, Options, UciOption, ValueKind};
use crate::support::files::input::read_text;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::{Spanned, Value};

/// The environment variable that names a settings file.
const VARIABLE: &str = "STAUNTON_CONFIG";
/// The name of the settings file beside the program.
const FILE_NAME: &str = "engine.toml";
/// The settings file that is compiled in.
const COMPILED_IN: &str = include_str!("../../../engine.toml");

/// The nodes of each move in a match.
type MatchNodes = BoundedInt<1, 1_000_000_000_000>;

/// All settings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSettings {
    /// The defaults of the UCI options.
    pub options: Options,
    /// How the benchmark runs.
    pub bench: BenchPlan,
    /// The presets of matches by name.
    pub presets: BTreeMap<String, Preset>,
}

/// The limit on thinking in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// A clock for each player.
    Clock(TimeControl),
    /// The nodes of each move.
    Nodes(u64),
}

/// The settings that are compiled in, overridden by the file that applies. Only the
/// file beside the program may be missing.
///
/// # Errors
/// If the file cannot be read or a key or value in it is wrong.
pub fn load(named: Option<&Path>) -> Result<EngineSettings, SettingsError> {
    let by_variable =
        || std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    if let Some(path) = named.map(Path::to_path_buf).or_else(by_variable) {
        return from_file(&path);
    }
    match std::env::current_exe().map(|program| program.with_file_name(FILE_NAME)) {
        Ok(path) if path.is_file() => from_file(&path),
        _ => EngineSettings::compiled_in(),
    }
}

fn from_file(path: &Path) -> Result<EngineSettings, SettingsError> {
    let origin = path.display().to_string();
    let text =
        read_text(path).map_err(|error| SettingsError::unreadable(origin.clone(), &error))?;
    let mut settings = EngineSettings::overridden_by(&text, &origin)?;
    if let Some(folder) = path.parent() {
        settings.options.resolve_paths(folder);
    }
    Ok(settings)
}

/// A value of an argument of the command line.
///
/// # Errors
/// What is allowed.
pub fn argument<T: OptionValue>(text: &str) -> Result<T, String> {
    T::read(text).ok_or_else(|| format!("{} is expected", T::allowed()))
}

/// A settings file. Every key may be missing.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct SettingsFile {
    options: Section,
    bench: Section,
    r#match: BTreeMap<String, Spanned<Section>>,
}

/// Keys and values, which know where they stand.
type Section = BTreeMap<String, Spanned<Value>>;

impl EngineSettings {
    /// The settings that are compiled in.
    ///
    /// # Errors
    /// If the program was built with a file that is wrong.
    pub fn compiled_in() -> Result<EngineSettings, SettingsError> {
        let mut settings = EngineSettings::default();
        settings.read(COMPILED_IN, FILE_NAME)?;
        Ok(settings)
    }

    /// The settings that are compiled in, overridden by a text in the form of
    /// `engine.toml`. `origin` names the text in errors.
    ///
    /// # Errors
    /// If a key or value is wrong.
    pub fn overridden_by(text: &str, origin: &str) -> Result<EngineSettings, SettingsError> {
        let mut settings = EngineSettings::compiled_in()?;
        settings.read(text, origin)?;
        Ok(settings)
    }

    fn read(&mut self, text: &str, origin: &str) -> Result<(), SettingsError> {
        let error = |span, message: &str| SettingsError::new(span, message, text, origin);
        let file: SettingsFile =
            toml::from_str(text).map_err(|wrong| error(wrong.span(), wrong.message()))?;
        self.set(file).map_err(|(span, message)| error(Some(span), &message))
    }

    /// Sets what a file says; the error has a place and a sentence.
    fn set(&mut self, file: SettingsFile) -> Result<(), (Range<usize>, String)> {
        for (key, value) in &file.options {
            let option = UciOption::of_key(key).ok_or_else(|| {
                unknown(key, value, UciOption::ALL.iter().map(|option| option.key()))
            })?;
            let text = text_of(option.kind(), value.get_ref());
            text.and_then(|text| self.options.set(option, &text).ok())
                .ok_or_else(|| wrong(value, &option.allowed()))?;
        }
        for (key, value) in &file.bench {
            match key.as_str() {
                "depth" => self.bench.depth = read(value)?,
                "hash_mb" => self.bench.hash = read(value)?,
                _ => return Err(unknown(key, value, ["depth", "hash_mb"])),
            }
        }
        for (name, section) in file.r#match {
            self.presets.insert(name, preset(&section)?);
        }
        Ok(())
    }
}

/// A preset of matches.
fn preset(section: &Spanned<Section>) -> Result<Preset, (Range<usize>, String)> {
    let values = section.get_ref();
    let names = ["clock", "nodes"];
    if let Some((key, value)) = values.iter().find(|(key, _)| !names.contains(&key.as_str())) {
        return Err(unknown(key, value, names));
    }
    match (values.get("clock"), values.get("nodes")) {
        (Some(value), None) => {
            let clock = value.get_ref().as_str().and_then(|text| text.parse().ok());
            clock.map(Preset::Clock).ok_or_else(|| wrong(value, TimeControl::ALLOWED))
        }
        (None, Some(value)) => {
            read(value).map(|nodes: MatchNodes| Preset::Nodes(nodes.get() as u64))
        }
        _ => {
            let what = "a preset has either a `clock` or a number of `nodes`";
            Err((section.span(), what.to_string()))
        }
    }
}

/// A value of a type.
fn read<T: OptionValue>(value: &Spanned<Value>) -> Result<T, (Range<usize>, String)> {
    let text = text_of(T::KIND, value.get_ref());
    text.and_then(|text| T::read(&text)).ok_or_else(|| wrong(value, &T::allowed()))
}

/// A value as UCI writes it; `None` if it is of another kind.
fn text_of(kind: ValueKind, value: &Value) -> Option<String> {
    match (kind, value) {
        (ValueKind::Number, Value::Integer(number)) => Some(number.to_string()),
        (ValueKind::Switch, Value::Boolean(switch)) => Some(switch.to_string()),
        (ValueKind::Text, Value::String(text)) => Some(text.clone()),
        _ => None,
    }
}

fn wrong(value: &Spanned<Value>, allowed: &str) -> (Range<usize>, String) {
    (value.span(), format!("`{}` is not allowed: {allowed} is expected", value.get_ref()))
}

fn unknown<'k>(
    key: &str,
    value: &Spanned<Value>,
    known: impl IntoIterator<Item = &'k str>,
) -> (Range<usize>, String) {
    let known: Vec<String> = known.into_iter().map(|key| format!("`{key}`")).collect();
    (value.span(), format!("there is no key `{key}` here; there are {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        EngineSettings::overridden_by(text, "my.toml").unwrap_err().to_string()
    }

    #[test]
    fn the_file_that_is_compiled_in_names_every_key_with_its_default() {
        let settings = EngineSettings::compiled_in().unwrap();
        assert_eq!(settings.options, Options::default());
        assert_eq!(settings.bench, BenchPlan::default());
        let file: SettingsFile = toml::from_str(COMPILED_IN).unwrap();
        let keys: Vec<&str> = UciOption::ALL.iter().map(|option| option.key()).collect();
        assert!(keys.iter().all(|key| file.options.contains_key(*key)), "{keys:?}");
        assert_eq!(file.options.len(), keys.len());
        // The comments name the ranges.
        for option in UciOption::ALL.iter().filter(|option| option.kind() == ValueKind::Number) {
            let line = COMPILED_IN.lines().find(|line| line.starts_with(option.key())).unwrap();
            let allowed = option.allowed();
            let range = allowed.rsplit("from ").next().unwrap();
            assert!(line.contains(range), "{line}: {range}");
        }
        assert_eq!(settings.presets.len(), 4);
        assert_eq!(settings.presets["nodes"], Preset::Nodes(25_000));
        let Preset::Clock(stc) = settings.presets["stc"] else { panic!("stc has a clock") };
        assert_eq!((stc.base.as_millis(), stc.increment.as_millis()), (8_000, 80));
    }

    #[test]
    fn the_page_about_options_has_a_row_for_each() {
        let page = include_str!("../../../docs/options.md");
        for &option in UciOption::ALL {
            let declaration = Options::default().declaration(option);
            let default = declaration.split(' ').nth(2).unwrap();
            let default = if default == "<empty>" { "none" } else { default };
            let (name, key, allowed) = (option.name(), option.key(), option.allowed());
            let row = format!("\n| {name} | `{key}` | {default} | {allowed} | ");
            assert!(page.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_file_overrides_key_by_key() {
        let text = "[options]\nhash_mb = 64\n[match.mine]\nclock = '40/60+0.6'\n";
        let settings = EngineSettings::overridden_by(text, "my.toml").unwrap();
        let mut expected = EngineSettings::compiled_in().unwrap();
        expected.options.hash_mb = BoundedInt::of(64);
        expected.presets.insert("mine".into(), Preset::Clock("40/60+0.6".parse().unwrap()));
        assert_eq!(settings, expected);
        assert_eq!(EngineSettings::overridden_by("", "my.toml"), EngineSettings::compiled_in());
    }

    #[test]
    fn an_error_names_file_line_key_and_what_is_allowed() {
        for (text, parts) in [
            ("[options]\n\nhash_mb = 0", ["line 3, hash_mb", "a whole number from 1 to 1048576"]),
            ("[options]\nhash_mb = -5", ["line 2, hash_mb", "`-5`"]),
            ("[options]\nhash_mb = 'big'", ["line 2, hash_mb", "from 1 to 1048576"]),
            ("[options]\nhash_mb = '8'", ["line 2, hash_mb", "from 1 to 1048576"]),
            ("[options]\nponder = 1", ["line 2, ponder", "true or false"]),
            ("[options]\nponder = yes # of course", ["line 2, ponder", "'yes' is no value: true"]),
            ("[options]\nhsah_mb = 1", ["line 2, hsah_mb", "hash_mb"]),
            ("[option]\nhash_mb = 1", ["line 1, [option]", "`options`"]),
            ("[bench]\ndepth = 65", ["line 2, depth", "from 1 to 64"]),
            ("[bench]\nnodes = 65", ["line 2, nodes", "`depth`"]),
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
        let long = "y".repeat(1 << 20);
        for text in [
            format!("[{long}]"),
            format!("{long} = 1"),
            format!("[options]\n{long} = 1"),
            format!("[options]\nhash_mb = '{long}'"),
        ] {
            assert!(error(&text).len() < 2_000);
        }
    }
}
