//! Games at odds, and exchanges of pieces that the documents price.
//!
//! One player, the *giver*, plays with less material. The same player is the
//! giver in both games of a pair, once with either color, so that a match
//! measures what the odds are worth to the opponent. A *price* is what the
//! documents say that a piece is worth: the price of a handicap is the value of
//! what the giver lacks, less the value of what the opponent lacks.
//!
//! The two sorts of [`Handicap`] differ in the position they start from:
//! - *Odds* proper: "that piece is removed before play begins". The pieces stand
//!   in the usual starting position (or in an opening of the match's book), less
//!   what is given. A few random moves follow, since the same players would
//!   otherwise repeat the same game. White moves first; but at odds of pawn and
//!   move, and of pawn and two, the giver has Black by custom and the opponent
//!   moves first. In the game in which the giver has White, the whole board is
//!   mirrored, so that the opponent still moves first.
//! - *Exchanges*: each side lacks something. They are set up in openings that
//!   were balanced, with equal material, once for either color of the giver.
//!   The opening decides who is to move. Which of two pieces of a kind is taken
//!   off changes from pair to pair.
//!
//! Positions are not filtered by this engine's own evaluation of the odds: a
//! match would then measure that evaluation. Only positions in which a piece
//! hangs are left out, since the material on the board would change at once.

mod claims;
mod error;
mod handicap;
mod marked_pawn;
mod removal;

pub use claims::{Agreement, agreement, claim_entry, claim_head, claim_table};
pub use error::OddsError;
pub use handicap::{DocumentedOdds, FirstMove, HANDICAPS, Handicap, Odds, OddsPiece, PRICED, find};
pub use marked_pawn::MarkedPawn;

use super::openings::{
    Book, BookOptions, OpeningError, OpeningGenerator, OpeningTarget, Variant, white_value,
};
use super::plan::record::{Ending, Opening};
use crate::chess::board::{Position, PositionError, Setup};
use crate::chess::game::Game;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::{Color, Move, PieceKind};
use crate::engine::eval::evaluate;
use crate::support::random::RandomStream;
use removal::{PieceChoice, without};

/// Random plies after the odds are given.
const PLIES: usize = 4;
/// How far these plies may change the score, in centipawns, …
const TOLERANCE: i32 = 100;
/// … or in percent of the score, if that is more.
const TOLERANCE_PERCENT: i32 = 10;
/// A position is quiet (no piece hangs) if the scores of a short search and of
/// the static evaluation differ by at most this, in centipawns.
const QUIET: i32 = 120;
/// The openings tried before the match gives up an exchange.
const MOST_TRIES: usize = 500;
/// Distance from an opening that does not fit to the next one tried. It exceeds
/// the number of pairs of any match, so that pairs do not share openings.
const STRIDE: usize = 1_000_003;

/// Salt that keeps these random numbers apart from those of openings.
const OF_ODDS: u64 = 4;

/// The endless sequence of openings of a match at odds.
pub struct OddsBook {
    odds: Odds,
    book: Book,
    generator: OpeningGenerator,
    seed: u64,
    /// Whether odds are given in the usual starting position.
    from_start: bool,
    /// Whether the match is one of Chess960, whatever its positions.
    chess960: bool,
}

impl OddsBook {
    /// Odds, given in the openings of a book. Odds proper are given in the usual
    /// starting position, unless the options name a file or a variant.
    ///
    /// # Errors
    /// If the book cannot be opened.
    pub fn open(odds: Odds, options: &BookOptions) -> Result<OddsBook, OpeningError> {
        let from_start = options.file.is_none() && options.variant == Variant::Standard;
        Ok(OddsBook {
            odds,
            book: Book::open(options)?,
            generator: OpeningGenerator::new()?,
            seed: options.seed,
            from_start,
            chess960: options.variant != Variant::Standard,
        })
    }

    /// The odds that are given.
    pub fn odds(&self) -> &Odds {
        &self.odds
    }

    /// The opening of the game in which the giver has this color, of a pair
    /// numbered from zero.
    ///
    /// # Errors
    /// If the odds cannot be given in any opening of the book.
    pub fn opening(&self, pair: usize, giver: Color) -> Result<Opening, OddsError> {
        match &self.odds {
            Odds::Position(position) => self.user_position(position, pair, giver),
            Odds::Named(handicap) if handicap.is_exchange() => self.exchange(handicap, pair, giver),
            Odds::Named(handicap) => self.handicap(handicap, pair, giver),
        }
    }

    /// The ending, if a rule of the odds ends the game: only the marked pawn has
    /// such rules. `game` includes the moves of the opening.
    pub fn odds_ending(&self, game: &Game, giver: Color) -> Option<Ending> {
        MarkedPawn::of(&self.odds, game.start(), giver)?.ending(game)
    }

    /// Whether the rules of the odds allow a legal move; see
    /// [`MarkedPawn::allows`].
    pub fn allows(&self, game: &Game, giver: Color, mv: Move) -> bool {
        MarkedPawn::of(&self.odds, game.start(), giver).is_none_or(|pawn| pawn.allows(game, mv))
    }

