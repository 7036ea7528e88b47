//! Drives a UCI engine as no chess program does: valid and invalid commands
//! in random order, with and without waiting for answers, for as long as is
//! asked; and checks that it keeps the protocol all the while:
//!
//! - every `go` gets exactly one `bestmove`, in their order; those without an end of
//!   their own after `stop` (or `ponderhit`) and not before, those that are refused
//!   without a move;
//! - the move is legal in the position that was searched, written as the
//!   options say, and so are the moves of every line shown;
//! - every `isready` is answered within seconds, whatever is going on;
//! - there is no panic, it ends at `quit` and at the end of input, with exit
//!   status 0, and it never hangs.
//!
//! `cargo run --release --example stress -- --engine target/release/staunton`
//!
//! It runs for minutes and depends on time, so it is not a test. It recognises a
//! refused `go` by the engine's own words, "nothing is searched"; engines that
//! refuse without a word, or block, do not pass.

mod commands;
mod model;
mod process;

use clap::Parser;
use commands::{CommandGenerator, StressCommand};
use model::{End, Model};
use process::{Process, StressError};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Drives a UCI engine with commands in random order and checks its answers
#[derive(Parser)]
#[command(name = "stress")]
struct Arguments {
    /// The engine
    #[arg(long, value_name = "PATH")]
    engine: PathBuf,
    /// How long, in minutes
    #[arg(long, value_name = "N", default_value_t = 3.0)]
    minutes: f64,
    /// What the order of commands depends on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// A search with an end of its own ends within this time.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(10);
/// More searches are not queued at a time.
const MOST_PENDING: usize = 40;
/// Commands to one process, on average.
const COMMANDS: usize = 150;

/// What was done, in all.
#[derive(Default)]
struct Counts {
    processes: u64,
    commands: u64,
    searches: u64,
    refusals: u64,
    ready: u64,
    lines: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut random = ChaCha8Rng::seed_from_u64(arguments.seed);
    let start = Instant::now();
    let end = Duration::try_from_secs_f64(60.0 * arguments.minutes).unwrap_or(Duration::MAX);
    let mut counts = Counts::default();
    let mut shown = start;
    while start.elapsed() < end {
        counts.processes += 1;
        let mut process = match Process::start(&arguments.engine) {
            Ok(process) => process,
            Err(error) => {
                eprintln!("{} cannot be started: {error}", arguments.engine.display());
                return ExitCode::from(2);
            }
        };
        let run =
            ProcessRun { process: &mut process, model: Model::default(), counts: &mut counts };
        if let Err(error) = run.run(&mut random) {
            for line in process.dialogue() {
                println!("{line}");
            }
            println!("{}", summary(&counts, start));
            println!("ERROR: {error} (seed {})", arguments.seed);
            return ExitCode::FAILURE;
        }
        if shown.elapsed() >= PROGRESS {
            shown = Instant::now();
            println!("{}", summary(&counts, start));
        }
    }
    println!("{}", summary(&counts, start));
    println!("no error");
    ExitCode::SUCCESS
}

fn summary(counts: &Counts, start: Instant) -> String {
    let Counts { processes, commands, searches, refusals, ready, lines } = counts;
    format!(
        "{:.0} s: {processes} processes, {commands} commands, {searches} searches, \
         {refusals} refused, {ready} times ready, {lines} lines read",
        start.elapsed().as_secs_f64()
    )
}

/// One process from its start to its end.
struct ProcessRun<'a> {
    process: &'a mut Process,
    model: Model,
    counts: &'a mut Counts,
}

