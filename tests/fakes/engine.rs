//! An engine that misbehaves, for tests of the arena: `engine MODE [MOVE]`.
//! Before its move number MOVE (1 by default) it plays legal moves, chosen by
//! the position.

use staunton::chess::board::Position;
use staunton::chess::movegen::legal_moves;
use staunton::chess::types::Move;
use staunton::engine::{format_move, parse_move};
use std::io::{self, BufRead, Write};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let from = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(1);
    let mut fake = Fake { mode, from, moves: 0, position: Position::start(), owes_move: false };
    if fake.mode == "dies" {
        eprintln!("no weights, no engine\n");
        return;
    }
    if fake.mode == "greets" {
        say("Fake 1.0 by nobody\n(c) for ever");
    }
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        fake.obey(&line);
    }
}

struct Fake {
    mode: String,
    /// The move at which it begins to misbehave, from one.
    from: u32,
    /// Moves asked for in this game.
    moves: u32,
    position: Position,
    /// It has not answered the last `go`.
    owes_move: bool,
}

fn say(text: &str) {
    // The other end may be closed.
    let _ = writeln!(io::stdout(), "{text}");
}

/// Does and prints nothing until it is killed or its input ends.
fn play_dead() -> ! {
    for line in io::stdin().lock().lines() {
        drop(line);
    }
    std::process::exit(0)
}

/// The position of a `position` command.
fn position(line: &str) -> Option<Position> {
    let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let start = match start.split_once("fen ") {
        Some((_, fen)) => fen.parse().ok()?,
        None => Position::start(),
    };
    moves.split_ascii_whitespace().try_fold(start, |position: Position, text| {
        Some(position.after(parse_move(&position, text).ok()?))
    })
}

/// The move that a fake plays, unless it misbehaves.
fn chosen(position: &Position) -> Option<Move> {
    let moves = legal_moves(position);
    let at = (position.key() >> 7) as usize % moves.len().max(1);
    moves.get(at).copied()
}

impl Fake {
    fn obey(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("uci") if self.mode == "mute" => play_dead(),
            Some("uci") if self.mode == "ponders" => say("id name Fake\nid author nobody\n\
                option name Ponder type check default false\nuciok"),
            Some("uci") => say("id name Fake\nid author nobody\n\
                option name Hash type spin default 1 min 1 max 64\nuciok"),
            Some("isready") => say("readyok"),
            Some("ucinewgame") => {
                self.moves = 0;
                if self.mode == "sleepy" {
                    play_dead();
                }
            }
            Some("position") => self.set_position(line),
            Some("go") if words.next() == Some("ponder") => self.owes_move = true,
            Some("go") => {
                self.moves += 1;
                if self.moves >= self.from { self.misbehave() } else { self.answer() }
            }
            Some("stop" | "ponderhit") if self.owes_move => self.answer(),
            Some("quit") => std::process::exit(0),
            _ => {}
        }
    }

    fn set_position(&mut self, line: &str) {
        match position(line) {
            Some(position) => self.position = position,
            // It does not notice, and plays on for the position before.
            None if self.mode == "remembers" => {}
            None => panic!("the arena sends positions and legal moves, not '{line}'"),
        }
    }

    fn answer(&mut self) {
        self.owes_move = false;
        let Some(mv) = chosen(&self.position) else { return };
        // What it would answer itself in the opponent's place.
        let reply = chosen(&self.position.after(mv)).filter(|_| self.mode == "ponders");
        let reply = reply.map(|mv| format!(" ponder {}", format_move(mv, false)));
        say(&format!(
            "info depth 3 score cp 12 nodes 34 time 1\nbestmove {}{}",
            format_move(mv, false),
            reply.unwrap_or_default()
        ));
    }

    fn misbehave(&mut self) {
        match self.mode.as_str() {
            "crashes" => {
                eprintln!("the board is on fire\nnote: run away");
                std::process::exit(3)
            }
            // More than any pipe holds.
            "shouts" => {
                for _ in 0..20_000 {
                    eprintln!("an error that is of no interest to anybody, over and over again");
                }
                self.answer();
            }
            "hangs" => play_dead(),
            "closes" => {
                #[cfg(unix)]
                let _ = nix::unistd::close(1);
                play_dead();
            }
            // It reads everything, but never answers in time.
            "idles" => {}
            // Not before it receives `stop`.
            "dawdles" => self.owes_move = true,
            "illegal" => say("bestmove a1h8"),
            "passes" => say("bestmove 0000"),
            "resigns" => say("bestmove (none)"),
            "babbles" => say("bestmove what a position!"),
            "empty" => say("bestmove"),
            "noisy" => {
                say("warning: the table is full\n\n\u{1}\u{2}\nbestmov e2e4\ninfo\ninfo score cp");
                // Bytes that are not text.
                let _ = io::stdout().write_all(b"\xff\xfe\xfd\ninfo string \xff\n");
                self.answer();
            }
            "endless" => {
                let line = vec![b'x'; 1 << 16];
                for _ in 0..64 {
                    let _ = io::stdout().write_all(&line);
                }
                say("");
                self.answer();
            }
            "chatty" => {
                for depth in 0..20_000 {
                    say(&format!("info depth {depth} score cp {depth} nodes 1 pv e2e4 e7e5"));
                }
                self.answer();
            }
            // It ignores its limits.
            "digs" => {
                say("info depth 6 score cp 12 nodes 14001 time 1");
                self.owes_move = false;
                let moves = legal_moves(&self.position);
                say(&format!("bestmove {}", format_move(moves[0], false)));
            }
            "stutters" => {
                self.answer();
                self.answer();
            }
            "despairs" => {
                say("info depth 9 score cp -1500 nodes 10");
                self.moves = 0;
                let moves = legal_moves(&self.position);
                say(&format!("bestmove {} ponder e2e4", format_move(moves[0], false)));
            }
            _ => self.answer(),
        }
    }
}
