//! The subcommand `staunton train`.

mod curve;
mod text;

use super::error::CliError;
use super::filter::FilterArgs;
use super::message::{message, stdout};
use super::tune::{bar, positive, share};
use crate::eval::network::HIDDEN;
use crate::eval::network::MAX_BYTES;
use crate::eval::network::format::NetworkFile;
use crate::files::input;
use crate::files::names::beside;
use crate::files::output::{distinct, remove, try_output, write_whole};
use crate::files::target::folder;
use crate::training::library;
use crate::training::train::checkpoint;
use crate::training::train::model::SIZES;
use crate::training::train::params::{Params, Shape};
use crate::training::train::plot;
use crate::training::train::prepare::{Corpus, FileShare, Found, PARTS, Preparer};
use crate::training::train::run::{self, Progress, Settings, State};
use clap::Args;
use indicatif::ProgressBar;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;
use text::{EpochLosses, MeanValues, Summary, provenance};

/// Centipawns per logit of a new network.
const SCALE: i32 = 110;

/// Learn the network from games of the engine with itself
///
/// Reads files of games and of samples of search trees. The network learns
/// what material and the linear terms miss. The same files, options and seed
/// give the same network, on any number of threads. A checkpoint beside the
/// network keeps each finished epoch.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton train --data games.data --out new.net
  staunton train --data a.data b.data samples.tree --hidden 128 --epochs 20 --out new.net
  staunton train --data newest.data --from old.net --rate 0.0005 --epochs 4 --out new.net")]
pub struct TrainArgs {
    /// A file of games, as `datagen` writes it, or of samples of search trees, or
    /// a folder of such files; repeat --data or list several. A game that is there
    /// twice is read once
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Learn from this share of the games of a file of this name, from 0 to 1:
    /// old games may count less than new ones; repeat for each file
    #[arg(long, value_name = "NAME=SHARE")]
    weight: Vec<FileShare>,
    /// The network file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Start from this network instead of a random one
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Continue from the checkpoint of an interrupted training, if there is one
    #[arg(long)]
    resume: bool,
    /// Neurons of a view: 16, 32, 64, 128, 256, 512 or 1024 [default: as many
    /// as the built-in network or that of --from has]
    #[arg(long, value_name = "N", value_parser = hidden)]
    hidden: Option<usize>,
    /// Output buckets, by the number of pieces [default: 1, or those of --from]
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u64).range(1..=8))]
    buckets: Option<u64>,
    /// Centipawns per logit of the chance to win [default: 110, or that of
    /// --from]
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..=1000))]
    scale: Option<i32>,
    /// The number of epochs, which are passes over all positions
    #[arg(long, default_value_t = 10, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    epochs: u64,
    /// The number of positions in a batch
    #[arg(long, default_value_t = 16_384, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    batch: u64,
    /// The initial learning rate; it falls along a cosine to a hundredth
    #[arg(long, default_value_t = 0.001, value_name = "R", value_parser = positive)]
    rate: f64,
    /// The weight decay of the first layer
    #[arg(long, default_value_t = 0.01, value_name = "R", value_parser = share)]
    decay: f64,
    /// The weight of the game's result in the target, from 0 to 1; the search
    /// score has the rest
    #[arg(long, default_value_t = 0.2, value_name = "L", value_parser = share)]
    result_weight: f64,
    /// The share of samples of search trees among the positions of an epoch
    /// [default: all positions]
    #[arg(long, value_name = "X", value_parser = share)]
    samples_share: Option<f64>,
    /// The weight of the penalty that keeps the ratios of the values of the pieces
    #[arg(long, default_value_t = 0.5, value_name = "W", value_parser = weight)]
    material_penalty: f64,
    /// Average the weights over this many last epochs
    #[arg(long, default_value_t = 0, value_name = "N")]
    average: u64,
    #[command(flatten)]
    filter: FilterArgs,
    /// The folder for prepared positions, 32 bytes each; they are removed at the
    /// end [default: that of --out]
    #[arg(long, value_name = "FOLDER")]
    scratch: Option<PathBuf>,
    /// The number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Plot the losses by epoch, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Train on an eighth, a quarter and a half of the games too, in as many steps,
    /// and plot the held-out losses, as SVG: what more games would bring
    #[arg(long, value_name = "FILE.svg", conflicts_with = "resume")]
    curve: Option<PathBuf>,
}

