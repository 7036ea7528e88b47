//! Files of random games, whole and torn.

use super::*;
use crate::board::{FenStyle, Position, Setup};
use crate::movegen::legal_moves;
use crate::random::RandomStream;
use crate::training::scan::LeftOut;
use crate::types::{Color, Move, Score};
use proptest::prelude::*;
use std::fs;
use std::path::PathBuf;

/// A game of at most `longest` random moves with random scores. Each side has
/// its own Chess960 starting array.
fn random_game(seed: u64, longest: usize) -> TrainingGame {
    let mut random = RandomStream::new(seed, 0, 77);
    let mut number = || random.below(960) as u16;
    let setup = Setup::chess960(number(), number()).expect("within 960");
    let mut start = Position::try_from(&setup).expect("a start is legal");
    // Some games begin later than the starting position.
    for _ in 0..random.below(60) {
        let legal = legal_moves(&start);
        let Some(&mv) = legal.get(random.below(legal.len().max(1))) else { break };
        start.play(mv, &mut ());
    }
    let mut position = start.clone();
    let mut moves = Vec::new();
    while moves.len() < longest {
        let legal = legal_moves(&position);
        let Some(&mv) = legal.get(random.below(legal.len().max(1))) else { break };
        moves.push((mv, Score(random.below(62_001) as i32 - 31_000)));
        position.play(mv, &mut ());
    }
    TrainingGame { start, result: DecidedResult::ALL[random.below(3)], moves }
}

/// The starting position, the result and the moves.
type GameContent = (String, DecidedResult, Vec<(Move, Score)>);

/// All that the format keeps of a game. Positions themselves do not compare
/// equal: they also remember rooks that have lost their castling right.
fn content(game: &TrainingGame) -> GameContent {
    (game.start.fen(FenStyle::Shredder), game.result, game.moves.clone())
}

fn file(games: &[TrainingGame]) -> Vec<u8> {
    let mut bytes = layout::header().to_vec();
    for game in games {
        layout::encode(game, &mut bytes).expect("short enough");
    }
    bytes
}

/// The games of a file, the length of its torn end in bytes, and the error.
fn read(bytes: &[u8]) -> (Vec<TrainingGame>, u64, Option<String>) {
    let mut games = match GameReader::new(bytes) {
        Ok(games) => games,
        Err(error) => return (Vec::new(), 0, Some(error.to_string())),
    };
    let (mut read, mut wrong) = (Vec::new(), None);
    for game in &mut games {
        match game {
            Ok(game) => read.push(game),
            Err(error) => wrong = Some(error.to_string()),
        }
    }
    (read, games.torn_bytes(), wrong)
}

fn contents(games: &[TrainingGame]) -> Vec<GameContent> {
    games.iter().map(content).collect()
}

/// A path of its own for each test.
fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("staunton-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_come_back_as_they_were_written(seeds in prop::collection::vec(any::<u64>(), 0..6)) {
        let games: Vec<TrainingGame> = seeds.iter().map(|&seed| random_game(seed, 150)).collect();
        let bytes = file(&games);
        let moves: usize = games.iter().map(|game| game.moves.len()).sum();
        prop_assert_eq!(bytes.len(), 8 + 40 * games.len() + 4 * moves);
        let (back, torn, wrong) = read(&bytes);
        prop_assert_eq!((torn, wrong), (0, None));
        prop_assert_eq!(contents(&back), contents(&games));
        for (game, twin) in games.iter().zip(&back) {
            let (mut walk, mut copy) = (game.positions(), twin.positions());
            while let Some((position, mv, score)) = walk.next() {
                let (same, mv_again, score_again) = copy.next().expect("as many");
                prop_assert_eq!(position.key(), same.key());
                prop_assert_eq!(position.fen(FenStyle::Shredder), same.fen(FenStyle::Shredder));
                prop_assert_eq!((mv, score), (mv_again, score_again));
            }
            prop_assert!(copy.next().is_none());
        }
    }

    #[test]
    fn no_byte_changes_unseen(seed: u64, place: prop::sample::Index, by in 1u8..) {
        let games = [random_game(seed, 20), random_game(seed ^ 1, 20), random_game(seed ^ 2, 20)];
        let mut bytes = file(&games);
        let place = place.index(bytes.len());
        bytes[place] ^= by;
        let (back, torn, wrong) = read(&bytes);
        prop_assert!(wrong.is_some() || torn > 0);
        prop_assert!(contents(&games).starts_with(&contents(&back)));
        let whole = file(&games[..2]).len();
        // Of the last game all may be torn but its length, which is there twice.
        prop_assert_eq!(place >= whole + layout::COUNT, wrong.is_none());
    }
}

