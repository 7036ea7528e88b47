//! Tables of three pieces and of two knights, and damaged copies of them.

use super::*;
use crate::chess::board::{KeyHistory, Position};
use crate::chess::movegen::legal_moves;
use crate::chess::types::{GameResult, Score};
use crate::support::random::RandomStream;
use std::path::{Path, PathBuf};

/// The folder of the tables in the repository.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

fn tables() -> Tablebases {
    let tables = Tablebases::open(&folder().display().to_string());
    assert_eq!(tables.take_damage(), None);
    tables
}

fn position(fen: &str) -> Position {
    fen.parse().expect("a legal position")
}

/// An empty folder that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("staunton-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Scratch(path)
    }

    fn open(&self) -> Tablebases {
        Tablebases::open(&self.0.display().to_string())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Results and distances as other programs read them from the same files.
#[test]
fn results_and_distances_are_right() {
    let tables = tables();
    assert_eq!(tables.max_pieces(), 4);
    for (fen, result, distance) in [
        ("8/8/8/8/8/1K6/8/kQ6 b - - 0 1", WdlResult::Draw, 0),
        ("8/8/8/8/8/2K5/1Q6/k7 b - - 0 1", WdlResult::Loss, -1),
        ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", WdlResult::Win, 13),
        ("7k/8/8/8/8/8/8/KQ6 b - - 0 1", WdlResult::Loss, -16),
        ("8/8/8/8/8/2k5/8/KR6 b - - 0 1", WdlResult::Loss, -30),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", WdlResult::Win, 3),
        ("4k3/8/8/8/8/4K3/4P3/8 b - - 0 1", WdlResult::Loss, -6),
        ("8/8/8/3NNk2/8/8/8/K7 w - - 0 1", WdlResult::Draw, 0),
        ("8/8/8/8/8/4k3/8/KN6 w - - 0 1", WdlResult::Draw, 0),
        ("8/8/8/8/8/4k3/8/K1b5 w - - 0 1", WdlResult::Draw, 0),
        ("8/8/8/8/8/1qk5/8/K7 w - - 0 1", WdlResult::Draw, 0),
    ] {
        let position = position(fen);
        assert_eq!(tables.probe_wdl(&position), Some(result), "{fen}");
        assert_eq!(tables.probe_dtz(&position), Some(distance), "{fen}");
    }
}

#[test]
fn what_no_table_has_is_not_known() {
    let tables = tables();
    for fen in
        [Position::START_FEN, "3rk3/8/8/8/8/8/3q4/1K6 b - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
    {
        assert_eq!(tables.probe_wdl(&position(fen)), None, "{fen}");
        assert_eq!(tables.probe_dtz(&position(fen)), None, "{fen}");
        assert_eq!(tables.rank_moves(&position(fen), &KeyHistory::new(), true), None, "{fen}");
    }
    assert_eq!(Tablebases::open("").max_pieces(), 0);
}

#[test]
fn a_position_and_its_mirror_images_are_worth_the_same() {
    let tables = tables();
    let mut random = RandomStream::new(1, 2, 3);
    let mut seen = 0;
    while seen < 300 {
        let mut board = vec!['1'; 64];
        let piece = ['Q', 'R', 'P', 'B', 'N'][random.below(5)];
        for letter in ['K', 'k', piece] {
            board[random.below(64)] = letter;
        }
        let row = |rank: usize| board[8 * rank..8 * rank + 8].iter().collect::<String>();
        let rows: Vec<String> = (0..8).map(row).collect();
        let fen = |rows: &[String], side: &str| format!("{} {side} - - 0 1", rows.join("/"));
        let files: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
        let swapped = |c: char| {
            if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
        };
        let colors: Vec<String> =
            rows.iter().rev().map(|row| row.chars().map(swapped).collect()).collect();
        let all = [fen(&rows, "w"), fen(&files, "w"), fen(&colors, "b")];
        let all: Vec<Position> = all.iter().filter_map(|fen| fen.parse().ok()).collect();
        if all.len() < 3 {
            continue;
        }
        seen += 1;
        let distance = tables.probe_dtz(&all[0]).expect("three pieces");
        assert!(all.iter().all(|other| tables.probe_dtz(other) == Some(distance)), "{}", all[0]);
    }
}

#[test]
fn the_best_moves_at_the_root_come_first() {
    let tables = tables();
    let root = position("7k/8/8/8/8/8/8/KQ6 w - - 0 1");
    let ranking = tables.rank_moves(&root, &KeyHistory::new(), true).expect("three pieces");
    assert_eq!(ranking.moves.len(), legal_moves(&root).len());
    assert!(ranking.by_distance && ranking.moves[0].score == Score::tablebase_win(0));
    let wins = |clock: u32| {
        let root = position(&format!("7k/8/8/8/8/8/8/KQ6 w - - {clock} 60"));
        let ranking = tables.rank_moves(&root, &KeyHistory::new(), true).expect("three pieces");
        let top = ranking.moves[0];
        (top, ranking.moves.iter().filter(|ranked| ranked.rank == top.rank).count())
    };
    // Late in the fifty-move count fewer moves still win, and in the end none.
    assert!(wins(0).1 > wins(86).1 && wins(86).1 >= 1);
    assert!(wins(86).0.score.is_win());
    let (cursed, _) = wins(95);
    assert!(!cursed.score.is_win() && cursed.score > Score::DRAW);
    let root = position("7k/8/8/8/8/8/8/KQ6 w - - 95 60");
    let without_rule = tables.rank_moves(&root, &KeyHistory::new(), false).expect("known");
    assert!(without_rule.moves[0].score.is_win());
}

#[test]
fn once_a_position_is_repeated_only_the_shortest_way_counts() {
    let tables = tables();
    let mut history = KeyHistory::new();
    let mut root = position("7k/8/8/8/8/8/8/KQ6 w - - 0 1");
    let before = tables.rank_moves(&root, &history, true).expect("known");
    for (from, to) in [("b1", "b2"), ("h8", "g8"), ("b2", "b1"), ("g8", "h8")] {
        let moves = legal_moves(&root);
        let played = |mv: &&crate::chess::types::Move| {
            mv.from().to_string() == from && mv.to().to_string() == to
        };
        let mv = *moves.iter().find(played).expect("a legal move");
        history.push(root.key());
        root.play(mv, &mut ());
    }
    let after = tables.rank_moves(&root, &history, true).expect("known");
    let equal = |ranking: &RootRanking| {
        ranking.moves.iter().filter(|ranked| ranked.rank == ranking.moves[0].rank).count()
    };
    assert!(equal(&after) < equal(&before));
    assert_eq!(after.moves[0].distance, 13);
}

#[test]
fn a_game_is_decided_only_if_the_fifty_move_rule_allows_it() {
    let tables = tables();
    for (fen, result) in [
        ("7k/8/8/8/8/8/8/KQ6 w - - 80 99", Some(GameResult::WhiteWins)),
        ("7k/8/8/8/8/8/8/KQ6 w - - 95 99", None),
        ("7k/8/8/8/8/8/8/KQ6 b - - 0 99", Some(GameResult::WhiteWins)),
        ("7K/8/8/8/8/8/8/kq6 b - - 3 99", Some(GameResult::BlackWins)),
        ("8/8/8/8/8/4k3/8/K1b5 w - - 9 1", Some(GameResult::Draw)),
        (Position::START_FEN, None),
    ] {
        assert_eq!(tables.game_result(&position(fen)), result, "{fen}");
    }
}

#[test]
fn a_line_is_continued_to_the_end() {
    let tables = tables();
    let root = position("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    let mut line = Vec::new();
    tables.continue_line(&root, &mut line, 100);
    let mut end = root.clone();
    for mv in line {
        assert!(legal_moves(&end).contains(&mv));
        end.play(mv, &mut ());
    }
    assert!(end.in_check() && legal_moves(&end).is_empty(), "{end}");
}

#[test]
fn damaged_files_are_named_and_not_used() {
    let good = std::fs::read(folder().join("KPvK.rtbw")).expect("a table");
    let head = |change: fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        bytes
    };
    for (bytes, why) in [
        (Vec::new(), "truncated"),
        (good[..100].to_vec(), "truncated"),
        (good[..good.len() - 64].to_vec(), "truncated"),
        (head(|bytes| bytes[0] ^= 1), "no such table"),
        (head(|bytes| bytes[4] ^= 2), "other pieces"),
        (head(|bytes| bytes[6] ^= 7), "pieces"),
    ] {
        let scratch = Scratch::new("damaged");
        std::fs::write(scratch.0.join("KPvK.rtbw"), &bytes).expect("written");
        let tables = scratch.open();
        let damage = tables.take_damage().expect("damage is told");
        assert!(damage.contains("KPvK.rtbw is not used") && damage.contains(why), "{damage}");
        assert_eq!(tables.take_damage(), None, "once");
        assert_eq!(tables.probe_wdl(&position("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1")), None);
        assert_eq!(tables.max_pieces(), 0);
    }
}

#[test]
fn no_damage_of_any_byte_ends_the_program() {
    let scratch = Scratch::new("bytes");
    let mut random = RandomStream::new(7, 7, 7);
    for name in ["KPvK.rtbw", "KPvK.rtbz", "KRvK.rtbz", "KQvK.rtbw"] {
        for file in std::fs::read_dir(folder()).expect("the folder").flatten() {
            std::fs::copy(file.path(), scratch.0.join(file.file_name())).expect("copied");
        }
        let good = std::fs::read(folder().join(name)).expect("a table");
        for _ in 0..60 {
            let mut bytes = good.clone();
            for _ in 0..=random.below(6) {
                // Half of the damage is where the head is.
                let end = if random.below(2) == 0 { bytes.len() } else { bytes.len().min(160) };
                bytes[random.below(end)] = random.below(256) as u8;
            }
            std::fs::write(scratch.0.join(name), &bytes).expect("written");
            let tables = scratch.open();
            for fen in [
                "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
                "4k3/8/8/8/8/4K3/4P3/8 b - - 0 1",
                "8/8/8/8/8/2k5/8/KR6 b - - 0 1",
                "8/8/8/8/8/2k5/8/K6R w - - 0 1",
                "7k/8/8/8/8/8/8/KQ6 w - - 0 1",
                "7k/8/8/8/8/8/8/KQ6 b - - 0 1",
            ] {
                // Any answer will do.
                let position = position(fen);
                let _ = (tables.probe_wdl(&position), tables.probe_dtz(&position));
                let _ = tables.rank_moves(&position, &KeyHistory::new(), true);
                tables.continue_line(&position, &mut Vec::new(), 20);
            }
        }
    }
}

#[test]
fn several_folders_make_one_set_and_a_missing_one_is_named() {
    let scratch = Scratch::new("folders");
    std::fs::copy(folder().join("KQvK.rtbw"), scratch.0.join("KQvK.rtbw")).expect("copied");
    let path = format!("{}{PATH_SEPARATOR}{}", scratch.0.display(), folder().display());
    let tables = Tablebases::open(&path);
    assert_eq!(tables.take_damage(), None);
    assert_eq!(tables.description(), "6 WDL and 6 DTZ tables of up to 4 pieces");
    // Without DTZ the results still rank the moves.
    let only_results = scratch.open();
    let root = position("7k/8/8/8/8/8/8/KQ6 w - - 0 1");
    let ranking = only_results.rank_moves(&root, &KeyHistory::new(), true).expect("results");
    assert!(!ranking.by_distance && ranking.moves[0].score.is_win());
    let missing = Tablebases::open(&scratch.0.join("none").display().to_string());
    assert!(missing.take_damage().expect("told").contains("cannot be read"));
}

#[test]
fn threads_probe_at_the_same_time() {
    let tables = tables();
    let fens = ["7k/8/8/8/8/8/8/KQ6 w - - 0 1", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"];
    let expected = fens.map(|fen| tables.probe_dtz(&position(fen)));
    // A second set, whose tables no thread has opened yet.
    let fresh = self::tables();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..200 {
                    assert_eq!(fens.map(|fen| fresh.probe_dtz(&position(fen))), expected);
                }
            });
        }
    });
}

