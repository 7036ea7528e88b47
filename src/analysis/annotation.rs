//! What an analysis says about a move, writes beside it, and recognises later.
//!
//! `2. Qh5 $2 {[%eval -0.40] a note of the reader Mistake. Why: it loses a queen: 2...
//! Nxh5. Better: +0.31} (2. Nf3 Nc6)`: the name of the mark says that the glyph comes
//! from the analysis, and "Better" that the first side line does. Without the name the
//! glyph is the reader's. Further lines begin with a comment, `{Line 2: +0.25}`.

use super::analyst::{AnalysedLine, white_score};
use super::clocks::MoveClock;
use super::mistake::{MistakeReason, VERBS};
use super::phases::GamePhase;
use crate::chess::board::Position;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::{AnnotatedMove, Variation};
use crate::chess::types::Move;

/// How bad a move is: the least loss of expected points, the glyph, the sign.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveMark {
    /// The least loss of expected points, from 0 to 1.
    pub loss: f64,
    /// The numeric annotation glyph.
    pub nag: u8,
    /// The sign in print.
    pub sign: &'static str,
    /// The word in the comment, such as "Mistake".
    pub name: &'static str,
}

/// The marks, the worst first.
pub const MARKS: [MoveMark; 3] = [
    MoveMark { loss: 0.20, nag: 4, sign: "??", name: "Blunder" },
    MoveMark { loss: 0.10, nag: 2, sign: "?", name: "Mistake" },
    MoveMark { loss: 0.05, nag: 6, sign: "?!", name: "Inaccuracy" },
];

/// A side that could expect less than this, from 0 to 1, has lost long ago: its moves
/// are not marked.
pub const LONG_LOST: f64 = 0.1;

/// A move of a game, and what the analysis says about it.
pub struct AnalysedMove {
    /// The position before the move.
    pub position: Position,
    /// The move of the game; `None` is a null move, which costs nothing.
    pub mv: Option<Move>,
    /// The best line, from the position before the move.
    pub best: Vec<Move>,
    /// All lines of the search before the move, the best first.
    pub lines: Vec<AnalysedLine>,
    /// The score before and after the move as White sees it, in text; empty where the
    /// position was not searched.
    pub scores: [String; 2],
    /// The points that White can expect after the move, from 0 to 1.
    pub white_points: f64,
    /// The points that its side could expect before the move, from 0 to 1.
    pub points_before: f64,
    /// The expected points that the move costs its side.
    pub loss: f64,
    /// The same in centipawns.
    pub centipawn_loss: i32,
    /// The mark that the game shows: the reader's own, else by what the move costs.
    pub mark: Option<MoveMark>,
    /// Why the move is bad, where that can be said.
    pub reason: Option<MistakeReason>,
    /// The time of the move, where the game tells.
    pub clock: MoveClock,
    /// The phase of the game before the move.
    pub phase: GamePhase,
    /// Whether the move belongs to a known opening.
    pub is_book: bool,
    /// Whether the move counts: those of the other side, or before a given move, do
    /// not if so asked. It is neither marked nor annotated then.
    pub is_judged: bool,
}

impl AnalysedMove {
    /// The mark by what the move costs; `None` if it is not bad, or its side had lost
    /// long before.
    pub fn own_mark(&self) -> Option<MoveMark> {
        if !self.is_judged || self.points_before < LONG_LOST {
            return None;
        }
        MARKS.into_iter().find(|mark| self.loss >= mark.loss)
    }
}

/// A score in text with a sign.
pub fn signed(score: &str) -> String {
    if score.is_empty() || score.starts_with(['-', '#']) {
        score.to_string()
    } else {
        format!("+{score}")
    }
}

/// The glyphs that exclude one another: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const MARKS_OF_PRINT: std::ops::RangeInclusive<u8> = 1..=6;
/// The beginning of an evaluation, as chess servers write it.
const EVAL: &str = "[%eval ";
/// What is before the score of the better line.
const BETTER: &str = "Better: ";
/// What is before the reason of a mark.
const WHY: &str = "Why: it ";
/// What the comment of a further line begins with; its number follows.
const LINE: &str = "Line ";
/// The most moves of a line.
pub const LINE_LENGTH: usize = 8;
/// The scores of a mate that is on the board. They have no evaluation in PGN.
const MATED: [&str; 2] = ["#0", "#-0"];

/// The mark that the reader gave a move: `Some(None)` is one that is not bad.
pub fn readers_mark(annotated: &AnnotatedMove) -> Option<Option<MoveMark>> {
    let nag = annotated.nags.iter().find(|nag| MARKS_OF_PRINT.contains(nag))?;
    Some(MARKS.into_iter().find(|mark| mark.nag == *nag))
}

/// Writes the evaluation of a move and, if it is bad, mark, reason and better lines.
pub fn annotate(annotated: &mut AnnotatedMove, analysed: &AnalysedMove, notation: MoveNotation) {
    let eval = &analysed.scores[1];
    if eval.is_empty() || MATED.contains(&eval.as_str()) {
        return;
    }
    let eval = format!("{EVAL}{eval}]");
    // One comment for all commands: some programs read only the first.
    match annotated.comments.first_mut() {
        Some(first) if first.starts_with("[%") => *first = format!("{eval} {first}"),
        _ => annotated.comments.insert(0, eval),
    }
    let Some(mark) = analysed.own_mark() else { return };
    let comment = &mut annotated.comments[0];
    if !annotated.nags.iter().any(|nag| MARKS_OF_PRINT.contains(nag)) {
        annotated.nags.push(mark.nag);
        *comment += &format!(" {}.", mark.name);
    }
    if let Some(reason) = &analysed.reason {
        *comment += &format!(" {WHY}{}.", reason.sentence(notation));
    }
    *comment += &format!(" {BETTER}{}", signed(&analysed.scores[0]));
    let side = analysed.position.side_to_move();
    let others = analysed.lines.iter().enumerate().skip(1).map(|(index, line)| {
        let score = signed(&white_score(side, line.score.to_uci()));
        let comments = vec![format!("{LINE}{}: {score}", index + 1)];
        Variation { comments, ..line.moves.iter().copied().take(LINE_LENGTH).collect() }
    });
    let best = analysed.best.iter().copied().collect();
    let own: Vec<Variation> = std::iter::once(best).chain(others).collect();
    annotated.variations.splice(0..0, own);
}

