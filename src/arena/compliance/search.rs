//! Checks of everything that an engine says between `go` and `bestmove`.

use super::process::first_word;
use crate::arena::player::pv_check::{check_first_move, check_pv, pv_of};
use crate::chess::board::Position;
use crate::chess::game::Game;
use crate::chess::movegen::has_legal_move;
use crate::chess::notation::{QUOTED_LINE, clip, uci};

/// A position as `position` names it.
#[derive(Clone, Copy)]
pub struct Root {
    /// `None` for the usual starting position.
    pub fen: Option<&'static str>,
    /// The moves from there, with a space between.
    pub moves: &'static str,
}

impl Root {
    /// The usual starting position.
    pub const START: Root = Root { fen: None, moves: "" };

    /// A position without moves.
    pub const fn fen(fen: &'static str) -> Root {
        Root { fen: Some(fen), moves: "" }
    }

    pub fn command(&self) -> String {
        let start = self.fen.map_or("startpos".to_string(), |fen| format!("fen {fen}"));
        match self.moves {
            "" => format!("position {start}"),
            moves => format!("position {start} moves {moves}"),
        }
    }

    /// The game that leads there.
    ///
    /// # Errors
    /// A sentence, if there is none.
    pub fn game(&self) -> Result<Game, String> {
        let start = self.fen.unwrap_or(Position::START_FEN);
        let mut game = Game::new(start.parse::<Position>().map_err(|error| error.to_string())?);
        for word in self.moves.split_ascii_whitespace() {
            let mv = uci::parse(game.position(), word).map_err(|error| error.to_string())?;
            game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

/// The words that a whole number follows.
const NUMBERS: [&str; 11] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "multipv",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "sbhits",
    "cpuload",
];

/// Checks the lines of a search, `bestmove` being the last, and returns the best
/// move as the engine wrote it.
///
/// # Errors
/// A clause about the first thing that is wrong.
pub fn check_search(game: &Game, lines: &[String]) -> Result<String, String> {
    let Some((answer, lines)) = lines.split_last() else {
        return Err("it says nothing".to_string());
    };
    let (mut last_pv, mut has_score) = ("", false);
    for line in lines {
        let wrong = |what: String| format!("in '{}' {what}", clip(line, QUOTED_LINE));
        match first_word(line) {
            "" => continue,
            "info" => {}
            _ => return Err(wrong("'info' is missing".to_string())),
        }
        has_score |= check_info(line).map_err(wrong)?;
        if let Some(pv) = pv_of(line) {
            check_pv(game, pv)
                .map_err(|error| format!("in '{}' {error}", clip(line, QUOTED_LINE)))?;
            if !line.contains(" multipv ") || line.contains(" multipv 1 ") {
                last_pv = pv;
            }
        }
    }
    let best = answer.split_ascii_whitespace().nth(1).unwrap_or("");
    if !has_legal_move(game.position()) {
        return match best {
            "(none)" | "0000" => Ok(best.to_string()),
            _ => Err(format!(
                "'{}' answers a position with no legal move",
                clip(answer, QUOTED_LINE)
            )),
        };
    }
    check_answer(game, answer, last_pv)?;
    if !has_score {
        return Err("no info line with a score came before the best move".to_string());
    }
    Ok(best.to_string())
}

/// Checks the numbers of an `info` line; returns whether it has a score.
fn check_info(line: &str) -> Result<bool, String> {
    let mut has_score = false;
    let mut words = line.split_ascii_whitespace().skip(1);
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" | "refutation" | "currline" => break,
            "score" => {
                let (kind, number) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                if !["cp", "mate"].contains(&kind) || number.parse::<i64>().is_err() {
                    return Err(format!("'score {kind} {number}' is no score"));
                }
                has_score = true;
            }
            word if NUMBERS.contains(&word) => {
                let number = words.next().unwrap_or("");
                if number.parse::<u64>().is_err() {
                    return Err(format!("no whole number follows '{word}', but '{number}'"));
                }
            }
            _ => {}
        }
    }
    Ok(has_score)
}

/// Checks the line `bestmove`.
fn check_answer(game: &Game, answer: &str, last_pv: &str) -> Result<(), String> {
    let wrong = |what: &dyn std::fmt::Display| format!("in '{}' {what}", clip(answer, QUOTED_LINE));
    let words: Vec<&str> = answer.split_ascii_whitespace().collect();
    let best = words.get(1).copied().unwrap_or("");
    let mv = uci::parse(game.position(), best).map_err(|error| wrong(&error))?;
    check_first_move(game, last_pv, mv).map_err(|error| {
        format!("before '{}' the last PV is wrong: {error}", clip(answer, QUOTED_LINE))
    })?;
    let ponder = match words[2..] {
        [] => return Ok(()),
        ["ponder", ponder] => ponder,
        _ => return Err(wrong(&"only 'ponder' and a move may follow the best move")),
    };
    let mut next = game.clone();
    next.play(mv).map_err(|error| wrong(&error))?;
    // Some engines say that they have no move to ponder on.
    if !["(none)", "0000"].contains(&ponder) {
        uci::parse(next.position(), ponder).map_err(|error| wrong(&error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(root: Root, lines: &[&str]) -> Result<String, String> {
        let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        check_search(&root.game().unwrap(), &lines)
    }

    #[test]
    fn a_search_is_checked_line_by_line() {
        let start = Root { fen: None, moves: "e2e4 e7e5" };
        let info = "info depth 3 seldepth 4 score cp 12 lowerbound nodes 5 nps 9 pv g1f3 b8c6";
        let good = ["info string any pv text", info, "bestmove g1f3 ponder b8c6"];
        assert_eq!(check(start, &good), Ok("g1f3".to_string()));
        assert_eq!(start.command(), "position startpos moves e2e4 e7e5");
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
            let error = check(start, &lines).unwrap_err();
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
