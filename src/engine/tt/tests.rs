use super::*;
use crate::chess::types::{Move, MoveKind, Score, Square};
use crate::support::random::RandomStream;
use std::thread;

const MIB: usize = 1;

fn table() -> TranspositionTable {
    TranspositionTable::new(MIB).expect("a small table")
}

fn entry(depth: Depth) -> TtEntry {
    TtEntry {
        mv: Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)),
        score: Score(-123),
        eval: Some(Score(45)),
        depth,
        bound: Some(Bound::Lower),
        pv: true,
    }
}

/// Keys of the same cluster.
fn sibling(number: u64) -> u64 {
    (1 << 63) | number
}

#[test]
fn a_stored_entry_is_found() {
    let table = table();
    assert_eq!(table.probe(7, 0), None);
    for (key, entry) in [
        (7, entry(9)),
        (
            1 << 40,
            TtEntry { mv: None, eval: None, bound: Some(Bound::Exact), pv: false, ..entry(0) },
        ),
        (u64::MAX, TtEntry { score: Score::mate_in(5), bound: Some(Bound::Upper), ..entry(245) }),
        (1 << 60, TtEntry { score: Score::mated_in(8), eval: Some(Score(-17_000)), ..entry(1) }),
    ] {
        table.store(key, 3, entry);
        assert_eq!(table.probe(key, 3), Some(entry));
    }
}

#[test]
fn an_evaluation_without_a_score_proves_nothing() {
    let table = table();
    for eval in [Score(45), Score::DRAW] {
        table.store(7, 3, TtEntry::of_eval(Some(eval), true));
        let found = table.probe(7, 3).expect("just stored");
        assert_eq!((found.eval, found.mv, found.bound, found.pv), (Some(eval), None, None, true));
        assert!(!found.is_at_least() && !found.is_at_most());
    }
    table.store(7, 3, entry(0));
    assert_eq!(table.probe(7, 3), Some(entry(0)), "any result is better");
}

#[test]
fn mates_are_counted_from_the_node() {
    let table = table();
    table.store(7, 4, TtEntry { score: Score::mate_in(9), ..entry(9) });
    assert_eq!(table.probe(7, 2).map(|entry| entry.score), Some(Score::mate_in(7)));
}

#[test]
fn no_move_does_not_replace_a_move() {
    let table = table();
    table.store(7, 0, entry(5));
    table.store(7, 0, TtEntry { mv: None, ..entry(6) });
    let found = table.probe(7, 0).expect("just stored");
    assert_eq!((found.mv, found.depth), (entry(5).mv, 6));
}

#[test]
fn a_much_deeper_entry_stays_until_the_next_search() {
    let table = table();
    table.store(7, 0, entry(12));
    table.store(7, 0, entry(5));
    assert_eq!(table.probe(7, 0).map(|entry| entry.depth), Some(12));
    // It gets the newer move.
    let newer = Some(Move::new(Square::D2, Square::D4, MoveKind::DoublePush));
    table.store(7, 0, TtEntry { mv: newer, score: Score(77), ..entry(5) });
    assert_eq!(table.probe(7, 0), Some(TtEntry { mv: newer, ..entry(12) }));
    table.new_search();
    table.store(7, 0, entry(5));
    assert_eq!(table.probe(7, 0).map(|entry| entry.depth), Some(5));
}

#[test]
fn the_shallowest_goes_first_and_age_counts() {
    let table = table();
    for (number, depth) in [(1, 12), (2, 4), (3, 8)] {
        table.store(sibling(number), 0, entry(depth));
    }
    table.store(sibling(4), 0, entry(6));
    assert_eq!(table.probe(sibling(2), 0), None);

    // After two more searches the deepest entry has the least value.
    table.new_search();
    table.new_search();
    table.store(sibling(3), 0, entry(8));
    table.store(sibling(4), 0, entry(6));
    table.store(sibling(5), 0, entry(1));
    assert_eq!(table.probe(sibling(1), 0), None);
    for number in 3..=5 {
        assert!(table.probe(sibling(number), 0).is_some());
    }
}

