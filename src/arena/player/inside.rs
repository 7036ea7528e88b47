//! The built-in engine as a player, without a process.

use super::mailbox::{Mailbox, ReceivedLine, WaitResult};
use super::{Answer, EngineError, MoveRequest, Player, PositionCommand, StartError, Thought};
use crate::arena::StopFlag;
use crate::arena::plan::{PlayerPlan, Timeouts};
use crate::arena::record::ForfeitReason;
use crate::config::{self, BoundedInt, HashMb, MoveOverhead, MultiPv, Threads};
use crate::engine::{Engine, SearchListener, format_move};
use crate::search::{Bound, Report, Reporter, SearchResult};
use crate::types::{Depth, Move};
use std::sync::Arc;
use std::time::Instant;

/// The built-in engine as a player.
pub struct Inside {
    engine: Engine,
    mailbox: Arc<Mailbox>,
    halt: Arc<StopFlag>,
    patience: Timeouts,
    chess960: bool,
    is_lost: bool,
}

impl Inside {
    /// Starts an engine with the options of the plan.
    ///
    /// # Errors
    /// If it does not know an option or there is no memory for its table.
    pub fn start(
        plan: &PlayerPlan,
        defaults: &config::OptionDefaults,
        patience: Timeouts,
        halt: &Arc<StopFlag>,
    ) -> Result<Inside, StartError> {
        let options = options(plan, defaults).map_err(StartError::Useless)?;
        let mailbox = halt.mailbox();
        let ear = Arc::clone(&mailbox);
        let no_memory = move |error: crate::engine::HashError| {
            ear.put(|heard| {
                heard.noise = Some(error.to_string());
                true
            });
        };
        let mut engine = Engine::start(options.hash_mb, no_memory).map_err(|error| {
            StartError::Scarce(format!("{}: no thread to search on: {error}", plan.name))
        })?;
        engine.set_multi_pv(options.multipv);
        engine.set_move_overhead(options.move_overhead_ms);
        let mut inside = Inside {
            engine,
            mailbox,
            halt: Arc::clone(halt),
            patience,
            chess960: false,
            is_lost: false,
        };
        match inside.get_ready() {
            Ok(()) => match inside.mailbox.look(|heard| heard.noise.take()) {
                None => Ok(inside),
                Some(sentence) => Err(StartError::Scarce(format!("{}: {sentence}", plan.name))),
            },
            Err(EngineError::Halted) => Err(StartError::Halted),
            Err(_) => Err(StartError::Scarce(format!("{} did not get ready", plan.name))),
        }
    }

    fn get_ready(&mut self) -> Result<(), EngineError> {
        let ear = Arc::clone(&self.mailbox);
        self.mailbox.look(|heard| heard.ready = 0);
        self.engine.when_ready(move || {
            ear.put(|heard| {
                heard.ready = 1;
                true
            });
        });
        let until = Some(Instant::now() + self.patience.new_game);
        let ready = |heard: &mut ReceivedLine| (heard.ready > 0).then_some(());
        match self.mailbox.wait(until, Some(&self.halt), ready) {
            WaitResult::Got(()) => Ok(()),
            WaitResult::Halted => Err(EngineError::Halted),
            WaitResult::Closed | WaitResult::Overdue => Err(self.hung()),
        }
    }

    fn hung(&mut self) -> EngineError {
        self.is_lost = true;
        EngineError::ForfeitReason(ForfeitReason::Hung)
    }
}

impl Player for Inside {
    fn new_game(&mut self, chess960: bool) -> Result<(), EngineError> {
        self.chess960 = chess960;
        self.engine.new_game().map_err(|refusal| EngineError::Ours(refusal.to_string()))?;
        self.get_ready()
    }

