//! Follows a match: stores the games, writes their PGN, counts the results and
//! shows the progress.

use super::arguments::MatchArgs;
use super::conditions::conditions;
use super::files::{MatchFiles, wants_report, write_page};
use super::runner_lines::RunnerLines;
use super::runner_words;
use super::setup::MatchSetup;
use super::table;
use crate::arena::files::pgn::{self, PgnStyle};
use crate::arena::plan::match_plan::MatchPlan;
use crate::arena::plan::record::{Ending, GameRecord, PonderCounts, PvFaults};
use crate::arena::plan::schedule::{Schedule, ScheduledGame};
use crate::arena::play::run::{self, MatchObserver};
use crate::arena::player::EngineFacts;
use crate::arena::report::{Analysis, MatchConditions, MatchResults};
use crate::arena::stats::{CrossTable, ResultCounts, Sprt, SprtVerdict, TimeHistogram};
use crate::chess::types::Color;
use crate::cli::message::message;
use crate::cli::progress::bar;
use crate::support::files::printable::printable;
use indicatif::ProgressBar;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the progress bar is redrawn while nothing happens.
const TICK: Duration = Duration::from_secs(1);
/// The least time between two writings of the page while the match runs.
const BETWEEN_PAGES: Duration = Duration::from_secs(5);
/// How many times as long as a writing took the next one waits at least: the writer
/// takes a fiftieth of a processor at most.
const PAGE_SHARE: u32 = 50;

/// The progress of a match: the observer that stores, counts and shows games.
pub struct MatchProgress<'m> {
    plan: &'m MatchPlan,
    arguments: &'m MatchArgs,
    sprt: Option<Sprt>,
    files: &'m mut MatchFiles,
    /// The part of the series that this match is, from zero.
    part: usize,
    schedule: Schedule,
    table: CrossTable,
    /// Number and half points of the first game of a pair, until the second is
    /// counted.
    first: Option<(usize, u8)>,
    /// The games, if a report is wanted.
    games: Option<Vec<GameRecord>>,
    forfeits: usize,
    flags: usize,
    /// What is wrong in the PVs of each player.
    pv_faults: Vec<PvFaults>,
    /// The searches of each player on its opponents' time.
    pondering: Vec<PonderCounts>,
    times: Vec<TimeHistogram>,
    /// The engines' thinking time in games of this run.
    thinking_time: Duration,
    bar: ProgressBar,
    /// The lines of another match runner, if they are printed.
    lines: Option<RunnerLines<'m>>,
    /// What is known of the engines.
    facts: Vec<EngineFacts>,
    /// When this run began.
    begin: Instant,
    /// When the page is written again; `None` if it is not written while games are
    /// played.
    next_page: Option<Instant>,
}

