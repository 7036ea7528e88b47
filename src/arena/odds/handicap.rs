//! The odds and exchanges that have names, and what the documents say about
//! them. The *giver* is the player who gives the odds.

use super::error::OddsError;
use crate::chess::board::Position;
use crate::chess::types::PieceKind;

/// A piece to be taken off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OddsPiece {
    /// The king's bishop's pawn.
    KingsBishopsPawn,
    /// Any pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A knight or a bishop, in turn.
    Minor,
    /// A rook.
    Rook,
    /// The queen.
    Queen,
}

impl OddsPiece {
    /// Its value by the documents in hundredths of a centipawn, so that the
    /// value of a minor piece, the mean of knight and bishop, is a whole
    /// number.
    pub(super) const fn value(self) -> i32 {
        100 * match self {
            OddsPiece::KingsBishopsPawn | OddsPiece::Pawn => PieceKind::Pawn.value(),
            OddsPiece::Knight => PieceKind::Knight.value(),
            OddsPiece::Bishop => PieceKind::Bishop.value(),
            OddsPiece::Minor => {
                return 50 * (PieceKind::Knight.value() + PieceKind::Bishop.value());
            }
            OddsPiece::Rook => PieceKind::Rook.value(),
            OddsPiece::Queen => PieceKind::Queen.value(),
        }
    }
}

/// Which player makes the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstMove {
    /// White, whichever player gives the odds.
    White,
    /// The giver's opponent.
    Opponent,
    /// The giver's opponent, with two moves in succession: the first is set up
    /// (a different one in each pair), the second the opponent chooses.
    OpponentTwice,
}

/// What the documents claim about odds, as a prediction of the giver's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DocumentedOdds {
    /// The giver gives more than it gets: it scores less than half.
    GivesMore,
    /// The giver gives less: it scores more than half.
    GivesLess,
    /// The giver gives as much: it scores about half.
    GivesTheSame,
    /// The giver gives at least as much: it scores half or less.
    GivesNoLess,
}

/// Odds or an exchange with a name.
#[derive(PartialEq, Eq, Debug)]
pub struct Handicap {
    /// The name on the command line. "X for Y": the giver plays without X, the
    /// opponent without Y.
    pub name: &'static str,
    /// What the giver plays without.
    pub gives: &'static [OddsPiece],
    /// What the opponent plays without.
    pub gets: &'static [OddsPiece],
    /// Which player moves first.
    pub first_move: FirstMove,
    /// Whether the giver's king's bishop's pawn is marked.
    pub marked: bool,
    /// The documents' sentence, in their words.
    pub says: Option<&'static str>,
    /// What the sentence claims about the giver's score.
    pub claim: Option<DocumentedOdds>,
}

impl Handicap {
    /// Whether both sides lack something.
    pub fn is_exchange(&self) -> bool {
        !self.gets.is_empty()
    }

    /// The price: the value of what the giver lacks, less the value of what the
    /// opponent lacks, by the documents' values in centipawns. A minor piece
    /// counts as the mean of knight and bishop.
    pub fn balance(&self) -> f64 {
        let sum = |pieces: &[OddsPiece]| pieces.iter().map(|piece| piece.value()).sum::<i32>();
        f64::from(sum(self.gives) - sum(self.gets)) / 100.0
    }
}

const PLAIN: Handicap = Handicap {
    name: "",
    gives: &[],
    gets: &[],
    first_move: FirstMove::White,
    marked: false,
    says: None,
    claim: None,
};

const PAWN_AND_MOVE: &str = "a black pawn, namely, the king’s bishop’s pawn, is removed and white \
                             plays one move, or any two moves in succession";
const PAWN_AND_TWO: &str = "“Pawn and two” is generally considered to be slightly less in point \
                            of odds than to give a knight or a bishop";
const REMOVED: &str = "that piece is removed before play begins";
const MARKED: &str = "The odds of “the marked pawn” can only be given to a much weaker player";
const ROOK_AND_BISHOP: &str = "to give … a rook and bishop less than a queen";

