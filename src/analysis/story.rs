//! The story of a game: who won, where it turned, and what was played.

use super::analyst::{Analyst, limits_in_words};
use super::annotation::AnalysedMove;
use super::game_options::GameOptions;
use super::scale::PointScale;
use crate::chess::Game;
use crate::chess::game::Outcome;
use crate::chess::notation::opening_names::KnownOpening;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::{Color, Depth, GameResult};

/// A move that turned a game costs at least this much, from 0 to 1.
const TURN: f64 = 0.1;
/// Before the turn the winner could expect less than this.
const OPEN: f64 = 0.75;
/// After it the winner can always expect at least this.
const HELD: f64 = 0.5;
/// A side that lets a win slip could expect at least this before, and at most
/// [`SLIPPED`] after.
const WON: f64 = 0.85;
const SLIPPED: f64 = 0.65;

/// What is told about a game before its figures.
#[derive(Clone, PartialEq, Debug)]
pub struct GameStory {
    /// White and Black.
    pub players: [StoryPlayer; 2],
    /// Who won.
    pub result: GameResult,
    /// How the game ended, as far as the moves or the tags tell: "by mate".
    pub ending: Option<String>,
    /// The number of moves, as players count them: a move of White and one of Black.
    pub moves: usize,
    /// The index of the move that turned the game: the costliest of the loser before
    /// which all was open, and after which the winner was never worse. In a drawn game
    /// the last move that let a win slip.
    pub turn: Option<usize>,
    /// The opening, and how far its moves are known.
    pub opening: Option<KnownOpening>,
    /// How the game was searched.
    pub searched: SearchConditions,
}

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct StoryPlayer {
    /// The name; "White" or "Black" if it is not known.
    pub name: String,
    /// The title, such as `GM`.
    pub title: Option<String>,
    /// The rating at the time of the game.
    pub rating: Option<u32>,
}

/// How the positions of a game were searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchConditions {
    /// The engine, with its version.
    pub engine: String,
    /// When a search stopped, in words.
    pub limits: String,
    /// The median of the depths that were reached, in plies.
    pub depth: Depth,
    /// How points follow from scores.
    pub scale: PointScale,
}

impl SearchConditions {
    /// The conditions of an analysis; `depths` are those of its searches.
    pub fn new(
        analyst: &dyn Analyst,
        options: &GameOptions,
        mut depths: Vec<Depth>,
    ) -> SearchConditions {
        depths.sort_unstable();
        SearchConditions {
            engine: analyst.name(),
            limits: limits_in_words(&options.limits),
            depth: depths.get(depths.len() / 2).copied().unwrap_or(0),
            scale: options.scale,
        }
    }
}

impl GameStory {
    /// The story of a game with these judged moves.
    pub fn new(game: &PgnGame, moves: &[AnalysedMove], searched: SearchConditions) -> GameStory {
        GameStory {
            players: Color::ALL.map(|side| player(game, side)),
            result: game.result,
            ending: ending(game),
            moves: count_moves(game),
            turn: turn(game.result, moves),
            opening: KnownOpening::of(game),
            searched,
        }
    }

    /// The winner; `None` if there is none.
    pub fn winner(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&side| self.result == GameResult::win(side))
    }
}

fn count_moves(game: &PgnGame) -> usize {
    let black_first = usize::from(game.start.side_to_move() == Color::Black);
    (game.moves.len() + black_first).div_ceil(2)
}

fn player(game: &PgnGame, side: Color) -> StoryPlayer {
    let known = |name: String| {
        let value = game.tag(&name).map(str::trim)?;
        (!matches!(value, "" | "?" | "-")).then(|| value.to_string())
    };
    let rating = known(format!("{side}Elo")).and_then(|text| text.parse().ok());
    StoryPlayer {
        name: known(side.to_string()).unwrap_or_else(|| side.to_string()),
        title: known(format!("{side}Title")),
        rating: rating.filter(|&rating| rating > 0),
    }
}

/// How a game ended: by its last position, or else by its tag `Termination`.
fn ending(game: &PgnGame) -> Option<String> {
    let whole = game.moves.iter().all(|annotated| annotated.mv.is_some());
    let played = Game::from_moves(game.start.clone(), game.legal_moves()).ok();
    let outcome = played.filter(|_| whole).and_then(|played| played.outcome(true));
    let agrees = outcome.is_some_and(|outcome| outcome.result() == game.result);
    let words = match outcome.filter(|_| agrees) {
        Some(Outcome::Checkmate { .. }) => "by mate",
        Some(Outcome::Stalemate { .. }) => "by stalemate",
        Some(Outcome::InsufficientMaterial) => "by insufficient material",
        Some(Outcome::ThreefoldRepetition | Outcome::FivefoldRepetition) => "by repetition",
        Some(Outcome::FiftyMoves | Outcome::SeventyFiveMoves) => "by the fifty-move rule",
        _ => {
            let tag = game.tag("Termination")?.to_ascii_lowercase();
            let known =
                [("time", "on time"), ("resign", "by resignation"), ("agree", "by agreement")];
            known.into_iter().find(|(word, _)| tag.contains(word))?.1
        }
    };
    Some(words.to_string())
}

/// The index of the move that turned a game.
fn turn(result: GameResult, moves: &[AnalysedMove]) -> Option<usize> {
    let marked = |index: &usize| {
        let mv = &moves[*index];
        mv.is_judged && mv.loss >= TURN && mv.own_mark().is_some()
    };
    let winner = Color::ALL.into_iter().find(|&side| result == GameResult::win(side));
    let Some(winner) = winner else {
        let slips = |index: &usize| {
            let mv = &moves[*index];
            mv.points_before >= WON && mv.points_before - mv.loss <= SLIPPED
        };
        let is_draw = result == GameResult::Draw;
        return (0..moves.len()).rev().filter(marked).find(slips).filter(|_| is_draw);
    };
    let of_winner = |white: f64| if winner == Color::White { white } else { 1.0 - white };
    let mut held = f64::INFINITY;
    let mut best: Option<usize> = None;
    for index in (0..moves.len()).rev() {
        let mv = &moves[index];
        held = held.min(of_winner(mv.white_points));
        if held < HELD {
            break;
        }
        let by_loser = mv.position.side_to_move() != winner;
        let was_open = 1.0 - mv.points_before < OPEN;
        let is_costlier = best.is_none_or(|best| mv.loss > moves[best].loss);
        if by_loser && was_open && marked(&index) && is_costlier {
            best = Some(index);
        }
    }
    best
}
