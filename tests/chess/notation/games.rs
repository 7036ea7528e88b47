//! Positions with operations, and whole games.

use super::{mv, position, round_trip_pgn, start};
use staunton::chess::board::Position;
use staunton::chess::notation::epd::{Epd, Operand, Operation};
use staunton::chess::notation::pgn::{self, AnnotatedMove, ParsedGame, PgnGame};
use staunton::chess::types::GameResult;

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

    // The moves are written in the order of ASCII, as the standard demands.
    let first: Epd =
        format!("{} bm e4 d4 Nf3; am g4 f3;", Position::START_FEN.trim_end_matches(" 0 1"))
            .parse()
            .unwrap();
    assert!(first.to_string().ends_with(" - bm Nf3 d4 e4; am f3 g4;"), "{first}");

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
    assert!("4k3/8 w".parse::<Epd>().unwrap_err().to_string().contains("eight ranks"));
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
    let games: Vec<PgnGame> = pgn::read(GAMES).map(|entry| entry.game.unwrap()).collect();
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
    let mut record = PgnGame::new(position("4k3/8/8/8/8/8/8/4K2R b K - 0 1"));
    let text = |record: &PgnGame| record.to_string();
    for (uci, comment) in [("e8e7", ""), ("e1g1", "+1.20/14 0.5s"), ("e7e6", "")] {
        let mut annotated = AnnotatedMove::from(mv(&record.final_position(), uci));
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
    let start = PgnGame::new(start(0, 0));
    assert!(text(&start).contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/"));
}

/// What seems to be meant as a move costs the rest of its game, also in capitals, in
/// another notation, or as numbers of squares. The others are words.
#[test]
fn what_looks_like_a_move_ends_the_game() {
    for word in [
        "E4", "NF3", "EXD5", "e2E4", "P-KB4", "PxP", "KtxP", "P-K8(Q)", "Castles", "5254", "52541",
        "Sf3",
    ] {
        for text in [format!("1. {word} *"), format!("1. e4 e5 2. {word} Nc6 *")] {
            let entry = pgn::read(&text).next().expect("a game");
            assert!(entry.errors.len() == 1 && entry.errors[0].is_loss(), "{text}: {entry:?}");
            assert_eq!(entry.game.expect("a game").moves.len(), text.len() / 14 * 2, "{text}");
        }
    }
    for word in ["word", "DIAGRAM", "Kto", "9254", "12395", "1999", "x"] {
        let text = format!("1. e4 {word} e5 *");
        let entry = pgn::read(&text).next().expect("a game");
        assert!(entry.errors.len() == 1 && !entry.errors[0].is_loss(), "{text}: {entry:?}");
        assert_eq!(entry.game.expect("a game").moves.len(), 2, "{text}");
    }
}

#[test]
fn nothing_after_a_result_makes_a_game_without_moves() {
    let entries: Vec<_> = pgn::read("1. e4 e5 1-0 (1... c5 2. Nf3)\n\n1. d4 *").collect();
    let moves = |entry: &ParsedGame| entry.game.as_ref().map(|game| game.moves.len());
    assert_eq!(entries.iter().map(moves).collect::<Vec<_>>(), [Some(2), Some(1)]);
    assert!(entries[1].errors[0].is_loss(), "{entries:?}");
}

/// A sentence for each thing that is wrong, and whether something is left out.
#[test]
fn pgn_says_what_is_wrong_and_goes_on() {
    for (text, is_loss, sentence) in [
        (
            "1. e4 e5\n2. Nf6 *",
            true,
            "line 2: move 2. 'Nf6' is not legal here: the knight cannot go to f6",
        ),
        (
            "1. e4\n\ne9 *",
            true,
            "line 3: move 1... 'e9' is not a move: expected algebraic notation such as e4, Nf3, exd5, O-O or c8=Q",
        ),
        ("1. e4 e5\n2. word Nf3 *", false, "line 2: 'word' is no move, and is passed over"),
        (
            "1. e4 d5 2. Bb5+ -- *",
            true,
            "line 1: move 2... '--' makes no move, and the laws do not allow a player to pass",
        ),
        ("[Event]\n1. e4 *", false, "line 1: '[Event]' is no tag: [Name \"value\"] is expected"),
        (
            "\n[Event \"x]\n1. e4 *",
            false,
            "line 2: a tag is not written as [Name \"value\"]; it is taken for [Event \"x\"]",
        ),
        (
            "[Site \"x\"]\n[Site \"y\"]\n1. e4 *",
            false,
            "line 2: the game has two tags 'Site'; the first one counts",
        ),
        (
            "[Variant \"Atomic\"]\n\n1. e4 *",
            true,
            "line 1: the variant 'Atomic' is not played here, only chess and Chess960",
        ),
        ("1. e4\n{ never closed", true, "line 2: no '}' closes the comment that begins here"),
        (
            "1. e4 ( 1. d4\n\n[Event \"x\"]",
            false,
            "line 1: no ')' closes the side line that begins here",
        ),
        (
            "( 1. d4 ) 1. e4 *",
            true,
            "line 1: a side line is left out that follows no move, or is nested too deep",
        ),
        ("1. e4 ) *", false, "line 1: ')' has no meaning here"),
        ("1. e4 } *", false, "line 1: '}' has no meaning here"),
        ("1. e4 $256 *", false, "line 1: '$256' is no annotation glyph: $0 to $255 are expected"),
        ("1-0\n\n1. e4 *", false, "line 1: a result follows no game"),
        (
            "[FEN \"8/8 w\"]\n\n1. e4 *",
            true,
            "line 1: the FEN tag is wrong: the board has eight ranks separated by '/', this one has 2",
        ),
    ] {
        says_and_goes_on(text, is_loss, sentence);
    }
}

#[test]
fn pgn_says_what_it_cannot_keep() {
    for (text, is_loss, sentence) in [
        (
            "[Result \"1-0 ff\"]\n\n1. e4 *",
            false,
            "line 1: the result '1-0 ff' is none of 1-0, 0-1, 1/2-1/2 and *",
        ),
        (
            "[Result \"1-0\"]\n\n1. e4 e5\n0-1",
            false,
            "line 4: the result is 1-0 by the tag and 0-1 after the moves; the latter counts",
        ),
        (
            "$13 1. e4 *",
            false,
            "line 1: the annotation glyph $13 follows no move, and is passed over",
        ),
        (
            "1. ± e4 *",
            false,
            "line 1: the annotation glyph $16 follows no move, and is passed over",
        ),
        (
            "( 1. d4 )",
            true,
            "line 1: a side line is left out that follows no move, or is nested too deep",
        ),
    ] {
        says_and_goes_on(text, is_loss, sentence);
    }
}

/// Checks that one thing is wrong with a text, and that a game after it is read.
fn says_and_goes_on(text: &str, is_loss: bool, sentence: &str) {
    let errors: Vec<_> = pgn::read(text).flat_map(|entry| entry.errors).collect();
    assert_eq!(errors[0].to_string(), format!("game 1, {sentence}"), "{text}");
    assert_eq!((errors.len(), errors[0].is_loss()), (1, is_loss), "{errors:?}");
    let more = format!("{text}\n\n[Event \"next\"]\n[Round \"2\"]\n\n1. e4 *\n");
    let last = pgn::read(&more).last().unwrap().flawless().unwrap();
    assert_eq!((last.tag("Round"), last.moves.len()), (Some("2"), 1), "{text}");
}
