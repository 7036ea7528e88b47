//! The structure of the source: which module may import which, no circles
//! within a folder, no file or function too long to read, one name for one
//! type, and the field's words.
//!
//! Each rule has a list of exceptions. An exception has a reason, and fails
//! the test as soon as nothing needs it any more.

#[path = "layers/source.rs"]
mod source;

use source::{ModulePath, Names, SourceFile, functions, rust_files, source_files, text};
use std::collections::{BTreeMap, BTreeSet};

/// The floors of the house, from the lowest, with the rooms of each. A file is
/// in the room with the longest name that its own begins with. It knows its own
/// room and those of lower floors, so the rooms of one floor are strangers.
const FLOORS: &[&[&str]] = &[
    &["support/cpu", "support/files", "support/lines", "support/random"],
    &["support/html"],
    &["support/plot"],
    &["support"],
    &["chess/types"],
    &["chess/attacks"],
    &["chess/board"],
    &["chess/movegen"],
    &["chess/notation", "chess/game", "chess/syzygy", "chess/polyglot"],
    &["chess"],
    &["engine/eval", "engine/tt", "engine/history", "engine/positions", "engine/options"],
    &["engine/own_book"],
    &["engine/search/parameter", "engine/search/table_access"],
    &[
        "engine/search/observer",
        "engine/search/params",
        "engine/search/report",
        "engine/search/request",
        "engine/search/window",
    ],
    &["engine/search/moves", "engine/search/time"],
    &["engine/search/thread"],
    &["engine/search/node"],
    &["engine/search/root"],
    &["engine/search/pool"],
    &["engine/search"],
    &["engine/searcher"],
    &["engine/background"],
    &["engine/bench"],
    &["engine"],
    &["analysis", "uci/words"],
    &["uci"],
    &["arena/machine", "training/data", "training/learn"],
    &["arena/plan", "training/wdl"],
    &["arena/player", "arena/stats", "arena/openings"],
    &["arena/odds", "arena/files"],
    &["arena/play"],
    &["arena/report", "arena/spsa", "arena/compliance"],
    &["arena"],
    &["training/selfplay", "training/network", "training/weights", "training/evaltest"],
    &["training"],
    &["cli"],
    &["lib", "main"],
];

/// Rooms that do not know each other, although one is on a higher floor.
const STRANGERS: &[(&str, &str)] =
    &[("arena", "uci"), ("arena", "training"), ("training", "uci"), ("training", "arena")];

/// Rooms that every higher floor knows, also where the house around them is a
/// stranger.
const OPEN_ROOMS: &[&str] = &["uci/words"];

/// Imports that no floor allows: importer, imported, reason.
const UPWARD_IMPORTS: &[(&str, &str, &str)] = &[];

/// Files of one circle of imports: any file of it, reason.
const CIRCLES: &[(&str, &str)] = &[];

/// The most lines of a file and of a function.
const MAX_FILE_LINES: usize = 450;
const MAX_FUNCTION_LINES: usize = 80;

/// Longer files: name, reason.
const LONG_FILES: &[(&str, &str)] = &[];

/// Longer functions: file, function, reason.
const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[];

/// Written by the tuner, so no reader has to go through them.
const GENERATED: &[&str] = &["src/engine/eval/weights.rs"];

/// Public types that share a name: name, reason.
const HOMONYMS: &[(&str, &str)] = &[];

/// Files in which "man" and "men" stand for pieces: file, reason.
const OLD_WORDS: &[(&str, &str)] = &[
    ("src/arena/odds/marked_pawn.rs", "quotes the rule of the marked pawn"),
    ("src/cli/completions.rs", "the command for manual pages has this name everywhere"),
];

