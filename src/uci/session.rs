//! Carries out commands. The thread that reads them never waits for a
//! search, so that `stop` is always heard.

use super::go::Go;
use super::lines::{InputLine, next_line};
use super::options::{Change, UciOptions};
use super::output::UciOutput;
use super::parse::{Parsed, UciCommand, parse};
use super::print::{PrintStyle, Printer};
use super::{explain, perft, show};
use crate::config::{Config, ConfigError, Threads, Whole};
use crate::engine::bench::{self, BenchPlan};
use crate::engine::{Engine, parse_move};
use crate::eval::wdl::{WdlModel, material_left};
use crate::search::{Clock, Limits};
use crate::types::Move;
use std::io::{self, BufRead, IsTerminal};
use std::time::Instant;

/// Speaks UCI over standard input and output until `quit` or the end of
/// input. Settings that could not be read are reported, and the defaults hold.
///
/// `Err` if the system gives no thread to search on.
pub fn run(settings: Result<Config, ConfigError>) -> io::Result<()> {
    let output = UciOutput::new(io::stdout());
    if io::stdin().is_terminal() {
        output.line(show::GREETING);
    }
    let config = settings.unwrap_or_else(|error| {
        output.error(&format!("{error}; the defaults hold"));
        Config::default()
    });
    let mut session = Session::start(config, output)?;
    session.obey(io::stdin().lock());
    Ok(())
}

/// Whether there is more to read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    UciCommand,
    End,
}

struct Session {
    engine: Engine,
    options: UciOptions,
    plan: BenchPlan,
    debug: bool,
    output: UciOutput,
}

impl Session {
    fn start(config: Config, output: UciOutput) -> io::Result<Session> {
        let errors = output.clone();
        let mut engine =
            Engine::start(config.options.hash_mb, move |error| errors.error(&error.to_string()))?;
        let errors = output.clone();
        let threads = config.options.threads;
        // Nothing else is ordered yet, so this is not refused.
        let _ = engine.set_threads(threads, move |error| errors.error(&error.to_string()));
        engine.set_lines(config.options.multipv);
        engine.set_move_overhead(config.options.move_overhead_ms);
        Ok(Session {
            engine,
            options: UciOptions::new(config.options),
            plan: BenchPlan {
                depth: config.bench.depth,
                hash: config.bench.hash_mb,
                threads: Threads::LEAST,
            },
            debug: false,
            output,
        })
    }

