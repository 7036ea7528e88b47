//! The training loop: epochs of optimiser steps, and early stopping.

use super::FloatPair;
use super::centering::Centering;
use super::dataset::{Dataset, TrainingBlock};
use super::{model, sigmoid};
use crate::engine::eval::layout::Group;
use crate::support::random::RandomStream;
use crate::training::learn::adam::{AdamStep, KEEP_MEAN, KEEP_SQUARE, Moments, learning_rate};

/// Added to the root of the mean square (ε), so that gradients well below it make no
/// step. The loss changes by about 1e-4 per centipawn of a frequent term, and by much
/// less for a rare one.
const EPSILON: f32 = 1e-10;
/// Separates these random numbers from those of the sampler.
const SHUFFLE_SALT: u64 = 2;

/// The settings of the training loop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuneSettings {
    /// The most epochs.
    pub epochs: usize,
    /// Training stops after this number of epochs without a smaller held-out
    /// loss.
    pub patience: usize,
    /// The learning rate at the beginning: about how far a weight moves in one
    /// step, in centipawns. It falls to nearly zero along half a cosine.
    pub learning_rate: f64,
    /// The standard deviation of the prior, in centipawns: how far weights are
    /// expected to move from the start. See `Prior`.
    pub reach: f64,
    /// K is fitted again each time this number of epochs has passed; zero means
    /// never. Material has a fixed scale, so K has a true value. With poor
    /// weights the fitted K is too low; if it stayed so, all weights would grow
    /// to compensate.
    pub refit: usize,
    /// The number of threads. It does not change the result.
    pub threads: usize,
    /// The seed of the order of the blocks.
    pub seed: u64,
}

/// How well the weights fit after one epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLosses {
    /// The mean squared error over the training positions, each computed before
    /// the step that used it.
    pub training: f64,
    /// The mean squared error over the held-out positions, with the mean of the
    /// epoch's weights.
    pub held_out: f64,
    /// K, per centipawn.
    pub k: f64,
}

/// The result of the training.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneResult {
    /// The weights with the least held-out loss.
    pub weights: Vec<FloatPair>,
    /// The losses of the weights at the start.
    pub before: EpochLosses,
    /// One entry for each epoch, in order.
    pub epochs: Vec<EpochLosses>,
    /// The number of the epoch with the best weights; zero if none was better
    /// than the start.
    pub best: usize,
}

impl TuneResult {
    /// The losses of the best weights.
    pub fn after(&self) -> EpochLosses {
        match self.best {
            0 => self.before,
            best => self.epochs[best - 1],
        }
    }
}

/// A Gaussian prior on the weights, which is L2 regularisation towards the start:
/// each weight is expected near its start with the standard deviation
/// [`reach`](TuneSettings::reach). It decides rare weights, and weights that
/// never occur stay where they are.
///
/// All positions of a game share its result, so a game counts as one
/// observation. Otherwise the tuner overfits a few thousand games.
struct Prior<'s> {
    center: &'s [FloatPair],
    /// What the prior adds to the gradient per centipawn of distance.
    strength: f32,
}

