//! Generation of legal moves without playing them. Pinned pieces stay on the
//! line of their pin. In check, pieces other than the king capture the checker
//! or block the check.

use super::sink::MoveSink;
use crate::chess::attacks;
use crate::chess::board::Position;
use crate::chess::types::{
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

/// All legal moves; an empty list means checkmate or stalemate.
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

/// Whether the side to move has a legal move. If not, it is checkmated or
/// stalemated.
///
/// ```
/// use staunton::chess::Position;
/// use staunton::chess::movegen::has_legal_move;
///
/// let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
/// assert!(!has_legal_move(&stalemate) && !stalemate.in_check());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// Generates the quiet legal moves into a sink. `attacked` has all squares that
/// the opponent attacks, if they are known; that saves looking at each square
/// around the king.
#[inline(always)]
pub fn generate_quiet(position: &Position, attacked: Option<Bitboard>, sink: &mut impl MoveSink) {
    let us = position.side_to_move();
    debug_assert!(attacked.is_none_or(|attacked| attacked == position.attacked_by(!us)));
    let generator = MoveGenerator::new(position, us, MoveClass::Quiet, Bitboard::FULL);
    // In check the king itself hides squares that are attacked behind it.
    let attacked = attacked.filter(|_| position.checkers().is_empty());
    MoveGenerator { attacked, ..generator }.run(sink);
}

/// All legal moves of `S`, the side to move. Each side has code of its own, which
/// is a little faster and twice as large. That suits perft. In a search such code
/// would fill the instruction cache.
#[inline(always)]
pub fn legal_moves_of<S: Side>(position: &Position, sink: &mut impl MoveSink) {
    debug_assert_eq!(position.side_to_move(), S::US);
    let generator = MoveGenerator::new(position, S::US, MoveClass::All, Bitboard::FULL);
    let attacked = generator.attacked_around_king::<S>();
    MoveGenerator { attacked, ..generator }.run(sink);
}

#[inline(always)]
fn generate_from(position: &Position, class: MoveClass, from: Bitboard, sink: &mut impl MoveSink) {
    MoveGenerator::new(position, position.side_to_move(), class, from).run(sink);
}

struct MoveGenerator<'p> {
    position: &'p Position,
    us: Color,
    class: MoveClass,
    /// The squares of the pieces whose moves are generated.
    from: Bitboard,
    king: Square,
    enemies: Bitboard,
    occupied: Bitboard,
    /// The destinations of pieces other than the king that fit the class of
    /// moves and end a check. Pawns use them for captures only.
    targets: Bitboard,
    /// The squares to which the king must not go, if they are known.
    attacked: Option<Bitboard>,
}

