//! A model of the engine: which answers it must send, as far as its input tells.

use super::commands::{Search, StressCommand};
use super::process::StressError;
use staunton::chess::board::Position;
use staunton::chess::movegen::legal_moves;
use staunton::engine::{format_move, parse_move};
use std::collections::VecDeque;

/// How a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Soon, by itself.
    Short,
    /// By itself, but too late to wait for it.
    Long,
    /// Perhaps by itself, since nothing is left to be found.
    Open,
    /// Never.
    Infinite,
}

/// How the dialogue ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The engine was told to leave.
    Quit,
    /// The input ends.
    OfInput,
}

/// A search that has not been answered.
#[derive(Debug)]
struct PendingSearch {
    /// `None` after a refused position, or if the search is refused: then there is no
    /// move.
    position: Option<Position>,
    chess960: bool,
    reach: Reach,
    pondering: bool,
    stopped: bool,
}

impl PendingSearch {
    /// Whether other searches are refused meanwhile; `None` if that depends
    /// on whether it is over.
    fn refuses(&self) -> Option<bool> {
        match self.reach {
            _ if self.stopped => Some(false),
            _ if self.pondering => Some(true),
            Reach::Infinite => Some(true),
            Reach::Open => None,
            Reach::Short | Reach::Long => Some(false),
        }
    }

    fn may_end(&self) -> bool {
        self.stopped || !self.pondering && self.reach != Reach::Infinite
    }
}

/// The state that the engine must be in, and the answers that it must send.
pub struct Model {
    /// The position on the board; `None` after one that was refused.
    pub position: Option<Position>,
    chess960: bool,
    pending: VecDeque<PendingSearch>,
    /// A search of which only the engine knows whether it is accepted.
    uncertain: Option<PendingSearch>,
    expected_refusals: u64,
    /// Searches that were refused.
    pub refused: u64,
    /// Searches that were answered.
    pub answered: u64,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            position: Some(Position::start()),
            chess960: false,
            pending: VecDeque::new(),
            uncertain: None,
            expected_refusals: 0,
            refused: 0,
            answered: 0,
        }
    }
}

impl Model {
    /// How many searches are not answered.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Whether everything ends soon, without another word.
    pub fn ends_by_itself(&self) -> bool {
        self.pending
            .iter()
            .all(|search| search.stopped || search.reach == Reach::Short && !search.pondering)
    }

    /// Updates the model by a command. False if only the engine knows the
    /// outcome; then the caller waits for its `readyok`.
    pub fn note(&mut self, command: &StressCommand) -> bool {
        match command {
            StressCommand::Go(search) => return self.note_go(search),
            // A count of leaves is refused as a search is, but finds no move.
            StressCommand::Count(_)
                if self.is_refused() != Some(true) && self.position.is_some() => {}
            StressCommand::Count(_) => self.expected_refusals += 1,
            StressCommand::Refused(_) => self.refuse(),
            StressCommand::Position(_, position) => self.position = position.as_deref().cloned(),
            StressCommand::Chess960(_, on) => self.chess960 = *on,
            StressCommand::Stop(_) => {
                self.pending.iter_mut().for_each(|search| search.stopped = true)
            }
            StressCommand::PonderHit(_) => {
                self.pending.iter_mut().for_each(|search| search.pondering = false);
            }
            StressCommand::Other(_) => {}
        }
        true
    }

    /// Nothing more will be sent.
    pub fn note_end(&mut self, end: End) {
        for search in &mut self.pending {
            search.stopped |= end == End::Quit;
        }
    }

    /// Whether a search would be refused now; `None` if only the engine knows.
    pub fn is_refused(&self) -> Option<bool> {
        let answers: Vec<_> = self.pending.iter().map(PendingSearch::refuses).collect();
        if answers.contains(&Some(true)) {
            Some(true)
        } else if answers.contains(&None) {
            None
        } else {
            Some(false)
        }
    }

    fn note_go(&mut self, search: &Search) -> bool {
        let pending = PendingSearch {
            position: self.position.clone(),
            chess960: self.chess960,
            reach: search.reach,
            pondering: search.ponder,
            stopped: false,
        };
        match self.is_refused() {
            Some(true) => self.refuse(),
            Some(false) => self.pending.push_back(pending),
            None => self.uncertain = Some(pending),
        }
        self.uncertain.is_none()
    }

