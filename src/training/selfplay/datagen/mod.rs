//! Games of the engine against itself, to learn from.
//!
//! A game begins with random, mostly sound moves that a short search finds fair.
//! Then the engine plays both sides, with a small number of nodes for each move:
//! many positions of fast games teach more than few positions of slow games. The
//! game ends by the laws, or when the scores have made the result clear for some
//! moves.
//!
//! A game depends only on the seed, the run and its number: the transposition
//! table and the histories are cleared before it.

mod opening;
mod play;
pub mod searcher;
pub mod tree;

pub use opening::{OpeningKind, OpeningOptions};
pub use play::{DRAW_RULE, DatagenOptions, GameStarts, WIN_RULE, adjudication};

use super::workers::{self, Outlet, SelfPlayError};
use crate::engine::search::SearchControl;
use crate::training::data::games::{GameWriter, TrainingGame};
use play::SelfPlayer;
use std::sync::atomic::{AtomicU64, Ordering};
use tree::SampleSink;

/// After this number of consecutive games without a fair opening the run gives
/// up.
const MAX_UNFAIR: u64 = 1_000;

/// What has been played so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DatagenProgress {
    /// Games lost, drawn and won by White.
    pub results: [u64; 3],
    /// The number of their positions.
    pub positions: u64,
}

impl DatagenProgress {
    /// Games of all three results.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    fn add(&mut self, game: &TrainingGame) {
        self.results[game.result.index()] += 1;
        self.positions += game.moves.len() as u64;
    }
}

/// Plays games and appends them to a file in the order in which they end. When
/// there are enough positions, it starts no further game and finishes those in
/// play. A stop of `control` ends it at once and discards the games in play.
/// `progress` is called at least twice a second. The nodes of the searches are
/// sampled for `sink`, if there is one.
///
/// # Errors
/// If there is no memory, the system does not start the threads,
/// no opening is fair, or the file cannot be written. The games written so far
/// stay.
pub fn run(
    options: &DatagenOptions,
    starts: GameStarts<'_>,
    writer: &mut GameWriter,
    sink: Option<&SampleSink>,
    control: &SearchControl,
    progress: &mut dyn FnMut(&DatagenProgress),
) -> Result<DatagenProgress, SelfPlayError> {
    let players = (0..options.threads).map(|number| {
        let sampler = sink.and_then(|sink| sink.sampler(number as u64));
        SelfPlayer::new(options, starts, control, sampler)
    });
    let players = players.collect::<Result<Vec<_>, _>>()?;
    let running = RunningGames {
        options,
        control,
        next: AtomicU64::new(options.first),
        unfair: AtomicU64::new(0),
        played: AtomicU64::new(0),
    };
    let mut played = DatagenProgress::default();
    let play = |player, games: &Outlet<'_, _>| running.play(player, games);
    workers::run("plays games", players, &play, &mut |game| {
        if let Some(game) = game {
            writer.add(&game)?;
            played.add(&game);
        }
        progress(&played);
        Ok(())
    })?;
    if played.positions < options.positions && !control.stopped() {
        return Err(SelfPlayError::Unfair(MAX_UNFAIR));
    }
    Ok(played)
}

/// The state that the threads share.
struct RunningGames<'a> {
    options: &'a DatagenOptions,
    control: &'a SearchControl,
    /// The number of the next game.
    next: AtomicU64,
    /// Consecutive games without a fair opening.
    unfair: AtomicU64,
    /// Positions of all finished games. The playing threads count them, so that
    /// the last game does not depend on when it is written.
    played: AtomicU64,
}

impl RunningGames<'_> {
    fn is_over(&self) -> bool {
        self.played.load(Ordering::Relaxed) >= self.options.positions
            || self.unfair.load(Ordering::Relaxed) >= MAX_UNFAIR
            || self.control.stopped()
    }

    /// Plays game after game on one thread.
    fn play(&self, mut player: SelfPlayer<'_>, games: &Outlet<'_, TrainingGame>) {
        while !self.is_over() && !games.is_closed() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            match player.game(number) {
                Some(game) => {
                    self.unfair.store(0, Ordering::Relaxed);
                    self.played.fetch_add(game.moves.len() as u64, Ordering::Relaxed);
                    games.send(game);
                }
                None => drop(self.unfair.fetch_add(1, Ordering::Relaxed)),
            }
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod tree_tests;