impl ProcessRun<'_> {
    fn run(mut self, random: &mut ChaCha8Rng) -> Result<(), StressError> {
        let generator = self.handshake()?;
        for _ in 0..random.random_range(0..=2 * COMMANDS) {
            self.step(&generator.next(random, &self.model), random)?;
        }
        // Either everything is settled at the end, or it is cut off anywhere.
        if random.random_bool(0.5) {
            self.settle()?;
        }
        self.end(random)
    }

    /// Reads the options that the engine declares, for the commands that follow.
    fn handshake(&mut self) -> Result<CommandGenerator, StressError> {
        self.send("uci")?;
        let mut generator = CommandGenerator::default();
        let deadline = Instant::now() + TIMEOUT;
        while !generator.is_complete() {
            match self.process.line(deadline)? {
                Some(line) => generator.receive(&line),
                None => return Err("no uciok".into()),
            }
        }
        Ok(generator)
    }

    /// Sends a command, and then waits for an answer, for a time, or not at all.
    fn step(
        &mut self,
        command: &StressCommand,
        random: &mut ChaCha8Rng,
    ) -> Result<(), StressError> {
        if matches!(command, StressCommand::Go(_)) && self.model.pending() >= MOST_PENDING {
            return self.settle();
        }
        self.counts.commands += 1;
        self.send(command.text())?;
        let is_certain = self.model.note(command);
        if !is_certain {
            // Only the engine knows whether the last search is over.
            return self.ready();
        }
        match random.random_range(0..20) {
            0..=9 => self.receive_available(),
            10..=12 => self.ready(),
            13 if self.model.ends_by_itself() => self.wait_for_all(),
            13 | 14 => self.settle(),
            _ => {
                let pause = Duration::from_micros(1 << random.random_range(0..15));
                let until = Instant::now() + pause;
                while self.receive_until(until)? {}
                Ok(())
            }
        }
    }

    fn send(&mut self, text: &str) -> Result<(), StressError> {
        if text.trim() == "isready" {
            self.process.expect_ready();
        }
        self.process.send(text)
    }

    /// Receives one line. False if none comes before the deadline.
    fn receive_until(&mut self, deadline: Instant) -> Result<bool, StressError> {
        let Some(line) = self.process.line(deadline)? else { return Ok(false) };
        self.counts.lines += 1;
        if line == "readyok" {
            self.counts.ready += 1;
        }
        let before = (self.model.answered, self.model.refused);
        self.model.receive(&line)?;
        self.counts.searches += self.model.answered - before.0;
        self.counts.refusals += self.model.refused - before.1;
        Ok(true)
    }

    fn receive_available(&mut self) -> Result<(), StressError> {
        while self.receive_until(Instant::now())? {}
        Ok(())
    }

    /// Asks whether it is ready and waits for the answer. All that was
    /// refused before has then been said.
    fn ready(&mut self) -> Result<(), StressError> {
        self.send("isready")?;
        let deadline = Instant::now() + TIMEOUT;
        while self.process.owes_ready() {
            if !self.receive_until(deadline)? {
                return Err("isready is not answered".into());
            }
        }
        self.model.check_refusals()
    }

    fn wait_for_all(&mut self) -> Result<(), StressError> {
        let mut deadline = Instant::now() + TIMEOUT;
        while self.model.pending() > 0 {
            let before = self.model.answered;
            if !self.receive_until(deadline)? {
                return Err("a search does not end".into());
            }
            if self.model.answered > before {
                deadline = Instant::now() + TIMEOUT;
            }
        }
        Ok(())
    }

    /// Stops every search and checks that every answer has come.
    fn settle(&mut self) -> Result<(), StressError> {
        self.send_and_note(StressCommand::stop())?;
        self.wait_for_all()?;
        self.ready()
    }

    fn send_and_note(&mut self, command: StressCommand) -> Result<(), StressError> {
        self.send(command.text())?;
        self.model.note(&command);
        Ok(())
    }

    /// `quit`, or the end of input where nothing goes on for ever. Whatever
    /// was accepted is still answered.
    fn end(&mut self, random: &mut ChaCha8Rng) -> Result<(), StressError> {
        if !(self.model.ends_by_itself() && random.random_bool(0.3)) {
            self.send("quit")?;
            self.model.note_end(End::Quit);
        } else {
            self.model.note_end(End::OfInput);
        }
        self.process.hang_up();
        let mut deadline = Instant::now() + TIMEOUT;
        while !self.process.has_ended() {
            match self.receive_until(deadline)? {
                true => deadline = Instant::now() + TIMEOUT,
                false if self.process.has_ended() => {}
                false => return Err("it does not end".into()),
            }
        }
        self.model.check_refusals()?;
        if self.model.pending() > 0 {
            return Err(format!("it has ended and owes {} bestmoves", self.model.pending()).into());
        }
        self.process.check_end(TIMEOUT)
    }
}
