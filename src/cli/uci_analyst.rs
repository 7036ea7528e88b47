//! Any UCI engine as an analyst: the engine of `--engine`, in a process of its own.

use super::error::CliError;
use super::match_::engine_plan;
use crate::analysis::analyst::{AnalysedLine, AnalysisError, Analyst, PositionAnalysis};
use crate::arena::machine::stop_flag::StopFlag;
use crate::arena::plan::match_plan::{EngineSetting, PlayerPlan, Program, Timeouts};
use crate::arena::player::{
    EngineError, GameStart, MoveRequest, Player, PositionCommand, SearchInfo, StartError, start,
};
use crate::chess::board::{GamePosition, Position};
use crate::chess::movegen::has_legal_move;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::notation::uci;
use crate::chess::types::{Depth, Move, Score};
use crate::engine::search::{Limits, SearchControl};
use crate::uci::words::GoCommand;
use crate::uci::words::info::pv_moves;
use std::sync::Arc;
use std::time::Duration;

/// How much longer than its time an engine may search before it is told to stop.
const GRACE: Duration = Duration::from_secs(5);

/// How the engines of an analysis are started.
#[derive(Clone)]
pub struct EngineChoice {
    plan: PlayerPlan,
    stop_flag: Arc<StopFlag>,
}

impl EngineChoice {
    /// The engine that these words name, `cmd=FILE` and others, with a table of this size
    /// and these tablebases unless the words say otherwise. Each process uses one thread.
    ///
    /// # Errors
    /// If a word is wrong.
    pub fn new(
        words: &[String],
        hash: i64,
        syzygy: Option<&str>,
        stop_flag: &Arc<StopFlag>,
    ) -> Result<EngineChoice, CliError> {
        let mut plan = engine_plan(words).map_err(CliError::Usage)?;
        if matches!(plan.program, Program::Builtin(_)) {
            let sentence = "--engine: cmd=self is the engine that is asked without this flag";
            return Err(CliError::Usage(sentence.to_string()));
        }
        let hash = hash.to_string();
        let usual = [
            ("Threads", Some("1")),
            ("Hash", Some(hash.as_str())),
            ("SyzygyPath", syzygy),
            ("UCI_AnalyseMode", Some("true")),
            ("UCI_ShowWDL", Some("true")),
        ];
        for (name, value) in usual {
            let is_set = plan.settings.iter().any(|known| known.name.eq_ignore_ascii_case(name));
            if let Some(value) = value.filter(|_| !is_set) {
                let (name, value) = (name.to_string(), value.to_string());
                // An engine that lacks the option does without it.
                plan.settings.push(EngineSetting { name, value, for_all: true });
            }
        }
        Ok(EngineChoice { plan, stop_flag: Arc::clone(stop_flag) })
    }

    /// Starts a process.
    ///
    /// # Errors
    /// If it does not start, or is no UCI engine.
    pub fn start(&self) -> Result<UciAnalyst, CliError> {
        let player = start(&self.plan, Timeouts::default(), &self.stop_flag);
        let player = player.map_err(|error| match error {
            StartError::Stopped => CliError::from(AnalysisError::Stopped),
            error => CliError::Usage(format!("--engine: {error}")),
        })?;
        let name = player.facts().name.unwrap_or_else(|| self.plan.name.clone());
        Ok(UciAnalyst { player, name, chess960: false, lines: 1 })
    }
}

/// An engine in a process of its own as an analyst.
pub struct UciAnalyst {
    player: Box<dyn Player>,
    name: String,
    /// The last value told to the engine.
    chess960: bool,
    /// The number of lines last told to the engine.
    lines: usize,
}

impl Analyst for UciAnalyst {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn clear(&mut self) -> Result<(), AnalysisError> {
        self.begin(self.chess960)
    }

