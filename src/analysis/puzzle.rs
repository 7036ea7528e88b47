//! Puzzles: positions of games with one good move.
//!
//! The opponent has just gone wrong, or the player missed the move: then the best move
//! is searched for again with the second best beside it. A puzzle is what stays clear
//! at two and four times the effort.

use super::analyst::{AnalysisError, Analyst, PositionAnalysis};
use super::annotation::AnalysedMove;
use super::game_options::GameOptions;
use super::mistake::gain_of_line;
use super::phases::GamePhase;
use super::summary::rounded;
use crate::chess::board::{FenStyle, GamePosition, Position};
use crate::chess::movegen::{has_legal_move, legal_moves};
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::{Move, MoveKind, PieceKind, Rank, Score, Square};
use crate::engine::search::{Limits, SearchControl};

/// The second best move costs at least this much, from 0 to 1.
const LEAD: f64 = 0.25;
/// The solver can expect at least this much after the best move. What only holds a worse
/// position is no puzzle: whether it holds is seldom clear.
const LEAST_POINTS: f64 = 0.7;
/// How often the effort is tried: once, twice and four times of it.
const EFFORTS: usize = 3;
/// The most plies of a solution that is no mate; it ends with a move of the solver.
const SOLUTION: usize = 5;
/// A search that needs more nodes than these makes a puzzle of the next difficulty.
const DIFFICULTIES: [u64; 4] = [1_000, 5_000, 20_000, 100_000];
/// A move that loses this much where it goes is a sacrifice, in centipawns.
const SACRIFICE: i32 = 80;

/// A position with one good move. The solver is to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The ply of the game, from zero, at which it arose.
    pub ply: usize,
    /// The position.
    pub position: Position,
    /// The solution: moves of the solver and the best answers.
    pub solution: Vec<Move>,
    /// What the second best move costs, from 0 to 1.
    pub lead: f64,
    /// What the solution is about: "mate in 2", "sacrifice", "fork".
    pub themes: Vec<String>,
    /// The nodes after which a search did not change its mind any more.
    pub nodes: u64,
}

/// A puzzle in a notation.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenPuzzle {
    /// The ply of the game, from zero, at which it arose.
    pub ply: usize,
    /// The position.
    pub fen: String,
    /// The solution, with the numbers of the moves.
    pub solution: String,
    /// The points of 100 that the second best move costs.
    pub lead: f64,
    /// What the solution is about.
    pub themes: Vec<String>,
    /// How difficult it is, from 1 to 5.
    pub difficulty: usize,
    /// The nodes after which a search did not change its mind any more.
    pub nodes: u64,
}

impl Puzzle {
    /// How difficult the puzzle is, from 1 to 5, by the nodes that a search needs.
    pub fn difficulty(&self) -> usize {
        1 + DIFFICULTIES.iter().filter(|&&nodes| self.nodes > nodes).count()
    }

    /// The puzzle in a notation.
    pub fn written(&self, notation: MoveNotation) -> WrittenPuzzle {
        WrittenPuzzle {
            ply: self.ply,
            fen: self.position.fen(FenStyle::Standard),
            solution: notation.line(&self.position, &self.solution),
            lead: rounded(100.0 * self.lead, 1),
            themes: self.themes.clone(),
            difficulty: self.difficulty(),
            nodes: self.nodes,
        }
    }

    /// The puzzle as a game that begins with its position: its moves are the solution.
    /// Names and date are those of the game that it comes from.
    pub fn game(&self, from: &PgnGame) -> PgnGame {
        let mut game = PgnGame::new(self.position.clone());
        game.chess960 |= from.chess960;
        let side = self.position.side_to_move();
        game.set_tag("Event", format!("Puzzle: {side} to move"));
        for name in ["Site", "Date", "Round", "White", "Black"] {
            if let Some(value) = from.tag(name) {
                game.set_tag(name, value);
            }
        }
        game.set_tag("Themes", self.themes.join(", "));
        game.set_tag("Difficulty", self.difficulty().to_string());
        game.set_tag("SearchNodes", self.nodes.to_string());
        game.moves = self.solution.iter().map(|&mv| mv.into()).collect();
        game
    }
}

