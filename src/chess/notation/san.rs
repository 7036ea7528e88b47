//! Standard algebraic notation (SAN): `e4`, `Nf3`, `Rae1`, `exd6`, `O-O`, `c8=Q+`,
//! and the other forms of algebraic notation that the documents describe.

use super::error::{MoveError, MoveErrorKind, choose, explain, wing};
use crate::chess::board::Position;
use crate::chess::movegen::{has_legal_move, legal_moves};
use crate::chess::types::{Bitboard, File, Move, MoveKind, PieceKind, Rank, Square, Wing};
use bitflags::bitflags;

bitflags! {
    /// The style of algebraic notation. The empty set is the standard of PGN:
    /// `Nbxd2`, `O-O`, `c8=Q`, `+`, `#`.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct SanStyle: u8 {
        /// Figurines: `♘f3`. Both sides use the white ones, as books do.
        const FIGURINES = 1;
        /// Long algebraic, always with both squares: `e2-e4`, `Ng1xf3`.
        const LONG = 2;
        /// `0-0` instead of `O-O`.
        const ZEROS = 4;
        /// `†` instead of `+` for check.
        const DAGGER = 8;
        /// `c8Q` instead of `c8=Q`.
        const BARE_PROMOTION = 16;
    }
}

pub(super) const EXPECTED: &str = "algebraic notation such as e4, Nf3, exd5, O-O or c8=Q";

/// Writes a move that is legal in the position.
///
/// ```
/// use staunton::chess::Position;
/// use staunton::chess::notation::san::{self, SanStyle};
///
/// let start = Position::start();
/// let knight = san::parse(&start, "Nf3")?;
/// assert_eq!(san::format(&start, knight, SanStyle::empty()), "Nf3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format(position: &Position, mv: Move, style: SanStyle) -> String {
    let mut text = String::with_capacity(8);
    if mv.is_castle() {
        let o = if style.contains(SanStyle::ZEROS) { "0" } else { "O" };
        text = vec![o; 2 + wing(mv).index()].join("-");
    } else {
        let kind = position.on(mv.from()).map_or(PieceKind::Pawn, |piece| piece.kind());
        if kind != PieceKind::Pawn {
            text.push(symbol(kind, style));
        }
        text += &origin(position, mv, kind, style);
        if mv.is_capture() {
            text.push('x');
        } else if style.contains(SanStyle::LONG) {
            text.push('-');
        }
        text += &mv.to().to_string();
        if let Some(kind) = mv.promotion() {
            if !style.contains(SanStyle::BARE_PROMOTION) {
                text.push('=');
            }
            text.push(symbol(kind, style));
        }
    }
    text += check_mark(&position.after(mv), style);
    text
}

fn symbol(kind: PieceKind, style: SanStyle) -> char {
    if style.contains(SanStyle::FIGURINES) {
        ['♙', '♘', '♗', '♖', '♕', '♔'][kind.index()]
    } else {
        kind.letter()
    }
}

fn check_mark(after: &Position, style: SanStyle) -> &'static str {
    match (after.in_check(), has_legal_move(after)) {
        (false, _) => "",
        (true, false) => "#",
        (true, true) if style.contains(SanStyle::DAGGER) => "†",
        (true, true) => "+",
    }
}

/// The part of the square of origin that a move needs: nothing, the file, the
/// rank or both, whichever first tells it from the moves of other pieces.
fn origin(position: &Position, mv: Move, kind: PieceKind, style: SanStyle) -> String {
    let from = mv.from();
    if style.contains(SanStyle::LONG) {
        return from.to_string();
    }
    if kind == PieceKind::Pawn {
        return if mv.is_capture() { from.file().letter().to_string() } else { String::new() };
    }
    let others: Bitboard = legal_moves(position)
        .into_iter()
        .filter(|other| other.to() == mv.to() && !other.is_castle())
        .map(Move::from)
        .filter(|&other| {
            other != from && (position.pieces(position.side_to_move(), kind)).has(other)
        })
        .collect();
    if others.is_empty() {
        String::new()
    } else if (others & Bitboard::file(from.file())).is_empty() {
        from.file().letter().to_string()
    } else if (others & Bitboard::rank(from.rank())).is_empty() {
        from.rank().digit().to_string()
    } else {
        from.to_string()
    }
}

/// Reads a move and checks that it is legal.
///
/// It accepts more than the standard: `0-0` and `o-o`; `c8Q`, `c8(Q)`, `c8/Q`;
/// figurines of either color; long algebraic with `-`, `x`, `:` or nothing
/// between the squares; more of the origin than necessary; a full origin without
/// the letter of the piece (`g1f3`). It ignores `e.p.`, `+`, `++`, `†`, `‡`, `#`,
/// `mate` and marks such as `!?`. "No penalty can be enforced for … a false
/// announcement of 'check'", says the handbook, and "when check is given it is
/// not obligatory to announce the check".
///
/// # Errors
/// A [`MoveError`] if the text is not a move, or fits no legal move or several.
///
/// ```
/// use staunton::chess::Position;
/// use staunton::chess::notation::san;
///
/// let error = san::parse(&Position::start(), "Nf4").unwrap_err();
/// assert!(error.to_string().contains("Nf4"));
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveError> {
    let core = core(text);
    if matches!(core.as_str(), "--" | "Z0" | "0000" | "null" | "@@@@") {
        return Err(MoveError::Null(core));
    }
    let us = position.side_to_move();
    let legal = legal_moves(position);
    if let Some(asked) = castling(&core) {
        let fits = |mv: Move| mv.is_castle() && wing(mv) == asked;
        return choose(text, &legal, fits, || MoveErrorKind::Castling(us, asked));
    }

    let pattern = SanPattern::parse(&core).ok_or_else(|| MoveError::syntax(text, EXPECTED))?;
    let kind = pattern.kind(position).ok_or_else(|| {
        let square = pattern.among.first().unwrap_or(pattern.to);
        let why = match position.on(square) {
            Some(piece) if piece.color() != us => MoveErrorKind::NotYours(square, !us),
            _ => MoveErrorKind::NoPiece(square),
        };
        MoveError::illegal(text, why)
    })?;
    let among = match kind {
        // A pawn that captures names its file. A push stays on its file.
        PieceKind::Pawn if pattern.among == Bitboard::FULL => Bitboard::file(pattern.to.file()),
        _ => pattern.among,
    };
    let pieces = position.pieces(us, kind) & among;
    let goes = |mv: Move| mv.to() == pattern.to && pieces.has(mv.from()) && !mv.is_castle();
    let fits = |mv: Move| {
        goes(mv)
            && (!pattern.captures || mv.is_capture())
            && (pattern.promotion.is_none() || mv.promotion() == pattern.promotion)
    };
    choose(text, &legal, fits, || match legal.iter().find(|&&mv| goes(mv)) {
        Some(mv) if pattern.captures && !mv.is_capture() => {
            MoveErrorKind::NothingToCapture(pattern.to)
        }
        Some(_) => MoveErrorKind::NoPromotion,
        None => explain(position, kind, among, pattern.to),
    })
}

