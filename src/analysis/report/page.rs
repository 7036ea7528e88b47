//! The report of analysed games: one page of HTML that needs nothing else.

use super::board::board_parts;
use super::viewer::{GameViewer, VIEWER_SCRIPT, VIEWER_STYLE, ViewerMove, chip};
use crate::analysis::annotation::{AnalysedMove, MARKS, MoveMark, signed};
use crate::analysis::clocks::{ClockSummary, time_in_words};
use crate::analysis::game::AnalysedGame;
use crate::analysis::phases::GamePhase;
use crate::analysis::summary::{ACCURACY_FORMULA, SideSummary};
use crate::chess::board::Position;
use crate::chess::notation::MoveNotation;
use crate::chess::types::{Color, Move};
use crate::support::html::{HtmlPage, classed_table, details, escaped, table};

const STYLE: &str = include_str!("report.css");
/// The games that are ready from the start. Those after them are kept as text until
/// they are opened, so that a page of a thousand games opens at once.
pub(super) const MOST_READY: usize = 24;

/// The page of some games.
pub fn page(games: &[AnalysedGame], notation: MoveNotation) -> String {
    let pages: Vec<GamePage<'_>> = games
        .iter()
        .enumerate()
        .map(|(number, game)| GamePage { game, notation, number })
        .collect();
    let title = match games {
        [game] => players(game),
        _ => format!("{} games", games.len()),
    };
    let articles: String = pages.iter().map(GamePage::placed).collect();
    let without_script = match pages.get(MOST_READY) {
        Some(_) => format!(
            "<noscript><p>Without scripts only the first {MOST_READY} games are shown.</p></noscript>\n"
        ),
        None => String::new(),
    };
    let content = board_parts()
        + &contents(&title, &pages)
        + &articles
        + &without_script
        + "<footer class=\"faint\">"
        + &format!("Written by Staunton {}.", env!("CARGO_PKG_VERSION"))
        + "</footer>\n";
    let description = match &pages[..] {
        [page] => page.story(),
        _ => String::new(),
    };
    let style = [VIEWER_STYLE, STYLE].concat();
    HtmlPage {
        title: &title,
        description: &description,
        style: &style,
        script: VIEWER_SCRIPT,
        refresh_s: None,
        content: &content,
    }
    .html()
}

/// The list of the games of a page with several.
fn contents(title: &str, pages: &[GamePage<'_>]) -> String {
    if pages.len() < 2 {
        return String::new();
    }
    let head = ["Game", "Result", "Moves", "Opening", "Accuracy", "Marks"];
    let row = |page: &GamePage<'_>| {
        let name = |color: Color| escaped(page.name(color));
        let accuracy = Color::ALL.map(|side| {
            let summary = page.game.summary(side);
            summary.map_or_else(|| "–".to_string(), |found| format!("{:.0}", found.accuracy))
        });
        vec![
            format!(
                "<a href=\"#g{0}\" data-open=\"{0}\">{1}. {2} – {3}</a>",
                page.number,
                page.number + 1,
                name(Color::White),
                name(Color::Black)
            ),
            escaped(&page.game.game.result.to_string()),
            page.game.story.moves.to_string(),
            page.game.story.opening.map_or_else(String::new, |known| {
                format!("{} {}", known.opening.eco, escaped(known.opening.name))
            }),
            format!("{} : {} %", accuracy[0], accuracy[1]),
            Color::ALL.map(|side| page.counts(side, false)).concat(),
        ]
    };
    format!(
        "<header>\n<h1>{}</h1>\n</header>\n<section class=\"contents\">\n<h2>The games</h2>\n{}</section>\n",
        escaped(title),
        classed_table("cards games", &head, pages.iter().map(row))
    )
}

/// The class of a mark in the style sheet.
pub(super) fn mark_class(mark: MoveMark) -> &'static str {
    match mark.sign {
        "??" => "blunder",
        "?" => "mistake",
        _ => "inaccuracy",
    }
}

fn players(game: &AnalysedGame) -> String {
    let [white, black] = game.story.players.each_ref().map(|player| &player.name[..]);
    format!("{white} – {black}")
}

fn counted(moves: usize) -> String {
    if moves == 1 { "1 move".to_string() } else { format!("{moves} moves") }
}

/// A score as people read it: a sign, a typographic minus, "mate" on the board.
pub(super) fn score(text: &str) -> String {
    match text {
        "#0" | "#-0" => "mate".to_string(),
        "" => String::new(),
        text => signed(text).replace('-', "−"),
    }
}

/// A game as a part of the page.
pub(super) struct GamePage<'g> {
    pub(super) game: &'g AnalysedGame,
    pub(super) notation: MoveNotation,
    pub(super) number: usize,
}

