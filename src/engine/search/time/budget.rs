//! Time management. The soft limit is checked between iterations: beyond it
//! another iteration would rarely finish. The hard limit stops the search
//! anywhere.

use crate::engine::search::params::*;
use crate::engine::search::request::{Clock, Limits};
use std::time::Duration;

/// The time limits of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// The soft limit before [`TimeFactors`] scale it; `None` if unused time is
    /// lost.
    pub soft: Option<Duration>,
    /// The hard limit.
    pub hard: Duration,
}

impl TimeBudget {
    /// The budget of the limits after `overhead`, where the machine may stall for
    /// `stall`; `None` if they set no time.
    pub fn of(limits: &Limits, overhead: Duration, stall: Duration) -> Option<TimeBudget> {
        if limits.infinite {
            return None;
        }
        // Where nodes count as time, the machine cannot stall.
        let stall = if limits.nodes_per_ms.is_none() { stall } else { Duration::ZERO };
        let fixed = limits.move_time.map(|time| TimeBudget::fixed(time, overhead));
        let clocked = limits.clock.map(|clock| TimeBudget::clocked(&clock, overhead, stall));
        match (fixed, clocked) {
            (Some(fixed), Some(clocked)) => {
                Some(TimeBudget { soft: clocked.soft, hard: clocked.hard.min(fixed.hard) })
            }
            (fixed, clocked) => fixed.or(clocked),
        }
    }

    /// The budget of a fixed time: the time less the overhead, but at least
    /// half of it.
    fn fixed(time: Duration, overhead: Duration) -> TimeBudget {
        TimeBudget { soft: None, hard: time.saturating_sub(overhead.min(time / 2)) }
    }

    /// The budget of a clock: a share of the time left, which must last for the
    /// moves of the time control or of the horizon. The increment comes after the
    /// move, so no limit exceeds the time that is on the clock now, less the
    /// overhead.
    ///
    /// A reserve stays on the clock where possible. Without it, a game played
    /// on the increment alone would be lost by the first delay of the machine.
    /// It grows by the longest stall that the search has seen, and is spent more
    /// slowly than the rest, so that every move has some time.
    fn clocked(clock: &Clock, overhead: Duration, stall: Duration) -> TimeBudget {
        let left = clock.left.saturating_sub(overhead);
        let horizon = time_horizon() as u32;
        let moves = clock.moves_to_go.unwrap_or(horizon).clamp(1, horizon);
        let max_share = if moves == 1 { time_max_share_last_move() } else { time_max_share() };
        let hard_cap = percent(left, max_share);

        let reserve = Duration::from_millis(time_reserve().max(1) as u64) + stall;
        let reserved = left.min(reserve);
        let free = left - reserved;
        // While the reserve is incomplete, the increment fills it up.
        let beyond_reserve = free.min(reserve).div_duration_f64(reserve);
        let increment = percent(clock.increment, time_increment_share()).mul_f64(beyond_reserve);
        let soft = ((free + reserved / time_reserve_divisor() as u32) / moves)
            .saturating_add(increment)
            .min(hard_cap);
        let hard = soft.saturating_mul(time_hard_factor() as u32).min(hard_cap);
        TimeBudget { soft: Some(soft), hard }
    }

    /// Whether the soft limit, scaled by the factors, has been reached.
    pub fn soft_limit_reached(&self, elapsed: Duration, factors: &TimeFactors) -> bool {
        self.soft.is_some_and(|soft| elapsed >= soft.mul_f64(factors.scale()))
    }
}

/// What scales the soft limit after an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeFactors {
    /// The best move's share of all nodes, from 0 to 1.
    pub node_share: f64,
    /// For how many iterations the best move has stayed the same.
    pub best_move_stability: u32,
    /// How often the best move has changed in the last iteration.
    pub best_move_changes: u32,
    /// How much the score has fallen below that of earlier iterations, in
    /// centipawns; negative if it has risen.
    pub score_drop: i32,
    /// The same against the score of the last move of the game.
    pub score_drop_of_move: i32,
}

impl TimeFactors {
    /// The factor of the soft limit. Nodes spent on other moves, new best moves and a
    /// score that falls, in this search or since the last move, say that the choice is
    /// difficult and worth more time (ideas of Koivisto's and Stockfish's).
    fn scale(&self) -> f64 {
        let fraction = |hundredths: i32| f64::from(hundredths) / 100.0;
        let node_share = self.node_share.clamp(0.0, 1.0);
        let by_nodes =
            fraction(time_node_share_base()) - fraction(time_node_share_slope()) * node_share;
        let stability = (self.best_move_stability as i32).min(time_stability_max());
        let by_stability = fraction(time_stability_base() - time_stability_slope() * stability);
        let by_changes = fraction(time_change_base())
            + fraction(time_change_weight()) * f64::from(1 + self.best_move_changes).ln();
        let per_thousand = |weight: i32, drop: i32| f64::from(weight) * f64::from(drop) / 10_000.0;
        let by_score = 1.0
            + per_thousand(time_score_weight(), self.score_drop)
            + per_thousand(time_last_score_weight(), self.score_drop_of_move);
        let by_score = by_score.clamp(fraction(time_score_min()), fraction(time_score_max()));
        by_nodes * by_stability * by_changes * by_score
    }
}

