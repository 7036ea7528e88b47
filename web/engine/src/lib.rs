//! The engine as a WebAssembly module with one thread.
//!
//! The page calls, and the module answers before the call returns:
//!
//! | the module has | |
//! |---|---|
//! | `staunton_input(length)` | makes room for so many bytes of UTF-8; where they go |
//! | `staunton_line()` | carries out the line of UCI that lies there; 0 after `quit` |
//! | `staunton_call()` | answers the request in JSON that lies there: see `staunton::analysis::calls`; the length of the answer |
//! | `staunton_answer()` | where the answer lies |
//!
//! | the page has | |
//! |---|---|
//! | `page.line(text, length)` | takes a line that the engine says, or several |
//! | `page.poll()` | asked a few thousand times a second while the engine searches: 1 stops it, 2 is a ponder hit, 0 is neither |

mod calls;

use staunton::engine::SearchControl;
use staunton::uci::{Session, UciSettings};
use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::atomic::Ordering;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    fn line(text: *const u8, length: usize);
    safe fn poll() -> u32;
}

/// What [`poll`] answers.
const STOP: u32 = 1;
const PONDER_HIT: u32 = 2;

thread_local! {
    /// What the page writes and reads.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Made by the first line.
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Hands a line to the page.
fn say(text: &str) {
    // SAFETY: the page reads these bytes before it returns.
    unsafe { line(text.as_ptr(), text.len()) };
}

/// Hands lines to the page, each as it is written.
struct PageOutput;

impl Write for PageOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        say(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Asks the page whether the search shall stop.
fn ask(control: &SearchControl) {
    match poll() {
        STOP => control.stop.store(true, Ordering::Relaxed),
        PONDER_HIT => control.pondering.store(false, Ordering::Relaxed),
        _ => {}
    }
}

/// The text that the page has written.
fn input() -> String {
    BUFFER.with_borrow(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

/// Makes room for the input and says where.
#[unsafe(no_mangle)]
pub extern "C" fn staunton_input(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|bytes| {
        bytes.clear();
        bytes.resize(length, 0);
        bytes.as_mut_ptr()
    })
}

/// Carries out a line of UCI; 0 after `quit`.
#[unsafe(no_mangle)]
pub extern "C" fn staunton_line() -> u32 {
    let text = input();
    SESSION.with_borrow_mut(|session| {
        if session.is_none() {
            match Session::without_thread(UciSettings::default(), PageOutput, ask) {
                Ok(new) => *session = Some(new),
                Err(error) => {
                    say(&format!("info string error: {error}"));
                }
            }
        }
        let goes_on = session.as_mut().is_some_and(|session| session.run_line(&text).is_continue());
        u32::from(goes_on)
    })
}

/// Answers a request in JSON, and says how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn staunton_call() -> usize {
    let answer = calls::answer_json(&input());
    BUFFER.with_borrow_mut(|bytes| {
        *bytes = answer.into_bytes();
        bytes.len()
    })
}

/// Where the last answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn staunton_answer() -> *const u8 {
    BUFFER.with_borrow(|bytes| bytes.as_ptr())
}
