//! Diagrams of positions.

use crate::chess::board::Position;
use crate::chess::types::{Color, PieceKind, Square};
use std::fmt::Write;

/// The side of a square, in units of the picture.
pub const SIDE: usize = 20;

/// A diagram as SVG with White at the bottom. The style sheet colors its
/// classes.
pub fn diagram(position: &Position) -> String {
    let whole = 8 * SIDE;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {whole} {whole}\" role=\"img\" aria-label=\"{position}\">\
         <rect class=\"dark\" width=\"{whole}\" height=\"{whole}\"/><path class=\"light\" d=\""
    );
    let squares = || Square::ALL.into_iter();
    // Writing to a string cannot fail.
    for square in squares().filter(|square| square.is_light()) {
        let (x, y) = corner(square);
        let _ = write!(svg, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
    }
    svg += "\"/>";
    for square in squares() {
        if let Some(piece) = position.on(square) {
            let (x, y) = corner(square);
            let class = if piece.color() == Color::White { "white" } else { "black" };
            let _ = write!(
                svg,
                "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
                x + SIDE / 2,
                y + SIDE * 4 / 5,
                symbol(piece.kind())
            );
        }
    }
    svg + "</svg>"
}

/// The upper left corner of a square.
pub fn corner(square: Square) -> (usize, usize) {
    (square.file().index() * SIDE, (7 - square.rank().index()) * SIDE)
}

/// The filled chess symbol, followed by the variation selector for text (not
/// emoji); the style sheet fills it.
fn symbol(kind: PieceKind) -> &'static str {
    ["♟\u{FE0E}", "♞\u{FE0E}", "♝\u{FE0E}", "♜\u{FE0E}", "♛\u{FE0E}", "♚\u{FE0E}"][kind.index()]
}