/// The room of a file, and the number of its floor.
fn room(file: &SourceFile) -> (&'static str, usize) {
    let name = file.name.trim_start_matches("src/").trim_end_matches(".rs");
    let name = name.trim_end_matches("/mod");
    let is_in = |room: &str| {
        name.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let rooms = FLOORS
        .iter()
        .enumerate()
        .flat_map(|(floor, rooms)| rooms.iter().map(move |room| (*room, floor)));
    let found = rooms.filter(|(room, _)| is_in(room)).max_by_key(|(room, _)| room.len());
    found.unwrap_or_else(|| panic!("{name} is in no room"))
}

/// The names of the modules below another one.
fn children(files: &[SourceFile], module: &ModulePath) -> Vec<String> {
    let is_child = |file: &&SourceFile| file.module.split_last().is_some_and(|(_, p)| p == module);
    files.iter().filter(is_child).map(|file| file.module[file.module.len() - 1].clone()).collect()
}

/// Removes what an exception covers, and fails for exceptions that cover
/// nothing.
fn without_exceptions(found: BTreeSet<String>, exceptions: &[&str]) -> Vec<String> {
    let stale: Vec<_> = exceptions.iter().filter(|name| !found.contains(**name)).collect();
    assert!(stale.is_empty(), "exceptions that nothing needs: {stale:?}");
    found.into_iter().filter(|name| !exceptions.contains(&name.as_str())).collect()
}

/// Fails with one line for each thing that is left.
fn none(left: Vec<String>, rule: &str) {
    assert!(left.is_empty(), "{rule}:\n  {}", left.join("\n  "));
}

/// Which files each file imports from, by number.
struct Imports {
    names: Vec<Names>,
    numbers: BTreeMap<ModulePath, usize>,
}

impl Imports {
    fn of(files: &[SourceFile]) -> Imports {
        let numbered = files.iter().enumerate();
        Imports {
            names: files.iter().map(SourceFile::names).collect(),
            numbers: numbered.map(|(number, file)| (file.module.clone(), number)).collect(),
        }
    }

    /// The file in which the thing that a path names is defined: re-exports
    /// and imports are followed.
    fn definition(&self, path: &[String], hops: usize) -> Option<usize> {
        let (mut module, mut number) = (Vec::new(), None);
        for (at, part) in path.iter().enumerate() {
            module.push(part.clone());
            if let Some(&child) = self.numbers.get(&module) {
                number = Some(child);
                continue;
            }
            let target = number.and_then(|file: usize| self.names[file].get(part));
            return match target {
                Some(target) if hops > 0 => {
                    let path: Vec<String> = target.iter().chain(&path[at + 1..]).cloned().collect();
                    self.definition(&path, hops - 1)
                }
                _ => number,
            };
        }
        number
    }
}

/// The circles of a graph: its strongly connected components of two or more.
fn circles(edges: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let reached = |start: usize| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(node) = open.pop() {
            open.extend(edges[node].iter().filter(|next| seen.insert(**next)));
        }
        seen
    };
    let reach: Vec<BTreeSet<usize>> = (0..edges.len()).map(reached).collect();
    let mut done = BTreeSet::new();
    let mut found = Vec::new();
    for node in 0..edges.len() {
        let circle: Vec<usize> =
            reach[node].iter().copied().filter(|other| reach[*other].contains(&node)).collect();
        if circle.len() > 1 && done.insert(circle.clone()) {
            found.push(circle);
        }
    }
    found
}

/// The files that each file imports from: the files in which what it names is
/// defined.
fn imports(files: &[SourceFile]) -> Vec<BTreeSet<usize>> {
    let imports = Imports::of(files);
    let mut edges = vec![BTreeSet::new(); files.len()];
    for (number, file) in files.iter().enumerate() {
        for path in file.paths(&children(files, &file.module)) {
            let other = imports.definition(&path, 8);
            edges[number].extend(other.filter(|other| *other != number));
        }
    }
    let count = edges.iter().map(BTreeSet::len).sum::<usize>();
    assert!(count > 1_000, "only {count} imports found: the reading is broken");
    edges
}

/// A file's name as the lists have it.
fn short(file: &SourceFile) -> &str {
    file.name.trim_start_matches("src/")
}

#[test]
fn imports_point_downward() {
    let files = source_files();
    let edges = imports(&files);
    let mut upward = BTreeSet::new();
    for (file, imported) in files.iter().zip(&edges) {
        let (own, floor) = room(file);
        for other in imported.iter().map(|other| &files[*other]) {
            let (their, theirs) = room(other);
            let are_strangers = !OPEN_ROOMS.contains(&their)
                && STRANGERS.iter().any(|(a, b)| own.starts_with(a) && their.starts_with(b));
            if their != own && (theirs >= floor || are_strangers) {
                upward.insert(format!("{} imports {}", short(file), short(other)));
            }
        }
    }
    let exceptions: Vec<String> =
        UPWARD_IMPORTS.iter().map(|(from, to, _)| format!("{from} imports {to}")).collect();
    let exceptions: Vec<&str> = exceptions.iter().map(String::as_str).collect();
    none(
        without_exceptions(upward, &exceptions),
        "imports from the same or a higher floor, or from a stranger",
    );
}

