//! Syzygy tablebases: for every position of few pieces, who wins, and in how
//! many plies the next capture or pawn move comes.
//!
//! | module | what it does |
//! |---|---|
//! | `checksum`, `city_hash` | whether a file is as it was made |
//! | `material` | the pieces and the name of a table |
//! | `index` | the number of a position within its table |
//! | `pairs` | the compressed values |
//! | `reader` | checked reading of numbers |
//! | `table` | one table |
//! | `set` | the tables of several folders |
//! | `probe` | the result of a position, by its table and its captures |
//! | `root` | the order of the moves at the root |
//!
//! Files may be missing, truncated or damaged. A table that cannot be read is
//! named once and then counts as missing.

mod checksum;
mod city_hash;
mod index;
mod material;
mod pairs;
mod probe;
mod reader;
mod root;
mod set;
mod table;

pub use material::MAX_PIECES;
pub use probe::WdlResult;
pub use reader::TableError;
pub use root::{RankedMove, RootRanking};
pub use set::{DamagedTable, PATH_SEPARATOR, Tablebases};

#[cfg(test)]
mod tests;
