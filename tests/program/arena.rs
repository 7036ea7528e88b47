//! Matches from the command line, also against engines that misbehave.

use super::runs::{Ran, fresh};
use crate::support::{fake, program};
use staunton::chess::notation::pgn::{self, PgnGame};
use staunton::chess::types::{Color, GameResult, PieceKind};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A match between these engines, `{fake}` standing for the fake one, and
/// `{pgn}` for a file of this name.
fn command(line: &str, name: &str) -> Command {
    let line = line
        .replace("{fake}", &fake())
        .replace("{pgn}", fresh(&format!("{name}.pgn")).to_str().unwrap());
    let mut command = program(["match"]);
    command.args(shell_words(&line)).stdin(Stdio::null());
    command
}

/// Splits words at spaces, except between quotation marks.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' | '\n' if !quoted => words.push(String::new()),
            letter => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

pub struct PlayedMatch {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    pub games: Vec<PgnGame>,
}

fn played(output: Output, name: &str) -> PlayedMatch {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.pgn"));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let Ran { code, out, err } = output.into();
    let games = pgn::read(&text).map(|entry| entry.flawless().expect("the games can be read"));
    PlayedMatch { code, out, err, games: games.collect() }
}

pub fn play(line: &str, name: &str) -> PlayedMatch {
    played(command(line, name).output().expect("the program starts"), name)
}

/// Two games of a fake engine that misbehaves at its third move against an
/// honest one.
fn against_honest(mode: &str, limits: &str) -> PlayedMatch {
    let line = format!(
        "--engine cmd={{fake}} name=bad 'args={mode} 3' --engine cmd={{fake}} name=good \
         --each {limits} --games 2 --maxmoves 5 --recover --ping-ms 1500 --ucinewgame-ms 3000 \
         --pgn {{pgn}}"
    );
    play(&line, &format!("honest-{mode}"))
}

#[test]
fn an_engine_that_breaks_the_rules_loses_and_the_match_goes_on() {
    let long = "tc=100+0";
    let short = "tc=0.3+0";
    for (mode, limits, termination, words) in [
        ("crashes", long, "abandoned", "crashed"),
        ("hangs", short, "abandoned", "stopped responding"),
        ("sleepy", long, "abandoned", "stopped responding"),
        ("idles", short, "time forfeit", "loses on time"),
        ("dawdles", short, "time forfeit", "loses on time"),
        ("illegal", long, "rules infraction", "made the illegal move 'a1h8'"),
        ("passes", long, "rules infraction", "made the illegal move '0000'"),
        ("resigns", long, "rules infraction", "answered '(none)', which is not a move"),
        ("babbles", long, "rules infraction", "answered 'what a position!'"),
        ("empty", long, "rules infraction", "answered ''"),
        #[cfg(unix)]
        ("closes", long, "abandoned", "crashed"),
    ] {
        let played = against_honest(mode, limits);
        assert_eq!((played.code, played.games.len()), (Some(0), 2), "{mode}: {}", played.err);
        assert!(played.out.contains("Score of bad vs good: 0 - 2 - 0"), "{mode}: {}", played.out);
        let told = played.err.lines().filter(|line| line.starts_with("Finished"));
        let named = told.filter(|line| line.contains(words)).count();
        assert_eq!(named, 2, "{mode}: {}", played.err);
        for game in &played.games {
            assert_eq!(game.tag("Termination"), Some(termination), "{mode}");
            let winner = if game.tag("White") == Some("good") {
                GameResult::WhiteWins
            } else {
                GameResult::BlackWins
            };
            assert_eq!(game.result, winner, "{mode}");
        }
    }
}

