//! Why one move is better than another: both lines are played out to quiet
//! positions, and [`reasons`] compares these.

use super::analyst::{AnalysedLine, AnalysisError, Analyst, JSON_SCHEMA, expected_points};
use super::reasons::{self, MoveReason};
use crate::chess::board::{FenStyle, GamePosition, Position};
use crate::chess::movegen::has_legal_move;
use crate::chess::notation::MoveNotation;
use crate::chess::types::{Depth, Move, Score, UciScore};
use crate::engine::eval::Network;
use crate::engine::search::Limits;

/// The plies that are played of a line before it is played out.
const LINE_LENGTH: usize = 12;
/// The most plies that are played to reach a quiet position.
const QUIET_LENGTH: usize = 12;
/// The depth of the searches that reach it, in plies.
const QUIET_DEPTH: Depth = 5;

/// Two moves of a position compared.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The position before the moves.
    pub position: Position,
    /// The best move.
    pub best: ExplainedLine,
    /// The move that it is compared with; `None` if the best is the only one.
    pub other: Option<ExplainedLine>,
    /// What the better line has over the worse; empty if one ends in mate or
    /// stalemate, where the evaluation means nothing.
    pub reasons: Vec<MoveReason>,
}

/// A move, its line played out, and its score for the side to move.
#[derive(Clone, Debug)]
pub struct ExplainedLine {
    /// The move.
    pub mv: Move,
    /// The score of the search.
    pub score: Score,
    /// The line, the move first.
    pub moves: Vec<Move>,
    /// The position after the line.
    pub end: Position,
}

/// Two moves of a position compared, in a notation. `sum` is the sum of the reasons, and
/// with `beyond` it makes `difference`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenExplanation {
    /// The version of these fields: [`JSON_SCHEMA`].
    pub schema: u32,
    /// The position before the moves.
    pub fen: String,
    /// The best move.
    pub best: WrittenExplainedLine,
    /// The move that it is compared with; `None` if the best is the only one.
    pub other: Option<WrittenExplainedLine>,
    /// The better move of the two: a deeper search may prefer the other one.
    pub better: Option<String>,
    /// What the better line has over the worse; empty if one ends in mate.
    pub reasons: Vec<WrittenReason>,
    /// What the better line has over the worse in all, without search, in centipawns.
    pub sum: Option<i32>,
    /// What the searches see beyond the ends of the lines, in centipawns.
    pub beyond: Option<i32>,
    /// What the better move has over the worse by the searches, in centipawns.
    pub difference: Option<i32>,
}

/// A move, its line played out, and its score, in a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenExplainedLine {
    /// The move.
    #[cfg_attr(feature = "json", serde(rename = "move"))]
    pub mv: String,
    /// The score, for the side to move.
    pub score: UciScore,
    /// The line, with the numbers of the moves.
    pub line: String,
    /// The position after the line.
    pub end: String,
}

/// A difference between the ends of two lines.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenReason {
    /// What it is worth to the side to move, in centipawns.
    pub centipawns: i32,
    /// A part of a sentence: "wins a pawn".
    pub words: String,
}

/// Compares the best move of a position with the one that is asked for, or with
/// the second best.
///
/// # Errors
/// If there is no legal move, or the engine fails.
pub fn explain(
    position: &Position,
    asked: Option<Move>,
    analyst: &mut dyn Analyst,
    limits: &Limits,
    network: &Network,
) -> Result<Explanation, AnalysisError> {
    let game = GamePosition::from(position.clone());
    let mut best_lines = analyst.best_lines(&game, limits, 2)?.lines.into_iter();
    let best = best_lines.next().ok_or(AnalysisError::NoLegalMove)?;
    let other = match asked {
        Some(mv) if best.moves.first() != Some(&mv) => {
            let limits = Limits { search_moves: vec![mv], ..limits.clone() };
            analyst.best_lines(&game, &limits, 1)?.lines.into_iter().next()
        }
        _ => best_lines.next(),
    };
    let best = play_out(position, best, analyst)?;
    let other = other.map(|line| play_out(position, line, analyst)).transpose()?;
    let mut explanation =
        Explanation { position: position.clone(), best, other, reasons: Vec::new() };
    if let Some([better, worse]) = explanation.ranked()
        && [better, worse].iter().all(|line| has_legal_move(&line.end))
    {
        let side = position.side_to_move();
        explanation.reasons = reasons::compare(&better.end, &worse.end, side, network);
    }
    Ok(explanation)
}

