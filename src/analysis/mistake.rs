//! Why a move is a mistake, in a sentence.
//!
//! The sentence comes from the two lines that are known anyway, the best one and the
//! answer to the move; nothing more is searched. It tells what happens on the board,
//! and only where that explains most of what the move costs. Otherwise it is silent:
//! a wrong reason is worse than none.

use super::analyst::PositionAnalysis;
use super::reasons::{self, material_words};
use crate::chess::board::Position;
use crate::chess::movegen::{has_legal_move, is_legal, legal_moves};
use crate::chess::notation::MoveNotation;
use crate::chess::types::{Color, Move, PieceKind, Score};
use crate::engine::eval::Network;

/// The verbs with which the words of a reason begin.
pub const VERBS: [&str; 7] =
    ["loses ", "misses ", "allows ", "leads ", "gives ", "costs ", "leaves "];

/// The plies of a known line that are played.
const LINE_LENGTH: usize = 12;
/// The plies within which a loss must come: the refutation in three moves.
const REFUTATION: usize = 6;
/// The most plies of a mate that are written.
const MATE_LENGTH: usize = 11;
/// Less than this is no gain of material, in centipawns: the least is a pawn.
const LEAST_GAIN: i32 = 80;
/// The most plies of a series of captures.
const CAPTURES: usize = 6;
/// Two balances of material that differ by less are the same, in centipawns.
const SAME: i32 = 50;
/// A reason explains at least this share of what the move costs.
const MOST_OF_IT: f64 = 0.5;

/// Why a move is a mistake: a claim, and the line that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MistakeReason {
    /// What the move does: "loses a bishop for a pawn".
    pub words: String,
    /// The position in which the line starts: the one after the move, or the one
    /// before it if the move misses the line.
    pub start: Position,
    /// The line.
    pub line: Vec<Move>,
}

impl MistakeReason {
    /// The sentence without a full stop: `loses a bishop for a pawn: 8... Bxf3 9. Qxf3`.
    pub fn sentence(&self, notation: MoveNotation) -> String {
        match &self.line[..] {
            [] => self.words.clone(),
            line => format!("{}: {}", self.words, notation.line(&self.start, line)),
        }
    }
}

/// A move and what the searches before and after it have found.
#[derive(Clone, Copy)]
pub struct SearchedMove<'a> {
    /// The position before the move.
    pub before: &'a Position,
    /// What was found there.
    pub best: &'a PositionAnalysis,
    /// The move.
    pub mv: Move,
    /// What was found after it.
    pub reply: &'a PositionAnalysis,
    /// What it costs, in centipawns.
    pub centipawn_loss: i32,
}

/// Why a move is a mistake; `None` where the lines do not tell. `network` judges the
/// ends of the lines where no material is lost.
pub fn reason(searched: &SearchedMove, network: &Network) -> Option<MistakeReason> {
    let SearchedMove { before, best, mv, reply, .. } = *searched;
    let first_line = |found: &PositionAnalysis| {
        found.lines.first().map_or_else(Vec::new, |line| line.moves.clone())
    };
    let (best_line, answer) = (first_line(best), first_line(reply));
    let after = before.after(mv);
    if is_mate(reply.score, true) && !best.score.is_loss() {
        return mate("allows mate", &after, answer);
    }
    if is_mate(best.score, true) && !is_mate(reply.score, false) {
        return mate("misses mate", before, best_line);
    }
    let played = KnownLine::new(before, std::iter::once(mv).chain(answer));
    let better = KnownLine::new(before, best_line.into_iter());
    if played.ends_in_stalemate() && best.score.0 >= LEAST_GAIN {
        let line = played.moves[1..].to_vec();
        return Some(MistakeReason { words: "allows stalemate".to_string(), start: after, line });
    }
    let material = Material { side: before.side_to_move(), searched, played, better };
    material.loss(&after).or_else(|| material.missed_gain()).or_else(|| material.theme(network))
}

fn is_mate(score: Score, wins: bool) -> bool {
    score.is_mate() && score.is_win() == wins
}

