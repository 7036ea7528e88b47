//! What an analysis says about a move, writes beside it, and recognises later.
//!
//! `2. Qh5 $2 {[%eval -0.40] a note of the reader Mistake. Better: +0.31} (2. Nf3
//! Nc6)`: the name of the mark says that the glyph comes from the analysis, and
//! "Better" that the first side line does. Without the name the glyph is the
//! reader's.

use crate::chess::board::Position;
use crate::chess::notation::pgn::AnnotatedMove;
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

/// A move of a game, and what the analysis says about it.
pub struct AnalysedMove {
    /// The position before the move.
    pub position: Position,
    /// The move of the game; `None` is a null move, which costs nothing.
    pub mv: Option<Move>,
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
    /// The mark that the game shows: the reader's own, else by what the move costs.
    pub mark: Option<MoveMark>,
    /// The seconds that the move took, where the game tells.
    pub seconds: Option<f64>,
}

impl AnalysedMove {
    /// The mark by what the move costs; `None` if it is not bad.
    pub fn own_mark(&self) -> Option<MoveMark> {
        MARKS.into_iter().find(|mark| self.loss >= mark.loss)
    }
}

/// A score in text with a sign.
pub fn signed(score: &str) -> String {
    if score.starts_with(['-', '#']) { score.to_string() } else { format!("+{score}") }
}

/// The glyphs that exclude one another: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const MARKS_OF_PRINT: std::ops::RangeInclusive<u8> = 1..=6;
/// The beginning of an evaluation, as chess servers write it.
const EVAL: &str = "[%eval ";
/// What is before the score of the better line.
const BETTER: &str = "Better: ";
/// The scores of a mate that is on the board. They have no evaluation in PGN.
const MATED: [&str; 2] = ["#0", "#-0"];

/// The mark that the reader gave a move: `Some(None)` is one that is not bad.
pub fn readers_mark(annotated: &AnnotatedMove) -> Option<Option<MoveMark>> {
    let nag = annotated.nags.iter().find(|nag| MARKS_OF_PRINT.contains(nag))?;
    Some(MARKS.into_iter().find(|mark| mark.nag == *nag))
}

/// Writes the evaluation of a move and, if it is bad, mark and better line.
pub fn annotate(annotated: &mut AnnotatedMove, analysed: &AnalysedMove) {
    if MATED.contains(&analysed.scores[1].as_str()) {
        return;
    }
    let eval = format!("{EVAL}{}]", analysed.scores[1]);
    // One comment for all commands: some programs read only the first.
    match annotated.comments.first_mut() {
        Some(first) if first.starts_with("[%") => *first = format!("{eval} {first}"),
        _ => annotated.comments.insert(0, eval),
    }
    let Some(mark) = analysed.own_mark() else { return };
    if readers_mark(annotated).is_none() {
        annotated.nags.push(mark.nag);
        annotated.comments[0] += &format!(" {}.", mark.name);
    }
    annotated.comments[0] += &format!(" {BETTER}{}", signed(&analysed.scores[0]));
    annotated.variations.insert(0, analysed.best.iter().copied().collect());
}

/// Removes what an earlier analysis wrote, and evaluations by others.
pub fn without_annotation(annotated: &mut AnnotatedMove) {
    let mut is_marked = false;
    for comment in &mut annotated.comments {
        if comment.starts_with("[%")
            && let Some(before) = without_better(comment)
        {
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
    let is_bare = |mv: &AnnotatedMove| *mv == AnnotatedMove::from(mv.mv);
    let first = annotated.variations.first();
    if is_marked && first.is_some_and(|line| line.moves.iter().all(is_bare)) {
        annotated.variations.remove(0);
    }
}

/// What is before "Better" and its score at the end of a comment.
fn without_better(comment: &str) -> Option<&str> {
    let (before, score) = comment.rsplit_once(BETTER)?;
    let is_score = |c: char| c.is_ascii_digit() || "+-#.".contains(c);
    (!score.is_empty() && score.chars().all(is_score)).then(|| before.trim_end())
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
            // The reader's own mark, side lines and words stay.
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