#[test]
fn no_circle_of_imports() {
    let files = source_files();
    let edges = imports(&files);
    let mut stale: BTreeSet<&str> = CIRCLES.iter().map(|(file, _)| *file).collect();
    let mut left = Vec::new();
    for circle in circles(&edges) {
        let names: Vec<&str> = circle.iter().map(|file| short(&files[*file])).collect();
        if names.iter().any(|name| stale.remove(name)) {
            continue;
        }
        let within = |file: usize| {
            edges[file].iter().filter(|other| circle.contains(other)).map(move |to| (file, *to))
        };
        let arrows = circle.iter().flat_map(|file| within(*file));
        let arrows: Vec<_> = arrows
            .map(|(from, to)| format!("{} → {}", short(&files[from]), short(&files[to])))
            .collect();
        left.push(format!("{} files: {}", names.len(), arrows.join(", ")));
    }
    assert!(stale.is_empty(), "exceptions that nothing needs: {stale:?}");
    none(left, "circles of imports");
}

/// What creates, replaces or removes files.
const WRITERS: &[&[&str]] = &[
    &["File", "create"],
    &["File", "create_new"],
    &["File", "options"],
    &["OpenOptions"],
    &["fs", "copy"],
    &["fs", "hard_link"],
    &["fs", "remove_file"],
    &["fs", "rename"],
    &["fs", "write"],
    &["tempfile"],
];

#[test]
fn files_are_written_through_one_door() {
    let writes = |path: &ModulePath| {
        WRITERS.iter().any(|writer| path.windows(writer.len()).any(|part| part == *writer))
    };
    let mut inside = 0;
    let mut found = Vec::new();
    for file in source_files() {
        let paths: Vec<_> = file.written_paths().into_iter().filter(writes).collect();
        if file.name.starts_with("src/support/files/") {
            inside += paths.len();
        } else {
            found.extend(paths.iter().map(|path| format!("{}: {}", file.name, path.join("::"))));
        }
    }
    assert!(inside > 5, "only {inside} places that write found: the reading is broken");
    none(found, "files written elsewhere than in src/support/files");
}

#[test]
fn no_file_is_too_long() {
    let names = ["src", "tests", "benches"].into_iter().flat_map(rust_files);
    let is_long = |name: &String| text(name).lines().count() > MAX_FILE_LINES;
    let long = names.filter(|name| !GENERATED.contains(&name.as_str())).filter(is_long).collect();
    let exceptions: Vec<&str> = LONG_FILES.iter().map(|(name, _)| *name).collect();
    none(without_exceptions(long, &exceptions), "files over 450 lines");
}

#[test]
fn no_function_is_too_long() {
    let mut long = BTreeSet::new();
    let mut count = 0;
    for name in ["src", "tests", "benches"].into_iter().flat_map(rust_files) {
        for function in functions(&name, &text(&name)) {
            count += 1;
            if function.lines > MAX_FUNCTION_LINES {
                long.insert(format!("{name}: {}", function.name));
            }
        }
    }
    assert!(count > 1_000, "only {count} functions found: the reading is broken");
    let exceptions: Vec<String> =
        LONG_FUNCTIONS.iter().map(|(file, name, _)| format!("{file}: {name}")).collect();
    let exceptions: Vec<&str> = exceptions.iter().map(String::as_str).collect();
    none(without_exceptions(long, &exceptions), "functions over 80 lines");
}

#[test]
fn no_two_public_types_have_one_name() {
    let mut places = BTreeMap::<String, Vec<String>>::new();
    for file in source_files() {
        for name in file.public_types() {
            places.entry(name).or_default().push(file.name.clone());
        }
    }
    assert!(places.len() > 100, "only {} types found: the reading is broken", places.len());
    let twice = places.iter().filter(|(_, files)| files.len() > 1);
    let twice = twice.map(|(name, _)| name.clone()).collect();
    let exceptions: Vec<&str> = HOMONYMS.iter().map(|(name, _)| *name).collect();
    let left = without_exceptions(twice, &exceptions);
    let left = left.into_iter().map(|name| format!("{name}: {}", places[&name].join(", ")));
    none(left.collect(), "public types that share a name");
}

#[test]
fn pieces_are_called_pieces() {
    let is_old = |word: &str| ["man", "men"].contains(&word.to_lowercase().as_str());
    let has_old_word = |name: &String| text(name).split(|c: char| !c.is_alphabetic()).any(is_old);
    let found = rust_files("src").into_iter().filter(has_old_word).collect();
    let exceptions: Vec<&str> = OLD_WORDS.iter().map(|(name, _)| *name).collect();
    none(without_exceptions(found, &exceptions), "files that say \"man\" or \"men\" for pieces");
}

