//! Tunes the margins of a search by games: simultaneous perturbation stochastic
//! approximation (J. Spall, 1992), as testers of chess programs use it.
//!
//! One trial moves all parameters at once, each up or down at random, and plays a
//! pair of games between the parameters moved like this and the same parameters
//! moved the other way. Then each parameter goes a little towards the side that
//! won. A single pair says almost nothing about one parameter; thousands of them
//! do. Both movements get smaller from trial to trial (`gains`).

mod error;
mod gains;
mod parameter;
mod plot;
mod run;
mod state;

pub use error::SpsaError;
pub use parameter::{TunedParameter, parse};
pub use plot::paths;
pub use run::run;
pub use state::{SpsaState, Trial};
