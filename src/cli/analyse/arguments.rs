//! The flags of `staunton analyse`, and what its parts share.

use crate::analysis::game_options::GameOptions;
use crate::analysis::scale::PointScale;
use crate::arena::machine::stop_flag::StopFlag;
use crate::chess::notation::MoveNotation;
use crate::chess::types::Color;
use crate::cli::chess_text;
use crate::cli::error::CliError;
use crate::cli::files::{STANDARD, check_distinct, check_texts, is_standard, named};
use crate::cli::flags::AnalystArgs;
use crate::cli::position_args::PositionArgs;
use crate::engine::search::SearchControl;
use crate::support::files::names::is_same;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Analyse a position, a suite of test positions, or games
///
/// A FEN: prints the best lines as they are found.
///
/// A file of positions (EPD): searches each, tells whether the best moves ("bm")
/// are found and the bad ones ("am") avoided, and after what time and how many
/// nodes the solution was found for good. --threads spreads the positions over
/// processors.
///
/// A file of games (PGN, or moves in any notation): writes the games as PGN with
/// the evaluation after each move, and for each move that costs win chances a
/// mark and the better line: "?!" from 5 points of 100, "?" from 10, "??" from
/// 20. --report adds a page with curves and diagrams.
///
/// With --player, the games of one player instead: openings, accuracy by phase and
/// color, habits, time, and how they change.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton analyse '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -' --lines 3
  staunton analyse suite.epd --movetime 1000 --threads 2
  staunton analyse suite.epd --nodes 100000 --json > result.json
  staunton analyse game.pgn --nodes 200000 --report game.html > annotated.pgn
  staunton analyse game.pgn --notation descriptive
  staunton analyse games.pgn --engine cmd=stockfish --threads 2 --report games.html
  staunton analyse games.pgn --player 'Adolf Anderssen' --resume games.jsonl
  staunton analyse games.pgn --nodes 100000 --puzzles puzzles.pgn --out annotated.pgn")]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub positions: PositionArgs,
    #[command(flatten)]
    pub search: AnalystArgs,
    /// The number of best lines of a position; of a game, those beside a marked move
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..=256))]
    pub lines: u64,
    /// How moves are written
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = chess_text::notation())]
    pub notation: MoveNotation,
    /// Write everything as JSON
    #[arg(long)]
    pub json: bool,
    /// The file to write annotated games to; it may be the one that is read. It is
    /// replaced at the end, after Ctrl-C with the other games as they were, and is
    /// compressed if its name ends in .gz or .zst [default: standard output, also -]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The file to write the report of the games to, a page of HTML
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    pub judging: JudgingArgs,
    /// The file to write puzzles from the games to, as PGN: positions with one good
    /// move that stay clear at two and four times the effort
    #[arg(long, value_name = "FILE", conflicts_with = "player")]
    pub puzzles: Option<PathBuf>,
    /// Sum up the games of this player, White or Black, by the name in their tags
    #[arg(long, value_name = "NAME", conflicts_with_all = ["out", "side"])]
    pub player: Option<String>,
    /// The file that keeps what is known of the games of --player: a game in it is
    /// not analysed again
    #[arg(long, value_name = "FILE", requires = "player")]
    pub resume: Option<PathBuf>,
}

/// Which moves of a game are judged, and by what measure.
#[derive(Args)]
pub struct JudgingArgs {
    /// Judge the moves of one side only
    #[arg(long, value_name = "SIDE", value_parser = side())]
    side: Option<Color>,
    /// Judge the moves from this number on
    #[arg(long, value_name = "MOVE", value_parser = clap::value_parser!(u32).range(1..))]
    from: Option<u32>,
    /// Leave out the moves of a known opening
    #[arg(long)]
    skip_book: bool,
    /// What a score is worth: "engine", by this engine's games or the chances that
    /// another one reports, or "players", by lichess.org's curve for people
    #[arg(long, value_name = "SCALE", value_parser = scale())]
    scale: Option<PointScale>,
}

fn side() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"])
        .map(|name| if name == "white" { Color::White } else { Color::Black })
}

fn scale() -> impl TypedValueParser<Value = PointScale> {
    let names = PointScale::NAMED.map(|(name, _)| name);
    PossibleValuesParser::new(names).map(|name| {
        let known = PointScale::NAMED.into_iter().find(|(known, _)| *known == name);
        known.map_or(PointScale::default(), |(_, scale)| scale)
    })
}

impl AnalyseArgs {
    /// # Errors
    /// If a flag is given that needs games.
    pub fn refuse_game_files(&self, what: &str) -> Result<(), CliError> {
        let flags = [
            ("--report", self.report.is_some()),
            ("--out", self.out.is_some()),
            ("--puzzles", self.puzzles.is_some()),
            ("--player", self.player.is_some()),
            ("--side", self.judging.side.is_some()),
            ("--from", self.judging.from.is_some()),
            ("--skip-book", self.judging.skip_book),
            ("--scale", self.judging.scale.is_some()),
        ];
        match flags.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((flag, _)) => {
                Err(CliError::Usage(format!("{flag} needs a file of games, not {what}")))
            }
        }
    }

    /// How games are analysed.
    ///
    /// # Errors
    /// If the network cannot be used.
    pub fn game_options(&self) -> Result<GameOptions, CliError> {
        let JudgingArgs { side, from, skip_book, scale } = self.judging;
        Ok(GameOptions {
            lines: self.lines as usize,
            scale: scale.unwrap_or_default(),
            notation: self.notation,
            side,
            from: from.unwrap_or(1),
            skip_book,
            puzzles: self.puzzles.is_some(),
            network: self.search.network()?,
            ..self.search.limits().into()
        })
    }

    /// Where the annotated games, or the summary of a player, are written.
    pub fn out(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new(STANDARD))
    }

    /// Rejects outputs that would replace each other, or games that they do not
    /// hold: `is_whole` says that all of the input was read, to the last word.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub fn check_outputs(&self, input: &str, is_whole: bool) -> Result<(), CliError> {
        let out = match self.player {
            Some(_) => ("the summary", Path::new(STANDARD)),
            None => ("--out", self.out()),
        };
        let texts =
            named(&[("--report", self.report.as_deref()), ("--puzzles", self.puzzles.as_deref())]);
        let resume = named(&[("--resume", self.resume.as_deref())]);
        check_distinct(&[], &resume)?;
        check_texts(&[("the games", Path::new(input))], &[&texts[..], &resume].concat())?;
        check_texts(&[], &[&[out], &texts[..], &resume].concat())?;
        let why = if self.json {
            "JSON is no file of games"
        } else if !is_whole {
            "what could not be read of it, as said above, would be lost; name another file"
        } else {
            return Ok(());
        };
        if is_standard(self.out()) || !is_same(self.out(), Path::new(input)) {
            return Ok(());
        }
        Err(CliError::Usage(format!("--out names the file of the games, {input}: {why}")))
    }
}

/// What stops an analysis.
#[derive(Clone, Copy)]
pub struct Stop<'a> {
    pub control: &'a SearchControl,
    /// That of other engines.
    pub flag: &'a Arc<StopFlag>,
}
