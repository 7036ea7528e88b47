//! Searches the positions of old games again, with the engine as it is now.
//!
//! The new scores replace the old ones, and the nodes of the searches can be
//! sampled. Moves and results stay. The transposition table and the histories
//! are cleared before a game, and its positions are searched in their order; so
//! a game has the same scores and samples on any number of threads. The games
//! come out in the order of the files.

use super::datagen::searcher::{GameSearcher, SearchSettings};
use super::datagen::tree::{SampleOptions, TreeSampler};
use super::workers::{self, Outlet, SelfPlayError};
use crate::chess::board::GamePosition;
use crate::engine::search::SearchControl;
use crate::training::data::games::{DataError, FileError, GameReader, Record, TrainingGame};
use crate::training::data::packed::PackedPosition;
use crate::training::learn::parallel::lock;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::{Arc, Mutex};

/// How old games are searched.
#[derive(Clone, Debug)]
pub struct RescoreOptions {
    /// How positions are searched.
    pub search: SearchSettings,
    /// The number of games searched at the same time, each on its own thread.
    pub threads: usize,
    /// This number of games at the beginning is left out.
    pub skip: u64,
    /// One position in this many is searched. From game to game the first one
    /// differs, so that no ply is preferred.
    pub every: u64,
    /// Which nodes are sampled; `None` for none.
    pub samples: Option<SampleOptions>,
}

/// A game with the scores and samples of the new searches.
#[derive(Clone, PartialEq, Debug)]
pub struct RescoredGame {
    /// The game. Positions that are not searched keep their scores.
    pub game: TrainingGame,
    /// The samples of the search trees.
    pub samples: Vec<PackedPosition>,
}

/// The number of games and of their positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameCount {
    /// How many games there are.
    pub games: u64,
    /// How many positions they have.
    pub positions: u64,
}

/// What a file of searched games has already.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Its games.
    pub count: GameCount,
    /// The head of the last one: what searched it. Empty without a game or a head.
    pub head: String,
}

/// Counts the games of files, up to `most` of them.
///
/// # Errors
/// If one cannot be read, is not a file of games or is damaged.
pub fn count(files: &[PathBuf], most: u64) -> Result<GameCount, FileError> {
    let mut count = GameCount::default();
    let mut queue = GameQueue::new(files);
    while count.games < most
        && let Some(record) = queue.next_record()?
    {
        count.games += 1;
        count.positions += u64::from(record.plies());
    }
    Ok(count)
}

/// Which games at the beginning of the files are in the file `out` already, with
/// other scores. None if there is no such file.
///
/// # Errors
/// If a file cannot be used, or if `out` has other games.
pub fn count_done(files: &[PathBuf], out: &Path) -> Result<Done, FileError> {
    let mut done = Done::default();
    let mut queue = GameQueue::new(files);
    let mut games = match GameReader::open(out) {
        Ok(games) => games,
        // An interruption may have left less than a header.
        Err(FileError { error: DataError::Empty | DataError::ShortHeader(..), .. }) => {
            return Ok(done);
        }
        Err(_) if out.symlink_metadata().is_err() => return Ok(done),
        Err(error) => return Err(error),
    };
    while let Some(record) = games.next_record() {
        let record = record.map_err(|error| FileError::new(out, error))?;
        done.count.games += 1;
        done.count.positions += u64::from(record.plies());
        let (source, copy) = (queue.next_record()?, record.decode());
        let is_same = source.is_some_and(|source| match (source.decode(), copy) {
            (Ok(source), Ok(copy)) => source.has_same_moves(&copy),
            _ => false,
        });
        if !is_same {
            return Err(FileError::new(out, DataError::OtherGame(done.count.games)));
        }
    }
    done.head.clone_from(&games.head().text);
    Ok(done)
}

/// Searches the games of files again and passes them to `write`, in order. A
/// stop of `control` ends it at once and discards the games being searched.
/// `progress` is called at least twice a second with what has been written.
///
/// # Errors
/// If there is no memory, the system does not start the threads, a
/// file cannot be read, or `write` fails.
pub fn run(
    files: &[PathBuf],
    options: &RescoreOptions,
    write: &mut dyn FnMut(RescoredGame) -> Result<(), SelfPlayError>,
    control: &SearchControl,
    progress: &mut dyn FnMut(&GameCount),
) -> Result<GameCount, SelfPlayError> {
    let searchers = (0..options.threads).map(|_| GameSearcher::new(&options.search, control));
    let searchers = searchers.collect::<Result<Vec<_>, _>>()?;
    let running = RunningSearches { options, control, queue: Mutex::new(GameQueue::new(files)) };
    let mut written = GameCount::default();
    let mut waiting = BTreeMap::new();
    let search = |searcher, games: &Outlet<'_, _>| running.work(searcher, games);
    workers::run("searches games", searchers, &search, &mut |searched: Option<Searched>| {
        waiting.extend(searched);
        // The games are written in their order.
        while let Some(game) = waiting.remove(&(options.skip + written.games)) {
            let game = game?;
            written.games += 1;
            written.positions += game.game.moves.len() as u64;
            write(game)?;
        }
        progress(&written);
        Ok(())
    })?;
    Ok(written)
}