/// Plays a line, and then on to a quiet position: no check, and no capture or
/// promotion that is best.
fn play_out(
    position: &Position,
    line: AnalysedLine,
    analyst: &mut dyn Analyst,
) -> Result<ExplainedLine, AnalysisError> {
    let length = if line.score.is_mate() { line.moves.len() } else { LINE_LENGTH };
    let mut moves: Vec<Move> = line.moves.into_iter().take(length).collect();
    let mut end = position.clone();
    for &mv in &moves {
        end.play(mv, &mut ());
    }
    let limits = Limits { depth: Some(QUIET_DEPTH), ..Limits::default() };
    for _ in 0..QUIET_LENGTH {
        let game = GamePosition::from(end.clone());
        match analyst.best_lines(&game, &limits, 1)?.best {
            Some(mv) if end.in_check() || mv.is_capture() || mv.promotion().is_some() => {
                end.play(mv, &mut ());
                moves.push(mv);
            }
            _ => break,
        }
    }
    let mv = *moves.first().ok_or(AnalysisError::NoLegalMove)?;
    Ok(ExplainedLine { mv, score: line.score, moves, end })
}

impl Explanation {
    /// The better and the worse line. A deeper search of one move may find it
    /// better than the former best move.
    pub fn ranked(&self) -> Option<[&ExplainedLine; 2]> {
        let (best, other) = (&self.best, self.other.as_ref()?);
        Some(if other.score > best.score { [other, best] } else { [best, other] })
    }

    /// Which move is better, by how much, and why.
    pub fn text(&self, notation: MoveNotation) -> String {
        let Some(ranked) = self.ranked() else { return "It is the only legal move.\n".to_string() };
        let verdict = self.verdict(ranked, notation);
        match &self.reasons[..] {
            [] => verdict,
            reasons => verdict + &reasons::text(reasons) + &self.reconciled(),
        }
    }

    /// By how many centipawns the better line is better, as the searches see it; `None`
    /// if one of them is a mate.
    pub fn difference(&self) -> Option<i32> {
        let [better, worse] = self.ranked()?;
        let is_mate = better.score.is_mate() || worse.score.is_mate();
        (!is_mate).then(|| better.score - worse.score)
    }

    /// What leads from the sum of the reasons to the difference of the searches.
    fn reconciled(&self) -> String {
        let (Some(difference), Some(whole)) = (self.difference(), self.reasons.last()) else {
            return String::new();
        };
        let pawns = |centipawns: i32| f64::from(centipawns) / 100.0;
        format!(
            "  {:+.2}  what the searches see beyond these ends\n  -----\n  {:+.2}  by the searches\n",
            pawns(difference - whole.value),
            pawns(difference)
        )
    }

    /// The explanation in a notation.
    pub fn written(&self, notation: MoveNotation) -> WrittenExplanation {
        let line = |line: &ExplainedLine| WrittenExplainedLine {
            mv: notation.format(&self.position, line.mv),
            score: line.score.to_uci(),
            line: notation.line(&self.position, &line.moves),
            end: line.end.fen(FenStyle::Standard),
        };
        let reason = |reason: &MoveReason| WrittenReason {
            centipawns: reason.value,
            words: reason.words.clone(),
        };
        let (whole, parts) = match self.reasons.split_last() {
            Some((whole, parts)) => (Some(whole.value), parts),
            None => (None, &[][..]),
        };
        let difference = self.difference();
        WrittenExplanation {
            schema: JSON_SCHEMA,
            fen: self.position.fen(FenStyle::Standard),
            best: line(&self.best),
            other: self.other.as_ref().map(line),
            better: self.ranked().map(|[better, _]| notation.format(&self.position, better.mv)),
            reasons: parts.iter().map(reason).collect(),
            sum: whole,
            beyond: difference.zip(whole).map(|(difference, whole)| difference - whole),
            difference,
        }
    }

    fn verdict(&self, lines: [&ExplainedLine; 2], notation: MoveNotation) -> String {
        let [better, worse] = lines;
        let position = &self.position;
        let name = |line: &ExplainedLine| notation.line(position, &[line.mv]);
        let points = |line: &ExplainedLine| 100.0 * expected_points(position, line.score);
        let (first, second) = (name(better), name(worse));
        let lead = points(better) - points(worse);
        let mut text = match (better.score.is_mate(), worse.score.is_mate()) {
            _ if better.score == worse.score => format!("{first} and {second} are equally good.\n"),
            (false, false) => {
                let pawns = f64::from(better.score.0 - worse.score.0) / 100.0;
                format!(
                    "{first} is better than {second} by {pawns:.2} pawns, {lead:.0} points of 100 \
                     that a win counts.\n"
                )
            }
            _ if lead < 0.5 => {
                format!("{first} is better than {second}; the expected result is the same.\n")
            }
            _ => format!(
                "{first} is better than {second} by {lead:.0} points of 100 that a win counts.\n"
            ),
        };
        for line in lines {
            if let Some(plies) = line.score.plies_to_mate() {
                let name = name(line);
                let moves = plies.div_ceil(2);
                let what = if line.score.is_win() { "mates" } else { "is mated" };
                text += &format!("After {name} the side to move {what} in {moves}.\n");
            } else if line.end.in_check() && !has_legal_move(&line.end) {
                text += &format!("The line of {} ends in mate.\n", name(line));
            }
        }
        text
    }
}
