//! The pieces of a table and its name.

use crate::chess::board::Position;
use crate::chess::types::{Color, PieceKind};

/// The most pieces of a table.
pub const MAX_PIECES: usize = 7;

/// Bits of one count in a key.
const COUNT_BITS: u32 = 4;
/// Bits of the counts of one side.
const SIDE_BITS: u32 = COUNT_BITS * PieceKind::COUNT as u32;

/// The letters of the kinds, in the order of the names.
const LETTERS: [PieceKind; PieceKind::COUNT] = [
    PieceKind::King,
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Pawn,
];

/// How many pieces of each kind each side has. The side that the name of a
/// table puts first counts as White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableMaterial(u64);

impl TableMaterial {
    /// Counts the pieces of a position.
    #[inline]
    pub fn of(position: &Position) -> TableMaterial {
        let mut counts = 0;
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let count = u64::from(position.pieces(color, kind).count());
                counts |= count.min(15) << shift(color, kind);
            }
        }
        TableMaterial(counts)
    }

    /// The material of a table's name, like `KQPvKR`; `None` if the text is not
    /// such a name.
    pub fn named(name: &str) -> Option<TableMaterial> {
        let (white, black) = name.split_once('v')?;
        let mut material = TableMaterial(0);
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            for letter in letters.chars() {
                let kind = PieceKind::from_letter(letter).filter(|kind| kind.letter() == letter)?;
                if material.count(color, kind) >= MAX_PIECES {
                    return None;
                }
                material.0 += 1 << shift(color, kind);
            }
        }
        let kings = Color::ALL.map(|color| material.count(color, PieceKind::King));
        let fits = kings == [1, 1] && (3..=MAX_PIECES).contains(&material.pieces());
        (fits && material.name() == name).then_some(material)
    }

    /// The name of the table.
    pub fn name(self) -> String {
        let side = |color| -> String {
            let letters = LETTERS.into_iter();
            letters.map(|kind| kind.letter().to_string().repeat(self.count(color, kind))).collect()
        };
        format!("{}v{}", side(Color::White), side(Color::Black))
    }

    /// The number of pieces of a side and a kind.
    #[inline]
    pub fn count(self, color: Color, kind: PieceKind) -> usize {
        (self.0 >> shift(color, kind) & 15) as usize
    }

    /// The number of all pieces, kings included.
    pub fn pieces(self) -> usize {
        let sides = Color::ALL.into_iter();
        sides.flat_map(|color| PieceKind::ALL.map(|kind| self.count(color, kind))).sum()
    }

    /// The number of pawns of each side.
    pub fn pawns(self) -> [usize; Color::COUNT] {
        Color::ALL.map(|color| self.count(color, PieceKind::Pawn))
    }

    /// The same material with the colors exchanged.
    #[inline]
    pub fn mirrored(self) -> TableMaterial {
        let side = (1 << SIDE_BITS) - 1;
        TableMaterial(self.0 >> SIDE_BITS & side | (self.0 & side) << SIDE_BITS)
    }

    /// Whether some side has exactly one piece of some kind other than the king.
    pub fn has_single_piece(self) -> bool {
        Color::ALL.into_iter().any(|color| {
            let others = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King);
            others.map(|kind| self.count(color, kind)).any(|count| count == 1)
        })
    }
}

/// The place of a count in the key.
fn shift(color: Color, kind: PieceKind) -> u32 {
    SIDE_BITS * color.index() as u32 + COUNT_BITS * kind.index() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in ["KQvK", "KRPvKR", "KBNvK", "KPvKP", "KQRBNPvK"] {
            let material = TableMaterial::named(name).expect("a name of a table");
            assert_eq!(material.name(), name);
            assert_eq!(material.pieces(), name.len() - 1);
        }
        for no_name in ["", "v", "KvK", "QKvK", "KQK", "KQvk", "KKvK", "KQvKx", "KQQQvKQQQ"] {
            assert_eq!(TableMaterial::named(no_name), None, "{no_name}");
        }
    }

    #[test]
    fn the_material_of_a_position_has_two_colors() {
        let position: Position = "8/8/8/4k3/8/2r5/3PK3/8 b - - 0 1".parse().expect("legal");
        let material = TableMaterial::of(&position);
        assert_eq!((material.name().as_str(), material.pieces()), ("KPvKR", 4));
        assert_eq!(material.mirrored().name(), "KRvKP");
        assert_eq!(material.mirrored().mirrored(), material);
        assert_eq!(material.pawns(), [1, 0]);
    }
}
