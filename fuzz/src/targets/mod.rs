//! What is fuzzed: for each kind of input a function that reads it as the
//! program does, works with what was read, and panics if that is wrong. Any
//! input may be refused.
//!
//! The functions call only public doors of the library, so that they outlive
//! changes behind these.

mod binaries;
pub mod scratch;
pub mod seeds;
mod state;
mod texts;

/// A kind of input.
pub struct Target {
    /// Its name, and that of its folder in the corpus.
    pub name: &'static str,
    /// Reads an input.
    pub run: fn(&[u8]),
    /// Makes the checksums of an input right where they can be found.
    pub repair: fn(&mut [u8]),
}

/// Declares the targets, and a list of all.
macro_rules! targets {
    ($($(#[$doc:meta])* $constant:ident = $name:literal, $run:path, $repair:expr;)*) => {
        $(
            $(#[$doc])*
            pub const $constant: Target = Target { name: $name, run: $run, repair: $repair };
        )*
        /// All targets.
        pub const ALL: &[Target] = &[$($constant),*];
    };
}

targets! {
    /// Lines of UCI.
    UCI = "uci", texts::uci, |_| ();
    /// Positions in FEN.
    FEN = "fen", texts::fen, |_| ();
    /// Games in PGN.
    PGN = "pgn", texts::pgn, |_| ();
    /// Positions with operations.
    EPD = "epd", texts::epd, |_| ();
    /// Settings.
    ENGINE_TOML = "engine_toml", texts::engine_toml, |_| ();
    /// The command line of fastchess.
    FASTCHESS = "fastchess", texts::fastchess, |_| ();
    /// Networks.
    EVAL_FILE = "eval_file", binaries::eval_file, binaries::repair_eval_file;
    /// Games of the engine against itself.
    GAME_DATA = "game_data", binaries::game_data, binaries::repair_game_data;
    /// Samples of search trees.
    SAMPLES = "samples", binaries::samples, binaries::repair_samples;
    /// Tablebases.
    SYZYGY = "syzygy", binaries::syzygy, |_| ();
    /// Saved transposition tables.
    HASH_FILE = "hash_file", state::hash_file, |_| ();
    /// The state of a match.
    MATCH_STATE = "match_state", state::match_state, |_| ();
    /// The state of a training.
    CHECKPOINT = "checkpoint", state::checkpoint, state::repair_checkpoint;
}