    /// The opening of a match from a position that the user names.
    fn user_position(
        &self,
        position: &Position,
        pair: usize,
        giver: Color,
    ) -> Result<Opening, OddsError> {
        let given_by = weaker_side(position);
        let start = if giver == given_by {
            position.clone()
        } else {
            mirrored(position).map_err(OddsError::Mirrored)?
        };
        let moves = self.variation(&start, pair, giver, |_, _| true);
        // The castling rights of the position tell whether it is of Chess960.
        let chess960 = self.chess960 || PgnGame::new(start.clone()).chess960;
        Ok(Opening { start, moves, chess960 })
    }

    /// Odds proper, given in the starting position or an opening of the book.
    fn handicap(
        &self,
        handicap: &'static Handicap,
        pair: usize,
        giver: Color,
    ) -> Result<Opening, OddsError> {
        let choice = PieceChoice::for_odds(pair);
        let set_up = |base: &Position| {
            // If the opponent moves first, the giver has Black; for a giver with
            // White the board is mirrored afterwards.
            let given_by = match handicap.first_move {
                FirstMove::White => giver,
                FirstMove::Opponent | FirstMove::OpponentTwice => Color::Black,
            };
            let mut setup = without(base, given_by, handicap.gives, &choice)?;
            if handicap.first_move != FirstMove::White {
                setup.side = !given_by;
                setup.en_passant = None;
            }
            if handicap.first_move == FirstMove::OpponentTwice {
                removal::advance(&mut setup, pair);
            }
            let position = Position::try_from(&setup).ok()?;
            if given_by == giver { Some(position) } else { mirrored(&position).ok() }
        };
        let found = if self.from_start {
            set_up(&Position::start()).map(|start| (start, false))
        } else {
            self.bases(pair).find_map(|(base, chess960)| Some((set_up(&base)?, chess960)))
        };
        let (start, chess960) = found.ok_or(OddsError::Impossible(handicap.name))?;
        let pawn = MarkedPawn::of(&self.odds, &start, giver);
        let accept = |end: &Position, moves: &[Move]| {
            pawn.is_none_or(|pawn| pawn.is_safe(&start, moves, end))
        };
        let moves = self.variation(&start, pair, giver, accept);
        Ok(Opening { start, moves, chess960 })
    }

    /// An exchange, set up in an opening that allows it for both colors.
    fn exchange(
        &self,
        handicap: &'static Handicap,
        pair: usize,
        giver: Color,
    ) -> Result<Opening, OddsError> {
        let choice = PieceChoice::for_exchange(pair);
        let set_up = |base: &Position, giver: Color| {
            let lacking = without(base, giver, handicap.gives, &choice)?;
            let lacking = Position::try_from(&lacking).ok()?;
            let both = without(&lacking, !giver, handicap.gets, &choice)?;
            let position = Position::try_from(&both).ok()?;
            self.is_quiet(&position).then_some(position)
        };
        let found = self.bases(pair).find_map(|(base, chess960)| {
            if !is_even(&base) {
                return None;
            }
            set_up(&base, !giver)?;
            let start = set_up(&base, giver)?;
            Some(Opening { start, moves: Vec::new(), chess960 })
        });
        found.ok_or(OddsError::Impossible(handicap.name))
    }

    /// The book from which the openings come.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The positions after the book's openings, beginning with the opening of a
    /// pair, and whether each is of Chess960.
    fn bases(&self, pair: usize) -> impl Iterator<Item = (Position, bool)> {
        let tries = self.book.count().unwrap_or(MOST_TRIES).min(MOST_TRIES);
        let stride = if self.book.count().is_some() { 1 } else { STRIDE };
        (0..tries).map(move |index| {
            let opening = self.book.opening(pair.wrapping_add(index.wrapping_mul(stride)));
            (opening.end(), opening.chess960)
        })
    }

    fn is_quiet(&self, position: &Position) -> bool {
        let score = self.generator.value(position);
        !position.in_check() && (score - evaluate(position)).abs() <= QUIET
    }

    /// Random moves that keep the score within the tolerance.
    fn variation(
        &self,
        start: &Position,
        pair: usize,
        giver: Color,
        accept: impl Fn(&Position, &[Move]) -> bool,
    ) -> Vec<Move> {
        let value = white_value(start, self.generator.value(start));
        let tolerance = TOLERANCE.max(value.abs() * TOLERANCE_PERCENT / 100);
        let index = pair as u64 * Color::COUNT as u64 + giver.index() as u64;
        let mut random = RandomStream::new(self.seed, index, OF_ODDS);
        self.generator.line(start, PLIES, OpeningTarget { value, tolerance }, accept, &mut random)
    }
}

fn mirrored(position: &Position) -> Result<Position, PositionError> {
    Position::try_from(&Setup::from(position).mirrored())
}

/// Whether both sides have the same pieces.
fn is_even(position: &Position) -> bool {
    PieceKind::ALL.into_iter().all(|kind| {
        position.pieces(Color::White, kind).count() == position.pieces(Color::Black, kind).count()
    })
}

/// The side with less material by the documents' values; Black if equal.
fn weaker_side(position: &Position) -> Color {
    let [white, black] = Color::ALL.map(|color| material(position, color));
    if white < black { Color::White } else { Color::Black }
}

/// The value of a side's pieces by the documents, in centipawns.
fn material(position: &Position, color: Color) -> i32 {
    let value = |kind: PieceKind| kind.value() * position.pieces(color, kind).count() as i32;
    PieceKind::ALL.into_iter().map(value).sum()
}
