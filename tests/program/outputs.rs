//! Files that are packed, outputs under the name `-`, several inputs, and games that
//! are replaced by themselves.

use super::runs::{Ran, folder, fresh, gzip, run, run_in, run_with, word, zstandard};
use std::fs;
use std::path::Path;

const GAME: &str = "[Event \"one\"]\n\n1. e4 e5 *\n";
const RESULTS: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
    [White \"A\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n";

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().count() == 0
}

#[test]
fn packed_files_that_are_not_unpacked_are_named() {
    let folder = folder("outputs-packed");
    let path = folder.join("games");
    for (bytes, what) in [
        (&b"PK\x03\x04\x14\0\0\0\x08\0"[..], "it is a ZIP archive"),
        (b"BZh91AY&SY\xd9\x10", "it is compressed by bzip2"),
        (b"\xfd7zXZ\0\0\x04\xe6", "it is compressed by xz"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "it is a 7z archive"),
        (b"Rar!\x1a\x07\x01\0", "it is a RAR archive"),
    ] {
        fs::write(&path, bytes).unwrap();
        let name = word(&path);
        for words in [
            &["analyse", name, "--nodes", "9"][..],
            &["show", name],
            &["convert", "--to", "pgn", name],
            &["rate", name],
            &["fit-wdl", name],
            &["data", "evaltest", name],
            &["--config", name, "params"],
            &["datagen", "--out", "none.data", "--positions", "1", "--openings", name],
        ] {
            let ran = run(words);
            assert_ne!(ran.code, Some(0), "{words:?}");
            assert!(ran.err.contains(what) && ran.err.contains("unpack it first"), "{ran:?}");
        }
    }
}

#[test]
fn games_are_compressed_as_the_name_of_the_file_says() {
    let folder = folder("outputs-compressed");
    for (name, bytes) in [("games.pgn.gz", gzip(GAME)), ("games.pgn.zst", zstandard(GAME))] {
        fs::write(folder.join(name), &bytes).unwrap();
        let puzzles = format!("puzzles-{name}");
        let line = format!("analyse {name} --nodes 100 --out {name} --puzzles {puzzles}");
        for _ in 0..2 {
            run_in(&folder, &line).succeeded();
            for file in [name, &puzzles] {
                assert_eq!(fs::read(folder.join(file)).unwrap()[..2], bytes[..2], "{file}");
            }
            let games = run_in(&folder, &format!("convert --to san {name}")).succeeded();
            assert!(games.out.contains("[%eval"), "{games:?}");
        }
    }
}

#[test]
fn a_name_that_says_what_the_file_is_not_is_refused() {
    let folder = folder("outputs-names");
    fs::write(folder.join("game.pgn"), GAME).unwrap();
    for line in [
        "analyse game.pgn --nodes 9 --out games.zip",
        "analyse game.pgn --nodes 9 --report report.html.bz2",
        "analyse game.pgn --nodes 9 --player A --resume known.gz",
        "rate game.pgn --json ratings.json.xz",
        "datagen --out games.data.gz --positions 1",
        "data merge none.data --out games.zst",
        "data salvage none.data --out games.gz",
        "tune --data none.data --out weights.rs.gz",
        "train --data none.data --out one.net.zst",
        "match --engine cmd=self nodes=9 --engine cmd=self name=b nodes=9 --rounds 1 --pgn games.pgn.gz",
    ] {
        let part = "the file would not be packed, as the ending of its name says";
        run_in(&folder, line).refused(&[part]);
    }
}

