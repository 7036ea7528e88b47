//! Play below full strength, by a rating.
//!
//! A weaker player sees less far, judges a position worse, and does not always
//! play the move that looks best. So a level has three parts: few nodes, a noise
//! on the evaluation, and a choice between the best root moves by score with a
//! temperature. None depends on the speed of the machine. The noise depends on
//! the position, so a player misjudges a position the same way each time it meets
//! it; the errors grow with what a few nodes do not show.

use crate::chess::board::Position;
use crate::chess::movegen::{has_legal_move, legal_moves};
use crate::chess::types::{Depth, Move, Score};
use crate::engine::search::{
    Bound, EvalNoise, Report, Reporter, SearchControl, SearchRequest, SearchResult, ThreadPool,
};
use crate::engine::tt::{TranspositionTable, TtError};
use crate::support::random::RandomStream;
use std::sync::Arc;
use std::time::Instant;

/// From this rating on no move is played that allows a mate in one.
const SEES_MATE_IN_ONE: u32 = 1600;
/// Scores beyond this count as this one when a move is chosen, in centipawns.
const MOST: i32 = 2000;
/// The size of the transposition table, in mebibytes: the searches are small.
const TABLE_MB: usize = 1;
/// Salt that keeps these random numbers apart from others.
const OF_CHOICES: u64 = 11;

/// What makes a player of a rating. The values between the ratings of the table
/// are interpolated.
#[derive(Clone, Copy, Debug)]
struct Level {
    elo: f64,
    /// The logarithm of the number of nodes, to the base two.
    nodes: f64,
    /// The size of the noise on the evaluation, in centipawns.
    noise: f64,
    /// A move that is worse by this number of centipawns is played less often by
    /// a factor of e.
    temperature: f64,
    /// The number of best moves between which the player chooses.
    choices: f64,
}

/// Found by round robins: see `docs/options.md`.
const LEVELS: [Level; 7] = [
    Level { elo: 800.0, nodes: 9.8, noise: 280.0, temperature: 47.0, choices: 8.0 },
    Level { elo: 1000.0, nodes: 10.4, noise: 200.0, temperature: 45.0, choices: 8.0 },
    Level { elo: 1400.0, nodes: 11.5, noise: 108.0, temperature: 43.0, choices: 7.0 },
    Level { elo: 1800.0, nodes: 12.4, noise: 80.0, temperature: 35.0, choices: 6.0 },
    Level { elo: 2200.0, nodes: 13.1, noise: 39.0, temperature: 25.0, choices: 5.0 },
    Level { elo: 2600.0, nodes: 14.0, noise: 21.0, temperature: 15.0, choices: 4.0 },
    Level { elo: 2800.0, nodes: 14.5, noise: 13.0, temperature: 10.0, choices: 3.0 },
];

impl Level {
    fn of(elo: u32) -> Level {
        let elo = f64::from(elo).clamp(LEVELS[0].elo, LEVELS[LEVELS.len() - 1].elo);
        let above = LEVELS.iter().position(|level| level.elo >= elo).unwrap_or(LEVELS.len() - 1);
        let (low, high) = (LEVELS[above.saturating_sub(1)], LEVELS[above]);
        let share = if high.elo > low.elo { (elo - low.elo) / (high.elo - low.elo) } else { 1.0 };
        let between = |low: f64, high: f64| low + share * (high - low);
        Level {
            elo,
            nodes: between(low.nodes, high.nodes),
            noise: between(low.noise, high.noise),
            temperature: between(low.temperature, high.temperature),
            choices: between(low.choices, high.choices),
        }
    }

    fn node_limit(&self) -> u64 {
        self.nodes.exp2().round() as u64
    }
}

/// Searches for a player of limited strength. It shares no memory with the
/// full engine, whose scores are without noise.
pub struct LimitedPlayer {
    /// One thread, since more would make the result depend on the machine.
    pub pool: ThreadPool,
    tt: Arc<TranspositionTable>,
}

