//! What the engine owes, as far as one can know it from outside.

use super::commands::{Order, Search};
use super::process::Fault;
use staunton::board::Position;
use staunton::engine::{format_move, parse_move};
use staunton::movegen::legal_moves;
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

/// A search that was accepted and has not been answered.
#[derive(Debug)]
struct Pending {
    position: Position,
    chess960: bool,
    reach: Reach,
    pondering: bool,
    stopped: bool,
}

impl Pending {
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

/// What the engine knows and owes.
pub struct Model {
    /// The position on the board.
    pub position: Position,
    chess960: bool,
    pending: VecDeque<Pending>,
    /// A search of which only the engine knows whether it is accepted.
    doubtful: Option<Pending>,
    expected_refusals: u64,
    /// Searches that were refused.
    pub refused: u64,
    /// Searches that were answered.
    pub answered: u64,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            position: Position::start(),
            chess960: false,
            pending: VecDeque::new(),
            doubtful: None,
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

    /// Takes note of what was sent. False if only the engine knows what will
    /// come of it; then it must be asked whether it is ready.
    pub fn note(&mut self, order: &Order) -> bool {
        match order {
            Order::Go(search) => return self.note_go(search),
            // A count of leaves is refused as a search is, but finds no move.
            Order::Count(_) if self.is_refused() != Some(true) => {}
            Order::Count(_) | Order::Refused(_) => self.expected_refusals += 1,
            Order::Position(_, position) => self.position = Position::clone(position),
            Order::Chess960(_, on) => self.chess960 = *on,
            Order::Stop(_) => self.pending.iter_mut().for_each(|search| search.stopped = true),
            Order::PonderHit(_) => {
                self.pending.iter_mut().for_each(|search| search.pondering = false);
            }
            Order::Other(_) => {}
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
        let answers: Vec<_> = self.pending.iter().map(Pending::refuses).collect();
        if answers.contains(&Some(true)) {
            Some(true)
        } else if answers.contains(&None) {
            None
        } else {
            Some(false)
        }
    }

    fn note_go(&mut self, search: &Search) -> bool {
        let pending = Pending {
            position: self.position.clone(),
            chess960: self.chess960,
            reach: search.reach,
            pondering: search.ponder,
            stopped: false,
        };
        match self.is_refused() {
            Some(true) => self.expected_refusals += 1,
            Some(false) => self.pending.push_back(pending),
            None => self.doubtful = Some(pending),
        }
        self.doubtful.is_none()
    }

    /// Takes note of what the engine says.
    pub fn hear(&mut self, line: &str) -> Result<(), Fault> {
        if let Some(rest) = line.strip_prefix("bestmove ") {
            return self.hear_best(rest);
        }
        if line.starts_with("info string error: ") {
            if line.ends_with("nothing is searched") {
                self.refused += 1;
                // Those that had to be refused were sent before the doubtful one.
                if self.refused > self.expected_refusals && self.doubtful.take().is_some() {
                    self.expected_refusals += 1;
                }
            }
            return Ok(());
        }
        if line.starts_with("info ")
            && let Some((facts, pv)) = line.split_once(" pv ")
        {
            return self.hear_line(facts, pv);
        }
        Ok(())
    }

    /// After a `readyok` to a question asked after all that was sent: every
    /// refusal has been said.
    pub fn check_refusals(&mut self) -> Result<(), Fault> {
        // It was not refused, so it is accepted; all before it are over.
        if let Some(pending) = self.doubtful.take() {
            self.pending.push_back(pending);
        }
        if self.refused == self.expected_refusals {
            return Ok(());
        }
        let Model { refused, expected_refusals, .. } = self;
        Err(format!("{refused} searches are refused, {expected_refusals} should be").into())
    }

    fn hear_best(&mut self, rest: &str) -> Result<(), Fault> {
        // A doubtful one that is answered was accepted, and is the last.
        let front = self.pending.pop_front().or_else(|| self.doubtful.take());
        let Some(search) = front else {
            return Err("a bestmove, though nothing is searched".into());
        };
        if !search.may_end() {
            return Err("a bestmove before stop or ponderhit".into());
        }
        self.answered += 1;
        let mut words = rest.split(' ');
        let best = words.next().unwrap_or_default();
        if best == "(none)" {
            return match legal_moves(&search.position).is_empty() {
                true => Ok(()),
                false => Err(format!("no best move in {}", search.position).into()),
            };
        }
        let next = play(&search.position, best, search.chess960)?;
        match (words.next(), words.next()) {
            (None, _) => Ok(()),
            (Some("ponder"), Some(answer)) => play(&next, answer, search.chess960).map(drop),
            _ => Err(format!("what is 'bestmove {rest}'?").into()),
        }
    }

    /// The moves of a line are legal, and a mate is as long as is said.
    fn hear_line(&self, facts: &str, pv: &str) -> Result<(), Fault> {
        let Some(search) = self.pending.front().or(self.doubtful.as_ref()) else {
            return Err("a line, though nothing is searched".into());
        };
        let mut position = search.position.clone();
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
            return Err(format!("mate {moves} with {plies} plies in {}", search.position).into());
        }
        Ok(())
    }
}

/// The position after a move, if it is legal and written as it should be.
fn play(position: &Position, text: &str, chess960: bool) -> Result<Position, Fault> {
    let mv = parse_move(position, text)
        .map_err(|error| Fault::from(format!("{error}, in {position}")))?;
    let expected = format_move(mv, chess960);
    if text != expected {
        return Err(format!("'{text}' should be written '{expected}', in {position}").into());
    }
    Ok(position.after(mv))
}
