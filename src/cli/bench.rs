//! The subcommand `staunton bench`.

use super::error::CliError;
use super::eval_file::EvalFileArgs;
use super::progress::position_bar;
use crate::cli::message::stdout;
use crate::config::{BenchDepth, Config, HashMb, Threads};
use crate::engine::bench::{self, BenchPlan, POSITIONS};
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
    #[arg(value_parser = clap::value_parser!(u64).range(BenchDepth::LOW..=BenchDepth::HIGH))]
    depth: Option<u64>,
    /// The number of threads
    #[arg(long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u64).range(Threads::LOW..=Threads::HIGH))]
    threads: u64,
    /// The size of the transposition table, in MiB [default: bench.hash_mb of the settings]
    #[arg(long, value_name = "MB",
          value_parser = clap::value_parser!(u64).range(HashMb::LOW..=HashMb::HIGH))]
    hash: Option<u64>,
    #[command(flatten)]
    eval_file: EvalFileArgs,
}

/// Runs the benchmark and prints its result.
///
/// # Errors
/// If the network cannot be used, there is no memory, or the system does not
/// start the threads.
pub fn run(arguments: &BenchArgs, config: &Config) -> Result<(), CliError> {
    let plan = BenchPlan {
        depth: arguments.depth.and_then(BenchDepth::new).unwrap_or(config.bench.depth),
        hash: arguments.hash.and_then(HashMb::new).unwrap_or(config.bench.hash_mb),
        threads: Threads::new(arguments.threads).unwrap_or(Threads::LEAST),
    };
    let network = arguments.eval_file.network()?;
    let bar = position_bar(POSITIONS.len());
    let (control, progress) = (SearchControl::default(), |done| bar.set_position(done as u64));
    let result = bench::run(plan, &network, &control, progress);
    bar.finish_and_clear();

    let Some(result) = result.map_err(CliError::Failed)? else { return Ok(()) };
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
