//! The number of a position within its table.
//!
//! A table numbers the positions of its pieces without gaps where it can. The
//! board is mirrored until the leading pieces stand in a small region: without
//! pawns the a1-d1-d4 triangle, with pawns the files a to d. Then each group of
//! equal pieces counts as one combination of squares.

use super::material::MAX_PIECES;
use once_cell::sync::Lazy;

/// Squares of a board.
const SQUARES: usize = 64;
/// Squares on which a pawn can stand.
const PAWN_SQUARES: usize = 48;
/// The files of the leading pawn after mirroring.
pub const PAWN_FILES: usize = 4;

/// The squares of the triangle that are not on the diagonal.
const OFF_DIAGONAL: u64 = 6;
/// The squares of a main diagonal within the triangle, and in all.
const HALF_DIAGONAL: u64 = 4;
const DIAGONAL: u64 = 8;
/// The squares below the main diagonal.
const BELOW_DIAGONAL: u64 = 28;
/// The placements of two kings, and of three different pieces.
pub const TWO_KINGS: u64 = 462;
pub const THREE_PIECES: u64 = 31_332;

/// What the numbers are computed from.
struct IndexTables {
    /// `choose[k][n]`: in how many ways `k` of `n` things are chosen.
    choose: [[u64; SQUARES]; MAX_PIECES],
    /// The number of a square of the triangle: first those below the diagonal,
    /// then those on it.
    triangle: [Option<usize>; SQUARES],
    /// The number of a square below the main diagonal, or of its mirror image.
    below: [u64; SQUARES],
    /// The number of two kings, the first by its number in the triangle.
    kings: [[Option<u64>; SQUARES]; 10],
    /// The order of pawns: the highest is the leading one.
    pawn_order: [usize; SQUARES],
    /// The number of the leading pawn's square, for each number of pawns.
    leading_pawn: [[u64; SQUARES]; MAX_PIECES],
    /// How many numbers the leading pawns take on each file.
    leading_pawns: [[u64; PAWN_FILES]; MAX_PIECES],
}

static TABLES: Lazy<IndexTables> = Lazy::new(IndexTables::new);

/// In how many ways `count` of `from` squares are chosen.
pub fn choose(count: usize, from: usize) -> u64 {
    TABLES.choose.get(count).and_then(|row| row.get(from)).copied().unwrap_or(0)
}

/// How many numbers `pawns` leading pawns take if the first of them is on this
/// file.
pub fn leading_pawns_size(pawns: usize, file: usize) -> u64 {
    TABLES.leading_pawns[pawns][file]
}

/// The place of a pawn in the order: the highest is the leading one.
pub fn pawn_order(square: usize) -> usize {
    TABLES.pawn_order[square]
}

/// How far a square is above the main diagonal from a1 to h8, in ranks.
fn above_diagonal(square: usize) -> i32 {
    (square / 8) as i32 - (square % 8) as i32
}

impl IndexTables {
    fn new() -> IndexTables {
        let mut choose = [[0; SQUARES]; MAX_PIECES];
        choose[0] = [1; SQUARES];
        for count in 1..MAX_PIECES {
            for from in 1..SQUARES {
                choose[count][from] = choose[count - 1][from - 1] + choose[count][from - 1];
            }
        }
        let mut triangle = [None; SQUARES];
        let quarter = || (0..SQUARES).filter(|square| square % 8 < 4 && square / 8 < 4);
        let below_first = quarter().filter(|&square| above_diagonal(square) < 0);
        let on_diagonal = quarter().filter(|&square| above_diagonal(square) == 0);
        for (number, square) in below_first.chain(on_diagonal).enumerate() {
            triangle[square] = Some(number);
        }
        let mut below = [0; SQUARES];
        let lower = (0..SQUARES).filter(|&square| above_diagonal(square) < 0);
        for (number, square) in lower.enumerate() {
            below[square] = number as u64;
            below[square % 8 * 8 + square / 8] = number as u64;
        }
        let mut tables = IndexTables {
            choose,
            triangle,
            below,
            kings: [[None; SQUARES]; 10],
            pawn_order: [0; SQUARES],
            leading_pawn: [[0; SQUARES]; MAX_PIECES],
            leading_pawns: [[0; PAWN_FILES]; MAX_PIECES],
        };
        tables.number_kings();
        tables.number_pawns();
        tables
    }

