//! The words of `--engine` and `--each`.

use super::arguments::MatchArgs;
use super::key_values::ParsedWords;
use crate::arena::plan::match_plan::{
    ClockMeasure, EngineCommand, EngineSetting, PlannedBook, PlayerPlan, Program, ThinkingLimit,
};
use crate::arena::plan::time_control::TimeControl;
use crate::cli::settings::EngineSettings;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The command that stands for the built-in engine.
pub const BUILTIN: &str = "self";
/// The beginning of words for an engine's options.
const OPTION: &str = "option.";
/// Without a value it is a switch, as in cutechess.
const PONDER: &str = "ponder";
/// The same for options that the engine may lack.
const OPTIONAL: &str = "optional.";

/// The players that the command line names.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub fn players(
    arguments: &MatchArgs,
    settings: &EngineSettings,
    preset: Option<ThinkingLimit>,
) -> Result<Vec<PlayerPlan>, String> {
    let each = ParsedWords::new("--each", &arguments.engines.each, &[PONDER])?;
    let mut players: Vec<PlayerPlan> = Vec::new();
    for words in &arguments.engines.engines {
        let own = ParsedWords::new("--engine", words, &[PONDER])?;
        let mut player = player(&own, &each, settings, preset)?;
        let taken = |name: &str| players.iter().any(|player| player.name == name);
        if taken(&player.name) {
            if own.text("name").is_some() {
                return Err(format!("--engine: two players are called '{}'", player.name));
            }
            let numbered = (2..).map(|number| format!("{}#{number}", player.name));
            player.name = numbered.into_iter().find(|name| !taken(name)).unwrap_or_default();
        }
        players.push(player);
    }
    if players.len() < 2 {
        return Err("a match needs two players: say --engine twice".to_string());
    }
    Ok(players)
}

const KEYS: [&str; 15] = [
    "cmd",
    "name",
    "args",
    "dir",
    "tc",
    "st",
    "nodes",
    "depth",
    "timemargin",
    "clock",
    "restart",
    "proto",
    "book",
    "bookdepth",
    PONDER,
];

/// The engine that some words name, for a command that asks one engine only.
///
/// # Errors
/// A sentence that says what is wrong with them.
pub fn engine_plan(words: &[String]) -> Result<PlayerPlan, String> {
    let own = ParsedWords::new("--engine", words, &[])?;
    own.without(OPTION).without(OPTIONAL).only(&["cmd", "name", "args", "dir"])?;
    let none = ParsedWords::new("--each", &[], &[])?;
    let unused = ThinkingLimit { depth: Some(1), ..ThinkingLimit::default() };
    player(&own, &none, &EngineSettings::default(), Some(unused))
}

fn player(
    own: &ParsedWords<'_>,
    each: &ParsedWords<'_>,
    settings: &EngineSettings,
    preset: Option<ThinkingLimit>,
) -> Result<PlayerPlan, String> {
    let mut options: Vec<EngineSetting> = Vec::new();
    for (words, is_each) in [(each, true), (own, false)] {
        for (key, value) in words.iter() {
            let (name, for_all) = match (key.strip_prefix(OPTION), key.strip_prefix(OPTIONAL)) {
                (Some(name), _) => (name, is_each),
                (None, Some(name)) => (name, true),
                (None, None) => continue,
            };
            // The setting of one engine overrides that for all.
            options.retain(|known| is_each || !known.name.eq_ignore_ascii_case(name));
            options.push(EngineSetting { name: name.into(), value: value.into(), for_all });
        }
        let plain = words.without(OPTION).without(OPTIONAL);
        plain.only(&KEYS).map_err(|error| {
            match plain.iter().find(|(key, _)| !KEYS.contains(key)) {
                Some(_) => error + ", option.NAME",
                None => error,
            }
        })?;
        if let Some(protocol) = plain.text("proto")
            && protocol != "uci"
        {
            return Err(format!("proto is uci, not '{protocol}'"));
        }
    }
    if let Some(flag) = ["cmd", "name"].into_iter().find(|key| each.text(key).is_some()) {
        return Err(format!("--each: {flag} cannot be the same for all"));
    }
    let cmd: String = own.need("cmd")?;
    let text = |key| own.text(key).or_else(|| each.text(key));
    let file = Path::new(&cmd).file_name().map(|name| name.to_string_lossy().into_owned());
    let name = own.text("name").map(str::to_string).or(file).unwrap_or_else(|| cmd.clone());
    let program = if cmd == BUILTIN {
        Program::Builtin(Box::new(settings.options.clone()))
    } else {
        let directory = text("dir").map(PathBuf::from);
        Program::EngineCommand(EngineCommand {
            program: find_program(&cmd, directory.as_deref()),
            arguments: text("args").unwrap_or("").split_whitespace().map(str::to_string).collect(),
            directory,
        })
    };
    let ponders = own.get::<bool>(PONDER)?.or(each.get(PONDER)?).unwrap_or(false);
    let thinking = ThinkingLimit { ponders, ..thinking(&name, own, each, preset)? };
    if ponders && !options.iter().any(|known| known.name.eq_ignore_ascii_case(PONDER)) {
        let (name, value) = ("Ponder".to_string(), "true".to_string());
        options.push(EngineSetting { name, value, for_all: true });
    }
    let restart = match text("restart") {
        None | Some("off") => false,
        Some("on") => true,
        Some(other) => return Err(format!("restart is on or off, not '{other}'")),
    };
    let book = book(own, each)?;
    Ok(PlayerPlan { name, program, settings: options, thinking, book, restart, log: None })
}

