//! Translates fastchess's flags to those of `staunton match`.

use super::engines::EngineWords;
use super::flags::{FlagWords, is_true};
use super::output;
use super::translation::Translation;
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
    let one = |value: String| vec![value];
    match name(flag) {
        "engine" => found.engines.push(EngineWords::read(flag)?),
        "each" => {
            let mut each = EngineWords::read(flag)?;
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
        "concurrency" => {
            let number = concurrency(flag.number()?);
            found.add("--concurrency", one(number.to_string()));
        }
        "wait" => found.add("--wait", one(flag.number::<u64>()?.to_string())),
        "seeds" => found.add("--seeds", one(flag.number::<NonZeroU32>()?.to_string())),
        "srand" => found.add("--seed", one(flag.number::<u64>()?.to_string())),
        "tournament" => match flag.word()? {
            kind @ ("roundrobin" | "gauntlet") => found.add("--tournament", one(kind.to_string())),
            other => {
                return Err(format!("{}: roundrobin or gauntlet, not '{other}'", flag.flag));
            }
        },
        "variant" => match flag.word()? {
            kind @ ("standard" | "fischerandom") => found.add("--variant", one(kind.to_string())),
            other => {
                return Err(format!("{}: standard or fischerandom, not '{other}'", flag.flag));
            }
        },
        "config" => output::config(flag, found)?,
        // Processors can be chosen on Linux only.
        "use-affinity" if cfg!(target_os = "linux") => {
            found.add(
                "--use-affinity",
                if flag.words.is_empty() { vec![] } else { one(flag.word()?.to_string()) },
            );
        }
        "use-affinity" => found.ignore(flag.flag),
        "startup-ms" => found.add("--startup-ms", one(flag.number::<u64>()?.to_string())),
        "ucinewgame-ms" => found.add("--ucinewgame-ms", one(flag.number::<u64>()?.to_string())),
        "ping-ms" => found.add("--ping-ms", one(flag.number::<u64>()?.to_string())),
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
            found.has_test = true;
            let words = known(flag, &["elo0", "elo1", "alpha", "beta", "model"], &[])?;
            found.add("--sprt", words);
        }
        "draw" => {
            let defaults = ["movenumber=0", "movecount=1", "score=0"];
            let words = known(flag, &["movenumber", "movecount", "score"], &defaults)?;
            found.add("--draw", words);
        }
        "resign" => {
            let words = known(flag, &["movecount", "score", "twosided"], &["movecount=1"])?;
            found.add("--resign", words);
        }
        "maxmoves" => {
            found.add("--maxmoves", vec![flag.number::<NonZeroU32>()?.to_string()]);
        }
        "tb" => {
            found.has_tables = true;
            found.add("--syzygy", vec![flag.word()?.to_string()]);
        }
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
        "event" => found.add("--event", vec![flag.words.join(" ")]),
        "site" => found.add("--site", vec![flag.words.join(" ")]),
        "ratinginterval" | "scoreinterval" => {
            let interval = flag.number::<u32>()?;
            found.intervals.push(format!("{}={interval}", name(flag)));
        }
        "report" => {
            for (key, value) in flag.pairs()? {
                match key {
                    "penta" => {
                        found.intervals.push(format!("penta={}", is_true(flag.flag, key, value)?));
                    }
                    _ => return flag.unknown(key),
                }
            }
        }
        "output" => {
            for pair in flag.pairs()? {
                match pair {
                    ("format", "fastchess" | "cutechess") => {
                        found.format = Some(pair.1.to_string());
                    }
                    ("format", other) => {
                        return Err(format!(
                            "{}: the format is fastchess or cutechess, not '{other}'",
                            flag.flag
                        ));
                    }
                    (key, _) => return flag.unknown(key),
                }
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The words of a flag with these keys, and the defaults of those that are
/// missing.
fn known(flag: &FlagWords<'_>, keys: &[&str], defaults: &[&str]) -> Result<Vec<String>, String> {
    let pairs = flag.pairs()?;
    if let Some((key, _)) = pairs.iter().find(|(key, _)| !keys.contains(key)) {
        return flag.unknown(key);
    }
    let is_missing = |word: &&&str| {
        !pairs.iter().any(|(key, _)| word.split_once('=').is_some_and(|(own, _)| own == *key))
    };
    let given = pairs.iter().map(|(key, value)| format!("{key}={value}"));
    Ok(given.chain(defaults.iter().filter(is_missing).map(|word| word.to_string())).collect())
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
    found.has_book = true;
    found.add("--openings", words);
    Ok(())
}

/// `-quick cmd=A cmd=B book=FILE`: a match with settings of its own.
fn quick(flag: &FlagWords<'_>, found: &mut Translation) -> Result<(), String> {
    for (key, value) in flag.pairs()? {
        match key {
            "cmd" => found.engines.push(EngineWords::quick(value)),
            "book" => {
                found.has_book = true;
                let words = [format!("file={value}"), "order=random".to_string()];
                found.add("--openings", words.to_vec());
            }
            _ => return flag.unknown(key),
        }
    }
    found.add("--concurrency", vec![concurrency(-LEFT_FREE).to_string()]);
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

/// Puts the words of `staunton match` together.
fn complete(found: &mut Translation) -> Result<(), String> {
    let mut words = vec!["match".to_string()];
    if found.is_resumed {
        // The file has all other flags.
        found.flags.retain(|(flag, _)| ["--resume", "--yes", "--concurrency"].contains(flag));
        words.extend(found.rounds.iter().flat_map(|r| ["--rounds".to_string(), r.to_string()]));
    } else {
        complete_match(found, &mut words)?;
    }
    for (flag, values) in &found.flags {
        words.push((*flag).to_string());
        words.extend(values.iter().cloned());
    }
    found.words = words;
    Ok(())
}

fn complete_match(found: &mut Translation, words: &mut Vec<String>) -> Result<(), String> {
    for engine in &mut found.engines {
        engine.add_missing(&found.each);
        words.push("--engine".to_string());
        words.extend(engine.words());
    }
    let mut rounds = found.rounds.unwrap_or(if found.has_test { ROUNDS_OF_TEST } else { ROUNDS });
    let mut games = found.games.unwrap_or(2);
    // `-games 1000` stands for a thousand rounds of one pair each.
    if games > 2 {
        std::mem::swap(&mut rounds, &mut games);
    }
    if games > 2 {
        return Err(format!("-games: two games are played with an opening, not {games}"));
    }
    found.add("--rounds", vec![rounds.to_string()]);
    found.add("--games", vec![games.to_string()]);
    if !found.has_book {
        // The starting position.
        found.add("--openings", vec!["plies=0".to_string()]);
    }
    if !found.flags.iter().any(|(flag, _)| *flag == "--seed") {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        found.add("--seed", vec![(now.as_micros() as u64).to_string()]);
    }
    let rule = std::mem::take(&mut found.table_rule);
    match (found.has_tables, rule.is_empty()) {
        (_, true) => {}
        (true, false) => found.add("--syzygy-rule", rule),
        (false, false) => found.ignore("rules of tablebases without -tb"),
    }
    let format = found.format.take().unwrap_or_else(|| "fastchess".to_string());
    let mut output = vec![format!("format={format}")];
    for word in std::mem::take(&mut found.intervals) {
        let key = word.split_once('=').map_or("", |(key, _)| key).to_string();
        output.retain(|earlier| !earlier.starts_with(&key));
        output.push(word);
    }
    found.add("--output", output);
    Ok(())
}
