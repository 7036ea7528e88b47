//! [`Searcher`]: the one door to the search. It waits for the result; an
//! [`Engine`](super::Engine) searches on a thread of its own.

mod strength;

use crate::chess::board::{GamePosition, Position};
use crate::chess::syzygy::Tablebases;
use crate::engine::eval::Network;
use crate::engine::eval::network::EvalFileError;
use crate::engine::eval::trace::Trace;
use crate::engine::options::{HashMb, Options};
use crate::engine::search::{
    Limits, NodeObserver, Reporter, SearchControl, SearchOptions, SearchRequest, SearchResult,
    TablebaseAccess, ThreadPool, ThreadsError,
};
use crate::engine::tt::{HashFileError, TranspositionTable, TtError};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use strength::LimitedPlayer;

/// Why a searcher cannot have what the options say.
#[derive(Debug, thiserror::Error)]
pub enum SearcherError {
    /// There is no memory for the transposition table.
    #[error(transparent)]
    Hash(#[from] TtError),
    /// The system does not start the threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The network cannot be used.
    #[error(transparent)]
    EvalFile(#[from] EvalFileError),
}

/// Searches positions one after another, and remembers what it learns from them: in
/// a transposition table, and in the histories of its threads.
///
/// ```
/// use staunton::chess::board::{GamePosition, Position};
/// use staunton::engine::options::Options;
/// use staunton::engine::{Limits, Searcher, format_move};
///
/// let mut searcher = Searcher::new(&Options::default())?;
/// let position: Position = "6k1/5ppp/8/8/8/8/8/4R2K w - - 0 1".parse()?;
/// let result = searcher.search(&position.into(), &Limits::depth(4));
/// let best = result.best.map(|mv| format_move(mv, false));
/// assert_eq!(best.as_deref(), Some("e1e8"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher {
    pool: ThreadPool,
    tt: Arc<TranspositionTable>,
    hash: HashMb,
    network: Arc<Network>,
    options: SearchOptions,
    /// The player of limited strength, made when it is first needed.
    limited: Option<LimitedPlayer>,
    /// The seed of the errors that a player of limited strength makes in this game.
    seed: u64,
    /// Whether the table was loaded from a file: then searches go on from it.
    is_loaded: bool,
}

impl Searcher {
    /// A searcher with the built-in network, a table of this size and one thread.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn with_hash(hash: HashMb) -> Result<Searcher, TtError> {
        Ok(Searcher {
            pool: ThreadPool::new(),
            tt: new_table(hash)?,
            hash,
            network: Arc::clone(Network::built_in()),
            options: SearchOptions::default(),
            limited: None,
            seed: RandomState::new().hash_one(0_u64),
            is_loaded: false,
        })
    }

    /// A searcher that these options describe: hash, threads, network, tablebases,
    /// number of lines, strength and contempt.
    ///
    /// # Errors
    /// If there is no memory or no thread for it, or the network cannot be used.
    pub fn new(options: &Options) -> Result<Searcher, SearcherError> {
        let mut searcher = Searcher::with_hash(options.hash_mb)?;
        searcher.set_threads(options.threads.count())?;
        if let Some(path) = options.eval_file.path() {
            searcher.set_network(&Network::load(path)?);
        }
        let folders = Some(options.syzygy_path.0.as_str()).filter(|folders| !folders.is_empty());
        let tables = folders.map(|folders| Arc::new(Tablebases::open(folders)));
        searcher.options = SearchOptions {
            tablebases: tables.map(|tables| TablebaseAccess::new(&tables, options)),
            ..SearchOptions::from(options)
        };
        Ok(searcher)
    }

    /// The network that searches evaluate with.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The size of the transposition table, in mebibytes.
    pub fn hash_mb(&self) -> i64 {
        self.hash.get()
    }

    /// Replaces the transposition table by an empty one of another size.
    ///
    /// # Errors
    /// If there is no memory for it; then the old one stays.
    pub fn set_hash(&mut self, hash: HashMb) -> Result<(), TtError> {
        self.tt = new_table(hash)?;
        self.hash = hash;
        self.is_loaded = false;
        Ok(())
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Sets the number of threads, at least one.
    ///
    /// # Errors
    /// If the system does not start them; then the old number stays.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        self.pool.set_threads(threads)
    }

