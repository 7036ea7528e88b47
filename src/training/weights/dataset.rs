//! The tuner's dataset: for each position, the weights that count and how often.

use super::FloatPair;
use crate::training::data::games::DecidedResult;

/// About how many positions a block has. A block is also the batch of one
/// optimiser step: small enough for many steps in an epoch, large enough for a
/// gradient with little noise.
pub const BLOCK: usize = 16_384;

/// What the dataset knows of a position apart from its terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionLabel {
    /// White's material less Black's, by the documents' values, in centipawns.
    pub material: i16,
    /// The search score, in centipawns from White's side.
    pub score: i16,
    /// The result of the game.
    pub result: DecidedResult,
    /// The phase, up to [`FULL_PHASE`](crate::engine::eval::FULL_PHASE).
    pub phase: u8,
    /// The scale of the value, up to [`FULL_SCALE`](crate::engine::eval::FULL_SCALE).
    pub scale: u8,
    /// What the network adds, in centipawns from White's side.
    pub network: i16,
}

/// A position: its label, its target, and where its terms are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// What is known of the position.
    pub label: PositionLabel,
    /// White's expected score to fit, from 0 to 1.
    pub target: f32,
    /// The end of its terms; they begin where those of the row before end.
    end: u32,
}

/// Positions in random order. Each takes 20 bytes and 3 for each term: five
/// million positions of sixty terms take one gigabyte.
#[derive(Clone, Default, Debug)]
pub struct TrainingBlock {
    rows: Vec<Row>,
    /// The weights that count …
    indices: Vec<u16>,
    /// … and how often, White's less Black's.
    counts: Vec<i8>,
}

impl TrainingBlock {
    /// Adds a position and its terms: the index of a weight, and how often it
    /// counts. The target is 0.5 until [`Dataset::label`] sets it.
    ///
    /// # Panics
    /// With 2³² terms or more. A block has about a million.
    pub fn push(&mut self, label: PositionLabel, terms: impl IntoIterator<Item = (u16, i16)>) {
        for (index, count) in terms {
            let mut left = count;
            while left != 0 {
                // A count beyond a byte is rare; it becomes several terms.
                let part = left.clamp(i8::MIN.into(), i8::MAX.into());
                self.indices.push(index);
                self.counts.push(part as i8);
                left -= part;
            }
        }
        let end = u32::try_from(self.indices.len()).expect("a block stays far below 2³² terms");
        self.rows.push(Row { label, target: 0.5, end });
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the block has no positions.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The positions, without their terms.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The positions, to set their targets.
    pub fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.rows
    }

    /// A range of positions with their terms.
    pub fn slice(
        &self,
        rows: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (&Row, RowTerms<'_>)> {
        let mut start = match rows.start {
            0 => 0,
            first => self.rows[first - 1].end as usize,
        };
        self.rows[rows].iter().map(move |row| {
            let range = start..row.end as usize;
            start = range.end;
            (row, RowTerms { indices: &self.indices[range.clone()], counts: &self.counts[range] })
        })
    }

    /// Frees reserved memory that is not used.
    pub fn shrink(&mut self) {
        self.rows.shrink_to_fit();
        self.indices.shrink_to_fit();
        self.counts.shrink_to_fit();
    }
}

/// The terms of one position.
#[derive(Clone, Copy, Debug)]
pub struct RowTerms<'b> {
    indices: &'b [u16],
    counts: &'b [i8],
}

impl RowTerms<'_> {
    /// The sum of the weights times their counts.
    #[inline]
    pub fn sum(self, weights: &[FloatPair]) -> FloatPair {
        let mut sum = [0.0; 2];
        for (&index, &count) in self.indices.iter().zip(self.counts) {
            let [middle, end] = weights[usize::from(index)];
            sum[0] += middle * f32::from(count);
            sum[1] += end * f32::from(count);
        }
        sum
    }

    /// Adds `by` times its count to each weight that counts.
    #[inline]
    pub fn add(self, by: FloatPair, weights: &mut [FloatPair]) {
        for (&index, &count) in self.indices.iter().zip(self.counts) {
            let weight = &mut weights[usize::from(index)];
            weight[0] += by[0] * f32::from(count);
            weight[1] += by[1] * f32::from(count);
        }
    }
}

/// All sampled positions.
#[derive(Clone, Default, Debug)]
pub struct Dataset {
    /// The training positions.
    pub training: Vec<TrainingBlock>,
    /// The number of games that they are from.
    pub games: usize,
    /// Positions of other games, held out to measure the loss on unseen games.
    pub held_out: Vec<TrainingBlock>,
    /// How often each weight occurs in all positions, White's and Black's added,
    /// for the middle game and for the end game. A position counts for both by
    /// the shares of its phase.
    pub occurrences: Vec<[f64; 2]>,
}

impl Dataset {
    /// The number of training positions.
    pub fn training_len(&self) -> usize {
        self.training.iter().map(TrainingBlock::len).sum()
    }

    /// The number of held-out positions.
    pub fn held_out_len(&self) -> usize {
        self.held_out.iter().map(TrainingBlock::len).sum()
    }

    /// Sets the target of each position.
    pub fn label(&mut self, target: impl Fn(&PositionLabel) -> f64) {
        for block in self.training.iter_mut().chain(&mut self.held_out) {
            for row in block.rows_mut() {
                row.target = target(&row.label) as f32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABEL: PositionLabel = PositionLabel {
        material: 0,
        score: 0,
        result: DecidedResult::Draw,
        phase: 24,
        scale: 64,
        network: 0,
    };

    #[test]
    fn terms_stay_with_their_positions() {
        let mut block = TrainingBlock::default();
        block.push(LABEL, [(0, 1), (2, -3)]);
        block.push(PositionLabel { material: 7, ..LABEL }, []);
        block.push(LABEL, [(1, 300), (0, -200)]);
        let weights = [[1.0, 10.0], [2.0, 20.0], [4.0, 40.0]];
        let sums = |range| -> Vec<(i16, FloatPair)> {
            block
                .slice(range)
                .map(|(row, terms)| (row.label.material, terms.sum(&weights)))
                .collect()
        };
        let all = [(0, [-11.0, -110.0]), (7, [0.0, 0.0]), (0, [400.0, 4_000.0])];
        assert_eq!(sums(0..3), all);
        assert_eq!(sums(1..3), all[1..]);
        assert_eq!(sums(2..3), all[2..]);
        let mut gradient = [[0.0; 2]; 3];
        block.slice(2..3).for_each(|(_, terms)| terms.add([1.0, 0.5], &mut gradient));
        assert_eq!(gradient, [[-200.0, -100.0], [300.0, 150.0], [0.0, 0.0]]);
    }

    #[test]
    fn a_row_is_small() {
        assert!(size_of::<Row>() <= 20, "{}", size_of::<Row>());
    }
}