/// The book of one player, by cutechess's words.
fn book(own: &ParsedWords<'_>, each: &ParsedWords<'_>) -> Result<Option<PlannedBook>, String> {
    let depth = own.get::<NonZeroU32>("bookdepth")?.or(each.get("bookdepth")?);
    let Some(path) = own.text("book").or_else(|| each.text("book")) else {
        return match depth {
            Some(_) => Err("bookdepth needs book=FILE".to_string()),
            None => Ok(None),
        };
    };
    Ok(Some(PlannedBook { path: PathBuf::from(path), most_moves: depth.map(NonZeroU32::get) }))
}

/// A path is relative to the current directory, or else to the engine's own
/// directory. A bare name is searched there too, and then in the `PATH`.
fn find_program(cmd: &str, directory: Option<&Path>) -> PathBuf {
    let path = Path::new(cmd);
    if path.components().count() < 2 && !path.exists() {
        if let Some(inside) = directory.map(|directory| directory.join(path))
            && inside.exists()
        {
            return std::path::absolute(&inside).unwrap_or(inside);
        }
        return path.to_path_buf();
    }
    match directory {
        // The engine starts in its directory, so a relative name would count twice.
        Some(directory) if !path.exists() => {
            let inside = directory.join(path);
            std::path::absolute(&inside).unwrap_or(inside)
        }
        _ => std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()),
    }
}

/// The limits of a player: its own words override those for all, and either
/// override the preset.
fn thinking(
    name: &str,
    own: &ParsedWords<'_>,
    each: &ParsedWords<'_>,
    preset: Option<ThinkingLimit>,
) -> Result<ThinkingLimit, String> {
    let margin = match own.get::<u64>("timemargin")? {
        Some(margin) => Some(margin),
        None => each.get("timemargin")?,
    };
    let margin = Duration::from_millis(margin.unwrap_or(0));
    let measure = match own.get::<ClockMeasure>("clock")? {
        Some(measure) => measure,
        None => each.get("clock")?.unwrap_or_default(),
    };
    for words in [own, each] {
        let clock = match words.text("tc") {
            None => None,
            Some(word) if TimeControl::is_infinite(word) => None,
            Some(_) => words.get::<TimeControl>("tc")?,
        };
        let thinking = ThinkingLimit {
            clock,
            move_time: words.get::<f64>("st")?.map(|time| seconds(name, time)).transpose()?,
            nodes: words.get::<std::num::NonZeroU64>("nodes")?.map(|number| number.get()),
            depth: words.get::<NonZeroU32>("depth")?.map(|number| number.get()),
            margin,
            measure,
            ponders: false,
        };
        if thinking.clock.is_some() && thinking.move_time.is_some() {
            return Err(format!("{name}: either tc or st can be given, not both"));
        }
        if thinking.is_limited() {
            return Ok(thinking);
        }
    }
    preset.map(|preset| ThinkingLimit { margin, measure, ..preset }).ok_or_else(|| {
        format!("nothing limits the time of {name}: say tc=, st=, nodes= or depth=, or --preset")
    })
}

fn seconds(name: &str, time: f64) -> Result<Duration, String> {
    (time > 0.0 && time <= 86_400.0).then(|| Duration::from_secs_f64(time)).ok_or_else(|| {
        format!("{name}: st is a number of seconds above 0 and up to a day, not {time}")
    })
}
