//! The choice among the notations of moves.

use super::error::MoveError;
use super::san::SanStyle;
use super::{descriptive, san, uci};
use crate::chess::board::Position;
use crate::chess::types::Move;

/// A notation in which moves are written and read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveNotation {
    /// Standard algebraic notation: `Nf3`.
    #[default]
    San,
    /// Long algebraic notation: `Ng1-f3`.
    Long,
    /// The squares alone, as in UCI: `g1f3`.
    Uci,
    /// Descriptive notation: `Kt-KB3`.
    Descriptive,
}

impl MoveNotation {
    /// All notations and their names on the command line.
    pub const NAMED: [(&'static str, MoveNotation); 4] = [
        ("san", MoveNotation::San),
        ("long", MoveNotation::Long),
        ("uci", MoveNotation::Uci),
        ("descriptive", MoveNotation::Descriptive),
    ];

    /// Writes a move that is legal in the position. `None` is a null move: `--`, in
    /// UCI `0000`.
    pub fn format(self, position: &Position, mv: impl Into<Option<Move>>) -> String {
        let Some(mv) = mv.into() else {
            return if self == MoveNotation::Uci { "0000" } else { "--" }.to_string();
        };
        match self {
            MoveNotation::San => san::format(position, mv, SanStyle::empty()),
            MoveNotation::Long => san::format(position, mv, SanStyle::LONG),
            MoveNotation::Uci => uci::format(mv, false),
            MoveNotation::Descriptive => descriptive::format(position, mv),
        }
    }

    /// Reads a move and checks that it is legal.
    ///
    /// # Errors
    /// A [`MoveError`] if the text is not a move in this notation, or fits no
    /// legal move or several.
    ///
    /// ```
    /// use staunton::chess::{MoveNotation, Position};
    ///
    /// let start = Position::start();
    /// let mv = MoveNotation::Descriptive.parse(&start, "Kt-KB3")?;
    /// assert_eq!(MoveNotation::San.format(&start, mv), "Nf3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(self, position: &Position, text: &str) -> Result<Move, MoveError> {
        match self {
            MoveNotation::San | MoveNotation::Long => san::parse(position, text),
            MoveNotation::Uci => uci::parse(position, text),
            MoveNotation::Descriptive => descriptive::parse(position, text),
        }
    }

    /// Writes moves that follow one another from a position, with the numbers
    /// of the moves: `4... Kt-B3 5. P-Q3`.
    pub fn line<M>(self, position: &Position, moves: &[M]) -> String
    where
        M: Copy + Into<Option<Move>>,
    {
        let mut position = position.clone();
        let mut words = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            words.extend(move_number(&position, index == 0));
            words.push(self.format(&position, mv));
            match mv.into() {
                Some(mv) => position.play(mv, &mut ()),
                None => position.play_null_move(),
            };
        }
        words.join(" ")
    }
}

/// The number before a move: before White's always, before Black's where
/// nothing else tells it.
pub(super) fn move_number(position: &Position, needs_number: bool) -> Option<String> {
    let number = position.fullmove_number();
    match position.side_to_move() {
        crate::chess::types::Color::White => Some(format!("{number}.")),
        crate::chess::types::Color::Black if needs_number => Some(format!("{number}...")),
        crate::chess::types::Color::Black => None,
    }
}
