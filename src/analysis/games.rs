//! Many games analysed at the same time, told in their order.

use super::analyst::{AnalysisError, Analyst};
use super::game::{AnalysedGame, analyse};
use super::game_options::GameOptions;
use crate::chess::notation::pgn::PgnGame;
use crate::engine::search::SearchControl;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Analyses games, each analyst one at a time on a thread of its own. Each game counts
/// for itself: it is searched with an empty table, so its analysis does not depend on how
/// many analysts there are. `on_position` is called after each search, `on_game` with each
/// game in the order of the list. Stops before the first game that is not analysed if
/// `control` says so.
///
/// # Errors
/// If an engine fails.
pub fn analyse_all<A: Analyst + Send>(
    games: &[&PgnGame],
    analysts: &mut [A],
    options: &GameOptions,
    control: &SearchControl,
    on_position: &(dyn Fn() + Sync),
    on_game: &mut dyn FnMut(AnalysedGame),
) -> Result<(), AnalysisError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for analyst in analysts {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !control.stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = games.get(index) else { return };
                    let mut on_position = || on_position();
                    let analysed = analyse(game, analyst, options, control, &mut on_position);
                    if sender.send((index, analysed)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut told) = (BTreeMap::new(), 0);
        for (index, analysed) in receiver {
            match analysed {
                Err(AnalysisError::Stopped) => continue,
                analysed => waiting.insert(index, analysed?),
            };
            while let Some(analysed) = waiting.remove(&told) {
                on_game(analysed);
                told += 1;
            }
        }
        Ok(())
    })
}
