//! The subcommand `staunton tune`.

use super::error::CliError;
use super::files::{check_outputs, named, save};
use super::message::message;
use super::message::stdout;
use super::progress::bar;
use crate::arena::files::pgn::today;
use crate::engine::eval::WEIGHTS;
use crate::engine::eval::layout::{GROUPS, Group};
use crate::support::version::BUILD;
use crate::training::weights::dataset::Dataset;
use crate::training::weights::sampler::{SampleCount, Sampler};
use crate::training::weights::target::TargetBlend;
use crate::training::weights::train::{self, EpochLosses, TuneObserver, TuneResult, TuneSettings};
use crate::training::weights::writer::{self, Origin};
use crate::training::weights::{FloatPair, centering, factor, plot};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;

/// Tune the weights of the evaluation on games of the engine with itself
///
/// Material keeps the documents' values. The output is source code: build the
/// engine again to use it. The same games, options and date give the same file
/// on any number of threads.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton tune --data games.data --out src/engine/eval/weights.rs
  staunton tune --data a.data --data b.data --out new.rs --positions 2000000 --plot loss.svg")]
pub struct TuneArgs {
    /// A file of games, as `datagen` writes it; repeat --data or list several
    /// files
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// The file to write, usually src/engine/eval/weights.rs
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The number of positions to sample from the games
    #[arg(long, default_value_t = 5_000_000, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    positions: u64,
    /// The most epochs, which are passes over all positions
    #[arg(long, default_value_t = 40, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    epochs: u64,
    /// Stop after this many epochs without a smaller held-out loss
    #[arg(long, default_value_t = 8, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    patience: u64,
    /// The number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// The initial learning rate: how far a weight moves in one step, in
    /// centipawns
    #[arg(long, default_value_t = 0.25, value_name = "R", value_parser = positive)]
    rate: f64,
    /// The weight of the game's result in the target, from 0 to 1; the search
    /// score has the rest
    #[arg(long, default_value_t = 0.3, value_name = "L", value_parser = share)]
    result_weight: f64,
    /// Leave out positions with a score beyond this, in centipawns
    #[arg(long, default_value_t = 1_500, value_name = "CP",
          value_parser = clap::value_parser!(i32).range(1..=30_000))]
    max_score: i32,
    /// The standard deviation of the prior around the starting weights, in
    /// centipawns; rare weights move less
    #[arg(long, default_value_t = 25.0, value_name = "CP", value_parser = positive)]
    reach: f64,
    /// The weights to start from
    #[arg(long, default_value = "own", value_name = "WHERE")]
    start: Start,
    /// Fit K, the scale of centipawns, again each time this many epochs have
    /// passed; 0 means never
    ///
    /// With poor weights K is too low at first. Material is fixed and cannot
    /// compensate, so K must be fitted again as the weights improve.
    #[arg(long, default_value_t = 1, value_name = "N")]
    refit: usize,
    /// Plot the loss by epoch, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// The weights to start from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Start {
    /// The weights that the engine plays with
    Own,
    /// Zero
    Zero,
}

/// The number of threads that a flag names, else that of the cores.
pub(super) fn threads(named: Option<u64>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    named.map_or_else(cores, |threads| threads as usize)
}

fn number(text: &str, what: &str, accept: impl Fn(f64) -> bool) -> Result<f64, String> {
    let value = text.parse().ok().filter(|&value| accept(value));
    value.ok_or_else(|| format!("{what}, not '{text}'"))
}

pub(super) fn positive(text: &str) -> Result<f64, String> {
    number(text, "it is a number above 0 and at most 10000", |value| value > 0.0 && value <= 1e4)
}

pub(super) fn share(text: &str) -> Result<f64, String> {
    number(text, "it is a number from 0 to 1", |value| (0.0..=1.0).contains(&value))
}

/// Reads games, tunes, and writes the weights.
pub fn run(arguments: &TuneArgs) -> Result<(), CliError> {
    let TuneArgs { data, out, plot, .. } = arguments;
    let inputs: Vec<_> = data.iter().map(|path| ("--data", path.as_path())).collect();
    check_outputs(&inputs, &named(&[("--out", Some(out)), ("--plot", plot.as_deref())]))?;
    let threads = threads(arguments.threads);
    let (found, mut dataset) = read(arguments, threads)?;
    if dataset.training.is_empty() || dataset.held_out.is_empty() {
        let SampleCount { games, quiet, .. } = found;
        return Err(CliError::Failed(format!(
            "{games} games with {quiet} quiet positions are too few to tune on"
        )));
    }
    message(format_args!(
        "{} games, {} positions, {} of them quiet; {} for training, {} held out",
        found.games,
        found.positions,
        found.quiet,
        dataset.training_len(),
        dataset.held_out_len()
    ));
    let blend = TargetBlend::of(arguments.result_weight, &dataset);
    dataset.label(|label| blend.target(label));
    message(format_args!("K of the scores: {:.6} per centipawn", blend.per_centipawn));

    let start: Vec<FloatPair> = match arguments.start {
        Start::Own => {
            let counted = |value: i32| value as f32 * factor();
            WEIGHTS.iter().map(|pair| [pair.middle(), pair.end()].map(counted)).collect()
        }
        Start::Zero => vec![[0.0; 2]; WEIGHTS.len()],
    };
    let settings = TuneSettings {
        epochs: arguments.epochs as usize,
        patience: arguments.patience as usize,
        learning_rate: arguments.rate,
        reach: arguments.reach,
        refit: arguments.refit,
        threads,
        seed: arguments.seed,
    };
    let mut printer = TunePrinter { bar: bar(0, "epoch {msg} {wide_bar} {eta} left") };
    let result = train::train(&dataset, GROUPS, &start, &settings, &mut printer);
    printer.bar.finish_and_clear();

    if result.best == 0 {
        return Err(CliError::Failed(format!(
            "no epoch of {} lowers the loss on the held-out games, {:.6}: {} is not written; \
             try more games or a smaller --rate",
            result.epochs.len(),
            result.before.held_out,
            arguments.out.display()
        )));
    }
    let origin = origin(arguments, found, &dataset, &result);
    let weights: Vec<FloatPair> =
        result.weights.iter().map(|pair| pair.map(|value| value / factor())).collect();
    save(out, writer::source(GROUPS, &weights, &origin))?;
    if let Some(path) = plot {
        save(path, plot::losses(&result)?)?;
    }
    let changes = weight_changes(&dataset.occurrences, &start, &result.weights);
    Ok(write!(stdout(), "{origin}\n{changes}")?)
}

