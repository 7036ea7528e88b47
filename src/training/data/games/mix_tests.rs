//! Files of random games, merged, shuffled and saved.

use super::layout::Version;
use super::tests::{content, file, plain, random_game, read};
use super::*;
use crate::training::data::for_tests::path;
use crate::training::data::record_file::header;
use crate::training::data::scan::LeftOut;
use std::fs;

/// A file of version 2 whose games have a head each.
fn file_with_heads(games: &[(&str, TrainingGame)]) -> Vec<u8> {
    let mut bytes = header(Version::Packed.format()).to_vec();
    for (head, game) in games {
        packing::encode_head(head, &mut bytes);
        packing::encode(game, &mut bytes).expect("short enough");
    }
    bytes
}

#[test]
fn files_are_merged_and_shuffled_without_loss() {
    let [first, second, out] = ["first.data", "second.data", "mixed.data"].map(path);
    let games: Vec<TrainingGame> = (20..60).map(|seed| random_game(seed, 40)).collect();
    fs::write(&first, plain(&games[..25])).expect("the file can be written");
    let mut torn = file(&games[25..]);
    let whole = torn.clone();
    torn.extend(&[7, 0, 0xf8]);
    fs::write(&second, torn).expect("the file can be written");
    let inputs = [first.clone(), second.clone()];
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    let copied = CopiedGames { games: 40, positions: positions as u64, torn_files: 1, copies: 0 };
    let take = || {
        let bytes = fs::read(&out).expect("it was made");
        fs::remove_file(&out).expect("it is there");
        bytes
    };

    assert_eq!(merge(&inputs, &out).expect("nothing is wrong"), copied);
    assert_eq!(take(), file(&games));
    assert_eq!(shuffle(&inputs, &out, 1).expect("nothing is wrong"), copied);
    let shuffled = take();
    shuffle(&inputs, &out, 1).expect("nothing is wrong");
    assert_eq!(take(), shuffled);
    shuffle(&inputs, &out, 2).expect("nothing is wrong");
    assert_ne!(take(), shuffled);
    let sorted = |bytes: &[u8]| {
        let (games, torn, wrong) = read(bytes);
        assert_eq!((torn, wrong), (0, None));
        let mut games: Vec<String> =
            games.iter().map(|game| format!("{:?}", content(game))).collect();
        games.sort();
        games
    };
    assert_ne!(shuffled, file(&games));
    assert_eq!(sorted(&shuffled), sorted(&file(&games)));

    // An existing file is not replaced; a failure leaves no file.
    let refused = merge(&inputs, &first).expect_err("it is there").to_string();
    assert!(refused.contains("first.data: the file exists already"), "{refused}");
    let mut damaged = whole;
    damaged[30] ^= 1;
    fs::write(&second, damaged).expect("the file can be written");
    for made in [merge(&inputs, &out), shuffle(&inputs, &out, 1)] {
        let refused = made.expect_err("it is damaged").to_string();
        assert!(refused.contains("second.data: game 1, at byte 8, is damaged"), "{refused}");
        assert!(!out.exists());
    }
    inputs.iter().for_each(|path| fs::remove_file(path).expect("it is there"));
}

