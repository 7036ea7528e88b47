//! What the commands that search game after game share: flags and progress.

use super::error::CliError;
use super::flags::EvalFileArgs;
use super::message::message;
use super::progress::bar;
use super::settings::argument;
use crate::engine::eval::Network;
use crate::engine::eval::network::format::fnv1a;
use crate::engine::options::{HashMb, Threads};
use crate::support::version::BUILD;
use crate::training::selfplay::datagen::searcher::SearchSettings;
use crate::training::selfplay::datagen::tree::{SampleOptions, SampleSink};
use clap::Args;
use indicatif::{FormattedDuration, ProgressBar};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The interval of progress lines where standard error is not a terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(30);

// No doc comment: it would replace that of the command.
#[derive(Args)]
pub struct GameSearchArgs {
    /// The soft node limit of a search: it begins no further iteration after this
    /// many nodes, and stops at eight times as many
    #[arg(long, value_name = "N", default_value_t = 1_200,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The number of games searched at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = argument::<Threads>)]
    threads: Threads,
    /// The size of the transposition table of each game, in MiB
    #[arg(long, value_name = "MB", default_value = "8", value_parser = argument::<HashMb>)]
    hash: HashMb,
    /// The file to append samples of the search trees to: inner nodes with
    /// their scores, for `train`
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Sample one node in this many
    #[arg(long, value_name = "N", default_value_t = SampleOptions::default().rate,
          requires = "tree", value_parser = clap::value_parser!(u32).range(1..))]
    tree_rate: u32,
    /// The least depth of a sampled node, in plies
    #[arg(long, value_name = "PLIES", default_value_t = SampleOptions::default().least_depth,
          requires = "tree", value_parser = clap::value_parser!(i32).range(1..=64))]
    tree_depth: i32,
    #[command(flatten)]
    eval_file: EvalFileArgs,
}

impl GameSearchArgs {
    /// How positions are searched.
    ///
    /// # Errors
    /// If the network cannot be used.
    pub fn settings(&self) -> Result<SearchSettings, CliError> {
        let network = Some(self.eval_file.network()?);
        Ok(SearchSettings { nodes: self.nodes, hash: self.hash, network })
    }

    pub fn threads(&self) -> usize {
        self.threads.count()
    }

    /// The file of samples.
    pub fn tree(&self) -> Option<&Path> {
        self.tree.as_deref()
    }

    /// Opens the file of samples.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn sink(&self) -> Result<Option<SampleSink>, CliError> {
        let options = SampleOptions {
            rate: self.tree_rate,
            least_depth: self.tree_depth,
            ..SampleOptions::default()
        };
        let sink = self.tree().map(|path| SampleSink::open(path, options));
        sink.transpose().map_err(|error| CliError::Usage(error.to_string()))
    }

    /// Waits until the samples are written. Returns a line with their number,
    /// empty if none are asked for.
    ///
    /// # Errors
    /// If they could not be written.
    pub fn finish(&self, sink: Option<SampleSink>) -> Result<String, CliError> {
        let (Some(sink), Some(path)) = (sink, self.tree()) else { return Ok(String::new()) };
        let path = path.display();
        let samples =
            sink.finish().map_err(|error| CliError::Failed(format!("{path}: {error}")))?;
        Ok(format!("{samples} samples of search trees added to {path}.\n"))
    }
}

/// Lines of the head of a file of games: they say who searches, for whoever finds
/// the file later.
pub fn search_head(search: &SearchSettings) -> String {
    let network = search.network.as_ref().unwrap_or_else(|| Network::built_in());
    format!(
        "engine: Staunton {BUILD}\nnetwork: {} (provenance {:016x})\n\
         search: {} nodes a move, hash {} MiB\n",
        network.description(),
        fnv1a(network.provenance().as_bytes()),
        search.nodes,
        search.hash.get(),
    )
}

/// Prints the progress: as a bar on a terminal, elsewhere as a line from time
/// to time.
pub struct PositionPrinter {
    positions: u64,
    started: Instant,
    bar: ProgressBar,
    last_line: Instant,
}

impl PositionPrinter {
    pub fn new(positions: u64) -> PositionPrinter {
        let bar = bar(positions, "{wide_bar} {msg}");
        PositionPrinter { positions, started: Instant::now(), bar, last_line: Instant::now() }
    }

    /// Prints how many positions of how many games are done.
    pub fn print(&mut self, positions: u64, games: u64) {
        if !self.bar.is_hidden() {
            self.bar.set_position(positions.min(self.positions));
            self.bar.set_message(self.line(positions, games));
        } else if self.last_line.elapsed() >= PROGRESS_INTERVAL {
            self.last_line = Instant::now();
            message(self.line(positions, games));
        }
    }

    fn line(&self, positions: u64, games: u64) -> String {
        let rate = positions as f64 / self.started.elapsed().as_secs_f64().max(f64::EPSILON);
        let mut line =
            format!("{positions} of {} positions, {games} games, {rate:.0}/s", self.positions);
        if positions > 0 {
            let left = self.positions.saturating_sub(positions) as f64 / rate;
            line += &format!(", {} left", FormattedDuration(Duration::from_secs(left as u64)));
        }
        line
    }

    /// Removes the bar; returns the time since the start.
    pub fn finish(&mut self) -> Duration {
        self.bar.finish_and_clear();
        self.started.elapsed()
    }
}
