//! The evaluation context: what several terms need of a position.

use crate::chess::attacks;
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Black, Color, PieceKind, Rank, Side, Square, White};
use crate::engine::eval::masks;

/// The pieces and attacks of one side.
#[derive(Clone, Copy)]
pub struct SideContext {
    /// All pieces, pawns and king included.
    pub pieces: Bitboard,
    pub pawns: Bitboard,
    /// The king's square.
    pub king: Square,
    /// The squares around the king: see [`masks::ring`].
    pub king_ring: Bitboard,
    /// The squares that count as mobility: all except those that enemy pawns
    /// attack and those of the own king and of blocked own pawns, which will
    /// not be vacated soon.
    pub mobility_area: Bitboard,
    /// Squares on the fourth to the sixth rank that no enemy pawn can ever
    /// attack.
    pub outposts: Bitboard,
    /// The attacks of each kind of piece. Bishops see through own queens, rooks
    /// through own queens and rooks (X-ray).
    pub attacked_by: [Bitboard; PieceKind::COUNT],
    /// The attacks of all pieces.
    pub attacked: Bitboard,
    /// The squares that at least two pieces attack.
    pub attacked_twice: Bitboard,
    /// Units of attack by the pieces that attack the enemy king ring.
    pub king_attack_units: i32,
}

/// What several terms need of a position, computed once. `mobility` adds the
/// attacks of knights, bishops, rooks and queens.
pub struct EvalContext<'a> {
    pub position: &'a Position,
    pub occupied: Bitboard,
    sides: [SideContext; Color::COUNT],
}

impl EvalContext<'_> {
    /// The pieces of a position, and the attacks of pawns and kings.
    #[inline(always)]
    pub fn new(position: &Position) -> EvalContext<'_> {
        let occupied = position.occupied();
        let side = |color: Color| {
            let pieces = position.color(color);
            let pawns = pieces & position.kind(PieceKind::Pawn);
            let enemy_pawns = position.pieces(!color, PieceKind::Pawn);
            let king = position.king(color);
            let blocked = pawns & occupied.forward(!color);
            let ahead = pawns.forward(color);
            let (by_pawns, by_king) = (ahead.east() | ahead.west(), attacks::king(king));
            let pawns_twice = ahead.east() & ahead.west();
            let pawn_attack_spans = attacks::pawns(!color, masks::fill(!color, enemy_pawns));
            let mut attacked_by = [Bitboard::EMPTY; PieceKind::COUNT];
            attacked_by[PieceKind::Pawn.index()] = by_pawns;
            attacked_by[PieceKind::King.index()] = by_king;
            SideContext {
                pieces,
                pawns,
                king,
                king_ring: masks::ring(king),
                mobility_area: !(attacks::pawns(!color, enemy_pawns) | blocked).with(king),
                outposts: outpost_ranks(color) - pawn_attack_spans,
                attacked_by,
                attacked: by_pawns | by_king,
                attacked_twice: by_pawns & by_king | pawns_twice,
                king_attack_units: 0,
            }
        };
        EvalContext { position, occupied, sides: [side(Color::White), side(Color::Black)] }
    }

    /// The pieces and attacks of the side `S`.
    #[inline(always)]
    pub fn own<S: Side>(&self) -> &SideContext {
        &self.sides[S::US.index()]
    }

    /// The pieces and attacks of the opponent of `S`.
    #[inline(always)]
    pub fn enemy<S: Side>(&self) -> &SideContext {
        &self.sides[S::THEM.index()]
    }

    #[inline(always)]
    pub fn pieces<S: Side>(&self, kind: PieceKind) -> Bitboard {
        self.own::<S>().pieces & self.position.kind(kind)
    }

    /// Adds the attacks of a piece, and counts squares that are attacked again.
    #[inline(always)]
    pub fn add_attacks<S: Side>(&mut self, kind: PieceKind, attacks: Bitboard) {
        let side = &mut self.sides[S::US.index()];
        side.attacked_by[kind.index()] |= attacks;
        side.attacked_twice |= side.attacked & attacks;
        side.attacked |= attacks;
    }

    /// Adds units of attack on the enemy king.
    #[inline(always)]
    pub fn add_king_attack<S: Side>(&mut self, units: i32) {
        self.sides[S::US.index()].king_attack_units += units;
    }
}

impl SideContext {
    /// The squares that the pieces of one kind attack.
    #[inline(always)]
    pub fn attacked_by(&self, kind: PieceKind) -> Bitboard {
        self.attacked_by[kind.index()]
    }
}

/// The fourth to the sixth rank, seen from a side.
const fn outpost_ranks(color: Color) -> Bitboard {
    match color {
        Color::White => ranks::<White>(Rank::Fourth, Rank::Sixth),
        Color::Black => ranks::<Black>(Rank::Fourth, Rank::Sixth),
    }
}

/// The ranks `from` to `to`, both included, seen from the side `S`.
#[inline(always)]
pub const fn ranks<S: Side>(from: Rank, to: Rank) -> Bitboard {
    let mut set = 0;
    let mut rank = from.index();
    while rank <= to.index() {
        set |= Bitboard::rank(Rank::wrapping(rank).relative_to(S::US)).0;
        rank += 1;
    }
    Bitboard(set)
}
