//! What the trainer must do as a whole.

mod prepare_tests;

use super::features::{Features, Labels, sigmoid};
use super::gradient::{BatchGradient, LossTerms, Slice};
use super::lanes::TILE;
use super::material::{PenaltyGradient, PieceValues, Removal};
use super::model::{self, Tiles, UNIT};
use super::params::{Params, Shape};
use super::prepare::{Corpus, Found};
use super::run::{self, Progress, Settings, State};
use super::scratch::ScratchWriter;
use crate::chess::board::{Position, Setup};
use crate::chess::types::Square;
use crate::engine::eval::{FULL_SCALE, LinearEvaluation, linear_evaluation as linear_eval};
use crate::engine::tt::Bound;
use crate::support::random::RandomStream;
use crate::training::data::for_tests::{path, random_moves};
use crate::training::data::games::{DecidedResult, TrainingGame};
use crate::training::data::packed::{Label, PackedPosition};
use std::collections::HashSet;
use std::fs;
use std::io;

const SETTINGS: Settings = Settings {
    epochs: 2,
    batch: 256,
    rate: 0.01,
    decay: 0.01,
    scale: 110,
    result_weight: 0.2,
    samples_share: None,
    material_penalty: 1.0,
    average: 0,
    seed: 5,
    threads: 1,
};

/// Neither side is ahead, and an advantage would not count.
const NOTHING: LinearEvaluation = LinearEvaluation { value: 0, scale: 0 };

struct Silent;

impl Progress for Silent {
    fn batch(&mut self, _epoch: u64, _positions: u64, _of: u64, _loss: f64) {}

    fn epoch(&mut self, _state: &State) -> io::Result<()> {
        Ok(())
    }
}

/// Random games with random scores.
fn games(count: usize) -> Vec<TrainingGame> {
    let mut random = RandomStream::new(3, 0, 0);
    let start = Position::start();
    let game = |number| TrainingGame {
        start: start.clone(),
        result: DecidedResult::ALL[number % 3],
        moves: random_moves(&start, 80, -400..=400, &mut random),
    };
    (0..count).map(game).collect()
}

/// Positions of random games with random scores, bounds and results.
fn positions(count: usize) -> Vec<PackedPosition> {
    let mut random = RandomStream::new(4, 0, 0);
    let mut packed = Vec::new();
    for game in games(count / 20 + 1) {
        let mut positions = game.positions();
        while let Some((position, _, score)) = positions.next() {
            let Some(linear) = linear_eval(position) else { continue };
            let is_sample = random.below(2) == 0;
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][random.below(3)];
            let label = Label {
                score: score.0 as i16,
                bound: if is_sample { bound } else { Bound::Exact },
                depth: 4,
                result: (!is_sample).then_some(game.result),
                is_sample,
            };
            let mut one = PackedPosition::new(position, &label).expect("few pieces");
            one.set_linear(linear);
            packed.push(one);
        }
    }
    packed.truncate(count);
    assert_eq!(packed.len(), count);
    packed
}

/// A corpus of two chunks that is learned from and held out alike.
fn corpus(positions: &[PackedPosition]) -> Corpus {
    let mut writer = ScratchWriter::create(&std::env::temp_dir(), 3).unwrap();
    for (number, packed) in positions.iter().enumerate() {
        writer.add(number % 2, packed).unwrap();
        writer.add(2, packed).unwrap();
    }
    Corpus { scratch: writer.finish().unwrap(), found: Found::default(), left_out: Vec::new() }
}

fn trained(corpus: &Corpus, settings: &Settings, shape: Shape) -> State {
    let mut state = State::new(Params::random(shape, settings.seed));
    run::train(corpus, settings, &mut state, &mut Silent).unwrap();
    state
}

/// A network whose parameters are all random, and such that rounding the first layer
/// changes nothing.
fn random_params(shape: Shape) -> Params {
    let mut random = RandomStream::new(9, 0, 0);
    let mut params = Params::random(shape, 1);
    let first = &mut params.values[..shape.first_bias().end];
    first.iter_mut().for_each(|value| *value = (*value * UNIT).round() / UNIT);
    for value in &mut params.values[shape.first_bias().start..] {
        *value = (random.below(1_021) as f32 - 510.0) / UNIT;
    }
    params.values[shape.factor()] = 0.9;
    params
}

