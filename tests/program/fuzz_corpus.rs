//! Replays the corpus of the fuzzers: every file goes through the function that
//! the fuzzer of its folder calls. `fuzz/` is a package of its own, so this
//! includes the functions. Besides, settings and networks are changed at random.

#[path = "../../fuzz/src/targets/mod.rs"]
mod targets;

use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use targets::scratch::Scratch;
use targets::{ALL, Target, seeds};

/// The most bytes of the whole corpus.
const MAX_CORPUS: u64 = 2 << 20;

/// The files or folders in a folder, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus")
}

/// Runs every input of a target, and again with its checksums repaired.
fn replay(target: &Target) {
    for file in entries(&corpus().join(target.name)) {
        println!("{}", file.display());
        let mut input = fs::read(&file).expect("an input");
        (target.run)(&input);
        (target.repair)(&mut input);
        (target.run)(&input);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Inputs that a fuzzer has not tried yet: some bytes are changed, and the
    /// end is cut off.
    #[test]
    fn changed_settings_and_networks_are_read_or_refused(
        file: prop::sample::Index,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        end: prop::sample::Index,
        is_cut: bool,
    ) {
        for target in [targets::ENGINE_TOML, targets::EVAL_FILE] {
            let mut input = fs::read(file.get(&entries(&corpus().join(target.name)))).expect("an input");
            if is_cut {
                input.truncate(end.index(input.len() + 1));
            }
            let length = input.len();
            for (at, byte) in changes.iter().filter(|_| length > 0) {
                input[at.index(length)] = *byte;
            }
            (target.run)(&input);
            (target.repair)(&mut input);
            (target.run)(&input);
        }
    }
}

#[test]
fn the_seeds_are_those_of_the_formats_that_are_written() {
    let scratch = Scratch::new();
    seeds::write(scratch.path()).expect("seeds that are not refused");
    for file in entries(scratch.path()).iter().flat_map(|folder| entries(folder)) {
        let kept = corpus().join(file.strip_prefix(scratch.path()).expect("a file of the folder"));
        assert!(
            fs::read(&kept).ok() == fs::read(&file).ok(),
            "{}: cargo +nightly run --example seeds, in fuzz/, writes it anew",
            kept.display()
        );
    }
}

/// A test for each target, so that they run at the same time.
macro_rules! replayed {
    ($($name:ident: $target:ident,)*) => {
        $(#[test] fn $name() { replay(&targets::$target); })*

        #[test]
        fn every_target_has_its_folder_and_the_corpus_is_small() {
            let replayed = [$(targets::$target.name),*];
            assert_eq!(replayed, ALL.iter().map(|target| target.name).collect::<Vec<_>>()[..]);
            let folders = entries(&corpus());
            let names = folders.iter().map(|folder| folder.file_name().expect("a name"));
            let mut expected = replayed;
            expected.sort_unstable();
            assert!(names.eq(expected), "{folders:?}");
            let files = folders.iter().flat_map(|folder| entries(folder));
            let size: u64 = files.map(|file| fs::metadata(file).expect("a file").len()).sum();
            assert!(size < MAX_CORPUS, "{size} bytes");
        }
    };
}

replayed! {
    uci: UCI,
    fen: FEN,
    pgn: PGN,
    epd: EPD,
    engine_toml: ENGINE_TOML,
    fastchess: FASTCHESS,
    eval_file: EVAL_FILE,
    game_data: GAME_DATA,
    samples: SAMPLES,
    syzygy: SYZYGY,
    hash_file: HASH_FILE,
    match_state: MATCH_STATE,
    checkpoint: CHECKPOINT,
}
