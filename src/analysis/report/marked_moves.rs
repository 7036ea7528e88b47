//! The marked moves of a game and its puzzles, each with the line that is better.

use super::board::diagram;
use super::page::{GamePage, mark_class, score};
use super::viewer::{GameViewer, ViewerMove, chip, variation};
use crate::analysis::annotation::{AnalysedMove, MARKS};
use crate::analysis::puzzle::Puzzle;
use crate::chess::board::Position;
use crate::chess::types::Move;
use crate::support::html::{details, escaped};
use crate::support::sort::sort_by;

/// The most mistakes of a game that have a diagram on paper.
const MOST_DIAGRAMS: usize = 8;

impl GamePage<'_> {
    /// The marked moves, each with the better line and, on paper, a diagram.
    pub(super) fn mistakes(&self) -> String {
        let marked: Vec<usize> =
            (0..self.game.moves.len()).filter(|&i| self.game.moves[i].mark.is_some()).collect();
        if marked.is_empty() {
            return "<p class=\"faint\">No move is marked as a mistake.</p>".to_string();
        }
        let mut worst = marked.clone();
        let loss = |index: usize| self.game.moves[index].loss;
        sort_by(&mut worst, |&a, &b| loss(b).total_cmp(&loss(a)));
        worst.truncate(if self.is_ready() { MOST_DIAGRAMS } else { 0 });
        let items: String =
            marked.iter().map(|&index| self.mistake(index, worst.contains(&index))).collect();
        format!("<ol class=\"mistakes\">\n{items}</ol>\n")
    }

    /// The puzzles of the game, each with its solution folded away.
    pub(super) fn puzzles(&self) -> String {
        let puzzle = |puzzle: &Puzzle| {
            let Puzzle { ply, position, solution, .. } = puzzle;
            // The board asks for the best move instead of a move of the game.
            self.game.moves.get(*ply)?;
            let anchor = GameViewer::anchor(self.number, *ply);
            let line = variation(&anchor, *ply, &self.line(position, solution));
            let number = position.fullmove_number();
            let summary = format!(
                "Move {number}, {} to move: difficulty {} of 5",
                position.side_to_move(),
                puzzle.difficulty()
            );
            let themes = escaped(&puzzle.themes.join(", "));
            let answer = format!("<p>{line}</p><p class=\"faint\">{themes}</p>");
            Some(format!("<div data-ask=\"{}\">{}</div>\n", ply + 1, details(&summary, &answer)))
        };
        let puzzles: String = self.game.puzzles.iter().filter_map(puzzle).collect();
        if puzzles.is_empty() {
            return puzzles;
        }
        format!("<div class=\"puzzles\"><h3>Puzzles</h3>\n{puzzles}</div>\n")
    }

    /// A line as the viewer shows it.
    fn line(&self, position: &Position, moves: &[Move]) -> Vec<ViewerMove> {
        let mut current = position.clone();
        let shown = moves.iter().map(|&mv| {
            let shown = self.viewer_move(&current, Some(mv));
            current.play(mv, &mut ());
            ViewerMove { note: shown.numbered(), ..shown }
        });
        shown.collect()
    }

    fn mistake(&self, index: usize, has_diagram: bool) -> String {
        let analysed = &self.game.moves[index];
        let AnalysedMove { position, mv, best, mark, loss, .. } = analysed;
        let Some(mark) = mark else { return String::new() };
        let side = position.side_to_move();
        let anchor = GameViewer::anchor(self.number, index + 1);
        let [before, after] = analysed.scores.each_ref().map(|text| score(text));
        let line = self.line(position, best);
        let reason = self.reason(analysed).map(|reason| format!("<p>It {}.</p>", escaped(&reason)));
        let reason = reason.unwrap_or_default();
        let better = match line.is_empty() {
            true => String::new(),
            false => format!("<p>Better: {}</p>", variation(&anchor, index, &line)),
        };
        let picture = match has_diagram {
            false => String::new(),
            true => {
                let arrows = [("played", *mv), ("better", best.first().copied())];
                format!("<div class=\"diagram\">{}</div>", diagram(position, side, &arrows))
            }
        };
        // A question needs an answer that is not what was played.
        let asks = *loss >= MARKS[1].loss && best.first().copied() != *mv && mv.is_some();
        let ask = if asks && !best.is_empty() {
            format!(" data-ask=\"{}\"", index + 1)
        } else {
            String::new()
        };
        format!(
            "<li class=\"{}\" data-ply=\"{}\"{ask}><a class=\"title\" href=\"#{anchor}\">{}{}</a> costs \
             {:.0} points: {before} → {after}{reason}{better}{picture}</li>\n",
            mark_class(*mark),
            index + 1,
            chip(mark_class(*mark), mark.sign),
            escaped(&self.viewer_move(position, *mv).numbered()),
            analysed.points_lost()
        )
    }
}
