//! Texts as other programs and people write them. Each would cost its game, or the
//! next one, if it were read by the letter of the standard.

use staunton::chess::notation::pgn::{self, PgnGame};
use staunton::chess::notation::text::decode;

/// The moves of each game of a text, on one line, with what is left out.
fn read(text: &str) -> (Vec<String>, usize) {
    let (mut games, mut losses) = (Vec::new(), 0);
    for entry in pgn::read(text) {
        losses += entry.errors.iter().filter(|error| error.is_loss()).count();
        games.extend(entry.game.as_ref().map(moves));
    }
    (games, losses)
}

fn moves(game: &PgnGame) -> String {
    let text = game.to_string();
    text.split("\n\n").nth(1).expect("the moves").replace('\n', " ")
}

/// Checks that a text is one game with these moves, of which nothing is left out.
fn is_read(text: &str, expected: &str) {
    assert_eq!(read(text), (vec![expected.to_string()], 0), "{text}");
}

#[test]
fn signs_of_annotators_become_glyphs() {
    for (sign, glyph) in [
        ("±", 16),
        ("+/-", 16),
        ("∓", 17),
        ("-/+", 17),
        ("∞", 13),
        ("-+", 19),
        ("−+", 19),
        ("+-", 18),
        ("+−", 18),
        ("+=", 14),
        ("⩲", 14),
        ("=+", 15),
        ("⩱", 15),
        ("=", 10),
        ("=/∞", 44),
        ("□", 7),
        ("⊕", 138),
        ("↑", 36),
        ("→", 40),
        ("⇆", 132),
        ("!", 1),
        ("?", 2),
        ("!!", 3),
        ("‼", 3),
        ("??", 4),
        ("!?", 5),
        ("⁉", 5),
        ("?!", 6),
    ] {
        for text in
            [format!("1. e4 e5 2. Nf3 {sign} Nc6 *"), format!("1. e4 e5 2. Nf3{sign} 2... Nc6 *")]
        {
            is_read(&text, &format!("1. e4 e5 2. Nf3 ${glyph} Nc6 *"));
        }
    }
    for word in ["N", "TN", "Novelty"] {
        is_read(&format!("1. e4 {word} e5 *"), "1. e4 $146 e5 *");
    }
    is_read("1. e4! ± {a} e5!?∓ *", "1. e4 $1 $16 {a} 1... e5 $5 $17 *");
}

#[test]
fn words_that_are_no_move_are_passed_over() {
    is_read(
        "1. e4 } e5 2. Nf3 Diagram # Nc6 ] 3. Bb5 > a6 \" *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
    );
    is_read("1. e4 e5 [%clk 1:00] 2. Nf3 [1...c5 2.d4] Nc6 $ *", "1. e4 e5 2. Nf3 Nc6 *");
    is_read(
        "1. e4, e5; a comment\n 2. Nf3 {nested {braces} in it} Nc6 *",
        "1. e4 e5 {a comment} 2. Nf3 {nested {braces} 2... Nc6 *",
    );
    let long = "x".repeat(1_000_000);
    is_read(&format!("1. e4 {long} e5 *"), "1. e4 e5 *");
}

