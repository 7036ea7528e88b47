//! Analyses the games of a file, and writes them and their report.

use super::arguments::{AnalyseArgs, create};
use crate::analysis::analyst::AnalysisError;
use crate::analysis::game::{GameOptions, analyse};
use crate::analysis::report::page;
use crate::analysis::written_game::WrittenGame;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::PgnGame;
use crate::cli::error::CliError;
use crate::cli::message::{json, stdout};
use crate::cli::progress::position_bar;
use crate::engine::search::SearchControl;
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
    let options = GameOptions { notation: arguments.notation, ..limits.into() };
    let bar = position_bar(games.iter().map(|game| options.positions(game)).sum());
    let mut analysed = Vec::new();
    for game in games {
        let game = match analyse(game, &mut analyst, &options, control, &mut || bar.inc(1)) {
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
        let games = analysed.iter().map(|game| game.written(arguments.notation));
        writeln!(out, "{}", json(&games.collect::<Vec<WrittenGame>>()))?;
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
        file.write_all(page::page(&analysed, arguments.notation).as_bytes())?;
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
