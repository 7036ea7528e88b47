//! What a page asks besides UCI: the rules, an evaluation, the games of a PGN, a
//! report. Requests and answers are values; who asks in JSON writes them with serde.
//! The WebAssembly module and `staunton web` answer the same calls by this.

use super::analyst::AnalysisError;
use super::engine_analyst::EngineAnalyst;
use super::game::analyse;
use super::report::page::page;
use super::written_evaluation::WrittenEvaluation;
use super::written_game::WrittenGame;
use crate::chess::board::{FenStyle, Position};
use crate::chess::game::Game;
use crate::chess::movegen::legal_moves;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::{self, ParsedGame, PgnGame};
use crate::chess::notation::uci::parse as parse_move;
use crate::chess::types::Move;
use crate::engine::eval::Network;
use crate::engine::options::HashMb;
use crate::engine::search::{Limits, Poll, SearchControl};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::error::Error;

/// The memory of a report's searches, in mebibytes.
const REPORT_HASH: HashMb = HashMb::of(16);
/// The nodes of a report's search, unless the request says.
const REPORT_NODES: u64 = 100_000;
/// The most games that a page is told of.
const MOST_GAMES: usize = 200;

/// What is asked. In JSON it is an object whose key `call` names the call:
/// `{"call": "evaluation", "fen": "…"}`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "call", rename_all = "snake_case")]
pub enum CallRequest {
    /// A game so far: the position, the legal moves, whether it is over.
    Game {
        /// The starting position, if it is not the usual one.
        fen: Option<String>,
        /// The moves, in UCI notation.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// The moves of a line in standard notation, with their numbers.
    Line {
        /// The position.
        fen: String,
        /// The moves, in UCI notation.
        moves: Vec<String>,
    },
    /// The games of a PGN.
    Games {
        /// The text.
        pgn: String,
    },
    /// The evaluation of a position.
    Evaluation {
        /// The position.
        fen: String,
    },
    /// The analysis of a game.
    Report {
        /// The game is the first of it.
        pgn: String,
        /// The nodes for each position.
        nodes: Option<u64>,
    },
}

impl CallRequest {
    /// Whether the answer takes longer than a moment, since positions are searched.
    pub fn searches(&self) -> bool {
        matches!(self, CallRequest::Report { .. })
    }
}

/// What is answered; in JSON it is the value alone.
#[derive(Serialize)]
#[serde(untagged)]
pub enum CallAnswer {
    /// To `game`.
    Game(GameState),
    /// To `line`.
    Line(String),
    /// To `games`.
    Games(Vec<ReadGame>),
    /// To `evaluation`.
    Evaluation(Box<WrittenEvaluation>),
    /// To `report`.
    Report(Box<GameReport>),
}

/// A position of a game, and what may be done in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameState {
    /// The position.
    pub fen: String,
    /// The side to move: `white` or `black`.
    pub side: String,
    /// Whether its king is attacked.
    pub check: bool,
    /// The moves so far.
    pub played: Vec<NotedMove>,
    /// The legal moves.
    pub legal: Vec<NotedMove>,
    /// Why the game is over, or could be.
    pub outcome: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A move in both notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotedMove {
    /// As in `e2e4`.
    pub uci: String,
    /// As in `e4`.
    pub san: String,
}

/// A game of a PGN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReadGame {
    /// The tags.
    pub tags: BTreeMap<String, String>,
    /// The result.
    pub result: String,
    /// The starting position.
    pub fen: String,
    /// The moves of the main line before its first null move.
    pub moves: Vec<NotedMove>,
    /// What is wrong with the text.
    pub errors: Vec<String>,
    /// The game alone.
    pub pgn: String,
}

/// The analysis of a game.
#[derive(Serialize)]
pub struct GameReport {
    /// The game with the cost of each move.
    pub game: WrittenGame,
    /// The annotated game.
    pub pgn: String,
    /// The report as a page.
    pub html: String,
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The position, a move or a game cannot be used.
    #[error(transparent)]
    Input(Box<dyn Error + Send + Sync>),
    /// The PGN is empty.
    #[error("there is no game")]
    NoGame,
    /// It was stopped, or there is no memory.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
}

