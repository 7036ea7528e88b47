//! Openings: read from a file, drawn from a Polyglot book, or generated from a seed.
//!
//! The same options give the same openings on every machine, whatever order
//! they are requested in, so that a match can be resumed. Generated openings
//! are filtered by a short search of this engine; they stay the same only as
//! long as search and evaluation do.

mod error;
mod file;
mod generate;
mod options;
mod polyglot;

pub use error::OpeningError;
pub use file::{BookFlaw, BookFlaws};
pub use generate::{BALANCED, OpeningGenerator, OpeningTarget, PLIES, white_value};
pub use options::{BookFormat, BookOptions, OpeningOrder, OpeningWordError, Variant};
pub use polyglot::is_polyglot;

use super::machine::stop_flag::lock;
use super::plan::record::Opening;
use crate::support::random::RandomStream;
use file::BookContents;
use polyglot::PolyglotOpenings;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Salts that keep the streams of random numbers apart.
const OF_ORDER: u64 = 1;
const OF_OPENING: u64 = 2;
const OF_DRAW: u64 = 3;

/// How many openings are checked when a book is opened, in the order of play: a
/// tenth of a second.
const CHECKED: usize = 50_000;

/// An endless sequence of openings: a file starts again after its end.
pub struct Book {
    source: BookSource,
    options: BookOptions,
}

enum BookSource {
    File(BookFile),
    Polyglot(PolyglotOpenings),
    Generated(Box<OpeningGenerator>),
}

/// The openings of a file in their order of play.
struct BookFile {
    contents: BookContents,
    order: PlayOrder,
    /// Whether a line was skipped, and the sentence about the first one until
    /// somebody reads it.
    skipped: Mutex<(bool, Option<String>)>,
}

/// Which opening of a file is played in a round.
enum PlayOrder {
    /// As in the file, from this index on.
    Sequential(usize),
    /// These indices, from the given one on.
    Shuffled(Vec<u32>, usize),
    /// Each drawn from all with this seed; the first draw has this number.
    Replaced(u64, usize),
}

impl PlayOrder {
    /// The index in a file of `count` openings.
    fn index(&self, pair: usize, count: usize) -> usize {
        let place = |start: &usize| (pair % count + start % count) % count;
        match self {
            PlayOrder::Sequential(start) => place(start),
            PlayOrder::Shuffled(indices, start) => indices[place(start)] as usize,
            PlayOrder::Replaced(seed, start) => {
                let number = pair.wrapping_add(*start) as u64;
                RandomStream::new(*seed, number, OF_DRAW).below(count)
            }
        }
    }
}

impl BookFile {
    fn new(contents: BookContents, options: &BookOptions) -> Result<BookFile, OpeningError> {
        let count = contents.count();
        let Some(start) = options.start.checked_sub(1) else {
            return Err(OpeningError::Start);
        };
        let order = match options.order {
            OpeningOrder::Sequential => PlayOrder::Sequential(start),
            OpeningOrder::Replacement => PlayOrder::Replaced(options.seed, start),
            OpeningOrder::Random => {
                let last = u32::try_from(count).map_err(|_| OpeningError::TooMany)?;
                let mut indices: Vec<u32> = (0..last).collect();
                RandomStream::new(options.seed, 0, OF_ORDER).shuffle(&mut indices);
                PlayOrder::Shuffled(indices, start)
            }
        };
        let mut file = BookFile { contents, order, skipped: Mutex::default() };
        file.check(count.min(CHECKED))?;
        Ok(file)
    }

    /// Tries the openings that are played first, and notes those that cannot be
    /// played.
    ///
    /// # Errors
    /// What is wrong with the first, if none can be played.
    fn check(&mut self, tries: usize) -> Result<(), OpeningError> {
        let count = self.contents.count();
        let indices: BTreeSet<usize> =
            (0..tries).map(|pair| self.order.index(pair, count)).collect();
        let mut wrong = 0;
        for &index in &indices {
            match self.contents.opening(index) {
                Ok(_) => {
                    let dropped = self.contents.dropped(index);
                    dropped.into_iter().for_each(|what| self.contents.add_flaw(what, false));
                }
                Err(error) => {
                    wrong += 1;
                    self.contents.add_flaw(error.to_string(), true);
                }
            }
        }
        *lock(&self.skipped) = (wrong > 0, None);
        match self.contents.flaws().named.iter().find(|flaw| flaw.is_loss) {
            Some(flaw) if wrong == indices.len() => Err(OpeningError::AllWrong(flaw.what.clone())),
            _ => Ok(()),
        }
    }

