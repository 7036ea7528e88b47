//! Generation of legal moves without playing them. Pinned pieces stay on the
//! line of their pin. In check, pieces other than the king capture the checker
//! or block the check.

use super::sink::MoveSink;
use crate::attacks;
use crate::board::Position;
use crate::types::{
    Bitboard, Black, CastlingRights, Color, Move, MoveKind, MoveList, PieceKind, Rank, Side,
    Square, White, Wing,
};

/// The class of moves to generate. Every legal move is either noisy or quiet, so
/// that two stages together generate each move once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveClass {
    /// All legal moves.
    All,
    /// Captures (en passant too) and promotions.
    Noisy,
    /// All other moves, castling included.
    Quiet,
}

/// All legal moves of a position.
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate(position, MoveClass::All, &mut list);
    list
}

/// The legal moves of the piece on a square; none if it is not a piece of the
/// side to move.
pub fn moves_from(position: &Position, from: Square) -> MoveList {
    let mut list = MoveList::new();
    generate_from(position, MoveClass::All, Bitboard::of(from), &mut list);
    list
}

/// Whether a move is legal in a position. The move may come from another
/// position, for instance after a key collision in the transposition table.
pub fn is_legal(position: &Position, mv: Move) -> bool {
    position.color(position.side_to_move()).has(mv.from())
        && moves_from(position, mv.from()).contains(&mv)
}

/// Whether the side to move has a legal move. If not, it is checkmated or
/// stalemated.
pub fn has_legal_move(position: &Position) -> bool {
    // The first or second piece almost always has a move.
    let pieces = position.color(position.side_to_move());
    pieces.into_iter().any(|square| !moves_from(position, square).is_empty())
}

/// Generates the legal moves of a class into a sink.
#[inline(always)]
pub fn generate(position: &Position, class: MoveClass, sink: &mut impl MoveSink) {
    generate_from(position, class, Bitboard::FULL, sink);
}

#[inline(always)]
fn generate_from(position: &Position, class: MoveClass, from: Bitboard, sink: &mut impl MoveSink) {
    match position.side_to_move() {
        Color::White => MoveGenerator::<White>::new(position, class, from).run(sink),
        Color::Black => MoveGenerator::<Black>::new(position, class, from).run(sink),
    }
}

struct MoveGenerator<'p, S: Side> {
    position: &'p Position,
    class: MoveClass,
    /// The squares of the pieces whose moves are generated.
    from: Bitboard,
    king: Square,
    enemies: Bitboard,
    occupied: Bitboard,
    /// The destinations of pieces other than the king that fit the class of
    /// moves and end a check. Pawns use them for captures only.
    targets: Bitboard,
    side: std::marker::PhantomData<S>,
}

impl<'p, S: Side> MoveGenerator<'p, S> {
    #[inline(always)]
    fn new(position: &'p Position, class: MoveClass, from: Bitboard) -> Self {
        let king = position.king(S::US);
        let enemies = position.color(!S::US);
        let occupied = position.occupied();
        let targets = match position.checkers().first() {
            // In check, capture the checker or block the check.
            Some(checker) => attacks::between(king, checker).with(checker),
            None => Bitboard::FULL,
        };
        let targets = targets
            & match class {
                MoveClass::All => !position.color(S::US),
                MoveClass::Noisy => enemies,
                MoveClass::Quiet => !occupied,
            };
        MoveGenerator {
            position,
            class,
            from,
            king,
            enemies,
            occupied,
            targets,
            side: std::marker::PhantomData,
        }
    }

    #[inline(always)]
    fn run(&self, sink: &mut impl MoveSink) {
        let checkers = self.position.checkers();
        // In double check only the king moves.
        if !checkers.several() {
            self.pawns(sink);
            self.knights(sink);
            self.sliders(sink);
            if checkers.is_empty() && self.class != MoveClass::Noisy {
                self.castling(sink);
            }
        }
        self.king(sink);
    }

