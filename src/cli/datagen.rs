use super::CliError;
use crate::arena::openings::{Book, BookOptions, OpeningOrder};
use crate::board::Position;
use crate::config::{HashMb, Threads};
use crate::search::SearchControl;
use crate::training::data::{FileSurvey, Writer};
use crate::training::datagen::{self, DatagenOptions, DatagenProgress};
use clap::Args;
use indicatif::{FormattedDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Random plies from the start of a game.
const PLIES: usize = 8;
/// Random plies after an opening of a file, which is one already.
const PLIES_AFTER_OPENING: usize = 4;
/// More random plies than this leave no game.
const MOST_PLIES: u64 = 100;
/// Somebody pressed Ctrl-C, or the system asked to stop.
const INTERRUPTED: u8 = 130;
/// How often a line tells of progress where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// Play games of the engine with itself, to learn from
///
/// Each game begins after some random moves that leave both sides less than
/// three pawns behind, and is written when it ends, with the search's score of
/// each position. What a file already holds stays, and other games are added
/// to it. Ctrl-C ends it at once; whatever else does, at most the games in play
/// are lost.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton datagen --out games.data --positions 5000000 --nodes 5000 --threads 2 --seed 1
  staunton datagen --out games.data --positions 100000 --openings book.epd
  staunton data stats games.data")]
pub struct DatagenArgs {
    /// Where to write the games; what is there stays
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Stop when so many positions have been added
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Nodes after which no further iteration of a search begins; one that is
    /// longer than eight times as many is broken off
    #[arg(long, value_name = "N", default_value_t = 5_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(Threads::LOW..=Threads::HIGH))]
    threads: u64,
    /// What all that is random depends on; with the same seed, a new file gets
    /// the same games, on several threads in another order
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Memory for the table of each game, in MiB
    #[arg(long, value_name = "MB", default_value_t = 8,
          value_parser = clap::value_parser!(u64).range(HashMb::LOW..=HashMb::HIGH))]
    hash: u64,
    /// Positions (EPD) or games (PGN) to begin from, instead of the start
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies before a game: so many or one more, by lot; 0 for none
    /// [default: 8, or 4 after an opening of a file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MOST_PLIES))]
    plies: Option<u64>,
}

impl DatagenArgs {
    fn options(&self, found: &FileSurvey) -> DatagenOptions {
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
        }
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

/// Plays games.
pub fn run(arguments: &DatagenArgs) -> Result<ExitCode, CliError> {
    let book = arguments.book()?;
    let (mut writer, found) =
        Writer::append(&arguments.out).map_err(|error| CliError::Usage(error.to_string()))?;
    say_what_was_found(arguments, &found)?;
    let signals = Arc::new(SearchControl::default());
    heed_signals(&signals)?;

    let starts = |number: u64| match &book {
        Some(book) => book.opening(number as usize).end(),
        None => Position::start(),
    };
    let mut teller = DatagenPrinter::new(arguments.positions);
    let played =
        datagen::run(&arguments.options(&found), &starts, &mut writer, &signals, &mut |tally| {
            teller.tell(tally)
        });
    let elapsed = teller.finish();
    writer.sync()?;
    let tally = played.map_err(CliError::Failed)?;

    let [lost, drawn, won] = tally.results;
    let rate = tally.positions as f64 / elapsed.as_secs_f64();
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} positions of {} games (White: +{won} ={drawn} -{lost}) in {}, {rate:.0} positions/s; \
         {} now has {} positions of {} games.",
        tally.positions,
        tally.games(),
        FormattedDuration(elapsed),
        arguments.out.display(),
        found.positions + tally.positions,
        found.games + tally.games()
    )?;
    if signals.stopped() {
        writeln!(out, "Stopped before the end; games in play are not kept.")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn say_what_was_found(arguments: &DatagenArgs, found: &FileSurvey) -> io::Result<()> {
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

/// The first signal ends the games; the second ends everything.
fn heed_signals(signals: &Arc<SearchControl>) -> Result<(), CliError> {
    let signals = Arc::clone(signals);
    ctrlc::set_handler(move || {
        if signals.stop.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .map_err(|error| CliError::Failed(format!("signals cannot be heard: {error}")))
}

/// Tells how far it is: on a terminal in one line that changes, elsewhere in a
/// line now and then.
struct DatagenPrinter {
    positions: u64,
    begun: Instant,
    bar: Option<ProgressBar>,
    told: Instant,
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
        DatagenPrinter { positions, begun: Instant::now(), bar, told: Instant::now() }
    }

    fn tell(&mut self, tally: &DatagenProgress) {
        if let Some(bar) = &self.bar {
            bar.set_position(tally.positions.min(self.positions));
            bar.set_message(self.line(tally));
        } else if self.told.elapsed() >= BETWEEN_LINES {
            self.told = Instant::now();
            // If nobody hears it, the games are played all the same.
            let _ = writeln!(io::stderr(), "{}", self.line(tally));
        }
    }

    fn line(&self, tally: &DatagenProgress) -> String {
        let (positions, games) = (tally.positions, tally.games());
        let rate = positions as f64 / self.begun.elapsed().as_secs_f64().max(f64::EPSILON);
        let mut line =
            format!("{positions} of {} positions, {games} games, {rate:.0}/s", self.positions);
        if positions > 0 {
            let left = self.positions.saturating_sub(positions) as f64 / rate;
            line += &format!(", {} left", FormattedDuration(Duration::from_secs(left as u64)));
        }
        line
    }

    /// Takes the line away. How long it has taken.
    fn finish(&mut self) -> Duration {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.begun.elapsed()
    }
}
