//! The options of openings: where they come from, and in which order they are
//! played.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where openings come from, and in which order they are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookOptions {
    /// A file of positions or games; if `None`, openings are generated.
    pub file: Option<PathBuf>,
    /// What the file holds.
    pub format: BookFormat,
    /// In which order its openings are played. Those of a Polyglot book are drawn.
    pub order: OpeningOrder,
    /// With a file of games: how many plies of a game are its opening; all of
    /// them if `None`. Without a file: how many random plies are played;
    /// [`PLIES`](super::PLIES) if `None`, but none from the starting positions
    /// of Chess960, which differ enough. A file of positions ignores it. With a Polyglot
    /// book: how many plies are drawn from it; eight if `None`.
    pub plies: Option<usize>,
    /// The opening with which to begin, in the order of play, from one.
    pub start: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// The starting positions of generated openings; also says how castling is
    /// written.
    pub variant: Variant,
}

impl Default for BookOptions {
    /// Generated openings of standard chess.
    fn default() -> BookOptions {
        BookOptions {
            file: None,
            format: BookFormat::Auto,
            order: OpeningOrder::Sequential,
            plies: None,
            start: 1,
            seed: 0,
            variant: Variant::Standard,
        }
    }
}

/// What a file of openings holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookFormat {
    /// One position in each line.
    Epd,
    /// Games in PGN.
    Pgn,
    /// A Polyglot book.
    Bin,
    /// By the extension of the file's name; if that does not tell, by the
    /// beginning of its text.
    #[default]
    Auto,
}

/// In which order openings are played. After the last comes the first again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OpeningOrder {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed; no opening is repeated before all were played.
    Random,
    /// Each drawn from all openings by the seed, so that some come twice before
    /// others come once.
    Replacement,
}

/// The starting position of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// One of the 960 starting positions of Chess960, the same for both
    /// players.
    Chess960,
    /// Double Fischer random: one of the 960 for each player.
    Double,
}

/// No value of an option of openings has this word.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} is one of {known}, not '{word}'")]
pub struct OpeningWordError {
    what: &'static str,
    known: String,
    word: String,
}

/// Implements `FromStr` and `Display` by a word of the command line for each
/// value of an enum.
macro_rules! words {
    ($type:ident, $what:literal: $($value:ident = $word:literal),*) => {
        impl FromStr for $type {
            type Err = OpeningWordError;

            fn from_str(text: &str) -> Result<$type, OpeningWordError> {
                match text {
                    $($word => Ok($type::$value),)*
                    _ => Err(OpeningWordError {
                        what: $what,
                        known: [$($word),*].join(", "),
                        word: text.to_string(),
                    }),
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($type::$value => $word),* })
            }
        }
    };
}
words!(BookFormat, "the format of openings": Epd = "epd", Pgn = "pgn", Bin = "bin", Auto = "auto");
words!(OpeningOrder, "the order of openings": Sequential = "sequential", Random = "random", Replacement = "replacement");
words!(Variant, "the variant": Standard = "standard", Chess960 = "chess960", Double = "double");
