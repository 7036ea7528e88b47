//! Whether the machine has enough processor cores for a match.

use super::setup::most_threads;
use crate::arena::plan::match_plan::MatchPlan;
use crate::cli::message::message;
use std::thread::available_parallelism;

/// Tells the user if engines that play by time have to share cores.
pub fn warn_of_cores(plan: &MatchPlan) {
    if let Ok(cores) = available_parallelism()
        && let Some(warning) = warning(plan, cores.get())
    {
        message(format_args!("Note: {warning}"));
    }
}

fn warning(plan: &MatchPlan, cores: usize) -> Option<String> {
    let is_timed = plan
        .players
        .iter()
        .any(|player| player.thinking.clock.is_some() || player.thinking.move_time.is_some());
    let threads = most_threads(&plan.players);
    let needed = plan.concurrency * threads;
    (is_timed && needed > cores).then(|| {
        let engines = match threads {
            1 => String::new(),
            threads => format!(" with engines of {threads} threads"),
        };
        format!(
            "{} games at the same time{engines} need {needed} processor cores, and there are \
             {cores}: engines lose time to each other",
            plan.concurrency
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::setup::tests::plan;
    use super::*;

    #[test]
    fn engines_that_play_by_time_need_cores() {
        let of = |line: &str| {
            let line = format!("--engine cmd=self --engine cmd=self option.Threads=2 {line}");
            warning(&plan(&line), 4)
        };
        assert_eq!(of("--each tc=1+0.1 --concurrency 2"), None);
        assert_eq!(of("--each nodes=100 --concurrency 9"), None);
        let warning = of("--each tc=1+0.1 --concurrency 3").unwrap();
        assert!(warning.contains("of 2 threads need 6 processor cores, and there are 4"));
        assert!(of("--each st=1 --concurrency 3").is_some());
    }
}