#[test]
fn every_table_is_as_it_was_made() {
    let tables = tables();
    let (files, bytes) = tables.extent(MAX_PIECES);
    let mut read = 0;
    assert!(tables.verify(MAX_PIECES, &mut |step| read += step).is_empty());
    assert_eq!((files, read), (12, bytes - 16 * 12));
    assert_eq!(tables.extent(3).0, 10, "only two knights have four pieces");
}

#[test]
fn a_changed_byte_is_found() {
    let scratch = Scratch::new("checksums");
    let good = std::fs::read(folder().join("KRvK.rtbz")).expect("a table");
    // In the head, in the data, in the last block and in the checksum.
    for place in [9, 700, good.len() - 20, good.len() - 1] {
        let mut bytes = good.clone();
        bytes[place] ^= 1;
        std::fs::write(scratch.0.join("KRvK.rtbz"), &bytes).expect("written");
        let damaged = scratch.open().verify(MAX_PIECES, &mut |_| {});
        assert_eq!(damaged.len(), 1, "byte {place}");
        assert!(
            damaged[0].to_string().ends_with("KRvK.rtbz: its checksum is wrong"),
            "{damaged:?}"
        );
    }
    std::fs::write(scratch.0.join("KRvK.rtbz"), &good[..good.len() - 64]).expect("written");
    let damaged = scratch.open().verify(MAX_PIECES, &mut |_| {});
    assert_eq!(damaged[0].why.to_string(), "its checksum is wrong");
}

