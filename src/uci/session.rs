//! Carries out commands. The thread that reads them never waits for a search,
//! so that `stop` always works.

use super::error::CommandError;
use super::options::declarations;
use super::parse::{LineError, ParsedLine, UciCommand, parse};
use super::print::{PrintStyle, SearchPrinter};
use super::show;
use super::stdio::{InputLine, UciOutput, next_line};
use super::words::{GoCommand, PositionCommand, PositionWordsError};
use crate::analysis::evaluation;
use crate::chess::board::{DroppedFields, Position};
use crate::chess::movegen::legal_moves;
use crate::chess::syzygy::Tablebases;
use crate::chess::types::{Color, Move};
use crate::engine::bench::{self, BenchPlan};
use crate::engine::eval::wdl::{WdlModel, material_left};
use crate::engine::options::{BoundedInt, OptionValue, Options};
use crate::engine::own_book::OwnBook;
use crate::engine::search::{Limits, Poll};
use crate::engine::tt::TtError;
use crate::engine::{Engine, HashError, NoPositionError, parse_move};
use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// What a session starts with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UciSettings {
    /// The values of the options.
    pub options: Options,
    /// How `bench` runs unless it is told.
    pub bench: BenchPlan,
}

/// Speaks UCI over standard input and output until `quit` or the end of
/// input. If the settings could not be read, reports the error and uses the
/// defaults.
///
/// # Errors
/// If the system does not start the engine thread.
pub fn run(settings: Result<UciSettings, impl Display>) -> io::Result<()> {
    let output = UciOutput::new(io::stdout());
    if io::stdin().is_terminal() {
        output.line(&show::greeting());
    }
    let settings = settings.unwrap_or_else(|error| {
        output.error(&format!("the defaults hold: {error}"));
        UciSettings::default()
    });
    converse_on(settings, io::stdin().lock(), output)
}

/// Speaks UCI over any input and output until `quit` or the end of input. When
/// it returns, every search has ended.
///
/// # Errors
/// If the system does not start the engine thread.
///
/// ```
/// use staunton::uci::{UciSettings, converse};
///
/// converse(UciSettings::default(), &b"position startpos\ngo depth 2\nquit\n"[..], std::io::stdout())?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn converse(
    settings: UciSettings,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    converse_on(settings, input, UciOutput::new(output))
}

fn converse_on(settings: UciSettings, input: impl BufRead, output: UciOutput) -> io::Result<()> {
    Session::start(settings, output)?.read_commands(input);
    Ok(())
}

/// A session: an engine and what it is told. For a front end that hands over lines
/// itself, where there are no threads; [`converse`] is the one for all others.
pub struct Session {
    pub(super) engine: Engine,
    pub(super) options: Options,
    /// What the options were at the start.
    defaults: Options,
    pub(super) tablebases: Option<Arc<Tablebases>>,
    /// The book of openings, if there is one.
    pub(super) book: OwnBook,
    bench: BenchPlan,
    debug: bool,
    /// The FEN whose dropped fields were reported last.
    reported_fen: String,
    pub(super) output: UciOutput,
}

impl Session {
    /// A session that carries out each command before the next. A search asks `poll`
    /// whether it shall stop.
    ///
    /// ```
    /// use staunton::engine::SearchControl;
    /// use staunton::uci::{Session, UciSettings};
    /// use std::io::stdout;
    /// use std::sync::atomic::Ordering;
    ///
    /// let poll = |control: &SearchControl| control.stop.store(true, Ordering::Relaxed);
    /// let mut session = Session::without_thread(UciSettings::default(), stdout(), poll)?;
    /// assert!(session.run_line("go infinite").is_continue());
    /// assert!(session.run_line("quit").is_break());
    /// # Ok::<(), staunton::engine::tt::TtError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no memory for the transposition table.
    pub fn without_thread(
        settings: UciSettings,
        output: impl Write + Send + 'static,
        poll: Poll,
    ) -> Result<Session, TtError> {
        let engine = Engine::without_thread(settings.options.hash_mb, poll)?;
        Ok(Session::new(engine, settings, UciOutput::new(output)))
    }

