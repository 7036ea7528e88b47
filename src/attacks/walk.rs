//! Sliding attacks the slow way, square by square: the truth that the tables
//! are made from and tested against. The build script compiles this file too,
//! so it knows nothing but numbers (bit 0 is a1).

/// Steps of the rook as (files, ranks).
pub const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// Steps of the bishop as (files, ranks).
pub const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares attacked from `square` along `steps`: up to and including the
/// first occupied square each way.
pub const fn attacks(steps: &[(i8, i8); 4], square: u8, occupied: u64) -> u64 {
    let mut reached = 0;
    let mut way = 0;
    while way < 4 {
        let (files, ranks) = steps[way];
        let (mut file, mut rank) = ((square % 8) as i8 + files, (square / 8) as i8 + ranks);
        while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            let bit = 1 << (rank * 8 + file);
            reached |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += files;
            rank += ranks;
        }
        way += 1;
    }
    reached
}

/// The squares whose occupation matters to [`attacks`]: a man on the last
/// square of a way changes nothing, so the rim is left out.
pub const fn relevant(steps: &[(i8, i8); 4], square: u8) -> u64 {
    const RANKS: u64 = 0xFF00_0000_0000_00FF;
    const FILES: u64 = 0x8181_8181_8181_8181;
    let own_rank = 0xFF << (square / 8 * 8);
    let own_file = 0x0101_0101_0101_0101 << (square % 8);
    attacks(steps, square, 0) & !(RANKS & !own_rank) & !(FILES & !own_file)
}

/// The subset of `mask` that follows `subset` in counting order; after the
/// last comes the empty set again.
pub const fn next_subset(subset: u64, mask: u64) -> u64 {
    subset.wrapping_sub(mask) & mask
}
