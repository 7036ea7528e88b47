//! In which order the moves of a node are searched.
//!
//! Read `picker` first: the stages in which a node draws its moves. `check_info` tells
//! which of them give check. `root_moves` keeps the moves of the root with their scores
//! from one iteration to the next, `pv` the principal variation. Knows the words of the
//! search and the history.

pub(super) mod check_info;
pub(super) mod picker;
pub(super) mod pv;
pub(super) mod root_moves;
