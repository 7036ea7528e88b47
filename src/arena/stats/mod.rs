//! Statistics: which player is stronger, and how certain that is.
//!
//! Two games from one opening with colors reversed are not independent: an
//! opening that is good for White is good for White in both. Pairs of games are
//! independent; the score of a pair is 0, ½, 1, 1½ or 2. So where pairs are
//! known, means and variances are those of the pairs (the *pentanomial*
//! distribution), and the bias of openings does not widen the intervals. Only
//! where no pairs are known, each game counts by itself (the *trinomial*
//! distribution).
//!
//! | subject | type |
//! |---|---|
//! | counts of results | [`ResultCounts`] |
//! | Elo, normalised Elo, likelihood of superiority | [`Estimates`] |
//! | the sequential test | [`Sprt`] |
//! | results of all pairings | [`CrossTable`] |
//! | ratings of more than two players | [`Ratings`] |
//! | ratings of the players of any games | [`RatingList`] |
//! | the median and the band of times | [`TimeHistogram`] |
//!
//! This module does not know how games are played. Every result depends only on
//! the arguments.

mod cross_table;
mod elo;
mod likelihood;
mod matrix;
mod rating_list;
mod ratings;
mod result_counts;
mod sprt;
mod time_histogram;

pub use cross_table::CrossTable;
pub use elo::{
    Estimates, Interval, NORMALISED_ELO_PER_T, decimals_for, elo_bound, elo_of_score, percent_text,
    score_of_elo, without_minus_zero,
};
pub use rating_list::{
    GameList, RatedPairing, RatedPlayer, RatingError, RatingList, UncountedGames, games_text,
};
pub use ratings::{
    ANCHORS_NOTE, Anchor, LOS_NOTE, PRIOR_NOTE, RATINGS_NOTE, Rating, Ratings, ranking,
};
pub use result_counts::ResultCounts;
pub use sprt::{Sprt, SprtModel, SprtVerdict};
pub use time_histogram::{TimeHistogram, TimeSpread, milliseconds};
