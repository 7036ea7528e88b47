//! Plays the trials of a tune: on each thread two engines, which get new
//! options before each pair of games.

use super::error::SpsaError;
use super::state::{SpsaState, Trial};
use crate::arena::machine::stall_monitor::StallMonitor;
use crate::arena::machine::stop_flag::{StopFlag, lock};
use crate::arena::plan::match_plan::MatchPlan;
use crate::arena::plan::record::Ending;
use crate::arena::play::game::{self, GameConditions, ReplayedGame};
use crate::arena::play::run::GameOpenings;
use crate::arena::player::{self, EngineError, Player, StartError};
use crate::chess::types::{Color, GameResult};
use std::sync::{Arc, Mutex};
use std::thread;

/// A thread that loses this number of trials in a row gives up: the cause does
/// not pass by itself.
const MAX_LOST: u32 = 5;

/// What the threads share.
struct RunningTune<'m> {
    plan: &'m MatchPlan,
    openings: &'m dyn GameOpenings,
    stop_flag: &'m Arc<StopFlag>,
    stall_monitor: StallMonitor,
    progress: Mutex<TuneProgress<'m>>,
}

struct TuneProgress<'m> {
    state: &'m mut SpsaState,
    in_play: u64,
    counted: &'m mut (dyn FnMut(&SpsaState) -> Result<(), SpsaError> + Send),
    failure: Option<SpsaError>,
}

/// Why a thread plays no further trial.
enum TuneEnd {
    Stopped,
    Failed(SpsaError),
}

