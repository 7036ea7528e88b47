//! What earlier nodes taught: about moves, and about the evaluation.

mod correction;
mod merit;
mod tables;

pub use correction::{Corrections, Weights};
pub use merit::{Cell, Merit};
pub use tables::{Context, Histories, Played};
