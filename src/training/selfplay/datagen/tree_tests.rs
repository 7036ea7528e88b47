//! The sampler against the search that it follows.

use super::searcher::{GameSearcher, SearchSettings};
use super::tree::{SampleOptions, SampleSink, TreeSampler};
use crate::chess::board::{GamePosition, Position};
use crate::chess::types::{Depth, Move, Score};
use crate::engine::options::HashMb;
use crate::engine::search::{Limits, NodeObserver, SearchControl, SearchResult, SearchedNode};
use crate::engine::tt::Bound;
use crate::training::data::for_tests::path;
use crate::training::data::packed::{Label, PackedPosition};
use crate::training::data::samples::SampleReader;
use std::fs;
use std::sync::{Arc, Mutex};

const FENS: [&str; 3] = [
    "r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 b - - 7 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];
const SETTINGS: SearchSettings =
    SearchSettings { nodes: 3_000, hash: HashMb::LEAST, network: None };
const ALL: SampleOptions = SampleOptions { rate: 1, least_depth: 2, most_score: 2_500 };

/// What is received from another thread's observer.
type Shared<T> = Arc<Mutex<Vec<T>>>;

fn sampler(options: SampleOptions, number: u64) -> (TreeSampler, Shared<PackedPosition>) {
    let samples = Shared::default();
    let shared = Arc::clone(&samples);
    let send = move |mut batch| shared.lock().unwrap().append(&mut batch);
    (TreeSampler::new(options, number, Box::new(send)), samples)
}

/// Searches all positions, cleared before each, with an observer of its own.
fn results(observer: Option<Box<dyn NodeObserver>>) -> Vec<SearchResult> {
    let control = SearchControl::default();
    let mut searcher = GameSearcher::new(&SETTINGS, &control).unwrap();
    searcher.set_observer(observer);
    let result = |fen: &str| {
        searcher.clear();
        let position: Position = fen.parse().unwrap();
        searcher.search_game_position(&GamePosition::from(position)).unwrap().0
    };
    FENS.into_iter().map(result).collect()
}

fn samples(options: SampleOptions, number: u64) -> Vec<PackedPosition> {
    let (sampler, samples) = sampler(options, number);
    results(Some(Box::new(sampler)));
    samples.lock().unwrap().clone()
}

/// A node as the search shows it.
#[derive(Clone)]
struct Node {
    position: Position,
    depth: Depth,
    score: Score,
    bound: Bound,
    best: Option<Move>,
}

struct Recorder(Shared<Node>);

impl NodeObserver for Recorder {
    fn least_depth(&self) -> Depth {
        ALL.least_depth
    }

    fn searched(&mut self, node: &SearchedNode<'_>) {
        let &SearchedNode { position, depth, score, bound, best } = node;
        let position = position.clone();
        self.0.lock().unwrap().push(Node { position, depth, score, bound, best });
    }
}

fn nodes() -> Vec<Node> {
    let nodes = Shared::default();
    results(Some(Box::new(Recorder(Arc::clone(&nodes)))));
    nodes.lock().unwrap().clone()
}

#[test]
fn a_search_that_samples_returns_what_it_returns_without() {
    let alone = results(None);
    assert!(alone.iter().all(|result| result.nodes >= SETTINGS.nodes && result.best.is_some()));
    assert_eq!(results(Some(Box::new(sampler(ALL, 0).0))), alone);
    assert_eq!(results(Some(Box::new(Recorder(Shared::default())))), alone);
}

#[test]
fn samples_are_repeated_and_thinned_by_the_rate() {
    let all = samples(ALL, 0);
    assert!(all.len() > 200, "{}", all.len());
    assert_eq!(samples(ALL, 7), all, "a rate of one leaves nothing to choose");
    let thirds = [0, 1, 2].map(|number| samples(SampleOptions { rate: 3, ..ALL }, number));
    assert!(thirds.iter().all(|third| 4 * third.len() > all.len()), "{}", thirds[0].len());
    for third in &thirds {
        // In the same order.
        let mut rest = all.iter();
        assert!(third.iter().all(|sample| rest.any(|other| other == sample)));
    }
    assert_eq!(thirds.iter().map(Vec::len).sum::<usize>(), all.len());
    let deep = SampleOptions { least_depth: 5, ..ALL };
    let mut expected: Vec<_> = all.iter().filter(|sample| sample.depth() >= 5).copied().collect();
    assert!(!expected.is_empty() && expected.len() < all.len());
    // The order is that of the first visits, and the first deep ones come later.
    let mut found = samples(deep, 0);
    expected.sort_unstable_by_key(|sample| sample.0);
    found.sort_unstable_by_key(|sample| sample.0);
    assert_eq!(found, expected);
}

#[test]
fn labels_are_what_the_search_returned() {
    let quiet = nodes().into_iter().filter(|node| {
        !node.position.in_check()
            && node.best.is_none_or(Move::is_quiet)
            && node.score.0.abs() <= ALL.most_score
    });
    let packed = quiet.filter_map(|node| {
        let label = Label {
            score: node.score.0 as i16,
            bound: node.bound,
            depth: node.depth as u8,
            result: None,
            is_sample: true,
        };
        PackedPosition::new(&node.position, &label)
    });
    // The deepest and last record of each position, in the order of the first ones.
    let mut expected: Vec<PackedPosition> = Vec::new();
    let mut visits = 0;
    for sample in packed {
        visits += 1;
        let is_same =
            |other: &&mut PackedPosition| other.board_and_side() == sample.board_and_side();
        match expected.iter_mut().find(is_same) {
            Some(other) if sample.depth() >= other.depth() => *other = sample,
            Some(_) => {}
            None => expected.push(sample),
        }
    }
    assert!(5 * expected.len() < 4 * visits, "{} of {visits}", expected.len());
    assert_eq!(samples(ALL, 0), expected);
}

#[test]
fn an_upper_bound_has_no_best_move_and_the_root_is_exact() {
    let nodes = nodes();
    for node in &nodes {
        assert_eq!(node.best.is_none(), node.bound == Bound::Upper, "{}", node.position);
    }
    for (fen, result) in FENS.into_iter().zip(results(None)) {
        let root: Position = fen.parse().unwrap();
        let last = nodes.iter().rfind(|node| node.position.key() == root.key()).unwrap();
        assert_eq!((last.score, last.bound), (result.score, Bound::Exact), "{fen}");
        assert_eq!(last.best, result.best, "{fen}");
    }
}

#[test]
fn deeper_searches_confirm_the_bounds() {
    // Deeper searches differ by some centipawns in either direction.
    const MARGIN: i32 = 30;
    let control = SearchControl::default();
    let mut searcher = GameSearcher::new(&SETTINGS, &control).unwrap();
    // By bound: those that hold, those that the opposite bound would explain as
    // well, and all.
    let mut counts = [[0; 3]; 2];
    for sample in samples(SampleOptions { rate: 3, ..ALL }, 0) {
        let position = sample.unpack().unwrap();
        searcher.clear();
        let limits = Limits { depth: Some(Depth::from(sample.depth()) + 3), ..Limits::default() };
        let score = searcher.search(&position.into(), &limits).score.0;
        let found = i32::from(sample.score());
        let (is_above, is_below) = (score >= found - MARGIN, score <= found + MARGIN);
        let (count, holds, opposite) = match sample.bound() {
            Bound::Lower => (&mut counts[0], is_above, is_below),
            Bound::Upper => (&mut counts[1], is_below, is_above),
            Bound::Exact => continue,
        };
        count[0] += u32::from(holds);
        count[1] += u32::from(opposite);
        count[2] += 1;
    }
    for [hold, opposite, all] in counts {
        assert!(all > 20, "{counts:?}");
        assert!(4 * hold > 3 * all && hold > opposite, "{counts:?}");
    }
}

#[test]
fn a_sink_writes_what_is_sampled() {
    let path = path("sink.tree");
    let sink = SampleSink::open(&path, ALL).unwrap();
    results(Some(Box::new(sink.sampler(0).unwrap())));
    sink.add(samples(ALL, 0)).unwrap();
    let written = sink.finish().unwrap();
    let mut read = Vec::new();
    for block in SampleReader::open(&path).unwrap() {
        read.extend(block.unwrap().positions());
    }
    fs::remove_file(&path).unwrap();
    let expected = samples(ALL, 0).repeat(2);
    assert_eq!(written, expected.len() as u64);
    assert!(read == expected);
}
