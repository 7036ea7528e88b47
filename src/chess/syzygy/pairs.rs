//! A compressed list of values: Huffman codes for symbols, each of which stands
//! for a value or for two other symbols ("recursive pairing").
//!
//! A file may be damaged. Every number read from it is checked before it is
//! used as an address, and a wrong one gives no value.

use super::reader::{Reader, bytes_at, u16_at, u32_at};

/// The flag of a list that holds one value only.
const CONSTANT: u8 = 0x80;
/// Bytes of an entry of the index: a block and an offset in it.
const INDEX_ENTRY: u64 = 6;
/// The right half of a symbol that stands for a value.
const LEAF: u16 = 0xfff;
/// The most values that one symbol stands for.
const MAX_SYMBOL_VALUES: u32 = 256;
/// The longest code, in bits, and the largest block and span, as powers of two.
const MAX_CODE: u32 = 32;
const MAX_SHIFT: u32 = 32;

/// A list of values.
pub enum Values {
    /// All values are the same.
    Constant(u16),
    /// The values are in the file.
    Compressed(Box<Compressed>),
}

/// Where the values are and how they are read.
pub struct Compressed {
    /// The size of a block in bytes, and the values between two entries of the
    /// index, as powers of two.
    block_bits: u32,
    span_bits: u32,
    /// The length of the shortest code, in bits.
    min_length: u32,
    /// For each length of code, the first symbol, and its code at the top of 64
    /// bits.
    first_symbols: Vec<u16>,
    first_codes: Vec<u64>,
    symbols: Vec<Symbol>,
    /// How many entries the index, the list of block sizes and the data have.
    index_entries: u64,
    size_entries: u64,
    blocks: u64,
    /// Where these three begin, in bytes from the start of the file.
    index_at: u64,
    sizes_at: u64,
    data_at: u64,
}

/// A symbol: a value, or two symbols.
#[derive(Clone, Copy, Default)]
struct Symbol {
    left: u16,
    right: u16,
    /// The values that it stands for.
    values: u32,
}

impl Values {
    /// Reads the head of a list of `count` values. Returns the flags too.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(reader: &mut Reader<'_>, count: u64) -> Result<(Values, u8), &'static str> {
        let flags = reader.u8()?;
        let second = reader.u8()?;
        if flags & CONSTANT != 0 {
            return Ok((Values::Constant(u16::from(second)), flags));
        }
        let block_bits = u32::from(second);
        let span_bits = u32::from(reader.u8()?);
        let padding = u64::from(reader.u8()?);
        let blocks = u64::from(reader.u32()?);
        let (max_length, min_length) = (u32::from(reader.u8()?), u32::from(reader.u8()?));
        let shifts = (1..=MAX_SHIFT).contains(&span_bits) && block_bits <= MAX_SHIFT;
        if !shifts || min_length == 0 || max_length > MAX_CODE || max_length < min_length {
            return Err("its head is damaged");
        }
        let lengths = max_length - min_length + 1;
        let first_symbols: Vec<u16> =
            (0..lengths).map(|_| reader.u16()).collect::<Result<_, _>>()?;
        let symbols = read_symbols(reader)?;
        Ok((
            Values::Compressed(Box::new(Compressed {
                block_bits,
                span_bits,
                min_length,
                first_codes: first_codes(&first_symbols, min_length),
                first_symbols,
                symbols,
                index_entries: count.div_ceil(1 << span_bits),
                size_entries: blocks + padding,
                blocks,
                index_at: 0,
                sizes_at: 0,
                data_at: 0,
            })),
            flags,
        ))
    }

    /// Passes over the index, the first of three parts that follow the heads of
    /// all lists.
    pub fn place_index(&mut self, reader: &mut Reader<'_>) {
        if let Values::Compressed(list) = self {
            list.index_at = reader.take(INDEX_ENTRY * list.index_entries);
        }
    }

    /// Passes over the sizes of the blocks.
    pub fn place_sizes(&mut self, reader: &mut Reader<'_>) {
        if let Values::Compressed(list) = self {
            list.sizes_at = reader.take(2 * list.size_entries);
        }
    }

    /// Passes over the blocks.
    pub fn place_data(&mut self, reader: &mut Reader<'_>) {
        if let Values::Compressed(list) = self {
            reader.align(64);
            list.data_at = reader.take(list.blocks << list.block_bits);
        }
    }

    /// The value with a number; `None` if the file is damaged.
    pub fn get(&self, file: &[u8], number: u64) -> Option<u16> {
        match self {
            Values::Constant(value) => Some(*value),
            Values::Compressed(list) => list.get(file, number),
        }
    }
}

impl Compressed {
    fn get(&self, file: &[u8], number: u64) -> Option<u16> {
        let (block, mut offset) = self.block_of(file, number)?;
        let start = self.data_at + (block << self.block_bits);
        let mut bits = BitReader::new(file, start)?;
        let symbol = loop {
            let symbol = self.next_symbol(&mut bits)?;
            let values = self.symbols.get(usize::from(symbol))?.values;
            if offset < values {
                break symbol;
            }
            offset -= values;
        };
        self.value_of(symbol, offset)
    }