/// A share of a time, in percent.
fn percent(time: Duration, hundredths: i32) -> Duration {
    (time / 100).saturating_mul(hundredths as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);
    /// An easy choice.
    const CLEAR: TimeFactors = TimeFactors {
        node_share: 0.95,
        best_move_stability: 8,
        best_move_changes: 0,
        score_drop: 0,
        score_drop_of_move: 0,
    };
    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clocked(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> TimeBudget {
        let clock = Some(Clock { left, increment, moves_to_go });
        let limits = Limits { clock, ..Limits::default() };
        TimeBudget::of(&limits, OVERHEAD, Duration::ZERO).expect("there is a clock")
    }

    #[test]
    fn no_flag_falls() {
        let times = [0, 1, 9, 10, 11, 50, 100, 1_000, 60_000, 86_400_000, u64::MAX];
        for left in times {
            for increment in times {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let left = Duration::from_millis(left);
                    let budget = clocked(left, Duration::from_millis(increment), moves);
                    assert!(budget.soft.expect("by the clock") <= budget.hard);
                    assert!(budget.hard <= left.saturating_sub(OVERHEAD), "{left:?} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn an_empty_clock_leaves_nothing() {
        assert_eq!(clocked(Duration::ZERO, Duration::ZERO, None).hard, Duration::ZERO);
        assert_eq!(clocked(10 * MS, 1000 * MS, None).hard, Duration::ZERO);
    }

    #[test]
    fn the_time_lasts_for_the_moves() {
        let mut left = 10_000 * MS;
        for moves in (1..=40).rev() {
            let soft = clocked(left, Duration::ZERO, Some(moves)).soft.expect("by the clock");
            assert!(soft > 50 * MS, "{soft:?} with {moves} to go");
            left -= soft;
        }
    }

    #[test]
    fn a_clock_that_runs_on_its_increment_keeps_a_reserve() {
        let increment = 2 * MS;
        let mut left = 200 * MS;
        for _ in 0..200 {
            // Difficult choices take longer, and the overhead takes some.
            let soft = clocked(left, increment, None).soft.expect("by the clock");
            left = left - soft.mul_f64(1.3) - MS + increment;
        }
        assert!(left > 70 * MS, "{left:?}");
    }

    #[test]
    fn stalls_enlarge_the_reserve() {
        let clock = Clock { left: 200 * MS, increment: 2 * MS, moves_to_go: None };
        let soft = |stall| TimeBudget::clocked(&clock, OVERHEAD, stall).soft.expect("by the clock");
        assert!(soft(150 * MS) < soft(Duration::ZERO) / 2);
        assert!(soft(Duration::from_secs(3600)) > MS / 4, "every move has some time");
        let clock = Clock { left: 600_000 * MS, ..clock };
        let soft = |stall| TimeBudget::clocked(&clock, OVERHEAD, stall).soft.expect("by the clock");
        assert!(soft(150 * MS) > soft(Duration::ZERO).mul_f64(0.99), "on a long clock little");
    }

    #[test]
    fn nodes_as_time_know_no_stalls() {
        let clock = Some(Clock { left: 200 * MS, increment: MS, moves_to_go: None });
        let limits = Limits { clock, nodes_per_ms: Some(100), ..Limits::default() };
        let budget = |stall| TimeBudget::of(&limits, OVERHEAD, stall);
        assert_eq!(budget(150 * MS), budget(Duration::ZERO));
    }

    #[test]
    fn with_little_time_left_a_move_still_has_some() {
        let soft = clocked(60 * MS, 2 * MS, None).soft.expect("by the clock");
        assert!(soft > MS / 4, "{soft:?}");
        assert!(soft < MS, "less than the increment, {soft:?}");
    }

    #[test]
    fn an_increment_is_used() {
        let without = clocked(5_000 * MS, Duration::ZERO, None);
        let with = clocked(5_000 * MS, 1_000 * MS, None);
        assert!(with.soft > without.soft);
    }

    #[test]
    fn a_fixed_time_is_used_up_to_the_overhead() {
        let of = |time| {
            let limits = Limits { move_time: Some(time), ..Limits::default() };
            TimeBudget::of(&limits, OVERHEAD, Duration::ZERO).expect("a time is set")
        };
        assert_eq!(of(1000 * MS), TimeBudget { soft: None, hard: 990 * MS });
        assert_eq!(of(4 * MS).hard, 2 * MS);
        let factors = TimeFactors { node_share: 0.5, best_move_stability: 3, ..CLEAR };
        assert!(!of(MS).soft_limit_reached(Duration::from_secs(1), &factors));
    }

    #[test]
    fn infinite_means_no_budget() {
        let limits = Limits { infinite: true, move_time: Some(MS), ..Limits::default() };
        assert_eq!(TimeBudget::of(&limits, OVERHEAD, Duration::ZERO), None);
        assert_eq!(TimeBudget::of(&Limits::default(), OVERHEAD, Duration::ZERO), None);
    }

    #[test]
    fn a_clear_choice_takes_less_time() {
        let budget = clocked(10_000 * MS, Duration::ZERO, None);
        let soft = budget.soft.expect("by the clock");
        assert!(budget.soft_limit_reached(soft, &CLEAR));
        assert!(!budget.soft_limit_reached(soft, &TimeFactors { node_share: 0.30, ..CLEAR }));
        let falling = TimeFactors { score_drop: 60, ..CLEAR };
        assert!(falling.scale() > CLEAR.scale());
        let rising = TimeFactors { score_drop: -60, ..CLEAR };
        assert!(rising.scale() < CLEAR.scale());
    }
}
