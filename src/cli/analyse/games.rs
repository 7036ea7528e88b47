//! Analyses the games of a file, and writes them and their report.

use super::arguments::{AnalyseArgs, Stop};
use crate::analysis::analyst::Analyst;
use crate::analysis::game::AnalysedGame;
use crate::analysis::game_options::GameOptions;
use crate::analysis::games::analyse_all;
use crate::analysis::report::page;
use crate::analysis::written_game::WrittenGame;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::PgnGame;
use crate::cli::error::CliError;
use crate::cli::files::{TextOutput, is_standard};
use crate::cli::message::json;
use crate::cli::progress::position_bar;
use std::io::{self, Write};

/// Analyses the games, and writes them, their puzzles and their report.
pub fn run(arguments: &AnalyseArgs, games: &[PgnGame], stop: Stop<'_>) -> Result<(), CliError> {
    // They are opened before hours of searches, not after them.
    let mut out = TextOutput::create(arguments.out())?;
    let report = arguments.report.as_deref().map(TextOutput::create).transpose()?;
    let mut puzzles = arguments.puzzles.as_deref().map(TextOutput::create).transpose()?;
    let options = arguments.game_options()?;
    let analysed = {
        let mut written = Ok(());
        let mut write = |game: &AnalysedGame| -> io::Result<()> {
            if !arguments.json {
                let text = as_text(&game.game, arguments.notation);
                out.write_all(text.as_bytes()).and_then(|()| out.flush())?;
            }
            if let Some(file) = &mut puzzles {
                for puzzle in &game.puzzles {
                    let text = as_text(&puzzle.game(&game.game), arguments.notation);
                    file.write_all(text.as_bytes())?;
                }
            }
            Ok(())
        };
        let all: Vec<&PgnGame> = games.iter().collect();
        let mut on_game = |game: &AnalysedGame| {
            if written.is_ok() {
                written = write(game);
            }
        };
        let analysed = analysed(arguments, &all, &options, stop, &mut on_game)?;
        written?;
        analysed
    };
    if arguments.json {
        let games = analysed.iter().map(|game| game.written(arguments.notation));
        writeln!(out, "{}", json(&games.collect::<Vec<WrittenGame>>()))?;
    } else if !is_standard(arguments.out()) {
        // The file may be the one with the games: those that an interruption has
        // left are written as they were.
        for game in &games[analysed.len()..] {
            out.write_all(as_text(game, arguments.notation).as_bytes())?;
        }
    }
    out.finish()?;
    puzzles.map_or(Ok(()), TextOutput::finish)?;
    if let Some(mut file) = report {
        file.write_all(page::page(&analysed, arguments.notation).as_bytes())?;
        file.finish()?;
    }
    Ok(())
}

/// Analyses games in their order; `on_game` sees each. The threads are shared by as many
/// games as there are, at most.
pub fn analysed(
    arguments: &AnalyseArgs,
    games: &[&PgnGame],
    options: &GameOptions,
    stop: Stop<'_>,
    on_game: &mut dyn FnMut(&AnalysedGame),
) -> Result<Vec<AnalysedGame>, CliError> {
    let threads = arguments.search.threads();
    let count = threads.min(games.len()).max(1);
    let analysts = (0..count).map(|_| arguments.search.analyst(threads / count, stop.flag));
    let mut analysts: Vec<Box<dyn Analyst + Send>> = analysts.collect::<Result<_, _>>()?;
    let bar = position_bar(games.iter().map(|game| options.positions(game)).sum());
    let mut analysed = Vec::new();
    analyse_all(games, &mut analysts, options, stop.control, &|| bar.inc(1), &mut |game| {
        bar.suspend(|| on_game(&game));
        analysed.push(game);
    })?;
    bar.finish_and_clear();
    Ok(analysed)
}

fn as_text(game: &PgnGame, notation: MoveNotation) -> String {
    match notation {
        MoveNotation::San => game.to_string(),
        notation => game.text(notation),
    }
}
