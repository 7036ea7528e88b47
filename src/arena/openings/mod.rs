//! Openings: read from a file, or generated from a seed.
//!
//! The same options give the same openings on every machine, whatever order
//! they are requested in, so that a match can be resumed. Generated openings
//! are filtered by a short search of this engine; they stay the same only as
//! long as search and evaluation do.

mod file;
mod generate;
mod options;

pub use generate::{BALANCED, OpeningGenerator, OpeningTarget, PLIES, white_value};
pub use options::{BookFormat, BookOptions, OpeningOrder, Variant};

use super::record::Opening;
use crate::random::RandomStream;
use file::BookContents;

/// Salts that keep the streams of random numbers apart.
const OF_ORDER: u64 = 1;
const OF_OPENING: u64 = 2;

/// An endless sequence of openings: a file starts again after its end.
pub struct Book {
    source: BookSource,
    options: BookOptions,
}

enum BookSource {
    File {
        contents: BookContents,
        /// The indices of the openings in the file, in the order of play.
        order: Vec<usize>,
    },
    Generated(Box<OpeningGenerator>),
}

impl Book {
    /// Opens a book and checks every opening in it.
    ///
    /// # Errors
    /// A sentence that names the file and the line, or says that there is no
    /// memory for the generator's search.
    pub fn open(options: &BookOptions) -> Result<Book, String> {
        let source = match &options.file {
            None => BookSource::Generated(Box::new(OpeningGenerator::new()?)),
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

    /// The number of different openings; `None` if they are generated.
    pub fn count(&self) -> Option<usize> {
        match &self.source {
            BookSource::File { order, .. } => Some(order.len()),
            BookSource::Generated(_) => None,
        }
    }

    /// The opening of a pair of games, numbered from zero.
    pub fn opening(&self, pair: usize) -> Opening {
        let is_chess960 = self.options.variant != Variant::Standard;
        match &self.source {
            BookSource::File { contents, order } => {
                let place = (pair % order.len() + self.options.start - 1) % order.len();
                let opening = contents.opening(order[place]);
                Opening { chess960: opening.chess960 || is_chess960, ..opening }
            }
            BookSource::Generated(generator) => {
                let mut random = RandomStream::new(self.options.seed, pair as u64, OF_OPENING);
                let plies = self.options.plies.unwrap_or(if is_chess960 { 0 } else { PLIES });
                generator.opening(self.options.variant, plies, &mut random)
            }
        }
    }
}
