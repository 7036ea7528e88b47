//! The report on a game that a player has lost by a fault.

use super::game::FinishedGame;
use crate::arena::plan::match_plan::MatchPlan;
use crate::arena::plan::record::Opening;
use crate::arena::plan::schedule::ScheduledGame;
use crate::chess::board::FenStyle;
use crate::chess::notation::uci;
use crate::chess::types::Color;

/// What happened before a player lost a game by a fault: the game, and the last
/// lines between the arena and both engines.
pub fn fault_report(
    plan: &MatchPlan,
    game: ScheduledGame,
    opening: &Opening,
    finished: &FinishedGame,
    lines: &[Vec<String>; Color::COUNT],
) -> String {
    let names = game.players.map(|player| plan.players[player].name.as_str());
    let [white, black] = names;
    let played = finished.moves.iter().map(|played| played.mv);
    let moves = opening.moves.iter().copied().chain(played);
    let moves: Vec<String> = moves.map(|mv| uci::format(mv, opening.chess960)).collect();
    let style = if opening.chess960 { FenStyle::Shredder } else { FenStyle::Standard };
    let mut text = format!(
        "Game {}, {white} vs {black}: {}\nposition fen {} moves {}\n",
        game.number + 1,
        finished.ending,
        opening.start.fen(style),
        moves.join(" ")
    );
    for (name, lines) in names.iter().zip(lines) {
        text += &format!("\n{name} (seconds, < said, > told):\n{}\n", lines.join("\n"));
    }
    text + "\n"
}
