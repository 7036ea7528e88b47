//! What the nodes of the path from the root know of each other.

use crate::chess::types::{Bitboard, Depth, Move, Score};
use crate::engine::history::{CorrectionSlots, PieceTo};

/// What a node leaves for the nodes below it.
#[derive(Clone, Copy, Default)]
pub struct StackEntry {
    /// The evaluation without corrections; `None` in check.
    pub raw_eval: Option<Score>,
    /// The evaluation with its corrections; `None` in check.
    pub static_eval: Option<Score>,
    /// The squares that the opponent attacks; set before the first move.
    pub threats: Bitboard,
    /// The move being searched; `None` for a null move.
    pub mv: Option<Move>,
    /// Its piece and destination.
    pub piece_to: PieceTo,
    /// Its place in the order, from one; zero for a null move and outside of the move
    /// loop.
    pub move_count: usize,
    /// The late move reduction of the move being searched, in plies.
    pub reduction: Depth,
    /// Double extensions on the path from the root, the move being searched
    /// among them.
    pub double_extensions: i32,
    /// Whether the node is, or was, part of a principal variation.
    pub tt_pv: bool,
    /// Where the correction history has the errors of the position.
    pub correction_slots: CorrectionSlots,
    /// Beta cutoffs at this ply since the node two plies above began.
    pub cutoffs: u32,
}
