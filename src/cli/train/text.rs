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
use std::fmt::Write as _;

/// The number of games and positions as a line of text.
pub fn summary(found: &Found) -> String {
    let Found { games, positions, training, held_out, copies, .. } = found;
    let mut text = format!("{games} games, {positions} positions: {training} learned from, ");
    text += &format!("{held_out} held out");
    if *copies > 0 {
        text += &format!("; {copies} copies of games left out");
    }
    let [training, held_out] = [found.training_samples, found.held_out_samples];
    if training + held_out > 0 {
        text += &format!("; samples of trees: {training} learned from, {held_out} held out");
    }
    text
}

/// The losses of an epoch, and how much greater the held-out ones are: a great
/// difference means too few positions, a small one too few neurons.
pub fn losses(epoch: &Epoch) -> String {
    let mut text = String::new();
    for (kind, name) in ["games", "samples"].into_iter().enumerate() {
        let (training, held_out) = (epoch.training[kind], epoch.held_out[kind]);
        if training > 0.0 || held_out > 0.0 {
            let more = held_out - training;
            text += &format!("{name} {training:.6}, held out {held_out:.6} ({more:+.6}); ");
        }
    }
    text
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
    let _ = writeln!(text, "{}", summary(&corpus.found));
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
pub fn mean_values(shares: [[f64; VALUED]; PARTS]) -> String {
    let kinds = ["pawn", "knight", "bishop", "rook", "queen"];
    let mut text = "the network adds to the values of the pieces, in the mean:".to_string();
    for (part, shares) in ["end game", "middle game", "opening"].iter().zip(shares).rev() {
        let each = shares.iter().zip(kinds);
        let each = each.map(|(share, kind)| format!("{kind} {:+.1} %", 100.0 * share));
        text += &format!("\n  {part:<12}{}", each.collect::<Vec<_>>().join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_by_part_of_the_game() {
        let middle = [0.000_4, -0.012_6, 0.02, 0.0, 0.1];
        let values = mean_values([[0.0; VALUED], middle, [0.5; VALUED]]);
        let lines: Vec<&str> = values.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[1].starts_with("  opening     pawn +50.0 %, knight"), "{values}");
        let expected =
            "  middle game pawn +0.0 %, knight -1.3 %, bishop +2.0 %, rook +0.0 %, queen +10.0 %";
        assert_eq!(lines[2], expected);
    }
}