/// Forms of moves and numbers that people type and old programs write.
#[test]
fn moves_are_read_in_any_form() {
    for text in [
        "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6 *",
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. o-o Ng8-f6 *",
        "1.e2e4 e7e5 2.g1f3 b8c6 3.f1c4 f8c5 4.O-O g8f6*",
        "1.♙e4 e5 2.♘f3 ♞c6 3.♗c4 ♝c5 4.00 ♞f6 *",
        "1. e4 1... e5 2. Nf3 2. ... Nc6 3. Bc4 3… Bc5 4. O-O!? 4... Nf6+ *",
        "1 e4 e5 2 Nf3 Nc6\r\n3 Bc4 Bc5\r\n4 OO Nf6",
        "\u{feff}1.\u{200b}e4 e5 2.\u{a0}Nf3 Nc6 3. Bc4 Bc5 4. 0–0 Nf6 *\u{1a}",
        "% a line of a program\n1. e4 e5 2. Nf3 Nc6 3. Bc4\n%another 3... a6\nBc5 4. O-O Nf6 *",
    ] {
        let (games, losses) = read(text);
        assert_eq!((games.len(), losses), (1, 0), "{text}");
        let bare = games[0].replace(" $5", "");
        assert_eq!(bare, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *", "{text}");
    }
    let promotions = "[FEN \"8/P1P1k3/8/8/3pP3/8/8/4K3 b - e3 0 1\"]\n\n1... dxe3 e.p. 2. a8Q";
    is_read(&format!("{promotions} Kd7 3. c8/N ++ 1-0"), "1... dxe3 2. a8=Q Kd7 3. c8=N 1-0");
    is_read(&format!("{promotions} Kd7 3. c8(R) 1-0"), "1... dxe3 2. a8=Q Kd7 3. c8=R 1-0");
}

#[test]
fn results_are_read_in_any_form() {
    for (text, result) in [
        ("1/2", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("½–½", "1/2-1/2"),
        ("1:0", "1-0"),
        ("0–1", "0-1"),
        ("*", "*"),
        ("", "*"),
    ] {
        is_read(&format!("1. e4 e5 {text}"), &format!("1. e4 e5 {result}"));
    }
    is_read("[Result \"0-1\"]\n\n1. e4 e5", "1. e4 e5 0-1");
    // What the tag knows stays.
    is_read("[Result \"0-1\"]\n\n1. e4 e5 *", "1. e4 e5 0-1");
    is_read("[Result \"*\"]\n\n1. e4 e5 0-1", "1. e4 e5 0-1");
}

#[test]
fn null_moves_are_kept() {
    for null in ["--", "Z0", "0000", "––", "null"] {
        is_read(&format!("1. e4 {null} 2. d4 *"), "1. e4 -- 2. d4 *");
    }
    let (games, losses) = read("1. e4 d5 2. Bb5+ -- 3. d3 *");
    assert_eq!((games, losses), (vec!["1. e4 d5 2. Bb5+ *".to_string()], 1), "in check");
}

/// A move that cannot be played, or fits several legal moves, ends its game. What
/// comes after it is the next game.
#[test]
fn a_wrong_move_costs_its_own_game_only() {
    let next = ["[White \"B\"]\n\n1. d4 *", "1. d4 *", "1. d4 d5\n\n[White \"C\"]\n1. c4 *"];
    for wrong in [
        "1. e4 e5 2. Ke3 Nc6 3. Nf3 (3. Bc4 Nf6 {a\n\nb}) 3... d6 1-0",
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 1/2-1/2",
        "1. e4 e5 2. Кf3 Кc6",
        "1. e4 e5 2. Nf5 Nc6\n\n3. Nf3 d6 4. d4",
        "1. e4 e5 2. O-O-O {why}",
        "[White \"A\"]\n\n1. e4 e5 2. exd 3. d4",
    ] {
        for next in next {
            let text = format!("{wrong}\n\n{next}");
            let (games, losses) = read(&text);
            let first = games[0].rsplit_once(' ').map(|(moves, _)| moves);
            assert_eq!((first, losses), (Some("1. e4 e5"), 1), "{text}: {games:?}");
            assert!(games[1].starts_with("1. d4"), "{text}: {games:?}");
            assert_eq!(games.len(), 2 + next.matches("1. c4").count(), "{text}: {games:?}");
        }
    }
    let text = "[FEN \"4k3/8/8/8/8/8/8/NN2K3 w - - 0 1\"]\n\n1. Nb3 Ke7 2. Nd2 Kd6 *\n\n1. e4 *";
    let (games, losses) = read(text);
    assert_eq!((games.join(" "), losses), ("1. Nb3 Ke7 * 1. e4 *".to_string(), 1));
    let (games, losses) = read("[FEN \"x\"]\n\n1. e4 e5\n\n1. d4 *\n");
    assert_eq!((games.join(" "), losses), ("1. d4 *".to_string(), 1));
}

#[test]
fn games_without_a_result_or_without_moves_do_not_swallow_the_next() {
    assert_eq!(read("1. e4 e5\n\n1. d4 d5\n").0, ["1. e4 e5 *", "1. d4 d5 *"]);
    // A long comment with blank lines around it is inside a game.
    is_read("1. e4 {a\n\nb}\n\n1... e5\n\n2. Nf3 *", "1. e4 {a b} 1... e5 2. Nf3 *");
    let names = |text: &str| {
        let games: Vec<_> = pgn::read(text).map(|entry| entry.flawless()).collect();
        let name =
            |game: PgnGame| format!("{} {}", game.tag("Event").unwrap_or("?"), game.moves.len());
        games.into_iter().map(|game| game.map(name)).collect::<Result<Vec<_>, _>>().unwrap()
    };
    for (text, expected) in [
        ("[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n\n1. e4 *", ["a 0", "b 1"]),
        (
            "[Event \"a\"]\n\n\n[Event \"b\"]\n[Site \"x\"]\n\n[Round \"1\"]\n\n1. e4 *",
            ["a 0", "b 1"],
        ),
        ("[Event \"a\"]\n{no moves}\n[Event \"b\"]\n1. e4 *", ["a 0", "b 1"]),
        ("[Event \"a\"]\n\n1-0\n\n[Event \"b\"]\n\n1. e4 *", ["a 0", "b 1"]),
        ("{a file}\n[Event \"a\"]\n[Site \"y\"]\n1. e4\n[Event \"b\"]\n1. e4", ["a 1", "b 1"]),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
}

/// A comment without an end stops before the tags of the next game.
#[test]
fn a_comment_without_an_end_does_not_swallow_the_next_game() {
    let text = "1. e4 {a [b\n[c] 1... e5\n\n[White \"B\"]\n\n1. d4 {x} *\n";
    assert_eq!(
        read(text),
        (vec!["1. e4 {a [b [c] 1... e5} *".to_string(), "1. d4 {x} *".to_string()], 1)
    );
    assert_eq!(read("1. e4 (1. d4 d5 *\n\n1. c4 *\n").0, ["1. e4 (1. d4 d5) *", "1. c4 *"]);
}

/// The standard ends a comment in braces at the first `}`.
#[test]
fn a_comment_may_have_brackets_at_the_beginning_of_a_line() {
    for note in [
        "A note.\n\n[Staunton, Handbook p. 12] says so.",
        "A note.\n\n[Staunton \"Handbook\"] says so.",
        "A note.\n[Event \"x\"]\nis no tag.",
        "A note.\n\n[Staunton,\n\n[Handbook]]",
    ] {
        let plain = note.split_whitespace().collect::<Vec<_>>().join(" ");
        is_read(
            &format!("1. e4 {{{note}}} e5 2. Nf3 1-0"),
            &format!("1. e4 {{{plain}}} 1... e5 2. Nf3 1-0"),
        );
    }
    // Without an end it costs its own game only.
    let game = "[Event \"x\"] [Site \"y\"]\r\n\r\n1. e4 {open [%clk 1]\r\n [see\r\n\r\n";
    let (games, losses) = read(&game.repeat(50));
    assert_eq!((games.len(), losses), (50, 50));
    assert!(games.iter().all(|game| game == "1. e4 {open [%clk 1] [see} *"), "{games:?}");
}

#[test]
fn a_comment_after_the_result_belongs_to_the_game_before() {
    let (first, second) = ("1. e4 {the end} 1-0", "{a heading} 1. d4 *");
    for text in ["1. e4 1-0 {the end}", "1. e4 1-0\n{the end}", "1. e4 1-0\r\n\t; the end"] {
        assert_eq!(read(text), (vec![first.to_string()], 0), "{text}");
        let two = format!("{text}\n\n{{a heading}}\n1. d4 *\n");
        assert_eq!(read(&two), (vec![first.to_string(), second.to_string()], 0), "{text}");
    }
}

#[test]
fn tags_that_say_little_are_kept() {
    let tags = "[Event \"-\"]\n[Site \"-\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n\
        [White \"?\"]\n[Black \"-\"]\n[Result \"*\"]\n";
    for variant in ["", "[Variant \"Standard\"]\n", "[Variant \"From Position\"]\n"] {
        let text = format!("{tags}{variant}\n1. e4 *\n\n");
        let game = pgn::read(&text).next().expect("a game").flawless().expect("it is sound");
        assert_eq!(game.to_string(), text);
    }
    // The tag of Chess960 follows from the castling rights.
    let start = "bnrkrnqb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRNQB w ECec - 0 1";
    let text = format!("[variant \"Standard\"]\n[FEN \"{start}\"]\n\n1. e4 *");
    let game = pgn::read(&text).next().expect("a game").flawless().expect("it is sound");
    assert!(game.tags.is_empty() && game.to_string().contains("[Variant \"Chess960\"]"));
}

#[test]
fn tags_as_people_write_them_are_mended() {
    let text = "[Event \"5th \"Someone\" Memorial\"]\n[Site \"C:\\\"]\n[White Elo \"2000\"]\n\
        [Round “3”]\n[Date 2024.01.02]\n[] \n[White \"A\"] [Black \"B\"]\n[SetUp \"1\"]\n\
        [Annotator \"two\nlines\"]\n\n1. e4 *\n";
    let entry = pgn::read(text).next().expect("a game");
    assert!(entry.errors.iter().all(|error| !error.is_loss()), "{:?}", entry.errors);
    let game = entry.game.expect("a game");
    for (name, value) in [
        ("Event", "5th \"Someone\" Memorial"),
        ("Site", "C:\\"),
        ("WhiteElo", "2000"),
        ("Round", "3"),
        ("Date", "2024.01.02"),
        ("White", "A"),
        ("Black", "B"),
        ("Annotator", "two"),
    ] {
        assert_eq!(game.tag(name), Some(value), "{name}");
    }
    assert_eq!(game.moves.len(), 1);
}

#[test]
fn files_of_several_sources_keep_their_letters() {
    let bytes = [
        "\u{feff}[White \"Müller\"]\n\n1. e4 {schön} *\n\n".as_bytes(),
        b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n \x96 \xb1} \xb1 *\n\x1a",
        "\u{feff}[White \"Müller\"]\r\n\r\n1. e4 {schön} *\r\n\x1a".as_bytes(),
    ];
    let text = decode(&bytes.concat()).into_owned();
    let games: Vec<PgnGame> = pgn::read(&text).map(|entry| entry.flawless().unwrap()).collect();
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|game| game.tag("White") == Some("Müller")));
    assert_eq!(games[1].moves[0].comments, ["schön – ±"]);
    assert_eq!(games[1].moves[0].nags, [16]);
}

/// Time and messages stay in proportion to the text.
#[test]
fn texts_without_sense_cost_little() {
    for unit in
        ["[", "[]", "{", "(", "}", "(1. d4 ", "{\n\n[Event", "$", "[a \"", "x ", "\n\n1. e4", "½"]
    {
        let text = unit.repeat(300_000 / unit.len());
        let errors: usize = pgn::read(&text).map(|entry| entry.errors.len()).max().unwrap_or(0);
        assert!(errors <= 22, "{unit}: {errors}");
    }
    // One comment that never ends, with what could end it on each line.
    let open = "1. e4 {".to_string() + &"\n\n[Staunton, p. 1]".repeat(1_000_000);
    assert_eq!(read(&open).1, 1);
    let closed = "{} ".repeat(1_000_000);
    assert_eq!(read(&format!("1. e4 {closed} e5")), (vec!["1. e4 e5 *".to_string()], 0));
}
