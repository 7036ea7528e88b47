//! `staunton explain`: why this move and not that one. `reasons` compares the
//! ends of the two lines, theme by theme.

mod reasons;

use super::analyst::{AnalysedLine, Analyst, AnalystArgs, expected_points, white_score};
use super::chess_text;
use super::error::CliError;
use super::position_args::PositionArgs;
use super::reading_report::ReadingReport;
use crate::chess::board::{FenStyle, KeyHistory, Position};
use crate::chess::movegen::has_legal_move;
use crate::chess::notation::{MoveNotation, descriptive, san, uci};
use crate::chess::types::{Depth, Move, Score};
use crate::cli::message::stdout;
use crate::engine::search::{Limits, SearchControl};
use clap::Args;
use std::io::Write;

/// Explain why one move is better than another
///
/// Compares the best move with the given one, or with the second best. Plays
/// both lines out to quiet positions and says what differs there: material,
/// passed and weak pawns, king safety, mobility and so on, in pawns, from the
/// point of view of the side to move. What no theme explains is the judgement of
/// the network.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton explain startpos a4
  staunton explain 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3' Nxe5
  staunton explain --fen 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'")]
pub struct ExplainArgs {
    /// The move after the position: in algebraic, UCI or descriptive notation
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    search: AnalystArgs,
    /// How moves are written
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = chess_text::notation())]
    notation: MoveNotation,
}

/// The plies that are played of a line before it is played out.
const LINE_LENGTH: usize = 12;
/// The most plies that are played to reach a quiet position.
const QUIET_LENGTH: usize = 12;
/// The depth of the searches that reach it, in plies.
const QUIET_DEPTH: Depth = 5;

/// A move, its line played out, and its score for the side to move.
struct ExplainedLine {
    mv: Move,
    score: Score,
    moves: Vec<Move>,
    end: Position,
}

/// Explains the position that the words name.
///
/// # Errors
/// If there is no such position or move.
pub fn run(arguments: &ExplainArgs) -> Result<(), CliError> {
    let mut report = ReadingReport::default();
    let (position, words) = arguments.positions.source()?.position(&mut report)?;
    let asked = match &words[..] {
        [] => None,
        words => Some(read_move(&position, &words.join(" "))?),
    };
    let mut analyst = arguments.search.analyst(arguments.search.threads())?;
    let control = SearchControl::default();
    let limits = arguments.search.limits();
    let mut search = |limits: &Limits, lines| {
        analyst.search(&position, &KeyHistory::new(), (limits, lines), &control, &mut |_| ()).lines
    };
    let mut best_lines = search(&limits, 2).into_iter();
    let Some(best) = best_lines.next() else {
        return Err(CliError::Usage("the side to move has no legal move".to_string()));
    };
    let other = match asked {
        Some(mv) if best.moves.first() != Some(&mv) => {
            let limits = Limits { search_moves: vec![mv], ..limits.clone() };
            search(&limits, 1).into_iter().next()
        }
        _ => best_lines.next(),
    };
    let mut out = stdout();
    writeln!(out, "{}\n", position.fen(FenStyle::Standard))?;
    let mut lines = Vec::new();
    for line in [Some(best), other].into_iter().flatten() {
        lines.extend(play_out(&position, line, &mut analyst));
    }
    for line in &lines {
        let score = white_score(position.side_to_move(), line.score);
        let moves = arguments.notation.line(&position, &line.moves);
        writeln!(out, "{score:>7}  {moves}")?;
    }
    let [better, worse] = &lines[..] else {
        writeln!(out, "\nIt is the only legal move.")?;
        return report.finish();
    };
    writeln!(out)?;
    // A deeper search of one move may find it better than the former best move.
    let (better, worse) =
        if worse.score > better.score { (worse, better) } else { (better, worse) };
    write!(out, "{}", verdict(arguments, &position, better, worse))?;
    if [better, worse].iter().any(|line| !has_legal_move(&line.end)) {
        // A mate decides; the evaluation of the position means nothing.
        return report.finish();
    }
    let side = position.side_to_move();
    let network = arguments.search.network()?;
    let reasons = reasons::compare(&better.end, &worse.end, side, &network);
    write!(out, "{}", reasons::text(&reasons))?;
    report.finish()
}

/// Reads a move in any notation.
fn read_move(position: &Position, text: &str) -> Result<Move, CliError> {
    san::parse(position, text)
        .or_else(|error| uci::parse(position, text).map_err(|_| error))
        .or_else(|error| descriptive::parse(position, text).map_err(|_| error))
        .map_err(|error| CliError::Usage(error.to_string()))
}

/// Plays a line, and then on to a quiet position: no check, and no capture or
/// promotion that is best.
fn play_out(
    position: &Position,
    line: AnalysedLine,
    analyst: &mut Analyst,
) -> Option<ExplainedLine> {
    let length = if line.score.is_mate() { line.moves.len() } else { LINE_LENGTH };
    let mut moves: Vec<Move> = line.moves.into_iter().take(length).collect();
    let mut end = position.clone();
    for &mv in &moves {
        end.play(mv, &mut ());
    }
    let limits = Limits { depth: Some(QUIET_DEPTH), ..Limits::default() };
    let control = SearchControl::default();
    for _ in 0..QUIET_LENGTH {
        let keys = KeyHistory::new();
        let found = analyst.search(&end, &keys, (&limits, 1), &control, &mut |_| ());
        match found.result.best {
            Some(mv) if end.in_check() || mv.is_capture() || mv.promotion().is_some() => {
                end.play(mv, &mut ());
                moves.push(mv);
            }
            _ => break,
        }
    }
    Some(ExplainedLine { mv: *moves.first()?, score: line.score, moves, end })
}

/// Which move is better, and by how much.
fn verdict(
    arguments: &ExplainArgs,
    position: &Position,
    better: &ExplainedLine,
    worse: &ExplainedLine,
) -> String {
    let name = |line: &ExplainedLine| arguments.notation.line(position, &[line.mv]);
    let points = |line: &ExplainedLine| 100.0 * expected_points(position, line.score);
    let (first, second) = (name(better), name(worse));
    let lead = points(better) - points(worse);
    let mated = |line: &ExplainedLine| !has_legal_move(&line.end) && line.end.in_check();
    let mut text = match (better.score.is_mate(), worse.score.is_mate()) {
        _ if better.score == worse.score => format!("{first} and {second} are equally good.\n"),
        (false, false) => {
            let pawns = f64::from(better.score.0 - worse.score.0) / 100.0;
            format!(
                "{first} is better than {second} by {pawns:.2} pawns, {lead:.0} points of 100 \
                 that a win counts.\n"
            )
        }
        _ if lead < 0.5 => {
            format!("{first} is better than {second}; the expected result is the same.\n")
        }
        _ => format!(
            "{first} is better than {second} by {lead:.0} points of 100 that a win counts.\n"
        ),
    };
    for line in [better, worse] {
        if let Some(plies) = line.score.plies_to_mate() {
            let name = name(line);
            let moves = plies.div_ceil(2);
            let what = if line.score.is_win() { "mates" } else { "is mated" };
            text += &format!("After {name} the side to move {what} in {moves}.\n");
        } else if mated(line) {
            text += &format!("The line of {} ends in mate.\n", name(line));
        }
    }
    text
}
