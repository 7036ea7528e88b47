//! One table: the values of all positions with certain pieces.

use super::checksum::{ALIGNMENT, CHECKSUM};
use super::index::{Groups, PAWN_FILES, THREE_PIECES, TWO_KINGS};
use super::index::{choose, leading_pawns_size, pawn_order};
use super::material::{MAX_PIECES, TableMaterial};
use super::pairs::Values;
use super::reader::{Reader, TOO_SHORT, TableError, u16_at};
use crate::chess::board::Position;
use crate::chess::types::{Color, PieceKind};
use crate::support::files::input::{Input, open_file};
use memmap2::Mmap;
use std::fs::File;
use std::path::Path;

/// What the values of a table say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// Who wins.
    Wdl = 0,
    /// In how many plies the next capture or pawn move comes.
    Dtz = 1,
}

impl TableKind {
    /// Both kinds.
    pub const ALL: [TableKind; 2] = [TableKind::Wdl, TableKind::Dtz];

    /// The end of the names of its files.
    pub fn extension(self) -> &'static str {
        ["rtbw", "rtbz"][self as usize]
    }

    /// The first four bytes of its files.
    fn magic(self) -> u32 {
        [0x5d23_e871, 0xa50c_66d7][self as usize]
    }
}

/// The value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableValue {
    /// The value, as the table has it.
    Value(u16),
    /// The table holds the positions with the other side to move.
    OtherSide,
}

/// Flags of the whole file.
const SPLIT: u8 = 1;
const HAS_PAWNS: u8 = 2;
/// Flags of the values of a DTZ table: the side to move, whether they are
/// numbers in a list, whether they count plies and not pairs of plies, and
/// whether the list has two bytes a number.
const SIDE: u8 = 1;
const MAPPED: u8 = 2;
const WIN_PLIES: u8 = 4;
const LOSS_PLIES: u8 = 8;
const WIDE: u8 = 16;

/// Tables of at most this number of pieces are read into memory, about 30 MB in
/// all.
const READ_PIECES: usize = 4;
/// A limit in bytes that no such table reaches.
const MAX_READ: u64 = 16 << 20;

/// Where the bytes of a table are.
enum TableBytes {
    /// In memory.
    Read(Vec<u8>),
    /// Mapped, with the file, whose length must stay.
    Mapped(Mmap, File),
}

/// A table that can be probed.
pub struct Table {
    bytes: TableBytes,
    kind: TableKind,
    material: TableMaterial,
    /// The positions with the leading pawn on each file; only one without
    /// pawns. Of each, those with either side to move.
    parts: Vec<[Option<TablePart>; 2]>,
}

/// The positions with the leading pawn on one file and one side to move.
struct TablePart {
    /// The pieces in the order in which their squares are numbered.
    pieces: Vec<(Color, PieceKind)>,
    groups: Groups,
    /// How many positions the part has.
    size: u64,
    values: Values,
    flags: u8,
    /// For each kind of result, where its list of values is, and its length.
    maps: [(u64, u64); 4],
}

impl TableBytes {
    /// Opens a file: a small table is read, a large one mapped.
    ///
    /// # Errors
    /// What is wrong with the file.
    fn open(path: &Path, pieces: usize) -> Result<TableBytes, TableError> {
        let file = open_file(path).map_err(TableError::Unopened)?;
        let length = file.metadata()?.len();
        if pieces <= READ_PIECES && length <= MAX_READ {
            return Ok(TableBytes::Read(Input::from(file).read_all(MAX_READ)?));
        }
        // SAFETY: the mapping is read-only. Every byte is a valid number, and all
        // that is read is checked before it is used. If another program shortens
        // the file, `get` refuses; only if it does so during a probe, the system
        // ends this one, as with any mapped file.
        let map = unsafe { Mmap::map(&file) }?;
        Ok(TableBytes::Mapped(map, file))
    }

