//! What earlier nodes taught about moves.

mod merit;
mod tables;

pub use merit::Merit;
pub use tables::Histories;
