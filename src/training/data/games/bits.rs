//! Numbers as bits: the two codes of packed games.

/// A Rice code has at most this number of ones; greater numbers follow as they
/// are.
const MAX_ONES: u32 = 24;
/// The bits of a number that follows as it is: enough for twice the difference
/// of two scores and its sign.
const PLAIN_BITS: u32 = 17;
/// The mean counts the newest number as one of 2³.
const MEAN_SHIFT: u32 = 3;
/// The mean before the first number.
const FIRST_MEAN: u32 = 32;

/// Appends numbers to bytes, the lowest bit of a byte first.
pub struct BitWriter<'b> {
    bytes: &'b mut Vec<u8>,
    /// The bits that fill no byte yet.
    pending: u64,
    count: u32,
}

impl<'b> BitWriter<'b> {
    /// Appends to the bytes that are there.
    pub fn new(bytes: &'b mut Vec<u8>) -> BitWriter<'b> {
        BitWriter { bytes, pending: 0, count: 0 }
    }

    /// Writes the low `bits` bits of a number, at most 32.
    fn put(&mut self, number: u32, bits: u32) {
        self.pending |= (u64::from(number) & ((1 << bits) - 1)) << self.count;
        self.count += bits;
        while self.count >= u8::BITS {
            self.bytes.push(self.pending as u8);
            self.pending >>= u8::BITS;
            self.count -= u8::BITS;
        }
    }

    /// Writes a number below `end`, which is not zero, in one of the two lengths
    /// next to log₂ `end` (the truncated binary code).
    pub fn put_below(&mut self, end: u32, number: u32) {
        let (bits, short) = truncated(end);
        if number < short {
            self.put(number, bits);
        } else {
            self.put((number + short) >> 1, bits);
            self.put(number + short, 1);
        }
    }

    /// Fills the last byte with zeros.
    pub fn finish(mut self) {
        let missing = self.count.next_multiple_of(u8::BITS) - self.count;
        self.put(0, missing);
    }
}

/// Reads what [`BitWriter`] has written.
pub struct BitReader<'b> {
    bytes: &'b [u8],
    pending: u64,
    count: u32,
}

impl<'b> BitReader<'b> {
    /// Reads these bytes.
    pub fn new(bytes: &'b [u8]) -> BitReader<'b> {
        BitReader { bytes, pending: 0, count: 0 }
    }

    /// Reads a number of `bits` bits, at most 32; `None` if there are fewer.
    fn take(&mut self, bits: u32) -> Option<u32> {
        while self.count < bits {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            self.pending |= u64::from(byte) << self.count;
            self.count += u8::BITS;
        }
        let number = self.pending & ((1 << bits) - 1);
        self.pending >>= bits;
        self.count -= bits;
        Some(number as u32)
    }

    /// Reads a number below `end`, which is not zero.
    pub fn take_below(&mut self, end: u32) -> Option<u32> {
        let (bits, short) = truncated(end);
        let number = self.take(bits)?;
        if number < short {
            return Some(number);
        }
        Some((number << 1 | self.take(1)?) - short)
    }

    /// Whether nothing is left but the zeros that fill the last byte.
    pub fn is_over(&self) -> bool {
        self.bytes.is_empty() && self.count < u8::BITS && self.pending == 0
    }
}

/// The shorter length of the truncated binary code in bits, and how many numbers
/// have it.
fn truncated(end: u32) -> (u32, u32) {
    let bits = end.ilog2();
    (bits, (2 << bits) - end)
}

/// Codes numbers whose size changes slowly. A number is divided by 2ᵏ: the
/// quotient is written as that number of ones and a zero, then comes the
/// remainder in k bits (R. Rice, 1979). k follows the mean of the numbers before.
pub struct RiceCode {
    /// 2³ times the mean.
    mean: u32,
}

impl RiceCode {
    /// A code that has seen no number.
    pub fn new() -> RiceCode {
        RiceCode { mean: FIRST_MEAN << MEAN_SHIFT }
    }

    /// Writes a number of at most 17 bits.
    pub fn put(&mut self, number: u32, bits: &mut BitWriter<'_>) {
        let k = self.remainder_bits();
        let ones = number >> k;
        if ones < MAX_ONES {
            bits.put((1 << ones) - 1, ones + 1);
            bits.put(number, k);
        } else {
            bits.put(u32::MAX, MAX_ONES);
            bits.put(number, PLAIN_BITS);
        }
        self.follow(number);
    }

    /// Reads a number; `None` if the bits end.
    pub fn take(&mut self, bits: &mut BitReader<'_>) -> Option<u32> {
        let k = self.remainder_bits();
        let mut ones = 0;
        while ones < MAX_ONES && bits.take(1)? == 1 {
            ones += 1;
        }
        let number = match ones {
            MAX_ONES => bits.take(PLAIN_BITS)?,
            _ => ones << k | bits.take(k)?,
        };
        self.follow(number);
        Some(number)
    }

    /// The length of a remainder.
    fn remainder_bits(&self) -> u32 {
        (self.mean >> MEAN_SHIFT).max(1).ilog2()
    }

    fn follow(&mut self, number: u32) {
        self.mean += number;
        self.mean -= self.mean >> MEAN_SHIFT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_an_end_take_the_shortest_lengths() {
        for end in 1..300 {
            let mut bytes = Vec::new();
            let mut bits = BitWriter::new(&mut bytes);
            (0..end).for_each(|number| bits.put_below(end, number));
            bits.finish();
            let all = end * end.ilog2() + 2 * (end - (1 << end.ilog2()));
            assert_eq!(bytes.len() as u32, all.div_ceil(8), "{end}");
            let mut bits = BitReader::new(&bytes);
            assert!((0..end).all(|number| bits.take_below(end) == Some(number)), "{end}");
            assert!(bits.is_over());
        }
    }

    #[test]
    fn numbers_of_any_size_come_back() {
        let numbers = [0, 0, 1, 9, 131_071, 131_071, 0, 70_000, 3, 3, 3, 3, 3, 3, 40, 12_345];
        let mut bytes = Vec::new();
        let mut bits = BitWriter::new(&mut bytes);
        let mut code = RiceCode::new();
        numbers.iter().for_each(|&number| code.put(number, &mut bits));
        bits.finish();
        let (mut bits, mut code) = (BitReader::new(&bytes), RiceCode::new());
        assert!(numbers.iter().all(|&number| code.take(&mut bits) == Some(number)));
        assert!(bits.is_over());
        assert_eq!(BitReader::new(&[0xff]).take_below(1 << 9), None);
        assert!(!BitReader::new(&[0]).is_over());
    }
}