    fn start(settings: UciSettings, output: UciOutput) -> io::Result<Session> {
        let errors = output.clone();
        let on_failure = move |error: HashError| errors.error(&error.to_string());
        let engine = Engine::start(settings.options.hash_mb, on_failure)?;
        Ok(Session::new(engine, settings, output))
    }

    fn new(mut engine: Engine, settings: UciSettings, output: UciOutput) -> Session {
        let UciSettings { options, bench } = settings;
        let errors = output.clone();
        // The queue is empty, so this is not refused.
        let _ = engine.set_threads(options.threads, move |error| errors.error(&error.to_string()));
        if options.eval_file.path().is_some()
            && let Err(error) = engine.set_eval_file(&options.eval_file, |_| ())
        {
            output.error(&format!("EvalFile: {error}; the built-in network stays in use"));
        }
        let mut session = Session {
            engine,
            defaults: options.clone(),
            options,
            tablebases: None,
            book: OwnBook::default(),
            bench,
            debug: false,
            reported_fen: String::new(),
            output,
        };
        let folders = session.options.syzygy_path.clone();
        let opened = session.open_tablebases(&folders.0);
        session.report(opened);
        session.set_search_options();
        let book = session.options.book_file.clone();
        let opened = session.open_book(&book);
        session.report(opened);
        let log = session.options.debug_log_file.path();
        session.report(session.set_log(log));
        session
    }

    /// Reads and carries out commands until `quit` or the end of input.
    fn read_commands(&mut self, mut input: impl BufRead) {
        loop {
            match next_line(&mut input) {
                Ok(Some(InputLine::Text(line))) => {
                    self.output.log_input(&line);
                    if self.run_line(&line).is_break() {
                        self.engine.stop();
                        break;
                    }
                }
                Ok(Some(InputLine::TooLong)) => {
                    // Only `position` can be this long.
                    let what = "a line is longer than a mebibyte and is skipped";
                    self.engine.refuse_position(what);
                    self.output
                        .error(&format!("{what}; there is no position until a good one comes"));
                }
                Ok(None) => break,
                Err(error) => {
                    self.output.error(&format!("cannot read the input: {error}"));
                    break;
                }
            }
        }
        self.engine.finish();
    }

    /// Carries out a line; breaks on `quit`.
    pub fn run_line(&mut self, line: &str) -> ControlFlow<()> {
        match parse(line) {
            None => ControlFlow::Continue(()),
            Some(Err(error)) => {
                self.output.error(&error.to_string());
                if matches!(error, LineError::Go(_)) {
                    self.answer_without_move();
                }
                ControlFlow::Continue(())
            }
            Some(Ok(ParsedLine { command, skipped })) => {
                if !skipped.is_empty() {
                    self.output.error(&format!("unknown words '{}' skipped", skipped.join(" ")));
                }
                self.run_command(command)
            }
        }
    }

