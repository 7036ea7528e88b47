//! What every training does on its way: it prepares positions, shows its
//! progress, and keeps its state.

use super::arguments::TrainArgs;
use super::text::{losses, summary};
use crate::cli::error::CliError;
use crate::cli::message::message;
use crate::cli::progress::bar;
use crate::support::files::target::folder;
use crate::training::data::library;
use crate::training::network::checkpoint;
use crate::training::network::prepare::{Corpus, Preparer};
use crate::training::network::run::{Progress, Settings, State};
use indicatif::ProgressBar;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Prepares some parts of the games, of [`PARTS`](crate::training::network::prepare::PARTS), and says what there is.
///
/// # Errors
/// If the files cannot be read, or leave too little to learn from.
pub fn prepare(arguments: &TrainArgs, settings: &Settings, parts: u32) -> Result<Corpus, CliError> {
    let files = library::files(&arguments.data)?;
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
    message(summary(&found));
    Ok(corpus)
}

/// Prints the progress on standard error, and saves a checkpoint after each epoch.
pub struct TerminalProgress<'t> {
    pub bar: ProgressBar,
    /// The file, and the description of the training.
    pub checkpoint: Option<(&'t Path, &'t str)>,
    /// Whether no batch is done yet.
    is_first: bool,
    /// When the epoch began.
    since: Instant,
    /// The positions of an epoch.
    positions: u64,
}

impl TerminalProgress<'_> {
    /// The progress of a training that begins, without a checkpoint.
    pub fn new(positions: u64) -> Self {
        let bar = bar(0, "{msg} {wide_bar} {per_sec} {eta} left");
        let since = Instant::now();
        TerminalProgress { bar, checkpoint: None, is_first: true, since, positions }
    }
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
                losses(epoch)
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
