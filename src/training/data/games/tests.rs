//! Files of random games, whole and torn.

use super::layout::Version;
use super::record::FORMATS;
use super::*;
use crate::chess::board::{FenStyle, Position, Setup};
use crate::chess::movegen::legal_moves;
use crate::chess::types::{Color, Move, Score};
use crate::support::random::RandomStream;
use crate::training::data::file_kind::{HEADER, LETTERS};
use crate::training::data::for_tests::{path, random_moves};
use crate::training::data::record_file::header;
use proptest::prelude::*;
use std::fs;

/// A game of at most `longest` random moves with random scores. Each side has
/// its own Chess960 starting array.
pub fn random_game(seed: u64, longest: usize) -> TrainingGame {
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
    let moves = random_moves(&start, longest, -31_000..=31_000, &mut random);
    TrainingGame { start, result: DecidedResult::ALL[random.below(3)], moves }
}

/// The starting position, the result and the moves.
pub type GameContent = (String, DecidedResult, Vec<(Move, Score)>);

/// All that the format keeps of a game. Positions themselves do not compare
/// equal: they also remember rooks that have lost their castling right.
pub fn content(game: &TrainingGame) -> GameContent {
    (game.start.fen(FenStyle::Shredder), game.result, game.moves.clone())
}

/// A file of version 1.
pub fn plain(games: &[TrainingGame]) -> Vec<u8> {
    let mut bytes = header(Version::Plain.format()).to_vec();
    for game in games {
        layout::encode(game, &mut bytes).expect("short enough");
    }
    bytes
}

/// A file of version 2.
pub fn file(games: &[TrainingGame]) -> Vec<u8> {
    let mut bytes = header(Version::Packed.format()).to_vec();
    for game in games {
        packing::encode(game, &mut bytes).expect("short enough");
    }
    bytes
}

/// The games of a file, the length of its torn end in bytes, and the error.
pub fn read(bytes: &[u8]) -> (Vec<TrainingGame>, u64, Option<String>) {
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
    (read, games.torn(), wrong)
}

