//! The names and the order of all weights.
//!
//! A weight is a [`super::Pair`]: the value of one occurrence of a feature in
//! the middle game and in the end game, in centipawns. Weights that belong
//! together form a group. The groups follow each other without a gap, so that
//! the tuner sees one vector. Each group is declared once, here; the compiler
//! computes its place. `weights.rs` has the numbers in the same order.

use crate::chess::types::PieceKind;

/// The theme of a group, for a summary of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// Square tables.
    Squares,
    /// Mobility of the pieces.
    Mobility,
    /// Pawn structure.
    Pawns,
    /// Passed pawns.
    Passed,
    /// King safety.
    King,
    /// Threats against pieces.
    Threats,
    /// Placement of single non-pawn pieces.
    Pieces,
    /// The right to move.
    Tempo,
}

impl Theme {
    /// All themes, in the order of the layout.
    pub const ALL: [Theme; 8] = [
        Theme::Squares,
        Theme::Mobility,
        Theme::Pawns,
        Theme::Passed,
        Theme::King,
        Theme::Threats,
        Theme::Pieces,
        Theme::Tempo,
    ];

    /// The name that users see.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Squares => "squares",
            Theme::Mobility => "mobility",
            Theme::Pawns => "pawns",
            Theme::Passed => "passed pawns",
            Theme::King => "king safety",
            Theme::Threats => "threats",
            Theme::Pieces => "pieces",
            Theme::Tempo => "tempo",
        }
    }
}

/// A group of weights that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name in `snake_case`, for files and options.
    pub name: &'static str,
    /// The theme under which a summary counts the group.
    pub theme: Theme,
    /// The index of the first weight.
    pub start: usize,
    /// The number of weights.
    pub len: usize,
    /// The kind of piece, if every piece of that kind has exactly one weight of
    /// this group in every position. The mean of such a group would change the
    /// piece's value, so the tuner keeps it at zero.
    pub per_piece: Option<PieceKind>,
}

/// The index of a weight in the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight(usize);

impl Weight {
    /// The index, below [`COUNT`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// The weights of a group: `LEN` of them, from an index on.
#[derive(Clone, Copy, Debug)]
pub struct Span<const LEN: usize>(usize);

impl<const LEN: usize> Span<LEN> {
    /// The number of weights.
    pub const LEN: usize = LEN;

    /// One of the weights, counted from zero.
    #[inline(always)]
    pub const fn at(self, number: usize) -> Weight {
        debug_assert!(number < LEN);
        Weight(self.0 + number)
    }

    /// One of the weights, counted from zero; greater numbers count as the last.
    #[inline(always)]
    pub const fn at_most_last(self, number: usize) -> Weight {
        self.at(if number < LEN { number } else { LEN - 1 })
    }

