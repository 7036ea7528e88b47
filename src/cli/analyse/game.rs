//! A game with its analysis: what each move costs, and the annotated game.

use super::clocks::move_times;
use crate::board::{KeyHistory, Position};
use crate::cli::analyst::{Analyst, PositionAnalysis, expected_points, white_score};
use crate::notation::pgn::PgnGame;
use crate::search::{Limits, SearchControl};
use crate::types::{Color, Move, Score};
use indicatif::ProgressBar;

/// The most moves of a better line.
const LINE_LENGTH: usize = 8;
/// A greater difference of scores counts as so many centipawns.
const MOST_CENTIPAWNS: i32 = 1_000;
/// How fast the accuracy of a move falls with the points that it costs: one
/// that costs 10 of 100 counts 61 %, one that costs 20 counts 37 %.
const ACCURACY_FALL: f64 = 5.0;

/// How bad a move is: the least loss of expected points, the glyph, the sign.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveMark {
    /// The least loss of expected points, from 0 to 1.
    pub loss: f64,
    /// The numeric annotation glyph.
    pub nag: u8,
    /// The sign in print.
    pub sign: &'static str,
}

/// The marks, the worst first.
pub const MARKS: [MoveMark; 3] = [
    MoveMark { loss: 0.20, nag: 4, sign: "??" },
    MoveMark { loss: 0.10, nag: 2, sign: "?" },
    MoveMark { loss: 0.05, nag: 6, sign: "?!" },
];

/// A move of a game, and what the analysis says about it.
pub struct AnalysedMove {
    /// The position before the move.
    pub position: Position,
    /// The move of the game.
    pub mv: Move,
    /// The best line, from the position before the move.
    pub best: Vec<Move>,
    /// The score before and after the move as White sees it, in text.
    pub scores: [String; 2],
    /// The points that White can expect after the move, from 0 to 1.
    pub white_points: f64,
    /// The expected points that the move costs its side.
    pub loss: f64,
    /// The same in centipawns.
    pub centipawn_loss: i32,
    /// How bad it is; `None` if it is not.
    pub mark: Option<MoveMark>,
    /// The seconds that the move took, where the game tells.
    pub seconds: Option<f64>,
}

/// A game with its analysis.
pub struct AnalysedGame {
    /// The game, annotated.
    pub game: PgnGame,
    /// Its moves.
    pub moves: Vec<AnalysedMove>,
}

/// The play of a side in figures.
pub struct SideSummary {
    /// The mean of the accuracies of the moves, from 0 to 100.
    pub accuracy: f64,
    /// The expected points that a move costs in the mean, of 100.
    pub loss: f64,
    /// The centipawns that a move costs in the mean.
    pub centipawns: f64,
    /// The number of moves with each of the [`MARKS`].
    pub marks: [usize; 3],
    /// The number of moves.
    pub moves: usize,
}

/// Analyses a game; `None` if it is stopped. The last position is searched
/// first, so that each search finds in the table what comes after its position.
pub fn analyse(
    game: &PgnGame,
    analyst: &mut Analyst,
    limits: &Limits,
    control: &SearchControl,
    bar: &ProgressBar,
) -> Option<AnalysedGame> {
    let mut positions = vec![(game.start.clone(), KeyHistory::new())];
    for annotated in &game.moves {
        let (mut position, mut keys) = positions.last()?.clone();
        keys.push(position.key());
        position.play(annotated.mv, &mut ());
        if position.halfmove_clock() == 0 {
            keys.clear();
        }
        positions.push((position, keys));
    }
    analyst.clear();
    let mut found = Vec::new();
    for (position, keys) in positions.iter().rev() {
        found.push(analyst.search(position, keys, (limits, 1), control, &mut |_| ()));
        if control.stopped() {
            return None;
        }
        bar.inc(1);
    }
    found.reverse();
    let seconds = move_times(game);
    let mut moves = Vec::new();
    for (index, annotated) in game.moves.iter().enumerate() {
        let (before, after) = (&positions[index].0, &positions[index + 1].0);
        let judged = judge(annotated.mv, (before, &found[index]), (after, &found[index + 1]));
        moves.push(AnalysedMove { seconds: seconds[index], ..judged });
    }
    let mut game = game.clone();
    for (annotated, analysed) in game.moves.iter_mut().zip(&moves) {
        annotated.comments.iter_mut().for_each(|comment| *comment = without_eval(comment));
        annotated.comments.retain(|comment| !comment.is_empty());
        if matches!(analysed.scores[1].as_str(), "#0" | "#-0") {
            // Mate on the board has no evaluation in PGN.
            continue;
        }
        let eval = format!("[%eval {}]", analysed.scores[1]);
        // One comment for all commands: some programs read only the first.
        match annotated.comments.first_mut() {
            Some(first) if first.starts_with("[%") => *first = format!("{eval} {first}"),
            _ => annotated.comments.insert(0, eval),
        }
        if let Some(mark) = analysed.mark {
            if !annotated.nags.contains(&mark.nag) {
                annotated.nags.push(mark.nag);
            }
            annotated.comments[0] += &format!(" Better: {}", signed(&analysed.scores[0]));
            annotated.variation = analysed.best.clone();
        }
    }
    game.set_tag("Annotator", concat!("Staunton ", env!("CARGO_PKG_VERSION")));
    Some(AnalysedGame { game, moves })
}

/// What a move costs, from the searches before and after it.
fn judge(
    mv: Move,
    (before, best): (&Position, &PositionAnalysis),
    (after, reply): (&Position, &PositionAnalysis),
) -> AnalysedMove {
    let side = before.side_to_move();
    let is_best = best.result.best == Some(mv);
    let own = |score: Score| score.0.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS);
    let points_before = expected_points(before, best.result.score);
    let points_after = 1.0 - expected_points(after, reply.result.score);
    let loss = if is_best { 0.0 } else { (points_before - points_after).max(0.0) };
    let centipawn_loss =
        if is_best { 0 } else { (own(best.result.score) + own(reply.result.score)).max(0) };
    let line = best.lines.first().map_or(&[][..], |line| &line.moves);
    AnalysedMove {
        position: before.clone(),
        mv,
        best: line[..line.len().min(LINE_LENGTH)].to_vec(),
        scores: [
            white_score(side, best.result.score),
            match (reply.result.best, after.in_check()) {
                // Mate: the sign is that of the side that mates.
                (None, true) => format!("#{}0", if side == Color::White { "" } else { "-" }),
                _ => white_score(!side, reply.result.score),
            },
        ],
        white_points: if side == Color::White { points_after } else { 1.0 - points_after },
        loss,
        centipawn_loss,
        mark: MARKS.into_iter().find(|mark| loss >= mark.loss),
        seconds: None,
    }
}

/// A score in text with a sign.
pub fn signed(score: &str) -> String {
    if score.starts_with(['-', '#']) { score.to_string() } else { format!("+{score}") }
}

/// A comment without an older evaluation.
fn without_eval(comment: &str) -> String {
    let Some((before, rest)) = comment.split_once("[%eval ") else { return comment.to_string() };
    let after = rest.split_once(']').map_or("", |(_, after)| after);
    format!("{}{after}", before.trim_end()).trim().to_string()
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
        Some(SideSummary {
            accuracy: mean(&|mv| 100.0 * (-ACCURACY_FALL * mv.loss).exp()),
            loss: mean(&|mv| 100.0 * mv.loss),
            centipawns: mean(&|mv| f64::from(mv.centipawn_loss)),
            marks: MARKS.map(|mark| moves().filter(|mv| mv.mark == Some(mark)).count()),
            moves: count,
        })
    }
}
