//! Takes pieces off the board, and chooses between several of a kind.

use super::handicap::OddsPiece;
use crate::chess::board::{Position, Setup};
use crate::chess::types::{Color, File, Piece, PieceKind, Rank, Square, Wing};

/// Which piece to take off where there is a choice. In odds proper it is always
/// the one on the queen's side, as the books have it; in exchanges it changes
/// from pair to pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceChoice {
    /// The side of the board from which a piece is taken first.
    wing: Wing,
    /// The kind of the first minor piece; the kinds then alternate.
    minor: PieceKind,
    /// The index in [`PAWNS`] from which to look for a pawn.
    pawn: usize,
}

/// The files of pawns in the order in which they are taken: the king's
/// bishop's first, as odds have it, the rooks' last.
const PAWNS: [File; 8] = [File::F, File::C, File::E, File::D, File::B, File::G, File::A, File::H];

impl PieceChoice {
    /// The choice for odds proper.
    pub fn for_odds(pair: usize) -> PieceChoice {
        PieceChoice { wing: Wing::Queen, ..PieceChoice::for_exchange(pair) }
    }

    /// The choice for exchanges. In any eight consecutive pairs each
    /// combination of kind and wing occurs twice; the pawn changes every four
    /// pairs.
    pub fn for_exchange(pair: usize) -> PieceChoice {
        PieceChoice {
            minor: [PieceKind::Knight, PieceKind::Bishop][pair % 2],
            wing: Wing::ALL[pair / 2 % 2],
            pawn: pair / 4 % PAWNS.len(),
        }
    }
}

/// The position without these pieces of a color; `None` if it lacks one of
/// them.
pub fn without(
    base: &Position,
    color: Color,
    pieces: &[OddsPiece],
    choice: &PieceChoice,
) -> Option<Setup> {
    let mut setup = Setup::from(base);
    let mut minor = choice.minor;
    for piece in pieces {
        let square = match piece {
            OddsPiece::KingsBishopsPawn => pawn_on(&setup, color, File::F),
            OddsPiece::Pawn => {
                let mut files = PAWNS;
                files.rotate_left(choice.pawn);
                files.into_iter().find_map(|file| pawn_on(&setup, color, file))
            }
            OddsPiece::Knight => outer_piece(&setup, color, PieceKind::Knight, choice.wing),
            OddsPiece::Bishop => outer_piece(&setup, color, PieceKind::Bishop, choice.wing),
            OddsPiece::Minor => {
                let kind = minor;
                minor = match kind {
                    PieceKind::Knight => PieceKind::Bishop,
                    _ => PieceKind::Knight,
                };
                outer_piece(&setup, color, kind, choice.wing)
            }
            OddsPiece::Rook => outer_piece(&setup, color, PieceKind::Rook, choice.wing),
            OddsPiece::Queen => outer_piece(&setup, color, PieceKind::Queen, choice.wing),
        };
        setup.board[square?.index()] = None;
    }
    // The pawn that moved two squares last may be gone.
    setup.en_passant = None;
    Some(setup)
}

fn squares(setup: &Setup, color: Color, kind: PieceKind) -> impl Iterator<Item = Square> {
    let piece = Some(Piece::new(color, kind));
    Square::ALL.into_iter().filter(move |square| setup.board[square.index()] == piece)
}

/// The piece that stands furthest on a wing.
fn outer_piece(setup: &Setup, color: Color, kind: PieceKind, wing: Wing) -> Option<Square> {
    let pieces = squares(setup, color, kind);
    match wing {
        Wing::Queen => pieces.min_by_key(|square| square.file()),
        Wing::King => pieces.max_by_key(|square| square.file()),
    }
}

fn pawn_on(setup: &Setup, color: Color, file: File) -> Option<Square> {
    squares(setup, color, PieceKind::Pawn).find(|square| square.file() == file)
}

/// Plays the first of two moves in succession for the side to move, and leaves
/// the second to it. The move is one of four usual first moves, which take
/// turns from pair to pair; a move whose piece is not on its starting square is
/// skipped, and if none can be played the position stays.
pub fn advance(setup: &mut Setup, pair: usize) {
    const MOVES: [(File, Rank, File, Rank, PieceKind); 4] = [
        (File::E, Rank::Second, File::E, Rank::Fourth, PieceKind::Pawn),
        (File::D, Rank::Second, File::D, Rank::Fourth, PieceKind::Pawn),
        (File::G, Rank::First, File::F, Rank::Third, PieceKind::Knight),
        (File::C, Rank::Second, File::C, Rank::Fourth, PieceKind::Pawn),
    ];
    let color = setup.side;
    let piece = |kind| Some(Piece::new(color, kind));
    for turn in 0..MOVES.len() {
        let (file, rank, to_file, to_rank, kind) = MOVES[(pair + turn) % MOVES.len()];
        let from = Square::new(file, rank).relative_to(color);
        let to = Square::new(to_file, to_rank).relative_to(color);
        if setup.board[from.index()] == piece(kind) && setup.board[to.index()].is_none() {
            setup.board[to.index()] = setup.board[from.index()].take();
            return;
        }
    }
}
