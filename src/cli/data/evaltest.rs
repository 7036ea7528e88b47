use crate::cli::error::CliError;
use crate::eval::{self, Network};
use crate::training::evaltest::{self, Labelled, Reading};
use anstream::println;
use clap::Args;
use serde_json::json;
use std::fs;
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
pub fn run(arguments: &EvaltestArgs) -> Result<(), CliError> {
    let refuse =
        |path: &PathBuf, why: String| CliError::Failed(format!("{}: {why}", path.display()));
    let network = match &arguments.eval_file {
        Some(path) => {
            let bytes = fs::read(path).map_err(|why| refuse(path, why.to_string()))?;
            Some(Network::read(&bytes).map_err(|why| refuse(path, why.to_string()))?)
        }
        None => None,
    };
    let network = network.as_ref().unwrap_or_else(|| Network::built_in());
    for path in &arguments.files {
        let text = fs::read_to_string(path).map_err(|why| refuse(path, why.to_string()))?;
        let positions: Vec<Labelled> =
            evaltest::read(path.clone(), &text).map_err(|why| CliError::Failed(why.to_string()))?;
        let reading = evaltest::measure(&positions, |position| match arguments.linear {
            true => eval::evaluate_without_network(position),
            false => eval::evaluate_by(position, network),
        });
        if arguments.json { print_json(path, &reading) } else { print_text(path, &reading) }
    }
    Ok(())
}

fn print_text(path: &Path, reading: &Reading) {
    println!("{}: {} positions", path.display(), reading.positions);
    println!(
        "  global error {:.4} of the chance to win (scale {}), correlation {:.3}",
        reading.error, reading.scale, reading.correlation
    );
    if let Some(local) = &reading.local {
        println!(
            "  local correlation {:.3} in {} groups; the move that looks best gives away {:.2} %",
            local.correlation,
            local.groups,
            100.0 * local.loss
        );
    }
}

fn print_json(path: &Path, reading: &Reading) {
    let local = reading.local.map(|local| {
        json!({ "groups": local.groups, "correlation": local.correlation, "loss": local.loss })
    });
    println!(
        "{}",
        json!({
            "file": path.display().to_string(),
            "positions": reading.positions,
            "error": reading.error,
            "scale": reading.scale,
            "correlation": reading.correlation,
            "local": local,
        })
    );
}
