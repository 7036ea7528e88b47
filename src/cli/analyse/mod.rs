//! `staunton analyse`: a position, a suite of test positions, or games.
//!
//! `position` prints the best lines of one position, `suite` solves positions
//! with known best moves. `games` writes games and their report: `game` annotates
//! one, `clocks` finds the times in its comments, `page` and `curve` make the
//! report. `arguments` has the flags and what they share.

mod arguments;
mod clocks;
mod curve;
mod game;
mod games;
mod page;
mod position;
mod suite;

pub use arguments::AnalyseArgs;

use super::chess_text::ChessText;
use super::error::CliError;
use super::game_search::{INTERRUPTED, stop_on_signal};
use super::position_args::PositionSource;
use crate::board::Position;
use crate::cli::message::message;
use crate::search::SearchControl;
use std::process::ExitCode;
use std::sync::Arc;

/// Analyses what the words name.
///
/// # Errors
/// If it cannot be read, or a file cannot be written.
pub fn run(arguments: &AnalyseArgs) -> Result<ExitCode, CliError> {
    let source = arguments.positions.source()?;
    let control = Arc::new(SearchControl::default());
    stop_on_signal(&control)?;
    let (name, text) = match source {
        PositionSource::Position(position, rest) => {
            if let Some(word) = rest.first() {
                return Err(CliError::Usage(format!("'{word}' after the FEN means nothing")));
            }
            arguments.refuse_game_files("a position")?;
            position::run(arguments, &position, &control)?;
            return Ok(exit_code(&control));
        }
        PositionSource::Text { name, text } => {
            let text = ChessText::read(&text, None, &Position::start())
                .map_err(|error| CliError::Usage(format!("{name}: {error}")))?;
            (name, text)
        }
    };
    match text {
        ChessText::Positions(positions) => {
            arguments.refuse_game_files("positions")?;
            suite::run(arguments, &positions, &control)?;
        }
        ChessText::Games(games, errors) => {
            for error in &errors {
                message(format_args!("staunton: {error}; the game is left out"));
            }
            if games.is_empty() {
                return Err(CliError::Usage("there is no game to analyse".to_string()));
            }
            arguments.check_outputs(&name, errors.is_empty())?;
            games::run(arguments, &games, &control)?;
        }
    }
    Ok(exit_code(&control))
}

fn exit_code(control: &SearchControl) -> ExitCode {
    if control.stopped() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}