#[test]
fn a_torn_end_is_left_out_wherever_it_is_torn() {
    let games = [random_game(1, 60), random_game(2, 60), random_game(3, 60)];
    let whole = file(&games);
    let first_two = file(&games[..2]).len();
    for length in first_two..whole.len() {
        let mut bytes = whole[..length].to_vec();
        for zeros in [0, 1, 50, 10_000] {
            bytes.resize(length + zeros, 0);
            let (back, torn, wrong) = read(&bytes);
            // Zeros may happen to be what was cut off.
            let cut_off = &whole[length..];
            if zeros >= cut_off.len() && cut_off.iter().all(|&byte| byte == 0) {
                continue;
            }
            assert_eq!(wrong, None, "{length} and {zeros} zeros");
            assert_eq!(torn, (bytes.len() - first_two) as u64, "{length} and {zeros} zeros");
            assert_eq!(contents(&back), contents(&games[..2]));
        }
    }
}

#[test]
fn appending_cuts_a_torn_end_off() {
    let path = path("torn.data");
    let games = [random_game(4, 30), random_game(5, 30), random_game(6, 30)];
    let whole = file(&games[..2]);
    let first = file(&games[..1]).len();
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).expect("the file can be written");
        let (mut writer, found) = GameWriter::append(&path).expect("it can be written on");
        writer.add(&games[2]).expect("there is room");
        assert_eq!(writer.bytes(), fs::metadata(&path).expect("it is there").len());
        let kept = if length < first { 0 } else { 1 + usize::from(length == whole.len()) };
        assert_eq!(found.games, kept as u64, "{length}");
        let positions: usize = games[..kept].iter().map(|game| game.moves.len()).sum();
        assert_eq!(found.positions, positions as u64);
        assert_eq!(found.bytes + found.torn, length as u64);
        drop(writer);
        let expected = [&games[..kept], &games[2..]].concat();
        assert_eq!(fs::read(&path).expect("it is there"), file(&expected), "{length}");
    }
    fs::remove_file(&path).expect("it is there");
}

#[test]
fn one_writes_at_a_time() {
    let path = path("locked.data");
    let first = GameWriter::append(&path).expect("a new file");
    let second = GameWriter::append(&path).err().expect("it is locked");
    assert!(second.to_string().ends_with("another program is writing to it"), "{second}");
    drop(first);
    assert!(GameWriter::append(&path).is_ok());
    fs::remove_file(&path).expect("it is there");
}

#[test]
fn other_files_are_refused_in_a_sentence_and_left_alone() {
    let path = path("other.data");
    let mut damaged = file(&[random_game(7, 9), random_game(8, 9)]);
    damaged[20] ^= 1;
    for (bytes, sentence, is_new) in [
        (&b""[..], "the file is empty: it has not even a header", true),
        (b"STA", "the file has 3 bytes, but the header of a file of games has 8", true),
        (b"STAUNG\x01", "the file has 7 bytes, but the header of a file of games has 8", true),
        (b"SQLite f", "this is not a file of games: it does not begin with STAUNG", false),
        (
            b"[Event \"A game\"]",
            "this is not a file of games: it does not begin with STAUNG",
            false,
        ),
        (b"ST?", "this is not a file of games: it does not begin with STAUNG", false),
        (
            b"STAUNG\x02\x00",
            "the file has version 2 of the format, but this program reads version 1",
            false,
        ),
        (&damaged, "game 1, at byte 8, is damaged: its checksum is wrong", false),
    ] {
        assert_eq!(read(bytes).2.as_deref(), Some(sentence));
        fs::write(&path, bytes).expect("the file can be written");
        let refused = GameWriter::append(&path).err().map(|error| error.to_string());
        let expected = (!is_new).then(|| format!("{}: {sentence}", path.display()));
        assert_eq!(refused, expected);
        if !is_new {
            assert_eq!(fs::read(&path).expect("it is there"), bytes);
        }
    }
    fs::remove_file(&path).expect("it is there");
    let missing = GameReader::open(&path).err().expect("it is gone").to_string();
    assert!(missing.starts_with(&path.display().to_string()), "{missing}");
}

