//! The engines of the pages: each page that is open has one, on a thread of its own,
//! which does one thing after another. The messages are those of the npm package's
//! worker, so that the page's client is the same.

use crate::analysis::calls::{CallRequest, answer};
use crate::engine::options::Options;
use crate::engine::search::{STACK, SearchControl};
use crate::uci::words::{SetOption, next_word};
use crate::uci::{Session, UciSettings};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The most engines at a time.
const MOST_ENGINES: usize = 8;
/// Messages that wait for an engine, and lines that wait for its page.
const MOST_WAITING: usize = 1000;
/// The largest transposition table that a page may ask for, in mebibytes.
const MOST_HASH: i64 = 512;

/// What a page may say. The rest would read or write files, or ends the program.
const COMMANDS: &[&str] =
    &["uci", "isready", "ucinewgame", "position", "go", "setoption", "d", "eval", "flip"];
/// What a page may set, in small letters.
const OPTIONS: &[&str] = &[
    "hash",
    "threads",
    "multipv",
    "ponder",
    "move overhead",
    "clear hash",
    "contempt",
    "skill level",
    "uci_limitstrength",
    "uci_elo",
    "uci_chess960",
    "uci_showwdl",
    "uci_analysemode",
];

/// What a search is told while it runs: nothing, to stop, a ponder hit, that the page
/// is gone.
const NOTHING: u32 = 0;
const STOP: u32 = 1;
const PONDER_HIT: u32 = 2;
const GONE: u32 = 3;

thread_local! {
    /// What the engine of this thread is told.
    static SIGNAL: RefCell<Option<Arc<AtomicU32>>> = const { RefCell::new(None) };
}

/// A message of a page.
#[derive(Deserialize)]
pub struct PageMessage {
    /// A line of UCI.
    line: Option<String>,
    /// A call.
    request: Option<CallRequest>,
    /// Whether it is stopped before it begins.
    #[serde(default)]
    stopped: bool,
    /// What is told to the search that runs; then it is no work.
    signal: Option<u32>,
}

/// An engine has no place, or is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PageEngineError {
    /// Too many pages are open.
    #[error("{MOST_ENGINES} pages are open already; close one and load this page again")]
    TooMany,
    /// The system starts no thread.
    #[error("the system starts no thread for the engine")]
    NoThread,
    /// The page was closed, or sends more than an engine can take.
    #[error("there is no such engine any more; load the page again")]
    Gone,
}

struct OpenEngine {
    inbox: SyncSender<PageMessage>,
    signal: Arc<AtomicU32>,
}

/// All engines, by their names.
pub struct Engines {
    settings: UciSettings,
    open: Mutex<BTreeMap<String, OpenEngine>>,
}

impl Engines {
    /// No engine yet.
    pub fn new(settings: UciSettings) -> Engines {
        // What a page does is written into no file.
        let options = Options { debug_log_file: Default::default(), ..settings.options };
        let settings = UciSettings { options, ..settings };
        Engines { settings, open: Mutex::default() }
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, OpenEngine>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts an engine: its name, which nobody else can guess, and what it says,
    /// each a JSON object.
    ///
    /// # Errors
    /// If there are too many.
    pub fn start(&self) -> Result<(String, Receiver<String>), PageEngineError> {
        let mut open = self.open();
        if open.len() >= MOST_ENGINES {
            return Err(PageEngineError::TooMany);
        }
        // Each state is keyed by random numbers of the system.
        let part = |salt: u64| RandomState::new().hash_one(salt);
        let name = format!("{:016x}{:016x}", part(0), part(1));
        let (inbox, messages) = sync_channel(MOST_WAITING);
        let (outbox, said) = sync_channel(MOST_WAITING);
        let signal = Arc::new(AtomicU32::new(NOTHING));
        let engine = OpenEngine { inbox, signal: Arc::clone(&signal) };
        let settings = self.settings.clone();
        thread::Builder::new()
            .name("page".to_string())
            .stack_size(STACK)
            .spawn(move || work(settings, &messages, &Outbox(outbox), &signal))
            .map_err(|_| PageEngineError::NoThread)?;
        open.insert(name.clone(), engine);
        Ok((name, said))
    }

    /// Ends an engine.
    pub fn end(&self, name: &str) {
        if let Some(engine) = self.open().remove(name) {
            engine.signal.store(GONE, Ordering::Relaxed);
        }
    }

    /// Hands a message to an engine.
    ///
    /// # Errors
    /// If it is gone, or has a thousand messages before it.
    pub fn tell(&self, name: &str, message: PageMessage) -> Result<(), PageEngineError> {
        let open = self.open();
        let engine = open.get(name).ok_or(PageEngineError::Gone)?;
        match message.signal {
            Some(PONDER_HIT) => {
                // A stop that came first stays.
                let (old, new) = (NOTHING, PONDER_HIT);
                let order = Ordering::Relaxed;
                let _ = engine.signal.compare_exchange(old, new, order, order);
            }
            Some(_) => engine.signal.store(STOP, Ordering::Relaxed),
            None => {
                let signal = if message.stopped { STOP } else { NOTHING };
                engine.signal.store(signal, Ordering::Relaxed);
                engine.inbox.try_send(message).map_err(|_| PageEngineError::Gone)?;
            }
        }
        Ok(())
    }
}

/// Where the messages to a page go. If it is gone, they are lost.
#[derive(Clone)]
struct Outbox(SyncSender<String>);

impl Outbox {
    fn send(&self, message: &Value) {
        let _ = self.0.send(message.to_string());
    }

