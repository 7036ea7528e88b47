//! Many steps downhill, and when to stop.

use super::Learned;
use super::adam::Adam;
use super::balance::Balance;
use super::rows::{Block, Corpus};
use super::{model, scale};
use crate::eval::layout::Group;
use crate::random::RandomStream;
use std::f64::consts::PI;

/// The steps of the last round are this share of those of the first: small
/// enough that the noise of single blocks is averaged out.
const LAST_RATE: f64 = 0.01;
/// Keeps these random numbers apart from those of the sampler.
const OF_ORDER: u64 = 2;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Rounds through all positions, at most.
    pub epochs: usize,
    /// Rounds without gain after which it stops.
    pub patience: usize,
    /// About how far a weight moves in one step at the beginning, in
    /// centipawns; it falls to nearly nothing along half a cosine.
    pub rate: f64,
    /// How far weights are expected to end from where they begin, in
    /// centipawns: see `Prior`.
    pub reach: f64,
    /// After so many rounds K is fitted again; zero: never. Material has a
    /// fixed scale, so K has a true value; with poor weights it looks too low,
    /// and if it stayed there all weights would grow to make up for it.
    pub refit: usize,
    /// How many threads compute. Their number does not change what comes out.
    pub threads: usize,
    /// The order of the blocks follows from it.
    pub seed: u64,
}

/// What came of one round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// The mean squared error over the positions learned from, as it was when
    /// each of them was looked at.
    pub training: f64,
    /// The mean squared error over those held out, with the mean of the
    /// round's weights.
    pub held_out: f64,
    /// The K it was computed with, per centipawn.
    pub k: f64,
}

/// What came of it all.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneResult {
    /// The weights with the least loss over the positions held out.
    pub weights: Vec<Learned>,
    /// Both losses of the weights at the start, and their K.
    pub before: Epoch,
    /// All rounds.
    pub epochs: Vec<Epoch>,
    /// How many rounds had led to the best weights; zero if none was better
    /// than the start.
    pub best: usize,
}

impl TuneResult {
    /// What the best weights are worth.
    pub fn after(&self) -> Epoch {
        match self.best {
            0 => self.before,
            best => self.epochs[best - 1],
        }
    }
}

/// What is believed of the weights beforehand: that each is near where it
/// begins, by a normal distribution with a deviation of
/// [`reach`](Settings::reach). It decides about what is seldom met, and weights
/// that were never met stay where they are.
///
/// All positions of a game share its luck, so a game counts as one observation
/// and not as dozens: without that, a few thousand games are learned by heart
/// and the error over others grows.
struct Prior<'s> {
    center: &'s [Learned],
    /// What the belief adds to the slope for each centipawn from there.
    pull: f32,
}

impl<'s> Prior<'s> {
    /// Games and belief are weighed by how sure they are: a game's target is
    /// off by the root of `error`, a weight by `reach` centipawns.
    fn new(center: &'s [Learned], error: f64, reach: f64, games: usize) -> Prior<'s> {
        let pull = 2.0 * error / (reach * reach * games.max(1) as f64);
        Prior { center, pull: pull as f32 }
    }

    fn add(&self, weights: &[Learned], slope: &mut [Learned]) {
        for ((by, weight), center) in slope.iter_mut().zip(weights).zip(self.center) {
            by[0] += self.pull * (weight[0] - center[0]);
            by[1] += self.pull * (weight[1] - center[1]);
        }
    }
}

/// Learns weights from labelled positions, beginning with some.
pub fn train(
    corpus: &Corpus,
    groups: &[Group],
    start: &[Learned],
    settings: &Settings,
    witness: &mut dyn TuneObserver,
) -> TuneResult {
    let balance = Balance::new(groups, &corpus.seen);
    let mut start = start.to_vec();
    balance.center(&mut start);
    let before = Epoch::of(corpus, &start, settings);
    witness.epoch(0, &before);
    let prior = Prior::new(&start, before.training, settings.reach, corpus.games);
    let mut learner = Learner {
        corpus,
        settings,
        balance,
        prior,
        adam: Adam::new(start.len()),
        weights: start.clone(),
        average: start.clone(),
        k: before.k,
    };
    let mut outcome = TuneResult { weights: start.clone(), before, epochs: Vec::new(), best: 0 };
    for number in 1..=settings.epochs {
        let epoch = learner.round(number, witness);
        witness.epoch(number, &epoch);
        let better = epoch.held_out < outcome.after().held_out;
        outcome.epochs.push(epoch);
        if better {
            outcome.weights.clone_from(&learner.average);
            outcome.best = number;
        } else if number - outcome.best >= settings.patience {
            break;
        }
    }
    outcome
}

impl Epoch {
    /// How good weights are with the K that fits them best.
    fn of(corpus: &Corpus, weights: &[Learned], settings: &Settings) -> Epoch {
        let k = scale::of_weights(&corpus.training, weights);
        let loss = |blocks: &[Block]| model::loss(blocks, weights, k, settings.threads);
        Epoch { training: loss(&corpus.training), held_out: loss(&corpus.held_out), k }
    }
}

/// What changes while learning.
struct Learner<'c> {
    corpus: &'c Corpus,
    settings: &'c Settings,
    balance: Balance,
    prior: Prior<'c>,
    adam: Adam,
    weights: Vec<Learned>,
    /// The mean of the weights over the steps of the last round. Single steps
    /// follow the noise of their blocks; their mean is what is judged and kept
    /// (the idea of B. Polyak and D. Ruppert).
    average: Vec<Learned>,
    k: f64,
}