    fn think(
        &mut self,
        course: &PositionCommand,
        order: &MoveRequest,
    ) -> Result<Answer, EngineError> {
        let moves = course.moves.split_ascii_whitespace();
        self.engine
            .set_position(course.fen.as_deref(), moves)
            .map_err(|error| EngineError::Ours(error.to_string()))?;
        self.mailbox.look(|heard| {
            (heard.best, heard.thought) = (None, Thought::default());
        });
        let ear = Ear { mailbox: Arc::clone(&self.mailbox), chess960: self.chess960 };
        let sent = Instant::now();
        self.engine
            .go(order.limits(), sent, ear)
            .map_err(|refusal| EngineError::Ours(refusal.to_string()))?;
        let until = order.allowance.map(|allowance| sent + allowance);
        let mut waited = self.mailbox.wait(until, Some(&self.halt), |heard| heard.best.take());
        if waited == WaitResult::Overdue {
            self.engine.stop();
            let until = Some(Instant::now() + self.patience.ping);
            waited = self.mailbox.wait(until, Some(&self.halt), |heard| heard.best.take());
        }
        match waited {
            WaitResult::Got((at, text)) => {
                let thought = self.mailbox.look(|heard| heard.thought);
                Ok(Answer { text, thought, time: at.saturating_duration_since(sent) })
            }
            WaitResult::Halted => Err(EngineError::Halted),
            WaitResult::Closed | WaitResult::Overdue => Err(self.hung()),
        }
    }

    fn is_lost(&self) -> bool {
        self.is_lost
    }

    fn complaint(&mut self) -> Option<String> {
        None
    }
}

/// Leaves what the search finds in the mailbox.
struct Ear {
    mailbox: Arc<Mailbox>,
    chess960: bool,
}

impl Reporter for Ear {
    fn report(&mut self, report: &Report<'_>) {
        if report.line == 1 && report.bound == Bound::Exact {
            let thought = Thought {
                score: Some(report.score),
                depth: u32::try_from(report.depth).ok(),
                nodes: Some(report.nodes),
            };
            self.mailbox.look(|heard| heard.thought = thought);
        }
    }

    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}

impl SearchListener for Ear {
    fn finished(&mut self, outcome: &SearchResult) {
        let at = Instant::now();
        let text = outcome.best.map_or("(none)".to_string(), |mv| format_move(mv, self.chess960));
        self.mailbox.put(|heard| {
            heard.thought.nodes = Some(outcome.nodes);
            heard.best = Some((at, text));
            true
        });
    }
}

/// The built-in engine's options as a player's plan wants them.
fn options(
    plan: &PlayerPlan,
    defaults: &config::OptionDefaults,
) -> Result<config::OptionDefaults, String> {
    let mut options = defaults.clone();
    for setting in &plan.settings {
        let name: String = setting.name.split_whitespace().collect();
        let value = setting.value.as_str();
        match name.to_ascii_lowercase().as_str() {
            "hash" => options.hash_mb = whole::<{ HashMb::LOW }, { HashMb::HIGH }>(plan, setting)?,
            "threads" => {
                options.threads = whole::<{ Threads::LOW }, { Threads::HIGH }>(plan, setting)?;
            }
            "multipv" => {
                options.multipv = whole::<{ MultiPv::LOW }, { MultiPv::HIGH }>(plan, setting)?;
            }
            "moveoverhead" => {
                options.move_overhead_ms =
                    whole::<{ MoveOverhead::LOW }, { MoveOverhead::HIGH }>(plan, setting)?;
            }
            _ if setting.of_each => {}
            _ => {
                return Err(format!(
                    "{} is the built-in engine and has no option '{}' here (value '{value}'): \
                     Hash, Threads, MultiPV and Move Overhead can be set",
                    plan.name, setting.name
                ));
            }
        }
    }
    Ok(options)
}

fn whole<const LOW: u64, const HIGH: u64>(
    plan: &PlayerPlan,
    setting: &crate::arena::plan::EngineSetting,
) -> Result<BoundedInt<LOW, HIGH>, String> {
    let crate::arena::plan::EngineSetting { name, value, .. } = setting;
    value.parse().ok().and_then(BoundedInt::new).ok_or_else(|| {
        let allowed = BoundedInt::<LOW, HIGH>::allowed();
        format!("{}: option {name} takes {allowed}, not '{value}'", plan.name)
    })
}
