//! Plays a match: one thread for each game that is played at the same time, and
//! one thread that counts the results.
//!
//! Games begin in the order of the schedule and are counted in that order,
//! whichever ends first. Counting them as they end would bias a match that
//! stops early towards short games.

use super::engine_slots::EngineSlots;
use super::fault::fault_report;
use super::game::{self, GameConditions, ReplayedGame};
use super::plan::MatchPlan;
use super::player::{self, Mailbox, Player, StartError};
use super::record::{Ending, ForfeitReason, GameRecord, Opening};
use super::schedule::{Schedule, ScheduledGame};
use super::stall_monitor::StallMonitor;
use super::stop_flag::{StopFlag, lock};
use crate::game::Game;
use crate::types::Color;
use std::collections::{BTreeMap, HashSet};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How often a game is annulled before the match ends: the cause does not pass
/// by itself.
const MAX_ANNULLED: u32 = 5;
/// How often the arena tries to start a player while the system lacks the
/// resources.
const MAX_ATTEMPTS: u32 = 10;
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(1);

/// The openings of a match, and the rules that odds add to the laws of chess.
pub trait GameOpenings: Sync {
    /// The opening of a round, for a game in which the player of colour `giver`
    /// gives the odds.
    ///
    /// # Errors
    /// A sentence, if the odds cannot be given in any opening.
    fn opening(&self, round: usize, giver: Color) -> Result<Opening, String>;

    /// The ending, if a rule of the odds ends the game. Such a rule takes
    /// precedence over the laws.
    fn odds_ending(&self, _game: &Game, _giver: Color) -> Option<Ending> {
        None
    }
}

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

    /// Tells the user about an event, in a sentence.
    fn note(&mut self, sentence: &str);

    /// Keeps a report on a game that a player has lost by a fault.
    fn fault(&mut self, report: &str);
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All games are played.
    Complete,
    /// The observer has called the result decided.
    Decided,
    /// The match was told to stop.
    Stopped,
    /// The match could not go on; a sentence. Games that were counted stand.
    Failed(String),
}

/// Plays the games of a match that are not among those `done` before.
///
/// # Errors
/// A sentence about the player that cannot be started; no game was played.
pub fn run(
    plan: &MatchPlan,
    openings: &dyn GameOpenings,
    done: Vec<GameRecord>,
    stop_flag: &Arc<StopFlag>,
    observer: &mut dyn MatchObserver,
) -> Result<MatchEnd, String> {
    let mut slots = EngineSlots::default();
    for (index, player) in plan.players.iter().enumerate() {
        match player::start(player, plan.timeouts, stop_flag) {
            Ok(player) => slots.put(index, player),
            Err(StartError::Stopped) => return Ok(MatchEnd::Stopped),
            Err(error) => return Err(error.to_string()),
        }
    }
    let schedule = Schedule::new(plan.format, plan.players.len(), plan.rounds);
    let running = RunningMatch {
        plan,
        openings,
        stop_flag,
        schedule: &schedule,
        done: done.iter().map(|record| record.number).collect(),
        next: Mutex::new(0),
        stall_monitor: StallMonitor::default(),
    };
    let mut count = GameCounter { observer, waiting: BTreeMap::new(), next: 0, end: None };
    for record in done {
        count.waiting.insert(record.number, record);
    }
    count.advance();
    if count.end.is_none() {
        running.play_all(slots, &mut count);
    }
    count.close(schedule.games(), stop_flag)
}

/// A match while its games are played.
struct RunningMatch<'m> {
    plan: &'m MatchPlan,
    openings: &'m dyn GameOpenings,
    stop_flag: &'m Arc<StopFlag>,
    schedule: &'m Schedule,
    /// The numbers of the games that an earlier run has played.
    done: HashSet<usize>,
    /// The number of the game to hand out next.
    next: Mutex<usize>,
    stall_monitor: StallMonitor,
}

/// What a thread that plays reports to the thread that counts.
enum GameMessage {
    Finished(Box<GameRecord>),
    Note(String),
    Fault(String),
    Failed(String),
}

/// Why a thread stops playing.
enum StopReason {
    Stopped,
    Failed(String),
}

