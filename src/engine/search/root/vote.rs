//! The choice between the results of several threads.

use crate::chess::types::{Depth, Move, Score};
use crate::engine::search::moves::root_moves::IterationProgress;
use crate::engine::search::params::{vote_max_depth_gap, vote_min_weight};
use std::cmp::Reverse;

/// The result of one thread.
#[derive(Clone, Copy, Debug)]
struct ThreadVote {
    mv: Move,
    /// Exact, not a bound.
    score: Score,
    /// The depth of the search, in plies.
    depth: Depth,
}

/// The result whose move wins the vote. `own` is the main thread's result.
pub fn select_result(own: IterationProgress, others: Vec<IterationProgress>) -> IterationProgress {
    let mut all = vec![own];
    all.extend(others);
    let votes: Vec<Option<ThreadVote>> = all.iter().map(vote_of).collect();
    let winner = select_thread(&votes).unwrap_or(0);
    let mut selected = all.swap_remove(winner);
    // Helpers report nothing.
    selected.is_reported &= winner == 0;
    selected
}

/// The vote of a thread; `None` if it was stopped before it had a result.
fn vote_of(progress: &IterationProgress) -> Option<ThreadVote> {
    let best = progress.lines.first()?;
    Some(ThreadVote { mv: best.mv, score: best.score, depth: progress.depth })
}

/// The index of the thread whose result to use; `None` without any vote.
///
/// A mate is proven by its line, so the shortest mate wins. Otherwise each
/// vote has a weight: its score above the lowest score, plus a minimum, times
/// its depth (a scheme common to engines with lazy SMP). The move with the
/// greatest sum of weights wins, and of its votes the deepest. Ties go to the
/// lower index. A thread far behind the deepest one was short of processor
/// time, and its vote does not count.
fn select_thread(votes: &[Option<ThreadVote>]) -> Option<usize> {
    let all = || votes.iter().enumerate().filter_map(|(i, vote)| Some((i, (*vote)?)));
    let mates = all().filter(|(_, vote)| vote.score.is_win());
    if let Some((index, _)) = mates.min_by_key(|(_, vote)| Reverse(vote.score)) {
        return Some(index);
    }
    let deepest = all().map(|(_, vote)| vote.depth).max()?;
    let valid = || all().filter(|(_, vote)| vote.depth >= deepest - vote_max_depth_gap());
    // The score of a mate against the side to move is far below all others. As
    // the lowest score it would make the differences between them vanish.
    let not_mated = valid().filter(|(_, vote)| !vote.score.is_loss());
    let lowest = not_mated.map(|(_, vote)| vote.score.0).min().unwrap_or(Score::INFINITE.0);
    let weight = |vote: ThreadVote| {
        i64::from((vote.score.0 - lowest).max(0) + vote_min_weight()) * i64::from(vote.depth)
    };
    let total = |mv: Move| -> i64 {
        valid().filter(|(_, vote)| vote.mv == mv).map(|(_, vote)| weight(vote)).sum()
    };
    let best_move = valid().min_by_key(|(_, vote)| Reverse(total(vote.mv)))?.1.mv;
    let for_best_move = valid().filter(|(_, vote)| vote.mv == best_move);
    for_best_move.min_by_key(|(_, vote)| Reverse(vote.depth)).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::types::{MoveKind, Square};

    /// One of three moves with a score and a depth.
    fn vote(mv: u8, score: Score, depth: Depth) -> Option<ThreadVote> {
        let to = [Square::A2, Square::B2, Square::C2][usize::from(mv)];
        Some(ThreadVote { mv: Move::new(Square::A1, to, MoveKind::Quiet), score, depth })
    }

    #[test]
    fn a_single_vote_wins() {
        assert_eq!(select_thread(&[]), None);
        assert_eq!(select_thread(&[None, None]), None);
        assert_eq!(select_thread(&[vote(0, Score(-500), 9)]), Some(0));
        assert_eq!(select_thread(&[None, vote(0, Score::mated_in(4), 9), None]), Some(1));
    }

    #[test]
    fn threads_that_agree_outvote_one_that_is_a_little_deeper() {
        let split = [vote(0, Score(30), 12), vote(1, Score(30), 11), vote(1, Score(30), 10)];
        assert_eq!(select_thread(&split), Some(1));
        // (0 + 10) × 10 twice is less than (20 + 10) × 10.
        let optimistic = [vote(0, Score(10), 10), vote(1, Score(30), 10), vote(0, Score(10), 10)];
        assert_eq!(select_thread(&optimistic), Some(1));
    }

    #[test]
    fn the_vote_of_a_thread_far_behind_does_not_count() {
        // (200 + 10) × 5 would be more than 10 × 12.
        let starved = [vote(0, Score(200), 5), vote(1, Score(0), 12)];
        assert_eq!(select_thread(&starved), Some(1));
        let late = [vote(0, Score(200), 9), vote(1, Score(0), 12)];
        assert_eq!(select_thread(&late), Some(0));
    }

    #[test]
    fn the_deepest_vote_for_the_move_wins_and_the_main_thread_on_a_tie() {
        let agreed = [vote(0, Score(5), 10), vote(0, Score(50), 11), vote(0, Score(0), 12)];
        assert_eq!(select_thread(&agreed), Some(2));
        let tied = [vote(2, Score(7), 10), vote(1, Score(7), 10), vote(0, Score(7), 10)];
        assert_eq!(select_thread(&tied), Some(0));
    }

    #[test]
    fn the_shortest_mate_beats_all_votes() {
        let mates = [
            vote(0, Score(900), 40),
            vote(0, Score(900), 40),
            vote(1, Score::mate_in(9), 5),
            vote(2, Score::mate_in(5), 4),
        ];
        assert_eq!(select_thread(&mates), Some(3));
    }

    #[test]
    fn a_vote_with_a_lost_mate_score_does_not_decide() {
        // With the mate as the lowest score, depth alone would decide.
        let one_lost =
            [vote(0, Score::mated_in(6), 15), vote(1, Score(0), 15), vote(2, Score(60), 12)];
        assert_eq!(select_thread(&one_lost), Some(2));
        let all = [vote(0, Score::mated_in(6), 9), vote(1, Score::mated_in(8), 12)];
        assert_eq!(select_thread(&all), Some(1));
    }
}
