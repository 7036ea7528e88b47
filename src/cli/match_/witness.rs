//! Follows a match: keeps the games, writes them, counts them, and tells how
//! it goes.

use super::arguments::Arguments;
use super::parse::Words;
use super::setup::Setup;
use super::table;
use crate::arena::pgn::{self, Style};
use crate::arena::plan::Plan;
use crate::arena::record::{Ending, GameRecord};
use crate::arena::report::{self, Analysis, Match};
use crate::arena::run::{self, Witness};
use crate::arena::schedule::Schedule;
use crate::arena::state::{Resumed, State};
use crate::arena::stats::{CrossTable, Sprt, Tally, Verdict};
use crate::types::Color;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the line of progress is drawn while nothing happens.
const TICK: Duration = Duration::from_secs(1);

/// Follows a match.
pub struct Scorer<'m> {
    plan: &'m Plan,
    sprt: Option<Sprt>,
    state: Option<State>,
    games: Option<GameFile>,
    event: String,
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
    /// Opens the files that the command line names. Also the games of a match
    /// that is resumed.
    pub fn open(
        setup: &'m Setup,
        arguments: &Arguments,
    ) -> Result<(Scorer<'m>, Vec<GameRecord>), String> {
        let Setup { plan, sprt, definition, .. } = setup;
        let mut file = GameFile::open(&arguments.pgn)?;
        let mut played = Vec::new();
        let state = match (&arguments.state, &arguments.resume) {
            (Some(path), _) => {
                let from = file.as_mut().map(GameFile::end).transpose()?;
                Some(State::create(path, definition.clone(), from)?)
            }
            (None, Some(path)) => {
                let Resumed { state, games, pgn_from } = State::resume(path, definition)?;
                // They are written again as they are counted.
                if let (Some(file), Some(from)) = (&mut file, pgn_from) {
                    file.cut(from)?;
                }
                played = games;
                Some(state)
            }
            (None, None) => None,
        };
        let schedule = Schedule::new(plan.format, plan.players.len(), plan.rounds);
        let meetings = schedule.games() / (2 * plan.rounds.max(1));
        let scorer = Scorer {
            plan,
            sprt: *sprt,
            state,
            games: file,
            event: arguments.event.clone(),
            date: pgn::today(),
            meetings: meetings.max(1),
            table: CrossTable::new(plan.players.len()),
            first: None,
            kept: (arguments.report.is_some() || arguments.json.is_some()).then(Vec::new),
            forfeits: 0,
            flags: 0,
            thought: Duration::ZERO,
            bar: progress_bar(schedule.games(), sprt.is_some()),
        };
        Ok((scorer, played))
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
    pub fn tally(&self) -> Tally {
        self.standing().tally(0, 1)
    }

    /// What the test says, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
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

    /// Writes what is to be written at the end.
    pub fn report(&self, arguments: &Arguments) -> Result<(), String> {
        let Some(games) = &self.kept else { return Ok(()) };
        let names: Vec<String> = self.plan.players.iter().map(|one| one.name.clone()).collect();
        let of = Analysis::of(&Match {
            title: &self.event,
            players: &names,
            conditions: &conditions(self.plan, arguments),
            sprt: self.sprt,
            games,
        });
        if let Some(path) = &arguments.report {
            std::fs::write(path, of.page()).map_err(|error| complain(path, &error))?;
        }
        if let Some(path) = &arguments.json {
            std::fs::write(path, report::json(&of)).map_err(|error| complain(path, &error))?;
        }
        Ok(())
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
        let Some(points) = Tally::half_points(record.ending.result(), color) else { return };
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
        let Some(file) = &mut self.games else { return Ok(()) };
        let style = Style {
            event: &self.event,
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

impl Witness for Scorer<'_> {
    fn played(&mut self, record: &GameRecord) -> Result<(), String> {
        self.thought += record.moves.iter().map(|played| played.time).sum::<Duration>();
        match &mut self.state {
            Some(state) => state.append(record),
            None => Ok(()),
        }
    }

    fn counted(&mut self, record: &GameRecord) -> Result<run::Verdict, String> {
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
            && self
                .sprt
                .is_some_and(|sprt| sprt.verdict(&self.table.tally(0, 1)) != Verdict::Undecided);
        Ok(if is_decided { run::Verdict::Enough } else { run::Verdict::GoOn })
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

/// A file of games that others may have been written to before.
struct GameFile {
    file: File,
    path: PathBuf,
    /// Moves alone.
    bare: bool,
}

impl GameFile {
    fn open(words: &[String]) -> Result<Option<GameFile>, String> {
        let (path, bare) = match words {
            [] => return Ok(None),
            [path] if !path.contains('=') => (path.as_str(), false),
            words => {
                let words = Words::new("--pgn", words, &[])?;
                words.only(&["file", "min"])?;
                let path = words.text("file").ok_or("--pgn: file=… is missing")?;
                (path, words.get("min")?.unwrap_or(false))
            }
        };
        let path = Path::new(path).to_path_buf();
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let mut file = GameFile {
            file: open.map_err(|error| format!("--pgn: {}: {error}", path.display()))?,
            path,
            bare,
        };
        file.end()?;
        Ok(Some(file))
    }

    /// Goes to the end, and says where that is, in bytes.
    fn end(&mut self) -> Result<u64, String> {
        self.file.seek(SeekFrom::End(0)).map_err(|error| complain(&self.path, &error))
    }

    /// Strikes out what comes after so many bytes.
    fn cut(&mut self, length: u64) -> Result<(), String> {
        let end = self.end()?;
        if length < end {
            let cut =
                self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
            cut.map_err(|error| complain(&self.path, &error))?;
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        self.file.write_all(text.as_bytes()).map_err(|error| complain(&self.path, &error))
    }
}

/// How a match was played, in names and texts.
fn conditions(plan: &Plan, arguments: &Arguments) -> Vec<(String, String)> {
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

fn complain(path: &Path, error: &std::io::Error) -> String {
    format!("{} cannot be written: {error}", path.display())
}
