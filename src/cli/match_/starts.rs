//! Where the games of a match start.

use super::arguments::MatchArgs;
use super::parse::ParsedWords;
use crate::arena::odds::{Odds, OddsBook};
use crate::arena::openings::{Book, BookOptions, Variant};
use crate::arena::record::{Ending, Opening};
use crate::arena::run::GameOpenings;
use crate::game::Game;
use crate::types::Color;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// How many openings are remembered: those of games that are played at the
/// same time, and of their partners.
const MEMORY: usize = 2048;

/// The openings of a match. Each is asked for at least twice, and made-up ones
/// take a moment.
pub struct Openings {
    source: OpeningsSource,
    known: Mutex<BTreeMap<(usize, Color), Opening>>,
}

enum OpeningsSource {
    Even(Box<Book>),
    Odds(OddsBook),
}

impl Openings {
    /// Those that the command line wants.
    pub fn open(arguments: &MatchArgs) -> Result<Openings, String> {
        let options = options(arguments)?;
        let odds = match (&arguments.odds, &arguments.odds_fen) {
            (Some(name), _) => Some(Odds::named(name).map_err(|what| format!("--odds: {what}"))?),
            (None, Some(fen)) => {
                Some(Odds::position(fen).map_err(|what| format!("--odds-fen: {what}"))?)
            }
            (None, None) => None,
        };
        let source = match odds {
            Some(odds) => OddsBook::open(odds, &options).map(OpeningsSource::Odds),
            None => Book::open(&options).map(|book| OpeningsSource::Even(Box::new(book))),
        };
        let source = source.map_err(|what| format!("--openings: {what}"))?;
        Ok(Openings { source, known: Mutex::default() })
    }
}

impl GameOpenings for Openings {
    fn opening(&self, round: usize, giver: Color) -> Result<Opening, String> {
        // Nobody gives anything in an even game: it is the same for both.
        let key = match self.source {
            OpeningsSource::Even(_) => (round, Color::White),
            OpeningsSource::Odds(_) => (round, giver),
        };
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opening) = known().get(&key) {
            return Ok(opening.clone());
        }
        let opening = match &self.source {
            OpeningsSource::Even(book) => book.opening(round),
            OpeningsSource::Odds(book) => book.opening(round, giver)?,
        };
        let mut known = known();
        if known.len() >= MEMORY {
            known.pop_first();
        }
        known.insert(key, opening.clone());
        Ok(opening)
    }

    fn judge(&self, game: &Game, giver: Color) -> Option<Ending> {
        match &self.source {
            OpeningsSource::Even(_) => None,
            OpeningsSource::Odds(book) => book.judge(game, giver),
        }
    }
}

/// What the command line says of openings.
fn options(arguments: &MatchArgs) -> Result<BookOptions, String> {
    let words = ParsedWords::new("--openings", &arguments.openings, &[])?;
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