#[test]
fn the_reader_sees_imports_and_paths() {
    let parse = |text: &str| SourceFile::parse("src/a/b.rs".to_string(), text);
    let paths = |text: &str| -> Vec<String> {
        parse(text).paths(&["c".to_string()]).iter().map(|path| path.join("::")).collect()
    };
    assert_eq!(paths("use crate::board::Position;"), ["board::Position"]);
    assert_eq!(
        paths("use crate::{types::{A, B}, movegen, eval as e};"),
        ["types::A", "types::B", "movegen", "eval"]
    );
    assert_eq!(paths("use super::d::*; use std::fmt;"), ["a::d"]);
    assert_eq!(
        paths("fn f() { c::g(); m!(super::h(), Self::X) } // crate::uci"),
        ["a::b::c::g", "a::h"]
    );
    assert_eq!(paths("pub use crate::x::Y; #[cfg(test)] mod t { use crate::z::Z; }"), [""; 0]);
    assert_eq!(paths("pub(in crate::x) fn f() {}"), [""; 0]);
    assert_eq!(paths("mod m { use super::*; use super::super::d; }"), ["a::b", "a::d"]);
    let names = parse("mod c; use super::x::{self, Y as Z}; pub use c::W;").names();
    let names: Vec<_> = names.iter().map(|(name, path)| (name.as_str(), path.join("::"))).collect();
    let expected = [("W", "a::b::c::W"), ("Z", "a::x::Y"), ("c", "a::b::c"), ("x", "a::x")];
    assert_eq!(names, expected.map(|(name, path)| (name, path.to_string())));
}

#[test]
fn the_reader_finds_circles() {
    let edges = [vec![1], vec![2], vec![0, 3], vec![4], vec![]];
    let edges = edges.map(|next| next.into_iter().collect::<BTreeSet<usize>>());
    assert_eq!(circles(&edges), [vec![0, 1, 2]]);
}

#[test]
fn the_reader_counts_lines() {
    let text = "/// Doc.\n#[inline]\nfn a() {\n    let b = 1;\n}\nimpl C { fn d() {} }\n";
    let found: Vec<_> = functions("", text).into_iter().map(|f| (f.name, f.lines)).collect();
    assert_eq!(found, [("a".to_string(), 3), ("d".to_string(), 1)]);
}

/// Files of the command line that print otherwise than through
/// `cli::message`: file, reason.
const OWN_OUTPUT: &[(&str, &str)] = &[
    ("src/cli/compliance.rs", "prints colors, cleans the texts"),
    ("src/cli/completions.rs", "prints its own text for shells and for man"),
    ("src/cli/data/evaltest.rs", "prints colors"),
    ("src/cli/eval.rs", "prints colors, cleans the texts"),
    ("src/cli/match_/resume.rs", "asks a question of its own"),
    ("src/cli/message.rs", "is the door"),
    ("src/cli/mod.rs", "flushes"),
    ("src/cli/params.rs", "asks whether there is a terminal"),
    ("src/cli/show.rs", "prints colors, cleans the texts"),
];

#[test]
fn what_is_printed_goes_through_one_door() {
    const DOORS: [&str; 4] = ["io::stdout", "io::stderr", "println!", "anstream"];
    let prints = |name: &String| DOORS.iter().any(|door| text(name).contains(door));
    let found = rust_files("src/cli").into_iter().filter(prints).collect();
    let exceptions: Vec<&str> = OWN_OUTPUT.iter().map(|(file, _)| *file).collect();
    none(without_exceptions(found, &exceptions), "output that is not cleaned");
}

/// Files that open or read files by themselves: file, reason.
const OWN_INPUT: &[(&str, &str)] = &[
    ("src/arena/files/state/mod.rs", "flushes the folder that has the file's name"),
    ("src/support/files/input.rs", "is the door"),
    ("src/support/files/output.rs", "looks at what it would replace"),
    ("src/chess/syzygy/table.rs", "maps large tables that the door has opened"),
];

#[test]
fn what_is_read_goes_through_one_door() {
    const DOORS: [&str; 4] = ["File::open(", "fs::read(", "fs::read_to_string(", "Mmap::map("];
    let found = source_files().into_iter().map(|file| file.name).filter(|name| {
        // Unit tests read what they wrote.
        let text = text(name);
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_whole = |(at, _): (usize, &str)| !code[..at].ends_with(char::is_alphanumeric);
        DOORS.iter().any(|door| code.match_indices(door).any(is_whole))
    });
    let exceptions: Vec<&str> = OWN_INPUT.iter().map(|(file, _)| *file).collect();
    none(without_exceptions(found.collect(), &exceptions), "files that are read otherwise");
}
