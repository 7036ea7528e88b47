use super::error::CliError;
use crate::arena::pgn::today;
use crate::eval::WEIGHTS;
use crate::eval::layout::{GROUPS, Group};
use crate::training::tune::label::Mix;
use crate::training::tune::rows::Corpus;
use crate::training::tune::sampler::{Choice, SampleCount};
use crate::training::tune::train::{self, Epoch, Settings, TuneObserver, TuneResult};
use crate::training::tune::writer::{self, Origin};
use crate::training::tune::{Learned, balance, plot};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// Letters of a commit's name that tell it from others.
const COMMIT_LETTERS: &str = "--short=12";

/// Learn the weights of the evaluation from games of the engine with itself
///
/// Material stays what the documents say it is. Writes source code: build the
/// engine again to play with it. The same games, options and day give the same
/// file, on any number of threads.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton tune --data games.data --out src/eval/weights.rs
  staunton tune --data a.data --data b.data --out new.rs --positions 2000000 --plot loss.svg")]
pub struct TuneArgs {
    /// A file of games, as `datagen` writes it; several with several --data,
    /// or one after the other
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Where the weights go: src/eval/weights.rs
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many positions to take from the games, chosen by lot
    #[arg(long, default_value_t = 5_000_000, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    positions: u64,
    /// How often to go through all of them, at most
    #[arg(long, default_value_t = 40, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    epochs: u64,
    /// After so many rounds without gain it stops
    #[arg(long, default_value_t = 8, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    patience: u64,
    /// How many threads compute [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// What is left to chance follows from it
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// How far a weight moves in one step at first, in centipawns
    #[arg(long, default_value_t = 0.25, value_name = "R", value_parser = positive)]
    rate: f64,
    /// How much a position should be worth what its game brought; the rest,
    /// to one, what the search thought of it
    #[arg(long, default_value_t = 0.3, value_name = "L", value_parser = share)]
    result_weight: f64,
    /// Leave out positions with a score beyond this, in centipawns
    #[arg(long, default_value_t = 1_500, value_name = "CP",
          value_parser = clap::value_parser!(i32).range(1..=30_000))]
    max_score: i32,
    /// How far weights are expected to move from where they begin, in
    /// centipawns; those seldom met move less
    #[arg(long, default_value_t = 25.0, value_name = "CP", value_parser = positive)]
    reach: f64,
    /// Where weights begin
    #[arg(long, default_value = "own", value_name = "WHERE")]
    start: Start,
    /// Fit the chances by centipawns (K) again after every so many rounds; 0
    /// is never
    ///
    /// Poor weights make a value say less, so that K begins too low. As
    /// material cannot follow it, it must follow the weights.
    #[arg(long, default_value_t = 1, value_name = "N")]
    refit: usize,
    /// Draw how the loss went, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// Where weights begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Start {
    /// At those that the engine plays with
    Own,
    /// At nothing
    Zero,
}

fn number(text: &str, what: &str, accept: impl Fn(f64) -> bool) -> Result<f64, String> {
    let value = text.parse().ok().filter(|&value| accept(value));
    value.ok_or_else(|| format!("{what}, not '{text}'"))
}

fn positive(text: &str) -> Result<f64, String> {
    number(text, "it is a number above 0 and at most 10000", |value| value > 0.0 && value <= 1e4)
}

fn share(text: &str) -> Result<f64, String> {
    number(text, "it is a number from 0 to 1", |value| (0.0..=1.0).contains(&value))
}

/// Reads games, learns, and writes the weights.
pub fn run(arguments: &TuneArgs) -> Result<(), CliError> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or_else(cores, |threads| threads as usize);
    let (found, mut corpus) = read(arguments, threads)?;
    let mut log = io::stderr().lock();
    if corpus.training.is_empty() || corpus.held_out.is_empty() {
        let SampleCount { games, quiet, .. } = found;
        return Err(CliError::Failed(format!(
            "{games} games with {quiet} quiet positions are too few to learn from"
        )));
    }
    writeln!(
        log,
        "{} games, {} positions, {} of them quiet; {} to learn from, {} held out",
        found.games,
        found.positions,
        found.quiet,
        corpus.training_len(),
        corpus.held_out_len()
    )?;
    let mix = Mix::of(arguments.result_weight, &corpus);
    corpus.label(|facts| mix.target(facts));
    writeln!(log, "K of the scores: {:.6} per centipawn", mix.per_centipawn)?;
    drop(log);

    let start: Vec<Learned> = match arguments.start {
        Start::Own => {
            WEIGHTS.iter().map(|pair| [pair.middle() as f32, pair.end() as f32]).collect()
        }
        Start::Zero => vec![[0.0; 2]; WEIGHTS.len()],
    };
    let settings = Settings {
        epochs: arguments.epochs as usize,
        patience: arguments.patience as usize,
        rate: arguments.rate,
        reach: arguments.reach,
        refit: arguments.refit,
        threads,
        seed: arguments.seed,
    };
    let mut teller = TunePrinter { bar: bar(0, "round {msg} {wide_bar} {eta} left") };
    let outcome = train::train(&corpus, GROUPS, &start, &settings, &mut teller);
    teller.bar.finish_and_clear();

    let origin = origin(arguments, found, &corpus, &outcome);
    save(&arguments.out, &writer::source(GROUPS, &outcome.weights, &origin))?;
    if let Some(path) = &arguments.plot {
        save(path, &plot::losses(&outcome).map_err(CliError::Failed)?)?;
    }
    let changes = Changes { seen: &corpus.seen, before: &start, after: &outcome.weights };
    Ok(write!(io::stdout().lock(), "{origin}\n{changes}")?)
}

