use super::wrong;
use crate::cli::CliError;
use crate::training::data::stats::{DataCount, SCORES, STAGES, Stats};
use crate::training::data::{FileError, Games};
use clap::Args;
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Count what files of games hold
///
/// Quiet positions are those that teach most: nobody is in check, the move
/// played neither captures nor promotes, and no mate is in sight.
#[derive(Args)]
pub struct StatsArgs {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write JSON instead
    #[arg(long)]
    json: bool,
}

/// Counts, and prints.
pub fn run(arguments: &StatsArgs) -> Result<(), CliError> {
    let mut findings = DataSummary::default();
    for path in &arguments.files {
        findings.read(path).map_err(wrong)?;
    }
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{:#}", findings.json())?;
    } else {
        write!(out, "{findings}")?;
    }
    Ok(())
}

/// What is found in all files together.
#[derive(Default)]
struct DataSummary {
    stats: Stats,
    /// The length of all files up to their last whole games, in bytes.
    bytes: u64,
    /// Files that end within a game, and by how many bytes.
    torn: Vec<(PathBuf, u64)>,
}

impl DataSummary {
    fn read(&mut self, path: &Path) -> Result<(), FileError> {
        let mut games = Games::open(path)?;
        for game in &mut games {
            self.stats.add(&game.map_err(|error| FileError::new(path, error))?);
        }
        self.bytes += games.end();
        if games.torn() {
            self.torn.push((path.to_path_buf(), games.torn_bytes()));
        }
        Ok(())
    }

    fn bytes_per_position(&self) -> f64 {
        per(self.bytes, self.stats.positions)
    }

    fn json(&self) -> Value {
        let Stats { positions, lengths, .. } = &self.stats;
        let stats = &self.stats;
        let results =
            |[lost, drawn, won]: [u64; 3]| json!({"won": won, "drawn": drawn, "lost": lost});
        let scores = steps().into_iter().zip(&stats.scores).map(|((_, least), count)| {
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
                "mean": per(*positions, stats.games()),
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
        write!(f, "  length      {:.1} plies", per(positions, games))?;
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
            steps().iter().zip(&stats.scores)
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

/// The steps of scores: in pawns for a person, and the least of each in
/// centipawns; none for mates.
fn steps() -> Vec<(String, Option<i32>)> {
    let pawns = |centipawns: i32| format!("{:.2}", f64::from(centipawns) / 100.0);
    let next = SCORES[1..].iter().map(|&next| Some(next)).chain([None]);
    let steps = SCORES.iter().zip(next).map(|(&least, next)| {
        let name = match next {
            Some(next) => format!("{} to {}", pawns(least), pawns(next - 1)),
            None => format!("{} and more", pawns(least)),
        };
        (name, Some(least))
    });
    steps.chain([("mate".to_string(), None)]).collect()
}

fn per(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { count as f64 / of as f64 }
}

fn percent(count: u64, of: u64) -> String {
    format!("{:.1} %", 100.0 * per(count, of))
}

/// A bar for a share.
fn bar(count: u64, of: u64) -> String {
    const WHOLE: f64 = 60.0;
    "#".repeat((WHOLE * per(count, of)).round() as usize)
}
