//! The subcommand `staunton rate`.

use super::chess_text::read_file;
use super::error::CliError;
use super::files::{check_texts, is_standard, named, save_text, try_outputs};
use super::match_::table::aligned;
use super::message::stdout;
use super::reading_report::file_name;
use crate::arena::report;
use crate::arena::stats::{
    GameList, LOS_NOTE, RatingList, decimals_for, games_text, percent_text, without_minus_zero,
};
use crate::chess::notation::pgn::read_results;
use clap::Args;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Rate the players of games: Elo, errors, who is stronger and how sure that is
///
/// Reads the tags White, Black and Result of PGN files, plain or compressed, and not
/// the moves. The model is that of the match: the points of each player are those
/// that the ratings predict. Games without a result or without two names do not count.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton rate games.pgn
  staunton rate 2024.pgn.gz 2025.pgn.gz --anchor \"Old 1.0\"=3000 --json ratings.json
  staunton rate games.pgn --report ratings.html")]
pub struct RateArgs {
    /// Files of games; - is standard input
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
    /// A player whose rating is given. Without one the mean of all players is zero;
    /// with several, the others are rated between them
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: Vec<(String, f64)>,
    /// How many of the best players the two matrices show; 0 for none
    #[arg(long, value_name = "N", default_value_t = 16,
          value_parser = clap::value_parser!(u8).range(..=100))]
    matrix: u8,
    /// Write a page of HTML; with - it takes the place of the text
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write all numbers as JSON; with - they take the place of the text
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The greatest rating of an anchor: far above what anyone has.
const MAX_ELO: f64 = 10_000.0;

fn anchor(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or("it is not of the form NAME=ELO")?;
    let elo = elo.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= MAX_ELO);
    let elo = elo.ok_or_else(|| format!("Elo is a number from -{MAX_ELO} to {MAX_ELO}"))?;
    Ok((name.trim().to_string(), elo))
}

/// Reads the games, rates, and writes.
///
/// # Errors
/// If a file cannot be read or written, there are no games, or an anchor did not play.
pub fn run(arguments: &RateArgs) -> Result<(), CliError> {
    let inputs: Vec<_> = arguments.games.iter().map(|path| ("the games", path.as_path())).collect();
    let outputs =
        named(&[("--report", arguments.report.as_deref()), ("--json", arguments.json.as_deref())]);
    check_texts(&inputs, &outputs)?;
    try_outputs(&outputs)?;
    for (index, (name, _)) in arguments.anchor.iter().enumerate() {
        if arguments.anchor[..index].iter().any(|(known, _)| known == name) {
            return Err(CliError::Usage(format!("--anchor: '{name}' is named twice")));
        }
    }
    let mut games = GameList::default();
    for path in &arguments.games {
        for game in read_results(&read_file(path)?) {
            games.add(&game.white, &game.black, game.result);
        }
    }
    let list = games.rate(&arguments.anchor).map_err(|error| CliError::Usage(error.to_string()))?;
    if let Some(path) = &arguments.json {
        save_text(path, &report::json(&list))?;
    }
    if let Some(path) = &arguments.report {
        let names: Vec<String> = arguments.games.iter().map(|path| file_name(path)).collect();
        save_text(path, &list.page(&format!("Ratings of {}", names.join(", "))))?;
    }
    if outputs.iter().any(|(_, path)| is_standard(path)) {
        return Ok(());
    }
    Ok(stdout().write_all(text(&list, arguments.matrix.into()).as_bytes())?)
}

/// The ratings, what they mean, and the matrices.
fn text(list: &RatingList, in_matrix: usize) -> String {
    let mut text = players(list);
    let shown = list.players.len().min(in_matrix);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{} {LOS_NOTE}", list.note());
    let [wins, draws, losses] = list.white;
    let _ = writeln!(text, "{}: White +{wins} ={draws} -{losses}.", games_text(list.games));
    if let Some(left_out) = list.left_out.sentence() {
        let _ = writeln!(text, "{left_out}");
    }
    if shown < 2 {
        return text;
    }
    let points = |row: usize, column: usize| {
        let [wins, draws, losses] = list.met(row, column)?;
        Some(format!("{:.1}/{}", wins as f64 + draws as f64 / 2.0, wins + draws + losses))
    };
    let superiority = |row: usize, column: usize| {
        let share = (*list.superiority.get(row)?.get(column)?)?;
        Some(format!("{:.1}", 100.0 * share))
    };
    text += "\nPoints of the games, and likelihood of superiority in percent:\n\n";
    text += &matrix(list, shown, &points);
    text.push('\n');
    text + &matrix(list, shown, &superiority)
}

/// A line for each player.
fn players(list: &RatingList) -> String {
    let head = ["", "Player", "Elo", "± 95 %", "Points", "Games", "Score", "+", "=", "-", "LOS"];
    let mut rows = vec![head.map(str::to_string).to_vec()];
    let errors = list.players.iter().filter(|player| !player.is_anchor);
    let decimals =
        decimals_for(errors.fold(f64::INFINITY, |least, one| one.rating.error.min(least)));
    for player in &list.players {
        let error = match player.is_anchor {
            true => "anchor".to_string(),
            false => format!("{:.decimals$}", player.rating.error),
        };
        rows.push(vec![
            format!("{}.", player.rank),
            player.name.clone(),
            format!("{:.decimals$}", without_minus_zero(player.rating.elo, decimals as i32)),
            error,
            format!("{:.1}", player.points),
            player.games.to_string(),
            percent_text(player.score),
            player.wins.to_string(),
            player.draws.to_string(),
            player.losses.to_string(),
            player.superiority.map_or_else(String::new, percent_text),
        ]);
    }
    aligned(&rows)
}

/// A table of each of the best players, by line, against each, by column.
fn matrix(
    list: &RatingList,
    shown: usize,
    cell: &dyn Fn(usize, usize) -> Option<String>,
) -> String {
    let head = ["", "Against"].map(str::to_string).into_iter();
    let mut rows = vec![head.chain((1..=shown).map(|place| format!("{place}."))).collect()];
    for (row, player) in list.players[..shown].iter().enumerate() {
        let cells = (0..shown).map(|column| cell(row, column).unwrap_or_else(|| "·".to_string()));
        let begin = [format!("{}.", player.rank), player.name.clone()];
        rows.push(begin.into_iter().chain(cells).collect());
    }
    aligned(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_names_with_ratings() {
        assert_eq!(anchor("Old 1.0=3000"), Ok(("Old 1.0".to_string(), 3000.0)));
        assert_eq!(anchor("a=b = -5.5"), Ok(("a=b".to_string(), -5.5)));
        for bad in ["Old", "Old=", "Old=x", "Old=1e9", "Old=nan"] {
            assert!(anchor(bad).is_err(), "{bad}");
        }
    }
}
