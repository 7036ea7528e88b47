//! What a chess program can set.

use crate::config::{self, HashMb, MoveOverhead, MultiPv, NodesTime, Threads, Whole};
#[cfg(feature = "tune")]
use crate::search::params;

/// Who the engine is, for `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Staunton ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine that values the men as the old handbooks do. MIT OR Apache-2.0"
);

/// The options that the front end keeps for itself or passes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciOptions {
    defaults: config::Options,
    /// Castling is written as the king taking its rook.
    pub chess960: bool,
    /// Chances of win, draw and loss follow the score.
    pub show_wdl: bool,
    /// Nodes that count as a millisecond; zero to go by the clock.
    pub nodestime: NodesTime,
}

/// What follows from a change of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing more than that the front end knows it.
    Noted,
    /// The table must change its size.
    Hash(HashMb),
    /// The table must be emptied.
    ClearHash,
    /// The number of threads must change.
    Threads(Threads),
    /// The engine must know the number of lines.
    MultiPv(MultiPv),
    /// The engine must know the time to keep back.
    MoveOverhead(MoveOverhead),
}

impl UciOptions {
    /// The options as a file of settings wants them.
    pub fn new(defaults: config::Options) -> UciOptions {
        let config::Options { chess960, show_wdl, nodestime, .. } = defaults;
        UciOptions { chess960, show_wdl, nodestime, defaults }
    }

    /// The declarations, line by line, as the answer to `uci` holds them.
    pub fn declaration(&self) -> String {
        let d = &self.defaults;
        [
            spin("Hash", d.hash_mb),
            "option name Clear Hash type button".to_string(),
            spin("Threads", d.threads),
            check("Ponder", d.ponder),
            spin("MultiPV", d.multipv),
            spin("Move Overhead", d.move_overhead_ms),
            spin("nodestime", d.nodestime),
            check("UCI_Chess960", d.chess960),
            check("UCI_ShowWDL", d.show_wdl),
            check("UCI_AnalyseMode", d.analyse_mode),
            format!("option name UCI_EngineAbout type string default {ABOUT}"),
        ]
        .into_iter()
        .chain(margins())
        .collect::<Vec<_>>()
        .join("\n")
    }

    /// Sets an option. Upper and lower case, and spaces in the name, do not
    /// matter. `Err` says what is wrong; then nothing has changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let plain: String =
            name.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
        match plain.as_str() {
            "hash" => return Ok(Change::Hash(whole("Hash", value)?)),
            "clearhash" => return Ok(Change::ClearHash),
            "threads" => return Ok(Change::Threads(whole("Threads", value)?)),
            "multipv" => return Ok(Change::MultiPv(whole("MultiPV", value)?)),
            "moveoverhead" => return Ok(Change::MoveOverhead(whole("Move Overhead", value)?)),
            "nodestime" => self.nodestime = whole("nodestime", value)?,
            "uci_chess960" => self.chess960 = truth("UCI_Chess960", value)?,
            "uci_showwdl" => self.show_wdl = truth("UCI_ShowWDL", value)?,
            // The engine ponders when it is told to, and seeks the best move
            // whether it plays or analyses.
            "ponder" => drop(truth("Ponder", value)?),
            "uci_analysemode" => drop(truth("UCI_AnalyseMode", value)?),
            // It tells, and is told nothing.
            "uci_engineabout" => {}
            #[cfg(feature = "tune")]
            tuned if let Some(p) = params::ALL.iter().find(|p| p.name == tuned) => {
                p.set(value)?;
            }
            _ => return Err(format!("there is no option '{name}'; nothing is set")),
        }
        Ok(Change::Noted)
    }
}

/// The margins of the search, for tuners.
#[cfg(feature = "tune")]
fn margins() -> impl Iterator<Item = String> {
    params::ALL.iter().map(|p| {
        let (name, default, low, high) = (p.name, p.default, p.low, p.high);
        format!("option name {name} type spin default {default} min {low} max {high}")
    })
}

#[cfg(not(feature = "tune"))]
fn margins() -> impl Iterator<Item = String> {
    std::iter::empty()
}

fn spin<const LOW: u64, const HIGH: u64>(name: &str, default: Whole<LOW, HIGH>) -> String {
    format!("option name {name} type spin default {} min {LOW} max {HIGH}", default.get())
}

fn check(name: &str, default: bool) -> String {
    format!("option name {name} type check default {default}")
}

fn whole<const LOW: u64, const HIGH: u64>(
    name: &str,
    value: &str,
) -> Result<Whole<LOW, HIGH>, String> {
    value.parse().ok().and_then(Whole::new).ok_or_else(|| {
        let allowed = Whole::<LOW, HIGH>::allowed();
        format!("{name} takes {allowed}, not '{value}'; it stays as it is")
    })
}

fn truth(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{name} is true or false, not '{value}'; it stays as it is")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn options() -> UciOptions {
        UciOptions::new(Config::default().options)
    }

    #[test]
    fn case_and_spaces_in_names_do_not_matter() {
        let mut options = options();
        for name in ["Move Overhead", "MoveOverhead", "moveoverhead", "MOVE  OVERHEAD"] {
            let change = options.set(name, "33");
            assert_eq!(change, Ok(Change::MoveOverhead(Whole::new(33).unwrap())), "{name}");
        }
        assert_eq!(options.set("clear hash", ""), Ok(Change::ClearHash));
        assert_eq!(options.set("uci_chess960", "TRUE"), Ok(Change::Noted));
        assert!(options.chess960);
    }

    #[test]
    fn a_bad_value_is_refused_with_what_is_allowed_and_kept() {
        let mut options = options();
        for (name, value, sentence) in [
            (
                "hash",
                "abc",
                "Hash takes a whole number from 1 to 1048576, not 'abc'; it stays as it is",
            ),
            (
                "Hash",
                "0",
                "Hash takes a whole number from 1 to 1048576, not '0'; it stays as it is",
            ),
            (
                "Hash",
                "-1",
                "Hash takes a whole number from 1 to 1048576, not '-1'; it stays as it is",
            ),
            ("Hash", "", "Hash takes a whole number from 1 to 1048576, not ''; it stays as it is"),
            (
                "Threads",
                "1025",
                "Threads takes a whole number from 1 to 1024, not '1025'; it stays as it is",
            ),
            ("Ponder", "1", "Ponder is true or false, not '1'; it stays as it is"),
            ("Contempt", "5", "there is no option 'Contempt'; nothing is set"),
        ] {
            assert_eq!(options.set(name, value), Err(sentence.to_string()));
        }
    }
}
