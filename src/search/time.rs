//! How long to think. The soft limit is asked between iterations: another one
//! would hardly finish in time. The hard limit ends the search wherever it is.

use super::params::*;
use super::{Clock, Limits};
use std::time::Duration;

/// The time that a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// When to begin no further iteration, if the choice of the move is of
    /// average difficulty; `None` if thinking longer costs nothing.
    pub soft: Option<Duration>,
    /// When to stop.
    pub hard: Duration,
}

impl TimeBudget {
    /// The budget that the limits leave once `overhead` is kept back; `None`
    /// if they set no time.
    pub fn of(limits: &Limits, overhead: Duration) -> Option<TimeBudget> {
        if limits.infinite {
            return None;
        }
        let fixed = limits.move_time.map(|time| TimeBudget::fixed(time, overhead));
        let clocked = limits.clock.map(|clock| TimeBudget::clocked(&clock, overhead));
        match (fixed, clocked) {
            (Some(fixed), Some(clocked)) => {
                Some(TimeBudget { soft: clocked.soft, hard: clocked.hard.min(fixed.hard) })
            }
            (fixed, clocked) => fixed.or(clocked),
        }
    }

    /// All of a given time, less the overhead as far as it leaves half.
    fn fixed(time: Duration, overhead: Duration) -> TimeBudget {
        TimeBudget { soft: None, hard: time.saturating_sub(overhead.min(time / 2)) }
    }

    /// A share of what is left, so that neither the last move of a control
    /// nor the hundredth of a sudden death finds the clock empty. Nothing is
    /// spent that is not on the clock yet: not the increment, which comes
    /// after the move, and not the overhead. And a reserve stays on the clock
    /// while it can, or a clock that lives of its increment would hang on
    /// every delay of the machine; it is spent at a quarter of the pace, so
    /// that no move is played without a thought.
    fn clocked(clock: &Clock, overhead: Duration) -> TimeBudget {
        let left = clock.left.saturating_sub(overhead);
        let horizon = time_horizon() as u32;
        let moves = clock.moves_to_go.unwrap_or(horizon).clamp(1, horizon);
        let most = if moves == 1 { time_most_of_last() } else { time_most() };
        let hard_cap = percent(left, most);

        let reserve = Duration::from_millis(time_reserve().max(1) as u64);
        let kept = left.min(reserve);
        let free = left - kept;
        // Below the reserve the increment fills it up first.
        let beyond = free.min(reserve).div_duration_f64(reserve);
        let increment = percent(clock.increment, time_increment_share()).mul_f64(beyond);
        let soft = ((free + kept / 4) / moves).saturating_add(increment).min(hard_cap);
        let hard = soft.saturating_mul(time_hard_factor() as u32).min(hard_cap);
        TimeBudget { soft: Some(soft), hard }
    }

    /// Whether another iteration is not worth beginning after so much time.
    pub fn is_spent(&self, elapsed: Duration, signs: &TimeFactors) -> bool {
        self.soft.is_some_and(|soft| elapsed >= soft.mul_f64(signs.difficulty()))
    }
}

/// What an iteration tells of how hard the choice of the move is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeFactors {
    /// The share of all nodes that were spent on the best move, from 0 to 1.
    pub effort: f64,
    /// For how many iterations the best move has stood.
    pub stable: u32,
    /// How much the score has fallen since the last iterations, in
    /// centipawns; negative if it has risen.
    pub drop: i32,
}

impl TimeFactors {
    /// How much time the choice is worth, as a multiple of the usual. Effort
    /// elsewhere, changes of mind and a falling score say that it is hard
    /// (ideas found in Koivisto's and Stockfish's time management).
    fn difficulty(&self) -> f64 {
        let share = |hundredths: i32| f64::from(hundredths) / 100.0;
        let effort = self.effort.clamp(0.0, 1.0);
        let by_effort = share(time_effort_base()) - share(time_effort_slope()) * effort;
        let stable = (self.stable as i32).min(time_stability_max());
        let by_stability = share(time_stability_base() - time_stability_slope() * stable);
        let drop = self.drop.clamp(-time_trend_least(), time_trend_most());
        let by_trend = share(100 + drop);
        by_effort * by_stability * by_trend
    }
}

/// So many hundredths of a time.
fn percent(time: Duration, hundredths: i32) -> Duration {
    (time / 100).saturating_mul(hundredths as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);
    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clocked(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> TimeBudget {
        let clock = Some(Clock { left, increment, moves_to_go });
        let limits = Limits { clock, ..Limits::default() };
        TimeBudget::of(&limits, OVERHEAD).expect("there is a clock")
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
    fn a_clock_that_lives_of_its_increment_keeps_a_reserve() {
        let increment = 2 * MS;
        let mut left = 200 * MS;
        for _ in 0..200 {
            // Hard choices take longer, and the way to the clock takes some.
            let soft = clocked(left, increment, None).soft.expect("by the clock");
            left = left - soft.mul_f64(1.3) - MS + increment;
        }
        assert!(left > 70 * MS, "{left:?}");
    }

    #[test]
    fn with_little_left_there_is_still_a_thought() {
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
            TimeBudget::of(&limits, OVERHEAD).expect("a time is set")
        };
        assert_eq!(of(1000 * MS), TimeBudget { soft: None, hard: 990 * MS });
        assert_eq!(of(4 * MS).hard, 2 * MS);
        assert!(
            !of(MS)
                .is_spent(Duration::from_secs(1), &TimeFactors { effort: 0.5, stable: 3, drop: 0 })
        );
    }

    #[test]
    fn infinite_means_no_budget() {
        let limits = Limits { infinite: true, move_time: Some(MS), ..Limits::default() };
        assert_eq!(TimeBudget::of(&limits, OVERHEAD), None);
        assert_eq!(TimeBudget::of(&Limits::default(), OVERHEAD), None);
    }

    #[test]
    fn a_clear_choice_takes_less_time() {
        let budget = clocked(10_000 * MS, Duration::ZERO, None);
        let soft = budget.soft.expect("by the clock");
        let clear = TimeFactors { effort: 0.95, stable: 8, drop: 0 };
        assert!(budget.is_spent(soft, &clear));
        assert!(!budget.is_spent(soft, &TimeFactors { effort: 0.30, ..clear }));
        let troubled = TimeFactors { drop: 60, ..clear };
        assert!(troubled.difficulty() > clear.difficulty());
        let rosy = TimeFactors { drop: -60, ..clear };
        assert!(rosy.difficulty() < clear.difficulty());
    }
}