#[test]
fn a_right_checksum_does_not_make_a_game_legal() {
    let short_game = || {
        let start = Position::start();
        let mv = |text| crate::notation::uci::parse(&start, text).expect("legal");
        TrainingGame {
            moves: vec![(mv("e2e4"), Score(20))],
            start: start.clone(),
            result: DecidedResult::Win,
        }
    };
    let mut twice = short_game();
    twice.moves.push(twice.moves[0]);
    let (games, _, wrong) = read(&file(&[short_game(), twice, short_game()]));
    assert_eq!(games.len(), 1);
    assert_eq!(wrong.as_deref(), Some("game 2 is not legal: its move after 1 plies is not legal"));

    let mut record = Vec::new();
    layout::encode(&short_game(), &mut record).expect("short enough");
    for (place, byte, why) in [
        (12, 0x0c, "12 is not the number of a piece"),
        (14, 0x48, "White has no king"),
        (28, 0x97, "9 is not the number of a file"),
        (29, 0x0f, "15 is not the number of a file"),
        (30, 9, "9 is not the number of a file"),
        (31, 3, "its result is unknown"),
        (11, 0x0f, "Black has no king"),
        (8, 0xff, "there are 40 pieces on the board"),
    ] {
        let mut record = record.clone();
        record[place] = byte;
        assert_eq!(layout::decode(&record).err().as_deref(), Some(why));
    }
    assert!(layout::decode(&record[..30]).is_err() && layout::decode(&record[..38]).is_err());
}

#[test]
fn castling_en_passant_and_the_counters_are_kept() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w HAha f6 0 3",
        "1rk3r1/8/8/8/3Pp3/8/8/1RK2R2 b FBgb d3 0 77",
        "r3k3/8/8/8/8/8/8/4K2R w Hq - 99 400",
        "nrkrnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB b CAdb - 7 12",
        "QQQQQQQQ/8/8/8/8/8/8/K6k b - - 32767 65535",
    ] {
        let start: Position = fen.parse().expect("a legal position");
        let game = TrainingGame { start, result: DecidedResult::Draw, moves: Vec::new() };
        let (back, ..) = read(&file(std::slice::from_ref(&game)));
        assert_eq!(contents(&back), [content(&game)], "{fen}");
    }
}

#[test]
fn points_are_whites() {
    assert_eq!(DecidedResult::win(Color::White), DecidedResult::Win);
    assert_eq!(DecidedResult::win(Color::Black), DecidedResult::Loss);
    assert_eq!(DecidedResult::ALL.map(DecidedResult::points), [0.0, 0.5, 1.0]);
    assert_eq!(DecidedResult::ALL.map(DecidedResult::index), [0, 1, 2]);
}

#[test]
fn files_are_merged_and_shuffled_without_loss() {
    let [first, second, out] = ["first.data", "second.data", "mixed.data"].map(path);
    let games: Vec<TrainingGame> = (20..60).map(|seed| random_game(seed, 40)).collect();
    fs::write(&first, file(&games[..25])).expect("the file can be written");
    let mut torn = file(&games[25..]);
    let whole = torn.clone();
    torn.extend(&[7, 0, 0xf8]);
    fs::write(&second, torn).expect("the file can be written");
    let inputs = [first.clone(), second.clone()];
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    let copied = CopiedGames { games: 40, positions: positions as u64, torn_files: 1 };
    let take = || {
        let bytes = fs::read(&out).expect("it was made");
        fs::remove_file(&out).expect("it is there");
        bytes
    };

    assert_eq!(merge(&inputs, &out).expect("nothing is wrong"), copied);
    assert_eq!(take(), file(&games));
    assert_eq!(shuffle(&inputs, &out, 1).expect("nothing is wrong"), copied);
    let shuffled = take();
    shuffle(&inputs, &out, 1).expect("nothing is wrong");
    assert_eq!(take(), shuffled);
    shuffle(&inputs, &out, 2).expect("nothing is wrong");
    assert_ne!(take(), shuffled);
    let sorted = |bytes: &[u8]| {
        let (games, torn, wrong) = read(bytes);
        assert_eq!((torn, wrong), (0, None));
        let mut games: Vec<String> =
            games.iter().map(|game| format!("{:?}", content(game))).collect();
        games.sort();
        games
    };
    assert_ne!(shuffled, file(&games));
    assert_eq!(sorted(&shuffled), sorted(&file(&games)));

    // An existing file is not replaced; a failure leaves no file.
    let refused = merge(&inputs, &first).expect_err("it is there").to_string();
    assert!(refused.contains("first.data: the file exists already"), "{refused}");
    let mut damaged = whole;
    damaged[30] ^= 1;
    fs::write(&second, damaged).expect("the file can be written");
    for made in [merge(&inputs, &out), shuffle(&inputs, &out, 1)] {
        let refused = made.expect_err("it is damaged").to_string();
        assert!(refused.contains("second.data: game 1, at byte 8, is damaged"), "{refused}");
        assert!(!out.exists());
    }
    inputs.iter().for_each(|path| fs::remove_file(path).expect("it is there"));
}

