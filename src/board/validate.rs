//! From a description to a position that the laws allow.

use super::pieces::PieceBoard;
use super::play::{behind, en_passant_rank};
use super::position::{Position, StateInfo};
use super::setup::Setup;
use crate::types::{Bitboard, CastlingRights, Color, Piece, PieceKind, Rank, Square, Wing};
use std::fmt;

/// Why a [`Setup`] is no legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum InvalidPosition {
    NoKing(Color),
    SeveralKings(Color),
    TooManyMen { color: Color, pieces: u32 },
    TooManyPawns { color: Color, pawns: u32 },
    PawnOnLastRank(Square),
    OpponentInCheck(Color),
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            InvalidPosition::NoKing(color) => write!(f, "{color} has no king"),
            InvalidPosition::SeveralKings(color) => write!(f, "{color} has more than one king"),
            InvalidPosition::TooManyMen { color, pieces } => {
                write!(f, "{color} has {pieces} men, more than sixteen")
            }
            InvalidPosition::TooManyPawns { color, pawns } => {
                write!(f, "{color} has {pawns} pawns, more than eight")
            }
            InvalidPosition::PawnOnLastRank(square) => {
                write!(f, "a pawn stands on {square}, where no pawn can be")
            }
            InvalidPosition::OpponentInCheck(color) => {
                write!(f, "{color} is in check and {} is to move", !color)
            }
        }
    }
}

impl std::error::Error for InvalidPosition {}

impl TryFrom<&Setup> for Position {
    type Error = InvalidPosition;

    /// Checks everything that would break play. Castling rights without king
    /// and rook in place, and an en passant square on which no capture is
    /// legal, are dropped.
    fn try_from(setup: &Setup) -> Result<Position, InvalidPosition> {
        let mut position = Position {
            pieces: PieceBoard::NONE,
            facts: StateInfo {
                key: 0,
                checkers: Bitboard::EMPTY,
                pinned: Bitboard::EMPTY,
                castling_pieces: Bitboard::EMPTY,
                castling_rooks: [[Square::A1; 2]; Color::COUNT],
                castling: CastlingRights::empty(),
                en_passant: None,
                halfmove_clock: setup.halfmove_clock,
                fullmove_number: setup.fullmove_number,
            },
            side: setup.side,
        };
        for square in Square::ALL {
            if let Some(piece) = setup.board[square.index()] {
                position.pieces.put(piece, square, &mut ());
            }
        }
        check_pieces(&position)?;
        let us = position.side;
        let attacked = position.attackers_to(position.king(!us), position.occupied());
        if (attacked & position.color(us)).any() {
            return Err(InvalidPosition::OpponentInCheck(!us));
        }

        restore_castling(&mut position, setup);
        position.find_checks_and_pins();
        if let Some(square) = setup.en_passant {
            restore_en_passant(&mut position, square);
        }
        position.facts.key = position.fresh_keys().1;
        Ok(position)
    }
}

fn check_pieces(position: &Position) -> Result<(), InvalidPosition> {
    for color in Color::ALL {
        match position.pieces(color, PieceKind::King).count() {
            0 => return Err(InvalidPosition::NoKing(color)),
            1 => {}
            _ => return Err(InvalidPosition::SeveralKings(color)),
        }
        let pawns = position.pieces(color, PieceKind::Pawn).count();
        if pawns > 8 {
            return Err(InvalidPosition::TooManyPawns { color, pawns });
        }
        let pieces = position.color(color).count();
        if pieces > 16 {
            return Err(InvalidPosition::TooManyMen { color, pieces });
        }
    }
    let last_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    match (position.kind(PieceKind::Pawn) & last_ranks).first() {
        Some(square) => Err(InvalidPosition::PawnOnLastRank(square)),
        None => Ok(()),
    }
}

fn restore_castling(position: &mut Position, setup: &Setup) {
    let mut rights = CastlingRights::empty();
    for color in Color::ALL {
        let home = Rank::First.relative_to(color);
        let king = position.king(color);
        for wing in Wing::ALL {
            let Some(file) = setup.castling[color.index()][wing.index()] else { continue };
            let rook = Square::new(file, home);
            let on_its_wing = match wing {
                Wing::King => rook > king,
                Wing::Queen => rook < king,
            };
            let rook_there = position.on(rook) == Some(Piece::new(color, PieceKind::Rook));
            if king.rank() == home && rook_there && on_its_wing {
                position.facts.castling_rooks[color.index()][wing.index()] = rook;
                rights |= CastlingRights::of(color, wing);
            }
        }
    }
    position.set_castling(rights);
}

fn restore_en_passant(position: &mut Position, square: Square) {
    let us = position.side;
    let pawn = behind(square, us);
    let origin = behind(square, !us);
    let plausible = square.rank() == en_passant_rank(us)
        && position.on(pawn) == Some(Piece::new(!us, PieceKind::Pawn))
        && position.on(square).is_none()
        && position.on(origin).is_none();
    if plausible {
        position.offer_en_passant(square);
    }
}