impl GamePage<'_> {
    /// Whether the game is ready from the start.
    pub(super) fn is_ready(&self) -> bool {
        self.number < MOST_READY
    }

    /// The game, or the text that becomes the game when it is opened. All that is not of
    /// this program is escaped, so that no end of a script is in it.
    fn placed(&self) -> String {
        let article = self.article();
        if self.is_ready() {
            return article;
        }
        format!(
            "<script type=\"text/plain\" data-unopened=\"{}\">{article}</script>\n",
            self.number
        )
    }

    fn article(&self) -> String {
        let moves = self.viewer_moves();
        let mistakes = self.mistakes();
        let shown = self.turn().unwrap_or(0);
        let position = self.position_after(shown);
        let charts = self.evaluation_chart() + &self.clock_chart() + &self.puzzles();
        let viewer = GameViewer {
            number: self.number,
            start: &self.game.game.start,
            shown: (&position, shown),
            below: Color::White,
            moves: &moves,
            charts: &charts,
            aside: &mistakes,
        };
        format!(
            "<article class=\"game\" id=\"g{}\">\n{}{}<section>\n{}</section>\n{}</article>\n",
            self.number,
            self.head(),
            self.sides(),
            viewer.html(),
            self.pgn()
        )
    }

    fn name(&self, color: Color) -> &str {
        &self.game.story.players[color.index()].name
    }

    /// The story in sentences.
    fn story(&self) -> String {
        self.game.sentences(self.notation).join(" ")
    }

    /// The ply after the move that turned the game, or else the one that cost most.
    fn turn(&self) -> Option<usize> {
        let moves = self.game.moves.iter().enumerate().filter(|(_, mv)| mv.mark.is_some());
        let worst = moves.max_by(|a, b| a.1.loss.total_cmp(&b.1.loss)).map(|(index, _)| index);
        self.game.story.turn.or(worst).map(|index| index + 1)
    }

    fn head(&self) -> String {
        let game = &self.game.game;
        let tags = ["Event", "Site", "Date", "Round", "TimeControl"];
        let known = |name: &&str| {
            let value = game.tag(name).filter(|value| !matches!(*value, "" | "?" | "-"))?;
            let value = value.replace(".??", "").replace('.', "-");
            (value != "????").then(|| escaped(&value))
        };
        let searched = &self.game.story.searched;
        let mut facts: Vec<String> = tags.iter().filter_map(known).collect();
        facts.push(escaped(&format!(
            "{}, {}, depth {}",
            searched.engine, searched.limits, searched.depth
        )));
        format!(
            "<header>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n<p class=\"faint\">{}</p>\n</header>\n",
            escaped(&players(self.game)),
            escaped(&self.story()),
            facts.join(" · ")
        )
    }

    /// The marks of a side with their counts.
    fn counts(&self, side: Color, all: bool) -> String {
        let Some(summary) = self.game.summary(side) else { return String::new() };
        let SideSummary { inaccuracies, mistakes, blunders, .. } = summary;
        let counts = MARKS.into_iter().rev().zip([inaccuracies, mistakes, blunders]);
        let side = if all { String::new() } else { format!("{} ", &side.to_string()[..1]) };
        let chips = counts
            .filter(|(_, count)| all || *count > 0)
            .map(|(mark, count)| format!("{} {count}", chip(mark_class(mark), mark.sign)));
        let chips = chips.collect::<Vec<_>>().join(" ");
        if chips.is_empty() {
            chips
        } else {
            format!("<span class=\"counts\">{side}{chips}</span> ")
        }
    }

    /// The play of each side in figures.
    fn sides(&self) -> String {
        let side = |color: Color| {
            let summary = self.game.summary(color)?;
            let SideSummary { accuracy, points_lost, centipawns_lost, .. } = summary;
            let player = &self.game.story.players[color.index()];
            let title = player.title.as_ref().map_or_else(String::new, |title| format!("{title} "));
            let rating = player
                .rating
                .map_or_else(String::new, |rating| format!(" <small>{rating}</small>"));
            let clock = summary.clock.as_ref().map(|clock| self.clock_figures(clock));
            Some(format!(
                "<div class=\"side\"><h2><span class=\"key {}\"></span>{}{rating}</h2>\
                 <p><b class=\"big\">{accuracy:.1} %</b> accuracy</p><p>{}</p>\
                 <p class=\"faint\">{points_lost:.1} points of 100 lost a move ({centipawns_lost:.0} \
                 centipawns)</p>{}</div>\n",
                color.to_string().to_ascii_lowercase(),
                escaped(&(title + &player.name)),
                self.counts(color, true),
                clock.unwrap_or_default()
            ))
        };
        let sides: String = Color::ALL.into_iter().filter_map(side).collect();
        if sides.is_empty() {
            return sides;
        }
        let more = details("Accuracy by phase, and what the numbers mean", &self.explanation());
        format!("<section>\n<div class=\"sides\">\n{sides}</div>\n{more}</section>\n")
    }

    /// How a side used its time.
    fn clock_figures(&self, clock: &ClockSummary) -> String {
        let longest = clock.longest.iter().take(3).filter_map(|&index| {
            let mv = self.game.moves.get(index)?;
            let time = time_in_words(mv.clock.seconds?);
            let anchor = GameViewer::anchor(self.number, index + 1);
            Some(format!("<a href=\"#{anchor}\">{}</a> {time}", escaped(&self.numbered(index))))
        });
        format!(
            "<p class=\"faint\">{} a move; longest: {}</p>",
            time_in_words(clock.mean_seconds),
            longest.collect::<Vec<_>>().join(", ")
        )
    }

    /// The accuracy in each phase, with its formula, and what marks and points mean.
    fn explanation(&self) -> String {
        let rows = Color::ALL.into_iter().filter_map(|side| {
            let phases = self.game.summary(side)?.phases;
            let cells = GamePhase::ALL.map(|phase| {
                let found = phases.iter().find(|found| found.phase == phase);
                found.map_or_else(
                    || "–".to_string(),
                    |found| {
                        format!(
                            "{:.1} % <span class=\"faint\">{}</span>",
                            found.accuracy,
                            counted(found.moves)
                        )
                    },
                )
            });
            Some(std::iter::once(escaped(self.name(side))).chain(cells).collect())
        });
        let phases = table(&["", "Opening", "Middlegame", "Endgame"], rows);
        let marks = MARKS.iter().rev().map(|mark| {
            format!("{} {:.0} points", chip(mark_class(*mark), mark.sign), 100.0 * mark.loss)
        });
        format!(
            "{phases}<p>{ACCURACY_FORMULA} One that costs 10 points of 100 has an accuracy of 61 \
             %, one that costs 20 of 37 %.</p>\n<p>A win counts 100 points, a draw 50. A move is \
             marked if it costs at least: {}. What a score is worth in points: {}.</p>",
            marks.collect::<Vec<_>>().join(", "),
            escaped(self.game.story.searched.scale.words())
        )
    }

    fn pgn(&self) -> String {
        let text = escaped(&self.game.game.to_string());
        let id = format!("pgn{}", self.number);
        let content = format!(
            "<textarea class=\"pgn\" id=\"{id}\" readonly aria-label=\"The game as PGN\">\n{text}</textarea>"
        );
        format!(
            "<section class=\"pgn-text\"><button type=\"button\" class=\"copy\" \
             data-copies=\"{id}\">Copy PGN</button>\n{}</section>\n",
            details("The annotated game as PGN", &content)
        )
    }

    fn position_after(&self, plies: usize) -> Position {
        match self.game.moves.get(plies) {
            Some(next) => next.position.clone(),
            None => self.game.game.final_position(),
        }
    }

    /// A move with its number and mark: `12… Qxb2??`.
    pub(super) fn numbered(&self, index: usize) -> String {
        let analysed = &self.game.moves[index];
        let sign = analysed.mark.map_or("", |mark| mark.sign);
        self.viewer_move(&analysed.position, analysed.mv).numbered() + sign
    }

    pub(super) fn viewer_move(&self, position: &Position, mv: Option<Move>) -> ViewerMove {
        let mut after = position.clone();
        match mv {
            Some(mv) => after.play(mv, &mut ()),
            None => after.play_null_move(),
        };
        let text = self.notation.format(position, mv);
        ViewerMove::new(position, &after, mv, text)
    }

    fn viewer_moves(&self) -> Vec<ViewerMove> {
        let of = |analysed: &AnalysedMove| {
            let AnalysedMove { position, mv, best, mark, .. } = analysed;
            let plain = self.viewer_move(position, *mv);
            let best = best.first().map(|&best| super::board::squares(position, Some(best)));
            let sign = mark.map_or("", |mark| mark.sign);
            let note = match mark {
                Some(_) => format!("{}{sign} {}", plain.numbered(), self.cost(analysed)),
                None if analysed.scores[1].is_empty() => plain.numbered(),
                None => format!("{}: {}", plain.numbered(), score(&analysed.scores[1])),
            };
            ViewerMove {
                mark: mark.map(|mark| (mark_class(mark), mark.sign)),
                eval: score(&analysed.scores[1]),
                best: best.unwrap_or_default(),
                note,
                ..plain
            }
        };
        self.game.moves.iter().map(of).collect()
    }

    /// What a move costs, and what is better, in plain text.
    fn cost(&self, analysed: &AnalysedMove) -> String {
        let [before, after] = analysed.scores.each_ref().map(|text| score(text));
        let best = analysed.best.first().map_or_else(String::new, |&best| {
            format!(" Better: {}.", self.viewer_move(&analysed.position, Some(best)).numbered())
        });
        let reason = self.reason(analysed).map(|reason| format!(" It {reason}."));
        format!(
            "costs {:.0} points ({before} → {after}).{}{best}",
            analysed.points_lost(),
            reason.unwrap_or_default()
        )
    }

    /// Why a move is bad, in plain text.
    pub(super) fn reason(&self, analysed: &AnalysedMove) -> Option<String> {
        analysed.reason.as_ref().map(|reason| reason.sentence(self.notation))
    }
}
