//! Staunton, a UCI chess engine that values the pieces as the old handbooks do: its
//! rules, its search and its evaluation as a library.
//!
//! ```
//! use staunton::chess::notation::pgn;
//! use staunton::chess::{Game, GamePosition, MoveNotation};
//! use staunton::engine::{Limits, Options, Searcher, evaluate};
//!
//! let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 *";
//! let read = pgn::read(text).next().ok_or("no game")?.flawless()?;
//! let game = Game::from_moves(read.start.clone(), read.legal_moves())?;
//! let score = evaluate(game.position());
//! let mut searcher = Searcher::new(&Options::default())?;
//! let found = searcher.search(&GamePosition::from(&game), &Limits::nodes(10_000));
//! let best = found.best.ok_or("the game is over")?;
//! let best = MoveNotation::San.format(game.position(), best);
//! println!("{score} at rest; {} after {best}", found.score);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The library alone has six dependencies and compiles for WebAssembly too:
//!
//! ```toml
//! staunton = { version = "0.1", default-features = false }
//! ```
//!
//! | feature | |
//! |---|---|
//! | `program` | the command line with matches and training; on by default |
//! | `json` | the values of [`analysis`] can be written as JSON with serde |
//! | `pext` | sliding attacks by the instruction PEXT, whatever the processor |
//! | `tune` | every margin of the search as a UCI option |
//!
//! The folder `examples/` has a game in the terminal, an annotator, a finder of
//! puzzles, a game of the engine with itself, and a small UCI loop.
//!
//! # What a version promises
//!
//! Semantic versioning holds for [`chess`], for what [`engine`], [`analysis`] and
//! [`uci`] re-export or name in their tables, and for the UCI options and the
//! command line. Which moves a search finds, what a position scores, the margins,
//! the linear weights, the network and the nodes of [`mod@engine::bench`] change with
//! any version; so do the modules inside `engine::search`, `arena`, `training` and
//! `cli`, which are public for the program and for those who read. Files of games,
//! networks and matches of an older version are read, or refused in a sentence.
//!
//! # The rooms
//!
//! The rooms form floors, from the ground up. A room knows only those of the
//! floors below its own (`tests/layers.rs` checks it):
//!
//! | floor | rooms |
//! |---|---|
//! | 1 | [`support`]: what every room may use: files, random numbers, plots |
//! | 2 | [`chess`]: the game: positions, legal moves, notations, laws, tablebases |
//! | 3 | [`engine`]: finds good moves: evaluation, transposition table, search |
//! | 4 | [`analysis`]: what a position or a game means |
//! | 5 | [`uci`]: the UCI protocol |
//! | 6 | `arena`: matches, which know [`uci::words`] and nothing else of `uci`; `training`: self-play games, the training of network and weights |
//! | 7 | `cli`: the command line |

#![deny(clippy::undocumented_unsafe_blocks)]

pub mod analysis;
#[cfg(feature = "program")]
pub mod arena;
pub mod chess;
#[cfg(feature = "program")]
pub mod cli;
pub mod engine;
pub mod support;
#[cfg(feature = "program")]
pub mod training;
pub mod uci;