#[test]
fn harmless_faults_cost_no_game_but_noise_is_reported() {
    for (mode, named) in [
        ("greets", None),
        ("noisy", Some("'warning: the table is full'")),
        ("endless", Some("'xxx")),
        ("chatty", Some("the PV 'e2e4 e7e5' before move ")),
        ("stutters", None),
        ("shouts", None),
    ] {
        let played = against_honest(mode, "tc=100+0");
        assert_eq!(played.code, Some(0), "{mode}: {}", played.err);
        assert!(played.out.contains("bad vs good: 0 - 0 - 2"), "{mode}: {}", played.out);
        let notes: Vec<&str> = played.err.lines().filter(|line| line.starts_with("Note")).collect();
        match named {
            None => assert!(notes.is_empty(), "{mode}: {notes:?}"),
            Some(part) => {
                assert!(notes.len() == 1 && notes[0].contains(part), "{mode}: {notes:?}");
            }
        }
        for game in &played.games {
            assert_eq!(game.tag("Termination"), Some("adjudication"));
        }
    }
}

#[test]
fn without_recover_a_crash_ends_the_match_and_the_result_stands() {
    let played = play(
        "--engine cmd={fake} name=bad 'args=crashes 2' --engine cmd={fake} name=good \
         --each nodes=1 --games 10 --pgn {pgn}",
        "no-recover",
    );
    assert_eq!((played.code, played.games.len()), (Some(1), 1), "{}", played.err);
    assert!(played.err.contains("bad crashed in game 1; with --recover"), "{}", played.err);
    let note = "bad, game 1: it ended (exit status: 3); its last line on standard error: 'the board is on fire'";
    assert!(played.err.contains(note), "{}", played.err);
    assert!(played.out.contains("Score of bad vs good: 0 - 1 - 0"), "{}", played.out);
}

#[test]
fn a_player_that_does_not_start_is_named() {
    for (engine, part) in [
        ("cmd={fake} args=mute", "no 'uciok' within 0.2 s: is it a UCI engine?"),
        (
            "cmd={fake} args=dies",
            "at once; its last line on standard error: 'no weights, no engine'",
        ),
        ("cmd=no/such/engine", "no/such/engine' cannot be started"),
        ("'cmd=no/such x.py -u'", "say args=\"x.py -u\""),
        ("'cmd=no-such x.py'", "say args=\"x.py\""),
        ("cmd={fake} option.Hsah=1", "has no option 'Hsah'"),
        ("cmd={fake} option.Hash=65", "takes a whole number from 1 to 64, not '65'"),
        ("cmd=self option.Hsah=1", "has no option 'Hsah'"),
        ("cmd=self option.UCI_Elo=9", "option UCI_Elo takes a whole number from 800 to 2800"),
        ("cmd=self option.UCI_LimitStrength=x", "UCI_LimitStrength takes true or false, not 'x'"),
        ("cmd=self option.EvalFile=no.net", "option EvalFile: no.net: it cannot be read"),
    ] {
        let line =
            format!("--engine {engine} name=x --engine cmd=self --each nodes=9 --startup-ms 200");
        let played = play(&line, "begin");
        assert_eq!((played.code, played.out.as_str()), (Some(1), ""), "{engine}: {}", played.err);
        assert!(played.err.contains(part), "{engine}: {}", played.err);
        assert_eq!(played.err.lines().count(), 1, "{}", played.err);
    }
    // An option for each engine is set in those that have it.
    let played = play(
        "--engine cmd={fake} --engine cmd=self option.UCI_LimitStrength=true option.UCI_Elo=900 \
         --each nodes=9 option.Hash=2 option.MultiPV=1 tc=inf/90+0.1 --games 2 --maxmoves 2",
        "each",
    );
    assert_eq!(played.code, Some(0), "{}", played.err);
}

