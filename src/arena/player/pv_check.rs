//! Checks what an engine reports about its search: the principal variation and
//! the best move.

use crate::arena::plan::record::{Opening, PlayedMove, PvFaults};
use crate::chess::game::{Game, Outcome};
use crate::chess::notation::{QUOTED_LINE, clip, uci};
use crate::chess::types::{Color, Move};
use crate::uci::words::info::pv_moves;

/// What is wrong with a PV.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PvError {
    /// This move, as the engine wrote it, is not legal where it stands.
    #[error("its move '{0}' is not legal")]
    Illegal(String),
    /// The PV goes on with this move, although the game is over.
    #[error("it goes on with '{1}' after the end of the game ({0})")]
    GoesOn(Outcome, String),
    /// The PV begins with a move other than the best move.
    #[error("it begins with '{0}', which is not the best move")]
    NotBestMove(String),
}

/// Checks a PV from the position of a game: every move is legal, and none
/// follows a mate, a stalemate or a draw by the laws.
///
/// # Errors
/// The first thing that is wrong.
pub fn check_pv(game: &Game, pv: &str) -> Result<(), PvError> {
    let mut line = game.clone();
    let mut over = None;
    for word in pv_moves(pv) {
        if let Some(outcome) = over {
            return Err(PvError::GoesOn(outcome, word.to_string()));
        }
        let illegal = || PvError::Illegal(word.to_string());
        let mv = uci::parse(line.position(), word).map_err(|_| illegal())?;
        line.play(mv).map_err(|_| illegal())?;
        over = line.outcome(true);
    }
    Ok(())
}

/// Checks that a PV begins with the move that the engine then plays.
///
/// # Errors
/// If it begins with another one.
pub fn check_first_move(game: &Game, pv: &str, best: Move) -> Result<(), PvError> {
    match pv.split_ascii_whitespace().next() {
        Some(first) if uci::parse(game.position(), first) != Ok(best) => {
            Err(PvError::NotBestMove(first.to_string()))
        }
        _ => Ok(()),
    }
}

/// Checks the last PV before each move of a game. Returns the faults by color.
pub fn check_game(
    opening: &Opening,
    moves: &[PlayedMove],
    pvs: &[String],
) -> [PvFaults; Color::COUNT] {
    let mut faults = [PvFaults::default(), PvFaults::default()];
    let Ok(mut game) = Game::from_moves(opening.start.clone(), opening.moves.iter().copied())
    else {
        return faults;
    };
    for (played, pv) in moves.iter().zip(pvs) {
        let position = game.position();
        let (number, side) = (position.fullmove_number(), position.side_to_move());
        let faults = &mut faults[side.index()];
        let checks = [check_pv(&game, pv), check_first_move(&game, pv, played.mv)];
        for error in checks.into_iter().filter_map(Result::err) {
            *match error {
                PvError::Illegal(_) => &mut faults.illegal,
                PvError::GoesOn(..) => &mut faults.beyond_end,
                PvError::NotBestMove(_) => &mut faults.not_best_move,
            } += 1;
            faults.first.get_or_insert_with(|| {
                let best = uci::format(played.mv, opening.chess960);
                format!(
                    "the PV '{}' before move {number}, {best}, is wrong: {error}",
                    clip(pv, QUOTED_LINE)
                )
            });
        }
        if game.play(played.mv).is_err() {
            break;
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::Position;
    use std::time::Duration;

    fn game(fen: &str) -> Game {
        Game::new(fen.parse().unwrap())
    }

    #[test]
    fn the_moves_of_a_pv_are_legal_and_end_with_the_game() {
        let mate = game("6k1/5ppp/8/8/8/8/8/R3K2R w K - 0 1");
        assert_eq!(check_pv(&mate, "e1g1 h7h6 a1a8 g8h7"), Ok(()));
        assert_eq!(check_pv(&mate, "e1h1 h7h6 nps 100"), Ok(()));
        assert_eq!(check_pv(&mate, "a1a8"), Ok(()));
        let error = check_pv(&mate, "a1a8 g8h8").unwrap_err();
        assert!(matches!(error, PvError::GoesOn(Outcome::Checkmate { .. }, _)), "{error}");
        for pv in ["a1b2", "e1g1 e1g1", "a1a7 hello", "0000"] {
            assert!(matches!(check_pv(&mate, pv), Err(PvError::Illegal(_))), "{pv}");
        }
    }

    #[test]
    fn threefold_repetition_and_fifty_moves_end_a_pv() {
        let rooks = game("4k3/8/8/8/8/8/4R3/4K3 b - - 98 80");
        let error = check_pv(&rooks, "e8d8 e2e3 d8d7").unwrap_err();
        assert_eq!(error, PvError::GoesOn(Outcome::FiftyMoves, "d8d7".to_string()));
        let start = Game::new(Position::start());
        let round = "g1f3 g8f6 f3g1 f6g8 ";
        assert_eq!(check_pv(&start, &round.repeat(2)), Ok(()));
        let error = check_pv(&start, &(round.repeat(2) + "e2e4")).unwrap_err();
        assert_eq!(error, PvError::GoesOn(Outcome::ThreefoldRepetition, "e2e4".to_string()));
    }

    #[test]
    fn the_first_move_is_compared_in_either_form_of_castling() {
        let game = game("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let castles = uci::parse(game.position(), "e1g1").unwrap();
        assert_eq!(check_first_move(&game, "e1h1 e8d8", castles), Ok(()));
        assert_eq!(check_first_move(&game, "", castles), Ok(()));
        assert!(check_first_move(&game, "h1h8", castles).is_err());
    }

    #[test]
    fn the_pvs_of_a_game_are_counted_by_color_and_kind() {
        let opening = Opening { start: Position::start(), moves: Vec::new(), chess960: false };
        let lines = [
            ("f2f3", "f2f3 e7e5"),
            ("e7e5", "d7d5"),
            ("g2g4", "g2g4 d8h4 a2a3"),
            ("d8h4", "d8h4 e1f2"),
        ];
        let mut game = Game::new(Position::start());
        let mut moves = Vec::new();
        for (best, _) in lines {
            let mv = uci::parse(game.position(), best).unwrap();
            game.play(mv).unwrap();
            let (score, depth, nodes, details) = (None, None, None, None);
            let (time, ponder_hit) = (Duration::ZERO, None);
            moves.push(PlayedMove { mv, score, depth, nodes, time, ponder_hit, details });
        }
        let pvs = lines.map(|(_, pv)| pv.to_string());
        let [white, black] = check_game(&opening, &moves, &pvs);
        assert_eq!([white.illegal, white.beyond_end, white.not_best_move], [0, 1, 0]);
        assert_eq!([black.illegal, black.beyond_end, black.not_best_move], [0, 1, 1]);
        assert!(white.first.unwrap().starts_with("the PV 'g2g4 d8h4 a2a3' before move 2, g2g4, "));
        let mut sum = PvFaults::default();
        sum.add(&black);
        let begins = "1 that begin with another move than the best move";
        assert_eq!(
            (sum.count(), sum.to_string()),
            (2, format!("1 that go on after the end of the game, {begins}"))
        );
        assert!(sum.first.unwrap().contains("'d7d5' before move 1, e7e5"));
    }
}
