//! Checkpoints: the state from which an interrupted training continues, bit for
//! bit.
//!
//! A file holds the letters `STAUNCKP`, a checksum of what follows (FNV-1a, 64
//! bits), the description of the training, and its state. It is written under
//! another name and then renamed, so an interruption leaves the old file or the
//! new one. Random numbers depend only on the seed and the number of the epoch,
//! so the file contains no state of a generator.

use super::material::PieceValues;
use super::optimizer::AdamW;
use super::params::{Params, Shape};
use super::run::{Epoch, State};
pub use crate::engine::eval::network::format::fnv1a;
use crate::support::files::input;
use crate::support::files::output::write_whole;
use crate::training::learn::adam::Moments;
use std::io;
use std::path::Path;

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"STAUNCKP";
/// The length of magic letters and checksum, in bytes.
const HEADER: usize = 16;
/// A limit in bytes above the checkpoint of the largest network, with four
/// numbers for each parameter.
const MAX_BYTES: u64 = 256 << 20;
/// A number of batches that no training reaches.
const MAX_STEPS: u64 = 1 << 40;

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// The file is not a checkpoint, or is damaged.
    #[error("this is not a checkpoint, or it is damaged: its checksum is wrong")]
    Damaged,
    /// Its checksum is right, but no training has such a state.
    #[error("no training has such a state: a size is not allowed, or a number is not finite")]
    Impossible,
    /// The checkpoint is of a training with other files or settings: the first
    /// line that differs, in the checkpoint and in this training.
    #[error("the checkpoint is of another training: '{0}' there, '{1}' here")]
    Other(String, String),
}

/// Saves a training. The description has a line for each file and setting
/// that the result depends on.
///
/// # Errors
/// If it cannot be written.
pub fn save(path: &Path, description: &str, state: &State) -> io::Result<()> {
    write_whole(path, &to_bytes(description, state))
}

/// Loads the training with this description.
///
/// # Errors
/// If the file cannot be read or has no training with this description.
pub fn load(path: &Path, description: &str) -> Result<State, CheckpointError> {
    from_bytes(&input::read(path, MAX_BYTES).map_err(CheckpointError::Io)?, description)
}