#[test]
fn games_are_adjudicated_when_their_players_agree() {
    let line = |rule: &str| {
        format!(
            "--engine cmd={{fake}} name=bad args=despairs --engine cmd={{fake}} name=good \
             --each nodes=1 --games 2 {rule} --pgn {{pgn}}"
        )
    };
    let lost = play(&line("--resign movecount=3 score=900"), "resign");
    assert!(lost.out.contains("bad vs good: 0 - 2 - 0"), "{}", lost.out);
    assert!(lost.err.contains("wins by adjudication: the loser sees the loss"), "{}", lost.err);
    let plies: Vec<_> = lost.games.iter().map(|game| game.tag("PlyCount")).collect();
    assert_eq!(plies, [Some("13"), Some("14")], "eight of the opening, three by the loser");
    let line = "--engine cmd={fake} name=a --engine cmd={fake} name=b --each nodes=1 --games 2 \
                --draw movenumber=8 movecount=4 score=20 --pgn {pgn}";
    let drawn = play(line, "draw");
    assert!(drawn.err.contains("draw by adjudication: the players see a draw"), "{}", drawn.err);
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let play = |name: &str, more: &str| {
        let line = format!(
            "--engine cmd=self name=a nodes=400 --engine cmd=self name=b nodes=500 --games 8 \
             --pgn file={{pgn}} min=true {more}"
        );
        let played = play(&line, name);
        assert_eq!(played.code, Some(0), "{}", played.err);
        std::fs::read_to_string(Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.pgn")))
            .unwrap()
    };
    let once = play("same-1", "");
    assert_eq!(once.matches("[Result ").count(), 8);
    assert_eq!(play("same-2", ""), once);
    assert_eq!(play("same-3", "--concurrency 2"), once);
    assert_ne!(play("same-4", "--seed 2"), once);
}

#[test]
fn a_round_robin_or_a_gauntlet_is_played() {
    let three = "--engine cmd={fake} name=a --engine cmd={fake} name=b --engine cmd=self name=c \
                 --each nodes=9 --rounds 2 --maxmoves 4 --concurrency 2 --pgn {pgn}";
    let pairings = |played: &PlayedMatch| -> Vec<String> {
        let name = |game: &PgnGame, color| game.tag(color).unwrap().to_string();
        played.games.iter().map(|game| name(game, "White") + &name(game, "Black")).collect()
    };
    let all = play(three, "robin");
    assert_eq!(all.code, Some(0), "{}", all.err);
    let round = ["ab", "ba", "ac", "ca", "bc", "cb"];
    assert_eq!(pairings(&all), [round, round].concat());
    for line in [
        "    Player  Elo  ± 95 %  Points  Games   Score  +  =  -     LOS",
        "1.  a        +0      46     4.0      8  50.0 %  0  8  0  50.0 %",
        "    Against     1.     2.     3.",
        "2.  b        2.0/4      ·  2.0/4",
    ] {
        assert!(all.out.lines().any(|printed| printed == line), "{line}\n{}", all.out);
    }
    let gauntlet = play(&format!("{three} --tournament gauntlet"), "gauntlet");
    assert_eq!(pairings(&gauntlet), [&round[..4], &round[..4]].concat());
}

#[test]
fn the_first_player_gives_the_odds_with_either_color() {
    let played = play(
        &format!(
            "--engine cmd={{fake}} name=giver --engine cmd={{fake}} name=other --each nodes=1 \
             --games 4 --maxmoves 2 --odds queen --pgn {{pgn}} --report {} --json {}",
            fresh("odds.html").display(),
            fresh("odds.json").display()
        ),
        "odds",
    );
    for (name, part) in [("odds.html", "queen, given by giver"), ("odds.json", "\"giver\"")] {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains(part), "{name}: {text}");
    }
    assert_eq!((played.code, played.games.len()), (Some(0), 4), "{}", played.err);
    for game in &played.games {
        let giver = if game.tag("White") == Some("giver") { Color::White } else { Color::Black };
        let queens = |color| game.start.pieces(color, PieceKind::Queen).count();
        assert_eq!((queens(giver), queens(!giver)), (0, 1));
    }
}

