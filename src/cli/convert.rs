//! The subcommand `staunton convert`.

use super::chess_text::{self, ChessText, TextForm};
use super::error::CliError;
use super::position_args::fen_argument;
use super::reading_report::{ReadingReport, file_name};
use crate::chess::board::{FenStyle, Position};
use crate::chess::notation::MoveNotation;
use crate::chess::notation::epd::Epd;
use crate::chess::notation::pgn::{self, PgnGame};
use crate::cli::message::stdout;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Convert games and positions from one notation to another
///
/// Reads PGN, moves in standard or long algebraic, UCI or descriptive notation,
/// and FEN or EPD, one position a line. It tells these apart by itself; --from
/// forces one of them. Games in descriptive notation may be typed as books print
/// them: with "P to K4", "KRx Q Kt", "Castles", "dis. ch." or "R-K sq", in
/// columns, with notes between the moves.
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
    /// The files; - or no file means standard input
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
/// If a file cannot be read, or something in it; the rest is still written.
pub fn run(arguments: &ConvertArgs) -> Result<(), CliError> {
    let start = match &arguments.fen {
        None => Position::start(),
        Some(fen) => fen_argument(fen)?,
    };
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files };
    let mut report = ReadingReport::default();
    let mut out = stdout();
    let mut unread = 0;
    for path in files {
        match arguments.convert(path, &start, &mut report, &mut out) {
            Err(CliError::Usage(what)) if files.len() > 1 => {
                report.loss(what);
                unread += 1;
            }
            converted => converted?,
        }
    }
    out.flush()?;
    if unread == files.len() {
        return Err(CliError::Usage("none of these files can be read".to_string()));
    }
    report.finish()
}

impl ConvertArgs {
    /// Writes what a file holds.
    fn convert(
        &self,
        path: &Path,
        start: &Position,
        report: &mut ReadingReport,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let name = file_name(path);
        let text = chess_text::read_file(path)?;
        match ChessText::read((&name, &text), self.from, start, report)? {
            ChessText::Positions(positions) => {
                for epd in &positions {
                    write!(out, "{}", self.position(epd))?;
                }
            }
            ChessText::Games(games) => {
                for (number, game) in (1..).zip(&games) {
                    write!(out, "{}", self.game(game))?;
                    if self.leaves_null_moves_out(game) {
                        report.loss(format_args!(
                            "{name}: game {number} has a null move, which no engine takes: the \
                             command ends before it"
                        ));
                    }
                }
            }
        }
        Ok(())
    }

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

    /// Whether the game has null moves, and the form has no place for them.
    fn leaves_null_moves_out(&self, game: &PgnGame) -> bool {
        self.to == OutputForm::Moves(MoveNotation::Uci)
            && game.legal_moves().count() < game.moves.len()
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
                    pgn::play(&mut current, annotated.mv);
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
    for mv in game.legal_moves() {
        text = text + " " + &crate::chess::notation::uci::format(mv, game.chess960);
    }
    text + "\n"
}
