//! CityHash, by which tables are summed: G. Pike and J. Alakuijala's hash of
//! 2011, in the version with the CRC of blocks.
//!
//! The functions follow CityHash 1.0, which is Copyright (c) 2011 Google, Inc.,
//! and under the MIT licence; its terms are those of the file LICENSE-MIT.

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K3: u64 = 0xc949_d7c7_509e_6557;

/// Bytes of a round of six blocks.
const ROUND: usize = 240;
/// Bytes of a block.
const BLOCK: usize = 40;
/// Up to this number of bytes are summed without the CRC.
const SHORT: usize = 900;
/// From this number of bytes on, the sum without the CRC works in pieces of this
/// size.
const PIECE: usize = 128;

/// The polynomial of CRC-32C, with the lowest power first.
const CASTAGNOLI: u32 = 0x82f6_3b78;
/// What a byte at each place of eight adds to the CRC.
static CRC_TABLES: [[u32; 256]; 8] = crc_tables();

const fn crc_tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { CASTAGNOLI } else { 0 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut place = 1;
    while place < 8 {
        let mut byte = 0;
        while byte < 256 {
            let crc = tables[place - 1][byte];
            tables[place][byte] = crc >> 8 ^ tables[0][(crc & 0xff) as usize];
            byte += 1;
        }
        place += 1;
    }
    tables
}

/// The CRC after eight bytes more.
fn crc(crc: u64, word: u64) -> u64 {
    let bytes = (word ^ crc & u64::from(u32::MAX)).to_le_bytes();
    let added =
        bytes.iter().zip(CRC_TABLES.iter().rev()).map(|(&byte, table)| table[byte as usize]);
    added.fold(0, |crc, add| crc ^ u64::from(add))
}

fn word(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |&word| u64::from_le_bytes(word))
}

fn shift_mix(value: u64) -> u64 {
    value ^ value >> 47
}

/// Two words in one.
fn mix(low: u64, high: u64) -> u64 {
    const MULTIPLIER: u64 = 0x9ddf_ea08_eb38_2d69;
    let first = shift_mix((low ^ high).wrapping_mul(MULTIPLIER));
    shift_mix((high ^ first).wrapping_mul(MULTIPLIER)).wrapping_mul(MULTIPLIER)
}

/// The sum of at least [`ROUND`] bytes, in four words.
fn sum_with_crc(bytes: &[u8], seed: u32) -> [u64; 4] {
    let (length, seed) = (bytes.len(), u64::from(seed));
    let mut a = word(bytes, 56).wrapping_add(K0);
    let mut b = word(bytes, 96).wrapping_add(K0);
    let mut c = mix(b, length as u64);
    let mut d = word(bytes, 120).wrapping_mul(K0).wrapping_add(length as u64);
    let mut e = word(bytes, 184).wrapping_add(seed);
    let start = [c, d];
    let mut crcs = [seed, 0, 0, 0, 0];
    let mut t = c.wrapping_add(d);
    let mut block = |at: usize, multiplier: u64, z: u32| {
        let old = a;
        let step = |from: u64, turn: u32, place: usize| {
            let turned = from.rotate_right(turn ^ z).wrapping_mul(multiplier);
            turned.wrapping_add(word(bytes, at + place))
        };
        (a, b, c) = (step(b, 41, 0), step(c, 27, 8), step(d, 41, 16));
        (d, e, t) = (step(e, 33, 24), step(t, 25, 32), old);
        for (sum, value) in crcs.iter_mut().zip([a, b, c, d, e]) {
            *sum = crc(*sum, value);
        }
    };
    let rounds = length - length % ROUND;
    for at in (0..rounds).step_by(BLOCK) {
        let is_odd = at / BLOCK % 2 == 1;
        block(at, if is_odd { K0 } else { 1 }, u32::from(!is_odd));
    }
    let mut at = rounds;
    while length - at >= BLOCK {
        block(at, K0, 0);
        at += BLOCK;
    }
    if at < length {
        block(length - BLOCK, K0, 0);
    }
    let [mut f, mut g, mut h, mut i, mut j] = crcs;
    j = j.wrapping_add(i << 32);
    a = mix(a, j);
    h = h.wrapping_add(g << 32);
    b = b.wrapping_add(h);
    c = mix(c, f).wrapping_add(i);
    d = mix(d, e.wrapping_add(start[0]));
    j = j.wrapping_add(e);
    i = i.wrapping_add(mix(h, t));
    e = mix(a, d).wrapping_add(j);
    f = mix(b, c).wrapping_add(a);
    g = mix(j, i).wrapping_add(c);
    let first = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
    a = shift_mix(a.wrapping_add(g).wrapping_mul(K0)).wrapping_mul(K0).wrapping_add(b);
    let second = start[1].wrapping_add(a).wrapping_add(first);
    a = shift_mix(a.wrapping_mul(K0)).wrapping_mul(K0).wrapping_add(c);
    let third = a.wrapping_add(second);
    a = shift_mix(a.wrapping_add(e).wrapping_mul(K0)).wrapping_mul(K0);
    [first, second, third, a.wrapping_add(third)]
}

/// The sum of any number of bytes, in four words.
pub fn sum_of_four(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() >= ROUND {
        return sum_with_crc(bytes, 0);
    }
    let mut padded = [0; ROUND];
    padded[..bytes.len()].copy_from_slice(bytes);
    sum_with_crc(&padded, !(bytes.len() as u32))
}

