//! The built-in engine as a player, in this process.

use super::interface::{Answer, EngineError, EngineFacts, Player, StartError};
use super::request::{MoveRequest, PositionCommand};
use super::search_info::SearchInfo;
use crate::arena::machine::stop_flag::{StopFlag, Wake};
use crate::arena::plan::match_plan::{EngineSetting, PlayerPlan};
use crate::arena::plan::record::MoveDetails;
use crate::chess::types::{Depth, Move};
use crate::engine::options::{Folders, Options, UciOption};
use crate::engine::search::{Bound, Report, Reporter, SearchControl};
use crate::engine::searcher::{Searcher, SearcherError};
use crate::engine::{format_move, game_position};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Instant;

/// The built-in engine as a player. It searches on the thread that asks for a move,
/// and keeps to its limits by itself.
pub struct BuiltinEngine {
    searcher: Searcher,
    /// Stops the search when the match stops.
    control: Arc<SearchControl>,
    stop_flag: Arc<StopFlag>,
    facts: EngineFacts,
    chess960: bool,
}

impl Wake for SearchControl {
    fn wake(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
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
        stop_flag: &Arc<StopFlag>,
    ) -> Result<BuiltinEngine, StartError> {
        let options = options(plan, defaults)?;
        let searcher = Searcher::new(&options).map_err(|error| match error {
            SearcherError::EvalFile(error) => {
                StartError::Permanent(format!("{}: option EvalFile: {error}", plan.name))
            }
            error => StartError::Temporary(format!("{}: {error}", plan.name)),
        })?;
        let control = Arc::new(SearchControl::default());
        let weak: Weak<SearchControl> = Arc::downgrade(&control);
        stop_flag.register_waiting(weak);
        let facts = EngineFacts {
            name: None,
            threads: Some(options.threads.get().to_string()),
            hash: Some(options.hash_mb.get().to_string()),
        };
        let stop_flag = Arc::clone(stop_flag);
        Ok(BuiltinEngine { searcher, control, stop_flag, facts, chess960: false })
    }
}

impl Player for BuiltinEngine {
    fn new_game(&mut self, chess960: bool) -> Result<(), EngineError> {
        self.chess960 = chess960;
        self.searcher.clear();
        Ok(())
    }

    fn think(
        &mut self,
        position: &PositionCommand,
        request: &MoveRequest,
    ) -> Result<Answer, EngineError> {
        let moves = position.moves.split_ascii_whitespace();
        let game = game_position(position.fen.as_deref(), moves)
            .map_err(|error| EngineError::Arena(error.to_string()))?;
        let mut best_line = BestLine { chess960: self.chess960, info: SearchInfo::default() };
        let start = Instant::now();
        let limits = request.limits();
        let result = self.searcher.search_with(&game, &limits, &self.control, &mut best_line);
        let time = start.elapsed();
        if self.stop_flag.is_raised() {
            return Err(EngineError::Stopped);
        }
        let text = result.best.map_or("(none)".to_string(), |mv| format_move(mv, self.chess960));
        let info = SearchInfo { nodes: Some(result.nodes), ..best_line.info };
        Ok(Answer { text, info, time })
    }

    fn facts(&self) -> EngineFacts {
        self.facts.clone()
    }
}

/// Keeps what a search reports about its best line.
struct BestLine {
    chess960: bool,
    info: SearchInfo,
}

impl Reporter for BestLine {
    fn report(&mut self, report: &Report<'_>) {
        if report.line != 1 {
            return;
        }
        let pv = report.pv.iter().map(|&mv| format_move(mv, self.chess960));
        self.info.last_pv = pv.collect::<Vec<_>>().join(" ");
        if report.bound != Bound::Exact {
            return;
        }
        let ms = report.elapsed.as_millis() as u64;
        self.info.score = Some(report.score);
        self.info.depth = u32::try_from(report.depth).ok();
        self.info.details = MoveDetails {
            seldepth: u32::try_from(report.selective_depth).ok(),
            nps: Some(report.nodes * 1_000 / ms.max(1)),
            hashfull: Some(report.hash_full),
            tbhits: Some(report.tablebase_hits),
            reported_ms: Some(ms),
            left_ms: None,
            pv: self.info.last_pv.clone(),
        };
    }

    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
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
/// It plays without tablebases.
fn options(plan: &PlayerPlan, defaults: &Options) -> Result<Options, StartError> {
    let mut options = Options { syzygy_path: Folders::default(), ..defaults.clone() };
    for EngineSetting { name, value, for_all, .. } in &plan.settings {
        match UciOption::of_name(name).filter(|option| SETTABLE.contains(option)) {
            Some(option) => options.set(option, value).map_err(|error| {
                let allowed = error.option.allowed();
                StartError::Permanent(format!(
                    "{}: option {name} takes {allowed}, not '{value}'",
                    plan.name
                ))
            })?,
            None if *for_all => {}
            None => {
                let names = SETTABLE.map(UciOption::name).join(", ");
                return Err(StartError::Permanent(format!(
                    "{} is the built-in engine and has no option '{name}' here (value \
                     '{value}'): {names} can be set",
                    plan.name
                )));
            }
        }
    }
    Ok(options)
}
