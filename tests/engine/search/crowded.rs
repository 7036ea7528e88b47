//! Boards with more pieces than a game has: they are searched like others, and
//! quiescence ends on them.

use super::*;
use staunton::engine::eval::Network;
use staunton::engine::eval::network::HIDDEN;
use staunton::engine::eval::network::format::{MAX_FIRST, MAX_OUTPUT, NetworkFile};

/// One board in this many is searched.
const STEP: usize = 25;

fn boards() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../../data/perft-crowded.epd").lines().skip(1).step_by(STEP);
    lines.filter_map(|line| line.split_once(" ;")).map(|(fen, _)| fen)
}

/// The sums of this network reach as far as its check allows.
fn greatest_network() -> Arc<Network> {
    let mut file = NetworkFile::zero(HIDDEN, 8, 400);
    for (index, weight) in file.first.iter_mut().enumerate() {
        *weight = if index % 3 == 0 { -MAX_FIRST } else { MAX_FIRST };
    }
    file.output.iter_mut().enumerate().for_each(|(index, weight)| {
        *weight = if index % 2 == 0 { MAX_OUTPUT } else { -MAX_OUTPUT };
    });
    Arc::new(Network::new(file).expect("a sound network"))
}

#[test]
fn crowded_boards_are_searched_with_any_network() {
    let limits = Limits { depth: Some(4), nodes: Some(20_000), ..Limits::default() };
    let mut greatest = searcher();
    greatest.set_network(&greatest_network());
    for mut searcher in [searcher(), greatest] {
        for fen in boards() {
            let position = position(fen);
            searcher.clear_hash();
            let result = searcher.search(&position.clone().into(), &limits);
            let best = result.best.expect("there is a legal move");
            assert!(is_legal(&position, best), "{fen}: {best:?}");
            assert!(result.score.0.abs() < Score::INFINITE.0, "{fen}: {:?}", result.score);
        }
    }
}

/// Without a bound there are more sequences of captures here than can be searched.
#[test]
fn quiescence_ends_where_everything_can_be_captured() {
    for fen in [
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1",
        "rrrrkrrr/rrrrrrrr/8/8/8/8/RRRRRRRR/RRRRKRRR w - - 0 1",
        "qrqrkrqr/qrqrqrqr/8/8/8/8/QRQRQRQR/QRQRKRQR b - - 0 1",
        "qqqqkqqq/qqqqqqqq/qqqqqqqq/8/8/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    ] {
        let (result, _) = search(&query(&position(fen), depth(1)));
        assert!(result.nodes < 100_000, "{fen}: {} nodes", result.nodes);
        assert!(result.best.is_some(), "{fen}");
    }
}
