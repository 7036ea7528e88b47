//! The descriptive notation of the documents: `P-K4`, `Kt-KB3`, `KRxQKt`,
//! `Castles KR`.
//!
//! A file has the name of the piece that stands on it at the start of a standard
//! game. Ranks are counted from the first rank of the side to move. Of a capture
//! "only the capturing and the captured pieces are mentioned, and not the
//! squares". To tell which of two rooks is the king's "becomes increasingly
//! difficult as the game goes on and pieces change their places". So the prefix
//! of a piece says where it stands, not where it came from:
//!
//! - a rook or knight is the king's on files e to h, the queen's on a to d;
//! - a bishop is the king's or the queen's by the color of its squares, as in
//!   the documents: "a white KB is always on white squares";
//! - a pawn has the name of its file: `BP` on either bishop's file, `KBP` on the
//!   f-file.
//!
//! If several moves still fit, the square of a piece follows it in parentheses:
//! `R(KR1)-K1`, `PxKt(QB6)`. A capture en passant ends in `e.p.`, a promotion in
//! the piece: `P-K8(Q)`.

use super::error::{MoveError, MoveErrorKind, choose, wing};
use crate::chess::board::Position;
use crate::chess::movegen::{has_legal_move, legal_moves};
use crate::chess::types::{
    Bitboard, Color, File, Move, MoveKind, MoveList, PieceKind, Rank, Square, Wing,
};

const EXPECTED: &str = "descriptive notation such as P-K4, Kt-KB3, PxP, KRxQKt or Castles KR";

/// How exactly a piece or a destination is described.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// `R`, `P`; as a destination `B4`.
    Plain,
    /// `KR`, `BP`; as a destination `KB4`.
    Side,
    /// `KR`, `KBP`; as a destination `KB4`.
    Full,
    /// `R(KR1)`, `P(KB2)`; as a destination `KB4`.
    Square,
}
use Detail::{Full, Plain, Side};

/// The details of (moving piece, destination), from the shortest form of a move
/// to one that fits no other move. `Kt-KB3` comes before `KKt-B3` by custom.
const TO_SQUARE: [(Detail, Detail); 5] =
    [(Plain, Plain), (Plain, Side), (Side, Plain), (Side, Side), (Detail::Square, Side)];

/// The same for (moving piece, captured piece): `PxP`, `KRxKt`, `RxQKt`, `KRxQKt`
/// and so on.
const CAPTURES: [(Detail, Detail); 11] = [
    (Plain, Plain),
    (Side, Plain),
    (Plain, Side),
    (Side, Side),
    (Full, Plain),
    (Plain, Full),
    (Full, Full),
    (Plain, Detail::Square),
    (Side, Detail::Square),
    (Detail::Square, Plain),
    (Detail::Square, Detail::Square),
];

/// Writes a move that is legal in the position, in the shortest form that
/// [`parse`] understands as this move and no other. Castling always names its
/// rook.
///
/// ```
/// use staunton::chess::{Position, notation::descriptive};
///
/// let start = Position::start();
/// let pawn = descriptive::parse(&start, "P to K4").expect("a legal move");
/// assert_eq!(descriptive::format(&start, pawn), "P-K4");
/// ```
pub fn format(position: &Position, mv: Move) -> String {
    let legal = legal_moves(position);
    let unique = |text: &String| resolve(position, &legal, text) == Ok(mv);
    let details: &[_] = if mv.is_capture() { &CAPTURES } else { &TO_SQUARE };
    let mut forms = details.iter().map(|&detail| describe(position, mv, detail));
    let mut text =
        forms.find(unique).unwrap_or_else(|| describe(position, mv, details[details.len() - 1]));

    let after = position.after(mv);
    if after.in_check() {
        text += if has_legal_move(&after) { " ch" } else { " mate" };
    }
    text
}

