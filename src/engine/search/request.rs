//! What a front end asks of a search, and its control over the running search.

use super::table_access::TablebaseAccess;
use crate::chess::board::GamePosition;
use crate::chess::types::{Depth, Move};
use crate::engine::options::Options;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The interval at which a finished search checks for a stop or a ponder hit.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A position to search, with limits and options.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position at the root, after the game's earlier positions.
    pub game: Arc<GamePosition>,
    /// When to stop.
    pub limits: Limits,
    /// When the request arrived; all times count from here.
    pub start: Instant,
    /// What else changes the search.
    pub options: SearchOptions,
}

/// What changes a search besides its limits.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// How many best lines to find, at least one.
    pub multi_pv: usize,
    /// The delay between the engine and the clock, subtracted on each move.
    pub move_overhead: Duration,
    /// The tablebases to probe.
    pub tablebases: Option<TablebaseAccess>,
    /// How much a draw is worse than an even position for the side to move at
    /// the root, in centipawns.
    pub contempt: i32,
    /// The rating to play at; `None` for full strength.
    pub elo: Option<u32>,
    /// Errors of the evaluation, for play below full strength.
    pub noise: Option<EvalNoise>,
    /// Whether to go on from the result of the root in the transposition table.
    pub resume: bool,
}

impl Default for SearchOptions {
    /// One line at full strength, without tables and without a clock to wait for.
    fn default() -> SearchOptions {
        SearchOptions {
            multi_pv: 1,
            move_overhead: Duration::ZERO,
            tablebases: None,
            contempt: 0,
            elo: None,
            noise: None,
            resume: false,
        }
    }
}

impl From<&Options> for SearchOptions {
    /// What the options of UCI mean for a search; the tablebases must be opened
    /// first. An analysis is without contempt.
    fn from(options: &Options) -> SearchOptions {
        SearchOptions {
            multi_pv: options.multipv.count(),
            move_overhead: Duration::from_millis(options.move_overhead_ms.get() as u64),
            contempt: if options.analyse_mode { 0 } else { options.contempt.get() as i32 },
            elo: options.playing_elo(),
            ..SearchOptions::default()
        }
    }
}

/// Random errors of the evaluation. A position has the same error each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalNoise {
    /// The largest error, in centipawns. Small errors are more frequent.
    pub amplitude: i32,
    /// Each seed gives other errors.
    pub seed: u64,
}

impl EvalNoise {
    /// The error for the position with this key, in centipawns: the mean of two
    /// evenly distributed numbers.
    pub fn error(self, key: u64) -> i32 {
        let mixed = (key ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let part = |bits: u64| ((bits & 0xffff) as i32 - 0x8000) * self.amplitude / 0x8000;
        (part(mixed >> 48) + part(mixed >> 32)) / 2
    }
}

/// When to stop. Without any limit the search runs until [`SearchControl`]
/// stops it, as with `infinite`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop after the iteration of this depth, in plies.
    pub depth: Option<Depth>,
    /// Stop after this many nodes of all threads together. Several threads may
    /// visit up to a sixteenth more.
    pub nodes: Option<u64>,
    /// Start no further iteration after this many nodes of all threads together.
    pub soft_nodes: Option<u64>,
    /// Use this time.
    pub move_time: Option<Duration>,
    /// Stop when a mate in at most this number of moves is found, for either
    /// side.
    pub mate: Option<u32>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Return no result before [`SearchControl`] stops the search.
    pub infinite: bool,
    /// Start on the opponent's time: return no result before a ponder hit or a
    /// stop. The clock starts at the hit.
    pub ponder: bool,
    /// Count this number of nodes as one millisecond instead of real time.
    pub nodes_per_ms: Option<u64>,
    /// Search only these moves at the root; all if empty.
    pub search_moves: Vec<Move>,
    /// Do not search these moves at the root.
    pub excluded_moves: Vec<Move>,
}

impl Limits {
    /// A search to this depth, in plies.
    pub fn depth(depth: Depth) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of this number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search that takes this time.
    pub fn time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// Whether a search within them ends by itself, apart from pondering. A mate
    /// search counts as bounded: at the end of input it still gives its answer.
    pub fn is_bounded(&self) -> bool {
        let Limits { depth, nodes, move_time, mate, clock, .. } = self;
        !self.infinite
            && (depth.is_some()
                || nodes.is_some()
                || move_time.is_some()
                || mate.is_some()
                || clock.is_some())
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time left; zero if the flag has fallen.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` in sudden death.
    pub moves_to_go: Option<u32>,
}

/// Asks the front end, and sets the flags of the control.
pub type Poll = fn(&SearchControl);

/// The front end's control over a running search, from any thread.
#[derive(Debug, Default)]
pub struct SearchControl {
    /// Set to stop the search. The caller clears it before the next search.
    pub stop: AtomicBool,
    /// True while the search ponders; a ponder hit clears it.
    pub pondering: AtomicBool,
    /// Called at each check of the limits, where no other thread can set the flags.
    pub poll: Option<Poll>,
}

impl SearchControl {
    /// A control that asks the front end itself, if there is a way.
    pub fn polling(poll: Option<Poll>) -> SearchControl {
        SearchControl { poll, ..SearchControl::default() }
    }

    /// Waits until a search within these limits may tell its result: after a stop
    /// or a ponder hit.
    pub fn wait_for_end(&self, limits: &Limits) {
        while (limits.infinite || self.pondering.load(Ordering::Relaxed)) && !self.stopped() {
            std::thread::sleep(STOP_POLL_INTERVAL);
        }
    }

    /// Whether the search has been told to stop.
    pub fn stopped(&self) -> bool {
        if let Some(poll) = self.poll {
            poll(self);
        }
        self.stop.load(Ordering::Relaxed)
    }
}
