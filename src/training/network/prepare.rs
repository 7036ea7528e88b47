//! From files of games and samples to shuffled chunks of packed positions.
//!
//! The [filter](crate::training::data::filter) chooses the positions.
//!
//! One game in twenty is held out, and one block of samples in twenty. The
//! checksum of the game decides, so a game is held out in every training or in
//! none, whatever the other files and the seed.

use super::scratch::{Scratch, ScratchWriter};
use crate::chess::types::Color;
use crate::engine::tt::Bound;
use crate::support::random::RandomStream;
use crate::training::data::file_kind::FileKind;
use crate::training::data::filter::Filter;
use crate::training::data::games::{
    DataError, FileError, GameReader, Record, RecordError, SeenGames, TrainingGame,
};
use crate::training::data::packed::{Label, PackedPosition};
use crate::training::data::samples::{SampleBlock, SampleReader};
use crate::training::data::scan::LeftOut;
use crate::training::learn::parallel::on_threads;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// One game or block in this many is held out.
const HELD_OUT: u32 = 20;
/// The parts of all training games, of which a training may learn from some.
pub const PARTS: u32 = 8;
/// The positions of a chunk, estimated from the lengths of the files.
const CHUNK: u64 = 1 << 20;
/// The bytes of a position in a packed file of games, rounded.
const GAME_BYTES: u64 = 2;
/// The bytes of games or samples in a batch that all threads work on.
const BYTES_AT_ONCE: usize = 2 << 20;
/// A share is counted in parts of this size.
const SHARES: usize = 1 << 20;
/// The salt of these random numbers.
const OF_DEALING: u64 = 22;

/// The number of games and positions in the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Complete games, each counted once.
    pub games: u64,
    /// Copies of games that were left out.
    pub copies: u64,
    /// All positions of the games.
    pub positions: u64,
    /// Training positions among them.
    pub training: u64,
    /// Held-out positions among them.
    pub held_out: u64,
    /// Samples of search trees for training.
    pub training_samples: u64,
    /// Samples of search trees that are held out.
    pub held_out_samples: u64,
    /// A checksum of every game and sample in their order.
    pub fingerprint: u64,
}

impl Found {
    /// All training positions.
    pub fn all_training(&self) -> u64 {
        self.training + self.training_samples
    }

    /// All held-out positions.
    pub fn all_held_out(&self) -> u64 {
        self.held_out + self.held_out_samples
    }

    fn add_fingerprint(&mut self, checksum: u32) {
        self.fingerprint = (self.fingerprint ^ u64::from(checksum))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(23);
    }
}

/// Why files cannot be prepared.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The scratch file in this folder cannot be written.
    #[error("the scratch file in {0}: {1}")]
    Scratch(PathBuf, io::Error),
}

/// The prepared positions, distributed over chunks.
pub struct Corpus {
    /// The training chunks, then one chunk of held-out positions.
    pub scratch: Scratch,
    /// The number of games and positions.
    pub found: Found,
    /// What was left out of damaged files of samples.
    pub left_out: Vec<(PathBuf, LeftOut)>,
}

impl Corpus {
    /// How many chunks hold training positions.
    pub fn training_chunks(&self) -> usize {
        self.scratch.chunks.len() - 1
    }

    /// The chunk of held-out positions.
    pub fn held_out_chunk(&self) -> usize {
        self.training_chunks()
    }
}

/// How much of a file is learned from.
#[derive(Clone, PartialEq, Debug)]
pub struct FileShare {
    /// The name of the file, without its folder.
    pub name: OsString,
    /// The share of its training positions that are kept, from 0 to 1.
    pub share: f64,
}

impl FileShare {
    /// Whether it is about this file.
    pub fn is_of(&self, path: &Path) -> bool {
        path.file_name() == Some(&self.name)
    }
}

/// A text that is not the share of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it is the name of a file, '=' and a number from 0 to 1, not '{0}'")]
pub struct FileShareError(String);

impl FromStr for FileShare {
    type Err = FileShareError;

    /// Reads a name, `=` and a number.
    fn from_str(text: &str) -> Result<FileShare, FileShareError> {
        let share = |number: &str| number.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        let found = text.rsplit_once('=').and_then(|(name, number)| {
            Some(FileShare { name: name.into(), share: share(number)? })
        });
        found.ok_or_else(|| FileShareError(text.to_string()))
    }
}

