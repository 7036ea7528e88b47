//! A board to step through a game: the markup that `viewer.js` brings to life. The
//! moves stand in the page as text, each with what it changes on the board, so the
//! script knows no rules, and without it, or on paper, the page still tells the game.

use super::board::{changes, diagram, squares};
use crate::chess::board::{FenStyle, Position};
use crate::chess::types::{Color, Move};
use crate::support::html::escaped;

/// The style of a page with such boards.
pub const VIEWER_STYLE: &str = include_str!("viewer.css");
/// The script of a page with such boards.
pub const VIEWER_SCRIPT: &str = include_str!("viewer.js");

/// A move as the viewer shows it.
#[derive(Clone, Debug)]
pub struct ViewerMove {
    /// The move in a notation, in plain text.
    pub text: String,
    /// The class of its mark and its sign, if it has one.
    pub mark: Option<(&'static str, &'static str)>,
    /// The evaluation after it, in plain text.
    pub eval: String,
    /// What is said about it under the board, in plain text.
    pub note: String,
    /// What it changes; see [`changes`].
    pub changes: String,
    /// Its two squares.
    pub squares: String,
    /// The two squares of the best move instead of it; empty if it is unknown.
    pub best: String,
    /// The number of the full move, and the side that moves.
    pub turn: (u32, Color),
}

impl ViewerMove {
    /// A move without judgement.
    pub fn new(position: &Position, after: &Position, mv: Option<Move>, text: String) -> Self {
        ViewerMove {
            text,
            mark: None,
            eval: String::new(),
            note: String::new(),
            changes: changes(position, after),
            squares: squares(position, mv),
            best: String::new(),
            turn: (position.fullmove_number(), position.side_to_move()),
        }
    }

    /// The number of the move and the move: `18... Bxg1`.
    pub fn numbered(&self) -> String {
        let (number, side) = self.turn;
        let dots = if side == Color::White { "." } else { "…" };
        format!("{number}{dots} {}", self.text)
    }

    fn html(&self, anchor: &str, id: bool) -> String {
        let id = if id { format!(" id=\"{anchor}\"") } else { String::new() };
        let mark = self.mark.map_or_else(String::new, |(class, sign)| chip(class, sign));
        let eval = match &self.eval[..] {
            "" => String::new(),
            eval => format!("<small>{}</small>", escaped(eval)),
        };
        let class = self.mark.map_or("", |(class, _)| class);
        let data = [
            ("c", &self.changes[..]),
            ("m", &self.squares),
            ("b", &self.best),
            ("n", &escaped(&self.note)),
            ("k", class),
        ];
        let data = data.iter().filter(|(_, value)| !value.is_empty());
        let data = data.map(|(name, value)| format!(" data-{name}=\"{value}\""));
        format!(
            "<a class=\"mv\"{id} href=\"#{anchor}\"{}>{}{mark}{eval}</a>",
            data.collect::<String>(),
            escaped(&self.text)
        )
    }
}

/// The sign of a mark on its color.
pub fn chip(class: &str, sign: &str) -> String {
    format!("<b class=\"chip {class}\">{sign}</b>")
}

/// A line that leaves the game after some of its plies.
pub fn variation(anchor: &str, from: usize, moves: &[ViewerMove]) -> String {
    let moves = moves.iter().enumerate().map(|(index, mv)| {
        let (number, side) = mv.turn;
        let number = match side {
            Color::White => format!("{number}. "),
            Color::Black if index == 0 => format!("{number}… "),
            Color::Black => String::new(),
        };
        number + &mv.html(anchor, false)
    });
    format!(
        "<span class=\"variation\" data-from=\"{from}\">{}</span>",
        moves.collect::<Vec<_>>().join(" ")
    )
}