/// Counts the positions of the files, then samples as many as are wanted.
fn read(arguments: &TuneArgs, threads: usize) -> Result<(SampleCount, Dataset), CliError> {
    let sampler = Sampler {
        positions: arguments.positions as usize,
        max_score: arguments.max_score,
        seed: arguments.seed,
        threads,
    };
    let failed =
        |error: crate::training::data::games::FileError| CliError::Failed(error.to_string());
    let counted = bar(0, "{pos} games counted");
    let found = sampler
        .count(&arguments.data, &mut |found| counted.set_position(found.games))
        .map_err(failed)?;
    counted.finish_and_clear();
    let taken = bar(found.quiet.min(arguments.positions), "{pos} positions of {len} {wide_bar}");
    let dataset = sampler
        .take(&arguments.data, &found, &mut |count| taken.set_position(count as u64))
        .map_err(failed)?;
    taken.finish_and_clear();
    Ok((found, dataset))
}

/// Prints each epoch on standard error.
struct TunePrinter {
    bar: ProgressBar,
}

impl TuneObserver for TunePrinter {
    fn epoch(&mut self, number: usize, epoch: &EpochLosses) {
        let EpochLosses { training, held_out, k } = epoch;
        self.bar.suspend(|| {
            message(format_args!(
                "epoch {number:>3}: loss {training:.6}, held out {held_out:.6}, K {k:.6}"
            ));
        });
    }

    fn block(&mut self, epoch: usize, done: usize, of: usize) {
        if done == 1 {
            self.bar.reset();
            self.bar.set_length(of as u64);
            self.bar.set_message(epoch.to_string());
        }
        self.bar.set_position(done as u64);
    }
}

fn origin(
    arguments: &TuneArgs,
    found: SampleCount,
    dataset: &Dataset,
    result: &TuneResult,
) -> Origin {
    Origin {
        command: command(std::env::args().skip(1)),
        files: arguments.data.iter().map(|path| name(path)).collect(),
        games: found.games,
        training: dataset.training_len(),
        held_out: dataset.held_out_len(),
        k: result.after().k,
        loss_before: result.before.held_out,
        loss_after: result.after().held_out,
        epochs: result.best,
        date: today().replace('.', "-"),
        build: BUILD.to_string(),
    }
}

/// The command line without folders, which are private and differ elsewhere.
pub(super) fn command(words: impl Iterator<Item = String>) -> String {
    let bare = |word: String| match word.split_once('=') {
        Some((flag, value)) if flag.starts_with("--") => {
            format!("{flag}={}", name(Path::new(value)))
        }
        _ => name(Path::new(&word)),
    };
    std::iter::once("staunton".to_string()).chain(words.map(bare)).collect::<Vec<_>>().join(" ")
}

pub(super) fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The changes of the weights, group by group.
fn weight_changes(occurrences: &[[f64; 2]], before: &[FloatPair], after: &[FloatPair]) -> String {
    let line = |group: &Group| {
        let range = group.start..group.start + group.len;
        let count: f64 = occurrences[range.clone()].iter().flatten().sum();
        let mean = |weights| {
            let [middle, end] = centering::mean(group, occurrences, weights);
            format!("{middle:.1}, {end:.1}")
        };
        let greatest = before[range.clone()]
            .iter()
            .zip(&after[range])
            .flat_map(|(before, after)| [after[0] - before[0], after[1] - before[1]])
            .max_by(|a, b| a.abs().total_cmp(&b.abs()))
            .unwrap_or(0.0);
        let (name, before, after) = (group.name, mean(before), mean(after));
        format!("{name:<22}{count:>12.0}{before:>17}{after:>17}{greatest:>+18.1}\n")
    };
    let [before, after, greatest] = ["mean before", "mean after", "greatest change"];
    let head = format!("{:<22}{:>12}{before:>17}{after:>17}{greatest:>18}\n", "group", "count");
    head + &GROUPS.iter().map(line).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_written_without_folders() {
        let words =
            ["tune", "--data", "/home/me/a.games", "--out=../src/engine/eval/weights.rs", "-x"];
        assert_eq!(
            command(words.map(String::from).into_iter()),
            "staunton tune --data a.games --out=weights.rs -x"
        );
    }

    #[test]
    fn numbers_out_of_range_are_errors() {
        assert_eq!(share("0.7"), Ok(0.7));
        assert_eq!(positive("0.5"), Ok(0.5));
        for text in ["-0.1", "1.5", "NaN", "much"] {
            assert!(share(text).unwrap_err().contains(text));
        }
        for text in ["0", "-1", "inf", "NaN", ""] {
            assert!(positive(text).unwrap_err().contains("above 0"), "{text}");
        }
    }
}
