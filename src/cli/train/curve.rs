//! The learning curve: what a network learns from an eighth, a quarter and a half
//! of the games, beside all of them.

use super::arguments::TrainArgs;
use super::progress::{TerminalProgress, prepare};
use crate::cli::error::CliError;
use crate::cli::files::save;
use crate::cli::message::message;
use crate::training::network::params::Params;
use crate::training::network::plot;
use crate::training::network::prepare::PARTS;
use crate::training::network::run::{self, Epoch, Settings, State};
use std::path::Path;

/// The parts of the games that are learned from, of [`PARTS`].
const OF_PARTS: [u32; 3] = [1, 2, 4];

/// The number of positions learned from, and the losses.
pub type Point = (u64, Epoch);

/// Trains on each part of the games. A smaller part gets more epochs, so that the
/// number of steps stays the same.
///
/// # Errors
/// If the files cannot be read.
pub fn of_parts(
    arguments: &TrainArgs,
    settings: &Settings,
    params: &Params,
) -> Result<Vec<Point>, CliError> {
    let train = |parts: u32| -> Result<Point, CliError> {
        let corpus = prepare(arguments, settings, parts)?;
        let epochs = settings.epochs * u64::from(PARTS / parts);
        let settings = Settings { epochs, average: 0, ..*settings };
        let mut progress = TerminalProgress::new(settings.epoch_positions(&corpus));
        let mut state = State::new(params.clone());
        run::train(&corpus, &settings, &mut state, &mut progress)?;
        progress.bar.finish_and_clear();
        Ok((corpus.found.all_training(), best(&state)))
    };
    OF_PARTS.into_iter().map(train).collect()
}

/// The epoch with the least held-out losses: few positions are soon learned by
/// heart, and later epochs are worse.
pub fn best(state: &State) -> Epoch {
    let held_out = |epoch: &Epoch| epoch.held_out.iter().sum::<f64>();
    let best = state.epochs.iter().min_by(|a, b| held_out(a).total_cmp(&held_out(b)));
    best.copied().unwrap_or_default()
}

/// Plots the points, and prints them.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, points: &[Point]) -> Result<(), CliError> {
    for (positions, Epoch { held_out: [games, samples], .. }) in points {
        message(format_args!(
            "learned from {positions}: held-out games {games:.6}, samples {samples:.6}"
        ));
    }
    save(path, plot::learning_curve(points)?)
}
