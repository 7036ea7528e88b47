//! An engine in a process of its own.

use super::conversation::Conversation;
use super::interface::{Answer, EngineError, EngineFacts, GameStart, Player, StartError};
use super::mailbox::{Mailbox, ReceivedLines, WaitResult};
use super::options;
use super::reader::{read, spawn_reader};
use super::request::{MoveRequest, PositionCommand};
use super::spawn::{complaint, is_temporary, spawn};
use super::stderr_tail::StderrTail;
use crate::arena::machine::engine_child::{EngineChild, ended_by};
use crate::arena::machine::stop_flag::{StopFlag, lock};
use crate::arena::plan::match_plan::{EngineCommand, EngineSetting, PlayerPlan, Timeouts};
use crate::arena::plan::record::ForfeitReason;
use crate::support::files::printable::printable;
use crate::uci::words::{OptionDeclaration, SetOption};
use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long an engine may take to end after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);
/// How much of that it has when the match stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);
/// How long an engine may take to end after the end of its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How long the arena waits for the standard error of an engine that crashed.
const STDERR_TIMEOUT: Duration = Duration::from_millis(500);
/// How long the arena waits for a move without a time limit before it checks
/// with `isready` that the engine is alive.
const UNTIMED_TIMEOUT: Duration = Duration::from_secs(60);
/// How many such checks are made before the engine is told to stop.
const UNTIMED_PINGS: u32 = 10;
/// The option that tells an engine against whom it plays.
const OPPONENT: &str = "UCI_Opponent";

/// An engine in a process of its own.
pub struct EngineProcess {
    name: String,
    child: Arc<Mutex<EngineChild>>,
    input: Option<ChildStdin>,
    mailbox: Arc<Mailbox>,
    stderr_tail: Arc<StderrTail>,
    conversation: Arc<Conversation>,
    stop_flag: Arc<StopFlag>,
    timeouts: Timeouts,
    facts: EngineFacts,
    /// How often `isready` has been sent.
    pings: u64,
    /// The last value sent for `UCI_Chess960`.
    chess960: bool,
    /// The name last sent for `UCI_Opponent`.
    opponent: Option<String>,
    /// Whether it declares that option, and the plan does not set it.
    asks_for_opponent: bool,
    /// The engine failed: it is killed rather than told to quit.
    needs_restart: bool,
    /// Whether it declares the option `Ponder`.
    can_ponder: bool,
    /// The position that it searches on the opponent's time.
    pondered: Option<PositionCommand>,
    warning: Option<String>,
    has_warned_of_noise: bool,
}

impl EngineProcess {
    /// Starts the program, waits for `uciok`, and sets the options.
    ///
    /// # Errors
    /// If the program cannot be started, is not a UCI engine, or lacks an
    /// option of the plan.
    pub fn start(
        plan: &PlayerPlan,
        command: &EngineCommand,
        timeouts: Timeouts,
        stop_flag: &Arc<StopFlag>,
    ) -> Result<EngineProcess, StartError> {
        let mut child = spawn(command).map_err(|error| {
            let sentence = complaint(command, &error, |words| format!("args=\"{words}\""));
            if is_temporary(&error) {
                StartError::Temporary(sentence)
            } else {
                StartError::Permanent(sentence)
            }
        })?;
        let (input, output, errors) = child.take_pipes();
        let child = Arc::new(Mutex::new(child));
        stop_flag.register_child(&child);
        let mailbox = Mailbox::new(stop_flag);
        let stderr_tail = Arc::new(StderrTail::default());
        let conversation = Arc::new(Conversation::new(&plan.name, plan.log.clone()));
        let mut process = EngineProcess {
            name: plan.name.clone(),
            child,
            input,
            mailbox: Arc::clone(&mailbox),
            stderr_tail: Arc::clone(&stderr_tail),
            conversation: Arc::clone(&conversation),
            stop_flag: Arc::clone(stop_flag),
            timeouts,
            facts: EngineFacts::default(),
            pings: 0,
            chess960: false,
            opponent: None,
            asks_for_opponent: false,
            needs_restart: true,
            can_ponder: false,
            pondered: None,
            warning: None,
            has_warned_of_noise: false,
        };
        if let Some(output) = output {
            spawn_reader(&plan.name, move || read(output, &mailbox, &conversation))?;
        }
        if let Some(errors) = errors {
            spawn_reader(&plan.name, move || stderr_tail.read(errors))?;
        }
        process.handshake(plan)?;
        process.needs_restart = false;
        Ok(process)
    }