#[test]
fn fullness_is_that_of_the_current_search() {
    let table = table();
    assert_eq!(table.hash_full(), 0);
    let mut key = 0_u64;
    for _ in 0..400_000 {
        key = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
        table.store(key, 0, entry(3));
    }
    assert!((950..=1000).contains(&table.hash_full()), "{}", table.hash_full());
    table.new_search();
    assert_eq!(table.hash_full(), 0);
    table.clear();
    assert_eq!(table.probe(key, 0), None);
}

#[test]
fn a_table_too_large_is_an_error_with_its_size() {
    for mebibytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
        let error = TranspositionTable::new(mebibytes).err().expect("no machine has that");
        assert!(error.to_string().contains(&mebibytes.to_string()), "{error}");
    }
}

/// An entry with fields made from its key, so that a mixture shows.
fn of_key(number: u64, depth: Depth) -> TtEntry {
    TtEntry {
        mv: Move::from_bits(number as u16 + 1),
        score: Score(number as i32 * 10 + depth),
        eval: Some(Score(number as i32 * 100 + depth)),
        depth,
        bound: Some(Bound::Exact),
        pv: number.is_multiple_of(2),
    }
}

/// The worst result of a race: each entry with each signature of another entry.
#[test]
fn an_entry_with_the_signature_of_another_is_not_found() {
    const KEYS: u64 = 300;
    let table = table();
    let cluster = table.cluster(sibling(0));
    let stored = |number| {
        table.clear();
        table.store(sibling(number), 0, of_key(number, 7));
        (cluster[0].load(Ordering::Relaxed), cluster[SIGNATURES].load(Ordering::Relaxed))
    };
    let all: Vec<(u64, u64)> = (0..KEYS).map(stored).collect();
    let mut found = 0;
    for (first, &(data, _)) in all.iter().enumerate() {
        for (second, &(_, signatures)) in all.iter().enumerate() {
            cluster[0].store(data, Ordering::Relaxed);
            cluster[SIGNATURES].store(signatures, Ordering::Relaxed);
            let is_found =
                [first, second].map(|number| table.probe(sibling(number as u64), 0).is_some());
            if first == second {
                assert!(is_found[0], "{first} does not find its own entry");
            } else {
                found += is_found.into_iter().filter(|&is_found| is_found).count();
            }
        }
    }
    // 180 000 probes at one chance in two million.
    assert!(found <= 3, "{found} mixtures found");
}

/// Threads store to the three slots of one cluster at the same time.
#[test]
fn threads_do_not_mix_entries_up() {
    const THREADS: u64 = 4;
    const ROUNDS: u64 = 300_000;
    const KEYS: usize = 16;
    let table = table();
    let (found, mixed) = thread::scope(|scope| {
        let work = |seed: u64| {
            let mut random = RandomStream::new(seed, 0, 0);
            let (mut found, mut mixed) = (0, 0);
            for _ in 0..ROUNDS {
                let number = random.below(KEYS) as u64;
                let depth = random.below(8) as Depth;
                if let Some(entry) = table.probe(sibling(number), 0) {
                    found += 1;
                    mixed += u64::from(entry != of_key(number, entry.depth));
                }
                table.store(sibling(number), 0, of_key(number, depth));
            }
            (found, mixed)
        };
        let threads: Vec<_> = (1..=THREADS).map(|seed| scope.spawn(move || work(seed))).collect();
        let counts = threads.into_iter().map(|thread| thread.join().expect("no panic"));
        counts.fold((0_u64, 0_u64), |sum, count| (sum.0 + count.0, sum.1 + count.1))
    });
    assert!(found > ROUNDS / 100, "found {found}");
    // One chance in two million for each probe.
    assert!(mixed <= 4, "{mixed} of {found} mixed up");
}

#[test]
fn a_key_is_scaled_alike_by_halves() {
    let mut random = RandomStream::new(9, 0, 0);
    for _ in 0..10_000 {
        let mut number = || random.below(usize::MAX) as u64;
        let (key, count) = (number(), number() as u32);
        let whole = (u128::from(key) * u128::from(count)) >> 64;
        assert_eq!(scaled_by_halves(key, count) as u128, whole);
    }
    assert_eq!(scaled_by_halves(u64::MAX, u32::MAX), u32::MAX as usize - 1);
}
