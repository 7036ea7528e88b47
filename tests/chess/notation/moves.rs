//! Moves in each notation, as the documents and people write them.

use super::{CASTLING, PASSING, PROMOTION, mv, position};
use staunton::chess::board::Position;
use staunton::chess::notation::san::{self, SanStyle};
use staunton::chess::notation::{descriptive, uci};

#[test]
fn uci_castling_is_read_in_both_forms() {
    let home = position(CASTLING);
    assert_eq!(mv(&home, "e1g1"), mv(&home, "e1h1"));
    assert_eq!(mv(&home, "e1c1"), mv(&home, "e1a1"));
    assert_eq!(uci::format(mv(&home, "e1h1"), false), "e1g1");
    assert_eq!(uci::format(mv(&home, "e1g1"), true), "e1h1");

    // The king on f1 may step to g1: then only f1h1 is castling.
    let step = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert!(!mv(&step, "f1g1").is_castle());
    assert!(mv(&step, "f1h1").is_castle());
    assert_eq!(uci::format(mv(&step, "f1h1"), false), "f1h1");
    // The king on b1 cannot step to g1: it must be castling.
    let far = position("4k3/8/8/8/8/8/8/1K5R w H - 0 1");
    assert!(mv(&far, "b1g1").is_castle());
    // A king that castles on the spot, towards a rook beside it.
    let beside = position("4k3/8/8/8/8/8/8/6KR w H - 0 1");
    assert!(mv(&beside, "g1h1").is_castle());
}

#[test]
fn uci_says_what_is_wrong() {
    let start = Position::start();
    let says =
        |position: &Position, text: &str| uci::parse(position, text).unwrap_err().to_string();
    for text in ["", "e2", "e2e", "e9e4", "e2e4x", "e7e8qq", "e7e8k", "ü2e4", "e2 e4", "Nf3"] {
        let sentence = says(&start, text);
        assert!(
            sentence.starts_with(&format!("'{text}' is not a move: expected two squares")),
            "{sentence}"
        );
    }
    for (fen, text, sentence) in [
        (Position::START_FEN, "0000", "makes no move, and the laws do not allow a player to pass"),
        (Position::START_FEN, "e4e5", "is not legal here: no piece stands on e4"),
        (Position::START_FEN, "e7e5", "the piece on e7 is Black's and White is to move"),
        (Position::START_FEN, "e2e5", "the pawn cannot go to e5"),
        (Position::START_FEN, "a1a2", "a piece of the same side stands on a2"),
        (Position::START_FEN, "e2e4q", "nothing is promoted by it"),
        (PROMOTION, "a7a8", "the move must say what it becomes"),
        ("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2d3", "it would leave White's king in check"),
        ("4k3/8/8/8/4r3/8/3B4/4K3 w - - 0 1", "d2c3", "White is in check and would still be"),
    ] {
        let said = says(&position(fen), text);
        assert!(said.starts_with(&format!("'{text}' ")) && said.ends_with(sentence), "{said}");
    }
    assert_eq!(uci::parse(&position(PROMOTION), "a7b8N"), Ok(mv(&position(PROMOTION), "a7b8n")));
}

