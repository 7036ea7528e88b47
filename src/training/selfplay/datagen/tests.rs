//! Short games of the engine against itself.

use super::play::SelfPlayer;
use super::searcher::SearchSettings;
use super::*;
use crate::chess::board::Position;
use crate::chess::movegen::legal_moves;
use crate::chess::notation::san::{SanStyle, format};
use crate::chess::types::Score;
use crate::engine::options::HashMb;
use crate::engine::{Limits, Searcher};
use crate::training::data::for_tests::path;
use crate::training::data::games::{DecidedResult, GameReader};
use std::fs;

const OPENINGS: OpeningOptions = OpeningOptions { plies: 8, random_percent: 20 };
const OPTIONS: DatagenOptions = DatagenOptions {
    positions: 300,
    search: SearchSettings { nodes: 200, hash: HashMb::LEAST, network: None },
    threads: 1,
    seed: 7,
    run: 0,
    first: 0,
    openings: OPENINGS,
    adjudication: adjudication(WIN_RULE, DRAW_RULE),
    tablebases: None,
};

fn start(_: u64) -> Position {
    Position::start()
}

/// The bytes that a run writes to a new file, and its last progress.
fn written(
    options: &DatagenOptions,
    starts: GameStarts<'_>,
    name: &str,
) -> (Vec<u8>, DatagenProgress) {
    let path = path(name);
    let (mut writer, _) = GameWriter::append(&path).expect("a new file");
    let progress = run(options, starts, &mut writer, None, &SearchControl::default(), &mut |_| ());
    let bytes = fs::read(&path).expect("it is there");
    fs::remove_file(&path).expect("it is there");
    (bytes, progress.expect("games are played"))
}

fn games(bytes: &[u8]) -> Vec<TrainingGame> {
    let games = GameReader::new(bytes).expect("a file of games");
    games.collect::<Result<_, _>>().expect("all are sound")
}

fn played_from(fen: &str) -> TrainingGame {
    let control = SearchControl::default();
    let mut player = SelfPlayer::new(&OPTIONS, &start, &control, None).expect("memory for a table");
    player.game_from(fen.parse().expect("a legal position")).expect("no stop")
}

#[test]
fn the_same_seed_plays_the_same_games_and_every_move_is_legal() {
    let (bytes, progress) = written(&OPTIONS, &start, "first.data");
    let (again, _) = written(&OPTIONS, &start, "second.data");
    assert_eq!(bytes, again);
    let games = games(&bytes);
    assert!(progress.positions >= 300 && games.len() > 1);
    assert_eq!(progress.games(), games.len() as u64);
    assert_eq!(progress.positions, games.iter().map(|game| game.moves.len() as u64).sum::<u64>());
    for game in &games {
        let mut positions = game.positions();
        while let Some((position, mv, _)) = positions.next() {
            assert!(legal_moves(position).contains(&mv));
        }
        let plies = game.start.fullmove_number() * 2 + game.start.side_to_move().index() as u32 - 2;
        assert!((8..=9).contains(&plies), "{}", game.start);
    }
    assert!(games.windows(2).all(|pair| pair[0].start != pair[1].start));

    let (other, _) = written(&DatagenOptions { seed: 8, ..OPTIONS }, &start, "seed.data");
    let (later, _) = written(&DatagenOptions { run: 1, ..OPTIONS }, &start, "run.data");
    assert!(bytes != other && bytes != later && other != later);
}

#[test]
fn on_two_threads_the_games_are_the_same_in_any_order() {
    let (alone, _) = written(&OPTIONS, &start, "alone.data");
    let (together, _) = written(&DatagenOptions { threads: 2, ..OPTIONS }, &start, "together.data");
    let together = games(&together);
    for game in games(&alone) {
        assert!(together.contains(&game));
    }
}

