//! Data from the engine's own games, from the command line.

use super::runs::{folder, fresh, refused, run, stats, success, word};
use std::fs;

#[test]
fn from_games_to_data_and_back() {
    let [games, book, both, mixed] =
        ["walk.data", "walk.epd", "walk-both.data", "walk-mixed.data"].map(fresh);
    let [games, both, mixed] = [&games, &both, &mixed].map(|path| word(path));
    let datagen =
        ["datagen", "--out", games, "--positions", "150", "--nodes", "100", "--hash", "1"];
    let ran = run(datagen).succeeded();
    let told = ran.out;
    assert!(told.contains("positions/s") && ran.err.is_empty(), "{told}{}", ran.err);
    let first = stats(&[games]);
    let positions = first["positions"].as_u64().expect("a number");
    assert!(positions >= 150 && told.starts_with(&format!("{positions} positions of ")), "{told}");
    assert_eq!(fs::metadata(games).expect("it is there").len(), first["bytes"]);
    assert_eq!(first["torn"], serde_json::json!([]));
    assert!(first["bytes_per_position"].as_f64().expect("a number") < 6.0);

    // Whole games stay; a torn end is cut off.
    let whole = fs::read(games).expect("it is there");
    fs::write(games, [&whole[..], b"torn"].concat()).expect("it can be written");
    assert_eq!(stats(&[games])["torn"][0]["bytes"], 4);
    let line = "6k1/5ppp/8/8/8/8/5PPP/1R4K1 b - - 0 1\n4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1\n";
    fs::write(&book, line).expect("it can be written");
    let from_book = ["--openings", word(&book), "--plies", "0", "--seed", "3"];
    let beside = run([&datagen[..], &from_book].concat()).succeeded().err;
    assert!(beside.contains("4 bytes cut off") && beside.contains("adding to it"), "{beside}");
    assert!(fs::read(games).expect("it is there").starts_with(&whole));
    let second = stats(&[games]);
    let [before, added] =
        [0, 1].map(|run| second["runs"][run]["positions"].as_u64().expect("a number"));
    assert!(before == positions && added >= 150);
    // Two positions of a book are two games, however often they are played.
    assert!(second["runs"][1]["copies"].as_u64().expect("a number") > 0);

    let told = success(["data", "merge", games, games, "--out", both]);
    assert!(told.contains("copies of games are left out"), "{told}");
    success(["data", "shuffle", games, games, "--out", mixed, "--seed", "4"]);
    assert_ne!(fs::read(both).expect("it is there"), fs::read(mixed).expect("it is there"));
    let [merged, shuffled] = [both, mixed].map(|path| stats(&[path]));
    for key in ["games", "positions", "scores", "training", "first_positions"] {
        assert_eq!((&merged[key], &shuffled[key]), (&second[key], &second[key]), "{key}");
    }
    assert_eq!(merged["runs"][0], {
        let mut run = second["runs"][0].clone();
        run["file"] = both.into();
        run
    });
    assert_eq!(shuffled["runs"][0]["positions"], second["positions"]);
    refused(&["data", "merge", games, "--out", both], &["walk-both.data", "exists already"]);

    let table = success(["data", "stats", games]);
    for part in ["Games  ", "White  ", "Positions  ", "quiet", "no torn end", "mate"] {
        assert!(table.contains(part), "{part}: {table}");
    }
    let pgn = success(["data", "show", games, "--game", "1"]);
    assert!(pgn.contains("[Round \"1\"]") && pgn.contains("{[%eval "), "{pgn}");
    let lines = success(["data", "show", games, "--fen"]);
    assert_eq!(lines.lines().count() as u64, before + added);
    for line in lines.lines() {
        let [fen, score, points] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        assert!(fen.parse::<staunton::chess::board::Position>().is_ok(), "{line}");
        assert!(score.parse::<i32>().is_ok() && ["0.0", "0.5", "1.0"].contains(&points), "{line}");
    }
    let none = ["there is no game 9999"];
    refused(&["data", "show", games, "--game", "9999"], &none);
}

