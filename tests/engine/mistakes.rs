//! The sentences at mistakes against a checker that knows nothing of how they are made:
//! no sentence may state something about the board that is not so.

use staunton::analysis::annotation::AnalysedMove;
use staunton::analysis::engine_analyst::EngineAnalyst;
use staunton::analysis::game::analyse;
use staunton::analysis::game_options::GameOptions;
use staunton::analysis::mistake::{MistakeReason, VERBS};
use staunton::chess::board::{FenStyle, Position};
use staunton::chess::notation::{MoveNotation, pgn};
use staunton::chess::types::{Color, PieceKind};
use staunton::chess::{Move, legal_moves};
use staunton::engine::options::HashMb;
use staunton::engine::{Limits, Network, SearchControl};

/// Three famous games, and games of the engine with itself at a dozen nodes a move.
const GAMES: &str = include_str!("../data/mistakes.pgn");
const NODES: u64 = 400;
/// What is more than a slip of rounding, in centipawns: less than a pawn.
const LEAST: i32 = 80;

/// How many pieces of a kind and color stand in a FEN.
fn count(fen: &str, color: Color, kind: PieceKind) -> i32 {
    let board = fen.split(' ').next().expect("a board");
    let letter = match color {
        Color::White => kind.letter(),
        Color::Black => kind.letter().to_ascii_lowercase(),
    };
    board.chars().filter(|&c| c == letter).count() as i32
}

fn fen(position: &Position) -> String {
    position.fen(FenStyle::Standard)
}

/// The material of a side less that of the other, in centipawns.
fn balance(position: &Position, side: Color) -> i32 {
    let fen = fen(position);
    let value = |color| PieceKind::ALL.map(|kind| count(&fen, color, kind) * kind.value());
    value(side).iter().sum::<i32>() - value(!side).iter().sum::<i32>()
}

/// The balance for the side to move after the best captures, to a depth. It may stop
/// capturing, unless it is in check.
fn captured(position: &Position, depth: u32) -> i32 {
    let stand = balance(position, position.side_to_move());
    if depth == 0 {
        return stand;
    }
    let is_forced = position.in_check();
    let moves = legal_moves(position);
    let tried = moves.iter().filter(|mv| is_forced || mv.is_capture() || mv.promotion().is_some());
    let best = tried.map(|&mv| -captured(&position.after(mv), depth - 1)).max();
    best.map_or(stand, |best| if is_forced { best } else { best.max(stand) })
}

/// "a bishop and two pawns" as the number of each kind.
fn listed(words: &str) -> Vec<(PieceKind, i32)> {
    let parts = words.split(", ").flat_map(|part| part.split(" and "));
    let read = |part: &str| {
        let (number, name) = part.split_once(' ').unwrap_or_else(|| panic!("{words}"));
        let number = match number {
            "a" => 1,
            "two" => 2,
            number => number.parse().unwrap_or_else(|_| panic!("{words}")),
        };
        let is_named = |kind: &PieceKind| name.trim_end_matches('s') == kind.to_string();
        (PieceKind::ALL.into_iter().find(is_named).unwrap_or_else(|| panic!("{words}")), number)
    };
    parts.map(read).collect()
}

/// Checks that a side has lost and won exactly this between two positions.
fn check_trade(sides: (&Position, &Position), side: Color, lost: &str, won: &str, text: &str) {
    let (before, end) = (fen(sides.0), fen(sides.1));
    let mut expected = [0; PieceKind::ALL.len()];
    let empty = |words: &str| if words.is_empty() { Vec::new() } else { listed(words) };
    for (kind, number) in empty(lost) {
        expected[kind.index()] += number;
    }
    for (kind, number) in empty(won) {
        expected[kind.index()] -= number;
    }
    for kind in PieceKind::ALL {
        let gone = |color| count(&before, color, kind) - count(&end, color, kind);
        assert_eq!(gone(side) - gone(!side), expected[kind.index()], "{kind}: {text}");
    }
    let change = balance(sides.1, side) - balance(sides.0, side);
    assert!(change <= -LEAST, "{change}: {text}");
    // The loss is not won back by the next captures, whoever begins.
    let mover = sides.1.side_to_move();
    let after = captured(sides.1, 6) * if mover == side { 1 } else { -1 };
    assert!(after - balance(sides.0, side) <= -LEAST / 2, "won back: {text}");
}