    /// Numbers the legal placements of two kings. If the first is on the
    /// diagonal, the second is not above it; both on it come last.
    fn number_kings(&mut self) {
        let mut next = 0;
        for both_on_diagonal in [false, true] {
            for number in 0..self.kings.len() {
                let first = self.triangle.iter().position(|&other| other == Some(number));
                let Some(first) = first else { continue };
                for second in 0..SQUARES {
                    let distance = (first / 8).abs_diff(second / 8);
                    let is_near = distance.max((first % 8).abs_diff(second % 8)) <= 1;
                    let sides = [first, second].map(above_diagonal);
                    let is_mirrored = sides[0] == 0 && sides[1] > 0;
                    if is_near || is_mirrored || both_on_diagonal != (sides == [0, 0]) {
                        continue;
                    }
                    self.kings[number][second] = Some(next);
                    next += 1;
                }
            }
        }
        debug_assert_eq!(next, TWO_KINGS);
    }

    /// Numbers the pawns. The pawn nearest the edge leads, and on one file the
    /// lowest one.
    fn number_pawns(&mut self) {
        let mut order = PAWN_SQUARES;
        for file in 0..PAWN_FILES {
            for rank in 1..7 {
                for square in [8 * rank + file, 8 * rank + 7 - file] {
                    order -= 1;
                    self.pawn_order[square] = order;
                }
            }
        }
        for pawns in 1..MAX_PIECES {
            for file in 0..PAWN_FILES {
                let mut next = 0;
                for rank in 1..7 {
                    let square = 8 * rank + file;
                    self.leading_pawn[pawns][square] = next;
                    next += self.choose[pawns - 1][self.pawn_order[square]];
                }
                self.leading_pawns[pawns][file] = next;
            }
        }
    }
}

/// The groups of equal pieces of a table, the leading one first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Groups {
    /// How many pieces each group has; zero after the last.
    pub lengths: [usize; MAX_PIECES + 1],
    /// What a step in the number of each group adds to the number of the
    /// position.
    pub factors: [u64; MAX_PIECES + 1],
    /// Whether the leading group holds pawns.
    pub has_pawns: bool,
    /// Whether the second group holds the opponent's pawns.
    pub both_have_pawns: bool,
}

impl Groups {
    /// The number of a position with pieces on these squares, in the order of
    /// the table's pieces; `None` if the pieces do not fit the table.
    pub fn number(&self, squares: &mut [usize]) -> Option<u64> {
        let leading = self.lengths[0];
        if self.has_pawns {
            mirror_pawns(squares, leading)?;
        } else {
            mirror_pieces(squares, leading);
        }
        let mut number = self.factors[0]
            * if self.has_pawns {
                number_of_pawns(&squares[..leading])
            } else if leading == 3 {
                number_of_three(squares)?
            } else {
                TABLES.kings[TABLES.triangle[squares[0]]?][squares[1]]?
            };
        let mut start = leading;
        let mut pawns = self.both_have_pawns;
        for (group, &length) in self.lengths.iter().enumerate().skip(1) {
            if length == 0 {
                break;
            }
            let (before, rest) = squares.split_at_mut(start);
            let own = &mut rest[..length];
            own.sort_unstable();
            let mut combination = 0;
            for (place, &square) in own.iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < square).count();
                let free = square.checked_sub(taken + if pawns { 8 } else { 0 })?;
                combination += choose(place + 1, free);
            }
            number += combination * self.factors[group];
            pawns = false;
            start += length;
        }
        Some(number)
    }
}

