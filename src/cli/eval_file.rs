//! The flag that names a network.

use super::error::CliError;
use crate::engine::eval::Network;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

// No doc comment: it would replace that of the command.
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