/// The sum of a positive multiple of 32 bytes, in two words.
pub fn sum_of_two(bytes: &[u8]) -> [u64; 2] {
    if bytes.len() > SHORT {
        let [_, _, low, high] = sum_of_four(bytes);
        return [low, high];
    }
    let (low, high) = (word(bytes, 0) ^ K3, word(bytes, 8));
    let rest = &bytes[16..];
    if rest.len() < PIECE { sum_of_few(rest, low, high) } else { sum_of_many(rest, low, high) }
}

/// The sum of 16 to 127 bytes, in two words.
fn sum_of_few(bytes: &[u8], mut a: u64, mut b: u64) -> [u64; 2] {
    let length = bytes.len();
    let scramble = |value: u64| shift_mix(value.wrapping_mul(K1)).wrapping_mul(K1);
    let (mut c, mut d);
    if length <= 16 {
        let (low, high) = (word(bytes, 0), word(bytes, length - 8));
        let turned = high.wrapping_add(length as u64).rotate_right(length as u32);
        a = scramble(a);
        c = b.wrapping_mul(K1).wrapping_add(mix(low, turned) ^ high);
        d = shift_mix(a.wrapping_add(low));
    } else {
        c = mix(word(bytes, length - 8).wrapping_add(K1), a);
        d = mix(b.wrapping_add(length as u64), c.wrapping_add(word(bytes, length - 16)));
        a = a.wrapping_add(d);
        for at in (0..length - 16).step_by(16) {
            a = (a ^ scramble(word(bytes, at))).wrapping_mul(K1);
            b ^= a;
            c = (c ^ scramble(word(bytes, at + 8))).wrapping_mul(K1);
            d ^= c;
        }
    }
    (a, b) = (mix(a, c), mix(d, b));
    [a ^ b, mix(b, a)]
}

/// 32 bytes and two words in two words.
fn weak(bytes: &[u8], at: usize, [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let [w, x, y, z] = [0, 8, 16, 24].map(|place| word(bytes, at + place));
    a = a.wrapping_add(w);
    b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let c = a;
    a = a.wrapping_add(x).wrapping_add(y);
    b = b.wrapping_add(a.rotate_right(44));
    [a.wrapping_add(z), b.wrapping_add(c)]
}

/// The sum of 128 bytes or more, in two words.
fn sum_of_many(bytes: &[u8], mut x: u64, mut y: u64) -> [u64; 2] {
    let mut z = (bytes.len() as u64).wrapping_mul(K1);
    let at_start = |value: u64, turn: u32, add: u64| {
        value.rotate_right(turn).wrapping_mul(K1).wrapping_add(add)
    };
    let mut v = [at_start(y ^ K1, 49, word(bytes, 0)), 0];
    v[1] = at_start(v[0], 42, word(bytes, 8));
    let mut w =
        [at_start(y.wrapping_add(z), 35, x), at_start(x.wrapping_add(word(bytes, 88)), 53, 0)];
    let pieces = bytes.len() - bytes.len() % PIECE;
    for at in (0..pieces).step_by(PIECE / 2) {
        let next = |place: usize| word(bytes, at + place);
        x = at_start(x.wrapping_add(y).wrapping_add(v[0]).wrapping_add(next(8)), 37, 0);
        y = at_start(y.wrapping_add(v[1]).wrapping_add(next(48)), 42, 0);
        x ^= w[1];
        y = y.wrapping_add(v[0]).wrapping_add(next(40));
        z = at_start(z.wrapping_add(w[0]), 33, 0);
        v = weak(bytes, at, [v[1].wrapping_mul(K1), x.wrapping_add(w[0])]);
        w = weak(bytes, at + 32, [z.wrapping_add(w[1]), y.wrapping_add(next(16))]);
        (x, z) = (z, x);
    }
    x = x.wrapping_add(v[0].wrapping_add(z).rotate_right(49).wrapping_mul(K0));
    z = z.wrapping_add(w[0].rotate_right(37).wrapping_mul(K0));
    // What is left is read from its end on.
    for at in (pieces..bytes.len()).step_by(32) {
        let at = pieces + bytes.len() - at - 32;
        y = x.wrapping_add(y).rotate_right(42).wrapping_mul(K0).wrapping_add(v[1]);
        w[0] = w[0].wrapping_add(word(bytes, at + 16));
        x = x.wrapping_mul(K0).wrapping_add(w[0]);
        z = z.wrapping_add(w[1]).wrapping_add(word(bytes, at));
        w[1] = w[1].wrapping_add(v[0]);
        v = weak(bytes, at, [v[0].wrapping_add(z), v[1]]);
    }
    x = mix(x, v[0]);
    y = mix(y.wrapping_add(z), w[0]);
    [
        mix(x.wrapping_add(v[1]), w[1]).wrapping_add(y),
        mix(x.wrapping_add(w[1]), y.wrapping_add(v[1])),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_of_many_chunks_are_those_of_the_reference() {
        // Computed with the reference in C. Real tables of the tests have one chunk.
        for (length, expected) in [
            (256, [0x3f6d_affa_81c4_4718, 0xeee5_c696_d969_7327]),
            (288, [0xc8d6_d1d7_5c63_3c4e, 0x0173_b727_df73_af7e]),
        ] {
            let bytes: Vec<u8> = (0..length).map(|at: u32| (7 * at) as u8).collect();
            assert_eq!(sum_of_two(&bytes), expected, "{length}");
        }
    }
}
