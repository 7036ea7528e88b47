//! Statistics of files of samples.

use super::SampleReader;
use crate::engine::tt::Bound;
use crate::training::data::error::{DataError, FileError};
use crate::training::data::filter::{Filter, FilterCounts};
use crate::training::data::packed::{BoardAndSide, PackedPosition};
use crate::training::data::scan::LeftOut;
use std::collections::HashMap;
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
    /// Samples of a position that their block has more than once.
    pub repeated: u64,
    /// Those of them whose score no other record of the position allows: an exact
    /// score or a bound beyond the opposite bound.
    pub contradicted: u64,
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
            repeated: 0,
            contradicted: 0,
            filtered: FilterCounts::default(),
            left_out: Vec::new(),
        }
    }

    /// Counts the samples of a file, which is read from its start.
    ///
    /// # Errors
    /// If the file cannot be read or has a position that is not legal.
    pub fn add(&mut self, path: &Path, source: impl Read) -> Result<(), FileError> {
        let wrong = |error| FileError::new(path, error);
        let mut reader = SampleReader::new(source).map_err(wrong)?;
        for block in &mut reader {
            let block = block.map_err(wrong)?;
            self.blocks += 1;
            self.add_repetitions(block.positions());
            for sample in block.positions() {
                let position = sample
                    .unpack()
                    .map_err(|why| wrong(DataError::IllegalSample { block: block.number, why }))?;
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

    /// Counts the positions that a block has several times: the samples of a search
    /// lie together.
    fn add_repetitions(&mut self, samples: impl Iterator<Item = PackedPosition>) {
        let mut by_position: HashMap<BoardAndSide, Vec<[i16; 2]>> = HashMap::new();
        for sample in samples {
            by_position.entry(sample.board_and_side()).or_default().push(allowed(&sample));
        }
        for records in by_position.values().filter(|records| records.len() > 1) {
            self.repeated += records.len() as u64;
            let contradicts = |&&[low, high]: &&[i16; 2]| {
                records.iter().any(|&[least, most]| least > high || most < low)
            };
            self.contradicted += records.iter().filter(contradicts).count() as u64;
        }
    }

    /// All samples in whole blocks, whatever their bound.
    pub fn samples(&self) -> u64 {
        self.bounds.iter().sum()
    }
}

/// The least and the greatest score that a sample allows, in centipawns.
fn allowed(sample: &PackedPosition) -> [i16; 2] {
    let score = sample.score();
    match sample.bound() {
        Bound::Exact => [score, score],
        Bound::Lower => [score, i16::MAX],
        Bound::Upper => [i16::MIN, score],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::Position;
    use crate::training::data::packed::Label;

    #[test]
    fn repetitions_and_contradictions_are_counted() {
        let start = Position::start();
        let other = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().expect("legal");
        let sample = |position: &Position, score, bound| {
            let label = Label { score, bound, depth: 5, result: None, is_sample: true };
            PackedPosition::new(position, &label).expect("few pieces")
        };
        let mut stats = SampleStats::new(Filter::default());
        let mut count = |samples: &[PackedPosition]| {
            stats.add_repetitions(samples.iter().copied());
            (stats.repeated, stats.contradicted)
        };
        let low = sample(&start, 10, Bound::Lower);
        assert_eq!(count(&[low, sample(&other, -20, Bound::Upper)]), (0, 0));
        // Between 10 and 30 there is room, and 20 is there.
        let agree = [low, sample(&start, 30, Bound::Upper), sample(&start, 20, Bound::Exact)];
        assert_eq!(count(&agree), (3, 0));
        let disagree = [low, sample(&start, 5, Bound::Upper), sample(&start, 30, Bound::Upper)];
        assert_eq!(count(&disagree), (6, 2));
    }
}
