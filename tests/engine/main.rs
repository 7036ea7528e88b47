//! The search and the evaluation, seen from outside.

mod material;
mod search;
