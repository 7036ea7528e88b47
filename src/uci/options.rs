//! The UCI options.

use crate::config::{
    BoundedInt, Elo, EvalFile, HashMb, MoveOverhead, MultiPv, NodesTime, OptionDefaults,
    ProbeDepth, ProbeLimit, Threads,
};
#[cfg(feature = "tune")]
use crate::engine::search::params;
use std::path::PathBuf;

/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Staunton ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine that values the pieces as the old handbooks do. MIT OR Apache-2.0"
);

/// How UCI writes an empty text.
const EMPTY: &str = "<empty>";

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
    /// The least remaining depth at which the largest tables are probed.
    pub probe_depth: ProbeDepth,
    /// The most pieces of a position to look up in the tables.
    pub probe_limit: ProbeLimit,
    /// Whether a win that the fifty-move rule spoils is a draw.
    pub fifty_move_rule: bool,
    /// How much a draw is worse than an even position, in centipawns.
    pub contempt: i32,
    /// Whether the position is analysed: at full strength and without contempt.
    pub analyse_mode: bool,
    /// Moves that are not searched at the root, in UCI notation.
    pub excluded_moves: Vec<String>,
    /// Whether `UCI_Elo` holds.
    pub limit_strength: bool,
    /// The rating of a limited strength.
    pub elo: Elo,
    /// The strength as a level.
    pub skill_level: SkillLevel,
    /// The file of `SaveHash` and `LoadHash`.
    pub hash_file: Option<PathBuf>,
}

/// A level of strength; the highest is full strength.
pub type SkillLevel = BoundedInt<0, 20>;
/// The rating of the lowest level, and how much each level adds.
const LOWEST_LEVEL: u64 = Elo::LOW;
const ELO_PER_LEVEL: u64 = (Elo::HIGH - Elo::LOW) / SkillLevel::HIGH;
/// The largest contempt, in centipawns.
const MAX_CONTEMPT: i32 = 1000;

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
    /// Open the tablebases in these folders.
    SyzygyPath(String),
    /// Write all input and output to a file; `None` to end that.
    LogFile(Option<PathBuf>),
    /// Save the transposition table in a file.
    SaveHash(PathBuf),
    /// Load the transposition table from a file.
    LoadHash(PathBuf),
}

impl UciOptions {
    /// The options at their defaults.
    pub fn new(defaults: OptionDefaults) -> UciOptions {
        UciOptions {
            chess960: defaults.chess960,
            show_wdl: defaults.show_wdl,
            nodestime: defaults.nodestime,
            probe_depth: defaults.syzygy_probe_depth,
            probe_limit: defaults.syzygy_probe_limit,
            fifty_move_rule: defaults.syzygy_50_move_rule,
            contempt: 0,
            analyse_mode: defaults.analyse_mode,
            excluded_moves: Vec::new(),
            limit_strength: false,
            elo: BoundedInt::LEAST,
            skill_level: BoundedInt::GREATEST,
            hash_file: None,
            defaults,
        }
    }

