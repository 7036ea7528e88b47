//! Translates fastchess's flags to those of `staunton match`.

use super::engines::{engine, find_inside};
use super::flags::FlagWords;
use super::output;
use super::translation::{Translation, WordPairs};
use std::num::NonZeroU32;
use std::time::{SystemTime, UNIX_EPOCH};

/// Rounds, unless the command line gives a number.
const ROUNDS: u32 = 2;
/// Rounds of a test: more than it needs.
const ROUNDS_OF_TEST: u32 = 500_000;
/// Rounds of `-quick`.
const ROUNDS_OF_QUICK: u32 = 25_000;
/// Processors that `-quick` leaves free.
const LEFT_FREE: i32 = 2;

/// The translation of a command line.
///
/// # Errors
/// A sentence that names the word that is not known or cannot be used.
pub fn translate(flags: &[FlagWords<'_>]) -> Result<Translation, String> {
    let mut found = Translation::default();
    for flag in flags {
        let is_known = schedule_flag(flag, &mut found)?
            || rule_flag(flag, &mut found)?
            || output_flag(flag, &mut found)?;
        if !is_known {
            return Err(format!(
                "fastchess: the flag '{}' is not known here; `staunton fastchess -help` and \
                 docs/matches.md name those that are",
                flag.flag
            ));
        }
    }
    complete(&mut found)?;
    Ok(found)
}

/// The flag without its dashes.
fn name<'a>(flag: &FlagWords<'a>) -> &'a str {
    flag.flag.trim_start_matches('-')
}