/// Finds the puzzles of a game whose moves are judged. `positions` are those of the
/// game, with the one after the last move.
///
/// # Errors
/// If it is stopped, or the engine fails.
pub fn find(
    moves: &[AnalysedMove],
    positions: &[GamePosition],
    analyst: &mut dyn Analyst,
    options: &GameOptions,
    control: &SearchControl,
) -> Result<Vec<Puzzle>, AnalysisError> {
    let mut puzzles = Vec::new();
    let is_bad = |mv: &AnalysedMove| mv.own_mark().is_some();
    for (ply, mv) in moves.iter().enumerate() {
        let before = ply.checked_sub(1).map(|before| &moves[before]);
        if !(is_bad(mv) || before.is_some_and(is_bad)) || legal_moves(&mv.position).len() < 2 {
            continue;
        }
        let mut search = |limits: &Limits| {
            analyst.clear()?;
            let found = analyst.search(&positions[ply], limits, 2, control, &mut |_| ())?;
            if control.stopped() { Err(AnalysisError::Stopped) } else { Ok(found) }
        };
        let (mut limits, mut clear) = (options.limits.clone(), None);
        for effort in 0..EFFORTS {
            let found = search(&limits)?;
            let before = clear.map(|(found, _): (PositionAnalysis, f64)| found.best);
            let is_same = effort == 0 || before == Some(found.best);
            let lead = clear_best(&mv.position, &found, options).filter(|_| is_same);
            clear = lead.map(|lead| (found, lead));
            if clear.is_none() {
                break;
            }
            limits = doubled(&limits);
        }
        let Some((found, lead)) = clear else { continue };
        let taken_on = before.and_then(|before| before.mv).filter(|mv| mv.is_capture());
        let retakes = |best: Move| taken_on.is_some_and(|mv| mv.to() == best.to());
        if !found.best.is_some_and(retakes) {
            puzzles.extend(puzzle(ply, mv, &found, lead));
        }
    }
    Ok(puzzles)
}

/// Twice the effort.
fn doubled(limits: &Limits) -> Limits {
    Limits {
        depth: limits.depth.map(|depth| depth + 2),
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(2)),
        move_time: limits.move_time.map(|time| 2 * time),
        ..limits.clone()
    }
}

/// By how much the best move is better than the second, from 0 to 1, if it is clearly
/// better and good.
fn clear_best(position: &Position, found: &PositionAnalysis, options: &GameOptions) -> Option<f64> {
    let [best, second, ..] = &found.lines[..] else { return None };
    let points = |score: Score| options.scale.expected(position, score);
    let lead = points(best.score) - points(second.score);
    (lead >= LEAD && points(best.score) >= LEAST_POINTS).then_some(lead)
}

fn puzzle(ply: usize, mv: &AnalysedMove, found: &PositionAnalysis, lead: f64) -> Option<Puzzle> {
    let line = &found.lines.first()?.moves;
    let longest = if found.score.is_mate() { line.len() } else { line.len().min(SOLUTION) };
    // It ends with a move of the solver.
    let solution = line[..longest - usize::from(longest % 2 == 0)].to_vec();
    let nodes = found.changes.last().map_or(found.nodes, |&(_, nodes, _)| nodes);
    let themes = themes(&mv.position, &solution, mv.phase);
    Some(Puzzle { ply, position: mv.position.clone(), solution, lead, themes, nodes })
}

