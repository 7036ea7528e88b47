//! What a page asks besides UCI: requests and answers in JSON. A request is an
//! object with the name of the call; an answer is a value, or `{"error": "…"}`.

use crate::{ask, say};
use serde::{Deserialize, Serialize};
use staunton::analysis::engine_analyst::EngineAnalyst;
use staunton::analysis::game::analyse;
use staunton::analysis::report::page::page;
use staunton::analysis::written_evaluation::WrittenEvaluation;
use staunton::analysis::written_game::WrittenGame;
use staunton::chess::board::{FenStyle, Position};
use staunton::chess::notation::pgn::{self, ParsedGame, PgnGame};
use staunton::chess::{Game, MoveNotation, legal_moves};
use staunton::engine::options::HashMb;
use staunton::engine::{Limits, Network, SearchControl, parse_move};
use std::collections::BTreeMap;
use std::error::Error;

/// The memory of a report's searches, in mebibytes.
const REPORT_HASH: HashMb = HashMb::of(16);
/// The nodes of a report's search, unless the request says.
const REPORT_NODES: u64 = 100_000;
/// The most games that a page is told of.
const MOST_GAMES: usize = 200;

/// What is asked.
#[derive(Deserialize)]
#[serde(tag = "call", rename_all = "snake_case")]
enum Request {
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
    Games { pgn: String },
    /// The evaluation of a position.
    Evaluation { fen: String },
    /// The analysis of a game.
    Report {
        /// The game is the first of it.
        pgn: String,
        /// The nodes for each position.
        nodes: Option<u64>,
    },
}

/// A position of a game, and what may be done in it.
#[derive(Serialize)]
struct GameState {
    fen: String,
    /// `white` or `black`.
    side: String,
    check: bool,
    /// The moves so far.
    played: Vec<PlayedMove>,
    /// The legal moves, in UCI notation.
    legal: Vec<PlayedMove>,
    /// Why the game is over, or could be.
    outcome: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: String,
}

/// A move in both notations.
#[derive(Serialize)]
struct PlayedMove {
    uci: String,
    san: String,
}

/// A game of a PGN.
#[derive(Serialize)]
struct ReadGame {
    tags: BTreeMap<String, String>,
    result: String,
    /// The starting position.
    fen: String,
    /// The moves of the main line before its first null move.
    moves: Vec<PlayedMove>,
    /// What is wrong with the text.
    errors: Vec<String>,
    /// The game alone.
    pgn: String,
}

/// The analysis of a game.
#[derive(Serialize)]
struct Report {
    game: WrittenGame,
    /// The annotated game.
    pgn: String,
    /// The report as a page.
    html: String,
}

/// Answers a request.
pub fn answer(request: &str) -> String {
    let answered = serde_json::from_str(request).map_err(Box::from).and_then(carry_out);
    answered.unwrap_or_else(|error| serde_json::json!({"error": error.to_string()}).to_string())
}

fn carry_out(request: Request) -> Result<String, Box<dyn Error>> {
    Ok(match request {
        Request::Game { fen, moves } => serde_json::to_string(&game_state(fen.as_deref(), &moves)?),
        Request::Line { fen, moves } => serde_json::to_string(&line(&fen, &moves)?),
        Request::Games { pgn } => {
            let games = pgn::read(&pgn).take(MOST_GAMES).filter_map(read_game);
            serde_json::to_string(&games.collect::<Vec<_>>())
        }
        Request::Evaluation { fen } => {
            let position: Position = fen.parse()?;
            serde_json::to_string(&WrittenEvaluation::of(&position, Network::built_in()))
        }
        Request::Report { pgn, nodes } => serde_json::to_string(&report(&pgn, nodes)?),
    }?)
}

fn written(position: &Position, mv: staunton::chess::Move) -> PlayedMove {
    PlayedMove {
        uci: MoveNotation::Uci.format(position, mv),
        san: MoveNotation::San.format(position, mv),
    }
}

fn game_state(fen: Option<&str>, moves: &[String]) -> Result<GameState, Box<dyn Error>> {
    let mut game = Game::new(fen.map_or_else(|| Ok(Position::start()), str::parse)?);
    let mut played = Vec::new();
    for text in moves {
        let mv = parse_move(game.position(), text)?;
        played.push(written(game.position(), mv));
        game.play(mv)?;
    }
    let position = game.position();
    let outcome = game.outcome(true);
    Ok(GameState {
        fen: position.fen(FenStyle::Standard),
        side: position.side_to_move().to_string().to_lowercase(),
        check: position.in_check(),
        legal: legal_moves(position).iter().map(|&mv| written(position, mv)).collect(),
        result: outcome.map_or("*".to_string(), |outcome| outcome.result().to_string()),
        outcome: outcome.map(|outcome| outcome.to_string()),
        played,
    })
}

fn line(fen: &str, moves: &[String]) -> Result<String, Box<dyn Error>> {
    let start: Position = fen.parse()?;
    let mut position = start.clone();
    let mut line = Vec::new();
    for text in moves {
        let mv = parse_move(&position, text)?;
        position.play(mv, &mut ());
        line.push(mv);
    }
    Ok(MoveNotation::San.line(&start, &line))
}

fn read_game(parsed: ParsedGame) -> Option<ReadGame> {
    let game = parsed.game?;
    let mut position = game.start.clone();
    let play = |mv| {
        let text = written(&position, mv);
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

fn report(text: &str, nodes: Option<u64>) -> Result<Report, Box<dyn Error>> {
    let game: PgnGame = pgn::read(text).find_map(|parsed| parsed.game).ok_or("there is no game")?;
    let mut analyst = EngineAnalyst::new(REPORT_HASH, 1, Network::built_in())?;
    let limits = Limits::nodes(nodes.unwrap_or(REPORT_NODES));
    let control = SearchControl::polling(Some(ask));
    let (mut done, all) = (0, game.moves.len() + 1);
    let mut progress = || {
        done += 1;
        say(&format!("info string report {done} of {all}"));
    };
    let analysed = analyse(&game, &mut analyst, &limits.into(), &control, &mut progress)?;
    Ok(Report {
        game: analysed.written(MoveNotation::San),
        pgn: analysed.game.export(MoveNotation::San),
        html: page(&[analysed], MoveNotation::San),
    })
}
