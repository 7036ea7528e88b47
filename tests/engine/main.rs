//! The search and the evaluation, seen from outside.

mod material;
mod mistakes;
mod search;
