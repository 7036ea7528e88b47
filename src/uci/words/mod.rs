//! The grammar of UCI, read and written: what a chess program tells an engine,
//! and what the engine answers. Both sides of the protocol use it: the engine's
//! own front end, and the arena, which speaks to other engines.
//!
//! | module | messages |
//! |---|---|
//! | [`position`] | [`PositionCommand`] |
//! | [`go`] | [`GoCommand`] |
//! | [`option`] | [`OptionDeclaration`] and [`SetOption`] |
//! | [`info`] | [`Info`] and [`BestMove`] |
//!
//! Each type is written as a whole line by `Display`, and its `read` takes what
//! follows the first word of such a line: [`next_word`] splits the two. Commands
//! of one word, such as `isready`, need no type.

pub mod go;
pub mod info;
pub mod option;
pub mod position;

pub use go::{GoCommand, GoError};
pub use info::{BestMove, Info, InfoError};
pub use option::{OptionDeclaration, OptionKind, OptionValueError, SetOption, SetOptionError};
pub use position::{PositionCommand, PositionWordsError};

/// Splits the next word from what follows it; `None` if no word is left.
pub fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_ascii_start();
    let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

#[cfg(test)]
mod tests;