/// Puts the leading pawn first and mirrors the board until it stands on the
/// files a to d.
fn mirror_pawns(squares: &mut [usize], leading: usize) -> Option<()> {
    let first = (0..leading).max_by_key(|&pawn| pawn_order(squares[pawn]))?;
    squares.swap(0, first);
    if squares[0] % 8 >= PAWN_FILES {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    squares[1..leading].sort_unstable_by_key(|&square| pawn_order(square));
    Some(())
}

/// The number of leading pawns, the first of which leads.
fn number_of_pawns(pawns: &[usize]) -> u64 {
    let first = TABLES.leading_pawn[pawns.len()][pawns[0]];
    let others = pawns.iter().enumerate().skip(1);
    first + others.map(|(place, &square)| choose(place, pawn_order(square))).sum::<u64>()
}

/// Mirrors the board until the first piece stands in the a1-d1-d4 triangle, and
/// the first leading piece off the diagonal stands below it.
fn mirror_pieces(squares: &mut [usize], leading: usize) {
    let (flip_file, flip_rank) = (squares[0] % 8 >= 4, squares[0] / 8 >= 4);
    let flip = if flip_file { 7 } else { 0 } | if flip_rank { 56 } else { 0 };
    squares.iter_mut().for_each(|square| *square ^= flip);
    let off = squares[..leading].iter().map(|&square| above_diagonal(square)).find(|&d| d != 0);
    if off.is_some_and(|distance| distance > 0) {
        squares.iter_mut().for_each(|square| *square = *square % 8 * 8 + *square / 8);
    }
}

/// The number of three different pieces. The first that is off the diagonal is
/// below it; those before it are on it.
fn number_of_three(squares: &[usize]) -> Option<u64> {
    let [a, b, c] = [squares[0], squares[1], squares[2]];
    // Squares behind those that are taken count one less for each.
    let second = u64::from(b > a);
    let third = u64::from(c > a) + u64::from(c > b);
    let rank = |square: usize| (square / 8) as u64;
    let [b_free, c_free] = [(b as u64).checked_sub(second)?, (c as u64).checked_sub(third)?];
    let [b_rank, c_rank] = [rank(b).checked_sub(second), rank(c).checked_sub(third)];
    let (others, last) = (SQUARES as u64 - 1, SQUARES as u64 - 2);
    let mut base = OFF_DIAGONAL * others * last;
    if above_diagonal(a) != 0 {
        return Some(TABLES.triangle[a]? as u64 * others * last + b_free * last + c_free);
    }
    if above_diagonal(b) != 0 {
        return Some(base + (rank(a) * BELOW_DIAGONAL + TABLES.below[b]) * last + c_free);
    }
    base += HALF_DIAGONAL * BELOW_DIAGONAL * last;
    if above_diagonal(c) != 0 {
        let on_diagonal = rank(a) * (DIAGONAL - 1) + b_rank?;
        return Some(base + on_diagonal * BELOW_DIAGONAL + TABLES.below[c]);
    }
    base += HALF_DIAGONAL * (DIAGONAL - 1) * BELOW_DIAGONAL;
    Some(base + (rank(a) * (DIAGONAL - 1) + b_rank?) * (DIAGONAL - 2) + c_rank?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn three_pieces_take_all_numbers_once() {
        let groups = Groups {
            lengths: [3, 0, 0, 0, 0, 0, 0, 0],
            factors: [1; MAX_PIECES + 1],
            ..Groups::default()
        };
        let mut seen = BTreeSet::new();
        for code in 0..SQUARES.pow(3) {
            let mut squares = [code % 64, code / 64 % 64, code / 4096];
            let distinct: BTreeSet<_> = squares.into_iter().collect();
            if distinct.len() == 3 {
                seen.insert(groups.number(&mut squares).expect("three squares"));
            }
        }
        assert_eq!(seen.len() as u64, THREE_PIECES);
        assert_eq!(seen.last().copied(), Some(THREE_PIECES - 1));
    }

    #[test]
    fn pawns_take_all_numbers_once() {
        for file in 0..PAWN_FILES {
            let mut seen = BTreeSet::new();
            for code in 0..SQUARES.pow(2) {
                let mut squares = [code % 64, code / 64];
                let is_pawn = |square: &usize| (1..7).contains(&(square / 8));
                if squares[0] == squares[1] || !squares.iter().all(is_pawn) {
                    continue;
                }
                mirror_pawns(&mut squares, 2).expect("two pawns");
                if squares[0] % 8 == file {
                    seen.insert(number_of_pawns(&squares));
                }
            }
            assert_eq!(seen.len() as u64, leading_pawns_size(2, file));
            assert_eq!(seen.last().copied(), Some(leading_pawns_size(2, file) - 1));
        }
        assert_eq!((choose(2, 5), choose(0, 3), choose(3, 2)), (10, 1, 0));
    }
}
