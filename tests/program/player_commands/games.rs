//! `analyse` of games: story, marks, what is judged, other engines, players, puzzles.

use super::{json, refused, run, success};
use crate::runs::{folder, word};
use crate::support::fake;
use serde_json::Value;

const OPERA: &str = "[White \"Paul Morphy\"]\n[Black \"Allies\"]\n[WhiteElo \"2690\"]\n\
    [Date \"1858.11.02\"]\n[TimeControl \"600\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 \
    9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 \
    15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n\n";
/// Black is mated after hanging a queen.
const SHORT: &str = "[White \"A\"]\n[Black \"Paul Morphy\"]\n[Date \"1859.01.02\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 Qh4 3. Nxh4 Nc6 4. Nf5 g6 5. Qf3 Nd4 6. Nxd4 exd4 7. Bc4 d6 8. Qxf7# 1-0\n\n";
/// Black allows a mate, and it is played.
const MATE: &str = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n";

fn analysed(words: &[&str], pgn: &str) -> Value {
    json(&success(&[&["analyse", "-", "--nodes", "1500", "--json"][..], words].concat(), pgn))
}

#[test]
fn the_story_comes_first() {
    let parsed = analysed(&[], OPERA);
    let game = &parsed[0];
    assert_eq!((&game["schema"], &game["story"]["winner"]), (&1.into(), &"White".into()));
    assert_eq!(game["story"]["sentences"][0], "Paul Morphy won in 17 moves by mate.");
    assert_eq!(game["story"]["players"][0]["rating"], 2690);
    assert_eq!(game["story"]["opening"]["eco"], "C41");
    assert!(game["story"]["opening"]["plies"].as_u64().is_some_and(|plies| plies >= 7), "{game}");
    assert!(game["story"]["engine"].as_str().is_some_and(|name| name.starts_with("Staunton ")));
    let turn = game["story"]["turn"].as_u64().expect("it turned") as usize;
    let moves = game["moves"].as_array().expect("moves");
    assert!(turn % 2 == 1 && moves[turn]["points_lost"].as_f64() >= Some(10.0), "{game}");
    assert!(moves[0]["fen"].as_str().is_some_and(|fen| fen.starts_with("rnbqkbnr/pppppppp/8/8")));
    // Numbers have a few digits.
    for mv in moves {
        for name in ["points_lost", "white_points"] {
            let text = mv[name].to_string();
            assert!(text.split_once('.').is_none_or(|(_, digits)| digits.len() <= 2), "{text}");
        }
    }
    let phases = game["black"]["phases"].as_array().expect("phases");
    let counts = phases.iter().map(|phase| phase["moves"].as_u64().expect("a number"));
    assert_eq!(Some(counts.sum()), game["black"]["moves"].as_u64());
}

#[test]
fn marks_are_the_same_in_pgn_json_and_on_the_page() {
    let folder = folder("marks");
    let page = folder.join("report.html");
    let words = ["analyse", "-", "--nodes", "1500", "--report", word(&page)];
    let pgn = success(&words, &format!("{OPERA}{SHORT}"));
    let parsed = analysed(&[], &format!("{OPERA}{SHORT}"));
    let moves = || {
        let games = parsed.as_array().expect("games").iter();
        games.flat_map(|game| game["moves"].as_array().expect("moves"))
    };
    let total = |name: &str| -> u64 {
        let games = parsed.as_array().expect("games").iter();
        let sides = games.flat_map(|game| [&game["white"], &game["black"]]);
        sides.filter_map(|side| side[name].as_u64()).sum()
    };
    for (glyph, sign, name) in
        [("$4", "??", "blunders"), ("$2", "?", "mistakes"), ("$6", "?!", "inaccuracies")]
    {
        let in_pgn = pgn.split_whitespace().filter(|word| *word == glyph).count();
        let in_json = moves().filter(|mv| mv["mark"] == sign).count();
        assert_eq!((in_pgn, total(name)), (in_json, in_json as u64), "{sign}");
    }
    // A reason stands in the comment as it does in the JSON.
    let flat = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    let reasons: Vec<&str> = moves().filter_map(|mv| mv["reason"].as_str()).collect();
    assert!(
        reasons.iter().any(|reason| reason.starts_with("loses a queen: 3. Nxh4")),
        "{reasons:?}"
    );
    for reason in reasons {
        assert!(flat.contains(&format!("Why: it {reason}. Better: ")), "{reason}: {flat}");
    }
    // The marks of one run do not disturb the next one.
    let again = success(&["analyse", "-", "--nodes", "1500"], &pgn);
    assert_eq!(again, pgn);
}

