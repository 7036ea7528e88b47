//! Sliding attacks computed square by square. The attack tables are filled from
//! them and tested against them. The build script compiles this file too, so it
//! uses plain numbers instead of the crate's types (bit 0 is a1).

/// The four steps of a rook as (files, ranks).
pub const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The four steps of a bishop as (files, ranks).
pub const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares that a slider with these steps attacks from `square`: up to and
/// including the first occupied square in each direction.
pub const fn attacks(steps: &[(i8, i8); 4], square: u8, occupied: u64) -> u64 {
    let mut attacked = 0;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = steps[direction];
        let (mut file, mut rank) = ((square % 8) as i8 + files, (square / 8) as i8 + ranks);
        while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            let bit = 1 << (rank * 8 + file);
            attacked |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += files;
            rank += ranks;
        }
        direction += 1;
    }
    attacked
}

/// The squares whose occupancy changes the result of [`attacks`]. A piece on the
/// last square of a ray changes nothing, so that square is left out.
pub const fn relevant(steps: &[(i8, i8); 4], square: u8) -> u64 {
    const RANKS: u64 = 0xFF00_0000_0000_00FF;
    const FILES: u64 = 0x8181_8181_8181_8181;
    let own_rank = 0xFF << (square / 8 * 8);
    let own_file = 0x0101_0101_0101_0101 << (square % 8);
    attacks(steps, square, 0) & !(RANKS & !own_rank) & !(FILES & !own_file)
}

/// The subset of `mask` that follows `subset` in numerical order; the empty set
/// follows the last one. The build script and the tests call it.
#[cfg_attr(not(test), allow(dead_code))]
pub const fn next_subset(subset: u64, mask: u64) -> u64 {
    subset.wrapping_sub(mask) & mask
}
