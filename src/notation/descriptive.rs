//! The descriptive notation of the documents: `P-K4`, `Kt-KB3`, `KRxQKt`,
//! `Castles KR`.
//!
//! Files take the names of the pieces that stand on them at the start of a
//! standard game, ranks are counted from the mover's own side, and of a
//! capture "only the capturing and the captured pieces are mentioned, and not
//! the squares". Which of two rooks is the king's "becomes increasingly
//! difficult as the game goes on and pieces change their places", so that
//! here a prefix tells where a man stands, not where it came from:
//!
//! - a rook or knight is the king's on files e to h, the queen's on a to d;
//! - a bishop is the king's or the queen's by the colour of its squares, as
//!   the documents have it: "a white KB is always on white squares";
//! - a pawn has the name of its file: `BP` on either bishop's file, `KBP` on
//!   the f-file.
//!
//! Where that still leaves several moves, the square of a man follows it in
//! parentheses: `R(KR1)-K1`, `PxKt(QB6)`. Capturing in passing ends in
//! `e.p.`, a promotion in the piece: `P-K8(Q)`.

use super::reject::{MoveError, MoveErrorKind, choose, wing};
use crate::board::Position;
use crate::movegen::{has_legal_move, legal_moves};
use crate::types::{
    Bitboard, Color, File, Move, MoveKind, MoveList, PieceKind, Rank, Square, Wing,
};

const EXPECTED: &str = "descriptive notation such as P-K4, Kt-KB3, PxP, KRxQKt or Castles KR";

/// How exactly a man or a destination is described.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// `R`, `P`; of a destination `B4`.
    Plain,
    /// `KR`, `BP`; of a destination `KB4`.
    Side,
    /// `KR`, `KBP`; of a destination `KB4`.
    Full,
    /// `R(KR1)`, `P(KB2)`; of a destination `KB4`.
    Square,
}
use Detail::{Full, Plain, Side};

/// From the shortest description of (mover, destination) to one that fits no
/// other move. `Kt-KB3` comes before `KKt-B3`, as custom has it.
const TO_SQUARE: [(Detail, Detail); 5] =
    [(Plain, Plain), (Plain, Side), (Side, Plain), (Side, Side), (Detail::Square, Side)];

/// The same for (mover, victim): `PxP`, `KRxKt`, `RxQKt`, `KRxQKt` and so on.
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
/// [`parse`] understands as this move and no other. Castling always names
/// its rook.
pub fn format(position: &Position, mv: Move) -> String {
    let legal = legal_moves(position);
    let unique = |text: &String| resolve(position, &legal, text) == Ok(mv);
    let ladder: &[_] = if mv.is_capture() { &CAPTURES } else { &TO_SQUARE };
    let mut forms = ladder.iter().map(|&rung| describe(position, mv, rung));
    let mut text =
        forms.find(unique).unwrap_or_else(|| describe(position, mv, ladder[ladder.len() - 1]));

    let after = position.after(mv);
    if after.in_check() {
        text += if has_legal_move(&after) { " ch" } else { " mate" };
    }
    text
}

fn describe(position: &Position, mv: Move, (mover, other): (Detail, Detail)) -> String {
    let us = position.side_to_move();
    if mv.is_castle() {
        return format!("Castles {}R", ["K", "Q"][wing(mv).index()]);
    }
    let mut text = piece(position, mv.from(), us, mover);
    if mv.is_capture() {
        text = format!("{text}x{}", piece(position, victim(mv), us, other));
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

/// Where the captured man stands.
fn victim(mv: Move) -> Square {
    match mv.kind() {
        MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
        _ => mv.to(),
    }
}

/// The man on a square, as `view` names it.
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

/// Whether a piece is the king's or the queen's; there is only one king and
/// one queen.
fn side_of(owner: Color, kind: PieceKind, square: Square) -> Option<Wing> {
    Wing::ALL.into_iter().find(|&wing| side(owner, kind, wing).is_some_and(|set| set.has(square)))
}

/// Where such a piece stands if it is the king's, or the queen's.
fn side(owner: Color, kind: PieceKind, wing: Wing) -> Option<Bitboard> {
    Some(match (kind, wing) {
        (PieceKind::Rook | PieceKind::Knight, wing) => half(wing),
        (PieceKind::Bishop, Wing::King) if owner == Color::White => Bitboard::LIGHT,
        (PieceKind::Bishop, Wing::Queen) if owner == Color::Black => Bitboard::LIGHT,
        (PieceKind::Bishop, _) => Bitboard::DARK,
        _ => return None,
    })
}

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

fn file_name(file: File, full: bool) -> &'static str {
    const FULL: [&str; 8] = ["QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"];
    const HALF: [&str; 8] = ["R", "Kt", "B", "Q", "K", "B", "Kt", "R"];
    if full { FULL[file.index()] } else { HALF[file.index()] }
}

fn place(square: Square, view: Color, full: bool) -> String {
    format!("{}{}", file_name(square.file(), full), square.rank().relative_to(view).digit())
}

/// Reads a move and checks that it is legal.
///
/// Understood beside what [`format()`] writes: `N` for `Kt`; `P to K4` and
/// `takes`; spaces anywhere; `R/KR1` for `R(KR1)`; `P-K8=Q`, `P-K8/Q`,
/// `P-K8Q`; `Castles` alone where only one wing is possible, `Castles K`,
/// `O-O`, `0-0-0`; `ch`, `dis ch`, `dbl ch`, `mate`, `+`, `!?`, all of which
/// are ignored.
///
/// # Errors
/// A [`MoveError`] says whether the text is no move, not a legal one, or
/// could be several.
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
    let pattern = Reader { rest: core.as_str(), us }
        .pattern()
        .ok_or_else(|| MoveError::syntax(text, EXPECTED))?;
    let why = || {
        let (kind, among) = pattern.mover;
        if (position.pieces(us, kind) & among).is_empty() {
            MoveErrorKind::NoSuchMan(us, kind)
        } else if pattern.promotion.is_some() && legal.iter().any(|&mv| pattern.goes(position, mv))
        {
            MoveErrorKind::NoPromotion
        } else {
            MoveErrorKind::NothingFits
        }
    };
    choose(text, legal, |mv| pattern.fits(position, mv), why)
}

