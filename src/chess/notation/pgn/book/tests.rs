//! Games as books print them.

use super::*;
use crate::chess::board::FenStyle;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::{PgnError, PgnGame};
use crate::chess::types::Move;

/// A game of 1858, typed as a book prints it: in columns, with spaces inside
/// the moves, "ch", "sq", notes and marks.
const OPERA: &str = "\
  Played at Paris in 1858.\n\n\
  WHITE (Mr. Morphy).        BLACK (The Allies).\n\
  1. P to K 4                P to K 4\n\
  2. K Kt to B 3             P to Q 3\n\
  3. P to Q 4                B to K Kt 5 (a)\n\
  4. P takes P               B takes Kt\n\
  5. Q takes B               P takes P\n\
  6. B to Q B 4              K Kt to B 3\n\
  7. Q to Q Kt 3             Q to K 2\n\
  8. Q Kt to B 3 {he could win the Queen's Knight's pawn}  P to Q B 3\n\
  9. B to K Kt 5             P to Q Kt 4?\n\
  10. Kt takes P!            P takes Kt\n\
  11. B takes Kt P, ch.      Q Kt to Q 2\n\
  12. Castles (Q R)          R to Q sq\n\
  13. R takes Kt             R takes R\n\
  14. R to Q sq              Q to K 3\n\
  15. B takes R, ch.         Kt takes B\n\
  16. Q to Q Kt 8 (ch)       Kt takes Q\n\
  17. R to Q 8, mate.\n\n\
  (a) Weak, because it gives up a Bishop for a Knight.\n";

const OPERA_SAN: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 \
    7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 \
    14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#";

/// The games of a text in which nothing is wrong.
fn games(text: &str, start: &Position) -> Result<Vec<PgnGame>, PgnError> {
    read_book(text, start).into_iter().map(ParsedGame::flawless).collect()
}

fn san(game: &PgnGame) -> String {
    let moves: Vec<Move> = game.legal_moves().collect();
    MoveNotation::San.line(&game.start, &moves)
}

#[test]
fn a_game_of_a_book_becomes_a_game() {
    let found = games(OPERA, &Position::start()).expect("it can be read");
    let [game] = &found[..] else { panic!("{} games", found.len()) };
    assert_eq!(san(game), OPERA_SAN);
    assert_eq!(game.result, GameResult::WhiteWins);
    assert!(game.opening_comments[0].starts_with("Played at Paris in 1858 WHITE"));
    assert_eq!([&game.moves[17].nags[..], &game.moves[18].nags[..]], [&[2], &[1]]);
    assert_eq!(game.moves[5].comments, ["a"]);
    assert_eq!(game.moves[14].comments, ["he could win the Queen's Knight's pawn"]);
}

/// The same as the oldest books print it: each move numbered, squares spoken.
#[test]
fn a_game_with_numbers_in_both_columns_and_spoken_squares_is_read() {
    let text = "WHITE.                      BLACK.\n\
      1. P. to K.'s 4th.          1. P. to K.'s 4th.\n\
      2. K. Kt. to B.'s 3d.       2. P. to Q.'s 3rd.\n\
      3. P. to Q's 4th.           3. Q. B. to K. Kt's 5th.\n\
      4. P. takes P.              4. B. takes Kt.\n\
      5. Q. takes B.              5. P. takes P.\n\
      6. B. to Q. B’s 4th.        6. K. Kt. to B’s 3rd.\n\
      7. Q. to her Kt's 3d.       7. Q. to K's 2nd.\n\
      8. K. to his B's sq.        8. P. to Q. B's 3rd.\n\
      9. Q. to her B's 3rd.       9. Q. to her 2d.\n\n\
      1. P. to Q's 4th. {a note}  1... P. to Q's 4th.\n";
    let found = games(text, &Position::start()).expect("it can be read");
    let [first, second] = &found[..] else { panic!("{} games", found.len()) };
    let opera = OPERA_SAN.split(" 8.").next().expect("eight moves");
    assert_eq!(san(first), format!("{opera} 8. Kf1 c6 9. Qc3 Qd7"));
    assert_eq!(san(second), "1. d4 d5");
}

#[test]
fn what_is_written_in_descriptive_notation_is_read_again() {
    let game = &games(OPERA, &Position::start()).expect("it can be read")[0];
    let text = game.text(MoveNotation::Descriptive);
    assert!(text.replace('\n', " ").contains("2. Kt-KB3 P-Q3 3. P-Q4"), "{text}");
    let again = games(&text, &Position::start()).expect("it can be read");
    assert_eq!(&again[..], std::slice::from_ref(game));
}

