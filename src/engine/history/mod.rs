//! History tables: what earlier nodes have shown about moves and about the
//! errors of the evaluation.

mod correction;
mod piece_to;
mod score;
mod tables;

pub use correction::{CorrectionHistory, CorrectionSlots, CorrectionWeights};
pub use piece_to::PieceTo;
pub use score::{HistoryEntry, HistoryScore, SharedHistoryEntry};
pub use tables::{Histories, HistoryContext, QuietScores};
