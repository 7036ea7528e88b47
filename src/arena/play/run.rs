//! Plays a match: one thread for each game that is played at the same time, and
//! one thread that counts the results.

pub use super::count::{MatchEnd, MatchObserver, MatchStatus};

use super::count::{GameCounter, GameMessage};
use super::engine_slots::EngineSlots;
use super::fault::fault_report;
use super::game::{self, GameConditions, ReplayedGame};
use crate::arena::machine::concurrency::GamePlaces;
use crate::arena::machine::stall_monitor::StallMonitor;
use crate::arena::machine::stop_flag::{StopFlag, lock};
use crate::arena::odds::OddsError;
use crate::arena::plan::match_plan::MatchPlan;
use crate::arena::plan::record::{Ending, GameRecord, Opening};
use crate::arena::plan::schedule::{Schedule, ScheduledGame};
use crate::arena::player::{self, EngineFacts, Mailbox, Player, StartError};
use crate::chess::game::Game;
use crate::chess::types::Color;
use crate::engine::search::STACK;
use std::collections::HashSet;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
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
    /// The opening of a round, for a game in which the player of color `giver`
    /// gives the odds.
    ///
    /// # Errors
    /// If the odds cannot be given in any opening.
    fn opening(&self, round: usize, giver: Color) -> Result<Opening, OddsError>;

    /// The ending, if a rule of the odds ends the game. Such a rule takes
    /// precedence over the laws.
    fn odds_ending(&self, _game: &Game, _giver: Color) -> Option<Ending> {
        None
    }
}

/// The players of a match that is about to begin.
#[derive(Default)]
pub struct StartedPlayers {
    slots: EngineSlots,
    /// What is known of each engine, in the order of the plan.
    pub facts: Vec<EngineFacts>,
}

/// Starts the players of a match; not all of them if the match is to stop.
///
/// # Errors
/// If a player cannot be started.
pub fn start_players(
    plan: &MatchPlan,
    stop_flag: &Arc<StopFlag>,
) -> Result<StartedPlayers, StartError> {
    let mut started = StartedPlayers::default();
    if let Some(processors) = &plan.processors {
        processors.pin(0)?;
    }
    for (index, player) in plan.players.iter().enumerate() {
        match player::start(player, plan.timeouts, stop_flag) {
            Ok(player) => {
                started.facts.push(player.facts());
                started.slots.put(index, player);
            }
            Err(StartError::Stopped) => break,
            Err(error) => return Err(error),
        }
    }
    if let Some(processors) = &plan.processors {
        processors.unpin()?;
    }
    Ok(started)
}

/// Plays the games of a match that are not among those `done` before.
pub fn run(
    plan: &MatchPlan,
    players: StartedPlayers,
    openings: &dyn GameOpenings,
    done: Vec<GameRecord>,
    stop_flag: &Arc<StopFlag>,
    observer: &mut dyn MatchObserver,
) -> MatchEnd {
    let schedule = Schedule::of(plan);
    let running = RunningMatch {
        plan,
        openings,
        stop_flag,
        schedule: &schedule,
        done: done.iter().map(|record| record.number).collect(),
        next: Mutex::new(0),
        places: GamePlaces::new(plan.concurrency, plan.concurrency_file.clone()),
        stall_monitor: StallMonitor::default(),
    };
    let mut count = GameCounter::new(observer, done);
    if !count.is_over() {
        running.play_all(players.slots, &mut count);
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
    places: GamePlaces,
    stall_monitor: StallMonitor,
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
            self.fill_places(scope, slots, &sender);
            drop(sender);
            count.follow(&receiver, self.plan, self.stop_flag);
            self.stall_monitor.stop();
        });
    }

    /// Begins to play at the places that are free. The first place gets the
    /// engines that are running already.
    fn fill_places<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        slots: EngineSlots,
        sender: &Sender<GameMessage>,
    ) {
        let note = |sentence| drop(sender.send(GameMessage::Note(sentence)));
        self.places.update().into_iter().for_each(note);
        let mut slots = Some(slots);
        for place in self.places.take_free() {
            let (slots, sender) = (slots.take().unwrap_or_default(), sender.clone());
            let spawned = thread::Builder::new()
                .name(format!("game {place}"))
                .stack_size(STACK)
                .spawn_scoped(scope, move || self.play_games(scope, place, slots, &sender));
            if let Err(error) = spawned {
                note(format!("only {place} games are played at the same time: {error}"));
                break;
            }
        }
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

    /// Plays one game after another at a place, as long as it is wanted; the body
    /// of a thread.
    fn play_games<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        place: usize,
        mut slots: EngineSlots,
        sender: &Sender<GameMessage>,
    ) {
        let pinned = self.plan.processors.as_ref().map_or(Ok(()), |plan| plan.pin(place));
        if let Err(error) = pinned {
            let _ = sender.send(GameMessage::Failed(error.to_string()));
            return;
        }
        let mut is_first = true;
        while self.places.keep(place)
            && let Some(scheduled) = self.next_game()
        {
            if !std::mem::take(&mut is_first) {
                self.wait(self.plan.pause);
            }
            let _ = sender.send(GameMessage::Started(scheduled));
            let message = match self.play_until_valid(scheduled, &mut slots, sender) {
                Ok(record) => GameMessage::Finished(Box::new(record)),
                Err(StopReason::Stopped) => return,
                Err(StopReason::Failed(sentence)) => GameMessage::Failed(sentence),
            };
            let is_last = match &message {
                GameMessage::Finished(record) => self.plan.is_ended_by(&record.ending),
                message => matches!(message, GameMessage::Failed(_)),
            };
            // The thread that counts may learn of it only after another game has
            // begun.
            if is_last {
                self.stop_flag.finish_games();
            }
            if sender.send(message).is_err() || is_last {
                return;
            }
            if self.plan.concurrency_file.is_some() {
                self.fill_places(scope, EngineSlots::default(), sender);
            }
        }
    }

    /// Plays a game, and replays it with the same colors if it is annulled: "An
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
            .map_err(|error| StopReason::Failed(format!("game {game}: {error}")))?;
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
                        pv_faults: finished.pv_faults,
                        ending: finished.ending,
                        started: finished.started,
                        duration: finished.duration,
                    });
                }
                Err(ReplayedGame::Stopped) => return Err(StopReason::Stopped),
                Err(ReplayedGame::Annulled(sentence)) => {
                    let note = format!(
                        "game {game} is annulled and replayed with the same colors: {sentence}"
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
            tablebases: self.plan.tablebases.as_ref(),
            odds_rule: Some(&odds_rule),
            keep_details: self.plan.keep_details,
            names: scheduled.players.map(|player| self.plan.players[player].name.as_str()),
            draws: (self.plan.seed, scheduled.number as u64),
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
        slots.drop_finished(|player| self.plan.players[player].restart);
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
                Err(StartError::Temporary(sentence)) => reason = sentence,
                Err(error) => return Err(StopReason::Failed(error.to_string())),
            }
            self.wait(BETWEEN_ATTEMPTS);
        }
        Err(StopReason::Failed(format!("{reason}; tried {MAX_ATTEMPTS} times")))
    }

    /// Waits for a while, unless the match is to stop.
    fn wait(&self, time: Duration) {
        if !time.is_zero() {
            let until = Some(Instant::now() + time);
            Mailbox::new(self.stop_flag).wait(until, Some(self.stop_flag), |_| None::<()>);
        }
    }
}
