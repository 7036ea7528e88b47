//! STAND-IN for `notation::uci`, until it is merged: replace the `pub use` in
//! `engine/mod.rs` by
//! `pub use crate::notation::uci::{MoveError, format as format_move, parse as parse_move};`
//! and delete this file.

use crate::board::Position;
use crate::movegen::legal_moves;
use crate::types::{Move, Square, Wing};
use std::fmt;

/// Why a text is no move here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// No legal move is written so.
    Illegal,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("is no legal move there")
    }
}

impl std::error::Error for MoveError {}

/// Reads a move; castling either as e1g1 or as the king taking its rook.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let moves = legal_moves(position);
    let find = |chess960| moves.iter().find(|&&mv| format_move(mv, chess960) == text).copied();
    find(true).or_else(|| find(false)).ok_or(MoveError::Illegal)
}

/// Writes a move.
pub fn format_move(mv: Move, chess960: bool) -> String {
    let to = if mv.is_castle() && !chess960 {
        let wing = if mv.to() > mv.from() { Wing::King } else { Wing::Queen };
        Square::new(wing.king_file(), mv.from().rank())
    } else {
        mv.to()
    };
    let promotion =
        mv.promotion().map_or(String::new(), |kind| kind.letter().to_ascii_lowercase().to_string());
    format!("{}{to}{promotion}", mv.from())
}
