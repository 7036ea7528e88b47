//! The subcommand `staunton data evaltest`.

use crate::cli::error::CliError;
use crate::cli::reading_report::ReadingReport;
use crate::engine::eval::network::MAX_BYTES;
use crate::engine::eval::{self, Network};
use crate::support::files::input;
use crate::training::evaltest::{self, EvalAccuracy, LabelledPosition};
use anstream::println;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Compare the static evaluation with labels from a deep search
///
/// Each file has lines FEN;score, or group;FEN;score for the moves of one
/// position; scores are White's in centipawns. The error is that of the chance
/// to win, at the scale that suits the evaluation best.
#[derive(Args)]
pub struct EvaltestArgs {
    /// Files of labelled positions
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A network instead of the built-in one
    #[arg(long, value_name = "NETWORK", conflicts_with = "linear")]
    eval_file: Option<PathBuf>,
    /// Material and linear terms alone, without a network
    #[arg(long)]
    linear: bool,
    /// Print JSON, a line for each file
    #[arg(long)]
    json: bool,
}

/// Runs `staunton data evaltest`.
///
/// # Errors
/// If the network or a file cannot be used; the other files are measured.
pub fn run(arguments: &EvaltestArgs) -> Result<(), CliError> {
    let network = match &arguments.eval_file {
        Some(path) => {
            let bytes =
                input::read(path, MAX_BYTES).map_err(|why| CliError::failed_at(path, why))?;
            Some(Network::read(&bytes).map_err(|why| CliError::failed_at(path, why))?)
        }
        None => None,
    };
    let network = network.as_ref().unwrap_or_else(|| Network::built_in());
    let mut report = ReadingReport::default();
    for path in &arguments.files {
        match measure(path, network, arguments) {
            Err(CliError::Failed(what)) if arguments.files.len() > 1 => report.loss(what),
            measured => measured?,
        }
    }
    report.finish()
}

/// Prints the accuracy on the positions of a file.
fn measure(path: &Path, network: &Network, arguments: &EvaltestArgs) -> Result<(), CliError> {
    let text = input::read_text(path).map_err(|why| CliError::failed_at(path, why))?;
    let positions: Vec<LabelledPosition> = evaltest::read(path.to_path_buf(), &text)
        .map_err(|why| CliError::Failed(why.to_string()))?;
    let accuracy = evaltest::measure(&positions, |position| match arguments.linear {
        true => eval::evaluate_without_network(position),
        false => eval::evaluate_by(position, network),
    });
    if arguments.json {
        print_json(path, &accuracy)
    } else {
        print_text(path, &accuracy)
    }
    Ok(())
}

fn print_text(path: &Path, accuracy: &EvalAccuracy) {
    println!("{}: {} positions", path.display(), accuracy.positions);
    println!(
        "  global error {:.4} of the chance to win (scale {}), correlation {:.3}",
        accuracy.error, accuracy.scale, accuracy.correlation
    );
    if let Some(local) = &accuracy.local {
        println!(
            "  local correlation {:.3} in {} groups; the preferred move loses {:.2} % of the chance to win",
            local.correlation,
            local.groups,
            100.0 * local.loss
        );
    }
}

fn print_json(path: &Path, accuracy: &EvalAccuracy) {
    let mut value = json!(accuracy);
    value["file"] = json!(path.display().to_string());
    println!("{value}");
}
