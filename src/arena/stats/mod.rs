//! Who is stronger, and how sure that is.
//!
//! Two games from one opening with colours reversed are not independent: an
//! opening that is good for White is so in both. What is independent is the
//! *pair*, whose score is one of five: 0, ½, 1, 1½, 2. So wherever pairs are
//! known, means and variances are those of the pairs (the *pentanomial*
//! distribution), and openings cost no confidence; only where none are known
//! every game counts by itself (the *trinomial* distribution).
//!
//! | what | where |
//! |---|---|
//! | results counted | [`ResultCounts`] |
//! | Elo, normalised Elo, likelihood of superiority | [`Estimates`] |
//! | the sequential test | [`Sprt`] |
//! | everybody against everybody | [`CrossTable`] |
//! | ratings of more than two players | [`Ratings`] |
//!
//! Nothing here knows how games are played, and everything is a function of
//! its arguments alone.

mod cross_table;
mod elo;
mod likelihood;
mod matrix;
mod ratings;
mod result_counts;
mod sprt;

pub use cross_table::CrossTable;
pub use elo::{
    Estimates, Interval, NORMALISED_ELO_PER_T, elo_of_score, score_of_elo, without_minus_zero,
};
pub use ratings::{BELIEVED, FITTED, Rating, Ratings, ranking};
pub use result_counts::ResultCounts;
pub use sprt::{Sprt, SprtModel, SprtVerdict};
