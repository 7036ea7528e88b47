//! Turns the command line into the plan of a match.

use super::arguments::MatchArgs;
use super::key_values::ParsedWords;
use super::openings::MatchOpenings;
use super::pgn_words::pgn_words;
use super::players::{BUILTIN, players};
use super::runner_lines::{OutputFormat, OutputOptions};
use crate::arena::files::pgn::{CommentParts, PgnOptions};
use crate::arena::machine::affinity::ProcessorPlan;
use crate::arena::machine::engine_log::EngineLog;
use crate::arena::plan::match_plan::{
    Encounter, MatchPlan, PlayerPlan, Program, TableRule, ThinkingLimit, Timeouts, TournamentFormat,
};
use crate::arena::player::EngineFacts;
use crate::arena::stats::Sprt;
use crate::chess::game::{Adjudication, DrawRule, WinRule};
use crate::cli::message::message;
use crate::cli::settings::{EngineSettings, Preset};
use crate::cli::tablebases::open_tablebases;
use serde_json::{Value, json};
use std::thread::available_parallelism;
use std::time::Duration;

/// Rounds, unless the command line gives a number.
const ROUNDS: u32 = 100;
/// Rounds of a test: more than any test needs.
const ROUNDS_OF_TEST: u32 = 1_000_000;

/// Everything that a match needs to begin.
pub struct MatchSetup {
    /// Players, time limits and number of games.
    pub plan: MatchPlan,
    pub openings: MatchOpenings,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// How the games are written.
    pub pgn_options: PgnOptions,
    /// What is printed.
    pub output: OutputOptions,
    /// Which players the command line names.
    named: Vec<bool>,
    /// Everything that decides which games are played, for the state file.
    pub definition: Value,
}

impl MatchSetup {
    /// Calls the players without `name=` what their engines call themselves, if
    /// that tells them from all others. Two versions of an engine keep the names
    /// of their files.
    pub fn use_engine_names(&mut self, facts: &[EngineFacts]) {
        let new_name = |(index, player): (usize, &PlayerPlan)| {
            let own = facts.get(index).and_then(|facts| facts.name.clone());
            let own = own.filter(|name| !self.named[index] && !name.is_empty());
            own.unwrap_or_else(|| player.name.clone())
        };
        let names: Vec<String> = self.plan.players.iter().enumerate().map(new_name).collect();
        let all_differ = (1..names.len()).all(|index| !names[..index].contains(&names[index]));
        if all_differ {
            self.plan.players.iter_mut().zip(names).for_each(|(player, name)| player.name = name);
        }
    }
}

/// Reads the command line.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub fn read(arguments: &MatchArgs, settings: &EngineSettings) -> Result<MatchSetup, String> {
    let preset = arguments.preset.as_deref().map(|name| find_preset(name, settings)).transpose()?;
    let mut players = players(arguments, settings, preset)?;
    if let Some(path) = &arguments.log {
        let log =
            EngineLog::open(path).map_err(|error| format!("--log: {}: {error}", path.display()))?;
        players.iter_mut().for_each(|player| player.log = Some(log.clone()));
    }
    let pgn_options = pgn_words(&arguments.pgn)?.map_or_else(Default::default, |(_, how)| how);
    // The number of nodes is kept in any case.
    let kept_anyway = CommentParts::NODES;
    let (rounds, last_is_single) = rounds(arguments, players.len())?;
    let output = OutputOptions::read(&arguments.output)?;
    let processors = processors(arguments, &players, output.format)?;
    let plan = MatchPlan {
        players,
        format: match arguments.tournament.as_str() {
            "gauntlet" => TournamentFormat::Gauntlet { seeds: arguments.seeds as usize },
            _ => TournamentFormat::RoundRobin,
        },
        encounter: Encounter {
            games: arguments.games.map_or(2, |games| games.min(2)) as usize,
            swaps: !arguments.noswap,
            is_reversed: arguments.reverse,
        },
        rounds,
        last_is_single,
        concurrency: arguments.concurrency as usize,
        concurrency_file: arguments.concurrency_file.clone(),
        processors,
        adjudication: adjudication(arguments)?,
        tablebases: table_rule(arguments)?,
        pause: Duration::from_millis(arguments.wait),
        recover: arguments.recover,
        timeouts: Timeouts {
            startup: Duration::from_millis(arguments.startup_ms),
            new_game: Duration::from_millis(arguments.ucinewgame_ms),
            ping: Duration::from_millis(arguments.ping_ms),
        },
        keep_details: !pgn_options.bare && !kept_anyway.contains(pgn_options.comments),
        seed: arguments.seed,
    };
    let sprt = (!arguments.sprt.is_empty())
        .then(|| arguments.sprt.join(" ").parse().map_err(|what| format!("--sprt: {what}")))
        .transpose()?;
    if sprt.is_some() && plan.players.len() != 2 {
        return Err("--sprt is a test of two players".to_string());
    }
    let openings = MatchOpenings::open(arguments)?;
    let mut definition = define(&plan, sprt, arguments);
    if let Some(checksum) = openings.checksum() {
        definition["checksum of the openings"] = json!(format!("{checksum:016x}"));
    }
    let is_name = |word: &String| word.starts_with("name=");
    let named = arguments.engines.engines.iter().map(|words| words.iter().any(is_name)).collect();
    Ok(MatchSetup { plan, openings, sprt, pgn_options, output, named, definition })
}

