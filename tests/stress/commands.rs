//! Commands in random order, valid and invalid.

use super::model::{Model, Reach};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use staunton::chess::board::Position;
use staunton::chess::movegen::legal_moves;
use staunton::engine::format_move;
use std::fmt::Write;

/// A line to send, and what it means to an engine that keeps the protocol.
pub enum StressCommand {
    /// A search that is accepted, unless another stands in the way.
    Go(Search),
    /// A search that makes no sense: it has no best move.
    Refused(String),
    /// A count of leaves: what holds for searches holds for it, but it has no
    /// best move.
    Count(String),
    /// It sets up this position; none, if it is refused.
    Position(String, Option<Box<Position>>),
    /// It says how castling is written.
    Chess960(String, bool),
    Stop(String),
    PonderHit(String),
    /// A command that changes nothing in the model.
    Other(String),
}

/// A `go`.
pub struct Search {
    text: String,
    /// How it ends, once it does not ponder.
    pub reach: Reach,
    pub ponder: bool,
}

impl StressCommand {
    pub fn stop() -> StressCommand {
        StressCommand::Stop("stop".to_string())
    }

    fn other(text: impl Into<String>) -> StressCommand {
        StressCommand::Other(text.into())
    }

    /// The line.
    pub fn text(&self) -> &str {
        match self {
            StressCommand::Go(Search { text, .. })
            | StressCommand::Refused(text)
            | StressCommand::Count(text)
            | StressCommand::Position(text, _)
            | StressCommand::Chess960(text, _)
            | StressCommand::Stop(text)
            | StressCommand::PonderHit(text)
            | StressCommand::Other(text) => text,
        }
    }
}

const POSITIONS: [&str; 14] = [
    Position::START_FEN,
    Position::START_FEN,
    Position::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20",
    // Chess960.
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1",
    // Mate, stalemate, one move to mate, one legal move.
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/8/8/8/8/8/r7/7K w - - 0 1",
    // Promotions with the fifty moves nearly over; nothing left to win.
    "8/P6k/8/8/8/8/p6K/8 w - - 97 200",
    "8/8/8/8/8/8/8/K6k w - - 0 1",
];

const BAD_POSITIONS: [&str; 12] = [
    "position",
    "position fen",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "position fen 4k2R/8/8/8/8/8/8/4K3 w - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w - e3 0 1 moves e1e3",
    "position fen pppppppp/8/8/8/8/8/8/K6k w - - 0 1",
    "position startpos moves e2e4 e7e5 e1e3",
    "position startpos moves 0000",
    "position startpos moves e2e9",
    "position startpos e2e4",
    "position somewhere",
];

const BAD_SEARCHES: [&str; 11] = [
    "go depth",
    "go depth abc",
    "go depth -1",
    "go nodes 1.5",
    "go wtime",
    "go wtime btime 100",
    "go movetime soon",
    "go mate -2",
    "go searchmoves",
    "go searchmoves a1h8 b1b8",
    "go somewhere",
];

const OTHER: [&str; 31] = [
    "isready",
    "isready",
    "isready",
    "\tisready \r",
    "ucinewgame",
    "ucinewgame",
    "ucinewgame",
    "d",
    "eval",
    "help",
    "compiler",
    "debug on",
    "debug off",
    "debug perhaps",
    "register later",
    "copyprotection ok",
    "setoption",
    "setoption name",
    "setoption name Hash",
    "setoption name Hash value many",
    "setoption name Hash value 0",
    "setoption name Threads value -1",
    "setoption name Nonsense value 7",
    "setoption Hash 16",
    "setoption name UCI_Chess960 value perhaps",
    "xboard",
    "",
    " \t ",
    "\u{265e}\u{265e} \0 \u{1b}[2J",
    "quit? no",
    "stop_not",
];

/// What an engine is asked.
#[derive(Default)]
pub struct CommandGenerator {
    threads: u64,
    is_complete: bool,
}

/// More threads are not asked for, and no larger table, in mebibytes.
const MOST_THREADS: u64 = 8;
const LARGEST_HASH: u64 = 512;

impl CommandGenerator {
    /// Whether the engine has said all about itself.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Takes note of what the engine says about itself.
    pub fn receive(&mut self, line: &str) {
        if line.starts_with("option name Threads ") {
            let most = line.split(' ').skip_while(|&word| word != "max").nth(1);
            self.threads = most.and_then(|most| most.parse().ok()).unwrap_or(1).min(MOST_THREADS);
        }
        self.is_complete |= line == "uciok";
    }

    /// A command that fits the model, valid or not.
    pub fn next(&self, random: &mut ChaCha8Rng, model: &Model) -> StressCommand {
        match random.random_range(0..100) {
            0..=33 => go(random, model),
            34..=48 => position(random),
            49..=58 => StressCommand::stop(),
            59..=64 => StressCommand::PonderHit("ponderhit".to_string()),
            65..=79 => self.option(random),
            80..=82 => StressCommand::Position(pick(random, &BAD_POSITIONS).to_string(), None),
            // Without a position no move of a list is illegal.
            83..=85 if model.position.is_some() => {
                StressCommand::Refused(pick(random, &BAD_SEARCHES).to_string())
            }
            86 | 87 if model.is_refused().is_some() => {
                StressCommand::Count(format!("go perft {}", random.random_range(0..=3)))
            }
            88 => StressCommand::other(junk(random)),
            _ => StressCommand::other(pick(random, &OTHER)),
        }
    }

