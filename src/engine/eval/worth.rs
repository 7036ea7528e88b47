//! What a piece is worth where it stands: what the evaluation loses without it.

use super::{Network, evaluate_by, for_side_to_move};
use crate::chess::board::{Position, Setup};
use crate::chess::types::{Color, Square};

/// The position without the piece on a square. `None` if the square is empty or
/// has a king, and if the side not to move would be in check without the piece,
/// which is not a legal position.
pub fn without_piece(position: &Position, square: Square) -> Option<Position> {
    let mut setup = Setup::from(position);
    setup.board[square.index()].take()?;
    Position::try_from(&setup).ok()
}

/// What the whole evaluation loses for its side if a piece is taken off the
/// board, in centipawns. The side to move stays the same. `None` where
/// [`without_piece`] has no position.
///
/// The worths of all pieces do not add up to the evaluation: a piece works
/// together with others, and counts with each of them.
///
/// ```
/// use staunton::chess::Position;
/// use staunton::engine::Network;
/// use staunton::engine::eval::piece_worth;
///
/// let start = Position::start();
/// let queen = piece_worth(&start, Network::built_in(), "d1".parse()?);
/// assert!(queen.is_some_and(|centipawns| centipawns > 500));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn piece_worth(position: &Position, network: &Network, square: Square) -> Option<i32> {
    let piece = position.on(square)?;
    let without = without_piece(position, square)?;
    let white = |position| for_side_to_move(position, evaluate_by(position, network).0);
    let lost = white(position) - white(&without);
    Some(if piece.color() == Color::White { lost } else { -lost })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::types::{File, PieceKind, Rank};
    use crate::engine::eval::evaluate;

    fn position(fen: &str) -> Position {
        fen.parse().expect("a legal position")
    }

    fn worth(position: &Position, square: &str) -> Option<i32> {
        let square = square.parse().expect("a square");
        piece_worth(position, Network::built_in(), square)
    }

    #[test]
    fn kings_and_shields_of_the_king_have_no_worth() {
        let pinned = position("4k3/4r3/8/8/4R3/8/8/4K3 w - - 0 1");
        assert_eq!(worth(&pinned, "e1"), None);
        assert_eq!(worth(&pinned, "d4"), None, "an empty square");
        assert_eq!(worth(&pinned, "e7"), None, "White could take the king");
        assert!(worth(&pinned, "e4").is_some(), "White would only be in check");
    }

    #[test]
    fn a_piece_on_which_a_win_depends_is_worth_the_win() {
        let won = position("8/8/8/3k4/8/8/4R3/4K3 b - - 0 1");
        assert_eq!(worth(&won, "e2"), Some(-evaluate(&won).0));
    }

    #[test]
    fn castling_and_en_passant_rights_go_with_their_piece() {
        let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let without = without_piece(&castling, "h1".parse().unwrap()).expect("legal");
        assert!(without.fen(crate::chess::board::FenStyle::Standard).contains(" Qkq "));
        let double = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        let pawn = Square::new(File::D, Rank::Fifth);
        let without = without_piece(&double, pawn).expect("legal");
        assert!(without.en_passant().is_none() && double.en_passant().is_some());
        assert_eq!(without.pieces(Color::Black, PieceKind::Pawn).count(), 0);
    }
}
