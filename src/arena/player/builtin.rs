//! The built-in engine as a player, in this process.

use super::interface::{Answer, EngineError, EngineFacts, Player, StartError};
use super::mailbox::{Mailbox, ReceivedLines, WaitResult};
use super::request::{MoveRequest, PositionCommand};
use super::search_info::SearchInfo;
use crate::arena::machine::stop_flag::StopFlag;
use crate::arena::plan::match_plan::{EngineSetting, PlayerPlan, Timeouts};
use crate::arena::plan::record::{ForfeitReason, MoveDetails};
use crate::chess::types::{Depth, Move};
use crate::engine::options::{Options, UciOption};
use crate::engine::search::{Bound, Report, Reporter, SearchOptions, SearchResult};
use crate::engine::{Engine, SearchListener, format_move};
use std::sync::Arc;
use std::time::Instant;

/// The built-in engine as a player.
pub struct BuiltinEngine {
    engine: Engine,
    mailbox: Arc<Mailbox>,
    stop_flag: Arc<StopFlag>,
    timeouts: Timeouts,
    facts: EngineFacts,
    chess960: bool,
    needs_restart: bool,
}

impl BuiltinEngine {
    /// Starts an engine with the options of the plan.
    ///
    /// # Errors
    /// If the engine does not have an option, the network cannot be used, or the
    /// system has no memory or thread for it.
    pub fn start(
        plan: &PlayerPlan,
        defaults: &Options,
        timeouts: Timeouts,
        stop_flag: &Arc<StopFlag>,
    ) -> Result<BuiltinEngine, StartError> {
        let options = options(plan, defaults).map_err(StartError::Permanent)?;
        let mailbox = Mailbox::new(stop_flag);
        let inbox = Arc::clone(&mailbox);
        let no_memory = move |error: crate::engine::HashError| {
            inbox.put(|received| {
                received.noise = Some(error.to_string());
                true
            });
        };
        let mut engine = Engine::start(options.hash_mb, no_memory).map_err(|error| {
            StartError::Temporary(format!("{}: no thread to search on: {error}", plan.name))
        })?;
        engine.set_search_options(SearchOptions::from(&options));
        if options.eval_file.path().is_some() {
            engine.set_eval_file(&options.eval_file, |_| ()).map_err(|error| {
                StartError::Permanent(format!("{}: option EvalFile: {error}", plan.name))
            })?;
        }
        let mut player = BuiltinEngine {
            engine,
            mailbox,
            stop_flag: Arc::clone(stop_flag),
            timeouts,
            facts: EngineFacts {
                name: None,
                threads: Some(options.threads.get().to_string()),
                hash: Some(options.hash_mb.get().to_string()),
            },
            chess960: false,
            needs_restart: false,
        };
        match player.get_ready() {
            Ok(()) => match player.mailbox.access(|received| received.noise.take()) {
                None => Ok(player),
                Some(sentence) => Err(StartError::Temporary(format!("{}: {sentence}", plan.name))),
            },
            Err(EngineError::Stopped) => Err(StartError::Stopped),
            Err(_) => Err(StartError::Temporary(format!("{} did not get ready", plan.name))),
        }
    }

    fn get_ready(&mut self) -> Result<(), EngineError> {
        let inbox = Arc::clone(&self.mailbox);
        self.mailbox.access(|received| received.readyok = 0);
        self.engine.when_ready(move || {
            inbox.put(|received| {
                received.readyok = 1;
                true
            });
        });
        let until = Some(Instant::now() + self.timeouts.new_game);
        let ready = |received: &mut ReceivedLines| (received.readyok > 0).then_some(());
        match self.mailbox.wait(until, Some(&self.stop_flag), ready) {
            WaitResult::Got(()) => Ok(()),
            WaitResult::Stopped => Err(EngineError::Stopped),
            WaitResult::Closed | WaitResult::Overdue => Err(self.hung()),
        }
    }

    fn hung(&mut self) -> EngineError {
        self.needs_restart = true;
        EngineError::Forfeit(ForfeitReason::Hung)
    }
}

impl Player for BuiltinEngine {
    fn new_game(&mut self, chess960: bool) -> Result<(), EngineError> {
        self.chess960 = chess960;
        self.engine.new_game().map_err(|error| EngineError::Arena(error.to_string()))?;
        self.get_ready()
    }