fn hidden(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| SIZES.contains(number));
    number.ok_or_else(|| format!("it is 16, 32, 64, 128, 256, 512 or 1024, not '{text}'"))
}

fn weight(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1e4).contains(number));
    number.ok_or_else(|| format!("it is a number from 0 to 10000, not '{text}'"))
}

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
        state =
            checkpoint::load(&checkpoint, &description).map_err(|error| at(&checkpoint, error))?;
        message(format_args!("continues after epoch {}", state.epochs.len()));
    }
    let bar = bar(0, "{msg} {wide_bar} {per_sec} {eta} left");
    let mut progress = TerminalProgress {
        bar,
        checkpoint: Some((&checkpoint, &description)),
        is_first: true,
        since: Instant::now(),
        positions: settings.epoch_positions(&corpus),
    };
    run::train(&corpus, &settings, &mut state, &mut progress)
        .map_err(|error| at(&checkpoint, error))?;
    progress.bar.finish_and_clear();

    finish(arguments, &settings, &corpus, &state)?;
    if let Some(path) = &arguments.curve {
        points.push((found.all_training(), curve::best(&state)));
        curve::write(path, &points)?;
    }
    remove(&checkpoint).map_err(|error| at(&checkpoint, error))
}

fn at(path: &Path, error: impl fmt::Display) -> CliError {
    CliError::Failed(format!("{}: {error}", path.display()))
}

/// Rejects outputs that would replace an input or each other, or cannot be
/// written.
fn check_files(arguments: &TrainArgs, checkpoint: &Path) -> Result<(), CliError> {
    let files = library::files(&arguments.data).map_err(CliError::Usage)?;
    let is_unknown = |weight: &&FileShare| !files.iter().any(|path| weight.is_of(path));
    if let Some(weight) = arguments.weight.iter().find(is_unknown) {
        let name = weight.name.display();
        return Err(CliError::Usage(format!("--weight: no file of --data has the name {name}")));
    }
    let data = files.iter().map(|path| ("--data", path.as_path()));
    let from = arguments.from.iter().map(|path| ("--from", path.as_path()));
    let inputs: Vec<_> = data.chain(from).collect();
    let mut outputs = vec![("--out", arguments.out.as_path()), ("the checkpoint", checkpoint)];
    outputs.extend(arguments.plot.iter().map(|path| ("--plot", path.as_path())));
    outputs.extend(arguments.curve.iter().map(|path| ("--curve", path.as_path())));
    distinct(&inputs, &outputs).map_err(CliError::Usage)?;
    outputs.iter().try_for_each(|(_, path)| try_output(path)).map_err(CliError::Usage)?;
    if checkpoint.exists() && !arguments.resume {
        return Err(CliError::Usage(format!(
            "{} is of a training that did not end: continue it with --resume, or remove the file",
            checkpoint.display()
        )));
    }
    Ok(())
}

fn read_network(path: &Path) -> Result<NetworkFile, CliError> {
    let bytes = input::read(path, MAX_BYTES).map_err(|error| at(path, error))?;
    NetworkFile::read(&bytes).map_err(|error| at(path, error))
}

/// The settings, and the network that the training starts from.
fn start(
    arguments: &TrainArgs,
    start: Option<&NetworkFile>,
) -> Result<(Settings, Params), CliError> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
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
        threads: arguments.threads.map_or_else(cores, |threads| threads as usize),
    };
    let buckets = arguments.buckets.map(|buckets| buckets as usize);
    let found = start.map_or(HIDDEN, |file| file.hidden);
    let hidden = arguments.hidden.unwrap_or(found);
    if !SIZES.contains(&hidden) || start.is_some() && hidden != found {
        let which = if start.is_some() { "of --from" } else { "built in" };
        return Err(CliError::Usage(format!(
            "the network {which} has {found} neurons, which cannot be trained as {hidden}"
        )));
    }
    let Some(file) = start else {
        let shape = Shape { hidden, buckets: buckets.unwrap_or(1) };
        return Ok((settings, Params::random(shape, arguments.seed)));
    };
    Params::from_file(file, buckets.unwrap_or(file.buckets), settings.scale as f32)
        .map(|params| (settings, params))
        .map_err(CliError::Usage)
}

