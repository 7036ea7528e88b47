//! Flags that several commands have: networks, searches that analyse, positions to
//! learn from.

use super::error::CliError;
use super::settings::argument;
use super::tablebases::open_tablebases;
use super::uci_analyst::EngineChoice;
use crate::analysis::analyst::Analyst;
use crate::analysis::engine_analyst::EngineAnalyst;
use crate::arena::machine::stop_flag::StopFlag;
use crate::chess::types::Depth;
use crate::engine::eval::Network;
use crate::engine::options::{HashMb, Options, Threads};
use crate::engine::search::{Limits, TablebaseAccess};
use crate::training::data::filter::Filter;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The time of a search without other limits.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

// None of these has a doc comment: it would replace that of the command.

#[derive(Args)]
pub struct EvalFileArgs {
    /// Evaluate with the network of this file [default: the built-in network]
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

impl EvalFileArgs {
    /// The network that the flag names.
    ///
    /// # Errors
    /// If the network of the file cannot be used.
    pub fn network(&self) -> Result<Arc<Network>, CliError> {
        match &self.eval_file {
            Some(path) => Network::load(path)
                .map_err(|error| CliError::Usage(format!("--eval-file: {error}"))),
            None => Ok(Arc::clone(Network::built_in())),
        }
    }
}

#[derive(Args)]
pub struct FilterArgs {
    /// Leave out positions with a score beyond this, in centipawns
    #[arg(long, default_value_t = Filter::default().max_score, value_name = "CP",
          value_parser = clap::value_parser!(i32).range(1..=30_000))]
    max_score: i32,
    /// Leave out this many plies at the beginning of each game
    #[arg(long, default_value_t = Filter::default().skip_plies, value_name = "N")]
    skip_plies: usize,
}

impl FilterArgs {
    /// The filter that the flags describe.
    pub fn filter(&self) -> Filter {
        Filter { max_score: self.max_score, skip_plies: self.skip_plies }
    }
}

#[derive(Args)]
pub struct AnalystArgs {
    /// The depth of each search, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(i64).range(1..=127))]
    depth: Option<i64>,
    /// The nodes of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The time of each search, in milliseconds [default: 1000 without another limit]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// The size of a transposition table, in MiB
    #[arg(long, value_name = "MB", default_value = "64", value_parser = argument::<HashMb>)]
    hash: HashMb,
    /// The number of threads: of one search, or of searches at the same time where
    /// there are several positions of a suite or several games. With --engine, the
    /// number of its processes
    #[arg(long, value_name = "N", default_value = "1", value_parser = argument::<Threads>)]
    threads: Threads,
    /// Ask another UCI engine: cmd=FILE, or cmd=NAME to look for it in the PATH.
    /// Further words each follow an --engine of their own: name=, dir=, args=,
    /// option.NAME=VALUE
    #[arg(long, value_name = "KEY=VALUE")]
    engine: Vec<String>,
    /// The folders of Syzygy tablebases, separated by ':', on Windows by ';'
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    #[command(flatten)]
    eval_file: EvalFileArgs,
}

impl AnalystArgs {
    pub fn threads(&self) -> usize {
        self.threads.count()
    }

    /// The words of `--engine` in one line; `None` for this engine.
    pub fn engine_words(&self) -> Option<String> {
        (!self.engine.is_empty()).then(|| self.engine.join(" "))
    }

    /// When a search stops.
    pub fn limits(&self) -> Limits {
        let limits = Limits {
            depth: self.depth.and_then(|depth| Depth::try_from(depth).ok()),
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        };
        match limits {
            Limits { depth: None, nodes: None, move_time: None, .. } => {
                Limits { move_time: Some(DEFAULT_MOVE_TIME), ..limits }
            }
            limits => limits,
        }
    }

    /// The network that positions are evaluated with.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn network(&self) -> Result<Arc<Network>, CliError> {
        self.eval_file.network()
    }

    /// An analyst whose searches use this many threads; another engine uses one. The
    /// flag stops that.
    ///
    /// # Errors
    /// If there is no memory, a thread or an engine cannot be started, or the network or
    /// the tablebases cannot be used.
    pub fn analyst(
        &self,
        threads: usize,
        stop_flag: &Arc<StopFlag>,
    ) -> Result<Box<dyn Analyst + Send>, CliError> {
        let syzygy = self.syzygy.as_deref();
        if !self.engine.is_empty() {
            let hash = self.hash.get();
            let choice = EngineChoice::new(&self.engine, hash, syzygy, stop_flag)?;
            return Ok(Box::new(choice.start()?));
        }
        let mut analyst = EngineAnalyst::new(self.hash, threads, &self.network()?)?;
        if let Some(path) = syzygy {
            let tables = open_tablebases(path).map_err(CliError::Usage)?;
            analyst.set_tablebases(TablebaseAccess::new(&tables, &Options::default()));
        }
        Ok(Box::new(analyst))
    }
}
