//! The command line from outside.

use super::runs::{Ran, folder, fresh, refused, run, word};
use crate::support::{Session, program};
use std::path::PathBuf;
use std::process::Stdio;

/// Standard output of a command that has nothing else to say.
fn success(words: &[&str]) -> String {
    let ran = run(words).succeeded();
    assert_eq!(ran.err, "", "{words:?}");
    ran.out
}

/// A file of settings for one test.
fn settings(name: &str, text: &str) -> PathBuf {
    let path = fresh(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn help_has_examples_for_everything() {
    let help = success(&["--help"]);
    for word in ["uci", "bench", "perft", "eval", "--config", "Examples:"] {
        assert!(help.contains(word), "{word}");
    }
    for command in ["bench", "perft", "eval", "datagen", "data"] {
        assert!(success(&[command, "--help"]).contains("Examples:"), "{command}");
    }
    let version = concat!("staunton ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(success(&["-V"]), version);
    let long = success(&["--version"]);
    let build = long.strip_prefix(version).expect("the same first line");
    assert!(
        build.starts_with(env!("CARGO_PKG_VERSION")) && build.contains(": built for "),
        "{build}"
    );
}

#[test]
fn chances_are_fitted_to_games() {
    let text = "[Result \"1-0\"]\n\n1. e4 {+0.40/9 0.1s} e5 {-0.30/9 0.1s} 2. Qh5 {+0.20/9 0.1s} Ke7 \
                {-0.50/9 0.1s} 3. Qxe5# {+M1/9 0.1s} 1-0\n\n[Result \"1/2-1/2\"]\n\n\
                1. e4 {+0.30/9 0.1s} e5 {-0.20/9 0.1s} 1/2-1/2\n\n[Result \"1-0\"]\n\n1. e5 1-0\n";
    let games = settings("games.pgn", text);
    // The third game is not valid: it is named, and the others count.
    let parts = ["line 11", "games.pgn: game 3, ", "Only 2 games"];
    let found = run(["fit-wdl", word(&games)]).ended(1, &parts).out;
    for part in ["6 positions of 2 games", "pub const OWN: WdlModel", "middle: [", "Log loss"] {
        assert!(found.contains(part), "{part}: {found}");
    }

    refused(&["fit-wdl", "nowhere.pgn"], &["nowhere.pgn"]);
    let bare = settings("bare.pgn", "[Result \"1-0\"]\n\n1. e4 1-0\n");
    run(["fit-wdl", word(&bare)]).ended(1, &["no move of these games has a score"]);
}

#[test]
fn the_benchmark_ends_with_nodes_and_speed_and_is_deterministic() {
    let nodes = |arguments: &[&str]| {
        let text = success(arguments);
        let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
        let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{words:?}") };
        assert!(speed.parse::<u64>().unwrap() > 0);
        nodes.parse::<u64>().unwrap()
    };
    let first = nodes(&["bench", "3"]);
    assert!(first >= 40);
    assert_eq!(nodes(&["bench", "3", "--threads", "1", "--hash", "16"]), first);
    refused(&["bench", "0"], &["from 1 to 64"]);
    refused(&["bench", "x"], &["'x'"]);
    assert!(nodes(&["bench", "3", "--threads", "3"]) >= 40);
    refused(&["bench", "--threads", "1025"], &["from 1 to 1024"]);
}

#[test]
fn perft_counts_divides_and_knows_chess960() {
    let last = |arguments: &[&str]| success(arguments).lines().last().unwrap().to_string();
    assert_eq!(last(&["perft", "0"]), "Nodes searched: 1");
    assert_eq!(last(&["perft", "4"]), "Nodes searched: 197281");
    assert_eq!(last(&["perft", "4", "--threads", "2"]), "Nodes searched: 197281");

    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let divided = success(&["perft", "2", "--divide", "--fen", fen]);
    assert!(divided.contains("\ne1g1: ") && divided.contains(" leaves per second\n"), "{divided}");
    assert!(divided.ends_with("\nNodes searched: 568\n"), "{divided}");
    let divided = success(&["perft", "2", "--divide", "--chess960", "--fen", fen]);
    assert!(divided.contains("\ne1h1: "), "{divided}");

    refused(&["perft", "4", "--fen", "8/8/8/8/8/8/8/8 w - -"], &["--fen", "king"]);
    refused(&["perft", "21"], &["21"]);
    refused(&["perft"], &["DEPTH"]);
}

#[test]
fn eval_says_why_in_words_and_as_json() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let text = success(&["eval", fen]);
    for word in
        ["knight          3.05", "king safety", "network ", "Phase: 24 of 24", "scale: 64 of 64"]
    {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "no colors in a pipe");
    assert!(success(&["eval"]).contains("Evaluation: "));
    refused(&["eval", "8/8"], &["FEN", "eight ranks"]);

    let json: serde_json::Value = serde_json::from_str(&success(&["eval", fen, "--json"])).unwrap();
    assert_eq!(json["material"][1]["value"], 305);
    assert_eq!(json["pieces"].as_array().unwrap().len(), 32);
    assert!(json["pieces"][0]["worth"].is_i64());
    assert_eq!(json["pieces"][4]["worth"], serde_json::Value::Null, "a king");
    let king_and_pawn = success(&["eval", "8/8/4k3/8/8/3KP3/8/8 w - - 0 1", "--json"]);
    let known: serde_json::Value = serde_json::from_str(&king_and_pawn).unwrap();
    assert_eq!((&known["known"], &known["network"]), (&true.into(), &serde_json::Value::Null));
}

#[test]
fn the_numbers_of_eval_add_up() {
    for fen in [
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "r4rk1/1pp2ppp/2n5/3p4/3P4/2P5/PP3PPP/4R1K1 b - - 3 20",
        "4k3/2pb1p2/8/8/8/4B3/1PP2PP1/4K3 w - - 40 60",
    ] {
        let text = success(&["eval", fen, "--json"]);
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let number = |value: &serde_json::Value| value.as_i64().unwrap();
        let list = |name: &str| json[name].as_array().unwrap().iter();
        let material: i64 = list("material")
            .map(|m| number(&m["value"]) * (number(&m["white"]) - number(&m["black"])))
            .sum();
        let themes: i64 = list("themes").map(|theme| number(&theme["net"]["now"])).sum();
        let sum = number(&json["sum"]["now"]);
        assert_eq!(material + themes + number(&json["rounding"]), sum, "{text}");
        let linear = sum * number(&json["scale"]) / number(&json["full_scale"]);
        assert_eq!(linear, number(&json["linear"]), "{text}");
        assert_eq!(linear + number(&json["network"]), number(&json["white"]), "{text}");
        let lowered = number(&json["fifty_move"]["white"]).abs();
        assert!(lowered <= number(&json["white"]).abs(), "{text}");
    }
}

#[test]
fn a_bad_file_of_settings_is_refused_with_line_and_key() {
    let bad = settings("bad.toml", "[options]\n\nhash_mb = 'much'\n");
    let bad = word(&bad);
    let parts = [bad, "line 3", "hash_mb", "a whole number from 1 to 1048576"];
    for command in [&["bench", "1"][..], &["perft", "1"], &["eval"]] {
        refused(&[&["--config", bad], command].concat(), &parts);
        refused(&[command, &["--config", bad]].concat(), &parts);
    }
    refused(&["--config", "no/such/file.toml", "eval"], &["no/such/file.toml"]);
}

#[test]
fn in_uci_mode_a_bad_file_is_one_error_line_and_the_defaults_hold() {
    let bad = settings("bad-uci.toml", "[options]\nhash = 5\n");
    for arguments in [&["--config"][..], &["uci", "--config"]] {
        let mut command = program(arguments);
        command.arg(&bad);
        let mut session = Session::of(command);
        let error = session.line();
        assert!(error.starts_with("info string error: "), "{error}");
        let parts = ["bad-uci.toml", "line 2", "`hash`", "`hash_mb`", "the defaults hold"];
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
        let lines = session.ask("uci");
        assert!(lines.iter().any(|line| line.starts_with("option name Hash type spin default 16")));
    }
}

#[test]
fn the_command_line_comes_before_the_environment() {
    let by_option = settings("option.toml", "[options]\nhash_mb = 3\n");
    let by_variable = settings("variable.toml", "[options]\nhash_mb = 4\nchess960 = true\n");
    let hash = |option: bool| {
        let mut command = program(["uci"]);
        command.env("STAUNTON_CONFIG", &by_variable);
        if option {
            command.arg("--config").arg(&by_option);
        }
        let lines = Session::of(command).ask("uci");
        lines.iter().find(|line| line.contains(" Hash ")).unwrap().clone()
    };
    assert!(hash(true).contains("default 3 "));
    assert!(hash(false).contains("default 4 "));
}

#[test]
fn a_file_beside_the_program_is_found() {
    let folder = folder("beside");
    let copy = folder.join(format!("staunton{}", std::env::consts::EXE_SUFFIX));
    // A link, since a file just written may be "busy" when it is to be run.
    std::fs::hard_link(env!("CARGO_BIN_EXE_staunton"), &copy).unwrap();
    std::fs::write(folder.join("engine.toml"), "[options]\nmultipv = 7\n").unwrap();
    let mut command = std::process::Command::new(&copy);
    command.env_remove("STAUNTON_CONFIG");
    let lines = Session::of(command).ask("uci");
    assert!(lines.iter().any(|line| line.starts_with("option name MultiPV type spin default 7 ")));
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    for arguments in [&["perft", "3", "--divide"][..], &["bench", "1"]] {
        let mut command = program(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn an_unknown_command_is_refused() {
    refused(&["analise"], &["analise"]);
    refused(&["--fast"], &["--fast"]);
}

/// By the rules of the form that takes them: seven fields, no empty line, steps
/// of integers of a half at least.
#[test]
fn the_parameters_can_be_pasted_into_a_tune() {
    let text = success(&["params"]);
    let lines: Vec<&str> = text.split('\n').collect();
    assert!(lines.len() > 20);
    for line in lines {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let [_, "int", value, low, high, step, rate] = fields[..] else { panic!("{line:?}") };
        let [value, low, high, step, rate] =
            [value, low, high, step, rate].map(|text| text.parse::<f64>().expect("a number"));
        assert!(low <= value && value <= high && step >= 0.5 && rate > 0.0, "{line}");
    }
}

#[test]
fn the_presets_for_openbench_fill_its_forms() {
    let text = include_str!("../../integrations/Staunton.json");
    let file: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
    assert!(file["source"].as_str().unwrap().starts_with("https://github.com/"));
    let filled = |presets: &str, preset: &str, field: &str| {
        let presets = &file[presets];
        let value = [preset, "default"].into_iter().map(|name| &presets[name][field]);
        assert!(value.clone().any(|value| !value.is_null()), "{presets} {preset}: {field}");
    };
    for (presets, names, fields) in [
        (
            "test_presets",
            &["STC", "LTC"][..],
            &[
                "base_branch",
                "book_name",
                "both_options",
                "both_time_control",
                "test_bounds",
                "test_confidence",
                "workload_size",
                "win_adj",
                "draw_adj",
            ][..],
        ),
        (
            "tune_presets",
            &["STC"],
            &["book_name", "dev_options", "dev_time_control", "win_adj", "draw_adj"],
        ),
        (
            "datagen_presets",
            &["5k nodes"],
            &["book_name", "both_options", "both_time_control", "workload_size", "win_adj"],
        ),
    ] {
        for name in names {
            fields.iter().for_each(|field| filled(presets, name, field));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_printed_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    Ran::from(program(["--help"]).stdout(full).output().unwrap()).ended(1, &[]);
}

/// A sentence says that the number of threads stays as it was.
#[cfg(target_os = "linux")]
#[test]
fn threads_for_which_there_are_no_addresses_are_refused() {
    for kilobytes in [2_000_000, 2_500_000, 3_000_000] {
        let mut command = std::process::Command::new("sh");
        let limited = format!("ulimit -v {kilobytes}; exec \"$0\"");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_staunton")]);
        command.env_remove("STAUNTON_CONFIG");
        let mut session = Session::of(command);
        let sentence = session.error("setoption name Threads value 1024");
        assert!(sentence.contains("it stays at 1"), "{sentence}");
        assert!(session.go("depth 1").last().unwrap().starts_with("bestmove"));
    }
}
