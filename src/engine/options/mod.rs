//! The UCI options: each is declared once, in the table below, from which come its
//! field in [`Options`], its default, its declaration in UCI, what `setoption` and a
//! settings file may say, and the ranges of the command line.

mod opponent;
mod values;

pub use opponent::Opponent;
pub use values::{BoundedInt, FilePath, Folders, MoveWords, OptionValue, ValueKind};

use std::path::Path;

/// The size of a transposition table, in mebibytes.
pub type HashMb = BoundedInt<1, 1_048_576>;
/// How many threads search.
pub type Threads = BoundedInt<1, 1024>;
/// The number of best lines that a search reports.
pub type MultiPv = BoundedInt<1, 256>;
/// Time kept back on each move, in milliseconds.
pub type MoveOverhead = BoundedInt<0, 10_000>;
/// A rating to play at.
pub type Elo = BoundedInt<800, 2800>;
/// A level of strength; the highest is full strength.
pub type SkillLevel = BoundedInt<0, 20>;
/// Nodes that count as a millisecond; zero for the clock.
pub type NodesTime = BoundedInt<0, 10_000>;
/// The remaining depth from which the tablebases are probed, in plies.
pub type ProbeDepth = BoundedInt<1, 100>;
/// The most pieces of a position to look up in the tablebases.
pub type ProbeLimit = BoundedInt<0, 7>;
/// How much a draw is worse than an even position, in centipawns.
pub type Contempt = BoundedInt<-1000, 1000>;

/// Makes the types of the options from their table.
macro_rules! options {
    ($($(#[$doc:meta])* $option:ident $name:literal $key:ident: $type:ty = $default:expr;)*) => {
        /// The values of all options.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Options { $($(#[$doc])* pub $key: $type),* }

        impl Default for Options {
            /// What `engine.toml` says as it is delivered.
            fn default() -> Options {
                Options { $($key: $default),* }
            }
        }

        /// An option of UCI that has a value.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "the fields of the values have the docs")]
        pub enum UciOption { $($option),* }

        impl UciOption {
            /// All options, in the order in which UCI declares them.
            pub const ALL: &[UciOption] = &[$(UciOption::$option),*];

            /// The name in UCI.
            pub fn name(self) -> &'static str {
                match self { $(UciOption::$option => $name),* }
            }

            /// The key in a settings file.
            pub fn key(self) -> &'static str {
                match self { $(UciOption::$option => stringify!($key)),* }
            }

            /// What a settings file must give.
            pub fn kind(self) -> ValueKind {
                match self { $(UciOption::$option => <$type>::KIND),* }
            }

            /// What is allowed, for error messages.
            pub fn allowed(self) -> String {
                match self { $(UciOption::$option => <$type>::allowed()),* }
            }
        }

        impl Options {
            /// Sets an option to the value that a text means.
            ///
            /// # Errors
            /// If the value is not allowed; then the option stays as it is.
            pub fn set(&mut self, option: UciOption, text: &str) -> Result<(), ValueError> {
                let error = || ValueError { option, text: text.to_string() };
                match option {
                    $(UciOption::$option => {
                        self.$key = OptionValue::read(text).ok_or_else(error)?;
                    })*
                }
                Ok(())
            }

            /// Type, default and range as UCI declares them, with the present value as
            /// the default.
            pub fn declaration(&self, option: UciOption) -> String {
                match option { $(UciOption::$option => self.$key.declaration()),* }
            }

            /// Makes relative paths count from a folder.
            pub fn resolve_paths(&mut self, folder: &Path) {
                $(self.$key.resolve(folder);)*
            }
        }
    };
}

options! {
    /// The size of the transposition table, in mebibytes.
    Hash "Hash" hash_mb: HashMb = HashMb::of(16);
    /// How many threads search.
    Threads "Threads" threads: Threads = Threads::of(1);
    /// Whether the chess program may send `go ponder`. It changes nothing in the
    /// engine.
    Ponder "Ponder" ponder: bool = false;
    /// The number of best lines to report.
    MultiPv "MultiPV" multipv: MultiPv = MultiPv::of(1);
    /// Time kept back on each move for the delay between engine and clock, in
    /// milliseconds.
    MoveOverhead "Move Overhead" move_overhead_ms: MoveOverhead = MoveOverhead::of(20);
    /// Nodes that count as a millisecond; zero for the clock.
    NodesTime "nodestime" nodestime: NodesTime = NodesTime::of(0);
    /// Whether castling is written as the king taking its own rook.
    Chess960 "UCI_Chess960" chess960: bool = false;
    /// Whether the chances of win, draw and loss follow each score.
    ShowWdl "UCI_ShowWDL" show_wdl: bool = false;
    /// Whether the position is analysed: at full strength and without contempt.
    AnalyseMode "UCI_AnalyseMode" analyse_mode: bool = false;
    /// The file of a network; none for the built-in one.
    EvalFile "EvalFile" eval_file: FilePath = FilePath::NONE;
    /// The folders of Syzygy tablebases.
    SyzygyPath "SyzygyPath" syzygy_path: Folders = Folders::default();
    /// The least remaining depth at which the search probes the largest tables, in
    /// plies.
    SyzygyProbeDepth "SyzygyProbeDepth" syzygy_probe_depth: ProbeDepth = ProbeDepth::of(1);
    /// The most pieces of a position to look up in the tables.
    SyzygyProbeLimit "SyzygyProbeLimit" syzygy_probe_limit: ProbeLimit = ProbeLimit::of(7);
    /// Whether a win that the fifty-move rule spoils is a draw.
    Syzygy50MoveRule "Syzygy50MoveRule" syzygy_50_move_rule: bool = true;
    /// Whether `elo` limits the strength.
    LimitStrength "UCI_LimitStrength" limit_strength: bool = false;
    /// The rating of a limited strength.
    Elo "UCI_Elo" elo: Elo = Elo::LEAST;
    /// The strength as a level.
    SkillLevel "Skill Level" skill_level: SkillLevel = SkillLevel::GREATEST;
    /// Whether moves come from the book in `BookFile`, as long as it has some.
    OwnBook "OwnBook" own_book: bool = false;
    /// A book of openings in the form of Polyglot.
    BookFile "BookFile" book_file: FilePath = FilePath::NONE;
    /// Who plays against the engine. It changes nothing in its play.
    Opponent "UCI_Opponent" opponent: Opponent = Opponent::NONE;
    /// How much a draw is worse than an even position, in centipawns.
    Contempt "Contempt" contempt: Contempt = Contempt::of(0);
    /// Moves that are not searched at the root.
    ExcludeMoves "ExcludeMoves" exclude_moves: MoveWords = MoveWords::default();
    /// A file to which all input and output is added.
    DebugLogFile "Debug Log File" debug_log_file: FilePath = FilePath::NONE;
    /// The file of `SaveHash` and `LoadHash`.
    HashFile "HashFile" hash_file: FilePath = FilePath::NONE;
}

