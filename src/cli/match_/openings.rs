//! The openings of a match, as the command line names them.

use super::arguments::MatchArgs;
use super::key_values::ParsedWords;
use crate::arena::machine::stop_flag::lock;
use crate::arena::odds::{Odds, OddsBook, OddsError};
use crate::arena::openings::{Book, BookOptions, Variant, is_polyglot};
use crate::arena::plan::record::{Ending, Opening};
use crate::arena::play::run::GameOpenings;
use crate::chess::game::Game;
use crate::chess::types::Color;
use crate::cli::error::CliError;
use crate::cli::reading_report::ReadingReport;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;

/// How many openings are cached: those of games that are played at the same
/// time, and of their partners.
const CACHE_SIZE: usize = 2048;

/// The openings of a match, cached: each is used at least twice, and generating
/// one takes some milliseconds.
pub struct MatchOpenings {
    source: OpeningsSource,
    cache: Mutex<BTreeMap<(usize, Color), Opening>>,
    /// The file of openings, if there is one.
    pub file: Option<PathBuf>,
    /// What is wrong in the file.
    report: Mutex<ReadingReport>,
}

enum OpeningsSource {
    Even(Box<Book>),
    Odds(Box<OddsBook>),
}

impl MatchOpenings {
    /// Opens the book and the odds that the command line names. `Err` is a
    /// sentence that names the flag.
    pub fn open(arguments: &MatchArgs) -> Result<MatchOpenings, String> {
        let options = options(arguments)?;
        let odds = match (&arguments.odds, &arguments.odds_fen) {
            (Some(name), _) => Some(Odds::named(name).map_err(|what| format!("--odds: {what}"))?),
            (None, Some(fen)) => {
                Some(Odds::position(fen).map_err(|what| format!("--odds-fen: {what}"))?)
            }
            (None, None) => None,
        };
        let source = match odds {
            Some(odds) => {
                OddsBook::open(odds, &options).map(|book| OpeningsSource::Odds(Box::new(book)))
            }
            None => Book::open(&options).map(|book| OpeningsSource::Even(Box::new(book))),
        };
        let source = source.map_err(|what| format!("--openings: {what}"))?;
        let (cache, report) = (Mutex::default(), Mutex::default());
        Ok(MatchOpenings { source, cache, file: options.file, report })
    }

    /// Says what is wrong in the file of openings, before the first is played.
    pub fn report_flaws(&self) {
        lock(&self.report).flaws(self.file.as_deref(), self.book().flaws());
    }

    /// What is wrong in the file of openings, once everything is played.
    ///
    /// # Errors
    /// If an opening was left out.
    pub fn finish(&self) -> Result<(), CliError> {
        lock(&self.report).finish()
    }

    fn book(&self) -> &Book {
        match &self.source {
            OpeningsSource::Even(book) => book,
            OpeningsSource::Odds(book) => book.book(),
        }
    }

    /// The checksum of the book, if there is one: a match with another book under
    /// the same name is another match.
    pub fn checksum(&self) -> Option<u64> {
        self.book().checksum()
    }
}

impl GameOpenings for MatchOpenings {
    fn opening(&self, round: usize, giver: Color) -> Result<Opening, OddsError> {
        // Without odds the opening is the same for both games of a pair.
        let key = match self.source {
            OpeningsSource::Even(_) => (round, Color::White),
            OpeningsSource::Odds(_) => (round, giver),
        };
        if let Some(opening) = lock(&self.cache).get(&key) {
            return Ok(opening.clone());
        }
        let opening = match &self.source {
            OpeningsSource::Even(book) => book.opening(round),
            OpeningsSource::Odds(book) => book.opening(round, giver)?,
        };
        lock(&self.report).skipped(self.book());
        let mut cache = lock(&self.cache);
        if cache.len() >= CACHE_SIZE {
            cache.pop_first();
        }
        cache.insert(key, opening.clone());
        Ok(opening)
    }

    fn odds_ending(&self, game: &Game, giver: Color) -> Option<Ending> {
        match &self.source {
            OpeningsSource::Even(_) => None,
            OpeningsSource::Odds(book) => book.odds_ending(game, giver),
        }
    }
}

/// The options of the book from the command line.
fn options(arguments: &MatchArgs) -> Result<BookOptions, String> {
    let words = ParsedWords::new("--openings", &arguments.openings, &[])?;
    words.only(&["file", "format", "order", "plies", "start"])?;
    let variant = match arguments.variant.as_str() {
        // The name that fastchess uses.
        "fischerandom" => Variant::Chess960,
        word => word.parse().map_err(|what| format!("--variant: {what}"))?,
    };
    let file = words.text("file").map(PathBuf::from);
    if let (None, Some(key)) =
        (&file, ["format", "order", "start"].into_iter().find(|key| words.text(key).is_some()))
    {
        return Err(format!("--openings: {key} needs a file, but file=… is missing"));
    }
    let format = words.get("format")?.unwrap_or_default();
    let is_drawn = file.as_ref().is_some_and(|file| is_polyglot(file, format));
    if let (true, Some(key)) =
        (is_drawn, ["order", "start"].into_iter().find(|key| words.text(key).is_some()))
    {
        return Err(format!(
            "--openings: {key} does not fit a Polyglot book, whose moves are drawn by their weights"
        ));
    }
    Ok(BookOptions {
        file,
        format,
        order: words.get("order")?.unwrap_or_default(),
        plies: words.get("plies")?,
        start: words.get::<NonZeroUsize>("start")?.map_or(1, NonZeroUsize::get),
        seed: arguments.seed,
        variant,
    })
}
