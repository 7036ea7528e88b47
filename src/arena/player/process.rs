//! An engine in a process of its own.

use super::last_words::LastWords;
use super::mailbox::{Mailbox, ReceivedLine, WaitResult};
use super::{Answer, EngineError, MoveRequest, Player, PositionCommand, StartError, options};
use crate::arena::StopFlag;
use crate::arena::halt::lock;
use crate::arena::plan::{EngineCommand, PlayerPlan, Timeouts};
use crate::arena::record::ForfeitReason;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is kept, in bytes; the rest of a longer one is
/// thrown away as it comes.
const MAX_LINE: usize = 1 << 16;
/// How long an engine may take to leave after `quit`.
const QUIT_PATIENCE: Duration = Duration::from_secs(2);
/// How often one looks whether a process has ended whose output has.
const LOOKS: u32 = 50;
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
/// How long one waits for the last words of an engine that has broken down.
const LAST_WORDS_PATIENCE: Duration = Duration::from_millis(500);
/// A move without a clock is waited for so long before the engine is asked
/// whether it is alive, and so often.
const UNTIMED_PATIENCE: Duration = Duration::from_secs(60);
const UNTIMED_PINGS: u32 = 10;

/// An engine in a process of its own.
pub struct Process {
    name: String,
    child: Arc<Mutex<Child>>,
    input: Option<ChildStdin>,
    mailbox: Arc<Mailbox>,
    last_words: Arc<LastWords>,
    halt: Arc<StopFlag>,
    patience: Timeouts,
    /// How often `isready` has been sent.
    asked: u64,
    /// Whether the engine has been told to castle as in Chess960.
    chess960: bool,
    /// It cannot be trusted to heed `quit`.
    is_lost: bool,
    complaint: Option<String>,
    has_complained_of_noise: bool,
}

impl Process {
    /// Starts the program and lets it introduce itself.
    ///
    /// # Errors
    /// If it does not, or does not know the options that it is to be given.
    pub fn start(
        plan: &PlayerPlan,
        command: &EngineCommand,
        patience: Timeouts,
        halt: &Arc<StopFlag>,
    ) -> Result<Process, StartError> {
        let mut child = spawn(command).map_err(|error| {
            let sentence = format!("'{}' cannot be started: {error}", command.program.display());
            if is_scarcity(&error) {
                StartError::Scarce(sentence)
            } else {
                StartError::Useless(sentence)
            }
        })?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        halt.watch(&child);
        let mailbox = halt.mailbox();
        let last_words = Arc::new(LastWords::default());
        let mut process = Process {
            name: plan.name.clone(),
            child,
            input,
            mailbox: Arc::clone(&mailbox),
            last_words: Arc::clone(&last_words),
            halt: Arc::clone(halt),
            patience,
            asked: 0,
            chess960: false,
            is_lost: true,
            complaint: None,
            has_complained_of_noise: false,
        };
        if let Some(output) = output {
            spawn_reader(&plan.name, move || read(output, &mailbox))?;
        }
        if let Some(errors) = errors {
            spawn_reader(&plan.name, move || last_words.read(errors))?;
        }
        process.introduce(plan)?;
        process.is_lost = false;
        Ok(process)
    }

