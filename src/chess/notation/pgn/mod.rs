//! Portable Game Notation: games as text, read and written.
//!
//! [`read`] iterates over the games of a text; [`read_book`] reads those of a
//! book in descriptive notation. A [`PgnGame`] is one game as a tree: its tags,
//! its moves and side lines, and their annotations. [`visit`] reads games with a
//! [`PgnVisitor`], for instance their main lines alone, where millions have to
//! be read; [`read_results`] reads no moves at all. Writing a game and reading it
//! again gives the same game, except for what PGN does not keep: the order of the
//! tags, tags of the [`ROSTER`] with an unknown value, and the white space in
//! comments. So it is with descriptive notation.
//!
//! The readers are made for the files that exist: a word that is not a move costs
//! a note, and a move that is not legal ends its game there. A [`ParsedGame`]
//! says what was wrong.

mod book;
mod error;
mod game;
mod lexer;
mod read;
mod results;
mod signs;
mod tags;
mod visitor;
mod write;

pub use book::read_book;
pub use error::{PgnError, PgnErrorKind};
pub use game::{AnnotatedMove, PgnGame, ROSTER, TreeBuilder, Variation, play};
pub use read::{ParsedGame, PgnGames, read, read_in, visit};
pub use results::{PgnResult, PgnResults, read_results};
pub use visitor::{PgnHeader, PgnVisitor};
