//! Every margin of the search: one name, default and range each. Unless a
//! doc says otherwise, depths and reductions are in plies, margins in
//! centipawns, shares in percent, history bonuses and scores in the unit of
//! [`crate::engine::history::HistoryScore`]. The range is where a tuner may look.

use super::parameter::{Parameter, parameters};

parameters! {
    // Aspiration windows.

    /// Iterations below this depth search the full window, since their scores
    /// vary widely.
    aspiration_depth = 4 in 2..=8;
    /// Half the width of the first window.
    aspiration_margin = 14 in 8..=50;
    /// How much the margin grows after a failed search, in percent of itself.
    aspiration_growth = 50 in 20..=100;
    /// The depth of the repeated search falls by one ply for each fail high in
    /// a row, by at most this.
    aspiration_max_reduction = 3 in 0..=5;
    /// Beyond this margin the window is opened fully.
    aspiration_limit = 500 in 200..=1000;

    // Mates.

    /// A mate counts as the shortest after an iteration of this many times
    /// its plies …
    mate_proof_factor = 3 in 1..=5;
    /// … plus this many.
    mate_proof_offset = 10 in 4..=20;

    // Evaluation.

    /// Fifty-move scaling: a raw evaluation falls linearly with the fifty-move
    /// counter and would be zero after this many plies.
    fifty_move_scale = 200 in 120..=400;

    // Hindsight adjustment.

    /// The least reduction of the last move that is answered by an extension.
    hindsight_extension_reduction = 3 in 2..=5;
    /// The least reduction of the last move that may be answered by another
    /// reduction.
    hindsight_reduction_reduction = 2 in 1..=4;
    /// The least depth that is reduced.
    hindsight_min_depth = 2 in 2..=6;
    /// What the opponent's move must have cost it for a reduction.
    hindsight_margin = 65 in 20..=250;

    // Successive evaluations.

    /// The sum of two successive evaluations, each for its side to move, after a
    /// move that changes nothing, in centipawns: what the right to move is worth.
    tempo_sum = 15 in 0..=40;

    // Pruning of whole nodes.

    /// The greatest depth at which no reply to a move of the root is pruned.
    unpruned_reply_depth = 4 in 0..=12;

    // Reverse futility pruning.

    /// The greatest depth at which it applies.
    rfp_depth = 10 in 4..=14;
    /// Required above beta …
    rfp_base = 8 in 0..=60;
    /// … and more for each ply of depth, one less where the side to move is
    /// improving …
    rfp_per_ply = 15 in 0..=60;
    /// … and for their square, in sixteenths …
    rfp_square = 74 in 16..=128;
    /// … and for each centipawn by which the evaluation is corrected, in percent.
    rfp_correction_share = 50 in 0..=150;

    // Null move pruning.

    /// The least depth at which it applies.
    nmp_depth = 3 in 2..=4;
    /// How far above beta the static evaluation must be …
    nmp_static_margin = 78 in 0..=250;
    /// … less this for each ply of depth.
    nmp_static_per_ply = 5 in 0..=30;
    /// The reduction before depth and evaluation add to it.
    nmp_base_reduction = 4 in 2..=5;
    /// One ply more for each this many plies of depth.
    nmp_depth_divisor = 3 in 2..=5;
    /// One ply more for each this many centipawns above beta …
    nmp_eval_divisor = 86 in 50..=300;
    /// … but at most this many plies.
    nmp_eval_max = 4 in 2..=6;
    /// From this depth on a cutoff is verified.
    nmp_verify_depth = 14 in 10..=20;
    /// The share of the verification's depth without null moves, in percent.
    nmp_verify_share = 75 in 40..=100;

    // Probcut.

    /// The least depth at which it applies.
    probcut_depth = 4 in 3..=8;
    /// How far above beta a capture must score.
    probcut_margin = 200 in 60..=300;
    /// Less where the side to move is improving.
    probcut_improving = 30 in 0..=120;
    /// The reduction of the search that proves it …
    probcut_reduction = 4 in 3..=5;
    /// … and one ply more for each this many centipawns by which quiescence exceeds
    /// the margin, which must be exceeded by as much.
    probcut_excess_divisor = 80 in 40..=200;

    // Internal iterative reduction.

    /// The least depth at which it applies.
    iir_min_depth = 4 in 3..=8;

    // Singular extension.

    /// The least depth at which it applies.
    singular_depth = 6 in 5..=10;
    /// The TT entry may be this many plies less deep than the node.
    singular_tt_depth_margin = 3 in 2..=5;
    /// Not from a ply of this many times the iteration's depth on.
    singular_ply_factor = 2 in 1..=4;
    /// How far below the TT score all other moves must stay, for each
    /// sixteen plies of depth.
    singular_margin = 5 in 4..=48;
    /// The same where the TT score is exact.
    singular_exact_margin = 3 in 0..=48;
    /// Either in a node that was part of a principal variation and is none now, in percent.
    singular_former_pv_share = 200 in 100..=300;
    /// This much further below for a double extension …
    double_extension_margin = 8 in 0..=60;
    /// … this much more in a PV node …
    double_extension_pv_margin = 62 in 0..=200;
    /// … and at most this many of them on one path.
    double_extension_max = 8 in 2..=20;
    /// This much below for a triple extension of a quiet move.
    triple_extension_margin = 35 in 15..=200;

    /// The reduction of a TT move that is not singular where a beta cutoff is
    /// likely; one less in a PV node.
    negative_extension = 3 in 0..=4;
    /// The part of a multicut's score in the score of its node, in percent; the rest is
    /// beta.
    multicut_score_share = 60 in 0..=100;
    /// The part of its distance from the static evaluation that counts as an error of it, in
    /// percent.
    multicut_correction_share = 20 in 0..=100;

    // Depth reduction after alpha has been raised.

    /// The least depth at which it applies.
    alpha_raise_min_depth = 3 in 2..=6;
    /// The greatest depth at which it applies.
    alpha_raise_depth = 13 in 8..=20;

    // Late move pruning.

    /// Moves that are searched at any depth, in hundredths …
    lmp_base = 280 in 100..=800;
    /// … and more for each square of the depth, in hundredths …
    lmp_square = 126 in 60..=250;
    /// … and one for each this many centipawns of improvement …
    lmp_improvement_divisor = 60 in 20..=300;
    /// … and one for each this much history score.
    lmp_history_divisor = 14_000 in 4000..=40_000;

    // Futility pruning of quiet moves.

    /// The greatest reduced depth at which it applies.
    futility_depth = 9 in 5..=12;
    /// How far below alpha the evaluation must be …
    futility_base = 32 in 0..=250;
    /// … and further for each ply …
    futility_per_ply = 31 in 0..=150;
    /// … and one centipawn for each this much history score.
    futility_history_divisor = 120 in 40..=500;

    // Futility pruning of bad noisy moves.

    /// The greatest reduced depth at which it applies.
    noisy_futility_depth = 9 in 3..=12;
    /// How far below alpha the evaluation must be …
    noisy_futility_base = 75 in 0..=250;
    /// … and further for each ply …
    noisy_futility_per_ply = 36 in 20..=150;
    /// … and one centipawn for each this much history score.
    noisy_futility_history_divisor = 60 in 16..=200;

    // History pruning of quiet moves.

    /// The greatest reduced depth at which it applies.
    history_pruning_depth = 5 in 2..=8;
    /// The history score below which a move is pruned, for each ply of depth.
    history_pruning_per_ply = -1900 in -5000..=-800;

    // Pruning by static exchange evaluation.

    /// The greatest depth at which it applies.
    see_depth = 9 in 5..=12;
    /// What a quiet move may lose, times the square of the reduced depth.
    see_quiet_margin = -23 in -60..=-10;
    /// What a noisy move may lose for each ply of depth.
    see_noisy_margin = -97 in -150..=-50;

    // Late move reductions, in 1024ths of a ply unless noted.

    /// The least depth at which they apply, in plies.
    lmr_depth = 3 in 2..=4;
    /// The move count from which they apply; one more at the root.
    lmr_first_move = 3 in 2..=5;
    /// The reduction of every late move.
    lmr_base = 1250 in 200..=1400;
    /// More for each unit of ln(depth) × ln(move count).
    lmr_slope = 490 in 300..=650;
    /// Less in a node that is, or was, part of a principal variation.
    lmr_pv = 800 in 0..=2048;
    /// Less for a move that gives check.
    lmr_check = 1024 in 0..=2048;
    /// Less for a noisy move and for one that gives check where the ply is below …
    lmr_near_root_plies = 6 in 0..=10;
    /// … by this: a sacrifice near the root is worth a look.
    lmr_near_root = 1024 in 0..=2048;
    /// More where the side to move is not improving.
    lmr_not_improving = 1000 in 0..=2048;
    /// More in a node where a beta cutoff is expected.
    lmr_cut_node = 1400 in 0..=3072;
    /// More than this many cutoffs at the next ply …
    lmr_cutoff_count = 3 in 1..=8;
    /// … increase the reduction by this.
    lmr_cutoffs = 700 in 0..=2048;
    /// The history score of a quiet move that changes its reduction by a ply.
    lmr_history_divisor = 8192 in 4000..=16000;
    /// The history score of a noisy move that changes its reduction by a ply.
    lmr_noisy_history_divisor = 8192 in 4000..=32000;
    /// More for a quiet move where the TT move is noisy.
    lmr_noisy_tt_move = 600 in 0..=2048;
    /// A helper reduces by up to this much more or less, so that its tree is unlike the
    /// main thread's.
    lmr_helper_noise = 60 in 0..=256;
    /// A reduced search that exceeds the best score by more than this earns
    /// one ply, in centipawns.
    lmr_deeper_margin = 10 in 0..=100;
    /// One that exceeds it by less than this costs one ply, in centipawns.
    lmr_shallower_margin = 8 in 0..=30;

    /// Less for each centipawn that the correction histories change the evaluation …
    lmr_correction = 20 in 0..=60;
    /// … but not by more than this.
    lmr_correction_max = 1500 in 0..=3000;

    // Correction history: the most that each table changes an evaluation.

    /// By pawn structure.
    correction_pawns = 40 in 0..=100;
    /// By minor pieces and kings.
    correction_minors = 25 in 0..=100;
    /// By major pieces and kings.
    correction_majors = 25 in 0..=100;
    /// By the pieces of one side other than pawns; it counts for each side.
    correction_non_pawns = 40 in 0..=100;
    /// By the last two moves.
    correction_continuation = 30 in 0..=100;
    /// By the last move and that of four plies ago.
    correction_far_continuation = 20 in 0..=100;

    // Histories.

    /// The bonus of a beta cutoff for each ply of depth …
    history_bonus_per_ply = 190 in 60..=300;
    /// … plus this …
    history_bonus_offset = -64 in -200..=200;
    /// … but at most this.
    history_bonus_max = 1280 in 600..=2400;
    /// The malus of a quiet move searched in vain, in percent of the bonus.
    quiet_malus_share = 130 in 50..=250;
    /// The malus of a noisy move searched in vain, in percent of the bonus.
    noisy_malus_share = 90 in 30..=250;
    /// The malus, in the continuation history, of a first move that a search refutes,
    /// for each ply of depth …
    refuted_malus_per_ply = 50 in 0..=200;
    /// … plus this …
    refuted_malus_offset = -28 in -100..=100;
    /// … but at most this.
    refuted_malus_max = 500 in 100..=1500;
    /// The same of an early move that the transposition table refutes, for each ply of
    /// depth …
    tt_refuted_malus_per_ply = 190 in 0..=400;
    /// … but at most this.
    tt_refuted_malus_max = 840 in 100..=2400;
    /// The last place in the order of moves that is early there, and for the bonus of
    /// the next line.
    tt_refuted_moves = 3 in 1..=12;
    /// The bonus of a transposition table cutoff, in percent of the bonus of a
    /// searched one.
    tt_cutoff_bonus_share = 50 in 0..=100;
    /// The bonus of a quiet move that no reply answers, in percent of the bonus
    /// of a beta cutoff.
    fail_low_bonus_share = 50 in 0..=150;
    /// The bonus of a noisy move that no reply answers, for each ply of depth …
    fail_low_noisy_per_ply = 32 in 0..=120;
    /// … but at most this.
    fail_low_noisy_max = 420 in 100..=1500;
    /// The bonus of a quiet move for each centipawn that the static evaluation
    /// gains by it.
    eval_gain_weight = 25 in 2..=60;
    /// The least gain that counts, in centipawns: a loss.
    eval_gain_min = -40 in -300..=-20;
    /// The greatest gain that counts, in centipawns.
    eval_gain_max = 45 in 20..=300;

    // Quiescence search.

    /// Delta pruning: what a capture may bring beside the victim.
    delta_margin = 127 in 80..=300;

    /// After this many moves only recaptures, promotions and checks are searched.
    quiescence_moves = 2 in 1..=6;

    // Transposition table.

    /// No cutoff with fewer plies than this before the fifty-move rule.
    tt_fifty_move_reserve = 12 in 5..=40;

    // Move ordering.

    /// The weight of a victim's centipawn against a history score.
    mvv_weight = 16 in 4..=32;
    /// The history score for which a good capture may lose one centipawn more.
    good_capture_history_divisor = 128 in 16..=256;

    // Choice between the results of several threads.

    /// The weight of the vote with the lowest score, in centipawns.
    vote_min_weight = 10 in 1..=50;
    /// A thread that is more plies than this behind the deepest has no vote.
    vote_max_depth_gap = 3 in 1..=10;

    // Time management.

    /// Moves that the remaining time of a game must last for.
    time_horizon = 32 in 15..=50;
    /// The reserve on the clock beside the overhead, in milliseconds. A
    /// machine may stall for some tens.
    time_reserve = 60 in 0..=200;
    /// The reserve lasts for this many times the moves of the horizon.
    time_reserve_divisor = 4 in 2..=16;
    /// The share of the increment that each move spends, in percent.
    time_increment_share = 65 in 40..=100;
    /// The hard limit in multiples of the soft limit.
    time_hard_factor = 4 in 2..=8;
    /// The most that a move may use of the clock, in percent.
    time_max_share = 50 in 30..=80;
    /// The most that the last move before the time control may use, in percent.
    time_max_share_last_move = 85 in 70..=95;
    /// The soft limit is multiplied by this, in percent, less …
    time_node_share_base = 215 in 150..=300;
    /// … this times the best move's share of the nodes.
    time_node_share_slope = 150 in 100..=200;
    /// The soft limit is multiplied by this, in percent, less …
    time_stability_base = 125 in 100..=150;
    /// … this for each iteration in which the best move has stayed the same …
    time_stability_slope = 5 in 2..=10;
    /// … up to this many iterations.
    time_stability_max = 8 in 4..=12;
    /// The soft limit grows by a hundredth for each centipawn that the score has
    /// fallen, up to this many.
    time_score_drop_max = 40 in 0..=100;
    /// It shrinks by a hundredth for each centipawn that the score has risen, up
    /// to this many.
    time_score_rise_max = 15 in 0..=50;
    /// An only legal move is searched to this depth, for a score and a ponder
    /// move.
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
