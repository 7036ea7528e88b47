//! The evaluation as tables for people, in pawns like the documents.

use crate::board::Position;
use crate::eval::layout::Theme;
use crate::eval::trace::Trace;
use crate::eval::{FULL_PHASE, FULL_SCALE, Network, Pair, evaluate_by};
use crate::types::{Color, File, PieceKind, Rank, Square};
use std::fmt::Write;

/// The escape sequences before and after a text that give it a colour; empty
/// where colours are not wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Paint {
    /// The sequence that turns the colour on.
    pub on: String,
    /// The sequence that turns the colour off.
    pub off: String,
}

/// The colours of the parts of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Palette {
    /// The headings of the columns.
    pub heading: Paint,
    /// White's pieces.
    pub white: Paint,
    /// Black's pieces.
    pub black: Paint,
    /// The result.
    pub result: Paint,
}

impl Paint {
    fn over(&self, text: &str) -> String {
        format!("{}{text}{}", self.on, self.off)
    }
}

/// Centipawns in pawns, with a sign.
fn signed(centipawns: i32) -> String {
    let sign = if centipawns < 0 { '-' } else { '+' };
    format!("{sign}{}", pawns(centipawns.abs()))
}

/// Centipawns in pawns, as the documents write them: 3.05.
fn pawns(centipawns: i32) -> String {
    let sign = if centipawns < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", centipawns.abs() / 100, centipawns.abs() % 100)
}

/// The evaluation of a position by a network, with the board, the material and the themes.
pub fn evaluation(position: &Position, network: &Network, palette: &Palette) -> String {
    let trace = Trace::of(position);
    [
        pieces(position, &trace, palette),
        material(position, palette),
        themes(&trace, palette),
        result(position, &trace, network, palette),
    ]
    .join("\n")
}

/// The board, with the value of each piece for its side.
fn pieces(position: &Position, trace: &Trace, palette: &Palette) -> String {
    let line = format!(" {}+\n", "+---------".repeat(File::COUNT));
    let mut text = line.clone();
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let square = Square::new(file, rank);
            let cell = position.on(square).zip(trace.piece_value(position, square)).map_or_else(
                || " ".repeat(9),
                |(piece, value)| {
                    let paint = match piece.color() {
                        Color::White => &palette.white,
                        Color::Black => &palette.black,
                    };
                    paint.over(&format!(" {} {:>5} ", piece.letter(), pawns(value)))
                },
            );
            let edge = if file == File::A { " |" } else { "|" };
            let _ = write!(text, "{edge}{cell}");
        }
        let _ = write!(text, "| {}\n{line}", rank.digit());
    }
    for file in File::ALL {
        let _ = write!(text, "      {}   ", file.letter());
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// The pieces by kind, at the documents' values.
fn material(position: &Position, palette: &Palette) -> String {
    let heading = format!("{:14}{:>6}{:>14}{:>14}{:>9}", "Pieces", "each", "White", "Black", "net");
    let mut text = palette.heading.over(&heading) + "\n";
    for kind in PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King) {
        let [white, black] = Color::ALL.map(|color| position.pieces(color, kind).count() as i32);
        let sum = |count: i32| format!("{count} {:>6}", pawns(count * kind.value()));
        let _ = writeln!(
            text,
            "{:14}{:>6}{:>14}{:>14}{:>9}",
            kind.to_string(),
            pawns(kind.value()),
            sum(white),
            sum(black),
            signed((white - black) * kind.value())
        );
    }
    text
}

/// Each theme for White, for Black, and the difference: in the middle game, in
/// the end game, and tapered by the phase of this position.
fn themes(trace: &Trace, palette: &Palette) -> String {
    let above = format!("{:14}{:^23}{:^23}{:^23}", "", "White", "Black", "net");
    let columns = format!("{:>7}{:>7}{:>7}  ", "middle", "end", "now").repeat(3);
    let heading = format!("{:14}{columns}", "Theme");
    let mut text = palette.heading.over(above.trim_end()) + "\n";
    text += &(palette.heading.over(heading.trim_end()) + "\n");
    let mut line = |name: &str, white: Option<Pair>, black: Option<Pair>, net: Pair| {
        let cells = |pair: Option<Pair>| match pair {
            None => " ".repeat(23),
            Some(pair) => {
                [pair.middle(), pair.end(), trace.tapered(pair)]
                    .map(|value| format!("{:>7}", signed(value)))
                    .concat()
                    + "  "
            }
        };
        let row = [cells(white), cells(black), cells(Some(net))].concat();
        let _ = writeln!(text, "{name:14}{}", row.trim_end());
    };
    line("material", None, None, Pair::both(trace.material));
    for theme in Theme::ALL {
        let [white, black] = Color::ALL.map(|color| trace.theme(theme, color));
        line(theme.name(), Some(white), Some(black), white - black);
    }
    line("sum", None, None, trace.sum());
    text
}

/// The phase, the scale and the value.
fn result(position: &Position, trace: &Trace, network: &Network, palette: &Palette) -> String {
    let side = position.side_to_move();
    let value = evaluate_by(position, network).0;
    let white = if side == Color::White { value } else { -value };
    let mut text =
        format!("Phase: {} of {FULL_PHASE}, scale: {} of {FULL_SCALE}\n", trace.phase, trace.scale);
    if trace.known.is_some() {
        text += "This end game is a known one: its value replaces the sum.\n";
    }
    let white = format!("Evaluation: {} (in pawns, as White sees it)", signed(white));
    text + &palette.result.over(&white)
        + &format!("; {} for {side}, the side to move", signed(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_are_written_as_in_the_documents() {
        assert_eq!(pawns(305), "3.05");
        assert_eq!([signed(-9), signed(0), signed(1_234)], ["-0.09", "+0.00", "+12.34"]);
    }

    #[test]
    fn the_table_adds_up_and_lines_fit_a_terminal() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position: Position = fen.parse().expect("a legal position");
        let text = evaluation(&position, Network::built_in(), &Palette::default());
        assert!(text.lines().all(|line| line.len() <= 100 && !line.ends_with(' ')), "{text}");
        assert!(text.contains("knight          3.05      2   6.10      2   6.10    +0.00"));
        let trace = Trace::of(&position);
        let themes =
            Theme::ALL.map(|t| trace.theme(t, Color::White) - trace.theme(t, Color::Black));
        let sum = themes.into_iter().fold(Pair::both(trace.material), |a, b| a + b);
        assert_eq!(sum, trace.sum());
    }
}