#[test]
fn a_dash_is_standard_output_or_refused_but_no_file() {
    let folder = folder("outputs-dash");
    let input = |line: &str, text: &str| -> Ran {
        let mut command = super::runs::program_in(&folder, line);
        let path = fresh("outputs-dash-input");
        fs::write(&path, text).unwrap();
        command.stdin(fs::File::open(path).unwrap()).output().unwrap().into()
    };
    let analyse = |words: &str| input(&format!("analyse - --nodes 100 {words}"), GAME);
    let usual = analyse("").succeeded().out;
    assert_eq!(analyse("--out -").succeeded().out, usual);
    assert!(analyse("--out - --json").succeeded().out.starts_with('['));
    for (words, part) in [
        ("--report -", "--out and --report would both be written to standard output"),
        ("--out - --puzzles -", "--out and --puzzles would both be"),
        ("--out /dev/null --report - --puzzles -", "--report and --puzzles would both be"),
        ("--player A --report -", "the summary and --report would both be"),
        ("--player A --resume -", "--resume -: a file is needed here"),
    ] {
        analyse(words).refused(&[part]);
    }
    let out = folder.join("out.pgn");
    let page = analyse(&format!("--out {} --report -", word(&out))).succeeded().out;
    assert!(page.starts_with("<!") && page.trim_end().ends_with("</html>"), "{page}");
    fs::remove_file(out).unwrap();

    let rate = |words: &str| input(&format!("rate - {words}"), RESULTS);
    let json: serde_json::Value =
        serde_json::from_str(&rate("--json -").succeeded().out).expect("it is JSON alone");
    assert_eq!(json["games"], 1);
    assert!(rate("--report -").succeeded().out.trim_end().ends_with("</html>"));
    rate("--json - --report -").refused(&["would both be written to standard output"]);
    let text = rate("").succeeded().out;
    assert!(text.contains("\n1 game: White +1 =0 -0."), "{text}");
    assert!(text.contains("\nNot counted: 1 game without two players."), "{text}");

    for line in [
        "datagen --out - --positions 1",
        "datagen --out games.data --tree - --positions 1",
        "data merge none.data --out -",
        "tune --data none.data --out -",
        "train --data none.data --out -",
        "match --engine cmd=self nodes=9 --engine cmd=self name=b nodes=9 --rounds 1 --report -",
        "match --engine cmd=self nodes=9 --engine cmd=self name=b nodes=9 --rounds 1 --pgn -",
    ] {
        run_in(&folder, line).refused(&["a file is needed here, not standard output"]);
    }
    let _ = fs::remove_dir_all(folder.join("states"));
    assert!(is_empty(&folder));
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_the_others_from_it() {
    let folder = folder("outputs-several");
    fs::write(folder.join("a.pgn"), GAME).unwrap();
    fs::write(folder.join("b.pgn"), GAME.replace("e4", "d4")).unwrap();
    fs::write(folder.join("empty.pgn"), "").unwrap();
    let ran = run_in(&folder, "convert --to uci a.pgn missing.pgn empty.pgn b.pgn");
    let parts = ["missing.pgn: ", "empty.pgn: there is nothing to read", "in 2 places"];
    let ran = ran.ended(1, &parts);
    assert_eq!(ran.out, "position startpos moves e2e4 e7e5\nposition startpos moves d2d4 e7e5\n");
    run_in(&folder, "convert --to uci missing.pgn").refused(&["missing.pgn: "]);
    run_in(&folder, "convert --to uci missing.pgn empty.pgn").refused(&["none of these files"]);

    fs::write(folder.join("labels"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;300\n").unwrap();
    let ran = run_in(&folder, "data evaltest missing labels").ended(1, &["missing: "]);
    assert!(ran.out.contains("labels: 1 positions"), "{ran:?}");
    // One sum of all files needs all of them.
    run_in(&folder, "rate a.pgn missing.pgn").refused(&["missing.pgn"]);
}

#[test]
fn games_are_replaced_by_themselves_only_if_nothing_of_them_is_lost() {
    let folder = folder("outputs-in-place");
    let path = folder.join("games.pgn");
    let analyse = |out: &str| run_in(&folder, &format!("analyse games.pgn --nodes 50 --out {out}"));
    for text in [
        "[Event \"one\"]\n\n1. e4 $300 e5 *\n",
        "[Event \"one\"]\n\n1. e4 word e5 *\n",
        "[Event \"one\"]\n\n1. e4 Ke5 *\n",
    ] {
        fs::write(&path, text).unwrap();
        let part = "what could not be read of it, as said above, would be lost; name another file";
        let ran = analyse("games.pgn").refused(&["games.pgn: game 1", part]);
        assert!(ran.err.contains("--out names the file of the games"), "{ran:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_ne!(analyse("other.pgn").code, Some(2));
    }
    // What an analysis has written is read whole.
    fs::write(&path, "[Event \"one\"]\n\n1. f3 {mine} e5 2. g4 Qh4# 0-1\n").unwrap();
    for _ in 0..2 {
        analyse("games.pgn").succeeded();
    }
    let text = fs::read(&path).unwrap();
    run_with(["convert", "--to", "pgn"], &text).succeeded();
}