/// What a thread hands over: the number of a game, and the game or why it cannot
/// be read.
type Searched = (u64, Result<RescoredGame, FileError>);

/// The state that the threads share.
struct RunningSearches<'a> {
    options: &'a RescoreOptions,
    control: &'a SearchControl,
    queue: Mutex<GameQueue<'a>>,
}

impl RunningSearches<'_> {
    /// Searches game after game on one thread.
    fn work(&self, mut searcher: GameSearcher<'_>, games: &Outlet<'_, Searched>) {
        while !games.is_closed() && !self.control.stopped() {
            let Some((number, game)) = lock(&self.queue).next_game(self.options.skip) else {
                return;
            };
            let searched = match game.map(|game| self.search(&mut searcher, number, game)) {
                Ok(Some(game)) => Ok(game),
                Ok(None) => return,
                Err(error) => {
                    games.close();
                    Err(error)
                }
            };
            games.send((number, searched));
        }
    }

    /// Searches a game. `None` if it is stopped.
    fn search(
        &self,
        searcher: &mut GameSearcher<'_>,
        number: u64,
        mut game: TrainingGame,
    ) -> Option<RescoredGame> {
        let samples = Arc::new(Mutex::new(Vec::new()));
        searcher.set_observer(self.options.samples.map(|options| {
            let samples = Arc::clone(&samples);
            let send = Box::new(move |mut batch| lock(&samples).append(&mut batch));
            Box::new(TreeSampler::new(options, number, send)) as _
        }));
        searcher.clear();
        let every = self.options.every.max(1);
        let mut until_next = number % every;
        let mut current = GamePosition::from(game.start.clone());
        for (mv, score) in &mut game.moves {
            if until_next == 0 {
                until_next = every;
                *score = searcher.search_game_position(&current)?.1;
            }
            until_next -= 1;
            current.play(*mv);
        }
        // The sampler passes its last samples on when it is dropped.
        searcher.set_observer(None);
        let samples = std::mem::take(&mut *lock(&samples));
        Some(RescoredGame { game, samples })
    }
}

/// The games of several files, one after another.
struct GameQueue<'a> {
    files: slice::Iter<'a, PathBuf>,
    current: Option<(&'a Path, GameReader<File>)>,
    /// The number of the next game, from zero.
    number: u64,
}

impl<'a> GameQueue<'a> {
    fn new(files: &'a [PathBuf]) -> GameQueue<'a> {
        GameQueue { files: files.iter(), current: None, number: 0 }
    }

    /// The record of the next game. After an error there are no more.
    fn next_record(&mut self) -> Result<Option<Record>, FileError> {
        let found = self.read();
        if found.is_err() {
            (self.files, self.current) = ([].iter(), None);
        }
        found
    }

    fn read(&mut self) -> Result<Option<Record>, FileError> {
        loop {
            if let Some((path, games)) = &mut self.current
                && let Some(record) = games.next_record()
            {
                self.number += u64::from(record.is_ok());
                return record.map(Some).map_err(|error| FileError::new(path, error));
            }
            let Some(path) = self.files.next() else { return Ok(None) };
            self.current = Some((path, GameReader::open(path)?));
        }
    }

    /// The next game with its number, but none before the number `first`.
    fn next_game(&mut self, first: u64) -> Option<(u64, Result<TrainingGame, FileError>)> {
        loop {
            let number = self.number;
            let record = match self.next_record() {
                Ok(record) => record?,
                Err(error) => return Some((number, Err(error))),
            };
            if number >= first {
                let (path, games) = self.current.as_ref()?;
                let illegal = |why| DataError::IllegalGame { game: games.games(), why };
                let game = record.decode().map_err(|why| FileError::new(path, illegal(why)));
                return Some((number, game));
            }
        }
    }
}

#[cfg(test)]
mod tests;
