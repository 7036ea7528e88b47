use crate::attacks;
use crate::board::Position;
use crate::eval::masks;
use crate::types::{Bitboard, Black, Color, PieceKind, Rank, Side, Square, White};

/// What one side has and attacks.
#[derive(Clone, Copy)]
pub struct SideContext {
    pub pieces: Bitboard,
    pub pawns: Bitboard,
    pub king: Square,
    /// What counts as near the king.
    pub ring: Bitboard,
    /// Where pieces may go to count as mobile: not where enemy pawns attack,
    /// nor where the own king or a pawn that cannot move stands, which do not
    /// make room soon.
    pub area: Bitboard,
    /// Squares in the enemy's half from which no pawn can ever drive a piece
    /// away.
    pub outposts: Bitboard,
    /// What the men of each kind attack. Rooks and bishops see through men of
    /// their own colour that attack along the same line.
    pub by: [Bitboard; PieceKind::COUNT],
    /// What anybody attacks.
    pub all: Bitboard,
    /// What at least two men attack.
    pub twice: Bitboard,
    /// Units of attack on the enemy king by the pieces that aim near him.
    pub assault: i32,
}

/// What several terms want to know of a position, found once. The attacks of
/// pieces come in as `mobility` goes through them.
pub struct EvalContext<'a> {
    pub position: &'a Position,
    pub occupied: Bitboard,
    sides: [SideContext; Color::COUNT],
}

impl EvalContext<'_> {
    /// The men, and the attacks of pawns and kings.
    #[inline(always)]
    pub fn new(position: &Position) -> EvalContext<'_> {
        let occupied = position.occupied();
        let side = |color: Color| {
            let pieces = position.color(color);
            let pawns = pieces & position.kind(PieceKind::Pawn);
            let enemy_pawns = position.pieces(!color, PieceKind::Pawn);
            let king = position.king(color);
            let stuck = pawns & occupied.forward(!color);
            let ahead = pawns.forward(color);
            let (by_pawns, by_king) = (ahead.east() | ahead.west(), attacks::king(king));
            let pawns_twice = ahead.east() & ahead.west();
            let reach = attacks::pawns(!color, masks::fill(!color, enemy_pawns));
            let mut by = [Bitboard::EMPTY; PieceKind::COUNT];
            by[PieceKind::Pawn.index()] = by_pawns;
            by[PieceKind::King.index()] = by_king;
            SideContext {
                pieces,
                pawns,
                king,
                ring: masks::ring(king),
                area: !(attacks::pawns(!color, enemy_pawns) | stuck).with(king),
                outposts: outpost_ranks(color) - reach,
                by,
                all: by_pawns | by_king,
                twice: by_pawns & by_king | pawns_twice,
                assault: 0,
            }
        };
        EvalContext { position, occupied, sides: [side(Color::White), side(Color::Black)] }
    }

    /// The side whose terms are being counted.
    #[inline(always)]
    pub fn own<S: Side>(&self) -> &SideContext {
        &self.sides[S::US.index()]
    }

    /// The other side.
    #[inline(always)]
    pub fn enemy<S: Side>(&self) -> &SideContext {
        &self.sides[S::THEM.index()]
    }

    /// The men of a kind of the side.
    #[inline(always)]
    pub fn pieces<S: Side>(&self, kind: PieceKind) -> Bitboard {
        self.own::<S>().pieces & self.position.kind(kind)
    }

    /// Takes note of what a piece attacks.
    #[inline(always)]
    pub fn add<S: Side>(&mut self, kind: PieceKind, attacks: Bitboard) {
        let side = &mut self.sides[S::US.index()];
        side.by[kind.index()] |= attacks;
        side.twice |= side.all & attacks;
        side.all |= attacks;
    }

    /// Takes note of units of attack on the enemy king.
    #[inline(always)]
    pub fn assault<S: Side>(&mut self, units: i32) {
        self.sides[S::US.index()].assault += units;
    }
}

impl SideContext {
    /// What the men of a kind attack.
    #[inline(always)]
    pub fn by(&self, kind: PieceKind) -> Bitboard {
        self.by[kind.index()]
    }
}

/// The fourth to the sixth rank, counted from a side.
const fn outpost_ranks(color: Color) -> Bitboard {
    match color {
        Color::White => ranks::<White>(Rank::Fourth, Rank::Sixth),
        Color::Black => ranks::<Black>(Rank::Fourth, Rank::Sixth),
    }
}

/// The ranks from one to another, both included, counted from a side.
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
