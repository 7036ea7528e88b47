//! Which move to play when the threads do not agree.

use super::iterate::IterationProgress;
use crate::types::{Depth, Move, Score};
use std::cmp::Reverse;

/// What even the lowest score is worth, in centipawns, so that it is a vote.
const LEAST_SAY: i32 = 10;

/// Who is more plies than this behind the deepest was kept from thinking, by
/// whatever else the processors had to do, and has no vote.
const MOST_BEHIND: Depth = 3;

/// What a thread would play, and why.
#[derive(Clone, Copy, Debug)]
struct ThreadVote {
    mv: Move,
    /// Exact, not a bound.
    score: Score,
    /// How deep the thread has looked, in plies.
    depth: Depth,
}

/// What the team has found, given what its threads have, the main thread
/// first: the findings of the one whose move wins the vote.
pub fn elected(own: IterationProgress, others: Vec<IterationProgress>) -> IterationProgress {
    let mut all = vec![own];
    all.extend(others);
    let opinions: Vec<Option<ThreadVote>> = all.iter().map(opinion).collect();
    let winner = elect(&opinions).unwrap_or(0);
    let mut elected = all.swap_remove(winner);
    // Helpers report to nobody.
    elected.is_reported &= winner == 0;
    elected
}

/// `None` if the thread was stopped before it had one.
fn opinion(progress: &IterationProgress) -> Option<ThreadVote> {
    let best = progress.lines.first()?;
    Some(ThreadVote { mv: best.mv, score: best.score, depth: progress.depth })
}

/// The thread whose opinion to follow; `None` if there is no opinion.
///
/// A mate is proven by its line, whoever found it, so the shortest one wins.
/// Else every thread that is not far behind gives its move as many votes as it likes it better than
/// the least optimistic thread does its own, times the depth of its search
/// (the scheme that most engines with lazy SMP have come to). Of those who
/// want the elected move, the deepest speaks. Ties go to the lower number.
fn elect(opinions: &[Option<ThreadVote>]) -> Option<usize> {
    let all = || opinions.iter().enumerate().filter_map(|(i, vote)| Some((i, (*vote)?)));
    let mates = all().filter(|(_, vote)| vote.score.is_win());
    if let Some((mating, _)) = mates.min_by_key(|(_, vote)| Reverse(vote.score)) {
        return Some(mating);
    }
    let deepest = all().map(|(_, vote)| vote.depth).max()?;
    let voters = || all().filter(|(_, vote)| vote.depth >= deepest - MOST_BEHIND);
    // One who sees himself mated counts little, but must not lend the others
    // the weight of a king.
    let hopeful = voters().filter(|(_, vote)| !vote.score.is_loss());
    let least = hopeful.map(|(_, vote)| vote.score.0).min().unwrap_or(Score::INFINITE.0);
    let say = |vote: ThreadVote| {
        i64::from((vote.score.0 - least).max(0) + LEAST_SAY) * i64::from(vote.depth)
    };
    let votes = |mv: Move| -> i64 {
        voters().filter(|(_, vote)| vote.mv == mv).map(|(_, vote)| say(vote)).sum()
    };
    let best = voters().min_by_key(|(_, vote)| Reverse(votes(vote.mv)))?.1.mv;
    let speakers = voters().filter(|(_, vote)| vote.mv == best);
    speakers.min_by_key(|(_, vote)| Reverse(vote.depth)).map(|(speaker, _)| speaker)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    /// One of three moves with a score and a depth.
    fn vote(mv: u8, score: Score, depth: Depth) -> Option<ThreadVote> {
        let to = [Square::A2, Square::B2, Square::C2][usize::from(mv)];
        Some(ThreadVote { mv: Move::new(Square::A1, to, MoveKind::Quiet), score, depth })
    }

    #[test]
    fn alone_one_decides() {
        assert_eq!(elect(&[]), None);
        assert_eq!(elect(&[None, None]), None);
        assert_eq!(elect(&[vote(0, Score(-500), 9)]), Some(0));
        assert_eq!(elect(&[None, vote(0, Score::mated_in(4), 9), None]), Some(1));
    }

    #[test]
    fn many_who_agree_outvote_one_who_is_a_little_deeper() {
        let split = [vote(0, Score(30), 12), vote(1, Score(30), 11), vote(1, Score(30), 10)];
        assert_eq!(elect(&split), Some(1));
        // (0 + 10) × 10 twice is less than (20 + 10) × 10.
        let liked = [vote(0, Score(10), 10), vote(1, Score(30), 10), vote(0, Score(10), 10)];
        assert_eq!(elect(&liked), Some(1));
    }

    #[test]
    fn one_who_is_far_behind_has_no_vote() {
        // (200 + 10) × 5 would be more than 10 × 12.
        let starved = [vote(0, Score(200), 5), vote(1, Score(0), 12)];
        assert_eq!(elect(&starved), Some(1));
        let late = [vote(0, Score(200), 9), vote(1, Score(0), 12)];
        assert_eq!(elect(&late), Some(0));
    }

    #[test]
    fn the_deepest_of_those_who_agree_speaks_and_the_main_thread_if_all_are_equal() {
        let agreed = [vote(0, Score(5), 10), vote(0, Score(50), 11), vote(0, Score(0), 12)];
        assert_eq!(elect(&agreed), Some(2));
        let tied = [vote(2, Score(7), 10), vote(1, Score(7), 10), vote(0, Score(7), 10)];
        assert_eq!(elect(&tied), Some(0));
    }

    #[test]
    fn the_shortest_mate_wins_over_all_votes() {
        let mates = [
            vote(0, Score(900), 40),
            vote(0, Score(900), 40),
            vote(1, Score::mate_in(9), 5),
            vote(2, Score::mate_in(5), 4),
        ];
        assert_eq!(elect(&mates), Some(3));
    }

    #[test]
    fn one_who_sees_himself_mated_does_not_turn_the_vote() {
        // Were the mate the least of all scores, depth alone would decide.
        let doomed =
            [vote(0, Score::mated_in(6), 15), vote(1, Score(0), 15), vote(2, Score(60), 12)];
        assert_eq!(elect(&doomed), Some(2));
        let all = [vote(0, Score::mated_in(6), 9), vote(1, Score::mated_in(8), 12)];
        assert_eq!(elect(&all), Some(1));
    }
}