impl<'m> MatchProgress<'m> {
    /// The progress of a match that begins; `part` is its place in the series.
    pub fn new(
        setup: &'m MatchSetup,
        arguments: &'m MatchArgs,
        files: &'m mut MatchFiles,
        part: usize,
        facts: Vec<EngineFacts>,
    ) -> MatchProgress<'m> {
        let MatchSetup { plan, sprt, .. } = setup;
        let schedule = Schedule::of(plan);
        let games = schedule.games();
        MatchProgress {
            plan,
            arguments,
            sprt: *sprt,
            files,
            part,
            schedule,
            table: CrossTable::new(plan.players.len()),
            first: None,
            games: wants_report(arguments).then(Vec::new),
            forfeits: 0,
            flags: 0,
            pv_faults: vec![PvFaults::default(); plan.players.len()],
            pondering: vec![PonderCounts::default(); plan.players.len()],
            times: vec![TimeHistogram::default(); plan.players.len()],
            thinking_time: Duration::ZERO,
            bar: progress_bar(games, sprt.is_some()),
            lines: None,
            facts,
            begin: Instant::now(),
            next_page: None,
        }
    }

    /// From now on writes the page of the report after games too, as often as that does
    /// not disturb them.
    pub fn write_pages(&mut self) {
        self.next_page = self.arguments.report.is_some().then(Instant::now);
    }

    /// Writes the page of the games so far, if it is time.
    fn page(&mut self) {
        let begin = Instant::now();
        if self.next_page.is_none_or(|next| begin < next) {
            return;
        }
        let written = self.analysis(false).map(|analysis| write_page(self.arguments, &analysis));
        if let Some(Err(sentence)) = written {
            self.note(&format!("{sentence}; it is written again at the end"));
            self.next_page = None;
            return;
        }
        let end = Instant::now();
        self.next_page = Some(end + page_pause(end - begin));
    }

    /// From now on prints what another match runner prints.
    pub fn print_lines(&mut self, setup: &MatchSetup) {
        self.bar = ProgressBar::hidden();
        let facts = self.facts.clone();
        let book = setup.openings.file.as_deref().map(Path::to_string_lossy);
        self.lines =
            Some(RunnerLines::new(setup.output, self.plan, self.sprt, facts, book.as_deref()));
    }

    /// Prints the last lines of another match runner; `false` if its lines are not
    /// printed.
    pub fn end_lines(&mut self, is_over: bool) -> bool {
        let table = self.standing();
        self.lines.as_mut().is_some_and(|lines| {
            lines.end(&table, is_over);
            true
        })
    }

    /// Removes the progress bar.
    pub fn finish(&mut self) {
        self.bar.finish_and_clear();
    }

    /// The engines' thinking time in games of this run.
    pub fn thinking_time(&self) -> Duration {
        self.thinking_time
    }

    /// What the first player scored against the second.
    pub fn result_counts(&self) -> ResultCounts {
        self.standing().result_counts(0, 1)
    }

    /// The verdict after the games counted so far; `None` without a test.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        self.sprt.map(|sprt| sprt.verdict(&self.result_counts()))
    }

    /// The result as lines of text.
    pub fn summary(&self) -> String {
        let mut text = table::result(self.plan, &self.standing(), self.sprt.as_ref());
        if self.forfeits + self.flags > 0 {
            text += &format!("Forfeits: {} by a failure, {} on time\n", self.forfeits, self.flags);
        }
        for (player, times) in self.plan.players.iter().zip(&self.times) {
            if let Some(spread) = times.spread() {
                text += &format!("Time per move of {}: {spread}\n", player.name);
            }
        }
        for (player, pondering) in self.plan.players.iter().zip(&self.pondering) {
            if pondering.searches > 0 {
                text += &format!("Pondering of {}: {pondering}\n", player.name);
            }
        }
        for (player, faults) in self.plan.players.iter().zip(&self.pv_faults) {
            if faults.count() > 0 {
                text += &format!("PVs of {}: {faults}\n", player.name);
            }
        }
        text
    }

    /// The analysis of the games so far, if a report is wanted; `is_over` says whether
    /// more will be played.
    pub fn analysis(&self, is_over: bool) -> Option<Analysis> {
        let games = self.games.as_ref()?;
        let names: Vec<String> = self.plan.players.iter().map(|one| one.name.clone()).collect();
        Some(Analysis::of(&MatchResults {
            title: &self.arguments.event,
            players: &names,
            conditions: &MatchConditions {
                date: self.files.date.clone(),
                seconds: self.begin.elapsed().as_secs_f64(),
                ..conditions(self.plan, self.arguments, &self.facts)
            },
            is_over,
            sprt: self.sprt,
            are_pairs: self.plan.encounter.games == 2,
            games,
        }))
    }

    /// All results counted so far; a game whose partner was not played counts as
    /// a single game.
    fn standing(&self) -> CrossTable {
        let mut table = self.table.clone();
        if let Some((number, points)) = self.first {
            let (player, other) = self.pairing(number);
            table.add_single(player, other, points);
        }
        table
    }

    /// The pairing of a game; the points are those of the first player.
    fn pairing(&self, number: usize) -> (usize, usize) {
        self.schedule.pairing(number).unwrap_or((0, 1))
    }

    /// Counts the result of a game, by pairs. Returns the points of the first player
    /// in both games of a pair when the second one is counted.
    fn add(&mut self, record: &GameRecord) -> Option<[u8; 2]> {
        let (player, other) = self.pairing(record.number);
        let color = if record.players[0] == player { Color::White } else { Color::Black };
        let points = ResultCounts::half_points(record.ending.result(), color)?;
        if self.plan.encounter.games == 1 {
            self.table.add_single(player, other, points);
            return None;
        }
        match self.first.take() {
            Some((number, first)) if number / 2 == record.number / 2 => {
                self.table.add_pair(player, other, first, points);
                Some([first, points])
            }
            waiting => {
                if let Some((number, first)) = waiting {
                    let (player, other) = self.pairing(number);
                    self.table.add_single(player, other, first);
                }
                self.first = Some((record.number, points));
                None
            }
        }
    }

    /// Counts what is wrong in the PVs of a game, and tells of a player's first
    /// fault.
    fn add_pv_faults(&mut self, record: &GameRecord) {
        for (&player, faults) in record.players.iter().zip(&record.pv_faults) {
            let known = &mut self.pv_faults[player];
            let is_first = known.count() == 0;
            known.add(faults);
            if let (true, Some(sentence)) = (is_first, &faults.first) {
                let name = &self.plan.players[player].name;
                self.note(&format!("{name}, game {}: {sentence}", record.number + 1));
            }
        }
    }

    fn names(&self, record: &GameRecord) -> [&'m str; Color::COUNT] {
        record.players.map(|player| self.plan.players[player].name.as_str())
    }

    fn write(&mut self, record: &GameRecord) -> Result<(), String> {
        let names = self.names(record);
        if !self.files.wants_game(self.part, record.number) {
            return Ok(());
        }
        // Scripts look for the words of their match runner in the games too.
        let (termination, ending) = if self.lines.is_some() {
            (runner_words::termination(&record.ending), runner_words::ending(&record.ending))
        } else {
            (record.ending.termination().text(), record.ending.to_string())
        };
        let style = PgnStyle {
            event: &self.arguments.event,
            date: &self.files.date,
            round: self.schedule.game(record.number).map_or(0, |game| game.round) + 1,
            names,
            thinking: record.players.map(|player| self.plan.players[player].thinking),
            options: self.files.pgn_options,
            site: self.arguments.site.as_deref(),
            termination,
            ending: &ending,
            mates_in_plies: self.lines.is_some(),
        };
        let text = pgn::text(record, &style);
        self.files.write_game((self.part, record.number), &text)
    }

    fn show(&self, record: &GameRecord) {
        if self.lines.is_some() {
            return;
        }
        if !self.bar.is_hidden() {
            self.bar.inc(1);
            let standing = table::short(self.plan, &self.standing(), self.sprt.as_ref());
            let rate = 3600.0 * self.bar.per_sec();
            // The first moments say nothing about the speed.
            let speed = if rate < 0.5 { String::new() } else { format!("{rate:.0} games/h, ") };
            self.bar.set_message(printable(&(speed + &standing)).into_owned());
            return;
        }
        let [white, black] = self.names(record);
        let (number, result) = (record.number + 1, record.ending.result());
        let ending = &record.ending;
        message(format_args!("Finished game {number} ({white} vs {black}): {result} {{{ending}}}"));
        if self.first.is_none() && self.plan.players.len() == 2 {
            let mut line = table::score_line(self.plan, &self.table);
            if let Some(sprt) = &self.sprt {
                line += ", ";
                line += &table::llr(sprt, &self.table.result_counts(0, 1));
            }
            message(line);
        }
    }
}