    /// The bytes; `None` if the file has become shorter.
    fn get(&self) -> Option<&[u8]> {
        match self {
            TableBytes::Read(bytes) => Some(bytes),
            TableBytes::Mapped(map, file) => {
                let length = file.metadata().ok()?.len();
                (length >= map.len() as u64).then_some(map)
            }
        }
    }
}

impl Table {
    /// Opens the table of a material.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn open(
        path: &Path,
        kind: TableKind,
        material: TableMaterial,
    ) -> Result<Table, TableError> {
        let bytes = TableBytes::open(path, material.pieces())?;
        let parts = read_parts(bytes.get().ok_or(TOO_SHORT)?, kind, material)?;
        Ok(Table { bytes, kind, material, parts })
    }

    /// Whether the file is still as long as when it was opened.
    pub fn is_whole(&self) -> bool {
        self.bytes.get().is_some()
    }

    /// The value of a position. `is_mirrored` says that the colors of the
    /// position and of the table are opposite. A DTZ table depends on the result.
    /// `None` if the file is damaged.
    pub fn probe(&self, position: &Position, is_mirrored: bool, result: i32) -> Option<TableValue> {
        let is_symmetric = self.material == self.material.mirrored();
        let black_to_move = position.side_to_move() == Color::Black;
        let is_flipped = if is_symmetric { black_to_move } else { is_mirrored };
        let side = usize::from(black_to_move != is_flipped);
        let part = &self.parts[self.part_of(position, is_flipped)];
        let part = match self.kind {
            TableKind::Wdl => part[side].as_ref()?,
            TableKind::Dtz => {
                let part = part[0].as_ref()?;
                if usize::from(part.flags & SIDE) != side && !is_symmetric {
                    return Some(TableValue::OtherSide);
                }
                part
            }
        };
        let mut squares = [0; MAX_PIECES];
        let squares = squares_of(position, part, is_flipped, &mut squares)?;
        let number = part.groups.number(squares).filter(|&number| number < part.size)?;
        let file = self.bytes.get()?;
        let value = part.values.get(file, number)?;
        match self.kind {
            TableKind::Wdl => Some(TableValue::Value(value)),
            TableKind::Dtz => plies(file, part, value, result).map(TableValue::Value),
        }
    }

    /// The part of the table that has a position: the file of the leading pawn.
    fn part_of(&self, position: &Position, is_flipped: bool) -> usize {
        let Some(&(color, PieceKind::Pawn)) =
            self.parts[0][0].as_ref().and_then(|part| part.pieces.first())
        else {
            return 0;
        };
        let pawns = position.pieces(if is_flipped { !color } else { color }, PieceKind::Pawn);
        let flip = if is_flipped { 56 } else { 0 };
        let squares = pawns.into_iter().map(|square| square.index() ^ flip);
        let leading = squares.max_by_key(|&square| pawn_order(square)).unwrap_or_default();
        (leading % 8).min(7 - leading % 8)
    }
}

/// The plies that a value of a DTZ table means for a result.
fn plies(file: &[u8], part: &TablePart, value: u16, result: i32) -> Option<u16> {
    let flags = part.flags;
    let mut plies = value;
    if flags & MAPPED != 0 {
        let (start, length) = part.maps[[1, 3, 0, 2, 0][(result + 2) as usize]];
        let place = Some(u64::from(value)).filter(|&place| place < length)?;
        plies = if flags & WIDE != 0 {
            u16_at(file, start + 2 * place)?
        } else {
            u16::from(*file.get(usize::try_from(start + place).ok()?)?)
        };
    }
    let counts_plies = match result {
        2 => flags & WIN_PLIES != 0,
        -2 => flags & LOSS_PLIES != 0,
        _ => false,
    };
    Some(if counts_plies { plies } else { plies.saturating_mul(2) })
}

/// The squares of the pieces in the order of the part; `None` if the position
/// has other pieces.
fn squares_of<'s>(
    position: &Position,
    part: &TablePart,
    is_flipped: bool,
    squares: &'s mut [usize; MAX_PIECES],
) -> Option<&'s mut [usize]> {
    let flip = if is_flipped { 56 } else { 0 };
    let mut place = 0;
    while let Some(&(color, kind)) = part.pieces.get(place) {
        let own = position.pieces(if is_flipped { !color } else { color }, kind);
        if own.is_empty() {
            return None;
        }
        for square in own {
            *squares.get_mut(place)? = square.index() ^ flip;
            place += 1;
        }
    }
    (place == part.pieces.len()).then(|| &mut squares[..place])
}

