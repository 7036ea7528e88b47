//! `staunton fastchess`: the command line and the lines of fastchess, and what
//! `match --pgn` writes by choice.

use super::runs::{folder, run_in};
use std::fs;

/// Number and result of each finished game, read as OpenBench's worker reads
/// them: words at spaces.
fn finished(text: &str) -> Vec<(usize, String)> {
    let lines = text.lines().filter(|line| line.contains("Finished game"));
    let read = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[2].parse().unwrap(), words[6].to_string())
    };
    lines.map(read).collect()
}

const TWO: &str = "-engine cmd={fake} name=A -engine cmd={fake} name=B -each nodes=1";

#[test]
fn a_match_prints_what_scripts_read() {
    let folder = folder("fastchess-lines");
    let line = format!(
        "fastchess {TWO} option.Hash=2 option.Threads=1 -rounds 3 -repeat -concurrency 2 \
         -maxmoves 6 -ratinginterval 2 -testEnv -srand 5 -pgnout file=g.pgn nodes=true \
         seldepth=true -epdout file=ends.epd -event An event -site Here"
    );
    let ran = run_in(&folder, &line).succeeded();
    let text = ran.out;
    assert_eq!(ran.err, "Note: without effect here: -testEnv\n");
    let started = text.lines().filter(|line| line.starts_with("Started game ")).count();
    assert_eq!(started, 6, "{text}");
    for line in [
        "Started game 1 of 6 (A vs B)",
        "Started game 2 of 6 (B vs A)",
        "Results of A vs B (1 nodes, NULL, 2MB):",
        "Tournament finished",
    ] {
        assert!(text.lines().any(|printed| printed == line), "{line}\n{text}");
    }
    assert!(text.contains("Finished game 6 (B vs A): "), "{text}");
    // OpenBench's worker reads ASCII, and takes an empty line for the end.
    assert!(text.is_ascii() && text.lines().all(|line| !line.trim().is_empty()), "{text}");
    let mut games = finished(&text);
    games.sort();
    assert_eq!(games.iter().map(|game| game.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert!(games.iter().all(|(_, result)| ["1-0", "0-1", "1/2-1/2"].contains(&result.as_str())));
    // After two pairs, and at the end.
    assert_eq!(text.matches("Ptnml(0-2): [").count(), 2, "{text}");
    assert_eq!(text.lines().filter(|line| *line == "-".repeat(50)).count(), 4);
    let pgn = fs::read_to_string(folder.join("g.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event \"An event\"]\n[Site \"Here\"]").count(), 6, "{pgn}");
    assert!(pgn.contains("{+0.12/3 0.0") && pgn.contains("n=34"), "{pgn}");
    assert_eq!(fs::read_to_string(folder.join("ends.epd")).unwrap().lines().count(), 6);
}

#[test]
fn faults_have_the_words_that_workers_count() {
    for (mode, words, termination) in [
        ("crashes", "disconnects}", "abandoned"),
        ("illegal", "makes an illegal move}", "illegal move"),
        ("resigns", "makes an illegal move}", "illegal move"),
    ] {
        let folder = folder(&format!("fastchess-{mode}"));
        let line = format!(
            "fastchess -engine cmd={{fake}} args={mode} name=bad -engine cmd={{fake}} name=good \
             -each nodes=1 -rounds 1 -recover -pgnout file=g.pgn -log file=l.txt level=warn"
        );
        let text = run_in(&folder, &line).succeeded().out;
        assert_eq!(finished(&text).len(), 2, "{text}");
        assert_eq!(text.matches(words).count(), 2, "{mode}: {text}");
        assert!(text.contains("Wins: 0, Losses: 2, Draws: 0, Points: 0.0 (0.00 %)"), "{text}");
        let pgn = fs::read_to_string(folder.join("g.pgn")).unwrap();
        let tag = format!("[Termination \"{termination}\"]");
        assert_eq!(pgn.matches(&tag).count(), 2, "{pgn}");
    }
}

#[test]
fn wrong_words_are_named_and_the_version_is_the_first_number() {
    let folder = folder("fastchess-words");
    for (line, part) in [
        ("fastchess -engin cmd=x", "'-engin' is not known"),
        ("fastchess -engine cmd=x nods=4", "'nods' is not known"),
        ("fastchess -engine cmd=x -each tc=1", "a match needs two players"),
    ] {
        let what = run_in(&folder, line).refused(&[part]).err;
        assert_eq!(what.lines().count(), 1, "{line}: {what}");
    }
    for line in ["match -engine cmd=x", "-each tc=1 -engine cmd=x", "match --engine a -each b"] {
        run_in(&folder, line).ended(2, &["`staunton fastchess -engine …`"]);
    }
    assert!(!run_in(&folder, "match --engin").err.contains("fastchess"));
    for line in ["fastchess -version", "fastchess --version", "fastchess version"] {
        let text = run_in(&folder, line).succeeded().out;
        let number =
            text.split(|c: char| !c.is_ascii_digit() && c != '.').find(|s| s.contains('.'));
        assert_eq!(number, Some("1.8.1"), "{text}");
    }
    assert!(run_in(&folder, "fastchess -help").out.contains("-engine cmd="));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "no file was made");
}

#[test]
fn a_match_goes_on_from_its_file_and_prints_what_is_new() {
    let folder = folder("fastchess-resume");
    let line = format!("fastchess {TWO} -rounds 2 -maxmoves 4 -config outname=s.json");
    assert_eq!(finished(&run_in(&folder, &line).out).len(), 4);
    let told = ["s.json does this in ", "  starts cmd="];
    let text = run_in(&folder, "fastchess -rounds 3 -config file=s.json").ended(0, &told).out;
    let games: Vec<usize> = finished(&text).into_iter().map(|game| game.0).collect();
    assert_eq!(games, [5, 6], "{text}");
    assert!(text.contains("Games: 6, "), "{text}");
}

#[test]
fn single_games_fixed_colors_and_restarts() {
    let folder = folder("fastchess-single");
    let line = format!("fastchess {TWO} restart=on -rounds 3 -games 1 -noswap -maxmoves 3");
    let text = run_in(&folder, &line).out;
    for number in 1..=3 {
        let begin = format!("Started game {number} of 3 (A vs B)");
        assert!(text.lines().any(|line| line == begin), "{text}");
    }
    assert!(!text.contains("Ptnml") && text.contains("Games: 3, "), "{text}");
    let line = format!(
        "match {} --each nodes=1 --maxmoves 3 --games 1 --rounds 3",
        "--engine cmd={fake} name=A --engine cmd={fake} name=B"
    );
    let output = run_in(&folder, &format!("{line} --json r.json")).succeeded();
    assert!(output.out.contains("Score of A vs B: 0 - 0 - 3"), "{}", output.out);
    let state = format!("{line} --state s.jsonl --rounds 1");
    run_in(&folder, &state).succeeded();
    let more = run_in(&folder, &format!("{line} --resume s.jsonl"));
    assert!(more.out.contains("Score of A vs B: 0 - 0 - 3"), "{}{}", more.out, more.err);
}

#[test]
fn games_say_what_is_asked_for() {
    let folder = folder("fastchess-pgn");
    let line = "match --engine cmd={fake} tc=100+1 --engine cmd=self name=own nodes=300 --games 2 \
                --maxmoves 3";
    let all = "nodes=true seldepth=true nps=true hashfull=true tbhits=true pv=true timeleft=true \
               latency=true";
    run_in(&folder, &format!("{line} --pgn file=a.pgn notation=uci {all}")).succeeded();
    let pgn = fs::read_to_string(folder.join("a.pgn")).unwrap();
    let joined = pgn.replace('\n', " ");
    assert!(pgn.contains("[White \"Fake\"]") && pgn.contains("[Black \"own\"]"), "{pgn}");
    for part in [
        "[WhiteTimeControl \"100+1\"] [BlackTimeControl \"-\"]",
        "[GameStartTime \"2",
        "[GameEndTime \"2",
        "{+0.12/3 0.0",
        " tl=10",
        " latency=",
        " n=34",
        " sd=",
        " nps=",
        " hashfull=",
        " tbhits=0, pv=\"",
    ] {
        assert!(joined.contains(part), "{part}: {pgn}");
    }
    run_in(&folder, &format!("{line} --pgn file=b.pgn notation=lan")).succeeded();
    let pgn = fs::read_to_string(folder.join("b.pgn")).unwrap();
    assert!(!pgn.contains(" n=") && pgn.contains('-'), "{pgn}");
}

#[test]
fn openings_are_named() {
    let folder = folder("fastchess-names");
    // A Najdorf that stays one, by two orders of moves; nothing that has a name.
    for (file, text) in [
        ("najdorf.pgn", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 7. f4 *\n"),
        ("other.pgn", "1. Nf3 c5 2. e4 d6 3. Nc3 Nf6 4. d4 cxd4 5. Nxd4 a6 6. Bg5 e6 7. f4 *\n"),
        ("ends.epd", "8/8/4k3/8/8/4K3/4P3/8 w - -\n"),
        ("960.epd", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    let pgn = |file: &str, words: &str| {
        let line = format!(
            "match --engine cmd=self name=a --engine cmd=self name=b --each nodes=1 --games 1 \
             --maxmoves 1 --openings file={file} --pgn file={file}{words}.out {words}"
        );
        run_in(&folder, &line).succeeded();
        fs::read_to_string(folder.join(format!("{file}{words}.out"))).unwrap()
    };
    // The move that is played may have a name of its own.
    for file in ["najdorf.pgn", "other.pgn"] {
        let tags = "[Opening \"Sicilian Defense: Najdorf Variation";
        assert!(pgn(file, "").contains(tags), "{file}");
    }
    for (file, words) in
        [("ends.epd", ""), ("najdorf.pgn", "min=true"), ("960.epd", "--variant=chess960")]
    {
        assert!(!pgn(file, words).contains("[ECO"), "{file}");
    }
}
