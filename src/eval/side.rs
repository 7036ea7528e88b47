use crate::types::Color;

/// A colour known at compile time, so that a term is written once and
/// compiled for each side with its directions and tables as constants.
pub trait Side: Copy {
    /// Whose terms are being counted.
    const US: Color;
    /// The other colour.
    const THEM: Color;
    /// The other side.
    type Enemy: Side;
}

/// White's view.
#[derive(Clone, Copy)]
pub struct White;

/// Black's view.
#[derive(Clone, Copy)]
pub struct Black;

impl Side for White {
    const US: Color = Color::White;
    const THEM: Color = Color::Black;
    type Enemy = Black;
}

impl Side for Black {
    const US: Color = Color::Black;
    const THEM: Color = Color::White;
    type Enemy = White;
}
