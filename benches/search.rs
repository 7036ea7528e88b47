//! How long a search to a fixed depth takes.

use criterion::{Criterion, criterion_group, criterion_main};
use staunton::chess::board::{GamePosition, Position};
use staunton::engine::options::HashMb;
use staunton::engine::{Limits, Searcher};
use std::hint::black_box;

const DEPTH: i32 = 8;
const HASH: HashMb = HashMb::of(4);

fn search(criterion: &mut Criterion) {
    let mut searcher = Searcher::with_hash(HASH).expect("a small table");
    for (name, fen) in [
        ("start", Position::START_FEN),
        ("middle game", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ("end game", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ] {
        let position: Position = fen.parse().expect("a legal position");
        let game = GamePosition::from(position);
        criterion.bench_function(&format!("search/{name} to depth {DEPTH}"), |bencher| {
            bencher.iter(|| {
                searcher.clear();
                searcher.search(black_box(&game), &Limits::depth(DEPTH))
            });
        });
    }
}

criterion_group!(benches, search);
criterion_main!(benches);