/// What a solution is about.
fn themes(position: &Position, line: &[Move], phase: GamePhase) -> Vec<String> {
    let Some(&mv) = line.first() else { return Vec::new() };
    let after = position.after(mv);
    let mut end = position.clone();
    line.iter().for_each(|&mv| {
        end.play(mv, &mut ());
    });
    let is_mate = end.in_check() && !has_legal_move(&end);
    let mut themes = Vec::new();
    let mut add = |is_so: bool, name: &str| {
        if is_so {
            themes.push(name.to_string());
        }
    };
    let moves = line.len().div_ceil(2);
    add(is_mate, &format!("mate in {moves}"));
    add(is_mate && is_back_rank(&end), "back-rank mate");
    let won = gain_of_line(position, line);
    add(!is_mate && won.is_some(), &won.unwrap_or_default());
    add(!position.see_at_least(mv, -SACRIFICE), "sacrifice");
    add(after.checkers().several(), "double check");
    let discovers = after.in_check() && !after.checkers().has(mv.to());
    add(discovers && !mv.is_castle(), "discovered check");
    add(is_fork(&after, mv), "fork");
    add(mv.promotion().is_some_and(|kind| kind == PieceKind::Queen), "promotion");
    add(mv.promotion().is_some_and(|kind| kind != PieceKind::Queen), "underpromotion");
    add(mv.kind() == MoveKind::EnPassant, "en passant");
    add(mv.is_castle(), "castling");
    add(!(mv.is_capture() || mv.promotion().is_some() || after.in_check()), "quiet move");
    add(true, phase.name());
    themes
}

/// A mate by a rook or queen along the first rank of the king that is mated.
fn is_back_rank(end: &Position) -> bool {
    let side = end.side_to_move();
    let home = Rank::First.relative_to(side);
    end.king(side).rank() == home
        && end.checkers().into_iter().any(|square| {
            let kind = end.on(square).map(|piece| piece.kind());
            square.rank() == home && matches!(kind, Some(PieceKind::Rook | PieceKind::Queen))
        })
}

/// Whether the moved piece attacks two pieces that are worth more than it, or not
/// defended; the king counts.
fn is_fork(after: &Position, mv: Move) -> bool {
    let Some(piece) = after.on(mv.to()) else { return false };
    if mv.is_castle() || piece.kind() == PieceKind::King {
        return false;
    }
    let victim = after.side_to_move();
    let attackers = |square| after.attackers_to(square, after.occupied());
    let is_target = |square: Square| {
        let Some(target) = after.on(square) else { return false };
        if !attackers(square).has(mv.to()) {
            return false;
        }
        let defenders = attackers(square) & after.color(victim);
        match target.kind() {
            PieceKind::King => true,
            PieceKind::Pawn => false,
            kind => kind.value() > piece.kind().value() || defenders.is_empty(),
        }
    };
    after.color(victim).into_iter().filter(|&square| is_target(square)).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::san;

    fn themes_of(fen: &str, line: &str) -> Vec<String> {
        let position: Position = fen.parse().expect("a position");
        let mut current = position.clone();
        let play = |text| {
            let mv = san::parse(&current, text).expect("a legal move");
            current.play(mv, &mut ());
            mv
        };
        let line: Vec<Move> = line.split(' ').map(play).collect();
        themes(&position, &line, GamePhase::of(&position))
    }

    #[test]
    fn themes_are_what_happens_on_the_board() {
        for (fen, line, expected) in [
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#", "mate in 1, back-rank mate, endgame"),
            ("r3k3/8/8/3N4/8/8/8/6K1 w - - 0 1", "Nc7+ Kd7 Nxa8", "wins a rook, fork, endgame"),
            ("6k1/4P3/8/8/8/8/8/6K1 w - - 0 1", "e8=Q+", "promotion, endgame"),
            ("3k4/8/8/8/3N4/8/3R4/6K1 w - - 0 1", "Nc6+", "double check, endgame"),
            ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2", "dxc6", "wins a pawn, en passant, endgame"),
        ] {
            assert_eq!(themes_of(fen, line).join(", "), expected, "{fen} {line}");
        }
    }

    #[test]
    fn difficulty_follows_from_the_nodes() {
        let puzzle = |nodes| Puzzle {
            ply: 0,
            position: Position::start(),
            solution: Vec::new(),
            lead: 0.3,
            themes: Vec::new(),
            nodes,
        };
        assert_eq!([10, 1_000, 1_001, 1_000_000].map(|n| puzzle(n).difficulty()), [1, 1, 2, 5]);
    }
}