/// Plays the trials that are left, with the two players of the plan. `counted`
/// is called after each.
///
/// # Errors
/// If an engine cannot be started or lacks an option, or from `counted`. What was
/// counted stands.
pub fn run(
    plan: &MatchPlan,
    openings: &dyn GameOpenings,
    state: &mut SpsaState,
    stop_flag: &Arc<StopFlag>,
    counted: &mut (dyn FnMut(&SpsaState) -> Result<(), SpsaError> + Send),
) -> Result<(), SpsaError> {
    let running = RunningTune {
        plan,
        openings,
        stop_flag,
        stall_monitor: StallMonitor::default(),
        progress: Mutex::new(TuneProgress { state, in_play: 0, counted, failure: None }),
    };
    thread::scope(|scope| {
        scope.spawn(|| running.stall_monitor.run());
        let threads: Vec<_> =
            (0..plan.concurrency).map(|_| scope.spawn(|| running.play_trials())).collect();
        for thread in threads {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
        running.stall_monitor.stop();
    });
    lock(&running.progress).failure.take().map_or(Ok(()), Err)
}

impl RunningTune<'_> {
    /// Plays one trial after another; the body of a thread.
    fn play_trials(&self) {
        let mut players: Option<[Box<dyn Player>; 2]> = None;
        let mut lost = 0;
        while let Some(trial) = self.next_trial() {
            let result = self.ready(&mut players).and_then(|ready| self.play(&trial, ready));
            let mut progress = lock(&self.progress);
            progress.in_play -= 1;
            let counted = match result {
                Ok(Some(ahead)) => {
                    lost = 0;
                    let TuneProgress { state, counted, .. } = &mut *progress;
                    state.count(&trial, ahead);
                    counted(state)
                }
                Ok(None) => {
                    lost += 1;
                    if lost < MAX_LOST { Ok(()) } else { Err(SpsaError::Lost) }
                }
                Err(TuneEnd::Stopped) => return,
                Err(TuneEnd::Failed(error)) => Err(error),
            };
            if let Err(error) = counted {
                progress.failure.get_or_insert(error);
                self.stop_flag.raise();
            }
        }
    }

    fn next_trial(&self) -> Option<Trial> {
        if self.stop_flag.is_finishing() {
            return None;
        }
        let mut progress = lock(&self.progress);
        let in_play = progress.in_play;
        let trial = progress.state.begin(in_play)?;
        progress.in_play += 1;
        Some(trial)
    }

    /// The two engines, started unless they run.
    fn ready<'p>(
        &self,
        players: &'p mut Option<[Box<dyn Player>; 2]>,
    ) -> Result<&'p mut [Box<dyn Player>; 2], TuneEnd> {
        if players.as_ref().is_some_and(|both| both.iter().any(|player| player.needs_restart())) {
            *players = None;
        }
        if let Some(both) = players {
            return Ok(both);
        }
        let start = |index: usize| {
            player::start(&self.plan.players[index], self.plan.timeouts, self.stop_flag).map_err(
                |error| match error {
                    StartError::Stopped => TuneEnd::Stopped,
                    error => TuneEnd::Failed(error.into()),
                },
            )
        };
        Ok(players.insert([start(0)?, start(1)?]))
    }

    /// Plays a pair of games: the points by which the first player is ahead;
    /// `None` if a game does not count.
    fn play(
        &self,
        trial: &Trial,
        players: &mut [Box<dyn Player>; 2],
    ) -> Result<Option<f64>, TuneEnd> {
        let names: Vec<String> = {
            let progress = lock(&self.progress);
            progress.state.parameters().iter().map(|parameter| parameter.name.clone()).collect()
        };
        for (player, values) in players.iter_mut().zip([&trial.first, &trial.second]) {
            for (name, value) in names.iter().zip(values) {
                match player.set_option(name, &value.to_string()) {
                    Ok(()) => {}
                    Err(EngineError::Stopped) => return Err(TuneEnd::Stopped),
                    // It is started again for the next trial.
                    Err(EngineError::Forfeit(_) | EngineError::Overdue(_)) => return Ok(None),
                    Err(EngineError::Arena(sentence)) => {
                        return Err(TuneEnd::Failed(SpsaError::Option(sentence)));
                    }
                }
            }
        }
        let mut ahead = 0.0;
        for first in Color::ALL {
            match self.play_game(trial, players, first)? {
                Some(points) => ahead += points,
                None => return Ok(None),
            }
        }
        Ok(Some(ahead))
    }

    /// Plays a game in which the first player has the color `first`: its points
    /// less those of the other.
    fn play_game(
        &self,
        trial: &Trial,
        players: &mut [Box<dyn Player>; 2],
        first: Color,
    ) -> Result<Option<f64>, TuneEnd> {
        let round = usize::try_from(trial.number).unwrap_or(0);
        let opening = self.openings.opening(round, Color::White);
        let opening = opening.map_err(|error| TuneEnd::Failed(error.into()))?;
        let thinking = self.plan.players[0].thinking;
        let mut names = [0, 1].map(|player: usize| self.plan.players[player].name.as_str());
        if first == Color::Black {
            names.swap(0, 1);
        }
        let conditions = GameConditions {
            opening: &opening,
            thinking: [thinking; Color::COUNT],
            adjudication: self.plan.adjudication,
            tablebases: self.plan.tablebases.as_ref(),
            odds_rule: None,
            keep_details: false,
            names,
            draws: (0, trial.number),
            stall_monitor: &self.stall_monitor,
        };
        let [one, other] = players;
        let mut by_color: [&mut dyn Player; 2] = match first {
            Color::White => [one.as_mut(), other.as_mut()],
            Color::Black => [other.as_mut(), one.as_mut()],
        };
        match game::play(&conditions, &mut by_color) {
            Ok(finished) => Ok(match finished.ending {
                // A crash says nothing about the margins.
                Ending::Forfeit { .. } => None,
                ending => match ending.result() {
                    GameResult::Draw => Some(0.0),
                    result if result == GameResult::win(first) => Some(1.0),
                    result if result == GameResult::win(!first) => Some(-1.0),
                    _ => None,
                },
            }),
            Err(ReplayedGame::Annulled(_)) => Ok(None),
            Err(ReplayedGame::Stopped) => Err(TuneEnd::Stopped),
        }
    }
}