fn to_bytes(description: &str, state: &State) -> Vec<u8> {
    let State { params, adam, piece_values, average, averaged, epochs } = state;
    let mut body = Vec::new();
    let numbers = [description.len(), params.shape.hidden, params.shape.buckets, epochs.len()]
        .map(|n| n as u64);
    for number in numbers.into_iter().chain([adam.steps, *averaged]) {
        body.extend(number.to_le_bytes());
    }
    body.extend(description.bytes());
    let losses = epochs.iter().flat_map(|epoch| [epoch.training, epoch.held_out].concat());
    for number in losses
        .chain(piece_values.sums.as_flattened().iter().copied())
        .chain([piece_values.positions])
    {
        body.extend(number.to_le_bytes());
    }
    let AdamW { own, shared, steps: _ } = adam;
    for numbers in [&params.values, &own.mean, &own.square, average, &shared.mean, &shared.square] {
        body.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(fnv1a(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

fn from_bytes(bytes: &[u8], description: &str) -> Result<State, CheckpointError> {
    let (header, body) = bytes.split_at_checked(HEADER).ok_or(CheckpointError::Damaged)?;
    if header[..8] != MAGIC || header[8..] != fnv1a(body).to_le_bytes() {
        return Err(CheckpointError::Damaged);
    }
    parse(body, description).unwrap_or(Err(CheckpointError::Impossible))
}

/// `None` if the body cannot be that of a training although its checksum is right.
fn parse(body: &[u8], description: &str) -> Option<Result<State, CheckpointError>> {
    let mut rest = body;
    let mut number = || Some(u64::from_le_bytes(take(&mut rest)?));
    let length = number()? as usize;
    let shape = Shape { hidden: number()? as usize, buckets: number()? as usize };
    let (epochs, steps, averaged) = (number()?, number()?, number()?);
    if !shape.is_allowed() || steps.max(averaged) > MAX_STEPS {
        return None;
    }
    let (text, mut rest) = rest.split_at_checked(length)?;
    let found = String::from_utf8_lossy(text);
    if found != description {
        let different = found.lines().zip(description.lines()).find(|(there, here)| there != here);
        let (there, here) = different.unwrap_or(("", ""));
        return Some(Err(CheckpointError::Other(there.to_string(), here.to_string())));
    }
    let mut number = || Some(f64::from_le_bytes(take(&mut rest)?));
    let mut state = State::new(Params { shape, values: Vec::new() });
    for _ in 0..epochs {
        let (training, held_out) = ([number()?, number()?], [number()?, number()?]);
        state.epochs.push(Epoch { training, held_out });
    }
    state.piece_values = PieceValues::default();
    for sum in state.piece_values.sums.as_flattened_mut() {
        *sum = number()?;
    }
    state.piece_values.positions = number()?;
    let mut numbers = |count: usize| -> Option<Vec<f32>> {
        let number = |bytes| Some(f32::from_le_bytes(bytes)).filter(|number| number.is_finite());
        (0..count).map(|_| number(take(&mut rest)?)).collect()
    };
    let (all, shared) = (shape.parameters(), shape.king_bucket());
    state.params.values = numbers(all)?;
    let own = Moments { mean: numbers(all)?, square: numbers(all)? };
    state.average = numbers(all)?;
    let shared = Moments { mean: numbers(shared)?, square: numbers(shared)? };
    state.adam = AdamW { own, shared, steps };
    state.averaged = averaged;
    rest.is_empty().then_some(Ok(state))
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let mut state = State::new(Params::random(Shape { hidden: 16, buckets: 3 }, 1));
        state.adam.own.mean[7] = 0.25;
        state.adam.own.square[8] = 0.5;
        state.adam.shared.mean[7] = 0.75;
        state.adam.shared.square[8] = 0.125;
        state.adam.steps = 99;
        state.average[9] = -1.5;
        state.averaged = 4;
        state.piece_values.sums[4] = [0.125, 3.0];
        state.piece_values.positions = 7.5;
        state.epochs = vec![Epoch { training: [0.1, 0.2], held_out: [0.3, 0.4] }; 2];
        let bytes = to_bytes("seed 1\nepochs 5", &state);
        assert_eq!(from_bytes(&bytes, "seed 1\nepochs 5").unwrap(), state);
        let other = from_bytes(&bytes, "seed 1\nepochs 6").unwrap_err().to_string();
        assert!(other.contains("'epochs 5' there, 'epochs 6' here"), "{other}");
        for at in (0..300).chain([bytes.len() - 1]) {
            let mut other = bytes.clone();
            other[at] ^= 4;
            let error = from_bytes(&other, "seed 1\nepochs 5");
            assert!(matches!(error, Err(CheckpointError::Damaged)), "byte {at}");
        }
        assert!(from_bytes(&bytes[..bytes.len() - 1], "seed 1\nepochs 5").is_err());
        assert!(from_bytes(&[], "").is_err());
    }

    /// The bytes of a state with another body and its right checksum.
    fn with_body(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut state = State::new(Params::random(Shape { hidden: 16, buckets: 1 }, 1));
        state.epochs = vec![Epoch { training: [0.1, 0.4], held_out: [0.2, 0.3] }];
        let mut body = to_bytes("x", &state)[HEADER..].to_vec();
        change(&mut body);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(fnv1a(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    #[test]
    fn no_number_of_the_header_is_believed() {
        assert!(from_bytes(&with_body(|_| {}), "x").is_ok());
        // The length of the description, the shape, the epochs, the steps.
        for at in 0..6 {
            for wrong in [1 << 40, 17, u64::MAX, 1 << 60, 0] {
                let bytes = with_body(|body| {
                    body[8 * at..8 * at + 8].copy_from_slice(&u64::to_le_bytes(wrong));
                });
                let read = from_bytes(&bytes, "x");
                // The steps and the averages may have any number up to the limit.
                let is_possible = at > 3 && wrong <= MAX_STEPS;
                assert_eq!(read.is_ok(), is_possible, "number {at}: {wrong}");
            }
        }
    }

    #[test]
    fn a_state_that_is_not_finite_is_refused() {
        for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let bytes = with_body(|body| {
                let last = body.len() - 4;
                body[last..].copy_from_slice(&wrong.to_le_bytes());
            });
            assert!(matches!(from_bytes(&bytes, "x"), Err(CheckpointError::Impossible)));
        }
    }

    proptest! {
        #[test]
        fn no_body_ends_the_program(
            changes in vec((0_usize..160, any::<u8>()), 0..8),
            length in 0_usize..400_000,
        ) {
            let bytes = with_body(|body| {
                changes.iter().for_each(|&(at, byte)| body[at] = byte);
                body.truncate(length);
            });
            let _ = from_bytes(&bytes, "x");
        }
    }
}
