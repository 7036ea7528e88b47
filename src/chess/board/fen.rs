//! Forsyth-Edwards Notation in its standard form, as X-FEN and as Shredder-FEN.

use super::position::Position;
use super::setup::Setup;
use super::validate::{PositionError, may_be_en_passant};
use crate::chess::types::{
    Bitboard, CastlingRights, Color, File, Piece, PieceKind, Rank, Square, Wing,
};
use std::fmt;
use std::str::FromStr;

/// The greatest half-move clock, in plies, that a FEN may state.
const MAX_HALFMOVE_CLOCK: u16 = 32_767;

/// A field without castling rights or without an en passant square.
const NOTHING: &str = "-";
/// The number of fields of a whole FEN.
pub const FEN_FIELDS: usize = 6;

/// How a FEN writes castling rights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FenStyle {
    /// `KQkq`, or the rook's file if another rook is closer to the edge (X-FEN).
    /// Every program for standard chess reads it.
    #[default]
    Standard,
    /// Always the rook's file: `HAha` (Shredder-FEN). Chess960 programs prefer
    /// it.
    Shredder,
}

/// Why a text is not the FEN of a legal position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// There is no text.
    #[error("the FEN is empty")]
    Empty,
    /// The side to move is missing.
    #[error("a FEN has the board, a space and the side to move, 'w' or 'b'")]
    NoSide,
    /// The number of ranks is not eight.
    #[error("the board has eight ranks separated by '/', this one has {0}")]
    Ranks(usize),
    /// A rank does not describe eight squares.
    #[error("rank {} describes {files} squares instead of eight", .rank.digit())]
    Files {
        /// The rank, counted from White's side.
        rank: Rank,
        /// The number of squares that it describes.
        files: usize,
    },
    /// A character stands for no piece.
    #[error(
        "'{0}' is no piece: PNBRQK are White's pieces, pnbrqk are Black's, 1-8 count empty squares"
    )]
    Piece(char),
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is 'w' or 'b', not '{0}'")]
    Side(String),
    /// A character stands for no castling right.
    #[error("'{0}' is no castling right: letters of KQkq, rook files A-H or a-h, or '-'")]
    Castling(char),
    /// The en passant field is neither `-` nor a square of the right rank.
    #[error("the en passant field is '-' or a square of the third or sixth rank, not '{0}'")]
    EnPassant(String),
    /// The half-move clock is not a number, or is too large.
    #[error("the half-move clock is a number from 0 to {MAX_HALFMOVE_CLOCK}, not '{0}'")]
    HalfmoveClock(String),
    /// The move number is not a number.
    #[error("the move number is a whole number, not '{0}'")]
    FullmoveNumber(String),
    /// The position is not legal.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN of two to six fields. Without the third there are no castling
    /// rights, without the fourth no en passant square; a missing half-move clock
    /// is 0, a missing move number is 1. Whatever follows is skipped:
    /// [`DroppedFields`] names it.
    ///
    /// # Errors
    /// A [`FenError`] if a field cannot be read. Legality is not checked.
    fn from_str(fen: &str) -> Result<Setup, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let board = parse_board(fields.next().ok_or(FenError::Empty)?)?;
        let mut setup = Setup { board, ..Setup::EMPTY };
        setup.side = match fields.next() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(side) => return Err(FenError::Side(side.to_string())),
            None => return Err(FenError::NoSide),
        };
        parse_castling(fields.next().unwrap_or(NOTHING), &mut setup)?;
        setup.en_passant = parse_en_passant(fields.next().unwrap_or(NOTHING))?;
        if let Some(clock) = fields.next() {
            let number = clock.parse().ok().filter(|&n| n <= MAX_HALFMOVE_CLOCK);
            setup.halfmove_clock = number.ok_or(FenError::HalfmoveClock(clock.to_string()))?;
        }
        if let Some(number) = fields.next() {
            let parsed: Option<u32> = number.parse().ok();
            // Some programs write 0 for the start of a game.
            setup.fullmove_number =
                parsed.ok_or(FenError::FullmoveNumber(number.to_string()))?.max(1);
        }
        Ok(setup)
    }
}

fn parse_board(text: &str) -> Result<[Option<Piece>; Square::COUNT], FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != Rank::COUNT {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut board = [None; Square::COUNT];
    for (rank, row) in Rank::ALL.into_iter().rev().zip(ranks) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(gap) = letter.to_digit(10).filter(|gap| (1..=8).contains(gap)) {
                file += gap as usize;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::Piece(letter))?;
            if file < File::COUNT {
                board[Square::new(File::wrapping(file), rank).index()] = Some(piece);
            }
            file += 1;
        }
        if file != File::COUNT {
            return Err(FenError::Files { rank, files: file });
        }
    }
    Ok(board)
}

fn parse_castling(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    if text == NOTHING {
        return Ok(());
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = Rank::First.relative_to(color);
        let piece_on = |file| setup.board[Square::new(file, home).index()];
        let king = File::ALL
            .into_iter()
            .find(|&file| piece_on(file) == Some(Piece::new(color, PieceKind::King)));
        let is_rook = |&file: &File| piece_on(file) == Some(Piece::new(color, PieceKind::Rook));

        // X-FEN: K and Q name the rook closest to the edge on that wing.
        let (wing, rook) = match letter.to_ascii_uppercase() {
            'K' => (Wing::King, File::ALL.into_iter().rev().find(is_rook)),
            'Q' => (Wing::Queen, File::ALL.into_iter().find(is_rook)),
            'A'..='H' => {
                let file = File::from_letter(letter);
                (if file > king { Wing::King } else { Wing::Queen }, file)
            }
            _ => return Err(FenError::Castling(letter)),
        };
        setup.castling[color.index()][wing.index()] = rook;
    }
    Ok(())
}

