use super::error::CliError;
use super::eval_file::EvalFileArgs;
use crate::arena::openings::{Book, BookOptions, OpeningOrder};
use crate::board::{Position, Setup};
use crate::config::{HashMb, Threads};
use crate::eval::Network;
use crate::random::RandomStream;
use crate::search::SearchControl;
use crate::training::data::{FileSurvey, GameWriter};
use crate::training::datagen::tree::{SampleOptions, SampleSink};
use crate::training::datagen::{self, DatagenOptions, DatagenProgress};
use clap::Args;
use indicatif::{FormattedDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

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
/// The exit code after Ctrl-C or a signal to stop.
const INTERRUPTED: u8 = 130;
/// The interval of progress lines where standard error is not a terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(30);

/// Play games of the engine against itself, to learn from
///
/// Each game begins with random moves after which neither side is more than
/// three pawns ahead. When it ends it is written to the file, with the search
/// score of each position. An existing file keeps its games, and other games
/// are appended. Ctrl-C stops the program; then, or if it is killed, only the
/// games in play are lost.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton datagen --out games.data --positions 5000000 --nodes 5000 --threads 2 --seed 1
  staunton datagen --out games.data --positions 100000 --openings book.epd
  staunton data stats games.data")]
pub struct DatagenArgs {
    /// The file to append the games to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Stop when so many positions have been added
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// The soft node limit of a search: it begins no further iteration after so
    /// many nodes, and stops at eight times as many
    #[arg(long, value_name = "N", default_value_t = 1_200,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(Threads::LOW..=Threads::HIGH))]
    threads: u64,
    /// The seed of all random choices; a new file gets the same games from the
    /// same seed, on several threads in another order
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The size of the transposition table of each game, in MiB
    #[arg(long, value_name = "MB", default_value_t = 8,
          value_parser = clap::value_parser!(u64).range(HashMb::LOW..=HashMb::HIGH))]
    hash: u64,
    /// Positions (EPD) or games (PGN) to begin from [default: the starting
    /// position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies before a game: so many or one more, at random; 0 for none
    /// [default: 8, or 4 after an opening of a file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MAX_PLIES))]
    plies: Option<u64>,
    /// The share of games that begin from a random position of Chess960
    #[arg(long, value_name = "PERCENT", default_value_t = 0, conflicts_with = "openings",
          value_parser = clap::value_parser!(u64).range(..=100))]
    chess960: u64,
    /// The file to append samples of the search trees to: inner nodes with
    /// their scores, for `train`
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Sample one node of so many
    #[arg(long, value_name = "N", default_value_t = SampleOptions::default().rate,
          requires = "tree", value_parser = clap::value_parser!(u32).range(1..))]
    tree_rate: u32,
    /// The least depth of a sampled node, in plies
    #[arg(long, value_name = "PLIES", default_value_t = SampleOptions::default().least_depth,
          requires = "tree", value_parser = clap::value_parser!(i32).range(1..=64))]
    tree_depth: i32,
    #[command(flatten)]
    eval_file: EvalFileArgs,
}

impl DatagenArgs {
    fn options(&self, found: &FileSurvey, network: Arc<Network>) -> DatagenOptions {
        let plies = if self.openings.is_some() { PLIES_AFTER_OPENING } else { PLIES };
        DatagenOptions {
            positions: self.positions,
            nodes: self.nodes,
            threads: self.threads as usize,
            hash_mb: self.hash as usize,
            seed: self.seed,
            run: found.bytes,
            first: found.games,
            plies: self.plies.map_or(plies, |plies| plies as usize),
            network: Some(network),
        }
    }

    fn samples(&self) -> SampleOptions {
        SampleOptions {
            rate: self.tree_rate,
            least_depth: self.tree_depth,
            ..SampleOptions::default()
        }
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
        Book::open(&options).map(Some).map_err(CliError::Usage)
    }
}

