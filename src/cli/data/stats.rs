//! The subcommand `staunton data stats`.

use super::tables::{Runs, bar, opening_json, opening_table, percent, ratio, row};
use crate::cli::error::CliError;
use crate::cli::flags::FilterArgs;
use crate::cli::message::stdout;
use crate::support::files::input::Input;
use crate::training::data::file_kind::FileKind;
use crate::training::data::filter::{Filter, FilterCounts, FilterReason};
use crate::training::data::first_positions::FirstPositions;
use crate::training::data::games::stats::{DataCount, DataStats, SCORES, STAGES};
use crate::training::data::games::{FileError, GameReader, SeenGames};
use crate::training::data::library;
use crate::training::data::samples::stats::{DEPTHS, SampleStats};
use clap::Args;
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Count the positions of files of games and of samples
///
/// Says which positions `train` learns from with the same --max-score and
/// --skip-plies, and why it leaves out the others: each counts for the first
/// reason of the list. A game that occurs twice counts once. Quiet positions are
/// those that `tune` learns from: the side to move is not in check, the move
/// neither captures nor promotes, and the score is not a mate. Of the first
/// position of each game that `train` keeps it says how the sides may castle and
/// where the kings stand.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton data stats games.data more.data
  staunton data stats games/
  staunton data stats games.data samples.tree --max-score 1500 --json")]
pub struct StatsArgs {
    /// Files of games or of samples of search trees, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Counts what the files hold and prints it.
///
/// # Errors
/// If a file cannot be used.
pub fn run(arguments: &StatsArgs) -> Result<(), CliError> {
    let filter = arguments.filter.filter();
    let (mut games, mut samples) = (None::<DataSummary>, None::<SampleStats>);
    for path in &library::files(&arguments.files)? {
        let at_file = |error: io::Error| FileError::new(path, error);
        let mut input = Input::open(path).map_err(at_file)?;
        match FileKind::of_input(&mut input).map_err(at_file)? {
            FileKind::Games => games.get_or_insert_default().add(path, input, &filter)?,
            FileKind::Samples => {
                samples.get_or_insert_with(|| SampleStats::new(filter)).add(path, input)?
            }
        }
    }
    let mut out = stdout();
    if arguments.json {
        let mut json = games.as_ref().map_or_else(|| json!({}), DataSummary::json);
        if let Some(samples) = &samples {
            json["samples"] = samples_json(samples);
        }
        return Ok(writeln!(out, "{json:#}")?);
    }
    if let Some(games) = &games {
        write!(out, "{games}")?;
    }
    if games.is_some() && samples.is_some() {
        writeln!(out)?;
    }
    if let Some(samples) = &samples {
        write!(out, "{}", SampleTable(samples))?;
    }
    Ok(())
}

/// The statistics of all files together.
#[derive(Default)]
struct DataSummary {
    stats: DataStats,
    /// What the trainer keeps.
    filtered: FilterCounts,
    first: FirstPositions,
    seen: SeenGames,
    /// Who played the games.
    runs: Runs,
    /// The length of all files without torn ends, in bytes.
    bytes: u64,
    /// The files with a torn end, and its length in bytes.
    torn: Vec<(PathBuf, u64)>,
}

impl DataSummary {
    fn add(&mut self, path: &Path, input: Input, filter: &Filter) -> Result<(), FileError> {
        let mut games = GameReader::new(input).map_err(|error| FileError::new(path, error))?;
        while let Some(game) = games.next() {
            let game = game.map_err(|error| FileError::new(path, error))?;
            let identity = game.identity();
            let is_new = self.seen.is_new(identity);
            self.runs.add(path, games.head(), &game, identity, is_new);
            if is_new {
                self.stats.add(&game);
                self.filtered.add_game(filter, &game);
                self.first.add(&game, filter);
            }
        }
        self.bytes += games.end();
        if games.torn() > 0 {
            self.torn.push((path.to_path_buf(), games.torn()));
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
            "training": filter_json(&self.filtered),
            "material_left_in_tenths": stats.stages,
            "scores": scores.collect::<Vec<_>>(),
            "bytes": self.bytes,
            "bytes_per_position": self.bytes_per_position(),
            "torn": torn.collect::<Vec<_>>(),
            "copies": self.seen.copies,
            "first_positions": opening_json(&self.first),
            "runs": self.runs.json(),
        })
    }
}