fn find_preset(name: &str, settings: &EngineSettings) -> Result<ThinkingLimit, String> {
    match settings.presets.get(name) {
        Some(Preset::Clock(clock)) => {
            Ok(ThinkingLimit { clock: Some(*clock), ..ThinkingLimit::default() })
        }
        Some(Preset::Nodes(nodes)) => {
            Ok(ThinkingLimit { nodes: Some(*nodes), ..ThinkingLimit::default() })
        }
        None => {
            let names = settings.presets.keys().map(String::as_str);
            let known: Vec<&str> = names.chain(["documents"]).collect();
            Err(format!("--preset: there is no '{name}', only {}", known.join(", ")))
        }
    }
}

/// Pairs of games for each pairing, or games if each opening is played once; and
/// whether the last pair has one game.
fn rounds(arguments: &MatchArgs, players: usize) -> Result<(usize, bool), String> {
    let games = arguments.games.unwrap_or(2) as usize;
    if !games.is_multiple_of(2) && games != 1 && players > 2 {
        return Err(format!(
            "--games is an even number or 1 if more than two play, since each opening is played \
             with both colors, not {games}"
        ));
    }
    let rounds = match (arguments.rounds, arguments.games) {
        (Some(rounds), _) => rounds,
        (None, Some(_)) => 1,
        (None, None) if !arguments.sprt.is_empty() => ROUNDS_OF_TEST,
        (None, None) => ROUNDS,
    } as usize;
    Ok(match games {
        1 => (rounds, false),
        games => ((rounds * games).div_ceil(2), !(rounds * games).is_multiple_of(2)),
    })
}

/// Tells the user if engines that play by time have to share cores.
pub fn warn_of_cores(plan: &MatchPlan) {
    if let Ok(cores) = available_parallelism()
        && let Some(warning) = warning_of_cores(plan, cores.get())
    {
        message(format_args!("Note: {warning}"));
    }
}

fn warning_of_cores(plan: &MatchPlan, cores: usize) -> Option<String> {
    let is_timed = plan
        .players
        .iter()
        .any(|player| player.thinking.clock.is_some() || player.thinking.move_time.is_some());
    let threads = processors_of_a_game(&plan.players);
    let needed = plan.concurrency * threads;
    (is_timed && needed > cores).then(|| {
        let engines = match threads {
            1 => String::new(),
            _ if plan.players.iter().any(|player| player.thinking.ponders) => {
                " with engines that ponder".to_string()
            }
            threads => format!(" with engines of {threads} threads"),
        };
        format!(
            "{} games at the same time{engines} need {needed} processor cores, and there are \
             {cores}: engines lose time to each other",
            plan.concurrency
        )
    })
}

/// The most threads that one of the engines is told to use.
fn most_threads(players: &[PlayerPlan]) -> usize {
    let settings = players.iter().flat_map(|player| &player.settings);
    let threads = settings.filter(|setting| setting.name.eq_ignore_ascii_case("threads"));
    threads.filter_map(|setting| setting.value.parse().ok()).max().unwrap_or(1)
}

/// How many processors the engines of a game use at the same time: those of one engine,
/// since only one thinks, or of both, if one thinks on the other's time.
fn processors_of_a_game(players: &[PlayerPlan]) -> usize {
    let ponders = players.iter().any(|player| player.thinking.ponders);
    most_threads(players) * if ponders { 2 } else { 1 }
}

