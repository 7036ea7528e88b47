//! Odds: what is taken off, who moves first, and the marked pawn's four rules.

use staunton::arena::odds::{
    Agreement, DocumentedOdds, HANDICAPS, Handicap, MarkedPawn, Odds, OddsBook, PRICED, agreement,
    claim_entry, claim_table, find,
};
use staunton::arena::openings::{BookOptions, Variant};
use staunton::arena::plan::record::{Ending, Opening};
use staunton::arena::stats::ResultCounts;
use staunton::chess::board::Position;
use staunton::chess::game::{Game, Outcome};
use staunton::chess::movegen::has_legal_move;
use staunton::chess::notation::uci;
use staunton::chess::types::{Color, PieceKind};

fn book(name: &str) -> OddsBook {
    book_of(Odds::named(name).unwrap(), BookOptions::default())
}

fn book_of(odds: Odds, options: BookOptions) -> OddsBook {
    OddsBook::open(odds, &options).unwrap_or_else(|error| panic!("{error}"))
}

fn opening(book: &OddsBook, pair: usize, giver: Color) -> Opening {
    let opening = book.opening(pair, giver).unwrap_or_else(|error| panic!("{error}"));
    assert!(has_legal_move(&opening.end()) && !opening.end().in_check());
    opening
}

/// How many pieces more White has of each kind.
fn surplus(position: &Position) -> [i32; 5] {
    let [pawn, knight, bishop, rook, queen, _] = PieceKind::ALL.map(|kind| {
        let [white, black] = Color::ALL.map(|color| position.pieces(color, kind).count() as i32);
        white - black
    });
    [pawn, knight, bishop, rook, queen]
}

fn fen(book: &OddsBook, pair: usize, giver: Color) -> String {
    opening(book, pair, giver).start.to_string()
}

