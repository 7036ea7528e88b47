//! A game with its analysis: what each move costs, and the annotated game.

use super::analyst::{AnalysisError, Analyst, PositionAnalysis, expected_points, white_score};
use super::annotation::{AnalysedMove, MARKS, annotate, readers_mark, without_annotation};
use super::clocks::move_times;
use crate::chess::board::{GamePosition, Position};
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::{Color, Move, Score};
use crate::engine::search::{Limits, SearchControl};
use std::collections::BTreeMap;

/// The most moves of a better line.
const LINE_LENGTH: usize = 8;
/// A greater difference of scores counts as this number of centipawns.
const MOST_CENTIPAWNS: i32 = 1_000;
/// How fast the accuracy of a move falls with the points that it costs: one
/// that costs 10 of 100 counts 61 %, one that costs 20 counts 37 %.
const ACCURACY_FALL: f64 = 5.0;

/// A game with its analysis.
pub struct AnalysedGame {
    /// The game, annotated.
    pub game: PgnGame,
    /// The moves of the main line, each with its judgement.
    pub moves: Vec<AnalysedMove>,
}

/// The play of a side in figures.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct SideSummary {
    /// The mean of the accuracies of the moves, from 0 to 100.
    pub accuracy: f64,
    /// The expected points that a move costs in the mean, of 100.
    pub points_lost: f64,
    /// The centipawns that a move costs in the mean.
    pub centipawns_lost: f64,
    /// The number of moves.
    pub moves: usize,
    /// The number of moves marked "??".
    pub blunders: usize,
    /// The number of moves marked "?".
    pub mistakes: usize,
    /// The number of moves marked "?!".
    pub inaccuracies: usize,
}

/// A game with its analysis, its moves in a notation.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenGame {
    /// The tags.
    pub tags: BTreeMap<String, String>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// White's play; `None` if White has not moved.
    pub white: Option<SideSummary>,
    /// Black's play; `None` if Black has not moved.
    pub black: Option<SideSummary>,
    /// The moves.
    pub moves: Vec<WrittenMove>,
}

/// A move of a game, and what the analysis says about it, in a notation.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenMove {
    /// The move.
    #[cfg_attr(feature = "json", serde(rename = "move"))]
    pub mv: String,
    /// The score after the move as White sees it: `0.31`, `#-2`.
    pub eval: String,
    /// The best move.
    pub best: Option<String>,
    /// The score before the move, likewise.
    pub best_eval: String,
    /// The best line, with the numbers of the moves.
    pub line: String,
    /// The expected points that the move costs its side, of 100.
    pub points_lost: f64,
    /// The sign of its mark, such as "?!".
    pub mark: Option<&'static str>,
    /// The seconds that it took, where the game tells.
    pub seconds: Option<f64>,
}

/// Analyses a game. The last position is searched first, so that each search
/// finds in the table what comes after its position. What an earlier analysis
/// wrote is replaced. `on_position` is called after each search.
///
/// # Errors
/// If it is stopped, or the engine fails.
pub fn analyse(
    game: &PgnGame,
    analyst: &mut dyn Analyst,
    limits: &Limits,
    control: &SearchControl,
    on_position: &mut dyn FnMut(),
) -> Result<AnalysedGame, AnalysisError> {
    let mut current = GamePosition::from(game.start.clone());
    let mut positions = vec![current.clone()];
    for annotated in &game.moves {
        match annotated.mv {
            Some(mv) => current.play(mv),
            None => current.play_null_move(),
        }
        positions.push(current.clone());
    }
    analyst.clear();
    let mut found = Vec::new();
    for position in positions.iter().rev() {
        found.push(analyst.search(position, limits, 1, control, &mut |_| ())?);
        if control.stopped() {
            return Err(AnalysisError::Stopped);
        }
        on_position();
    }
    found.reverse();
    let seconds = move_times(game);
    let mut game = game.clone();
    let mut moves = Vec::new();
    for (index, annotated) in game.moves.iter_mut().enumerate() {
        let [before, after] = [index, index + 1].map(|index| positions[index].position());
        let judged = judge(annotated.mv, (before, &found[index]), (after, &found[index + 1]));
        without_annotation(annotated);
        let mark = readers_mark(annotated).unwrap_or_else(|| judged.own_mark());
        let analysed = AnalysedMove { seconds: seconds[index], mark, ..judged };
        annotate(annotated, &analysed);
        moves.push(analysed);
    }
    game.set_tag("Annotator", annotator(game.tag("Annotator")));
    Ok(AnalysedGame { game, moves })
}

