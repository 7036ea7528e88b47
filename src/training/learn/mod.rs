//! What every kind of learning needs: the optimizer's step, its learning rate,
//! work on several threads, and plots of losses.
//!
//! | module | what it does |
//! |---|---|
//! | [`adam`] | the moments of the optimizer Adam, and the learning rate |
//! | [`parallel`] | jobs on several threads, with results in their order |
//! | [`losses`] | plots mean squared errors |

pub mod adam;
pub mod losses;
pub mod parallel;