#[test]
fn the_exchanges_of_the_documents_are_priced() {
    let (report, json) = (fresh("documents.html"), fresh("documents.json"));
    let line = format!(
        "--preset documents --each nodes=60 --rounds 1 --report {} --json {}",
        report.display(),
        json.display()
    );
    let played = play(&line, "documents");
    assert_eq!(played.code, Some(0), "{}", played.err);
    assert!(played.out.contains("knight-and-bishop-for-rook"), "{}", played.out);
    let prices = played.out.lines().filter(|line| line.contains("      2   "));
    assert_eq!(prices.count(), 8, "{}", played.out);
    assert!(played.out.starts_with("exchange "), "{}", played.out);
    let report = std::fs::read_to_string(report).unwrap();
    assert!(report.contains("Two Rooks may be exchanged for three minor Pieces"), "{report}");
    let json = std::fs::read_to_string(json).unwrap();
    assert_eq!(json.matches("\"agreement\"").count(), 8, "{json}");
    let refused = play("--preset documents --sprt elo0=0", "documents");
    assert_eq!((refused.code, refused.err.lines().count()), (Some(2), 1), "{}", refused.err);
}

#[test]
fn a_series_about_the_documents_is_resumed_where_it_ended() {
    let state = fresh("series.jsonl");
    let path = state.display();
    let line = "--preset documents --each nodes=60 --rounds 1 --pgn file={pgn} min=true";
    let whole = play(&format!("{line} --state {path}"), "series-whole");
    assert_eq!((whole.code, whole.games.len()), (Some(0), 16), "{}", whole.err);
    let text = std::fs::read_to_string(&state).unwrap();
    // The definition and three games: the second exchange was being played.
    let kept: String = text.split_inclusive('\n').take(4).collect();
    std::fs::write(&state, kept).unwrap();
    let resumed = play(&format!("{line} --resume {path}"), "series-resumed");
    assert_eq!((resumed.code, &resumed.out), (Some(0), &whole.out), "{}", resumed.err);
    assert_eq!(resumed.games, whole.games);
    let games = std::fs::read_to_string(&state).unwrap().matches("\"moves\":").count();
    assert_eq!(games, 16, "no game was played twice");
    let one = "--engine cmd=self name=giver --engine cmd=self name=other --each nodes=60";
    let other = play(&format!("{one} --odds bishop-for-knight --resume {path}"), "unused");
    assert!(other.code == Some(2) && other.err.contains("its odds was"), "{}", other.err);
}

#[test]
fn chess960_is_written_and_read_as_such() {
    let line = "--engine cmd=self name=a --engine cmd={staunton} name=b --each nodes=300 \
                --games 6 --variant double --pgn {pgn}";
    let played = play(&line.replace("{staunton}", env!("CARGO_BIN_EXE_staunton")), "double");
    assert_eq!((played.code, played.games.len()), (Some(0), 6), "{}", played.err);
    assert!(!played.out.contains("Forfeits"), "{}", played.out);
    assert!(played.games.iter().all(|game| game.chess960));
    let played = play(&line.replace("{staunton}", "{fake}"), "double");
    assert_eq!(played.code, Some(1));
    assert!(played.err.contains("b does not support Chess960"), "{}", played.err);
}

pub const LONG: &str = "--engine cmd=self name=a nodes=300 --engine cmd=self name=b nodes=200 \
                    --games 40 --concurrency 2";

/// Plays until `games` games are reported, and is then killed without warning.
pub fn kill_after(games: usize, line: &str, name: &str) {
    let mut child = command(line, name).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    let told = lines.filter(|line| line.starts_with("Finished")).take(games).count();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(told, games);
}

