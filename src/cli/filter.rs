//! The flags that say which positions the network learns from.

use crate::training::data::filter::Filter;
use clap::Args;

// No doc comment: it would replace that of the command.
#[derive(Args)]
pub struct FilterArgs {
    /// Leave out positions with a score beyond this, in centipawns
    #[arg(long, default_value_t = Filter::default().max_score, value_name = "CP",
          value_parser = clap::value_parser!(i32).range(1..=30_000))]
    max_score: i32,
    /// Leave out this many plies at the beginning of each game
    #[arg(long, default_value_t = Filter::default().skip_plies, value_name = "N")]
    skip_plies: usize,
}

impl FilterArgs {
    /// The filter that the flags describe.
    pub fn filter(&self) -> Filter {
        Filter { max_score: self.max_score, skip_plies: self.skip_plies }
    }
}