/// The text without check signs and other comments, in ASCII where possible.
fn core(text: &str) -> String {
    const COMMENTS: [&str; 12] =
        ["+", "#", "†", "‡", "!", "?", "e.p.", "e.p", "ep", "mate", "(=)", "□"];
    let mut core = text.trim();
    while let Some(rest) = COMMENTS.iter().find_map(|comment| core.strip_suffix(comment)) {
        core = rest.trim_end();
    }
    core.chars().filter_map(plain).collect()
}

/// The plain character for a symbol; `None` for a variation selector.
fn plain(symbol: char) -> Option<char> {
    Some(match symbol {
        '♙' | '♟' => 'P',
        '♘' | '♞' => 'N',
        '♗' | '♝' => 'B',
        '♖' | '♜' => 'R',
        '♕' | '♛' => 'Q',
        '♔' | '♚' => 'K',
        '‐' | '‑' | '–' | '—' | '−' => '-',
        '×' | ':' => 'x',
        '\u{FE0E}' | '\u{FE0F}' => return None,
        other => other,
    })
}

fn castling(core: &str) -> Option<Wing> {
    let letters: String =
        core.chars().map(|c| if matches!(c, '0' | 'o') { 'O' } else { c }).collect();
    match letters.as_str() {
        "O-O" | "OO" => Some(Wing::King),
        "O-O-O" | "OOO" => Some(Wing::Queen),
        _ => None,
    }
}

/// The parts of a move in algebraic notation.
struct SanPattern {
    /// The letter of the piece. Without one it is a pawn, or the piece on a
    /// full square of origin.
    letter: Option<PieceKind>,
    /// The squares of origin that the text allows.
    among: Bitboard,
    captures: bool,
    to: Square,
    promotion: Option<PieceKind>,
}

impl SanPattern {
    /// Reads letter, origin, sign, destination and promotion. All but the
    /// destination are optional.
    fn parse(core: &str) -> Option<SanPattern> {
        let letters: Vec<char> = core.chars().collect();
        let (rest, promotion) = split_promotion(&letters)?;
        let (rest, &[file, rank]) = rest.split_last_chunk()?;
        let to = square(file, rank)?;
        let (captures, rest) = match rest {
            [rest @ .., 'x'] => (true, rest),
            [rest @ .., '-'] => (false, rest),
            rest => (false, rest),
        };
        let (letter, rest) = match rest {
            [letter @ 'A'..='Z', rest @ ..] => (Some(PieceKind::from_letter(*letter)?), rest),
            rest => (None, rest),
        };
        let file_of =
            |letter: char| letter.is_ascii_lowercase().then(|| File::from_letter(letter))?;
        let among = match *rest {
            [] => Bitboard::FULL,
            [only] => match (file_of(only), Rank::from_digit(only)) {
                (Some(file), _) => Bitboard::file(file),
                (None, rank) => Bitboard::rank(rank?),
            },
            [file, rank] => Bitboard::of(square(file, rank)?),
            _ => return None,
        };
        Some(SanPattern { letter, among, captures, to, promotion })
    }

    /// The kind of piece that moves; `None` if the text has a full square of
    /// origin without an own piece.
    fn kind(&self, position: &Position) -> Option<PieceKind> {
        if self.letter.is_none() && self.among.count() == 1 {
            let own = self.among & position.color(position.side_to_move());
            return position.on(own.first()?).map(|piece| piece.kind());
        }
        Some(self.letter.unwrap_or(PieceKind::Pawn))
    }
}

fn square(file: char, rank: char) -> Option<Square> {
    let file = file.is_ascii_lowercase().then(|| File::from_letter(file))??;
    Some(Square::new(file, Rank::from_digit(rank)?))
}

/// Splits off `=Q`, `/Q`, `(Q)` or a `Q` after the rank, in either case.
fn split_promotion(letters: &[char]) -> Option<(&[char], Option<PieceKind>)> {
    let (rest, letter) = match letters {
        [rest @ .., '(', letter, ')'] | [rest @ .., '=' | '/', letter] => (rest, *letter),
        [rest @ .., letter] if !letter.is_ascii_digit() => (rest, *letter),
        rest => return Some((rest, None)),
    };
    let kind = PieceKind::from_letter(letter)?;
    // A pawn does not promote to a king or a pawn.
    MoveKind::promotion(kind, false)?;
    Some((rest, Some(kind)))
}
