//! The training loop: epochs and batches.
//!
//! One thread reads and shuffles the next batches while the others work on the
//! current one. A batch is split into a fixed number of slices, whichever thread
//! learns from them. So the number of threads does not change the result.

use super::features::{Features, Labels};
use super::gradient::{BatchGradient, LossTerms, Slice};
use super::material::PieceValues;
use super::model::{self, LossSums, Losses, Tiles};
use super::optimizer::{AdamW, StepSize};
use super::params::{Params, Shape};
use super::prepare::Corpus;
use super::scratch::{Chunk, Scratch};
use crate::support::random::RandomStream;
use crate::training::data::packed::PackedPosition;
use crate::training::learn::adam::learning_rate;
use crate::training::learn::parallel::{lock, on_threads};
use std::io;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard};
use std::thread;

/// The slices of a batch, and so the most threads that help.
const SLICES: usize = 16;
/// The held-out positions that a thread measures at a time.
const MEASURED_AT_ONCE: usize = 4_096;
/// The held-out positions that all threads measure at a time.
const HELD_OUT_AT_ONCE: usize = 16 * MEASURED_AT_ONCE;
/// Positions of batches that are ready before they are needed, about.
const AHEAD: usize = 1 << 20;
/// One step in this many enters the average: neighbouring steps are alike.
const AVERAGE_EVERY: u64 = 8;
/// The salt of the random order of chunks.
const OF_CHUNKS: u64 = 23;
/// The salt of the random order within a chunk.
const OF_ORDER: u64 = 24;

/// The settings of a training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The number of passes over all positions.
    pub epochs: u64,
    /// Positions of a batch.
    pub batch: usize,
    /// The initial learning rate.
    pub rate: f64,
    /// The decay of weights of the first layer.
    pub decay: f64,
    /// Centipawns per logit.
    pub scale: i32,
    /// The share of the result in the target of a position of a game.
    pub result_weight: f64,
    /// The share of samples of search trees among the positions of an epoch; `None`
    /// takes all positions.
    pub samples_share: Option<f64>,
    /// The weight in the loss of the squared values that the network gives to
    /// pieces, as shares of the documents' values.
    pub material_penalty: f64,
    /// The number of last epochs to average over; 0 takes the last step alone.
    pub average: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of threads. It does not change the result.
    pub threads: usize,
}

impl Settings {
    fn labels(&self) -> Labels {
        Labels { scale: self.scale as f32, result_weight: self.result_weight as f32 }
    }

    /// The number of game positions and of samples that an epoch takes from a chunk.
    fn share_of(&self, chunk: &Chunk) -> [usize; 2] {
        let [games, samples] = [chunk.games, chunk.samples];
        let Some(share) = self.samples_share else { return [games, samples] };
        if share >= 1.0 {
            return [0, samples];
        }
        let wanted = (games as f64 * share / (1.0 - share)).round() as usize;
        if samples >= wanted {
            return [games, wanted];
        }
        let wanted = (samples as f64 * (1.0 - share) / share).round() as usize;
        [games.min(wanted), samples]
    }

    /// The number of positions that an epoch takes from all chunks.
    pub fn epoch_positions(&self, corpus: &Corpus) -> u64 {
        let chunks = &corpus.scratch.chunks[..corpus.training_chunks()];
        chunks.iter().flat_map(|chunk| self.share_of(chunk)).map(|count| count as u64).sum()
    }
}

/// The losses of an epoch: mean squared errors of the expected score, over
/// positions of games and over samples of search trees; 0 if there are none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Epoch {
    /// Over what is learned from, during the epoch.
    pub training: [f64; 2],
    /// Over what is held out, after the epoch.
    pub held_out: [f64; 2],
}

/// The state of a training between two epochs.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The network.
    pub params: Params,
    /// The state of the optimizer.
    pub adam: AdamW,
    /// The running means of what the network gives to the pieces.
    pub piece_values: PieceValues,
    /// The mean of the parameters that were averaged.
    pub average: Vec<f32>,
    /// The number of steps in that mean.
    pub averaged: u64,
    /// The losses of the finished epochs.
    pub epochs: Vec<Epoch>,
}

impl State {
    /// The state before the first epoch.
    pub fn new(params: Params) -> State {
        let shape = params.shape;
        State {
            params,
            adam: AdamW::new(shape),
            piece_values: PieceValues::default(),
            average: vec![0.0; shape.parameters()],
            averaged: 0,
            epochs: Vec::new(),
        }
    }