#[test]
fn san_is_minimal() {
    let rooks = "4k3/8/8/8/8/R7/4K3/R6R w - - 0 1";
    let queens = "7k/8/8/8/Q1Q5/8/Q7/4K3 w - - 0 1";
    let pinned = "4k3/4r3/8/8/8/2N5/4N3/4K3 w - - 0 1";
    for (fen, uci, san) in [
        (Position::START_FEN, "g1f3", "Nf3"),
        (rooks, "a1d1", "Rad1"),
        (rooks, "a1a2", "R1a2"),
        (rooks, "h1h3", "Rhh3"),
        (queens, "a2b2", "Qb2+"),
        (queens, "c4b3", "Qcb3"),
        (queens, "a4b3", "Qa4b3"),
        // The other knight is pinned, so nothing needs to be told apart.
        (pinned, "c3d5", "Nd5"),
        (CASTLING, "e1g1", "O-O"),
        (CASTLING, "e1c1", "O-O-O"),
        (CASTLING, "h1h8", "Rxh8+"),
        (PROMOTION, "a7a8q", "a8=Q"),
        (PROMOTION, "a7b8q", "axb8=Q+"),
        (PASSING, "f5e6", "fxe6"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        // Stalemate has no sign.
        ("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", "g1g6", "Qg6"),
    ] {
        let position = position(fen);
        assert_eq!(san::format(&position, mv(&position, uci), SanStyle::empty()), san, "{fen}");
    }
}

#[test]
fn san_has_the_styles_of_the_documents() {
    for (fen, uci, style, san) in [
        (Position::START_FEN, "e2e4", SanStyle::LONG, "e2-e4"),
        (Position::START_FEN, "g1f3", SanStyle::FIGURINES, "♘f3"),
        (Position::START_FEN, "g1f3", SanStyle::LONG | SanStyle::FIGURINES, "♘g1-f3"),
        (CASTLING, "e1c1", SanStyle::ZEROS, "0-0-0"),
        (CASTLING, "h1h8", SanStyle::DAGGER, "Rxh8†"),
        (CASTLING, "h1h8", SanStyle::LONG, "Rh1xh8+"),
        (PROMOTION, "a7b8q", SanStyle::BARE_PROMOTION | SanStyle::DAGGER, "axb8Q†"),
        (PROMOTION, "a7a8n", SanStyle::FIGURINES, "a8=♘"),
    ] {
        let position = position(fen);
        assert_eq!(san::format(&position, mv(&position, uci), style), san);
    }
}

#[test]
fn san_is_read_as_people_write_it() {
    for (fen, uci, texts) in [
        (Position::START_FEN, "e2e4", "e4 e2-e4 e2e4 Pe4 Pe2-e4 e4!? e4+ ♙e4"),
        (Position::START_FEN, "g1f3", "Nf3 Ngf3 N1f3 Ng1f3 Ng1-f3 N-f3 ♘f3 ♞f3 g1f3 Nf3?!"),
        (CASTLING, "e1g1", "O-O 0-0 o-o 0–0 OO O-O! 0-0+"),
        (CASTLING, "e1c1", "O-O-O 0-0-0 o-o-o 0–0–0"),
        (
            CASTLING,
            "h1h8",
            "Rxh8 Rxh8+ Rxh8† Rxh8++ Rxh8‡ Rxh8# Rxh8mate R:h8 Rh1xh8 Rh1:h8 Rh8 R×h8",
        ),
        (PROMOTION, "a7a8q", "a8=Q a8Q a8(Q) a8/Q a8q a8=q a8=♕ a7-a8=Q a8Q! a7a8q"),
        (PROMOTION, "a7b8n", "axb8=N axb8N ab8N a7xb8(N) a:b8N"),
        (PASSING, "d5e6", "dxe6 dxe6e.p. dxe6ep d5xe6 dxe6e.p.+"),
    ] {
        let position = position(fen);
        for text in texts.split(' ') {
            assert_eq!(san::parse(&position, text), Ok(mv(&position, uci)), "{text}");
        }
    }
    assert_eq!(san::parse(&position(PASSING), " dxe6 e.p. +!"), Ok(mv(&position(PASSING), "d5e6")));
}

#[test]
fn san_says_what_is_wrong() {
    let pin = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
    for (fen, text, sentence) in [
        (
            Position::START_FEN,
            "Nf9",
            "is not a move: expected algebraic notation such as e4, Nf3, exd5, O-O or c8=Q",
        ),
        (
            Position::START_FEN,
            "Sf3",
            "is not a move: expected algebraic notation such as e4, Nf3, exd5, O-O or c8=Q",
        ),
        (Position::START_FEN, "--", "makes no move, and the laws do not allow a player to pass"),
        (Position::START_FEN, "Nd4", "is not legal here: the knight cannot go to d4"),
        (Position::START_FEN, "Rb1", "a piece of the same side stands on b1"),
        (Position::START_FEN, "Nbf3", "the knight cannot go to f3"),
        (Position::START_FEN, "Nxf3", "there is nothing to capture on f3"),
        (Position::START_FEN, "N5f3", "White has no such knight"),
        (Position::START_FEN, "O-O", "White cannot castle on the king's side now"),
        (Position::START_FEN, "e4=Q", "nothing is promoted by it"),
        (Position::START_FEN, "e7e5", "the piece on e7 is Black's and White is to move"),
        (PROMOTION, "a8", "the pawn reaches the last rank, and the move must say what it becomes"),
        (PASSING, "e6", "White has no such pawn"),
        (pin, "Nd4", "it would leave White's king in check"),
        ("4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "Rb8", "the rook cannot go to b8"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", "is ambiguous here: it could be a1-d1 or h1-d1"),
    ] {
        let said = san::parse(&position(fen), text).unwrap_err().to_string();
        assert!(said.starts_with(&format!("'{text}' ")) && said.ends_with(sentence), "{said}");
    }
}

#[test]
fn descriptive_notation_is_that_of_the_documents() {
    // Two rooks against two knights, each reaching both.
    let rooks = "4k3/8/1n3n2/8/8/8/8/1R2KR2 w - - 0 1";
    let pawns = "4k3/8/2n1n3/3P4/8/8/8/4K3 w - - 0 1";
    let three_queens = "7k/8/8/8/Q1Q5/8/Q7/4K3 w - - 0 1";
    let two_promotions = "2k2r1r/6P1/8/8/8/8/8/4K3 w - - 0 1";
    for (fen, uci, text) in [
        (Position::START_FEN, "e2e4", "P-K4"),
        (Position::START_FEN, "c2c4", "P-QB4"),
        (Position::START_FEN, "g1f3", "Kt-KB3"),
        (Position::START_FEN, "g1h3", "Kt-KR3"),
        // Squares are counted from each side's own back rank.
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e5", "P-K4"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "b8c6", "Kt-QB3"),
        (CASTLING, "e1g1", "Castles KR"),
        (CASTLING, "e1c1", "Castles QR"),
        (CASTLING, "h1h8", "KRxR ch"),
        (CASTLING, "h1f1", "R-KB1"),
        (rooks, "f1f6", "KRxKt"),
        (rooks, "b1d1", "R-Q1"),
        (pawns, "d5c6", "PxQKt"),
        (pawns, "d5e6", "PxKKt"),
        (PROMOTION, "a7a8q", "P-R8(Q)"),
        (PROMOTION, "a7b8n", "PxKt(Kt)"),
        (two_promotions, "g7h8r", "PxR(KR8)(R)"),
        (PASSING, "f5e6", "BPxP e.p."),
        (PASSING, "d5c6", "PxKt"),
        (three_queens, "a2b2", "Q-QKt2 ch"),
        (three_queens, "a4b3", "Q(QR4)-QKt3"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "R-R8 mate"),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "f1d3", "B-Q3"),
        ("4k3/8/3n4/8/1B6/6B1/8/4K3 w - - 0 1", "b4d6", "B(QKt4)xKt"),
    ] {
        let position = position(fen);
        assert_eq!(descriptive::format(&position, mv(&position, uci)), text, "{fen}");
    }
}

