//! How long a search to a fixed depth takes.

use criterion::{Criterion, criterion_group, criterion_main};
use staunton::chess::board::{KeyHistory, Position};
use staunton::engine::search::{Limits, SearchControl, SearchOptions, SearchRequest, ThreadPool};
use staunton::engine::tt::TranspositionTable;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

const DEPTH: i32 = 8;
const MEBIBYTES: usize = 4;

fn search(criterion: &mut Criterion) {
    let tt = Arc::new(TranspositionTable::new(MEBIBYTES).expect("a small table"));
    let mut pool = ThreadPool::new();
    for (name, fen) in [
        ("start", Position::START_FEN),
        ("middle game", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ("end game", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ] {
        let request = SearchRequest {
            position: fen.parse().expect("a legal position"),
            key_history: KeyHistory::new(),
            limits: Limits { depth: Some(DEPTH), ..Limits::default() },
            start: Instant::now(),
            multi_pv: 1,
            move_overhead: Duration::ZERO,
            options: SearchOptions::default(),
        };
        criterion.bench_function(&format!("search/{name} to depth {DEPTH}"), |bencher| {
            bencher.iter(|| {
                pool.clear();
                tt.clear();
                pool.search(black_box(&request), &tt, &SearchControl::default(), &mut ())
            });
        });
    }
}

criterion_group!(benches, search);
criterion_main!(benches);
