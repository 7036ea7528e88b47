//! Takes quiet positions from games.
//!
//! A static evaluation should be right where nothing is about to happen; the
//! search resolves the rest. So the sampler leaves out positions in check,
//! positions in which the move played is a capture or a promotion, positions
//! with a mate score or a decided score, and known end games.
//!
//! The built-in network judges each position too: the weights are fitted to what
//! it leaves over.
//!
//! Positions of one game are similar and share a result. So they are spread
//! over blocks at random, and a game is either for training or held out as a
//! whole.

use super::dataset::{BLOCK, Dataset, PositionLabel, TrainingBlock};
use super::model;
use crate::chess::board::Position;
use crate::chess::types::{Color, Move, Score};
use crate::engine::eval::Network;
use crate::engine::eval::layout;
use crate::engine::eval::trace::{self, Coefficients};
use crate::support::random::RandomStream;
use crate::training::data::filter::is_quiet;
use crate::training::data::games::{FileError, GameReader, TrainingGame};
use crate::training::learn::parallel::on_threads;
use std::path::PathBuf;

/// One game in this many is held out, on average.
const HELD_OUT: usize = 20;
/// The number of games in a batch that all threads work on.
const BATCH_GAMES: usize = 2_048;
/// Separates these random numbers from those of the order of blocks.
const SAMPLE_SALT: u64 = 1;

/// Which positions to take.
#[derive(Clone, PartialEq, Debug)]
pub struct Sampler {
    /// About how many positions to take, if there are enough.
    pub positions: usize,
    /// Positions with a score beyond this, in centipawns, are decided.
    pub max_score: i32,
    /// The seed of the choice of positions and of held-out games.
    pub seed: u64,
    /// The number of threads. It does not change the choice.
    pub threads: usize,
}

/// The number of games and positions in files.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SampleCount {
    /// How many games there are.
    pub games: u64,
    /// Positions of the games.
    pub positions: u64,
    /// Quiet positions among them.
    pub quiet: u64,
}

impl Sampler {
    /// Whether a position is quiet, given the move played in it and White's score.
    pub fn is_quiet(&self, position: &Position, mv: Move, score: Score) -> bool {
        is_quiet(position, mv) && score.0.abs() <= self.max_score
    }

