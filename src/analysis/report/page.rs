//! The report of analysed games: one page of HTML that needs nothing else.

use super::curve::{ChartCurve, CurveDot, chart};
use super::diagram::{SIDE, corner, diagram};
use crate::analysis::annotation::{AnalysedMove, MARKS, signed};
use crate::analysis::game::AnalysedGame;
use crate::analysis::summary::SideSummary;
use crate::chess::notation::MoveNotation;
use crate::chess::types::{Color, Move, Square};
use crate::support::html::{escaped, header, section, styled_document, table};

const STYLE: &str = include_str!("report.css");
/// The most diagrams of a game.
const MOST_DIAGRAMS: usize = 8;

/// The page of some games. `limits` says in words how they were searched.
pub fn page(games: &[AnalysedGame], notation: MoveNotation, limits: &str) -> String {
    let content = games.iter().enumerate().map(|(number, game)| {
        GamePage { game, notation, number, turns: turning_points(game) }.content(limits)
    });
    let title = match games {
        [game] => players(game),
        _ => format!("{} games", games.len()),
    };
    let footer = "<footer class=\"faint\">A move costs what its side could expect before it and \
                  can no longer expect after it, in points of 100: a win counts 100, a draw 50. \
                  A move that costs nothing has an accuracy of 100 %, one that costs 10 points of \
                  61 %, one that costs 20 points of 37 %. The points and centipawns (cp) beside the accuracy \
                  are what a move costs in the mean.</footer>\n";
    styled_document(&title, STYLE, &(content.collect::<String>() + footer))
}

fn players(game: &AnalysedGame) -> String {
    let name = |tag| game.game.tag(tag).unwrap_or("?");
    format!("{} – {}", name("White"), name("Black"))
}

/// The indices of the moves that cost most, in the order of the game.
fn turning_points(game: &AnalysedGame) -> Vec<usize> {
    let mut marked: Vec<usize> =
        (0..game.moves.len()).filter(|&index| game.moves[index].own_mark().is_some()).collect();
    marked.sort_by(|&a, &b| game.moves[b].loss.total_cmp(&game.moves[a].loss));
    marked.truncate(MOST_DIAGRAMS);
    marked.sort_unstable();
    marked
}

struct GamePage<'g> {
    game: &'g AnalysedGame,
    notation: MoveNotation,
    number: usize,
    turns: Vec<usize>,
}