#[test]
fn descriptive_notation_is_read_as_people_write_it() {
    for (fen, uci, texts) in [
        (Position::START_FEN, "e2e4", "P-K4|P to K4|p-k4|KP-K4|P-K 4|P—K4!"),
        (
            Position::START_FEN,
            "g1f3",
            "Kt-KB3|N-KB3|KKt-B3|KN-KB3|Kt to K B 3|Kt(KKt1)-KB3|Kt/KKt1-B3",
        ),
        (CASTLING, "e1g1", "Castles KR|Castles K|castles (K)|O-O|0-0"),
        (CASTLING, "e1c1", "Castles QR|Castles Q.|O-O-O|0-0-0"),
        (CASTLING, "h1h8", "KRxR|KR x R ch|KR takes R, check|KRxKR+|R(R1)xR(KR8)"),
        (PROMOTION, "a7a8q", "P-R8(Q)|P-R8=Q|P-R8/Q|P-QR8Q|P-R8 (Q)"),
        (PROMOTION, "a7b8n", "PxKt(Kt)|PxN=N|PxKt/Kt|RPxKt(N)"),
        (PASSING, "f5e6", "BPxP e.p.|KBPxP|BPxKP e. p. dis ch"),
        (PASSING, "d5c6", "PxKt|QPxQKt|P takes Kt"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "Castles|Castles KR"),
    ] {
        let position = position(fen);
        for text in texts.split('|') {
            assert_eq!(descriptive::parse(&position, text), Ok(mv(&position, uci)), "{text}");
        }
    }
}

#[test]
fn descriptive_notation_says_what_is_wrong() {
    for (fen, text, sentence) in [
        (
            Position::START_FEN,
            "P-K9",
            "is not a move: expected descriptive notation such as P-K4, Kt-KB3, PxP, KRxQKt or Castles KR",
        ),
        (
            Position::START_FEN,
            "QQ-K4",
            "is not a move: expected descriptive notation such as P-K4, Kt-KB3, PxP, KRxQKt or Castles KR",
        ),
        (Position::START_FEN, "Kt-B3", "is ambiguous here: it could be b1-c3 or g1-f3"),
        (Position::START_FEN, "P-K5", "is not legal here: no legal move fits the description"),
        (Position::START_FEN, "PxP", "is not legal here: no legal move fits the description"),
        (Position::START_FEN, "P-K4(Q)", "is not legal here: nothing is promoted by it"),
        (CASTLING, "B-K4", "is not legal here: White has no such bishop"),
        (CASTLING, "Castles", "is ambiguous here: it could be e1-h1 or e1-a1"),
        (PROMOTION, "P-R8", "the move must say what it becomes"),
        (Position::START_FEN, "Castles QR", "White cannot castle on the queen's side now"),
    ] {
        let said = descriptive::parse(&position(fen), text).unwrap_err().to_string();
        assert!(said.starts_with(&format!("'{text}' ")) && said.ends_with(sentence), "{said}");
    }
}
