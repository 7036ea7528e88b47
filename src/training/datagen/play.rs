//! Plays one game: a random opening, then the engine against itself.

use super::adjudicate::ScoreAdjudicator;
use super::searcher::{GameSearcher, SearchSettings};
use super::tree::TreeSampler;
use crate::board::{KeyHistory, Position};
use crate::game::{Game, random_moves};
use crate::random::RandomStream;
use crate::search::{Limits, SearchControl};
use crate::syzygy::Tablebases;
use crate::training::data::{DecidedResult, MAX_PIECES, TrainingGame};
use crate::types::{GameResult, Move, Score};
use std::sync::Arc;

/// The nodes of the search that decides whether an opening is fair: about
/// eight plies.
const OPENING_NODES: u64 = 4_000;
/// The largest score of a fair opening, in centipawns for either side. Games
/// from worse openings are decided before they teach anything.
const FAIR: i32 = 300;
/// Openings tried for one game.
const OPENING_TRIES: usize = 50;
/// The salt of the random openings, in the low byte. The number of the run is
/// in the bytes above.
const OPENING_SALT: u64 = 5;

/// The position that each game starts from, by the number of the game, from
/// zero.
pub type GameStarts<'a> = &'a (dyn Fn(u64) -> Position + Sync);

/// Which games to play.
#[derive(Clone, Debug)]
pub struct DatagenOptions {
    /// The number of positions to play at least.
    pub positions: u64,
    /// How positions are searched.
    pub search: SearchSettings,
    /// The number of games played at the same time, each on its own thread.
    pub threads: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of the run: two runs with the same seed play other games.
    pub run: u64,
    /// The number of the first game.
    pub first: u64,
    /// Random plies at the start of a game: so many or one more, so that
    /// either colour may be first to move. None at all if zero.
    pub plies: usize,
    /// The tablebases that end a game as soon as they know its result.
    pub tablebases: Option<Arc<Tablebases>>,
}

/// Plays one game after another, both sides with the same transposition table.
pub struct SelfPlayer<'a> {
    options: &'a DatagenOptions,
    starts: GameStarts<'a>,
    searcher: GameSearcher<'a>,
}

impl<'a> SelfPlayer<'a> {
    /// A player that allocates its transposition table. `sampler` follows its
    /// searches.
    ///
    /// # Errors
    /// A sentence, if there is no memory for the table.
    pub fn new(
        options: &'a DatagenOptions,
        starts: GameStarts<'a>,
        control: &'a SearchControl,
        sampler: Option<TreeSampler>,
    ) -> Result<SelfPlayer<'a>, String> {
        let mut searcher = GameSearcher::new(&options.search, control)?;
        searcher.set_observer(sampler.map(|sampler| Box::new(sampler) as _));
        Ok(SelfPlayer { options, starts, searcher })
    }

    /// Plays the game of this number. `None` if no fair opening is found or
    /// the player is stopped.
    pub fn game(&mut self, number: u64) -> Option<TrainingGame> {
        self.searcher.clear();
        let start = self.opening(number)?;
        self.searcher.clear();
        // A game without a move teaches nothing.
        self.game_from(start).filter(|game| !game.moves.is_empty())
    }

    /// A random opening that a short search finds fair, for the game of this
    /// number; `None` if there is none among [`OPENING_TRIES`], or if it has too
    /// many pieces for a record.
    fn opening(&mut self, number: u64) -> Option<Position> {
        let options = self.options;
        let start = (self.starts)(number);
        if start.occupied().count() > MAX_PIECES {
            return None;
        }
        let limits = Limits { nodes: Some(OPENING_NODES), ..Limits::default() };
        let key_history = KeyHistory::new();
        let mut random = RandomStream::new(options.seed, number, OPENING_SALT | options.run << 8);
        let tries = if options.plies == 0 { 1 } else { OPENING_TRIES };
        (0..tries).find_map(|_| {
            let more = if options.plies == 0 { 0 } else { random.below(2) };
            let (_, end) = random_moves(&start, options.plies + more, &mut random)?;
            // The counter of the fifty-move rule may end the game at once.
            if Game::new(end.clone()).outcome(true).is_some() {
                return None;
            }
            let score = self.searcher.search(&end, &key_history, limits.clone()).score;
            (score.0.abs() <= FAIR).then_some(end)
        })
    }

    /// Plays a game from a position. `None` if the player is stopped.
    pub fn game_from(&mut self, start: Position) -> Option<TrainingGame> {
        let mut game = Game::new(start.clone());
        let mut moves = Vec::new();
        let mut adjudicator = ScoreAdjudicator::default();
        let result = loop {
            // Each side claims every draw it can.
            if let Some(outcome) = game.outcome(true) {
                break outcome.winner().map_or(DecidedResult::Draw, DecidedResult::win);
            }
            if let Some(result) = self.result_by_tables(&game) {
                break result;
            }
            let (mv, score) = self.choose_move(&game)?;
            moves.push((mv, score));
            if let Some(result) = adjudicator.add(score) {
                break result;
            }
            game.play(mv).ok()?;
        };
        Some(TrainingGame { start, result, moves })
    }

    /// The result, if the tablebases know it.
    fn result_by_tables(&self, game: &Game) -> Option<DecidedResult> {
        match self.options.tablebases.as_ref()?.game_result(game.position())? {
            GameResult::WhiteWins => Some(DecidedResult::Win),
            GameResult::BlackWins => Some(DecidedResult::Loss),
            GameResult::Draw => Some(DecidedResult::Draw),
            GameResult::Unknown => None,
        }
    }

    /// The best move and the score for White. `None` if the search is stopped.
    fn choose_move(&mut self, game: &Game) -> Option<(Move, Score)> {
        let (result, score) =
            self.searcher.search_game_position(game.position(), game.key_history())?;
        Some((result.best?, score))
    }
}