    fn introduce(&mut self, plan: &PlayerPlan) -> Result<(), StartError> {
        let last_words = Arc::clone(&self.last_words);
        let useless = |what: String| {
            let last_words = last_words.after(LAST_WORDS_PATIENCE);
            StartError::Useless(format!("{}: {what}{last_words}", plan.name))
        };
        let startup = self.patience.startup;
        let sent = self.write("uci\n");
        let until = Instant::now() + startup;
        let introduced = |heard: &mut ReceivedLine| heard.introduced.then_some(());
        match self.mailbox.wait(Some(until), Some(&self.halt), introduced) {
            WaitResult::Got(()) => {}
            WaitResult::Halted => return Err(StartError::Halted),
            WaitResult::Closed => {
                return Err(useless(format!("it {} at once", self.how_it_ended())));
            }
            WaitResult::Overdue => {
                let hint = if sent.is_ok() { "" } else { " and does not read" };
                return Err(useless(format!(
                    "no 'uciok' within {} s{hint}: is it a UCI engine?",
                    startup.as_secs_f64()
                )));
            }
        }
        let declared = self.mailbox.look(|heard| heard.options.clone());
        let commands = options::commands(&plan.name, &declared, &plan.settings);
        for command in commands.map_err(StartError::Useless)? {
            // If it has ended, the next who waits for it will notice.
            let _ = self.write(&format!("{command}\n"));
        }
        match self.ready_within(self.patience.new_game) {
            Ok(()) => Ok(()),
            Err(EngineError::Halted) => Err(StartError::Halted),
            Err(_) => Err(useless("it did not get ready after its options were set".to_string())),
        }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        match &mut self.input {
            Some(input) => input.write_all(text.as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Sends `isready` and waits for the answer.
    fn ready_within(&mut self, patience: Duration) -> Result<(), EngineError> {
        self.asked += 1;
        if self.write("isready\n").is_err() {
            return Err(self.crashed());
        }
        let asked = self.asked;
        let until = Some(Instant::now() + patience);
        let ready = |heard: &mut ReceivedLine| (heard.ready >= asked).then_some(());
        match self.mailbox.wait(until, Some(&self.halt), ready) {
            WaitResult::Got(()) => Ok(()),
            WaitResult::Closed => Err(self.crashed()),
            WaitResult::Overdue => Err(self.hung()),
            WaitResult::Halted => Err(EngineError::Halted),
        }
    }

    /// How the process ended, as far as can be known.
    fn how_it_ended(&self) -> String {
        match ended(&self.child) {
            Some(how) => format!("ended ({how})"),
            None => "closed its output".to_string(),
        }
    }

    fn crashed(&mut self) -> EngineError {
        self.is_lost = true;
        let last_words = self.last_words.after(LAST_WORDS_PATIENCE);
        self.complaint = Some(format!("it {}{last_words}", self.how_it_ended()));
        EngineError::ForfeitReason(ForfeitReason::Crashed)
    }

    /// A thread of the engine may have broken down and left the others
    /// waiting; then its last words tell.
    fn hung(&mut self) -> EngineError {
        self.is_lost = true;
        let last_words = self.last_words.after(Duration::ZERO);
        if !last_words.is_empty() {
            self.complaint = Some(format!("it does not react any more{last_words}"));
        }
        EngineError::ForfeitReason(ForfeitReason::Hung)
    }

    /// The move does not come in time: the engine is told to stop, and asked
    /// for a sign of life.
    fn rouse(&mut self, sent: Instant) -> Result<(Instant, String), EngineError> {
        self.asked += 1;
        if self.write("stop\nisready\n").is_err() {
            return Err(self.crashed());
        }
        let asked = self.asked;
        let until = Some(Instant::now() + self.patience.ping);
        match self.mailbox.wait(until, Some(&self.halt), |heard| heard.best.take()) {
            WaitResult::Got(best) => Ok(best),
            WaitResult::Closed => Err(self.crashed()),
            WaitResult::Halted => Err(EngineError::Halted),
            WaitResult::Overdue if self.mailbox.look(|heard| heard.ready >= asked) => {
                self.is_lost = true;
                self.complaint = Some("it answers, but does not heed 'stop'".to_string());
                Err(EngineError::Overdue(sent.elapsed()))
            }
            WaitResult::Overdue => Err(self.hung()),
        }
    }

    /// Waits for a move that no clock limits, as long as the engine is alive
    /// and within reason.
    fn wait_untimed(&mut self, sent: Instant) -> Result<(Instant, String), EngineError> {
        for _ in 0..UNTIMED_PINGS {
            let until = Some(Instant::now() + UNTIMED_PATIENCE);
            match self.mailbox.wait(until, Some(&self.halt), |heard| heard.best.take()) {
                WaitResult::Got(best) => return Ok(best),
                WaitResult::Closed => return Err(self.crashed()),
                WaitResult::Halted => return Err(EngineError::Halted),
                WaitResult::Overdue => {}
            }
            match self.ready_within(self.patience.ping) {
                Ok(()) => {}
                // Some engines read nothing while they search: the move may
                // have come instead.
                Err(trouble) => return self.mailbox.look(|heard| heard.best.take()).ok_or(trouble),
            }
        }
        self.rouse(sent)
    }
}

impl Player for Process {
    fn new_game(&mut self, chess960: bool) -> Result<(), EngineError> {
        if chess960 != self.chess960 {
            let knows = |heard: &mut ReceivedLine| {
                heard.options.iter().any(|line| options::is_of(line, "UCI_Chess960"))
            };
            if !self.mailbox.look(knows) {
                return Err(EngineError::Ours(format!("{} does not know Chess960", self.name)));
            }
            let _ = self.write(&format!("setoption name UCI_Chess960 value {chess960}\n"));
            self.chess960 = chess960;
        }
        let _ = self.write("ucinewgame\n");
        self.ready_within(self.patience.new_game)
    }

    fn think(
        &mut self,
        course: &PositionCommand,
        order: &MoveRequest,
    ) -> Result<Answer, EngineError> {
        // Whatever it still had to say of its last move has been said then, and
        // a second `bestmove` is not taken for the answer to this question.
        self.ready_within(self.patience.ping)?;
        let text = format!("{}\n{}\n", course.command(), order.command());
        self.mailbox.look(|heard| {
            (heard.best, heard.thought) = (None, Default::default());
        });
        let sent = Instant::now();
        if self.write(&text).is_err() {
            return Err(self.crashed());
        }
        let (at, text) = match order.allowance {
            None => self.wait_untimed(sent)?,
            Some(allowance) => {
                let until = Some(sent + allowance);
                match self.mailbox.wait(until, Some(&self.halt), |heard| heard.best.take()) {
                    WaitResult::Got(best) => best,
                    WaitResult::Closed => return Err(self.crashed()),
                    WaitResult::Halted => return Err(EngineError::Halted),
                    WaitResult::Overdue => self.rouse(sent)?,
                }
            }
        };
        let thought = self.mailbox.look(|heard| heard.thought);
        Ok(Answer { text, thought, time: at.saturating_duration_since(sent) })
    }

    fn is_lost(&self) -> bool {
        self.is_lost
    }

    fn complaint(&mut self) -> Option<String> {
        let noise = self.mailbox.look(|heard| heard.noise.clone());
        self.complaint.take().or_else(|| {
            let noise = noise.filter(|_| !self.has_complained_of_noise)?;
            self.has_complained_of_noise = true;
            Some(format!("it writes what is none of the protocol: '{noise}'"))
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_lost {
            let _ = self.write("stop\nquit\n");
        }
        // The end of its input tells it as well.
        self.input = None;
        if !self.is_lost {
            let until = Instant::now() + QUIT_PATIENCE;
            self.mailbox.wait(Some(until), None, |_| None::<()>);
            if ended(&self.child).is_some() {
                return;
            }
        }
        let mut child = lock(&self.child);
        // It may have ended by itself; then there is nothing to wait for.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Has a thread of its own read what an engine writes.
fn spawn_reader(name: &str, read: impl FnOnce() + Send + 'static) -> Result<(), StartError> {
    let spawned = thread::Builder::new().name(format!("reads {name}")).spawn(read);
    spawned
        .map(drop)
        .map_err(|error| StartError::Scarce(format!("no thread to read {name}: {error}")))
}

fn spawn(command: &EngineCommand) -> io::Result<Child> {
    let mut process = std::process::Command::new(&command.program);
    process
        .args(&command.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(directory) = &command.directory {
        process.current_dir(directory);
    }
    // The terminal's Ctrl-C is for the arena, which then stops the engines.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    process.spawn()
}

/// Whether the system was short of something: processes, memory, open files;
/// or the file is still being written.
fn is_scarcity(error: &io::Error) -> bool {
    use io::ErrorKind::*;
    /// The numbers of "too many open files", in the system and the process.
    const TOO_MANY_FILES: [i32; 2] = [23, 24];
    matches!(error.kind(), WouldBlock | OutOfMemory | ExecutableFileBusy | Interrupted)
        || error.raw_os_error().is_some_and(|number| TOO_MANY_FILES.contains(&number))
}

/// How a process ended that is about to end; `None` if it goes on.
fn ended(child: &Mutex<Child>) -> Option<String> {
    for _ in 0..LOOKS {
        if let Ok(Some(status)) = lock(child).try_wait() {
            return Some(status.to_string());
        }
        thread::sleep(BETWEEN_LOOKS);
    }
    None
}

/// Reads all that an engine writes, and notes when each line came.
fn read(output: impl Read, mailbox: &Mailbox) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let chunk = match output.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) | Ok([]) => break,
            Ok(chunk) => chunk,
        };
        let at = Instant::now();
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(chunk.len());
        if line.len() + length > MAX_LINE {
            is_too_long = true;
        } else {
            line.extend_from_slice(&chunk[..length]);
        }
        output.consume(end.map_or(length, |end| end + 1));
        if end.is_some() || is_too_long {
            deliver(mailbox, at, &line, is_too_long);
        }
        if end.is_some() {
            is_too_long = false;
        }
        if end.is_some() || is_too_long {
            line.clear();
        }
    }
    mailbox.put(|heard| {
        heard.closed = true;
        true
    });
}

/// Only an answer wakes who waits, not one of the many thoughts.
fn deliver(mailbox: &Mailbox, at: Instant, line: &[u8], is_too_long: bool) {
    let text = String::from_utf8_lossy(line);
    mailbox.put(|heard| {
        if is_too_long {
            heard.is_noise(&text);
            return false;
        }
        let before = (heard.ready, heard.introduced);
        heard.line(at, &text);
        heard.best.is_some() || (heard.ready, heard.introduced) != before
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_takes_no_memory_and_hides_nothing_after_it() {
        let mut bytes = b"uciok\ninfo string short\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', 3 * MAX_LINE));
        bytes.extend_from_slice(b" bestmove e2e4\nreadyok\nbestmove d2d4");
        bytes.extend_from_slice(b"\xff\xfe\n");
        let mailbox = Mailbox::default();
        read(&bytes[..], &mailbox);
        mailbox.look(|heard| {
            assert!(heard.introduced && heard.closed && heard.ready == 1);
            assert_eq!(heard.best.take().unwrap().1, "d2d4\u{fffd}\u{fffd}");
            assert!(heard.noise.take().unwrap().starts_with("xxx"));
        });
    }
}