#[test]
fn pawn_and_move_and_pawn_and_two() {
    let one = book("pawn-and-move");
    let two = book("pawn-and-two");
    for (book, pair, giver, start) in [
        (&one, 0, Color::Black, "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (&one, 5, Color::White, "rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR b KQkq - 0 1"),
        (&two, 0, Color::Black, "rnbqkbnr/ppppp1pp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"),
        (&two, 2, Color::Black, "rnbqkbnr/ppppp1pp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1"),
        (&two, 1, Color::White, "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPP1PP/RNBQKBNR b KQkq - 0 1"),
    ] {
        assert_eq!(fen(book, pair, giver), start);
    }
}

#[test]
fn a_piece_is_removed_before_play_begins() {
    for (name, giver, start) in [
        ("knight", Color::White, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
        ("rook", Color::White, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"),
        ("rook", Color::Black, "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"),
        ("queen", Color::Black, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("marked-pawn", Color::White, Position::START_FEN),
    ] {
        assert_eq!(fen(&book(name), 3, giver), start, "{name}");
    }
}

#[test]
fn both_sides_lack_exactly_what_the_name_says() {
    let rows: &[(&str, usize, [i32; 5])] = &[
        ("exchange", 0, [0, 1, 0, -1, 0]),
        ("exchange", 1, [0, 0, 1, -1, 0]),
        ("queen-for-rook-and-minor", 0, [0, 1, 0, 1, -1]),
        ("knight-and-bishop-for-rook", 0, [0, -1, -1, 1, 0]),
        ("rook-and-bishop-for-queen", 1, [0, 0, -1, -1, 1]),
        ("two-rooks-for-queen", 2, [0, 0, 0, -2, 1]),
        ("two-rooks-for-three-minors", 0, [0, 2, 1, -2, 0]),
        ("two-rooks-for-three-minors", 3, [0, 1, 2, -2, 0]),
        ("rook-for-minor-and-two-pawns", 1, [2, 0, 1, -1, 0]),
        ("queen-for-two-rooks-and-pawn", 4, [1, 0, 0, 2, -1]),
        ("bishop-for-knight", 0, [0, 1, -1, 0, 0]),
        ("knight-for-three-pawns", 9, [3, -1, 0, 0, 0]),
    ];
    for &(name, pair, of_white) in rows {
        let book = book(name);
        let [white, black] = Color::ALL.map(|giver| opening(&book, pair, giver));
        assert_eq!(surplus(&white.start), of_white, "{name}");
        assert_eq!(surplus(&black.start), of_white.map(|count| -count), "{name}");
        assert_eq!(
            white.start.side_to_move(),
            black.start.side_to_move(),
            "{name}: the same opening"
        );
        assert!(white.moves.is_empty(), "what is priced stays on the board");
    }
}

#[test]
fn every_name_can_be_played_in_every_variant() {
    for handicap in &HANDICAPS {
        let odds = Odds::named(handicap.name).unwrap();
        assert_eq!(odds.name(), handicap.name);
        for variant in [Variant::Standard, Variant::Chess960] {
            let book =
                book_of(odds.clone(), BookOptions { variant, seed: 5, ..Default::default() });
            for giver in Color::ALL {
                let first = opening(&book, 1, giver);
                assert_eq!(first.chess960, variant == Variant::Chess960, "{}", handicap.name);
                assert_eq!(opening(&book, 1, giver), first, "{}", handicap.name);
                assert_ne!(opening(&book, 2, giver), first, "{}", handicap.name);
            }
        }
    }
    let error = Odds::named("king").unwrap_err().to_string();
    assert!(error.contains("'king'") && error.contains("pawn-and-two, knight"), "{error}");
}

#[test]
fn a_position_of_ones_own_is_given_by_the_weaker_side() {
    // Black has a rook for two knights: 548 against 610.
    let fen = "1r2k3/pppp4/8/8/8/8/PPPP4/1N2K1N1 b - - 3 9";
    let book = book_of(Odds::position(fen).unwrap(), BookOptions::default());
    assert_eq!(opening(&book, 0, Color::Black).start.to_string(), fen);
    let mirrored = "1n2k1n1/pppp4/8/8/8/8/PPPP4/1R2K3 w - - 3 9";
    assert_eq!(opening(&book, 0, Color::White).start.to_string(), mirrored);
    let even = book_of(Odds::position(Position::START_FEN).unwrap(), BookOptions::default());
    assert_eq!(opening(&even, 0, Color::Black).start.to_string(), Position::START_FEN);
    let error = Odds::position("8/8 w - -").unwrap_err().to_string();
    assert!(error.contains("8/8 w - -") && error.contains("eight ranks"), "{error}");
}

/// A game from a position in which White has the marked pawn.
fn game(fen: &str, moves: &str) -> (Game, MarkedPawn) {
    let start: Position = fen.parse().unwrap();
    let odds = Odds::named("marked-pawn").unwrap();
    let pawn = MarkedPawn::of(&odds, &start, Color::White).expect("there is a pawn");
    let mut game = Game::new(start);
    for text in moves.split_whitespace() {
        let mv = uci::parse(game.position(), text).unwrap();
        game.play(mv).unwrap();
    }
    (game, pawn)
}

fn lost(fen: &str, moves: &str, part: &str) {
    let (game, pawn) = game(fen, moves);
    match pawn.ending(&game) {
        Some(Ending::MarkedPawn { loser: Color::White, why }) => {
            assert!(why.text().contains(part), "{moves}: {why:?}");
        }
        other => panic!("{fen} {moves}: {other:?}"),
    }
    // Nothing was over a move before.
    let mut before = game;
    before.take_back();
    assert_eq!(pawn.ending(&before), None, "{fen} {moves}");
}

fn goes_on(fen: &str, moves: &str) -> Game {
    let (game, pawn) = game(fen, moves);
    assert_eq!(pawn.ending(&game), None, "{fen} {moves}");
    game
}

const START: &str = Position::START_FEN;
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
const DISCOVERED: &str = "7k/7p/5P2/8/8/8/8/BK6 w - - 0 1";
const WITH_THE_PAWN: &str = "7k/6pp/5P1K/8/2B5/8/8/8 w - - 0 1";

#[test]
fn if_the_pawn_is_captured_its_owner_loses() {
    lost(START, "f2f4 e7e5 h2h3 e5f4", "captured");
    lost(START, "f2f4 e7e5 f4e5 d7d6 h2h3 d6e5", "captured");
    lost("4k3/8/8/8/4p3/8/5P2/4K3 w - - 0 1", "f2f4 e4f3", "captured");
    // Other pieces may be captured, on its old square too.
    goes_on(START, "f2f4 e7e5 f4e5 d8h4 g2g3 h4g3 h2g3");
    goes_on("4k3/8/8/8/4p1p1/8/5PP1/4K3 w - - 0 1", "f2f3 e8e7 f3e4 g4g3 e4e5 e7e6");
}

#[test]
fn its_owner_can_be_mated_in_the_usual_way() {
    let game = goes_on(START, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(game.automatic_end(), Some(Outcome::Checkmate { winner: Color::Black }));
}

#[test]
fn its_owner_cannot_mate_with_another_piece() {
    lost(BACK_RANK, "a1a8", "a piece other");
    lost(DISCOVERED, "f6f7", "a piece other");
    let game = goes_on(WITH_THE_PAWN, "f6g7");
    assert_eq!(game.automatic_end(), Some(Outcome::Checkmate { winner: Color::White }));
    // Check is not mate, and stalemate is a draw.
    goes_on(BACK_RANK, "a1a7 g8f8 a7a8");
    goes_on("7k/8/5KQ1/8/8/8/5P2/8 w - - 0 1", "f2f3");
    let stalemate = goes_on("7k/8/5K2/8/8/8/5P2/6Q1 w - - 0 1", "g1g6");
    assert_eq!(stalemate.automatic_end(), Some(Outcome::Stalemate { side: Color::Black }));
}

#[test]
fn it_may_not_be_exchanged_for_a_piece() {
    lost("8/5P2/8/8/8/k7/8/4K3 w - - 0 1", "f7f8q", "exchanged");
    lost("6n1/5P2/8/8/8/k7/8/4K3 w - - 0 1", "f7g8n", "exchanged");
    // Another pawn may.
    goes_on("8/P7/8/8/8/2k5/5P2/4K3 w - - 0 1", "a7a8q");
}

#[test]
fn what_is_forbidden_can_be_left_out() {
    for (fen, text, allowed) in [
        (BACK_RANK, "a1a8", false),
        (BACK_RANK, "a1a7", true),
        (DISCOVERED, "f6f7", false),
        (WITH_THE_PAWN, "f6g7", true),
        ("8/5P2/8/8/8/k7/8/4K3 w - - 0 1", "f7f8q", false),
        ("8/P7/8/8/8/2k5/5P2/4K3 w - - 0 1", "a7a8q", true),
    ] {
        let (game, pawn) = game(fen, "");
        let mv = uci::parse(game.position(), text).unwrap();
        assert_eq!(pawn.allows(&game, mv), allowed, "{fen} {text}");
    }
    // The opponent may do anything, mate and promote too.
    let (game, pawn) = game(START, "f2f3 e7e5 g2g4");
    assert!(pawn.allows(&game, uci::parse(game.position(), "d8h4").unwrap()));
}

#[test]
fn the_marked_pawn_is_the_kings_bishops_and_survives_the_opening() {
    let book = book("marked-pawn");
    for pair in 0..10 {
        for giver in Color::ALL {
            let opening = opening(&book, pair, giver);
            let game = Game::from_moves(opening.start.clone(), opening.moves).unwrap();
            assert_eq!(book.odds_ending(&game, giver), None);
            let pawn = MarkedPawn::of(book.odds(), &opening.start, giver).unwrap();
            assert_eq!(pawn.square.to_string(), if giver == Color::White { "f2" } else { "f7" });
        }
    }
    let start = Position::start();
    assert_eq!(MarkedPawn::of(&Odds::named("rook").unwrap(), &start, Color::White), None);
}

fn named(name: &str) -> &'static Handicap {
    find(name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn the_documents_sentences_beside_the_scores() {
    // A rook is 548, knight and bishop 655; a minor piece 327.5.
    assert_eq!(named("knight-and-bishop-for-rook").balance(), 107.0);
    assert_eq!(named("rook-for-minor-and-two-pawns").balance(), 20.5);
    assert_eq!(named("two-rooks-for-three-minors").balance(), 113.5);
    let result_counts = ResultCounts::of_pairs([60, 60, 50, 20, 10]);
    let text = claim_table(&[
        (named("knight-and-bishop-for-rook"), result_counts),
        (named("two-rooks-for-queen"), ResultCounts::default()),
    ]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "exchange                       price   games   giver's score              Elo   claim",
            "knight-and-bishop-for-rook     +1.07     400   32.5 % ± 4.0         -127 ± 32   agrees",
            "  “to give a knight and a bishop is to give rather more than a rook”",
            "two-rooks-for-queen            +1.02       0   not played   open",
            "  “to give … two rooks rather more than a queen”",
        ]
    );
    for name in PRICED {
        assert!(claim_entry(named(name), &result_counts).contains('“'), "{name} has its sentence");
    }
}

#[test]
fn a_claim_is_borne_out_or_not_or_open() {
    use Agreement::{Agrees, Differs, Open};
    use DocumentedOdds::{GivesLess, GivesMore, GivesNoLess, GivesTheSame};
    let worse = ResultCounts::of_pairs([60, 60, 50, 20, 10]);
    let even = ResultCounts::of_pairs([20, 40, 80, 40, 20]);
    let few = ResultCounts::of_pairs([2, 1, 1, 1, 0]);
    for (claim, of_worse, of_better, of_even, of_few) in [
        (GivesMore, Agrees, Differs, Open, Open),
        (GivesLess, Differs, Agrees, Open, Open),
        (GivesTheSame, Differs, Differs, Agrees, Open),
        (GivesNoLess, Agrees, Differs, Agrees, Agrees),
    ] {
        assert_eq!(agreement(claim, &worse), of_worse, "{claim:?}");
        assert_eq!(agreement(claim, &worse.reversed()), of_better, "{claim:?}");
        assert_eq!(agreement(claim, &even), of_even, "{claim:?}");
        assert_eq!(agreement(claim, &few), of_few, "{claim:?}");
        assert_eq!(agreement(claim, &ResultCounts::default()), Open, "{claim:?}");
    }
}