fn processors(
    arguments: &MatchArgs,
    players: &[PlayerPlan],
    format: OutputFormat,
) -> Result<Option<ProcessorPlan>, String> {
    let Some(list) = &arguments.use_affinity else { return Ok(None) };
    let list = Some(list.as_str()).filter(|list| !list.is_empty());
    let threads = processors_of_a_game(players);
    match ProcessorPlan::new(list, arguments.concurrency as usize, threads) {
        Ok(processors) => Ok(Some(processors)),
        // fastchess chooses no processors for engines of several threads, and its
        // scripts go on.
        Err(what) if threads > 1 && format != OutputFormat::Result => {
            message(format_args!("Note: -use-affinity is left out: {what}"));
            Ok(None)
        }
        Err(what) => Err(format!("--use-affinity: {what}")),
    }
}

/// The rule of `--syzygy` and `--syzygy-rule`.
fn table_rule(arguments: &MatchArgs) -> Result<Option<TableRule>, String> {
    let words = ParsedWords::new("--syzygy-rule", &arguments.syzygy_rule, &[])?;
    words.only(&["pieces", "ignore50", "results"])?;
    let Some(path) = &arguments.syzygy else { return Ok(None) };
    let mut rule = TableRule::new(open_tablebases(path)?);
    rule.max_pieces = words.get("pieces")?.unwrap_or(rule.max_pieces);
    rule.ignores_fifty = words.get("ignore50")?.unwrap_or(false);
    (rule.wins, rule.draws) = match words.text("results").unwrap_or("both") {
        "both" => (true, true),
        "wins" => (true, false),
        "draws" => (false, true),
        other => {
            return Err(format!("--syzygy-rule: results are both, wins or draws, not '{other}'"));
        }
    };
    Ok(Some(rule))
}

fn adjudication(arguments: &MatchArgs) -> Result<Adjudication, String> {
    let draw = (!arguments.draw.is_empty()).then(|| {
        let words = ParsedWords::new("--draw", &arguments.draw, &[])?;
        words.only(&["movenumber", "movecount", "score"])?;
        Ok::<_, String>(DrawRule {
            from_ply: words.need::<u32>("movenumber")?.saturating_mul(2),
            plies: words.need::<std::num::NonZeroU32>("movecount")?.get().saturating_mul(2),
            score: words.need::<u16>("score")?.into(),
        })
    });
    let resign = (!arguments.resign.is_empty()).then(|| {
        let words = ParsedWords::new("--resign", &arguments.resign, &["twosided"])?;
        words.only(&["movecount", "score", "twosided"])?;
        let moves = words.need::<std::num::NonZeroU32>("movecount")?.get();
        let score = words.need::<std::num::NonZeroU16>("score")?.get().into();
        let by_loser = !words.get("twosided")?.unwrap_or(false);
        let plies = if by_loser { moves } else { moves.saturating_mul(2) };
        Ok::<_, String>(WinRule { score, plies, by_loser })
    });
    Ok(Adjudication {
        draw: draw.transpose()?,
        win: resign.transpose()?,
        max_plies: arguments.maxmoves.map(|moves| moves.saturating_mul(2)),
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
        let mut definition = json!({
            "name": player.name,
            "program": program,
            "options": settings,
            "thinking": player.thinking.to_string(),
            "timemargin": player.thinking.margin.as_millis() as u64,
            "clock": player.thinking.measure.name(),
        });
        if let Some(book) = &player.book {
            definition["book"] = json!([book.path, book.most_moves]);
        }
        definition
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
    // Matches without these flags have no such keys and can still be resumed.
    if let Some(path) = &arguments.syzygy {
        definition["syzygy"] = json!(path);
    }
    if !arguments.syzygy_rule.is_empty() {
        definition["tablebase rule"] = json!(arguments.syzygy_rule);
    }
    if plan.encounter != Encounter::default() {
        let Encounter { games, swaps, is_reversed } = plan.encounter;
        definition["games, swaps, reversed"] = json!([games, swaps, is_reversed]);
    }
    if arguments.seeds != 1 {
        definition["seeds"] = json!(arguments.seeds);
    }
    definition
}

#[cfg(test)]
pub(super) mod tests;