impl<'s> Prior<'s> {
    /// Weighs games and prior by their variances: `error` is the mean squared
    /// error of a game's target, `reach`² that of a weight.
    fn new(center: &'s [FloatPair], error: f64, reach: f64, games: usize) -> Prior<'s> {
        let strength = 2.0 * error / (reach * reach * games.max(1) as f64);
        Prior { center, strength: strength as f32 }
    }

    /// Adds the gradient of the prior.
    fn add_gradient(&self, weights: &[FloatPair], gradient: &mut [FloatPair]) {
        for ((by, weight), center) in gradient.iter_mut().zip(weights).zip(self.center) {
            by[0] += self.strength * (weight[0] - center[0]);
            by[1] += self.strength * (weight[1] - center[1]);
        }
    }
}

/// Fits weights to positions with targets, from `start`.
pub fn train(
    dataset: &Dataset,
    groups: &[Group],
    start: &[FloatPair],
    settings: &TuneSettings,
    observer: &mut dyn TuneObserver,
) -> TuneResult {
    let centering = Centering::new(groups, &dataset.occurrences);
    let mut start = start.to_vec();
    centering.center_weights(&mut start);
    let before = EpochLosses::of(dataset, &start, settings);
    observer.epoch(0, &before);
    let prior = Prior::new(&start, before.training, settings.reach, dataset.games);
    let mut trainer = WeightTuner {
        dataset,
        settings,
        centering,
        prior,
        moments: Moments::new(start.as_flattened().len()),
        kept: [1.0; 2],
        weights: start.clone(),
        average: start.clone(),
        k: before.k,
    };
    let mut result = TuneResult { weights: start.clone(), before, epochs: Vec::new(), best: 0 };
    for number in 1..=settings.epochs {
        let epoch = trainer.run_epoch(number, observer);
        observer.epoch(number, &epoch);
        let better = epoch.held_out < result.after().held_out;
        result.epochs.push(epoch);
        if better {
            result.weights.clone_from(&trainer.average);
            result.best = number;
        } else if number - result.best >= settings.patience {
            break;
        }
    }
    result
}

impl EpochLosses {
    /// The losses of weights with the K that fits them best.
    fn of(dataset: &Dataset, weights: &[FloatPair], settings: &TuneSettings) -> EpochLosses {
        let k = sigmoid::fit_weights(&dataset.training, weights);
        let loss = |blocks: &[TrainingBlock]| model::loss(blocks, weights, k, settings.threads);
        EpochLosses { training: loss(&dataset.training), held_out: loss(&dataset.held_out), k }
    }
}

/// The state of the training.
struct WeightTuner<'c> {
    dataset: &'c Dataset,
    settings: &'c TuneSettings,
    centering: Centering,
    prior: Prior<'c>,
    moments: Moments,
    /// β₁ᵗ and β₂ᵗ after t steps: the shares by which the moments are too small.
    kept: [f32; 2],
    weights: Vec<FloatPair>,
    /// The mean of the weights over the steps of the last epoch, which is judged
    /// and kept. It has less noise than the weights after a single step (averaging
    /// by B. Polyak and D. Ruppert).
    average: Vec<FloatPair>,
    k: f64,
}

impl WeightTuner<'_> {
    /// Runs one epoch: a step for each block, in random order.
    fn run_epoch(&mut self, number: usize, observer: &mut dyn TuneObserver) -> EpochLosses {
        let TuneSettings { threads, seed, refit, .. } = *self.settings;
        let blocks = &self.dataset.training;
        let mut order: Vec<usize> = (0..blocks.len()).collect();
        RandomStream::new(seed, number as u64, SHUFFLE_SALT).shuffle(&mut order);
        let mut error = 0.0;
        self.average.fill([0.0; 2]);
        for (done, block) in order.into_iter().enumerate() {
            let epochs = (number - 1) as f64 + done as f64 / blocks.len() as f64;
            let rate =
                learning_rate(self.settings.learning_rate, epochs / self.settings.epochs as f64);
            error += self.step(&blocks[block], rate) * blocks[block].len() as f64;
            for (mean, weight) in self.average.iter_mut().zip(&self.weights) {
                mean[0] += weight[0] / blocks.len() as f32;
                mean[1] += weight[1] / blocks.len() as f32;
            }
            observer.block(number, done + 1, blocks.len());
        }
        if refit > 0 && number.is_multiple_of(refit) {
            self.k = sigmoid::fit_weights(blocks, &self.average);
        }
        EpochLosses {
            training: error / self.dataset.training_len().max(1) as f64,
            held_out: model::loss(&self.dataset.held_out, &self.average, self.k, threads),
            k: self.k,
        }
    }

    /// Makes one step, and returns the loss over the block before it.
    fn step(&mut self, block: &TrainingBlock, rate: f64) -> f64 {
        let mut gradient = model::gradient(block, &self.weights, self.k, self.settings.threads);
        self.prior.add_gradient(&self.weights, &mut gradient.by_weight);
        self.centering.project_gradient(&mut gradient.by_weight);
        self.kept = [self.kept[0] * KEEP_MEAN, self.kept[1] * KEEP_SQUARE];
        let corrections = self.kept.map(|kept| 1.0 / (1.0 - kept));
        let adam = AdamStep { corrections, epsilon: EPSILON, rate: rate as f32 };
        let steps = gradient.by_weight.as_flattened_mut();
        adam.steps(self.moments.as_mut(), steps);
        for (weight, step) in self.weights.as_flattened_mut().iter_mut().zip(steps) {
            *weight -= *step;
        }
        self.centering.center_weights(&mut self.weights);
        gradient.loss
    }
}

