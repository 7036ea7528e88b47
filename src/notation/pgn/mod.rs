//! Portable Game Notation: games as text, read and written.
//!
//! [`read`] iterates over the games of a text; [`read_book`] reads those of a
//! book in descriptive notation. A [`PgnGame`] is one game with its
//! tags, its moves and their annotations. Variations are skipped. Writing a game
//! and reading it again gives the same game, except for what PGN does not keep:
//! the order of the tags, tags of the [`ROSTER`] with an unknown value, and the
//! white space in comments.

mod book;
mod game;
mod lexer;
mod read;
mod write;

pub use book::read_book;
pub use game::{AnnotatedMove, PgnError, PgnErrorKind, PgnGame, ROSTER};
pub use read::{PgnGames, read, read_in};
