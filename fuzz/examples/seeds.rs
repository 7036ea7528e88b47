//! Writes the seeds of the binary formats into the corpus. Run it after a change
//! of a format: `cargo +nightly run --example seeds` in this folder.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    staunton_fuzz::targets::seeds::write(&corpus)
}
