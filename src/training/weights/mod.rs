//! The tuner: fits the weights of the evaluation to the results of the engine's
//! own games (Texel's tuning method, by P. Österlund).
//!
//! The value of a position is linear in the weights. So each position is
//! reduced once to the weights that count in it and how often. From then on
//! the tuner needs no board: an epoch over five million positions takes about a
//! second.
//!
//! | part | what it does |
//! |---|---|
//! | [`sampler`] | takes quiet positions from games |
//! | [`dataset`] | holds the positions in little memory |
//! | [`target`] | the expected score to fit: the game's result blended with the search score |
//! | [`sigmoid`] | fits how expected scores follow from centipawns |
//! | [`model`] | from weights to values, predictions, loss and gradient |
//! | [`centering`] | keeps the pieces' values out of the weights: the documents give them |
//! | [`train`] | the epochs, and early stopping |
//! | [`writer`] | writes the weights as source code |
//! | [`plot`] | draws the loss by epoch |

pub mod centering;
pub mod dataset;
pub mod model;
pub mod plot;
pub mod sampler;
pub mod sigmoid;
pub mod target;
pub mod train;
pub mod writer;

use crate::engine::eval::{FACTOR_UNIT, Network};

/// A weight or a gradient during tuning: the middle-game and the end-game part.
/// Weights are in centipawns; the engine plays with them rounded.
pub type FloatPair = [f32; 2];

/// How often the weights of the source count beside the built-in network. The tuner
/// fits weights as they count.
pub fn factor() -> f32 {
    Network::built_in().linear_factor() as f32 / FACTOR_UNIT as f32
}
