//! Moves, positions and games in writing: what is written is read back as the
//! same thing, and what people write is understood or refused with a sentence.

use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use staunton::board::{FenStyle, Position, Setup};
use staunton::movegen::legal_moves;
use staunton::notation::epd::{Epd, Operand, Operation};
use staunton::notation::pgn::{self, Annotated, Record};
use staunton::notation::san::{self, SanStyle};
use staunton::notation::{descriptive, uci};
use staunton::types::{Bitboard, Color, GameResult, Move, Piece, PieceKind, Square};

/// Plies of a random game; then it is broken off.
const LONGEST_GAME: usize = 90;

/// A random game, with every legal move of every position through every
/// notation, and the game and its last position through theirs.
fn follow_game(start: Position, random: &mut ChaCha8Rng) {
    let mut record = Record::new(start.clone());
    let mut position = start;
    for _ in 0..LONGEST_GAME {
        let moves = legal_moves(&position);
        let Some(&mv) = moves.choose(random) else { break };
        round_trip_moves(&position, &moves, random.random_range(0..32));
        round_trip_fen(&position);
        let mut annotated = Annotated::from(mv);
        if random.random_ratio(1, 10) {
            annotated.nags.push(random.random());
            annotated.comments.push("a word; (and) another $3 %".to_string());
        }
        record.moves.push(annotated);
        position.play(mv, &mut ());
    }
    round_trip_epd(&position);
    assert_eq!(record.final_position(), position);
    round_trip_pgn(&record);
}

fn round_trip_moves(position: &Position, moves: &[Move], style: u8) {
    let style = SanStyle::from_bits_retain(style);
    for &mv in moves {
        for chess960 in [false, true] {
            let text = uci::format(mv, chess960);
            assert_eq!(uci::parse(position, &text), Ok(mv), "{position}: {text}");
        }
        for style in [SanStyle::empty(), style] {
            let text = san::format(position, mv, style);
            assert_eq!(san::parse(position, &text), Ok(mv), "{position}: {text}");
        }
        let text = descriptive::format(position, mv);
        assert_eq!(descriptive::parse(position, &text), Ok(mv), "{position}: {text}");
    }
}

fn round_trip_fen(position: &Position) {
    for style in [FenStyle::Standard, FenStyle::Shredder] {
        let fen = position.fen(style);
        assert_eq!(fen.parse().as_ref(), Ok(position), "{fen}");
    }
}

fn round_trip_epd(position: &Position) {
    let mut epd = Epd::new(position.clone());
    let moves = legal_moves(position);
    epd.operations.extend([
        Operation::BestMoves(moves.iter().copied().take(3).collect()),
        Operation::Id("a; b".to_string()),
        Operation::Comment(7, "c".to_string()),
        Operation::Evaluation(-31),
    ]);
    let line = epd.to_string();
    assert_eq!(line.parse().as_ref(), Ok(&epd), "{line}");
}

fn round_trip_pgn(record: &Record) {
    let text = record.to_string();
    assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() < 80));
    let games: Vec<_> = pgn::read(&text).collect();
    assert_eq!(games, [Ok(record.clone())], "{text}");
}

fn start(white: u16, black: u16) -> Position {
    let setup = Setup::chess960(white, black).expect("numbers below 960");
    Position::try_from(&setup).expect("a start is legal")
}

#[test]
fn every_move_of_random_games_survives_every_notation() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..800 {
        follow_game(Position::start(), &mut random);
    }
}

#[test]
fn every_move_of_random_chess960_survives_every_notation() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for number in (0..960).step_by(2) {
        follow_game(start(number, number), &mut random);
    }
}

#[test]
fn every_move_of_random_double_chess960_survives_every_notation() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for number in 0..960 {
        follow_game(start(number, random.random_range(0..960)), &mut random);
    }
}

/// Men thrown on the board: many queens, many like pieces that reach the same
/// square, pawns that can take several of them and promote.
#[test]
fn every_move_of_crowded_boards_survives_every_notation() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut boards = 0;
    while boards < 3_000 {
        let Some(position) = crowded_board(&mut random) else { continue };
        boards += 1;
        round_trip_moves(&position, &legal_moves(&position), random.random_range(0..32));
        round_trip_fen(&position);
        round_trip_epd(&position);
    }
}

