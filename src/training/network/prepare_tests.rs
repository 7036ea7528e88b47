//! Which games of several files are learned from.

use super::prepare::{FileShare, Found, PARTS, Preparer};
use crate::chess::board::Position;
use crate::chess::movegen::legal_moves;
use crate::chess::types::Score;
use crate::support::random::RandomStream;
use crate::training::data::filter::Filter;
use crate::training::data::games::{DecidedResult, GameWriter, TrainingGame};
use std::fs;
use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("staunton-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

/// Writes games of thirty random moves, one for each seed.
fn write(path: &Path, seeds: std::ops::Range<u64>) {
    let (mut writer, _) = GameWriter::append(path).unwrap();
    for seed in seeds {
        let mut random = RandomStream::new(seed, 0, 78);
        let mut game = TrainingGame {
            start: Position::start(),
            result: DecidedResult::Draw,
            moves: Vec::new(),
        };
        let mut position = game.start.clone();
        while game.moves.len() < 30 {
            let legal = legal_moves(&position);
            let Some(&mv) = legal.get(random.below(legal.len().max(1))) else { break };
            game.moves.push((mv, Score(random.below(200) as i32)));
            position.play(mv, &mut ());
        }
        writer.add(&game).unwrap();
    }
}

fn found(files: &[PathBuf], weights: &[FileShare]) -> Found {
    let scratch = std::env::temp_dir();
    let (filter, parts) = (Filter::default(), PARTS);
    let preparer = Preparer { filter, weights, parts, scratch: &scratch, seed: 2, threads: 2 };
    preparer.prepare(files, &mut |_| ()).unwrap().found
}

#[test]
fn a_game_is_learned_from_once_and_a_file_by_its_share() {
    let [old, new] = ["shares-old.data", "shares-new.data"].map(path);
    write(&old, 0..200);
    // Half of the old games are in the new file, too.
    write(&new, 100..300);
    let files = [old.clone(), new.clone(), old.clone()];
    let all = found(&files, &[]);
    assert_eq!((all.games, all.copies), (300, 300));
    let name = old.file_name().unwrap().to_str().unwrap();
    let weight: FileShare = format!("{name}=0.25").parse().unwrap();
    let part = found(&files, &[weight]);
    assert_eq!((part.games, part.held_out), (300, all.held_out));
    // A quarter of two thirds, and the last third.
    assert!((0.45..0.55).contains(&(part.training as f64 / all.training as f64)), "{part:?}");
    for text in ["games.data", "games.data=", "games.data=1.5", "games.data=NaN"] {
        assert!(
            text.parse::<FileShare>().unwrap_err().to_string().contains("from 0 to 1"),
            "{text}"
        );
    }
    [old, new].iter().for_each(|path| fs::remove_file(path).unwrap());
}