#[test]
fn a_table_that_is_cut_while_it_is_used_is_harmless() {
    let scratch = Scratch::new("cut");
    let path = scratch.0.join("KQvK.rtbw");
    std::fs::copy(folder().join("KQvK.rtbw"), &path).expect("copied");
    let tables = scratch.open();
    let position = position("7k/8/8/8/8/8/8/KQ6 w - - 0 1");
    let before = tables.probe_wdl(&position);
    assert!(before.is_some());
    std::fs::write(&path, "").expect("cut");
    assert_eq!(tables.probe_wdl(&position), before, "small tables are in memory");
}

#[cfg(not(windows))]
#[test]
fn a_path_that_is_no_path_is_explained_in_one_sentence() {
    let folder = folder().display().to_string();
    for (path, part) in [
        (format!("{folder};/tmp;"), "':' separates folders here, not ';'"),
        ("C:\\tb;D:\\tb".to_string(), "':' separates folders here, not ';'"),
        (format!("\"{folder}\""), "leave the quotation marks out"),
        (format!("'{folder}'"), "leave the quotation marks out"),
        ("~/tb".to_string(), "only a shell knows '~'"),
        ("/no/such/folder".to_string(), "cannot be read"),
    ] {
        let damage = Tablebases::open(&path).take_damage().expect("it is not a folder");
        assert!(damage.contains(part) && !damage.contains("more such"), "{path}: {damage}");
    }
    assert_eq!(Tablebases::open(&folder).take_damage(), None);
}
