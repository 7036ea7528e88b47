//! Follows a match: keeps the games, writes them, counts them, and tells how
//! it goes.

use super::arguments::MatchArgs;
use super::files::{MatchFiles, wants_report};
use super::setup::MatchSetup;
use super::table;
use crate::arena::pgn::{self, PgnStyle};
use crate::arena::plan::MatchPlan;
use crate::arena::record::{Ending, GameRecord};
use crate::arena::report::{Analysis, Match};
use crate::arena::run::{self, MatchObserver};
use crate::arena::schedule::Schedule;
use crate::arena::stats::{CrossTable, ResultCounts, Sprt, SprtVerdict};
use crate::types::Color;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How often the line of progress is drawn while nothing happens.
const TICK: Duration = Duration::from_secs(1);

/// Follows a match.
pub struct Scorer<'m> {
    plan: &'m MatchPlan,
    arguments: &'m MatchArgs,
    sprt: Option<Sprt>,
    files: &'m mut MatchFiles,
    /// Which of several matches in a row it is, from zero.
    part: usize,
    date: String,
    meetings: usize,
    table: CrossTable,
    /// The first game of a pair, until the second is counted.
    first: Option<(usize, u8)>,
    /// The games, if they will be asked for.
    kept: Option<Vec<GameRecord>>,
    forfeits: usize,
    flags: usize,
    /// How long the players have thought in games of this run.
    thought: Duration,
    bar: ProgressBar,
}

impl<'m> Scorer<'m> {
    /// For a match that begins, a part of a series if there are several.
    pub fn new(
        setup: &'m MatchSetup,
        arguments: &'m MatchArgs,
        files: &'m mut MatchFiles,
        part: usize,
    ) -> Scorer<'m> {
        let MatchSetup { plan, sprt, .. } = setup;
        let schedule = Schedule::new(plan.format, plan.players.len(), plan.rounds);
        let meetings = schedule.games() / (2 * plan.rounds.max(1));
        Scorer {
            plan,
            arguments,
            sprt: *sprt,
            files,
            part,
            date: pgn::today(),
            meetings: meetings.max(1),
            table: CrossTable::new(plan.players.len()),
            first: None,
            kept: wants_report(arguments).then(Vec::new),
            forfeits: 0,
            flags: 0,
            thought: Duration::ZERO,
            bar: progress_bar(schedule.games(), sprt.is_some()),
        }
    }

    /// Takes the line of progress away.
    pub fn finish(&mut self) {
        self.bar.finish_and_clear();
    }

    /// How long the players have thought in games of this run.
    pub fn thought(&self) -> Duration {
        self.thought
    }

    /// What the first player scored against the second.
    pub fn tally(&self) -> ResultCounts {
        self.standing().tally(0, 1)
    }

    /// What the test says, if there is one.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        self.sprt.map(|sprt| sprt.verdict(&self.tally()))
    }

    /// The result, in lines.
    pub fn summary(&self) -> String {
        let mut text = table::result(self.plan, &self.standing(), self.sprt.as_ref());
        if self.forfeits + self.flags > 0 {
            text += &format!("Forfeits: {} by fault, {} on time\n", self.forfeits, self.flags);
        }
        text
    }

    /// What the games came to, if anybody will ask.
    pub fn analysis(&self) -> Option<Analysis> {
        let games = self.kept.as_ref()?;
        let names: Vec<String> = self.plan.players.iter().map(|one| one.name.clone()).collect();
        Some(Analysis::of(&Match {
            title: &self.arguments.event,
            players: &names,
            conditions: &conditions(self.plan, self.arguments),
            sprt: self.sprt,
            games,
        }))
    }

    /// All that was counted; a game whose partner was not played is a single
    /// one.
    fn standing(&self) -> CrossTable {
        let mut table = self.table.clone();
        if let Some((number, points)) = self.first {
            let (player, other) = self.meeting(number);
            table.add_single(player, other, points);
        }
        table
    }

    /// Who meets in a game; the first of them is the one whose points count.
    fn meeting(&self, number: usize) -> (usize, usize) {
        let schedule = Schedule::new(self.plan.format, self.plan.players.len(), self.plan.rounds);
        schedule.fixture(number - number % 2).map_or((0, 1), |game| {
            let [white, black] = game.players;
            (white, black)
        })
    }

    /// Counts the points of a game, in pairs.
    fn add(&mut self, record: &GameRecord) {
        let (player, other) = self.meeting(record.number);
        let color = if record.players[0] == player { Color::White } else { Color::Black };
        let Some(points) = ResultCounts::half_points(record.ending.result(), color) else { return };
        match self.first.take() {
            Some((number, first)) if number / 2 == record.number / 2 => {
                self.table.add_pair(player, other, first, points);
            }
            waiting => {
                if let Some((number, first)) = waiting {
                    let (player, other) = self.meeting(number);
                    self.table.add_single(player, other, first);
                }
                self.first = Some((record.number, points));
            }
        }
    }

    fn names(&self, record: &GameRecord) -> [&'m str; Color::COUNT] {
        record.players.map(|player| self.plan.players[player].name.as_str())
    }

    fn write(&mut self, record: &GameRecord) -> Result<(), String> {
        let names = self.names(record);
        let Some(file) = &mut self.files.games else { return Ok(()) };
        let style = PgnStyle {
            event: &self.arguments.event,
            date: &self.date,
            round: record.number / 2 / self.meetings + 1,
            names,
            thinking: record.players.map(|player| self.plan.players[player].thinking),
            bare: file.bare,
        };
        file.write(&pgn::record(record, &style).to_string())
    }

    fn tell(&self, record: &GameRecord) {
        if !self.bar.is_hidden() {
            self.bar.inc(1);
            let standing = table::short(self.plan, &self.standing(), self.sprt.as_ref());
            let rate = 3600.0 * self.bar.per_sec();
            self.bar.set_message(format!("{rate:.0} games/h, {standing}"));
            return;
        }
        let [white, black] = self.names(record);
        let (number, result) = (record.number + 1, record.ending.result());
        eprintln!("Finished game {number} ({white} vs {black}): {result} {{{}}}", record.ending);
        if self.first.is_none() && self.plan.players.len() == 2 {
            let mut line = table::score_line(self.plan, &self.table);
            if let Some(sprt) = &self.sprt {
                line += ", ";
                line += &table::llr(sprt, &self.table.tally(0, 1));
            }
            eprintln!("{line}");
        }
    }
}