#[test]
fn an_input_with_the_name_of_a_temporary_file_stays() {
    let out = path("all.data");
    let part = path("all.data.part");
    let bytes = file(&[random_game(9, 20)]);
    fs::write(&part, &bytes).expect("the file can be written");
    let copied = merge(std::slice::from_ref(&part), &out).expect("nothing is wrong");
    assert_eq!(copied.games, 1);
    for path in [out, part] {
        assert_eq!(fs::read(&path).expect("it is there"), bytes);
        fs::remove_file(&path).expect("it is there");
    }
}

#[test]
fn whole_games_are_saved_from_a_damaged_file() {
    let [damaged, out] = ["damaged.data", "saved.data"].map(path);
    let games: Vec<TrainingGame> = (70..75).map(|seed| random_game(seed, 30)).collect();
    let whole = file(&games);
    let ends: Vec<usize> = (0..=games.len()).map(|count| file(&games[..count]).len()).collect();
    let positions =
        |games: &[TrainingGame]| games.iter().map(|game| game.moves.len() as u64).sum::<u64>();
    let saved = |bytes: &[u8]| {
        fs::write(&damaged, bytes).expect("the file can be written");
        let saved = salvage(&damaged, &out);
        let found = fs::read(&out).unwrap_or_default();
        let _ = fs::remove_file(&out);
        saved.map(|saved| (saved, found))
    };
    // A flipped bit anywhere costs one game at most, in the header none.
    for place in (0..whole.len()).step_by(7).chain(0..60) {
        let mut bytes = whole.clone();
        bytes[place] ^= 64;
        let (saved, found) = saved(&bytes).expect("it has whole games");
        let mut expected = games.clone();
        if let Some(game) = ends.iter().rposition(|&end| end <= place) {
            expected.remove(game);
        }
        assert_eq!(found, file(&expected), "byte {place}");
        assert_eq!((saved.games, saved.illegal), (expected.len() as u64, 0));
        assert_eq!(saved.positions, positions(&expected));
        let lost = whole.len() - found.len();
        assert_eq!((saved.left_out.bytes + saved.left_out.torn) as usize, lost, "byte {place}");
    }
    // Bytes are missing, others are too many, and the end is torn.
    let bytes = [&whole[..ends[1] + 5], &whole[ends[2] - 9..ends[3]], b"x", &whole[ends[3]..]];
    let bytes = bytes.concat();
    let (found_stats, found) = saved(&bytes[..bytes.len() - 3]).expect("it has whole games");
    let expected = [0, 2, 3].map(|index| games[index].clone());
    assert_eq!(found, file(&expected));
    let torn = (ends[5] - ends[4] - 3) as u64;
    assert_eq!(found_stats.left_out, LeftOut { places: 2, bytes: 15, torn });

    let mut twice = games[0].clone();
    twice.moves.push(twice.moves[0]);
    let (found_stats, found) = saved(&file(&[twice, games[1].clone()])).expect("one is legal");
    assert_eq!((found_stats.illegal, found), (1, file(&games[1..2])));
    for (bytes, sentence) in [
        (&whole[..20], "no whole game is found"),
        (b"something else, longer than a header", "not a file of games"),
    ] {
        let refused = saved(bytes).expect_err("there is none").to_string();
        assert!(refused.contains("damaged.data") && refused.contains(sentence), "{refused}");
    }
    fs::remove_file(&damaged).expect("it is there");
}