    /// The rating to play at; `None` for full strength.
    pub fn playing_elo(&self) -> Option<u32> {
        let of_level = || LOWEST_LEVEL + ELO_PER_LEVEL * self.skill_level.get();
        let is_level = self.skill_level != SkillLevel::GREATEST;
        let elo = self.limit_strength.then_some(self.elo.get()).or(is_level.then(of_level));
        elo.filter(|_| !self.analyse_mode).map(|elo| elo as u32)
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
            format!("option name SyzygyPath type string default {}", or_empty(&d.syzygy_path)),
            spin("SyzygyProbeDepth", d.syzygy_probe_depth),
            spin("SyzygyProbeLimit", d.syzygy_probe_limit),
            check("Syzygy50MoveRule", d.syzygy_50_move_rule),
            check("UCI_LimitStrength", false),
            spin("UCI_Elo", Elo::LEAST),
            spin("Skill Level", SkillLevel::GREATEST),
            format!(
                "option name Contempt type spin default 0 min -{MAX_CONTEMPT} max {MAX_CONTEMPT}"
            ),
            text("ExcludeMoves"),
            text("Debug Log File"),
            text("HashFile"),
            "option name SaveHash type button".to_string(),
            "option name LoadHash type button".to_string(),
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
            "syzygypath" => {
                let path = if value == EMPTY { "" } else { value };
                return Ok(OptionChange::SyzygyPath(path.to_string()));
            }
            "syzygyprobedepth" => self.probe_depth = int_value("SyzygyProbeDepth", value)?,
            "syzygyprobelimit" => self.probe_limit = int_value("SyzygyProbeLimit", value)?,
            "syzygy50moverule" => self.fifty_move_rule = bool_value("Syzygy50MoveRule", value)?,
            "debuglogfile" => return Ok(OptionChange::LogFile(path_of(value))),
            "savehash" => return Ok(OptionChange::SaveHash(self.named_hash_file("SaveHash")?)),
            "loadhash" => return Ok(OptionChange::LoadHash(self.named_hash_file("LoadHash")?)),
            "hashfile" => self.hash_file = path_of(value),
            "contempt" => self.contempt = contempt_value(value)?,
            "excludemoves" => self.excluded_moves = move_list(value)?,
            "uci_limitstrength" => self.limit_strength = bool_value("UCI_LimitStrength", value)?,
            "uci_elo" => self.elo = int_value("UCI_Elo", value)?,
            "skilllevel" => self.skill_level = int_value("Skill Level", value)?,
            "uci_analysemode" => self.analyse_mode = bool_value("UCI_AnalyseMode", value)?,
            "nodestime" => self.nodestime = int_value("nodestime", value)?,
            "uci_chess960" => self.chess960 = bool_value("UCI_Chess960", value)?,
            "uci_showwdl" => self.show_wdl = bool_value("UCI_ShowWDL", value)?,
            // This changes nothing: `go ponder` starts pondering.
            "ponder" => drop(bool_value("Ponder", value)?),
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

impl UciOptions {
    /// The file that `HashFile` names.
    fn named_hash_file(&self, button: &str) -> Result<PathBuf, String> {
        self.hash_file.clone().ok_or(format!("{button}: set HashFile to the name of a file first"))
    }
}

/// The declaration of a text that is empty at first.
fn text(name: &str) -> String {
    format!("option name {name} type string default {EMPTY}")
}

/// The path that a value names; `None` if it is empty.
fn path_of(value: &str) -> Option<PathBuf> {
    (!value.is_empty() && value != EMPTY).then(|| PathBuf::from(value))
}

fn contempt_value(value: &str) -> Result<i32, String> {
    let range = -MAX_CONTEMPT..=MAX_CONTEMPT;
    value.parse().ok().filter(|contempt| range.contains(contempt)).ok_or_else(|| {
        format!(
            "Contempt takes a whole number from -{MAX_CONTEMPT} to {MAX_CONTEMPT}, not '{value}'; \
             it stays as it is"
        )
    })
}

/// Moves in UCI notation, separated by spaces or commas.
fn move_list(value: &str) -> Result<Vec<String>, String> {
    let value = if value == EMPTY { "" } else { value };
    let words =
        value.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let is_move = |word: &str| {
        let (squares, promotion) = word.split_at_checked(4).unwrap_or(("", word));
        let is_square = |s: &[u8]| (b'a'..=b'h').contains(&s[0]) && (b'1'..=b'8').contains(&s[1]);
        squares.as_bytes().chunks_exact(2).all(is_square)
            && !squares.is_empty()
            && ["", "n", "b", "r", "q"].contains(&promotion)
    };
    words
        .map(|word| match is_move(word) {
            true => Ok(word.to_string()),
            false => {
                Err(format!("ExcludeMoves takes moves like e2e4, not '{word}'; it stays as it is"))
            }
        })
        .collect()
}

/// A text, or the word by which UCI writes an empty one.
fn or_empty(text: &str) -> &str {
    if text.is_empty() { EMPTY } else { text }
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
    fn the_strength_is_a_rating_or_a_level_and_full_in_analysis() {
        let mut options = options();
        assert_eq!(options.playing_elo(), None);
        for (name, value, elo) in [
            ("UCI_Elo", "1500", None),
            ("UCI_LimitStrength", "true", Some(1500)),
            ("Skill Level", "3", Some(1500)),
            ("UCI_LimitStrength", "false", Some(1100)),
            ("UCI_AnalyseMode", "true", None),
            ("UCI_AnalyseMode", "false", Some(1100)),
            ("Skill Level", "0", Some(800)),
            ("Skill Level", "20", None),
        ] {
            assert_eq!(options.set(name, value), Ok(OptionChange::Nothing));
            assert_eq!(options.playing_elo(), elo, "{name} {value}");
        }
        assert_eq!(options.set("ExcludeMoves", "e2e4, a7a8q"), Ok(OptionChange::Nothing));
        assert_eq!(options.excluded_moves, ["e2e4", "a7a8q"]);
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
            ("Strength", "5", "there is no option 'Strength'; nothing is set"),
            (
                "Contempt",
                "5000",
                "Contempt takes a whole number from -1000 to 1000, not '5000'; it stays as it is",
            ),
            (
                "ExcludeMoves",
                "e2e4 e9",
                "ExcludeMoves takes moves like e2e4, not 'e9'; it stays as it is",
            ),
            ("SaveHash", "", "SaveHash: set HashFile to the name of a file first"),
        ] {
            assert_eq!(options.set(name, value), Err(sentence.to_string()));
        }
    }
}
