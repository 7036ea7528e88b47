//! What earlier nodes taught: about moves, and about the evaluation.

mod correction;
mod score;
mod tables;

pub use correction::{CorrectionHistory, CorrectionWeights};
pub use score::{HistoryEntry, HistoryScore};
pub use tables::{Histories, HistoryContext, PieceTo};
