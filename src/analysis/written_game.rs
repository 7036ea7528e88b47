//! An analysed game as a value that can be written as JSON.

use super::analyst::{JSON_SCHEMA, WrittenLine};
use super::annotation::AnalysedMove;
use super::game::AnalysedGame;
use super::phases::GamePhase;
use super::puzzle::WrittenPuzzle;
use super::story::StoryPlayer;
use super::summary::{SideSummary, rounded};
use crate::chess::board::FenStyle;
use crate::chess::notation::MoveNotation;
use crate::chess::types::{Color, Depth};
use std::collections::BTreeMap;

/// A game with its analysis, its moves in a notation.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenGame {
    /// The version of these fields: [`JSON_SCHEMA`].
    pub schema: u32,
    /// The tags.
    pub tags: BTreeMap<String, String>,
    /// The position before the first move.
    pub fen: String,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// What is told before the figures.
    pub story: WrittenStory,
    /// White's play; `None` if no move of White was judged.
    pub white: Option<SideSummary>,
    /// Black's play; `None` if no move of Black was judged.
    pub black: Option<SideSummary>,
    /// The moves.
    pub moves: Vec<WrittenMove>,
    /// The puzzles in the order of the game, if they were asked for.
    pub puzzles: Vec<WrittenPuzzle>,
}

/// The story of a game, its moves in a notation.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenStory {
    /// The story in sentences.
    pub sentences: Vec<String>,
    /// White and Black.
    pub players: [StoryPlayer; 2],
    /// `White` or `Black`; `None` if nobody won.
    pub winner: Option<String>,
    /// How the game ended, as far as is known.
    pub ending: Option<String>,
    /// The number of moves, as players count them.
    pub moves: usize,
    /// The ply, from zero, of the move that turned the game.
    pub turn: Option<usize>,
    /// The opening; `None` if it is not known.
    pub opening: Option<WrittenOpening>,
    /// The engine, with its version.
    pub engine: String,
    /// When a search stopped, in words.
    pub limits: String,
    /// The median of the depths that were reached, in plies.
    pub depth: Depth,
    /// The scale of points: `engine` or `players`.
    pub scale: &'static str,
}

/// An opening, its last move in a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenOpening {
    /// The code of the Encyclopaedia of Chess Openings.
    pub eco: &'static str,
    /// The name in English.
    pub name: &'static str,
    /// The number of plies that are known.
    pub plies: usize,
    /// The last known move, with its number; `None` if it is the starting position.
    pub last_move: Option<String>,
}

/// A move of a game, and what the analysis says about it, in a notation.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenMove {
    /// The position before the move.
    pub fen: String,
    /// The move.
    #[cfg_attr(feature = "json", serde(rename = "move"))]
    pub mv: String,
    /// The phase of the game.
    pub phase: GamePhase,
    /// Whether the move belongs to a known opening.
    pub book: bool,
    /// Whether the move counts; see [`AnalysedMove::is_judged`].
    pub judged: bool,
    /// The score after the move as White sees it: `0.31`, `#-2`; empty if the position
    /// was not searched.
    pub eval: String,
    /// The points that White can expect after the move, of 100.
    pub white_points: f64,
    /// The best move.
    pub best: Option<String>,
    /// The score before the move, likewise.
    pub best_eval: String,
    /// The best line, with the numbers of the moves.
    pub line: String,
    /// All lines, the best first, if more than one was asked for.
    pub lines: Vec<WrittenLine>,
    /// The expected points that the move costs its side, of 100.
    pub points_lost: f64,
    /// The sign of its mark, such as "?!".
    pub mark: Option<&'static str>,
    /// Why the move is bad, where that can be said.
    pub reason: Option<String>,
    /// The seconds that it took, where the game tells.
    pub seconds: Option<f64>,
    /// The seconds on the clock after it, where the game tells.
    pub clock: Option<f64>,
}

impl AnalysedGame {
    /// The game and its analysis in a notation.
    pub fn written(&self, notation: MoveNotation) -> WrittenGame {
        WrittenGame {
            schema: JSON_SCHEMA,
            tags: self.game.tags.iter().cloned().collect(),
            fen: self.game.start.fen(FenStyle::Standard),
            result: self.game.result.to_string(),
            story: self.written_story(notation),
            white: self.summary(Color::White),
            black: self.summary(Color::Black),
            moves: self.moves.iter().map(|mv| written_move(mv, notation)).collect(),
            puzzles: self.puzzles.iter().map(|puzzle| puzzle.written(notation)).collect(),
        }
    }

    fn written_story(&self, notation: MoveNotation) -> WrittenStory {
        let story = &self.story;
        let opening = story.opening.map(|known| WrittenOpening {
            eco: known.opening.eco,
            name: known.opening.name,
            plies: known.plies,
            last_move: known
                .plies
                .checked_sub(1)
                .and_then(|last| self.moves.get(last))
                .map(|mv| notation.line(&mv.position, &[mv.mv])),
        });
        WrittenStory {
            sentences: self.sentences(notation),
            players: story.players.clone(),
            winner: story.winner().map(|side| side.to_string()),
            ending: story.ending.clone(),
            moves: story.moves,
            turn: story.turn,
            opening,
            engine: story.searched.engine.clone(),
            limits: story.searched.limits.clone(),
            depth: story.searched.depth,
            scale: story.searched.scale.name(),
        }
    }
}

fn written_move(analysed: &AnalysedMove, notation: MoveNotation) -> WrittenMove {
    let AnalysedMove { position, scores: [best_eval, eval], .. } = analysed;
    let lines = match &analysed.lines[..] {
        [] | [_] => Vec::new(),
        lines => lines.iter().map(|line| line.written(position, notation)).collect(),
    };
    let seconds = |time: Option<f64>| time.map(|time| rounded(time, 3));
    WrittenMove {
        fen: position.fen(FenStyle::Standard),
        mv: notation.format(position, analysed.mv),
        phase: analysed.phase,
        book: analysed.is_book,
        judged: analysed.is_judged,
        eval: eval.clone(),
        white_points: rounded(100.0 * analysed.white_points, 2),
        best: analysed.best.first().map(|&mv| notation.format(position, mv)),
        best_eval: best_eval.clone(),
        line: notation.line(position, &analysed.best),
        lines,
        points_lost: analysed.points_lost(),
        mark: analysed.mark.map(|mark| mark.sign),
        reason: analysed.reason.as_ref().map(|reason| reason.sentence(notation)),
        seconds: seconds(analysed.clock.seconds),
        clock: seconds(analysed.clock.left),
    }
}
