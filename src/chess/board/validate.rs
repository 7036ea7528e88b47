//! Checks whether a [`Setup`] is a legal position: one that can be played,
//! whether or not a game can lead to it. Composers, board editors and games at
//! odds have more pawns and pieces than a side begins with.

use super::placement::PiecePlacement;
use super::play::{behind, en_passant_rank};
use super::position::{Position, StateInfo};
use super::setup::Setup;
use crate::chess::types::{Bitboard, CastlingRights, Color, Piece, PieceKind, Rank, Square, Wing};

/// Why a [`Setup`] is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// This color has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// This color has more than one king.
    #[error("{0} has more than one king")]
    SeveralKings(Color),
    /// A pawn is on the first or the eighth rank.
    #[error("a pawn stands on {0}, where no pawn can be")]
    PawnOnLastRank(Square),
    /// The side that is not to move, given here, is in check.
    #[error("{} is in check and {} is to move", .0, !*.0)]
    OpponentInCheck(Color),
}

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    /// Checks that the position is legal. Castling rights without king and rook
    /// on their squares are dropped, and so is an en passant square on which no
    /// capture is legal.
    ///
    /// # Errors
    /// The first [`PositionError`] that is found.
    fn try_from(setup: &Setup) -> Result<Position, PositionError> {
        let mut position = Position {
            placement: PiecePlacement::EMPTY,
            state: StateInfo {
                key: 0,
                checkers: Bitboard::EMPTY,
                pinned: Bitboard::EMPTY,
                castling_pieces: Bitboard::EMPTY,
                castling_rooks: [[Square::A1; 2]; Color::COUNT],
                castling: CastlingRights::empty(),
                en_passant: None,
                halfmove_clock: setup.halfmove_clock,
                clock_at_null_move: 0,
                fullmove_number: setup.fullmove_number,
            },
            side: setup.side,
        };
        for square in Square::ALL {
            if let Some(piece) = setup.board[square.index()] {
                position.placement.put(piece, square, &mut ());
            }
        }
        check_pieces(&position)?;
        let us = position.side;
        let attacked = position.attackers_to(position.king(!us), position.occupied());
        if (attacked & position.color(us)).any() {
            return Err(PositionError::OpponentInCheck(!us));
        }

        restore_castling(&mut position, setup);
        position.find_checks_and_pins(position.side);
        if let Some(square) = setup.en_passant {
            restore_en_passant(&mut position, square);
        }
        position.state.key = position.computed_keys().1;
        Ok(position)
    }
}

/// Checks what the rules need: one king each, and no pawn where none can move.
fn check_pieces(position: &Position) -> Result<(), PositionError> {
    for color in Color::ALL {
        match position.pieces(color, PieceKind::King).count() {
            0 => return Err(PositionError::NoKing(color)),
            1 => {}
            _ => return Err(PositionError::SeveralKings(color)),
        }
    }
    let last_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    match (position.kind(PieceKind::Pawn) & last_ranks).first() {
        Some(square) => Err(PositionError::PawnOnLastRank(square)),
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
                position.state.castling_rooks[color.index()][wing.index()] = rook;
                rights |= CastlingRights::of(color, wing);
            }
        }
    }
    position.set_castling(rights);
}

fn restore_en_passant(position: &mut Position, square: Square) {
    if may_be_en_passant(position, square) {
        position.set_en_passant(square);
    }
}

/// Whether a pawn may just have made a double push over this square.
pub fn may_be_en_passant(position: &Position, square: Square) -> bool {
    let us = position.side_to_move();
    let pawn = behind(square, us);
    let origin = behind(square, !us);
    square.rank() == en_passant_rank(us)
        && position.on(pawn) == Some(Piece::new(!us, PieceKind::Pawn))
        && position.on(square).is_none()
        && position.on(origin).is_none()
}
