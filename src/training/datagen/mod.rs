//! Games of the engine with itself, to learn from.
//!
//! A game begins after some random moves that a short search finds fair
//! enough, and goes on with the engine's own, each searched for a small number
//! of nodes: the many positions of quick games teach more than the few of slow
//! ones. It ends by the laws, or when both sides have long known how.
//!
//! Every game depends on the seed and its number alone: the table and what the
//! search has learned are cleared before it.

mod judge;
mod opening;
mod play;

use super::data::{Game, Writer};
use crate::board::Position;
use crate::search::{STACK, SearchControl};
use play::SelfPlayer;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// How often progress is told while no game ends.
const TICK: Duration = Duration::from_millis(500);
/// After so many openings on end that will not do there is no point in trying
/// others.
const MOST_REFUSED: u64 = 1_000;

/// Where games begin: from a position by the number of the game, from zero.
pub type GameStarts<'a> = &'a (dyn Fn(u64) -> Position + Sync);

/// What games to play.
#[derive(Clone, Debug)]
pub struct DatagenOptions {
    /// Play until there are so many positions.
    pub positions: u64,
    /// Nodes after which no further iteration of a search begins.
    pub nodes: u64,
    /// How many games are played at the same time, each on a thread of its
    /// own.
    pub threads: usize,
    /// The memory of each for its table, in mebibytes.
    pub hash_mb: usize,
    /// What all that is random depends on.
    pub seed: u64,
    /// Which of the runs with this seed it is: each plays other games.
    pub run: u64,
    /// The number of the first game.
    pub first: u64,
    /// Random plies at the beginning: so many, or one more, so that either
    /// colour gets to move first; none at all if zero.
    pub plies: usize,
}

/// What has been played so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DatagenProgress {
    /// Games, by White's half points: lost, drawn, won.
    pub results: [u64; 3],
    /// Their positions.
    pub positions: u64,
}

impl DatagenProgress {
    /// All games.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    fn add(&mut self, game: &Game) {
        self.results[game.result.index()] += 1;
        self.positions += game.moves.len() as u64;
    }
}

/// Plays games and adds them to a file, in the order in which they end, until
/// there are enough positions; then those in play are ended, too. A stop in
/// the signals ends all at once, and what is in play does not count. `progress`
/// hears how it goes, at least twice a second.
///
/// # Errors
/// A sentence: no memory or threads, no fair openings, or a file that cannot
/// be written. What was added stays.
pub fn run(
    options: &DatagenOptions,
    starts: GameStarts<'_>,
    writer: &mut Writer,
    signals: &SearchControl,
    progress: &mut dyn FnMut(&DatagenProgress),
) -> Result<DatagenProgress, String> {
    let players = (0..options.threads).map(|_| SelfPlayer::new(options, starts, signals));
    let players: Vec<SelfPlayer<'_>> = players.collect::<Result<_, _>>()?;
    let hall = RunningGames {
        options,
        signals,
        next: AtomicU64::new(options.first),
        refused: AtomicU64::new(0),
        played: AtomicU64::new(0),
        is_closed: AtomicBool::new(false),
    };
    let (sender, games) = channel();
    thread::scope(|scope| {
        for player in players {
            let (hall, sender) = (&hall, sender.clone());
            let builder = thread::Builder::new().name("plays games".to_string()).stack_size(STACK);
            let started = builder.spawn_scoped(scope, move || hall.play(player, &sender));
            started.map_err(|error| {
                hall.is_closed.store(true, Ordering::Relaxed);
                format!("the system does not start {} threads: {error}", options.threads)
            })?;
        }
        drop(sender);
        let tally = hall.collect(&games, writer, progress);
        // Whatever the reason, nobody is to go on.
        hall.is_closed.store(true, Ordering::Relaxed);
        tally
    })
}

/// Where all play.
struct RunningGames<'a> {
    options: &'a DatagenOptions,
    signals: &'a SearchControl,
    /// The number of the next game.
    next: AtomicU64,
    /// Openings refused since the last game.
    refused: AtomicU64,
    /// Positions of all games that have been played. Who plays counts them, so
    /// that the last game does not depend on when it is written.
    played: AtomicU64,
    /// No further game is to begin, whatever was played.
    is_closed: AtomicBool,
}

impl RunningGames<'_> {
    fn is_over(&self) -> bool {
        self.played.load(Ordering::Relaxed) >= self.options.positions
            || self.is_closed.load(Ordering::Relaxed)
            || self.signals.stopped()
    }

    /// One thread's part: game after game.
    fn play(&self, mut player: SelfPlayer<'_>, games: &Sender<Game>) {
        while !self.is_over() && self.refused.load(Ordering::Relaxed) < MOST_REFUSED {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            match player.game(number) {
                Some(game) => {
                    self.refused.store(0, Ordering::Relaxed);
                    self.played.fetch_add(game.moves.len() as u64, Ordering::Relaxed);
                    // Nobody listens any more if writing has failed.
                    if games.send(game).is_err() {
                        return;
                    }
                }
                None => drop(self.refused.fetch_add(1, Ordering::Relaxed)),
            }
        }
    }

    /// Writes what is played until nobody plays any more.
    fn collect(
        &self,
        games: &Receiver<Game>,
        writer: &mut Writer,
        progress: &mut dyn FnMut(&DatagenProgress),
    ) -> Result<DatagenProgress, String> {
        let mut tally = DatagenProgress::default();
        loop {
            match games.recv_timeout(TICK) {
                Ok(game) => {
                    writer.add(&game).map_err(|fault| format!("a game is not written: {fault}"))?;
                    tally.add(&game);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress(&tally);
        }
        if tally.positions < self.options.positions && !self.signals.stopped() {
            return Err(format!(
                "of the last {MOST_REFUSED} openings none was fair enough to be played"
            ));
        }
        Ok(tally)
    }
}

#[cfg(test)]
mod tests;
