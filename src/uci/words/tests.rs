//! What is written is read again as it was.

use super::*;
use crate::chess::types::{MAX_PLY, Score};
use crate::engine::search::Bound;
use proptest::option;
use proptest::prelude::*;
use std::time::Duration;

/// What follows the first word of a message.
fn after_first_word(message: &str) -> &str {
    next_word(message).unwrap().1
}

fn time() -> impl Strategy<Value = Option<Duration>> {
    option::of((1..1_000_000_u64).prop_map(Duration::from_millis))
}

/// A move, or a word that looks like one.
const MOVE: &str = "[a-h][1-8][a-h][1-8][nbrq]?";
const MOVES: &str = "([a-h][1-8][a-h][1-8]( [a-h][1-8][a-h][1-8]){0,9})?";
/// A name or a value of one or two words, none of which UCI knows.
const TEXT: &str = "[A-Z][a-z]{0,5}( [A-Z][a-z]{0,5})?";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn go(
        numbers in (option::of(1..=MAX_PLY as i32), option::of(0..i64::MAX as u64), option::of(1..100_u32)),
        times in ([time(), time()], [time(), time()], time()),
        others in (option::of(1..100_u32), option::of(0..=20_u32), any::<bool>(), any::<bool>()),
        moves in prop::collection::vec(MOVE, 0..4),
    ) {
        let (depth, nodes, moves_to_go) = numbers;
        let (time_left, increment, move_time) = times;
        let (mate, perft, infinite, ponder) = others;
        let search_moves = moves.iter().map(String::as_str).collect();
        let unknown = Vec::new();
        let go = GoCommand {
            depth, nodes, move_time, mate, time_left, increment, moves_to_go, infinite, ponder,
            perft, search_moves, unknown,
        };
        let text = go.to_string();
        prop_assert_eq!(GoCommand::read(after_first_word(&text)), Ok(go));
    }

    #[test]
    fn position(fen in option::of("[1-8/kKpP]{1,20} [wb]"), moves in MOVES) {
        let position = PositionCommand { fen, moves };
        let text = position.to_string();
        prop_assert_eq!(PositionCommand::read(after_first_word(&text)), Ok(position));
    }

    #[test]
    fn info(
        depths in prop::array::uniform3(option::of(any::<u64>())),
        centipawns in option::of(-Score::MAX_EVAL.0..=Score::MAX_EVAL.0),
        mate in option::of(0..MAX_PLY / 2),
        bound in option::of(prop_oneof![Just(Bound::Lower), Just(Bound::Upper)]),
        wdl in option::of(prop::array::uniform3(0..=1000_u32)),
        counts in prop::array::uniform6(option::of(any::<u64>())),
        current in option::of(MOVE),
        pv in MOVES,
    ) {
        let [depth, seldepth, multipv] = depths;
        let [nodes, nps, hashfull, tbhits, time, current_number] = counts;
        let mate = mate.map(|moves| Score::mated_in(2 * moves));
        let score = centipawns.map(Score).or(mate);
        let (current_move, pv) = (current.as_deref(), pv.as_str());
        let info = Info {
            depth, seldepth, multipv, score, bound, wdl, nodes, nps, hashfull, tbhits, time,
            current_move, current_number, pv,
        };
        let text = info.to_string();
        prop_assert_eq!(Info::read(after_first_word(&text)), (info, Ok(())));
    }

    #[test]
    fn best_move(best in MOVE, ponder in option::of(MOVE)) {
        let best = BestMove { best: &best, ponder: ponder.as_deref(), has_more: false };
        let text = best.to_string();
        prop_assert_eq!(BestMove::read(after_first_word(&text)), best);
    }

    #[test]
    fn option_declaration(
        name in TEXT,
        default in option::of(TEXT),
        ends in [option::of(any::<i64>()), option::of(any::<i64>())],
        values in prop::collection::vec(TEXT, 0..4),
        kind in 0..6,
    ) {
        let kind = match kind {
            0 => OptionKind::Check,
            1 => OptionKind::Spin(ends[0], ends[1]),
            2 => OptionKind::Combo(values.iter().map(String::as_str).collect()),
            3 => OptionKind::Button,
            4 => OptionKind::Text,
            _ => OptionKind::Unknown("text"),
        };
        let option = OptionDeclaration { name: &name, kind, default: default.as_deref() };
        let text = option.to_string();
        prop_assert_eq!(OptionDeclaration::read(after_first_word(&text)), option);
    }

    #[test]
    fn set_option(name in TEXT, value in option::of(TEXT)) {
        let set = SetOption { name, value: value.as_deref() };
        let text = set.to_string();
        prop_assert_eq!(SetOption::read(after_first_word(&text)), Ok(set));
    }
}