    /// Counts the games and positions of files, and reports to `tick` after each
    /// batch.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn count(
        &self,
        files: &[PathBuf],
        tick: &mut dyn FnMut(&SampleCount),
    ) -> Result<SampleCount, FileError> {
        let mut found = SampleCount::default();
        self.in_batches(files, &mut |games, _| {
            let counts = on_threads(self.threads, games.len(), &|index| {
                let mut quiet = 0;
                let mut positions = games[index].positions();
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

    /// Takes positions from files with `found` positions, and reports their number
    /// to `tick` after each batch.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn take(
        &self,
        files: &[PathBuf],
        found: &SampleCount,
        tick: &mut dyn FnMut(usize),
    ) -> Result<Dataset, FileError> {
        let expected = self.positions.min(found.quiet as usize);
        let blocks =
            |positions: usize| vec![TrainingBlock::default(); positions.div_ceil(BLOCK).max(1)];
        let mut dataset = Dataset {
            training: blocks(expected - expected / HELD_OUT),
            games: 0,
            held_out: blocks(expected / HELD_OUT),
            occurrences: vec![[0.0; 2]; layout::COUNT],
        };
        let mut taken = 0;
        self.in_batches(files, &mut |games, first| {
            for samples in on_threads(self.threads, games.len(), &|index| {
                let number = first + index as u64;
                let mut random = RandomStream::new(self.seed, number, SAMPLE_SALT);
                self.samples(&games[index], found.quiet, &mut random)
            }) {
                taken += samples.positions.len();
                samples.add_to(&mut dataset);
            }
            tick(taken);
        })?;
        dataset.training.retain(|block| !block.is_empty());
        dataset.held_out.retain(|block| !block.is_empty());
        dataset.training.iter_mut().chain(&mut dataset.held_out).for_each(TrainingBlock::shrink);
        Ok(dataset)
    }

    /// Takes each quiet position of a game with the same probability, so that
    /// about `self.positions` of `quiet` positions of all games are taken.
    fn samples(&self, game: &TrainingGame, quiet: u64, random: &mut RandomStream) -> QuietSamples {
        let mut samples =
            QuietSamples { held_out: random.below(HELD_OUT) == 0, positions: Vec::new() };
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
            let label = PositionLabel {
                material: coefficients.material as i16,
                score: score.0 as i16,
                result: game.result,
                phase: coefficients.phase as u8,
                scale: coefficients.scale as u8,
                network: network_for_white(position) as i16,
            };
            samples.positions.push(SampledPosition {
                label,
                block_draw: random.below(usize::MAX),
                terms: coefficients.terms.clone(),
                occurrences: coefficients.occurrences.clone(),
            });
        }
        samples
    }

    /// Calls `work` with batches of the games of all files, and the number of the
    /// first game of the batch.
    fn in_batches(
        &self,
        files: &[PathBuf],
        work: &mut dyn FnMut(&[TrainingGame], u64),
    ) -> Result<(), FileError> {
        let mut first = 0;
        let mut batch = Vec::with_capacity(BATCH_GAMES);
        for path in files {
            for game in GameReader::open(path)? {
                batch.push(game.map_err(|error| FileError::new(path, error))?);
                if batch.len() == BATCH_GAMES {
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
}

/// What the built-in network adds, in centipawns from White's side.
fn network_for_white(position: &Position) -> i32 {
    let residual = Network::built_in().evaluate(position);
    match position.side_to_move() {
        Color::White => residual,
        Color::Black => -residual,
    }
}

/// The positions taken from one game.
struct QuietSamples {
    held_out: bool,
    positions: Vec<SampledPosition>,
}

/// A position taken from a game.
struct SampledPosition {
    label: PositionLabel,
    /// A random number that decides which block it goes into.
    block_draw: usize,
    terms: Vec<(u16, i16)>,
    occurrences: Vec<(u16, u16)>,
}

impl QuietSamples {
    /// Adds the positions to blocks of the dataset.
    fn add_to(self, dataset: &mut Dataset) {
        dataset.games += usize::from(!self.held_out && !self.positions.is_empty());
        let blocks = if self.held_out { &mut dataset.held_out } else { &mut dataset.training };
        let count = blocks.len();
        for sampled in self.positions {
            let [middle, end] = model::phase_shares(sampled.label.phase).map(f64::from);
            for (index, count) in sampled.occurrences {
                let occurrences = &mut dataset.occurrences[usize::from(index)];
                occurrences[0] += middle * f64::from(count);
                occurrences[1] += end * f64::from(count);
            }
            blocks[sampled.block_draw % count].push(sampled.label, sampled.terms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::factor;
    use super::*;
    use crate::chess::notation::uci;
    use crate::engine::eval::{WEIGHTS, evaluate};
    use crate::training::data::games::DecidedResult;

    const SAMPLER: Sampler = Sampler { positions: 10, max_score: 1_500, seed: 1, threads: 1 };

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

    /// The scores, which identify the positions.
    fn scores(samples: &QuietSamples) -> Vec<i16> {
        samples.positions.iter().map(|sampled| sampled.label.score).collect()
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
        let samples = SAMPLER.samples(&game, 10, &mut RandomStream::new(1, 0, 0));
        assert_eq!(scores(&samples), [1, 2, 5, 6, -1_500, -9]);
        let label = samples.positions[4].label;
        // White has captured one pawn and lost two …
        assert_eq!((label.material, label.result), (-100, DecidedResult::Win));
        // … and all pieces are still there.
        assert_eq!(label.phase, 24);
    }

    #[test]
    fn the_weights_of_the_engine_give_its_evaluation() {
        let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5"];
        let game = game(&moves.map(|mv| (mv, 0)));
        let samples = SAMPLER.samples(&game, 10, &mut RandomStream::new(1, 0, 0));
        let mut block = TrainingBlock::default();
        for sampled in samples.positions {
            block.push(sampled.label, sampled.terms);
        }
        let counted = |value: i32| value as f32 * factor();
        let weights: Vec<_> =
            WEIGHTS.iter().map(|pair| [pair.middle(), pair.end()].map(counted)).collect();
        let mut positions = game.positions();
        for (row, terms) in block.slice(0..moves.len()) {
            let (position, ..) = positions.next().expect("a position for each row");
            let white = match position.side_to_move() {
                Color::White => evaluate(position).0,
                Color::Black => -evaluate(position).0,
            };
            assert!((model::value(row, terms, &weights) - white as f32).abs() <= 1.0);
        }
        assert_ne!(block.rows()[3].label.network, 0);
    }

    #[test]
    fn the_wanted_share_is_taken() {
        let moves: Vec<(&str, i32)> =
            ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(400).zip(0..).collect();
        let game = game(&moves);
        let (mut taken, mut held_out) = (0, 0);
        for number in 0..400 {
            // Three of ten quiet positions.
            let sampler = Sampler { positions: 300, ..SAMPLER };
            let samples =
                sampler.samples(&game, 1_000, &mut RandomStream::new(1, number, SAMPLE_SALT));
            taken += samples.positions.len();
            held_out += usize::from(samples.held_out);
        }
        assert!((taken as f64 / (400.0 * 400.0) - 0.3).abs() < 0.01, "{taken}");
        assert!((8..=36).contains(&held_out), "{held_out} of 400");
    }

    #[test]
    fn occurrences_are_counted_for_both_colors() {
        let game = game(&[("e2e4", 0)]);
        let mut dataset = Dataset {
            training: vec![TrainingBlock::default()],
            games: 0,
            held_out: vec![TrainingBlock::default()],
            occurrences: vec![[0.0; 2]; layout::COUNT],
        };
        SAMPLER.samples(&game, 1, &mut RandomStream::new(1, 0, 0)).add_to(&mut dataset);
        assert_eq!(dataset.training_len() + dataset.held_out_len(), 1);
        for group in layout::GROUPS {
            let Some(kind) = group.per_piece else { continue };
            let pieces = f64::from(Position::start().kind(kind).count());
            let occurrences = &dataset.occurrences[group.start..group.start + group.len];
            let sum: f64 = occurrences.iter().map(|times| times[0]).sum();
            assert_eq!(sum, pieces, "{}", group.name);
            assert!(occurrences.iter().all(|times| times[1] == 0.0), "{}", group.name);
        }
    }
}