/// All handicaps. The first ten are odds proper, the others exchanges. For an
/// exchange that the documents price, `says` and `claim` are set.
pub static HANDICAPS: [Handicap; 20] = {
    use DocumentedOdds::{GivesLess, GivesMore, GivesNoLess, GivesTheSame};
    use OddsPiece::{Bishop, KingsBishopsPawn, Knight, Minor, Pawn, Queen, Rook};
    [
        Handicap {
            name: "pawn-and-move",
            gives: &[KingsBishopsPawn],
            first_move: FirstMove::Opponent,
            says: Some(PAWN_AND_MOVE),
            claim: Some(GivesMore),
            ..PLAIN
        },
        Handicap {
            name: "pawn-and-two",
            gives: &[KingsBishopsPawn],
            first_move: FirstMove::OpponentTwice,
            says: Some(PAWN_AND_TWO),
            claim: Some(GivesMore),
            ..PLAIN
        },
        odds("knight", &[Knight]),
        odds("bishop", &[Bishop]),
        odds("rook", &[Rook]),
        odds("queen", &[Queen]),
        odds("knight-and-bishop", &[Knight, Bishop]),
        odds("rook-and-bishop", &[Rook, Bishop]),
        odds("two-rooks", &[Rook, Rook]),
        Handicap { name: "marked-pawn", marked: true, says: Some(MARKED), ..PLAIN },
        // "The exchange" traditionally is a rook for a knight or a bishop.
        Handicap { name: "exchange", gives: &[Rook], gets: &[Minor], ..PLAIN },
        priced("queen-for-rook-and-minor", (&[Queen], &[Rook, Minor]), GivesMore, ROOK_AND_BISHOP),
        priced(
            "knight-and-bishop-for-rook",
            (&[Knight, Bishop], &[Rook]),
            GivesMore,
            "to give a knight and a bishop is to give rather more than a rook",
        ),
        priced(
            "rook-and-bishop-for-queen",
            (&[Rook, Bishop], &[Queen]),
            GivesLess,
            ROOK_AND_BISHOP,
        ),
        priced(
            "two-rooks-for-queen",
            (&[Rook, Rook], &[Queen]),
            GivesMore,
            "to give … two rooks rather more than a queen",
        ),
        priced(
            "two-rooks-for-three-minors",
            (&[Rook, Rook], &[Minor, Minor, Minor]),
            GivesTheSame,
            "Two Rooks may be exchanged for three minor Pieces",
        ),
        priced(
            "rook-for-minor-and-two-pawns",
            (&[Rook], &[Minor, Pawn, Pawn]),
            GivesTheSame,
            "A Rook … may be exchanged for a minor Piece and two Pawns",
        ),
        priced(
            "queen-for-two-rooks-and-pawn",
            (&[Queen], &[Rook, Rook, Pawn]),
            GivesTheSame,
            "The Queen is usually reckoned equal, in average situations, to two Rooks and a Pawn",
        ),
        priced(
            "bishop-for-knight",
            (&[Bishop], &[Knight]),
            GivesTheSame,
            "The Bishops and Knights are practically considered of equal value",
        ),
        priced(
            "knight-for-three-pawns",
            (&[Knight], &[Pawn, Pawn, Pawn]),
            GivesNoLess,
            "the Knight being worth at least three Pawns",
        ),
    ]
};

/// The exchanges of the preset `documents`: the documents price each of them.
pub const PRICED: [&str; 8] = [
    "knight-and-bishop-for-rook",
    "rook-and-bishop-for-queen",
    "two-rooks-for-queen",
    "two-rooks-for-three-minors",
    "rook-for-minor-and-two-pawns",
    "queen-for-two-rooks-and-pawn",
    "bishop-for-knight",
    "knight-for-three-pawns",
];

const fn odds(name: &'static str, gives: &'static [OddsPiece]) -> Handicap {
    Handicap { name, gives, says: Some(REMOVED), claim: Some(DocumentedOdds::GivesMore), ..PLAIN }
}

const fn priced(
    name: &'static str,
    (gives, gets): (&'static [OddsPiece], &'static [OddsPiece]),
    claim: DocumentedOdds,
    says: &'static str,
) -> Handicap {
    Handicap { name, gives, gets, says: Some(says), claim: Some(claim), ..PLAIN }
}

/// The handicap with this name on the command line; `None` if there is none.
pub fn find(name: &str) -> Option<&'static Handicap> {
    HANDICAPS.iter().find(|handicap| handicap.name == name)
}

/// The names of all handicaps, for a sentence.
fn names() -> String {
    let names: Vec<&str> = HANDICAPS.iter().map(|handicap| handicap.name).collect();
    names.join(", ")
}

/// The odds of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Odds {
    /// A handicap that has a name.
    Named(&'static Handicap),
    /// A position that the user names. The side with less material by the
    /// documents' values gives the odds; Black does if both have the same.
    Position(Box<Position>),
}

impl Odds {
    /// The handicap of this name.
    ///
    /// # Errors
    /// If there is none; the sentence lists the names.
    pub fn named(name: &str) -> Result<Odds, OddsError> {
        let unknown = || OddsError::Unknown { name: name.to_string(), known: names() };
        find(name).map(Odds::Named).ok_or_else(unknown)
    }

    /// The odds of a position that the user names.
    ///
    /// # Errors
    /// If the position is wrong.
    pub fn position(fen: &str) -> Result<Odds, OddsError> {
        let wrong = |error| OddsError::Position { fen: fen.to_string(), error };
        Ok(Odds::Position(Box::new(fen.parse().map_err(wrong)?)))
    }

    /// The name in tables.
    pub fn name(&self) -> String {
        match self {
            Odds::Named(handicap) => handicap.name.to_string(),
            Odds::Position(position) => position.to_string(),
        }
    }
}
