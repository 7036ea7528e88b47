//! The subcommand `staunton data show`.

use crate::chess::board::FenStyle;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::{AnnotatedMove, PgnGame};
use crate::chess::types::{Color, GameResult, Score, UciScore};
use crate::cli::chess_text;
use crate::cli::error::CliError;
use crate::cli::message::stdout;
use crate::support::files::input::Input;
use crate::training::data::games::{DecidedResult, FileError, GameReader, TrainingGame};
use clap::Args;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Print games with the score of each position, as PGN or as positions
///
/// Scores are from White's point of view: in PGN in pawns, where "[%eval #-2]"
/// means that Black mates in two; with --fen in centipawns.
#[derive(Args)]
pub struct ShowArgs {
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print only the game of this number, from one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Print a line for each position: FEN | score | result for White, 1.0 for a
    /// win, 0.5 for a draw, 0.0 for a loss
    #[arg(long)]
    fen: bool,
    /// How the moves are written; only "san" is PGN
    #[arg(long, value_name = "NOTATION", default_value = "san",
          value_parser = chess_text::notation(), conflicts_with = "fen")]
    notation: MoveNotation,
}

/// Prints the games of a file.
///
/// # Errors
/// If the file cannot be used, or has no game of the number.
pub fn run(arguments: &ShowArgs) -> Result<(), CliError> {
    let path = &arguments.file;
    let mut out = BufWriter::new(stdout());
    let mut last = 0;
    let input = Input::open(path).map_err(|error| FileError::new(path, error))?;
    let games = GameReader::new(input).map_err(|error| FileError::new(path, error))?;
    for (number, game) in (1..).zip(games) {
        let game = game.map_err(|error| FileError::new(path, error))?;
        last = number;
        if arguments.game.is_some_and(|wanted| wanted != number) {
            continue;
        }
        if arguments.fen {
            write_positions(&game, &mut out)?;
        } else {
            let game = pgn(&game, number);
            match arguments.notation {
                MoveNotation::San => write!(out, "{game}")?,
                notation => write!(out, "{}", game.text(notation))?,
            }
        }
        if arguments.game.is_some() {
            return Ok(out.flush()?);
        }
    }
    out.flush()?;
    match arguments.game {
        None => Ok(()),
        Some(wanted) => Err(CliError::Usage(format!(
            "{}: there is no game {wanted}; the last one is {last}",
            path.display()
        ))),
    }
}

fn write_positions(game: &TrainingGame, out: &mut impl Write) -> io::Result<()> {
    let mut positions = game.positions();
    while let Some((position, _, score)) = positions.next() {
        let (fen, points) = (position.fen(FenStyle::Standard), game.result.points());
        writeln!(out, "{fen} | {} | {points:.1}", score.0)?;
    }
    Ok(())
}

/// A game as PGN. The score in the comment of each move is that of the position
/// before it.
fn pgn(game: &TrainingGame, number: u64) -> PgnGame {
    let mut pgn = PgnGame::new(game.start.clone());
    pgn.set_tag("Event", "Staunton datagen");
    pgn.set_tag("Round", number.to_string());
    for name in ["White", "Black"] {
        pgn.set_tag(name, "Staunton");
    }
    pgn.result = match game.result {
        DecidedResult::Loss => GameResult::BlackWins,
        DecidedResult::Draw => GameResult::Draw,
        DecidedResult::Win => GameResult::WhiteWins,
    };
    let mut positions = game.positions();
    while let Some((position, mv, score)) = positions.next() {
        let comments = vec![comment(position.side_to_move(), score)];
        pgn.moves.push(AnnotatedMove { comments, ..AnnotatedMove::from(mv) });
    }
    pgn
}

/// White's score as chess servers write it. [`Score::to_uci`] counts the moves
/// to mate for the side to move, so that side's score is asked.
fn comment(side: Color, white: Score) -> String {
    let own = |score: Score| match side {
        Color::White => score,
        Color::Black => -score,
    };
    match own(white).to_uci() {
        UciScore::Mate(moves) if side == Color::White => format!("[%eval #{moves}]"),
        UciScore::Mate(moves) => format!("[%eval #{}]", -moves),
        UciScore::Centipawns(_) => format!("[%eval {:.2}]", f64::from(white.0) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_whites_and_mates_too() {
        for (side, white, text) in [
            (Color::White, Score(31), "[%eval 0.31]"),
            (Color::Black, Score(-105), "[%eval -1.05]"),
            (Color::White, Score::mate_in(3), "[%eval #2]"),
            (Color::White, Score::mated_in(2), "[%eval #-1]"),
            (Color::Black, -Score::mate_in(1), "[%eval #-1]"),
            (Color::Black, -Score::mated_in(4), "[%eval #2]"),
        ] {
            assert_eq!(comment(side, white), text);
        }
    }
}
