//! Matches between engines under the documents' rules.

pub mod openings;
pub mod record;
pub mod stats;