    fn handshake(&mut self, plan: &PlayerPlan) -> Result<(), StartError> {
        let stderr_tail = Arc::clone(&self.stderr_tail);
        let failed = |what: String| {
            let stderr_tail = stderr_tail.after(STDERR_TIMEOUT);
            StartError::Permanent(format!("{}: {what}{stderr_tail}", plan.name))
        };
        let startup = self.timeouts.startup;
        let sent = self.write("uci\n");
        let until = Instant::now() + startup;
        let uciok = |received: &mut ReceivedLines| received.uciok.then_some(());
        match self.mailbox.wait(Some(until), Some(&self.stop_flag), uciok) {
            WaitResult::Got(()) => {}
            WaitResult::Stopped => return Err(StartError::Stopped),
            WaitResult::Closed => {
                return Err(failed(format!("it {} at once", self.how_it_ended())));
            }
            WaitResult::Overdue => {
                let hint = if sent.is_ok() { "" } else { " and does not read" };
                return Err(failed(format!(
                    "no 'uciok' within {} s{hint}: is it a UCI engine?",
                    startup.as_secs_f64()
                )));
            }
        }
        let (declared, name) =
            self.mailbox.access(|received| (received.options.clone(), received.name.take()));
        let value = |option| options::value(&declared, &plan.settings, option);
        self.facts = EngineFacts { name, threads: value("Threads"), hash: value("Hash") };
        let has = |name| declared.iter().any(|line| OptionDeclaration::read(line).is_named(name));
        self.can_ponder = has("Ponder");
        let is_set = |one: &EngineSetting| one.name.eq_ignore_ascii_case(OPPONENT);
        self.asks_for_opponent = has(OPPONENT) && !plan.settings.iter().any(is_set);
        let commands = options::commands(&plan.name, &declared, &plan.settings);
        for command in commands? {
            // If the engine has ended, the next wait reports it.
            let _ = self.write(&format!("{command}\n"));
        }
        match self.ready_within(self.timeouts.new_game) {
            Ok(()) => Ok(()),
            Err(EngineError::Stopped) => Err(StartError::Stopped),
            Err(_) => Err(failed("it did not get ready after its options were set".to_string())),
        }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.conversation.told(text);
        match &mut self.input {
            Some(input) => input.write_all(text.as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Tells the engine something while it must be alive.
    fn tell(&mut self, text: &str) -> Result<(), EngineError> {
        self.write(text).map_err(|_| self.crashed())
    }

    /// Waits until `take` finds what it wants; `None` if it does not come by then.
    fn wait<T>(
        &mut self,
        until: Instant,
        take: impl FnMut(&mut ReceivedLines) -> Option<T>,
    ) -> Result<Option<T>, EngineError> {
        match self.mailbox.wait(Some(until), Some(&self.stop_flag), take) {
            WaitResult::Got(found) => Ok(Some(found)),
            WaitResult::Overdue => Ok(None),
            WaitResult::Closed => Err(self.crashed()),
            WaitResult::Stopped => Err(EngineError::Stopped),
        }
    }

    /// Waits for the best move; `None` if it does not come by then.
    fn wait_for_best(&mut self, until: Instant) -> Result<Option<(Instant, String)>, EngineError> {
        self.wait(until, |received| received.best.take())
    }

    /// Sends `isready` and waits for `readyok`.
    fn ready_within(&mut self, timeout: Duration) -> Result<(), EngineError> {
        self.pings += 1;
        self.tell("isready\n")?;
        let pings = self.pings;
        let ready = |received: &mut ReceivedLines| (received.readyok >= pings).then_some(());
        self.wait(Instant::now() + timeout, ready)?.ok_or_else(|| self.hung())
    }

    /// How the process ended, as far as it is known.
    fn how_it_ended(&self) -> String {
        match ended_by(Instant::now() + EXIT_TIMEOUT, || lock(&self.child).try_wait()) {
            Some(how) => format!("ended ({how})"),
            None => "closed its output".to_string(),
        }
    }

    fn crashed(&mut self) -> EngineError {
        self.needs_restart = true;
        let stderr_tail = self.stderr_tail.after(STDERR_TIMEOUT);
        self.warning = Some(format!("it {}{stderr_tail}", self.how_it_ended()));
        EngineError::Forfeit(ForfeitReason::Crashed)
    }

    /// The standard error is worth reading: one of the engine's threads may
    /// have crashed and left the others waiting.
    fn hung(&mut self) -> EngineError {
        self.needs_restart = true;
        let stderr_tail = self.stderr_tail.after(Duration::ZERO);
        if !stderr_tail.is_empty() {
            self.warning = Some(format!("it stopped responding{stderr_tail}"));
        }
        EngineError::Forfeit(ForfeitReason::Hung)
    }

    /// Tells an engine whose move is overdue to stop, and asks with `isready`
    /// whether it is alive.
    fn stop_and_wait(&mut self, sent: Instant) -> Result<(Instant, String), EngineError> {
        self.pings += 1;
        self.tell("stop\nisready\n")?;
        if let Some(best) = self.wait_for_best(Instant::now() + self.timeouts.ping)? {
            return Ok(best);
        }
        if self.mailbox.access(|received| received.readyok < self.pings) {
            return Err(self.hung());
        }
        self.needs_restart = true;
        self.warning = Some("it answers 'isready' but ignores 'stop'".to_string());
        Err(EngineError::Overdue(sent.elapsed()))
    }

    /// Ends a search on the opponent's time: with a hit if it is for this position.
    /// Otherwise the engine is told to stop, and its answer is dropped. So is an answer
    /// that came before it was due.
    fn end_pondering(&mut self, position: &PositionCommand) -> Result<Option<bool>, EngineError> {
        let Some(pondered) = self.pondered.take() else { return Ok(None) };
        let is_early = self.mailbox.access(|received| received.best.take().is_some());
        if is_early {
            self.warning = Some("it answered before its opponent had moved".to_string());
            return Ok(Some(false));
        }
        if pondered == *position {
            return Ok(Some(true));
        }
        self.tell("stop\n")?;
        match self.wait_for_best(Instant::now() + self.timeouts.ping)? {
            Some(_) => Ok(Some(false)),
            None => Err(self.hung()),
        }
    }

    /// Waits for a move without a time limit as long as the engine answers
    /// `isready`, but not for ever.
    fn wait_untimed(&mut self, sent: Instant) -> Result<(Instant, String), EngineError> {
        for _ in 0..UNTIMED_PINGS {
            if let Some(best) = self.wait_for_best(Instant::now() + UNTIMED_TIMEOUT)? {
                return Ok(best);
            }
            // Some engines read nothing while they search: the move may have come
            // instead of `readyok`.
            if let Err(error) = self.ready_within(self.timeouts.ping) {
                return self.mailbox.access(|received| received.best.take()).ok_or(error);
            }
        }
        self.stop_and_wait(sent)
    }
}

impl Player for EngineProcess {
    fn new_game(&mut self, start: &GameStart<'_>) -> Result<(), EngineError> {
        let chess960 = start.chess960;
        if chess960 != self.chess960 {
            let knows = |received: &mut ReceivedLines| {
                received
                    .options
                    .iter()
                    .any(|line| OptionDeclaration::read(line).is_named("UCI_Chess960"))
            };
            if !self.mailbox.access(knows) {
                return Err(EngineError::Arena(format!("{} does not support Chess960", self.name)));
            }
            let (name, value) = ("UCI_Chess960".to_string(), chess960.to_string());
            let _ = self.write(&format!("{}\n", SetOption { name, value: Some(&value) }));
            self.chess960 = chess960;
        }
        self.stop_pondering();
        if let Some(opponent) = start.opponent
            && self.asks_for_opponent
            && self.opponent.as_deref() != Some(opponent)
        {
            let value = format!("none none computer {}", printable(opponent));
            let set = SetOption { name: OPPONENT.to_string(), value: Some(&value) };
            let _ = self.write(&format!("{set}\n"));
            self.opponent = Some(opponent.to_string());
        }
        let _ = self.write("ucinewgame\n");
        self.ready_within(self.timeouts.new_game)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let set = SetOption { name: name.to_string(), value: Some(value) };
        self.tell(&format!("{set}\n"))
    }

    fn think(
        &mut self,
        position: &PositionCommand,
        request: &MoveRequest,
    ) -> Result<Answer, EngineError> {
        let ponder_hit = self.end_pondering(position)?;
        let text = match ponder_hit {
            Some(true) => "ponderhit\n".to_string(),
            _ => {
                // After `readyok` nothing more comes about the last move, so a second
                // `bestmove` is not taken for the answer to this request.
                self.ready_within(self.timeouts.ping)?;
                self.mailbox.access(|received| {
                    (received.best, received.info) = (None, Default::default());
                });
                format!("{position}\n{}\n", request.command)
            }
        };
        let sent = Instant::now();
        self.tell(&text)?;
        let (at, text) = match request.allowance {
            None => self.wait_untimed(sent)?,
            Some(allowance) => match self.wait_for_best(sent + allowance)? {
                Some(best) => best,
                None => self.stop_and_wait(sent)?,
            },
        };
        let info = self.mailbox.access(|received| std::mem::take(&mut received.info));
        Ok(Answer { text, info, time: at.saturating_duration_since(sent), ponder_hit })
    }

    fn ponder(
        &mut self,
        position: &PositionCommand,
        request: &MoveRequest,
    ) -> Result<(), EngineError> {
        if !self.can_ponder {
            return Ok(());
        }
        self.ready_within(self.timeouts.ping)?;
        self.mailbox.access(|received| {
            (received.best, received.info) = (None, Default::default());
        });
        self.tell(&format!("{position}\n{}\n", request.command))?;
        self.pondered = Some(position.clone());
        Ok(())
    }

    fn stop_pondering(&mut self) {
        // An engine that fails here is started again before its next game.
        let _ = self.end_pondering(&PositionCommand::default());
    }

    fn needs_restart(&self) -> bool {
        self.needs_restart
    }

    fn quit(&mut self) {
        if !self.needs_restart && self.input.is_some() {
            // It may have ended already.
            let _ = self.write("stop\nquit\n");
        }
        // The end of its input also tells the engine to quit.
        self.input = None;
    }

    fn facts(&self) -> EngineFacts {
        self.facts.clone()
    }

    fn last_lines(&self) -> Vec<String> {
        self.conversation.last_lines()
    }

    fn warning(&mut self) -> Option<String> {
        let noise = self.mailbox.access(|received| received.noise.clone());
        self.warning.take().or_else(|| {
            let noise = noise.filter(|_| !self.has_warned_of_noise)?;
            self.has_warned_of_noise = true;
            Some(format!("it writes a line that is not part of UCI: '{noise}'"))
        })
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.quit();
        let now = Instant::now();
        // All engines of a match that stops share the same second.
        let until = match self.stop_flag.raised_at() {
            _ if self.needs_restart => now,
            Some(raised) => raised + STOP_TIMEOUT,
            None => now + QUIT_TIMEOUT,
        };
        if ended_by(until, || lock(&self.child).try_wait()).is_none() {
            lock(&self.child).kill();
        }
    }
}