impl MatchObserver for Scorer<'_> {
    fn played(&mut self, record: &GameRecord) -> Result<(), String> {
        self.thought += record.moves.iter().map(|played| played.time).sum::<Duration>();
        self.files.keep(self.part, record)
    }

    fn counted(&mut self, record: &GameRecord) -> Result<run::GameVerdict, String> {
        use crate::game::Outcome::{FlagFall, FlagFallDraw};
        match record.ending {
            Ending::Forfeit { .. } => self.forfeits += 1,
            Ending::Lawful(FlagFall { .. } | FlagFallDraw { .. }) => self.flags += 1,
            _ => {}
        }
        self.write(record)?;
        if let Some(kept) = &mut self.kept {
            kept.push(record.clone());
        }
        self.add(record);
        self.tell(record);
        let is_decided = self.first.is_none()
            && self.sprt.is_some_and(|sprt| {
                sprt.verdict(&self.table.tally(0, 1)) != SprtVerdict::Undecided
            });
        Ok(if is_decided { run::GameVerdict::Enough } else { run::GameVerdict::GoOn })
    }

    fn note(&mut self, sentence: &str) {
        let line = format!("Note: {sentence}");
        if self.bar.is_hidden() { eprintln!("{line}") } else { self.bar.println(line) }
    }
}

/// Drawn on standard error, if that is a terminal. How many games a test
/// needs, nobody knows.
fn progress_bar(games: usize, is_test: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games as u64), ProgressDrawTarget::stderr());
    let template = if is_test {
        "{spinner} game {pos}, {elapsed}, {msg}"
    } else {
        "{bar:20} {pos}/{len}, {eta} left, {msg}"
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    bar
}

/// How a match was played, in names and texts.
fn conditions(plan: &MatchPlan, arguments: &MatchArgs) -> Vec<(String, String)> {
    let mut conditions = Vec::new();
    let mut say = |name: &str, text: String| conditions.push((name.to_string(), text));
    let [first, others @ ..] = &plan.players[..] else { return conditions };
    if others.iter().all(|player| player.thinking == first.thinking) {
        say("time control", first.thinking.to_string());
    } else {
        for player in &plan.players {
            say(&format!("time control of {}", player.name), player.thinking.to_string());
        }
    }
    for player in &plan.players {
        let settings: Vec<String> =
            player.settings.iter().map(|set| format!("{} = {}", set.name, set.value)).collect();
        if !settings.is_empty() {
            say(&format!("options of {}", player.name), settings.join(", "));
        }
    }
    let openings = match &arguments.openings[..] {
        [] => "made up".to_string(),
        words => words.join(" "),
    };
    say("openings", openings);
    say("variant", arguments.variant.clone());
    if let Some(odds) = arguments.odds.as_ref().or(arguments.odds_fen.as_ref()) {
        say("odds", format!("{odds}, given by {}", first.name));
    }
    say("seed", arguments.seed.to_string());
    say("games at the same time", plan.concurrency.to_string());
    conditions
}
