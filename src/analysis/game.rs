//! A game with its analysis: what each move costs, and the annotated game.

use super::analyst::{AnalysisError, Analyst, PositionAnalysis, white_score};
use super::annotation::{AnalysedMove, LINE_LENGTH, annotate, readers_mark, without_annotation};
use super::clocks::{MoveClock, base_time, move_clocks};
use super::game_options::GameOptions;
use super::mistake::{self, MistakeReason, SearchedMove};
use super::phases::GamePhase;
use super::puzzle::{self, Puzzle};
use super::scale::PointScale;
use super::story::{GameStory, SearchConditions};
use super::summary::SideSummary;
use crate::chess::board::{GamePosition, Position};
use crate::chess::notation::opening_names::KnownOpening;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::{Color, Move, Score};
use crate::engine::eval::Network;
use crate::engine::search::SearchControl;

/// A greater difference of scores counts as this number of centipawns.
const MOST_CENTIPAWNS: i32 = 1_000;

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
    let book = KnownOpening::of(game).map_or(0, |known| known.plies);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::analyst::AnalysedLine;
    use crate::analysis::scale::PointScale;
    use crate::chess::notation::{MoveNotation, pgn, san};
    use crate::engine::search::Limits;
    use std::time::Duration;

    /// Knows the score and the best move of each position of a game beforehand, for the
    /// side to move.
    struct Script(Vec<(Score, &'static str)>);

    impl Analyst for Script {
        fn clear(&mut self) -> Result<(), AnalysisError> {
            Ok(())
        }

        fn search(
            &mut self,
            game: &GamePosition,
            _: &Limits,
            _: usize,
            _: &SearchControl,
            _: &mut dyn FnMut(&AnalysedLine),
        ) -> Result<PositionAnalysis, AnalysisError> {
            let (score, best) = self.0.pop().expect("as many searches as positions");
            let best = san::parse(game.position(), best).ok();
            let (depth, nodes, elapsed) = (9, 1, Duration::ZERO);
            let moves = best.into_iter().collect();
            let lines = vec![AnalysedLine { score, depth, nodes, elapsed, moves }];
            let changes = Vec::new();
            Ok(PositionAnalysis { best, score, depth, nodes, elapsed, lines, changes, wdl: None })
        }
    }

    fn judged(text: &str, script: &[(Score, &'static str)], scale: PointScale) -> AnalysedGame {
        let game = pgn::read(text).next().and_then(|entry| entry.game).expect("a game");
        let options = GameOptions { scale, ..Limits::nodes(1).into() };
        let mut script = Script(script.to_vec());
        analyse(&game, &mut script, &options, &SearchControl::default(), &mut || ())
            .expect("it is not stopped")
    }

    fn signs(game: &AnalysedGame) -> Vec<&'static str> {
        game.moves.iter().map(|mv| mv.mark.map_or("", |mark| mark.sign)).collect()
    }

    #[test]
    fn no_mark_for_the_best_move_a_mate_kept_or_a_game_long_lost() {
        for (_, scale) in PointScale::NAMED {
            // The best move is played, whatever the next search thinks of it.
            let best = [(Score(100), "e4"), (Score(300), "e5")];
            assert_eq!(signs(&judged("1. e4 *", &best, scale)), [""]);
            let other = [(Score(100), "d4"), (Score(300), "e5")];
            assert_eq!(signs(&judged("1. e4 *", &other, scale)), ["??"]);
            // A slower mate is still one.
            let mate = [(Score::mate_in(3), "d4"), (Score::mated_in(20), "e5")];
            assert_eq!(signs(&judged("1. e4 *", &mate, scale)), [""]);
            let lost = [(Score(-1_500), "d4"), (Score::mate_in(3), "e5")];
            assert_eq!(signs(&judged("1. e4 *", &lost, scale)), [""]);
            let mated = [(Score(0), "d4"), (Score::mate_in(3), "e5")];
            assert_eq!(signs(&judged("1. e4 *", &mated, scale)), ["??"]);
        }
    }

    #[test]
    fn the_game_turned_where_the_loser_gave_most_and_never_came_back() {
        let text = "1. e4 e5 2. Nf3 f6 3. d4 a6 4. c3 1-0";
        let game = pgn::read(text).next().and_then(|entry| entry.game).expect("a game");
        let scores = |after: [i32; 8]| -> Vec<(Score, &'static str)> {
            let white = after.iter().enumerate();
            white.map(|(ply, &cp)| (Score(if ply % 2 == 0 { cp } else { -cp }), "")).collect()
        };
        let turn = |after| judged(text, &scores(after), PointScale::Players).story.turn;
        assert_eq!(game.moves.len(), 7);
        assert_eq!(turn([0, 0, 0, 0, 300, 300, 900, 900]), Some(3));
        // White was worse after the first mistake, so it decided nothing.
        assert_eq!(turn([0, 0, 300, 300, 300, -200, 300, 300]), Some(5));
        assert_eq!(turn([0, 20, 40, 60, 80, 100, 120, 140]), None);
        let drawn = text.replace("1-0", "1/2-1/2");
        let slipped =
            judged(&drawn, &scores([0, 0, 600, 600, 600, 600, 600, 0]), PointScale::Players);
        assert_eq!(slipped.story.turn, Some(6));
        let sentences = slipped.sentences(MoveNotation::San);
        assert!(sentences[1].starts_with("White let a win slip at 4. c3"), "{sentences:?}");
    }
}
