//! The trainer of the network: from games and samples of search trees to the
//! file of a network, on the processor, without a framework.
//!
//! The network learns what material and linear terms miss: the prediction is
//! σ((linear + network) / scale), the target a mix of the search's score and
//! the result, the loss the squared difference. The same files, settings and
//! seed give the same network, bit for bit, on any number of threads.
//!
//! | part | what it does |
//! |---|---|
//! | [`prepare`] | reads files, filters positions, computes their linear evaluation, holds out games |
//! | [`scratch`] | stores packed positions on disk, distributed over chunks |
//! | [`features`] | active inputs, pieces, targets |
//! | [`params`] | the parameters of the network, read from and written to a file |
//! | [`model`] | the network's output and the loss |
//! | [`gradient`] | the gradient of the loss |
//! | [`material`] | the penalty on values that the network gives to pieces |
//! | [`optimizer`] | AdamW with a factoriser |
//! | [`run`] | batches, epochs, held-out loss |
//! | [`checkpoint`] | the state from which an interrupted training continues |
//! | [`plot`] | plots the losses |

pub mod checkpoint;
pub mod features;
pub mod gradient;
mod lanes;
pub mod material;
pub mod model;
pub mod optimizer;
pub mod params;
pub mod plot;
pub mod prepare;
pub mod run;
pub mod scratch;

#[cfg(test)]
mod tests;