    fn option(&self, random: &mut ChaCha8Rng) -> StressCommand {
        let on = random.random_bool(0.5);
        StressCommand::other(match random.random_range(0..10) {
            0 | 1 => {
                let threads = random.random_range(1..=self.threads.max(1));
                format!("setoption name Threads value {threads}")
            }
            2 => {
                // Small ones most of the time: a large one takes a moment.
                let bits = random.random_range(0..=LARGEST_HASH.ilog2());
                format!("setoption name Hash value {}", random.random_range(1..=1u64 << bits))
            }
            3 => {
                let bits = random.random_range(0..=8);
                format!("setoption name MultiPV value {}", random.random_range(1..=1 << bits))
            }
            4 => format!("setoption name Ponder value {on}"),
            5 => {
                return StressCommand::Chess960(
                    format!("setoption name UCI_Chess960 value {on}"),
                    on,
                );
            }
            6 => format!("setoption name UCI_ShowWDL value {on}"),
            7 => format!("setoption name Move Overhead value {}", random.random_range(0..100)),
            8 => format!("setoption name nodestime value {}", random.random_range(0..=20)),
            _ => "setoption name Clear Hash".to_string(),
        })
    }
}

fn pick<'t>(random: &mut ChaCha8Rng, texts: &[&'t str]) -> &'t str {
    texts.choose(random).copied().unwrap_or_default()
}

/// A random word; its beginning is not that of any command.
fn junk(random: &mut ChaCha8Rng) -> String {
    let length = 1 << random.random_range(0..14);
    let letters = (0..length).map(|_| char::from(b'!' + (random.next_u32() % 94) as u8));
    std::iter::once('#').chain(letters).collect()
}

/// A position from a list, and a walk from there.
fn position(random: &mut ChaCha8Rng) -> StressCommand {
    let fen = pick(random, &POSITIONS);
    let mut text = match fen == Position::START_FEN && random.random_bool(0.8) {
        true => "position startpos".to_string(),
        false => format!("position fen {fen}"),
    };
    let mut position: Position = fen.parse().expect("the list holds positions");
    let chess960 = random.random_bool(0.5);
    let plies = match random.random_range(0..10) {
        0 | 1 => 0,
        2 => random.random_range(0..400),
        _ => random.random_range(0..40),
    };
    for ply in 0..plies {
        let moves = legal_moves(&position);
        let Some(&mv) = moves.as_slice().choose(random) else { break };
        text += if ply == 0 { " moves " } else { " " };
        text += &format_move(mv, chess960);
        position = position.after(mv);
    }
    StressCommand::Position(text, Some(Box::new(position)))
}

/// A search with limits of all kinds, one or several.
fn go(random: &mut ChaCha8Rng, model: &Model) -> StressCommand {
    let mut text = "go".to_string();
    let kinds: Vec<u32> = (0..7).collect();
    let number = 1 + usize::from(random.random_bool(0.3));
    let chosen: Vec<u32> = kinds.sample(random, number).copied().collect();
    let mut reaches: Vec<Reach> =
        chosen.into_iter().map(|kind| limit(&mut text, kind, random)).collect();
    // The limit that is reached first counts, but infinity goes before all.
    reaches.sort_by_key(|reach| match reach {
        Reach::Infinite => 0,
        Reach::Short => 1,
        Reach::Long => 2,
        Reach::Open => 3,
    });
    let reach = reaches.first().copied().unwrap_or(Reach::Open);
    let ponder = random.random_bool(0.2);
    if ponder {
        text += " ponder";
    }
    if reach != Reach::Open && random.random_bool(0.05) {
        text += " infinitely";
    }
    if random.random_bool(0.1)
        && let Some(position) = &model.position
    {
        search_moves(&mut text, random, position);
    }
    StressCommand::Go(Search { text, reach, ponder })
}

/// One of several kinds of limits.
fn limit(text: &mut String, kind: u32, random: &mut ChaCha8Rng) -> Reach {
    let is_short = random.random_bool(0.8);
    let reach = if is_short { Reach::Short } else { Reach::Long };
    match kind {
        0 if is_short => add(text, "depth", random.random_range(0..=5)),
        0 => add(text, "depth", random.random_range(40..=1_000)),
        1 if is_short => add(text, "nodes", random.random_range(0..=30_000)),
        1 => add(text, "nodes", i64::MAX),
        2 => {
            add(text, "movetime", random.random_range(-5..=150));
            return Reach::Short;
        }
        3 => {
            clock(text, random);
            return Reach::Short;
        }
        4 => {
            add(text, "mate", random.random_range(0..=4));
            return Reach::Long;
        }
        5 => {
            text.push_str(" infinite");
            return Reach::Infinite;
        }
        _ => return Reach::Open,
    }
    reach
}

fn add(text: &mut String, word: &str, number: i64) {
    // Writing to a string cannot fail.
    let _ = write!(text, " {word} {number}");
}

fn clock(text: &mut String, random: &mut ChaCha8Rng) {
    for word in ["wtime", "btime"] {
        if word == "wtime" || random.random_bool(0.8) {
            add(text, word, random.random_range(-100..=3_000));
        }
    }
    if random.random_bool(0.5) {
        add(text, "winc", random.random_range(-5..=50));
        add(text, "binc", random.random_range(-5..=50));
    }
    if random.random_bool(0.3) {
        add(text, "movestogo", random.random_range(0..=40));
    }
}

/// Some of the legal moves, if there are any.
fn search_moves(text: &mut String, random: &mut ChaCha8Rng, position: &Position) {
    let moves = legal_moves(position);
    let wanted = random.random_range(1..=4);
    for (index, &mv) in moves.as_slice().sample(random, wanted).enumerate() {
        text.push_str(if index == 0 { " searchmoves " } else { " " });
        text.push_str(&format_move(mv, random_castling(position)));
    }
}

/// Both ways of writing castling are understood.
fn random_castling(position: &Position) -> bool {
    position.key().is_multiple_of(2)
}
