//! How games end, and whether the material that is left can still mate.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use staunton::chess::board::{GamePosition, Position};
use staunton::chess::game::{Game, Outcome, can_force_mate, may_mate};
use staunton::chess::movegen::legal_moves;
use staunton::chess::notation::uci;
use staunton::chess::types::{Color, GameResult};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = uci::parse(game.position(), text).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv).unwrap();
    }
}

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(position(fen));
    play(&mut game, moves);
    game
}

const DANCE: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn mate_and_stalemate_end_a_game() {
    let mate = game(Position::START_FEN, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(mate.outcome(false), Some(Outcome::Checkmate { winner: Color::Black }));
    let stalemate = game("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", "g1g6");
    assert_eq!(stalemate.outcome(false), Some(Outcome::Stalemate { side: Color::Black }));
    // No pawn can move and the king has no square, but a knight has one.
    let saved = game("7k/5K2/8/8/8/8/8/n5Q1 w - - 0 1", "g1g6");
    assert_eq!(saved.outcome(true), None);
    assert_eq!(Game::new(Position::start()).outcome(true), None);
}

#[test]
fn repetition_three_times_is_a_claim_and_five_times_the_end() {
    let mut game = Game::new(Position::start());
    let mut seen = Vec::new();
    for _ in 0..4 {
        play(&mut game, DANCE);
        seen.push((game.occurrences(), game.outcome(true), game.outcome(false)));
    }
    let (three, five) = (Outcome::ThreefoldRepetition, Outcome::FivefoldRepetition);
    assert_eq!(
        seen,
        [
            (2, None, None),
            (3, Some(three), None),
            (4, Some(three), None),
            (5, Some(five), Some(five))
        ]
    );
    assert_eq!(game.claimable_draw(), Some(three));
    game.take_back();
    assert_eq!((game.occurrences(), game.outcome(false)), (4, None));
}

/// The number of rounds of shuffling after which a draw by repetition may be
/// claimed.
fn rounds_to_a_claim(fen: &str, first: &str, round: &str) -> usize {
    let mut game = game(fen, first);
    (1..6)
        .find(|_| {
            play(&mut game, round);
            game.claimable_draw().is_some()
        })
        .expect("three times come round")
}

#[test]
fn a_position_is_the_same_only_if_the_same_moves_are_possible() {
    let kings = "e8e7 e1f1 e7e8 f1e1";
    let rooks = "h1h2 h8h7 h2h1 h7h8";
    for (fen, first, round, rounds) in [
        // The pawn on e4 could capture in passing the first time only.
        ("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", kings, 3),
        // No pawn could capture, so the double push changes nothing.
        ("4k3/8/8/8/5p2/8/3P4/4K3 w - - 0 1", "d2d4", kings, 2),
        // The pawn is pinned and could not capture either.
        ("4k3/8/8/8/4p3/8/3PR3/4K3 w - - 0 1", "d2d4", kings, 2),
        // Both could castle the first time only.
        ("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "", rooks, 3),
        ("4k2r/8/8/8/8/8/8/4K2R w - - 0 1", "", rooks, 2),
    ] {
        assert_eq!(rounds_to_a_claim(fen, first, round), rounds, "{fen}");
    }
}

/// Against a count that compares the first four fields of the FEN with those
/// of all earlier positions.
#[test]
fn occurrences_are_those_that_the_fens_show() {
    let fields =
        |position: &Position| position.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut most = 0;
    for _ in 0..200 {
        let mut game = Game::new(position("r3k3/p7/8/1P6/8/8/8/4K2R w Kq - 0 1"));
        let mut seen = vec![fields(game.position())];
        for _ in 0..150 {
            // Three times in four the piece goes back to where it came from.
            let moves = legal_moves(game.position());
            let back = game.moves().len().checked_sub(2).map(|ply| game.moves()[ply]);
            let back = back.and_then(|last| {
                moves.iter().find(|mv| mv.from() == last.to() && mv.to() == last.from())
            });
            let choice = if random.random_ratio(3, 4) { back } else { None };
            let Some(&mv) = choice.or_else(|| moves.choose(&mut random)) else { break };
            game.play(mv).unwrap();
            seen.push(fields(game.position()));
            let count = seen.iter().filter(|earlier| *earlier == &seen[seen.len() - 1]).count();
            assert_eq!(game.occurrences(), count, "{}", game.position());
            most = most.max(count);
        }
    }
    assert!(most >= 5, "the test has seen too few repetitions");
}

#[test]
fn fifty_moves_are_a_claim_and_seventy_five_the_end() {
    for (clock, claimed, unclaimed) in [
        (98, None, None),
        (99, Some(Outcome::FiftyMoves), None),
        (148, Some(Outcome::FiftyMoves), None),
        (149, Some(Outcome::SeventyFiveMoves), Some(Outcome::SeventyFiveMoves)),
    ] {
        let fen = format!("6k1/5ppp/8/8/8/8/8/R3K3 w - - {clock} 100");
        let quiet = game(&fen, "a1a2");
        assert_eq!((quiet.outcome(true), quiet.outcome(false)), (claimed, unclaimed), "{clock}");
        // Mate on the very move ends the game before anything is counted.
        let mate = game(&fen, "a1a8");
        assert_eq!(mate.outcome(true), Some(Outcome::Checkmate { winner: Color::White }));
        // A pawn move begins the count anew.
        assert_eq!(game(&fen, "a1a2 h7h6").outcome(true), None);
    }
    let stalemate = game("7k/5K2/8/8/8/8/8/6Q1 w - - 149 100", "g1g6");
    assert_eq!(stalemate.outcome(false), Some(Outcome::Stalemate { side: Color::Black }));
}

/// Each of these is a mate by White, so that White may mate with these pieces.
#[test]
fn material_that_has_mated_may_mate() {
    for fen in [
        // Two knights cannot force it.
        "8/8/8/8/8/1K6/2NN4/k7 b - - 0 1",
        // A lone knight, with a pawn, rook, bishop or knight in the way.
        "8/8/8/8/8/1N6/p7/k1K5 b - - 0 1",
        "8/8/8/8/8/1N6/r7/k1K5 b - - 0 1",
        "8/8/8/8/8/8/b1N5/k1K5 b - - 0 1",
        "8/8/8/8/8/1K6/2N5/kn6 b - - 0 1",
        // A lone bishop, with a knight, pawn or bishop of the other color.
        "8/8/8/8/8/1K6/1B6/kn6 b - - 0 1",
        "8/8/8/8/8/8/pBK5/k7 b - - 0 1",
        "8/8/8/8/8/1K6/1B6/kb6 b - - 0 1",
    ] {
        let position = position(fen);
        let end = Game::new(position.clone()).outcome(false);
        assert_eq!(end, Some(Outcome::Checkmate { winner: Color::White }), "{fen}");
        assert!(
            may_mate(&position, Color::White) && !position.has_insufficient_material(),
            "{fen}"
        );
        assert!(!can_force_mate(&position, Color::White), "{fen}");
        assert_eq!(
            Outcome::flag_fall(&position, Color::Black),
            Outcome::FlagFall { loser: Color::Black },
            "{fen}"
        );
    }
}

#[test]
fn a_flag_falls_for_nothing_if_the_opponent_cannot_mate() {
    // The bishops of the fourth and fifth line all stand on light squares.
    for (fen, dead) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/2N1K3 w - - 0 1", true),
        ("4k3/8/8/5b2/8/8/8/3BK3 w - - 0 1", true),
        ("4k3/8/8/8/4b3/1B6/2B5/3BK3 w - - 0 1", true),
        ("4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", false),
        ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false),
        ("3qk3/2q5/8/8/8/8/8/2N1K3 w - - 0 1", false),
        ("3qk3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("3rk3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("3rk3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", false),
    ] {
        let position = position(fen);
        assert!(!may_mate(&position, Color::White), "{fen}");
        assert!(!can_force_mate(&position, Color::White), "{fen}");
        assert_eq!(position.has_insufficient_material(), dead, "{fen}");
        assert_eq!(may_mate(&position, Color::Black), !dead, "{fen}");
        let fallen = Outcome::flag_fall(&position, Color::Black);
        assert_eq!(fallen, Outcome::FlagFallDraw { flagged: Color::Black }, "{fen}");
        assert_eq!(fallen.result(), GameResult::Draw);
        let end = Game::new(position).outcome(false);
        assert_eq!(end == Some(Outcome::InsufficientMaterial), dead, "{fen}");
    }
}

#[test]
fn some_pieces_can_force_mate_and_two_knights_cannot() {
    for (pieces, forces) in [
        ("Q", true),
        ("R", true),
        ("P", true),
        ("BN", true),
        ("NNN", true),
        ("NN", false),
        ("N", false),
        ("B", false),
        ("", false),
    ] {
        let gap = |taken: usize| if taken < 8 { (8 - taken).to_string() } else { String::new() };
        let fen = format!("4k3/8/8/{pieces}{}/8/8/8/4K3 w - - 0 1", gap(pieces.len()));
        assert_eq!(can_force_mate(&position(&fen), Color::White), forces, "{pieces}");
    }
    // Two bishops can if they are of different colors.
    assert!(can_force_mate(&position("4k3/8/8/8/8/8/8/2BBK3 w - - 0 1"), Color::White));
    assert!(!can_force_mate(&position("4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1"), Color::White));
    // Two knights go on playing: they may mate.
    assert_eq!(Game::new(position("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1")).outcome(true), None);
}

#[test]
fn every_outcome_has_a_result_and_a_sentence() {
    use Outcome::*;
    let (white, black) = (Color::White, Color::Black);
    for (outcome, result, sentence) in [
        (Checkmate { winner: black }, GameResult::BlackWins, "White is checkmated"),
        (Stalemate { side: black }, GameResult::Draw, "draw: Black is stalemated"),
        (InsufficientMaterial, GameResult::Draw, "draw by insufficient material"),
        (ThreefoldRepetition, GameResult::Draw, "draw by threefold repetition"),
        (FivefoldRepetition, GameResult::Draw, "draw by fivefold repetition"),
        (FiftyMoves, GameResult::Draw, "draw by the fifty-move rule"),
        (SeventyFiveMoves, GameResult::Draw, "draw by the seventy-five-move rule"),
        (Resignation { loser: black }, GameResult::WhiteWins, "Black resigns"),
        (Agreement, GameResult::Draw, "draw by agreement"),
        (FlagFall { loser: white }, GameResult::BlackWins, "White loses on time"),
        (
            FlagFallDraw { flagged: white },
            GameResult::Draw,
            "draw: White has no time left, but Black cannot mate",
        ),
        (
            Annulled,
            GameResult::Unknown,
            "the game is annulled and is replayed with the same colors",
        ),
    ] {
        assert_eq!((outcome.result(), outcome.to_string().as_str()), (result, sentence));
        assert_eq!(outcome.exchanges_colors(), outcome != Annulled);
        assert_eq!(outcome.winner().map_or(outcome.result(), GameResult::win), outcome.result());
    }
}

#[test]
fn a_game_can_be_taken_back_and_refuses_illegal_moves() {
    let start = position("r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQkq - 3 9");
    let moves = ["d2d4", "e4d3", "e1g1", "e8c8"];
    let mut game = game(&start.to_string(), "d2d4 e4d3 e1h1 e8a8");
    assert_eq!(game.moves().len(), 4);
    assert_eq!((GamePosition::from(&game).key_history().len(), game.start()), (4, &start));

    let illegal = uci::parse(&start, "h1h8").unwrap();
    let before = game.position().clone();
    let error = game.play(illegal).unwrap_err();
    assert_eq!(error.to_string(), "h1-h8 is not legal after 4 plies");
    assert_eq!((game.position(), game.moves().len()), (&before, 4));

    let again = Game::from_moves(start.clone(), game.moves().to_vec()).unwrap();
    assert_eq!(again.position(), game.position());
    let twice = [game.moves()[0], game.moves()[0]];
    assert_eq!(Game::from_moves(start.clone(), twice).unwrap_err().ply, 1);

    for text in moves.into_iter().rev() {
        let mv = game.take_back().unwrap();
        assert_eq!(uci::format(mv, false), text);
    }
    assert_eq!((game.take_back(), game.position()), (None, &start));
    assert!(GamePosition::from(&game).key_history().is_empty());
}