#[test]
fn a_folder_of_games_is_read_without_its_copies() {
    let folder = folder("library");
    let [games, copy] = ["games.data", "copy.data"].map(|file| folder.join(file));
    let datagen = ["--positions", "150", "--nodes", "100", "--hash", "1", "--seed", "5"];
    let openings = ["--random-openings", "0", "--win-score", "600"];
    success([&["datagen", "--out", word(&games)][..], &datagen, &openings].concat());
    let alone = stats(&[word(&games)]);
    success(["data", "merge", word(&games), "--out", word(&copy)]);
    assert_eq!(fs::read(&copy).expect("it was made"), fs::read(&games).expect("it is there"));
    fs::write(folder.join("README"), "These are games.").expect("it can be written");
    let both = stats(&[word(&folder)]);
    for key in ["games", "positions", "scores", "training", "first_positions"] {
        assert_eq!(both[key], alone[key], "{key}");
    }
    assert_eq!(both["copies"], alone["games"]);
    let [first, second] = [0, 1].map(|run| &both["runs"][run]);
    assert_eq!((&first["checksum"], &first["head"]), (&second["checksum"], &second["head"]));
    let head = first["head"].to_string();
    for part in ["100 nodes a move", "seed 5", "0 % random", "won at 600 for 4 plies"] {
        assert!(head.contains(part), "{part}: {head}");
    }
    let table = success(["data", "stats", word(&folder)]);
    for part in ["copies of games are left out", "may castle: both wings", "White's king", "seed 5"]
    {
        assert!(table.contains(part), "{part}: {table}");
    }
    let train = ["train", "--data", word(&folder), "--out", "never.net"];
    let weight = [&train[..], &["--weight", "other.data=0.5"]].concat();
    refused(&weight, &["--weight", "other.data"]);
    fs::remove_dir_all(&folder).expect("it is there");
}

#[test]
fn what_cannot_be_used_is_said() {
    let [other, empty, fresh] = ["other.txt", "empty.data", "fresh.data"].map(fresh);
    fs::write(&other, "something else").expect("it can be written");
    fs::write(&empty, "").expect("it can be written");
    let [other, empty, fresh] = [&other, &empty, &fresh].map(|path| word(path));
    for command in ["stats", "show"] {
        refused(&["data", command, other], &["other.txt", "not a file of games"]);
        refused(&["data", command, empty], &["empty.data", "the file is empty"]);
        refused(&["data", command, fresh], &["fresh.data"]);
    }
    refused(&["data", "shuffle", other, "--out", fresh], &["other.txt", "not a file of games"]);
    refused(&["data", "merge", "--out", fresh], &["<FILE>"]);
    refused(
        &["datagen", "--out", other, "--positions", "9"],
        &["other.txt", "not a file of games"],
    );
    refused(&["datagen", "--out", fresh], &["--positions"]);
    refused(&["datagen", "--out", fresh, "--positions", "0"], &["--positions"]);
    refused(&["datagen", "--out", fresh, "--positions", "9", "--plies", "101"], &["--plies"]);
    let openings = ["--openings", other];
    refused(
        &[&["datagen", "--out", fresh, "--positions", "9"][..], &openings].concat(),
        &["other.txt", "line 1"],
    );
    // A network, tables or a file of samples that cannot be used are refused last.
    for flag in ["--eval-file", "--syzygy", "--tree"] {
        let words = ["datagen", "--out", fresh, "--positions", "9", flag, other];
        refused(&words, &["other.txt"]);
    }
    assert!(!fs::exists(fresh).expect("the folder is there"));
}

#[test]
fn openings_that_the_fifty_move_rule_ends_make_no_games() {
    let [games, book] = ["fifty.data", "fifty.epd"].map(fresh);
    // The pawns are blocked, so the counter goes on.
    let blocked = |clock: u32| format!("4k3/8/8/p7/P7/8/8/4K3 w - - {clock} 90\n");
    let unfair = (1, "was fair enough to be played");
    for (plies, positions, (code, part)) in
        [("0", blocked(100), (2, "the game is over with it")), ("4", blocked(99), unfair)]
    {
        fs::write(&book, positions).unwrap();
        let files = ["datagen", "--out", word(&games), "--openings", word(&book)];
        let search = ["--positions", "50", "--nodes", "50", "--hash", "1", "--plies", plies];
        run(files.iter().chain(&search)).ended(code, &[part]);
    }
    assert!(!games.exists(), "there is no file without a game");
}
