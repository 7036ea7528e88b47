//! Boards as SVG: diagrams of positions, and what a script needs to draw the
//! positions of a game.

use crate::chess::board::Position;
use crate::chess::types::{Color, Move, Square};
use std::fmt::Write;

/// The pieces, which all pages of the project share.
const PIECES: &str = include_str!("pieces.svg");
/// The side of a square, in units of the picture.
const SIDE: usize = 100;

/// What the boards of a page are made of. It stands once in a page, before them.
pub fn board_parts() -> String {
    let mut squares = String::new();
    let mut corners = [String::new(), String::new()];
    // Writing to a string cannot fail.
    for square in Square::ALL {
        let (x, y) = corner(square, Color::White);
        if !square.is_light() {
            let _ = write!(squares, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        }
    }
    for below in Color::ALL {
        for index in 0..8_usize {
            let [file, rank] = match below {
                Color::White => [index, 7 - index],
                Color::Black => [7 - index, index],
            };
            let ranks = &mut corners[below.index()];
            let class = |dark: bool| if dark { "on-dark" } else { "on-light" };
            let letter = char::from(b'a' + file as u8);
            let _ = write!(
                ranks,
                "<text class=\"{}\" x=\"{}\" y=\"794\" text-anchor=\"end\">{letter}</text>\
                 <text class=\"{}\" x=\"5\" y=\"{}\" dy=\".75em\">{}</text>",
                class(index.is_multiple_of(2)),
                (index + 1) * SIDE - 5,
                class(!index.is_multiple_of(2)),
                index * SIDE + 5,
                rank + 1
            );
        }
    }
    let [white, black] = corners;
    format!(
        "{PIECES}<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>\
         <path id=\"dark\" d=\"{squares}\"/><g id=\"white-below\">{white}</g>\
         <g id=\"black-below\">{black}</g></defs></svg>\n"
    )
}

/// A diagram with the side `below` at the bottom, and arrows of these classes in the
/// style sheet.
pub fn diagram(position: &Position, below: Color, arrows: &[(&str, Option<Move>)]) -> String {
    let edge = if below == Color::White { "white-below" } else { "black-below" };
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 800 800\" role=\"img\" aria-label=\"{position}\">\
         <rect class=\"light\" width=\"800\" height=\"800\"/><use href=\"#dark\" class=\"dark\"/>\
         <use href=\"#{edge}\" class=\"edge\"/><g class=\"marks\"></g><g class=\"pieces\">"
    );
    for square in Square::ALL {
        if let Some(piece) = position.on(square) {
            let (x, y) = corner(square, below);
            let letter = piece.kind().letter();
            let class = if piece.color() == Color::White { "w" } else { "b" };
            let _ = write!(svg, "<use href=\"#{letter}\" class=\"{class}\" x=\"{x}\" y=\"{y}\"/>");
        }
    }
    svg += "</g><g class=\"arrows\">";
    for (class, mv) in arrows {
        let Some(mv) = mv else { continue };
        let (from, to) = ends(position, *mv);
        let _ = write!(svg, "<path class=\"{class}\" d=\"{}\"/>", arrow(from, to, below));
    }
    svg + "</g></svg>"
}

/// The upper left corner of a square on a board with a side at the bottom.
fn corner(square: Square, below: Color) -> (usize, usize) {
    let (file, rank) = (square.file().index(), square.rank().index());
    match below {
        Color::White => (file * SIDE, (7 - rank) * SIDE),
        Color::Black => ((7 - file) * SIDE, rank * SIDE),
    }
}

/// The outline of an arrow from the middle of a square to that of another.
fn arrow(from: Square, to: Square, below: Color) -> String {
    let middle = |square| {
        let (x, y) = corner(square, below);
        ((x + SIDE / 2) as f64, (y + SIDE / 2) as f64)
    };
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let along = ((x2 - x1) / length, (y2 - y1) / length);
    // Points by their distance along the arrow and beside it.
    let tip = length - 8.0;
    let outline = [
        (24.0, 9.0),
        (tip - 42.0, 9.0),
        (tip - 42.0, 27.0),
        (tip, 0.0),
        (tip - 42.0, -27.0),
        (tip - 42.0, -9.0),
        (24.0, -9.0),
    ];
    let points = outline.map(|(far, beside)| {
        let (x, y) = (x1 + far * along.0 - beside * along.1, y1 + far * along.1 + beside * along.0);
        format!("{x:.0} {y:.0}")
    });
    format!("M{}z", points.join("L"))
}

/// The squares that a move leaves and reaches as people see it: a king that castles
/// reaches the square where it stands then.
fn ends(position: &Position, mv: Move) -> (Square, Square) {
    let to =
        if mv.is_castle() { position.after(mv).king(position.side_to_move()) } else { mv.to() };
    (mv.from(), to)
}

/// The two squares of a move in letters: `e2e4`; empty for a null move.
pub fn squares(position: &Position, mv: Option<Move>) -> String {
    mv.map_or_else(String::new, |mv| {
        let (from, to) = ends(position, mv);
        format!("{from}{to}")
    })
}

/// What differs on the board between two positions: each square that changes, with
/// the letter of the piece on it, or `-` if it is empty: `e2-e4P`.
pub fn changes(before: &Position, after: &Position) -> String {
    let mut text = String::new();
    for square in Square::ALL {
        let piece = after.on(square);
        if before.on(square) != piece {
            let letter = piece.map_or_else(|| "-".to_string(), |piece| piece.letter().to_string());
            let _ = write!(text, "{square}{letter}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::MoveNotation;

    #[test]
    fn changes_tell_of_every_kind_of_move() {
        for (fen, mv, expected, shown) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", "e2-e4P", "e2e4"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "e1-f1Rg1Kh1-", "e1g1"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "d5-e5-d6P", "e5d6"),
            ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q", "a7-b8Q", "a7b8"),
            ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "O-O", "e1-g1K", "e1g1"),
        ] {
            let before: Position = fen.parse().expect(fen);
            let mv = MoveNotation::San.parse(&before, mv).expect(mv);
            assert_eq!(changes(&before, &before.after(mv)), expected, "{fen}");
            assert_eq!(squares(&before, Some(mv)), shown, "{fen}");
        }
        assert_eq!(squares(&Position::start(), None), "");
    }

    #[test]
    fn a_diagram_has_the_side_below_that_it_is_told() {
        let position: Position = "4k3/8/8/8/8/8/8/K6R w - - 0 1".parse().expect("a position");
        let rook = MoveNotation::San.parse(&position, "Rh8+").ok();
        let [white, black] =
            [Color::White, Color::Black].map(|side| diagram(&position, side, &[("better", rook)]));
        assert!(white.contains("<use href=\"#K\" class=\"w\" x=\"0\" y=\"700\"/>"), "{white}");
        assert!(black.contains("<use href=\"#K\" class=\"w\" x=\"700\" y=\"0\"/>"), "{black}");
        assert!(white.contains("#white-below") && black.contains("#black-below"));
        assert!(white.contains("<path class=\"better\" d=\"M7"), "{white}");
        assert_eq!(white.matches("<use").count(), 2 + 3);
    }

    #[test]
    fn every_piece_and_coordinate_is_drawn_once() {
        let parts = board_parts();
        for letter in ["P", "N", "B", "R", "Q", "K"] {
            assert_eq!(parts.matches(&format!("<g id=\"{letter}\"")).count(), 1, "{letter}");
        }
        assert_eq!(parts.matches("<text").count(), 32);
    }
}
