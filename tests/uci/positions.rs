//! What is said about the FEN of a position.

use super::support::Session;

#[test]
fn rights_that_cannot_be_are_dropped_and_named_once() {
    let mut session = Session::start();
    for (fen, kept, dropped) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "the castling rights Qkq cannot be and are dropped",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w Ah e6 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "the castling rights h and the en passant square e6 cannot be and are dropped",
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
            "the en passant square e3 cannot be and is dropped",
        ),
    ] {
        let line = format!("position fen {fen}");
        assert_eq!(session.ask(&line), [format!("info string position: {dropped}")]);
        assert_eq!(session.fen(), kept);
        assert_eq!(session.ask(&line), [""; 0], "the next move of the game");
    }
}

#[test]
fn rights_that_can_be_are_not_spoken_of() {
    let mut session = Session::start();
    for line in [
        "position startpos",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -",
        "position fen bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w ECec - 0 1",
        // A pawn has passed, although nobody can capture it.
        "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    ] {
        assert_eq!(session.ask(line), [""; 0], "{line}");
    }
}