    /// The trained network: the average, if there is one.
    pub fn final_params(&self) -> Params {
        if self.averaged == 0 {
            return self.params.clone();
        }
        Params { shape: self.params.shape, values: self.average.clone() }
    }
}

/// Follows the progress of a training.
pub trait Progress {
    /// Called after each batch: the epoch from one, the positions of the whole
    /// training so far and in total, and the mean loss of the epoch so far.
    fn batch(&mut self, epoch: u64, positions: u64, of: u64, loss: f64);

    /// Called after each epoch.
    ///
    /// # Errors
    /// If the training must end.
    fn epoch(&mut self, state: &State) -> io::Result<()>;
}

/// Trains until all epochs are done.
///
/// # Errors
/// If chunks cannot be read, or `progress` returns an error.
pub fn train(
    corpus: &Corpus,
    settings: &Settings,
    state: &mut State,
    progress: &mut dyn Progress,
) -> io::Result<()> {
    let shape = state.params.shape;
    let slices = (0..SLICES).map(|_| Mutex::default()).collect();
    let positions = settings.epoch_positions(corpus);
    let batch = settings.batch.min(positions as usize).max(1);
    let steps = positions.div_ceil(batch as u64) * settings.epochs;
    let mut trainer =
        Trainer { settings, shape, slices, batch, steps, loss: LossSums::default(), done: 0 };
    while (state.epochs.len() as u64) < settings.epochs {
        let epoch = state.epochs.len() as u64;
        trainer.epoch(corpus, state, &mut |done, loss| {
            progress.batch(epoch + 1, epoch * positions + done, settings.epochs * positions, loss);
        })?;
        let losses = measure(corpus, settings, &state.params)?;
        let held_out = losses.whole.means();
        state.epochs.push(Epoch { training: trainer.loss.means(), held_out });
        progress.epoch(state)?;
    }
    Ok(())
}

struct Trainer<'s> {
    settings: &'s Settings,
    shape: Shape,
    slices: Vec<Mutex<Slice>>,
    /// Positions of a full batch.
    batch: usize,
    /// Steps of the whole training.
    steps: u64,
    /// The loss in this epoch.
    loss: LossSums,
    /// Positions done in this epoch.
    done: u64,
}

impl Trainer<'_> {
    fn epoch(
        &mut self,
        corpus: &Corpus,
        state: &mut State,
        tick: &mut dyn FnMut(u64, f64),
    ) -> io::Result<()> {
        (self.loss, self.done) = (LossSums::default(), 0);
        let epoch = state.epochs.len() as u64;
        let settings = *self.settings;
        let (sender, receiver) = sync_channel((AHEAD / self.batch).max(1));
        let size = self.batch;
        thread::scope(|scope| {
            scope.spawn(move || send_batches(corpus, &settings, epoch, size, &sender));
            for batch in receiver {
                self.step(&batch?, epoch, state, tick);
            }
            Ok(())
        })
    }

    /// One step of the optimizer on a batch.
    fn step(
        &mut self,
        batch: &[PackedPosition],
        epoch: u64,
        state: &mut State,
        tick: &mut dyn FnMut(u64, f64),
    ) {
        let settings = self.settings;
        let terms = LossTerms {
            labels: settings.labels(),
            batch: self.batch as f32,
            penalty: (state.piece_values)
                .penalty_gradient(settings.material_penalty, settings.scale.into()),
        };
        let share = batch.len().div_ceil(SLICES);
        let network = Tiles::of(&state.params.values, self.shape, settings.threads);
        on_threads(settings.threads, SLICES, &|index| {
            let start = (index * share).min(batch.len());
            let positions = &batch[start..(start + share).min(batch.len())];
            lock(&self.slices[index]).learn(&network, &terms, positions);
        });
        let slices: Vec<MutexGuard<'_, Slice>> = self.slices.iter().map(lock).collect();
        let slices: Vec<&Slice> = slices.iter().map(|slice| &**slice).collect();
        state.piece_values.fade();
        slices.iter().for_each(|slice| state.piece_values.merge(&slice.values));
        slices.iter().for_each(|slice| self.loss.merge(&slice.loss));
        self.done += batch.len() as u64;

        let done = state.adam.steps as f64 / self.steps.max(1) as f64;
        let rate = learning_rate(settings.rate, done);
        let step_size = StepSize { learning_rate: rate as f32, decay: settings.decay as f32 };
        let gradient = BatchGradient::of(&slices, &network, settings.threads);
        let values = &mut state.params.values;
        state.adam.step(values, self.shape, &gradient, step_size, settings.threads);
        let is_averaged = epoch + settings.average >= settings.epochs;
        if is_averaged && state.adam.steps.is_multiple_of(AVERAGE_EVERY) {
            state.averaged += 1;
            let share = 1.0 / state.averaged as f32;
            for (mean, &value) in state.average.iter_mut().zip(&state.params.values) {
                *mean += (value - *mean) * share;
            }
        }
        tick(self.done, self.loss.mean());
    }
}

