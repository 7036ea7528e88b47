//! How many games are played at the same time: a number, which a file may change
//! while the match runs.

use super::stop_flag::lock;
use crate::support::files::input::read_text;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Mutex;

/// The most games that are played at the same time.
pub const MAX_CONCURRENCY: usize = 1024;

/// The places at which games are played, numbered from zero.
pub struct GamePlaces {
    file: Option<PathBuf>,
    state: Mutex<PlacesState>,
}

struct PlacesState {
    /// How many games are wanted at the same time.
    wanted: usize,
    /// The places that are in use.
    used: BTreeSet<usize>,
    /// The text of the file that was read last.
    text: Option<String>,
}

impl GamePlaces {
    /// `wanted` places, unless the file says another number.
    pub fn new(wanted: usize, file: Option<PathBuf>) -> GamePlaces {
        let state = PlacesState { wanted, used: BTreeSet::new(), text: None };
        GamePlaces { file, state: Mutex::new(state) }
    }

    /// Reads the file. A file that is missing changes nothing. Returns a sentence
    /// for the user if the number has changed or cannot be read; each such
    /// sentence is returned once.
    pub fn update(&self) -> Option<String> {
        let path = self.file.as_ref()?;
        let text = read_text(path).ok()?;
        let mut state = lock(&self.state);
        if state.text.as_ref() == Some(&text) {
            return None;
        }
        let number = text.trim().parse().ok().filter(|n| (1..=MAX_CONCURRENCY).contains(n));
        state.text = Some(text);
        match number {
            None => Some(format!(
                "{} has no number from 1 to {MAX_CONCURRENCY}; {} games at the same time stay",
                path.display(),
                state.wanted
            )),
            Some(number) if number == state.wanted => None,
            Some(number) => {
                state.wanted = number;
                Some(format!("from now on {number} games are played at the same time"))
            }
        }
    }

    /// Takes the places that are wanted and not in use.
    pub fn take_free(&self) -> Vec<usize> {
        let mut state = lock(&self.state);
        let free: Vec<usize> =
            (0..state.wanted).filter(|place| !state.used.contains(place)).collect();
        state.used.extend(&free);
        free
    }

    /// Whether a place is still wanted; if not, it is given back.
    pub fn keep(&self, place: usize) -> bool {
        let mut state = lock(&self.state);
        let is_wanted = place < state.wanted;
        if !is_wanted {
            state.used.remove(&place);
        }
        is_wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changes_the_number_of_places() {
        let folder = std::env::temp_dir().join(format!("staunton-places-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("concurrency");
        let places = GamePlaces::new(2, Some(file.clone()));
        assert_eq!(places.update(), None, "there is no file yet");
        assert_eq!(places.take_free(), [0, 1]);
        assert_eq!(places.take_free(), [0; 0]);
        std::fs::write(&file, "4\n").unwrap();
        assert!(places.update().unwrap().contains("4 games"));
        assert_eq!(places.update(), None, "it is told once");
        assert_eq!(places.take_free(), [2, 3]);
        std::fs::write(&file, "1").unwrap();
        assert!(places.update().is_some());
        assert_eq!([0, 1, 2, 3].map(|place| places.keep(place)), [true, false, false, false]);
        for nonsense in ["0", "many", "", "1025"] {
            std::fs::write(&file, nonsense).unwrap();
            assert!(places.update().unwrap().contains("1 games at the same time stay"));
        }
        assert!(places.keep(0) && places.take_free().is_empty());
        std::fs::write(&file, "2").unwrap();
        assert!(places.update().is_some());
        assert_eq!(places.take_free(), [1]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