pub fn contents(games: &[TrainingGame]) -> Vec<GameContent> {
    games.iter().map(content).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_come_back_as_they_were_written(seeds in prop::collection::vec(any::<u64>(), 0..6)) {
        let games: Vec<TrainingGame> = seeds.iter().map(|&seed| random_game(seed, 150)).collect();
        let moves: usize = games.iter().map(|game| game.moves.len()).sum();
        prop_assert_eq!(plain(&games).len(), 8 + 40 * games.len() + 4 * moves);
        let (old, torn, wrong) = read(&plain(&games));
        prop_assert_eq!((torn, wrong), (0, None));
        let (back, torn, wrong) = read(&file(&games));
        prop_assert_eq!((torn, wrong), (0, None));
        prop_assert_eq!(contents(&back), contents(&games));
        prop_assert_eq!(contents(&old), contents(&games));
        for (game, twin) in games.iter().zip(&back) {
            prop_assert_eq!(game.identity(), twin.identity());
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
        for file in [plain, file] {
            let mut bytes = file(&games);
            let place = place.index(bytes.len());
            bytes[place] ^= by;
            let (back, torn, wrong) = read(&bytes);
            prop_assert!(wrong.is_some() || torn > 0);
            prop_assert!(contents(&games).starts_with(&contents(&back)));
            let whole = file(&games[..2]).len();
            // All of the last game may be torn except its length, which is
            // written twice. So may all games, if the header tells the other version.
            let is_other = FORMATS.iter().any(|format| bytes.starts_with(&header(format)));
            let may_be_torn = place >= whole + layout::COUNT || (place < HEADER && is_other);
            prop_assert!(may_be_torn || wrong.is_some());
            prop_assert!(place < whole + layout::COUNT || wrong.is_none());
        }
    }

    #[test]
    fn the_header_of_the_other_version_is_seen(seed: u64) {
        let games = [random_game(seed, 20), random_game(seed ^ 1, 20)];
        for file in [plain, file] {
            let mut bytes = file(&games);
            bytes[LETTERS] ^= Version::Plain as u8 ^ Version::Packed as u8;
            let (back, torn, wrong) = read(&bytes);
            prop_assert!(back.is_empty() && (wrong.is_some() || torn > 0));
        }
    }

    #[test]
    fn no_record_with_a_right_checksum_makes_the_reader_fall(
        seed: u64,
        place: prop::sample::Index,
        by in 1u8..,
    ) {
        let game = random_game(seed, 30);
        let mut bytes = Vec::new();
        packing::encode(&game, &mut bytes).expect("short enough");
        let place = place.index(bytes.len() - layout::COUNT - layout::CHECKSUM);
        bytes[layout::COUNT + place] ^= by;
        // Another game, which can be written, or a sentence.
        if let Ok(other) = packing::decode(&bytes) {
            prop_assert_eq!(contents(&read(&file(std::slice::from_ref(&other))).0), [content(&other)]);
        }
        prop_assert!(packing::decode(&bytes[..place]).is_err());
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
fn a_file_without_a_game_is_none() {
    let path = path("none.data");
    let game = random_game(9, 9);
    let mut crowded = game.clone();
    let crowd = "rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    crowded.start = crowd.parse().expect("a position");
    let (mut writer, _) = GameWriter::append(&path).expect("a new file");
    writer.add_head("a head");
    assert!(writer.add(&crowded).is_err());
    drop(writer);
    assert!(!path.exists());

    let (mut writer, _) = GameWriter::append(&path).expect("a new file");
    writer.add_head("one");
    writer.add(&game).expect("there is room");
    writer.add_head("of no game");
    drop(writer);
    let mut records = GameReader::open(&path).expect("it is there");
    assert!(records.next().is_some_and(|game| game.is_ok()) && records.next().is_none());
    assert_eq!(records.head(), &Head { text: "one".to_string(), number: 1 });
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
            b"STAUNG\x03\x00",
            "the file has version 3 of the format, but this program reads 1 and 2",
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
        let mv = |text| crate::chess::notation::uci::parse(&start, text).expect("legal");
        TrainingGame {
            moves: vec![(mv("e2e4"), Score(20))],
            start: start.clone(),
            result: DecidedResult::Win,
        }
    };
    let mut twice = short_game();
    twice.moves.push(twice.moves[0]);
    let refused = packing::encode(&twice, &mut Vec::new()).expect_err("it is illegal").to_string();
    assert_eq!(refused, "a game has an illegal move after 1 plies");
    let (games, _, wrong) = read(&plain(&[short_game(), twice, short_game()]));
    assert_eq!(games.len(), 1);
    assert_eq!(wrong.as_deref(), Some("game 2 is not legal: its move after 1 plies is not legal"));

    for (score, is_possible) in [(31_000, true), (-31_000, true), (31_001, false), (-32_768, false)]
    {
        let mut game = short_game();
        game.moves[0].1 = Score(score);
        for bytes in [plain(std::slice::from_ref(&game)), file(std::slice::from_ref(&game))] {
            let (games, _, wrong) = read(&bytes);
            let sentence = format!("game 1 is not legal: its score {score} is beyond mate");
            assert_eq!(wrong, (!is_possible).then_some(sentence));
            assert_eq!(games.len(), usize::from(is_possible));
        }
    }

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
        assert_eq!(layout::decode(&record).unwrap_err().to_string(), why);
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
fn a_game_is_another_by_any_part_of_it() {
    let game = random_game(90, 30);
    let mut others = vec![random_game(91, 30); 4];
    others[1] = TrainingGame { moves: game.moves[1..].to_vec(), ..game.clone() };
    others[2] = game.clone();
    others[2].moves[7].1 = Score(others[2].moves[7].1.0 + 1);
    let result = DecidedResult::ALL[(game.result.index() + 1) % 3];
    others[3] = TrainingGame { result, ..game.clone() };
    let mut seen = SeenGames::default();
    assert!(seen.is_new(game.identity()) && !seen.is_new(game.identity()));
    assert!(others.iter().all(|other| seen.is_new(other.identity())));
    assert_eq!(seen.copies, 1);
    assert!(game.has_same_moves(&others[2]) && !game.has_same_moves(&others[3]));
}

#[test]
fn old_files_go_on_as_they_are() {
    let path = path("old.data");
    let games = [random_game(92, 30), random_game(93, 30)];
    fs::write(&path, plain(&games[..1])).expect("the file can be written");
    let (mut writer, _) = GameWriter::append(&path).expect("it can be written on");
    writer.add_head("a head");
    writer.add(&games[1]).expect("there is room");
    drop(writer);
    assert_eq!(fs::read(&path).expect("it is there"), plain(&games));
    fs::remove_file(&path).expect("it is there");
}

/// The bytes of version 2, so that no change of the move generator or of a code
/// makes old files unreadable.
#[test]
fn the_packed_bytes_stay() {
    let game = random_game(94, 12);
    let bytes = &file(std::slice::from_ref(&game))[8..];
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let expected = "4900b6ff0c00243581f4055006db6a400614002201101159377b050000008888880002001c00\
                    edffff5f56d6feff3641beb824c9a2f0ffd8a0bf03dbc6fad00397298dcd7c710db6e87a4ff4\
                    039fc47b5e";
    assert_eq!(text, expected);
}