impl LimitedPlayer {
    /// A player with empty memory.
    ///
    /// # Errors
    /// If the system has no memory.
    pub fn new() -> Result<LimitedPlayer, TtError> {
        let tt = Arc::new(TranspositionTable::new(TABLE_MB)?);
        Ok(LimitedPlayer { pool: ThreadPool::new(), tt })
    }

    /// Searches as a player of a rating would. A `seed` stands for the player's
    /// form in a game.
    pub fn search(
        &mut self,
        request: &SearchRequest,
        elo: u32,
        seed: u64,
        control: &SearchControl,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let level = Level::of(elo);
        let mut limited = request.clone();
        let limits = &mut limited.limits;
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(level.node_limit()));
        limited.options.multi_pv = level.choices.round() as usize;
        limited.options.tablebases = None;
        let amplitude = level.noise.round() as i32;
        limited.options.noise = (amplitude > 0).then_some(EvalNoise { amplitude, seed });
        self.tt.clear();
        let mut lines = Lines::default();
        let result = self.pool.search(&limited, &self.tt, control, &mut lines);
        if result.best.is_none() {
            lines.tell_last(request.start, &result, reporter);
            return result;
        }
        let mut random = RandomStream::new(seed, request.game.position().key(), OF_CHOICES);
        let allowed = |mv: Move| {
            (elo < SEES_MATE_IN_ONE || !allows_mate_in_one(request.game.position(), mv))
                && !request.limits.excluded_moves.contains(&mv)
        };
        lines.kept.retain(|line| line.pv.first().is_some_and(|&mv| allowed(mv)));
        if let Some(chosen) = choose(&lines.kept, level.temperature, &mut random) {
            let best = lines.kept.remove(chosen);
            let result = best.tell(request.start, &result, reporter);
            // The others, by score: there are no more than those that it chose from.
            let others = lines.kept.iter().take(request.options.multi_pv.saturating_sub(1));
            for (number, line) in (2..).zip(others) {
                line.report(number, request.start, &result, reporter);
            }
            return result;
        }
        // All moves that the search likes are refused: any other will do.
        let named = &request.limits.search_moves;
        let mut others = legal_moves(request.game.position()).into_iter();
        let other = others.find(|mv| allowed(*mv) && (named.is_empty() || named.contains(mv)));
        let best = other.or(result.best);
        let pv = best.into_iter().collect();
        let line = KeptLine { score: result.score, depth: 1, selective_depth: 1, pv };
        line.tell(request.start, &result, reporter)
    }
}

/// One of the best lines.
#[derive(Clone, Debug)]
struct KeptLine {
    score: Score,
    depth: Depth,
    selective_depth: usize,
    pv: Vec<Move>,
}

impl KeptLine {
    /// Reports the line under this number.
    fn report(
        &self,
        number: usize,
        start: Instant,
        result: &SearchResult,
        reporter: &mut dyn Reporter,
    ) {
        reporter.report(&Report {
            depth: self.depth,
            selective_depth: self.selective_depth,
            line: number,
            score: self.score,
            bound: Bound::Exact,
            nodes: result.nodes,
            elapsed: start.elapsed(),
            hash_full: 0,
            tablebase_hits: 0,
            pv: &self.pv,
        });
    }

    /// Reports the line as the best one, and returns the result that it stands
    /// for.
    fn tell(
        &self,
        start: Instant,
        result: &SearchResult,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        self.report(1, start, result, reporter);
        SearchResult {
            best: self.pv.first().copied(),
            ponder: self.pv.get(1).copied(),
            score: self.score,
            ..result.clone()
        }
    }
}

/// Keeps the lines of the last finished iteration, best first.
#[derive(Default)]
struct Lines {
    kept: Vec<KeptLine>,
}

impl Lines {
    /// Reports mate or stalemate on the board.
    fn tell_last(&self, start: Instant, result: &SearchResult, reporter: &mut dyn Reporter) {
        let line = KeptLine { score: result.score, depth: 0, selective_depth: 0, pv: Vec::new() };
        line.tell(start, result, reporter);
    }
}

