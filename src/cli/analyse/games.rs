//! Analyses the games of a file, and writes them and their report.

use super::annotation::AnalysedMove;
use super::arguments::{AnalyseArgs, create, progress_bar};
use super::game::{AnalysedGame, analyse};
use super::page;
use crate::cli::error::CliError;
use crate::notation::MoveNotation;
use crate::notation::pgn::PgnGame;
use crate::search::SearchControl;
use crate::types::Color;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Analyses the games, and writes them and their report.
pub fn run(
    arguments: &AnalyseArgs,
    games: &[PgnGame],
    control: &SearchControl,
) -> Result<(), CliError> {
    let mut out: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(create(path)?),
        None => Box::new(io::stdout().lock()),
    };
    let report = arguments.report.as_deref().map(create).transpose()?;
    let mut analyst = arguments.search.analyst(arguments.search.threads())?;
    let limits = arguments.search.limits();
    let bar = progress_bar(games.iter().map(|game| game.moves.len() + 1).sum(), "position");
    let mut analysed = Vec::new();
    for game in games {
        let Some(game) = analyse(game, &mut analyst, &limits, control, &bar) else { break };
        if !arguments.json {
            let text = match arguments.notation {
                MoveNotation::San => game.game.to_string(),
                notation => game.game.text(notation),
            };
            bar.suspend(|| out.write_all(text.as_bytes()))?;
        }
        analysed.push(game);
    }
    bar.finish_and_clear();
    if arguments.json {
        let games: Vec<Value> =
            analysed.iter().map(|game| as_json(game, arguments.notation)).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&games).unwrap_or_default())?;
    }
    out.flush()?;
    if let Some(mut file) = report {
        let limits = arguments.search.limits_in_words();
        file.write_all(page::page(&analysed, arguments.notation, &limits).as_bytes())?;
    }
    Ok(())
}

fn as_json(game: &AnalysedGame, notation: MoveNotation) -> Value {
    let side = |side| {
        game.summary(side).map(|summary| {
            json!({
                "accuracy": summary.accuracy, "points_lost": summary.loss,
                "centipawns_lost": summary.centipawns, "moves": summary.moves,
                "blunders": summary.marks[0], "mistakes": summary.marks[1],
                "inaccuracies": summary.marks[2],
            })
        })
    };
    let mv = |analysed: &AnalysedMove| {
        let best = analysed.best.first().map(|&mv| notation.format(&analysed.position, mv));
        json!({
            "move": notation.format(&analysed.position, analysed.mv),
            "eval": analysed.scores[1], "best": best, "best_eval": analysed.scores[0],
            "line": notation.line(&analysed.position, &analysed.best),
            "points_lost": 100.0 * analysed.loss, "mark": analysed.mark.map(|mark| mark.sign),
            "seconds": analysed.seconds,
        })
    };
    let tags: serde_json::Map<String, Value> =
        game.game.tags.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
    json!({
        "tags": tags, "result": game.game.result.to_string(),
        "white": side(Color::White), "black": side(Color::Black),
        "moves": game.moves.iter().map(mv).collect::<Vec<_>>(),
    })
}
