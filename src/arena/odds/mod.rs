//! Games at odds, and exchanges of men that the documents put a price on.
//!
//! One player, the *giver*, plays with less. In both games of a pair it is the
//! same player, once with either colour; so what is measured is what the odds
//! are worth to the other.
//!
//! Two sorts of [`Handicap`] differ in where they begin:
//! - *Odds* proper: "that piece is removed before play begins". The men stand
//!   as at the start of a game (or as in the book that the match uses), less
//!   what is given; then come a few random moves, since the same players
//!   would else play the same game again and again. White moves first; but at
//!   odds of pawn and move, and of pawn and two, it is the other player who
//!   moves first, and the giver has Black by custom. Where the giver has White
//!   here, the whole board is mirrored, so that the other still begins.
//! - *Exchanges*: each side lacks something. They are set up in openings that
//!   were balanced, with the same men on both sides, once with either colour
//!   lacking what the giver lacks, and White to move or Black, as the opening
//!   has it. Which of two men of a kind is taken off changes from pair to pair.
//!
//! Nothing is sifted by what this engine thinks the odds are worth, or a match
//! would measure its belief: only positions in which something hangs, so that
//! the men counted are not those that will be fought with, are left out.

mod documents;
mod handicap;
mod marked;
mod removal;

pub use documents::{Agreement, agreement, price, table};
pub use handicap::{DocumentedOdds, FirstMove, HANDICAPS, Handicap, OddsPiece, PRICED, find};
pub use marked::MarkedPawn;

use super::openings::{Book, BookOptions, OpeningGenerator, OpeningTarget, Variant, white_value};
use super::record::{Ending, Opening};
use crate::board::{Position, Setup};
use crate::eval::evaluate;
use crate::game::Game;
use crate::notation::pgn::PgnGame;
use crate::random::RandomStream;
use crate::types::{Color, Move, PieceKind};
use removal::{PieceChoice, without};

/// Random plies after the odds are given.
const PLIES: usize = 4;
/// How far those may take the position from what it was worth, in
/// centipawns, …
const TOLERANCE: i32 = 100;
/// … or by which share of it, in hundredths, if that is more.
const TOLERANCE_SHARE: i32 = 10;
/// Nothing hangs where a short search and the evaluation without one differ
/// by no more than this, in centipawns.
const QUIET: i32 = 120;
/// Openings tried before an exchange is given up.
const MOST_TRIES: usize = 500;
/// From an opening in which an exchange cannot be set up to the next to try;
/// no pair of a match is so far away.
const STRIDE: usize = 1_000_003;

/// Salt of the random numbers.
const OF_ODDS: u64 = 4;

/// What is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Odds {
    /// A handicap that has a name.
    Named(&'static Handicap),
    /// A position of one's own. The side with less material, by the
    /// documents' values, gives the odds; Black does if both have the same.
    Position(Box<Position>),
}

impl Odds {
    /// The handicap of this name.
    ///
    /// # Errors
    /// A sentence that lists the names.
    pub fn named(name: &str) -> Result<Odds, String> {
        find(name).map(Odds::Named).ok_or_else(|| {
            let names: Vec<&str> = HANDICAPS.iter().map(|handicap| handicap.name).collect();
            format!("there are no odds called '{name}'; known are {}", names.join(", "))
        })
    }

    /// A position of one's own.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn position(fen: &str) -> Result<Odds, String> {
        let position = fen.parse().map_err(|error| format!("'{fen}' is no position: {error}"))?;
        Ok(Odds::Position(Box::new(position)))
    }

    /// How tables call it.
    pub fn name(&self) -> String {
        match self {
            Odds::Named(handicap) => handicap.name.to_string(),
            Odds::Position(position) => position.to_string(),
        }
    }
}

/// The openings of a match at odds, without end.
pub struct OddsBook {
    odds: Odds,
    book: Book,
    generator: OpeningGenerator,
    seed: u64,
    /// Whether odds are given at the start of a game.
    from_start: bool,
    /// Whether the match is one of Chess960, whatever the position.
    chess960: bool,
}