/// A mate, if the line goes on to its end.
fn mate(words: &str, start: &Position, line: Vec<Move>) -> Option<MistakeReason> {
    let mut end = start.clone();
    for &mv in &line {
        if !is_legal(&end, mv) {
            return None;
        }
        end.play(mv, &mut ());
    }
    let is_shown = line.len() <= MATE_LENGTH && end.in_check() && !has_legal_move(&end);
    let words = format!("{words} in {}", line.len().div_ceil(2));
    is_shown.then(|| MistakeReason { words, start: start.clone(), line })
}

/// A line as far as it is known, with all its positions.
struct KnownLine {
    moves: Vec<Move>,
    /// The positions, the one before the first move first.
    positions: Vec<Position>,
}

impl KnownLine {
    /// Plays the moves up to the first that is not legal: a line of another engine may
    /// hold one.
    fn new(start: &Position, moves: impl Iterator<Item = Move>) -> KnownLine {
        let mut line = KnownLine { moves: Vec::new(), positions: vec![start.clone()] };
        let mut position = start.clone();
        for mv in moves.take(LINE_LENGTH) {
            if !is_legal(&position, mv) {
                break;
            }
            position.play(mv, &mut ());
            line.moves.push(mv);
            line.positions.push(position.clone());
        }
        line
    }

    fn ends_in_stalemate(&self) -> bool {
        let end = &self.positions[self.positions.len() - 1];
        self.moves.len() > 1 && !end.in_check() && !has_legal_move(end)
    }

    /// The indices of the positions after the first move in which nothing hangs.
    fn quiet(&self) -> impl DoubleEndedIterator<Item = usize> {
        (1..self.positions.len()).filter(|&index| is_quiet(&self.positions[index]))
    }

    /// What a side gains in material up to a position, in centipawns.
    fn gain(&self, side: Color, index: usize) -> i32 {
        balance(&self.positions[index], side) - balance(&self.positions[0], side)
    }

    /// The last quiet position and what a side has gained there.
    fn last_gain(&self, side: Color) -> Option<(usize, i32)> {
        let last = self.quiet().next_back()?;
        Some((last, self.gain(side, last)))
    }

    /// The first quiet position, up to a ply, in which a side has already gained or lost
    /// what it has at the end of the line, and keeps it.
    fn first_with(&self, side: Color, at_end: i32, plies: usize) -> Option<usize> {
        let is_same = |&index: &usize| (self.gain(side, index) - at_end).abs() < SAME;
        let kept = self.quiet().rev().take_while(is_same).last()?;
        (kept <= plies).then_some(kept)
    }
}

/// Whether nothing hangs: no check, and no series of captures that gains. The exchange on
/// one square is not enough: a defender may have two tasks.
fn is_quiet(position: &Position) -> bool {
    if position.in_check() {
        return false;
    }
    let stand = balance(position, position.side_to_move());
    captured(position, CAPTURES, (stand, stand + SAME)) < stand + SAME
}

/// The balance of the side to move after the best captures and promotions, to a depth,
/// within a window. It may stop capturing, unless it is in check.
fn captured(position: &Position, depth: usize, (mut least, most): (i32, i32)) -> i32 {
    let stand = balance(position, position.side_to_move());
    let is_forced = position.in_check();
    let moves = legal_moves(position);
    if depth == 0 || moves.is_empty() || !is_forced && stand >= most {
        return stand;
    }
    let mut best = if is_forced { i32::MIN + 1 } else { stand };
    for &mv in moves.iter() {
        if !(is_forced || mv.is_capture() || mv.promotion().is_some()) {
            continue;
        }
        least = least.max(best);
        best = best.max(-captured(&position.after(mv), depth - 1, (-most, -least)));
        if best >= most {
            break;
        }
    }
    best
}

/// The material of a side less that of its opponent, in centipawns.
fn balance(position: &Position, side: Color) -> i32 {
    let value = |color: Color| -> i32 {
        let kinds = PieceKind::ALL.into_iter();
        kinds.map(|kind| position.pieces(color, kind).count() as i32 * kind.value()).sum()
    };
    value(side) - value(!side)
}

