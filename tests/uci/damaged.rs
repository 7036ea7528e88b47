//! Thousands of lines of damaged UCI: the program does not crash, still
//! answers, and does not grow.
//!
//! `STAUNTON_FUZZ_LINES=200000 cargo test --release --test uci damaged` sends
//! more; `STAUNTON_FUZZ_SEED` sends others.

use crate::support::Session;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::time::{Duration, Instant};

const LINES: usize = 4_000;
const SEED: u64 = 1851;
/// Lines between two checks that it still answers.
const BATCH: usize = 20;
/// How often memory is measured.
const MEASUREMENTS: usize = 16;
/// What memory may differ by, in KiB, once everything was used for a while: the
/// system's allocator keeps some of the threads and tables that are gone.
const ALLOWED_GROWTH: u64 = 48 << 10;

const WELL_FORMED: [&str; 42] = [
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen 8/P6k/8/8/8/8/p6K/8 w - - 99 200 moves a7a8n",
    "go depth 3",
    "go nodes 300",
    "go movetime 2",
    "go wtime 20 btime 20 winc 1 binc 1 movestogo 4",
    "go infinite",
    "go ponder wtime 50 btime 50",
    "go mate 2",
    "go searchmoves e2e4 d2d4 depth 2",
    "go perft 2",
    "go",
    "stop",
    "ponderhit",
    "setoption name Hash value 2",
    "setoption name Hash value 16",
    "setoption name Clear Hash",
    "setoption name Threads value 2",
    "setoption name Ponder value true",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name UCI_ShowWDL value true",
    "setoption name Move Overhead value 5",
    "debug on",
    "debug off",
    "d",
    "eval",
    "flip",
    "perft 3",
    "bench 1",
    "compiler",
];

const WORDS: [&str; 30] = [
    "startpos",
    "fen",
    "moves",
    "name",
    "value",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "mate",
    "searchmoves",
    "ponder",
    "perft",
    "e2e4",
    "e1g1",
    "e1h1",
    "a7a8q",
    "0000",
    "w",
    "-",
    "KQkq",
    "abc",
    "\u{265e}",
    "",
    "Hash",
];

const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "64",
    "255",
    "256",
    "65536",
    "2147483648",
    "-9223372036854775808",
    "18446744073709551616",
    "1e9",
    "3.5",
];

fn damaged(random: &mut ChaCha8Rng) -> Vec<u8> {
    let line = WELL_FORMED.choose(random).unwrap();
    let mut words: Vec<&str> = line.split(' ').collect();
    for _ in 0..random.random_range(0..4) {
        let place = random.random_range(0..=words.len());
        let other = random.random_range(0..words.len().max(1));
        match random.random_range(0..7) {
            0 if place < words.len() => drop(words.remove(place)),
            1 => words.insert(place, WORDS.choose(random).unwrap()),
            2 => words.insert(place, NUMBERS.choose(random).unwrap()),
            3 if place < words.len() => words[place] = NUMBERS.choose(random).unwrap(),
            4 if place < words.len() => words[place] = WORDS.choose(random).unwrap(),
            5 if place < words.len() => words.swap(place, other),
            6 if place < words.len() => words.insert(place, words[other]),
            _ => {}
        }
    }
    let space = *[" ", " ", " ", "\t", "  ", " \r "].choose(random).unwrap();
    let mut bytes = words.join(space).into_bytes();
    if random.random_ratio(1, 4) {
        for _ in 0..random.random_range(1..6) {
            let place = random.random_range(0..=bytes.len());
            match random.random_range(0..3) {
                0 if place < bytes.len() => drop(bytes.remove(place)),
                1 if place < bytes.len() => bytes[place] ^= 1 << random.random_range(0..8),
                _ => bytes.insert(place, random.random()),
            }
        }
    }
    if random.random_ratio(1, 500) {
        bytes = bytes.repeat(random.random_range(2..2_000));
    }
    bytes
}

/// Lines that would end the program, or ask for more memory than tests may have.
fn is_meant_seriously(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    let large = |word: &str| word.parse::<u64>().is_ok_and(|number| number > 16);
    let mut words = text.split_whitespace();
    let together: String = words.clone().collect();
    words.clone().any(|word| word == "quit") || together.contains("hash") && words.any(large)
}

/// The memory of the program with one thread and the smallest table, in KiB:
/// whatever the damaged lines have set.
fn memory_at_rest(session: &mut Session) -> Option<u64> {
    session.send("setoption name Threads value 1");
    session.send("setoption name Hash value 1");
    session.ask("");
    memory(session.id())
}

/// The memory that a process uses, in KiB, where the system tells.
fn memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

fn number_from(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => default,
    }
}

#[test]
fn damaged_input_neither_ends_nor_blocks_nor_swells_it() {
    let count = number_from("STAUNTON_FUZZ_LINES", LINES as u64) as usize;
    let seed = number_from("STAUNTON_FUZZ_SEED", SEED);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut session = Session::start();
    let mut memory = Vec::new();
    let mut slowest = Duration::ZERO;

    let batches = count.div_ceil(BATCH);
    for batch in 0..batches {
        for _ in 0..BATCH {
            let mut bytes = damaged(&mut random);
            if is_meant_seriously(&bytes) {
                continue;
            }
            bytes.push(b'\n');
            session.send_bytes(&bytes);
        }
        // When this word comes back, everything before it has been read.
        let word = format!("batch-{batch}");
        session.send("stop");
        session.send(&word);
        while !session.line().contains(&word) {}
        let asked = Instant::now();
        session.ask("");
        slowest = slowest.max(asked.elapsed());
        if batch % (batches / MEASUREMENTS).max(1) == 0 {
            memory.extend(memory_at_rest(&mut session));
        }
    }

    println!("seed {seed}: {count} lines, slowest readyok {slowest:?}, {memory:?} KiB");
    // It sways with the threads that have just ended, so what it comes down to
    // in the second half counts.
    let (early, late) = memory.split_at(memory.len() / 2);
    if let (Some(early), Some(late)) = (early.iter().max(), late.iter().min()) {
        assert!(*late < early + ALLOWED_GROWTH, "it grew from {early} to {late} KiB");
    }
    // It still plays chess, but not on a board that it was not given. What was asked
    // before is answered first.
    memory_at_rest(&mut session);
    session.send("position nowhere");
    assert_eq!(session.go("depth 1").pop().unwrap(), "bestmove (none)");
    session.send("setoption name UCI_Chess960 value false");
    session.send("position startpos moves e2e4");
    let answer = session.go("depth 1").pop().unwrap();
    assert!(answer.starts_with("bestmove "), "{answer}");
    let (_, status) = session.end();
    assert_eq!(status.code(), Some(0), "seed {seed}");
}
