//! Openings: from files, valid and invalid, and generated.

use super::runs::{Ran, folder, gzip, run, word, zstandard};
use crate::support::polyglot_book;
use proptest::prelude::*;
use staunton::arena::openings::{
    BALANCED, Book, BookFormat, BookOptions, OpeningGenerator, OpeningOrder, Variant,
};
use staunton::arena::plan::record::Opening;
use staunton::chess::board::Position;
use staunton::chess::movegen::{has_legal_move, is_legal};
use staunton::engine::format_move;
use std::collections::HashSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn file(name: &str, text: &[u8]) -> PathBuf {
    let path = folder(&format!("openings-{name}")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn book(options: BookOptions) -> Book {
    Book::open(&options).unwrap_or_else(|error| panic!("{error}"))
}

/// Why a book is not opened.
fn error(options: BookOptions) -> String {
    match Book::open(&options) {
        Ok(_) => panic!("{options:?} is accepted"),
        Err(error) => error.to_string(),
    }
}

fn refused(name: &str, text: &str, parts: &[&str]) {
    let path = file(name, text.as_bytes());
    let error = error(BookOptions { file: Some(path), ..Default::default() });
    assert!(parts.iter().chain([&name]).all(|part| error.contains(part)), "{error}");
    assert!(!error.contains('\n'), "{error}");
}

const EPD: &str = "\u{FEFF}# three openings\r\n\
    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;\r\n\
    \r\n\
    rnbqkb1r/pppp1ppp/4p3/5n2/5P2/3P4/PPPNP1PP/R1BQKBNR w KQkq - 0 4\n\
    bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w ECec - id \"strange\";";

#[test]
fn positions_in_order_and_round_again() {
    let epd = file("three.txt", EPD.as_bytes());
    let options = BookOptions { file: Some(epd), start: 2, ..Default::default() };
    let book = book(options);
    assert_eq!(book.count(), Some(3));
    let fens: Vec<String> = (0..4).map(|pair| book.opening(pair).start.to_string()).collect();
    assert_eq!(fens[0], "rnbqkb1r/pppp1ppp/4p3/5n2/5P2/3P4/PPPNP1PP/R1BQKBNR w KQkq - 0 4");
    assert_eq!(fens[2], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!(fens[3], fens[0]);
    let chess960: Vec<bool> = (0..3).map(|pair| book.opening(pair).chess960).collect();
    assert_eq!(chess960, [false, true, false]);
    assert!(book.opening(usize::MAX).moves.is_empty());
}

const PGN: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n\
    [White \"B\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e3 *\n";

#[test]
fn games_give_their_first_plies() {
    let pgn = file("two.games", PGN.as_bytes());
    let of = |plies, format| {
        let options = BookOptions { file: Some(pgn.clone()), plies, format, ..Default::default() };
        let book = book(options);
        [0, 1].map(|pair| book.opening(pair))
    };
    let [ruy, pawn] = of(None, BookFormat::Auto);
    assert_eq!((ruy.moves.len(), ruy.start == Position::start()), (6, true));
    assert_eq!(pawn.end().to_string(), "4k3/8/8/8/8/4P3/8/4K3 b - - 0 1");
    let [ruy, pawn] = of(Some(3), BookFormat::Pgn);
    assert_eq!((ruy.moves.len(), pawn.moves.len()), (3, 1));
}

#[test]
fn a_name_in_an_old_encoding_does_no_harm() {
    let pgn = file("latin.pgn", b"[White \"G\xF6ring\"]\n\n1. e4 e5 2. Nf3 Nc6 3. d4 *\n");
    let book = book(BookOptions { file: Some(pgn), ..Default::default() });
    assert_eq!(book.opening(0).moves.len(), 5);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    refused("king.epd", "8/8/8/8/8/8/8/8 w - -\n", &["line 1: ", "no king"]);
    refused("mate.epd", "\n\n7k/5KQ1/8/8/8/8/8/8 b - -", &["line 3: ", "checkmate"]);
    for (name, epd, why) in [
        ("bare-kings.epd", "8/8/8/8/8/8/8/K1k5 w - - 0 1", "insufficient material"),
        ("fifty.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 100 80", "fifty-move rule"),
    ] {
        refused(name, epd, &["line 1: ", "the game is over", why]);
    }
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *";
    refused("threefold.pgn", moves, &["game 1: ", "threefold repetition"]);
    refused("mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1", &["game 1: ", "checkmate"]);
    refused("empty.pgn", "", &["no opening"]);
    refused("empty.epd", "# nothing\n", &["no opening"]);
    let epd = file("start.epd", EPD.as_bytes());
    let from = |start| BookOptions { file: Some(epd.clone()), start, ..Default::default() };
    assert!(error(from(0)).contains("numbered from 1"));
    // After the last of three comes the first again.
    let [first, again] = [1, 7].map(|start| book(from(start)).opening(0));
    assert_eq!(first, again);
    let missing = error(BookOptions { file: Some("no/such.epd".into()), ..Default::default() });
    assert!(missing.starts_with("no/such.epd: cannot be read: "), "{missing}");
    for (error, part) in [
        ("epic".parse::<BookFormat>().unwrap_err(), "epd, pgn, bin, auto"),
        ("up".parse::<OpeningOrder>().unwrap_err(), "sequential, random"),
        ("".parse::<Variant>().unwrap_err(), "standard, chess960, double"),
    ] {
        assert!(error.to_string().contains(part), "{error}");
    }
}

/// What is wrong in a book, and whether an opening is left out.
fn flaws(book: &Book) -> Vec<(&str, bool)> {
    book.flaws().unwrap().named.iter().map(|flaw| (flaw.what.as_str(), flaw.is_loss)).collect()
}

#[test]
fn a_bad_line_costs_its_opening_only() {
    let epd = file("bad.epd", EPD.replace("/5n2/", "/5n1/").as_bytes());
    let book = book(BookOptions { file: Some(epd), ..Default::default() });
    let [(what, true)] = flaws(&book)[..] else { panic!("{:?}", book.flaws()) };
    assert!(what.starts_with("line 4: ") && what.contains("squares instead of eight"), "{what}");
    let starts: Vec<String> = (0..3).map(|pair| book.opening(pair).start.to_string()).collect();
    assert!(starts[0].starts_with("rnbqkbnr/") && starts[1].starts_with("bnrkrqnb/"), "{starts:?}");
    assert_eq!(book.take_warning(), None, "it has been named");
}

#[test]
fn a_bad_move_costs_the_rest_of_its_opening() {
    let text = "[White \"A\"]\n\n1. e4 \u{b1} e5\n2. Ke3 d5 *\n\n1. d4 -- 2. c4 *\n\n\
                1. f3 e5 2. g4 Qh4# *\n\n[White \"B\"]\n\n1. c4 (1. b4 Kd8) 1... c5 *\n";
    let pgn = file("bad.pgn", text.as_bytes());
    let book = book(BookOptions { file: Some(pgn), ..Default::default() });
    let lengths = (0..4).map(|pair| book.opening(pair).moves.len()).collect::<Vec<_>>();
    assert_eq!((book.count(), lengths), (Some(3), vec![2, 1, 2, 2]));
    let flaws = flaws(&book);
    let parts = [
        ("game 1, line 4: move 2. 'Ke3'", true),
        ("game 2: a null move", true),
        ("game 3: ", true),
    ];
    assert_eq!(flaws.len(), parts.len(), "{flaws:?}");
    for ((what, is_loss), (part, expected)) in flaws.into_iter().zip(parts) {
        assert!(what.starts_with(part) && is_loss == expected, "{what}");
    }
}

#[test]
fn books_may_be_in_other_encodings() {
    let text = EPD.replace("strange", "fremdartig für Kürten");
    let latin: Vec<u8> = text.trim_start_matches('\u{feff}').chars().map(|c| c as u8).collect();
    let mut wide = vec![0xFF, 0xFE];
    wide.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    for (name, bytes) in [("latin.epd", latin), ("wide.epd", wide)] {
        let book = book(BookOptions { file: Some(file(name, &bytes)), ..Default::default() });
        assert_eq!((book.count(), &flaws(&book)[..]), (Some(3), &[][..]), "{name}");
        assert!(book.opening(2).chess960, "{name}");
    }
}

/// A book of the usual size: no two of its positions have the same number of moves.
fn many_lines(count: usize) -> String {
    const BOARD: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4";
    (1..=count).map(|number| format!("{BOARD} {number} c0 \"line {number}\";\n")).collect()
}

#[test]
fn thirty_thousand_lines_are_read_at_once_and_shuffled_fairly() {
    const LINES: usize = 30_000;
    let epd = file("many.epd", many_lines(LINES).as_bytes());
    let open = |seed| {
        let begun = Instant::now();
        let options = BookOptions {
            file: Some(epd.clone()),
            order: OpeningOrder::Random,
            seed,
            ..Default::default()
        };
        let book = book(options);
        // A release build takes a twentieth of a second.
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        book
    };
    let (first, again, other) = (open(1), open(1), open(2));
    assert_eq!(first.count(), Some(LINES));
    let same = |a: &Book, b: &Book| (0..100).all(|pair| a.opening(pair) == b.opening(pair));
    assert!(same(&first, &again) && !same(&first, &other));
    let starts: HashSet<String> =
        (0..LINES).map(|pair| first.opening(pair).start.to_string()).collect();
    let in_file: HashSet<String> = many_lines(LINES)
        .lines()
        .map(|line| line.split(" c0").next().unwrap().to_string())
        .collect();
    assert_eq!(starts, in_file);
    assert_eq!(first.opening(LINES + 5), first.opening(5));
}

#[test]
fn compressed_books_are_read() {
    let of = |name: &str, bytes: &[u8]| {
        book(BookOptions { file: Some(file(name, bytes)), ..Default::default() })
    };
    let (epd, pgn) = (of("plain.epd", EPD.as_bytes()), of("plain.pgn", PGN.as_bytes()));
    for (name, packed, plain) in [
        ("book.epd.gz", gzip(EPD), &epd),
        ("book.epd.zst", zstandard(EPD), &epd),
        ("book.gz", gzip(PGN), &pgn),
        ("book.PGN.zst", zstandard(PGN), &pgn),
    ] {
        let book = of(name, &packed);
        assert_eq!(book.count(), plain.count(), "{name}");
        assert!((0..3).all(|pair| book.opening(pair) == plain.opening(pair)), "{name}");
        assert_ne!(book.checksum(), plain.checksum(), "the checksum is that of the file");
    }
    let damaged = file("damaged.epd.gz", &gzip(EPD)[..40]);
    let error = error(BookOptions { file: Some(damaged), ..Default::default() });
    assert!(error.contains("damaged.epd.gz: cannot be read: "), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_openings_or_refused_in_a_sentence(
        text in prop::sample::select(vec![EPD, PGN]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        end: Vec<u8>,
    ) {
        let mut bytes = text.as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let path = file("any", &[bytes, end].concat());
        for format in [BookFormat::Auto, BookFormat::Epd, BookFormat::Pgn] {
            let file = Some(path.clone());
            match Book::open(&BookOptions { file, format, ..Default::default() }) {
                Ok(book) => prop_assert!((0..4).all(|pair| has_legal_move(&book.opening(pair).end()))),
                Err(error) => prop_assert!(!error.to_string().contains('\n'), "{error}"),
            }
        }
    }
}

#[test]
fn a_bad_line_far_away_is_skipped_with_one_warning() {
    const FAR: usize = 60_000;
    let good = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    let last = "4k3/8/8/8/8/8/3P4/4K3 w - -\n";
    let text = good.repeat(FAR) + "8/8/8/8/8/8/8/8 w - -\nnonsense\n" + last;
    let epd = file("far.epd", text.as_bytes());
    let book = book(BookOptions { file: Some(epd), ..Default::default() });
    assert_eq!(book.count(), Some(FAR + 3));
    assert_eq!(book.opening(FAR - 1).start.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(book.take_warning(), None);
    for pair in FAR..FAR + 3 {
        assert_eq!(book.opening(pair).start.to_string(), "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1");
    }
    let warning = book.take_warning().unwrap();
    assert!(warning.contains("far.epd: line 60001: ") && warning.contains("king"), "{warning}");
    book.opening(FAR);
    assert_eq!(book.take_warning(), None);
}

#[test]
fn openings_can_be_drawn_with_replacement() {
    const LINES: usize = 1_000;
    let line = |number| format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 {number}\n");
    let epd = file("drawn.epd", (1..=LINES).map(line).collect::<String>().as_bytes());
    let of = |seed, start| {
        let order = OpeningOrder::Replacement;
        book(BookOptions { file: Some(epd.clone()), order, seed, start, ..Default::default() })
    };
    let (first, again, other, later) = (of(1, 1), of(1, 1), of(2, 1), of(1, 11));
    let same = |a: &Book, b: &Book| (0..100).all(|pair| a.opening(pair) == b.opening(pair));
    assert!(same(&first, &again) && !same(&first, &other));
    assert_eq!(first.opening(10), later.opening(0));
    let drawn: HashSet<String> =
        (0..LINES).map(|pair| first.opening(pair).start.to_string()).collect();
    // The share that comes at least once is 1 - 1/e, 63 %.
    assert!((550..720).contains(&drawn.len()), "{}", drawn.len());
}

fn check_generated(opening: &Opening, plies: usize, generator: &OpeningGenerator) {
    let mut position = opening.start.clone();
    for &mv in &opening.moves {
        assert!(is_legal(&position, mv));
        position.play(mv, &mut ());
    }
    assert_eq!(opening.moves.len(), plies);
    assert!(has_legal_move(&position) && !position.in_check());
    let value = generator.value(&position).0;
    assert!(value.abs() <= BALANCED, "{value}: {position}");
}

#[test]
fn generated_openings_are_legal_balanced_different_and_reproducible() {
    let generator = OpeningGenerator::new().unwrap();
    let of = |seed| book(BookOptions { seed, ..Default::default() });
    let (first, again, other) = (of(7), of(7), of(8));
    assert_eq!(first.count(), None);
    let mut seen = HashSet::new();
    for pair in (0..24).rev() {
        let opening = first.opening(pair);
        check_generated(&opening, 8, &generator);
        assert!(!opening.chess960 && opening.start == Position::start());
        assert_eq!(again.opening(pair), opening);
        assert!(seen.insert(opening.end().key()));
        assert_ne!(other.opening(pair), opening);
    }
    let none = book(BookOptions { plies: Some(0), ..Default::default() });
    assert_eq!(none.opening(3).end(), Position::start());
}

#[test]
fn starts_of_chess960_come_from_the_seed() {
    let generator = OpeningGenerator::new().unwrap();
    let back_ranks = |opening: &Opening| {
        let fen = opening.start.to_string();
        let ranks: Vec<&str> = fen.split([' ', '/']).collect();
        (ranks[7].to_string(), ranks[0].to_uppercase())
    };
    let of = |variant, plies| book(BookOptions { seed: 3, variant, plies, ..Default::default() });
    let (single, double) = (of(Variant::Chess960, None), of(Variant::Double, Some(2)));
    let mut seen = HashSet::new();
    for pair in 0..12 {
        let opening = single.opening(pair);
        check_generated(&opening, 0, &generator);
        let (white, black) = back_ranks(&opening);
        assert!(opening.chess960 && white == black);
        seen.insert(white);
        check_generated(&double.opening(pair), 2, &generator);
    }
    assert!(seen.len() > 9, "{seen:?}");
    let differ = (0..12).filter(|&pair| {
        let (white, black) = back_ranks(&double.opening(pair));
        white != black
    });
    assert!(differ.count() > 9);
}

#[test]
fn genfens_answers_openbench() {
    let Ran { out, err, .. } = run(["genfens 5 seed 42 book None ", "quit"]).succeeded();
    assert_eq!((out.lines().count(), err.as_str()), (5, ""));
    for line in out.lines() {
        let fen = line.strip_prefix("info string genfens ").unwrap();
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
        assert_eq!(fen.parse::<Position>().unwrap().to_string(), fen);
    }
    let unquoted = ["genfens", "5", "seed", "42", "book", "None"];
    assert_eq!(run(unquoted).out, out);
    assert_ne!(run(["genfens 5 seed 43 book None", "quit"]).out, out);

    let epd = file("genfens.epd", EPD.as_bytes());
    let order = format!("genfens 4 seed 1 book {} plies 2", word(&epd));
    let Ran { out, err, .. } = run([&order, "quit"]).succeeded();
    assert_eq!((out.lines().count(), err.as_str()), (4, ""));
    assert_eq!(out.lines().collect::<HashSet<_>>().len(), 4);
}

#[test]
fn genfens_names_a_bad_line_and_plays_the_others() {
    let epd = file("genfens-bad.epd", EPD.replace("/5n2/", "/5n1/").as_bytes());
    let order = format!("genfens 3 seed 1 book {} plies 0", word(&epd));
    let out = run([&order, "quit"]).ended(1, &["genfens-bad.epd: line 4: "]).out;
    let fens = out.lines().filter(|line| line.starts_with("info string genfens ")).count();
    assert_eq!(fens, 3, "{out}");
}

#[test]
fn genfens_refuses_what_it_does_not_understand() {
    for order in [
        "genfens",
        "genfens x seed 1 book None",
        "genfens 5 seed 1",
        "genfens 5 seed 1 book no/such/file.epd",
        "genfens 5 seed 1 book None and so on",
    ] {
        // The worker of OpenBench reads standard output only.
        let Ran { out, err, .. } = run([order, "quit"]).ended(2, &[]);
        assert!(out.starts_with("info string error: genfens: "), "{order}: {out}");
        assert_eq!((out.lines().count(), err.lines().count()), (1, 1), "{order}: {out}{err}");
        assert!(err.starts_with("staunton: error: "), "{err}");
    }
}

const LINES: [(&str, &str, u16); 6] = [
    ("", "e2e4", 3),
    ("", "d2d4", 1),
    ("", "a2a3", 0),
    ("e2e4", "e7e5", 1),
    ("e2e4 e7e5", "g1f3", 1),
    ("d2d4", "d7d5", 1),
];

#[test]
fn openings_are_drawn_from_a_polyglot_book() {
    let bytes = polyglot_book(&LINES);
    let options = |file: PathBuf| BookOptions { file: Some(file), seed: 5, ..Default::default() };
    let plain = options(file("lines.bin", &bytes));
    let drawn = book(plain.clone());
    assert_eq!(drawn.count(), None);
    let text = |opening: &Opening| -> Vec<String> {
        opening.moves.iter().map(|&mv| format_move(mv, false)).collect()
    };
    let texts: Vec<String> = (0..400).map(|pair| text(&drawn.opening(pair)).join(" ")).collect();
    let count = |line: &str| texts.iter().filter(|text| *text == line).count();
    let (often, seldom) = (count("e2e4 e7e5 g1f3"), count("d2d4 d7d5"));
    assert!(often + seldom == texts.len() && (250..350).contains(&often), "{often} {seldom}");
    // The same again, also from a compressed file, and fewer plies.
    let packed = BookOptions { format: BookFormat::Bin, ..options(file("l.gz", &gzip(&bytes))) };
    let (again, short) = (book(packed), book(BookOptions { plies: Some(1), ..plain }));
    for pair in 0..20 {
        assert_eq!(again.opening(pair), drawn.opening(pair));
        assert_eq!(short.opening(pair).moves, drawn.opening(pair).moves[..1]);
    }
}

#[test]
fn what_is_no_polyglot_book_is_refused() {
    let bytes = polyglot_book(&LINES);
    let refused = |name: &str, bytes: &[u8], part: &str| {
        let file = Some(file(name, bytes));
        let error = error(BookOptions { file, ..Default::default() });
        assert!(error.contains(part) && error.contains(name), "{error}");
    };
    refused("cut.bin", &bytes[..bytes.len() - 1], "sixteen");
    refused("none.bin", b"", "nothing");
    refused("text.bin", EPD.as_bytes(), "Polyglot");
    refused("later.bin", &polyglot_book(&LINES[3..]), "starting position");
    let path = file("good.bin", &bytes);
    let openings = format!("file={}", path.display());
    let words = ["match", "--engine", "cmd=self", "--engine", "cmd=self", "--each", "nodes=1"];
    let order = ["--openings", &openings, "order=random"];
    run(words.iter().chain(&order)).refused(&["order", "weights"]);
}