/// Observes the training.
pub trait TuneObserver {
    /// An epoch is finished; epoch zero is the start.
    fn epoch(&mut self, number: usize, epoch: &EpochLosses);
    /// `done` of `of` blocks of an epoch are finished.
    fn block(&mut self, epoch: usize, done: usize, of: usize);
}

impl TuneObserver for () {
    fn epoch(&mut self, _: usize, _: &EpochLosses) {}
    fn block(&mut self, _: usize, _: usize, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::super::centering;
    use super::super::dataset::PositionLabel;
    use super::*;
    use crate::chess::types::PieceKind;
    use crate::engine::eval::layout::Theme;
    use crate::training::data::games::DecidedResult;

    const SETTINGS: TuneSettings = TuneSettings {
        epochs: 60,
        patience: 20,
        learning_rate: 1.0,
        reach: 1_000.0,
        refit: 0,
        threads: 2,
        seed: 7,
    };
    const K: f64 = 0.006;
    /// A table of eight squares for knights, four unconstrained weights, and one
    /// that never occurs.
    const GROUPS: [Group; 2] = [
        Group {
            name: "table",
            theme: Theme::Squares,
            start: 0,
            len: 8,
            per_piece: Some(PieceKind::Knight),
        },
        Group { name: "free", theme: Theme::Pawns, start: 8, len: 5, per_piece: None },
    ];
    const COUNT: usize = 13;
    const NEVER_OCCURS: usize = 12;

    fn truth() -> Vec<FloatPair> {
        let table = [-40.0, -20.0, -10.0, 0.0, 5.0, 15.0, 20.0, 30.0];
        let free = [12.0, -33.0, 60.0, -4.0, 0.0];
        table.into_iter().chain(free).map(|w: f32| [w, 3.0 - w / 2.0]).collect()
    }

    /// Positions with up to two knights a side on random squares and random
    /// counts of the other weights; every twentieth is held out.
    fn dataset(positions: usize) -> Dataset {
        let mut random = RandomStream::new(1, 0, 0);
        let mut dataset = Dataset {
            training: vec![TrainingBlock::default(); positions / 500],
            games: positions,
            held_out: vec![TrainingBlock::default()],
            occurrences: vec![[0.0; 2]; COUNT],
        };
        for number in 0..positions {
            let phase = random.below(25) as u8;
            let mut counts = [0_i16; COUNT];
            let mut knights = 0;
            for sign in [1, -1] {
                for _ in 0..random.below(3) {
                    // Low squares occur more often.
                    let square = random.below(8).min(random.below(8));
                    counts[square] += sign;
                    knights += sign;
                    for (occurrences, share) in
                        dataset.occurrences[square].iter_mut().zip(model::phase_shares(phase))
                    {
                        *occurrences += f64::from(share);
                    }
                }
            }
            for count in &mut counts[8..NEVER_OCCURS] {
                *count = random.below(5) as i16 - 2;
            }
            let label = PositionLabel {
                material: knights * 305,
                score: 0,
                result: DecidedResult::Draw,
                phase,
                scale: if random.below(10) == 0 { 32 } else { 64 },
                network: random.below(81) as i16 - 40,
            };
            let terms = counts.into_iter().enumerate().filter(|(_, count)| *count != 0);
            let training = dataset.training.len();
            let block = if number % 20 == 0 {
                &mut dataset.held_out[0]
            } else {
                &mut dataset.training[random.below(training)]
            };
            block.push(label, terms.map(|(index, count)| (index as u16, count)));
        }
        dataset
    }

    /// The positions with the predictions of these weights as targets.
    fn with_targets(weights: &[FloatPair]) -> Dataset {
        let mut dataset = dataset(20_000);
        for block in dataset.training.iter_mut().chain(&mut dataset.held_out) {
            let targets: Vec<f64> = block
                .slice(0..block.len())
                .map(|(row, terms)| {
                    sigmoid::sigmoid(K * f64::from(model::value(row, terms, weights)))
                })
                .collect();
            for (row, target) in block.rows_mut().iter_mut().zip(targets) {
                row.target = target as f32;
            }
        }
        dataset
    }

    fn centered(mut weights: Vec<FloatPair>, dataset: &Dataset) -> Vec<FloatPair> {
        Centering::new(&GROUPS, &dataset.occurrences).center_weights(&mut weights);
        weights
    }

    #[test]
    fn the_true_weights_are_found() {
        let truth = centered(truth(), &dataset(20_000));
        let dataset = with_targets(&truth);
        let settings = TuneSettings { refit: 1, ..SETTINGS };
        let result = train(&dataset, &GROUPS, &[[0.0; 2]; COUNT], &settings, &mut ());
        assert!(result.after().held_out < result.before.held_out / 1_000.0, "{result:?}");
        // Material has a fixed value, so K is found as well.
        assert!((result.after().k / K - 1.0).abs() < 0.01, "{:?}", result.after());
        let pairs = result.weights.iter().zip(&truth).take(NEVER_OCCURS);
        for (index, (found, right)) in pairs.enumerate() {
            let near = |phase: usize| (found[phase] - right[phase]).abs() < 1.0;
            assert!(near(0) && near(1), "{index}: {found:?}, not {right:?}");
        }
        assert_eq!(result.weights[NEVER_OCCURS], [0.0, 0.0]);
    }

    /// The targets value knights a pawn higher than the documents do; the tables
    /// must not follow.
    #[test]
    fn tables_do_not_change_the_value_of_pieces() {
        let mut weights = truth();
        weights[..8].iter_mut().for_each(|weight| *weight = [weight[0] + 100.0, weight[1] + 100.0]);
        let dataset = with_targets(&weights);
        let result = train(&dataset, &GROUPS, &weights, &SETTINGS, &mut ());
        let mean = centering::mean(&GROUPS[0], &dataset.occurrences, &result.weights);
        assert!(mean.iter().all(|mean| mean.abs() < 1e-3), "{mean:?}");
        let rounded: Vec<FloatPair> = result.weights.iter().map(|w| w.map(f32::round)).collect();
        let mean = centering::mean(&GROUPS[0], &dataset.occurrences, &rounded);
        assert!(mean.iter().all(|mean| mean.abs() <= 0.5), "{mean:?}");
        // The order of the squares is found nevertheless.
        assert!(result.weights[..8].is_sorted_by(|a, b| a[0] < b[0]), "{:?}", result.weights);
    }

    #[test]
    fn the_same_again_on_any_number_of_threads() {
        let dataset = with_targets(&truth());
        let run = |threads, seed| {
            let settings = TuneSettings { epochs: 3, threads, seed, ..SETTINGS };
            train(&dataset, &GROUPS, &[[0.0; 2]; COUNT], &settings, &mut ())
        };
        let once = run(1, 7);
        assert_eq!(once, run(2, 7));
        assert_eq!(once, run(5, 7));
        assert_ne!(once.weights, run(1, 8).weights);
    }

    #[test]
    fn a_narrow_prior_holds_the_weights() {
        let dataset = with_targets(&truth());
        let start = centered(vec![[0.0; 2]; COUNT], &dataset);
        let run = |reach| {
            train(&dataset, &GROUPS, &start, &TuneSettings { reach, ..SETTINGS }, &mut ()).weights
        };
        let size = |weights: &[FloatPair]| weights.iter().flatten().map(|w| w.abs()).sum::<f32>();
        let (free, held) = (size(&run(100.0)), size(&run(0.05)));
        assert!(held < free / 4.0, "{held}, {free}");
    }

    #[test]
    fn it_stops_early_without_gain() {
        let start = centered(truth(), &dataset(20_000));
        let dataset = with_targets(&start);
        let settings = TuneSettings { patience: 3, learning_rate: 20.0, ..SETTINGS };
        let result = train(&dataset, &GROUPS, &start, &settings, &mut ());
        assert_eq!((result.best, result.epochs.len()), (0, 3), "{result:?}");
        assert_eq!(result.after(), result.before);
        // Up to rounding, as the start is centered once more.
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4;
        assert!(result.weights.iter().flatten().zip(start.iter().flatten()).all(near));
    }
}