    /// Carries out a command; breaks on `quit`.
    fn run_command(&mut self, command: UciCommand<'_>) -> ControlFlow<()> {
        match command {
            UciCommand::Uci => self.identify(),
            UciCommand::IsReady => {
                let output = self.output.clone();
                self.engine.when_ready(move || output.line("readyok"));
            }
            UciCommand::NewGame => {
                let result = self.engine.new_game();
                self.report(
                    result.map_err(|error| format!("ucinewgame: {error}; nothing is cleared")),
                );
            }
            UciCommand::Position(words) => self.set_position(words),
            UciCommand::Go(go) => {
                if let Err(error) = self.go(&go) {
                    self.output.error(&format!("go: {error}; nothing is searched"));
                    if go.perft.is_none() {
                        self.answer_without_move();
                    }
                }
            }
            UciCommand::Stop => self.engine.stop(),
            UciCommand::PonderHit => {
                let hit = self.engine.ponder_hit();
                self.report(hit.then_some(()).ok_or("ponderhit: no search is pondering"));
            }
            UciCommand::Quit => return ControlFlow::Break(()),
            UciCommand::SetOption(set) => {
                let result = self.set_option(&set.name, set.value.unwrap_or_default());
                self.report(result);
            }
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::Draw => {
                let result = self.draw();
                self.report(result.map_err(|error| format!("d: {error}")));
            }
            UciCommand::Eval(fen) => {
                let result = self.evaluate(fen);
                self.report(result.map_err(|error| format!("eval: {error}")));
            }
            UciCommand::Bench { numbers } => {
                let result = self.bench(numbers);
                self.report(result.map_err(|error| format!("bench: {error}")));
            }
            UciCommand::Flip => {
                let result = self.engine.flip();
                self.report(result.map_err(|error| format!("flip: {error}")));
            }
            UciCommand::Help => self.output.line(show::HELP),
            UciCommand::Compiler => self.output.line(&show::compiler()),
            UciCommand::Ignored => {}
        }
        ControlFlow::Continue(())
    }

    /// Writes the error, if there is one.
    fn report<E: Display>(&self, result: Result<(), E>) {
        if let Err(error) = result {
            self.output.error(&error.to_string());
        }
    }

    /// Draws the board.
    fn draw(&self) -> Result<(), NoPositionError> {
        let position = self.engine.position()?;
        let mut text = show::board(position, self.options.chess960);
        if self.options.opponent.is_known() {
            text += &format!("\nOpponent: {}", self.options.opponent);
        }
        if let Some(tables) = &self.tablebases {
            text += &format!("\nTablebases: {}", tables.describe(position));
        }
        self.output.line(&text);
        Ok(())
    }

    /// Shows the evaluation of a FEN, or of the position on the board, which
    /// stays as it is.
    fn evaluate(&self, fen: Option<&str>) -> Result<(), CommandError> {
        let position = match fen {
            Some(fen) => &fen.parse()?,
            None => self.engine.position()?,
        };
        let plain = evaluation::Palette::default();
        self.output.line(&evaluation::table(position, self.engine.network(), &plain));
        Ok(())
    }

    fn identify(&self) {
        self.output.line(&format!(
            "id name Staunton {}\nid author the Staunton developers\n{}\nuciok",
            env!("CARGO_PKG_VERSION"),
            declarations(&self.defaults)
        ));
    }

    /// Reports what was dropped from a FEN, but only once, since programs send
    /// the FEN with every move of a game.
    fn report_dropped_fields(&mut self, fen: &str) {
        if self.reported_fen != fen
            && let Some(dropped) = DroppedFields::of(fen)
        {
            self.output.line(&format!("info string position: {dropped}"));
            self.reported_fen = fen.to_string();
        }
    }

    fn set_position(&mut self, words: Result<PositionCommand, PositionWordsError>) {
        let set = match words {
            Ok(PositionCommand { fen, moves }) => {
                let moves = moves.split_ascii_whitespace();
                let set = self.engine.set_position(fen.as_deref(), moves);
                set.map(|()| fen.unwrap_or_default()).map_err(|error| error.to_string())
            }
            Err(reason) => {
                self.engine.refuse_position(&reason);
                Err(reason.to_string())
            }
        };
        match set {
            Ok(fen) => self.report_dropped_fields(&fen),
            Err(reason) => self
                .output
                .error(&format!("position: {reason}; there is no position until a good one comes")),
        }
        if self.debug
            && let Ok(position) = self.engine.position()
        {
            self.output.line(&format!("info string position {position}"));
        }
    }