/// The mean loss with its penalty in plain `f64`, as slowly as it is clear.
fn slow_loss(
    values: &[f64],
    shape: Shape,
    labels: &Labels,
    penalty: &PenaltyGradient,
    positions: &[PackedPosition],
) -> f64 {
    let logits = |features: &Features| {
        let mut logits = values[shape.output_bias()][features.bucket];
        for view in 0..2 {
            for neuron in 0..shape.hidden {
                let mut sum = values[shape.first_bias()][neuron];
                for active in features.inputs() {
                    sum += values[usize::from(active[view]) * shape.hidden + neuron];
                }
                let place = (2 * features.bucket + view) * shape.hidden + neuron;
                logits += sum.clamp(0.0, 1.0).powi(2) * values[shape.output()][place];
            }
        }
        logits
    };
    let mut loss = 0.0;
    for packed in positions {
        let features = Features::of(packed, shape.buckets);
        let output = logits(&features);
        let share = f64::from(packed.scale()) / f64::from(FULL_SCALE);
        let material = f64::from(features.material) * share * (values[shape.factor()] - 1.0);
        let linear = (f64::from(packed.linear()) + material) / f64::from(labels.scale);
        let prediction = 1.0 / (1.0 + (-linear - output).exp());
        let error = prediction - f64::from(labels.target(packed));
        let kept = match packed.bound() {
            Bound::Exact => false,
            Bound::Lower => error > 0.0,
            Bound::Upper => error < 0.0,
        };
        loss += if kept { 0.0 } else { error * error };
        if let Some(removal) = Removal::choose(packed, &features) {
            let without = logits(&features.without(removal.index, shape.buckets));
            loss += f64::from(removal.sign * penalty.at(removal)) * (output - without);
        }
    }
    loss / positions.len() as f64
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    let shape = Shape { hidden: 2 * TILE, buckets: 2 };
    let params = random_params(shape);
    let positions = positions(300);
    let labels = Labels { scale: 110.0, result_weight: 0.3 };
    let (mut slice, network) = (Slice::default(), Tiles::of(&params.values, shape, 1));
    let terms = |penalty| LossTerms { labels, batch: positions.len() as f32, penalty };
    slice.learn(&network, &terms(PenaltyGradient::default()), &positions);
    let penalty = slice.values.penalty_gradient(0.5, 110.0);
    assert_ne!(penalty, PieceValues::default().penalty_gradient(0.5, 110.0));
    slice.learn(&network, &terms(penalty), &positions);
    let BatchGradient { first, later } = BatchGradient::of(&[&slice], &network, 2);
    let gradient_at = |place: usize| match place.checked_sub(shape.first().end) {
        Some(place) => later[place],
        None => first[place % shape.hidden / TILE][place / shape.hidden][place % TILE],
    };

    let values: Vec<f64> = params.values.iter().map(|&value| f64::from(value)).collect();
    let at = |place: usize, by: f64| {
        let mut values = values.clone();
        values[place] += by;
        slow_loss(&values, shape, &labels, &penalty, &positions)
    };
    let (mut checked, mut greatest) = (0, 0.0_f64);
    let later = shape.first_bias().start..shape.parameters();
    for place in shape.first().step_by(61).chain(later) {
        let difference = (at(place, 1e-5) - at(place, -1e-5)) / 2e-5;
        let gradient = f64::from(gradient_at(place));
        let error = (gradient - difference).abs();
        assert!(error < 1e-6 + 1e-3 * difference.abs(), "{place}: {gradient} for {difference}");
        checked += usize::from(difference != 0.0);
        greatest = greatest.max(difference.abs());
    }
    assert!(checked > 100 && greatest > 1e-3, "{checked} gradients up to {greatest}");
}