#[test]
fn only_what_is_asked_for_is_judged() {
    let judged = |words: &[&str]| -> Vec<u64> {
        let parsed = analysed(words, OPERA);
        let moves = parsed[0]["moves"].as_array().expect("moves").iter();
        (0..).zip(moves).filter(|(_, mv)| mv["judged"] == true).map(|(ply, _)| ply).collect()
    };
    assert!(judged(&["--side", "black"]).iter().all(|ply| ply % 2 == 1));
    assert_eq!(judged(&["--from", "16"]), [30, 31, 32]);
    let book = judged(&["--skip-book"]);
    assert!(book.first().is_some_and(|&first| first >= 7) && book.last() == Some(&32), "{book:?}");
    assert_eq!(judged(&["--from", "99"]), [0; 0]);
    let refused = refused(&["analyse", "startpos", "--side", "white"], "");
    assert!(refused.contains("--side needs a file of games"), "{refused}");
}

#[test]
fn several_lines_stand_beside_a_marked_move_and_are_replaced() {
    let words = ["analyse", "-", "--nodes", "1500", "--lines", "2"];
    let pgn = success(&words, SHORT);
    assert!(pgn.contains("({Line 2: "), "{pgn}");
    assert_eq!(success(&words, &pgn), pgn);
    assert!(!success(&["analyse", "-", "--nodes", "1500"], &pgn).contains("Line 2"));
    let parsed = analysed(&["--lines", "2"], SHORT);
    assert_eq!(parsed[0]["moves"][0]["lines"].as_array().map(Vec::len), Some(2));
    let suite = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;";
    assert!(refused(&["analyse", "-", "--lines", "2"], suite).contains("--lines"));
}

#[test]
fn the_scale_of_people_is_chosen_by_name() {
    let [engine, players] =
        ["engine", "players"].map(|scale| analysed(&["--scale", scale], SHORT)[0].clone());
    assert_eq!(players["story"]["scale"], "players");
    let points = |game: &Value| game["moves"][0]["white_points"].as_f64().expect("a number");
    assert!(points(&engine) != points(&players), "{engine}");
    let eval: f64 = players["moves"][0]["eval"].as_str().expect("text").parse().expect("a number");
    let expected = 100.0 / (1.0 + (-0.368 * eval).exp());
    assert!((points(&players) - expected).abs() < 0.01, "{expected}: {players}");
}

#[test]
fn another_engine_is_asked() {
    let fake = format!("cmd={}", fake());
    let words = |mode| ["--engine", fake.as_str(), "--engine", mode];
    let steady = words("args=steady 100000");
    let parsed = analysed(&[&steady[..], &["--threads", "2"]].concat(), &format!("{OPERA}{SHORT}"));
    assert_eq!(parsed.as_array().map(Vec::len), Some(2));
    for game in parsed.as_array().expect("games") {
        assert_eq!(game["story"]["engine"], "Fake");
        assert_eq!(game["moves"][0]["eval"], "-0.12", "the engine always says +0.12");
    }
    let suite = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;";
    let ran = [&["analyse", "-", "--nodes", "9"][..], &steady].concat();
    assert!(success(&ran, suite).contains("bm Ra8#"));
    let ran = [&["explain", "startpos", "e4", "--nodes", "9"][..], &steady].concat();
    assert!(success(&ran, "").contains("by the searches"));
    // An engine that fails is a sentence.
    let crash = [&["analyse", "-", "--nodes", "9"][..], &words("args=crashes")].concat();
    run(&crash, SHORT).ended(1, &["the engine crashed"]);
    for (words, part) in [
        (&["--engine", "cmd=no-such-program"][..], "cannot be started"),
        (&["--engine", "cmd=self"], "cmd=self"),
        (&["--engine", "nonsense"], "key=value"),
        (&["--engine", &fake, "--engine", "nodes=5"], "'nodes' is not known here"),
        (&["--syzygy", "/no/such/folder"], "--syzygy: "),
    ] {
        let sentence = refused(&[&["analyse", "-"][..], words].concat(), SHORT);
        assert!(sentence.contains(part), "{sentence}");
    }
}

#[test]
fn tablebases_are_probed() {
    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    let fen = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1";
    let words = ["analyse", fen, "--nodes", "200", "--json", "--syzygy", TABLES];
    let with = json(&success(&words, ""));
    let score = &with["lines"][0]["score"];
    assert!(score["cp"].as_i64() > Some(20_000) || score["mate"].as_i64() > Some(0), "{with}");
    assert_eq!(with["schema"], 1);
}

