//! The UCI options.

use crate::config::{
    BoundedInt, EvalFile, HashMb, MoveOverhead, MultiPv, NodesTime, OptionDefaults, Threads,
};
#[cfg(feature = "tune")]
use crate::search::params;

/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Staunton ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine that values the pieces as the old handbooks do. MIT OR Apache-2.0"
);

/// The options that the session itself reads. The engine keeps the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciOptions {
    defaults: OptionDefaults,
    /// Whether castling is written as the king taking its own rook.
    pub chess960: bool,
    /// Whether the chances of win, draw and loss follow each score.
    pub show_wdl: bool,
    /// Nodes that count as a millisecond; zero for the clock.
    pub nodestime: NodesTime,
}

/// What the engine must do after an option is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionChange {
    /// Nothing: the session has all it needs.
    Nothing,
    /// Resize the transposition table.
    Hash(HashMb),
    /// Clear the transposition table.
    ClearHash,
    /// Change the number of threads.
    Threads(Threads),
    /// Change the number of best lines.
    MultiPv(MultiPv),
    /// Change the time kept back on each move.
    MoveOverhead(MoveOverhead),
    /// Evaluate with another network.
    EvalFile(EvalFile),
}

impl UciOptions {
    /// The options at their defaults.
    pub fn new(defaults: OptionDefaults) -> UciOptions {
        let OptionDefaults { chess960, show_wdl, nodestime, .. } = defaults;
        UciOptions { chess960, show_wdl, nodestime, defaults }
    }

    /// The declarations for the answer to `uci`, one a line.
    pub fn declarations(&self) -> String {
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
            format!("option name EvalFile type string default {}", d.eval_file),
            format!("option name UCI_EngineAbout type string default {ABOUT}"),
        ]
        .into_iter()
        .chain(tunable_parameters())
        .collect::<Vec<_>>()
        .join("\n")
    }

    /// Sets an option. The name may differ in upper and lower case and in
    /// spaces.
    ///
    /// # Errors
    /// A sentence that says what is wrong; then nothing has changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<OptionChange, String> {
        let plain: String =
            name.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
        match plain.as_str() {
            "hash" => return Ok(OptionChange::Hash(int_value("Hash", value)?)),
            "clearhash" => return Ok(OptionChange::ClearHash),
            "threads" => return Ok(OptionChange::Threads(int_value("Threads", value)?)),
            "multipv" => return Ok(OptionChange::MultiPv(int_value("MultiPV", value)?)),
            "moveoverhead" => {
                return Ok(OptionChange::MoveOverhead(int_value("Move Overhead", value)?));
            }
            "evalfile" => return Ok(OptionChange::EvalFile(EvalFile::from(value))),
            "nodestime" => self.nodestime = int_value("nodestime", value)?,
            "uci_chess960" => self.chess960 = bool_value("UCI_Chess960", value)?,
            "uci_showwdl" => self.show_wdl = bool_value("UCI_ShowWDL", value)?,
            // These change nothing: `go ponder` starts pondering, and the
            // search is the same in play and in analysis.
            "ponder" => drop(bool_value("Ponder", value)?),
            "uci_analysemode" => drop(bool_value("UCI_AnalyseMode", value)?),
            // Read-only.
            "uci_engineabout" => {}
            #[cfg(feature = "tune")]
            tuned if let Some(p) = params::ALL.iter().find(|p| p.name == tuned) => {
                p.set(value)?;
            }
            _ => return Err(format!("there is no option '{name}'; nothing is set")),
        }
        Ok(OptionChange::Nothing)
    }
}

/// The parameters of the search as options, for tuners.
#[cfg(feature = "tune")]
fn tunable_parameters() -> impl Iterator<Item = String> {
    params::ALL.iter().map(|p| {
        let (name, default, low, high) = (p.name, p.default, p.low, p.high);
        format!("option name {name} type spin default {default} min {low} max {high}")
    })
}

#[cfg(not(feature = "tune"))]
fn tunable_parameters() -> impl Iterator<Item = String> {
    std::iter::empty()
}

fn spin<const LOW: u64, const HIGH: u64>(name: &str, default: BoundedInt<LOW, HIGH>) -> String {
    format!("option name {name} type spin default {} min {LOW} max {HIGH}", default.get())
}

fn check(name: &str, default: bool) -> String {
    format!("option name {name} type check default {default}")
}

fn int_value<const LOW: u64, const HIGH: u64>(
    name: &str,
    value: &str,
) -> Result<BoundedInt<LOW, HIGH>, String> {
    value.parse().ok().and_then(BoundedInt::new).ok_or_else(|| {
        let allowed = BoundedInt::<LOW, HIGH>::allowed();
        format!("{name} takes {allowed}, not '{value}'; it stays as it is")
    })
}

fn bool_value(name: &str, value: &str) -> Result<bool, String> {
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
            assert_eq!(
                change,
                Ok(OptionChange::MoveOverhead(BoundedInt::new(33).unwrap())),
                "{name}"
            );
        }
        assert_eq!(options.set("clear hash", ""), Ok(OptionChange::ClearHash));
        assert_eq!(options.set("uci_chess960", "TRUE"), Ok(OptionChange::Nothing));
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
