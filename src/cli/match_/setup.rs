//! Turns the command line into the plan of a match.

use super::arguments::MatchArgs;
use super::key_values::ParsedWords;
use super::openings::{MatchOpenings, book_file};
use crate::arena::engine_log::EngineLog;
use crate::arena::plan::{
    Adjudication, DrawRule, EngineCommand, EngineSetting, MatchPlan, PlayerPlan, Program,
    ResignRule, ThinkingLimit, Timeouts, TournamentFormat,
};
use crate::arena::stats::Sprt;
use crate::cli::tablebases::open_tablebases;
use crate::config::{Config, Preset, TimeControl};
use crate::eval::network::format::fnv1a;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Rounds, unless the command line gives a number.
const ROUNDS: u32 = 100;
/// Rounds of a test: more than any test needs.
const ROUNDS_OF_TEST: u32 = 1_000_000;
/// The command that stands for the built-in engine.
const BUILTIN: &str = "self";

/// Everything that a match needs to begin.
pub struct MatchSetup {
    /// Players, time limits and number of games.
    pub plan: MatchPlan,
    /// The openings.
    pub openings: MatchOpenings,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// Everything that decides which games are played, for the state file.
    pub definition: Value,
}

/// Reads the command line.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub fn read(arguments: &MatchArgs, config: &Config) -> Result<MatchSetup, String> {
    let preset = arguments.preset.as_deref().map(|name| find_preset(name, config)).transpose()?;
    let mut players = players(arguments, config, preset)?;
    if let Some(path) = &arguments.log {
        let log =
            EngineLog::open(path).map_err(|error| format!("--log: {}: {error}", path.display()))?;
        players.iter_mut().for_each(|player| player.log = Some(log.clone()));
    }
    let plan = MatchPlan {
        players,
        format: match arguments.tournament.as_str() {
            "gauntlet" => TournamentFormat::Gauntlet,
            _ => TournamentFormat::RoundRobin,
        },
        rounds: rounds(arguments)?,
        concurrency: arguments.concurrency as usize,
        adjudication: adjudication(arguments)?,
        tablebases: arguments.syzygy.as_deref().map(open_tablebases).transpose()?,
        recover: arguments.recover,
        timeouts: Timeouts {
            startup: Duration::from_millis(arguments.startup_ms),
            new_game: Duration::from_millis(arguments.ucinewgame_ms),
            ping: Duration::from_millis(arguments.ping_ms),
        },
    };
    let sprt = (!arguments.sprt.is_empty())
        .then(|| arguments.sprt.join(" ").parse().map_err(|what| format!("--sprt: {what}")))
        .transpose()?;
    if sprt.is_some() && plan.players.len() != 2 {
        return Err("--sprt is a test of two players".to_string());
    }
    let openings = MatchOpenings::open(arguments)?;
    let mut definition = define(&plan, sprt, arguments);
    if let Some(path) = book_file(arguments)? {
        // Another book under the same name is another match.
        let bytes = std::fs::read(&path)
            .map_err(|error| format!("--openings: {}: {error}", path.display()))?;
        definition["checksum of the openings"] = json!(format!("{:016x}", fnv1a(&bytes)));
    }
    Ok(MatchSetup { plan, openings, sprt, definition })
}

fn find_preset(name: &str, config: &Config) -> Result<ThinkingLimit, String> {
    match config.presets.get(name) {
        Some(Preset::Clock(clock)) => {
            Ok(ThinkingLimit { clock: Some(*clock), ..ThinkingLimit::default() })
        }
        Some(Preset::Nodes(nodes)) => {
            Ok(ThinkingLimit { nodes: Some(*nodes), ..ThinkingLimit::default() })
        }
        None => {
            let names = config.presets.keys().map(String::as_str);
            let known: Vec<&str> = names.chain(["documents"]).collect();
            Err(format!("--preset: there is no '{name}', only {}", known.join(", ")))
        }
    }
}

/// Pairs of games for each pairing.
fn rounds(arguments: &MatchArgs) -> Result<usize, String> {
    let games = arguments.games.unwrap_or(2);
    if !games.is_multiple_of(2) {
        return Err(format!(
            "--games is an even number, since each opening is played with both colours, not \
             {games}"
        ));
    }
    let rounds = match (arguments.rounds, arguments.games) {
        (Some(rounds), _) => rounds,
        (None, Some(_)) => 1,
        (None, None) if !arguments.sprt.is_empty() => ROUNDS_OF_TEST,
        (None, None) => ROUNDS,
    };
    Ok(rounds as usize * (games / 2) as usize)
}

fn adjudication(arguments: &MatchArgs) -> Result<Adjudication, String> {
    let draw = (!arguments.draw.is_empty()).then(|| {
        let words = ParsedWords::new("--draw", &arguments.draw, &[])?;
        words.only(&["movenumber", "movecount", "score"])?;
        Ok::<_, String>(DrawRule {
            move_number: words.need("movenumber")?,
            move_count: words.need::<std::num::NonZeroU32>("movecount")?.get(),
            score: words.need::<u16>("score")?.into(),
        })
    });
    let resign = (!arguments.resign.is_empty()).then(|| {
        let words = ParsedWords::new("--resign", &arguments.resign, &["twosided"])?;
        words.only(&["movecount", "score", "twosided"])?;
        Ok::<_, String>(ResignRule {
            move_count: words.need::<std::num::NonZeroU32>("movecount")?.get(),
            score: words.need::<std::num::NonZeroU16>("score")?.get().into(),
            two_sided: words.get("twosided")?.unwrap_or(false),
        })
    });
    Ok(Adjudication {
        draw: draw.transpose()?,
        resign: resign.transpose()?,
        max_moves: arguments.maxmoves,
    })
}