fn play(start: &Position, line: &[Move], text: &str) -> Position {
    let mut position = start.clone();
    for mv in line {
        assert!(legal_moves(&position).contains(mv), "{text}");
        position.play(*mv, &mut ());
    }
    position
}

/// Checks what a reason says, word by word.
fn check(analysed: &AnalysedMove, reason: &MistakeReason) {
    let MistakeReason { words, start, line } = reason;
    let (before, side) = (&analysed.position, analysed.position.side_to_move());
    let text = format!("{}: {}", fen(before), reason.sentence(MoveNotation::San));
    assert!(VERBS.iter().any(|verb| words.starts_with(verb)), "{text}");
    let after = before.after(analysed.mv.expect("a move"));
    let misses = words.starts_with("misses ");
    assert_eq!(start, if misses { before } else { &after }, "{text}");
    assert!(!line.is_empty() && (!misses || Some(line[0]) != analysed.mv), "{text}");
    let end = play(start, line, &text);
    let is_over = legal_moves(&end).is_empty();
    if let Some((verb, moves)) = words.split_once(" mate in ") {
        assert!(is_over && end.in_check(), "{text}");
        assert_eq!(end.side_to_move(), if verb == "misses" { !side } else { side }, "{text}");
        assert_eq!(moves, line.len().div_ceil(2).to_string(), "{text}");
    } else if words == "allows stalemate" {
        assert!(is_over && !end.in_check(), "{text}");
    } else if let Some(won) = words.strip_prefix("misses the win of ") {
        let (won, lost) = won.split_once(" for ").unwrap_or((won, ""));
        check_trade((before, &end), !side, won, lost, &text);
    } else if let Some(lost) = words.strip_prefix("loses ") {
        let (lost, won) = lost.split_once(" for ").unwrap_or((lost, ""));
        check_trade((before, &end), side, lost, won, &text);
    } else {
        check_pawns(words, &end, side, &text);
    }
}

/// Checks the pawns that a theme names, if it names any.
fn check_pawns(words: &str, end: &Position, side: Color, text: &str) {
    let Some((head, files)) = words.split_once(" on the ") else { return };
    let owner = if words.contains("the opponent") { !side } else { side };
    let pawns = end.pieces(owner, PieceKind::Pawn);
    let is_gained = ["gives", "leaves"].iter().any(|verb| head.starts_with(verb));
    for file in files.split(['-', ' ']).filter(|word| word.len() == 1 && *word != "a") {
        let letter = file.chars().next().expect("a letter");
        let has = pawns.into_iter().any(|square| square.file().letter() == letter);
        assert!(has || !is_gained, "{text}");
    }
}

#[test]
fn no_sentence_states_what_is_not_so() {
    let mut analyst = EngineAnalyst::new(HashMb::of(4), 1, Network::built_in()).expect("memory");
    let (options, control) = (GameOptions::from(Limits::nodes(NODES)), SearchControl::default());
    let (mut marked, mut told) = (0, Vec::new());
    for parsed in pgn::read(GAMES) {
        let game = parsed.flawless().expect("a game without mistakes of writing");
        let analysed = analyse(&game, &mut analyst, &options, &control, &mut || ());
        let analysed = analysed.expect("nothing stops it");
        for mv in &analysed.moves {
            marked += usize::from(mv.own_mark().is_some());
            assert!(mv.own_mark().is_some() || mv.reason.is_none(), "{}", fen(&mv.position));
            if let Some(reason) = &mv.reason {
                check(mv, reason);
                told.push(reason.sentence(MoveNotation::San));
            }
        }
        if game.tag("White").is_some_and(|name| name.contains("Morphy")) {
            // What was written is found again and replaced by the same.
            let again = analyse(&analysed.game, &mut analyst, &options, &control, &mut || ());
            let again = again.expect("nothing stops it").game.to_string();
            assert_eq!(again, analysed.game.to_string());
        }
    }
    println!("{} of {marked} mistakes have a reason:\n{}", told.len(), told.join("\n"));
    assert!(marked >= 200, "{marked}");
    assert!(5 * told.len() >= marked, "{} of {marked}", told.len());
    for word in ["loses ", "misses the win of ", "allows mate in "] {
        assert!(told.iter().any(|sentence| sentence.starts_with(word)), "{word}");
    }
}