#[test]
fn copies_are_left_out_and_heads_go_along() {
    let [first, second, out] = ["heads-1.data", "heads-2.data", "heads.data"].map(path);
    let games: Vec<TrainingGame> = (80..84).map(|seed| random_game(seed, 40)).collect();
    let [a, b, c, d] = [0, 1, 2, 3].map(|index| games[index].clone());
    let headed = [("generation 1", a.clone()), ("generation 2\n\u{1b}[31m", b.clone())];
    fs::write(&first, file_with_heads(&headed)).expect("the file can be written");
    // The same game in the other version, and twice in the same file.
    fs::write(&second, plain(&[b.clone(), c.clone(), c.clone(), d.clone()])).expect("so can this");
    let inputs = [first.clone(), second.clone(), first.clone()];
    let copied = merge(&inputs, &out).expect("nothing is wrong");
    assert_eq!((copied.games, copied.copies), (4, 4));
    let mut reader = GameReader::open(&out).expect("a file of games");
    let mut heads = Vec::new();
    while let Some(game) = reader.next() {
        assert_eq!(content(&game.expect("it is sound")), content(&games[heads.len()]));
        heads.push(reader.head().text.clone());
    }
    assert_eq!(heads, ["generation 1", "generation 2\n[31m", "", ""]);
    fs::remove_file(&out).expect("it is there");
    assert_eq!(shuffle(&inputs, &out, 1).expect("nothing is wrong").games, 4);
    assert_eq!(salvage(&first, &second).expect_err("it exists").path, second);
    [first, second, out].iter().for_each(|path| fs::remove_file(path).expect("it is there"));
}

#[test]
fn whole_games_are_saved_from_a_damaged_file() {
    let [damaged, out] = ["damaged.data", "saved.data"].map(path);
    let games: Vec<TrainingGame> = (70..75).map(|seed| random_game(seed, 30)).collect();
    let whole = file(&games);
    let ends: Vec<usize> = (0..=games.len()).map(|count| file(&games[..count]).len()).collect();
    let positions =
        |games: &[TrainingGame]| games.iter().map(|game| game.moves.len() as u64).sum::<u64>();
    let saved = |bytes: &[u8]| {
        fs::write(&damaged, bytes).expect("the file can be written");
        let saved = salvage(&damaged, &out);
        let found = fs::read(&out).unwrap_or_default();
        let _ = fs::remove_file(&out);
        saved.map(|saved| (saved, found))
    };
    // A flipped bit costs at most one game, and none if it is in the header.
    for file_of in [file, plain] {
        let whole = file_of(&games);
        let ends = (0..=games.len()).map(|count| file_of(&games[..count]).len());
        let ends: Vec<usize> = ends.collect();
        for place in (0..whole.len()).step_by(7).chain(0..60) {
            let mut bytes = whole.clone();
            bytes[place] ^= 64;
            let (saved, found) = saved(&bytes).expect("it has whole games");
            let mut expected = games.clone();
            if let Some(game) = ends.iter().rposition(|&end| end <= place) {
                expected.remove(game);
            }
            assert_eq!(found, file(&expected), "byte {place}");
            assert_eq!((saved.games, saved.illegal), (expected.len() as u64, 0));
            assert_eq!(saved.positions, positions(&expected));
            let lost = whole.len() - file_of(&expected).len();
            let left_out = saved.left_out.bytes + saved.left_out.torn;
            assert_eq!(left_out as usize, lost, "byte {place}");
        }
    }
    // Bytes are missing, others are too many, and the end is torn.
    let bytes = [&whole[..ends[1] + 5], &whole[ends[2] - 9..ends[3]], b"x", &whole[ends[3]..]];
    let bytes = bytes.concat();
    let (found_stats, found) = saved(&bytes[..bytes.len() - 3]).expect("it has whole games");
    let expected = [0, 2, 3].map(|index| games[index].clone());
    assert_eq!(found, file(&expected));
    let torn = (ends[5] - ends[4] - 3) as u64;
    assert_eq!(found_stats.left_out, LeftOut { places: 2, bytes: 15, torn });

    let mut twice = games[0].clone();
    twice.moves.push(twice.moves[0]);
    let (found_stats, found) = saved(&plain(&[twice, games[1].clone()])).expect("one is legal");
    assert_eq!((found_stats.illegal, found), (1, file(&games[1..2])));
    for (bytes, sentence) in [
        (&whole[..20], "no whole game is found"),
        (b"something else, longer than a header", "not a file of games"),
    ] {
        let refused = saved(bytes).expect_err("there is none").to_string();
        assert!(refused.contains("damaged.data") && refused.contains(sentence), "{refused}");
    }
    fs::remove_file(&damaged).expect("it is there");
}
