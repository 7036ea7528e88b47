//! The evaluation as tables for people, in pawns like the documents.

use crate::chess::board::Position;
use crate::chess::types::{Color, File, PieceKind, Rank, Score, Square};
use crate::engine::eval::layout::{GROUPS, Theme};
use crate::engine::eval::trace::{Trace, TraceTerm};
use crate::engine::eval::{FULL_PHASE, FULL_SCALE, Network, Pair, piece_worth, scale_with_reason};
use crate::engine::search::fifty_move_scaled;
use std::fmt::Write;

/// The escape sequences that give a text a color; empty where colors are not
/// wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Paint {
    /// The sequence that turns the color on.
    pub on: String,
    /// The sequence that turns the color off.
    pub off: String,
}

/// The colors of the parts of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Palette {
    /// The headings of the columns.
    pub heading: Paint,
    /// White's pieces.
    pub white: Paint,
    /// Black's pieces.
    pub black: Paint,
    /// The phase, the scale and the value at the end.
    pub result: Paint,
}

impl Paint {
    /// The text in this color.
    pub fn over(&self, text: &str) -> String {
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

/// The evaluation of a position by a network, with the board, the material and
/// the themes.
///
/// ```
/// use staunton::analysis::evaluation::{Palette, table};
/// use staunton::chess::Position;
/// use staunton::engine::Network;
///
/// let table = table(&Position::start(), Network::built_in(), &Palette::default());
/// assert!(table.contains("material"));
/// ```
pub fn table(position: &Position, network: &Network, palette: &Palette) -> String {
    let trace = Trace::of(position, network);
    [
        pieces(position, network, palette),
        material(position, palette),
        themes(&trace, palette),
        mobility_zeros(&trace),
        result(position, &trace, palette),
    ]
    .join("\n")
}

/// The board, with the worth of each piece for its side.
fn pieces(position: &Position, network: &Network, palette: &Palette) -> String {
    let mut has_shield = false;
    let mut worth = |square, kind| match piece_worth(position, network, square) {
        Some(worth) => pawns(worth),
        None if kind == PieceKind::King => String::new(),
        None => {
            has_shield = true;
            "-".to_string()
        }
    };
    let line = format!(" {}+\n", "+---------".repeat(File::COUNT));
    let mut text = line.clone();
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let square = Square::new(file, rank);
            let cell = position.on(square).map_or_else(
                || " ".repeat(9),
                |piece| {
                    let paint = match piece.color() {
                        Color::White => &palette.white,
                        Color::Black => &palette.black,
                    };
                    let worth = worth(square, piece.kind());
                    paint.over(&format!(" {} {worth:>5} ", piece.letter()))
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
    text += "\n\nEach number is what the whole evaluation loses, for the piece's side, if the piece is taken\n\
             off the board. The numbers need not add up to the evaluation, since pieces work together:\n\
             a pair of bishops is gone with either of them, and a defender counts with what it defends.\n";
    if has_shield {
        let side = !position.side_to_move();
        let _ = writeln!(
            text,
            "A piece with '-' shields {side}'s king, which could be taken without it."
        );
    }
    text
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
/// the end game, and tapered by the phase of this position. What follows the
/// sum leads from it to the evaluation.
fn themes(trace: &Trace, palette: &Palette) -> String {
    let above = format!("{:14}{:^23}{:^23}{:^23}", "", "White", "Black", "net");
    let columns = format!("{:>7}{:>7}{:>7}  ", "middle", "end", "now").repeat(3);
    let heading = format!("{:14}{columns}", "Theme");
    let mut text = palette.heading.over(above.trim_end()) + "\n";
    text += &(palette.heading.over(heading.trim_end()) + "\n");
    let line = |name: &str, columns: [Option<[i32; 3]>; 3]| {
        let cells = |values: Option<[i32; 3]>| match values {
            None => " ".repeat(23),
            Some(values) => values.map(|value| format!("{:>7}", signed(value))).concat() + "  ",
        };
        format!("{name:14}{}\n", columns.map(cells).concat().trim_end())
    };
    text += &line("material", [None, None, Some([trace.material; 3])]);
    for theme in Theme::ALL {
        let [white, black] = Color::ALL.map(|color| trace.theme(theme, color));
        let values = |pair: Pair| Some([pair.middle(), pair.end(), trace.tapered(pair)]);
        text += &line(theme.name(), [white, black, white - black].map(values));
    }
    let sum = trace.tapered_sum();
    let now = |name: &str, value: i32| format!("{name:14}{:>67}\n", signed(value));
    if trace.rounding() != 0 {
        text += &now("rounding", trace.rounding());
    }
    let [middle, end] = trace.sum();
    text += &line("sum", [None, None, Some([middle, end, sum])]);
    if let Some(residual) = trace.network {
        if trace.linear() != sum {
            text += &now("scale", trace.linear() - sum);
        }
        text += &now("network", residual);
    }
    text + &now("evaluation", trace.white)
}

/// From how many squares on the mobility of a piece counts for it: without
/// this, "-1.63" for both sides in an opening says nothing.
fn mobility_zeros(trace: &Trace) -> String {
    let groups = GROUPS.iter().filter(|group| group.theme == Theme::Mobility);
    let zeros = groups.filter_map(|group| {
        let value = |squares: &usize| {
            let weight = group.start + squares;
            trace.tapered(TraceTerm { color: Color::White, weight, count: 1, piece: None }.value())
        };
        let squares = (0..group.len).find(|squares| value(squares) >= 0)?;
        Some(format!("a {} {squares}", group.per_piece?))
    });
    format!(
        "Mobility is above zero from this many squares on: {}.\n\
         In the opening most pieces have fewer, so both sides are below zero.\n",
        zeros.collect::<Vec<_>>().join(", ")
    )
}

/// The phase, the scale and the value.
fn result(position: &Position, trace: &Trace, palette: &Palette) -> String {
    let mut text =
        format!("Phase: {} of {FULL_PHASE}, scale: {} of {FULL_SCALE}\n", trace.phase, trace.scale);
    if trace.scale != FULL_SCALE && trace.known.is_none() {
        let (_, why) = scale_with_reason(position, trace.tapered_sum());
        let _ = writeln!(text, "The scale lowers the sum: {why}.");
    }
    if let Some(value) = trace.known {
        let [white, black] = Color::ALL.map(|color| side_in_words(position, color));
        let _ = writeln!(
            text,
            "A known end game, {white} against {black}: {}.\n\
             Its value replaces the sum, and the network is not asked.",
            match value {
                0 => "drawn",
                1.. => "won for White",
                _ => "won for Black",
            }
        );
    }
    let clock = position.halfmove_clock();
    let scaled = fifty_move_scaled(Score(trace.white), clock).0;
    if scaled != trace.white {
        let _ = writeln!(
            text,
            "Fifty-move scaling: {clock} plies without a capture or pawn move; the search counts {}.",
            signed(scaled)
        );
    }
    let side = position.side_to_move();
    let own = if side == Color::White { trace.white } else { -trace.white };
    let white = format!("Evaluation: {} (in pawns, as White sees it)", signed(trace.white));
    text + &palette.result.over(&white) + &format!("; {} for {side}, the side to move", signed(own))
}

/// The pieces of a side: "king, bishop and knight", "king and 2 pawns".
fn side_in_words(position: &Position, color: Color) -> String {
    let mut words = vec!["king".to_string()];
    let kinds = PieceKind::ALL.into_iter().rev().filter(|&kind| kind != PieceKind::King);
    for kind in kinds {
        match position.pieces(color, kind).count() {
            0 => {}
            1 => words.push(kind.to_string()),
            count => words.push(format!("{count} {kind}s")),
        }
    }
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::eval::network::HIDDEN;
    use crate::engine::eval::network::format::NetworkFile;

    #[test]
    fn pawns_are_written_as_in_the_documents() {
        assert_eq!(pawns(305), "3.05");
        assert_eq!([signed(-9), signed(0), signed(1_234)], ["-0.09", "+0.00", "+12.34"]);
    }

    #[test]
    fn the_table_adds_up_and_lines_fit_a_terminal() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position: Position = fen.parse().expect("a legal position");
        let text = table(&position, Network::built_in(), &Palette::default());
        assert!(text.lines().all(|line| line.len() <= 100 && !line.ends_with(' ')), "{text}");
        assert!(text.contains("knight          3.05      2   6.10      2   6.10    +0.00"));
        let trace = Trace::of(&position, Network::built_in());
        let themes = Theme::ALL.map(|theme| trace.theme_net(theme));
        let sum = themes.into_iter().fold(Pair::both(trace.material), |a, b| a + b);
        assert_eq!([sum.middle(), sum.end()], trace.sum());
    }

    /// The last number of the line that begins with a name, in centipawns; zero
    /// if there is no such line.
    fn now(text: &str, name: &str) -> i32 {
        let line = text.lines().find(|line| line.starts_with(name));
        let last = line.and_then(|line| line.split_whitespace().last());
        last.map_or(0, |word| word.replace('.', "").parse().expect("a number of pawns"))
    }

    #[test]
    fn the_lines_of_the_table_add_up_to_the_evaluation() {
        let network = uneven_network();
        let mut scaled = 0;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp2ppp/2n5/3p4/3P4/2P2N2/PP3PPP/4R1K1 b - - 3 20",
            "4k3/2pb1p2/8/8/8/4B3/1PP2PP1/4K3 w - - 40 60",
            "8/4r3/2k5/8/8/3K2B1/7R/8 b - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a legal position");
            let text = table(&position, &network, &Palette::default());
            let themes: i32 = Theme::ALL.map(|theme| now(&text, theme.name())).into_iter().sum();
            let sum = now(&text, "material") + themes + now(&text, "rounding");
            assert_eq!(sum, now(&text, "sum"), "{text}");
            let total = sum + now(&text, "scale") + now(&text, "network");
            assert_eq!(total, now(&text, "evaluation"), "{text}");
            let shown = signed(now(&text, "evaluation"));
            assert!(text.contains(&format!("Evaluation: {shown} (in pawns")), "{text}");
            assert!(text.lines().any(|line| line.starts_with("network")), "{text}");
            scaled += usize::from(now(&text, "scale") != 0);
        }
        assert!(scaled > 0);
    }

    #[test]
    fn a_known_end_game_does_without_the_network() {
        let position: Position = "8/8/4k3/8/8/3KN3/8/8 w - - 0 1".parse().expect("legal");
        let text = table(&position, &uneven_network(), &Palette::default());
        assert!(text.contains("the network is not asked"), "{text}");
        assert!(text.contains("king and knight against king: drawn"), "{text}");
        assert!(!text.lines().any(|line| line.starts_with("network")), "{text}");
        assert_eq!(now(&text, "evaluation"), 0);
    }

    #[test]
    fn worths_and_fifty_move_scaling_are_told_in_words() {
        let shown = |fen: &str| {
            let position: Position = fen.parse().expect("a legal position");
            table(&position, Network::built_in(), &Palette::default())
        };
        let pinned = shown("4k3/4r3/8/8/4R3/8/8/4K2R w K - 60 90");
        assert!(pinned.contains("| r     - |") && pinned.contains("| k       |"), "{pinned}");
        assert!(pinned.contains("'-' shields Black's king"), "{pinned}");
        assert!(pinned.contains("60 plies without a capture or pawn move"), "{pinned}");
        let start = shown(Position::START_FEN);
        assert!(start.contains("need not add up"), "{start}");
        assert!(!start.contains("shields") && !start.contains("plies without"), "{start}");
    }

    #[test]
    fn a_player_reads_which_end_game_why_a_scale_and_from_where_mobility_counts() {
        let shown = |fen: &str| {
            let position: Position = fen.parse().expect("a legal position");
            table(&position, Network::built_in(), &Palette::default())
        };
        let won = shown("8/8/4k3/8/8/3KBN2/8/8 b - - 0 1");
        assert!(won.contains("king, bishop and knight against king: won for White"), "{won}");
        let scaled = shown("4k3/2pb1p2/8/8/8/4B3/1PP2PP1/4K3 w - - 0 1");
        assert!(scaled.contains("squares of opposite colors"), "{scaled}");
        let start = shown(Position::START_FEN);
        assert!(!start.contains("The scale lowers"), "{start}");
        assert!(start.contains("a knight ") && start.contains("a queen "), "{start}");
    }

    /// A network that adds something else to each position.
    fn uneven_network() -> Network {
        let mut file = NetworkFile { linear_scale: 100, ..NetworkFile::zero(HIDDEN, 1, 110) };
        file.first.iter_mut().enumerate().for_each(|(i, weight)| *weight = (i % 89) as i16 - 40);
        file.output.iter_mut().enumerate().for_each(|(i, weight)| *weight = (i % 23) as i16 - 10);
        Network::new(file).expect("it fits")
    }
}