/// The examples that the handbooks give for their notation.
#[test]
fn the_examples_of_the_documents_are_read() {
    let fen = "1n2k3/8/8/8/3p4/8/8/KR4R1 w - - 0 1";
    let start: Position = fen.parse().expect("a legal position");
    assert!(games("KRx Q Kt", &start).is_err(), "the king's rook is on the g-file");
    for (text, fen, expected) in [
        ("KRx Q Kt", "1n2k1n1/8/8/8/8/8/8/KR4R1 w - - 0 1", None),
        ("QRx Q Kt", "1n2k1n1/8/8/8/8/8/8/KR4R1 w - - 0 1", Some("1. Rxb8+")),
        ("R-K sq", "4k3/8/8/8/8/8/8/K2R4 w - - 0 1", Some("1. Re1+")),
        ("K R 1", "4k3/8/8/8/8/8/8/K2R4 w - - 0 1", None),
        ("Kt - K B 3", Position::START_FEN, Some("1. Nf3")),
        ("Kt-KB7", "4k3/8/8/8/4n3/8/8/4K3 b - - 0 1", Some("1... Nf2")),
    ] {
        let start: Position = fen.parse().expect("a legal position");
        let found = games(text, &start).ok();
        let found = found.and_then(|found| Some(san(found.first()?)));
        assert_eq!(found.as_deref(), expected, "{text} in {}", start.fen(FenStyle::Standard));
    }
}

#[test]
fn castling_does_not_take_the_king_of_the_next_move() {
    let start: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("legal");
    let game = &games("Castles K - K 2", &start).expect("it can be read")[0];
    assert_eq!(san(game), "1. O-O Ke7");
}

#[test]
fn words_tell_the_result_and_end_the_game() {
    let text = "P-K4 P-K4 B-B4 Resigns. 1 P-Q4 P-Q4 drawn game 1 P-QB4 and White wins";
    let found = games(text, &Position::start()).expect("it can be read");
    let results: Vec<GameResult> = found.iter().map(|game| game.result).collect();
    assert_eq!(results[..], [GameResult::WhiteWins, GameResult::Draw, GameResult::WhiteWins]);
}

/// A word of prose tells no result where the game goes on.
#[test]
fn prose_does_not_end_a_game_that_goes_on() {
    for (text, expected, result) in [
        ("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 and White wins a piece 3. B-B4", 5, "*"),
        ("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 The game might be drawn 3. B-B4 B-B4 drawn", 6, "1/2-1/2"),
        ("1. P-K4 P-K4 Here many resign or resigned in 3 moves 2. Kt-KB3", 3, "*"),
        ("1. P-K4 P-K4 2. Kt-KB3 and White wins a pawn Kt-QB3 3. B-B4", 5, "*"),
        ("1. P-K4 P-K4 2. Kt-KB3 and White wins 2... Kt-QB3 3. B-B4 Resigns", 5, "1-0"),
        ("1. P-K4 P-K4 and White wins. 2 moves more", 2, "1-0"),
        ("1. P-K4 P-K4 Resigns. For if 2. Kt-KB3 Kt-QB3", 2, "0-1"),
    ] {
        let game = &read_book(text, &Position::start())[0].game;
        let game = game.as_ref().expect("a game");
        assert_eq!(
            (game.moves.len(), game.result.to_string().as_str()),
            (expected, result),
            "{text}"
        );
    }
}