    fn think(
        &mut self,
        position: &PositionCommand,
        request: &MoveRequest,
    ) -> Result<Answer, EngineError> {
        let moves = position.moves.split_ascii_whitespace();
        self.engine
            .set_position(position.fen.as_deref(), moves)
            .map_err(|error| EngineError::Arena(error.to_string()))?;
        self.mailbox.access(|received| {
            (received.best, received.info) = (None, SearchInfo::default());
        });
        let listener =
            SearchReceiver { mailbox: Arc::clone(&self.mailbox), chess960: self.chess960 };
        let sent = Instant::now();
        self.engine
            .go(request.limits(), sent, listener)
            .map_err(|error| EngineError::Arena(error.to_string()))?;
        let until = request.allowance.map(|allowance| sent + allowance);
        let mut waited =
            self.mailbox.wait(until, Some(&self.stop_flag), |received| received.best.take());
        if waited == WaitResult::Overdue {
            self.engine.stop();
            let until = Some(Instant::now() + self.timeouts.ping);
            waited =
                self.mailbox.wait(until, Some(&self.stop_flag), |received| received.best.take());
        }
        match waited {
            WaitResult::Got((at, text)) => {
                let info = self.mailbox.access(|received| std::mem::take(&mut received.info));
                Ok(Answer { text, info, time: at.saturating_duration_since(sent) })
            }
            WaitResult::Stopped => Err(EngineError::Stopped),
            WaitResult::Closed | WaitResult::Overdue => Err(self.hung()),
        }
    }

    fn needs_restart(&self) -> bool {
        self.needs_restart
    }

    fn warning(&mut self) -> Option<String> {
        None
    }

    fn facts(&self) -> EngineFacts {
        self.facts.clone()
    }
}

/// Puts the search's reports and its result into the mailbox.
struct SearchReceiver {
    mailbox: Arc<Mailbox>,
    chess960: bool,
}

impl Reporter for SearchReceiver {
    fn report(&mut self, report: &Report<'_>) {
        if report.line != 1 {
            return;
        }
        let pv = report.pv.iter().map(|&mv| format_move(mv, self.chess960));
        let pv = pv.collect::<Vec<_>>().join(" ");
        if report.bound != Bound::Exact {
            self.mailbox.access(|received| received.info.last_pv = pv);
        } else {
            let ms = report.elapsed.as_millis() as u64;
            let details = MoveDetails {
                seldepth: u32::try_from(report.selective_depth).ok(),
                nps: Some(report.nodes * 1_000 / ms.max(1)),
                hashfull: Some(report.hash_full),
                tbhits: Some(report.tablebase_hits),
                reported_ms: Some(ms),
                left_ms: None,
                pv: pv.clone(),
            };
            let info = SearchInfo {
                score: Some(report.score),
                depth: u32::try_from(report.depth).ok(),
                nodes: Some(report.nodes),
                details,
                last_pv: pv,
            };
            self.mailbox.access(|received| received.info = info);
        }
    }

    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}

impl SearchListener for SearchReceiver {
    fn finished(&mut self, result: &SearchResult) {
        let at = Instant::now();
        let text = result.best.map_or("(none)".to_string(), |mv| format_move(mv, self.chess960));
        self.mailbox.put(|received| {
            received.info.nodes = Some(result.nodes);
            received.best = Some((at, text));
            true
        });
    }
}

/// What can be set of the built-in engine; the rest is for chess programs.
const SETTABLE: [UciOption; 8] = [
    UciOption::Hash,
    UciOption::Threads,
    UciOption::MultiPv,
    UciOption::MoveOverhead,
    UciOption::EvalFile,
    UciOption::LimitStrength,
    UciOption::Elo,
    UciOption::SkillLevel,
];

/// The built-in engine's options: the defaults, changed by the player's settings.
/// `Err` is a sentence that names the setting.
fn options(plan: &PlayerPlan, defaults: &Options) -> Result<Options, String> {
    let mut options = defaults.clone();
    for EngineSetting { name, value, for_all, .. } in &plan.settings {
        match UciOption::of_name(name).filter(|option| SETTABLE.contains(option)) {
            Some(option) => options.set(option, value).map_err(|error| {
                let allowed = error.option.allowed();
                format!("{}: option {name} takes {allowed}, not '{value}'", plan.name)
            })?,
            None if *for_all => {}
            None => {
                let names = SETTABLE.map(UciOption::name).join(", ");
                return Err(format!(
                    "{} is the built-in engine and has no option '{name}' here (value \
                     '{value}'): {names} can be set",
                    plan.name
                ));
            }
        }
    }
    Ok(options)
}
