//! The lines that fastchess and cutechess print on standard output, for scripts
//! that read them.
//!
//! They are flushed one by one. If nobody reads them, the match goes on.

use super::key_values::ParsedWords;
use super::runner_words::ending;
use super::table::score_of;
use crate::arena::plan::match_plan::{MatchPlan, ThinkingLimit};
use crate::arena::plan::record::GameRecord;
use crate::arena::plan::schedule::{Schedule, ScheduledGame};
use crate::arena::player::EngineFacts;
use crate::arena::stats::{CrossTable, Estimates, ResultCounts, Sprt, SprtVerdict};
use crate::cli::message::stdout;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;

/// What a match prints on standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OutputFormat {
    /// The result at the end.
    #[default]
    Result,
    /// The lines of fastchess.
    Fastchess,
    /// The lines of cutechess, as fastchess writes them.
    Cutechess,
}

/// The words of `--output`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutputOptions {
    /// What is printed.
    pub format: OutputFormat,
    /// After how many pairs of games the rating is printed; never if zero.
    rating_interval: usize,
    /// After how many games cutechess's score is printed; never if zero.
    score_interval: usize,
    /// Whether the rating is that of pairs of games.
    by_pairs: bool,
}

impl OutputOptions {
    /// Reads the words of the command line.
    ///
    /// # Errors
    /// A sentence that names the word that cannot be used.
    pub fn read(words: &[String]) -> Result<OutputOptions, String> {
        let words = ParsedWords::new("--output", words, &[])?;
        words.only(&["format", "ratinginterval", "scoreinterval", "penta"])?;
        let format = match words.text("format").unwrap_or("result") {
            "result" => OutputFormat::Result,
            "fastchess" => OutputFormat::Fastchess,
            "cutechess" => OutputFormat::Cutechess,
            other => {
                return Err(format!(
                    "--output: the format is result, fastchess or cutechess, not '{other}'"
                ));
            }
        };
        Ok(OutputOptions {
            format,
            rating_interval: words.get("ratinginterval")?.unwrap_or(10),
            score_interval: words.get("scoreinterval")?.unwrap_or(1),
            by_pairs: words.get("penta")?.unwrap_or(format == OutputFormat::Fastchess),
        })
    }
}

/// Prints the lines of another match runner.
pub struct RunnerLines<'m> {
    options: OutputOptions,
    plan: &'m MatchPlan,
    sprt: Option<Sprt>,
    schedule: Schedule,
    /// What is known of each engine.
    facts: Vec<EngineFacts>,
    /// The name of the file of openings, without its folder; empty if there is
    /// none.
    book: String,
    /// The games of this run that are not counted yet.
    played: HashSet<usize>,
    /// Pairs with one win each, and pairs of two draws.
    even_pairs: [u64; 2],
    /// Games and pairs that were counted.
    games: usize,
    pairs: usize,
    /// The number of games of the last rating that was printed.
    last_rating: usize,
}