    /// Reads commands until there are none left.
    fn obey(&mut self, mut input: impl BufRead) {
        loop {
            match next_line(&mut input) {
                Ok(Some(InputLine::Text(line))) => {
                    if self.line(&line) == Next::End {
                        self.engine.stop();
                        break;
                    }
                }
                Ok(Some(InputLine::TooLong)) => {
                    self.output.error("a line is longer than a mebibyte, it is skipped");
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

    fn line(&mut self, line: &str) -> Next {
        match parse(line) {
            None => Next::UciCommand,
            Some(Err(what)) => {
                self.output.error(&what);
                Next::UciCommand
            }
            Some(Ok(Parsed { command, skipped })) => {
                if !skipped.is_empty() {
                    self.output.error(&format!("unknown words '{}' skipped", skipped.join(" ")));
                }
                self.command(command)
            }
        }
    }

    fn command(&mut self, command: UciCommand<'_>) -> Next {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => {
                let output = self.output.clone();
                self.engine.when_ready(move || output.line("readyok"));
            }
            UciCommand::NewGame => {
                let done = self.engine.new_game();
                self.complain(done.map_err(|why| format!("ucinewgame: {why}; nothing forgotten")));
            }
            UciCommand::Position { fen, moves } => self.set_position(fen.as_deref(), moves),
            UciCommand::Go(go) => {
                let done = self.go(&go);
                self.complain(done.map_err(|what| format!("go: {what}; nothing is searched")));
            }
            UciCommand::Stop => self.engine.stop(),
            UciCommand::PonderHit => {
                let hit = self.engine.ponder_hit();
                self.complain(hit.then_some(()).ok_or("ponderhit: nobody is pondering".into()));
            }
            UciCommand::Quit => return Next::End,
            UciCommand::SetOption { name, value } => {
                let done = self.set_option(&name, value);
                self.complain(done);
            }
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::Draw => {
                self.output.line(&show::board(self.engine.position(), self.options.chess960));
            }
            UciCommand::Eval => {
                let plain = explain::Palette::default();
                self.output.line(&explain::evaluation(self.engine.position(), &plain));
            }
            UciCommand::Bench { numbers } => {
                let done = self.bench(numbers);
                self.complain(done.map_err(|what| format!("bench: {what}")));
            }
            UciCommand::Flip => {
                let done = self.engine.flip();
                self.complain(done.map_err(|what| format!("flip: {what}")));
            }
            UciCommand::Help => self.output.line(show::HELP),
            UciCommand::Compiler => self.output.line(&show::compiler()),
            UciCommand::Nothing => {}
        }
        Next::UciCommand
    }

    /// Says what was wrong, if anything was.
    fn complain(&self, done: Result<(), String>) {
        if let Err(what) = done {
            self.output.error(&what);
        }
    }

    fn introduce(&self) {
        self.output.line(&format!(
            "id name Staunton {}\nid author the Staunton developers\n{}\nuciok",
            env!("CARGO_PKG_VERSION"),
            self.options.declaration()
        ));
    }

    fn set_position(&mut self, fen: Option<&str>, moves: Vec<&str>) {
        match self.engine.set_position(fen, moves) {
            Err(what) => {
                self.output.error(&format!("position: {what}; the position stays as it is"));
            }
            Ok(()) if self.debug => {
                self.output.line(&format!("info string position {}", self.engine.position()));
            }
            Ok(()) => {}
        }
    }

    fn go(&self, go: &Go<'_>) -> Result<(), String> {
        let start = Instant::now();
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let limits = self.limits(go)?;
        if !go.unknown.is_empty() {
            self.output.error(&format!("go: unknown words '{}' skipped", go.unknown.join(" ")));
        }
        let chances = || WdlModel::OWN.at(material_left(self.engine.position()));
        let style = PrintStyle {
            chess960: self.options.chess960,
            chances: self.options.show_wdl.then(chances),
        };
        let printer = Printer::new(self.output.clone(), style, &limits, start);
        self.engine.go(limits, start, printer).map_err(|why| why.to_string())
    }

    fn limits(&self, go: &Go<'_>) -> Result<Limits, String> {
        let position = self.engine.position();
        let search_moves: Vec<Move> = go
            .search_moves
            .iter()
            .map(|text| parse_move(position, text).map_err(|what| what.to_string()))
            .collect::<Result<_, _>>()?;
        let clock = go.clock(position.side_to_move()).map(|(left, increment, moves_to_go)| Clock {
            left,
            increment,
            moves_to_go,
        });
        Ok(Limits {
            depth: go.depth,
            nodes: go.nodes,
            soft_nodes: None,
            move_time: go.move_time,
            mate: go.mate,
            clock,
            infinite: go.infinite,
            ponder: go.ponder,
            nodes_per_ms: Some(self.options.nodestime.get()).filter(|&rate| rate > 0),
            search_moves,
        })
    }

    fn perft(&self, depth: u32) -> Result<(), String> {
        let (position, output) = (self.engine.position().clone(), self.output.clone());
        let chess960 = self.options.chess960;
        self.engine
            .run(move |signals| perft::count(&position, depth, chess960, signals, &output))
            .map_err(|why| why.to_string())
    }

    fn bench(&self, [depth, hash, threads]: [Option<u64>; 3]) -> Result<(), String> {
        let plan = BenchPlan {
            depth: within("depth", depth, self.plan.depth)?,
            hash: within("hash", hash, self.plan.hash)?,
            threads: within("number of threads", threads, self.plan.threads)?,
        };
        let output = self.output.clone();
        let work = move |signals: &_| match bench::run(plan, signals, |_| ()) {
            Ok(Some(total)) => output.line(&total.to_string()),
            Ok(None) => output.line("info string bench stopped before its end"),
            Err(why) => output.error(&format!("bench: {why}")),
        };
        self.engine.run(work).map_err(|why| why.to_string())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let errors = self.output.clone();
        match self.options.set(name, value)? {
            Change::Noted => Ok(()),
            Change::MultiPv(lines) => {
                self.engine.set_lines(lines);
                Ok(())
            }
            Change::MoveOverhead(overhead) => {
                self.engine.set_move_overhead(overhead);
                Ok(())
            }
            Change::ClearHash => self.engine.clear_hash(),
            Change::Hash(hash) => {
                self.engine.resize_hash(hash, move |error| errors.error(&error.to_string()))
            }
            Change::Threads(threads) => {
                self.engine.set_threads(threads, move |error| errors.error(&error.to_string()))
            }
        }
        .map_err(|why| format!("{name}: {why}; it stays as it is"))
    }
}

/// A number that was given, if it is allowed, or the default.
fn within<const LOW: u64, const HIGH: u64>(
    what: &str,
    given: Option<u64>,
    default: Whole<LOW, HIGH>,
) -> Result<Whole<LOW, HIGH>, String> {
    let Some(number) = given else { return Ok(default) };
    Whole::new(number)
        .ok_or_else(|| format!("the {what} is {}, not {number}", Whole::<LOW, HIGH>::allowed()))
}
