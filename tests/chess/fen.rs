//! FEN: what is read, what is written, and how invalid FENs are refused.

use proptest::prelude::*;
use staunton::chess::board::{DroppedFields, FenStyle, Position, Setup};
use staunton::chess::movegen::legal_moves;
use staunton::chess::types::{CastlingRights, Color};

fn read(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn refusal(fen: &str) -> String {
    match fen.parse::<Position>() {
        Ok(position) => panic!("{fen} was read as {position}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn complete_fens_come_back_as_they_were() {
    for fen in [
        Position::START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17",
        "8/8/8/8/8/8/8/K1k5 w - - 99 200",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "4k3/8/8/8/8/8/8/4K2R w K - 32767 40000",
    ] {
        assert_eq!(read(fen).to_string(), fen);
    }
}

#[test]
fn missing_counters_are_defaulted() {
    let four = read("8/8/8/8/8/8/8/K1k5 b - -");
    assert_eq!((four.halfmove_clock(), four.fullmove_number()), (0, 1));
    let five = read("8/8/8/8/8/8/8/K1k5 b - - 12");
    assert_eq!((five.halfmove_clock(), five.fullmove_number()), (12, 1));
    assert_eq!(read("8/8/8/8/8/8/8/K1k5 b - - 0 0").fullmove_number(), 1);
    assert_eq!(read("  8/8/8/8/8/8/8/K1k5\tb  - -  ").side_to_move(), Color::Black);
}

#[test]
fn an_en_passant_square_without_a_legal_capture_is_dropped() {
    for (fen, square) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        // The capture would uncover the rook: both pawns leave the rank.
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "-"),
        // One capturer is pinned, the other is not.
        ("4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"),
        // No pawn has just passed.
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "-"),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "-"),
    ] {
        let position = read(fen);
        let written = position.en_passant().map_or("-".to_string(), |square| square.to_string());
        assert_eq!(written, square, "{fen}");
    }
}

#[test]
fn castling_rights_without_king_and_rook_in_place_are_dropped() {
    for (fen, field) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQ"),
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", "Kkq"),
        ("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "-"),
        ("4k3/8/8/8/8/8/8/N3K2B w KQ - 0 1", "-"),
    ] {
        assert_eq!(read(fen).to_string().split(' ').nth(2), Some(field), "{fen}");
    }
}

#[test]
fn chess960_in_three_spellings() {
    let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let x_fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9";
    assert_eq!(read(shredder), read(x_fen));
    assert_eq!(read(x_fen).fen(FenStyle::Shredder), shredder);
    assert_eq!(read(shredder).fen(FenStyle::Standard), x_fen);

    // The inner rook castles: only its file tells it apart.
    let inner = "1r2kr1r/8/8/8/8/8/8/1R2KR1R w Fb - 0 1";
    let position = read(inner);
    assert_eq!(position.fen(FenStyle::Standard), "1r2kr1r/8/8/8/8/8/8/1R2KR1R w Fq - 0 1");
    assert_eq!(read(&position.fen(FenStyle::Standard)), position);
    let rights = CastlingRights::WHITE_KING_SIDE | CastlingRights::BLACK_QUEEN_SIDE;
    assert_eq!(position.castling(), rights);
}

#[test]
fn every_start_of_chess960_is_legal_and_distinct() {
    let mut seen = std::collections::HashSet::new();
    for number in 0..960 {
        let setup = Setup::chess960(number, number).expect("in range");
        let position = Position::try_from(&setup).expect("a start is legal");
        assert_eq!(position.castling(), CastlingRights::all());
        let fen = position.fen(FenStyle::Shredder);
        assert_eq!(read(&fen), position);
        assert!(seen.insert(fen));
    }
    // Numbers as published by Scharnagl.
    let rank = |number| {
        let setup = Setup::chess960(number, number).expect("in range");
        Position::try_from(&setup).expect("legal").to_string()[..8].to_string()
    };
    assert_eq!(rank(518), "rnbqkbnr");
    assert_eq!(rank(0), "bbqnnrkr");
    assert_eq!(rank(959), "rkrnnqbb");
    assert!(Setup::chess960(960, 0).is_none());
}

#[test]
fn the_mirror_is_the_same_position_for_the_other_side() {
    let fen = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/R3KBNR w KQkq f6 0 3";
    let mirrored = Setup::from(&read(fen)).mirrored();
    assert_eq!(
        Position::try_from(&mirrored).expect("legal").to_string(),
        "r3kbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq f3 0 3"
    );
    assert_eq!(mirrored.mirrored(), Setup::from(&read(fen)));
}

#[test]
fn what_can_be_played_is_read() {
    for (fen, written) in [
        // Nine pawns, seventeen pieces, a full board, ten knights.
        ("4k3/pppppppp/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", None),
        ("k7/nnnnnnnn/nnnnnnnn/8/8/8/8/K7 b - - 0 1", None),
        ("kqrrrrrr/nnnnnnnn/bbbbbbbb/pppppppp/PPPPPPPP/BBBBBBBB/NNNNNNNN/KQRRRRRR w - - 0 1", None),
        ("4k3/8/8/8/8/NNNNN3/NNNNN3/4K3 b - - 0 1", None),
        // Fields that are missing, and one too many.
        ("4k3/8/8/8/8/8/8/4K3 b", Some("4k3/8/8/8/8/8/8/4K3 b - - 0 1")),
        ("4k3/8/8/8/8/8/8/4K2R w K", Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1")),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3 7 9 x", Some("4k3/8/8/8/8/8/8/4K3 w - - 3 7")),
    ] {
        assert_eq!(read(fen).to_string(), written.unwrap_or(fen));
    }
}