/// Reads everything but the values.
fn read_parts(
    file: &[u8],
    kind: TableKind,
    material: TableMaterial,
) -> Result<Vec<[Option<TablePart>; 2]>, &'static str> {
    let length = file.len() as u64;
    if length % ALIGNMENT != CHECKSUM {
        return Err(TOO_SHORT);
    }
    let mut reader = Reader::new(file);
    if reader.u32()? != kind.magic() {
        return Err("it is no such table");
    }
    let flags = reader.u8()?;
    let has_pawns = material.pawns() != [0, 0];
    let is_split = kind == TableKind::Wdl && material != material.mirrored();
    let split_fits = kind == TableKind::Dtz || is_split == (flags & SPLIT != 0);
    if has_pawns != (flags & HAS_PAWNS != 0) || !split_fits {
        return Err("it is the table of other pieces");
    }
    let sides = if is_split { 2 } else { 1 };
    let files = if has_pawns { PAWN_FILES } else { 1 };
    let mut orders = Vec::new();
    for part in 0..files {
        orders.push(read_order(&mut reader, material, sides, part)?);
    }
    reader.align(2);
    let mut parts: Vec<[Option<TablePart>; 2]> = Vec::new();
    for order in orders {
        let mut of_sides = [None, None];
        for (slot, (pieces, groups, size)) in of_sides.iter_mut().zip(order) {
            let (values, flags) = Values::read(&mut reader, size)?;
            // The one value of a constant DTZ table is zero.
            let values = match values {
                Values::Constant(_) if kind == TableKind::Dtz => Values::Constant(0),
                values => values,
            };
            *slot = Some(TablePart { pieces, groups, size, values, flags, maps: [(0, 0); 4] });
        }
        parts.push(of_sides);
    }
    if kind == TableKind::Dtz {
        read_maps(&mut reader, &mut parts)?;
    }
    let all = |parts: &mut Vec<[Option<TablePart>; 2]>, place: &mut dyn FnMut(&mut Values)| {
        parts.iter_mut().flatten().flatten().for_each(|part| place(&mut part.values));
    };
    all(&mut parts, &mut |values| values.place_index(&mut reader));
    all(&mut parts, &mut |values| values.place_sizes(&mut reader));
    all(&mut parts, &mut |values| values.place_data(&mut reader));
    if reader.at() > length - CHECKSUM {
        return Err(TOO_SHORT);
    }
    Ok(parts)
}

/// The pieces of one side to move in their order, their groups, and the number
/// of positions.
type PieceOrder = (Vec<(Color, PieceKind)>, Groups, u64);

/// Reads the order of the pieces of one part for each side to move.
fn read_order(
    reader: &mut Reader<'_>,
    material: TableMaterial,
    sides: usize,
    part: usize,
) -> Result<Vec<PieceOrder>, &'static str> {
    let [white_pawns, black_pawns] = material.pawns();
    let both_have_pawns = white_pawns > 0 && black_pawns > 0;
    let first = reader.u8()?;
    let second = if both_have_pawns { reader.u8()? } else { 0xff };
    let codes: Vec<u8> = (0..material.pieces()).map(|_| reader.u8()).collect::<Result<_, _>>()?;
    let mut orders = Vec::new();
    for side in 0..sides {
        let half = |byte: u8| usize::from(byte >> (4 * side) & 15);
        let pieces: Vec<(Color, PieceKind)> = codes
            .iter()
            .map(|&code| piece_of(half(code)))
            .collect::<Option<_>>()
            .ok_or("its pieces are damaged")?;
        let fits = |color, kind| {
            let count = pieces.iter().filter(|&&piece| piece == (color, kind)).count();
            count == material.count(color, kind)
        };
        let is_complete = Color::ALL
            .into_iter()
            .all(|color| PieceKind::ALL.into_iter().all(|kind| fits(color, kind)));
        if !is_complete {
            return Err("it is the table of other pieces");
        }
        let (groups, size) = group(&pieces, material, [half(first), half(second)], part)
            .ok_or("the order of its pieces is damaged")?;
        orders.push((pieces, groups, size));
    }
    Ok(orders)
}

