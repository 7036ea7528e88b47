//! Which processors the engines of a game run on, where the system lets programs
//! choose: Linux.

/// Why engines are not kept on processors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AffinityError {
    /// The system does not let programs choose.
    #[error("processors can be chosen on Linux only")]
    NotSupported,
    /// The system does not tell which processors there are.
    #[cfg(target_os = "linux")]
    #[error("the processors cannot be found: {0}")]
    NotFound(nix::errno::Errno),
    /// The system refuses these processors.
    #[cfg(target_os = "linux")]
    #[error("processors {0:?} cannot be used: {1}")]
    Refused(Vec<usize>, nix::errno::Errno),
    /// The list is not one.
    #[error("processors are listed like 0,2,4-7, not '{0}'")]
    Syntax(String),
    /// The list has a processor twice.
    #[error("a processor is listed twice in '{0}'")]
    Twice(String),
    /// This process must not run on a processor of the list.
    #[error("this program may not use processor {0}")]
    NotAllowed(usize),
    /// There are too few processors for the games.
    #[error(
        "{games} games at the same time, each with up to {per_game} threads at work, need {needed} \
         processors, and there are {count}"
    )]
    #[allow(missing_docs, reason = "the sentence explains them")]
    TooFew { games: usize, per_game: usize, needed: usize, count: usize },
}

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
    /// If the list cannot be used, is too short for this number of games, or the
    /// system does not let programs choose.
    pub fn new(
        list: Option<&str>,
        games: usize,
        per_game: usize,
    ) -> Result<ProcessorPlan, AffinityError> {
        let allowed = system::allowed()?;
        let processors = match list {
            None => allowed,
            Some(list) => {
                let listed = read_list(list)?;
                if let Some(absent) = listed.iter().find(|number| !allowed.contains(number)) {
                    return Err(AffinityError::NotAllowed(*absent));
                }
                listed
            }
        };
        let (needed, count) = (games * per_game, processors.len());
        if needed > count {
            return Err(AffinityError::TooFew { games, per_game, needed, count });
        }
        Ok(ProcessorPlan { processors, per_game })
    }

    /// Keeps the current thread on the processors of a game, and with it the
    /// engines and threads that it starts.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn pin(&self, game: usize) -> Result<(), AffinityError> {
        system::pin(&self.of(game))
    }

    /// Lets the current thread run on all processors of the match.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn unpin(&self) -> Result<(), AffinityError> {
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
fn read_list(list: &str) -> Result<Vec<usize>, AffinityError> {
    const LAST: usize = 65_535;
    let mut numbers = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let [first, last] = [first, last].map(|text| text.trim().parse::<usize>());
        match (first, last) {
            (Ok(first), Ok(last)) if first <= last && last <= LAST => numbers.extend(first..=last),
            _ => return Err(AffinityError::Syntax(list.to_string())),
        }
    }
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(AffinityError::Twice(list.to_string()));
    }
    Ok(numbers)
}

#[cfg(target_os = "linux")]
mod system {
    use super::AffinityError;
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    /// The processors that the current thread may use.
    pub fn allowed() -> Result<Vec<usize>, AffinityError> {
        let set = sched_getaffinity(Pid::from_raw(0)).map_err(AffinityError::NotFound)?;
        Ok((0..CpuSet::count()).filter(|&number| set.is_set(number).unwrap_or(false)).collect())
    }

    /// Keeps the current thread on these processors.
    pub fn pin(processors: &[usize]) -> Result<(), AffinityError> {
        let mut set = CpuSet::new();
        let made = processors.iter().try_for_each(|&number| set.set(number));
        made.and_then(|()| sched_setaffinity(Pid::from_raw(0), &set))
            .map_err(|error| AffinityError::Refused(processors.to_vec(), error))
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::AffinityError;

    pub fn allowed() -> Result<Vec<usize>, AffinityError> {
        Err(AffinityError::NotSupported)
    }

    pub fn pin(_processors: &[usize]) -> Result<(), AffinityError> {
        Err(AffinityError::NotSupported)
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
        let count = allowed.len();
        let error = ProcessorPlan::new(None, count + 1, 1).unwrap_err();
        assert!(error.to_string().contains("need"), "{error}");
        let absent = ProcessorPlan::new(Some("60000"), 1, 1);
        assert_eq!(absent, Err(AffinityError::NotAllowed(60_000)));
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
