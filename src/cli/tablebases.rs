//! The tablebases of `--syzygy`.

use crate::syzygy::Tablebases;
use std::sync::Arc;

/// Opens the tablebases of `--syzygy`.
///
/// # Errors
/// A sentence, if there are none or a file is damaged: a match or a training
/// set must not depend on which files happen to be readable.
pub fn open_tablebases(path: &str) -> Result<Arc<Tablebases>, String> {
    let tables = Tablebases::open(path);
    match tables.take_damage() {
        Some(damage) => Err(format!("--syzygy: {damage}")),
        None if tables.max_pieces() == 0 => Err(format!("--syzygy: no tables found in '{path}'")),
        None => Ok(Arc::new(tables)),
    }
}