/// Prepares positions.
#[derive(Clone, Copy, Debug)]
pub struct Preparer<'p> {
    /// Which positions are left out.
    pub filter: Filter,
    /// The files of games of which only a share is kept.
    pub weights: &'p [FileShare],
    /// The parts of the training games and blocks of samples that are kept, of
    /// [`PARTS`]. They are always the same ones.
    pub parts: u32,
    /// The folder for the scratch file.
    pub scratch: &'p Path,
    /// The seed of the distribution over chunks.
    pub seed: u64,
    /// The number of threads. It does not change the result.
    pub threads: usize,
}

impl Preparer<'_> {
    /// Reads the files and distributes their positions over chunks. The first bytes
    /// of a file tell whether it has games or samples. `tick` receives the bytes
    /// read so far.
    ///
    /// # Errors
    /// If a file cannot be read or the scratch file cannot be written.
    pub fn prepare(
        &self,
        files: &[PathBuf],
        tick: &mut dyn FnMut(u64),
    ) -> Result<Corpus, PrepareError> {
        let kind_of =
            |path: &PathBuf| FileKind::of(path).map_err(|error| FileError::new(path, error));
        let kinds = files.iter().map(kind_of).collect::<Result<Vec<_>, _>>()?;
        let expected: u64 = (files.iter().zip(&kinds))
            .map(|(path, kind)| fs::metadata(path).map_or(0, |about| about.len()) / bytes(*kind))
            .sum();
        let chunks = (expected.div_ceil(CHUNK) as usize).max(1);
        let writer = ScratchWriter::create(self.scratch, chunks + 1)
            .map_err(|error| PrepareError::Scratch(self.scratch.to_path_buf(), error))?;
        let random = RandomStream::new(self.seed, 0, OF_DEALING);
        let mut dealer = Dealer {
            writer,
            random,
            chunks,
            parts: self.parts,
            found: Found::default(),
            seen: SeenGames::default(),
            left_out: Vec::new(),
            path: self.scratch,
            bytes: 0,
        };
        for (path, kind) in files.iter().zip(kinds) {
            match kind {
                FileKind::Games => self.read_games(path, &mut dealer, tick)?,
                FileKind::Samples => self.read_samples(path, &mut dealer, tick)?,
            }
        }
        let Dealer { writer, mut found, seen, left_out, .. } = dealer;
        found.copies = seen.copies;
        let scratch = writer
            .finish()
            .map_err(|error| PrepareError::Scratch(self.scratch.to_path_buf(), error))?;
        Ok(Corpus { scratch, found, left_out })
    }

    fn read_games(
        &self,
        path: &Path,
        dealer: &mut Dealer<'_>,
        tick: &mut dyn FnMut(u64),
    ) -> Result<(), PrepareError> {
        let mut games = GameReader::open(path)?;
        let weight = self.weights.iter().rfind(|weight| weight.is_of(path));
        let share = weight.map_or(1.0, |weight| weight.share);
        let mut first = 1;
        loop {
            let (batch, bytes) = batch(|| games.next_record(), Record::len)
                .map_err(|error| FileError::new(path, error))?;
            if batch.is_empty() {
                return Ok(());
            }
            let packed = on_threads(self.threads, batch.len(), &|index| {
                let game = batch[index].decode()?;
                Ok::<_, RecordError>((game.identity(), game.moves.len() as u64, self.pack(&game)))
            });
            for (packed, game) in packed.into_iter().zip(first..) {
                let (identity, positions, packed) = packed
                    .map_err(|why| FileError::new(path, DataError::IllegalGame { game, why }))?;
                if dealer.seen.is_new(identity) {
                    dealer.found.games += 1;
                    dealer.found.positions += positions;
                    dealer.deal(identity.checksum, share, &packed)?;
                }
            }
            first += batch.len() as u64;
            dealer.bytes += bytes;
            tick(dealer.bytes);
        }
    }

    /// The positions of a game that are not left out.
    fn pack(&self, game: &TrainingGame) -> Vec<PackedPosition> {
        let mut packed = Vec::with_capacity(game.moves.len());
        let mut positions = game.positions();
        let mut plies = 0..;
        while let (Some((position, mv, score)), Some(ply)) = (positions.next(), plies.next()) {
            let Ok(linear) = self.filter.game_position(position, ply, mv, score) else { continue };
            let white = score.0 as i16;
            let label = Label {
                score: if position.side_to_move() == Color::White { white } else { -white },
                bound: Bound::Exact,
                depth: 0,
                result: Some(game.result),
                is_sample: false,
            };
            if let Some(mut one) = PackedPosition::new(position, &label) {
                one.set_linear(linear);
                packed.push(one);
            }
        }
        packed
    }

    fn read_samples(
        &self,
        path: &Path,
        dealer: &mut Dealer<'_>,
        tick: &mut dyn FnMut(u64),
    ) -> Result<(), PrepareError> {
        let wrong = |error: DataError| FileError::new(path, error);
        let mut reader = SampleReader::open(path)?;
        loop {
            let (batch, bytes) =
                batch(|| reader.next(), |block| block.bytes.len()).map_err(wrong)?;
            if batch.is_empty() {
                if !reader.left_out().is_nothing() {
                    dealer.left_out.push((path.to_path_buf(), reader.left_out()));
                }
                return Ok(());
            }
            let packed = on_threads(self.threads, batch.len(), &|index| self.repack(&batch[index]));
            for (block, packed) in batch.iter().zip(packed) {
                let packed = packed
                    .map_err(|why| wrong(DataError::IllegalSample { block: block.number, why }))?;
                dealer.deal(block.checksum(), 1.0, &packed)?;
            }
            dealer.bytes += bytes;
            tick(dealer.bytes);
        }
    }

    /// The samples of a block that are not left out, with their linear evaluation.
    fn repack(&self, block: &SampleBlock) -> Result<Vec<PackedPosition>, RecordError> {
        let mut packed = Vec::new();
        for mut sample in block.positions() {
            let position = sample.unpack()?;
            if let Ok(linear) = self.filter.sample(&position, &sample) {
                sample.set_linear(linear);
                packed.push(sample);
            }
        }
        Ok(packed)
    }
}

