//! Statistics of files of samples.

use super::{SampleError, SampleFileError, SampleReader};
use crate::training::filter::{Filter, FilterCounts};
use crate::training::scan::LeftOut;
use crate::tt::Bound;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The number of depths that are counted one by one, from zero; the last one
/// has all greater depths as well.
pub const DEPTHS: usize = 21;

/// Statistics of samples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleStats {
    /// Which positions are kept.
    pub filter: Filter,
    /// Whole blocks.
    pub blocks: u64,
    /// Samples with an exact score, a lower and an upper bound.
    pub bounds: [u64; 3],
    /// Samples by the depth of their search, in plies.
    pub depths: [u64; DEPTHS],
    /// What the trainer keeps.
    pub filtered: FilterCounts,
    /// What is damaged or torn in which file.
    pub left_out: Vec<(PathBuf, LeftOut)>,
}

impl SampleStats {
    /// Statistics of no samples.
    pub fn new(filter: Filter) -> SampleStats {
        SampleStats {
            filter,
            blocks: 0,
            bounds: [0; 3],
            depths: [0; DEPTHS],
            filtered: FilterCounts::default(),
            left_out: Vec::new(),
        }
    }

    /// Counts the samples of a file, which is read from its start.
    ///
    /// # Errors
    /// If the file cannot be read or has a position that is not legal.
    pub fn add(&mut self, path: &Path, source: impl Read) -> Result<(), SampleFileError> {
        let wrong = |error| SampleFileError::new(path, error);
        let mut reader = SampleReader::new(source).map_err(wrong)?;
        while let Some(block) = reader.next().map_err(wrong)? {
            self.blocks += 1;
            for sample in block.positions() {
                let position = sample.unpack().map_err(|why| {
                    SampleFileError::new(path, SampleError::Impossible { block: block.number, why })
                })?;
                let bound = match sample.bound() {
                    Bound::Exact => 0,
                    Bound::Lower => 1,
                    Bound::Upper => 2,
                };
                self.bounds[bound] += 1;
                self.depths[usize::from(sample.depth()).min(DEPTHS - 1)] += 1;
                self.filtered.add(self.filter.sample(&position, &sample));
            }
        }
        if !reader.left_out().is_nothing() {
            self.left_out.push((path.to_path_buf(), reader.left_out()));
        }
        Ok(())
    }

    /// All samples.
    pub fn samples(&self) -> u64 {
        self.bounds.iter().sum()
    }
}
