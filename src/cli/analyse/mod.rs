//! `staunton analyse`: a position, a suite of test positions, or games.
//!
//! `position` prints the best lines of one position, `suite` solves positions
//! with known best moves, `games` writes games and their report, `player` sums up the
//! games of one player. `arguments` has the flags and what they share.

mod arguments;
mod games;
mod player;
mod position;
mod suite;

pub use arguments::AnalyseArgs;
use arguments::Stop;

use super::chess_text::ChessText;
use super::error::CliError;
use super::position_args::{PositionSource, nothing_follows};
use super::reading_report::ReadingReport;
use super::signals::{exit_code, stop_analysis};
use crate::arena::machine::stop_flag::StopFlag;
use crate::chess::board::Position;
use crate::engine::search::SearchControl;
use std::process::ExitCode;
use std::sync::Arc;

/// Analyses what the words name.
///
/// # Errors
/// If it cannot be read, or something in it, or a file cannot be written; what can
/// be read is analysed.
pub fn run(arguments: &AnalyseArgs) -> Result<ExitCode, CliError> {
    let source = arguments.positions.source()?;
    let control = Arc::new(SearchControl::default());
    let stop_flag = Arc::new(StopFlag::default());
    stop_analysis(&control, &stop_flag)?;
    let stop = Stop { control: &control, flag: &stop_flag };
    let mut report = ReadingReport::default();
    let (name, text) = match source {
        PositionSource::Position(position, rest) => {
            nothing_follows(&rest)?;
            arguments.refuse_game_files("a position")?;
            position::run(arguments, &position, stop)?;
            return Ok(exit_code(control.stopped()));
        }
        PositionSource::Text { name, text } => {
            let text = ChessText::read((&name, &text), None, &Position::start(), &mut report)?;
            (name, text)
        }
    };
    match text {
        ChessText::Positions(positions) => {
            arguments.refuse_game_files("positions")?;
            suite::run(arguments, &positions, stop)?;
        }
        ChessText::Games(games) => {
            if games.is_empty() {
                return Err(CliError::Usage("there is no game to analyse".to_string()));
            }
            arguments.check_outputs(&name, report.is_whole())?;
            match &arguments.player {
                Some(name) => player::run(arguments, name, &games, stop)?,
                None => games::run(arguments, &games, stop)?,
            }
        }
    }
    if !control.stopped() {
        report.finish()?;
    }
    Ok(exit_code(control.stopped()))
}