impl RunningMatch<'_> {
    /// Plays until no games are left or the match is to stop.
    fn play_all(&self, slots: EngineSlots, count: &mut GameCounter<'_>) {
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            scope.spawn(|| self.stall_monitor.run());
            let mut slots = Some(slots);
            for slot in 0..self.plan.concurrency {
                let (slots, sender) = (slots.take().unwrap_or_default(), sender.clone());
                let spawned = thread::Builder::new()
                    .name(format!("game {slot}"))
                    .spawn_scoped(scope, move || self.play_games(slots, &sender));
                if let Err(error) = spawned {
                    count
                        .observer
                        .note(&format!("only {slot} games are played at the same time: {error}"));
                    break;
                }
            }
            drop(sender);
            count.follow(&receiver, self);
            self.stall_monitor.stop();
        });
    }

    /// The next game to play; `None` if there is none or the match is to stop.
    fn next_game(&self) -> Option<ScheduledGame> {
        if self.stop_flag.is_finishing() {
            return None;
        }
        let mut next = lock(&self.next);
        while self.done.contains(&next) {
            *next += 1;
        }
        let scheduled = self.schedule.game(*next)?;
        *next += 1;
        Some(scheduled)
    }

    /// Plays one game after another; the body of a thread.
    fn play_games(&self, mut slots: EngineSlots, sender: &Sender<GameMessage>) {
        while let Some(scheduled) = self.next_game() {
            let message = match self.play_until_valid(scheduled, &mut slots, sender) {
                Ok(record) => GameMessage::Finished(Box::new(record)),
                Err(StopReason::Stopped) => return,
                Err(StopReason::Failed(sentence)) => GameMessage::Failed(sentence),
            };
            let is_last = matches!(message, GameMessage::Failed(_));
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    }

    /// Plays a game, and replays it with the same colours if it is annulled: "An
    /// annulled game is the same as if it had never been begun".
    fn play_until_valid(
        &self,
        scheduled: ScheduledGame,
        slots: &mut EngineSlots,
        sender: &Sender<GameMessage>,
    ) -> Result<GameRecord, StopReason> {
        let game = scheduled.number + 1;
        let opening = self
            .openings
            .opening(scheduled.round, scheduled.giver)
            .map_err(|sentence| StopReason::Failed(format!("game {game}: {sentence}")))?;
        let mut reason = String::new();
        for _ in 0..MAX_ANNULLED {
            slots.fill(scheduled.players, |index| self.start(index))?;
            match self.play(scheduled, &opening, slots, sender) {
                Ok(finished) => {
                    return Ok(GameRecord {
                        number: scheduled.number,
                        players: scheduled.players,
                        opening,
                        moves: finished.moves,
                        ending: finished.ending,
                        duration: finished.duration,
                    });
                }
                Err(ReplayedGame::Stopped) => return Err(StopReason::Stopped),
                Err(ReplayedGame::Annulled(sentence)) => {
                    let note = format!(
                        "game {game} is annulled and replayed with the same colours: {sentence}"
                    );
                    let _ = sender.send(GameMessage::Note(note));
                    reason = sentence;
                }
            }
        }
        Err(StopReason::Failed(format!("game {game} was annulled {MAX_ANNULLED} times: {reason}")))
    }

    /// Plays a game once.
    fn play(
        &self,
        scheduled: ScheduledGame,
        opening: &Opening,
        slots: &mut EngineSlots,
        sender: &Sender<GameMessage>,
    ) -> Result<game::FinishedGame, ReplayedGame> {
        let odds_rule = |game: &Game| self.openings.odds_ending(game, scheduled.giver);
        let conditions = GameConditions {
            opening,
            thinking: scheduled.players.map(|player| self.plan.players[player].thinking),
            adjudication: self.plan.adjudication,
            tablebases: self.plan.tablebases.as_deref(),
            odds_rule: Some(&odds_rule),
            stall_monitor: &self.stall_monitor,
        };
        let [white, black] = slots
            .pair(scheduled.players)
            .ok_or_else(|| ReplayedGame::Annulled("a player is missing".to_string()))?;
        let finished = game::play(&conditions, &mut [white.as_mut(), black.as_mut()]);
        for (color, player) in Color::ALL.into_iter().zip([&mut *white, &mut *black]) {
            let name = &self.plan.players[scheduled.players[color.index()]].name;
            if let Some(warning) = player.warning() {
                let note = format!("{name}, game {}: {warning}", scheduled.number + 1);
                let _ = sender.send(GameMessage::Note(note));
            }
        }
        if let Ok(game::FinishedGame { remark: Some(remark), .. }) = &finished {
            let note = format!("game {}: {remark}", scheduled.number + 1);
            let _ = sender.send(GameMessage::Note(note));
        }
        if let Ok(finished) = &finished
            && finished.ending.is_failure()
        {
            let lines = [white.last_lines(), black.last_lines()];
            let report = fault_report(self.plan, scheduled, opening, finished, &lines);
            let _ = sender.send(GameMessage::Fault(report));
        }
        slots.drop_failed();
        finished
    }
}

