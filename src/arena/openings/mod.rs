//! Where games begin: openings from a file, or made up from a seed.
//!
//! The same options give the same openings on every machine, whatever order
//! they are asked for in, so that a match can be resumed. (Made-up openings
//! are sifted by a short search of this engine; they stay the same as long as
//! the engine plays the same.)

mod file;
mod generate;

pub use generate::{BALANCED, OpeningGenerator, OpeningTarget, PLIES, white_value};

use super::record::Opening;
use crate::board::{Position, Setup};
use crate::random::RandomStream;
use crate::types::Color;
use file::Contents;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where openings come from, and in which order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookOptions {
    /// A file of positions or games; without one, openings are made up.
    pub file: Option<PathBuf>,
    /// What the file holds.
    pub format: BookFormat,
    /// In which order its openings are played.
    pub order: OpeningOrder,
    /// How many plies of a game are its opening, all if `None`; or how many
    /// random plies are played where there is no file: [`PLIES`] if `None`,
    /// but none from the starts of Chess960, which are many by themselves.
    /// Positions have no moves, so that it means nothing to a file of them.
    pub plies: Option<usize>,
    /// Which opening of the file, in its order, comes first, from one.
    pub start: usize,
    /// The seed of all that is random.
    pub seed: u64,
    /// Where made-up openings begin, and how castling is written.
    pub variant: Variant,
}

impl Default for BookOptions {
    /// Made-up openings of standard chess.
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
    /// A position in each line.
    Epd,
    /// Games.
    Pgn,
    /// Whatever its name or, if that says nothing, its beginning suggests.
    #[default]
    Auto,
}

/// In which order openings are played. After the last comes the first again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OpeningOrder {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed; none comes twice before all have come once.
    Random,
}

/// Where the men stand before the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// As they always have.
    #[default]
    Standard,
    /// On one of the 960 starts of Chess960, the same for both players.
    Chess960,
    /// Each player's on one of his own.
    Double,
}

/// A word of the command line for each value of an enum.
macro_rules! words {
    ($type:ident, $what:literal: $($value:ident = $word:literal),*) => {
        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<$type, String> {
                match text {
                    $($word => Ok($type::$value),)*
                    _ => Err(format!(
                        concat!($what, " is one of {}, not '{}'"), [$($word),*].join(", "), text
                    )),
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
words!(BookFormat, "the format of openings": Epd = "epd", Pgn = "pgn", Auto = "auto");
words!(OpeningOrder, "the order of openings": Sequential = "sequential", Random = "random");
words!(Variant, "the variant": Standard = "standard", Chess960 = "chess960", Double = "double");

/// Salts that keep the streams of random numbers apart.
const OF_ORDER: u64 = 1;
const OF_OPENING: u64 = 2;

/// Openings without end.
pub struct Book {
    source: BookSource,
    options: BookOptions,
}

enum BookSource {
    File {
        contents: Contents,
        /// The places of the openings in the file, in the order of play.
        order: Vec<usize>,
    },
    Generated(OpeningGenerator),
}

impl Book {
    /// Opens a book and checks every opening in it.
    ///
    /// # Errors
    /// A sentence that names the file and the line.
    pub fn open(options: &BookOptions) -> Result<Book, String> {
        let source = match &options.file {
            None => BookSource::Generated(OpeningGenerator::new()?),
            Some(path) => {
                let contents = file::read(path, options.format, options.plies)
                    .map_err(|what| format!("{}: {what}", path.display()))?;
                let openings = contents.count();
                if options.start == 0 || options.start > openings {
                    return Err(format!(
                        "{}: the openings are numbered from 1 to {openings}, there is no number {}",
                        path.display(),
                        options.start
                    ));
                }
                let mut order: Vec<usize> = (0..openings).collect();
                if options.order == OpeningOrder::Random {
                    RandomStream::new(options.seed, 0, OF_ORDER).shuffle(&mut order);
                }
                BookSource::File { contents, order }
            }
        };
        Ok(Book { source, options: options.clone() })
    }

    /// How many openings there are; `None` if there is no end of them.
    pub fn count(&self) -> Option<usize> {
        match &self.source {
            BookSource::File { order, .. } => Some(order.len()),
            BookSource::Generated(_) => None,
        }
    }

    /// The opening of the pair of games with this number, from zero.
    pub fn opening(&self, pair: usize) -> Opening {
        let odd_castling = self.options.variant != Variant::Standard;
        match &self.source {
            BookSource::File { contents, order } => {
                let place = (pair % order.len() + self.options.start - 1) % order.len();
                let opening = contents.opening(order[place]);
                Opening { chess960: opening.chess960 || odd_castling, ..opening }
            }
            BookSource::Generated(generator) => {
                let mut random = RandomStream::new(self.options.seed, pair as u64, OF_OPENING);
                let plies = self.options.plies.unwrap_or(if odd_castling { 0 } else { PLIES });
                generator.opening(self.options.variant, plies, &mut random)
            }
        }
    }
}

impl Opening {
    /// The position after the moves of the book.
    pub fn end(&self) -> Position {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.play(mv, &mut ());
        }
        position
    }
}

/// The start of a game of a variant, where the variant leaves a choice by
/// Scharnagl's numbers from the stream.
fn random_start(variant: Variant, random: &mut RandomStream) -> Position {
    const STARTS: usize = 960;
    let mut number = || random.below(STARTS) as u16;
    let numbers = match variant {
        Variant::Standard => return Position::start(),
        Variant::Chess960 => {
            let number = number();
            [number, number]
        }
        Variant::Double => Color::ALL.map(|_| number()),
    };
    Setup::chess960(numbers[0], numbers[1])
        .and_then(|setup| Position::try_from(&setup).ok())
        .unwrap_or_else(Position::start)
}