#[test]
fn a_killed_match_is_resumed_with_no_game_lost_or_counted_twice() {
    let whole = play(&format!("{LONG} --pgn file={{pgn}} min=true"), "whole");
    assert_eq!(whole.games.len(), 40);

    let state = fresh("killed.jsonl");
    let path = state.to_str().unwrap();
    let pgn = fresh("killed.pgn");
    let pgn = pgn.to_str().unwrap();
    std::fs::write(pgn, "[Event \"another match\"]\n\n*\n\n").unwrap();
    kill_after(7, &format!("{LONG} --pgn file={pgn} min=true --state {path}"), "unused");
    // It was writing when it was killed.
    let add = |bytes: &[u8]| {
        let mut file = std::fs::OpenOptions::new().append(true).open(&state).unwrap();
        file.write_all(bytes).unwrap();
    };
    add("{\"game\":39,\"ending\":{\"text\":\"é".as_bytes().split_last().unwrap().1);

    let resume = format!("{LONG} --pgn file={pgn} min=true --resume {path}");
    kill_after(15, &resume, "unused");
    // The power failed, and part of what was written never came to the disk.
    add(b"\0\0\0\0ing\":{\"kind\":\"fifty\"}}\n{\"game\":39}\n");
    let resumed = play(&resume, "unused");
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    let score = |played: &PlayedMatch| played.out.lines().next().unwrap().to_string();
    assert_eq!(score(&resumed), score(&whole));
    let text = std::fs::read_to_string(pgn).unwrap();
    let games: Vec<PgnGame> = pgn::read(&text).map(|entry| entry.flawless().unwrap()).collect();
    assert_eq!(games.len(), 41);
    assert_eq!(games[1..], whole.games[..], "each game once, in order");

    // Nothing is left to play, and another match is refused.
    let again = play(&resume, "unused");
    assert_eq!((again.code, score(&again)), (Some(0), score(&whole)));
    let other = play(&resume.replace("nodes=300", "nodes=301"), "unused");
    assert_eq!(other.code, Some(2));
    assert!(other.err.contains("is of another match: its players was"), "{}", other.err);
    let new = play(&format!("{LONG} --state {path}"), "unused");
    assert!(new.code == Some(2) && new.err.contains("holds a match already"), "{}", new.err);
}

#[test]
fn a_damaged_file_is_refused() {
    let state = fresh("damaged.jsonl");
    let path = state.to_str().unwrap();
    for (text, part) in [
        ("", "line 1: this is not the file of a match"),
        ("{\"format\":\"else\"}\n", "line 1: this is not the file of a match"),
    ] {
        std::fs::write(&state, text).unwrap();
        let played = play(&format!("{LONG} --resume {path}"), "unused");
        assert!(played.code == Some(2) && played.err.contains(part), "{}", played.err);
    }
    std::fs::remove_file(&state).unwrap();
    let missing = play(&format!("{LONG} --resume {path}"), "unused");
    assert_eq!(missing.code, Some(2), "{}", missing.err);
    let line = "--engine cmd=self --engine cmd=self --each nodes=9 --games 2 --maxmoves 3";
    play(&format!("{line} --state {path}"), "unused");
    let text = std::fs::read_to_string(&state).unwrap();
    std::fs::write(&state, text.replacen("\"game\":0", "\"game\":1", 1)).unwrap();
    let twice = play(&format!("{line} --resume {path}"), "unused");
    assert!(twice.code == Some(2) && twice.err.contains("game 2 comes twice"), "{}", twice.err);
}

#[cfg(unix)]
mod signals {
    use super::*;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    #[test]
    fn an_interrupted_match_ends_at_once_and_its_result_stands() {
        let line = "--engine cmd=self name=a --engine cmd=self name=b --each nodes=200 \
                    --rounds 100000 --pgn {pgn}";
        let mut command = command(line, "interrupted");
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let told = lines.by_ref().map_while(Result::ok).filter(|line| line.starts_with("Finished"));
        assert_eq!(told.take(3).count(), 3);
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
        // It must not wait for a reader of its output.
        let told = lines.map_while(Result::ok).filter(|line| line.starts_with("Finished")).count();
        let output = child.wait_with_output().unwrap();
        let played = played(output, "interrupted");
        assert_eq!(played.code, Some(130), "{}", played.out);
        assert_eq!(played.games.len(), told + 3, "each that was told of is written, no other");
        assert!(played.out.contains("Score of a vs b: "), "{}", played.out);
        assert!(played.out.contains("Stopped before the end"), "{}", played.out);
    }
}
