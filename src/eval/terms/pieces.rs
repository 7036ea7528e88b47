//! Good and bad places of single pieces, beyond how far they see.

use super::survey::{Survey, ranks};
use crate::attacks;
use crate::eval::layout::{
    BISHOP_LONG_DIAGONAL, BISHOP_PAIR, BISHOP_PAWNS, MINOR_BEHIND_PAWN, OUTPOST_BISHOP,
    OUTPOST_KNIGHT, OUTPOST_REACHABLE, ROOK_FILE, ROOK_SEVENTH,
};
use crate::eval::masks;
use crate::eval::side::Side;
use crate::eval::tally::Tally;
use crate::types::{Bitboard, Color, PieceKind, Rank, Square};

/// Counts the places of a side's pieces.
#[inline(always)]
pub fn count<S: Side>(survey: &Survey, tally: &mut impl Tally) {
    outposts::<S>(survey, tally);
    behind_pawns::<S>(survey, tally);
    bishops::<S>(survey, tally);
    rooks::<S>(survey, tally);
}

/// A minor piece that no pawn can drive away works for as long as it likes;
/// protected by a pawn it need not even fear its like.
#[inline(always)]
fn outposts<S: Side>(survey: &Survey, tally: &mut impl Tally) {
    let own = survey.own::<S>();
    let supported = own.outposts & own.by(PieceKind::Pawn);
    let alone = own.outposts - supported;
    let knights = survey.men::<S>(PieceKind::Knight);
    let bishops = survey.men::<S>(PieceKind::Bishop);
    tally.men::<S>(OUTPOST_KNIGHT.at(0), knights & alone);
    tally.men::<S>(OUTPOST_KNIGHT.at(1), knights & supported);
    tally.men::<S>(OUTPOST_BISHOP.at(0), bishops & alone);
    tally.men::<S>(OUTPOST_BISHOP.at(1), bishops & supported);
}

/// A knight that is about to reach an outpost.
#[inline(always)]
pub fn knight<S: Side>(survey: &Survey, square: Square, attacks: Bitboard, tally: &mut impl Tally) {
    let own = survey.own::<S>();
    let goals = (own.outposts & own.by(PieceKind::Pawn)) - own.men;
    if !own.outposts.has(square) && (attacks & goals).any() {
        tally.man::<S>(OUTPOST_REACHABLE.only(), square);
    }
}

/// A pawn right before a minor piece shields it, and is itself protected from
/// being run into.
#[inline(always)]
fn behind_pawns<S: Side>(survey: &Survey, tally: &mut impl Tally) {
    let sheltered = survey.position.kind(PieceKind::Pawn).forward(S::THEM);
    let knights = survey.men::<S>(PieceKind::Knight) & sheltered;
    let bishops = survey.men::<S>(PieceKind::Bishop) & sheltered;
    tally.men::<S>(MINOR_BEHIND_PAWN.at(0), knights);
    tally.men::<S>(MINOR_BEHIND_PAWN.at(1), bishops);
}

/// Two bishops leave no square out of reach; one is the worse, the more own
/// pawns stand on its squares; and on a long diagonal it sees both camps.
#[inline(always)]
fn bishops<S: Side>(survey: &Survey, tally: &mut impl Tally) {
    let bishops = survey.men::<S>(PieceKind::Bishop);
    if (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any() {
        tally.once::<S>(BISHOP_PAIR.only());
    }
    let own_pawns = survey.own::<S>().pawns;
    for square in bishops {
        let shade = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        tally.man::<S>(BISHOP_PAWNS.at((own_pawns & shade).count() as usize), square);
        if (masks::LONG_DIAGONALS - masks::CENTRE).has(square) {
            let sees = attacks::bishop(square, survey.position.kind(PieceKind::Pawn));
            if (sees & masks::CENTRE).several() {
                tally.man::<S>(BISHOP_LONG_DIAGONAL.only(), square);
            }
        }
    }
}

/// Rooks come into play along files that no own pawn closes, and eat pawns or
/// cut off the king from the seventh rank.
#[inline(always)]
fn rooks<S: Side>(survey: &Survey, tally: &mut impl Tally) {
    let rooks = survey.men::<S>(PieceKind::Rook);
    let (own, enemy) = (survey.own::<S>(), survey.enemy::<S>());
    let closed = files(own.pawns);
    let half_open = rooks - closed;
    let open = half_open - files(enemy.pawns);
    tally.men::<S>(ROOK_FILE.at(0), half_open - open);
    tally.men::<S>(ROOK_FILE.at(1), open);

    let seventh = ranks::<S>(Rank::Seventh, Rank::Seventh);
    let eighth = ranks::<S>(Rank::Eighth, Rank::Eighth);
    if (enemy.pawns & seventh).any() || eighth.has(enemy.king) {
        tally.men::<S>(ROOK_SEVENTH.only(), rooks & seventh);
    }
}

/// All squares of the files on which something stands.
#[inline(always)]
fn files(set: Bitboard) -> Bitboard {
    masks::fill(Color::White, set) | masks::fill(Color::Black, set)
}
