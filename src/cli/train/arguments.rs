//! The arguments of `staunton train`.

use crate::cli::flags::FilterArgs;
use crate::cli::tune::{positive, share};
use crate::training::network::model::is_trainable;
use crate::training::network::prepare::FileShare;
use clap::Args;
use std::path::PathBuf;

/// Learn the network from games of the engine with itself
///
/// Reads files of games and of samples of search trees. The network learns
/// what material and the linear terms miss. The same files, options and seed
/// give the same network, on any number of threads. A checkpoint beside the
/// network keeps each finished epoch.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton train --data games.data --out new.net
  staunton train --data a.data b.data samples.tree --hidden 128 --epochs 20 --out new.net
  staunton train --data games/ --from old.net --rate 0.0002 --epochs 4 --out new.net")]
pub struct TrainArgs {
    /// A file of games, as `datagen` writes it, or of samples of search trees, or
    /// a folder of such files; repeat --data or list several. A game that occurs
    /// twice is read once
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    pub(super) data: Vec<PathBuf>,
    /// Learn from this share of the games of a file of this name, from 0 to 1:
    /// old games may count less than new ones; repeat for each file
    #[arg(long, value_name = "NAME=SHARE")]
    pub(super) weight: Vec<FileShare>,
    /// The network file to write
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Start from this network instead of a random one
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,
    /// Continue from the checkpoint of an interrupted training, if there is one
    #[arg(long)]
    pub(super) resume: bool,
    /// Neurons of a view: a multiple of 32 from 32 to 1024 [default: as many as
    /// the built-in network or that of --from has]
    #[arg(long, value_name = "N", value_parser = hidden)]
    pub(super) hidden: Option<usize>,
    /// Output buckets, by the number of pieces [default: 1, or those of --from]
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u64).range(1..=8))]
    pub(super) buckets: Option<u64>,
    /// Centipawns per logit of the chance to win [default: 110, or that of
    /// --from]
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..=1000))]
    pub(super) scale: Option<i32>,
    /// The number of epochs, which are passes over all positions
    #[arg(long, default_value_t = 10, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(super) epochs: u64,
    /// The number of positions in a batch
    #[arg(long, default_value_t = 16_384, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub(super) batch: u64,
    /// The initial learning rate; it falls along a cosine to a hundredth
    #[arg(long, default_value_t = 0.001, value_name = "R", value_parser = positive)]
    pub(super) rate: f64,
    /// The weight decay of the first layer
    #[arg(long, default_value_t = 0.01, value_name = "R", value_parser = share)]
    pub(super) decay: f64,
    /// The weight of the game's result in the target, from 0 to 1; the search
    /// score has the rest
    #[arg(long, default_value_t = 0.2, value_name = "L", value_parser = share)]
    pub(super) result_weight: f64,
    /// The share of samples of search trees among the positions of an epoch
    /// [default: all positions]
    #[arg(long, value_name = "X", value_parser = share)]
    pub(super) samples_share: Option<f64>,
    /// The weight of the penalty that keeps the ratios of the values of the pieces
    #[arg(long, default_value_t = 0.5, value_name = "W", value_parser = weight)]
    pub(super) material_penalty: f64,
    /// Average the weights over this many last epochs
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(super) average: u64,
    #[command(flatten)]
    pub(super) filter: FilterArgs,
    /// The folder for prepared positions, 32 bytes each; they are removed at the
    /// end [default: that of --out]
    #[arg(long, value_name = "FOLDER")]
    pub(super) scratch: Option<PathBuf>,
    /// The number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub(super) threads: Option<u64>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub(super) seed: u64,
    /// Plot the losses by epoch, as SVG
    #[arg(long, value_name = "FILE.svg")]
    pub(super) plot: Option<PathBuf>,
    /// Train on an eighth, a quarter and a half of the games too, with the same
    /// number of steps, and plot the held-out losses, as SVG: what more games
    /// would bring
    #[arg(long, value_name = "FILE.svg", conflicts_with = "resume")]
    pub(super) curve: Option<PathBuf>,
}

fn hidden(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&hidden| is_trainable(hidden));
    number.ok_or_else(|| format!("it is a multiple of 32 from 32 to 1024, not '{text}'"))
}

fn weight(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1e4).contains(number));
    number.ok_or_else(|| format!("it is a number from 0 to 10000, not '{text}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        assert_eq!(hidden("64"), Ok(64));
        for text in ["65", "0", "16", "1056", "", "many"] {
            assert!(hidden(text).unwrap_err().contains("32 to 1024"), "{text}");
        }
        assert_eq!(weight("0"), Ok(0.0));
        for text in ["-1", "NaN", "inf", ""] {
            assert!(weight(text).unwrap_err().contains("from 0"), "{text}");
        }
    }
}
