//! A game with its analysis: what each move costs, and the annotated game.

use super::analyst::{AnalysisError, Analyst, PositionAnalysis, white_score};
use super::annotation::{AnalysedMove, LINE_LENGTH, annotate, readers_mark, without_annotation};
use super::clocks::{MoveClock, base_time, move_clocks};
use super::mistake::{self, MistakeReason, SearchedMove};
use super::phases::GamePhase;
use super::puzzle::{self, Puzzle};
use super::scale::PointScale;
use super::story::{GameStory, SearchConditions, opening};
use super::summary::SideSummary;
use crate::chess::board::{GamePosition, Position};
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::{Color, Move, Score};
use crate::engine::eval::Network;
use crate::engine::search::{Limits, SearchControl};
use std::sync::Arc;

/// A greater difference of scores counts as this number of centipawns.
const MOST_CENTIPAWNS: i32 = 1_000;

/// How a game is analysed.
#[derive(Clone, Debug)]
pub struct GameOptions {
    /// When a search stops.
    pub limits: Limits,
    /// The number of best lines of each position.
    pub lines: usize,
    /// How points follow from scores.
    pub scale: PointScale,
    /// The notation of what is written into comments.
    pub notation: MoveNotation,
    /// Only moves of this side are judged.
    pub side: Option<Color>,
    /// The number of the first move that is judged.
    pub from: u32,
    /// Whether the moves of a known opening are left out.
    pub skip_book: bool,
    /// Whether puzzles are looked for, which needs further searches.
    pub puzzles: bool,
    /// The network that judges the ends of lines, to say why a move is bad.
    pub network: Arc<Network>,
}

impl From<Limits> for GameOptions {
    /// All moves are judged, by one line each.
    fn from(limits: Limits) -> GameOptions {
        GameOptions {
            limits,
            lines: 1,
            scale: PointScale::default(),
            notation: MoveNotation::San,
            side: None,
            from: 1,
            skip_book: false,
            puzzles: false,
            network: Arc::clone(Network::built_in()),
        }
    }
}

impl GameOptions {
    /// The index of the first move of a game that is judged, if any.
    fn first(&self, game: &PgnGame) -> usize {
        let start = &game.start;
        let before = self.from.saturating_sub(start.fullmove_number()) as usize;
        let black_first = usize::from(start.side_to_move() == Color::Black);
        let asked = if before == 0 { 0 } else { 2 * before - black_first };
        let book = opening(game).filter(|_| self.skip_book).map_or(0, |known| known.plies);
        asked.max(book).min(game.moves.len())
    }

    /// The number of positions of a game that are searched.
    pub fn positions(&self, game: &PgnGame) -> usize {
        game.moves.len() + 1 - self.first(game)
    }
}

/// A game with its analysis.
pub struct AnalysedGame {
    /// The game, annotated.
    pub game: PgnGame,
    /// The moves of the main line, each with its judgement.
    pub moves: Vec<AnalysedMove>,
    /// What is told before the figures.
    pub story: GameStory,
    /// The puzzles in the order of the game, if they were asked for.
    pub puzzles: Vec<Puzzle>,
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
    options: &GameOptions,
    control: &SearchControl,
    on_position: &mut dyn FnMut(),
) -> Result<AnalysedGame, AnalysisError> {
    let positions = positions_of(game);
    let first = options.first(game);
    analyst.clear()?;
    // Nothing is searched before the first move that is judged.
    let mut found: Vec<Option<PositionAnalysis>> = positions.iter().map(|_| None).collect();
    for (index, position) in positions.iter().enumerate().skip(first).rev() {
        let lines = options.lines.max(1);
        found[index] =
            Some(analyst.search(position, &options.limits, lines, control, &mut |_| ())?);
        if control.stopped() {
            return Err(AnalysisError::Stopped);
        }
        on_position();
    }
    let depths = found.iter().flatten().map(|found| found.depth).collect();
    let searched = SearchConditions::new(analyst, options, depths);
    let boards: Vec<&Position> = positions.iter().map(GamePosition::position).collect();
    let moves = judged_moves(game, &boards, &found, options);
    let puzzles = match options.puzzles {
        true => puzzle::find(&moves, &positions, analyst, options, control)?,
        false => Vec::new(),
    };
    let story = GameStory::new(game, &moves, searched);
    let mut game = game.clone();
    for (annotated, analysed) in game.moves.iter_mut().zip(&moves) {
        without_annotation(annotated);
        annotate(annotated, analysed, options.notation);
    }
    game.set_tag("Annotator", annotator(game.tag("Annotator"), &story.searched.engine));
    Ok(AnalysedGame { game, moves, story, puzzles })
}

/// The positions of a game, the one before the first move first.
fn positions_of(game: &PgnGame) -> Vec<GamePosition> {
    let mut current = GamePosition::from(game.start.clone());
    let mut positions = vec![current.clone()];
    for annotated in &game.moves {
        match annotated.mv {
            Some(mv) => current.play(mv),
            None => current.play_null_move(),
        }
        positions.push(current.clone());
    }
    positions
}

