//! Move generation: perft with bulk counting beside cozy-chess in the same
//! run, and the time of playing a move and of a static exchange evaluation.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use staunton::chess::board::Position;
use staunton::chess::movegen::{self, legal_moves};
use std::hint::black_box;

/// Name, FEN, depth and leaves, as published.
const PERFTS: [(&str, &str, u32, u64); 3] = [
    ("start", Position::START_FEN, 6, 119_060_324),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
    (
        "position-4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
        15_833_292,
    ),
];

fn position(fen: &str) -> Position {
    fen.parse().expect("the positions of the benchmark are legal")
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for (name, fen, depth, leaves) in PERFTS {
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(BenchmarkId::new("staunton", name), |b| {
            let position = position(fen);
            b.iter(|| assert_eq!(movegen::perft(black_box(&position), depth), leaves));
        });
        group.bench_function(BenchmarkId::new("cozy-chess", name), |b| {
            let board: cozy_chess::Board = fen.parse().expect("a legal position");
            b.iter(|| assert_eq!(cozy_perft(black_box(&board), depth), leaves));
        });
    }
    group.finish();
}

fn single_steps(c: &mut Criterion) {
    let position = position(PERFTS[1].1);
    let moves = legal_moves(&position);
    let mut group = c.benchmark_group("kiwipete, all moves");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("generate", |b| b.iter(|| legal_moves(black_box(&position))));
    group.bench_function("copy and play", |b| {
        b.iter(|| {
            for &mv in &moves {
                black_box(position.after(black_box(mv)));
            }
        });
    });
    group.bench_function("play and undo", |b| {
        let mut position = position.clone();
        b.iter(|| {
            for &mv in &moves {
                let undo = position.play(black_box(mv), &mut ());
                black_box(&mut position).undo(&undo);
            }
        });
    });
    group.bench_function("static exchange", |b| {
        b.iter(|| {
            for &mv in &moves {
                black_box(position.see_at_least(black_box(mv), 0));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, perft, single_steps);
criterion_main!(benches);