#[test]
fn mates_are_labelled_for_white() {
    for (fen, mate, result, sign) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#", DecidedResult::Win, 1),
        ("k2r4/8/8/8/8/8/5PPP/6K1 b - - 0 1", "Rd1#", DecidedResult::Loss, -1),
    ] {
        let game = played_from(fen);
        assert_eq!((game.moves.len(), game.result), (1, result), "{fen}");
        let (mv, score) = game.moves[0];
        assert_eq!(format(&game.start, mv, SanStyle::empty()), mate);
        assert!(score.is_mate() && score.0 * sign > 0, "{score}");
    }
}

#[test]
fn scores_are_whites_for_either_side_to_move() {
    // White is a rook ahead, and Black is to move first; and the other way.
    for (fen, result, sign) in [
        ("4k3/8/8/8/8/8/8/R3K2R b - - 0 1", DecidedResult::Win, 1),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", DecidedResult::Win, 1),
        ("r3k2r/8/8/8/8/8/8/4K3 w - - 0 1", DecidedResult::Loss, -1),
        ("r3k2r/8/8/8/8/8/8/4K3 b - - 0 1", DecidedResult::Loss, -1),
    ] {
        let game = played_from(fen);
        assert_eq!(game.result, result, "{fen}");
        assert!(game.moves.len() > 2, "{fen}");
        for &(mv, score) in &game.moves {
            assert!(score.0 * sign > 300, "{fen}: {mv:?} {score}");
        }
    }
}

#[test]
fn the_laws_end_games() {
    // Stalemate at once, a dead position, and fifty moves almost over.
    let stalemate = played_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!((stalemate.moves.len(), stalemate.result), (0, DecidedResult::Draw));
    let dead = played_from("7k/8/6K1/8/8/8/8/5N2 b - - 0 1");
    assert_eq!((dead.moves.len(), dead.result), (0, DecidedResult::Draw));
    let fifty = played_from("4k3/8/8/8/p1p1p1p1/P1P1P1P1/8/4K1B1 w - - 98 90");
    assert_eq!((fifty.moves.len(), fifty.result), (2, DecidedResult::Draw));
}

#[test]
fn unfair_openings_are_refused_with_an_error() {
    let hopeless = |_| "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1".parse().expect("a legal position");
    let path = path("unfair.data");
    let (mut writer, _) = GameWriter::append(&path).expect("a new file");
    let openings = OpeningOptions { plies: 0, ..OPENINGS };
    let options = DatagenOptions { openings, ..OPTIONS };
    let result =
        run(&options, &hopeless, &mut writer, None, &SearchControl::default(), &mut |_| ());
    drop(writer);
    assert!(!path.exists());
    let error = result.expect_err("nothing to play").to_string();
    assert!(error.contains("was fair enough"), "{error}");
}

#[test]
fn a_stop_ends_it_and_what_is_written_stays() {
    let path = path("stopped.data");
    let (mut writer, _) = GameWriter::append(&path).expect("a new file");
    let control = SearchControl::default();
    let options = DatagenOptions { positions: u64::MAX, threads: 2, ..OPTIONS };
    let progress = run(&options, &start, &mut writer, None, &control, &mut |progress| {
        if progress.games() >= 2 {
            control.stop.store(true, Ordering::Relaxed);
        }
    });
    let read = games(&fs::read(&path).expect("it is there"));
    fs::remove_file(&path).expect("it is there");
    let progress = progress.expect("a stop is not an error");
    assert!(progress.games() >= 2 && progress.games() < 20);
    assert_eq!(progress.games(), read.len() as u64);
}

#[test]
fn a_soft_limit_ends_after_an_iteration() {
    let search = |limits| {
        let mut searcher = Searcher::with_hash(HashMb::LEAST).expect("memory for a table");
        searcher.search(&Position::start().into(), &limits)
    };
    let soft = search(Limits { soft_nodes: Some(3_000), ..Limits::default() });
    assert!(soft.nodes >= 3_000, "{soft:?}");
    let same = search(Limits { depth: Some(soft.depth), ..Limits::default() });
    assert_eq!(same, soft);
    let less = search(Limits { depth: Some(soft.depth - 1), ..Limits::default() });
    assert!(less.nodes < 3_000, "{less:?}");
    let score: Score = soft.score;
    assert!(!score.is_mate());
}
