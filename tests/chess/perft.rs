//! Perft against published counts.

use staunton::chess::attacks;
use staunton::chess::board::Position;
use staunton::chess::movegen::{divide, legal_moves, perft};
use staunton::chess::types::{MAX_MOVES, Square};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Checks every count of an EPD file (`FEN ;D1 20 ;D2 400 …`) that is not
/// above `most` leaves, on all processors, and that a good many were checked.
fn check(epd: &str, most: u64, at_least: usize) {
    let lines: Vec<&str> = epd.lines().filter(|line| !line.starts_with('#')).collect();
    let next = AtomicUsize::new(0);
    let checked = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |n| n.get()) {
            scope.spawn(|| {
                while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
                    checked.fetch_add(check_line(line, most), Ordering::Relaxed);
                }
            });
        }
    });
    let checked = checked.into_inner();
    assert!(checked >= at_least, "only {checked} counts were checked");
}

fn check_line(line: &str, most: u64) -> usize {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().expect("a line starts with a FEN");
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut checked = 0;
    for count in parts {
        let (depth, leaves) = count.split_once(' ').expect("a count is 'D1 20'");
        let depth = depth[1..].parse().expect("a depth");
        let leaves: u64 = leaves.trim().parse().expect("a number of leaves");
        if leaves <= most {
            assert_eq!(perft(&position, depth), leaves, "{fen} at depth {depth}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn tricky_positions_to_their_full_depth() {
    check(include_str!("../data/perft-tricky.epd"), u64::MAX, 67);
}

#[test]
fn random_positions() {
    check(include_str!("../data/perft-random.epd"), 20_000_000, 250);
}

/// A thousand boards with more pawns or pieces than a game has, by python-chess.
#[test]
fn crowded_positions() {
    check(include_str!("../data/perft-crowded.epd"), u64::MAX, 2_000);
}

#[test]
fn chess960_positions() {
    check(include_str!("../data/perft-chess960.epd"), 20_000_000, 250);
}

/// The six positions of the Chess Programming Wiki's "Perft Results".
#[test]
fn well_known_positions() {
    let known = "\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D5 4865609 ;D6 119060324
        r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D4 4085603 ;D5 193690690
        8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D6 11030083
        r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 ;D5 15833292
        rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 ;D5 89941194
        r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10 ;D4 3894594";
    check(known, u64::MAX, 8);
}

#[test]
fn divide_splits_the_count_whatever_the_threads() {
    let position = Position::start();
    let alone = divide(&position, 4, 1);
    assert_eq!(alone, divide(&position, 4, 3));
    assert_eq!(alone.len(), 20);
    assert_eq!(alone.iter().map(|(_, leaves)| leaves).sum::<u64>(), 197_281);
}

/// What the proof of [`MAX_MOVES`] counts.
#[test]
fn a_list_holds_the_moves_of_any_board() {
    let neighbours = |square| attacks::king(square).count() as usize;
    let all: usize = Square::ALL.into_iter().map(neighbours).sum();
    let least = Square::ALL.into_iter().map(neighbours).min();
    assert_eq!((all, least), (420, Some(3)));
    let knight = |square| attacks::knight(square).count() as usize;
    assert!(Square::ALL.into_iter().all(|square| knight(square) <= neighbours(square)));
    assert_eq!(MAX_MOVES, all - 3 + 4);
}

#[test]
fn more_moves_than_any_game_can_have() {
    // The most that a game can reach, and fifteen queens: counts by python-chess.
    for (fen, moves) in [
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
        ("1Q4QK/4Q3/Q1Q4Q/Q4Q2/3Q4/QQ4Q1/pp2Q3/knQ4Q w - - 0 1", 241),
    ] {
        let position: Position = fen.parse().expect("any number of queens is allowed");
        assert_eq!(perft(&position, 1), moves, "{fen}");
        assert_eq!(legal_moves(&position).len() as u64, moves, "{fen}");
    }
}
