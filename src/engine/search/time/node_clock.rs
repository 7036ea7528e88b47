//! Nodes as time ("nodestime"): a clock that runs by the nodes visited, so a
//! game on the clock does not depend on the speed or the load of the machine.
//! The engine counts the time left from move to move itself; the time that the
//! front end sends counts for the first move of a game only.

use crate::engine::search::request::Limits;
use std::time::Duration;

/// The engine's clock in a game timed by nodes; empty before the first move.
#[derive(Default)]
pub struct NodeClock(Option<Duration>);

impl NodeClock {
    /// Replaces the time left in the limits, if nodes count as time.
    pub fn set(&mut self, limits: &mut Limits) {
        if let (Some(_), Some(clock)) = (limits.nodes_per_ms, &mut limits.clock) {
            clock.left = *self.0.get_or_insert(clock.left);
        }
    }

    /// Subtracts the time of a search and adds the increment.
    pub fn advance(&mut self, limits: &Limits, nodes: u64) {
        if let (Some(rate), Some(clock), Some(left)) = (limits.nodes_per_ms, limits.clock, self.0) {
            self.0 =
                Some(left.saturating_sub(time_of(nodes, rate)).saturating_add(clock.increment));
        }
    }
}

/// The time of a number of nodes, at a rate in nodes per millisecond.
pub fn time_of(nodes: u64, rate: u64) -> Duration {
    let (ms, rest) = (nodes / rate.max(1), nodes % rate.max(1));
    Duration::from_millis(ms) + Duration::from_nanos(rest.saturating_mul(1_000_000) / rate.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::request::Clock;

    #[test]
    fn the_clock_runs_on_from_move_to_move() {
        let ms = Duration::from_millis;
        let clock = |left| Some(Clock { left: ms(left), increment: ms(7), moves_to_go: None });
        let mut node_clock = NodeClock::default();
        for (announced, left, nodes) in [(1_000, 1_000, 50_000), (5, 507, 0), (9_999, 514, 999_999)]
        {
            let mut limits =
                Limits { nodes_per_ms: Some(100), clock: clock(announced), ..Limits::default() };
            node_clock.set(&mut limits);
            assert_eq!(limits.clock, clock(left));
            node_clock.advance(&limits, nodes);
        }
        assert_eq!(node_clock.0, Some(ms(7)), "no debt is carried over");
        // Without nodes as time nothing changes.
        let mut limits = Limits { clock: clock(33), ..Limits::default() };
        node_clock.set(&mut limits);
        assert_eq!(limits.clock, clock(33));
    }

    #[test]
    fn nodes_are_time() {
        assert_eq!(time_of(12_345, 10), Duration::from_micros(1_234_500));
        assert_eq!(time_of(u64::MAX, 1), Duration::from_millis(u64::MAX));
        assert_eq!(time_of(7, 0), Duration::from_millis(7));
    }
}