impl RunningMatch<'_> {
    /// Starts a player; tries again after a while if the system lacks the
    /// resources.
    fn start(&self, index: usize) -> Result<Box<dyn Player>, StopReason> {
        let plan = &self.plan.players[index];
        let mut reason = String::new();
        for _ in 0..MAX_ATTEMPTS {
            match player::start(plan, self.plan.timeouts, self.stop_flag) {
                Ok(player) => return Ok(player),
                Err(StartError::Stopped) => return Err(StopReason::Stopped),
                Err(StartError::Permanent(sentence)) => return Err(StopReason::Failed(sentence)),
                Err(StartError::Temporary(sentence)) => reason = sentence,
            }
            let until = Some(Instant::now() + BETWEEN_ATTEMPTS);
            Mailbox::new(self.stop_flag).wait(until, Some(self.stop_flag), |_| None::<()>);
        }
        Err(StopReason::Failed(format!("{reason}; tried {MAX_ATTEMPTS} times")))
    }
}

/// Puts finished games into the order of the schedule and counts them.
struct GameCounter<'w> {
    observer: &'w mut dyn MatchObserver,
    /// Finished games that wait for games before them.
    waiting: BTreeMap<usize, GameRecord>,
    /// The number of the game to count next.
    next: usize,
    /// How the match ended; `None` while it goes on.
    end: Option<MatchEnd>,
}

impl GameCounter<'_> {
    /// Handles the messages of the playing threads until all of them have
    /// ended.
    fn follow(&mut self, receiver: &Receiver<GameMessage>, running: &RunningMatch<'_>) {
        for message in receiver {
            match message {
                GameMessage::Note(sentence) => self.observer.note(&sentence),
                GameMessage::Fault(report) => self.observer.fault(&report),
                GameMessage::Failed(sentence) => self.fail(sentence),
                // The game ended after the result was decided; it does not count.
                GameMessage::Finished(_) if self.end == Some(MatchEnd::Decided) => {}
                GameMessage::Finished(record) => {
                    match self.observer.played(&record) {
                        Ok(()) => self.check(&record, running.plan),
                        Err(sentence) => self.fail(sentence),
                    }
                    self.waiting.insert(record.number, *record);
                    if self.end.is_none() {
                        self.advance();
                    }
                }
            }
            if self.end.is_some() {
                running.stop_flag.raise();
            }
        }
    }

    fn fail(&mut self, sentence: String) {
        self.end.get_or_insert(MatchEnd::Failed(sentence));
    }

    /// Ends the match if an engine crashed or hangs and the plan does not say to
    /// start it again: whoever tests an engine wants to know at once.
    fn check(&mut self, record: &GameRecord, plan: &MatchPlan) {
        if let Ending::Forfeit {
            loser,
            reason: reason @ (ForfeitReason::Crashed | ForfeitReason::Hung),
        } = &record.ending
            && !plan.recover
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
    fn close(mut self, games: usize, stop_flag: &StopFlag) -> Result<MatchEnd, String> {
        if self.end != Some(MatchEnd::Decided) {
            for record in std::mem::take(&mut self.waiting).into_values() {
                self.next += 1;
                self.count(&record);
            }
        }
        Ok(match self.end {
            Some(end) => end,
            None if self.next >= games => MatchEnd::Complete,
            None if stop_flag.is_finishing() => MatchEnd::Stopped,
            None => MatchEnd::Failed("some games were not played".to_string()),
        })
    }
}