impl Learner<'_> {
    /// Goes through all blocks once, in random order.
    fn round(&mut self, number: usize, witness: &mut dyn TuneObserver) -> Epoch {
        let Settings { threads, seed, refit, .. } = *self.settings;
        let blocks = &self.corpus.training;
        let mut order: Vec<usize> = (0..blocks.len()).collect();
        RandomStream::new(seed, number as u64, OF_ORDER).shuffle(&mut order);
        let mut error = 0.0;
        self.average.fill([0.0; 2]);
        for (done, block) in order.into_iter().enumerate() {
            let rate = self.rate(number - 1, done as f64 / blocks.len() as f64);
            error += self.step(&blocks[block], rate) * blocks[block].len() as f64;
            for (mean, weight) in self.average.iter_mut().zip(&self.weights) {
                mean[0] += weight[0] / blocks.len() as f32;
                mean[1] += weight[1] / blocks.len() as f32;
            }
            witness.block(number, done + 1, blocks.len());
        }
        if refit > 0 && number.is_multiple_of(refit) {
            self.k = scale::of_weights(blocks, &self.average);
        }
        Epoch {
            training: error / self.corpus.training_len().max(1) as f64,
            held_out: model::loss(&self.corpus.held_out, &self.average, self.k, threads),
            k: self.k,
        }
    }

    /// One step; the loss over the block before it.
    fn step(&mut self, block: &Block, rate: f64) -> f64 {
        let mut slope = model::slope(block, &self.weights, self.k, self.settings.threads);
        self.prior.add(&self.weights, &mut slope.by_weight);
        self.balance.free(&mut slope.by_weight);
        self.adam.step(&mut self.weights, &slope.by_weight, rate as f32);
        self.balance.center(&mut self.weights);
        slope.loss
    }

    /// How far a weight may move after so many rounds and a part of one.
    fn rate(&self, rounds: usize, part: f64) -> f64 {
        let done = (rounds as f64 + part) / self.settings.epochs as f64;
        let fall = f64::midpoint((done * PI).cos(), 1.0);
        self.settings.rate * (LAST_RATE + (1.0 - LAST_RATE) * fall)
    }
}

/// Follows the learning.
pub trait TuneObserver {
    /// A round is over; the round zero is the start.
    fn epoch(&mut self, number: usize, epoch: &Epoch);
    /// So many blocks of so many were learned from in a round.
    fn block(&mut self, epoch: usize, done: usize, of: usize);
}

