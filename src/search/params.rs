//! Every margin of the search, by name, in one place. Depths and reductions
//! are in plies, margins in centipawns, merits in the unit of
//! [`crate::history::HistoryScore`], and what is said to be in 1024ths is. The range
//! after each is where a tuner may look.

use super::parameter::{Parameter, parameters};

parameters! {
    // Aspiration windows.

    /// Iterations below this depth search the full window: their scores jump.
    aspiration_depth = 4 in 2..=8;
    /// Half the width of the first window.
    aspiration_margin = 14 in 8..=50;
    /// A window that failed grows by this share of itself, in percent.
    aspiration_growth = 50 in 20..=100;
    /// A window that fails high is searched again less deep by a ply for every
    /// time that it did in a row, up to so many.
    aspiration_shallower = 3 in 0..=5;
    /// Beyond this half width the window is opened fully.
    aspiration_limit = 500 in 200..=1000;

    // Mates.

    /// A mate is believed to be the shortest after an iteration of this many
    /// times its plies …
    mate_proof_factor = 3 in 1..=5;
    /// … and this many more.
    mate_proof_more = 10 in 4..=20;

    // Evaluation.

    /// Half-moves of the fifty-move rule after which an evaluation would have
    /// faded to nothing, if the game were not drawn by then.
    fading_clock = 200 in 120..=400;

    // Reverse futility pruning.

    /// Not with more plies to go.
    reverse_futility_depth = 8 in 4..=12;
    /// What a ply may cost at most.
    reverse_futility_per_ply = 66 in 50..=120;

    // Hindsight: what the last reduction looks like from here.

    /// A reduction of so many plies is taken back by one if the opponent does
    /// not stand worse for it.
    hindsight_deeper = 3 in 2..=5;
    /// A reduction of so many plies is made one more …
    hindsight_shallower = 2 in 1..=4;
    /// … if the opponent's move has cost it so much.
    hindsight_margin = 80 in 20..=250;

    // Null move pruning.

    /// Not with fewer plies to go.
    null_depth = 3 in 2..=4;
    /// The least reduction.
    null_reduction = 4 in 2..=5;
    /// One ply more for so many to go.
    null_depth_divisor = 4 in 2..=5;
    /// One ply more for so much above beta.
    null_margin_divisor = 200 in 100..=400;
    /// At most so many plies for being above beta.
    null_margin_max = 3 in 2..=6;
    /// From here on a null move's cutoff is verified.
    null_verify_depth = 14 in 10..=20;

    // Probcut.

    /// Not with fewer plies to go.
    probcut_depth = 5 in 4..=8;
    /// How far above beta a capture must come.
    probcut_margin = 180 in 100..=300;
    /// Less where the side to move is improving.
    probcut_improving = 50 in 0..=120;
    /// Plies fewer for the proof.
    probcut_reduction = 4 in 3..=5;

    // Internal iterative reduction.

    /// Not with fewer plies to go.
    unguided_depth = 4 in 3..=8;

    // Singular extension.

    /// Not with fewer plies to go.
    singular_depth = 7 in 5..=10;
    /// The table's score must come from a search at most so many plies less
    /// deep.
    singular_table_depth = 3 in 2..=5;
    /// How far below the table's score all other moves must stay, for each
    /// sixteen plies to go.
    singular_margin = 13 in 8..=48;
    /// So far below that, and the move is extended twice …
    double_margin = 20 in 5..=60;
    /// … and a quiet one, so far below, three times.
    triple_margin = 80 in 30..=200;
    /// In a principal variation it must stay below by this much more.
    double_pv_margin = 60 in 0..=200;
    /// Double extensions on one path, at most.
    double_most = 8 in 2..=20;

    // Depth after alpha has been raised.

    /// Not with more plies to go.
    raised_depth = 13 in 8..=20;

    // Late move pruning.

    /// Not with more plies to go.
    late_depth = 8 in 4..=12;
    /// Moves searched in any case.
    late_base = 5 in 2..=10;

    // Futility pruning of quiet moves.

    /// Not with more plies to go.
    futility_depth = 9 in 5..=12;
    /// How far below alpha the evaluation must be.
    futility_base = 105 in 50..=250;
    /// And more for each ply.
    futility_per_ply = 100 in 50..=150;

    // Pruning of losing exchanges.

    /// Not with more plies to go.
    exchange_depth = 9 in 5..=12;
    /// What a quiet move may lose for the square of the depth.
    exchange_quiet_per_ply_squared = -22 in -60..=-10;
    /// What a noisy move may lose for each ply.
    exchange_noisy_per_ply = -95 in -150..=-50;

    // Late move reductions, in 1024ths of a ply.

    /// Not with fewer plies to go.
    reduction_depth = 3 in 2..=4;
    /// The first move that is reduced; one later at the root.
    reduction_move = 3 in 2..=5;
    /// The reduction of any late move.
    reduction_base = 900 in 200..=1400;
    /// And more for each unit of ln(depth) × ln(move number).
    reduction_slope = 490 in 300..=650;
    /// Less in a node that is, or was, of a principal variation.
    reduction_pv = 800 in 0..=2048;
    /// Less for a check.
    reduction_check = 1024 in 0..=2048;
    /// More where the side to move is not improving.
    reduction_decline = 1000 in 0..=2048;
    /// More where a cutoff is expected.
    reduction_cut = 1400 in 0..=3072;
    /// More where the next ply has already seen more than three cutoffs.
    reduction_cutoffs = 700 in 0..=2048;
    /// The merit that changes a reduction by a ply.
    reduction_merit = 8192 in 4000..=16000;

    // Searching again after a reduction.

    /// Exceeding the best score by so much earns another ply.
    deeper_margin = 50 in 10..=100;
    /// Exceeding it by less than this costs one.
    shallower_margin = 8 in 0..=30;

    // Correction of the evaluation, each in centipawns at most.

    /// By pawn structure.
    correction_pawns = 40 in 0..=100;
    /// By minor pieces and kings.
    correction_minors = 25 in 0..=100;
    /// By major pieces and kings.
    correction_majors = 25 in 0..=100;
    /// By each side's pieces.
    correction_pieces = 40 in 0..=100;
    /// By the last two moves.
    correction_continuation = 30 in 0..=100;

    // Histories.

    /// The reward for a cutoff with so many plies to go …
    reward_per_ply = 190 in 60..=300;
    /// … and this more, or less …
    reward_offset = -64 in -200..=200;
    /// … but no more than this.
    reward_max = 1280 in 600..=2400;

    /// The share of it by which quiet moves pay that were tried in vain, in
    /// percent …
    penalty_quiet = 130 in 50..=250;
    /// … and captures.
    penalty_noisy = 90 in 30..=250;
    /// The share of it for a cutoff that the table makes, in percent.
    confirmed_share = 50 in 0..=100;

    /// What a centipawn that a quiet move has gained is worth to the histories.
    gain_weight = 10 in 2..=30;
    /// Gains count between a loss of so many centipawns …
    gain_least = -100 in -300..=-30;
    /// … and a gain of so many.
    gain_most = 80 in 30..=300;

    // Quiescence.

    /// What a capture may bring beside the victim.
    quiescence_margin = 150 in 80..=300;

    // Transposition table.

    /// With fewer plies than this before the fifty-move rule strikes, scores
    /// from the table, which knows no move counter, cut nothing off.
    table_clock_reserve = 12 in 5..=40;

    // Move ordering.

    /// The weight of the victim's value against a capture's merit.
    victim_weight = 16 in 4..=32;
    /// What a capture may lose and still count as good: a centipawn for so
    /// much merit.
    good_capture_merit = 128 in 16..=256;

    // Time.

    /// Moves that a game's remaining time must last for.
    time_horizon = 32 in 15..=50;
    /// Milliseconds of the clock, beside the overhead, that moves hardly touch: a
    /// machine may stand still for some tens.
    time_reserve = 60 in 0..=200;
    /// The share of the increment that each move spends, in percent.
    time_increment_share = 65 in 40..=100;
    /// The hard limit in multiples of the soft one.
    time_hard_factor = 4 in 2..=8;
    /// No move uses more than this share of the clock, in percent.
    time_most = 50 in 30..=80;
    /// Nor the last move before the time control.
    time_most_of_last = 85 in 70..=95;
    /// The soft limit is multiplied by this, in percent, less …
    time_effort_base = 215 in 150..=300;
    /// … this times the share of the nodes spent on the best move.
    time_effort_slope = 150 in 100..=200;
    /// And by this, in percent, less …
    time_stability_base = 125 in 100..=150;
    /// … this for every iteration that the best move has stood.
    time_stability_slope = 5 in 2..=10;
    /// Iterations of standing beyond which it counts no more.
    time_stability_max = 8 in 4..=12;
    /// A fallen score multiplies it by a hundredth more for each centipawn, at
    /// most so many.
    time_trend_most = 40 in 0..=100;
    /// A risen score by a hundredth less, at most so many.
    time_trend_least = 15 in 0..=50;
    /// A forced move is looked at this deep, for a score and an answer.
    forced_move_depth = 5 in 1..=10;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_in_its_range() {
        for parameter in ALL {
            let range = parameter.low..=parameter.high;
            assert!(range.contains(&parameter.default), "{}", parameter.name);
        }
    }
}