    /// The weight of a group that has only one.
    #[inline(always)]
    pub const fn only(self) -> Weight {
        const { assert!(LEN == 1) };
        Weight(self.0)
    }
}

/// Declares the groups in order: constant, name, theme, number of weights and
/// the kind of piece if every piece of it has one weight.
macro_rules! groups {
    ($($(#[$doc:meta])* $constant:ident, $name:literal, $theme:ident, $len:literal $(, $kind:ident)?;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum GroupIndex { $($constant),* }

        const LENGTHS: &[usize] = &[$($len),*];

        $($(#[$doc])* pub const $constant: Span<$len> = Span(start(GroupIndex::$constant as usize));)*

        /// All groups, in order; they cover the weights without gap or overlap.
        pub static GROUPS: &[Group] = &[$(Group {
            name: $name,
            theme: Theme::$theme,
            start: start(GroupIndex::$constant as usize),
            len: $len,
            per_piece: groups!(@kind $($kind)?),
        }),*];
    };
    (@kind) => { None };
    (@kind $kind:ident) => { Some(PieceKind::$kind) };
}

const fn start(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += LENGTHS[i];
        i += 1;
    }
    sum
}

/// The number of weights.
pub const COUNT: usize = start(LENGTHS.len());

groups! {
    /// Pawns, with the files mirrored so that the own king stands on the king's
    /// side: ranks two to seven, files a to h.
    SQUARES_PAWN, "squares_pawn", Squares, 48, Pawn;
    /// Knights likewise, on all squares.
    SQUARES_KNIGHT, "squares_knight", Squares, 64, Knight;
    /// Bishops likewise.
    SQUARES_BISHOP, "squares_bishop", Squares, 64, Bishop;
    /// Rooks likewise.
    SQUARES_ROOK, "squares_rook", Squares, 64, Rook;
    /// Queens likewise.
    SQUARES_QUEEN, "squares_queen", Squares, 64, Queen;
    /// Kings likewise: files e to h.
    SQUARES_KING, "squares_king", Squares, 32, King;

    /// Knights, by the number of squares in the mobility area that they attack.
    MOBILITY_KNIGHT, "mobility_knight", Mobility, 9, Knight;
    /// Bishops likewise.
    MOBILITY_BISHOP, "mobility_bishop", Mobility, 14, Bishop;
    /// Rooks likewise.
    MOBILITY_ROOK, "mobility_rook", Mobility, 15, Rook;
    /// Queens likewise.
    MOBILITY_QUEEN, "mobility_queen", Mobility, 28, Queen;

    /// A pawn without own pawns on adjacent files, by the distance of its file
    /// from the edge.
    PAWN_ISOLATED, "pawn_isolated", Pawns, 4;
    /// An isolated pawn with no enemy pawn ahead on its file.
    PAWN_ISOLATED_OPEN, "pawn_isolated_open", Pawns, 1;
    /// A pawn with another own pawn ahead on its file.
    PAWN_DOUBLED, "pawn_doubled", Pawns, 1;
    /// A pawn behind its neighbours whose next square an enemy pawn controls:
    /// with an enemy pawn ahead on its file, and without.
    PAWN_BACKWARD, "pawn_backward", Pawns, 2;
    /// A pawn with an own pawn on an adjacent square of its rank, by rank from
    /// the second.
    PAWN_PHALANX, "pawn_phalanx", Pawns, 6;
    /// A pawn protected by an own pawn, by rank from the third.
    PAWN_SUPPORTED, "pawn_supported", Pawns, 5;
    /// A pawn that pawn exchanges can make a passed pawn, by rank from the second.
    PAWN_CANDIDATE, "pawn_candidate", Pawns, 5;

    /// A passed pawn, by rank from the second.
    PASSED_RANK, "passed_rank", Passed, 6;
    /// A passed pawn beside or protected by an own pawn, by rank.
    PASSED_CONNECTED, "passed_connected", Passed, 6;
    /// A passed pawn blocked by an enemy piece, by rank.
    PASSED_BLOCKED, "passed_blocked", Passed, 6;
    /// A passed pawn whose next square is empty and not attacked, by rank.
    PASSED_FREE, "passed_free", Passed, 6;
    /// A passed pawn with no enemy piece on and no attack against any square
    /// ahead, by rank.
    PASSED_PATH, "passed_path", Passed, 6;
    /// The distance of the own king from a passed pawn's next square, 0 to 7, for
    /// each rank from the fourth.
    PASSED_OWN_KING, "passed_own_king", Passed, 32;
    /// The distance of the enemy king, likewise.
    PASSED_ENEMY_KING, "passed_enemy_king", Passed, 32;
    /// A rook behind a passed pawn: an own one, and an enemy one.
    PASSED_ROOK_BEHIND, "passed_rook_behind", Passed, 2;
    /// A passed pawn that outruns an enemy king with nothing but pawns.
    PASSED_UNSTOPPABLE, "passed_unstoppable", Passed, 1;

    /// An attack on the enemy king, by units of attack, from one.
    KING_DANGER, "king_danger", King, 40;
    /// The nearest own pawn ahead of the king on each of the three files around
    /// it, by the file's distance from the edge and the pawn's rank; none first.
    KING_SHELTER, "king_shelter", King, 28;
    /// The nearest enemy pawn there, likewise.
    KING_STORM, "king_storm", King, 28;
    /// An enemy pawn there that an own pawn blocks, by its rank.
    KING_STORM_BLOCKED, "king_storm_blocked", King, 7;
    /// Open files at the king: its own file without own pawns, without any
    /// pawns, and an adjacent file without any pawns.
    KING_FILE, "king_file", King, 3;

    /// A pawn attacks a knight, bishop, rook or queen.
    THREAT_BY_PAWN, "threat_by_pawn", Threats, 4;
    /// A minor piece attacks a weak pawn, knight or bishop, or a rook or queen.
    THREAT_BY_MINOR, "threat_by_minor", Threats, 5;
    /// A rook attacks a weak pawn, knight, bishop or rook, or a queen.
    THREAT_BY_ROOK, "threat_by_rook", Threats, 5;
    /// The king attacks a weak piece.
    THREAT_BY_KING, "threat_by_king", Threats, 1;
    /// An attacked piece that is not protected.
    THREAT_HANGING, "threat_hanging", Threats, 1;
    /// A safe pawn push that attacks a non-pawn piece.
    THREAT_PUSH, "threat_push", Threats, 1;
    /// Bishops on squares of both colors.
    BISHOP_PAIR, "bishop_pair", Pieces, 1;
    /// A bishop, by the number of own pawns on squares of its color; more than
    /// eight count as eight.
    BISHOP_PAWNS, "bishop_pawns", Pieces, 9, Bishop;
    /// A bishop that attacks both centre squares of a long diagonal.
    BISHOP_LONG_DIAGONAL, "bishop_long_diagonal", Pieces, 1;
    /// A knight on an outpost: without and with protection by a pawn.
    OUTPOST_KNIGHT, "outpost_knight", Pieces, 2;
    /// A bishop likewise.
    OUTPOST_BISHOP, "outpost_bishop", Pieces, 2;
    /// A knight that attacks a protected outpost.
    OUTPOST_REACHABLE, "outpost_reachable", Pieces, 1;
    /// A minor piece right behind a pawn: a knight, a bishop.
    MINOR_BEHIND_PAWN, "minor_behind_pawn", Pieces, 2;
    /// A rook on a half-open file, on an open file.
    ROOK_FILE, "rook_file", Pieces, 2;
    /// A rook on the seventh rank, with enemy pawns on it or the enemy king
    /// behind it.
    ROOK_SEVENTH, "rook_seventh", Pieces, 1;

    /// The side to move.
    TEMPO, "tempo", Tempo, 1;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn groups_cover_all_weights_in_order() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.start, next, "{}", group.name);
            assert!(group.len > 0, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
        assert_eq!(TEMPO.only().index(), COUNT - 1);
    }

    #[test]
    fn names_are_unique_and_themes_stay_together() {
        let names: HashSet<&str> = GROUPS.iter().map(|group| group.name).collect();
        assert_eq!(names.len(), GROUPS.len());
        assert!(GROUPS.is_sorted_by_key(|group| group.theme));
        assert!(Theme::ALL.is_sorted());
    }
}
