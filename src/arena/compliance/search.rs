//! Checks of everything that an engine says between `go` and `bestmove`.

use super::miss::Miss;
use crate::arena::player::pv_check::{check_first_move, check_pv};
use crate::chess::board::Position;
use crate::chess::game::Game;
use crate::chess::movegen::has_legal_move;
use crate::chess::notation::{QUOTED_LINE, clip, uci};
use crate::uci::words::{BestMove, Info, PositionCommand, next_word};
use std::fmt::Display;

/// A position that a check names.
pub type Root = PositionCommand<&'static str>;

impl Root {
    /// The usual starting position.
    pub const START: Root = Root { fen: None, moves: "" };

    /// A position without moves.
    pub const fn fen(fen: &'static str) -> Root {
        Root { fen: Some(fen), moves: "" }
    }

    /// The game that leads there.
    ///
    /// # Errors
    /// If there is none.
    pub fn game(&self) -> Result<Game, Miss> {
        let fault = |error: &dyn Display| Miss::Fault(error.to_string());
        let start = self.fen.unwrap_or(Position::START_FEN);
        let mut game = Game::new(start.parse::<Position>().map_err(|error| fault(&error))?);
        for word in self.moves.split_ascii_whitespace() {
            let mv = uci::parse(game.position(), word).map_err(|error| fault(&error))?;
            game.play(mv).map_err(|error| fault(&error))?;
        }
        Ok(game)
    }
}

/// What a line says that begins with `info`; `None` for another line.
pub fn info(line: &str) -> Option<Info<'_>> {
    let (word, rest) = next_word(line)?;
    (word == "info").then(|| Info::read(rest).0)
}

/// What the line `bestmove` says.
pub fn best_move(line: &str) -> BestMove<'_> {
    BestMove::read(next_word(line).unwrap_or_default().1)
}

/// Checks the lines of a search, `bestmove` being the last, and returns the best
/// move as the engine wrote it.
///
/// # Errors
/// The first thing that is wrong.
pub fn check_search(game: &Game, lines: &[String]) -> Result<String, Miss> {
    let Some((answer, lines)) = lines.split_last() else {
        return Err(Miss::Fault("it says nothing".to_string()));
    };
    let (mut last_pv, mut has_score) = ("", false);
    for line in lines {
        let wrong = |what: &dyn Display| in_line(line, what);
        let Some((word, rest)) = next_word(line) else { continue };
        if word != "info" {
            return Err(wrong(&"'info' is missing"));
        }
        let (info, mistake) = Info::read(rest);
        mistake.map_err(|error| wrong(&error))?;
        has_score |= info.score.is_some();
        check_pv(game, info.pv).map_err(|error| wrong(&error))?;
        if !info.pv.is_empty() && info.multipv.is_none_or(|rank| rank == 1) {
            last_pv = info.pv;
        }
    }
    let best = best_move(answer).best;
    if !has_legal_move(game.position()) {
        return match BestMove::is_none(best) {
            true => Ok(best.to_string()),
            false => Err(Miss::Fault(format!(
                "'{}' answers a position with no legal move",
                clip(answer, QUOTED_LINE)
            ))),
        };
    }
    check_answer(game, answer, last_pv)?;
    if !has_score {
        let what = "no info line with a score came before the best move";
        return Err(Miss::Fault(what.to_string()));
    }
    Ok(best.to_string())
}

/// What is wrong in a line.
fn in_line(line: &str, what: &dyn Display) -> Miss {
    Miss::Fault(format!("in '{}' {what}", clip(line, QUOTED_LINE)))
}

/// Checks the line `bestmove`.
fn check_answer(game: &Game, answer: &str, last_pv: &str) -> Result<(), Miss> {
    let wrong = |what: &dyn Display| in_line(answer, what);
    let BestMove { best, ponder, has_more } = best_move(answer);
    let mv = uci::parse(game.position(), best).map_err(|error| wrong(&error))?;
    check_first_move(game, last_pv, mv).map_err(|error| {
        let answer = clip(answer, QUOTED_LINE);
        Miss::Fault(format!("before '{answer}' the last PV is wrong: {error}"))
    })?;
    if has_more {
        return Err(wrong(&"only 'ponder' and a move may follow the best move"));
    }
    let Some(ponder) = ponder else { return Ok(()) };
    let mut next = game.clone();
    next.play(mv).map_err(|error| wrong(&error))?;
    // Some engines say that they have no move to ponder on.
    if !BestMove::is_none(ponder) {
        uci::parse(next.position(), ponder).map_err(|error| wrong(&error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(root: Root, lines: &[&str]) -> Result<String, Miss> {
        let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        check_search(&root.game().unwrap(), &lines)
    }

    #[test]
    fn a_search_is_checked_line_by_line() {
        let start = Root { fen: None, moves: "e2e4 e7e5" };
        let info = "info depth 3 seldepth 4 score cp 12 lowerbound nodes 5 nps 9 pv g1f3 b8c6";
        let good = ["info string any pv text", info, "bestmove g1f3 ponder b8c6"];
        assert_eq!(check(start, &good), Ok("g1f3".to_string()));
        assert_eq!(start.to_string(), "position startpos moves e2e4 e7e5");
        for (lines, why) in [
            (["info depth 1", "bestmove g1f3"], "no info line with a score"),
            (["info nps 1.5 score cp 1", "bestmove g1f3"], "no whole number follows 'nps'"),
            (["info score cp +x", "bestmove g1f3"], "is no score"),
            (["hello", "bestmove g1f3"], "'info' is missing"),
            (["info score mate 2 pv g1f3 g1f3", "bestmove g1f3"], "'g1f3' is not legal"),
            (["info score cp 1 pv b1c3", "bestmove g1f3"], "which is not the best move"),
            (["info score cp 1", "bestmove e2e4"], "e2e4"),
            (["info score cp 1", "bestmove"], "bestmove"),
            (["info score cp 1", "bestmove g1f3 ponder e4e5"], "e4e5"),
            (["info score cp 1", "bestmove g1f3 and more"], "may follow"),
        ] {
            let error = check(start, &lines).unwrap_err().to_string();
            assert!(error.contains(why), "{lines:?}: {error}");
        }
    }

    #[test]
    fn without_a_legal_move_there_is_no_best_move() {
        let mated = Root::fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(check(mated, &["bestmove (none)"]), Ok("(none)".to_string()));
        assert!(check(mated, &["bestmove h8g8"]).is_err());
    }
}