    fn go(&mut self, go: &GoCommand<'_>) -> Result<(), CommandError> {
        let start = Instant::now();
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let limits = self.limits(go)?;
        if !go.unknown.is_empty() {
            self.output.error(&format!("go: unknown words '{}' skipped", go.unknown.join(" ")));
        }
        self.report_damage();
        if let Some(mv) = self.book_move(&limits) {
            return Ok(self.answer_from_book(mv)?);
        }
        let position = self.engine.position().ok().filter(|_| self.options.show_wdl);
        let style = PrintStyle {
            chess960: self.options.chess960,
            chances: position.map(|position| WdlModel::OWN.at(material_left(position))),
        };
        let printer = SearchPrinter::new(self.output.clone(), style, &limits, start);
        Ok(self.engine.go(limits, start, printer)?)
    }

    /// Answers a `go` that is refused, after those before it: a program that has sent one
    /// waits for its best move.
    fn answer_without_move(&self) {
        let output = self.output.clone();
        self.engine.when_done(move || output.line("bestmove (none)"));
    }

    fn limits(&self, go: &GoCommand<'_>) -> Result<Limits, CommandError> {
        let (search_moves, excluded_moves, side) = match self.engine.position() {
            Ok(position) => {
                let words = go.search_moves.iter();
                let moves = words.map(|text| parse_move(position, text));
                let moves: Vec<Move> = moves.collect::<Result<_, _>>()?;
                let excluded = self.excluded_moves(position, &moves);
                (moves, excluded, position.side_to_move())
            }
            // Whether the search would end by itself still matters.
            Err(_) => (Vec::new(), Vec::new(), Color::White),
        };
        Ok(Limits {
            nodes_per_ms: Some(self.options.nodestime.get() as u64).filter(|&rate| rate > 0),
            excluded_moves,
            search_moves,
            ..go.limits(side)
        })
    }

    /// Says once what is wrong with the files of tablebases.
    pub(super) fn report_damage(&self) {
        if let Some(damage) = self.tablebases.as_ref().and_then(|tables| tables.take_damage()) {
            self.output.error(&format!("SyzygyPath: {damage}"));
        }
    }

    /// The moves that `ExcludeMoves` excludes in this position. If they leave
    /// none of the moves to search, none is excluded.
    fn excluded_moves(&self, position: &Position, search_moves: &[Move]) -> Vec<Move> {
        let words = self.options.exclude_moves.0.iter();
        let excluded: Vec<Move> =
            words.filter_map(|text| parse_move(position, text).ok()).collect();
        let all = legal_moves(position);
        let searched = if search_moves.is_empty() { all.as_slice() } else { search_moves };
        let leaves_none = searched.iter().all(|mv| excluded.contains(mv));
        if leaves_none && !excluded.is_empty() {
            self.output.error("ExcludeMoves leaves no move here; all are searched");
            return Vec::new();
        }
        excluded
    }

    fn bench(&self, [depth, hash, threads]: [Option<u64>; 3]) -> Result<(), CommandError> {
        let plan = BenchPlan {
            depth: or_default("depth", depth, self.bench.depth)?,
            hash: or_default("hash", hash, self.bench.hash)?,
            threads: or_default("number of threads", threads, self.bench.threads)?,
        };
        let (network, output) = (Arc::clone(self.engine.network()), self.output.clone());
        let work = move |control: &_| match bench::run(plan, &network, control, |_| ()) {
            Ok(Some(result)) => output.line(&result.to_string()),
            Ok(None) => output.line("info string bench stopped before its end"),
            Err(error) => output.error(&format!("bench: {error}")),
        };
        Ok(self.engine.run(work)?)
    }
}

/// The number that was given, or else the default.
///
/// # Errors
/// If the number is out of range.
fn or_default<const LOW: i64, const HIGH: i64>(
    name: &'static str,
    given: Option<u64>,
    default: BoundedInt<LOW, HIGH>,
) -> Result<BoundedInt<LOW, HIGH>, CommandError> {
    let Some(number) = given else { return Ok(default) };
    let allowed = <BoundedInt<LOW, HIGH>>::allowed();
    let wrong = CommandError::Number { name, allowed, number };
    i64::try_from(number).ok().and_then(BoundedInt::new).ok_or(wrong)
}