    /// The engine learns of the position alone, not of those before it. What it reports
    /// is told at the end.
    fn search(
        &mut self,
        game: &GamePosition,
        limits: &Limits,
        lines: usize,
        _: &SearchControl,
        on_line: &mut dyn FnMut(&AnalysedLine),
    ) -> Result<PositionAnalysis, AnalysisError> {
        let found = match limits.search_moves[..] {
            [mv] => {
                let after = game.position().after(mv);
                before_move(mv, self.ask(&after, limits, 1)?)
            }
            _ => self.ask(game.position(), limits, lines)?,
        };
        found.lines.iter().for_each(on_line);
        Ok(found)
    }
}

impl UciAnalyst {
    fn begin(&mut self, chess960: bool) -> Result<(), AnalysisError> {
        let start = GameStart { chess960, ..GameStart::default() };
        self.player.new_game(&start).map_err(failed)
    }

    fn ask(
        &mut self,
        position: &Position,
        limits: &Limits,
        lines: usize,
    ) -> Result<PositionAnalysis, AnalysisError> {
        if !has_legal_move(position) {
            return Ok(game_over(position));
        }
        let chess960 = PgnGame::new(position.clone()).chess960;
        if chess960 != self.chess960 {
            self.begin(chess960)?;
            self.chess960 = chess960;
        }
        if lines != self.lines {
            self.player.set_option("MultiPV", &lines.to_string()).map_err(failed)?;
            self.lines = lines;
        }
        let command = GoCommand {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time,
            ..GoCommand::default()
        };
        let allowance = limits.move_time.map(|time| time + GRACE);
        let request = MoveRequest::new(position.side_to_move(), [None; 2], command, allowance);
        let asked = PositionCommand::new(position, chess960);
        let answer = self.player.think(&asked, &request).map_err(failed)?;
        found(position, &answer.text, &answer.info, answer.time)
            .map_err(|why| AnalysisError::Engine(format!("{}: {why}", self.name).into()))
    }
}

fn failed(error: EngineError) -> AnalysisError {
    match error {
        EngineError::Stopped => AnalysisError::Stopped,
        error => AnalysisError::Engine(error.into()),
    }
}

/// A position that needs no search.
fn game_over(position: &Position) -> PositionAnalysis {
    PositionAnalysis {
        best: None,
        score: if position.in_check() { Score::mated_in(0) } else { Score::DRAW },
        depth: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
        lines: Vec::new(),
        changes: Vec::new(),
        wdl: None,
    }
}

/// What an engine has found; a sentence if its move or its score cannot be used.
fn found(
    position: &Position,
    best: &str,
    info: &SearchInfo,
    elapsed: Duration,
) -> Result<PositionAnalysis, String> {
    let mv = uci::parse(position, best.split_whitespace().next().unwrap_or_default())
        .map_err(|error| format!("its move '{best}' cannot be played: {error}"))?;
    let score = info.score.ok_or("it reports no score")?;
    let (depth, nodes) = (depth(info.depth), info.nodes.unwrap_or(0));
    let mut moves = legal_line(position, &info.details.pv);
    if moves.first() != Some(&mv) {
        moves = vec![mv];
    }
    let line = |score, depth, moves| AnalysedLine { score, depth, nodes, elapsed, moves };
    let further = info.further.iter().filter_map(|further| {
        let moves = legal_line(position, &further.pv);
        let is_new = moves.first().is_some_and(|first| *first != mv);
        is_new.then(|| line(further.score, self::depth(further.depth), moves))
    });
    let lines = std::iter::once(line(score, depth, moves)).chain(further).collect();
    let mut changes: Vec<(Move, u64, Duration)> = Vec::new();
    for change in &info.changes {
        if let Ok(mv) = uci::parse(position, &change.mv) {
            changes.push((mv, change.nodes, Duration::from_millis(change.ms)));
        }
    }
    if changes.last().is_none_or(|(last, ..)| *last != mv) {
        changes.push((mv, nodes, elapsed));
    }
    let wdl = info.wdl.map(|wdl| wdl.map(|chance| u16::try_from(chance).unwrap_or(u16::MAX)));
    Ok(PositionAnalysis { best: Some(mv), score, depth, nodes, elapsed, lines, changes, wdl })
}

