//! The tuner from the command line: from a file of games to source code.

use super::runs::{Ran, folder, random_games, run, word};
use staunton::chess::board::Position;
use staunton::chess::types::{Color, PieceKind, Score};
use staunton::engine::eval::layout::COUNT;
use staunton::training::data::games::DecidedResult;
use std::fs;
use std::path::Path;

/// White's material less Black's, in centipawns.
fn material(position: &Position) -> i32 {
    let count = |color, kind| position.pieces(color, kind).count() as i32;
    let lead = |kind: PieceKind| count(Color::White, kind) - count(Color::Black, kind);
    PieceKind::ALL.into_iter().map(|kind| kind.value() * lead(kind)).sum()
}

/// The result of a game that ends here.
fn result(_: u64, end: &Position) -> DecidedResult {
    match material(end) {
        lead if lead > 100 => DecidedResult::Win,
        lead if lead < -100 => DecidedResult::Loss,
        _ => DecidedResult::Draw,
    }
}

fn tune(data: &Path, out: &Path, more: &[&str]) -> Ran {
    let words = ["tune", "--data", word(data), "--out", word(out), "--epochs", "3"];
    run(words.iter().chain(more))
}

#[test]
fn games_become_source_code_the_same_every_time() {
    let folder = folder("tune-games");
    let data = random_games(&folder, 120, 80, |position, _| Score(material(position)), result);
    let plot = folder.join("loss.svg");
    let run = |name: &str, more: &[&str]| {
        let out = folder.join(name).join("weights.rs");
        fs::create_dir_all(out.parent().unwrap()).unwrap();
        let said = tune(&data, &out, more).succeeded().out;
        let (before, after) = date_apart(&fs::read_to_string(&out).expect("it was written"));
        (before, after, said)
    };
    let more = ["--threads", "1", "--plot", word(&plot)];
    let (heading, code, said) = run("one", &more);
    assert_eq!(code.matches("Pair::new(").count(), COUNT);
    for part in ["positions of 120 games", "// Games: random.data\n", "--data random.data --out"] {
        assert!(heading.contains(part), "{part}: {heading}");
    }
    assert!(code.contains(concat!("// Engine: ", env!("CARGO_PKG_VERSION"))), "{code}");
    let folder_name = word(&folder);
    assert!(!heading.contains(folder_name) && !code.contains(folder_name), "{heading}");
    assert!(said.contains("squares_knight") && said.contains("greatest change"), "{said}");
    assert!(fs::read_to_string(&plot).expect("drawn").starts_with("<svg"));

    let (_, again, _) = run("two", &["--threads", "2"]);
    assert_eq!(code, again);
    let (_, other, _) = run("other", &["--seed", "2"]);
    assert_ne!(code, other);

    let nothing = folder.join("nothing.rs");
    tune(&data, &nothing, &["--rate", "5000"]).ended(1, &["no epoch of 3 lowers the loss"]);
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
        tune(&data, &out, &[]).ended(1, &[part]);
        assert!(!out.exists());
    }
    let ran = tune(&folder.join("empty.data"), &out, &["--result-weight", "1.5"]);
    ran.refused(&["from 0 to 1, not '1.5'"]);
}