    /// A search is refused: it has no best move, and says so in its turn.
    fn refuse(&mut self) {
        self.expected_refusals += 1;
        self.pending.push_back(PendingSearch {
            position: None,
            chess960: self.chess960,
            reach: Reach::Short,
            pondering: false,
            stopped: false,
        });
    }

    /// Checks and counts a line of the engine.
    pub fn receive(&mut self, line: &str) -> Result<(), StressError> {
        if let Some(rest) = line.strip_prefix("bestmove ") {
            return self.receive_best_move(rest);
        }
        if line.starts_with("info string error: ") {
            if line.ends_with("nothing is searched") {
                self.refused += 1;
                // Those that had to be refused were sent before the uncertain one.
                if self.refused > self.expected_refusals && self.uncertain.take().is_some() {
                    self.refuse();
                }
            }
            return Ok(());
        }
        if line.starts_with("info ")
            && let Some((facts, pv)) = line.split_once(" pv ")
        {
            return self.receive_pv(facts, pv);
        }
        Ok(())
    }

    /// After a `readyok` to a question asked after all that was sent: every
    /// refusal has been said.
    pub fn check_refusals(&mut self) -> Result<(), StressError> {
        // It was not refused, so it is accepted; all before it are over.
        if let Some(pending) = self.uncertain.take() {
            self.pending.push_back(pending);
        }
        if self.refused == self.expected_refusals {
            return Ok(());
        }
        let Model { refused, expected_refusals, .. } = self;
        Err(format!("{refused} searches are refused, {expected_refusals} should be").into())
    }

    fn receive_best_move(&mut self, rest: &str) -> Result<(), StressError> {
        // An uncertain one that is answered was accepted, and is the last.
        let front = self.pending.pop_front().or_else(|| self.uncertain.take());
        let Some(search) = front else {
            return Err("a bestmove, though nothing is searched".into());
        };
        if !search.may_end() {
            return Err("a bestmove before stop or ponderhit".into());
        }
        self.answered += 1;
        let mut words = rest.split(' ');
        let best = words.next().unwrap_or_default();
        let Some(position) = &search.position else {
            return match best {
                "(none)" => Ok(()),
                _ => Err(format!("the best move {best}, though there is no position").into()),
            };
        };
        if best == "(none)" {
            return match legal_moves(position).is_empty() {
                true => Ok(()),
                false => Err(format!("no best move in {position}").into()),
            };
        }
        let next = play(position, best, search.chess960)?;
        match (words.next(), words.next()) {
            (None, _) => Ok(()),
            (Some("ponder"), Some(answer)) => play(&next, answer, search.chess960).map(drop),
            _ => Err(format!("what is 'bestmove {rest}'?").into()),
        }
    }

    /// The moves of a line are legal, and a mate is as long as is said.
    fn receive_pv(&self, facts: &str, pv: &str) -> Result<(), StressError> {
        let Some(search) = self.pending.front().or(self.uncertain.as_ref()) else {
            return Err("a line, though nothing is searched".into());
        };
        let Some(root) = &search.position else {
            return Err("a line, though there is no position".into());
        };
        let mut position = root.clone();
        let mut plies = 0;
        for text in pv.split(' ') {
            position = play(&position, text, search.chess960)?;
            plies += 1;
        }
        let mate = facts.split_once(" score mate ").map(|(_, rest)| rest);
        let Some(rest) = mate.filter(|rest| !rest.contains("bound")) else { return Ok(()) };
        let moves: i32 = rest.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
        let expected = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        let mated = position.in_check() && legal_moves(&position).is_empty();
        if plies != expected || !mated {
            return Err(format!("mate {moves} with {plies} plies in {root}").into());
        }
        Ok(())
    }
}

/// The position after a move, if it is legal and written as it should be.
fn play(position: &Position, text: &str, chess960: bool) -> Result<Position, StressError> {
    let mv = parse_move(position, text)
        .map_err(|error| StressError::from(format!("{error}, in {position}")))?;
    let expected = format_move(mv, chess960);
    if text != expected {
        return Err(format!("'{text}' should be written '{expected}', in {position}").into());
    }
    Ok(position.after(mv))
}
