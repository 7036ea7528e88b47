//! Where the games of a match start.

use super::arguments::Arguments;
use super::parse::Words;
use crate::arena::openings::{Book, BookOptions, Variant};
use crate::arena::record::Opening;
use crate::arena::run::Starts;
use crate::types::Color;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// How many openings are remembered: those of games that are played at the
/// same time, and of their partners.
const MEMORY: usize = 2048;

/// The openings of a book. Each is asked for at least twice, and made-up ones
/// take a moment.
pub struct Openings {
    book: Book,
    known: Mutex<BTreeMap<usize, Opening>>,
}

impl Openings {
    /// Opens a book.
    pub fn open(options: &BookOptions) -> Result<Openings, String> {
        let book = Book::open(options).map_err(|what| format!("--openings: {what}"))?;
        Ok(Openings { book, known: Mutex::default() })
    }
}

impl Starts for Openings {
    fn opening(&self, round: usize, _giver: Color) -> Result<Opening, String> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opening) = known().get(&round) {
            return Ok(opening.clone());
        }
        let opening = self.book.opening(round);
        let mut known = known();
        if known.len() >= MEMORY {
            known.pop_first();
        }
        known.insert(round, opening.clone());
        Ok(opening)
    }
}

/// What the command line says of openings.
pub fn options(arguments: &Arguments) -> Result<BookOptions, String> {
    let words = Words::new("--openings", &arguments.openings, &[])?;
    words.only(&["file", "format", "order", "plies", "start"])?;
    let variant = match arguments.variant.as_str() {
        // As fastchess calls it.
        "fischerandom" => Variant::Chess960,
        word => word.parse().map_err(|what| format!("--variant: {what}"))?,
    };
    let file = words.text("file").map(PathBuf::from);
    if let (None, Some(key)) =
        (&file, ["format", "order", "start"].into_iter().find(|key| words.text(key).is_some()))
    {
        return Err(format!("--openings: {key} is said of a file, and file=… is missing"));
    }
    Ok(BookOptions {
        file,
        format: words.get("format")?.unwrap_or_default(),
        order: words.get("order")?.unwrap_or_default(),
        plies: words.get("plies")?,
        start: words.get::<NonZeroUsize>("start")?.map_or(1, NonZeroUsize::get),
        seed: arguments.seed,
        variant,
    })
}
