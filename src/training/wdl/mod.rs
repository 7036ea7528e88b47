//! How likely a score wins, draws or loses, fitted to games.

pub mod fit;
pub mod samples;