impl<'p> MoveGenerator<'p> {
    #[inline(always)]
    fn new(position: &'p Position, us: Color, class: MoveClass, from: Bitboard) -> Self {
        let king = position.king(us);
        let enemies = position.color(!us);
        let occupied = position.occupied();
        let targets = match position.checkers().first() {
            // In check, capture the checker or block the check.
            Some(checker) => attacks::between(king, checker).with(checker),
            None => Bitboard::FULL,
        };
        let targets = targets
            & match class {
                MoveClass::All => !position.color(us),
                MoveClass::Noisy => enemies,
                MoveClass::Quiet => !occupied,
            };
        MoveGenerator {
            position,
            us,
            class,
            from,
            king,
            enemies,
            occupied,
            targets,
            attacked: None,
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

    /// The squares that the opponent attacks while the king is off the board; `None`
    /// if the king has at most one step, since that square alone is quicker to test.
    #[inline(always)]
    fn attacked_around_king<S: Side>(&self) -> Option<Bitboard> {
        let steps = attacks::king(self.king) - self.position.color(S::US);
        let occupied = self.occupied.without(self.king);
        steps.several().then(|| self.position.attacked_through(S::THEM, occupied))
    }

    /// The own pieces of a kind whose moves are generated.
    #[inline(always)]
    fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.position.pieces(self.us, kind) & self.from
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
        let own = self.position.color(self.us) & self.from;
        let diagonal = self.position.diagonal_sliders() & own;
        let orthogonal = self.position.orthogonal_sliders() & own;
        for from in diagonal - pinned {
            sink.piece(from, attacks::bishop(from, self.occupied) & self.targets, self.enemies);
        }
        for from in orthogonal - pinned {
            sink.piece(from, attacks::rook(from, self.occupied) & self.targets, self.enemies);
        }
        if (pinned & own).any() {
            self.pinned_sliders(diagonal & pinned, orthogonal & pinned, sink);
        }
    }

    /// The moves of pinned sliders, along the line of their pin.
    #[cold]
    #[inline(never)]
    fn pinned_sliders(&self, diagonal: Bitboard, orthogonal: Bitboard, sink: &mut impl MoveSink) {
        for from in diagonal {
            let targets = self.targets & attacks::line(self.king, from);
            sink.piece(from, attacks::bishop(from, self.occupied) & targets, self.enemies);
        }
        for from in orthogonal {
            let targets = self.targets & attacks::line(self.king, from);
            sink.piece(from, attacks::rook(from, self.occupied) & targets, self.enemies);
        }
    }

    #[inline(always)]
    fn pawns(&self, sink: &mut impl MoveSink) {
        match self.us {
            Color::White => self.pawns_of::<White>(sink),
            Color::Black => self.pawns_of::<Black>(sink),
        }
    }

    #[inline(always)]
    fn pawns_of<S: Side>(&self, sink: &mut impl MoveSink) {
        let pawns = self.pieces(PieceKind::Pawn);
        let pinned = pawns & self.position.pinned();
        let pushes = self.push_targets::<S>();
        self.pawn_moves::<S>(pawns - pinned, self.targets, pushes, sink);
        if pinned.any() {
            self.pinned_pawns::<S>(pinned, sink);
        }
        if self.class != MoveClass::Quiet
            && let Some(to) = self.position.en_passant()
        {
            self.en_passant(pawns, to, sink);
        }
    }

    /// The moves of pinned pawns, along the line of their pin.
    #[cold]
    #[inline(never)]
    fn pinned_pawns<S: Side>(&self, pinned: Bitboard, sink: &mut impl MoveSink) {
        for from in pinned {
            let line = attacks::line(self.king, from);
            let pushes = self.push_targets::<S>() & line;
            self.pawn_moves::<S>(Bitboard::of(from), self.targets & line, pushes, sink);
        }
    }

    /// The destinations of pushes that fit the class of moves and end a check. A
    /// push to the last rank is a promotion and therefore noisy.
    #[inline(always)]
    fn push_targets<S: Side>(&self) -> Bitboard {
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
    fn pawn_moves<S: Side>(
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
        if self.class != MoveClass::Noisy {
            let double = (push & third).forward(S::US) & empty & push_targets;
            sink.pawns((push & push_targets) - last, ahead, MoveKind::Quiet);
            sink.pawns(double, 2 * ahead, MoveKind::DoublePush);
        }
        if self.class == MoveClass::Quiet {
            return;
        }
        let promotions = push & push_targets & last;
        if promotions.any() {
            sink.promotions(promotions, ahead, false);
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

    #[cold]
    #[inline(never)]
    fn en_passant(&self, pawns: Bitboard, to: Square, sink: &mut impl MoveSink) {
        for from in attacks::pawn(!self.us, to) & pawns {
            if self.position.en_passant_is_safe(from, to) {
                sink.one(Move::new(from, to, MoveKind::EnPassant));
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
                MoveClass::All => !self.position.color(self.us),
                MoveClass::Noisy => self.enemies,
                MoveClass::Quiet => !self.occupied,
            };
        let safe = match self.attacked {
            Some(attacked) => candidates - attacked,
            None => candidates.into_iter().fold(candidates, |safe, to| {
                if self.position.is_safe_for_king(to) { safe } else { safe.without(to) }
            }),
        };
        sink.piece(self.king, safe, self.enemies);
    }

    /// Whether the king is safe on each of these squares.
    #[inline(always)]
    fn is_safe(&self, squares: Bitboard) -> bool {
        match self.attacked {
            Some(attacked) => (squares & attacked).is_empty(),
            None => squares.into_iter().all(|square| self.position.is_safe_for_king(square)),
        }
    }

    #[inline(always)]
    fn castling(&self, sink: &mut impl MoveSink) {
        if !self.position.castling().intersects(CastlingRights::both(self.us))
            || !self.from.has(self.king)
        {
            return;
        }
        for wing in Wing::ALL {
            if self.position.castling().contains(CastlingRights::of(self.us, wing))
                && self.can_castle(wing)
            {
                let rook = self.position.castling_rook(self.us, wing);
                sink.one(Move::new(self.king, rook, MoveKind::Castle));
            }
        }
    }

    /// Whether the paths of king and rook are empty and no square of the king's
    /// path is attacked. In Chess960 the castling rook may be pinned to the king,
    /// which makes castling illegal.
    #[inline(always)]
    fn can_castle(&self, wing: Wing) -> bool {
        let rank = Rank::First.relative_to(self.us);
        let (king, rook) = (self.king, self.position.castling_rook(self.us, wing));
        let king_to = Square::new(wing.king_file(), rank);
        let rook_to = Square::new(wing.rook_file(), rank);
        let king_path = attacks::between(king, king_to).with(king_to);
        let rook_path = attacks::between(rook, rook_to).with(rook_to);
        let others = self.occupied.without(king).without(rook);

        ((king_path | rook_path) & others).is_empty()
            && !self.position.pinned().has(rook)
            && self.is_safe(king_path)
    }
}