/// The next records, which all threads work on, and their length in bytes.
fn batch<T>(
    mut next: impl FnMut() -> Option<Result<T, DataError>>,
    length: impl Fn(&T) -> usize,
) -> Result<(Vec<T>, u64), DataError> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    while bytes < BYTES_AT_ONCE
        && let Some(record) = next()
    {
        batch.push(record?);
        bytes += batch.last().map_or(0, &length);
    }
    Ok((batch, bytes as u64))
}

/// The approximate length of a position in a file, in bytes.
fn bytes(kind: FileKind) -> u64 {
    match kind {
        FileKind::Games => GAME_BYTES,
        FileKind::Samples => size_of::<PackedPosition>() as u64,
    }
}

/// Distributes positions over chunks.
struct Dealer<'p> {
    writer: ScratchWriter,
    random: RandomStream,
    /// The number of training chunks.
    chunks: usize,
    /// The parts of the training games that are kept.
    parts: u32,
    found: Found,
    /// The games so far.
    seen: SeenGames,
    left_out: Vec<(PathBuf, LeftOut)>,
    path: &'p Path,
    /// Bytes read.
    bytes: u64,
}

impl Dealer<'_> {
    /// Distributes the positions of a game or block: all are held out, or of a part
    /// that is not kept, or a share of them is for training.
    fn deal(
        &mut self,
        checksum: u32,
        share: f64,
        positions: &[PackedPosition],
    ) -> Result<(), PrepareError> {
        // FNV-1a mixes its low bits poorly, so a multiplication mixes them again.
        let mixed = checksum.wrapping_mul(0x9e37_79b1) >> 8;
        let is_held_out = mixed.is_multiple_of(HELD_OUT);
        self.found.add_fingerprint(checksum);
        if !is_held_out && mixed / HELD_OUT % PARTS >= self.parts {
            return Ok(());
        }
        let kept = (share * SHARES as f64) as usize;
        for packed in positions {
            if !is_held_out && kept < SHARES && self.random.below(SHARES) >= kept {
                continue;
            }
            let count = match (is_held_out, packed.is_sample()) {
                (false, false) => &mut self.found.training,
                (true, false) => &mut self.found.held_out,
                (false, true) => &mut self.found.training_samples,
                (true, true) => &mut self.found.held_out_samples,
            };
            *count += 1;
            let chunk = if is_held_out { self.chunks } else { self.random.below(self.chunks) };
            self.writer
                .add(chunk, packed)
                .map_err(|error| PrepareError::Scratch(self.path.to_path_buf(), error))?;
        }
        Ok(())
    }
}
