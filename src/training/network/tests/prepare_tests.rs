//! How files become positions.

use super::super::prepare::{FileShare, Found, PARTS, Preparer};
use super::{games, linear_eval, positions};
use crate::chess::types::Color;
use crate::engine::eval::LinearEvaluation;
use crate::training::data::filter::{Filter, FilterCounts};
use crate::training::data::for_tests::path;
use crate::training::data::games::{GameWriter, TrainingGame};
use crate::training::data::packed::PackedPosition;
use crate::training::data::samples::SampleWriter;
use crate::training::data::samples::stats::SampleStats;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn write(path: &Path, games: &[TrainingGame]) {
    let (mut writer, _) = GameWriter::append(path).unwrap();
    games.iter().for_each(|game| writer.add(game).unwrap());
}

#[test]
fn files_are_prepared_alike_on_any_number_of_threads() {
    let (games_path, samples_path) = (path("games.data"), path("samples.tree"));
    let games = games(200);
    write(&games_path, &games);
    let mut writer = SampleWriter::append(&samples_path).unwrap();
    let samples = positions(5_000).into_iter().filter(PackedPosition::is_sample);
    for (number, packed) in samples.enumerate() {
        writer.add(&packed).unwrap();
        if number < 100 || packed.score() % 16 == 0 {
            writer.flush().unwrap();
        }
    }
    writer.flush().unwrap();
    drop(writer);
    let files = [games_path.clone(), samples_path.clone()];
    let filter = Filter { max_score: 300, skip_plies: 8 };
    let prepared = |threads: usize, parts: u32| {
        let scratch = std::env::temp_dir();
        let preparer =
            Preparer { filter, weights: &[], parts, scratch: &scratch, seed: 2, threads };
        let corpus = preparer.prepare(&files, &mut |_| ()).unwrap();
        let chunks = 0..corpus.scratch.chunks.len();
        let chunks: Vec<_> = chunks.map(|chunk| corpus.scratch.read(chunk).unwrap()).collect();
        (corpus.found, chunks)
    };
    let (found, chunks) = prepared(1, PARTS);
    assert_eq!(prepared(3, PARTS), (found, chunks.clone()));
    // The same games are held out of a part, and every greater part contains it.
    let (half, half_chunks) = prepared(2, PARTS / 2);
    assert_eq!((half.all_held_out(), &half_chunks[1]), (found.all_held_out(), &chunks[1]));
    assert!((0.3..0.7).contains(&(half.training as f64 / found.training as f64)), "{half:?}");
    let all: HashSet<_> = chunks[0].iter().map(|packed| packed.0).collect();
    assert!(half_chunks[0].iter().all(|packed| all.contains(&packed.0)));
    assert_eq!(found.games, 200);
    assert_eq!(found.positions, games.iter().map(|game| game.moves.len() as u64).sum::<u64>());
    let [learned, held_out] = [&chunks[0], &chunks[1]].map(|chunk| chunk.len() as u64);
    assert_eq!((found.all_training(), found.all_held_out()), (learned, held_out));
    assert!(found.held_out > 0 && found.held_out < found.training / 5);
    assert!(found.held_out_samples > 0 && found.training_samples > 1_000);
    for packed in chunks.concat() {
        let position = packed.unpack().unwrap();
        assert!(!position.in_check() && packed.score().abs() <= 300);
        let linear =
            LinearEvaluation { value: packed.linear().into(), scale: packed.scale().into() };
        assert_eq!(Some(linear), linear_eval(&position));
    }
    // `data stats` says the same.
    let mut counts = FilterCounts::default();
    games.iter().for_each(|game| counts.add_game(&filter, game));
    assert_eq!(
        (counts.positions(), counts.kept),
        (found.positions, found.training + found.held_out)
    );
    let mut samples = SampleStats::new(filter);
    samples.add(&samples_path, fs::File::open(&samples_path).unwrap()).unwrap();
    assert_eq!(samples.filtered.kept, found.training_samples + found.held_out_samples);
    quiet_scores_are_of_the_side_to_move(&games[0], &filter);
    for path in [games_path, samples_path] {
        fs::remove_file(path).unwrap();
    }
}

/// What a game of a file becomes, position by position.
fn quiet_scores_are_of_the_side_to_move(game: &TrainingGame, filter: &Filter) {
    let path = path("scores.data");
    write(&path, std::slice::from_ref(game));
    let scratch = std::env::temp_dir();
    let (filter, weights, parts) = (*filter, &[][..], PARTS);
    let preparer = Preparer { filter, weights, parts, scratch: &scratch, seed: 2, threads: 1 };
    let corpus = preparer.prepare(std::slice::from_ref(&path), &mut |_| ()).unwrap();
    fs::remove_file(&path).unwrap();
    let mut found = [0, 1].map(|chunk| corpus.scratch.read(chunk).unwrap()).concat().into_iter();
    let mut positions = game.positions();
    let mut ply = 0;
    while let Some((position, mv, score)) = positions.next() {
        ply += 1;
        let is_taken = ply > filter.skip_plies
            && mv.is_quiet()
            && !position.in_check()
            && score.0.abs() <= filter.max_score
            && linear_eval(position).is_some();
        if is_taken {
            let packed = found.next().expect("as many as are quiet");
            let expected = if position.side_to_move() == Color::White { score.0 } else { -score.0 };
            assert_eq!(i32::from(packed.score()), expected);
            assert_eq!(packed.result(), Some(game.result));
            assert_eq!(packed.occupied(), position.occupied());
        }
    }
    assert_eq!(found.next(), None);
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
    let games = games(300);
    write(&old, &games[..200]);
    // Half of the old games are in the new file, too.
    write(&new, &games[100..]);
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
