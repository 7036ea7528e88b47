//! The engines that stay alive from game to game.

use crate::arena::player::Player;
use crate::chess::types::Color;

/// At most this number of engines stay alive in a thread. Each holds memory and
/// perhaps threads.
const MOST: usize = 8;

/// The engines that a thread keeps alive, with their indices in the match plan;
/// the one used last comes last.
#[derive(Default)]
pub struct EngineSlots(Vec<(usize, Box<dyn Player>)>);

impl EngineSlots {
    /// Adds an engine that was started.
    pub fn put(&mut self, index: usize, player: Box<dyn Player>) {
        self.0.push((index, player));
    }

    /// Starts the players of a game that are missing. The engines that were idle
    /// for longest end if there are too many.
    ///
    /// # Errors
    /// Those of `start`, which gets the index of a player.
    pub fn fill<E>(
        &mut self,
        players: [usize; Color::COUNT],
        start: impl Fn(usize) -> Result<Box<dyn Player>, E>,
    ) -> Result<(), E> {
        for index in players {
            match self.0.iter().position(|&(running, _)| running == index) {
                Some(place) => self.0[place..].rotate_left(1),
                None => {
                    // Room is made first, but never by ending a player of this
                    // game.
                    let idle = self.0.iter().position(|(running, _)| !players.contains(running));
                    if let (Some(place), true) = (idle, self.0.len() >= MOST) {
                        self.0.remove(place);
                    }
                    self.0.push((index, start(index)?));
                }
            }
        }
        Ok(())
    }

    /// The two players of a game, by color.
    pub fn pair(&mut self, players: [usize; Color::COUNT]) -> Option<[&mut Box<dyn Player>; 2]> {
        let [mut white, mut black] = [None, None];
        for (index, player) in &mut self.0 {
            if *index == players[0] {
                white = Some(player);
            } else if *index == players[1] {
                black = Some(player);
            }
        }
        Some([white?, black?])
    }

    /// Ends the engines that have failed, and those that are started anew for each
    /// game.
    pub fn drop_finished(&mut self, restarts: impl Fn(usize) -> bool) {
        self.0.retain(|(index, player)| !player.needs_restart() && !restarts(*index));
    }
}

impl Drop for EngineSlots {
    /// Lets the engines quit side by side.
    fn drop(&mut self) {
        self.0.iter_mut().for_each(|(_, player)| player.quit());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::player::{Answer, EngineError, GameStart, MoveRequest, PositionCommand};
    use std::cell::RefCell;

    struct Idle;

    impl Player for Idle {
        fn new_game(&mut self, _start: &GameStart<'_>) -> Result<(), EngineError> {
            Ok(())
        }

        fn think(
            &mut self,
            _position: &PositionCommand,
            _request: &MoveRequest,
        ) -> Result<Answer, EngineError> {
            Err(EngineError::Stopped)
        }
    }

    /// Starts engines, and notes which.
    fn start(
        started: &RefCell<Vec<usize>>,
    ) -> impl Fn(usize) -> Result<Box<dyn Player>, ()> + Copy {
        |index| {
            started.borrow_mut().push(index);
            Ok(Box::new(Idle))
        }
    }

    #[test]
    fn engines_stay_alive_but_not_too_many() {
        let started = RefCell::new(Vec::new());
        let start = start(&started);
        let mut slots = EngineSlots::default();
        // A round robin of few players starts each once.
        for (first, second) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0, 1)] {
            slots.fill([first, second], start).unwrap();
            assert!(slots.pair([second, first]).is_some());
        }
        assert_eq!(*started.borrow(), [0, 1, 2, 3]);
        for other in 4..20 {
            slots.fill([0, other], start).unwrap();
            assert!(slots.pair([0, other]).is_some() && slots.0.len() <= MOST);
        }
        assert_eq!(started.borrow().len(), 20, "player 0 was never idle");
    }

    #[test]
    fn an_engine_may_be_started_anew_for_each_game() {
        let started = RefCell::new(Vec::new());
        let start = start(&started);
        let mut slots = EngineSlots::default();
        for _ in 0..3 {
            slots.fill([0, 1], start).unwrap();
            slots.drop_finished(|player| player == 1);
        }
        assert_eq!(*started.borrow(), [0, 1, 1, 1]);
    }
}