fn players(
    arguments: &MatchArgs,
    config: &Config,
    preset: Option<ThinkingLimit>,
) -> Result<Vec<PlayerPlan>, String> {
    let each = ParsedWords::new("--each", &arguments.engines.each, &[])?;
    let mut players: Vec<PlayerPlan> = Vec::new();
    for words in &arguments.engines.engines {
        let own = ParsedWords::new("--engine", words, &[])?;
        let mut player = player(&own, &each, config, preset)?;
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

const KEYS: [&str; 10] =
    ["cmd", "name", "args", "dir", "tc", "st", "nodes", "depth", "timemargin", "proto"];

fn player(
    own: &ParsedWords<'_>,
    each: &ParsedWords<'_>,
    config: &Config,
    preset: Option<ThinkingLimit>,
) -> Result<PlayerPlan, String> {
    let mut settings: Vec<EngineSetting> = Vec::new();
    for (words, for_all) in [(each, true), (own, false)] {
        for (key, value) in words.iter() {
            if let Some(name) = key.strip_prefix("option.") {
                // The setting of one engine overrides that for all.
                settings.retain(|known| for_all || !known.name.eq_ignore_ascii_case(name));
                settings.push(EngineSetting { name: name.into(), value: value.into(), for_all });
            }
        }
        let plain = words.without("option.");
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
        Program::Builtin(config.options.clone())
    } else {
        let directory = text("dir").map(PathBuf::from);
        Program::EngineCommand(EngineCommand {
            program: find_program(&cmd, directory.as_deref()),
            arguments: text("args").unwrap_or("").split_whitespace().map(str::to_string).collect(),
            directory,
        })
    };
    let thinking = thinking(&name, own, each, preset)?;
    Ok(PlayerPlan { name, program, settings, thinking, log: None })
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
    for words in [own, each] {
        let clock = match words.text("tc") {
            None | Some("inf" | "infinite") => None,
            Some(_) => words.get::<TimeControl>("tc")?,
        };
        let thinking = ThinkingLimit {
            clock,
            move_time: words.get::<f64>("st")?.map(|time| seconds(name, time)).transpose()?,
            nodes: words.get::<std::num::NonZeroU64>("nodes")?.map(|number| number.get()),
            depth: words.get::<std::num::NonZeroU32>("depth")?.map(|number| number.get()),
            margin,
        };
        if thinking.clock.is_some() && thinking.move_time.is_some() {
            return Err(format!("{name}: either tc or st can be given, not both"));
        }
        if thinking.is_limited() {
            return Ok(thinking);
        }
    }
    preset.map(|preset| ThinkingLimit { margin, ..preset }).ok_or_else(|| {
        format!("nothing limits the time of {name}: say tc=, st=, nodes= or depth=, or --preset")
    })
}

fn seconds(name: &str, time: f64) -> Result<Duration, String> {
    (time > 0.0 && time <= 86_400.0).then(|| Duration::from_secs_f64(time)).ok_or_else(|| {
        format!("{name}: st is a number of seconds above 0 and up to a day, not {time}")
    })
}

/// The definition of a match: everything that decides which games are played,
/// and must be the same for the match to be resumed. The number of rounds, and
/// of games at the same time, may change.
fn define(plan: &MatchPlan, sprt: Option<Sprt>, arguments: &MatchArgs) -> Value {
    let player = |player: &PlayerPlan| {
        let settings: Vec<String> =
            player.settings.iter().map(|s| format!("{}={}", s.name, s.value)).collect();
        let program = match &player.program {
            Program::Builtin(_) => json!(BUILTIN),
            Program::EngineCommand(command) => {
                json!([command.program, command.arguments, command.directory])
            }
        };
        json!({
            "name": player.name,
            "program": program,
            "options": settings,
            "thinking": player.thinking.to_string(),
            "timemargin": player.thinking.margin.as_millis() as u64,
        })
    };
    let mut definition = json!({
        "players": plan.players.iter().map(player).collect::<Vec<_>>(),
        "tournament": arguments.tournament,
        "openings": arguments.openings,
        "variant": arguments.variant,
        "odds": arguments.odds.as_ref().or(arguments.odds_fen.as_ref()),
        "seed": arguments.seed,
        "draw": arguments.draw,
        "resign": arguments.resign,
        "maxmoves": arguments.maxmoves,
        "sprt": sprt.map(|sprt| sprt.to_string()),
    });
    // Matches of older versions have no such key and can still be resumed.
    if let Some(path) = &arguments.syzygy {
        definition["syzygy"] = json!(path);
    }
    definition
}

#[cfg(test)]
mod tests;