    /// Evaluates with another network, and forgets what was learned with the old one.
    pub fn set_network(&mut self, network: &Arc<Network>) {
        self.network = Arc::clone(network);
        self.pool.set_network(network);
        self.limited = None;
        self.clear();
    }

    /// Sets how many lines a search finds, its strength, and so on.
    pub fn set_options(&mut self, options: SearchOptions) {
        self.options = options;
    }

    /// Sets the observer of the searches of one thread. The one before is dropped.
    pub fn set_observer(&mut self, observer: Option<Box<dyn NodeObserver>>) {
        self.pool.set_observer(observer);
    }

    /// Forgets what earlier searches have learned, before another game.
    pub fn clear(&mut self) {
        self.seed = RandomState::new().hash_one(self.seed);
        self.limited = None;
        self.pool.clear();
        self.clear_hash();
    }

    /// Empties the transposition table.
    pub fn clear_hash(&mut self) {
        self.tt.clear_on(self.pool.threads());
        self.is_loaded = false;
    }

    /// Saves the transposition table in a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_hash(&self, path: &Path) -> Result<(), HashFileError> {
        self.tt.save(path, self.evaluation_key())
    }

    /// Loads a transposition table that was saved with the same size, version and
    /// network. Searches go on where the saved one ended.
    ///
    /// # Errors
    /// If it cannot be read, or is another's; then the table stays as it is.
    pub fn load_hash(&mut self, path: &Path) -> Result<(), HashFileError> {
        self.tt.load(path, self.evaluation_key())?;
        self.is_loaded = true;
        Ok(())
    }

    /// A fingerprint of the evaluation: scores of another one do not compare.
    /// It is made of the version and of the evaluations of the positions of the
    /// benchmark.
    pub fn evaluation_key(&self) -> u64 {
        let version = env!("CARGO_PKG_VERSION").bytes().map(u64::from);
        let positions = super::positions::POSITIONS.iter().filter_map(|fen| fen.parse().ok());
        let evals = positions.map(|position: Position| {
            Trace::of(&position, &self.network).white as u64 ^ position.key()
        });
        version.chain(evals).fold(0, |key: u64, part| {
            (key.rotate_left(7) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// Searches a position until a limit is reached. Without any limit it never
    /// returns.
    ///
    /// ```
    /// use staunton::chess::Position;
    /// use staunton::chess::types::UciScore;
    /// use staunton::engine::options::HashMb;
    /// use staunton::engine::{Limits, Searcher};
    ///
    /// // Mate in two.
    /// let position: Position = "7k/8/5K2/6R1/8/8/8/8 w - - 0 1".parse()?;
    /// let mut searcher = Searcher::with_hash(HashMb::of(1))?;
    /// let limits = Limits { mate: Some(2), ..Limits::default() };
    /// let result = searcher.search(&position.into(), &limits);
    /// assert_eq!(result.score.to_uci(), UciScore::Mate(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(&mut self, game: &GamePosition, limits: &Limits) -> SearchResult {
        self.search_with(game, limits, &SearchControl::default(), &mut ())
    }

    /// The same; `control` can stop it, and `reporter` hears of every iteration.
    pub fn search_with(
        &mut self,
        game: &GamePosition,
        limits: &Limits,
        control: &SearchControl,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let request = SearchRequest {
            game: Arc::new(game.clone()),
            limits: limits.clone(),
            start: Instant::now(),
            options: self.options.clone(),
        };
        self.run(request, control, reporter)
    }

    /// Searches at the strength that the request says.
    pub(super) fn run(
        &mut self,
        mut request: SearchRequest,
        control: &SearchControl,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        request.options.resume = self.is_loaded;
        let seed = self.seed;
        let player = request.options.elo.and_then(|elo| Some((elo, self.limited_player()?)));
        match player {
            Some((elo, player)) => player.search(&request, elo, seed, control, reporter),
            None => self.pool.search(&request, &self.tt, control, reporter),
        }
    }

    /// The player of limited strength; `None` if there is no memory for it.
    fn limited_player(&mut self) -> Option<&mut LimitedPlayer> {
        if self.limited.is_none() {
            let mut player = LimitedPlayer::new().ok()?;
            player.pool.set_network(&self.network);
            self.limited = Some(player);
        }
        self.limited.as_mut()
    }
}

/// An empty transposition table.
fn new_table(hash: HashMb) -> Result<Arc<TranspositionTable>, TtError> {
    TranspositionTable::new(hash.count()).map(Arc::new)
}