#[test]
fn what_is_dropped_has_a_sentence() {
    let said = |fen: &str| DroppedFields::of(fen).map(|dropped| dropped.to_string());
    let rest = "a FEN has six fields, and '9 x' after them is skipped";
    assert_eq!(said("4k3/8/8/8/8/8/8/4K3 w - - 3 7"), None);
    assert_eq!(said("4k3/8/8/8/8/8/8/4K3 w"), None);
    assert_eq!(said("4k3/8/8/8/8/8/8/4K3 w - - 3 7 9 x").as_deref(), Some(rest));
    let rights = "the castling rights KQ cannot be and are dropped";
    assert_eq!(said("4k3/8/8/8/8/8/8/4K3 w KQ").as_deref(), Some(rights));
    let both = said("4k3/8/8/8/8/8/8/4K3 w KQ - 3 7 9 x");
    assert_eq!(both, Some(format!("{rights}; {rest}")));
}

#[test]
fn each_refusal_has_its_own_sentence() {
    for (fen, words) in [
        ("", "the FEN is empty"),
        ("8", "eight ranks separated by '/', this one has 1"),
        ("8/8/8/8/8/8/8/K1k5", "the side to move, 'w' or 'b'"),
        ("8/8/8/8/8/8/K1k5 w - - 0 1", "eight ranks separated by '/', this one has 7"),
        ("8/8/8/8/8/8/8/8/K1k5 w - - 0 1", "this one has 9"),
        ("8/8/7/8/8/8/8/K1k5 w - - 0 1", "rank 6 describes 7 squares instead of eight"),
        ("8/8/8/8/ppppppppp/8/8/K1k5 w - - 0 1", "rank 4 describes 9 squares"),
        ("8/8/8/4x3/8/8/8/K1k5 w - - 0 1", "'x' is no piece"),
        ("8/8/8/9/8/8/8/K1k5 w - - 0 1", "'9' is no piece"),
        ("8/8/8/8/8/8/8/K1k5 white - - 0 1", "'w' or 'b', not 'white'"),
        ("8/8/8/8/8/8/8/K1k5 w z - 0 1", "'z' is no castling right"),
        ("8/8/8/8/8/8/8/K1k5 w - e4 0 1", "third or sixth rank, not 'e4'"),
        ("8/8/8/8/8/8/8/K1k5 w - x 0 1", "not 'x'"),
        ("8/8/8/8/8/8/8/K1k5 w - - 32768 1", "from 0 to 32767, not '32768'"),
        ("8/8/8/8/8/8/8/K1k5 w - - -1 1", "not '-1'"),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 one", "move number is a whole number, not 'one'"),
        ("8/8/8/8/8/8/8/2k5 w - - 0 1", "White has no king"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("K7/8/8/8/8/8/8/K1k5 w - - 0 1", "White has more than one king"),
        ("P7/8/8/8/8/8/8/K1k5 w - - 0 1", "a pawn stands on a8"),
        ("8/8/8/8/8/8/8/K1k3p1 w - - 0 1", "a pawn stands on g1"),
        ("k7/8/8/8/8/8/8/K6r b - - 0 1", "White is in check and Black is to move"),
        ("8/8/8/8/8/8/8/Kk6 w - - 0 1", "Black is in check and White is to move"),
    ] {
        let refusal = refusal(fen);
        assert!(refusal.contains(words), "{fen}: {refusal}");
    }
}

proptest! {
    /// Any text gets an answer; a position that is accepted can be written,
    /// read again and played.
    #[test]
    fn damaged_fens_never_panic(
        start in 0..6usize,
        cuts in prop::collection::vec((0..100usize, "[ -~]{0,3}", 0..4usize), 0..6),
    ) {
        const STARTS: [&str; 6] = [
            Position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
            "8/8/8/8/8/8/8/K1k5 w - - 99 200",
        ];
        let mut fen = STARTS[start].to_string();
        for (at, with, length) in cuts {
            let from = at.min(fen.len());
            let to = (from + length).min(fen.len());
            fen.replace_range(from..to, &with);
        }
        if let Ok(position) = fen.parse::<Position>() {
            for style in [FenStyle::Standard, FenStyle::Shredder] {
                let again: Position = position.fen(style).parse().expect("what was written");
                prop_assert_eq!(&again, &position);
                prop_assert_eq!(again.key(), position.key());
            }
            for mv in legal_moves(&position) {
                let next = position.after(mv);
                let checked: Position = next.fen(FenStyle::Shredder).parse().expect("legal");
                prop_assert_eq!(checked.key(), next.key());
            }
        }
    }

    #[test]
    fn any_text_gets_an_answer(text in "\\PC{0,80}") {
        let _ = text.parse::<Position>();
    }
}
