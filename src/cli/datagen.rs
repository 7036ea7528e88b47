use super::error::CliError;
use super::files::{check_distinct, named};
use super::game_search::{GameSearchArgs, PositionPrinter, search_head};
use super::message::message;
use super::message::stdout;
use super::reading_report::ReadingReport;
use super::signals::{exit_code, stop_search};
use super::tablebases::{open_tablebases, tell_damage};
use crate::arena::openings::{Book, BookOptions, OpeningOrder};
use crate::chess::board::{Position, Setup};
use crate::chess::game::{Adjudication, DrawRule, WinRule};
use crate::engine::search::SearchControl;
use crate::support::random::RandomStream;
use crate::training::data::games::{FileSurvey, GameWriter};
use crate::training::selfplay::datagen::searcher::SearchSettings;
use crate::training::selfplay::datagen::{
    self, DRAW_RULE, DatagenOptions, OpeningOptions, WIN_RULE, adjudication,
};
use clap::Args;
use indicatif::FormattedDuration;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Random plies from the starting position.
const PLIES: usize = 8;
/// Random plies after an opening of a file.
const PLIES_AFTER_OPENING: usize = 4;
/// The most random plies: after more there is no game left.
const MAX_PLIES: u64 = 100;
/// The starting positions of Chess960.
const CHESS960_STARTS: usize = 960;
/// Separates the random starts from the other random choices of a seed.
const CHESS960_SALT: u64 = 96;
/// The share of games with uniformly random openings, in percent.
const RANDOM_OPENINGS: u64 = 20;

/// Play games of the engine against itself, to learn from
///
/// Each game begins with random moves: in most games each is drawn among those
/// that a tiny search calls at most 60 centipawns worse than the best one, and
/// neither side is more than 1.5 pawns ahead after them; in the others among all
/// legal moves, and neither side is more than three pawns ahead. When a game ends
/// it is written to the file, with the search score of each position. An existing
/// file keeps its games, and other games are appended. Ctrl-C stops the program;
/// then, or if it is killed, only the games in play are lost.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton datagen --out games.data --positions 5000000 --nodes 5000 --threads 2 --seed 1
  staunton datagen --out games.data --positions 100000 --openings book.epd
  staunton data stats games.data")]
pub struct DatagenArgs {
    /// The file to append the games to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Stop when this many positions have been added
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// The seed of all random choices; a new file gets the same games from the
    /// same seed, though in another order on several threads
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Positions (EPD) or games (PGN) to begin from [default: the starting
    /// position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies before a game: this many or one more, at random; 0 for none
    /// [default: 8, or 4 after an opening of a file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MAX_PLIES))]
    plies: Option<u64>,
    /// The share of games whose first moves are drawn among all legal moves, not
    /// only among the sound ones
    #[arg(long, value_name = "PERCENT", default_value_t = RANDOM_OPENINGS,
          value_parser = clap::value_parser!(u64).range(..=100))]
    random_openings: u64,
    /// The share of games that begin from a random position of Chess960
    #[arg(long, value_name = "PERCENT", default_value_t = 0, conflicts_with = "openings",
          value_parser = clap::value_parser!(u64).range(..=100))]
    chess960: u64,
    /// End games by the Syzygy tablebases in these folders, separated by ':', on
    /// Windows by ';'
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    #[command(flatten)]
    search: GameSearchArgs,
}

// No doc comment: it would replace that of the command.
#[derive(Args)]
struct AdjudicationArgs {
    /// End a game as won when the score of one side is at least this …
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = WIN_RULE.score,
          value_parser = clap::value_parser!(i32).range(1..))]
    win_score: i32,
    /// … for this many plies
    #[arg(long, value_name = "N", default_value_t = WIN_RULE.plies,
          value_parser = clap::value_parser!(u32).range(1..))]
    win_plies: u32,
    /// End a game as drawn when the score of either side is at most this …
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = DRAW_RULE.score,
          value_parser = clap::value_parser!(i32).range(0..))]
    draw_score: i32,
    /// … for this many plies …
    #[arg(long, value_name = "N", default_value_t = DRAW_RULE.plies,
          value_parser = clap::value_parser!(u32).range(1..))]
    draw_plies: u32,
    /// … and this many have been played
    #[arg(long, value_name = "PLY", default_value_t = DRAW_RULE.from_ply)]
    draw_from: u32,
}

impl AdjudicationArgs {
    fn rules(&self) -> Adjudication {
        let win = WinRule { score: self.win_score, plies: self.win_plies, ..WIN_RULE };
        let (score, plies, from_ply) = (self.draw_score, self.draw_plies, self.draw_from);
        adjudication(win, DrawRule { score, plies, from_ply })
    }
}

