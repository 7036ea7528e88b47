//! How far the pieces can go. A piece is worth its squares: one that has few
//! takes no part in the game and is easily caught. Each number of squares has
//! a weight of its own, as the first squares matter more than the last.
//!
//! Going through the pieces also finds what they attack, for all other terms.

use super::survey::Survey;
use super::{king, pieces};
use crate::attacks;
use crate::eval::layout::{MOBILITY_BISHOP, MOBILITY_KNIGHT, MOBILITY_QUEEN, MOBILITY_ROOK};
use crate::eval::side::Side;
use crate::eval::tally::Tally;
use crate::types::{Bitboard, PieceKind};

/// Counts the mobility of a side's pieces, and fills in its attacks.
#[inline(always)]
pub fn count<S: Side>(survey: &mut Survey, tally: &mut impl Tally) {
    let area = survey.own::<S>().area;
    let room = |attacks: Bitboard| (attacks & area).count() as usize;
    let occupied = survey.occupied;
    let queens = survey.men::<S>(PieceKind::Queen);
    let rooks = survey.men::<S>(PieceKind::Rook);

    for square in survey.men::<S>(PieceKind::Knight) {
        let attacks = attacks::knight(square);
        note::<S>(survey, PieceKind::Knight, attacks);
        tally.man::<S>(MOBILITY_KNIGHT.at(room(attacks)), square);
        pieces::knight::<S>(survey, square, attacks, tally);
    }
    for square in survey.men::<S>(PieceKind::Bishop) {
        let attacks = attacks::bishop(square, occupied - queens);
        note::<S>(survey, PieceKind::Bishop, attacks);
        tally.man::<S>(MOBILITY_BISHOP.at(room(attacks)), square);
    }
    for square in rooks {
        let attacks = attacks::rook(square, occupied - queens - rooks);
        note::<S>(survey, PieceKind::Rook, attacks);
        tally.man::<S>(MOBILITY_ROOK.at(room(attacks)), square);
    }
    for square in queens {
        let attacks = attacks::queen(square, occupied);
        note::<S>(survey, PieceKind::Queen, attacks);
        tally.man::<S>(MOBILITY_QUEEN.at(room(attacks)), square);
    }
}

#[inline(always)]
fn note<S: Side>(survey: &mut Survey, kind: PieceKind, attacks: Bitboard) {
    survey.add::<S>(kind, attacks);
    if (attacks & survey.enemy::<S>().ring).any() {
        survey.assault::<S>(king::units(kind));
    }
}
