//! Takes quiet positions from games.
//!
//! An evaluation is asked about positions in which nothing is about to happen;
//! a search sees to the others. So positions in check are left out, those in
//! which the move played captures or promotes, those in which a mate is seen
//! or that are decided, and those that special knowledge of end games judges.
//!
//! Positions of one game look alike and have one result in common. They are
//! kept apart: blocks are filled by lot, and a game is learned from or held
//! out as a whole.

use super::model;
use super::rows::{BLOCK, Block, Corpus, PositionLabel};
use crate::board::Position;
use crate::eval::layout;
use crate::eval::trace::{self, Coefficients};
use crate::random::RandomStream;
use crate::training::data::{FileError, GameReader, TrainingGame};
use crate::types::{Move, Score};
use std::path::PathBuf;
use std::thread;

/// One of so many games is held out.
const HELD_OUT: usize = 20;
/// Games that are looked at together by all threads.
const GAMES_AT_ONCE: usize = 2_048;
/// Keeps these random numbers apart from those of the order of blocks.
const OF_SAMPLES: u64 = 1;

/// What to take.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// About so many positions, if there are enough.
    pub positions: usize,
    /// Decided is what has a score beyond this, in centipawns.
    pub most_score: i32,
    /// Which positions, and which games are held out, follows from it.
    pub seed: u64,
    /// How many threads look at positions. Their number does not change what
    /// is taken.
    pub threads: usize,
}

/// What was found in files of games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SampleCount {
    /// Whole games.
    pub games: u64,
    /// All their positions.
    pub positions: u64,
    /// The quiet ones among them.
    pub quiet: u64,
}

impl Choice {
    /// Whether a position can be learned from, by what was played in it and
    /// what White's score was.
    pub fn is_quiet(&self, position: &Position, mv: Move, score: Score) -> bool {
        !position.in_check() && mv.is_quiet() && score.0.abs() <= self.most_score
    }

    /// Counts what files have; `tick` is told after every some games.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn count(
        &self,
        files: &[PathBuf],
        tick: &mut dyn FnMut(&SampleCount),
    ) -> Result<SampleCount, FileError> {
        let mut found = SampleCount::default();
        self.in_batches(files, &mut |games, first| {
            let counts = self.on_threads(games, first, |game, _| {
                let mut quiet = 0;
                let mut positions = game.positions();
                while let Some((position, mv, score)) = positions.next() {
                    quiet += u64::from(self.is_quiet(position, mv, score));
                }
                quiet
            });
            found.games += games.len() as u64;
            found.positions += games.iter().map(|game| game.moves.len() as u64).sum::<u64>();
            found.quiet += counts.iter().sum::<u64>();
            tick(&found);
        })?;
        Ok(found)
    }

    /// Takes positions from files in which so much was found.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn take(
        &self,
        files: &[PathBuf],
        found: &SampleCount,
        tick: &mut dyn FnMut(usize),
    ) -> Result<Corpus, FileError> {
        let expected = self.positions.min(found.quiet as usize);
        let blocks = |positions: usize| vec![Block::default(); positions.div_ceil(BLOCK).max(1)];
        let mut corpus = Corpus {
            training: blocks(expected - expected / HELD_OUT),
            games: 0,
            held_out: blocks(expected / HELD_OUT),
            seen: vec![[0.0; 2]; layout::COUNT],
        };
        let mut taken = 0;
        self.in_batches(files, &mut |games, first| {
            for samples in self.on_threads(games, first, |game, number| {
                let mut random = RandomStream::new(self.seed, number, OF_SAMPLES);
                self.samples(game, found.quiet, &mut random)
            }) {
                taken += samples.drafts.len();
                samples.deal(&mut corpus);
            }
            tick(taken);
        })?;
        corpus.training.retain(|block| !block.is_empty());
        corpus.held_out.retain(|block| !block.is_empty());
        corpus.training.iter_mut().chain(&mut corpus.held_out).for_each(Block::shrink);
        Ok(corpus)
    }

    /// Takes quiet positions of a game by lot, such that of so many quiet
    /// ones in all games as many as wanted are taken.
    fn samples(&self, game: &TrainingGame, quiet: u64, random: &mut RandomStream) -> QuietSamples {
        let mut samples =
            QuietSamples { held_out: random.below(HELD_OUT) == 0, drafts: Vec::new() };
        let mut coefficients = Coefficients::default();
        let mut positions = game.positions();
        while let Some((position, mv, score)) = positions.next() {
            if !self.is_quiet(position, mv, score)
                || random.below(quiet.max(1) as usize) >= self.positions
            {
                continue;
            }
            trace::coefficients(position, &mut coefficients);
            if coefficients.known {
                continue;
            }
            let facts = PositionLabel {
                material: coefficients.material as i16,
                score: score.0 as i16,
                result: game.result,
                phase: coefficients.phase as u8,
                scale: coefficients.scale as u8,
            };
            samples.drafts.push(Draft {
                facts,
                lot: random.below(usize::MAX),
                terms: coefficients.terms.clone(),
                met: coefficients.met.clone(),
            });
        }
        samples
    }

    /// Hands over the games of all files in batches, with the number of the
    /// first.
    fn in_batches(
        &self,
        files: &[PathBuf],
        work: &mut dyn FnMut(&[TrainingGame], u64),
    ) -> Result<(), FileError> {
        let mut first = 0;
        let mut batch = Vec::with_capacity(GAMES_AT_ONCE);
        for path in files {
            for game in GameReader::open(path)? {
                batch.push(game.map_err(|error| FileError::new(path, error))?);
                if batch.len() == GAMES_AT_ONCE {
                    work(&batch, first);
                    first += batch.len() as u64;
                    batch.clear();
                }
            }
        }
        if !batch.is_empty() {
            work(&batch, first);
        }
        Ok(())
    }

    /// Does something with each game, which it gets with its number, on
    /// several threads; the results are in the order of the games.
    fn on_threads<T: Send>(
        &self,
        games: &[TrainingGame],
        first: u64,
        work: impl Fn(&TrainingGame, u64) -> T + Sync,
    ) -> Vec<T> {
        let share = games.len().div_ceil(self.threads.max(1)).max(1);
        thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = (games.chunks(share).zip((first..).step_by(share)))
                .map(|(games, first)| {
                    scope.spawn(move || -> Vec<T> {
                        games.iter().zip(first..).map(|(game, number)| work(game, number)).collect()
                    })
                })
                .collect();
            (threads.into_iter())
                .flat_map(|thread| {
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect()
        })
    }
}