/// The moves of a game with what the searches of its positions say about them.
fn judged_moves(
    game: &PgnGame,
    positions: &[&Position],
    found: &[Option<PositionAnalysis>],
    options: &GameOptions,
) -> Vec<AnalysedMove> {
    let clocks = move_clocks(game);
    let book = opening(game).map_or(0, |known| known.plies);
    let mut phase = GamePhase::Opening;
    let mut moves = Vec::new();
    for (index, annotated) in game.moves.iter().enumerate() {
        let (before, after) = (positions[index], positions[index + 1]);
        phase = phase.max(GamePhase::of(before));
        let known =
            MoveFacts { mv: annotated.mv, clock: clocks[index], phase, is_book: index < book };
        let mut judged = match (&found[index], &found[index + 1]) {
            (Some(best), Some(reply)) => {
                judge(known, (before, best), (after, reply), options.scale)
            }
            _ => not_judged(known, before),
        };
        judged.is_judged &= options.side.is_none_or(|side| side == before.side_to_move());
        judged.reason = reason_of(&judged, (&found[index], &found[index + 1]), &options.network);
        let mut bare = annotated.clone();
        without_annotation(&mut bare);
        judged.mark = readers_mark(&bare).unwrap_or_else(|| judged.own_mark());
        moves.push(judged);
    }
    moves
}

/// The annotators of a game: the reader stays one.
fn annotator(before: Option<&str>, engine: &str) -> String {
    match before {
        Some(name) if !name.contains("Staunton") && !name.ends_with(engine) => {
            format!("{name}, {engine}")
        }
        Some(name) if name.contains(", ") => name.to_string(),
        _ => engine.to_string(),
    }
}

/// Why a marked move is bad, where the two searches tell.
fn reason_of(
    judged: &AnalysedMove,
    (best, reply): (&Option<PositionAnalysis>, &Option<PositionAnalysis>),
    network: &Network,
) -> Option<MistakeReason> {
    judged.own_mark()?;
    let (best, mv, reply) = (best.as_ref()?, judged.mv?, reply.as_ref()?);
    let (before, centipawn_loss) = (&judged.position, judged.centipawn_loss);
    mistake::reason(&SearchedMove { before, best, mv, reply, centipawn_loss }, network)
}

/// What is known of a move before any search.
#[derive(Clone, Copy)]
struct MoveFacts {
    mv: Option<Move>,
    clock: MoveClock,
    phase: GamePhase,
    is_book: bool,
}

/// A move about which nothing is said.
fn not_judged(known: MoveFacts, before: &Position) -> AnalysedMove {
    let MoveFacts { mv, clock, phase, is_book } = known;
    AnalysedMove {
        position: before.clone(),
        mv,
        best: Vec::new(),
        lines: Vec::new(),
        scores: [String::new(), String::new()],
        white_points: 0.5,
        points_before: 0.5,
        loss: 0.0,
        centipawn_loss: 0,
        mark: None,
        reason: None,
        clock,
        phase,
        is_book,
        is_judged: false,
    }
}

/// What a move costs, from the searches before and after it.
fn judge(
    known: MoveFacts,
    (before, best): (&Position, &PositionAnalysis),
    (after, reply): (&Position, &PositionAnalysis),
    scale: PointScale,
) -> AnalysedMove {
    let side = before.side_to_move();
    // A null move is not a choice that could be better.
    let is_best = known.mv.is_none() || best.best == known.mv;
    let own = |score: Score| score.0.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS);
    let points_before = scale.of(before, best);
    let points_after = 1.0 - scale.of(after, reply);
    let keeps_mate = best.score.is_mate() && best.score.is_win() && reply.score.is_loss();
    let costs_nothing = is_best || keeps_mate;
    let line = best.lines.first().map_or(&[][..], |line| &line.moves);
    AnalysedMove {
        best: line[..line.len().min(LINE_LENGTH)].to_vec(),
        lines: best.lines.clone(),
        scores: [
            white_score(side, best.score.to_uci()),
            match (reply.best, after.in_check()) {
                // Mate: the sign is that of the side that mates.
                (None, true) => format!("#{}0", if side == Color::White { "" } else { "-" }),
                _ => white_score(!side, reply.score.to_uci()),
            },
        ],
        white_points: if side == Color::White { points_after } else { 1.0 - points_after },
        points_before,
        loss: if costs_nothing { 0.0 } else { (points_before - points_after).max(0.0) },
        centipawn_loss: match costs_nothing {
            true => 0,
            false => (own(best.score) + own(reply.score)).max(0),
        },
        is_judged: true,
        ..not_judged(known, before)
    }
}

impl AnalysedGame {
    /// The play of a side; `None` if none of its moves was judged.
    pub fn summary(&self, side: Color) -> Option<SideSummary> {
        SideSummary::of(&self.moves, side, base_time(&self.game))
    }
}