/// Prepares some parts of the games, of [`PARTS`], and says what there is.
fn prepare(arguments: &TrainArgs, settings: &Settings, parts: u32) -> Result<Corpus, CliError> {
    let files = library::files(&arguments.data).map_err(CliError::Usage)?;
    let preparer = Preparer {
        filter: arguments.filter.filter(),
        weights: &arguments.weight,
        scratch: arguments.scratch.as_deref().unwrap_or(folder(&arguments.out)),
        parts,
        seed: arguments.seed,
        threads: settings.threads,
    };
    let length = |path: &PathBuf| fs::metadata(path).map_or(0, |about| about.len());
    let total = files.iter().map(length).sum();
    let bar = bar(total, "prepares {bytes} of {total_bytes} {wide_bar} {eta} left");
    let corpus = preparer
        .prepare(&files, &mut |bytes| bar.set_position(bytes))
        .map_err(|error| CliError::Failed(error.to_string()))?;
    bar.finish_and_clear();
    for (path, left_out) in &corpus.left_out {
        message(format_args!("{}: {left_out}.", path.display()));
    }
    let found = corpus.found;
    if found.all_training() == 0 || found.all_held_out() == 0 {
        return Err(CliError::Failed(format!(
            "{} games with {} positions to learn from and {} held out are too few",
            found.games,
            found.all_training(),
            found.all_held_out()
        )));
    }
    if settings.epoch_positions(&corpus) == 0 {
        return Err(CliError::Usage("--samples-share leaves nothing to learn from".to_string()));
    }
    message(Summary(&found));
    Ok(corpus)
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

/// Prints the progress on standard error, and saves a checkpoint after each epoch.
struct TerminalProgress<'t> {
    bar: ProgressBar,
    /// The file, and the description of the training.
    checkpoint: Option<(&'t Path, &'t str)>,
    /// Whether no batch is done yet.
    is_first: bool,
    /// When the epoch began.
    since: Instant,
    /// The positions of an epoch.
    positions: u64,
}

impl Progress for TerminalProgress<'_> {
    fn batch(&mut self, epoch: u64, positions: u64, of: u64, loss: f64) {
        // The bar covers the whole training, so that it shows the time left.
        self.bar.set_length(of);
        self.bar.set_position(positions);
        if std::mem::take(&mut self.is_first) {
            // The positions of an earlier run say nothing about the speed.
            self.bar.reset_eta();
        }
        self.bar.set_message(format!("epoch {epoch}, loss {loss:.6}"));
    }

    fn epoch(&mut self, state: &State) -> io::Result<()> {
        if let Some(epoch) = state.epochs.last() {
            let seconds = self.since.elapsed().as_secs_f64().max(1e-9);
            let speed = self.positions as f64 / seconds;
            let line = format!(
                "epoch {:>3}: {}{speed:.0} positions a second",
                state.epochs.len(),
                EpochLosses(epoch)
            );
            self.bar.suspend(|| message(line));
        }
        if let Some((path, description)) = self.checkpoint {
            checkpoint::save(path, description, state)?;
        }
        self.since = Instant::now();
        Ok(())
    }
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
    integers.check().map_err(|error| at(&arguments.out, error))?;
    // Measures the network as it is written: rounded to integers.
    let rounded = Params::from_file(&integers, trained.shape.buckets, settings.scale as f32)
        .map_err(CliError::Failed)?;
    let losses = run::measure(corpus, settings, &rounded)?;
    let provenance = provenance(arguments, corpus, &losses, &integers);
    let file = NetworkFile { provenance, ..integers };
    write_whole(&arguments.out, &file.to_bytes()).map_err(|error| at(&arguments.out, error))?;
    if let Some(path) = &arguments.plot {
        let svg = plot::losses(&state.epochs).map_err(CliError::Failed)?;
        write_whole(path, svg.as_bytes()).map_err(|error| at(path, error))?;
    }
    let values = losses.values.shares(file.scale.into());
    Ok(write!(stdout(), "{}\n{}\n", file.provenance, MeanValues(values))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        assert_eq!(hidden("64"), Ok(64));
        for text in ["65", "0", "", "many"] {
            assert!(hidden(text).unwrap_err().contains("16, 32"), "{text}");
        }
        assert_eq!(weight("0"), Ok(0.0));
        for text in ["-1", "NaN", "inf", ""] {
            assert!(weight(text).unwrap_err().contains("from 0"), "{text}");
        }
    }
}
