//! Books of single players, and what players are told about each other.

use super::arena::{PlayedMatch, play};
use super::runs::fresh;
use crate::support::polyglot_book;
use staunton::engine::format_move;
use std::path::PathBuf;

/// The program, as an engine in a process of its own.
const PROGRAM: &str = env!("CARGO_BIN_EXE_staunton");

/// Moves that the engine does not play by itself.
const LINES: [(&str, &str, u16); 3] =
    [("", "a2a3", 1), ("a2a3", "h7h6", 1), ("a2a3 h7h6", "a3a4", 1)];

/// A new file.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = fresh(name);
    std::fs::write(&path, bytes).expect("it is written");
    path
}

/// A game of two moves for each side, from the starting position.
fn game(name: &str, engines: &str) -> PlayedMatch {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let openings = file(&format!("{name}.epd"), start.as_bytes());
    let book = file(&format!("{name}.bin"), &polyglot_book(&LINES));
    let engines = engines.replace("{book}", &book.display().to_string());
    let words = "--each nodes=50 option.Hash=1 --games 1 --rounds 1 --maxmoves 2 --pgn {pgn}";
    play(&format!("{engines} {words} --openings file={}", openings.display()), name)
}

/// The moves, and for each whether it is said to be of a book.
fn moves(played: &PlayedMatch) -> Vec<(String, bool)> {
    assert_eq!(played.code, Some(0), "{}", played.err);
    let moves = played.games[0].moves.iter();
    let text = |mv| format_move(mv, false);
    moves
        .map(|one| (one.mv.map_or_else(String::new, text), one.comments[0].starts_with("book")))
        .collect()
}

#[test]
fn each_player_may_have_a_book() {
    let engines = "--engine cmd=self name=a book={book} bookdepth=1 \
                   --engine cmd=self name=b option.OwnBook=true option.BookFile={book}";
    let played = game("player-book-1", engines);
    let found = moves(&played);
    assert_eq!(found[0], ("a2a3".to_string(), true), "{found:?}");
    assert_eq!(found[1], ("h7h6".to_string(), true), "{found:?}");
    assert!(!found[2].1 && found[2].0 != "a3a4", "one move of the book: {found:?}");
    assert!(!found[3].1, "the book has ended: {found:?}");
    // The other way round, and for an engine in a process.
    let engines = format!("--engine cmd=self name=a --engine cmd={PROGRAM} name=b book={{book}}");
    assert!(moves(&game("player-book-2", &engines)).iter().all(|(_, is_book)| !is_book));
    let engines = format!(
        "--engine cmd={PROGRAM} name=a book={{book}} \
         --engine cmd=self name=b option.BookFile={{book}}"
    );
    let found = moves(&game("player-book-3", &engines));
    assert_eq!(found[0], ("a2a3".to_string(), true), "{found:?}");
    assert!(!found[1].1, "OwnBook is off: {found:?}");
}

#[test]
fn what_is_no_book_is_refused() {
    for (words, part) in [
        ("book=no-such-file.bin", "a: the book 'no-such-file.bin': "),
        ("option.OwnBook=true option.BookFile=no-such-file.bin", "'no-such-file.bin': "),
        ("bookdepth=3", "bookdepth needs book=FILE"),
        ("book={book} bookdepth=0", "bookdepth cannot be '0'"),
    ] {
        let engines = format!("--engine cmd=self name=a {words} --engine cmd=self name=b");
        let refused = game("player-book-4", &engines);
        assert!(refused.code != Some(0) && refused.games.is_empty());
        assert!(refused.err.contains(part), "{}", refused.err);
    }
}

#[test]
fn players_learn_against_whom_they_play() {
    let log = file("opponent.log", b"");
    let engines = format!(
        "--engine cmd={PROGRAM} name=White --engine cmd={PROGRAM} 'name=Mr Black' --log {}",
        log.display()
    );
    assert_eq!(game("opponent-1", &engines).code, Some(0));
    let text = std::fs::read_to_string(&log).expect("the log is written");
    for name in ["White", "Mr Black"] {
        let told = format!("setoption name UCI_Opponent value none none computer {name}\n");
        assert_eq!(text.matches(&told).count(), 1, "{text}");
    }
    // Whoever sets the option knows better.
    let log = file("opponent-2.log", b"");
    let engines = format!(
        "--engine cmd={PROGRAM} name=a 'option.UCI_Opponent=GM 2800 human b' \
         --engine cmd=self name=b --log {}",
        log.display()
    );
    assert_eq!(game("opponent-2", &engines).code, Some(0));
    let text = std::fs::read_to_string(&log).expect("the log is written");
    assert_eq!(text.matches("setoption name UCI_Opponent").count(), 1, "{text}");
}