fn depth(reported: Option<u32>) -> Depth {
    reported.and_then(|depth| Depth::try_from(depth).ok()).unwrap_or(0)
}

/// The moves of a line up to the first that is not legal.
fn legal_line(position: &Position, pv: &str) -> Vec<Move> {
    let mut current = position.clone();
    let play = |word| {
        let mv = uci::parse(&current, word).ok()?;
        current.play(mv, &mut ());
        Some(mv)
    };
    pv_moves(pv).map_while(play).collect()
}

/// What was found after a move, as it looks before it.
fn before_move(mv: Move, after: PositionAnalysis) -> PositionAnalysis {
    let turn = |score: Score| match score.plies_to_mate() {
        Some(plies) if score.is_win() => Score::mated_in(plies + 1),
        Some(plies) => Score::mate_in(plies + 1),
        None => -score,
    };
    let score = turn(after.score);
    let line = |line: AnalysedLine| {
        let moves = std::iter::once(mv).chain(line.moves).collect();
        AnalysedLine { score: turn(line.score), moves, ..line }
    };
    let mut lines: Vec<AnalysedLine> = after.lines.into_iter().map(line).collect();
    if lines.is_empty() {
        let (depth, nodes, elapsed) = (after.depth, after.nodes, after.elapsed);
        lines.push(AnalysedLine { score, depth, nodes, elapsed, moves: vec![mv] });
    }
    let changes = vec![(mv, after.nodes, after.elapsed)];
    let wdl = after.wdl.map(|[win, draw, loss]| [loss, draw, win]);
    PositionAnalysis { best: Some(mv), score, lines, changes, wdl, ..after }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(lines: &[&str]) -> SearchInfo {
        let mut info = SearchInfo::default();
        lines.iter().for_each(|line| info.update(line));
        info
    }

    #[test]
    fn lines_chances_and_changes_of_an_engine_are_read() {
        let info = info(&[
            "depth 1 score cp 10 nodes 5 time 1 pv d2d4",
            "depth 2 multipv 1 score cp 30 wdl 200 700 100 nodes 20 time 2 pv e2e4 e7e5 e1e3",
            "depth 2 multipv 2 score cp 12 nodes 20 pv d2d4 d7d5",
            "depth 2 multipv 3 score cp 5 nodes 20 pv h2h5",
        ]);
        let start = Position::start();
        let found = found(&start, "e2e4 ponder e7e5", &info, Duration::from_millis(3));
        let found = found.expect("a legal move");
        assert_eq!((found.score, found.wdl), (Score(30), Some([200, 700, 100])));
        let lengths: Vec<usize> = found.lines.iter().map(|line| line.moves.len()).collect();
        assert_eq!(lengths, [2, 2], "illegal moves end a line, or leave it out");
        let changes: Vec<u64> = found.changes.iter().map(|&(_, nodes, _)| nodes).collect();
        assert_eq!(changes, [5, 20]);
        // From the other side, one ply earlier.
        let mv = found.best.expect("a move");
        let mate = PositionAnalysis { score: Score::mated_in(2), ..found.clone() };
        assert_eq!(before_move(mv, mate).score, Score::mate_in(3));
        let before = before_move(mv, found);
        assert_eq!((before.score, before.wdl), (Score(-30), Some([100, 700, 200])));
    }

    #[test]
    fn an_answer_that_cannot_be_used_is_a_sentence() {
        let start = Position::start();
        let scored = info(&["depth 1 score cp 10 pv e2e4"]);
        for (best, info, part) in
            [("e2e5", &scored, "cannot be played"), ("e2e4", &info(&[]), "no score")]
        {
            let error = found(&start, best, info, Duration::ZERO).expect_err("it is wrong");
            assert!(error.contains(part), "{error}");
        }
    }
}
