//! How long the evaluation takes: from scratch, and incrementally with a move.

use criterion::{Criterion, criterion_group, criterion_main};
use staunton::chess::board::{KeyHistory, Position};
use staunton::chess::movegen::legal_moves;
use staunton::chess::types::Move;
use staunton::engine::eval::{EvalData, SearchPosition, evaluate};
use std::hint::black_box;

const FENS: [&str; 3] = [
    Position::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn eval(criterion: &mut Criterion) {
    let positions: Vec<Position> =
        FENS.iter().map(|fen| fen.parse().expect("a legal position")).collect();
    criterion.bench_function("eval/from scratch", |bencher| {
        bencher.iter(|| positions.iter().map(|p| evaluate(black_box(p)).0).sum::<i32>());
    });
    let mut data = EvalData::default();
    criterion.bench_function("eval/after every move", |bencher| {
        bencher.iter(|| {
            let mut of = |position: &Position| {
                let mut board = SearchPosition::new(position, &KeyHistory::new(), &mut data);
                let score_after = |mv: &Move| {
                    board.play(*mv);
                    let score = board.evaluate().0;
                    board.undo();
                    score
                };
                legal_moves(position).iter().map(score_after).sum::<i32>()
            };
            positions.iter().map(|position| of(black_box(position))).sum::<i32>()
        });
    });
}

criterion_group!(benches, eval);
criterion_main!(benches);