/// The annotators of a game: the reader stays one.
fn annotator(before: Option<&str>) -> String {
    const OWN: &str = concat!("Staunton ", env!("CARGO_PKG_VERSION"));
    match before {
        Some(name) if !name.contains("Staunton") => format!("{name}, {OWN}"),
        Some(name) if name.contains(", Staunton") => name.to_string(),
        _ => OWN.to_string(),
    }
}

/// What a move costs, from the searches before and after it.
fn judge(
    mv: Option<Move>,
    (before, best): (&Position, &PositionAnalysis),
    (after, reply): (&Position, &PositionAnalysis),
) -> AnalysedMove {
    let side = before.side_to_move();
    // A null move is not a choice that could be better.
    let is_best = mv.is_none() || best.best == mv;
    let own = |score: Score| score.0.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS);
    let points_before = expected_points(before, best.score);
    let points_after = 1.0 - expected_points(after, reply.score);
    let loss = if is_best { 0.0 } else { (points_before - points_after).max(0.0) };
    let centipawn_loss = if is_best { 0 } else { (own(best.score) + own(reply.score)).max(0) };
    let line = best.lines.first().map_or(&[][..], |line| &line.moves);
    AnalysedMove {
        position: before.clone(),
        mv,
        best: line[..line.len().min(LINE_LENGTH)].to_vec(),
        scores: [
            white_score(side, best.score.to_uci()),
            match (reply.best, after.in_check()) {
                // Mate: the sign is that of the side that mates.
                (None, true) => format!("#{}0", if side == Color::White { "" } else { "-" }),
                _ => white_score(!side, reply.score.to_uci()),
            },
        ],
        white_points: if side == Color::White { points_after } else { 1.0 - points_after },
        loss,
        centipawn_loss,
        mark: None,
        seconds: None,
    }
}

impl AnalysedGame {
    /// The play of a side; `None` if it has not moved.
    pub fn summary(&self, side: Color) -> Option<SideSummary> {
        let moves = || self.moves.iter().filter(|mv| mv.position.side_to_move() == side);
        let count = moves().count();
        if count == 0 {
            return None;
        }
        let mean = |of: &dyn Fn(&AnalysedMove) -> f64| moves().map(of).sum::<f64>() / count as f64;
        let [blunders, mistakes, inaccuracies] =
            MARKS.map(|mark| moves().filter(|mv| mv.mark == Some(mark)).count());
        Some(SideSummary {
            accuracy: mean(&|mv| 100.0 * (-ACCURACY_FALL * mv.loss).exp()),
            points_lost: mean(&|mv| 100.0 * mv.loss),
            centipawns_lost: mean(&|mv| f64::from(mv.centipawn_loss)),
            moves: count,
            blunders,
            mistakes,
            inaccuracies,
        })
    }

    /// The game and its analysis in a notation.
    pub fn written(&self, notation: MoveNotation) -> WrittenGame {
        let mv = |analysed: &AnalysedMove| {
            let AnalysedMove { position, scores: [best_eval, eval], .. } = analysed;
            WrittenMove {
                mv: notation.format(position, analysed.mv),
                eval: eval.clone(),
                best: analysed.best.first().map(|&mv| notation.format(position, mv)),
                best_eval: best_eval.clone(),
                line: notation.line(position, &analysed.best),
                points_lost: 100.0 * analysed.loss,
                mark: analysed.mark.map(|mark| mark.sign),
                seconds: analysed.seconds,
            }
        };
        WrittenGame {
            tags: self.game.tags.iter().cloned().collect(),
            result: self.game.result.to_string(),
            white: self.summary(Color::White),
            black: self.summary(Color::Black),
            moves: self.moves.iter().map(mv).collect(),
        }
    }
}
