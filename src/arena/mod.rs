//! Matches between engines under the documents' rules.

pub mod record;
pub mod stats;