/// A game with its board, and what stands around it.
#[derive(Clone, Copy, Debug)]
pub struct GameViewer<'a> {
    /// The number of the game in the page, from zero.
    pub number: usize,
    /// The position before the first move.
    pub start: &'a Position,
    /// The position that is shown without the script, and its number of plies.
    pub shown: (&'a Position, usize),
    /// The side at the bottom.
    pub below: Color,
    /// The moves.
    pub moves: &'a [ViewerMove],
    /// The charts under the board, as HTML.
    pub charts: &'a str,
    /// What stands beside the moves, as HTML; it may be empty.
    pub aside: &'a str,
}

impl GameViewer<'_> {
    /// The anchor of the position after some plies: `g0p35`.
    pub fn anchor(number: usize, ply: usize) -> String {
        format!("g{number}p{ply}")
    }

    /// The game as HTML.
    pub fn html(&self) -> String {
        let fen = self.start.fen(FenStyle::Standard);
        let pieces = fen.split(' ').next().unwrap_or_default();
        let below = if self.below == Color::White { "white" } else { "black" };
        let aside = match self.aside {
            "" => String::new(),
            aside => format!("<div class=\"aside\">{aside}</div>\n"),
        };
        format!(
            "<div class=\"viewer\" data-game=\"{}\" data-start=\"{pieces}\" data-shown=\"{}\" \
             data-below=\"{below}\">\n<div class=\"stand\">{}<div class=\"controls\"></div>\
             <p class=\"said\" aria-live=\"polite\"></p></div>\n<div class=\"charts\">{}</div>\n\
             <div class=\"list\"><div class=\"moves\">{}</div></div>\n{aside}</div>\n",
            self.number,
            self.shown.1,
            diagram(self.shown.0, self.below, &[]),
            self.charts,
            self.move_list()
        )
    }

    fn move_list(&self) -> String {
        let mut list = String::new();
        for (index, mv) in self.moves.iter().enumerate() {
            let (number, side) = mv.turn;
            if side == Color::White || index == 0 {
                list += if index == 0 { "<p>" } else { "</p>\n<p>" };
                list += &format!("<span class=\"number\">{number}.</span>");
                if side == Color::Black {
                    list += "<span class=\"mv none\">…</span>";
                }
            }
            list += &mv.html(&Self::anchor(self.number, index + 1), true);
        }
        if list.is_empty() { list } else { list + "</p>" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::MoveNotation;

    #[test]
    fn the_moves_carry_what_the_board_needs() {
        let start: Position = "4k3/8/8/8/8/8/4p3/4K2R b - - 0 30".parse().expect("a position");
        let mut position = start.clone();
        let mut moves = Vec::new();
        for text in ["Kd7", "Kxe2"] {
            let mv = MoveNotation::San.parse(&position, text).expect(text);
            let after = position.after(mv);
            moves.push(ViewerMove::new(&position, &after, Some(mv), text.to_string()));
            position = after;
        }
        moves[1].mark = Some(("blunder", "??"));
        moves[1].note = "costs \"much\" <b>".to_string();
        let viewer = GameViewer {
            number: 3,
            start: &start,
            shown: (&start, 0),
            below: Color::Black,
            moves: &moves,
            charts: "",
            aside: "",
        };
        let html = viewer.html();
        for part in [
            "data-start=\"4k3/8/8/8/8/8/4p3/4K2R\"",
            "<span class=\"number\">30.</span><span class=\"mv none\">…</span><a class=\"mv\" \
             id=\"g3p1\" href=\"#g3p1\" data-c=\"d7ke8-\" data-m=\"e8d7\">Kd7</a></p>",
            "data-n=\"costs &quot;much&quot; &lt;b&gt;\" data-k=\"blunder\">Kxe2<b class=\"chip \
             blunder\">??</b></a>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert_eq!(moves[0].numbered(), "30… Kd7");
        let line = variation("g3p1", 0, &moves);
        assert!(
            line.starts_with("<span class=\"variation\" data-from=\"0\">30… <a class=\"mv\" href")
        );
        assert!(line.contains(">Kd7</a> 31. <a"), "{line}");
    }
}
