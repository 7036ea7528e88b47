//! The checksum at the end of a table: 16 bytes, which are the [hash](city_hash)
//! of the hashes of the chunks before them.

use super::city_hash::{sum_of_four, sum_of_two};
use super::reader::{TOO_SHORT, TableError};
use crate::support::files::input::open_file;
use std::io::Read;
use std::path::Path;

/// The bytes of the checksum.
pub const CHECKSUM: u64 = 16;
/// The size in bytes of the blocks before the checksum.
pub const ALIGNMENT: u64 = 64;
/// Bytes that are hashed together.
const CHUNK: u64 = 1 << 24;

/// Reads a table to its end and compares its checksum. `tick` gets the bytes of
/// each step.
///
/// # Errors
/// What is wrong with the file.
pub fn verify(path: &Path, tick: &mut dyn FnMut(u64)) -> Result<(), TableError> {
    let mut file = open_file(path)?;
    let length = file.metadata()?.len();
    if length % ALIGNMENT != CHECKSUM {
        return Err(TOO_SHORT.into());
    }
    let (mut chunk, mut sums) = (Vec::new(), Vec::new());
    let mut left = length - CHECKSUM;
    while left > 0 {
        chunk.clear();
        let read = file.by_ref().take(left.min(CHUNK)).read_to_end(&mut chunk)? as u64;
        if read < left.min(CHUNK) {
            return Err(TOO_SHORT.into());
        }
        sums.extend(sum_of_four(&chunk).iter().flat_map(|word| word.to_le_bytes()));
        left -= read;
        tick(read);
    }
    let mut found = [0; CHECKSUM as usize];
    file.read_exact(&mut found)?;
    let expected = if sums.is_empty() { [0; 2] } else { sum_of_two(&sums) };
    let is_right = found.iter().eq(expected.map(u64::to_le_bytes).as_flattened());
    if is_right { Ok(()) } else { Err("its checksum is wrong".into()) }
}