/// Answers a call. A report asks `poll` whether it shall stop, and tells `progress`
/// how many positions of how many are done.
///
/// ```
/// use staunton::analysis::calls::{CallAnswer, CallRequest, answer};
///
/// let request = CallRequest::Game { fen: None, moves: vec!["e2e4".to_string()] };
/// let CallAnswer::Game(state) = answer(&request, None, &mut |_, _| ())? else { panic!() };
/// assert_eq!(state.played[0].san, "e4");
/// # Ok::<(), staunton::analysis::calls::CallError>(())
/// ```
///
/// # Errors
/// If what is asked about cannot be used, or a report is stopped.
pub fn answer(
    request: &CallRequest,
    poll: Option<Poll>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<CallAnswer, CallError> {
    Ok(match request {
        CallRequest::Game { fen, moves } => CallAnswer::Game(game_state(fen.as_deref(), moves)?),
        CallRequest::Line { fen, moves } => CallAnswer::Line(line(fen, moves)?),
        CallRequest::Games { pgn } => {
            CallAnswer::Games(pgn::read(pgn).take(MOST_GAMES).filter_map(read_game).collect())
        }
        CallRequest::Evaluation { fen } => {
            let evaluation = WrittenEvaluation::of(&position(fen)?, Network::built_in());
            CallAnswer::Evaluation(Box::new(evaluation))
        }
        CallRequest::Report { pgn, nodes } => {
            CallAnswer::Report(Box::new(report(pgn, *nodes, poll, progress)?))
        }
    })
}

fn input(error: impl Error + Send + Sync + 'static) -> CallError {
    CallError::Input(Box::new(error))
}

fn position(fen: &str) -> Result<Position, CallError> {
    fen.parse().map_err(input)
}

fn noted(position: &Position, mv: Move) -> NotedMove {
    NotedMove {
        uci: MoveNotation::Uci.format(position, mv),
        san: MoveNotation::San.format(position, mv),
    }
}

fn game_state(fen: Option<&str>, moves: &[String]) -> Result<GameState, CallError> {
    let mut game = Game::new(fen.map_or_else(|| Ok(Position::start()), position)?);
    let mut played = Vec::new();
    for text in moves {
        let mv = parse_move(game.position(), text).map_err(input)?;
        played.push(noted(game.position(), mv));
        game.play(mv).map_err(input)?;
    }
    let position = game.position();
    let outcome = game.outcome(true);
    Ok(GameState {
        fen: position.fen(FenStyle::Standard),
        side: position.side_to_move().to_string().to_ascii_lowercase(),
        check: position.in_check(),
        legal: legal_moves(position).iter().map(|&mv| noted(position, mv)).collect(),
        result: outcome.map_or("*".to_string(), |outcome| outcome.result().to_string()),
        outcome: outcome.map(|outcome| outcome.to_string()),
        played,
    })
}

fn line(fen: &str, moves: &[String]) -> Result<String, CallError> {
    let start = position(fen)?;
    let mut position = start.clone();
    let mut line = Vec::new();
    for text in moves {
        let mv = parse_move(&position, text).map_err(input)?;
        position.play(mv, &mut ());
        line.push(mv);
    }
    Ok(MoveNotation::San.line(&start, &line))
}

fn read_game(parsed: ParsedGame) -> Option<ReadGame> {
    let game = parsed.game?;
    let mut position = game.start.clone();
    let play = |mv| {
        let text = noted(&position, mv);
        position.play(mv, &mut ());
        text
    };
    Some(ReadGame {
        moves: game.legal_moves().map(play).collect(),
        tags: game.tags.iter().cloned().collect(),
        result: game.result.to_string(),
        fen: game.start.fen(FenStyle::Standard),
        errors: parsed.errors.iter().map(ToString::to_string).collect(),
        pgn: game.export(MoveNotation::San),
    })
}

fn report(
    text: &str,
    nodes: Option<u64>,
    poll: Option<Poll>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<GameReport, CallError> {
    let found = pgn::read(text).find_map(|parsed| parsed.game);
    let game: PgnGame = found.ok_or(CallError::NoGame)?;
    let mut analyst = EngineAnalyst::new(REPORT_HASH, 1, Network::built_in())?;
    let limits = Limits::nodes(nodes.unwrap_or(REPORT_NODES));
    let (mut done, all) = (0, game.moves.len() + 1);
    let mut on_position = || {
        done += 1;
        progress(done, all);
    };
    let control = SearchControl::polling(poll);
    let analysed = analyse(&game, &mut analyst, &limits.into(), &control, &mut on_position)?;
    Ok(GameReport {
        game: analysed.written(MoveNotation::San),
        pgn: analysed.game.export(MoveNotation::San),
        html: page(&[analysed], MoveNotation::San),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(request: &CallRequest) -> Result<CallAnswer, String> {
        answer(request, None, &mut |_, _| ()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_game_is_told_in_both_notations() {
        let moves = ["f2f3", "e7e5", "g2g4", "d8h4"].map(String::from).to_vec();
        let Ok(CallAnswer::Game(state)) = asked(&CallRequest::Game { fen: None, moves }) else {
            panic!("it is a game");
        };
        assert_eq!((state.result.as_str(), state.check, state.legal.len()), ("0-1", true, 0));
        assert_eq!(state.played[3].san, "Qh4#");
    }

    #[test]
    fn what_cannot_be_used_is_told() {
        let illegal = CallRequest::Game { fen: None, moves: vec!["e2e5".to_string()] };
        assert!(asked(&illegal).is_err_and(|error| error.contains("e2e5")));
        assert!(asked(&CallRequest::Evaluation { fen: "x".to_string() }).is_err());
        let nothing = CallRequest::Report { pgn: String::new(), nodes: None };
        assert_eq!(asked(&nothing).err().as_deref(), Some("there is no game"));
    }

    #[test]
    fn a_report_tells_its_progress_and_can_be_stopped() {
        let request = CallRequest::Report { pgn: "1. e4 e5 *".to_string(), nodes: Some(100) };
        let mut told = Vec::new();
        let answered = answer(&request, None, &mut |done, all| told.push((done, all)));
        assert!(matches!(answered, Ok(CallAnswer::Report(_))));
        assert_eq!(told, [(1, 3), (2, 3), (3, 3)]);
        let stop: Poll = |control| control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let stopped = answer(&request, Some(stop), &mut |_, _| ());
        assert!(matches!(stopped, Err(CallError::Analysis(AnalysisError::Stopped))));
    }
}
