//! The answers to the commands that people type.

use crate::board::{FenStyle, Position};
use crate::eval::Network;
use crate::eval::network::HIDDEN;
use crate::types::{File, Rank, Square};
use std::fmt::Write;

/// The line that greets a person at a terminal.
pub const GREETING: &str = concat!(
    "Staunton ",
    env!("CARGO_PKG_VERSION"),
    ", a UCI chess engine: chess programs load it. Type 'help' for the commands, 'quit' to leave."
);

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
  d                                      draw the board
  eval                                   evaluate the position without search, term by term
  flip                                   exchange the colours
  perft 5                                count the leaves of the tree of legal moves
  bench [depth [hash [threads]]]         run the benchmark
  compiler                               how this program was built
  quit";

/// The board with FEN, key and checkers. With `chess960` the castling rights
/// are written as files.
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
    let style = if chess960 { FenStyle::Shredder } else { FenStyle::Standard };
    let checkers: Vec<String> = position.checkers().into_iter().map(|s| s.to_string()).collect();
    let _ = write!(
        text,
        "Fen: {}\nKey: {:016X}\nCheckers: {}",
        position.fen(style),
        position.key(),
        checkers.join(" ")
    );
    text
}

/// The answer to `compiler`: how this program was built.
pub fn compiler() -> String {
    let features: Vec<&str> = crate::cpu::built_for().collect();
    let build = if cfg!(debug_assertions) { "with debug assertions" } else { "for release" };
    let attacks = if cfg!(feature = "pext") { "PEXT" } else { "magic multiplication" };
    format!(
        "Staunton {}, built {build} by rustc ({} or later) for {} on {}, {} bits\n\
         Sliding attacks by {attacks}; instruction sets beyond the baseline: {}\n\
         Built-in network: {HIDDEN} neurons a view; {}",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_RUST_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        usize::BITS,
        if features.is_empty() { "none".to_string() } else { features.join(" ") },
        Network::built_in().description()
    )
}
