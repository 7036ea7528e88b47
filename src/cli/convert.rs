//! The subcommand `staunton convert`.

use super::chess_text::{self, ChessText, TextForm};
use super::error::CliError;
use crate::board::{FenStyle, Position};
use crate::cli::message::message;
use crate::cli::message::stdout;
use crate::notation::MoveNotation;
use crate::notation::epd::Epd;
use crate::notation::pgn::PgnGame;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io::Write;
use std::path::PathBuf;

/// Convert games and positions from one notation to another
///
/// Reads PGN, moves in standard or long algebraic, UCI or descriptive notation,
/// and FEN or EPD, one position a line. What it is shows by itself; --from
/// forces it. Games in descriptive notation may be typed as books print them:
/// with "P to K4", "KRx Q Kt", "Castles", "dis. ch." or "R-K sq", in columns,
/// with notes between the moves.
///
/// As `uci` a game becomes a command for an engine, "position startpos moves
/// ...". As `fen` or `epd` it becomes its last position, or with --every all of
/// them. A position becomes a game without moves, or as san, long, uci or
/// descriptive its EPD with the moves of "bm" and "am" in that notation.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton convert --to pgn page-of-a-book.txt
  echo '1. P-K4 P-K4 2. KKt-B3 QKt-B3 3. B-B4 B-B4' | staunton convert --to pgn
  staunton convert --to descriptive game.pgn
  staunton convert --to uci game.pgn
  staunton convert --to epd --every games.pgn")]
pub struct ConvertArgs {
    /// What to write
    #[arg(long, value_name = "FORM", value_parser = output_form())]
    to: OutputForm,
    /// What to read [default: what the text looks like]
    #[arg(long, value_name = "FORM", value_parser = input_form())]
    from: Option<TextForm>,
    /// Where games without a FEN tag start [default: the start of a game]
    #[arg(long)]
    fen: Option<String>,
    /// With fen and epd: every position of a game, not only its last
    #[arg(long)]
    every: bool,
    /// The files; - is standard input, as is no file
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputForm {
    Pgn,
    Fen,
    Epd,
    Moves(MoveNotation),
}

fn output_form() -> impl TypedValueParser<Value = OutputForm> {
    let notations = MoveNotation::NAMED.map(|(name, _)| name);
    let names = notations.into_iter().chain(["pgn", "fen", "epd"]);
    PossibleValuesParser::new(names).map(|name| match name.as_str() {
        "fen" => OutputForm::Fen,
        "epd" => OutputForm::Epd,
        name => chess_text::named(name).map_or(OutputForm::Pgn, OutputForm::Moves),
    })
}

fn input_form() -> impl TypedValueParser<Value = TextForm> {
    let notations = MoveNotation::NAMED.map(|(name, _)| name);
    let names = notations.into_iter().chain(["pgn", "fen", "epd"]);
    PossibleValuesParser::new(names).map(|name| match name.as_str() {
        "fen" | "epd" => TextForm::Positions,
        name => TextForm::Games(chess_text::named(name).unwrap_or(MoveNotation::San)),
    })
}

/// Reads all files and writes what they hold.
///
/// # Errors
/// If a file cannot be read, or a game in it; the other games are still written.
pub fn run(arguments: &ConvertArgs) -> Result<(), CliError> {
    let start = match &arguments.fen {
        None => Position::start(),
        Some(fen) => fen.parse().map_err(|error| CliError::Usage(format!("--fen: {error}")))?,
    };
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files };
    let mut failures = Vec::new();
    let mut out = stdout();
    for path in files {
        let text = chess_text::read_file(path)?;
        let name = || match path.to_str() {
            Some("-") => "standard input".to_string(),
            _ => path.display().to_string(),
        };
        let text = ChessText::read(&text, arguments.from, &start)
            .map_err(|error| CliError::Usage(format!("{}: {error}", name())))?;
        match text {
            ChessText::Positions(positions) => {
                for epd in &positions {
                    write!(out, "{}", arguments.position(epd))?;
                }
            }
            ChessText::Games(games, errors) => {
                for game in &games {
                    write!(out, "{}", arguments.game(game))?;
                }
                failures.extend(errors.iter().map(|error| format!("{}, {error}", name())));
            }
        }
    }
    out.flush()?;
    match failures.split_last() {
        None => Ok(()),
        Some((last, others)) => {
            for failure in others {
                message(format_args!("staunton: error: {failure}"));
            }
            Err(CliError::Failed(last.clone()))
        }
    }
}

impl ConvertArgs {
    fn position(&self, epd: &Epd) -> String {
        match self.to {
            OutputForm::Fen => epd.position.fen(FenStyle::Standard) + "\n",
            OutputForm::Epd => format!("{epd}\n"),
            OutputForm::Moves(notation) => epd.text(notation) + "\n",
            OutputForm::Pgn => {
                let mut game = PgnGame::new(epd.position.clone());
                if let Some(id) = epd.id() {
                    game.set_tag("Event", id);
                }
                game.to_string()
            }
        }
    }

    fn game(&self, game: &PgnGame) -> String {
        let position = |position: &Position| match self.to {
            OutputForm::Epd => format!("{}\n", Epd::new(position.clone())),
            _ => position.fen(FenStyle::Standard) + "\n",
        };
        match self.to {
            OutputForm::Pgn => game.to_string(),
            OutputForm::Moves(MoveNotation::Uci) => uci_command(game),
            OutputForm::Moves(notation) => game.text(notation),
            OutputForm::Fen | OutputForm::Epd if self.every => {
                let mut current = game.start.clone();
                let mut text = position(&current);
                for annotated in &game.moves {
                    current.play(annotated.mv, &mut ());
                    text += &position(&current);
                }
                text
            }
            OutputForm::Fen | OutputForm::Epd => position(&game.final_position()),
        }
    }
}

/// A game as the command that sets it up in an engine.
fn uci_command(game: &PgnGame) -> String {
    let mut text = "position ".to_string();
    if game.start == Position::start() {
        text += "startpos";
    } else {
        let style = if game.chess960 { FenStyle::Shredder } else { FenStyle::Standard };
        text = text + "fen " + &game.start.fen(style);
    }
    if !game.moves.is_empty() {
        text += " moves";
    }
    for annotated in &game.moves {
        text = text + " " + &crate::notation::uci::format(annotated.mv, game.chess960);
    }
    text + "\n"
}
