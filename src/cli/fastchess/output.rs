//! The words of the flags that name files and what is printed.

use super::flags::FlagWords;
use super::translation::Translation;

/// `-pgnout file=F …`, or as cutechess has it, `-pgnout F [min] [fi]`.
pub fn pgn(flag: &FlagWords<'_>, found: &mut Translation) -> Result<(), String> {
    let mut words = Vec::new();
    match flag.words {
        [file, more @ ..] if !file.contains('=') => {
            words.push(format!("file={file}"));
            for word in more {
                match word.as_str() {
                    "min" => words.push("min=true".to_string()),
                    "fi" => found.ignore("-pgnout fi"),
                    _ => return flag.unknown(word),
                }
            }
        }
        _ => {
            for (key, value) in flag.pairs()? {
                match key {
                    "file" | "notation" => words.push(format!("{key}={value}")),
                    "nodes" | "seldepth" | "nps" | "hashfull" | "tbhits" | "timeleft"
                    | "latency" | "pv" | "min" => {
                        let value = flag.is_true(key, value)?;
                        words.push(format!("{key}={value}"));
                    }
                    // Games are always appended: a file that exists is never
                    // emptied.
                    "append" if flag.is_true(key, value)? => {}
                    "append" => found.ignore("-pgnout append=false"),
                    "match_line" => found.ignore("-pgnout match_line"),
                    _ => return flag.unknown(key),
                }
            }
        }
    }
    if !words.iter().any(|word| word.starts_with("file=")) {
        return Err(format!("{}: file=… is missing", flag.flag));
    }
    found.add("--pgn", words);
    Ok(())
}

/// `-epdout file=F` or `-epdout F`.
pub fn epd(flag: &FlagWords<'_>, found: &mut Translation) -> Result<(), String> {
    let mut file = None;
    for word in flag.words {
        match word.split_once('=') {
            None => file = Some(word.as_str()),
            Some(("file", name)) => file = Some(name),
            Some(("append", value)) => {
                if !flag.is_true("append", value)? {
                    found.ignore("-epdout append=false");
                }
            }
            Some((key, _)) => return flag.unknown(key),
        }
    }
    let file = file.ok_or_else(|| format!("{}: file=… is missing", flag.flag))?;
    found.add_one("--epdout", file);
    Ok(())
}

/// `-log file=F level=L …`: what engines say is in the file if they are logged.
pub fn log(flag: &FlagWords<'_>, found: &mut Translation) -> Result<(), String> {
    let (mut file, mut has_engines) = (None, false);
    for (key, value) in flag.pairs()? {
        match key {
            "file" => file = Some(value),
            "engine" => has_engines = flag.is_true(key, value)?,
            "level" => match value {
                "trace" | "info" | "warn" | "err" | "fatal" => {}
                _ => return Err(format!("{}: level cannot be '{value}'", flag.flag)),
            },
            "compress" | "realtime" | "append" => {
                flag.is_true(key, value)?;
            }
            _ => return flag.unknown(key),
        }
    }
    match file.filter(|_| has_engines) {
        Some(file) => found.add_one("--log", file),
        // Warnings are on standard error.
        None => found.ignore("-log without engine=true"),
    }
    Ok(())
}

/// `-config file=F outname=F discard=B stats=B`: the state file of a match.
pub fn config(flag: &FlagWords<'_>, found: &mut Translation) -> Result<(), String> {
    let (mut file, mut name, mut is_discarded) = (None, None, false);
    for (key, value) in flag.pairs()? {
        match key {
            "file" => file = Some(value),
            "outname" => name = Some(value),
            "discard" => is_discarded = flag.is_true(key, value)?,
            "stats" if flag.is_true(key, value)? => {}
            "stats" => {
                return Err(format!(
                    "{}: stats=false is not possible here: a match goes on with its games",
                    flag.flag
                ));
            }
            _ => return flag.unknown(key),
        }
    }
    if let Some(file) = file.filter(|_| !is_discarded) {
        found.add_one("--resume", file);
        // A script cannot be asked, so what is started and written is only shown.
        found.add("--yes", vec![]);
    } else if let Some(name) = name {
        found.add_one("--state", name);
    }
    Ok(())
}