/// The text in capitals without spaces, full stops, commas and what only
/// comments on the move; `EP` for en passant stays.
fn core(text: &str) -> String {
    const COMMENTS: [&str; 14] = [
        "CHECKMATE",
        "CHECK",
        "CH",
        "MATE",
        "DISC",
        "DIS",
        "DOUBLE",
        "DBL",
        "+",
        "#",
        "†",
        "‡",
        "!",
        "?",
    ];
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
    while let Some(rest) = COMMENTS.iter().find_map(|comment| core.strip_suffix(comment)) {
        core = rest;
    }
    // "P to K4", "Kt takes P": no name contains these letters otherwise.
    core.replace("TAKES", "X").replace("TO", "-")
}

/// `Some` if the text is castling, with the wing if it says which.
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

/// A kind of man, and the squares on which it may stand to be meant.
type PieceSet = (PieceKind, Bitboard);

enum Target {
    Square(Bitboard),
    Victim(PieceSet),
}

/// What a text says about a move.
struct DescriptivePattern {
    mover: PieceSet,
    target: Target,
    promotion: Option<PieceKind>,
    en_passant: bool,
}

impl DescriptivePattern {
    fn fits(&self, position: &Position, mv: Move) -> bool {
        self.goes(position, mv) && (self.promotion.is_none() || mv.promotion() == self.promotion)
    }

    /// Whether the move fits but for the promotion.
    fn goes(&self, position: &Position, mv: Move) -> bool {
        let is = |(kind, among): PieceSet, square: Square| {
            among.has(square) && position.on(square).is_some_and(|piece| piece.kind() == kind)
        };
        let reaches = match self.target {
            Target::Square(squares) => !mv.is_capture() && squares.has(mv.to()),
            Target::Victim(pieces) => mv.is_capture() && is(pieces, victim(mv)),
        };
        reaches
            && is(self.mover, mv.from())
            && !mv.is_castle()
            && (!self.en_passant || mv.kind() == MoveKind::EnPassant)
    }
}

/// What may follow a man or a square in parentheses.
enum Suffix {
    Place(Bitboard),
    Promotion(PieceKind),
}

/// Reads the core of a move from left to right.
struct Reader<'t> {
    rest: &'t str,
    us: Color,
}

impl Reader<'_> {
    fn pattern(mut self) -> Option<DescriptivePattern> {
        let mut mover = self.piece(self.us)?;
        if self.rest.starts_with(['(', '/']) {
            let Suffix::Place(squares) = self.suffix()? else { return None };
            mover.1 &= squares;
        }
        let mut promotion = None;
        let target = if self.take("-") {
            Target::Square(self.place()?)
        } else if self.take("X") {
            let mut victim = self.piece(!self.us)?;
            if self.rest.starts_with(['(', '/', '=']) {
                match self.suffix()? {
                    Suffix::Place(squares) => victim.1 &= squares,
                    Suffix::Promotion(kind) => promotion = Some(kind),
                }
            }
            Target::Victim(victim)
        } else {
            return None;
        };
        let en_passant = self.take("EP") || self.take("(EP)");
        if promotion.is_none() && !self.rest.is_empty() {
            let Suffix::Promotion(kind) = self.suffix()? else { return None };
            promotion = Some(kind);
        }
        self.rest.is_empty().then_some(DescriptivePattern { mover, target, promotion, en_passant })
    }

    fn take(&mut self, expected: &str) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// A run of the letters of men.
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

    /// A man of `owner`: `R`, `KR`, `BP`, `KBP`.
    fn piece(&mut self, owner: Color) -> Option<PieceSet> {
        match self.names()[..] {
            [kind] => Some((kind, Bitboard::FULL)),
            [ref file @ .., PieceKind::Pawn] => Some((PieceKind::Pawn, files(file)?)),
            [first, kind] => Some((kind, side(owner, kind, wing_of(first)?)?)),
            _ => None,
        }
    }

    /// A square: `K4`, `B4` (one of two), `QB4`.
    fn place(&mut self) -> Option<Bitboard> {
        let files = files(&self.names())?;
        let digit = self.rest.chars().next()?;
        let rank = Rank::from_digit(digit)?.relative_to(self.us);
        self.rest = &self.rest[1..];
        Some(files & Bitboard::rank(rank))
    }

    /// A square or a piece after `(`, `/` or `=`, or a piece alone.
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

fn wing_of(name: PieceKind) -> Option<Wing> {
    match name {
        PieceKind::King => Some(Wing::King),
        PieceKind::Queen => Some(Wing::Queen),
        _ => None,
    }
}

/// The files that a name means: `K`, `QB`, or both for `B`.
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
