//! The tuner: weights of the evaluation from the results of the engine's own
//! games (the method of P. Österlund's Texel).
//!
//! A position's value is linear in the weights, so a game's worth of chess is
//! boiled down to which weights count how often; from then on no chess is
//! played any more, and five million positions take about a second a round.
//!
//! | part | what it does |
//! |---|---|
//! | [`label`] | what a position should be thought to be worth: its game's result, mixed with what a search said |
//! | [`sampler`] | takes quiet positions from games |
//! | [`rows`] | keeps what counts in them, in little memory |
//! | [`model`] | from weights to values, chances, loss and its slope |
//! | [`scale`] | fits how chances follow from centipawns |
//! | [`balance`] | keeps the men's worth out of the weights: it is what the documents say |
//! | [`adam`] | one step downhill |
//! | [`train`] | many of them, and when to stop |
//! | [`writer`] | the weights as source code |
//! | [`plot`] | a picture of how the loss went |

pub mod adam;
pub mod balance;
pub mod label;
pub mod model;
pub mod plot;
pub mod rows;
pub mod sampler;
pub mod scale;
pub mod train;
pub mod writer;

/// A weight while it is learned, in centipawns: for the middle game and for
/// the end game. What the engine plays with is this, rounded.
pub type Learned = [f32; 2];
