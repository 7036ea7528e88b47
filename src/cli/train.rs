//! The subcommand `staunton train`.

mod arguments;
mod curve;
mod progress;
mod text;

pub use arguments::TrainArgs;

use super::error::CliError;
use super::files::{check_outputs, named, save};
use super::message::{message, stdout};
use super::tune::threads;
use crate::engine::eval::network::HIDDEN;
use crate::engine::eval::network::MAX_BYTES;
use crate::engine::eval::network::format::NetworkFile;
use crate::support::files::input;
use crate::support::files::names::beside;
use crate::support::files::output::remove;
use crate::training::data::library;
use crate::training::network::checkpoint;
use crate::training::network::model::is_trainable;
use crate::training::network::params::{Params, Shape};
use crate::training::network::plot;
use crate::training::network::prepare::{Corpus, FileShare, Found, PARTS};
use crate::training::network::run::{self, Settings, State};
use progress::{TerminalProgress, prepare};
use std::io::Write;
use std::path::Path;
use text::{mean_values, provenance};

/// Centipawns per logit of a new network.
const SCALE: i32 = 110;

/// Reads games and samples, trains, and writes the network.
///
/// # Errors
/// If a file cannot be read or written, or the settings allow no training.
pub fn run(arguments: &TrainArgs) -> Result<(), CliError> {
    let checkpoint = beside(&arguments.out, ".checkpoint");
    check_files(arguments, &checkpoint)?;
    let from = arguments.from.as_deref().map(read_network).transpose()?;
    let (settings, params) = start(arguments, from.as_ref())?;
    let mut points = match &arguments.curve {
        Some(_) => curve::of_parts(arguments, &settings, &params)?,
        None => Vec::new(),
    };
    let corpus = prepare(arguments, &settings, PARTS)?;
    let found = corpus.found;

    let description = describe(arguments, &settings, &params, &found, from.as_ref());
    let mut state = State::new(params);
    if arguments.resume && checkpoint.exists() {
        state = checkpoint::load(&checkpoint, &description)
            .map_err(|error| CliError::failed_at(&checkpoint, error))?;
        message(format_args!("continues after epoch {}", state.epochs.len()));
    }
    let mut progress = TerminalProgress::new(settings.epoch_positions(&corpus));
    progress.checkpoint = Some((&checkpoint, &description));
    run::train(&corpus, &settings, &mut state, &mut progress)
        .map_err(|error| CliError::failed_at(&checkpoint, error))?;
    progress.bar.finish_and_clear();

    finish(arguments, &settings, &corpus, &state)?;
    if let Some(path) = &arguments.curve {
        points.push((found.all_training(), curve::best(&state)));
        curve::write(path, &points)?;
    }
    remove(&checkpoint).map_err(|error| CliError::failed_at(&checkpoint, error))
}

/// Rejects outputs that would replace an input or each other, or cannot be
/// written.
fn check_files(arguments: &TrainArgs, checkpoint: &Path) -> Result<(), CliError> {
    let files = library::files(&arguments.data)?;
    let is_unknown = |weight: &&FileShare| !files.iter().any(|path| weight.is_of(path));
    if let Some(weight) = arguments.weight.iter().find(is_unknown) {
        let name = weight.name.display();
        return Err(CliError::Usage(format!("--weight: no file of --data has the name {name}")));
    }
    let data = files.iter().map(|path| ("--data", path.as_path()));
    let from = arguments.from.iter().map(|path| ("--from", path.as_path()));
    let inputs: Vec<_> = data.chain(from).collect();
    let outputs = [
        ("--out", Some(arguments.out.as_path())),
        ("the checkpoint", Some(checkpoint)),
        ("--plot", arguments.plot.as_deref()),
        ("--curve", arguments.curve.as_deref()),
    ];
    check_outputs(&inputs, &named(&outputs))?;
    if checkpoint.exists() && !arguments.resume {
        return Err(CliError::Usage(format!(
            "{} is of a training that did not end: continue it with --resume, or remove the file",
            checkpoint.display()
        )));
    }
    Ok(())
}

fn read_network(path: &Path) -> Result<NetworkFile, CliError> {
    let bytes = input::read(path, MAX_BYTES).map_err(|error| CliError::failed_at(path, error))?;
    NetworkFile::read(&bytes).map_err(|error| CliError::failed_at(path, error))
}

/// The settings, and the network that the training starts from.
fn start(
    arguments: &TrainArgs,
    start: Option<&NetworkFile>,
) -> Result<(Settings, Params), CliError> {
    let settings = Settings {
        epochs: arguments.epochs,
        batch: arguments.batch as usize,
        rate: arguments.rate,
        decay: arguments.decay,
        scale: arguments.scale.unwrap_or(start.map_or(SCALE, |file| file.linear_scale)),
        result_weight: arguments.result_weight,
        samples_share: arguments.samples_share,
        material_penalty: arguments.material_penalty,
        average: arguments.average,
        seed: arguments.seed,
        threads: threads(arguments.threads),
    };
    let buckets = arguments.buckets.map(|buckets| buckets as usize);
    let found = start.map_or(HIDDEN, |file| file.hidden);
    let hidden = arguments.hidden.unwrap_or(found);
    if start.is_some() && hidden != found {
        return Err(CliError::Usage(format!(
            "the network of --from has {found} neurons, which cannot be trained as {hidden}"
        )));
    }
    if !is_trainable(hidden) {
        return Err(CliError::Usage(format!(
            "a network of {hidden} neurons cannot be trained: it takes a multiple of 32"
        )));
    }
    let Some(file) = start else {
        let shape = Shape { hidden, buckets: buckets.unwrap_or(1) };
        return Ok((settings, Params::random(shape, arguments.seed)));
    };
    Params::from_file(file, buckets.unwrap_or(file.buckets), settings.scale as f32)
        .map(|params| (settings, params))
        .map_err(|error| CliError::Usage(error.to_string()))
}

/// Everything that the result depends on, line by line.
fn describe(
    arguments: &TrainArgs,
    settings: &Settings,
    params: &Params,
    found: &Found,
    start: Option<&NetworkFile>,
) -> String {
    // The number of threads does not change the result.
    let settings = Settings { threads: 0, ..*settings };
    let start = start.map_or(0, |file| checkpoint::fnv1a(&file.to_bytes()));
    let filter = arguments.filter.filter();
    format!(
        "{:?}\n{settings:?}\nmax score {}, skipped plies {}\n{found:?}\nstart {start:016x}",
        params.shape, filter.max_score, filter.skip_plies
    )
}

/// Writes the network, and prints its losses.
fn finish(
    arguments: &TrainArgs,
    settings: &Settings,
    corpus: &Corpus,
    state: &State,
) -> Result<(), CliError> {
    let trained = state.final_params();
    let integers = trained.to_file(settings.scale, String::new());
    integers.check().map_err(|error| CliError::failed_at(&arguments.out, error))?;
    // Measures the network as it is written: rounded to integers.
    let rounded = Params::from_file(&integers, trained.shape.buckets, settings.scale as f32)
        .map_err(|error| CliError::Failed(error.to_string()))?;
    let losses = run::measure(corpus, settings, &rounded)?;
    let provenance = provenance(arguments, corpus, &losses, &integers);
    let file = NetworkFile { provenance, ..integers };
    save(&arguments.out, file.to_bytes())?;
    if let Some(path) = &arguments.plot {
        save(path, plot::losses(&state.epochs)?)?;
    }
    let values = losses.values.shares(file.scale.into());
    Ok(write!(stdout(), "{}\n{}\n", file.provenance, mean_values(values))?)
}