impl Reporter for Lines {
    fn report(&mut self, report: &Report<'_>) {
        if report.bound != Bound::Exact || report.pv.is_empty() {
            return;
        }
        self.kept.truncate(report.line - 1);
        self.kept.push(KeptLine {
            score: report.score,
            depth: report.depth,
            selective_depth: report.selective_depth,
            pv: report.pv.to_vec(),
        });
    }

    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}

/// The index of a line, the better the likelier; `None` if there is none.
fn choose(lines: &[KeptLine], temperature: f64, random: &mut RandomStream) -> Option<usize> {
    const PARTS: usize = 1 << 30;
    let score = |line: &KeptLine| f64::from(line.score.0.clamp(-MOST, MOST));
    let best = lines.iter().map(score).fold(f64::NEG_INFINITY, f64::max);
    let weight = |line: &KeptLine| ((score(line) - best) / temperature.max(1.0)).exp();
    let total: f64 = lines.iter().map(weight).sum();
    let mut left = total * random.below(PARTS) as f64 / PARTS as f64;
    let found = lines.iter().position(|line| {
        left -= weight(line);
        left < 0.0
    });
    found.or(lines.len().checked_sub(1))
}

/// Whether the opponent can mate with the next move.
fn allows_mate_in_one(position: &Position, mv: Move) -> bool {
    let next = position.after(mv);
    legal_moves(&next).into_iter().any(|reply| {
        let end = next.after(reply);
        end.in_check() && !has_legal_move(&end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::{Limits, SearchOptions};

    fn play(fen: &str, elo: u32, seed: u64) -> SearchResult {
        play_showing(fen, elo, seed, 1)
    }

    fn play_showing(fen: &str, elo: u32, seed: u64, multi_pv: usize) -> SearchResult {
        let position: Position = fen.parse().expect("legal");
        let request = SearchRequest {
            game: Arc::new(position.into()),
            limits: Limits::default(),
            start: Instant::now(),
            options: SearchOptions { multi_pv, ..SearchOptions::default() },
        };
        let mut player = LimitedPlayer::new().expect("memory");
        player.search(&request, elo, seed, &SearchControl::default(), &mut ())
    }

    #[test]
    fn levels_rise_with_the_rating() {
        let levels: Vec<Level> = (800..=2800).step_by(100).map(Level::of).collect();
        assert!(levels.is_sorted_by(|a, b| a.nodes < b.nodes && a.noise >= b.noise));
        assert!(levels.is_sorted_by(|a, b| a.temperature > b.temperature));
        assert_eq!(Level::of(100).node_limit(), Level::of(800).node_limit());
    }

    #[test]
    fn a_seed_gives_one_game_and_seeds_give_several() {
        let moves: std::collections::BTreeSet<String> = (0..12)
            .map(|seed| {
                let [a, b] = [0, 1].map(|_| play(Position::START_FEN, 1000, seed));
                assert_eq!(a, b);
                format!("{:?}", a.best)
            })
            .collect();
        assert!(moves.len() > 2, "{moves:?}");
    }

    #[test]
    fn the_lines_that_are_shown_do_not_change_the_choice() {
        for seed in 0..8 {
            let [one, all] =
                [1, 256].map(|shown| play_showing(Position::START_FEN, 1000, seed, shown));
            assert_eq!(one, all);
        }
    }

    #[test]
    fn above_1600_no_move_allows_a_mate_in_one() {
        // White must not leave the back rank, and has few moves that do not.
        for fen in [
            "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
            "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1",
            "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        ] {
            let position: Position = fen.parse().expect("legal");
            for seed in 0..40 {
                let best = play(fen, 1600, seed).best.expect("a move");
                assert!(!allows_mate_in_one(&position, best), "{fen} {best:?}");
            }
        }
    }

    #[test]
    fn without_a_move_the_result_says_so() {
        let mated = play("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 900, 1);
        assert_eq!((mated.best, mated.score), (None, Score::mated_in(0)));
    }
}
