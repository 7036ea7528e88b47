use super::wrong;
use crate::board::FenStyle;
use crate::cli::CliError;
use crate::notation::pgn::{AnnotatedMove, PgnGame};
use crate::training::data::{self, FileError, Game, Games};
use crate::types::{Color, GameResult, Score, UciScore};
use clap::Args;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Print games with the score of each position, as PGN or as positions
///
/// Scores are White's, in pawns in PGN, where "[%eval #-2]" is a mate by Black
/// in two; and in centipawns with --fen.
#[derive(Args)]
pub struct ShowArgs {
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only the game of this number, from one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Print each position in a line: FEN | score | result for White, where 1.0
    /// is won, 0.5 drawn, 0.0 lost
    #[arg(long)]
    fen: bool,
}

/// Prints games.
pub fn run(arguments: &ShowArgs) -> Result<(), CliError> {
    let path = &arguments.file;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut last = 0;
    for (number, game) in (1..).zip(Games::open(path).map_err(wrong)?) {
        let game = game.map_err(|error| wrong(FileError::new(path, error)))?;
        last = number;
        if arguments.game.is_some_and(|wanted| wanted != number) {
            continue;
        }
        if arguments.fen {
            write_positions(&game, &mut out)?;
        } else {
            write!(out, "{}", record(&game, number))?;
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

fn write_positions(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let mut positions = game.positions();
    while let Some((position, _, score)) = positions.next() {
        let (fen, points) = (position.fen(FenStyle::Standard), game.result.points());
        writeln!(out, "{fen} | {} | {points:.1}", score.0)?;
    }
    Ok(())
}

/// A game as PGN, with what the search thought of a position before the move
/// that was played.
fn record(game: &Game, number: u64) -> PgnGame {
    let mut record = PgnGame::new(game.start.clone());
    record.set_tag("Event", "Staunton datagen");
    record.set_tag("Round", number.to_string());
    for name in ["White", "Black"] {
        record.set_tag(name, "Staunton");
    }
    record.result = match game.result {
        data::GameResult::Loss => GameResult::BlackWins,
        data::GameResult::Draw => GameResult::Draw,
        data::GameResult::Win => GameResult::WhiteWins,
    };
    let mut positions = game.positions();
    while let Some((position, mv, score)) = positions.next() {
        let comments = vec![comment(position.side_to_move(), score)];
        record.moves.push(AnnotatedMove { comments, ..AnnotatedMove::from(mv) });
    }
    record
}

/// White's score as chess servers write it. The length of a mate is counted
/// from the side to move, so it has to be asked for that one's score.
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
