//! The answers to the commands that people type.

use crate::analysis::evaluation::Paint;
use crate::chess::board::{FenStyle, Position};
use crate::chess::movegen::legal_moves;
use crate::chess::notation::{MoveNotation, uci};
use crate::chess::types::{Color, File, Piece, Rank, Square};
use crate::engine::eval::Network;
use crate::engine::eval::network::HIDDEN;
use crate::support::version::BUILD;
use std::fmt::Write;

/// The line that greets a person at a terminal: name, version, build.
pub fn greeting() -> String {
    let features: Vec<&str> = crate::support::cpu::built_for().collect();
    let sets =
        if features.is_empty() { String::new() } else { format!(" with {}", features.join(" ")) };
    let build =
        if cfg!(debug_assertions) { "a build with debug assertions" } else { "a release build" };
    format!(
        "Staunton {}, {build} for {}{sets} on {}: a UCI chess engine that chess programs load. \
         Type 'help' for the commands, 'quit' to leave.",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS,
    )
}

/// The answer to `help`.
pub const HELP: &str = "\
Staunton speaks UCI, the language of chess programs: load it into one, or type.
  position startpos [moves e2e4 ...]     set up the starting position
  position fen <FEN> [moves ...]         set up any position
  go depth 12 | nodes 100000 | movetime 1000 | infinite | mate 3
                                         search; more arguments: wtime btime winc binc
                                         movestogo ponder searchmoves
  stop                                   stop the search and print the best move
  setoption name <name> [value <value>]  'uci' lists the options
  isready, ucinewgame, ponderhit, debug on|off
  d                                      draw the board, list the legal moves
  eval [FEN]                             evaluate a position without search, term by term
  flip                                   exchange the colors
  perft 5                                count the leaves of the tree of legal moves
  bench [depth [hash [threads]]]         run the benchmark
  compiler                               how this program was built
  quit                                   leave; a running search stops and prints its move

Move Overhead is the time in ms that each move keeps back for the delay between
engine and clock: set it higher if games are lost on time.
nodestime counts that many nodes as a millisecond, so that games on the clock do not
depend on the machine: 0 is off. The clock of the first go of a game counts, later
ones are ignored until ucinewgame.
staunton genfens N seed S book None|FILE prints openings for OpenBench; an error
there is a line 'info string error: ...' and the exit status 2 or 1.";

/// The board in ASCII with what is known of the position, as UCI's `d` shows
/// it. With `chess960` castling rights are written as files, and castling as the
/// king taking its own rook.
pub fn board(position: &Position, chess960: bool) -> String {
    let mut text = String::from("\n +---+---+---+---+---+---+---+---+\n");
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = position.on(Square::new(file, rank)).map_or(' ', |piece| piece.letter());
            let _ = write!(text, " | {piece}");
        }
        let _ = writeln!(text, " | {}\n +---+---+---+---+---+---+---+---+", rank.digit());
    }
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    let moves = legal_moves(position).iter().map(|&mv| uci::format(mv, chess960)).collect();
    text + &facts(position, chess960, moves)
}

/// The colors of the squares and pieces of a drawing; empty where colors are
/// not wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardPalette {
    /// The light squares, for a white piece and a black one.
    pub light: [Paint; 2],
    /// The dark squares, likewise.
    pub dark: [Paint; 2],
}

/// The pieces of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardSymbols {
    /// Letters.
    Ascii,
    /// Chess symbols. `solid`: both sides have the filled ones, which the
    /// colors tell apart.
    Unicode {
        /// Whether both sides have the filled symbols.
        solid: bool,
    },
}

/// The board without lines, with coordinates, and what is known of the
/// position; legal moves are in a notation. `flipped`: Black is at the bottom.
pub fn drawing(
    position: &Position,
    symbols: BoardSymbols,
    palette: &BoardPalette,
    flipped: bool,
    notation: MoveNotation,
) -> String {
    let mut ranks: Vec<Rank> = Rank::ALL.into_iter().rev().collect();
    let mut files: Vec<File> = File::ALL.to_vec();
    if flipped {
        ranks.reverse();
        files.reverse();
    }
    let mut text = String::new();
    for rank in ranks {
        let _ = write!(text, " {} ", rank.digit());
        for &file in &files {
            let square = Square::new(file, rank);
            let piece = position.on(square);
            let colors = if square.is_light() { &palette.light } else { &palette.dark };
            let side = piece.map_or(Color::White, |piece| piece.color());
            let symbol =
                piece.map_or_else(|| empty(symbols, colors), |piece| symbol(piece, symbols));
            text += &colors[side.index()].over(&format!(" {symbol} "));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    let letters: String = files.iter().map(|file| format!(" {} ", file.letter())).collect();
    let _ = writeln!(text, "   {}\n", letters.trim_end());
    let moves = legal_moves(position).iter().map(|&mv| notation.format(position, mv)).collect();
    text + &facts(position, false, moves)
}

/// An empty square; a dot where no color shows it.
fn empty(symbols: BoardSymbols, colors: &[Paint; 2]) -> char {
    match (symbols, colors[0].on.is_empty()) {
        (_, false) => ' ',
        (BoardSymbols::Ascii, true) => '.',
        (BoardSymbols::Unicode { .. }, true) => '·',
    }
}

fn symbol(piece: Piece, symbols: BoardSymbols) -> char {
    let solid = match symbols {
        BoardSymbols::Ascii => return piece.letter(),
        BoardSymbols::Unicode { solid } => solid || piece.color() == Color::Black,
    };
    let [hollow, filled] = [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];
    if solid { filled[piece.kind().index()] } else { hollow[piece.kind().index()] }
}

/// FEN, key, checkers, legal moves, and whether the game has ended.
fn facts(position: &Position, chess960: bool, mut moves: Vec<String>) -> String {
    let style = if chess960 { FenStyle::Shredder } else { FenStyle::Standard };
    let checkers: Vec<String> = position.checkers().into_iter().map(|s| s.to_string()).collect();
    moves.sort_unstable();
    let count = match (moves.len(), position.in_check()) {
        (0, true) => "none, checkmate".to_string(),
        (0, false) => "none, stalemate".to_string(),
        (count, _) => format!("{count}, {}", moves.join(" ")),
    };
    format!(
        "Fen: {}\nKey: {:016X}\nCheckers: {}\nLegal moves: {count}",
        position.fen(style),
        position.key(),
        checkers.join(" ")
    )
}

/// The answer to `compiler`: how this program was built.
pub fn compiler() -> String {
    let features: Vec<&str> = crate::support::cpu::built_for().collect();
    let build = if cfg!(debug_assertions) { "with debug assertions" } else { "for release" };
    let attacks = if cfg!(pext) { "PEXT" } else { "magic multiplication" };
    format!(
        "Staunton {BUILD}, built {build} by {} for {} on {}, {} bits\n\
         Sliding attacks by {attacks}; {}; instruction sets beyond the baseline: {}\n\
         Built-in network: {HIDDEN} neurons a view; {}",
        env!("RUSTC_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        usize::BITS,
        crate::support::cpu::description(),
        if features.is_empty() { "none".to_string() } else { features.join(" ") },
        Network::built_in().description()
    )
}
