//! The subcommands `staunton data rescore` and `staunton data expand`: both
//! search the positions of old games again.

use crate::cli::error::CliError;
use crate::cli::files::{check_distinct, named};
use crate::cli::game_search::{GameSearchArgs, PositionPrinter, search_head};
use crate::cli::message::message;
use crate::cli::message::stdout;
use crate::cli::signals::{exit_code, stop_search};
use crate::engine::search::SearchControl;
use crate::training::data::games::GameWriter;
use crate::training::selfplay::datagen::searcher::SearchSettings;
use crate::training::selfplay::datagen::tree::SampleSink;
use crate::training::selfplay::rescore::{self, GameCount, RescoreOptions, RescoredGame};
use crate::training::selfplay::workers::SelfPlayError;
use clap::Args;
use indicatif::FormattedDuration;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Give old games the scores of the present engine
///
/// Each position is searched again, and its score is replaced; moves and results
/// stay. The same games and --nodes give the same file on any number of threads.
/// Games are written as they are finished, in their order. So after Ctrl-C, or a
/// kill, the same command continues where it stopped; only the games being
/// searched are lost. Games of another engine, network or search are refused there.
/// With --tree the nodes of the searches are sampled as well; after a kill,
/// samples of the last games may be missing or written twice.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton data rescore old.data older.data --out new.data --nodes 5000 --threads 2
  staunton data rescore old.data --out new.data --tree new.tree --eval-file strong.net")]
pub struct RescoreArgs {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// The file to write; if it has the first of these games, they are skipped
    #[arg(long, value_name = "NEW")]
    out: PathBuf,
    #[command(flatten)]
    search: GameSearchArgs,
}

/// Sample the search trees of the positions of old games
///
/// Positions are searched again, and nodes of the search are appended to the file
/// of --tree, as `datagen --tree` writes it. The same games and options give the
/// same samples on any number of threads. After Ctrl-C the command says how many
/// games are done; the same command with this number as --skip continues.
#[derive(Args)]
#[command(mut_arg("tree", |tree| tree.required(true)), after_help = "Examples:
  staunton data expand games.data --tree games.tree --nodes 5000 --threads 2
  staunton data expand games.data --tree games.tree --every 4 --skip 20000")]
pub struct ExpandArgs {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// Search one position in this many
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Leave out this many games at the beginning
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
    #[command(flatten)]
    search: GameSearchArgs,
}

/// Runs `staunton data rescore`.
///
/// # Errors
/// If a file cannot be used, or the games cannot be searched or written.
pub fn rescore(arguments: &RescoreArgs) -> Result<ExitCode, CliError> {
    let RescoreArgs { files, out, search } = arguments;
    check_distinct(&inputs(files), &named(&[("--out", Some(out)), ("--tree", search.tree())]))?;
    let all = rescore::count(files, u64::MAX)?;
    let settings = search.settings()?;
    let head = search_head(&settings) + "games: searched again";
    let rescore::Done { count: done, head: old_head } = rescore::count_done(files, out)?;
    check_head(out, &old_head, &head)?;
    let (mut writer, found) = GameWriter::append(out)?;
    if found.games != done.games {
        let out = out.display();
        return Err(CliError::Failed(format!("another program has written to {out} meanwhile")));
    }
    if done.games > 0 {
        let (out, games) = (out.display(), done.games);
        message(format_args!("{out} has {games} of {} games already.", all.games));
    }
    if found.heads == 0 {
        writer.add_head(&head);
    }
    let mut write = |game: &RescoredGame| Ok(writer.add(&game.game)?);
    let (written, samples) = run(files, search, settings, 1, [all, done], &mut write)?;
    writer.sync()?;
    let positions = done.positions + written.count.positions;
    let games = done.games + written.count.games;
    let mut stdout = stdout();
    writeln!(
        stdout,
        "{written}; {} now has {positions} positions of {games} games.",
        out.display()
    )?;
    write!(stdout, "{samples}")?;
    if written.is_stopped {
        let all = all.games;
        writeln!(stdout, "Stopped after {games} of {all} games; the same command continues.")?;
    }
    Ok(exit_code(written.is_stopped))
}

/// Runs `staunton data expand`.
///
/// # Errors
/// If a file cannot be used, or the games cannot be searched or written.
pub fn expand(arguments: &ExpandArgs) -> Result<ExitCode, CliError> {
    let ExpandArgs { files, every, skip, search } = arguments;
    check_distinct(&inputs(files), &named(&[("--tree", search.tree())]))?;
    let all = rescore::count(files, u64::MAX)?;
    if *skip > all.games {
        let games = all.games;
        return Err(CliError::Usage(format!("--skip {skip}: the files have {games} games")));
    }
    let skipped = rescore::count(files, *skip)?;
    let (written, samples) =
        run(files, search, search.settings()?, *every, [all, skipped], &mut |_| Ok(()))?;
    let mut stdout = stdout();
    write!(stdout, "{written}.\n{samples}")?;
    if written.is_stopped {
        let games = skipped.games + written.count.games;
        let all = all.games;
        writeln!(stdout, "Stopped after {games} of {all} games; --skip {games} continues.")?;
    }
    Ok(exit_code(written.is_stopped))
}

/// Refuses to continue a file whose last games come from another search. A file
/// without a head does not say what searched it, and is continued.
fn check_head(out: &Path, old: &str, new: &str) -> Result<(), CliError> {
    let Some((old, new)) = old.lines().zip(new.lines()).find(|(old, new)| old != new) else {
        return Ok(());
    };
    let why = format!("its games are of another search: \"{old}\", not \"{new}\"");
    Err(CliError::unusable(out, why))
}

/// The files that are read, as a message calls them.
fn inputs(files: &[PathBuf]) -> Vec<(&str, &Path)> {
    files.iter().map(|path| ("an input", path.as_path())).collect()
}

/// What has been searched and written.
struct Searched {
    count: GameCount,
    elapsed: Duration,
    is_stopped: bool,
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameCount { games, positions } = self.count;
        let rate = positions as f64 / self.elapsed.as_secs_f64().max(f64::EPSILON);
        let elapsed = FormattedDuration(self.elapsed);
        write!(f, "{positions} positions of {games} games in {elapsed}, {rate:.0} positions/s")
    }
}

/// Searches the games after those that are done, and writes the samples.
/// Returns what is done and a line about the samples.
fn run(
    files: &[PathBuf],
    search: &GameSearchArgs,
    settings: SearchSettings,
    every: u64,
    [all, done]: [GameCount; 2],
    write: &mut dyn FnMut(&RescoredGame) -> Result<(), SelfPlayError>,
) -> Result<(Searched, String), CliError> {
    let sink = search.sink()?;
    let control = Arc::new(SearchControl::default());
    stop_search(&control)?;
    let options = RescoreOptions {
        search: settings,
        threads: search.threads(),
        skip: done.games,
        every,
        samples: sink.as_ref().map(SampleSink::options),
    };
    let mut printer = PositionPrinter::new(all.positions - done.positions);
    let outcome = rescore::run(
        files,
        &options,
        &mut |game| {
            write(&game)?;
            sink.as_ref().map_or(Ok(()), |sink| sink.add(game.samples))
        },
        &control,
        &mut |count| printer.print(count.positions, count.games),
    );
    let elapsed = printer.finish();
    // Its error says more than that of the searches.
    let samples = search.finish(sink)?;
    let count = outcome.map_err(|error| CliError::Failed(error.to_string()))?;
    let is_stopped = count.games < all.games - done.games;
    Ok((Searched { count, elapsed, is_stopped }, samples))
}