fn describe(position: &Position, mv: Move, (moving, other): (Detail, Detail)) -> String {
    let us = position.side_to_move();
    if mv.is_castle() {
        return format!("Castles {}R", ["K", "Q"][wing(mv).index()]);
    }
    let mut text = piece(position, mv.from(), us, moving);
    if mv.is_capture() {
        text = format!("{text}x{}", piece(position, capture_square(mv), us, other));
    } else {
        text = format!("{text}-{}", place(mv.to(), us, other != Plain));
    }
    if mv.kind() == MoveKind::EnPassant {
        text += " e.p.";
    }
    if let Some(kind) = mv.promotion() {
        text = format!("{text}({})", letters(kind));
    }
    text
}

fn capture_square(mv: Move) -> Square {
    match mv.kind() {
        MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
        _ => mv.to(),
    }
}

/// The piece on a square, as player `view` names it.
fn piece(position: &Position, square: Square, view: Color, detail: Detail) -> String {
    let Some(piece) = position.on(square) else { return String::new() };
    let (kind, name) = (piece.kind(), letters(piece.kind()));
    match detail {
        Detail::Plain => name.to_string(),
        Detail::Square => format!("{name}({})", place(square, view, true)),
        _ if kind == PieceKind::Pawn => format!("{}P", file_name(square.file(), detail == Full)),
        _ => match side_of(piece.color(), kind, square) {
            Some(wing) => format!("{}{name}", ["K", "Q"][wing.index()]),
            None => name.to_string(),
        },
    }
}

/// Whether a piece is the king's or the queen's; `None` for a king, a queen or a
/// pawn.
fn side_of(owner: Color, kind: PieceKind, square: Square) -> Option<Wing> {
    Wing::ALL.into_iter().find(|&wing| side(owner, kind, wing).is_some_and(|set| set.has(square)))
}

/// The squares on which a piece of `owner` is the king's, or the queen's; `None`
/// for a king, a queen or a pawn.
fn side(owner: Color, kind: PieceKind, wing: Wing) -> Option<Bitboard> {
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

fn letters(kind: PieceKind) -> &'static str {
    ["P", "Kt", "B", "R", "Q", "K"][kind.index()]
}

/// The name of a file; `full` tells the king's from the queen's.
fn file_name(file: File, full: bool) -> &'static str {
    const FULL: [&str; 8] = ["QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"];
    const HALF: [&str; 8] = ["R", "Kt", "B", "Q", "K", "B", "Kt", "R"];
    if full { FULL[file.index()] } else { HALF[file.index()] }
}

/// The name of a square, as player `view` counts the ranks.
fn place(square: Square, view: Color, full: bool) -> String {
    format!("{}{}", file_name(square.file(), full), square.rank().relative_to(view).digit())
}

/// Reads a move and checks that it is legal.
///
/// It accepts more than [`format()`] writes: `N` for `Kt`; `P to K4`, `P. to K's
/// 4th` and `takes`; `Q to her B's 2d` for `Q-QB2`; `R-K sq` for `R-K1`; spaces
/// anywhere; `R/KR1` for `R(KR1)`; `P-K8=Q`, `P-K8/Q`, `P-K8Q`; `Castles`
/// alone if only one wing is possible, `Castles K`, `O-O`, `0-0-0`. It ignores
/// `ch`, `dis ch`, `dbl ch`, `mate`, `+` and `!?`.
///
/// # Errors
/// A [`MoveError`] if the text is not a move, or fits no legal move or several.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveError> {
    resolve(position, &legal_moves(position), text)
}