/// The main line, and all that is said about it.
fn written(text: &str) -> String {
    let found = games(text, &Position::start()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let [game] = &found[..] else { panic!("{text}: {} games", found.len()) };
    game.text(MoveNotation::San).trim().replace('\n', " ")
}

#[test]
fn parentheses_are_side_lines_or_notes() {
    for (text, expected) in [
        (
            "1. P-K4 P-K4 2. Q-R5 (2. Kt-KB3 {a} 2... Kt-QB3 (2... P-Q3)) 2... K-K2 3. QxKP mate 1-0",
            "1. e4 e5 2. Qh5 (2. Nf3 {a} 2... Nc6 (2... d6)) 2... Ke7 3. Qxe5# 1-0",
        ),
        (
            "1. P-K4 (1. P-Q4 is better, P-Q4!) P-K4 (a) 2. B-B4 (see move 12) B-B4 *",
            "1. e4 (1. d4 {is better,} 1... d5 $1) 1... e5 {a} 2. Bc4 {see move 12} 2... Bc5 *",
        ),
        (
            "1. P-K4 (1. P-Q4 PxP {a} (1... P-Q4) loses) P-K4 (2. P-Q4 is next) *",
            "1. e4 {1 P-Q4 PxP a (1 P-Q4) loses} 1... e5 {2 P-Q4 is next} *",
        ),
        // A side line has the number of the move beside it.
        (
            "1. P-K4 P-K4 (1. P-QB4 P-K4) (1... P-QB4) (1. ... P-K3) *",
            "1. e4 e5 {1 P-QB4 P-K4} (1... c5) (1... e6) *",
        ),
        ("1) P-K4 P-K4 2) B-B4 B-B4 *", "1. e4 e5 2. Bc4 Bc5 *"),
        (
            "1. P-K4 P-K4 -- the usual -- 2. B-B4 -- 3. P-Q3 *",
            "1. e4 e5 {-- the usual --} 2. Bc4 -- 3. d3 *",
        ),
        ("1. P-K4 P-K4 *\n{so} (they say)", "1. e4 e5 {so} {they say} *"),
    ] {
        assert_eq!(written(text), expected);
    }
    let open = &read_book("1. P-K4 P-K4 (1... P-Q4\n\n2. B-B4 *", &Position::start())[0];
    assert_eq!(open.errors[0].kind, PgnErrorKind::OpenVariation);
    assert_eq!(san(open.game.as_ref().expect("a game")), "1. e4 e5 2. Bc4");
}

#[test]
fn what_looks_like_a_move_and_is_not_legal_ends_the_game() {
    for (text, part) in [
        ("1. P-K4 P-K4 2. QxP P-Q4 3. P-Q4 PxP", "move 2. 'QxP' is not legal"),
        ("1. P-K4 P-K4 2. QKtPxP", "move 2. 'QKtPxP' is not legal"),
        ("1. P-K4 P-Q4 2. KtPxQKtP", "move 2. 'KtPxQKtP' is not legal"),
        ("1. P-K4 P-Q4 2. PxP QxP 3. PxQ(Q4)", "move 3. 'PxQ (Q4)' is not legal"),
        ("1. P-K4 P-Q4 2. B-QKt5 ch -- 3. P-Q4", "'--' makes no move"),
    ] {
        let entries = read_book(text, &Position::start());
        let [entry] = &entries[..] else { panic!("{text}: {} games", entries.len()) };
        let error = &entry.errors[0];
        assert!(error.is_loss() && error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn mistakes_in_tags_are_named() {
    let text = "[White \"A\"]\n[White \"B\"]\n[Foo bar]\n[Foo]\n[Round \"2\"] [Black \"C\"]\n\n\
                [Result \"1-0\"]\n\n$13 1. P-K4 } P-K4 $256 0-1\n\n[White \"D\"]\n\n[White \"E\"]\n";
    let entries = read_book(text, &Position::start());
    let lines: Vec<usize> = entries[0].errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, [2, 3, 4, 9, 9, 9, 9], "{:?}", entries[0].errors);
    let names = |tag| entries.iter().map(move |entry| entry.game.as_ref()?.tag(tag));
    assert!(names("White").eq([Some("A"), Some("D"), Some("E")]));
    assert!(names("Black").eq([Some("C"), None, None]));
}

/// A comment without an end costs its own game only, and time stays in proportion.
#[test]
fn comments_end_and_texts_without_sense_cost_little() {
    let game = "[White \"A\"]\n\n1. P-K4 {never closed\n\n";
    let entries = read_book(&game.repeat(20), &Position::start());
    assert_eq!(entries.len(), 20);
    assert!(entries.iter().all(|entry| entry.errors.len() == 1 && entry.errors[0].is_loss()));
    let note = "1. P-K4 {A note.\n\n[Staunton, p. 12] says so.} P-K4 *";
    assert_eq!(written(note), "1. e4 {A note. [Staunton, p. 12] says so.} 1... e5 *");
    for unit in ["(", "(\n\n", ")", "{", "(1. P-Q4 ", "P-K4 (1. P-Q4 ", "1 wins ", "-- ", "}"] {
        let text = format!("1. P-K4 {}", unit.repeat(30_000 / unit.len()));
        let entries = read_book(&text, &Position::start());
        assert!(entries.iter().all(|entry| entry.errors.len() <= 22), "{unit}");
    }
}

#[test]
fn an_error_names_line_move_and_reason() {
    let wrong = |text: &str| {
        let error = games(text, &Position::start()).expect_err("it is wrong");
        error.to_string()
    };
    let text = wrong("1. P-K4 P-K4\n2. Kt-KB4");
    assert!(text.starts_with("game 1, line 2: move 2. ") && text.contains("Kt-KB4"), "{text}");
    let text = wrong("1. P-K4 Kt-B3");
    assert!(text.starts_with("game 1, line 1: move 1... "), "{text}");
    assert!(wrong("1. P-K4 {no end").contains('}'));
}
