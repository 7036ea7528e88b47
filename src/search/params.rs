//! Every margin of the search, by name, in one place. Depths and reductions
//! are in plies, margins in centipawns, merits in the unit of
//! [`crate::history::Merit`]. The range after each is where a tuner may look.

use crate::types::Depth;

// Aspiration windows.

/// Iterations below this depth search the full window: their scores jump.
/// 2 to 8.
pub const ASPIRATION_DEPTH: Depth = 4;
/// Half the width of the first window. 8 to 50.
pub const ASPIRATION_MARGIN: i32 = 20;
/// A window that failed grows by this share of itself, in percent. 20 to 100.
pub const ASPIRATION_GROWTH: i32 = 50;
/// Beyond this half width the window is opened fully. 200 to 1000.
pub const ASPIRATION_LIMIT: i32 = 500;

// Mates.

/// A mate is believed to be the shortest after an iteration of this many
/// times its plies … 1 to 5.
pub const MATE_PROOF_FACTOR: Depth = 3;
/// … and this many more. 4 to 20.
pub const MATE_PROOF_MORE: Depth = 10;

// Reverse futility pruning.

/// Not with more plies to go. 4 to 12.
pub const REVERSE_FUTILITY_DEPTH: Depth = 8;
/// What a ply may cost at most. 50 to 120.
pub const REVERSE_FUTILITY_PER_PLY: i32 = 75;

// Razoring.

/// Not with more plies to go. 1 to 5.
pub const RAZORING_DEPTH: Depth = 3;
/// How far below alpha the evaluation must be. 150 to 400.
pub const RAZORING_BASE: i32 = 250;
/// And more for the square of the depth. 100 to 350.
pub const RAZORING_PER_PLY_SQUARED: i32 = 150;

// Null move pruning.

/// Not with fewer plies to go. 2 to 4.
pub const NULL_DEPTH: Depth = 3;
/// The least reduction. 2 to 5.
pub const NULL_REDUCTION: Depth = 3;
/// One ply more for so many to go. 2 to 5.
pub const NULL_DEPTH_DIVISOR: Depth = 3;
/// One ply more for so much above beta. 100 to 400.
pub const NULL_MARGIN_DIVISOR: i32 = 200;
/// At most so many plies for being above beta. 2 to 6.
pub const NULL_MARGIN_MAX: Depth = 3;
/// From here on a null move's cutoff is verified. 10 to 20.
pub const NULL_VERIFY_DEPTH: Depth = 14;

// Internal iterative reduction.

/// Not with fewer plies to go. 3 to 8.
pub const UNGUIDED_DEPTH: Depth = 4;

// Late move pruning.

/// Not with more plies to go. 4 to 12.
pub const LATE_DEPTH: Depth = 8;
/// Moves searched in any case. 2 to 6.
pub const LATE_BASE: i32 = 3;

// Futility pruning of quiet moves.

/// Not with more plies to go. 5 to 12.
pub const FUTILITY_DEPTH: Depth = 9;
/// How far below alpha the evaluation must be. 50 to 250.
pub const FUTILITY_BASE: i32 = 120;
/// And more for each ply. 50 to 150.
pub const FUTILITY_PER_PLY: i32 = 90;

// Pruning of quiet moves by history.

/// Not with more plies to go. 2 to 6.
pub const HISTORY_DEPTH: Depth = 4;
/// The merit for each ply below which a move is skipped. −2000 to −400.
pub const HISTORY_PER_PLY: i32 = -950;

// Pruning of losing exchanges.

/// Not with more plies to go. 5 to 12.
pub const EXCHANGE_DEPTH: Depth = 9;
/// What a quiet move may lose for the square of the depth. −60 to −10.
pub const EXCHANGE_QUIET_PER_PLY_SQUARED: i32 = -25;
/// What a noisy move may lose for each ply. −150 to −50.
pub const EXCHANGE_NOISY_PER_PLY: i32 = -95;

// Late move reductions.

/// Not with fewer plies to go. 2 to 4.
pub const REDUCTION_DEPTH: Depth = 3;
/// The first move that is reduced; one later at the root. 2 to 5.
pub const REDUCTION_MOVE: usize = 3;
/// The reduction is this plus … 0.2 to 1.2 plies.
pub const REDUCTION_BASE: f64 = 0.80;
/// … this for each unit of ln(depth) × ln(move number). 0.3 to 0.6 plies.
pub const REDUCTION_SLOPE: f64 = 0.44;
/// The merit that changes a reduction by a ply. 2000 to 8000.
pub const REDUCTION_MERIT: i32 = 4096;

// Quiescence.

/// What a capture may bring beside the victim. 80 to 300.
pub const QUIESCENCE_MARGIN: i32 = 150;

// Transposition table.

/// With fewer plies than this before the fifty-move rule strikes, scores from
/// the table, which knows no move counter, cut nothing off. 5 to 40.
pub const TABLE_CLOCK_RESERVE: u16 = 12;

// Move ordering.

/// The weight of the victim's value against a capture's merit. 4 to 32.
pub const VICTIM_WEIGHT: i32 = 16;

// Time.

/// Moves that a game's remaining time must last for. 15 to 50.
pub const TIME_HORIZON: u32 = 32;
/// The share of the increment that each move spends, in percent. 50 to 100.
pub const TIME_INCREMENT_SHARE: u32 = 75;
/// The hard limit in multiples of the soft one. 2 to 8.
pub const TIME_HARD_FACTOR: u32 = 4;
/// No move uses more than this share of the clock, in percent. 40 to 80.
pub const TIME_MOST: u32 = 60;
/// Nor the last move before the time control. 70 to 95.
pub const TIME_MOST_OF_LAST: u32 = 85;
/// The soft limit is multiplied by this less … 1.5 to 3.
pub const TIME_EFFORT_BASE: f64 = 2.15;
/// … this times the share of the nodes spent on the best move. 1 to 2.
pub const TIME_EFFORT_SLOPE: f64 = 1.5;
/// And by this less … 1 to 1.5.
pub const TIME_STABILITY_BASE: f64 = 1.25;
/// … this for every iteration that the best move has stood. 0.02 to 0.1.
pub const TIME_STABILITY_SLOPE: f64 = 0.05;
/// Iterations of standing beyond which it counts no more. 4 to 12.
pub const TIME_STABILITY_MAX: u32 = 8;
/// A forced move is looked at this deep, for a score and an answer. 1 to 10.
pub const FORCED_MOVE_DEPTH: Depth = 5;