    fn line(&self, text: &str) {
        self.send(&json!({ "line": text }));
    }
}

impl Write for Outbox {
    /// Takes whole lines, as the session writes them.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        String::from_utf8_lossy(bytes).lines().for_each(|line| self.line(line));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Asks what the search of this thread is told.
fn ask(control: &SearchControl) {
    let signal = SIGNAL.with_borrow(|signal| {
        signal.as_ref().map_or(NOTHING, |signal| signal.load(Ordering::Relaxed))
    });
    match signal {
        NOTHING => {}
        PONDER_HIT => control.pondering.store(false, Ordering::Relaxed),
        _ => control.stop.store(true, Ordering::Relaxed),
    }
}

/// Carries out the messages of a page until it is gone.
fn work(
    settings: UciSettings,
    messages: &Receiver<PageMessage>,
    outbox: &Outbox,
    signal: &Arc<AtomicU32>,
) {
    SIGNAL.set(Some(Arc::clone(signal)));
    let mut session = match Session::without_thread(settings, outbox.clone(), ask) {
        Ok(session) => session,
        Err(error) => return outbox.send(&json!({ "failed": error.to_string() })),
    };
    for message in messages {
        if signal.load(Ordering::Relaxed) == GONE {
            return;
        }
        let answered = match (message.line, message.request) {
            (Some(line), _) => match check(&line) {
                Ok(()) => json!({ "done": session.run_line(&line).is_continue() }),
                Err(why) => {
                    outbox.line(&format!("info string error: {why}"));
                    json!({ "done": true })
                }
            },
            (None, Some(request)) => {
                let mut progress =
                    |done, all| outbox.line(&format!("info string report {done} of {all}"));
                match answer_value(&request, &mut progress) {
                    Ok(value) => json!({ "done": value }),
                    Err(why) => json!({ "refused": why }),
                }
            }
            (None, None) => json!({ "refused": "the message asks for nothing" }),
        };
        outbox.send(&answered);
    }
}

/// Answers a call on this thread.
///
/// # Errors
/// Why there is no answer, as a sentence.
pub fn answer_value(
    request: &CallRequest,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Value, String> {
    let answered = answer(request, Some(ask), progress).map_err(|error| error.to_string())?;
    serde_json::to_value(answered).map_err(|error| error.to_string())
}

/// Whether a page may say a line of UCI.
fn check(line: &str) -> Result<(), String> {
    let Some((word, rest)) = next_word(line) else { return Ok(()) };
    if !COMMANDS.contains(&word) {
        return Err(format!("'{word}' is not for a page"));
    }
    if word != "setoption" {
        return Ok(());
    }
    let set = SetOption::read(rest).map_err(|error| error.to_string())?;
    let name = set.name.to_ascii_lowercase();
    if !OPTIONS.contains(&name.as_str()) {
        return Err(format!("the option {} is not for a page", set.name));
    }
    let cores = thread::available_parallelism().map_or(1, |count| count.get() as i64);
    let most = match name.as_str() {
        "hash" => MOST_HASH,
        "threads" => cores,
        _ => return Ok(()),
    };
    let is_too_much = set.value.and_then(|text| text.parse().ok()).is_some_and(|n: i64| n > most);
    if is_too_much { Err(format!("{} is at most {most} here", set.name)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(json: &str) -> PageMessage {
        serde_json::from_str(json).expect("it is a message")
    }

    fn until(said: &Receiver<String>, part: &str) -> String {
        said.iter().find(|line| line.contains(part)).expect("the engine is there")
    }

    #[test]
    fn a_page_reaches_no_file() {
        for bad in [
            "quit",
            "x setoption name Hash value 1",
            "setoption name Debug Log File value /tmp/x",
            "setoption name EvalFile value /etc/passwd",
            "setoption name SyzygyPath value /",
            "setoption name Hash File value x",
            "setoption name SaveHash",
            "setoption name Hash value 100000",
            "bench 1 100000",
        ] {
            assert!(check(bad).is_err(), "{bad}");
        }
        for good in ["go depth 3", "", "setoption name Hash value 32", "setoption name Clear Hash"]
        {
            assert_eq!(check(good), Ok(()), "{good}");
        }
    }

    #[test]
    fn an_engine_searches_stops_and_answers_calls() {
        let engines = Engines::new(UciSettings::default());
        let (name, said) = engines.start().expect("there is room");
        engines.tell(&name, message(r#"{"line": "go infinite"}"#)).unwrap();
        until(&said, " depth 3 ");
        engines.tell(&name, message(r#"{"signal": 1}"#)).unwrap();
        until(&said, "bestmove");
        assert_eq!(until(&said, "done"), r#"{"done":true}"#);
        engines.tell(&name, message(r#"{"line": "go infinite", "stopped": true}"#)).unwrap();
        until(&said, "bestmove");
        until(&said, "done");
        engines
            .tell(&name, message(r#"{"request": {"call": "game", "moves": ["e2e5"]}}"#))
            .unwrap();
        assert!(until(&said, "refused").contains("e2e5"));
        engines.end(&name);
        assert_eq!(engines.tell(&name, message(r#"{"line": "d"}"#)), Err(PageEngineError::Gone));
    }

    #[test]
    fn there_are_not_too_many() {
        let engines = Engines::new(UciSettings::default());
        let all: Vec<_> = (0..MOST_ENGINES).map(|_| engines.start().expect("room")).collect();
        assert_eq!(engines.start().err(), Some(PageEngineError::TooMany));
        // Names do not repeat.
        assert_eq!(engines.open().len(), all.len());
        engines.end(&all[0].0);
        assert!(engines.start().is_ok());
    }
}
