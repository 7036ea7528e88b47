//! The network: what the evaluation learned beyond material and linear terms.

mod error;
mod eval_file;
pub mod format;
mod inference;
pub mod inputs;

pub use error::NetworkError;
pub use eval_file::{EvalFileError, EvalFileReason, MAX_BYTES};
pub use inference::{Accumulator, EMPTY, HIDDEN, Network};

#[cfg(test)]
mod tests;