impl UciOption {
    /// The option of this name, which may differ in upper and lower case and in
    /// spaces.
    ///
    /// ```
    /// use staunton::engine::options::{Options, UciOption};
    ///
    /// let mut options = Options::default();
    /// let option = UciOption::of_name("move overhead").expect("there is one");
    /// options.set(option, "50")?;
    /// assert_eq!(options.move_overhead_ms.get(), 50);
    /// assert!(options.set(option, "soon").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_name(name: &str) -> Option<UciOption> {
        UciOption::ALL.iter().copied().find(|option| is_same_name(option.name(), name))
    }

    /// The option of this key.
    pub fn of_key(key: &str) -> Option<UciOption> {
        UciOption::ALL.iter().copied().find(|option| option.key() == key)
    }
}

/// Whether two names mean the same option: upper and lower case and spaces do not
/// matter.
pub fn is_same_name(one: &str, other: &str) -> bool {
    let plain = |name: &str| -> String {
        name.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect()
    };
    plain(one) == plain(other)
}

/// A value that an option cannot have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} takes {}, not '{text}'; it stays as it is", .option.name(), .option.allowed())]
pub struct ValueError {
    /// The option.
    pub option: UciOption,
    /// The value that was given.
    pub text: String,
}

/// The rating of the lowest level, and how much each level adds.
const LOWEST_LEVEL: i64 = Elo::LOW;
const ELO_PER_LEVEL: i64 = (Elo::HIGH - Elo::LOW) / SkillLevel::HIGH;

impl Options {
    /// The rating to play at; `None` for full strength.
    pub fn playing_elo(&self) -> Option<u32> {
        let of_level = || LOWEST_LEVEL + ELO_PER_LEVEL * self.skill_level.get();
        let is_level = self.skill_level != SkillLevel::GREATEST;
        let elo = self.limit_strength.then_some(self.elo.get()).or(is_level.then(of_level));
        elo.filter(|_| !self.analyse_mode).map(|elo| elo as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_spaces_in_names_do_not_matter() {
        for name in ["Move Overhead", "MoveOverhead", "moveoverhead", "MOVE  OVERHEAD"] {
            assert_eq!(UciOption::of_name(name), Some(UciOption::MoveOverhead), "{name}");
        }
        assert_eq!(UciOption::of_name("Strength"), None);
        assert_eq!(UciOption::of_key("hash_mb"), Some(UciOption::Hash));
    }

    #[test]
    fn the_strength_is_a_rating_or_a_level_and_full_in_analysis() {
        let mut options = Options::default();
        assert_eq!(options.playing_elo(), None);
        for (option, value, elo) in [
            (UciOption::Elo, "1500", None),
            (UciOption::LimitStrength, "true", Some(1500)),
            (UciOption::SkillLevel, "3", Some(1500)),
            (UciOption::LimitStrength, "false", Some(1100)),
            (UciOption::AnalyseMode, "true", None),
            (UciOption::AnalyseMode, "false", Some(1100)),
            (UciOption::SkillLevel, "0", Some(800)),
            (UciOption::SkillLevel, "20", None),
        ] {
            options.set(option, value).unwrap();
            assert_eq!(options.playing_elo(), elo, "{option:?} {value}");
        }
    }

    #[test]
    fn a_bad_value_is_refused_with_what_is_allowed_and_kept() {
        let mut options = Options::default();
        for (option, text, allowed) in [
            (UciOption::Hash, "abc", "Hash takes a whole number from 1 to 1048576"),
            (UciOption::Hash, "0", "Hash takes a whole number from 1 to 1048576"),
            (UciOption::Hash, "-1", "Hash takes a whole number from 1 to 1048576"),
            (UciOption::Hash, "", "Hash takes a whole number from 1 to 1048576"),
            (UciOption::Threads, "1025", "Threads takes a whole number from 1 to 1024"),
            (UciOption::Ponder, "1", "Ponder takes true or false"),
            (UciOption::Contempt, "5000", "Contempt takes a whole number from -1000 to 1000"),
            (UciOption::ExcludeMoves, "e2e4 e9", "ExcludeMoves takes moves like e2e4"),
        ] {
            let error = options.set(option, text).unwrap_err().to_string();
            assert_eq!(error, format!("{allowed}, not '{text}'; it stays as it is"));
        }
        assert_eq!(options, Options::default());
    }
}
