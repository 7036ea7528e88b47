//! `staunton rate` against ratings that a script in Python has found by another
//! method: tests/data/ratings/make.py.

use super::runs::{Ran, run};
use serde_json::Value;
use std::fs;
use std::path::Path;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/ratings/games.pgn.gz");
const EXPECTED: &str = include_str!("../data/ratings/expected.txt");

fn rate(arguments: &[&str]) -> Ran {
    run(["rate"].iter().chain(arguments))
}

fn rate_json(folder: &Path, arguments: &[&str]) -> (Ran, Value) {
    let file = folder.join("ratings.json");
    let file_name = file.to_str().expect("a name");
    let ran = rate(&[arguments, &["--json", file_name]].concat()).succeeded();
    let text = fs::read_to_string(&file).expect("it is written");
    (ran, serde_json::from_str(&text).expect("it is JSON"))
}

#[test]
fn five_thousand_games_are_rated_as_computed_by_other_means() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("ratings.html");
    let page_name = page.to_str().expect("a name");
    let (ran, json) = rate_json(folder.path(), &[GAMES, "--report", page_name]);
    assert_eq!(json["schema"], 1);
    assert_eq!((json["games"].as_u64(), ran.err.as_str()), (Some(5_000), ""));
    let players = json["players"].as_array().expect("a list");
    assert_eq!(players.len(), EXPECTED.lines().count());
    let page = fs::read_to_string(page).expect("it is written");
    for (player, line) in players.iter().zip(EXPECTED.lines()) {
        let [elo, games, name] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let elo: f64 = elo.parse().expect("a number");
        let found = player["elo"].as_f64().expect("a number");
        assert!((found - elo).abs() < 0.01, "{line}: {player}");
        assert_eq!(player["name"], name);
        assert_eq!(player["games"].to_string(), games);
        assert!(player["error"].as_f64().is_some_and(|error| error > 1.0), "{player}");
        assert!(ran.out.contains(&format!("{name}  ")) && page.contains(name), "{name}");
    }
    assert!(ran.out.contains("\n 8.  Harrwitz"), "{}", ran.out);
    assert!(ran.out.contains("Against") && page.contains("Likelihood of superiority"));
}

#[test]
fn an_anchor_moves_the_ratings() {
    let folder = tempfile::tempdir().expect("a folder");
    let (ran, json) =
        rate_json(folder.path(), &[GAMES, "--anchor", "Morphy=2690", "--matrix", "0"]);
    let elo = |place: usize| json["players"][place]["elo"].as_f64().expect("a number");
    assert_eq!((json["players"][0]["is_anchor"].as_bool(), elo(0)), (Some(true), 2690.0));
    assert!((elo(0) - elo(1) - (162.961 - 139.406)).abs() < 0.01);
    assert!(ran.out.contains("anchor") && !ran.out.contains("Against"), "{}", ran.out);
}

#[test]
fn what_cannot_be_rated_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty.pgn");
    fs::write(&empty, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n").expect("written");
    let empty = empty.to_str().expect("a name");
    rate(&[empty]).refused(&["no game with two players and a result"]);
    rate(&[GAMES, "--anchor", "Nobody=1"]).refused(&["'Nobody'"]);
    rate(&[GAMES, "--anchor", "Morphy=1", "--anchor", "Morphy=2"]).refused(&["twice"]);
    rate(&[GAMES, "--anchor", "Morphy"]).refused(&["NAME=ELO"]);
    rate(&[GAMES, "--json", GAMES]).refused(&["games.pgn.gz"]);
    rate(&["none.pgn"]).refused(&["none.pgn"]);
}