impl<'m> RunnerLines<'m> {
    /// The printer of a match that begins.
    pub fn new(
        options: OutputOptions,
        plan: &'m MatchPlan,
        sprt: Option<Sprt>,
        facts: Vec<EngineFacts>,
        book: Option<&str>,
    ) -> RunnerLines<'m> {
        let pairs_are_played = plan.encounter.games == 2;
        RunnerLines {
            options: OutputOptions { by_pairs: options.by_pairs && pairs_are_played, ..options },
            plan,
            sprt,
            schedule: Schedule::of(plan),
            facts,
            book: book.map_or(String::new(), |path| {
                path.rsplit(['/', '\\']).next().unwrap_or_default().to_string()
            }),
            played: HashSet::new(),
            even_pairs: [0; 2],
            games: 0,
            pairs: 0,
            last_rating: 0,
        }
    }

    fn name(&self, player: usize) -> &str {
        &self.plan.players[player].name
    }

    /// A game begins.
    pub fn started(&self, game: ScheduledGame) {
        let [white, black] = game.players.map(|player| self.name(player));
        let (number, games) = (game.number + 1, self.schedule.games());
        print(&format!("Started game {number} of {games} ({white} vs {black})\n"));
    }

    /// A game has ended.
    pub fn finished(&mut self, record: &GameRecord) {
        self.played.insert(record.number);
        let [white, black] = record.players.map(|player| self.name(player));
        let (number, result) = (record.number + 1, record.ending.result());
        let ending = ending(&record.ending);
        print(&format!("Finished game {number} ({white} vs {black}): {result} {{{ending}}}\n"));
    }

    /// A game is counted, and with the second game of a pair the points of the first
    /// player in both. The table has pairs that are complete; the standing has all
    /// games.
    pub fn counted(
        &mut self,
        record: &GameRecord,
        pair: Option<[u8; 2]>,
        table: &CrossTable,
        standing: &CrossTable,
    ) {
        self.games += 1;
        self.pairs += usize::from(pair.is_some());
        match pair {
            Some([1, 1]) => self.even_pairs[1] += 1,
            Some([0, 2] | [2, 0]) => self.even_pairs[0] += 1,
            _ => {}
        }
        // Games of an earlier run were printed by that run.
        if !self.played.remove(&record.number) {
            return;
        }
        let is_due = |count: usize, interval: usize| count.checked_rem(interval) == Some(0);
        if self.options.format == OutputFormat::Cutechess
            && is_due(self.games, self.options.score_interval)
            && let Some((first, second)) = self.schedule.pairing(record.number)
        {
            print(&(score_of(self.plan, standing, [first, second], "  ") + "\n"));
        }
        let rating_is_due = if self.options.by_pairs {
            pair.is_some() && is_due(self.pairs, self.options.rating_interval)
        } else {
            is_due(self.games, self.options.rating_interval)
        };
        if rating_is_due {
            self.print_rating(table);
        }
    }

    /// The match is over, or interrupted.
    pub fn end(&mut self, table: &CrossTable, is_over: bool) {
        if self.games > 0 && self.last_rating != self.games {
            self.print_rating(table);
        }
        let verdict = self.sprt.map(|sprt| (sprt, sprt.verdict(&self.counts(table, 0, 1))));
        match verdict {
            Some((sprt, verdict @ (SprtVerdict::H0 | SprtVerdict::H1))) => {
                let name = if verdict == SprtVerdict::H0 { "H0" } else { "H1" };
                print(&format!("SPRT ({}) completed - {name} was accepted\n", hypotheses(&sprt)));
            }
            _ if is_over => print("Tournament finished\n"),
            _ => {}
        }
    }

    /// The results that the rating is made of.
    fn counts(&self, table: &CrossTable, first: usize, second: usize) -> ResultCounts {
        self.without_pairs(table.result_counts(first, second))
    }

    fn without_pairs(&self, counts: ResultCounts) -> ResultCounts {
        match self.options.by_pairs {
            true => counts,
            false => ResultCounts::of_games(counts.wins, counts.draws, counts.losses),
        }
    }

    fn print_rating(&mut self, table: &CrossTable) {
        self.last_rating = self.games;
        let mut text = match (self.options.format, self.plan.players.len()) {
            (OutputFormat::Cutechess, 2) => self.cutechess_rating(table),
            (_, 2) => self.rating(table),
            _ => self.ranking(table),
        };
        if let Some(sprt) = &self.sprt {
            text += &self.llr(sprt, &self.counts(table, 0, 1));
        }
        if self.options.format == OutputFormat::Fastchess {
            let line = "-".repeat(50);
            text = format!("{line}\n{text}{line}\n");
        }
        print(&text);
    }

    /// `Results of A vs B (10+0.1, 1t, 16MB, book.epd):` and what follows.
    fn rating(&self, table: &CrossTable) -> String {
        let all = table.result_counts(0, 1);
        let counts = self.counts(table, 0, 1);
        let [lost, one_drawn, even, one_won, won] = all.pairs;
        let pairs = all.pair_count() as f64;
        let ratio = |value: u64, by: u64| decimals(value as f64 / by as f64);
        let mut text = format!("Results of {} vs {} ({}", self.name(0), self.name(1), self.terms());
        if !self.book.is_empty() {
            text += &format!(", {}", self.book);
        }
        let estimates = Estimates::of(&counts);
        let [elo, normalised] = match &estimates {
            Some(estimates) => {
                [&estimates.elo, &estimates.normalised_elo].map(|of| (of.value, of.error()))
            }
            None => [(f64::NAN, f64::NAN); 2],
        }
        .map(|(value, error)| format!("{} +/- {}", decimals(value), decimals(error)));
        let superiority = estimates.map_or(f64::NAN, |estimates| 100.0 * estimates.superiority);
        let drawn = match self.options.by_pairs {
            true => 100.0 * even as f64 / pairs,
            false => 100.0 * all.draw_ratio().unwrap_or(f64::NAN),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "):\nElo: {elo}, nElo: {normalised}\n");
        let _ = write!(text, "LOS: {} %, DrawRatio: {} %", decimals(superiority), decimals(drawn));
        if self.options.by_pairs {
            let _ = write!(text, ", PairsRatio: {}", ratio(won + one_won, lost + one_drawn));
        }
        let _ = writeln!(
            text,
            "\nGames: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({} %)",
            all.games(),
            all.wins,
            all.losses,
            all.draws,
            all.points(),
            decimals(100.0 * all.score())
        );
        if self.options.by_pairs {
            let [split, drawn] = self.even_pairs;
            let _ = writeln!(
                text,
                "Ptnml(0-2): [{lost}, {one_drawn}, {even}, {one_won}, {won}], WL/DD Ratio: {}",
                ratio(split, drawn)
            );
        }
        text
    }

    /// `10+0.1, 1t, 16MB`: the time, threads and hash of the two players.
    fn terms(&self) -> String {
        let both = |of: &dyn Fn(usize) -> String| {
            let [first, second] = [of(0), of(1)];
            if first == second { first } else { format!("{first} - {second}") }
        };
        let fact = |value: fn(&EngineFacts) -> &Option<String>, unit: &'static str| {
            move |player: usize| {
                let value = self.facts.get(player).and_then(|facts| value(facts).as_ref());
                value.map_or("NULL".to_string(), |value| format!("{value}{unit}"))
            }
        };
        [
            both(&|player| time(&self.plan.players[player].thinking)),
            both(&fact(|facts| &facts.threads, "t")),
            both(&fact(|facts| &facts.hash, "MB")),
        ]
        .join(", ")
    }

    /// A line for each of more than two players, the best one first.
    fn ranking(&self, table: &CrossTable) -> String {
        let with_pairs = self.options.format == OutputFormat::Fastchess;
        let mut rows: Vec<_> = (0..self.plan.players.len())
            .map(|player| {
                let counts = table.total(player);
                (player, counts, Estimates::of(&self.without_pairs(counts)))
            })
            .collect();
        let elo = |estimates: &Option<Estimates>| estimates.map_or(f64::NAN, |e| e.elo.value);
        rows.sort_by(|a, b| elo(&b.2).total_cmp(&elo(&a.2)));
        let width = self.plan.players.iter().map(|player| player.name.len()).max();
        let width = width.unwrap_or(0).max(25);
        let mut text = format!("{:<4} {:<width$}", "Rank", "Name");
        for head in ["Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw"] {
            let _ = write!(text, " {head:>10}");
        }
        text += if with_pairs { "           Ptnml(0-2)\n" } else { "\n" };
        for (place, (player, counts, estimates)) in rows.into_iter().enumerate() {
            let _ = write!(text, "{:>4} {:<width$}", place + 1, self.name(player));
            let of = |value: fn(&Estimates) -> f64| estimates.as_ref().map_or(f64::NAN, value);
            for value in [
                of(|e| e.elo.value),
                of(|e| e.elo.error()),
                of(|e| e.normalised_elo.value),
                of(|e| e.normalised_elo.error()),
            ] {
                let _ = write!(text, " {:>10}", decimals(value));
            }
            let drawn = match self.options.by_pairs {
                true => counts.pairs[2] as f64 / counts.pair_count() as f64,
                false => counts.draw_ratio().unwrap_or(f64::NAN),
            };
            let [score, drawn] = [counts.score(), drawn].map(|share| 100.0 * share);
            let _ = write!(text, " {:>10} {score:>9.1}% {drawn:>9.1}%", counts.games());
            if with_pairs {
                let pairs = if self.options.by_pairs {
                    format!("{:?}", counts.pairs)
                } else {
                    String::new()
                };
                let _ = write!(text, " {pairs:>20}");
            }
            text.push('\n');
        }
        text
    }

    fn cutechess_rating(&self, table: &CrossTable) -> String {
        let counts = self.counts(table, 0, 1);
        let Some(estimates) = Estimates::of(&counts) else { return String::new() };
        format!(
            "Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %\n",
            decimals(estimates.elo.value),
            decimals(estimates.elo.error()),
            decimals(100.0 * estimates.superiority),
            decimals(100.0 * table.result_counts(0, 1).draw_ratio().unwrap_or(f64::NAN))
        )
    }

    /// `LLR: 1.23 (41.8%) (-2.94, 2.94) [0.00, 5.00]`.
    fn llr(&self, sprt: &Sprt, counts: &ResultCounts) -> String {
        let llr = sprt.llr(counts);
        let (low, high) = sprt.bounds();
        let share = 100.0 * if llr < 0.0 { -llr / low } else { llr / high };
        let llr = decimals(llr);
        if self.options.format == OutputFormat::Fastchess {
            let hypotheses = hypotheses(sprt);
            return format!("LLR: {llr} ({share:.1}%) ({low:.2}, {high:.2}) {hypotheses}\n");
        }
        let verdict = match sprt.verdict(counts) {
            SprtVerdict::Undecided => "",
            SprtVerdict::H0 => " - H0 was accepted",
            SprtVerdict::H1 => " - H1 was accepted",
        };
        let share = share.abs();
        format!("SPRT: llr {llr} ({share:.1}%), lbound {low:.2}, ubound {high:.2}{verdict}\n")
    }
}

/// `[0.00, 5.00]`.
fn hypotheses(sprt: &Sprt) -> String {
    format!("[{:.2}, {:.2}]", sprt.elo0, sprt.elo1)
}

/// The limit of a player's thinking: `10+0.1`, `0.5/move`, `8 plies`, `1000 nodes`.
fn time(thinking: &ThinkingLimit) -> String {
    match *thinking {
        ThinkingLimit { clock: Some(clock), .. } => clock.to_string(),
        ThinkingLimit { move_time: Some(time), .. } => format!("{}/move", time.as_secs_f64()),
        ThinkingLimit { depth: Some(depth), .. } => format!("{depth} plies"),
        ThinkingLimit { nodes: Some(nodes), .. } => format!("{nodes} nodes"),
        _ => String::new(),
    }
}

/// A number with two decimals; `nan`, `inf` and `-inf` as C++ writes them.
fn decimals(value: f64) -> String {
    if value.is_nan() { "nan".to_string() } else { format!("{:.2}", value + 0.0) }
}

/// Prints at once. A reader that is gone must not end the match.
fn print(text: &str) {
    let mut out = stdout();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests;
