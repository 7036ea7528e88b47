//! The engine that is checked, and the steps that the checks are made of.

use super::miss::Miss;
use super::process::{CheckedEngine, first_word};
use super::search::{Root, check_search};
use crate::arena::plan::match_plan::{EngineCommand, EngineSetting};
use crate::arena::player::{StartError, complaint, option_commands};
use crate::chess::notation::{QUOTED_LINE, clip};
use crate::uci::words::{OptionDeclaration, SetOption};
use std::time::Duration;

/// What is to be checked.
pub struct ComplianceRequest {
    /// The engine to check.
    pub command: EngineCommand,
    /// The options to set.
    pub settings: Vec<EngineSetting>,
    /// How long the engine may take for each step.
    pub timeout: Duration,
}

/// The outcome of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The engine does what the name of the check says.
    Pass,
    /// It does not; a clause.
    Fail(String),
    /// The check does not apply, or could not be made; a clause.
    Skip(String),
}

/// One thing that an engine should do, and how to find out whether it does.
#[derive(Clone, Copy)]
pub struct Check {
    /// What the engine should do, a clause.
    pub name: &'static str,
    pub steps: Steps,
}

/// A check of this name.
pub const fn check(name: &'static str, steps: Steps) -> Check {
    Check { name, steps }
}

/// The steps of a check.
#[derive(Clone, Copy)]
pub enum Steps {
    /// A search, with the words after `go`.
    Search(Root, &'static str),
    /// Lines after which the engine must still answer.
    Survive(&'static [&'static str]),
    /// Anything else.
    Other(fn(&mut Tester<'_>) -> Result<(), Miss>),
}

/// Why the engine is not ready for a check.
pub enum NotReady {
    /// It cannot be started at all, or lacks an option.
    CannotStart(StartError),
    /// It does not answer.
    Silent(Miss),
}

/// The engine, started again when a check needs it.
pub struct Tester<'r> {
    request: &'r ComplianceRequest,
    engine: Option<CheckedEngine>,
    /// The lines between `uci` and `uciok`.
    pub greeting: Vec<String>,
}

impl<'r> Tester<'r> {
    /// No engine runs yet.
    pub fn new(request: &'r ComplianceRequest) -> Tester<'r> {
        Tester { request, engine: None, greeting: Vec::new() }
    }

    /// Starts the engine unless one is ready.
    ///
    /// # Errors
    /// If it does not get ready.
    pub fn start(&mut self) -> Result<(), NotReady> {
        if self.engine.is_some() {
            return Ok(());
        }
        let ComplianceRequest { command, settings, timeout } = self.request;
        let mut engine = CheckedEngine::start(command, *timeout).map_err(|error| {
            let sentence = complaint(command, &error, |words| format!("-- {words}"));
            NotReady::CannotStart(StartError::Permanent(sentence))
        })?;
        engine.send("uci");
        self.greeting = engine.until("uciok").map_err(NotReady::Silent)?;
        let name = command.program.display().to_string();
        let commands = option_commands(&name, &self.declared_options(), settings);
        for command in commands.map_err(|error| NotReady::CannotStart(error.into()))? {
            engine.send(&command);
        }
        engine.ready().map_err(NotReady::Silent)?;
        self.engine = Some(engine);
        Ok(())
    }

    /// Makes a check. An engine at fault does not serve the next one.
    pub fn verdict(&mut self, check: &Check) -> Verdict {
        let made = match check.steps {
            Steps::Search(root, go) => self.search(root, go).map(drop),
            Steps::Survive(lines) => self.survive(lines),
            Steps::Other(steps) => steps(self),
        };
        match made {
            Ok(()) => Verdict::Pass,
            Err(Miss::NotApplicable(clause)) => Verdict::Skip(clause),
            Err(Miss::Fault(clause)) => {
                self.end();
                Verdict::Fail(clause)
            }
        }
    }

    /// The engine, which runs.
    ///
    /// # Errors
    /// If it does not.
    pub fn engine(&mut self) -> Result<&mut CheckedEngine, Miss> {
        self.engine.as_mut().ok_or_else(|| Miss::Fault("the engine does not run".to_string()))
    }

    /// How long the engine may take for each step.
    pub fn timeout(&self) -> Duration {
        self.request.timeout
    }

    /// Kills the engine; the next check gets a fresh one.
    pub fn end(&mut self) {
        self.engine = None;
    }

    /// The declarations of the options, without the word `option`.
    pub fn declared_options(&self) -> Vec<String> {
        let declared = |line: &String| Some(line.strip_prefix("option ")?.trim().to_string());
        self.greeting.iter().filter_map(declared).collect()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If the engine does not have it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Miss> {
        let declared = self.declared_options();
        if !declared.iter().any(|line| OptionDeclaration::read(line).name == name) {
            return Err(Miss::NotApplicable(format!("it has no option {name}")));
        }
        let set = SetOption { name: name.to_string(), value: Some(value) };
        self.engine()?.send(&set.to_string());
        self.engine()?.ready().map(drop)
    }

    /// Searches and checks all that is said. Returns the lines.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn search(&mut self, root: Root, go: &str) -> Result<Vec<String>, Miss> {
        let engine = self.engine()?;
        engine.send(&root.to_string());
        engine.send(&format!("go {go}"));
        self.answer(root, Vec::new())
    }

    /// Waits for the answer to a search of which these lines have come, checks all
    /// lines and returns them.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn answer(&mut self, root: Root, mut lines: Vec<String>) -> Result<Vec<String>, Miss> {
        let engine = self.engine()?;
        lines.extend(engine.until("bestmove")?);
        check_search(&root.game()?, &lines)?;
        let after = engine.ready()?;
        match after.iter().find(|line| first_word(line) == "bestmove") {
            Some(second) => Err(Miss::Fault(format!("a second best move came, '{second}'"))),
            None => Ok(lines),
        }
    }

    /// Sends lines; then the engine must be ready, and search.
    ///
    /// # Errors
    /// The line after which it does not.
    pub fn survive(&mut self, lines: &[&str]) -> Result<(), Miss> {
        for line in lines {
            let after = |miss: Miss| miss.after(&clip(line, QUOTED_LINE));
            self.engine()?.send(line);
            self.engine()?.ready().map_err(after)?;
            self.search(Root::START, "depth 1").map_err(after)?;
        }
        Ok(())
    }
}
