//! Matches between engines under the documents' rules.

pub mod odds;
pub mod openings;
pub mod record;
pub mod report;
pub mod stats;