/// What was taken from one game.
struct QuietSamples {
    held_out: bool,
    drafts: Vec<Draft>,
}

/// A position that was taken.
struct Draft {
    facts: PositionLabel,
    /// Says into which block it comes.
    lot: usize,
    terms: Vec<(u16, i16)>,
    met: Vec<(u16, u16)>,
}

impl QuietSamples {
    fn deal(self, corpus: &mut Corpus) {
        corpus.games += usize::from(!self.held_out && !self.drafts.is_empty());
        let blocks = if self.held_out { &mut corpus.held_out } else { &mut corpus.training };
        let count = blocks.len();
        for draft in self.drafts {
            let [middle, end] = model::shares(draft.facts.phase).map(f64::from);
            for (index, count) in draft.met {
                let seen = &mut corpus.seen[usize::from(index)];
                seen[0] += middle * f64::from(count);
                seen[1] += end * f64::from(count);
            }
            blocks[draft.lot % count].push(draft.facts, draft.terms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci;
    use crate::training::data::DecidedResult;

    const CHOICE: Choice = Choice { positions: 10, most_score: 1_500, seed: 1, threads: 1 };

    fn game(moves: &[(&str, i32)]) -> TrainingGame {
        let start = Position::start();
        let mut position = start.clone();
        let mut game = TrainingGame { start, result: DecidedResult::Win, moves: Vec::new() };
        for &(text, score) in moves {
            let mv = uci::parse(&position, text).unwrap_or_else(|_| panic!("{text} is legal"));
            game.moves.push((mv, Score(score)));
            position.play(mv, &mut ());
        }
        game
    }

    /// The scores tell the positions apart.
    fn scores(samples: &QuietSamples) -> Vec<i16> {
        samples.drafts.iter().map(|draft| draft.facts.score).collect()
    }

    #[test]
    fn only_quiet_positions_are_taken() {
        let game = game(&[
            ("e2e4", 1),
            ("d7d5", 2),
            ("e4d5", 3), // a capture
            ("d8d5", 4), // another
            ("d2d4", 5),
            ("d5e4", 6),
            ("f1e2", 7),     // in check
            ("e4g2", 8),     // a capture
            ("e2f3", 1_501), // decided
            ("g2g6", -1_500),
            ("b1c3", Score::mate_in(5).0), // a mate is seen
            ("b8c6", -9),
        ]);
        let samples = CHOICE.samples(&game, 10, &mut RandomStream::new(1, 0, 0));
        assert_eq!(scores(&samples), [1, 2, 5, 6, -1_500, -9]);
        let facts = samples.drafts[4].facts;
        // White is behind by a pawn that he took and two that were taken …
        assert_eq!((facts.material, facts.result), (-100, DecidedResult::Win));
        // … and all pieces are still there.
        assert_eq!(facts.phase, 24);
    }

    #[test]
    fn as_many_are_taken_as_are_wanted() {
        let moves: Vec<(&str, i32)> =
            ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(400).zip(0..).collect();
        let game = game(&moves);
        let (mut taken, mut held_out) = (0, 0);
        for number in 0..400 {
            // Of ten quiet positions three.
            let choice = Choice { positions: 300, ..CHOICE };
            let samples =
                choice.samples(&game, 1_000, &mut RandomStream::new(1, number, OF_SAMPLES));
            taken += samples.drafts.len();
            held_out += usize::from(samples.held_out);
        }
        assert!((taken as f64 / (400.0 * 400.0) - 0.3).abs() < 0.01, "{taken}");
        assert!((8..=36).contains(&held_out), "{held_out} of 400");
    }

    #[test]
    fn what_is_met_is_counted_for_both_colours() {
        let game = game(&[("e2e4", 0)]);
        let mut corpus = Corpus {
            training: vec![Block::default()],
            games: 0,
            held_out: vec![Block::default()],
            seen: vec![[0.0; 2]; layout::COUNT],
        };
        CHOICE.samples(&game, 1, &mut RandomStream::new(1, 0, 0)).deal(&mut corpus);
        assert_eq!(corpus.training_len() + corpus.held_out_len(), 1);
        for group in layout::GROUPS {
            let Some(kind) = group.per_piece else { continue };
            let pieces = f64::from(Position::start().kind(kind).count());
            let seen = &corpus.seen[group.start..group.start + group.len];
            let sum: f64 = seen.iter().map(|times| times[0]).sum();
            assert_eq!(sum, pieces, "{}", group.name);
            assert!(seen.iter().all(|times| times[1] == 0.0), "{}", group.name);
        }
    }
}
