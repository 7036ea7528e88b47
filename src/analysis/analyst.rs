//! What an analysis asks of an engine, and what that finds.

use crate::chess::board::{FenStyle, GamePosition, Position};
use crate::chess::notation::MoveNotation;
use crate::chess::types::{Color, Depth, Move, Score, UciScore};
use crate::engine::eval::wdl::{WdlModel, material_left};
use crate::engine::search::{Limits, SearchControl};
use std::error::Error;
use std::time::Duration;

/// The name of this engine, with its version.
pub const OWN_NAME: &str = concat!("Staunton ", env!("CARGO_PKG_VERSION"));
/// The version of the values that are written as JSON. It grows when a field goes or
/// changes its meaning; a new field does not change it.
pub const JSON_SCHEMA: u32 = 1;

/// Why there is no analysis.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The engine cannot be had, or fails.
    #[error(transparent)]
    Engine(#[from] Box<dyn Error + Send + Sync>),
    /// There is nothing to compare.
    #[error("the side to move has no legal move")]
    NoLegalMove,
    /// It was stopped before its end.
    #[error("the analysis was stopped")]
    Stopped,
}

/// Finds the best lines of positions. An analysis asks it, whatever engine is
/// behind it.
pub trait Analyst {
    /// The name of the engine, with its version.
    fn name(&self) -> String {
        OWN_NAME.to_string()
    }

    /// Forgets what earlier searches have learned.
    ///
    /// # Errors
    /// If the engine fails.
    fn clear(&mut self) -> Result<(), AnalysisError>;

    /// Searches for the best lines of a position, at most this number, until a
    /// limit is reached or `control` stops it. `on_line` sees each line as it is
    /// found.
    ///
    /// # Errors
    /// If the engine fails.
    fn search(
        &mut self,
        game: &GamePosition,
        limits: &Limits,
        lines: usize,
        control: &SearchControl,
        on_line: &mut dyn FnMut(&AnalysedLine),
    ) -> Result<PositionAnalysis, AnalysisError>;

    /// The same, told only at its end.
    ///
    /// # Errors
    /// If the engine fails.
    fn best_lines(
        &mut self,
        game: &GamePosition,
        limits: &Limits,
        lines: usize,
    ) -> Result<PositionAnalysis, AnalysisError> {
        self.search(game, limits, lines, &SearchControl::default(), &mut |_| ())
    }
}

impl<A: Analyst + ?Sized> Analyst for Box<A> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn clear(&mut self) -> Result<(), AnalysisError> {
        (**self).clear()
    }

    fn search(
        &mut self,
        game: &GamePosition,
        limits: &Limits,
        lines: usize,
        control: &SearchControl,
        on_line: &mut dyn FnMut(&AnalysedLine),
    ) -> Result<PositionAnalysis, AnalysisError> {
        (**self).search(game, limits, lines, control, on_line)
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionAnalysis {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The score, for the side to move.
    pub score: Score,
    /// The depth of the last finished iteration, in plies.
    pub depth: Depth,
    /// The nodes of the search.
    pub nodes: u64,
    /// The time of the search.
    pub elapsed: Duration,
    /// The best lines, the best first; each begins with its move.
    pub lines: Vec<AnalysedLine>,
    /// When the best move changed: the move, the nodes and the time until then.
    pub changes: Vec<(Move, u64, Duration)>,
    /// The chances of win, draw and loss of the side to move, in thousandths, if the
    /// engine reports its own.
    pub wdl: Option<[u16; 3]>,
}

/// One of the best lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysedLine {
    /// The score, for the side to move.
    pub score: Score,
    /// The depth of its iteration, in plies.
    pub depth: Depth,
    /// The nodes until it was found.
    pub nodes: u64,
    /// The time until it was found.
    pub elapsed: Duration,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// What a search has found, its moves in a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenPosition {
    /// The version of these fields: [`JSON_SCHEMA`].
    pub schema: u32,
    /// The position.
    pub fen: String,
    /// The best lines, the best first.
    pub lines: Vec<WrittenLine>,
    /// The nodes of the search.
    pub nodes: u64,
    /// The time of the search, in milliseconds.
    pub ms: u64,
}

/// One of the best lines, in a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenLine {
    /// The score, for the side to move.
    pub score: UciScore,
    /// The depth of its iteration, in plies.
    pub depth: Depth,
    /// Its moves.
    pub moves: Vec<String>,
}

impl AnalysedLine {
    /// The line from this position, in a notation.
    pub fn written(&self, position: &Position, notation: MoveNotation) -> WrittenLine {
        let mut current = position.clone();
        let write = |&mv: &Move| {
            let text = notation.format(&current, mv);
            current.play(mv, &mut ());
            text
        };
        let moves = self.moves.iter().map(write).collect();
        WrittenLine { score: self.score.to_uci(), depth: self.depth, moves }
    }
}

impl PositionAnalysis {
    /// What was found in this position, in a notation.
    pub fn written(&self, position: &Position, notation: MoveNotation) -> WrittenPosition {
        WrittenPosition {
            schema: JSON_SCHEMA,
            fen: position.fen(FenStyle::Standard),
            lines: self.lines.iter().map(|line| line.written(position, notation)).collect(),
            nodes: self.nodes,
            ms: self.elapsed.as_millis() as u64,
        }
    }
}

/// The depth, nodes and time of limits as a phrase.
pub fn limits_in_words(limits: &Limits) -> String {
    let Limits { depth, nodes, move_time, .. } = limits;
    let parts = [
        depth.map(|depth| format!("depth {depth}")),
        nodes.map(|nodes| format!("{nodes} nodes")),
        move_time.map(|time| format!("{} ms", time.as_millis())),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The score as White sees it, in pawns or moves to mate, as chess servers
/// write it: `0.31`, `-1.05`, `#3`, `#-2`.
pub fn white_score(side: Color, score: UciScore) -> String {
    match (score, side) {
        (UciScore::Mate(moves), Color::White) => format!("#{moves}"),
        // "#0" has no sign: whoever is to move is mated.
        (UciScore::Mate(moves), Color::Black) => format!("#{}", -moves),
        (UciScore::Centipawns(value), side) => {
            let white = if side == Color::White { value } else { -value };
            format!("{:.2}", f64::from(white) / 100.0)
        }
    }
}

/// The points that the side to move can expect of a position, from 0 to 1: the
/// chance of a win and half of that of a draw.
pub fn expected_points(position: &Position, score: Score) -> f64 {
    if score.is_mate() {
        return f64::from(u8::from(score.is_win()));
    }
    let model = WdlModel::OWN.at(material_left(position));
    let [win, draw, _] = model.probabilities(f64::from(score.0));
    win + draw / 2.0
}