#[test]
fn an_untrained_network_adds_nothing() {
    for hidden in [TILE, 3 * TILE, 256] {
        let shape = Shape { hidden, buckets: 3 };
        let params = Params::random(shape, 8);
        let file = params.to_file(110, String::new());
        for packed in positions(40) {
            assert_eq!(model::output(&params.values, shape, &packed), 0.0);
            assert_eq!(file.evaluate_reference(&packed.unpack().unwrap()), 0);
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let positions = positions(3_000);
    let settings = Settings { average: 1, ..SETTINGS };
    let shape = Shape { hidden: 32, buckets: 2 };
    let one = trained(&corpus(&positions), &settings, shape);
    assert!(one.averaged > 0 && one.average != one.params.values);
    for threads in [2, 5, 32] {
        let settings = Settings { threads, ..settings };
        let several = trained(&corpus(&positions), &settings, shape);
        assert_eq!(one, several, "{threads} threads");
    }
    let settings = Settings { seed: 6, ..settings };
    let other = trained(&corpus(&positions), &settings, shape);
    assert_ne!(one.params, other.params);
}

#[test]
fn a_training_continues_bit_for_bit() {
    let shape = Shape { hidden: 32, buckets: 1 };
    let settings = Settings { epochs: 4, average: 2, ..SETTINGS };
    let corpus = corpus(&positions(2_000));
    let whole = trained(&corpus, &settings, shape);
    /// Fails after two epochs, as if it were killed.
    struct Killed(Option<State>);
    impl Progress for Killed {
        fn batch(&mut self, _epoch: u64, _positions: u64, _of: u64, _loss: f64) {}

        fn epoch(&mut self, state: &State) -> io::Result<()> {
            self.0 = Some(state.clone());
            if state.epochs.len() < 2 { Ok(()) } else { Err(io::Error::other("killed")) }
        }
    }
    let mut killed = Killed(None);
    let mut state = State::new(Params::random(shape, settings.seed));
    assert!(run::train(&corpus, &settings, &mut state, &mut killed).is_err());
    let path = path("checkpoint");
    super::checkpoint::save(&path, "this", &killed.0.unwrap()).unwrap();
    let mut state = super::checkpoint::load(&path, "this").unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(state.epochs.len(), 2);
    run::train(&corpus, &settings, &mut state, &mut Silent).unwrap();
    assert_eq!(state, whole);
}

#[test]
fn a_thousand_positions_are_learned_by_heart() {
    let mut positions = positions(2_400);
    // The same position with two scores cannot be learned.
    let mut seen = HashSet::new();
    positions.retain(|packed| !packed.is_sample() && seen.insert(packed.board_and_side()));
    positions.truncate(1_000);
    assert_eq!(positions.len(), 1_000);
    // Random games leave one side a queen up: too much to be learned away.
    positions.iter_mut().for_each(|packed| packed.set_linear(NOTHING));
    let corpus = corpus(&positions);
    let settings =
        Settings { epochs: 250, decay: 0.0, result_weight: 0.0, material_penalty: 0.0, ..SETTINGS };
    let state = trained(&corpus, &settings, Shape { hidden: 128, buckets: 1 });
    let [first, last] = [state.epochs[0], state.epochs[249]].map(|epoch| epoch.held_out[0]);
    assert!(first > 0.05 && last < 0.001, "{first} to {last}");
}

#[test]
fn integers_agree_with_floats() {
    for (hidden, buckets) in [(32, 4), (96, 1), (128, 8)] {
        let shape = Shape { hidden, buckets };
        // Parameters as a training leaves them: many neurons, small weights.
        let mut params = random_params(shape);
        params.values[shape.factor()] = 1.0;
        params.values[shape.output()].iter_mut().for_each(|weight| *weight *= 0.5);
        let file = params.to_file(110, String::new());
        let rounded = Params::from_file(&file, buckets, 110.0).unwrap();
        for packed in positions(2_000) {
            let float = 110.0 * model::output(&rounded.values, shape, &packed);
            let integer = file.evaluate_reference(&packed.unpack().unwrap());
            assert!((float - integer as f32).abs() < 2.0, "{float} and {integer}");
        }
    }
}

#[test]
fn exchanged_colors_and_mirrored_files_give_the_same() {
    let shape = Shape { hidden: 32, buckets: 2 };
    let params = random_params(shape);
    for packed in positions(500) {
        let position = packed.unpack().unwrap();
        let setup = Setup::from(&position);
        let label =
            Label { score: 0, bound: Bound::Exact, depth: 0, result: None, is_sample: true };
        let output = |setup: &Setup| {
            let position = Position::try_from(setup).expect("legal as well");
            let packed = PackedPosition::new(&position, &label).expect("few pieces");
            model::output(&params.values, shape, &packed)
        };
        let mut turned = setup.clone();
        for square in Square::ALL {
            turned.board[square.index() ^ 7] = setup.board[square.index()];
        }
        let expected = output(&setup);
        assert_eq!(output(&setup.mirrored()), expected);
        assert_eq!(output(&turned), expected);
        let mut other = setup.clone();
        other.side = !setup.side;
        let is_symmetric = other.board == setup.mirrored().board;
        if !is_symmetric && Position::try_from(&other).is_ok() {
            assert_ne!(output(&other), expected);
        }
    }
}

#[test]
fn the_penalty_keeps_material_out() {
    // By the labels the side with more pieces wins: there is nothing else to learn.
    let mut taught = positions(4_000);
    taught.retain(|packed| !packed.is_sample());
    for packed in &mut taught {
        let features = Features::of(packed, 1);
        let side = |index| if features.piece(index).1 == 0 { 1 } else { -1 };
        let difference: i16 = (0..features.count).map(side).sum();
        packed.0[26..28].copy_from_slice(&(difference * 60).to_le_bytes());
        packed.set_linear(NOTHING);
    }
    let corpus = corpus(&taught);
    let value = |material_penalty: f64| {
        let settings = Settings { epochs: 40, material_penalty, ..SETTINGS };
        let state = trained(&corpus, &settings, Shape { hidden: 32, buckets: 1 });
        let losses = run::measure(&corpus, &settings, &state.params).unwrap();
        // The value of a pawn in the middle game, in centipawns.
        losses.values.shares(110.0)[1][0] * 100.0
    };
    let (free, bound) = (value(0.0), value(2.0));
    assert!(free > 10.0 && bound.abs() < 0.2 * free, "{free} without, {bound} with the penalty");
}

#[test]
fn what_all_pieces_want_in_common_is_the_factor() {
    let mut taught = positions(4_000);
    taught.retain(|packed| !packed.is_sample());
    for packed in &mut taught {
        let material = Features::of(packed, 1).material;
        packed.set_linear(LinearEvaluation { value: material, scale: FULL_SCALE });
        packed.0[26..28].copy_from_slice(&((material * 9 / 10) as i16).to_le_bytes());
    }
    let corpus = corpus(&taught);
    let settings = Settings { epochs: 40, result_weight: 0.0, ..SETTINGS };
    let shape = Shape { hidden: 32, buckets: 1 };
    let params = trained(&corpus, &settings, shape).params;
    let factor = params.values[shape.factor()];
    assert!((factor - 0.9).abs() < 0.02, "{factor}");
    let shares = run::measure(&corpus, &settings, &params).unwrap().values.shares(110.0);
    assert!(shares.as_flattened().iter().all(|share| share.abs() < 0.1), "{shares:?}");
    // In the file material counts in full, and in return the rest counts more.
    let file = params.to_file(110, String::new());
    assert_eq!((file.scale, file.linear_scale), ((110.0 / factor).round() as i32, 110));
    let back = Params::from_file(&file, 1, 110.0).unwrap();
    assert!((back.values[shape.factor()] - factor).abs() < 0.01);
}

#[test]
fn chances_are_between_zero_and_one() {
    assert_eq!(sigmoid(0.0), 0.5);
    assert!(sigmoid(-200.0) >= 0.0 && sigmoid(200.0) <= 1.0);
}
