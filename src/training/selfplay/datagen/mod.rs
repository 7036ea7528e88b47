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

use crate::engine::search::{STACK, SearchControl};
use crate::training::data::games::{GameWriter, MAX_PIECES, TrainingGame};
use play::SelfPlayer;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;
use tree::SampleSink;

/// The interval of progress reports while no game ends.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);
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
/// A sentence, if there is no memory, the system does not start the threads,
/// no opening is fair, or the file cannot be written. The games written so far
/// stay.
pub fn run(
    options: &DatagenOptions,
    starts: GameStarts<'_>,
    writer: &mut GameWriter,
    sink: Option<&SampleSink>,
    control: &SearchControl,
    progress: &mut dyn FnMut(&DatagenProgress),
) -> Result<DatagenProgress, String> {
    let players = (0..options.threads).map(|number| {
        let sampler = sink.and_then(|sink| sink.sampler(number as u64));
        SelfPlayer::new(options, starts, control, sampler)
    });
    let players: Vec<SelfPlayer<'_>> = players.collect::<Result<_, _>>()?;
    let running = RunningGames {
        options,
        control,
        next: AtomicU64::new(options.first),
        unfair: AtomicU64::new(0),
        played: AtomicU64::new(0),
        is_closed: AtomicBool::new(false),
    };
    let (sender, games) = channel();
    thread::scope(|scope| {
        for player in players {
            let (running, sender) = (&running, sender.clone());
            let builder = thread::Builder::new().name("plays games".to_string()).stack_size(STACK);
            let started = builder.spawn_scoped(scope, move || running.play(player, &sender));
            started.map_err(|error| {
                running.is_closed.store(true, Ordering::Relaxed);
                format!("the system does not start {} threads: {error}", options.threads)
            })?;
        }
        drop(sender);
        let progress = running.collect(&games, writer, progress);
        // Writing may have failed: the threads must start no further game.
        running.is_closed.store(true, Ordering::Relaxed);
        progress
    })
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
    /// Whether no further game may begin.
    is_closed: AtomicBool,
}

impl RunningGames<'_> {
    fn is_over(&self) -> bool {
        self.played.load(Ordering::Relaxed) >= self.options.positions
            || self.is_closed.load(Ordering::Relaxed)
            || self.control.stopped()
    }

    /// Plays game after game on one thread.
    fn play(&self, mut player: SelfPlayer<'_>, games: &Sender<TrainingGame>) {
        while !self.is_over() && self.unfair.load(Ordering::Relaxed) < MAX_UNFAIR {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            match player.game(number) {
                Some(game) => {
                    self.unfair.store(0, Ordering::Relaxed);
                    self.played.fetch_add(game.moves.len() as u64, Ordering::Relaxed);
                    // The receiver is gone if writing has failed.
                    if games.send(game).is_err() {
                        return;
                    }
                }
                None => drop(self.unfair.fetch_add(1, Ordering::Relaxed)),
            }
        }
    }

    /// Writes the games until all threads have ended.
    fn collect(
        &self,
        games: &Receiver<TrainingGame>,
        writer: &mut GameWriter,
        progress: &mut dyn FnMut(&DatagenProgress),
    ) -> Result<DatagenProgress, String> {
        let mut played = DatagenProgress::default();
        loop {
            match games.recv_timeout(PROGRESS_INTERVAL) {
                Ok(game) => {
                    writer.add(&game).map_err(|error| format!("a game is not written: {error}"))?;
                    played.add(&game);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress(&played);
        }
        if played.positions < self.options.positions && !self.control.stopped() {
            return Err(format!(
                "none of the last {MAX_UNFAIR} openings was fair enough to be played, with at \
                 most {MAX_PIECES} pieces"
            ));
        }
        Ok(played)
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod tree_tests;
