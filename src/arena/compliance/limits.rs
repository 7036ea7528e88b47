//! Whether a search keeps to the limits that `go` sets.

use super::miss::Miss;
use super::search::info;
use std::time::Duration;

/// Nodes that an engine may search beyond its limit: many engines look at the
/// limit once in some thousand nodes.
const EXTRA_NODES: u64 = 10_000;
/// An answer may be late by this part of a step's time limit: half a second of
/// ten.
const LATE_PART: u32 = 20;

/// Checks that no line shows a greater depth.
///
/// # Errors
/// With both depths.
pub fn check_depth(limit: u64, lines: &[String]) -> Result<(), Miss> {
    match lines.iter().filter_map(|line| info(line)?.depth).max() {
        Some(depth) if depth > limit => {
            Err(Miss::Fault(format!("'go depth {limit}' searches to depth {depth}")))
        }
        _ => Ok(()),
    }
}

/// Checks the nodes of the last line that shows some: twice as many as asked for
/// and ten thousand are too many.
///
/// # Errors
/// With both numbers.
pub fn check_nodes(limit: u64, lines: &[String]) -> Result<(), Miss> {
    match lines.iter().rev().find_map(|line| info(line)?.nodes) {
        Some(nodes) if nodes > limit.saturating_mul(2).saturating_add(EXTRA_NODES) => {
            Err(Miss::Fault(format!("'go nodes {limit}' searches {nodes} nodes")))
        }
        _ => Ok(()),
    }
}

/// Checks that the answer takes at most twice the time of the move, and a
/// twentieth of a step's time limit: whoever raises that limit has a slow
/// machine.
///
/// # Errors
/// With both times.
pub fn check_move_time(limit: Duration, taken: Duration, timeout: Duration) -> Result<(), Miss> {
    if taken <= 2 * limit + timeout / LATE_PART {
        return Ok(());
    }
    let (limit, taken) = (limit.as_millis(), taken.as_millis());
    Err(Miss::Fault(format!("'go movetime {limit}' takes {taken} ms")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| line.to_string()).collect()
    }

    fn fault(clause: &str) -> Result<(), Miss> {
        Err(Miss::Fault(clause.to_string()))
    }

    #[test]
    fn depth_and_nodes_are_those_of_the_info_lines() {
        let said = lines(&[
            "info depth 5 seldepth 9 nodes 30000 score cp 1 pv e2e4",
            "info string depth 9 nodes 99999",
            "info depth 4 nodes 14000",
            "bestmove e2e4",
        ]);
        assert_eq!(check_depth(5, &said), Ok(()));
        assert_eq!(check_depth(4, &said), fault("'go depth 4' searches to depth 5"));
        assert_eq!(check_nodes(2000, &said), Ok(()));
        let error = fault("'go nodes 1999' searches 14000 nodes");
        assert_eq!(check_nodes(1999, &said), error);
        let silent = lines(&["info score cp 1", "bestmove e2e4"]);
        assert_eq!((check_depth(1, &silent), check_nodes(1, &silent)), (Ok(()), Ok(())));
    }

    #[test]
    fn an_answer_may_be_late_by_its_time_and_half_a_second() {
        let ms = Duration::from_millis;
        assert_eq!(check_move_time(ms(100), ms(700), ms(10_000)), Ok(()));
        let error = fault("'go movetime 100' takes 701 ms");
        assert_eq!(check_move_time(ms(100), ms(701), ms(10_000)), error);
        assert_eq!(check_move_time(ms(100), ms(30_000), ms(600_000)), Ok(()));
    }
}
