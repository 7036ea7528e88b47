//! Plays one game: an opening, then the engine against itself.

use super::opening::OpeningOptions;
use super::searcher::{GameSearcher, SearchSettings};
use super::tree::TreeSampler;
use crate::chess::board::Position;
use crate::chess::game::{Adjudication, Adjudicator, DrawRule, Game, WinRule};
use crate::chess::syzygy::Tablebases;
use crate::chess::types::{Color, GameResult, Move, Score};
use crate::engine::search::SearchControl;
use crate::support::random::RandomStream;
use crate::training::data::games::{DecidedResult, MAX_PIECES, TrainingGame};
use crate::training::selfplay::workers::SelfPlayError;
use std::sync::Arc;

/// The salt of the random openings, in the low byte. The number of the run is
/// in the bytes above.
const OPENING_SALT: u64 = 5;

/// A game that reaches this number of plies is drawn.
const MAX_PLIES: u32 = 800;

/// When scores end a game as won, unless another rule is asked for. A game that
/// goes on when its result is clear takes time and teaches little.
pub const WIN_RULE: WinRule = WinRule { score: 800, plies: 4, by_loser: false };
/// When they end it as drawn.
pub const DRAW_RULE: DrawRule = DrawRule { score: 8, plies: 10, from_ply: 60 };

/// The adjudication by these rules.
pub const fn adjudication(win: WinRule, draw: DrawRule) -> Adjudication {
    Adjudication { draw: Some(draw), win: Some(win), max_plies: Some(MAX_PLIES) }
}

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
    /// How games begin.
    pub openings: OpeningOptions,
    /// When the scores end a game.
    pub adjudication: Adjudication,
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
    /// If there is no memory for the table.
    pub fn new(
        options: &'a DatagenOptions,
        starts: GameStarts<'a>,
        control: &'a SearchControl,
        sampler: Option<TreeSampler>,
    ) -> Result<SelfPlayer<'a>, SelfPlayError> {
        let mut searcher = GameSearcher::new(&options.search, control)?;
        searcher.set_observer(sampler.map(|sampler| Box::new(sampler) as _));
        Ok(SelfPlayer { options, starts, searcher })
    }

    /// Plays the game of this number. `None` if it begins with too many pieces for a
    /// record, no fair opening is found, or the player is stopped.
    pub fn game(&mut self, number: u64) -> Option<TrainingGame> {
        let options = self.options;
        self.searcher.clear();
        let mut random = RandomStream::new(options.seed, number, OPENING_SALT | options.run << 8);
        let start = (self.starts)(number);
        if start.occupied().count() > MAX_PIECES {
            return None;
        }
        let start = options.openings.draw(&start, &mut self.searcher, &mut random)?;
        self.searcher.clear();
        // A game without a move teaches nothing.
        self.game_from(start).filter(|game| !game.moves.is_empty())
    }

    /// Plays a game from a position. `None` if the player is stopped.
    pub fn game_from(&mut self, start: Position) -> Option<TrainingGame> {
        let mut game = Game::new(start.clone());
        let mut moves = Vec::new();
        let mut adjudicator = Adjudicator::new(self.options.adjudication, 0);
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
            adjudicator.add(Color::White, Some(score), false);
            if let Some(result) = adjudicator.verdict().and_then(|(result, _)| decided(result)) {
                break result;
            }
            game.play(mv).ok()?;
        };
        Some(TrainingGame { start, result, moves })
    }

    /// The result, if the tablebases know it.
    fn result_by_tables(&self, game: &Game) -> Option<DecidedResult> {
        decided(self.options.tablebases.as_ref()?.game_result(game.position())?)
    }

    /// The best move and the score for White. `None` if the search is stopped.
    fn choose_move(&mut self, game: &Game) -> Option<(Move, Score)> {
        let (result, score) = self.searcher.search_game_position(&game.into())?;
        Some((result.best?, score))
    }
}

fn decided(result: GameResult) -> Option<DecidedResult> {
    match result {
        GameResult::WhiteWins => Some(DecidedResult::Win),
        GameResult::BlackWins => Some(DecidedResult::Loss),
        GameResult::Draw => Some(DecidedResult::Draw),
        GameResult::Unknown => None,
    }
}
