//! Files from which work goes on: saved hashes, matches and trainings.

use super::scratch::Scratch;
use serde_json::Value;
use staunton::arena::files::state::MatchState;
use staunton::chess::board::Position;
use staunton::chess::movegen::legal_moves;
use staunton::chess::types::{Depth, Move, Score};
use staunton::engine::eval::network::format::fnv1a;
use staunton::engine::options::HashMb;
use staunton::engine::tt::{Bound, TranspositionTable, TtEntry};
use staunton::engine::{Limits, Searcher};
use staunton::training::network::checkpoint;
use staunton::training::network::params::Shape;

/// Where the searches begin: an open position, an end game, and check.
const ROOTS: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/3q4/R3K2R w KQ - 0 1",
];
/// The nodes of a search with what was loaded.
const NODES: u64 = 200;
/// The depth to which it goes at most, in plies.
const DEPTH: Depth = 12;
/// The bytes of an entry in an input.
const ENTRY: usize = 8;

/// A hash is loaded or refused, and a search with its entries ends.
///
/// An input is a choice of the root and entries of eight bytes. They are stored
/// for the positions near the root and saved, since a search never looks at
/// others. A first byte of 128 or more stands for the whole file instead.
pub fn hash_file(input: &[u8]) {
    let Some((&choice, rest)) = input.split_first() else { return };
    let scratch = Scratch::new();
    let mut searcher = Searcher::with_hash(HashMb::LEAST).expect("a small table");
    if choice >= 128 {
        let file = scratch.write("hash", rest);
        let _ = searcher.load_hash(&file).map_err(|error| error.to_string());
        return;
    }
    let root: Position = ROOTS[usize::from(choice) % ROOTS.len()].parse().expect("a position");
    let mut entries = rest.as_chunks::<ENTRY>().0.iter().cycle();
    let file = scratch.path().join("hash");
    let saved = TranspositionTable::new(1).expect("a small table");
    for position in near(&root) {
        if let Some(bytes) = entries.next() {
            saved.store(position.key(), 0, entry(bytes));
        }
    }
    saved.save(&file, searcher.evaluation_key()).expect("saved");
    if searcher.load_hash(&file).is_ok() {
        let limits = Limits { nodes: Some(NODES), ..Limits::depth(DEPTH) };
        assert!(searcher.search(&root.into(), &limits).best.is_some());
    }
}

/// The position, those after each move, and those after each answer.
fn near(root: &Position) -> Vec<Position> {
    let after = |position: &Position| -> Vec<Position> {
        legal_moves(position).into_iter().map(|mv| position.after(mv)).collect()
    };
    let first = after(root);
    let second: Vec<Position> = first.iter().flat_map(after).collect();
    [vec![root.clone()], first, second].concat()
}

/// An entry with any move, score, evaluation and depth, and any bound or none.
fn entry(&[m0, m1, s0, s1, e0, e1, depth, bound]: &[u8; ENTRY]) -> TtEntry {
    let score = |bytes| Score(i16::from_le_bytes(bytes).into());
    TtEntry {
        mv: Move::from_bits(u16::from_le_bytes([m0, m1])),
        score: score([s0, s1]),
        eval: Some(score([e0, e1])),
        depth: depth.into(),
        bound: [Bound::Lower, Bound::Upper, Bound::Exact].get(usize::from(bound % 4)).copied(),
        pv: bound >= 128,
    }
}

/// A match goes on or is refused in a sentence.
pub fn match_state(input: &[u8]) {
    let scratch = Scratch::new();
    let file = scratch.write("state", input);
    let _ = MatchState::start(&file);
    match MatchState::resume(&file, &Value::Null) {
        Ok(mut resumed) => {
            for (part, games) in &resumed.games {
                for game in games {
                    resumed.state.append(*part, game).expect("written");
                }
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The description of the training in the inputs.
pub(super) const DESCRIPTION: &str = "seed 1";
/// Where the checksum of a checkpoint ends.
const CHECKPOINT_HEADER: usize = 16;
/// A small network.
pub(super) const SHAPE: Shape = Shape { hidden: 16, buckets: 1 };
/// The bytes of its parameters at the end of a checkpoint: they, their moments and
/// their average, and the moments of the rows that the king buckets share.
pub(super) const PARAMETER_BYTES: usize = 4 * (4 * SHAPE.parameters() + 2 * SHAPE.king_bucket());

/// Makes the checksum of a checkpoint right.
pub fn repair_checkpoint(bytes: &mut [u8]) {
    if let Some(body) = bytes.get(CHECKPOINT_HEADER..) {
        let checksum = fnv1a(body).to_le_bytes();
        bytes[CHECKPOINT_HEADER - 8..CHECKPOINT_HEADER].copy_from_slice(&checksum);
    }
}

/// A checkpoint and the parameters of a small network.
pub(super) fn with_parameters(input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    bytes.resize(input.len() + PARAMETER_BYTES, 0);
    repair_checkpoint(&mut bytes);
    bytes
}

/// A training goes on, and is saved as it was, or is refused. Whole checkpoints are
/// too large for inputs, so an input is also read with the parameters of a small
/// network after it.
pub fn checkpoint(input: &[u8]) {
    let scratch = Scratch::new();
    for bytes in [input.to_vec(), with_parameters(input)] {
        let file = scratch.write("checkpoint", &bytes);
        match checkpoint::load(&file, DESCRIPTION) {
            Ok(state) => {
                checkpoint::save(&file, DESCRIPTION, &state).expect("written");
                assert_eq!(std::fs::read(&file).expect("the file"), bytes);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