    /// The block that holds a value, and how many values of it come before.
    fn block_of(&self, file: &[u8], number: u64) -> Option<(u64, u32)> {
        let entry = number >> self.span_bits;
        if entry >= self.index_entries {
            return None;
        }
        let entry_at = self.index_at + INDEX_ENTRY * entry;
        let mut block = u64::from(u32_at(file, entry_at)?);
        let within = (number & ((1 << self.span_bits) - 1)) as i64;
        // The entry is that of the value in the middle of the span.
        let mut offset =
            within - (1 << (self.span_bits - 1)) + i64::from(u16_at(file, entry_at + 4)?);
        let size = |block: u64| -> Option<i64> {
            let known = block < self.size_entries;
            known.then(|| u16_at(file, self.sizes_at + 2 * block))?.map(|last| i64::from(last) + 1)
        };
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += size(block)?;
        }
        loop {
            let values = size(block)?;
            if offset < values {
                break;
            }
            offset -= values;
            block += 1;
        }
        (block < self.blocks).then_some((block, offset as u32))
    }

    fn next_symbol(&self, bits: &mut BitReader<'_>) -> Option<u16> {
        let place = self.first_codes.iter().position(|&first| bits.code >= first)?;
        let length = self.min_length + place as u32;
        let after_first = (bits.code - self.first_codes[place]) >> (u64::BITS - length);
        bits.skip(length);
        u16::try_from(after_first + u64::from(self.first_symbols[place])).ok()
    }

    /// The value at a place among those that a symbol stands for.
    fn value_of(&self, symbol: u16, mut offset: u32) -> Option<u16> {
        let mut symbol = self.symbols.get(usize::from(symbol))?;
        while symbol.right != LEAF {
            let left = &self.symbols[usize::from(symbol.left)];
            if offset < left.values {
                symbol = left;
            } else {
                offset -= left.values;
                symbol = &self.symbols[usize::from(symbol.right)];
            }
        }
        Some(symbol.left)
    }
}

/// The first code of each length, at the top of 64 bits. Longer codes are
/// numerically smaller.
fn first_codes(first_symbols: &[u16], min_length: u32) -> Vec<u64> {
    let mut codes = vec![0_u64; first_symbols.len()];
    for place in (0..first_symbols.len().saturating_sub(1)).rev() {
        let longer = codes[place + 1].wrapping_add(u64::from(first_symbols[place]));
        codes[place] = longer.wrapping_sub(u64::from(first_symbols[place + 1])) / 2;
    }
    for (code, length) in codes.iter_mut().zip(min_length..) {
        *code <<= u64::BITS - length;
    }
    codes
}

/// Reads the symbols and counts the values of each.
fn read_symbols(reader: &mut Reader<'_>) -> Result<Vec<Symbol>, &'static str> {
    let count = usize::from(reader.u16()?);
    if count > usize::from(LEAF) {
        return Err("its symbols are damaged");
    }
    let mut symbols = Vec::with_capacity(count);
    for _ in 0..count {
        let [a, b, c] = [reader.u8()?, reader.u8()?, reader.u8()?].map(u16::from);
        symbols.push(Symbol { left: a | (b & 15) << 8, right: b >> 4 | c << 4, values: 0 });
    }
    reader.align(2);
    // Each pass counts at least one more level. A circle never gets a count.
    loop {
        let mut is_done = true;
        let mut has_changed = false;
        for number in 0..count {
            let Symbol { left, right, values } = symbols[number];
            if values != 0 {
                continue;
            }
            let of = |symbol: u16| symbols.get(usize::from(symbol)).map(|symbol| symbol.values);
            let sum = match (right, of(left), of(right)) {
                (LEAF, ..) => 1,
                (_, Some(left), Some(right)) if left > 0 && right > 0 => left + right,
                _ => 0,
            };
            if sum > MAX_SYMBOL_VALUES {
                return Err("its symbols are damaged");
            }
            symbols[number].values = sum;
            is_done &= sum > 0;
            has_changed |= sum > 0;
        }
        if is_done {
            return Ok(symbols);
        }
        if !has_changed {
            return Err("its symbols are damaged");
        }
    }
}

/// Reads a stream of bits, the highest of each byte first.
struct BitReader<'f> {
    file: &'f [u8],
    /// Where the next four bytes are.
    next: u64,
    /// The bits to come, from the top.
    code: u64,
    /// How many bits of `code` are used up.
    used: u32,
}

impl<'f> BitReader<'f> {
    fn new(file: &'f [u8], start: u64) -> Option<BitReader<'f>> {
        let first = bytes_at::<8>(file, start)?;
        Some(BitReader { file, next: start + 8, code: u64::from_be_bytes(first), used: 0 })
    }

    fn skip(&mut self, length: u32) {
        self.code = self.code.checked_shl(length).unwrap_or(0);
        self.used += length;
        if self.used >= u32::BITS {
            self.used -= u32::BITS;
            // The codes end before the file does; what follows is not read.
            let bytes = bytes_at::<4>(self.file, self.next).unwrap_or_default();
            self.code |= u64::from(u32::from_be_bytes(bytes)) << self.used;
            self.next += 4;
        }
    }
}