impl TuneObserver for () {
    fn epoch(&mut self, _: usize, _: &Epoch) {}
    fn block(&mut self, _: usize, _: usize, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::super::balance;
    use super::super::rows::PositionLabel;
    use super::*;
    use crate::eval::layout::Theme;
    use crate::training::data::DecidedResult;
    use crate::types::PieceKind;

    const SETTINGS: Settings = Settings {
        epochs: 60,
        patience: 20,
        rate: 1.0,
        reach: 1_000.0,
        refit: 0,
        threads: 2,
        seed: 7,
    };
    const K: f64 = 0.006;
    /// A table of eight squares for knights, four terms that are free, and
    /// one that no position has.
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
    const NEVER_MET: usize = 12;

    fn truth() -> Vec<Learned> {
        let table = [-40.0, -20.0, -10.0, 0.0, 5.0, 15.0, 20.0, 30.0];
        let free = [12.0, -33.0, 60.0, -4.0, 0.0];
        table.into_iter().chain(free).map(|w: f32| [w, 3.0 - w / 2.0]).collect()
    }

    /// Positions of random places of up to two knights a side, and of some
    /// features; every twentieth is held out.
    fn corpus(positions: usize) -> Corpus {
        let mut random = RandomStream::new(1, 0, 0);
        let mut corpus = Corpus {
            training: vec![Block::default(); positions / 500],
            games: positions,
            held_out: vec![Block::default()],
            seen: vec![[0.0; 2]; COUNT],
        };
        for number in 0..positions {
            let phase = random.below(25) as u8;
            let mut counts = [0_i16; COUNT];
            let mut knights = 0;
            for sign in [1, -1] {
                for _ in 0..random.below(3) {
                    // Low squares are met more often.
                    let square = random.below(8).min(random.below(8));
                    counts[square] += sign;
                    knights += sign;
                    for (seen, share) in corpus.seen[square].iter_mut().zip(model::shares(phase)) {
                        *seen += f64::from(share);
                    }
                }
            }
            for count in &mut counts[8..NEVER_MET] {
                *count = random.below(5) as i16 - 2;
            }
            let facts = PositionLabel {
                material: knights * 305,
                score: 0,
                result: DecidedResult::Draw,
                phase,
                scale: if random.below(10) == 0 { 32 } else { 64 },
            };
            let terms = counts.into_iter().enumerate().filter(|(_, count)| *count != 0);
            let training = corpus.training.len();
            let block = if number % 20 == 0 {
                &mut corpus.held_out[0]
            } else {
                &mut corpus.training[random.below(training)]
            };
            block.push(facts, terms.map(|(index, count)| (index as u16, count)));
        }
        corpus
    }

    /// The positions, with the chances that weights give them.
    fn labelled(weights: &[Learned]) -> Corpus {
        let mut corpus = corpus(20_000);
        for block in corpus.training.iter_mut().chain(&mut corpus.held_out) {
            let chances: Vec<f64> = block
                .slice(0..block.len())
                .map(|(row, terms)| scale::chance(K * f64::from(model::value(row, terms, weights))))
                .collect();
            for (row, chance) in block.rows_mut().iter_mut().zip(chances) {
                row.target = chance as f32;
            }
        }
        corpus
    }

    fn centered(mut weights: Vec<Learned>, corpus: &Corpus) -> Vec<Learned> {
        Balance::new(&GROUPS, &corpus.seen).center(&mut weights);
        weights
    }

    #[test]
    fn the_weights_that_made_the_chances_are_found() {
        let truth = centered(truth(), &corpus(20_000));
        let corpus = labelled(&truth);
        let settings = Settings { refit: 1, ..SETTINGS };
        let outcome = train(&corpus, &GROUPS, &[[0.0; 2]; COUNT], &settings, &mut ());
        assert!(outcome.after().held_out < outcome.before.held_out / 1_000.0, "{outcome:?}");
        // The material has no unit but K's, so that K is found as well.
        assert!((outcome.after().k / K - 1.0).abs() < 0.01, "{:?}", outcome.after());
        let pairs = outcome.weights.iter().zip(&truth).take(NEVER_MET);
        for (index, (found, right)) in pairs.enumerate() {
            let near = |phase: usize| (found[phase] - right[phase]).abs() < 1.0;
            assert!(near(0) && near(1), "{index}: {found:?}, not {right:?}");
        }
        assert_eq!(outcome.weights[NEVER_MET], [0.0, 0.0]);
    }

    /// Knights that are really worth a pawn more than the documents say, and
    /// weights that would like to say so.
    #[test]
    fn worth_is_not_smuggled() {
        let mut weights = truth();
        weights[..8].iter_mut().for_each(|weight| *weight = [weight[0] + 100.0, weight[1] + 100.0]);
        let corpus = labelled(&weights);
        let outcome = train(&corpus, &GROUPS, &weights, &SETTINGS, &mut ());
        let mean = balance::mean(&GROUPS[0], &corpus.seen, &outcome.weights);
        assert!(mean.iter().all(|mean| mean.abs() < 1e-3), "{mean:?}");
        let rounded: Vec<Learned> = outcome.weights.iter().map(|w| w.map(f32::round)).collect();
        let mean = balance::mean(&GROUPS[0], &corpus.seen, &rounded);
        assert!(mean.iter().all(|mean| mean.abs() <= 0.5), "{mean:?}");
        // The order of the squares is learned all the same.
        assert!(outcome.weights[..8].is_sorted_by(|a, b| a[0] < b[0]), "{:?}", outcome.weights);
    }

    #[test]
    fn the_same_again_on_any_number_of_threads() {
        let corpus = labelled(&truth());
        let run = |threads, seed| {
            let settings = Settings { epochs: 3, threads, seed, ..SETTINGS };
            train(&corpus, &GROUPS, &[[0.0; 2]; COUNT], &settings, &mut ())
        };
        let once = run(1, 7);
        assert_eq!(once, run(2, 7));
        assert_eq!(once, run(5, 7));
        assert_ne!(once.weights, run(1, 8).weights);
    }

    #[test]
    fn a_strong_belief_holds() {
        let corpus = labelled(&truth());
        let start = centered(vec![[0.0; 2]; COUNT], &corpus);
        let run = |reach| {
            train(&corpus, &GROUPS, &start, &Settings { reach, ..SETTINGS }, &mut ()).weights
        };
        let size = |weights: &[Learned]| weights.iter().flatten().map(|w| w.abs()).sum::<f32>();
        let (free, held) = (size(&run(100.0)), size(&run(0.05)));
        assert!(held < free / 4.0, "{held}, {free}");
    }

    #[test]
    fn it_stops_when_nothing_is_to_be_gained() {
        let start = centered(truth(), &corpus(20_000));
        let corpus = labelled(&start);
        let settings = Settings { patience: 3, rate: 20.0, ..SETTINGS };
        let outcome = train(&corpus, &GROUPS, &start, &settings, &mut ());
        assert_eq!((outcome.best, outcome.epochs.len()), (0, 3), "{outcome:?}");
        assert_eq!(outcome.after(), outcome.before);
        // But for the rounding when they are centered once more.
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4;
        assert!(outcome.weights.iter().flatten().zip(start.iter().flatten()).all(near));
    }
}
