//! The tuner from the command line: from a file of games to source code.

use crate::support::program;
use crate::training::{folder, text, told, write_games};
use staunton::chess::board::Position;
use staunton::chess::types::{Color, PieceKind};
use staunton::engine::eval::layout::COUNT;
use staunton::training::data::games::DecidedResult;
use std::fs;
use std::path::Path;
use std::process::Output;

/// White's material less Black's, in centipawns.
fn material(position: &Position) -> i32 {
    let count = |color, kind| position.pieces(color, kind).count() as i32;
    let lead = |kind: PieceKind| count(Color::White, kind) - count(Color::Black, kind);
    PieceKind::ALL.into_iter().map(|kind| kind.value() * lead(kind)).sum()
}

/// The result that the material of the last position promises.
fn result(_: u64, last: &Position) -> DecidedResult {
    match material(last) {
        lead if lead > 100 => DecidedResult::Win,
        lead if lead < -100 => DecidedResult::Loss,
        _ => DecidedResult::Draw,
    }
}

fn tune(data: &Path, out: &Path, more: &[&str]) -> Output {
    let words = ["tune", "--data", text(data), "--out", text(out), "--epochs", "3"];
    program(words.iter().chain(more)).env("GIT_DIR", "/nowhere").output().expect("it starts")
}

#[test]
fn games_become_source_code_the_same_every_time() {
    let folder = folder("tune");
    let data = folder.join("random.data");
    write_games(&data, 120, 80, |position, _| material(position), result);

    let plot = folder.join("loss.svg");
    let run = |name: &str, more: &[&str]| {
        let out = folder.join(name).join("weights.rs");
        fs::create_dir_all(out.parent().unwrap()).unwrap();
        let output = tune(&data, &out, more);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let (before, after) = date_apart(&fs::read_to_string(&out).expect("it was written"));
        (before, after, String::from_utf8(output.stdout).expect("text"))
    };
    let more = ["--threads", "1", "--plot", plot.to_str().unwrap()];
    let (heading, code, said) = run("one", &more);
    assert_eq!(code.matches("Pair::new(").count(), COUNT);
    for part in ["positions of 120 games", "// Games: random.data\n", "--data random.data --out"] {
        assert!(heading.contains(part), "{part}: {heading}");
    }
    assert!(code.contains("// Engine: unknown\n"), "{code}");
    let folder_name = folder.to_str().unwrap();
    assert!(!heading.contains(folder_name) && !code.contains(folder_name), "{heading}");
    assert!(said.contains("squares_knight") && said.contains("greatest change"), "{said}");
    assert!(fs::read_to_string(&plot).expect("drawn").starts_with("<svg"));

    let (_, again, _) = run("two", &["--threads", "2"]);
    assert_eq!(code, again);
    let (_, other, _) = run("other", &["--seed", "2"]);
    assert_ne!(code, other);

    let nothing = folder.join("nothing.rs");
    let output = tune(&data, &nothing, &["--rate", "5000"]);
    told(&output, 1, &["no epoch of 3 lowers the loss"]);
    assert!(!nothing.exists());
}

/// The parts before and after the line with the date.
fn date_apart(text: &str) -> (String, String) {
    let at = text.find("// Date: ").expect("it is dated");
    let end = at + text[at..].find('\n').expect("more follows") + 1;
    (text[..at].to_string(), text[end..].to_string())
}

#[test]
fn what_cannot_be_learned_from_is_said() {
    let folder = folder("tune-faults");
    let out = folder.join("weights.rs");
    let empty = folder.join("empty.data");
    fs::write(&empty, b"STAUNG\x02\x00").expect("writable");
    let other = folder.join("other.data");
    fs::write(&other, "1. e4 e5").expect("writable");
    for (data, part) in [
        (empty, "0 games with 0 quiet positions are too few"),
        (other, "other.data: "),
        (folder.join("missing.data"), "missing.data: "),
    ] {
        told(&tune(&data, &out, &[]), 1, &[part]);
        assert!(!out.exists());
    }
    let output = tune(&folder.join("empty.data"), &out, &["--result-weight", "1.5"]);
    told(&output, 2, &["from 0 to 1, not '1.5'"]);
}