fn crowded_board(random: &mut ChaCha8Rng) -> Option<Position> {
    let mut setup = Setup::EMPTY;
    setup.side = *Color::ALL.choose(random)?;
    // Few kinds, so that many are alike.
    let kinds = [*PieceKind::ALL[..5].choose(random)?, *PieceKind::ALL[..5].choose(random)?];
    let mut free = Bitboard::FULL;
    for color in Color::ALL {
        for man in 0..random.random_range(2..=16) {
            let kind = if man == 0 { PieceKind::King } else { *kinds.choose(random)? };
            let square = *free.into_iter().collect::<Vec<_>>().choose(random)?;
            free = free.without(square);
            setup.board[square.index()] = Some(Piece::new(color, kind));
        }
    }
    Position::try_from(&setup).ok()
}

// ---------------------------------------------------------------- by hand

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A move of a position, by its UCI form.
fn mv(position: &Position, text: &str) -> Move {
    uci::parse(position, text).unwrap_or_else(|error| panic!("{position}: {error}"))
}

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
/// White pawns on d5 and f5 may take e6 in passing, the d-pawn a knight too.
const PASSING: &str = "4k3/8/2n5/3PpP2/8/8/8/4K3 w - e6 0 1";

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
            sentence.starts_with(&format!("'{text}' is not a move: two squares")),
            "{sentence}"
        );
    }
    for (fen, text, sentence) in [
        (Position::START_FEN, "0000", "makes no move, and the laws do not allow a player to pass"),
        (Position::START_FEN, "e4e5", "is not legal here: no man stands on e4"),
        (Position::START_FEN, "e7e5", "the man on e7 is Black's and White is to move"),
        (Position::START_FEN, "e2e5", "no such pawn can go to e5"),
        (Position::START_FEN, "a1a2", "a man of the same side stands on a2"),
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
            "is not a move: algebraic notation such as e4, Nf3, exd5, O-O or c8=Q is expected",
        ),
        (
            Position::START_FEN,
            "Sf3",
            "is not a move: algebraic notation such as e4, Nf3, exd5, O-O or c8=Q is expected",
        ),
        (Position::START_FEN, "--", "makes no move, and the laws do not allow a player to pass"),
        (Position::START_FEN, "Nd4", "is not legal here: no such knight can go to d4"),
        (Position::START_FEN, "Rb1", "a man of the same side stands on b1"),
        (Position::START_FEN, "Nbf3", "no such knight can go to f3"),
        (Position::START_FEN, "Nxf3", "there is nothing to capture on f3"),
        (Position::START_FEN, "N5f3", "White has no such knight"),
        (Position::START_FEN, "O-O", "White cannot castle on the king's side now"),
        (Position::START_FEN, "e4=Q", "nothing is promoted by it"),
        (Position::START_FEN, "e7e5", "the man on e7 is Black's and White is to move"),
        (PROMOTION, "a8", "the pawn reaches the last rank, and the move must say what it becomes"),
        (PASSING, "e6", "White has no such pawn"),
        (pin, "Nd4", "it would leave White's king in check"),
        ("4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "Rb8", "no such rook can go to b8"),
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
            "is not a move: descriptive notation such as P-K4, Kt-KB3, PxP, KRxQKt or Castles KR is expected",
        ),
        (
            Position::START_FEN,
            "QQ-K4",
            "is not a move: descriptive notation such as P-K4, Kt-KB3, PxP, KRxQKt or Castles KR is expected",
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

#[test]
fn epd_operations_are_read() {
    let line = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - \
                bm Bb5 Bc4; am Ke2; id \"Spanish; or Italian\"; c0 \"one\"; c9 \"ten\"; \
                ce 31; dm 4; hmvc 2; fmvn 3; acd 12 13; xyz \"a b\" c";
    let epd: Epd = line.parse().unwrap();
    let at = &epd.position;
    assert_eq!(epd.best_moves(), [mv(at, "f1b5"), mv(at, "f1c4")]);
    assert_eq!(epd.avoid_moves(), [mv(at, "e1e2")]);
    assert_eq!(epd.id(), Some("Spanish; or Italian"));
    assert_eq!((at.halfmove_clock(), at.fullmove_number()), (2, 3));
    assert!(epd.operations.contains(&Operation::Evaluation(31)));
    assert!(epd.operations.contains(&Operation::Mate(4)));
    assert!(epd.operations.contains(&Operation::Comment(9, "ten".to_string())));
    assert_eq!(
        epd.operations.last(),
        Some(&Operation::Other {
            opcode: "xyz".to_string(),
            operands: vec![Operand::Text("a b".to_string()), Operand::Word("c".to_string())],
        })
    );
    assert_eq!(epd.to_string(), format!("{line};"));

    let perft: Epd = format!("{} ;D1 20 ;D2 400", Position::START_FEN).parse().unwrap();
    assert_eq!(perft.perft_counts().collect::<Vec<_>>(), [(1, 20), (2, 400)]);
    let counted: Epd = "4k3/8/8/8/8/8/8/4K2R w K - 5 9".parse().unwrap();
    assert_eq!(counted.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - hmvc 5; fmvn 9;");
}

#[test]
fn epd_says_what_is_wrong() {
    let board = "4k3/8/8/8/8/8/8/4K2R w K -";
    for (operations, sentence) in [
        ("bm Nf3;", "'Nf3' is not legal here: White has no such knight"),
        ("id \"open;", "no quotation mark closes '\"open;'"),
        ("ce much;", "the operation 'ce' needs a number of centipawns"),
        ("hmvc 40000;", "the operation 'hmvc' needs a number of plies from 0 to 32767"),
        ("id;", "the operation 'id' needs a text"),
        ("; 7 8;", "an operation begins with a word such as bm or id, not with '7'"),
    ] {
        let error = format!("{board} {operations}").parse::<Epd>().unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
    assert!("4k3/8 w".parse::<Epd>().unwrap_err().to_string().contains("four to six fields"));
}

const GAMES: &str = r#"% an escaped line
[Event "Casual \"game\" \\ 1"]
[White "A"]
[Black "B"]
[Result "1-0"]
[ECO "C20"]

{Before (it} ; all [begins]
1.e4 e5 2. Qh5!? {a threat: (not serious} (2. Nf3 Nc6 (2... d6 {Philidor )} 3. d4)
3. Bb5 c8(Q)) 2... Nc6 $6 3.Bc4 Nf6?? ; blunder )
% 4. d4
4. Qxf7# 1-0

[Event "No result"]
[FEN "4k3/P7/8/8/8/8/8/4K2R b K - 0 7"]
[SetUp "1"]

7... Kd7 8 a8(Q) Kc7 9. 0-0 ½-½
1. e4 *
[Event "Fischer"]
[Variant "fischerandom"]
[FEN "bnrkrnqb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRNQB w ECec - 0 1"]
1. e4 e5
[Event "last"]
"#;

#[test]
fn pgn_is_read() {
    let games: Vec<Record> = pgn::read(GAMES).collect::<Result<_, _>>().unwrap();
    assert_eq!(games.len(), 5);

    let first = &games[0];
    assert_eq!(first.tag("Event"), Some("Casual \"game\" \\ 1"));
    assert_eq!(first.tag("ECO"), Some("C20"));
    assert_eq!(first.opening_comments, ["Before (it", "all [begins]"]);
    assert_eq!(first.result, GameResult::WhiteWins);
    assert_eq!(first.moves.len(), 7);
    assert_eq!(first.moves[2].nags, [5]);
    assert_eq!(first.moves[2].comments, ["a threat: (not serious"]);
    assert_eq!(first.moves[3].nags, [6]);
    assert_eq!(
        (&first.moves[5].nags[..], &first.moves[5].comments[..]),
        (&[4][..], &["blunder )".to_string()][..])
    );

    assert_eq!(games[1].moves.len(), 4);
    assert_eq!(games[1].result, GameResult::Draw);
    assert_eq!(games[1].start.fullmove_number(), 7);
    assert_eq!((games[2].tags.len(), games[2].moves.len()), (0, 1));
    assert!(games[3].chess960 && games[3].moves.len() == 2);
    assert_eq!(games[4].tag("Event"), Some("last"));
    for game in &games {
        round_trip_pgn(game);
    }
}

#[test]
fn pgn_is_written_in_the_export_format() {
    let mut record = Record::new(position("4k3/8/8/8/8/8/8/4K2R b K - 0 1"));
    let text = |record: &Record| record.to_string();
    for (uci, comment) in [("e8e7", ""), ("e1g1", "+1.20/14 0.5s"), ("e7e6", "")] {
        let mut annotated = Annotated::from(mv(&record.final_position(), uci));
        annotated.comments.extend((!comment.is_empty()).then(|| comment.to_string()));
        record.moves.push(annotated);
    }
    record.set_tag("TimeControl", "1+0.01");
    record.set_tag("White", "A \"b\"");
    record.set_tag("White", "A");
    record.result = GameResult::Draw;
    assert_eq!(
        text(&record),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n\
         [Black \"?\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n\
         [FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 1\"]\n[TimeControl \"1+0.01\"]\n\n\
         1... Ke7 2. O-O {+1.20/14 0.5s} 2... Ke6 1/2-1/2\n\n"
    );
    let start = Record::new(start(0, 0));
    assert!(text(&start).contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/"));
}

#[test]
fn pgn_says_what_is_wrong_and_goes_on() {
    for (text, sentence) in [
        (
            "1. e4 e5\n2. Nf6 *",
            "line 2: move 2. 'Nf6' is not legal here: no such knight can go to f6",
        ),
        (
            "1. e4\n\ne9 *",
            "line 3: move 1... 'e9' is not a move: algebraic notation such as e4, Nf3, exd5, O-O or c8=Q is expected",
        ),
        (
            "1. e4 -- *",
            "line 1: move 1... '--' makes no move, and the laws do not allow a player to pass",
        ),
        ("[Event x]\n1. e4 *", "line 1: '[Event x]' is no tag: [Name \"value\"] is expected"),
        ("\n[Event \"x]\n1. e4 *", "line 2: '[Event \"x]' is no tag: [Name \"value\"] is expected"),
        (
            "[Variant \"Atomic\"]\n1. e4 *",
            "line 1: the variant 'Atomic' is not played here, only chess and Chess960",
        ),
        ("1. e4\n{ never closed", "line 2: no '}' closes the comment that begins here"),
        ("1. e4 ( 1. d4\n\n[Event \"x\"]", "line 1: no ')' closes the variation that begins here"),
        ("1. e4 ) *", "line 1: ')' has no meaning here"),
        ("1. e4 $256 *", "line 1: '$256' is no annotation glyph: $0 to $255 are expected"),
        (
            "[FEN \"8/8 w\"]\n1. e4 *",
            "line 1: the FEN tag is wrong: a FEN has four to six fields separated by spaces, this one has 2",
        ),
    ] {
        assert_eq!(pgn::read(text).next().unwrap().unwrap_err().to_string(), sentence);
        let more = format!("{text}\n\n[Event \"next\"]\n[Round \"2\"]\n\n1. e4 *\n");
        let last = pgn::read(&more).last().unwrap().unwrap();
        assert_eq!((last.tag("Round"), last.moves.len()), (Some("2"), 1), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

    /// Whatever comes in, no reader panics, and each says something.
    #[test]
    fn readers_survive_any_text(text in "\\PC*") {
        survive(&text)?;
    }

    /// Text out of the letters of the notations gets further in.
    #[test]
    fn readers_survive_likely_text(text in "[KQRBNPtTxX:=()/1-8a-h0Oo +#†♘.\\-–!?]{0,12}") {
        survive(&text)?;
    }

    #[test]
    fn games_survive_likely_text(
        text in "([\\[\\](){}<>;$%\"\\\\\n *.!?½–]|1-0|e4|Nf3|O-O|1\\.|\\[Event \"|FEN|\"\\]|a8\\(Q\\)|…){0,40}"
    ) {
        survive(&text)?;
        // Line numbers stay within the text.
        for game in pgn::read(&text) {
            if let Err(error) = game {
                prop_assert!(error.line <= text.matches('\n').count() + 1);
            }
        }
    }

    #[test]
    fn descriptions_survive_likely_operations(text in "([;\" a-c0-9]|bm|id |hmvc|Nf3){0,20}") {
        for fen in [CASTLING, "4k3/8/8/8/8/8/8/4K3 w - -"] {
            if let Ok(epd) = format!("{fen}{text}").parse::<Epd>() {
                prop_assert_eq!(epd.to_string().parse::<Epd>(), Ok(epd));
            }
        }
    }
}

fn survive(text: &str) -> Result<(), TestCaseError> {
    for fen in [Position::START_FEN, CASTLING, PROMOTION, PASSING] {
        let position = position(fen);
        let read = [
            uci::parse(&position, text),
            san::parse(&position, text),
            descriptive::parse(&position, text),
        ];
        for result in read {
            match result {
                Ok(mv) => prop_assert!(legal_moves(&position).contains(&mv)),
                Err(error) => prop_assert!(error.to_string().len() > text.len().min(20)),
            }
        }
    }
    let _ = text.parse::<Epd>();
    prop_assert!(pgn::read(text).count() <= text.len() + 1);
    let _ = text.parse::<Square>();
    Ok(())
}