impl DatagenArgs {
    /// What to play; the tables of `--syzygy` are opened.
    fn options(
        &self,
        found: &FileSurvey,
        search: SearchSettings,
    ) -> Result<DatagenOptions, CliError> {
        let open = |path: &String| open_tablebases(path).map_err(CliError::Usage);
        let plies = if self.openings.is_some() { PLIES_AFTER_OPENING } else { PLIES };
        Ok(DatagenOptions {
            positions: self.positions,
            search,
            threads: self.search.threads(),
            seed: self.seed,
            run: found.bytes,
            first: found.games,
            openings: OpeningOptions {
                plies: self.plies.map_or(plies, |plies| plies as usize),
                random_percent: self.random_openings as usize,
            },
            adjudication: self.adjudication.rules(),
            tablebases: self.syzygy.as_ref().map(open).transpose()?,
        })
    }

    /// Where the game of this number begins.
    fn start(&self, book: Option<&Book>, number: u64) -> Position {
        if let Some(book) = book {
            return book.opening(number as usize).end();
        }
        let mut random = RandomStream::new(self.seed, number, CHESS960_SALT);
        if random.below(100) >= self.chess960 as usize {
            return Position::start();
        }
        let array = random.below(CHESS960_STARTS) as u16;
        Setup::chess960(array, array)
            .and_then(|setup| Position::try_from(&setup).ok())
            .unwrap_or_else(Position::start)
    }

    fn book(&self) -> Result<Option<Book>, CliError> {
        let Some(path) = &self.openings else { return Ok(None) };
        let options = BookOptions {
            file: Some(path.clone()),
            order: OpeningOrder::Random,
            seed: self.seed,
            ..BookOptions::default()
        };
        Book::open(&options).map(Some).map_err(|error| CliError::Usage(error.to_string()))
    }
}

/// Plays games and appends them to the file.
///
/// # Errors
/// If the command line cannot be used, or the games cannot be played or written.
pub fn run(arguments: &DatagenArgs) -> Result<ExitCode, CliError> {
    let outputs = [("--out", Some(&*arguments.out)), ("--tree", arguments.search.tree())];
    check_distinct(&named(&[("--openings", arguments.openings.as_deref())]), &named(&outputs))?;
    let book = arguments.book()?;
    let mut report = ReadingReport::default();
    if let Some(book) = &book {
        report.flaws(arguments.openings.as_deref(), book.flaws());
    }
    let search = arguments.search.settings()?;
    let (mut writer, found) = GameWriter::append(&arguments.out)?;
    print_existing(arguments, &found);
    let control = Arc::new(SearchControl::default());
    stop_search(&control)?;

    let sink = arguments.search.sink()?;

    let options = arguments.options(&found, search)?;
    let starts = |number: u64| arguments.start(book.as_ref(), number);
    writer.add_head(&head(arguments, &options));
    let mut printer = PositionPrinter::new(arguments.positions);
    let outcome =
        datagen::run(&options, &starts, &mut writer, sink.as_ref(), &control, &mut |played| {
            printer.print(played.positions, played.games())
        });
    let elapsed = printer.finish();
    options.tablebases.iter().for_each(|tables| tell_damage(tables));
    writer.sync()?;
    let samples = arguments.search.finish(sink)?;
    let played = outcome.map_err(|error| CliError::Failed(error.to_string()))?;

    let [lost, drawn, won] = played.results;
    let rate = played.positions as f64 / elapsed.as_secs_f64();
    let mut out = stdout();
    writeln!(
        out,
        "{} positions of {} games (White: +{won} ={drawn} -{lost}) in {}, {rate:.0} positions/s; \
         {} now has {} positions of {} games.",
        played.positions,
        played.games(),
        FormattedDuration(elapsed),
        arguments.out.display(),
        found.positions + played.positions,
        found.games + played.games()
    )?;
    write!(out, "{samples}")?;
    if control.stopped() {
        writeln!(out, "Stopped before the end; the games in play are lost.")?;
        return Ok(exit_code(true));
    }
    if let Some(book) = &book {
        report.skipped(book);
    }
    report.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Who plays the games, and how.
fn head(arguments: &DatagenArgs, options: &DatagenOptions) -> String {
    let DatagenOptions { search, seed, run, openings, .. } = options;
    let OpeningOptions { plies, random_percent } = openings;
    let AdjudicationArgs { win_score, win_plies, draw_score, draw_plies, draw_from } =
        arguments.adjudication;
    let from = match &arguments.openings {
        Some(path) => path.display().to_string(),
        None => format!("the starting position, {} % Chess960", arguments.chess960),
    };
    let tables = if arguments.syzygy.is_some() { "with" } else { "no" };
    format!(
        "{}games: seed {seed}, run {run}\n\
         openings: from {from}; {plies} plies, {random_percent} % random\n\
         adjudication: won at {win_score} for {win_plies} plies, drawn at {draw_score} for \
         {draw_plies} from ply {draw_from}, {tables} tablebases",
        search_head(search),
    )
}

fn print_existing(arguments: &DatagenArgs, found: &FileSurvey) {
    let path = arguments.out.display();
    if found.torn > 0 {
        message(format_args!("{path} ended within a game: {} bytes cut off.", found.torn));
    }
    if found.bytes > 0 {
        let FileSurvey { games, positions, .. } = found;
        message(format_args!("{path} has {positions} positions of {games} games; adding to it."));
    }
}
