//! `staunton fastchess`: the command line and the lines of fastchess, and what
//! `match --pgn` writes by choice.

use crate::support::{fake, program};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fastchess-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program in a folder; `{fake}` stands for the fake engine.
fn run(folder: &Path, line: &str) -> Output {
    let mut command = program(line.split_whitespace().map(|word| word.replace("{fake}", &fake())));
    command.current_dir(folder).env("XDG_STATE_HOME", folder.join("states"));
    command.stdin(Stdio::null()).output().expect("the program starts")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

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
    let folder = folder("lines");
    let line = format!(
        "fastchess {TWO} option.Hash=2 option.Threads=1 -rounds 3 -repeat -concurrency 2 \
         -maxmoves 6 -ratinginterval 2 -testEnv -srand 5 -pgnout file=g.pgn nodes=true \
         seldepth=true -epdout file=ends.epd -event An event -site Here"
    );
    let output = run(&folder, &line);
    let (text, notes) = (out(&output), err(&output));
    assert_eq!(output.status.code(), Some(0), "{notes}");
    assert_eq!(notes, "Note: without effect here: -testEnv\n");
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
        let folder = folder(mode);
        let line = format!(
            "fastchess -engine cmd={{fake}} args={mode} name=bad -engine cmd={{fake}} name=good \
             -each nodes=1 -rounds 1 -recover -pgnout file=g.pgn -log file=l.txt level=warn"
        );
        let output = run(&folder, &line);
        let text = out(&output);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
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
    let folder = folder("words");
    for (line, part) in [
        ("fastchess -engin cmd=x", "'-engin' is not known"),
        ("fastchess -engine cmd=x nods=4", "'nods' is not known"),
        ("fastchess -engine cmd=x -each tc=1", "a match needs two players"),
    ] {
        let output = run(&folder, line);
        let what = err(&output);
        assert_eq!((output.status.code(), out(&output)), (Some(2), String::new()), "{line}");
        assert!(what.contains(part) && what.lines().count() == 1, "{line}: {what}");
    }
    for line in ["match -engine cmd=x", "-each tc=1 -engine cmd=x", "match --engine a -each b"] {
        let output = run(&folder, line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(
            err(&output).contains("`staunton fastchess -engine …`"),
            "{line}: {}",
            err(&output)
        );
    }
    assert!(!err(&run(&folder, "match --engin")).contains("fastchess"));
    for line in ["fastchess -version", "fastchess --version", "fastchess version"] {
        let output = run(&folder, line);
        let text = out(&output);
        let number =
            text.split(|c: char| !c.is_ascii_digit() && c != '.').find(|s| s.contains('.'));
        assert_eq!((output.status.code(), number), (Some(0), Some("1.8.1")), "{text}");
    }
    assert!(out(&run(&folder, "fastchess -help")).contains("-engine cmd="));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "no file was made");
}

#[test]
fn a_match_goes_on_from_its_file_and_prints_what_is_new() {
    let folder = folder("resume");
    let line = format!("fastchess {TWO} -rounds 2 -maxmoves 4 -config outname=s.json");
    assert_eq!(finished(&out(&run(&folder, &line))).len(), 4);
    let output = run(&folder, "fastchess -rounds 3 -config file=s.json");
    let text = out(&output);
    let told = err(&output);
    assert!(told.contains("s.json does this in ") && told.contains("  starts cmd="), "{told}");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let games: Vec<usize> = finished(&text).into_iter().map(|game| game.0).collect();
    assert_eq!(games, [5, 6], "{text}");
    assert!(text.contains("Games: 6, "), "{text}");
}

#[test]
fn single_games_fixed_colours_and_restarts() {
    let folder = folder("single");
    let line = format!("fastchess {TWO} restart=on -rounds 3 -games 1 -noswap -maxmoves 3");
    let text = out(&run(&folder, &line));
    for number in 1..=3 {
        let begin = format!("Started game {number} of 3 (A vs B)");
        assert!(text.lines().any(|line| line == begin), "{text}");
    }
    assert!(!text.contains("Ptnml") && text.contains("Games: 3, "), "{text}");
    let line = format!(
        "match {} --each nodes=1 --maxmoves 3 --games 1 --rounds 3",
        "--engine cmd={fake} name=A --engine cmd={fake} name=B"
    );
    let output = run(&folder, &format!("{line} --json r.json"));
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("Score of A vs B: 0 - 0 - 3"), "{}", out(&output));
    let state = format!("{line} --state s.jsonl --rounds 1");
    assert_eq!(run(&folder, &state).status.code(), Some(0));
    let more = run(&folder, &format!("{line} --resume s.jsonl"));
    assert!(out(&more).contains("Score of A vs B: 0 - 0 - 3"), "{}{}", out(&more), err(&more));
}

#[test]
fn games_say_what_is_asked_for() {
    let folder = folder("pgn");
    let line = "match --engine cmd={fake} tc=100+1 --engine cmd=self name=own nodes=300 --games 2 \
                --maxmoves 3";
    let all = "nodes=true seldepth=true nps=true hashfull=true tbhits=true pv=true timeleft=true \
               latency=true";
    let output = run(&folder, &format!("{line} --pgn file=a.pgn notation=uci {all}"));
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
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
    let plain = run(&folder, &format!("{line} --pgn file=b.pgn notation=lan"));
    assert_eq!(plain.status.code(), Some(0), "{}", err(&plain));
    let pgn = fs::read_to_string(folder.join("b.pgn")).unwrap();
    assert!(!pgn.contains(" n=") && pgn.contains('-'), "{pgn}");
    let wrong = run(&folder, &format!("{line} --pgn file=c.pgn notation=short"));
    assert_eq!(wrong.status.code(), Some(2));
    assert!(err(&wrong).contains("san, lan or uci, not 'short'"), "{}", err(&wrong));
}

#[test]
fn openings_are_named() {
    let folder = folder("names");
    // A Najdorf, by two orders of moves; nothing that has a name.
    for (file, text) in [
        ("najdorf.pgn", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n"),
        ("other.pgn", "1. Nf3 c5 2. e4 d6 3. Nc3 Nf6 4. d4 cxd4 5. Nxd4 a6 *\n"),
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
        let output = run(&folder, &line);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        fs::read_to_string(folder.join(format!("{file}{words}.out"))).unwrap()
    };
    let tags = "[ECO \"B90\"]\n[Opening \"Sicilian Defense: Najdorf Variation\"]\n";
    assert!(pgn("najdorf.pgn", "").contains(tags));
    assert!(pgn("other.pgn", "").contains(tags));
    for (file, words) in
        [("ends.epd", ""), ("najdorf.pgn", "min=true"), ("960.epd", "--variant=chess960")]
    {
        assert!(!pgn(file, words).contains("[ECO"), "{file}");
    }
}
