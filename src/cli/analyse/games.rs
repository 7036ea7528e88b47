//! Analyses the games of a file, and writes them and their report.

use super::arguments::{AnalyseArgs, create, progress_bar};
use crate::analysis::analyst::{AnalysisError, limits_in_words};
use crate::analysis::annotation::AnalysedMove;
use crate::analysis::game::{AnalysedGame, analyse};
use crate::analysis::report::page;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::Color;
use crate::cli::error::CliError;
use crate::cli::message::stdout;
use crate::engine::search::SearchControl;
use serde_json::{Value, json};
use std::io::Write;

/// Analyses the games, and writes them and their report.
pub fn run(
    arguments: &AnalyseArgs,
    games: &[PgnGame],
    control: &SearchControl,
) -> Result<(), CliError> {
    let mut file = arguments.out.as_deref().map(create).transpose()?;
    let mut stdout = stdout();
    let out: &mut dyn Write = match &mut file {
        Some(file) => file,
        None => &mut stdout,
    };
    let report = arguments.report.as_deref().map(create).transpose()?;
    let mut analyst = arguments.search.analyst(arguments.search.threads())?;
    let limits = arguments.search.limits();
    let bar = progress_bar(games.iter().map(|game| game.moves.len() + 1).sum(), "position");
    let mut analysed = Vec::new();
    for game in games {
        let game = match analyse(game, &mut analyst, &limits, control, &mut || bar.inc(1)) {
            Err(AnalysisError::Stopped) => break,
            game => game?,
        };
        if !arguments.json {
            let text = as_text(&game.game, arguments.notation);
            bar.suspend(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()))?;
        }
        analysed.push(game);
    }
    bar.finish_and_clear();
    if arguments.json {
        let games: Vec<Value> =
            analysed.iter().map(|game| as_json(game, arguments.notation)).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&games).unwrap_or_default())?;
    } else if arguments.out.is_some() {
        // The file may be the one with the games: those that an interruption has
        // left are written as they were.
        for game in &games[analysed.len()..] {
            out.write_all(as_text(game, arguments.notation).as_bytes())?;
        }
    }
    out.flush()?;
    if let Some(file) = file {
        file.finish()?;
    }
    if let Some(mut file) = report {
        let limits = limits_in_words(&limits);
        file.write_all(page::page(&analysed, arguments.notation, &limits).as_bytes())?;
        file.finish()?;
    }
    Ok(())
}

fn as_text(game: &PgnGame, notation: MoveNotation) -> String {
    match notation {
        MoveNotation::San => game.to_string(),
        notation => game.text(notation),
    }
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
