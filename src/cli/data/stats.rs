//! The subcommand `staunton data stats`.

use crate::cli::error::CliError;
use crate::training::data::stats::{DataCount, DataStats, SCORES, STAGES};
use crate::training::data::{FileError, GameReader};
use clap::Args;
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Count the games and positions of files
///
/// Quiet positions are those that tuning learns from: the side to move is not
/// in check, the move neither captures nor promotes, and the score is not a mate.
#[derive(Args)]
pub struct StatsArgs {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Counts what the files hold and prints it.
///
/// # Errors
/// If a file cannot be used.
pub fn run(arguments: &StatsArgs) -> Result<(), CliError> {
    let mut summary = DataSummary::default();
    for path in &arguments.files {
        summary.add_file(path)?;
    }
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{:#}", summary.json())?;
    } else {
        write!(out, "{summary}")?;
    }
    Ok(())
}

/// The statistics of all files together.
#[derive(Default)]
struct DataSummary {
    stats: DataStats,
    /// The length of all files without torn ends, in bytes.
    bytes: u64,
    /// The files with a torn end, and its length in bytes.
    torn: Vec<(PathBuf, u64)>,
}

impl DataSummary {
    fn add_file(&mut self, path: &Path) -> Result<(), FileError> {
        let mut games = GameReader::open(path)?;
        for game in &mut games {
            self.stats.add(&game.map_err(|error| FileError::new(path, error))?);
        }
        self.bytes += games.end();
        if games.is_torn() {
            self.torn.push((path.to_path_buf(), games.torn_bytes()));
        }
        Ok(())
    }

    fn bytes_per_position(&self) -> f64 {
        ratio(self.bytes, self.stats.positions)
    }

    fn json(&self) -> Value {
        let DataStats { positions, lengths, .. } = &self.stats;
        let stats = &self.stats;
        let results =
            |[lost, drawn, won]: [u64; 3]| json!({"won": won, "drawn": drawn, "lost": lost});
        let scores = score_intervals().into_iter().zip(&stats.scores).map(|((_, least), count)| {
            json!({"least": least, "positions": count.positions, "results": results(count.results)})
        });
        let torn = self
            .torn
            .iter()
            .map(|(path, bytes)| json!({"file": path.display().to_string(), "bytes": bytes}));
        json!({
            "games": stats.games(),
            "positions": positions,
            "results": results(stats.results),
            "length": {
                "mean": ratio(*positions, stats.games()),
                "shortest": lengths.map(|[shortest, _]| shortest),
                "longest": lengths.map(|[_, longest]| longest),
            },
            "black_to_move": stats.black_to_move,
            "in_check": stats.in_check,
            "noisy": stats.noisy,
            "quiet": stats.quiet,
            "material_left_in_tenths": stats.stages,
            "scores": scores.collect::<Vec<_>>(),
            "bytes": self.bytes,
            "bytes_per_position": self.bytes_per_position(),
            "torn": torn.collect::<Vec<_>>(),
        })
    }
}

impl fmt::Display for DataSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = &self.stats;
        let (games, positions) = (stats.games(), stats.positions);
        let [lost, drawn, won] = stats.results;
        let of_games = |count| percent(count, games);
        writeln!(f, "Games         {games}")?;
        writeln!(
            f,
            "  White       won {won} ({}), drawn {drawn} ({}), lost {lost} ({})",
            of_games(won),
            of_games(drawn),
            of_games(lost)
        )?;
        write!(f, "  length      {:.1} plies", ratio(positions, games))?;
        match stats.lengths {
            Some([shortest, longest]) => writeln!(f, ", from {shortest} to {longest}")?,
            None => writeln!(f)?,
        }
        writeln!(f, "Positions     {positions}")?;
        for (name, count) in [
            ("Black moves", stats.black_to_move),
            ("in check", stats.in_check),
            ("noisy move", stats.noisy),
            ("quiet", stats.quiet),
        ] {
            writeln!(f, "  {name:<12}{count} ({})", percent(count, positions))?;
        }
        let torn = match self.torn.as_slice() {
            [] => "no torn end".to_string(),
            torn => {
                let each = torn.iter().map(|(path, bytes)| {
                    format!("{} ends within a game, {bytes} bytes left out", path.display())
                });
                each.collect::<Vec<_>>().join("; ")
            }
        };
        let each = self.bytes_per_position();
        writeln!(f, "Bytes         {}, {each:.2} a position; {torn}", self.bytes)?;

        writeln!(f, "\nMaterial left  positions")?;
        for (stage, &count) in stats.stages.iter().enumerate().rev() {
            let most = 100 * (stage + 1) / STAGES;
            let least = 100 * stage / STAGES;
            let (share, bar) = (percent(count, positions), bar(count, positions));
            let line = format!("{least:>3} to {most:>3} %  {count:>11} {share:>7}  {bar}");
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "\nScore of the side ahead  positions           it won, drew, lost")?;
        for ((name, _), DataCount { positions: count, results }) in
            score_intervals().iter().zip(&stats.scores)
        {
            let [lost, drawn, won] = results.map(|result| percent(result, *count));
            let (share, bar) = (percent(*count, positions), bar(*count, positions));
            let line =
                format!("{name:<19} {count:>14} {share:>7}  {won:>7} {drawn:>7} {lost:>7}  {bar}");
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// The intervals of scores: the text in pawns, and the lower end in centipawns;
/// `None` for mates.
fn score_intervals() -> Vec<(String, Option<i32>)> {
    let pawns = |centipawns: i32| format!("{:.2}", f64::from(centipawns) / 100.0);
    let next = SCORES[1..].iter().map(|&next| Some(next)).chain([None]);
    let intervals = SCORES.iter().zip(next).map(|(&least, next)| {
        let name = match next {
            Some(next) => format!("{} to {}", pawns(least), pawns(next - 1)),
            None => format!("{} and more", pawns(least)),
        };
        (name, Some(least))
    });
    intervals.chain([("mate".to_string(), None)]).collect()
}

fn ratio(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { count as f64 / of as f64 }
}

fn percent(count: u64, of: u64) -> String {
    format!("{:.1} %", 100.0 * ratio(count, of))
}

/// A bar whose length shows the share.
fn bar(count: u64, of: u64) -> String {
    const FULL_LENGTH: f64 = 60.0;
    "#".repeat((FULL_LENGTH * ratio(count, of)).round() as usize)
}