/// Handles a flag that says who plays, and how often.
fn schedule_flag(flag: &FlagWords<'_>, found: &mut Translation) -> Result<bool, String> {
    match name(flag) {
        "engine" => found.engines.push(engine(flag)?),
        "each" => {
            let mut each = engine(flag)?;
            each.add_missing(&found.each);
            found.each = each;
        }
        "quick" => quick(flag, found)?,
        "rounds" => found.rounds = Some(flag.number::<NonZeroU32>()?.get()),
        "games" => found.games = Some(flag.number::<NonZeroU32>()?.get()),
        "repeat" if flag.words.is_empty() => found.games = Some(2),
        "repeat" => found.games = Some(flag.number::<NonZeroU32>()?.get()),
        "noswap" => found.add("--noswap", vec![]),
        "reverse" => found.add("--reverse", vec![]),
        "recover" => found.add("--recover", vec![]),
        "concurrency" => found.add_one("--concurrency", concurrency(flag.number()?)),
        "wait" => found.add_one("--wait", flag.number::<u64>()?),
        "seeds" => found.add_one("--seeds", flag.number::<NonZeroU32>()?),
        "srand" => found.add_one("--seed", flag.number::<u64>()?),
        "tournament" => {
            found.add_one("--tournament", flag.one_of(["roundrobin", "gauntlet"], flag.word()?)?);
        }
        "variant" => {
            found.add_one("--variant", flag.one_of(["standard", "fischerandom"], flag.word()?)?);
        }
        "config" => output::config(flag, found)?,
        // Processors can be chosen on Linux only.
        "use-affinity" if !cfg!(target_os = "linux") => found.ignore(flag.flag),
        "use-affinity" if flag.words.is_empty() => found.add("--use-affinity", vec![]),
        "use-affinity" => found.add_one("--use-affinity", flag.word()?),
        "startup-ms" => found.add_one("--startup-ms", flag.number::<u64>()?),
        "ucinewgame-ms" => found.add_one("--ucinewgame-ms", flag.number::<u64>()?),
        "ping-ms" => found.add_one("--ping-ms", flag.number::<u64>()?),
        "testEnv" | "force-concurrency" | "show-latency" | "autosaveinterval" | "crc32"
        | "check-mate-pvs" | "strict" | "debug" | "outcomeinterval" | "resultformat" => {
            found.ignore(flag.flag);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Handles a flag that says where games begin, and when they end.
fn rule_flag(flag: &FlagWords<'_>, found: &mut Translation) -> Result<bool, String> {
    match name(flag) {
        "openings" => openings(flag, found)?,
        "sprt" => {
            found.add("--sprt", known(flag, &["elo0", "elo1", "alpha", "beta", "model"], &[])?);
        }
        "draw" => {
            let defaults = [("movenumber", "0"), ("movecount", "1"), ("score", "0")];
            found.add("--draw", known(flag, &["movenumber", "movecount", "score"], &defaults)?);
        }
        "resign" => {
            let defaults = [("movecount", "1")];
            found.add("--resign", known(flag, &["movecount", "score", "twosided"], &defaults)?);
        }
        "maxmoves" => found.add_one("--maxmoves", flag.number::<NonZeroU32>()?),
        "tb" => found.add_one("--syzygy", flag.word()?),
        "tbpieces" => found.table_rule.push(format!("pieces={}", flag.number::<u32>()?)),
        "tbignore50" => found.table_rule.push("ignore50=true".to_string()),
        "tbadjudicate" => {
            let results = match flag.word()? {
                "WIN_LOSS" => "wins",
                "DRAW" => "draws",
                "BOTH" => "both",
                other => {
                    return Err(format!("{}: WIN_LOSS, DRAW or BOTH, not '{other}'", flag.flag));
                }
            };
            found.table_rule.push(format!("results={results}"));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Handles a flag that says what is written.
fn output_flag(flag: &FlagWords<'_>, found: &mut Translation) -> Result<bool, String> {
    match name(flag) {
        "pgnout" => output::pgn(flag, found)?,
        "epdout" => output::epd(flag, found)?,
        "log" => output::log(flag, found)?,
        "event" => found.add_one("--event", flag.words.join(" ")),
        "site" => found.add_one("--site", flag.words.join(" ")),
        "ratinginterval" | "scoreinterval" => {
            found.intervals.set(name(flag), &flag.number::<u32>()?.to_string());
        }
        "report" => {
            for (key, value) in flag.pairs_of(&["penta"])? {
                found.intervals.set(key, &flag.is_true(key, value)?.to_string());
            }
        }
        "output" => {
            for (_, value) in flag.pairs_of(&["format"])? {
                if !["fastchess", "cutechess"].contains(&value) {
                    return Err(format!(
                        "{}: the format is fastchess or cutechess, not '{value}'",
                        flag.flag
                    ));
                }
                found.format = Some(value.to_string());
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The words of a flag with these keys, and the defaults of those that are
/// missing.
fn known(
    flag: &FlagWords<'_>,
    keys: &[&str],
    defaults: &[(&str, &str)],
) -> Result<Vec<String>, String> {
    let pairs = flag.pairs_of(keys)?;
    let is_missing = |(key, _): &&(&str, &str)| !pairs.iter().any(|(given, _)| given == key);
    let all = pairs.iter().chain(defaults.iter().filter(is_missing));
    Ok(all.map(|(key, value)| format!("{key}={value}")).collect())
}

/// `-openings`: all games of a round have the same opening.
fn openings(flag: &FlagWords<'_>, found: &mut Translation) -> Result<(), String> {
    let mut words = known(flag, &["file", "format", "order", "plies", "start", "policy"], &[])?;
    if let Some(policy) = words.iter().find_map(|word| word.strip_prefix("policy="))
        && policy != "round"
    {
        return Err(format!("{}: the policy is round, not '{policy}'", flag.flag));
    }
    words.retain(|word| !word.starts_with("policy="));
    found.add("--openings", words);
    Ok(())
}

/// `-quick cmd=A cmd=B book=FILE`: a match with settings of its own.
fn quick(flag: &FlagWords<'_>, found: &mut Translation) -> Result<(), String> {
    for (key, value) in flag.pairs()? {
        match key {
            "cmd" => {
                let mut engine = WordPairs::default();
                engine.set("cmd", value);
                engine.set("tc", "10+0.1");
                found.engines.push(engine);
            }
            "book" => {
                found.add("--openings", vec![format!("file={value}"), "order=random".to_string()]);
            }
            _ => return flag.unknown(key),
        }
    }
    found.add_one("--concurrency", concurrency(-LEFT_FREE));
    found.add("--recover", vec![]);
    let draw = ["movenumber=30", "movecount=8", "score=8"].map(str::to_string);
    found.add("--draw", draw.to_vec());
    (found.games, found.rounds) = (Some(2), Some(ROUNDS_OF_QUICK));
    found.format = Some("cutechess".to_string());
    Ok(())
}

/// Games at the same time: a number that is not positive says how many processors
/// stay free.
fn concurrency(number: i32) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, |number| number.get());
    match usize::try_from(number) {
        Ok(games) if games > 0 => games,
        _ => processors.saturating_sub(number.unsigned_abs() as usize).max(1),
    }
}

/// Adds what is missing for a match.
fn complete(found: &mut Translation) -> Result<(), String> {
    if found.has("--resume") {
        // The file has all other flags.
        found.engines.clear();
        found.flags.retain(|(flag, _)| ["--resume", "--yes", "--concurrency"].contains(flag));
        found.flags.splice(0..0, found.rounds.map(|rounds| ("--rounds", vec![rounds.to_string()])));
        return Ok(());
    }
    for engine in &mut found.engines {
        engine.add_missing(&found.each);
        find_inside(engine);
    }
    let of_match = if found.has("--sprt") { ROUNDS_OF_TEST } else { ROUNDS };
    let mut rounds = found.rounds.unwrap_or(of_match);
    let mut games = found.games.unwrap_or(2);
    // `-games 1000` stands for a thousand rounds of one pair each.
    if games > 2 {
        std::mem::swap(&mut rounds, &mut games);
    }
    if games > 2 {
        return Err(format!("-games: two games are played with an opening, not {games}"));
    }
    found.add_one("--rounds", rounds);
    found.add_one("--games", games);
    if !found.has("--openings") {
        found.add_one("--openings", "plies=0");
    }
    if !found.has("--seed") {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        found.add_one("--seed", now.as_micros() as u64);
    }
    let rule = std::mem::take(&mut found.table_rule);
    match (found.has("--syzygy"), rule.is_empty()) {
        (_, true) => {}
        (true, false) => found.add("--syzygy-rule", rule),
        (false, false) => found.ignore("rules of tablebases without -tb"),
    }
    let format = format!("format={}", found.format.as_deref().unwrap_or("fastchess"));
    let output = std::iter::once(format).chain(found.intervals.words()).collect();
    found.add("--output", output);
    Ok(())
}