impl MatchObserver for MatchProgress<'_> {
    fn started(&mut self, game: ScheduledGame) {
        if let Some(lines) = &self.lines {
            lines.started(game);
        }
    }

    fn played(&mut self, record: &GameRecord) -> Result<(), String> {
        self.thinking_time += record.moves.iter().map(|played| played.time).sum::<Duration>();
        self.files.store(self.part, record)?;
        if let Some(lines) = &mut self.lines {
            lines.finished(record);
        }
        self.files.write_end(record)
    }

    fn counted(&mut self, record: &GameRecord) -> Result<run::MatchStatus, String> {
        use crate::chess::game::Outcome::{FlagFall, FlagFallDraw};
        match record.ending {
            Ending::Forfeit { .. } => self.forfeits += 1,
            Ending::Lawful(FlagFall { .. } | FlagFallDraw { .. }) => self.flags += 1,
            _ => {}
        }
        self.add_pv_faults(record);
        for (color, played) in record.movers().zip(&record.moves) {
            let player = record.players[color.index()];
            self.pondering[player].add(played.ponder_hit);
            self.times[player].add(played.time);
        }
        self.write(record)?;
        if let Some(games) = &mut self.games {
            games.push(record.clone());
        }
        let pair = self.add(record);
        let standing = self.standing();
        if let Some(lines) = &mut self.lines {
            lines.counted(record, pair, &self.table, &standing);
        }
        self.show(record);
        self.page();
        let is_decided = self.first.is_none()
            && self.sprt.is_some_and(|sprt| {
                sprt.verdict(&self.table.result_counts(0, 1)) != SprtVerdict::Undecided
            });
        Ok(if is_decided { run::MatchStatus::Decided } else { run::MatchStatus::Continue })
    }

    fn fault(&mut self, report: &str) {
        if let Some(path) = self.files.keep_fault(report) {
            self.note(&format!("what the engines said is in {}", path.display()));
        }
    }

    fn note(&mut self, sentence: &str) {
        let line = format!("Note: {sentence}");
        if self.bar.is_hidden() { message(line) } else { self.bar.println(printable(&line)) }
    }
}

/// How long after a writing of the page that took this long the next one waits.
fn page_pause(took: Duration) -> Duration {
    BETWEEN_PAGES.max(took.saturating_mul(PAGE_SHARE))
}

/// A test shows no share of the games, since the number it needs is not known.
fn progress_bar(games: usize, is_test: bool) -> ProgressBar {
    let template = if is_test {
        "{spinner} game {pos}, {elapsed}, {msg}"
    } else {
        "{bar:20} {pos}/{len}, {eta} left, {msg}"
    };
    let bar = bar(games as u64, template);
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_takes_long_is_written_seldom() {
        assert_eq!(page_pause(Duration::from_millis(3)), BETWEEN_PAGES);
        assert_eq!(page_pause(Duration::from_secs(2)), Duration::from_secs(100));
    }
}
