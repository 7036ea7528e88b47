//! The house stands only if nobody reaches upstairs: every `use crate::` and
//! every path through `crate::` is read, and an arrow that points up or
//! sideways fails, unless it is listed here with its reason.

use std::fs;
use std::path::{Path, PathBuf};

/// The floors, from the ground up. Rooms of one floor do not know each other.
const FLOORS: &[&[&str]] = &[
    &["types", "random", "cpu"],
    &["attacks"],
    &["board"],
    &["movegen"],
    &["notation", "game", "eval", "tt", "history", "config"],
    &["search"],
    &["engine"],
    &["uci", "arena", "training"],
    &["cli"],
];

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are readable") {
        let path = entry.expect("the sources are readable").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The rooms that a text names by a path `crate::room`, also within the
/// braces of `use crate::{a, b::c}`; comments are left out.
fn rooms_named(text: &str) -> Vec<String> {
    let code: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join(" ");
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut rooms = Vec::new();
    for (start, _) in code.match_indices("crate::") {
        let rest = &code[start + "crate::".len()..];
        match rest.strip_prefix('{') {
            None => rooms.push(word(rest)),
            Some(group) => {
                let mut depth = 0;
                let mut item_starts = true;
                for (at, letter) in group.char_indices() {
                    match letter {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => item_starts = true,
                        _ if item_starts && !letter.is_whitespace() => {
                            rooms.push(word(&group[at..]));
                            item_starts = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    rooms
}

#[test]
fn no_arrow_points_up_or_sideways() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&sources, &mut files);
    assert!(files.len() > 20, "only {} sources found", files.len());

    let mut arrows = 0;
    for file in files {
        let inside = file.strip_prefix(&sources).expect("found below the sources");
        let room = inside.iter().next().and_then(|name| Path::new(name).file_stem());
        let room = room.and_then(|name| name.to_str()).expect("a source has a name");
        if room == "lib" || room == "main" {
            continue;
        }
        let own = floor(room).unwrap_or_else(|| panic!("{room} has no place in the house"));
        for named in rooms_named(&fs::read_to_string(&file).expect("a source is text")) {
            let other = floor(&named)
                .unwrap_or_else(|| panic!("{}: crate::{named} is no room", inside.display()));
            assert!(
                named == room || other < own,
                "{}: {room} may not know {named}",
                inside.display()
            );
            arrows += 1;
        }
    }
    assert!(arrows > 50, "only {arrows} arrows found: the reading is broken");
}

#[test]
fn the_reader_sees_groups_and_paths() {
    assert_eq!(rooms_named("use crate::board::Position;"), ["board"]);
    assert_eq!(
        rooms_named("use crate::{types::{A, B}, movegen, eval as e};"),
        ["types", "movegen", "eval"]
    );
    assert_eq!(rooms_named("let x = crate::search::go(); // crate::uci"), ["search"]);
}
