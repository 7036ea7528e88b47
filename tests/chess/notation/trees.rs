//! Games as trees: side lines with what is said in them.

use super::{round_trip_pgn, start};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use staunton::chess::board::Position;
use staunton::chess::movegen::legal_moves;
use staunton::chess::notation::MoveNotation;
use staunton::chess::notation::pgn::{
    self, AnnotatedMove, ParsedGame, PgnGame, PgnHeader, PgnVisitor, Variation, play,
};
use staunton::chess::types::{GameResult, Move};

fn game(text: &str) -> PgnGame {
    pgn::read(text).next().expect("a game").flawless().unwrap_or_else(|error| panic!("{error}"))
}

/// The moves of a game as they are written again.
fn moves(text: &str) -> String {
    let text = game(text).to_string();
    text.split("\n\n").nth(1).expect("the moves").replace('\n', " ")
}

#[test]
fn side_lines_are_kept_with_all_that_is_said_in_them() {
    for text in [
        "1. e4 e5 2. Nf3 (2. Bc4 $1 {quiet} 2... Nf6) 2... Nc6 *",
        "1. e4 (1. d4 d5 (1... Nf6 $5 2. c4 (2. Bg5) 2... e6) 2. c4) (1. c4) 1... e5 1-0",
        "1. e4 {a} ({before} 1. d4 {after}) 1... e5 *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 -- (3... a6 4. Ba4 --) 4. O-O a6 1/2-1/2",
    ] {
        assert_eq!(moves(text), text);
        round_trip_pgn(&game(text));
    }
}

#[test]
fn what_is_in_parentheses_without_a_move_belongs_to_the_move_before() {
    assert_eq!(
        moves("1. e4 (!) e5 ({a note}) 2. Nf3 (?) () *"),
        "1. e4 $1 e5 {a note} 2. Nf3 $2 *"
    );
    // A comment after a side line is one on the move beside it.
    assert_eq!(moves("1. e4 {a} (1. d4) {b} e5 *"), "1. e4 {a} {b} (1. d4) 1... e5 *");
    // A result in a side line is not the result of the game.
    assert_eq!(moves("1. e4 (1. d4 1/2-1/2) 1... e5 1-0"), "1. e4 (1. d4) 1... e5 1-0");
}

#[test]
fn a_wrong_move_ends_its_side_line_only() {
    let text = "1. e4 (1. d4 d5 2. Ke3 c6 (2... e6) 3. c4) e5 2. Nf3 *";
    let entry = pgn::read(text).next().expect("a game");
    assert!(entry.errors.len() == 1 && entry.errors[0].is_loss(), "{:?}", entry.errors);
    let written = entry.game.expect("a game").to_string();
    assert!(written.contains("1. e4 (1. d4 d5) 1... e5 2. Nf3 *"), "{written}");
}

#[test]
fn depth_is_bounded() {
    let deep = |depth| format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    assert!(pgn::read(&deep(64)).all(|entry| entry.flawless().is_ok()));
    let entry = pgn::read(&deep(100_000)).next().expect("a game");
    assert!(entry.errors.iter().any(|error| error.is_loss()));
    let game = entry.game.expect("a game");
    assert_eq!(game.moves.len(), 2);
    round_trip_pgn(&game);
}

/// Counts what the main line has, and never looks into side lines.
#[derive(Default)]
struct Counter {
    moves: usize,
    comments: usize,
}

impl PgnVisitor for Counter {
    type Game = (usize, usize, Option<GameResult>);

    fn begin(&mut self, _header: PgnHeader) {
        *self = Counter::default();
    }

    fn play(&mut self, _mv: Option<Move>) {
        self.moves += 1;
    }

    fn comment(&mut self, _text: &str) {
        self.comments += 1;
    }

    fn finish(&mut self, result: Option<GameResult>) -> Self::Game {
        (self.moves, self.comments, result)
    }
}

#[test]
fn a_visitor_may_take_the_main_line_alone() {
    let text = "1. e4 {a} (1. xyz Ke8 {b} (1. Qh9) $300) 1... e5 1-0\n\n[White \"A\"]\n\n*\n";
    let counts: Vec<_> =
        pgn::visit(text, Counter::default()).map(|entry| entry.flawless()).collect();
    assert_eq!(
        counts,
        [Ok((2, 1, Some(GameResult::WhiteWins))), Ok((0, 0, Some(GameResult::Unknown)))]
    );
}

/// A random line of moves, in which side lines begin.
fn random_line(start: &Position, depth: usize, random: &mut ChaCha8Rng) -> Vec<AnnotatedMove> {
    let mut position = start.clone();
    let mut line = Vec::new();
    let words = ["word", "a (b) c", "[%clk 0:01:00]", "$3 %x", "1. e4", "ü ♔"];
    for _ in 0..random.random_range(1..6) {
        let moves = legal_moves(&position);
        let Some(&mv) = moves.choose(random) else { break };
        let is_null = !position.in_check() && random.random_ratio(1, 10);
        let mut annotated = AnnotatedMove::from(if is_null { None } else { Some(mv) });
        annotated.nags.extend((0..random.random_range(0..2)).map(|_| random.random::<u8>()));
        let mut comments = |most| -> Vec<String> {
            let count = random.random_range(0..most);
            (0..count).filter_map(|_| words.choose(random)).map(|word| word.to_string()).collect()
        };
        annotated.comments = comments(3);
        let before = comments(2);
        if depth > 0 && random.random_ratio(1, 3) {
            let moves = random_line(&position, depth - 1, random);
            annotated.variations.push(Variation { comments: before, moves });
        }
        play(&mut position, annotated.mv);
        line.push(annotated);
    }
    line
}

fn random_game(seed: u64) -> PgnGame {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let number = random.random_range(0..960);
    let start = if number % 2 == 0 { Position::start() } else { start(number, number) };
    let mut record = PgnGame::new(start);
    record.moves = random_line(&record.start, 4, &mut random);
    record.opening_comments = (0..number % 3).map(|index| format!("({index}")).collect();
    record.result = *[GameResult::Unknown, GameResult::Draw].choose(&mut random).expect("two");
    record
}

/// What is written in descriptive notation is read again as the same tree.
fn round_trip_book(record: &PgnGame) {
    let text = record.text(MoveNotation::Descriptive);
    let games = pgn::read_book(&text, &Position::start()).into_iter().map(ParsedGame::flawless);
    assert_eq!(games.collect::<Vec<_>>(), [Ok(record.clone())], "{text}");
}

#[test]
fn side_lines_of_a_book_are_no_moves_of_the_game() {
    for text in [
        "1. e4 e5 2. Qh5 (2. Nf3 {a} 2... Nc6 (2... d6)) 2... Ke7 3. Qxe5# 1-0",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 -- (3... a6 {(} 4. Ba4 --) 4. O-O a6 1/2-1/2",
        "1. Nf3 d6 2. g3 e6 3. Bg2 e5 4. O-O -- 5. d3 -- *",
        "1. e4 e5 ({before} 1... c5 $1 $0 2. -- {)}) (1... c6) 2. -- $3 d5 *",
    ] {
        round_trip_book(&game(text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn a_random_tree_survives_writing_and_reading(seed in any::<u64>()) {
        round_trip_pgn(&random_game(seed));
    }

    #[test]
    fn a_random_tree_survives_descriptive_notation(seed in any::<u64>()) {
        round_trip_book(&random_game(seed));
    }
}
