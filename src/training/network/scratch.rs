//! Positions on disk, distributed at random over chunks that fit into memory.
//!
//! All chunks share one file. A chunk is a list of blocks in it, so the index in
//! memory needs only a few bytes for hundreds of positions.

use crate::support::files::scratch::scratch;
use crate::training::data::packed::{PACKED, PackedPosition};
use crate::training::learn::parallel::lock;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;

/// Positions of a block, at most.
const BLOCK: usize = 512;

/// Where a block lies in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Block {
    /// In bytes.
    offset: u64,
    /// In positions.
    length: u32,
}

/// A part of the positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chunk {
    blocks: Vec<Block>,
    /// Its positions of games.
    pub games: usize,
    /// Its samples of trees.
    pub samples: usize,
}

impl Chunk {
    /// The positions of games and the samples together.
    pub fn positions(&self) -> usize {
        self.games + self.samples
    }
}

/// Fills chunks.
pub struct ScratchWriter {
    file: File,
    end: u64,
    chunks: Vec<Chunk>,
    /// What waits to be written for each chunk.
    buffers: Vec<Vec<u8>>,
}

impl ScratchWriter {
    /// Makes a file in a folder for `chunks` chunks.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn create(folder: &Path, chunks: usize) -> io::Result<ScratchWriter> {
        Ok(ScratchWriter {
            file: scratch(folder)?,
            end: 0,
            chunks: vec![Chunk::default(); chunks],
            buffers: vec![Vec::new(); chunks],
        })
    }

    /// Adds a position to a chunk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, chunk: usize, packed: &PackedPosition) -> io::Result<()> {
        self.buffers[chunk].extend(packed.0);
        if packed.is_sample() {
            self.chunks[chunk].samples += 1;
        } else {
            self.chunks[chunk].games += 1;
        }
        if self.buffers[chunk].len() >= BLOCK * PACKED { self.write(chunk) } else { Ok(()) }
    }

    fn write(&mut self, chunk: usize) -> io::Result<()> {
        let buffer = &mut self.buffers[chunk];
        let length = (buffer.len() / PACKED) as u32;
        self.file.write_all(buffer)?;
        self.chunks[chunk].blocks.push(Block { offset: self.end, length });
        self.end += buffer.len() as u64;
        buffer.clear();
        Ok(())
    }

    /// Writes what waits. The chunks can be read now.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<Scratch> {
        for chunk in 0..self.chunks.len() {
            if !self.buffers[chunk].is_empty() {
                self.write(chunk)?;
            }
        }
        self.buffers = Vec::new();
        Ok(Scratch { chunks: std::mem::take(&mut self.chunks), writer: Mutex::new(self) })
    }
}

/// Chunks that are filled.
pub struct Scratch {
    /// The chunks, by their numbers.
    pub chunks: Vec<Chunk>,
    /// Holds the file. It is locked while a block is read, since the place to
    /// read from belongs to the file.
    writer: Mutex<ScratchWriter>,
}

impl Scratch {
    /// Reads a chunk, in the order in which it was filled.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, chunk: usize) -> io::Result<Vec<PackedPosition>> {
        let mut positions = Vec::with_capacity(self.chunks[chunk].positions());
        self.read_parts(chunk, self.chunks[chunk].positions().max(1), &mut |part| {
            positions.extend_from_slice(part);
        })?;
        Ok(positions)
    }

    /// Reads a chunk in parts of `length` positions; the last part may have
    /// fewer.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_parts(
        &self,
        chunk: usize,
        length: usize,
        take: &mut dyn FnMut(&[PackedPosition]),
    ) -> io::Result<()> {
        let mut bytes = vec![0; BLOCK * PACKED];
        let mut part = Vec::with_capacity(length.min(self.chunks[chunk].positions()) + BLOCK);
        for block in &self.chunks[chunk].blocks {
            let bytes = &mut bytes[..block.length as usize * PACKED];
            let mut writer = lock(&self.writer);
            writer.file.seek(SeekFrom::Start(block.offset))?;
            writer.file.read_exact(bytes)?;
            drop(writer);
            part.extend(bytes.as_chunks().0.iter().map(|&bytes| PackedPosition(bytes)));
            while part.len() >= length {
                take(&part[..length]);
                part.drain(..length);
            }
        }
        if !part.is_empty() {
            take(&part);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_keep_what_they_got_in_its_order() {
        let folder = tempfile::tempdir().unwrap();
        let packed = |number: u64| {
            let mut bytes = [0; PACKED];
            bytes[..8].copy_from_slice(&number.to_le_bytes());
            PackedPosition(bytes)
        };
        let mut writer = ScratchWriter::create(folder.path(), 3).unwrap();
        (0..5_000).for_each(|number| writer.add(number as usize % 3, &packed(number)).unwrap());
        let scratch = writer.finish().unwrap();
        for chunk in 0..3 {
            let expected: Vec<u64> = (chunk as u64..5_000).step_by(3).collect();
            let numbers = |part: &[PackedPosition]| -> Vec<u64> {
                part.iter().map(|packed| packed.occupied().0).collect()
            };
            assert_eq!(numbers(&scratch.read(chunk).unwrap()), expected);
            let mut parts = Vec::new();
            scratch.read_parts(chunk, 700, &mut |part| parts.push(numbers(part))).unwrap();
            assert_eq!(
                parts.iter().map(Vec::len).collect::<Vec<_>>(),
                [700, 700, expected.len() - 1400]
            );
            assert_eq!(parts.concat(), expected);
        }
        drop(scratch);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