impl fmt::Display for DataSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = &self.stats;
        let (games, positions) = (stats.games(), stats.positions);
        let [lost, drawn, won] = stats.results;
        let of_games = |count| percent(count, games);
        write!(f, "Games         {games}")?;
        match self.seen.copies {
            0 => writeln!(f)?,
            copies => writeln!(f, "; {copies} copies of games are left out")?,
        }
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

        filter_table(f, &self.filtered)?;
        writeln!(f, "\nMaterial left  positions")?;
        for (stage, &count) in stats.stages.iter().enumerate().rev() {
            let most = 100 * (stage + 1) / STAGES;
            let least = 100 * stage / STAGES;
            row(f, &format!("{least:>3} to {most:>3} %  "), count, positions)?;
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
        writeln!(f)?;
        opening_table(f, &self.first)?;
        write!(f, "\n{}", self.runs)
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

/// Why a position is left out, for a reader and as a key.
fn reason(reason: FilterReason) -> [&'static str; 2] {
    match reason {
        FilterReason::Opening => ["first plies of a game", "opening"],
        FilterReason::InCheck => ["side to move in check", "in_check"],
        FilterReason::NoisyMove => ["capture or promotion played", "noisy_move"],
        FilterReason::Decided => ["score beyond the limit", "decided"],
        FilterReason::KnownEndgame => ["known end game", "known_endgame"],
    }
}

fn filter_json(counts: &FilterCounts) -> Value {
    let left_out = FilterReason::ALL.into_iter().zip(counts.left_out);
    let left_out = left_out.map(|(why, count)| (reason(why)[1].to_string(), count.into()));
    json!({"kept": counts.kept, "left_out": left_out.collect::<serde_json::Map<_, _>>()})
}

/// What the trainer keeps and leaves out, as a table after an empty line.
fn filter_table(f: &mut fmt::Formatter<'_>, counts: &FilterCounts) -> fmt::Result {
    let all = counts.positions();
    row(f, &format!("\n{:<30}", "Training keeps"), counts.kept, all)?;
    for (why, &count) in FilterReason::ALL.into_iter().zip(&counts.left_out) {
        row(f, &format!("  not: {:<23}", reason(why)[0]), count, all)?;
    }
    Ok(())
}

fn samples_json(stats: &SampleStats) -> Value {
    let [exact, lower, upper] = stats.bounds;
    let left_out = stats.left_out.iter().map(|(path, left_out)| {
        json!({
            "file": path.display().to_string(),
            "damaged_places": left_out.places,
            "damaged_bytes": left_out.bytes,
            "torn_bytes": left_out.torn,
        })
    });
    json!({
        "samples": stats.samples(),
        "blocks": stats.blocks,
        "bounds": {"exact": exact, "lower": lower, "upper": upper},
        "depths": stats.depths,
        "repeated": stats.repeated,
        "contradicted": stats.contradicted,
        "training": filter_json(&stats.filtered),
        "left_out": left_out.collect::<Vec<_>>(),
    })
}

/// Samples by bound and depth, as a table.
struct SampleTable<'s>(&'s SampleStats);

impl fmt::Display for SampleTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stats, all) = (self.0, self.0.samples());
        writeln!(f, "Samples       {all} in {} blocks", stats.blocks)?;
        for (name, count) in ["exact", "lower bound", "upper bound"].iter().zip(stats.bounds) {
            writeln!(f, "  {name:<12}{count} ({})", percent(count, all))?;
        }
        for (name, count) in [("repeated", stats.repeated), ("contradicted", stats.contradicted)] {
            writeln!(f, "  {name:<12} {count} ({}) within a block", percent(count, all))?;
        }
        for (path, left_out) in &stats.left_out {
            writeln!(f, "  {}: {left_out}", path.display())?;
        }
        if stats.left_out.is_empty() {
            writeln!(f, "  all checksums are right, no torn end")?;
        }
        filter_table(f, &stats.filtered)?;
        writeln!(f, "\nDepth in plies  samples")?;
        for (depth, &count) in stats.depths.iter().enumerate().filter(|(_, count)| **count > 0) {
            let name = match depth {
                last if last == DEPTHS - 1 => format!("{last} and more"),
                _ => depth.to_string(),
            };
            row(f, &format!("{name:<12}"), count, all)?;
        }
        Ok(())
    }
}
