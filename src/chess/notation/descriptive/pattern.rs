//! The grammar of descriptive notation: what a text says about a move.

use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Color, File, Move, MoveKind, PieceKind, Rank, Square, Wing};

/// A kind of piece, and the squares on which the text allows it.
pub type PieceSet = (PieceKind, Bitboard);

/// The destination of a move: squares, or a captured piece.
enum Target {
    Square(Bitboard),
    Captured(PieceSet),
}

/// The parts of a move in descriptive notation.
pub struct DescriptivePattern {
    pub moving: PieceSet,
    target: Target,
    pub promotion: Option<PieceKind>,
    en_passant: bool,
}

impl DescriptivePattern {
    /// Reads a text in capitals without spaces and comments, as player `us` means it.
    pub fn parse(core: &str, us: Color) -> Option<DescriptivePattern> {
        MoveReader { rest: core, us }.pattern()
    }

    /// Whether the move fits the text.
    pub fn fits(&self, position: &Position, mv: Move) -> bool {
        self.fits_but_promotion(position, mv)
            && (self.promotion.is_none() || mv.promotion() == self.promotion)
    }

    /// Whether the move fits, the promotion aside.
    pub fn fits_but_promotion(&self, position: &Position, mv: Move) -> bool {
        let is = |(kind, among): PieceSet, square: Square| {
            among.has(square) && position.on(square).is_some_and(|piece| piece.kind() == kind)
        };
        let reaches = match self.target {
            Target::Square(squares) => !mv.is_capture() && squares.has(mv.to()),
            Target::Captured(pieces) => mv.is_capture() && is(pieces, capture_square(mv)),
        };
        reaches
            && is(self.moving, mv.from())
            && !mv.is_castle()
            && (!self.en_passant || mv.kind() == MoveKind::EnPassant)
    }
}

/// What may follow a piece or a square in parentheses.
enum Suffix {
    Place(Bitboard),
    Promotion(PieceKind),
}

/// Reads the parts of a move from left to right.
struct MoveReader<'t> {
    rest: &'t str,
    us: Color,
}

impl MoveReader<'_> {
    fn pattern(mut self) -> Option<DescriptivePattern> {
        let mut moving = self.piece(self.us)?;
        if self.rest.starts_with(['(', '/']) {
            let Suffix::Place(squares) = self.suffix()? else { return None };
            moving.1 &= squares;
        }
        let mut promotion = None;
        let target = if self.take("-") {
            Target::Square(self.place()?)
        } else if self.take("X") {
            let mut captured = self.piece(!self.us)?;
            if self.rest.starts_with(['(', '/', '=']) {
                match self.suffix()? {
                    Suffix::Place(squares) => captured.1 &= squares,
                    Suffix::Promotion(kind) => promotion = Some(kind),
                }
            }
            Target::Captured(captured)
        } else {
            return None;
        };
        let en_passant = self.take("EP") || self.take("(EP)");
        if promotion.is_none() && !self.rest.is_empty() {
            let Suffix::Promotion(kind) = self.suffix()? else { return None };
            promotion = Some(kind);
        }
        self.rest.is_empty().then_some(DescriptivePattern { moving, target, promotion, en_passant })
    }

    /// Skips `expected` if the rest of the text begins with it.
    fn take(&mut self, expected: &str) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Reads consecutive letters of pieces.
    fn names(&mut self) -> Vec<PieceKind> {
        const NAMES: [(&str, PieceKind); 7] = [
            ("KT", PieceKind::Knight),
            ("N", PieceKind::Knight),
            ("P", PieceKind::Pawn),
            ("B", PieceKind::Bishop),
            ("R", PieceKind::Rook),
            ("Q", PieceKind::Queen),
            ("K", PieceKind::King),
        ];
        let mut names = Vec::new();
        while let Some(&(_, kind)) = NAMES.iter().find(|(name, _)| self.take(name)) {
            names.push(kind);
        }
        names
    }

    /// Reads a piece of `owner`: `R`, `KR`, `BP`, `KBP`.
    fn piece(&mut self, owner: Color) -> Option<PieceSet> {
        match self.names()[..] {
            [kind] => Some((kind, Bitboard::FULL)),
            [ref file @ .., PieceKind::Pawn] => Some((PieceKind::Pawn, files(file)?)),
            [first, kind] => Some((kind, side(owner, kind, wing_of(first)?)?)),
            _ => None,
        }
    }

    /// Reads a square: `K4`, `B4` (one of two), `QB4`.
    fn place(&mut self) -> Option<Bitboard> {
        let files = files(&self.names())?;
        let digit = self.rest.chars().next()?;
        let rank = Rank::from_digit(digit)?.relative_to(self.us);
        self.rest = &self.rest[1..];
        Some(files & Bitboard::rank(rank))
    }

    /// Reads a square or a piece after `(`, `/` or `=`, or a piece alone.
    fn suffix(&mut self) -> Option<Suffix> {
        let closes = self.take("(");
        if !closes && !self.take("/") {
            self.take("=");
        }
        let before = self.rest;
        let names = self.names();
        let suffix = if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            self.rest = before;
            Suffix::Place(self.place()?)
        } else {
            let &[kind] = names.as_slice() else { return None };
            MoveKind::promotion(kind, false)?;
            Suffix::Promotion(kind)
        };
        (!closes || self.take(")")).then_some(suffix)
    }
}

/// The wing of a name: king's or queen's.
fn wing_of(name: PieceKind) -> Option<Wing> {
    match name {
        PieceKind::King => Some(Wing::King),
        PieceKind::Queen => Some(Wing::Queen),
        _ => None,
    }
}

/// The files of a name: one for `K` or `QB`, two for `B`.
fn files(name: &[PieceKind]) -> Option<Bitboard> {
    let pair = |piece| {
        Some(match piece {
            PieceKind::Rook => Bitboard::file(File::A) | Bitboard::file(File::H),
            PieceKind::Knight => Bitboard::file(File::B) | Bitboard::file(File::G),
            PieceKind::Bishop => Bitboard::file(File::C) | Bitboard::file(File::F),
            _ => return None,
        })
    };
    match *name {
        [PieceKind::King] => Some(Bitboard::file(File::E)),
        [PieceKind::Queen] => Some(Bitboard::file(File::D)),
        [piece] => pair(piece),
        [first, piece] => Some(pair(piece)? & half(wing_of(first)?)),
        _ => None,
    }
}

/// Where the captured piece stands.
pub fn capture_square(mv: Move) -> Square {
    match mv.kind() {
        MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
        _ => mv.to(),
    }
}

/// The squares on which a piece of `owner` is the king's, or the queen's; `None`
/// for a king, a queen or a pawn.
pub fn side(owner: Color, kind: PieceKind, wing: Wing) -> Option<Bitboard> {
    Some(match (kind, wing) {
        (PieceKind::Rook | PieceKind::Knight, wing) => half(wing),
        (PieceKind::Bishop, Wing::King) if owner == Color::White => Bitboard::LIGHT,
        (PieceKind::Bishop, Wing::Queen) if owner == Color::Black => Bitboard::LIGHT,
        (PieceKind::Bishop, _) => Bitboard::DARK,
        _ => return None,
    })
}

/// The files of a wing.
fn half(wing: Wing) -> Bitboard {
    let files = match wing {
        Wing::King => [File::E, File::F, File::G, File::H],
        Wing::Queen => [File::A, File::B, File::C, File::D],
    };
    files.into_iter().fold(Bitboard::EMPTY, |set, file| set | Bitboard::file(file))
}