fn parse_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == NOTHING {
        return Ok(None);
    }
    text.parse()
        .ok()
        .filter(|square: &Square| matches!(square.rank(), Rank::Third | Rank::Sixth))
        .map(Some)
        .ok_or(FenError::EnPassant(text.to_string()))
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN and checks that the position is legal.
    ///
    /// # Errors
    /// A [`FenError`] if a field cannot be read or the position is not legal.
    fn from_str(fen: &str) -> Result<Position, FenError> {
        Ok(Position::try_from(&fen.parse::<Setup>()?)?)
    }
}

/// What a FEN has, but its position cannot have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DroppedFields {
    /// The letters of castling rights without king or rook on their squares.
    castling: String,
    /// An en passant square over which no pawn can have made a double push.
    en_passant: Option<Square>,
    /// The words after the sixth field.
    rest: String,
}

impl DroppedFields {
    /// What the reader has dropped from a FEN; `None` if nothing, or if it is not
    /// the FEN of a legal position.
    ///
    /// A square over which a pawn has passed, but on which no capture is legal,
    /// is not dropped in this sense: many programs write it.
    pub fn of(fen: &str) -> Option<DroppedFields> {
        let position: Position = fen.parse().ok()?;
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let field = |number: usize| fields.get(number).copied().unwrap_or(NOTHING);
        let is_lost = |letter: &char| *letter != '-' && !has_castling(&position, *letter);
        let dropped = DroppedFields {
            castling: field(2).chars().filter(is_lost).collect(),
            en_passant: parse_en_passant(field(3))
                .ok()?
                .filter(|&square| !may_be_en_passant(&position, square)),
            rest: fields.get(FEN_FIELDS..).unwrap_or_default().join(" "),
        };
        let is_nothing =
            dropped.castling.is_empty() && dropped.en_passant.is_none() && dropped.rest.is_empty();
        (!is_nothing).then_some(dropped)
    }
}

/// Whether a position has the castling right of this letter.
fn has_castling(position: &Position, letter: char) -> bool {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let file = File::from_letter(letter);
    let wing = match letter.to_ascii_uppercase() {
        'K' => Wing::King,
        'Q' => Wing::Queen,
        _ if file > Some(position.king(color).file()) => Wing::King,
        _ => Wing::Queen,
    };
    position.castling().contains(CastlingRights::of(color, wing))
        && file.is_none_or(|file| position.castling_rook(color, wing).file() == file)
}

impl fmt::Display for DroppedFields {
    /// A sentence without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.castling, self.en_passant) {
            ("", None) => {}
            ("", Some(square)) => {
                write!(f, "the en passant square {square} cannot be and is dropped")?;
            }
            (rights, None) => write!(f, "the castling rights {rights} cannot be and are dropped")?,
            (rights, Some(square)) => write!(
                f,
                "the castling rights {rights} and the en passant square {square} cannot be and \
                 are dropped"
            )?,
        }
        if self.rest.is_empty() {
            return Ok(());
        }
        let has_more = !self.castling.is_empty() || self.en_passant.is_some();
        f.write_str(if has_more { "; " } else { "" })?;
        write!(f, "a FEN has six fields, and '{}' after them is skipped", self.rest)
    }
}

impl Position {
    /// The FEN of the starting position of standard chess.
    pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// The starting position of standard chess.
    pub fn start() -> Position {
        Position::START_FEN.parse().expect("the starting position is legal")
    }

    /// The position as a FEN of six fields.
    pub fn fen(&self, style: FenStyle) -> String {
        let mut fen = String::with_capacity(90);
        for rank in Rank::ALL.into_iter().rev() {
            let mut gap = 0;
            for file in File::ALL {
                match self.on(Square::new(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        push_gap(&mut fen, &mut gap);
                        fen.push(piece.letter());
                    }
                }
            }
            push_gap(&mut fen, &mut gap);
            if rank != Rank::First {
                fen.push('/');
            }
        }
        let en_passant = self.en_passant().map_or("-".to_string(), |square| square.to_string());
        fen + &format!(
            " {} {} {en_passant} {} {}",
            self.side_to_move().letter(),
            self.castling_field(style),
            self.halfmove_clock(),
            self.fullmove_number()
        )
    }

    fn castling_field(&self, style: FenStyle) -> String {
        let mut field = String::new();
        for color in Color::ALL {
            for wing in Wing::ALL {
                if !self.castling().contains(CastlingRights::of(color, wing)) {
                    continue;
                }
                let rook = self.castling_rook(color, wing);
                let letter = if style == FenStyle::Standard && self.is_outermost(color, wing) {
                    ['K', 'Q'][wing.index()]
                } else {
                    rook.file().letter().to_ascii_uppercase()
                };
                field.push(match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                });
            }
        }
        if field.is_empty() { "-".to_string() } else { field }
    }

    /// Whether the castling rook is the rook closest to the edge on its wing.
    fn is_outermost(&self, color: Color, wing: Wing) -> bool {
        let castling_rook = self.castling_rook(color, wing);
        let home = Bitboard::rank(Rank::First.relative_to(color));
        let mut rooks = (self.pieces(color, PieceKind::Rook) & home).into_iter();
        match wing {
            Wing::King => rooks.all(|rook| rook <= castling_rook),
            Wing::Queen => rooks.all(|rook| rook >= castling_rook),
        }
    }
}

fn push_gap(fen: &mut String, gap: &mut u32) {
    if *gap > 0 {
        fen.push_str(&gap.to_string());
        *gap = 0;
    }
}

impl fmt::Display for Position {
    /// Writes the FEN in standard style.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(FenStyle::Standard))
    }
}
