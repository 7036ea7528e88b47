//! The conditions of a match, for its report.

use super::arguments::MatchArgs;
use crate::arena::plan::match_plan::MatchPlan;
use crate::arena::player::EngineFacts;
use crate::arena::report::{EngineConditions, MatchConditions, shell_line};
use crate::support::cpu;
use crate::support::version::BUILD;
use std::thread::available_parallelism;

/// The conditions of a match; its date and the time that it takes are not among them.
pub fn conditions(
    plan: &MatchPlan,
    arguments: &MatchArgs,
    facts: &[EngineFacts],
) -> MatchConditions {
    let engines = plan.players.iter().enumerate().map(|(index, player)| {
        let facts = facts.get(index).cloned().unwrap_or_default();
        EngineConditions { name: player.name.clone(), threads: facts.threads, hash_mb: facts.hash }
    });
    let processor = match available_parallelism() {
        Ok(count) => format!("{count} × {}", cpu::name()),
        Err(_) => cpu::name(),
    };
    let words = [vec!["staunton".to_string()], arguments.command_line()].concat();
    MatchConditions {
        play: conditions_of_play(plan, arguments),
        engines: engines.collect(),
        processor,
        version: format!("Staunton {BUILD}"),
        command: shell_line(&words),
        ..MatchConditions::default()
    }
}

/// What the command line says of the games, each a name and a text.
fn conditions_of_play(plan: &MatchPlan, arguments: &MatchArgs) -> Vec<(String, String)> {
    let mut conditions = Vec::new();
    let mut add = |name: &str, text: String| conditions.push((name.to_string(), text));
    let [first, others @ ..] = &plan.players[..] else { return conditions };
    if others.iter().all(|player| player.thinking == first.thinking) {
        add("time control", first.thinking.to_string());
    } else {
        for player in &plan.players {
            add(&format!("time control of {}", player.name), player.thinking.to_string());
        }
    }
    for player in &plan.players {
        let settings: Vec<String> =
            player.settings.iter().map(|set| format!("{} = {}", set.name, set.value)).collect();
        if !settings.is_empty() {
            add(&format!("options of {}", player.name), settings.join(", "));
        }
        if let Some(book) = &player.book {
            let moves = book.most_moves.map_or_else(String::new, |most| format!(", {most} moves"));
            add(&format!("book of {}", player.name), book.path.display().to_string() + &moves);
        }
    }
    let openings = match &arguments.openings[..] {
        [] => "generated".to_string(),
        words => words.join(" "),
    };
    add("openings", openings);
    add("variant", arguments.variant.clone());
    if let Some(odds) = arguments.odds.as_ref().or(arguments.odds_fen.as_ref()) {
        add("odds", format!("{odds}, given by {}", first.name));
    }
    add("seed", arguments.seed.to_string());
    add("games at the same time", plan.concurrency.to_string());
    conditions
}
