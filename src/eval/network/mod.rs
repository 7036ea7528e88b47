//! The network: what the evaluation learned beyond material and linear terms.

mod error;
pub mod format;

pub use error::NetworkError;
