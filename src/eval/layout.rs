//! The names and the order of all weights.
//!
//! A weight is a [`super::Pair`]: what one occurrence of something is worth in
//! the middle game and in the end game. Weights that belong together form a
//! group, and the groups follow each other without a gap, so that a tuner sees
//! one long vector. Each group is declared here once, with its place counted
//! by the compiler; `weights.rs` holds the numbers in the same order.

use crate::types::PieceKind;

/// What a group is about, for those who want an evaluation in a few words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// Where the men stand.
    Squares,
    /// How far the pieces can go.
    Mobility,
    /// How the pawns stand to each other.
    Pawns,
    /// Pawns that no pawn can stop any more.
    Passed,
    /// How safe the kings are.
    King,
    /// What may be taken, or soon.
    Threats,
    /// Good and bad places of single pieces.
    Pieces,
    /// Room behind the own pawns.
    Space,
    /// Whose move it is.
    Tempo,
}

impl Theme {
    /// All of them, in the order of the layout.
    pub const ALL: [Theme; 9] = [
        Theme::Squares,
        Theme::Mobility,
        Theme::Pawns,
        Theme::Passed,
        Theme::King,
        Theme::Threats,
        Theme::Pieces,
        Theme::Space,
        Theme::Tempo,
    ];

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Squares => "squares",
            Theme::Mobility => "mobility",
            Theme::Pawns => "pawns",
            Theme::Passed => "passed pawns",
            Theme::King => "king safety",
            Theme::Threats => "threats",
            Theme::Pieces => "pieces",
            Theme::Space => "space",
            Theme::Tempo => "tempo",
        }
    }
}

/// Weights that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// In `snake_case`, for files and options.
    pub name: &'static str,
    /// What it is about.
    pub theme: Theme,
    /// The place of its first weight.
    pub start: usize,
    /// How many weights it has.
    pub len: usize,
    /// If every man of a kind has exactly one weight of this group in every
    /// position, that kind. The mean of such a group would be material in
    /// disguise, so a tuner must keep it at zero.
    pub per_piece: Option<PieceKind>,
}

/// The place of one weight among all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight(usize);

impl Weight {
    /// Its number, below [`COUNT`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// Where the weights of a group are.
#[derive(Clone, Copy, Debug)]
pub struct Span<const LEN: usize>(usize);

impl<const LEN: usize> Span<LEN> {
    /// How many there are.
    pub const LEN: usize = LEN;

    /// One of them, counted from zero.
    #[inline(always)]
    pub const fn at(self, number: usize) -> Weight {
        debug_assert!(number < LEN);
        Weight(self.0 + number)
    }

