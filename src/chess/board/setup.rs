//! Descriptions of positions, legal or not, and the starting positions of
//! Chess960.

use super::position::Position;
use crate::chess::types::{Color, File, Piece, PieceKind, Rank, Square, Wing};

/// The description of a position, which need not be legal.
/// `Position::try_from` checks it and makes a [`Position`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each square, a1 first.
    pub board: [Option<Piece>; Square::COUNT],
    /// The side to move.
    pub side: Color,
    /// The file of the rook with which a color may castle on a wing; `None`
    /// without the right. The first index is the color, the second the wing.
    pub castling: [[Option<File>; 2]; Color::COUNT],
    /// The square behind a pawn that has just made a double push.
    pub en_passant: Option<Square>,
    /// The plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the current move, counted from one.
    pub fullmove_number: u32,
}

impl Setup {
    /// An empty board with White to move.
    pub const EMPTY: Setup = Setup {
        board: [None; Square::COUNT],
        side: Color::White,
        castling: [[None; 2]; Color::COUNT],
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The starting position of Chess960 with these numbers in R. Scharnagl's
    /// numbering, 0 to 959; of double Chess960 if the numbers differ. Number 518
    /// is standard chess. `None` if a number is out of range.
    ///
    /// ```
    /// use staunton::chess::{Position, Setup};
    ///
    /// let standard = Setup::chess960(518, 518).expect("a number below 960");
    /// assert_eq!(Position::try_from(&standard)?, Position::start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chess960(white: u16, black: u16) -> Option<Setup> {
        let mut setup = Setup::EMPTY;
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            let pieces = first_rank(number)?;
            let mut rooks = Vec::with_capacity(2);
            for (file, kind) in File::ALL.into_iter().zip(pieces) {
                let mut put = |rank: Rank, kind| {
                    let square = Square::new(file, rank.relative_to(color));
                    setup.board[square.index()] = Some(Piece::new(color, kind));
                };
                put(Rank::First, kind);
                put(Rank::Second, PieceKind::Pawn);
                if kind == PieceKind::Rook {
                    rooks.push(file);
                }
            }
            let castling = &mut setup.castling[color.index()];
            castling[Wing::Queen.index()] = rooks.first().copied();
            castling[Wing::King.index()] = rooks.last().copied();
        }
        Some(setup)
    }

    /// The same position with the colors exchanged: the ranks are mirrored,
    /// every piece changes its color, and the opponent is to move.
    ///
    /// ```
    /// use staunton::chess::{Position, Setup};
    /// use staunton::engine::evaluate;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
    /// let mirrored = Position::try_from(&Setup::from(&position).mirrored())?;
    /// assert_eq!(evaluate(&position), evaluate(&mirrored));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mirrored(&self) -> Setup {
        let mut mirrored = self.clone();
        for square in Square::ALL {
            mirrored.board[square.flip_rank().index()] =
                self.board[square.index()].map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        mirrored.side = !self.side;
        mirrored.castling.swap(0, 1);
        mirrored.en_passant = self.en_passant.map(Square::flip_rank);
        mirrored
    }
}

/// The pieces on the first rank, from the a-file. The number encodes, in digits
/// of different bases, which of the free files each piece gets.
fn first_rank(number: u16) -> Option<[PieceKind; 8]> {
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    if number >= 960 {
        return None;
    }
    let mut rank = [None; 8];
    let mut rest = number as usize;
    let mut digit = |base| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    rank[digit(4) * 2 + 1] = Some(PieceKind::Bishop);
    rank[digit(4) * 2] = Some(PieceKind::Bishop);

    let mut put = |free_index: usize, kind| {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file].is_none()).collect();
        rank[free[free_index]] = Some(kind);
    };
    put(digit(6), PieceKind::Queen);
    let (first, second) = KNIGHTS[digit(10)];
    put(second, PieceKind::Knight);
    put(first, PieceKind::Knight);
    for kind in [PieceKind::Rook, PieceKind::King, PieceKind::Rook] {
        put(0, kind);
    }
    Some(rank.map(|kind| kind.unwrap_or(PieceKind::Pawn)))
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        use crate::chess::types::CastlingRights;
        let castling = Color::ALL.map(|color| {
            Wing::ALL.map(|wing| {
                let right = position.castling().contains(CastlingRights::of(color, wing));
                right.then(|| position.castling_rook(color, wing).file())
            })
        });
        Setup {
            board: Square::ALL.map(|square| position.on(square)),
            side: position.side_to_move(),
            castling,
            en_passant: position.en_passant(),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
        }
    }
}