impl OddsBook {
    /// Odds, and where the men stand before they are given. Handicaps in
    /// which only one side lacks something begin at the start of a game unless
    /// a file or a variant says otherwise.
    ///
    /// # Errors
    /// What is wrong with the book, in a sentence.
    pub fn open(odds: Odds, options: &BookOptions) -> Result<OddsBook, String> {
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

    /// What is given.
    pub fn odds(&self) -> &Odds {
        &self.odds
    }

    /// The opening of that game of a pair (counted from zero) in which the
    /// giver has this colour.
    ///
    /// # Errors
    /// A sentence, if the odds cannot be given in any opening of the book.
    pub fn opening(&self, pair: usize, giver: Color) -> Result<Opening, String> {
        match &self.odds {
            Odds::Position(position) => self.own_position(position, pair, giver),
            Odds::Named(handicap) if handicap.is_exchange() => self.exchange(handicap, pair, giver),
            Odds::Named(handicap) => self.handicap(handicap, pair, giver),
        }
    }

    /// Whether a game is over by a rule of the odds themselves: only that of
    /// the marked pawn has any. `game` holds the moves of the opening too.
    pub fn judge(&self, game: &Game, giver: Color) -> Option<Ending> {
        MarkedPawn::of(&self.odds, game.start(), giver)?.judge(game)
    }

    /// Whether the rules of the odds let a legal move be played; see
    /// [`MarkedPawn::allows`].
    pub fn allows(&self, game: &Game, giver: Color, mv: Move) -> bool {
        MarkedPawn::of(&self.odds, game.start(), giver).is_none_or(|pawn| pawn.allows(game, mv))
    }

    fn own_position(
        &self,
        position: &Position,
        pair: usize,
        giver: Color,
    ) -> Result<Opening, String> {
        let given_by = weaker_side(position);
        let start = if giver == given_by { position.clone() } else { mirrored(position)? };
        let moves = self.variation(&start, pair, giver, |_, _| true);
        // A game from here knows by its castling whether it is of Chess960.
        let chess960 = self.chess960 || PgnGame::new(start.clone()).chess960;
        Ok(Opening { start, moves, chess960 })
    }

    /// Odds proper, given in one of the book's openings.
    fn handicap(
        &self,
        handicap: &'static Handicap,
        pair: usize,
        giver: Color,
    ) -> Result<Opening, String> {
        let taste = PieceChoice::of_odds(pair);
        let set_up = |base: &Position| {
            // A first move for the other player: the giver has Black, whose
            // board is mirrored for White.
            let given_by = match handicap.first_move {
                FirstMove::White => giver,
                FirstMove::Other | FirstMove::OtherTwice => Color::Black,
            };
            let mut setup = without(base, given_by, handicap.gives, &taste)?;
            if handicap.first_move != FirstMove::White {
                setup.side = !given_by;
                setup.en_passant = None;
            }
            if handicap.first_move == FirstMove::OtherTwice {
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
        let (start, chess960) = found.ok_or_else(|| self.impossible(handicap))?;
        let pawn = MarkedPawn::of(&self.odds, &start, giver);
        let accept = |end: &Position, moves: &[Move]| {
            pawn.is_none_or(|pawn| pawn.is_safe(&start, moves, end))
        };
        let moves = self.variation(&start, pair, giver, accept);
        Ok(Opening { start, moves, chess960 })
    }

    /// An exchange, set up in an opening in which it can be for both colours.
    fn exchange(
        &self,
        handicap: &'static Handicap,
        pair: usize,
        giver: Color,
    ) -> Result<Opening, String> {
        let taste = PieceChoice::of_exchange(pair);
        let set_up = |base: &Position, giver: Color| {
            let lacking = without(base, giver, handicap.gives, &taste)?;
            let lacking = Position::try_from(&lacking).ok()?;
            let both = without(&lacking, !giver, handicap.gets, &taste)?;
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
        found.ok_or_else(|| self.impossible(handicap))
    }

    /// Where the book's openings lead, beginning with that of a pair, and
    /// whether castling there is that of Chess960.
    fn bases(&self, pair: usize) -> impl Iterator<Item = (Position, bool)> {
        let tries = self.book.count().unwrap_or(MOST_TRIES).min(MOST_TRIES);
        let stride = if self.book.count().is_some() { 1 } else { STRIDE };
        (0..tries).map(move |index| {
            let opening = self.book.opening(pair.wrapping_add(index.wrapping_mul(stride)));
            (opening.end(), opening.chess960)
        })
    }

    fn impossible(&self, handicap: &Handicap) -> String {
        format!("'{}' cannot be given in any opening of the book", handicap.name)
    }

    fn is_quiet(&self, position: &Position) -> bool {
        let searched = self.generator.value(position);
        !position.in_check() && (searched - evaluate(position)).abs() <= QUIET
    }

    /// Random moves that change little.
    fn variation(
        &self,
        start: &Position,
        pair: usize,
        giver: Color,
        accept: impl Fn(&Position, &[Move]) -> bool,
    ) -> Vec<Move> {
        let value = white_value(start, self.generator.value(start));
        let tolerance = TOLERANCE.max(value.abs() * TOLERANCE_SHARE / 100);
        let index = pair as u64 * Color::COUNT as u64 + giver.index() as u64;
        let mut random = RandomStream::new(self.seed, index, OF_ODDS);
        self.generator.line(start, PLIES, OpeningTarget { value, tolerance }, accept, &mut random)
    }
}

fn mirrored(position: &Position) -> Result<Position, String> {
    let setup = Setup::from(position).mirrored();
    Position::try_from(&setup).map_err(|error| format!("the mirrored position is wrong: {error}"))
}

/// Whether both sides have the same men.
fn is_even(position: &Position) -> bool {
    PieceKind::ALL.into_iter().all(|kind| {
        position.pieces(Color::White, kind).count() == position.pieces(Color::Black, kind).count()
    })
}

/// Who has less, by the documents' values; Black, if nobody has.
fn weaker_side(position: &Position) -> Color {
    let [white, black] = Color::ALL.map(|color| material(position, color));
    if white < black { Color::White } else { Color::Black }
}

/// What a side's men are worth by the documents, in centipawns.
fn material(position: &Position, color: Color) -> i32 {
    let worth = |kind: PieceKind| kind.value() * position.pieces(color, kind).count() as i32;
    PieceKind::ALL.into_iter().map(worth).sum()
}