fn resolve(position: &Position, legal: &MoveList, text: &str) -> Result<Move, MoveError> {
    let core = core(text);
    let us = position.side_to_move();
    if let Some(asked) = castling(&core) {
        let fits = |mv: Move| mv.is_castle() && asked.is_none_or(|asked| wing(mv) == asked);
        return choose(text, legal, fits, || {
            MoveErrorKind::Castling(us, asked.unwrap_or(Wing::King))
        });
    }
    let pattern = MoveReader { rest: core.as_str(), us }
        .pattern()
        .ok_or_else(|| MoveError::syntax(text, EXPECTED))?;
    let why = || {
        let (kind, among) = pattern.moving;
        if (position.pieces(us, kind) & among).is_empty() {
            MoveErrorKind::NoSuchPiece(us, kind)
        } else if pattern.promotion.is_some()
            && legal.iter().any(|&mv| pattern.fits_but_promotion(position, mv))
        {
            MoveErrorKind::NoPromotion
        } else {
            MoveErrorKind::NoMatch
        }
    };
    choose(text, legal, |mv| pattern.fits(position, mv), why)
}

/// The text in upper case without spaces, full stops, commas, check signs and
/// other comments. `EP` for en passant is kept.
fn core(text: &str) -> String {
    const COMMENTS: &str = "(CH) CHECKMATE CHECK CH MATE DISC DIS DOUBLE DBL + # † ‡ ! ?";
    let letters: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '.' | ','))
        .map(|c| match c {
            '‐' | '‑' | '–' | '—' | '−' => '-',
            '×' | ':' => 'X',
            other => other.to_ascii_uppercase(),
        })
        .collect();
    let mut core = letters.as_str();
    while let Some(rest) = COMMENTS.split(' ').find_map(|comment| core.strip_suffix(comment)) {
        core = rest;
    }
    // "P to K4", "Kt takes P", "P to K's 4th", "Q to her B's 2d": no name
    // contains these letters otherwise.
    const SPOKEN: [(&str, &str); 6] =
        [("TAKES", "X"), ("TO", "-"), ("'S", ""), ("’S", ""), ("HER", "Q"), ("HIS", "K")];
    let spoken = SPOKEN.iter().fold(core.to_string(), |text, (from, to)| text.replace(from, to));
    let plain = without_ordinals(&spoken);
    match plain.strip_suffix("SQ") {
        // Not the end of "Castles Q".
        Some(first_rank) if plain.contains('-') => format!("{first_rank}1"),
        _ => plain,
    }
}

/// The text with `4` for `4TH`, `3` for `3RD` or `3D`.
fn without_ordinals(text: &str) -> String {
    let mut parts = text.split_inclusive(|c: char| c.is_ascii_digit());
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let endings = ["ST", "ND", "RD", "TH", "D"];
        plain += endings.iter().find_map(|ending| part.strip_prefix(ending)).unwrap_or(part);
    }
    plain
}

/// `None` if the text is not castling; otherwise the wing, if the text names it.
fn castling(core: &str) -> Option<Option<Wing>> {
    match core.replace('0', "O").as_str() {
        "O-O" => return Some(Some(Wing::King)),
        "O-O-O" => return Some(Some(Wing::Queen)),
        _ => {}
    }
    let rest = core.strip_prefix("CASTLES").or_else(|| core.strip_prefix("CASTLE"))?;
    match rest.trim_matches(['(', ')', '-']) {
        "" => Some(None),
        "K" | "KR" => Some(Some(Wing::King)),
        "Q" | "QR" => Some(Some(Wing::Queen)),
        _ => None,
    }
}

/// A kind of piece, and the squares on which the text allows it.
type PieceSet = (PieceKind, Bitboard);

/// The destination of a move: squares, or a captured piece.
enum Target {
    Square(Bitboard),
    Captured(PieceSet),
}

/// The parts of a move in descriptive notation.
struct DescriptivePattern {
    moving: PieceSet,
    target: Target,
    promotion: Option<PieceKind>,
    en_passant: bool,
}

impl DescriptivePattern {
    /// Whether the move fits the text.
    fn fits(&self, position: &Position, mv: Move) -> bool {
        self.fits_but_promotion(position, mv)
            && (self.promotion.is_none() || mv.promotion() == self.promotion)
    }

    /// Whether the move fits, the promotion aside.
    fn fits_but_promotion(&self, position: &Position, mv: Move) -> bool {
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
