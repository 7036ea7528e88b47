//! Positions as the tuner knows them: which weights count how often.

use super::Learned;
use crate::training::data::DecidedResult;

/// About so many positions make a block. A block is also what one step of
/// learning looks at, so it must be small enough for many steps in a round,
/// and large enough for each to point in a sensible direction.
pub const BLOCK: usize = 16_384;

/// What is known of a position, beside its terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionLabel {
    /// White's material less Black's, in centipawns by the documents' values.
    pub material: i16,
    /// What a search thought of it, in centipawns from White's side.
    pub score: i16,
    /// How the game ended.
    pub result: DecidedResult,
    /// How much of the middle game is left, of [`FULL_PHASE`](super::model::FULL_PHASE).
    pub phase: u8,
    /// How much of an advantage can be made use of, of
    /// [`FULL_SCALE`](super::model::FULL_SCALE).
    pub scale: u8,
}

/// A position: what is known of it, what is to be learned, and where its
/// terms are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// What is known of it.
    pub facts: PositionLabel,
    /// What chance White should be thought to have, from 0 to 1.
    pub target: f32,
    /// Where its terms end; they begin where those of the row before end.
    end: u32,
}

/// Positions in no particular order, in 20 bytes each and three more for each
/// term: five million of sixty terms take one gigabyte.
#[derive(Clone, Default, Debug)]
pub struct Block {
    rows: Vec<Row>,
    /// Which weight counts …
    indices: Vec<u16>,
    /// … and how often, White's less Black's.
    counts: Vec<i8>,
}

impl Block {
    /// Adds a position and its terms: the number of a weight, and how often
    /// it counts.
    ///
    /// # Panics
    /// Beyond 2³² terms, 250,000 times what a block has.
    pub fn push(&mut self, facts: PositionLabel, terms: impl IntoIterator<Item = (u16, i16)>) {
        for (index, count) in terms {
            let mut left = count;
            while left != 0 {
                // A count beyond a byte is rare, and as good in two terms.
                let part = left.clamp(i8::MIN.into(), i8::MAX.into());
                self.indices.push(index);
                self.counts.push(part as i8);
                left -= part;
            }
        }
        let end = u32::try_from(self.indices.len()).expect("a block stays far below 2³² terms");
        self.rows.push(Row { facts, target: 0.5, end });
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Its positions, without their terms.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Its positions, to be labelled.
    pub fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.rows
    }

    /// Some of its positions with their terms.
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

    /// Gives back what was reserved and not used.
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
    /// The sum of all weights, each as often as it counts.
    #[inline]
    pub fn sum(self, weights: &[Learned]) -> Learned {
        let mut sum = [0.0; 2];
        for (&index, &count) in self.indices.iter().zip(self.counts) {
            let [middle, end] = weights[usize::from(index)];
            sum[0] += middle * f32::from(count);
            sum[1] += end * f32::from(count);
        }
        sum
    }

    /// Adds something to all weights that count, each as often as it does.
    #[inline]
    pub fn add(self, by: Learned, weights: &mut [Learned]) {
        for (&index, &count) in self.indices.iter().zip(self.counts) {
            let weight = &mut weights[usize::from(index)];
            weight[0] += by[0] * f32::from(count);
            weight[1] += by[1] * f32::from(count);
        }
    }
}

/// All positions there are to learn from.
#[derive(Clone, Default, Debug)]
pub struct Corpus {
    /// Those that are learned from.
    pub training: Vec<Block>,
    /// How many games these are from.
    pub games: usize,
    /// Those of other games, that tell whether what was learned is true.
    pub held_out: Vec<Block>,
    /// How often each weight occurs in all of them, White's and Black's added
    /// and not subtracted, in positions of pure middle game and end game; a
    /// position in between counts for both in proportion.
    pub seen: Vec<[f64; 2]>,
}

impl Corpus {
    /// How many positions are learned from.
    pub fn training_len(&self) -> usize {
        self.training.iter().map(Block::len).sum()
    }

    /// How many are held out.
    pub fn held_out_len(&self) -> usize {
        self.held_out.iter().map(Block::len).sum()
    }

    /// Changes what is to be learned of each position.
    pub fn label(&mut self, target: impl Fn(&PositionLabel) -> f64) {
        for block in self.training.iter_mut().chain(&mut self.held_out) {
            for row in block.rows_mut() {
                row.target = target(&row.facts) as f32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: PositionLabel =
        PositionLabel { material: 0, score: 0, result: DecidedResult::Draw, phase: 24, scale: 64 };

    #[test]
    fn terms_stay_with_their_positions() {
        let mut block = Block::default();
        block.push(FACTS, [(0, 1), (2, -3)]);
        block.push(PositionLabel { material: 7, ..FACTS }, []);
        block.push(FACTS, [(1, 300), (0, -200)]);
        let weights = [[1.0, 10.0], [2.0, 20.0], [4.0, 40.0]];
        let sums = |range| -> Vec<(i16, Learned)> {
            block
                .slice(range)
                .map(|(row, terms)| (row.facts.material, terms.sum(&weights)))
                .collect()
        };
        let all = [(0, [-11.0, -110.0]), (7, [0.0, 0.0]), (0, [400.0, 4_000.0])];
        assert_eq!(sums(0..3), all);
        assert_eq!(sums(1..3), all[1..]);
        assert_eq!(sums(2..3), all[2..]);
        let mut slope = [[0.0; 2]; 3];
        block.slice(2..3).for_each(|(_, terms)| terms.add([1.0, 0.5], &mut slope));
        assert_eq!(slope, [[-200.0, -100.0], [300.0, 150.0], [0.0, 0.0]]);
    }

    #[test]
    fn a_row_is_small() {
        assert!(size_of::<Row>() <= 20, "{}", size_of::<Row>());
    }
}
