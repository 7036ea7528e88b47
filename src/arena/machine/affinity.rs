//! Which processors the engines of a game run on, where the system lets programs
//! choose: Linux.

/// The processors of a match, shared out among the games that are played at the
/// same time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessorPlan {
    processors: Vec<usize>,
    per_game: usize,
}

impl ProcessorPlan {
    /// Gives each game `per_game` of the processors in `list`, such as `0,2,4-7`,
    /// or of all that this process may use.
    ///
    /// # Errors
    /// A sentence, if the list cannot be used, is too short for this number of
    /// games, or the system does not let programs choose.
    pub fn new(list: Option<&str>, games: usize, per_game: usize) -> Result<ProcessorPlan, String> {
        let allowed = system::allowed()?;
        let processors = match list {
            None => allowed,
            Some(list) => {
                let listed = read_list(list)?;
                if let Some(absent) = listed.iter().find(|number| !allowed.contains(number)) {
                    return Err(format!("this program may not use processor {absent}"));
                }
                listed
            }
        };
        let needed = games * per_game;
        if needed > processors.len() {
            return Err(format!(
                "{games} games at the same time, each with up to {per_game} threads at work, need \
                 {needed} processors, and there are {}",
                processors.len()
            ));
        }
        Ok(ProcessorPlan { processors, per_game })
    }

    /// Keeps the current thread on the processors of a game, and with it the
    /// engines and threads that it starts.
    ///
    /// # Errors
    /// A sentence, if the system refuses it.
    pub fn pin(&self, game: usize) -> Result<(), String> {
        system::pin(&self.of(game))
    }

    /// Lets the current thread run on all processors of the match.
    ///
    /// # Errors
    /// A sentence, if the system refuses it.
    pub fn unpin(&self) -> Result<(), String> {
        system::pin(&self.processors)
    }

    /// The processors of a game. More games than were planned share them.
    fn of(&self, game: usize) -> Vec<usize> {
        let first = game * self.per_game;
        (first..first + self.per_game)
            .map(|index| self.processors[index % self.processors.len()])
            .collect()
    }
}

/// The numbers of a list such as `0,2,4-7`.
fn read_list(list: &str) -> Result<Vec<usize>, String> {
    const LAST: usize = 65_535;
    let wrong = || format!("processors are listed like 0,2,4-7, not '{list}'");
    let mut numbers = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let [first, last] = [first, last].map(|text| text.trim().parse::<usize>());
        match (first, last) {
            (Ok(first), Ok(last)) if first <= last && last <= LAST => numbers.extend(first..=last),
            _ => return Err(wrong()),
        }
    }
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(format!("a processor is listed twice in '{list}'"));
    }
    Ok(numbers)
}

#[cfg(target_os = "linux")]
mod system {
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    /// The processors that the current thread may use.
    pub fn allowed() -> Result<Vec<usize>, String> {
        let set = sched_getaffinity(Pid::from_raw(0))
            .map_err(|error| format!("the processors cannot be found: {error}"))?;
        Ok((0..CpuSet::count()).filter(|&number| set.is_set(number).unwrap_or(false)).collect())
    }

    /// Keeps the current thread on these processors.
    pub fn pin(processors: &[usize]) -> Result<(), String> {
        let mut set = CpuSet::new();
        let made = processors.iter().try_for_each(|&number| set.set(number));
        made.and_then(|()| sched_setaffinity(Pid::from_raw(0), &set))
            .map_err(|error| format!("processors {processors:?} cannot be used: {error}"))
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    const NO_CHOICE: &str = "processors can be chosen on Linux only";

    pub fn allowed() -> Result<Vec<usize>, String> {
        Err(NO_CHOICE.to_string())
    }

    pub fn pin(_processors: &[usize]) -> Result<(), String> {
        Err(NO_CHOICE.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        assert_eq!(read_list("0"), Ok(vec![0]));
        assert_eq!(read_list("6,0-2, 4"), Ok(vec![6, 0, 1, 2, 4]));
        for bad in ["", "a", "1-", "3-1", "0,,1", "0-99999999", "1,0-2"] {
            assert!(read_list(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn games_get_processors_of_their_own() {
        let plan = ProcessorPlan { processors: vec![4, 6, 8, 9], per_game: 2 };
        assert_eq!([0, 1, 2].map(|game| plan.of(game)), [vec![4, 6], vec![8, 9], vec![4, 6]]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn engines_stay_on_the_processors_of_their_game() {
        let allowed = system::allowed().unwrap();
        let last = *allowed.last().unwrap();
        assert!(ProcessorPlan::new(None, allowed.len() + 1, 1).unwrap_err().contains("need"));
        assert!(ProcessorPlan::new(Some("60000"), 1, 1).unwrap_err().contains("60000"));
        let plan = ProcessorPlan::new(Some(&last.to_string()), 1, 1).unwrap();
        std::thread::spawn(move || {
            plan.pin(0).unwrap();
            assert_eq!(system::allowed(), Ok(vec![last]));
            let inherited = std::thread::spawn(system::allowed).join().unwrap();
            assert_eq!(inherited, Ok(vec![last]), "as a process does");
        })
        .join()
        .unwrap();
        assert_eq!(system::allowed(), Ok(allowed), "other threads are free");
    }
}
