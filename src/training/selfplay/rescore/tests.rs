//! Old games, searched again.

use super::*;
use crate::chess::board::Position;
use crate::chess::types::Score;
use crate::engine::options::HashMb;
use crate::training::data::for_tests::path;
use crate::training::data::games::{GameReader, GameWriter};
use crate::training::selfplay::datagen::{self, DatagenOptions, OpeningOptions};
use std::fs;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

const SETTINGS: SearchSettings = SearchSettings { nodes: 150, hash: HashMb::LEAST, network: None };
const OPTIONS: RescoreOptions =
    RescoreOptions { search: SETTINGS, threads: 1, skip: 0, every: 1, samples: None };

/// Some games of the engine with itself.
fn games() -> &'static [TrainingGame] {
    static GAMES: OnceLock<Vec<TrainingGame>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let path = path("played.data");
        let (mut writer, _) = GameWriter::append(&path).unwrap();
        let options = DatagenOptions {
            positions: 700,
            search: SETTINGS,
            threads: 1,
            seed: 3,
            run: 0,
            first: 0,
            openings: OpeningOptions { plies: 8, random_percent: 20 },
            adjudication: datagen::adjudication(datagen::WIN_RULE, datagen::DRAW_RULE),
            tablebases: None,
        };
        let start = |_| Position::start();
        let control = SearchControl::default();
        datagen::run(&options, &start, &mut writer, None, &control, &mut |_| ()).unwrap();
        let games = GameReader::open(&path).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
        fs::remove_file(&path).unwrap();
        assert!(games.len() > 2);
        games
    })
}

/// The games with scores of zero.
fn forgotten() -> Vec<TrainingGame> {
    let mut games = games().to_vec();
    games.iter_mut().flat_map(|game| &mut game.moves).for_each(|(_, score)| *score = Score(0));
    games
}

/// Two files with the games, their scores forgotten.
fn files(name: &str) -> [PathBuf; 2] {
    let games = forgotten();
    let paths = [path(&format!("{name}-1.data")), path(&format!("{name}-2.data"))];
    for (path, games) in paths.iter().zip([&games[..1], &games[1..]]) {
        let (mut writer, _) = GameWriter::append(path).unwrap();
        games.iter().for_each(|game| writer.add(game).unwrap());
    }
    paths
}

fn searched(files: &[PathBuf], options: &RescoreOptions) -> Vec<RescoredGame> {
    let mut found = Vec::new();
    let mut write = |game| {
        found.push(game);
        Ok(())
    };
    let control = SearchControl::default();
    let count = run(files, options, &mut write, &control, &mut |_| ()).unwrap();
    assert_eq!(count.games, found.len() as u64);
    found
}

#[test]
fn the_engine_that_played_finds_its_own_scores_again() {
    let files = files("again");
    let found = searched(&files, &OPTIONS);
    let scored: Vec<TrainingGame> = found.iter().map(|found| found.game.clone()).collect();
    assert_eq!(scored, games());
    assert!(found.iter().all(|found| found.samples.is_empty()));
    files.iter().for_each(|path| fs::remove_file(path).unwrap());
}

#[test]
fn threads_change_neither_scores_nor_samples() {
    let files = files("threads");
    let samples = Some(SampleOptions { rate: 2, least_depth: 2, most_score: 2_500 });
    let options = RescoreOptions { samples, every: 3, ..OPTIONS };
    let alone = searched(&files, &options);
    for threads in [2, 5] {
        assert_eq!(searched(&files, &RescoreOptions { threads, ..options.clone() }), alone);
    }
    let skipped = searched(&files, &RescoreOptions { skip: 2, ..options.clone() });
    assert_eq!(skipped, alone[2..]);
    assert!(alone.iter().map(|found| found.samples.len()).sum::<usize>() > 100);
    // One position in three is searched, and each game begins with another one.
    for (number, (found, old)) in alone.iter().zip(forgotten()).enumerate() {
        for (ply, (new, old)) in found.game.moves.iter().zip(&old.moves).enumerate() {
            assert_eq!(new.0, old.0);
            assert!(ply % 3 == number % 3 || new.1 == old.1);
        }
    }
    files.iter().for_each(|path| fs::remove_file(path).unwrap());
}

#[test]
fn a_stop_keeps_what_is_finished_in_order() {
    let files = files("stop");
    let control = SearchControl::default();
    let mut found = Vec::new();
    let mut write = |game: RescoredGame| {
        found.push(game.game);
        control.stop.store(true, Ordering::Relaxed);
        Ok(())
    };
    let options = RescoreOptions { threads: 2, ..OPTIONS };
    let count = run(&files, &options, &mut write, &control, &mut |_| ()).unwrap();
    assert_eq!(count.games, found.len() as u64);
    assert!(!found.is_empty() && games().starts_with(&found));
    files.iter().for_each(|path| fs::remove_file(path).unwrap());
}

#[test]
fn what_is_done_is_counted_and_other_games_are_refused() {
    let files = files("done");
    let out = path("out.data");
    let all = count(&files, u64::MAX).unwrap();
    let moves = |games: &[TrainingGame]| games.iter().map(|game| game.moves.len() as u64).sum();
    assert_eq!(all, GameCount { games: games().len() as u64, positions: moves(games()) });
    assert_eq!(count(&files, 2).unwrap(), GameCount { games: 2, positions: moves(&games()[..2]) });
    assert_eq!(count_done(&files, &out).unwrap(), Done::default());
    fs::write(&out, "STA").unwrap();
    assert_eq!(count_done(&files, &out).unwrap(), Done::default());
    let (mut writer, _) = GameWriter::append(&out).unwrap();
    for done in 0..3 {
        let count = GameCount { games: done as u64, positions: moves(&games()[..done]) };
        let head = if done == 0 { "" } else { "the last head" };
        assert_eq!(count_done(&files, &out).unwrap(), Done { count, head: head.to_string() });
        if done == 0 {
            writer.add_head("a head");
            writer.add_head("the last head");
        }
        writer.add(&games()[done]).unwrap();
    }
    writer.add(&games()[0]).unwrap();
    let refused = count_done(&files, &out).unwrap_err().to_string();
    assert!(refused.contains("out.data: game 4 is not that of the files"), "{refused}");

    fs::write(&out, "[Event \"A game\"]").unwrap();
    assert!(count_done(&files, &out).unwrap_err().to_string().contains("not a file of games"));
    files.iter().chain([&out]).for_each(|path| fs::remove_file(path).unwrap());
}

#[test]
fn files_and_writers_that_fail_end_it_with_a_sentence() {
    let files = files("fail");
    let mut bytes = fs::read(&files[1]).unwrap();
    bytes[40] ^= 1;
    fs::write(&files[1], bytes).unwrap();
    let mut games = 0;
    let mut write = |_| {
        games += 1;
        Ok(())
    };
    let options = RescoreOptions { threads: 2, ..OPTIONS };
    let control = SearchControl::default();
    let refused = run(&files, &options, &mut write, &control, &mut |_| ()).unwrap_err().to_string();
    assert!(refused.contains("fail-2.data: game 1, at byte 8, is damaged"), "{refused}");
    assert_eq!(games, 1);
    assert!(count(&files, u64::MAX).is_err() && count(&files, 1).is_ok());
    let mut full = |_| Err(SelfPlayError::NoSamples);
    let refused = run(&files, &options, &mut full, &control, &mut |_| ()).unwrap_err();
    assert!(matches!(refused, SelfPlayError::NoSamples), "{refused}");
    files.iter().for_each(|path| fs::remove_file(path).unwrap());
}
