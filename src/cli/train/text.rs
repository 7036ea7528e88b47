//! What a training says in words.

use super::arguments::TrainArgs;
use crate::arena::files::pgn::today;
use crate::cli::tune::{command, name};
use crate::engine::eval::network::format::NetworkFile;
use crate::support::version::BUILD;
use crate::training::network::features::VALUED;
use crate::training::network::material::PARTS;
use crate::training::network::model::Losses;
use crate::training::network::prepare::{Corpus, Found};
use crate::training::network::run::Epoch;
use std::fmt::{self, Write as _};

/// The number of games and positions as a line of text.
pub struct Summary<'f>(pub &'f Found);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Found { games, positions, training, held_out, .. } = self.0;
        write!(f, "{games} games, {positions} positions: {training} learned from, ")?;
        write!(f, "{held_out} held out")?;
        if self.0.copies > 0 {
            write!(f, "; {} copies of games left out", self.0.copies)?;
        }
        let [training, held_out] = [self.0.training_samples, self.0.held_out_samples];
        if training + held_out > 0 {
            write!(f, "; samples of trees: {training} learned from, {held_out} held out")?;
        }
        Ok(())
    }
}

/// The losses of an epoch, and how much greater the held-out ones are: a great
/// difference means too few positions, a small one too few neurons.
pub struct EpochLine<'e>(pub &'e Epoch);

impl fmt::Display for EpochLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, name) in ["games", "samples"].into_iter().enumerate() {
            let (training, held_out) = (self.0.training[kind], self.0.held_out[kind]);
            if training > 0.0 || held_out > 0.0 {
                write!(f, "{name} {training:.6}, held out {held_out:.6} ")?;
                write!(f, "({:+.6}); ", held_out - training)?;
            }
        }
        Ok(())
    }
}

/// What a network was learned from, and its losses, in several lines.
pub fn provenance(
    arguments: &TrainArgs,
    corpus: &Corpus,
    losses: &Losses,
    network: &NetworkFile,
) -> String {
    let mut text = format!("Staunton {BUILD}, {}\n", today().replace('.', "-"));
    let names: Vec<String> = arguments.data.iter().map(|path| name(path)).collect();
    let _ = writeln!(text, "files: {}", names.join(" "));
    let _ = writeln!(text, "{}", Summary(&corpus.found));
    let _ = writeln!(text, "checksum of the games: {:016x}", corpus.found.fingerprint);
    let means = losses.whole.means().into_iter().zip(losses.linear.means());
    for (name, (whole, linear)) in ["games", "samples"].into_iter().zip(means) {
        if linear > 0.0 {
            let _ = writeln!(
                text,
                "loss over held-out {name}: {whole:.6}, without the network {linear:.6}"
            );
        }
    }
    let factor = f64::from(network.linear_scale) / f64::from(network.scale);
    let _ = writeln!(text, "factor of material in training: {factor:.3}");
    text + &command(std::env::args().skip(1))
}

/// The mean value that the network gives to a piece of each kind, as a share of
/// the documents' value.
pub struct MeanValues(pub [[f64; VALUED]; PARTS]);

impl fmt::Display for MeanValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the network adds to the values of the pieces, in the mean:")?;
        for (part, shares) in ["end game", "middle game", "opening"].iter().zip(self.0).rev() {
            write!(f, "\n  {part:<12}")?;
            let kinds = ["pawn", "knight", "bishop", "rook", "queen"];
            for (index, (share, kind)) in shares.iter().zip(kinds).enumerate() {
                let comma = if index == 0 { "" } else { ", " };
                write!(f, "{comma}{kind} {:+.1} %", 100.0 * share)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_by_part_of_the_game() {
        let middle = [0.000_4, -0.012_6, 0.02, 0.0, 0.1];
        let values = MeanValues([[0.0; VALUED], middle, [0.5; VALUED]]).to_string();
        let lines: Vec<&str> = values.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[1].starts_with("  opening     pawn +50.0 %, knight"), "{values}");
        let expected =
            "  middle game pawn +0.0 %, knight -1.3 %, bishop +2.0 %, rook +0.0 %, queen +10.0 %";
        assert_eq!(lines[2], expected);
    }
}
