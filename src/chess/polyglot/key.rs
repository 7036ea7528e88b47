//! The keys of positions in Polyglot books.

use super::numbers::NUMBERS;
use crate::chess::attacks;
use crate::chess::board::Position;
use crate::chess::types::{CastlingRights, Color, Direction, File, PieceKind, Rank, Square, Wing};

/// Where the numbers of castling rights, files of en passant and the turn begin.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

/// The key of a position in Polyglot books.
///
/// ```
/// use staunton::chess::Position;
/// use staunton::chess::polyglot;
///
/// assert_eq!(polyglot::key(&Position::start()), 0x463b_9618_1691_fc9c);
/// ```
pub fn key(position: &Position) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            // Black's pieces come before White's of the same kind.
            let row = 2 * kind as usize + usize::from(color == Color::White);
            for square in position.pieces(color, kind) {
                key ^= NUMBERS[64 * row + square.index()];
            }
        }
    }
    let rights = [
        (Color::White, Wing::King),
        (Color::White, Wing::Queen),
        (Color::Black, Wing::King),
        (Color::Black, Wing::Queen),
    ];
    for (index, (color, wing)) in rights.into_iter().enumerate() {
        if position.castling().contains(CastlingRights::of(color, wing)) {
            key ^= NUMBERS[CASTLING + index];
        }
    }
    if let Some(square) = position.en_passant() {
        key ^= en_passant(square.file());
    }
    if position.side_to_move() == Color::White {
        key ^= NUMBERS[TURN];
    }
    key
}

fn en_passant(file: File) -> u64 {
    NUMBERS[EN_PASSANT + file as usize]
}

/// Other keys that a book may have for a position. The format counts a capture en
/// passant that would leave the king in check; a [`Position`] does not, since nobody
/// can make it. Which pawn moved last is not known, so there may be several.
pub fn other_keys(position: &Position) -> Vec<u64> {
    if position.en_passant().is_some() {
        return Vec::new();
    }
    let us = position.side_to_move();
    let key = key(position);
    let forward = Direction::forward(us);
    let is_free = |square: Option<Square>| square.is_some_and(|at| position.on(at).is_none());
    let pawns = position.pieces(us, PieceKind::Pawn);
    let could_be_taken = |file: &File| {
        let target = Square::new(*file, Rank::Sixth.relative_to(us));
        let has_moved = position
            .pieces(!us, PieceKind::Pawn)
            .has(Square::new(*file, Rank::Fifth.relative_to(us)));
        has_moved
            && is_free(Some(target))
            && is_free(target.step(forward))
            && (attacks::pawn(!us, target) & pawns).any()
    };
    File::ALL.into_iter().filter(could_be_taken).map(|file| key ^ en_passant(file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::uci;

    fn after(moves: &str) -> Position {
        let mut position = Position::start();
        for text in moves.split_whitespace() {
            let mv = uci::parse(&position, text).expect("a legal move");
            position.play(mv, &mut ());
        }
        position
    }

    #[test]
    fn keys_are_those_of_the_description() {
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(key(&after(moves)), expected, "{moves}");
        }
    }

    #[test]
    fn a_capture_that_nobody_can_make_has_its_key_too() {
        // The pawn on e5 is pinned; the key is that of python-chess.
        let position: Position = "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse().expect("a FEN");
        let moved: Position = "4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1".parse().expect("a FEN");
        let moved = moved.after(uci::parse(&moved, "d7d5").expect("legal"));
        assert_eq!((key(&moved), moved.en_passant()), (key(&position), position.en_passant()));
        assert_eq!(other_keys(&moved), [PINNED]);
        assert!(other_keys(&Position::start()).is_empty());
    }

    const PINNED: u64 = 0x7ddd_0eef_bfc8_435a;
}