#[test]
fn a_player_is_summed_up_and_goes_on_after_a_stop() {
    let folder = folder("player-summed");
    let path = |name: &str| word(&folder.join(name)).to_string();
    let (known, page) = (path("known.jsonl"), path("player.html"));
    let both = format!("{OPERA}{SHORT}[White \"Others\"]\n\n1. e4 *\n\n");
    let sum = |words: &[&str], pgn: &str| {
        let usual = ["analyse", "-", "--nodes", "1500", "--player", "paul  morphy"];
        success(&[&usual[..], words].concat(), pgn)
    };
    let whole = json(&sum(&["--json"], &both));
    assert_eq!((&whole["all"]["games"], &whole["all"]["score"]), (&2.into(), &50.0.into()));
    assert_eq!(whole["colors"][0]["score"], 100.0);
    assert_eq!(whole["openings"][0]["games"], 1);
    assert!(whole["habits"][0]["name"].is_string(), "{whole}");
    // One game, then both: the first is not analysed again, and the sum is the same.
    sum(&["--resume", &known], OPERA);
    let first = std::fs::read_to_string(&known).unwrap();
    assert_eq!(first.lines().count(), 1);
    // A line that a kill has cut is passed over.
    std::fs::write(&known, format!("{first}{{\"schema\":1,\"key\"\n")).unwrap();
    let resumed = json(&sum(&["--resume", &known, "--json", "--report", &page], &both));
    assert_eq!(resumed, whole);
    assert!(std::fs::read_to_string(&known).unwrap().starts_with(&first));
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains("Italian") || text.contains("Philidor Defense, White"), "{text}");
    let plain = sum(&["--resume", &known], &both);
    assert!(plain.contains("What costs points") && plain.contains("Over time"), "{plain}");
    std::fs::write(&known, "something else\n").unwrap();
    let usual = ["analyse", "-", "--player", "A", "--resume", &known];
    assert!(refused(&usual, SHORT).contains("--resume"));
    assert!(refused(&["analyse", "-", "--player", "Nobody"], SHORT).contains("'Nobody'"));
}

#[test]
fn puzzles_have_the_solver_to_move_and_a_solution() {
    let folder = folder("puzzles");
    let file = folder.join("puzzles.pgn");
    let words = ["analyse", "-", "--nodes", "1500", "--puzzles", word(&file), "--json"];
    let parsed = json(&success(&words, &format!("{OPERA}{MATE}")));
    let games = parsed.as_array().expect("games");
    let puzzles = games.iter().flat_map(|game| game["puzzles"].as_array().expect("puzzles"));
    let puzzles: Vec<&Value> = puzzles.collect();
    assert!(!puzzles.is_empty(), "{parsed}");
    for puzzle in &puzzles {
        assert!(puzzle["lead"].as_f64() >= Some(25.0), "{puzzle}");
        assert!(puzzle["themes"].as_array().is_some_and(|themes| !themes.is_empty()), "{puzzle}");
    }
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches("[Event \"Puzzle: ").count(), puzzles.len(), "{text}");
    assert_eq!(text.matches("[FEN ").count(), puzzles.len());
    // Each is a game that can be read, and its moves are legal.
    let read = success(&["convert", "--to", "uci"], &text);
    assert_eq!(read.lines().count(), puzzles.len());
    // The last one is the mate that the game missed to prevent.
    assert!(text.contains("mate in 1"), "{text}");
}

#[test]
fn a_suite_of_mates_is_solved() {
    let suite = "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1; id \"one\";\n\
        k7/8/2K5/8/8/8/8/7R w - - dm 2; id \"two\";\n\
        k7/8/8/3K4/8/8/8/7R w - - dm 1; id \"too soon\";\n";
    let text = success(&["analyse", "-", "--nodes", "3000"], suite);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("+ one") && lines[0].ends_with("dm 1"), "{text}");
    assert!(lines[1].starts_with("+ two") && lines[2].starts_with("- too soon"), "{text}");
    assert!(text.contains("Solved 2 of 3"), "{text}");
    let parsed = json(&success(&["analyse", "-", "--nodes", "3000", "--json"], suite));
    assert_eq!((&parsed["schema"], &parsed["positions"][1]["dm"]), (&1.into(), &2.into()));
    assert!(parsed["positions"][0]["solution_nodes"].is_u64(), "{parsed}");
}

#[test]
fn the_sum_of_an_explanation_is_that_of_its_parts() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let parsed = json(&success(&["explain", fen, "Ng5", "--nodes", "5000", "--json"], ""));
    let centipawns = |value: &Value| value.as_i64().expect("a number");
    let parts = parsed["reasons"].as_array().expect("reasons").iter();
    let sum: i64 = parts.map(|reason| centipawns(&reason["centipawns"])).sum();
    assert_eq!(sum, centipawns(&parsed["sum"]));
    assert_eq!(sum + centipawns(&parsed["beyond"]), centipawns(&parsed["difference"]));
    let [best, other] = ["best", "other"].map(|name| centipawns(&parsed[name]["score"]["cp"]));
    assert_eq!((best - other).abs(), centipawns(&parsed["difference"]));
    let text = success(&["explain", fen, "Ng5", "--nodes", "5000"], "");
    let end = format!("{:+.2}  by the searches", centipawns(&parsed["difference"]) as f64 / 100.0);
    assert!(text.trim_end().ends_with(&end), "{end}: {text}");
}