/// Removes what an earlier analysis wrote, and evaluations by others.
pub fn without_annotation(annotated: &mut AnnotatedMove) {
    let mut is_marked = false;
    for comment in &mut annotated.comments {
        if comment.starts_with("[%")
            && let Some(before) = without_better(comment)
        {
            let before = without_reason(before);
            let mark = MARKS.into_iter().find_map(|mark| {
                Some((before.strip_suffix('.')?.strip_suffix(mark.name)?, mark.nag))
            });
            let (text, nag) = mark.unwrap_or((before, 0));
            annotated.nags.retain(|&other| other != nag);
            *comment = text.trim_end().to_string();
            is_marked = true;
        }
        *comment = without_eval(comment);
    }
    annotated.comments.retain(|comment| !comment.is_empty());
    let is_bare = |line: &Variation| line.moves.iter().all(|mv| *mv == AnnotatedMove::from(mv.mv));
    let is_first = |line: &Variation| line.comments.is_empty() && is_bare(line);
    if is_marked && annotated.variations.first().is_some_and(is_first) {
        annotated.variations.remove(0);
        let is_other = |line: &Variation| is_bare(line) && is_other_line(&line.comments);
        while annotated.variations.first().is_some_and(is_other) {
            annotated.variations.remove(0);
        }
    }
}

/// Whether a side line has the comment of a further line of the analysis: `Line 2: +0.31`.
fn is_other_line(comments: &[String]) -> bool {
    let [comment] = comments else { return false };
    let parts = comment.strip_prefix(LINE).and_then(|rest| rest.split_once(": "));
    parts.is_some_and(|(number, score)| number.parse::<u32>().is_ok() && is_score(score))
}

/// What is before the reason at the end of a comment, if there is one.
fn without_reason(comment: &str) -> &str {
    match comment.rsplit_once(WHY) {
        Some((before, reason))
            if reason.ends_with('.') && VERBS.iter().any(|verb| reason.starts_with(verb)) =>
        {
            before.trim_end()
        }
        _ => comment,
    }
}

/// What is before "Better" and its score at the end of a comment.
fn without_better(comment: &str) -> Option<&str> {
    let (before, score) = comment.rsplit_once(BETTER)?;
    is_score(score).then(|| before.trim_end())
}

fn is_score(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || "+-#.".contains(c))
}

/// A comment without evaluations.
fn without_eval(comment: &str) -> String {
    let mut text = comment.to_string();
    while let Some((before, rest)) = text.split_once(EVAL) {
        let after = rest.split_once(']').map_or("", |(_, after)| after);
        text = format!("{}{after}", before.trim_end()).trim().to_string();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::pgn;

    fn cleaned(text: &str) -> String {
        let mut game = pgn::read(text).next().and_then(|entry| entry.game).expect("a game");
        game.moves.iter_mut().for_each(without_annotation);
        let text = game.to_string();
        text.split("\n\n").nth(1).expect("the moves").replace('\n', " ")
    }

    #[test]
    fn what_an_analysis_wrote_is_known_again() {
        for (before, after) in [
            ("1. e4 $2 {[%eval 0.31] Mistake. Better: +0.50} (1. d4 d5) *", "1. e4 *"),
            (
                "1. e4 $4 $16 {[%eval #-2] [%clk 0:01:00] mine Blunder. Better: #-4} (1. d4) (1. c4) *",
                "1. e4 $16 {[%clk 0:01:00] mine} (1. c4) *",
            ),
            (
                "1. e4 $2 {[%eval 0.31] mine Mistake. Why: it loses a pawn: 1... d5. Better: +0.50} (1. d4 d5) ({Line 2: +0.20} 1. c4) (1. Nf3) *",
                "1. e4 {mine} (1. Nf3) *",
            ),
            (
                "1. e4 $2 {[%eval 0.31] Why: it loses a pawn. Better: +0.50} (1. d4) ({Line 2: fine} 1. c4) *",
                "1. e4 $2 ({Line 2: fine} 1. c4) *",
            ),
            // The reader's own mark, side lines and words stay.
            (
                "1. e4 $2 {[%eval 0.31] Why: it is bad. Better: +0.50} (1. d4) *",
                "1. e4 $2 {Why: it is bad.} *",
            ),
            ("1. e4 $2 {[%eval 0.31] Better: +0.50} (1. d4) *", "1. e4 $2 *"),
            ("1. e4 $2 {Better: +0.50} (1. d4) *", "1. e4 $2 {Better: +0.50} (1. d4) *"),
            ("1. e4 $2 {[%eval 0.31] Better: Nf3} *", "1. e4 $2 {Better: Nf3} *"),
            (
                "1. e4 {[%eval 0.31] Mistake. Better: +0.50} (1. d4 {why not}) *",
                "1. e4 (1. d4 {why not}) *",
            ),
            ("1. e4 {[%eval 0.3] a [%eval 0.4] b} (1. d4) *", "1. e4 {a b} (1. d4) *"),
        ] {
            assert_eq!(cleaned(before), after, "{before}");
        }
    }
}