/// Plays games and appends them to the file.
///
/// # Errors
/// If the command line cannot be used, or the games cannot be played or written.
pub fn run(arguments: &DatagenArgs) -> Result<ExitCode, CliError> {
    let book = arguments.book()?;
    let network = arguments.eval_file.network()?;
    let (mut writer, found) = GameWriter::append(&arguments.out)?;
    print_existing(arguments, &found)?;
    let control = Arc::new(SearchControl::default());
    stop_on_signal(&control)?;

    let sink = arguments.tree.as_deref().map(|path| SampleSink::open(path, arguments.samples()));
    let sink = sink.transpose().map_err(CliError::Usage)?;

    let starts = |number: u64| arguments.start(book.as_ref(), number);
    let mut printer = DatagenPrinter::new(arguments.positions);
    let outcome = datagen::run(
        &arguments.options(&found, network),
        &starts,
        &mut writer,
        sink.as_ref(),
        &control,
        &mut |played| printer.print(played),
    );
    let elapsed = printer.finish();
    writer.sync()?;
    let samples = sink.map(SampleSink::finish).transpose()?;
    let played = outcome.map_err(CliError::Failed)?;

    let [lost, drawn, won] = played.results;
    let rate = played.positions as f64 / elapsed.as_secs_f64();
    let mut out = io::stdout().lock();
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
    if let (Some(samples), Some(path)) = (samples, &arguments.tree) {
        writeln!(out, "{samples} samples of search trees added to {}.", path.display())?;
    }
    if control.stopped() {
        writeln!(out, "Stopped before the end; the games in play are lost.")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn print_existing(arguments: &DatagenArgs, found: &FileSurvey) -> io::Result<()> {
    let path = arguments.out.display();
    let mut err = io::stderr().lock();
    if found.torn > 0 {
        writeln!(err, "{path} ended within a game: {} bytes cut off.", found.torn)?;
    }
    if found.bytes > 0 {
        let FileSurvey { games, positions, .. } = found;
        writeln!(err, "{path} has {positions} positions of {games} games; adding to it.")?;
    }
    Ok(())
}

/// The first signal stops the games, the second one the program.
fn stop_on_signal(control: &Arc<SearchControl>) -> Result<(), CliError> {
    let control = Arc::clone(control);
    ctrlc::set_handler(move || {
        if control.stop.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .map_err(|error| {
        CliError::Failed(format!("the handler of signals cannot be installed: {error}"))
    })
}

/// Prints the progress: as a bar on a terminal, elsewhere as a line from time
/// to time.
struct DatagenPrinter {
    positions: u64,
    started: Instant,
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl DatagenPrinter {
    fn new(positions: u64) -> DatagenPrinter {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
            match ProgressStyle::with_template("{wide_bar} {msg}") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        });
        DatagenPrinter { positions, started: Instant::now(), bar, last_line: Instant::now() }
    }

    fn print(&mut self, played: &DatagenProgress) {
        if let Some(bar) = &self.bar {
            bar.set_position(played.positions.min(self.positions));
            bar.set_message(self.line(played));
        } else if self.last_line.elapsed() >= PROGRESS_INTERVAL {
            self.last_line = Instant::now();
            // The games go on even if standard error is closed.
            let _ = writeln!(io::stderr(), "{}", self.line(played));
        }
    }

    fn line(&self, played: &DatagenProgress) -> String {
        let (positions, games) = (played.positions, played.games());
        let rate = positions as f64 / self.started.elapsed().as_secs_f64().max(f64::EPSILON);
        let mut line =
            format!("{positions} of {} positions, {games} games, {rate:.0}/s", self.positions);
        if positions > 0 {
            let left = self.positions.saturating_sub(positions) as f64 / rate;
            line += &format!(", {} left", FormattedDuration(Duration::from_secs(left as u64)));
        }
        line
    }

    /// Removes the bar; returns the time since the start.
    fn finish(&mut self) -> Duration {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.started.elapsed()
    }
}
