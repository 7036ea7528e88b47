//! Moves, positions and games in writing: what is written is read back as the
//! same thing, and what people write is understood or refused with a sentence.

mod games;
mod moves;
mod texts;
mod trees;

use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use staunton::chess::board::{FenStyle, Position, Setup};
use staunton::chess::movegen::legal_moves;
use staunton::chess::notation::epd::{Epd, Operation};
use staunton::chess::notation::pgn::{self, AnnotatedMove, ParsedGame, PgnGame};
use staunton::chess::notation::san::{self, SanStyle};
use staunton::chess::notation::{MoveNotation, descriptive, uci};
use staunton::chess::types::{Bitboard, Color, Move, Piece, PieceKind};

/// Plies of a random game; then it is broken off.
const LONGEST_GAME: usize = 64;

/// A random game, with every legal move of every position through every
/// notation, and the game and its last position through theirs.
fn follow_game(start: Position, random: &mut ChaCha8Rng) {
    let mut record = PgnGame::new(start.clone());
    let mut position = start;
    for _ in 0..LONGEST_GAME {
        let moves = legal_moves(&position);
        let Some(&mv) = moves.choose(random) else { break };
        round_trip_moves(&position, &moves, random.random_range(0..32));
        round_trip_fen(&position);
        let mut annotated = AnnotatedMove::from(mv);
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
    // In the order in which they are written.
    let mut moves: Vec<_> = legal_moves(position).iter().copied().take(3).collect();
    moves.sort_by_key(|&mv| MoveNotation::San.format(position, mv));
    epd.operations.extend([
        Operation::BestMoves(moves),
        Operation::Id("a; b".to_string()),
        Operation::Comment(7, "c".to_string()),
        Operation::Evaluation(-31),
    ]);
    let line = epd.to_string();
    assert_eq!(line.parse().as_ref(), Ok(&epd), "{line}");
}

fn round_trip_pgn(record: &PgnGame) {
    let text = record.to_string();
    assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() < 80));
    let games: Vec<_> = pgn::read(&text).map(ParsedGame::flawless).collect();
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

/// Pieces at random: many queens, many pieces of one kind that reach the same
/// square, pawns that can capture several of them and promote.
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
        for piece in 0..random.random_range(2..=16) {
            let kind = if piece == 0 { PieceKind::King } else { *kinds.choose(random)? };
            let square = *free.into_iter().collect::<Vec<_>>().choose(random)?;
            free = free.without(square);
            setup.board[square.index()] = Some(Piece::new(color, kind));
        }
    }
    Position::try_from(&setup).ok()
}

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
        text in "([\\[\\](){}<>;$%\"\\\\\n *.!?½–]|1-0|e4|e5|Nf3|O-O|--|±|-\\+|1\\.|\n\n|\\[Event \"|FEN|\"\\]|a8\\(Q\\)|…){0,40}"
    ) {
        survive(&text)?;
        // Line numbers stay within the text.
        for error in pgn::read(&text).flat_map(|entry| entry.errors) {
            prop_assert!(error.line <= text.matches('\n').count() + 1);
        }
        // What is written is read as the same games, and nothing is wrong with it.
        let games: Vec<PgnGame> = pgn::read(&text).filter_map(|entry| entry.game).collect();
        let written: String = games.iter().map(PgnGame::to_string).collect();
        let again: Vec<_> = pgn::read(&written).map(ParsedGame::flawless).collect();
        prop_assert_eq!(again, games.into_iter().map(Ok).collect::<Vec<_>>(), "{}", written);
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
    Ok(())
}