impl GamePage<'_> {
    fn content(&self, limits: &str) -> String {
        let game = &self.game.game;
        let lead = format!("{}, {} moves", game.result, self.game.moves.len().div_ceil(2));
        let known = ["Event", "Site", "Date", "Round", "TimeControl"];
        let mut conditions: Vec<(String, String)> = known
            .iter()
            .filter_map(|name| Some((name.to_string(), game.tag(name)?.to_string())))
            .collect();
        conditions.push(("Searched to".to_string(), limits.to_string()));
        [
            header(&players(self.game), &lead, &conditions),
            self.sides(),
            self.evaluation(),
            self.times(),
            self.turning_points(),
            self.moves(),
        ]
        .concat()
    }

    /// A move with its number and mark: `12... Qxb2??`.
    fn move_text(&self, analysed: &AnalysedMove) -> String {
        let sign = analysed.mark.map_or("", |mark| mark.sign);
        self.line(analysed, &[analysed.mv]) + sign
    }

    fn line<M: Copy + Into<Option<Move>>>(&self, analysed: &AnalysedMove, moves: &[M]) -> String {
        escaped(&self.notation.line(&analysed.position, moves))
    }

    fn anchor(&self, index: usize) -> String {
        format!("g{}p{index}", self.number)
    }

    fn sides(&self) -> String {
        let row = |side: Color, key: &str| -> Option<Vec<String>> {
            let summary = self.game.summary(side)?;
            let SideSummary { accuracy, points_lost, centipawns_lost, .. } = summary;
            let name = self.game.game.tag(&side.to_string()).unwrap_or("?");
            let marks = [summary.inaccuracies, summary.mistakes, summary.blunders];
            let mut cells = vec![
                format!("<span class=\"key {key}\"></span>{}", escaped(name)),
                format!("<b>{accuracy:.1} %</b>"),
                format!("{points_lost:.1}"),
                format!("{centipawns_lost:.0}"),
            ];
            cells.extend(marks.map(|count| count.to_string()));
            Some(cells)
        };
        let rows = [row(Color::White, "first"), row(Color::Black, "second")];
        let head = ["", "accuracy", "points", "cp", "?!", "?", "??"];
        section("The two sides", &table(&head, rows.into_iter().flatten()))
    }

    /// The numbers of the moves below a chart.
    fn axis(&self) -> Vec<String> {
        let count = self.game.moves.len();
        let number = |index: usize| self.game.moves[index].position.fullmove_number().to_string();
        match count {
            0 => Vec::new(),
            1..5 => vec![number(0), number(count - 1)],
            _ => (0..5).map(|part| number(part * (count - 1) / 4)).collect(),
        }
    }

    fn evaluation(&self) -> String {
        let moves = &self.game.moves;
        let points =
            (0_u32..).zip(moves).map(|(ply, mv)| (f64::from(ply), mv.white_points)).collect();
        let dots: Vec<CurveDot> = self
            .turns
            .iter()
            .map(|&index| CurveDot {
                ply: index as f64,
                value: moves[index].white_points,
                title: self.move_text(&moves[index]),
                target: self.anchor(index),
            })
            .collect();
        let curve = ChartCurve { class: "first", points, filled: true };
        let drawn = chart(
            "What White could expect after each move",
            moves.len().saturating_sub(1) as f64,
            &[curve],
            &dots,
            ["White wins", "draw", "Black wins"],
            &self.axis(),
        );
        section("What White could expect", &drawn)
    }

    fn times(&self) -> String {
        let moves = &self.game.moves;
        let most = moves.iter().filter_map(|mv| mv.clock.seconds).fold(0.0, f64::max);
        if most <= 0.0 {
            return String::new();
        }
        let curve = |side: Color, class: &'static str| {
            let of_side =
                moves.iter().enumerate().filter(|(_, mv)| mv.position.side_to_move() == side);
            let points = of_side
                .filter_map(|(ply, mv)| Some((ply as f64, mv.clock.seconds? / most)))
                .collect();
            ChartCurve { class, points, filled: false }
        };
        let curves = [curve(Color::White, "first"), curve(Color::Black, "second")];
        let drawn = chart(
            "The time of each move",
            moves.len().saturating_sub(1) as f64,
            &curves,
            &[],
            [&seconds(most), &seconds(most / 2.0), "0 s"],
            &self.axis(),
        );
        let key = "<p class=\"faint\"><span class=\"key first\"></span>White \
                   &nbsp; <span class=\"key second\"></span>Black</p>";
        section("The time of each move", &(drawn + key))
    }

    fn turning_points(&self) -> String {
        if self.turns.is_empty() {
            return section("Turning points", "<p>No move costs five points or more.</p>");
        }
        let figures = self.turns.iter().map(|&index| {
            let analysed = &self.game.moves[index];
            let better = analysed.best.first().copied();
            let board = with_arrows(&diagram(&analysed.position), analysed.mv, better);
            let [before, after] = analysed.scores.each_ref().map(|score| signed(score));
            format!(
                "<figure id=\"{}\">{board}<figcaption><b>{}</b> costs {:.0} points: {before} → \
                 {after}<br><span class=\"faint\">Better: {}</span></figcaption></figure>\n",
                self.anchor(index),
                self.move_text(analysed),
                100.0 * analysed.loss,
                self.line(analysed, &analysed.best),
            )
        });
        let legend = "<p class=\"faint\">Red: the move of the game. Green: a better one.</p>";
        let content = format!("{legend}<div class=\"turns\">{}</div>", figures.collect::<String>());
        section("Turning points", &content)
    }

    fn moves(&self) -> String {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (index, analysed) in self.game.moves.iter().enumerate() {
            let side = analysed.position.side_to_move();
            if side == Color::White || rows.is_empty() {
                let number = analysed.position.fullmove_number();
                rows.push(vec![
                    format!("{number}."),
                    String::new(),
                    String::new(),
                    String::new(),
                    String::new(),
                ]);
            }
            let text = escaped(&self.notation.format(&analysed.position, analysed.mv));
            let text = match analysed.mark {
                Some(mark) if self.turns.contains(&index) => {
                    format!("<a href=\"#{}\">{text}{}</a>", self.anchor(index), mark.sign)
                }
                mark => text + mark.map_or("", |mark| mark.sign),
            };
            if let Some(row) = rows.last_mut() {
                let column = 1 + 2 * side.index();
                row[column] = text;
                row[column + 1] =
                    format!("<span class=\"faint\">{}</span>", signed(&analysed.scores[1]));
            }
        }
        let moves = table(&["", "White", "", "Black", ""], rows.into_iter());
        let marks = MARKS
            .iter()
            .rev()
            .map(|mark| format!("{} costs {:.0} points or more", mark.sign, 100.0 * mark.loss));
        let note = format!("<p class=\"faint\">{}.</p>", marks.collect::<Vec<_>>().join(", "));
        section("The moves", &format!("<div class=\"moves\">{moves}</div>{note}"))
    }
}

/// A time in the unit that fits it.
fn seconds(time: f64) -> String {
    match time {
        60.0.. => format!("{:.1} min", time / 60.0),
        1.0.. => format!("{time:.0} s"),
        _ => format!("{:.0} ms", 1_000.0 * time),
    }
}

/// A diagram with an arrow for the move of the game and one for a better one.
fn with_arrows(board: &str, played: Option<Move>, better: Option<Move>) -> String {
    let middle = |square: Square| {
        let (x, y) = corner(square);
        (x + SIDE / 2, y + SIDE / 2)
    };
    let arrow = |class: &str, mv: Option<Move>| {
        let Some(mv) = mv else { return String::new() };
        let ((x1, y1), (x2, y2)) = (middle(mv.from()), middle(mv.to()));
        format!(
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>\
             <circle class=\"{class}\" cx=\"{x2}\" cy=\"{y2}\" r=\"3\"/>"
        )
    };
    let arrows = arrow("played", played) + &arrow("better", better);
    board.replace("</svg>", &format!("{arrows}</svg>"))
}