/// The piece of a code: pawn to king, White's from one, Black's from nine.
fn piece_of(code: usize) -> Option<(Color, PieceKind)> {
    let color = if code & 8 == 0 { Color::White } else { Color::Black };
    let kind = (code & 7).checked_sub(1).and_then(|kind| PieceKind::ALL.get(kind))?;
    Some((color, *kind))
}

/// Divides the pieces into groups, and counts the positions. `order` says at
/// which place of the numbering the leading group and the opponent's pawns come.
fn group(
    pieces: &[(Color, PieceKind)],
    material: TableMaterial,
    order: [usize; 2],
    file: usize,
) -> Option<(Groups, u64)> {
    let has_pawns = material.pawns() != [0, 0];
    let both_have_pawns = material.pawns().iter().all(|&pawns| pawns > 0);
    let leading = match (has_pawns, material.has_single_piece()) {
        (true, _) => 1,
        (false, true) => 3,
        (false, false) => 2,
    };
    let mut groups = Groups { has_pawns, both_have_pawns, ..Groups::default() };
    let mut count = 0;
    for (place, piece) in pieces.iter().enumerate() {
        let joins = place > 0 && (place < leading || pieces[place - 1] == *piece);
        count += usize::from(!joins);
        groups.lengths[count - 1] += 1;
    }
    let is_pawn = |place: usize| pieces.get(place).is_some_and(|piece| piece.1 == PieceKind::Pawn);
    let second_fits = !both_have_pawns || is_pawn(groups.lengths[0]);
    // A longer leading group than the numbering has is damage.
    let leading_fits = has_pawns && is_pawn(0) || groups.lengths[0] == leading && !has_pawns;
    if !second_fits || !leading_fits {
        return None;
    }
    let taken = groups.lengths[0] + if both_have_pawns { groups.lengths[1] } else { 0 };
    let mut free = 64 - taken;
    let mut next = if both_have_pawns { 2 } else { 1 };
    let mut size = 1_u64;
    let mut place = 0;
    while next < count || place == order[0] || place == order[1] {
        let (numbered, numbers) = if place == order[0] {
            let numbers = match (has_pawns, leading) {
                (true, _) => leading_pawns_size(groups.lengths[0], file),
                (false, 3) => THREE_PIECES,
                (false, _) => TWO_KINGS,
            };
            (0, numbers)
        } else if place == order[1] {
            (1, choose(groups.lengths[1], 48 - groups.lengths[0]))
        } else {
            let length = groups.lengths[next];
            let numbers = choose(length, free);
            free -= length;
            next += 1;
            (next - 1, numbers)
        };
        groups.factors[numbered] = size;
        size = size.checked_mul(numbers).filter(|&size| size > 0)?;
        place += 1;
    }
    // A group without a factor is missing in the order.
    groups.factors[..count].iter().all(|&factor| factor > 0).then_some((groups, size))
}

/// Reads where the lists of values of a DTZ table are.
fn read_maps(
    reader: &mut Reader<'_>,
    parts: &mut [[Option<TablePart>; 2]],
) -> Result<(), &'static str> {
    for part in parts.iter_mut().flatten().flatten() {
        if part.flags & MAPPED == 0 {
            continue;
        }
        let is_wide = part.flags & WIDE != 0;
        if is_wide {
            reader.align(2);
        }
        for map in &mut part.maps {
            let length = if is_wide { u64::from(reader.u16()?) } else { u64::from(reader.u8()?) };
            *map = (reader.take(if is_wide { 2 * length } else { length }), length);
        }
    }
    reader.align(2);
    Ok(())
}
