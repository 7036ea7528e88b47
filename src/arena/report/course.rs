//! The course of a match: the score and the test after each pair, how long the games
//! were, and how they ended.

use super::games::full_moves;
use super::move_statistics::half_points;
use crate::arena::plan::record::GameRecord;
use crate::arena::stats::{Estimates, ResultCounts, Sprt};
use serde::Serialize;
use std::collections::BTreeMap;

/// The largest number of points of a curve: more than a screen can show.
const MOST_POINTS: usize = 400;

/// The state of a match after some games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ProgressPoint {
    /// How many games had been played.
    pub games: u64,
    /// The player's score, and the ends of its 95 % interval.
    pub score: [f64; 3],
    /// The log-likelihood ratio of the test.
    pub llr: Option<f64>,
}

/// A player's score and the SPRT after each of its pairs, thinned to
/// [`MOST_POINTS`]; after each game, if there are no pairs.
pub fn progress(
    games: &[&GameRecord],
    pairs: &[[&GameRecord; 2]],
    player: usize,
    sprt: Option<Sprt>,
) -> Vec<ProgressPoint> {
    let is_of_player = |step: &&[&GameRecord]| step[0].players.contains(&player);
    let mut steps: Vec<&[&GameRecord]> =
        pairs.iter().map(|pair| &pair[..]).filter(is_of_player).collect();
    if steps.is_empty() {
        steps = games.chunks(1).filter(is_of_player).collect();
    }
    let stride = steps.len().div_ceil(MOST_POINTS).max(1);
    let mut result_counts = ResultCounts::default();
    let mut points = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        match step {
            [first, second] => {
                result_counts.add_pair(half_points(first, player), half_points(second, player))
            }
            single => {
                single.iter().for_each(|game| result_counts.add_single(half_points(game, player)))
            }
        }
        if (index + 1) % stride != 0 && index + 1 != steps.len() {
            continue;
        }
        if let Some(Estimates { score, .. }) = Estimates::of(&result_counts) {
            let score = [score.value, score.low, score.high];
            let llr = sprt.map(|sprt| sprt.llr(&result_counts));
            points.push(ProgressPoint { games: result_counts.games(), score, llr });
        }
    }
    points
}

/// The histogram of game lengths in full moves, the opening included.
pub fn lengths(games: &[&GameRecord]) -> Vec<(u32, u64)> {
    let mut bins: BTreeMap<u32, u64> = BTreeMap::new();
    for game in games {
        let moves = full_moves(game) as u32;
        *bins.entry(moves / 10 * 10).or_default() += 1;
    }
    let last = bins.keys().next_back().copied();
    let all = last.into_iter().flat_map(|last| (0..=last).step_by(10));
    all.map(|bin| (bin, bins.get(&bin).copied().unwrap_or(0))).collect()
}

/// The endings by category, with their counts and shares.
pub fn endings(games: &[&GameRecord]) -> Vec<(String, u64, f64)> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for game in games {
        *counts.entry(game.ending.category()).or_default() += 1;
    }
    let all = games.len().max(1) as f64;
    let ending = |(why, count): (&str, u64)| (why.to_string(), count, count as f64 / all);
    let mut endings: Vec<(String, u64, f64)> = counts.into_iter().map(ending).collect();
    endings.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    endings
}
