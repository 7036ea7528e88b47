//! Books that the tests write themselves.

use super::*;
use crate::chess::notation::uci;

/// The bits of a move, by its squares in UCI notation.
fn bits(text: &str) -> u16 {
    let at = |index: usize, first: u8| u16::from(text.as_bytes()[index] - first);
    let promotion = text.chars().nth(4).map_or(0, |piece| "nbrq".find(piece).unwrap() as u16 + 1);
    at(2, b'a') | at(3, b'1') << 3 | at(0, b'a') << 6 | at(1, b'1') << 9 | promotion << 12
}

/// A book of positions, moves and weights.
fn bytes(entries: &[(&str, &str, u16)]) -> Vec<u8> {
    let mut entries: Vec<(u64, u16, u16)> =
        entries.iter().map(|(fen, mv, weight)| (key(&position(fen)), bits(mv), *weight)).collect();
    entries.sort_by_key(|(key, _, weight)| (*key, std::cmp::Reverse(*weight)));
    let entry = |(key, mv, weight): (u64, u16, u16)| {
        [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
    };
    entries.into_iter().flat_map(entry).collect()
}

fn position(fen: &str) -> Position {
    if fen == START { Position::start() } else { fen.parse().expect("a FEN") }
}

const START: &str = "startpos";
const CASTLING: &str = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "7k/P7/8/8/8/8/8/K7 w - - 0 1";

fn texts(book: &PolyglotBook, fen: &str) -> Vec<(String, u16)> {
    let moves = book.moves(&position(fen)).expect("it is in memory");
    moves.into_iter().map(|one| (uci::format(one.mv, false), one.weight)).collect()
}

#[test]
fn moves_are_found_by_their_position() {
    let book = PolyglotBook::of_bytes(bytes(&[
        (START, "d2d4", 3),
        (START, "e2e4", 9),
        (START, "e2e5", 100),
        (START, "a2a3", 0),
        (CASTLING, "e1h1", 1),
        (CASTLING, "e1c1", 2),
        (PROMOTION, "a7a8n", 1),
        (PROMOTION, "a7a8q", 2),
    ]))
    .expect("a book");
    let owned = |moves: &[(&str, u16)]| -> Vec<(String, u16)> {
        moves.iter().map(|(text, weight)| (text.to_string(), *weight)).collect()
    };
    assert_eq!(texts(&book, START), owned(&[("e2e4", 9), ("d2d4", 3), ("a2a3", 0)]));
    assert_eq!(texts(&book, CASTLING), owned(&[("e1c1", 2), ("e1g1", 1)]));
    assert_eq!(texts(&book, PROMOTION), owned(&[("a7a8q", 2), ("a7a8n", 1)]));
    assert_eq!(texts(&book, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), []);
}

#[test]
fn moves_are_drawn_by_their_weights() {
    let book = PolyglotBook::of_bytes(bytes(&[
        (START, "d2d4", 1),
        (START, "e2e4", 3),
        (START, "a2a3", 0),
        (PROMOTION, "a7a8q", 0),
    ]))
    .expect("a book");
    let mut random = RandomStream::new(1, 2, 3);
    let mut counts = [0; 3];
    for _ in 0..4_000 {
        let mv = book.draw(&Position::start(), &mut random).unwrap().expect("there is one");
        let text = uci::format(mv, false);
        counts[["d2d4", "e2e4", "a2a3"].iter().position(|known| *known == text).unwrap()] += 1;
    }
    assert!((900..1_100).contains(&counts[0]) && counts[2] == 0, "{counts:?}");
    assert_eq!(book.draw(&position(PROMOTION), &mut random).unwrap(), None);
}

#[test]
fn what_is_no_book_is_refused() {
    let refused = |bytes: &[u8]| PolyglotBook::of_bytes(bytes.to_vec()).unwrap_err().to_string();
    assert!(refused(b"").contains("nothing"));
    assert!(refused(&[0; 17]).contains("17 bytes"));
    let book = bytes(&[(START, "e2e4", 1), (CASTLING, "e1h1", 1), (PROMOTION, "a7a8q", 1)]);
    let backwards: Vec<u8> = book.chunks(16).rev().flatten().copied().collect();
    assert!(refused(&backwards).contains("order"));
    assert!(refused(&b"some text of thirty-two bytes, or more"[..32]).contains("order"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.bin");
    assert!(PolyglotBook::open(&path).unwrap_err().to_string().contains("cannot be read"));
    std::fs::write(&path, &book).expect("it is written");
    let opened = PolyglotBook::open(&path).expect("a book");
    assert_eq!((opened.count(), texts(&opened, PROMOTION).len()), (3, 1));
}

#[test]
fn any_bytes_are_read_or_refused() {
    let mut random = RandomStream::new(7, 7, 7);
    for _ in 0..200 {
        let length = 16 * random.below(40);
        let mut all: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        // Some with the key of the starting position, and in order.
        for entry in all.chunks_mut(16) {
            entry[..8].copy_from_slice(&key(&Position::start()).to_be_bytes());
        }
        if let Ok(book) = PolyglotBook::of_bytes(all) {
            let legal = legal_moves(&Position::start());
            let moves = book.moves(&Position::start()).unwrap();
            assert!(moves.iter().all(|one| legal.contains(&one.mv)));
        }
    }
}