/// The two lines, compared by what they win and lose.
struct Material<'a> {
    side: Color,
    searched: &'a SearchedMove<'a>,
    played: KnownLine,
    better: KnownLine,
}

impl Material<'_> {
    /// Whether a difference of the lines explains most of what the move costs.
    fn explains(&self, centipawns: i32) -> bool {
        centipawns >= LEAST_GAIN
            && f64::from(centipawns) >= MOST_OF_IT * f64::from(self.searched.centipawn_loss)
    }

    /// "loses a bishop for a pawn": the move loses material that the best one keeps.
    fn loss(&self, after: &Position) -> Option<MistakeReason> {
        let (_, lost) = self.played.last_gain(self.side)?;
        let (_, kept) = self.better.last_gain(self.side)?;
        if lost > -LEAST_GAIN || kept < -SAME || !self.explains(kept - lost) {
            return None;
        }
        let end = self.played.first_with(self.side, lost, REFUTATION + 1)?;
        let positions = &self.played.positions;
        let words = material_words(&positions[end], &positions[0], self.side)?;
        let line = self.played.moves[1..end].to_vec();
        let is_loss = words.starts_with("loses ") && !line.is_empty();
        let words = without_exchanges(&words);
        is_loss.then(|| MistakeReason { words, start: after.clone(), line })
    }

    /// "misses the win of a knight": the best move wins material, this one does not.
    fn missed_gain(&self) -> Option<MistakeReason> {
        let (_, got) = self.played.last_gain(self.side)?;
        let (_, gain) = self.better.last_gain(self.side)?;
        if gain < LEAST_GAIN || got.abs() > SAME || !self.explains(gain - got) {
            return None;
        }
        let end = self.better.first_with(self.side, gain, REFUTATION)?;
        let positions = &self.better.positions;
        let words = material_words(&positions[end], &positions[0], self.side)?;
        let won = without_exchanges(words.strip_prefix("wins ")?);
        let line = self.better.moves[..end].to_vec();
        let words = format!("misses the win of {won}");
        Some(MistakeReason { words, start: positions[0].clone(), line })
    }

    /// The theme in which the ends of the lines differ, if one explains most.
    fn theme(&self, network: &Network) -> Option<MistakeReason> {
        let (end, got) = self.played.last_gain(self.side)?;
        let (other, kept) = self.better.last_gain(self.side)?;
        if (kept - got).abs() >= SAME || end < 2 {
            return None;
        }
        let ends = (&self.played.positions[end], &self.better.positions[other]);
        let told = reasons::compare(ends.0, ends.1, self.side, network);
        let (whole, parts) = told.split_last()?;
        let worst = parts.iter().filter(|reason| reason.is_theme).min_by_key(|one| one.value)?;
        let is_most = f64::from(worst.value) <= MOST_OF_IT * f64::from(whole.value);
        if !self.explains(-worst.value) || !is_most {
            return None;
        }
        let words = match VERBS.iter().any(|verb| worst.words.starts_with(verb)) {
            true => worst.words.clone(),
            false => format!("leads to a line in which {}", worst.words),
        };
        let start = self.played.positions[1].clone();
        Some(MistakeReason { words, start, line: self.played.moves[1..end].to_vec() })
    }
}

/// What a line wins for the side that begins it, if nothing hangs at its end: "wins a
/// rook for a bishop".
pub fn gain_of_line(start: &Position, line: &[Move]) -> Option<String> {
    let side = start.side_to_move();
    let known = KnownLine::new(start, line.iter().copied());
    let last = known.positions.len() - 1;
    if known.gain(side, last) < LEAST_GAIN || !is_quiet(&known.positions[last]) {
        return None;
    }
    let words = material_words(&known.positions[last], start, side)?;
    words.starts_with("wins ").then(|| without_exchanges(&words))
}

/// What is won or lost, without what both sides lose.
fn without_exchanges(words: &str) -> String {
    words.split_once("; ").map_or(words, |(first, _)| first).to_string()
}