    /// The own pieces of a kind whose moves are generated.
    #[inline(always)]
    fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.position.pieces(S::US, kind) & self.from
    }

    #[inline(always)]
    fn knights(&self, sink: &mut impl MoveSink) {
        // A pinned knight has no legal moves.
        for from in self.pieces(PieceKind::Knight) - self.position.pinned() {
            sink.piece(from, attacks::knight(from) & self.targets, self.enemies);
        }
    }

    #[inline(always)]
    fn sliders(&self, sink: &mut impl MoveSink) {
        let pinned = self.position.pinned();
        let own = self.position.color(S::US) & self.from;
        let diagonal = self.position.diagonal_sliders() & own;
        let orthogonal = self.position.orthogonal_sliders() & own;
        for from in diagonal - pinned {
            sink.piece(from, attacks::bishop(from, self.occupied) & self.targets, self.enemies);
        }
        for from in orthogonal - pinned {
            sink.piece(from, attacks::rook(from, self.occupied) & self.targets, self.enemies);
        }
        for from in diagonal & pinned {
            let targets = self.targets & attacks::line(self.king, from);
            sink.piece(from, attacks::bishop(from, self.occupied) & targets, self.enemies);
        }
        for from in orthogonal & pinned {
            let targets = self.targets & attacks::line(self.king, from);
            sink.piece(from, attacks::rook(from, self.occupied) & targets, self.enemies);
        }
    }

    #[inline(always)]
    fn pawns(&self, sink: &mut impl MoveSink) {
        let pawns = self.pieces(PieceKind::Pawn);
        let pinned = pawns & self.position.pinned();
        self.pawn_moves(pawns - pinned, self.targets, self.push_targets(), sink);
        for from in pinned {
            let line = attacks::line(self.king, from);
            let pushes = self.push_targets() & line;
            self.pawn_moves(Bitboard::of(from), self.targets & line, pushes, sink);
        }
        if self.class != MoveClass::Quiet {
            self.en_passant(pawns, sink);
        }
    }

    /// The destinations of pushes that fit the class of moves and end a check. A
    /// push to the last rank is a promotion and therefore noisy.
    #[inline(always)]
    fn push_targets(&self) -> Bitboard {
        let last = Bitboard::rank(Rank::Eighth.relative_to(S::US));
        let check = match self.position.checkers().first() {
            Some(checker) => attacks::between(self.king, checker),
            None => Bitboard::FULL,
        };
        check
            & match self.class {
                MoveClass::All => Bitboard::FULL,
                MoveClass::Noisy => last,
                MoveClass::Quiet => !last,
            }
    }

    #[inline(always)]
    fn pawn_moves(
        &self,
        pawns: Bitboard,
        capture_targets: Bitboard,
        push_targets: Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let last = Bitboard::rank(Rank::Eighth.relative_to(S::US));
        let third = Bitboard::rank(Rank::Third.relative_to(S::US));
        let (ahead, east, west) = match S::US {
            Color::White => (8, 9, 7),
            Color::Black => (-8, -7, -9),
        };
        let empty = !self.occupied;

        let push = pawns.forward(S::US) & empty;
        let double = (push & third).forward(S::US) & empty & push_targets;
        let push = push & push_targets;
        sink.pawns(push - last, ahead, MoveKind::Quiet);
        sink.pawns(double, 2 * ahead, MoveKind::DoublePush);
        if (push & last).any() {
            sink.promotions(push & last, ahead, false);
        }

        let capturable = self.enemies & capture_targets;
        for (captures, offset) in [
            (pawns.forward(S::US).east() & capturable, east),
            (pawns.forward(S::US).west() & capturable, west),
        ] {
            sink.pawns(captures - last, offset, MoveKind::Capture);
            if (captures & last).any() {
                sink.promotions(captures & last, offset, true);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&self, pawns: Bitboard, sink: &mut impl MoveSink) {
        if let Some(to) = self.position.en_passant() {
            for from in attacks::pawn(!S::US, to) & pawns {
                if self.position.en_passant_is_safe(from, to) {
                    sink.one(Move::new(from, to, MoveKind::EnPassant));
                }
            }
        }
    }

    #[inline(always)]
    fn king(&self, sink: &mut impl MoveSink) {
        if !self.from.has(self.king) {
            return;
        }
        let candidates = attacks::king(self.king)
            & match self.class {
                MoveClass::All => !self.position.color(S::US),
                MoveClass::Noisy => self.enemies,
                MoveClass::Quiet => !self.occupied,
            };
        let mut safe = candidates;
        for to in candidates {
            if !self.is_safe(to) {
                safe = safe.without(to);
            }
        }
        sink.piece(self.king, safe, self.enemies);
    }

    /// Whether the own king would be safe on a square. The king itself does not
    /// block attacks on the squares behind it.
    #[inline(always)]
    fn is_safe(&self, square: Square) -> bool {
        let position = self.position;
        let occupied = self.occupied.without(self.king);
        let attackers = attacks::pawn(S::US, square) & position.kind(PieceKind::Pawn)
            | attacks::knight(square) & position.kind(PieceKind::Knight)
            | attacks::king(square) & position.kind(PieceKind::King)
            | attacks::bishop(square, occupied) & position.diagonal_sliders()
            | attacks::rook(square, occupied) & position.orthogonal_sliders();
        (attackers & self.enemies).is_empty()
    }

    #[inline(always)]
    fn castling(&self, sink: &mut impl MoveSink) {
        if !self.position.castling().intersects(CastlingRights::both(S::US))
            || !self.from.has(self.king)
        {
            return;
        }
        for wing in Wing::ALL {
            if self.position.castling().contains(CastlingRights::of(S::US, wing))
                && self.can_castle(wing)
            {
                let rook = self.position.castling_rook(S::US, wing);
                sink.one(Move::new(self.king, rook, MoveKind::Castle));
            }
        }
    }

    /// Whether the paths of king and rook are empty and no square of the king's
    /// path is attacked. In Chess960 the castling rook may be pinned to the king,
    /// which makes castling illegal.
    #[inline(always)]
    fn can_castle(&self, wing: Wing) -> bool {
        let rank = Rank::First.relative_to(S::US);
        let (king, rook) = (self.king, self.position.castling_rook(S::US, wing));
        let king_to = Square::new(wing.king_file(), rank);
        let rook_to = Square::new(wing.rook_file(), rank);
        let king_path = attacks::between(king, king_to).with(king_to);
        let rook_path = attacks::between(rook, rook_to).with(rook_to);
        let others = self.occupied.without(king).without(rook);

        ((king_path | rook_path) & others).is_empty()
            && !self.position.pinned().has(rook)
            && king_path.into_iter().all(|square| self.is_safe(square))
    }
}