    /// The opening of a pair of games. In place of one that cannot be read the
    /// next readable one is taken; those that were checked are readable.
    fn opening(&self, pair: usize) -> Opening {
        let count = self.contents.count();
        let mut pair = pair;
        loop {
            match self.contents.opening(self.order.index(pair, count)) {
                Ok(opening) => return opening,
                Err(error) => {
                    let (was_skipped, sentence) = &mut *lock(&self.skipped);
                    if !std::mem::replace(was_skipped, true) {
                        *sentence = Some(error.to_string());
                    }
                }
            }
            pair = pair.wrapping_add(1);
        }
    }
}

impl Book {
    /// Opens a book and checks its first openings, or all those of a small book.
    /// [`flaws`](Book::flaws) tells what is wrong with some of them.
    ///
    /// # Errors
    /// If no opening of the file can be played, or there is no memory for the
    /// generator's search.
    pub fn open(options: &BookOptions) -> Result<Book, OpeningError> {
        let source = match &options.file {
            None => BookSource::Generated(Box::new(OpeningGenerator::new()?)),
            Some(path) if is_polyglot(path, options.format) => {
                let of_file =
                    |error| OpeningError::File { path: path.clone(), error: Box::new(error) };
                BookSource::Polyglot(PolyglotOpenings::read(path).map_err(of_file)?)
            }
            Some(path) => {
                let file = file::read(path, options.format, options.plies)
                    .and_then(|contents| BookFile::new(contents, options));
                let of_file =
                    |error| OpeningError::File { path: path.clone(), error: Box::new(error) };
                BookSource::File(file.map_err(of_file)?)
            }
        };
        Ok(Book { source, options: options.clone() })
    }

    /// The number of different openings; `None` if they are generated, or drawn from a
    /// Polyglot book.
    pub fn count(&self) -> Option<usize> {
        match &self.source {
            BookSource::File(file) => Some(file.contents.count()),
            BookSource::Polyglot(_) | BookSource::Generated(_) => None,
        }
    }

    /// What is wrong with the file, as far as it has been looked through; `None` if
    /// openings are generated.
    pub fn flaws(&self) -> Option<&BookFlaws> {
        match &self.source {
            BookSource::File(file) => Some(file.contents.flaws()),
            BookSource::Polyglot(_) | BookSource::Generated(_) => None,
        }
    }

    /// The checksum of the file; `None` if openings are generated.
    pub fn checksum(&self) -> Option<u64> {
        match &self.source {
            BookSource::File(file) => Some(file.contents.checksum),
            BookSource::Polyglot(book) => Some(book.checksum),
            BookSource::Generated(_) => None,
        }
    }

    /// What is wrong with the first line that was skipped since the book was
    /// opened. It is told once.
    pub fn take_warning(&self) -> Option<String> {
        let BookSource::File(file) = &self.source else { return None };
        let what = lock(&file.skipped).1.take()?;
        let path = self.options.file.as_ref()?;
        Some(format!("{}: {what}", path.display()))
    }

    /// The random numbers of an opening that is drawn.
    fn random(&self, pair: usize) -> RandomStream {
        RandomStream::new(self.options.seed, pair as u64, OF_OPENING)
    }

    /// The opening of a pair of games, numbered from zero.
    pub fn opening(&self, pair: usize) -> Opening {
        let is_chess960 = self.options.variant != Variant::Standard;
        match &self.source {
            BookSource::File(file) => {
                let opening = file.opening(pair);
                Opening { chess960: opening.chess960 || is_chess960, ..opening }
            }
            BookSource::Polyglot(book) => {
                let opening = book.opening(self.options.plies, &mut self.random(pair));
                Opening { chess960: is_chess960, ..opening }
            }
            BookSource::Generated(generator) => {
                let mut random = self.random(pair);
                let plies = self.options.plies.unwrap_or(if is_chess960 { 0 } else { PLIES });
                generator.opening(self.options.variant, plies, &mut random)
            }
        }
    }
}
