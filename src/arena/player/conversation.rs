//! What the arena and an engine write to each other: the last lines in memory,
//! all of them in a file if the user wants one.

use crate::arena::machine::engine_log::EngineLog;
use crate::arena::machine::stop_flag::lock;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Instant;

/// The number of lines that are kept in memory.
const KEPT: usize = 60;
/// The number of bytes of a line that are kept.
const LONGEST: usize = 400;

/// The conversation with one engine. Lines begin with the seconds since the
/// start; `<` marks what the engine says, `>` what it is told.
pub struct Conversation {
    name: String,
    start: Instant,
    last: Mutex<VecDeque<String>>,
    log: Option<EngineLog>,
}

impl Conversation {
    /// An empty conversation with an engine of this name.
    pub fn new(name: &str, log: Option<EngineLog>) -> Conversation {
        let start = log.as_ref().map_or_else(Instant::now, EngineLog::start);
        Conversation { name: name.to_string(), start, last: Mutex::default(), log }
    }

    /// What the engine is told, one or more lines.
    pub fn told(&self, text: &str) {
        text.lines().for_each(|line| self.add('>', line));
    }

    /// A line that the engine said.
    pub fn said(&self, line: &str) {
        self.add('<', line);
    }

    fn add(&self, mark: char, line: &str) {
        let seconds = self.start.elapsed().as_secs_f64();
        let end = line.floor_char_boundary(LONGEST);
        let short = format!("{seconds:.4} {mark} {}", line[..end].trim_end());
        if let Some(log) = &self.log {
            log.write(&format!("{} {short}\n", self.name));
        }
        let mut last = lock(&self.last);
        if last.len() >= KEPT {
            last.pop_front();
        }
        last.push_back(short);
    }

    /// The lines in memory, the oldest first.
    pub fn last_lines(&self) -> Vec<String> {
        lock(&self.last).iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let talk = Conversation::new("x", None);
        talk.told("uci\nisready\n");
        talk.said(&"é".repeat(1_000));
        let lines = talk.last_lines();
        assert!(lines[0].ends_with(" > uci") && lines[1].ends_with(" > isready"), "{lines:?}");
        assert!(lines[2].contains(" < é") && lines[2].len() < 450);
        (0..1_000).for_each(|number| talk.said(&number.to_string()));
        assert_eq!(talk.last_lines().len(), KEPT);
        assert!(talk.last_lines().last().unwrap().ends_with(" < 999"));
    }
}
