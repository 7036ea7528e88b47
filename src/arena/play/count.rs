//! Counts the games of a match in the order of the schedule, whichever ends
//! first. Counting them as they end would bias a match that stops early towards
//! short games.

use crate::arena::machine::stop_flag::StopFlag;
use crate::arena::plan::match_plan::MatchPlan;
use crate::arena::plan::record::{Ending, ForfeitReason, GameRecord};
use crate::arena::plan::schedule::ScheduledGame;
use std::collections::BTreeMap;
use std::sync::mpsc::Receiver;

/// Whether a match goes on after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchStatus {
    /// More games are needed.
    Continue,
    /// The result is certain enough; the match stops.
    Decided,
}

/// Follows a match as it is played.
pub trait MatchObserver {
    /// Stores a finished game before it is counted. Games come in the order in
    /// which they end.
    ///
    /// # Errors
    /// A sentence, if the game cannot be stored; the match then ends.
    fn played(&mut self, record: &GameRecord) -> Result<(), String>;

    /// Counts a game. Games come in the order of the schedule.
    ///
    /// # Errors
    /// A sentence; the match then ends.
    fn counted(&mut self, record: &GameRecord) -> Result<MatchStatus, String>;

    /// A game begins.
    fn started(&mut self, _game: ScheduledGame) {}

    /// Tells the user about an event, in a sentence.
    fn note(&mut self, sentence: &str);

    /// Keeps a report on a game that a player has lost by a fault.
    fn fault(&mut self, report: &str);
}

/// The reason why no more games of a match are counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All games are played.
    Complete,
    /// The observer has declared the result decided.
    Decided,
    /// The match was told to stop.
    Stopped,
    /// The match could not go on; a sentence. Games that were counted stand.
    Failed(String),
}

/// What a thread that plays reports to the thread that counts.
pub enum GameMessage {
    Started(ScheduledGame),
    Finished(Box<GameRecord>),
    Note(String),
    Fault(String),
    Failed(String),
}

/// Puts finished games into the order of the schedule and counts them.
pub struct GameCounter<'w> {
    observer: &'w mut dyn MatchObserver,
    /// Finished games that wait for games before them.
    waiting: BTreeMap<usize, GameRecord>,
    /// The number of the game to count next.
    next: usize,
    /// How the match ended; `None` while it goes on.
    end: Option<MatchEnd>,
}

impl<'w> GameCounter<'w> {
    /// A counter that has the games that were played before.
    pub fn new(observer: &'w mut dyn MatchObserver, done: Vec<GameRecord>) -> GameCounter<'w> {
        let waiting = done.into_iter().map(|record| (record.number, record)).collect();
        let mut count = GameCounter { observer, waiting, next: 0, end: None };
        count.advance();
        count
    }

    /// Whether the games that were played before have ended the match.
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// Handles the messages of the playing threads until all of them have
    /// ended.
    pub fn follow(
        &mut self,
        receiver: &Receiver<GameMessage>,
        plan: &MatchPlan,
        stop_flag: &StopFlag,
    ) {
        for message in receiver {
            match message {
                GameMessage::Started(game) => self.observer.started(game),
                GameMessage::Note(sentence) => self.observer.note(&sentence),
                GameMessage::Fault(report) => self.observer.fault(&report),
                GameMessage::Failed(sentence) => self.fail(sentence),
                // The game ended after the result was decided; it does not count.
                GameMessage::Finished(_) if self.end == Some(MatchEnd::Decided) => {}
                GameMessage::Finished(record) => {
                    match self.observer.played(&record) {
                        Ok(()) => self.check(&record, plan),
                        Err(sentence) => self.fail(sentence),
                    }
                    self.waiting.insert(record.number, *record);
                    if self.end.is_none() {
                        self.advance();
                    }
                }
            }
            if self.end.is_some() {
                stop_flag.raise();
            }
        }
    }

    fn fail(&mut self, sentence: String) {
        self.end.get_or_insert(MatchEnd::Failed(sentence));
    }

    /// Ends the match if the plan says that this ending ends it.
    fn check(&mut self, record: &GameRecord, plan: &MatchPlan) {
        if let Ending::Forfeit { loser, reason } = &record.ending
            && plan.is_ended_by(&record.ending)
        {
            let name = &plan.players[record.players[loser.index()]].name;
            let what = if *reason == ForfeitReason::Crashed { "crashed" } else { "hangs" };
            self.fail(format!(
                "{name} {what} in game {}; with --recover it is started again and the match \
                 goes on",
                record.number + 1
            ));
        }
    }

    /// Counts the games that wait for no other game.
    fn advance(&mut self) {
        while let Some(record) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.count(&record);
            if self.end.is_some() {
                return;
            }
        }
    }

    fn count(&mut self, record: &GameRecord) {
        match self.observer.counted(record) {
            Ok(MatchStatus::Continue) => {}
            Ok(MatchStatus::Decided) => {
                self.end.get_or_insert(MatchEnd::Decided);
            }
            Err(sentence) => self.fail(sentence),
        }
    }

    /// Says how the match ended. Games that wait for games which will not be
    /// played count now, unless the result was decided before.
    pub fn close(mut self, games: usize, stop_flag: &StopFlag) -> MatchEnd {
        if self.end != Some(MatchEnd::Decided) {
            for record in std::mem::take(&mut self.waiting).into_values() {
                self.next += 1;
                self.count(&record);
            }
        }
        match self.end {
            Some(end) => end,
            None if self.next >= games => MatchEnd::Complete,
            None if stop_flag.is_finishing() => MatchEnd::Stopped,
            None => MatchEnd::Failed("some games were not played".to_string()),
        }
    }
}