    /// The one that a group of one has.
    #[inline(always)]
    pub const fn only(self) -> Weight {
        const { assert!(LEN == 1) };
        Weight(self.0)
    }
}

/// Declares the groups in order: constant, name, theme, number of weights and
/// the kind of man if there is one weight per man.
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

/// How many weights there are.
pub const COUNT: usize = start(LENGTHS.len());

groups! {
    /// Pawns, with the files turned so that the own king stands on the king's
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
    /// Pawns, with the files turned so that the enemy king stands on the
    /// king's side.
    ENEMY_SQUARES_PAWN, "enemy_squares_pawn", Squares, 48, Pawn;
    /// Knights likewise.
    ENEMY_SQUARES_KNIGHT, "enemy_squares_knight", Squares, 64, Knight;
    /// Bishops likewise.
    ENEMY_SQUARES_BISHOP, "enemy_squares_bishop", Squares, 64, Bishop;
    /// Rooks likewise.
    ENEMY_SQUARES_ROOK, "enemy_squares_rook", Squares, 64, Rook;
    /// Queens likewise.
    ENEMY_SQUARES_QUEEN, "enemy_squares_queen", Squares, 64, Queen;
    /// Kings likewise, on all squares.
    ENEMY_SQUARES_KING, "enemy_squares_king", Squares, 64, King;

    /// By the number of squares a knight can go to.
    MOBILITY_KNIGHT, "mobility_knight", Mobility, 9, Knight;
    /// By the number of squares a bishop can go to.
    MOBILITY_BISHOP, "mobility_bishop", Mobility, 14, Bishop;
    /// By the number of squares a rook can go to.
    MOBILITY_ROOK, "mobility_rook", Mobility, 15, Rook;
    /// By the number of squares a queen can go to.
    MOBILITY_QUEEN, "mobility_queen", Mobility, 28, Queen;

    /// No own pawn on the files beside: by distance of the file from the edge.
    PAWN_ISOLATED, "pawn_isolated", Pawns, 4;
    /// An isolated pawn with no enemy pawn before it.
    PAWN_ISOLATED_OPEN, "pawn_isolated_open", Pawns, 1;
    /// Another own pawn before it.
    PAWN_DOUBLED, "pawn_doubled", Pawns, 1;
    /// Left behind by its neighbours, and its next square is not safe: with an
    /// enemy pawn somewhere before it, and without.
    PAWN_BACKWARD, "pawn_backward", Pawns, 2;
    /// An own pawn right beside it: by rank, from the second.
    PAWN_PHALANX, "pawn_phalanx", Pawns, 6;
    /// Protected by an own pawn: by rank, from the third.
    PAWN_SUPPORTED, "pawn_supported", Pawns, 5;
    /// May become a passed pawn by exchanges: by rank, from the second.
    PAWN_CANDIDATE, "pawn_candidate", Pawns, 5;

    /// By rank, from the second.
    PASSED_RANK, "passed_rank", Passed, 6;
    /// Beside or protected by an own pawn: by rank.
    PASSED_CONNECTED, "passed_connected", Passed, 6;
    /// An enemy man stands right before it: by rank.
    PASSED_BLOCKED, "passed_blocked", Passed, 6;
    /// The next square is empty and not attacked: by rank.
    PASSED_FREE, "passed_free", Passed, 6;
    /// No enemy man stands on or attacks any square before it: by rank.
    PASSED_PATH, "passed_path", Passed, 6;
    /// How far the own king is from the next square: seven and less, for each
    /// rank from the fourth.
    PASSED_OWN_KING, "passed_own_king", Passed, 32;
    /// How far the enemy king is from the next square, likewise.
    PASSED_ENEMY_KING, "passed_enemy_king", Passed, 32;
    /// A rook on the file behind it: an own one, and an enemy one.
    PASSED_ROOK_BEHIND, "passed_rook_behind", Passed, 2;
    /// Faster than a king who is alone with his pawns.
    PASSED_UNSTOPPABLE, "passed_unstoppable", Passed, 1;

    /// What attacks on the enemy king are worth: by units of attack, from one.
    KING_DANGER, "king_danger", King, 40;
    /// The own pawn before the king on each of the three files around him: by
    /// the file's distance from the edge and the pawn's rank, none first.
    KING_SHELTER, "king_shelter", King, 28;
    /// The enemy pawn that comes nearer there, likewise.
    KING_STORM, "king_storm", King, 28;
    /// An enemy pawn there that runs into an own one: by its rank.
    KING_STORM_BLOCKED, "king_storm_blocked", King, 7;
    /// Open files: the king's own without own pawns, without any, and one
    /// beside him without any.
    KING_FILE, "king_file", King, 3;
    /// No pawn of either colour on his side of the board.
    KING_PAWNLESS, "king_pawnless", King, 1;
    /// How far he is from the nearest pawn.
    KING_PAWN_DISTANCE, "king_pawn_distance", King, 8;

    /// A pawn attacks a knight, bishop, rook, queen.
    THREAT_BY_PAWN, "threat_by_pawn", Threats, 4;
    /// A minor piece attacks a weak pawn, knight or bishop, or a rook or queen.
    THREAT_BY_MINOR, "threat_by_minor", Threats, 5;
    /// A rook attacks a weak pawn, knight, bishop or rook, or a queen.
    THREAT_BY_ROOK, "threat_by_rook", Threats, 5;
    /// The king attacks a weak man.
    THREAT_BY_KING, "threat_by_king", Threats, 1;
    /// An attacked man that nobody protects.
    THREAT_HANGING, "threat_hanging", Threats, 1;
    /// An attacked man that only the queen protects.
    THREAT_QUEEN_DEFENDS, "threat_queen_defends", Threats, 1;
    /// A pawn may safely step forward and attack a piece.
    THREAT_PUSH, "threat_push", Threats, 1;
    /// A square that the enemy attacks, not for good, and that is attacked.
    THREAT_RESTRICTED, "threat_restricted", Threats, 1;

    /// Two bishops, on squares of both colours.
    BISHOP_PAIR, "bishop_pair", Pieces, 1;
    /// By the number of own pawns on squares of the bishop's colour.
    BISHOP_PAWNS, "bishop_pawns", Pieces, 9, Bishop;
    /// A bishop that sees both middle squares of a long diagonal.
    BISHOP_LONG_DIAGONAL, "bishop_long_diagonal", Pieces, 1;
    /// A knight where no pawn can drive it away: without and with a pawn that
    /// protects it.
    OUTPOST_KNIGHT, "outpost_knight", Pieces, 2;
    /// A bishop likewise.
    OUTPOST_BISHOP, "outpost_bishop", Pieces, 2;
    /// A knight that can go to such a square at once.
    OUTPOST_REACHABLE, "outpost_reachable", Pieces, 1;
    /// A knight, a bishop right behind a pawn.
    MINOR_BEHIND_PAWN, "minor_behind_pawn", Pieces, 2;
    /// A rook on a file without own pawns, without any.
    ROOK_FILE, "rook_file", Pieces, 2;
    /// A rook on the seventh rank, with something to do there.
    ROOK_SEVENTH, "rook_seventh", Pieces, 1;

    /// A safe square in the middle of the own side.
    SPACE, "space", Space, 1;

    /// To be the one to move.
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
