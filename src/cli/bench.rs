//! The subcommand `staunton bench`.

use super::error::CliError;
use super::flags::EvalFileArgs;
use super::progress::position_bar;
use crate::cli::message::stdout;
use crate::cli::settings::{EngineSettings, argument};
use crate::engine::bench::{self, BenchDepth, BenchPlan, POSITIONS};
use crate::engine::options::{HashMb, Threads};
use crate::engine::search::SearchControl;
use clap::Args;
use std::io::Write;

/// Search fixed positions to a fixed depth, for the number of nodes and the speed
///
/// On one thread the number of nodes is the same on every machine. It changes
/// only with the search or the evaluation. The last line is "N nodes M nps".
#[derive(Args)]
#[command(after_help = "Examples:\n  staunton bench\n  staunton bench 10 --hash 64 --threads 2")]
pub struct BenchArgs {
    /// The depth of each search, in plies [default: bench.depth of the settings]
    #[arg(value_parser = argument::<BenchDepth>)]
    depth: Option<BenchDepth>,
    /// The number of threads
    #[arg(long, default_value = "1", value_name = "N", value_parser = argument::<Threads>)]
    threads: Threads,
    /// The size of the transposition table, in MiB [default: bench.hash_mb of the settings]
    #[arg(long, value_name = "MB", value_parser = argument::<HashMb>)]
    hash: Option<HashMb>,
    #[command(flatten)]
    eval_file: EvalFileArgs,
}

/// Runs the benchmark and prints its result.
///
/// # Errors
/// If the network cannot be used, there is no memory, or the system does not
/// start the threads.
pub fn run(arguments: &BenchArgs, settings: &EngineSettings) -> Result<(), CliError> {
    let plan = BenchPlan {
        depth: arguments.depth.unwrap_or(settings.bench.depth),
        hash: arguments.hash.unwrap_or(settings.bench.hash),
        threads: arguments.threads,
    };
    let network = arguments.eval_file.network()?;
    let bar = position_bar(POSITIONS.len());
    let (control, progress) = (SearchControl::default(), |done| bar.set_position(done as u64));
    let result = bench::run(plan, &network, &control, progress);
    bar.finish_and_clear();

    let Some(result) = result.map_err(|error| CliError::Failed(error.to_string()))? else {
        return Ok(());
    };
    let mut out = stdout();
    writeln!(
        out,
        "{} positions, depth {}, hash {} MiB, threads {}, {:.3} s",
        POSITIONS.len(),
        plan.depth.get(),
        plan.hash.get(),
        plan.threads.get(),
        result.elapsed.as_secs_f64()
    )?;
    Ok(writeln!(out, "{result}")?)
}
