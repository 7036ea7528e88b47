//! The subcommand `staunton eval`.

use super::error::CliError;
use super::flags::EvalFileArgs;
use super::position_args::{PositionArgs, PositionSource, title};
use super::reading_report::ReadingReport;
use crate::analysis::evaluation::{self, Paint, Palette};
use crate::chess::board::{FenStyle, Position};
use crate::chess::types::{Color, PieceKind, Score};
use crate::engine::eval::layout::Theme;
use crate::engine::eval::trace::Trace;
use crate::engine::eval::{FULL_PHASE, FULL_SCALE, Network, Pair, piece_worth};
use crate::engine::search::fifty_move_scaled;
use crate::uci::show;
use anstyle::{AnsiColor, Style};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;

/// Show the static evaluation of a position and its terms
///
/// All values are in pawns at the handbook's scale. The board shows what each
/// piece is worth to its side: what the whole evaluation loses without it. The
/// table adds up material, the themes and what the network adds.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton eval
  staunton eval 8/5k2/8/8/8/3QK3/8/8 w - -
  staunton eval --json positions.epd
  generator | staunton eval --json -
  staunton eval --json 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'")]
pub struct EvalArgs {
    /// Write everything as JSON, in centipawns
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    eval_file: EvalFileArgs,
    #[command(flatten)]
    positions: PositionArgs,
}

/// Prints the board, the evaluation and its terms of each position.
///
/// # Errors
/// If the positions or the network cannot be read.
pub fn run(arguments: &EvalArgs) -> Result<(), CliError> {
    let source = arguments.positions.source()?;
    let is_single = matches!(source, PositionSource::Position(..));
    let mut report = ReadingReport::default();
    let positions = source.positions(&mut report)?;
    let network = arguments.eval_file.network()?;
    // Drops the colors if the output is not a terminal.
    let mut out = anstream::stdout().lock();
    for (number, epd) in positions.iter().enumerate() {
        let position = &epd.position;
        if arguments.json {
            // Several positions are one line each, so that a reader need not wait.
            let value = as_json(position, &network);
            if is_single {
                writeln!(out, "{value:#}")?
            } else {
                writeln!(out, "{value}")?
            }
            continue;
        }
        write!(out, "{}", title(number, epd))?;
        let board = show::board(position, false);
        writeln!(out, "{board}\n\n{}", evaluation::table(position, &network, &palette()))?;
    }
    report.finish()
}

fn palette() -> Palette {
    let paint = |style: Style| Paint {
        on: style.render().to_string(),
        off: style.render_reset().to_string(),
    };
    Palette {
        heading: paint(Style::new().underline()),
        white: paint(AnsiColor::Yellow.on_default().bold()),
        black: paint(AnsiColor::Cyan.on_default()),
        result: paint(Style::new().bold()),
    }
}

/// The evaluation and its terms as JSON, in centipawns.
fn as_json(position: &Position, network: &Network) -> Value {
    let trace = Trace::of(position, network);
    let phases = |pair: Pair| json!({"middle": pair.middle(), "end": pair.end(), "now": trace.tapered(pair)});
    let [middle, end] = trace.sum();
    let count = |color, kind| position.pieces(color, kind).count();
    let material = |kind: PieceKind| {
        json!({
            "kind": kind.to_string(), "value": kind.value(),
            "white": count(Color::White, kind), "black": count(Color::Black, kind),
        })
    };
    let theme = |theme: Theme| {
        let [white, black] = Color::ALL.map(|color| trace.theme(theme, color));
        json!({
            "theme": theme.name(),
            "white": phases(white), "black": phases(black), "net": phases(white - black),
        })
    };
    let piece = |square| {
        let letter = position.on(square)?.letter().to_string();
        let worth = piece_worth(position, network, square);
        Some(json!({"square": square.to_string(), "piece": letter, "worth": worth}))
    };
    let term = |term: &crate::engine::eval::trace::TraceTerm| {
        let (group, value) = (term.group(), trace.weighed(term.value()));
        json!({
            "side": term.color.to_string(), "group": group.name,
            "place": term.weight - group.start, "count": term.count,
            "piece": term.piece.map(|square| square.to_string()),
            "middle": value.middle(), "end": value.end(),
        })
    };
    let white = trace.white;
    let relative = if position.side_to_move() == Color::White { white } else { -white };
    let clock = position.halfmove_clock();
    json!({
        "fen": position.fen(FenStyle::Standard),
        "white": white, "mover": relative, "known": trace.known.is_some(),
        "phase": trace.phase, "full_phase": FULL_PHASE,
        "scale": trace.scale, "full_scale": FULL_SCALE,
        "sum": {"middle": middle, "end": end, "now": trace.tapered_sum()}, "rounding": trace.rounding(),
        "linear": trace.linear(), "network": trace.network,
        "fifty_move": {"plies": clock, "white": fifty_move_scaled(Score(white), clock).0},
        "material": PieceKind::ALL[..5].iter().map(|&kind| material(kind)).collect::<Vec<_>>(),
        "themes": Theme::ALL.map(theme),
        "pieces": position.occupied().into_iter().filter_map(piece).collect::<Vec<_>>(),
        "terms": trace.terms.iter().map(term).collect::<Vec<_>>(),
    })
}
