//! The built-in engine as a player, in this process.

use super::interface::{Answer, EngineError, EngineFacts, GameStart, Player, StartError};
use super::request::{MoveRequest, PositionCommand};
use super::search_info::SearchInfo;
use crate::arena::machine::stop_flag::{StopFlag, Wake};
use crate::arena::plan::match_plan::{EngineSetting, PlayerPlan};
use crate::arena::plan::record::MoveDetails;
use crate::chess::board::GamePosition;
use crate::chess::types::{Depth, Move, Score};
use crate::engine::options::{Folders, Options, UciOption};
use crate::engine::search::{Bound, Report, Reporter, STACK, SearchControl, SearchResult};
use crate::engine::searcher::{Searcher, SearcherError};
use crate::engine::{format_move, game_position};
use crate::uci::words::BestMove;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// The built-in engine as a player. It searches on the thread that asks for a move,
/// and keeps to its limits by itself.
pub struct BuiltinEngine {
    /// `None` while it searches on the opponent's time, and if that search has failed.
    searcher: Option<Searcher>,
    /// Stops the search when the match stops.
    control: Arc<SearchControl>,
    stop_flag: Arc<StopFlag>,
    facts: EngineFacts,
    chess960: bool,
    /// The search on the opponent's time.
    pondering: Option<Pondering>,
}

/// A search on the opponent's time, which has the searcher until it ends.
struct Pondering {
    position: PositionCommand,
    search: JoinHandle<(Searcher, SearchResult, SearchInfo)>,
}

impl Wake for SearchControl {
    fn wake(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl BuiltinEngine {
    /// Starts an engine with options; sentences call it `name`.
    ///
    /// # Errors
    /// If the network cannot be used, or the system has no memory or thread for it.
    pub fn start(
        name: &str,
        options: &Options,
        stop_flag: &Arc<StopFlag>,
    ) -> Result<BuiltinEngine, StartError> {
        let searcher = Searcher::new(options).map_err(|error| match error {
            SearcherError::EvalFile(error) => {
                StartError::Permanent(format!("{name}: option EvalFile: {error}"))
            }
            error => StartError::Temporary(format!("{name}: {error}")),
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
        let searcher = Some(searcher);
        Ok(BuiltinEngine { searcher, control, stop_flag, facts, chess960: false, pondering: None })
    }

    /// Waits for the end of the search on the opponent's time.
    fn join(&mut self, pondering: Pondering) -> Option<(SearchResult, SearchInfo)> {
        let (searcher, result, info) = pondering.search.join().ok()?;
        self.searcher = Some(searcher);
        Some((result, info))
    }

    /// Ends the search on the opponent's time, and drops what it has found.
    fn stop(&mut self, pondering: Pondering) {
        self.control.stop.store(true, Ordering::Relaxed);
        self.join(pondering);
        self.control.pondering.store(false, Ordering::Relaxed);
        self.control.stop.store(false, Ordering::Relaxed);
    }

    /// The answer with the move that a search has found.
    fn answer(
        &self,
        result: &SearchResult,
        info: SearchInfo,
        start: Instant,
        ponder_hit: Option<bool>,
    ) -> Result<Answer, EngineError> {
        let time = start.elapsed();
        if self.stop_flag.is_raised() {
            return Err(EngineError::Stopped);
        }
        let text = |mv| format_move(mv, self.chess960);
        let best = result.best.map_or_else(|| BestMove::NONE.to_string(), text);
        let ponder = result.ponder.map(text);
        let words = [Some(best), ponder.as_ref().map(|_| "ponder".to_string()), ponder];
        let text = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let info = SearchInfo { nodes: Some(result.nodes), ..info };
        Ok(Answer { text, info, time, ponder_hit })
    }

    fn searcher(&mut self) -> Result<&mut Searcher, EngineError> {
        let lost = || EngineError::Arena("the built-in engine has lost its search".to_string());
        self.searcher.as_mut().ok_or_else(lost)
    }
}

/// The game that a command sets up.
pub(super) fn game_of(position: &PositionCommand) -> Result<GamePosition, EngineError> {
    let moves = position.moves.split_ascii_whitespace();
    game_position(position.fen.as_deref(), moves)
        .map_err(|error| EngineError::Arena(error.to_string()))
}

impl Player for BuiltinEngine {
    fn new_game(&mut self, start: &GameStart<'_>) -> Result<(), EngineError> {
        self.chess960 = start.chess960;
        self.stop_pondering();
        self.searcher()?.clear();
        Ok(())
    }

    fn think(
        &mut self,
        position: &PositionCommand,
        request: &MoveRequest,
    ) -> Result<Answer, EngineError> {
        let mut ponder_hit = None;
        if let Some(pondering) = self.pondering.take() {
            if pondering.position == *position {
                let start = Instant::now();
                self.control.pondering.store(false, Ordering::Relaxed);
                let found = self.join(pondering);
                self.searcher()?;
                let (result, info) = found.unwrap_or_else(|| {
                    (SearchResult::without_move(Score::DRAW), SearchInfo::default())
                });
                return self.answer(&result, info, start, Some(true));
            }
            self.stop(pondering);
            ponder_hit = Some(false);
        }
        let game = game_of(position)?;
        let mut best_line = BestLine { chess960: self.chess960, info: SearchInfo::default() };
        let control = Arc::clone(&self.control);
        let start = Instant::now();
        let limits = request.limits();
        let result = self.searcher()?.search_with(&game, &limits, &control, &mut best_line);
        self.answer(&result, best_line.info, start, ponder_hit)
    }

    fn ponder(
        &mut self,
        position: &PositionCommand,
        request: &MoveRequest,
    ) -> Result<(), EngineError> {
        let (game, limits) = (game_of(position)?, request.limits());
        let control = Arc::clone(&self.control);
        let mut best_line = BestLine { chess960: self.chess960, info: SearchInfo::default() };
        self.searcher()?;
        let Some(mut searcher) = self.searcher.take() else { return Ok(()) };
        control.pondering.store(true, Ordering::Relaxed);
        let work = move || {
            let result = searcher.search_with(&game, &limits, &control, &mut best_line);
            (searcher, result, best_line.info)
        };
        let thread = thread::Builder::new().name("ponders".to_string()).stack_size(STACK);
        let no_thread = |error| EngineError::Arena(format!("no thread to ponder on: {error}"));
        let search = thread.spawn(work).map_err(no_thread)?;
        self.pondering = Some(Pondering { position: position.clone(), search });
        Ok(())
    }

    fn stop_pondering(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            self.stop(pondering);
        }
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
const SETTABLE: [UciOption; 10] = [
    UciOption::Hash,
    UciOption::Threads,
    UciOption::MultiPv,
    UciOption::MoveOverhead,
    UciOption::EvalFile,
    UciOption::LimitStrength,
    UciOption::Elo,
    UciOption::SkillLevel,
    UciOption::OwnBook,
    UciOption::BookFile,
];

/// The built-in engine's options: the defaults, changed by the player's settings.
/// It plays without tablebases, and without a book unless they name one.
///
/// # Errors
/// If the engine does not have an option, or not with this value.
pub fn options(plan: &PlayerPlan, defaults: &Options) -> Result<Options, StartError> {
    let mut options =
        Options { syzygy_path: Folders::default(), own_book: false, ..defaults.clone() };
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

impl Drop for BuiltinEngine {
    fn drop(&mut self) {
        self.stop_pondering();
    }
}
