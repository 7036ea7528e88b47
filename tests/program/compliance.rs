//! `staunton compliance`: Staunton passes, and engines that misbehave do not. In a
//! match the PVs of all engines are checked.

use super::runs::{Ran, folder, run, run_in};
use crate::support::fake;
use serde_json::Value;

fn compliance(arguments: &[&str]) -> Ran {
    run(["compliance"].iter().chain(arguments))
}

/// The exit code, and the checks of the fake engine in this mode.
fn of_fake(mode: &str, timeout_ms: &str) -> (Option<i32>, Value) {
    let ran = compliance(&[&fake(), "--json", "--timeout-ms", timeout_ms, "--", mode]);
    (ran.code, serde_json::from_str(&ran.out).expect("the output is JSON"))
}

/// Verdict and reason of a check.
fn check<'v>(report: &'v Value, name: &str) -> (&'v str, &'v str) {
    let checks = report["checks"].as_array().unwrap();
    let found = checks.iter().find(|check| check["check"] == name);
    let found = found.unwrap_or_else(|| panic!("no check '{name}'"));
    (found["verdict"].as_str().unwrap(), found["why"].as_str().unwrap_or(""))
}

#[test]
fn staunton_passes_every_check() {
    let own = env!("CARGO_BIN_EXE_staunton");
    // A step may take ten minutes, so a busy machine fails nothing.
    let text = compliance(&[own, "--option", "Hash=4", "--timeout-ms", "600000"]).succeeded().out;
    let lines: Vec<&str> = text.lines().collect();
    let (summary, checks) = lines.split_last().unwrap();
    assert!(checks.len() > 50 && checks.iter().all(|line| line.starts_with("PASS ")), "{text}");
    assert_eq!(*summary, format!("{} passed, 0 failed, 0 skipped", checks.len()));
}

#[test]
fn faults_of_a_search_are_named() {
    for (mode, check_name, part) in [
        ("illegal", "it obeys 'depth'", "a1h8"),
        ("passes", "it obeys 'depth'", "0000"),
        ("empty", "it obeys 'nodes'", "bestmove"),
        ("stutters", "it obeys 'movetime'", "a second best move came"),
        ("noisy", "it obeys 'depth'", "'info' is missing"),
        ("digs", "it obeys 'depth'", "'go depth 5' searches to depth 6"),
        ("digs", "it obeys 'nodes'", "'go nodes 2000' searches 14001 nodes"),
        ("digs", "it obeys 'nodes 1'", "'go nodes 1' searches 14001 nodes"),
        ("crashes", "it obeys 'depth'", "the engine ended (exit status: 3)"),
        ("", "'go infinite' waits for 'stop'", "came too early"),
        ("", "illegal moves are survived", "position startpos moves e2e5"),
    ] {
        if mode == "crashes" && !cfg!(unix) {
            continue;
        }
        let (code, report) = of_fake(mode, "20000");
        let (verdict, why) = check(&report, check_name);
        assert!(code == Some(1) && verdict == "fail" && why.contains(part), "{mode}: {report:#}");
        assert_eq!(check(&report, "MultiPV shows as many lines as asked for").0, "skip");
        assert_eq!(check(&report, "'quit' ends it with exit code 0").0, "pass", "{mode}");
    }
}

#[test]
fn the_best_move_belongs_to_the_board_last_sent() {
    let name = "a refused position is not answered with a move of the one before";
    let (code, report) = of_fake("remembers", "20000");
    let (verdict, why) = check(&report, name);
    assert_eq!((code, verdict), (Some(1), "fail"), "{why}");
    assert!(why.contains("is a move of 'position fen 8/5k2/"), "{why}");
    // It has no best move, whatever the position.
    assert_eq!(check(&of_fake("resigns", "20000").1, name).0, "skip", "it ends at a bad position");
}

#[test]
fn a_hung_engine_costs_one_time_limit() {
    let (code, report) = of_fake("mute", "1500");
    assert_eq!((code, report["failed"].as_u64()), (Some(1), Some(1)));
    let name = "it starts and answers 'uci' and 'isready'";
    assert_eq!(check(&report, name), ("fail", "no 'uciok' came within 1.5 s"));
    let (code, report) = of_fake("sleepy", "1500");
    let (verdict, why) = check(&report, "it is ready after 'ucinewgame'");
    assert_eq!((code, verdict), (Some(1), "fail"));
    assert!(why.contains("no 'readyok' came within 1.5 s"), "{why}");
    assert_eq!(check(&report, "it obeys 'depth'").0, "pass", "the engine starts again");
}

#[test]
fn an_engine_that_cannot_be_checked_is_a_wrong_command_line() {
    let fake = fake();
    for (arguments, part) in [
        (&["no-such-engine"] as &[&str], "cannot be started"),
        (&[&fake, "--option", "Nonsense=1"], "has no option 'Nonsense'"),
        (&[&fake, "--option", "Hash"], "NAME=VALUE"),
        (&[], "ENGINE"),
    ] {
        compliance(arguments).ended(2, &[part]);
    }
}

#[test]
fn a_match_counts_what_is_wrong_in_the_pvs() {
    let folder = folder("pvs");
    let line = "match --engine cmd=self name=good nodes=500 --engine cmd={fake} name=bad \
                args=chatty --each nodes=9 --maxmoves 9 --openings plies=1 --json r.json --games 2";
    let mut said = String::new();
    let mut reports = Vec::new();
    for rounds in ["--rounds 1 --state s.jsonl", "--rounds 2 --resume s.jsonl"] {
        said = run_in(&folder, &format!("{line} {rounds}")).succeeded().out;
        let json = std::fs::read_to_string(folder.join("r.json")).unwrap();
        reports.push(serde_json::from_str::<Value>(&json).unwrap());
    }
    let faults = |report: &Value, player: usize| report["players"][player]["pv_faults"].clone();
    let none = serde_json::json!({"illegal": 0, "beyond_end": 0, "not_best_move": 0});
    assert_eq!(faults(&reports[1], 0), none);
    // Each of its PVs is e2e4 e7e5, which is never legal when it plays Black:
    // nine moves in one of two games.
    let illegal_in = |report| faults(report, 1)["illegal"].as_u64().unwrap();
    let (before, illegal) = (illegal_in(&reports[0]), illegal_in(&reports[1]));
    assert!(before >= 9 && illegal >= before + 9, "those before the resume count: {reports:#?}");
    assert!(said.contains(&format!("PVs of bad: {illegal} with an illegal move")), "{said}");
    assert!(!said.contains("PVs of good"), "{said}");
}