/// Sends all batches of an epoch: the chunks in random order, each shuffled.
fn send_batches(
    corpus: &Corpus,
    settings: &Settings,
    epoch: u64,
    size: usize,
    sender: &SyncSender<io::Result<Vec<PackedPosition>>>,
) {
    let mut order: Vec<usize> = (0..corpus.training_chunks()).collect();
    RandomStream::new(settings.seed, epoch, OF_CHUNKS).shuffle(&mut order);
    let mut batch = Vec::with_capacity(size);
    for chunk in order {
        let positions = match shuffled(&corpus.scratch, chunk, settings, epoch) {
            Ok(positions) => positions,
            Err(error) => return drop(sender.send(Err(error))),
        };
        for packed in positions {
            batch.push(packed);
            if batch.len() == size {
                let full = std::mem::replace(&mut batch, Vec::with_capacity(size));
                // The receiver is gone when the training has ended early.
                if sender.send(Ok(alike_together(full))).is_err() {
                    return;
                }
            }
        }
    }
    if !batch.is_empty() {
        drop(sender.send(Ok(alike_together(batch))));
    }
}

/// The same batch in another order, which changes its gradient by rounding only: boards
/// with many inputs in common one after the other find their weights in the cache.
fn alike_together(mut batch: Vec<PackedPosition>) -> Vec<PackedPosition> {
    batch.sort_by_cached_key(Features::likeness);
    batch
}

/// The positions of a chunk that an epoch takes, shuffled.
fn shuffled(
    scratch: &Scratch,
    chunk: usize,
    settings: &Settings,
    epoch: u64,
) -> io::Result<Vec<PackedPosition>> {
    let mut positions = scratch.read(chunk)?;
    RandomStream::new(settings.seed, epoch << 32 | chunk as u64, OF_ORDER).shuffle(&mut positions);
    let mut left = settings.share_of(&scratch.chunks[chunk]);
    positions.retain(|packed| {
        let left = &mut left[usize::from(packed.is_sample())];
        let is_taken = *left > 0;
        *left = left.saturating_sub(1);
        is_taken
    });
    Ok(positions)
}

/// The losses of a network over all held-out positions.
///
/// # Errors
/// If the chunk cannot be read.
pub fn measure(corpus: &Corpus, settings: &Settings, params: &Params) -> io::Result<Losses> {
    let mut losses = Losses::default();
    let labels = settings.labels();
    let network = Tiles::of(&params.values, params.shape, settings.threads);
    corpus.scratch.read_parts(corpus.held_out_chunk(), HELD_OUT_AT_ONCE, &mut |part| {
        let tasks: Vec<&[PackedPosition]> = part.chunks(MEASURED_AT_ONCE).collect();
        let parts = on_threads(settings.threads, tasks.len(), &|index| {
            model::measure(&network, &labels, tasks[index])
        });
        parts.iter().for_each(|part| losses.merge(part));
    })?;
    Ok(losses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_take_as_much_as_fits() {
        let settings = |samples_share| Settings {
            epochs: 1,
            batch: 1,
            rate: 0.1,
            decay: 0.0,
            scale: 110,
            result_weight: 0.0,
            samples_share,
            material_penalty: 0.0,
            average: 0,
            seed: 1,
            threads: 1,
        };
        let mut chunk = Chunk::default();
        (chunk.games, chunk.samples) = (300, 900);
        for (share, expected) in [
            (None, [300, 900]),
            (Some(0.5), [300, 300]),
            (Some(0.75), [300, 900]),
            (Some(0.9), [100, 900]),
            (Some(0.0), [300, 0]),
            (Some(1.0), [0, 900]),
        ] {
            assert_eq!(settings(share).share_of(&chunk), expected, "{share:?}");
        }
    }
}