/// Finds what there is, then takes as much as is wanted.
fn read(arguments: &TuneArgs, threads: usize) -> Result<(SampleCount, Corpus), CliError> {
    let choice = Choice {
        positions: arguments.positions as usize,
        most_score: arguments.max_score,
        seed: arguments.seed,
        threads,
    };
    let failed = |error: crate::training::data::FileError| CliError::Failed(error.to_string());
    let counted = bar(0, "{pos} games counted");
    let found = choice
        .count(&arguments.data, &mut |found| counted.set_position(found.games))
        .map_err(failed)?;
    counted.finish_and_clear();
    let taken = bar(found.quiet.min(arguments.positions), "{pos} positions of {len} {wide_bar}");
    let corpus = choice
        .take(&arguments.data, &found, &mut |count| taken.set_position(count as u64))
        .map_err(failed)?;
    taken.finish_and_clear();
    Ok((found, corpus))
}

/// A line of progress. Nothing is drawn where standard error is no terminal.
fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Tells of each round on standard error.
struct TunePrinter {
    bar: ProgressBar,
}

impl TuneObserver for TunePrinter {
    fn epoch(&mut self, number: usize, epoch: &Epoch) {
        let Epoch { training, held_out, k } = epoch;
        self.bar.suspend(|| {
            // If nobody hears it, the weights are no worse.
            let _ = writeln!(
                io::stderr(),
                "round {number:>3}: loss {training:.6}, held out {held_out:.6}, K {k:.6}"
            );
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

fn save(path: &Path, text: &str) -> Result<(), CliError> {
    fs::write(path, text).map_err(|error| CliError::Failed(format!("{}: {error}", path.display())))
}

fn origin(
    arguments: &TuneArgs,
    found: SampleCount,
    corpus: &Corpus,
    outcome: &TuneResult,
) -> Origin {
    Origin {
        command: command(std::env::args().skip(1)),
        files: arguments.data.iter().map(|path| name(path)).collect(),
        games: found.games,
        training: corpus.training_len(),
        held_out: corpus.held_out_len(),
        k: outcome.after().k,
        loss_before: outcome.before.held_out,
        loss_after: outcome.after().held_out,
        rounds: outcome.best,
        date: today().replace('.', "-"),
        commit: commit(&arguments.out).unwrap_or_else(|| "unknown".to_string()),
    }
}

/// What was typed, without folders: they are nobody's business, and not there
/// elsewhere.
fn command(words: impl Iterator<Item = String>) -> String {
    let bare = |word: String| match word.split_once('=') {
        Some((flag, value)) if flag.starts_with("--") => {
            format!("{flag}={}", name(Path::new(value)))
        }
        _ => name(Path::new(&word)),
    };
    std::iter::once("staunton".to_string()).chain(words.map(bare)).collect::<Vec<_>>().join(" ")
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The commit that the weights are added to, if Git knows.
fn commit(out: &Path) -> Option<String> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let output = Command::new("git")
        .arg("-C")
        .arg(folder.unwrap_or(Path::new(".")))
        .args(["rev-parse", COMMIT_LETTERS, "HEAD"])
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_string())
}

/// What has changed, group by group.
struct Changes<'c> {
    seen: &'c [[f64; 2]],
    before: &'c [Learned],
    after: &'c [Learned],
}

impl fmt::Display for Changes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<22}{:>12}{:>17}{:>17}{:>18}",
            "group", "met", "mean before", "mean after", "greatest change"
        )?;
        GROUPS.iter().try_for_each(|group| self.group(f, group))
    }
}

impl Changes<'_> {
    fn group(&self, f: &mut fmt::Formatter<'_>, group: &Group) -> fmt::Result {
        let range = group.start..group.start + group.len;
        let met: f64 = self.seen[range.clone()].iter().flatten().sum();
        let mean = |weights| {
            let [middle, end] = balance::mean(group, self.seen, weights);
            format!("{middle:.1}, {end:.1}")
        };
        let changes = self.before[range.clone()].iter().zip(&self.after[range]);
        let greatest = changes
            .flat_map(|(before, after)| [after[0] - before[0], after[1] - before[1]])
            .max_by(|a, b| a.abs().total_cmp(&b.abs()))
            .unwrap_or(0.0);
        let (before, after) = (mean(self.before), mean(self.after));
        writeln!(f, "{:<22}{met:>12.0}{before:>17}{after:>17}{greatest:>+18.1}", group.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_without_folders() {
        let words = ["tune", "--data", "/home/me/a.games", "--out=../src/eval/weights.rs", "-x"];
        assert_eq!(
            command(words.map(String::from).into_iter()),
            "staunton tune --data a.games --out=weights.rs -x"
        );
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
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
