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

mod pattern;

use self::pattern::{DescriptivePattern, capture_square, side};
use super::error::{MoveError, MoveErrorKind, choose, wing};
use crate::chess::board::Position;
use crate::chess::movegen::{has_legal_move, legal_moves};
use crate::chess::types::{Color, File, Move, MoveKind, MoveList, PieceKind, Square, Wing};

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

/// Whether a text has the form of a move, legal or not. A null move has it not.
pub fn is_move(text: &str) -> bool {
    let core = core(text);
    castling(&core).is_some() || DescriptivePattern::parse(&core, Color::White).is_some()
}

/// Like [`parse()`], where the legal moves of the position are known.
pub(super) fn resolve(
    position: &Position,
    legal: &MoveList,
    text: &str,
) -> Result<Move, MoveError> {
    if text.trim() == "--" {
        return Err(MoveError::Null("--".to_string()));
    }
    let core = core(text);
    let us = position.side_to_move();
    if let Some(asked) = castling(&core) {
        let fits = |mv: Move| mv.is_castle() && asked.is_none_or(|asked| wing(mv) == asked);
        return choose(text, legal, fits, || {
            MoveErrorKind::Castling(us, asked.unwrap_or(Wing::King))
        });
    }
    let pattern =
        DescriptivePattern::parse(&core, us).ok_or_else(|| MoveError::syntax(text, EXPECTED))?;
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
    let bare = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(rest);
    match bare.strip_prefix('-').filter(|wing| !wing.is_empty()).unwrap_or(bare) {
        "" => Some(None),
        "K" | "KR" => Some(Some(Wing::King)),
        "Q" | "QR" => Some(Some(Wing::Queen)),
        _ => None,
    }
}
