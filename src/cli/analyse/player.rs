//! The games of one player summed up: `--player`.

use super::arguments::{AnalyseArgs, Stop};
use super::games::analysed;
use crate::analysis::analyst::{JSON_SCHEMA, OWN_NAME, limits_in_words};
use crate::analysis::clocks::time_in_words;
use crate::analysis::game_options::GameOptions;
use crate::analysis::player::{PlayerGame, side_of};
use crate::analysis::player_report::{NamedFigures, PlayFigures, PlayerReport};
use crate::analysis::report::player_page::player_page;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::Color;
use crate::cli::error::CliError;
use crate::cli::files::TextOutput;
use crate::cli::message::{json, message, stdout};
use crate::engine::eval::network::format::fnv1a;
use crate::support::files::append::AppendFile;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

/// The longest line of a file of known games, in bytes.
const MAX_LINE: u64 = 1 << 20;
/// The openings that are printed.
const SHOWN: usize = 12;

/// Sums up the games of a player.
pub fn run(
    arguments: &AnalyseArgs,
    name: &str,
    games: &[PgnGame],
    stop: Stop<'_>,
) -> Result<(), CliError> {
    let own: Vec<(&PgnGame, Color)> =
        games.iter().filter_map(|game| Some((game, side_of(game, name)?))).collect();
    if own.is_empty() {
        return Err(CliError::Usage(format!("no game has a player called '{name}'")));
    }
    let report = arguments.report.as_deref().map(TextOutput::create).transpose()?;
    let mut file = match arguments.resume.as_deref() {
        Some(path) => {
            Some(AppendFile::text(path).map_err(|error| CliError::unusable(path, error))?)
        }
        None => None,
    };
    let options = arguments.game_options()?;
    let searched = searched(arguments, &options);
    let mut known = match (&file, arguments.resume.as_deref()) {
        (Some(file), Some(path)) => read_known(file, path)?,
        _ => HashMap::new(),
    };
    let keys: Vec<String> = own.iter().map(|(game, side)| key(game, *side, &searched)).collect();
    let mut written = Ok(());
    // Both sides have moves in a game, and only those of the player count.
    for side in Color::ALL {
        let left: Vec<(&PgnGame, &String)> = own
            .iter()
            .zip(&keys)
            .filter(|((_, own), key)| *own == side && !known.contains_key(*key))
            .map(|((game, _), key)| (*game, key))
            .collect();
        let games: Vec<&PgnGame> = left.iter().map(|(game, _)| *game).collect();
        let mut keys = left.iter().map(|(_, key)| (*key).clone());
        let options = GameOptions { side: Some(side), ..options.clone() };
        if games.is_empty() || stop.control.stopped() {
            continue;
        }
        analysed(arguments, &games, &options, stop, &mut |game| {
            let Some(key) = keys.next() else { return };
            let game = PlayerGame::new(game, side, key.clone());
            if let (Some(file), Ok(())) = (&mut file, &written) {
                // One write for a line: a kill leaves whole lines.
                written = file.write_all(format!("{}\n", line(&game)).as_bytes());
            }
            known.insert(key, game);
        })?;
    }
    written?;
    let found = keys.iter().filter_map(|key| known.get(key).cloned()).collect();
    let summed = PlayerReport::new(name, searched, found);
    if stop.control.stopped() {
        let (done, all) = (summed.games.len(), own.len());
        message(format_args!("Stopped after {done} of {all} games."));
    }
    if let Some(mut file) = report {
        file.write_all(player_page(&summed).as_bytes())?;
        file.finish()?;
    }
    let mut out = stdout();
    if arguments.json {
        writeln!(out, "{}", json(&summed))?;
    } else {
        write!(out, "{}", text(&summed))?;
    }
    Ok(())
}

/// How games are analysed, in words: results of other conditions do not count.
fn searched(arguments: &AnalyseArgs, options: &GameOptions) -> String {
    let engine = arguments.search.engine_words().unwrap_or_else(|| OWN_NAME.to_string());
    let mut words = format!("{engine}, {}", limits_in_words(&options.limits));
    if options.from > 1 {
        words += &format!(", from move {}", options.from);
    }
    if options.skip_book {
        words += ", without the book";
    }
    format!("{words}, by {}", options.scale.words())
}

/// Which game it is, and how it was analysed. The words of annotators do not matter.
fn key(game: &PgnGame, side: Color, searched: &str) -> String {
    let mut bare = PgnGame::new(game.start.clone());
    bare.moves = game.moves.iter().map(|annotated| annotated.mv.into()).collect();
    bare.result = game.result;
    for name in ["Date", "Round", "White", "Black", "TimeControl"] {
        bare.set_tag(name, game.tag(name).unwrap_or("?"));
    }
    let text = format!("{JSON_SCHEMA} {side} {searched} {}", bare.export(MoveNotation::Uci));
    format!("{:016x}", fnv1a(text.as_bytes()))
}

fn line(game: &PlayerGame) -> String {
    // It cannot fail: the keys are texts.
    serde_json::to_string(game).unwrap_or_default()
}

/// The games of a file that `--resume` names. A line that a kill has cut is passed over.
fn read_known(file: &AppendFile, path: &Path) -> Result<HashMap<String, PlayerGame>, CliError> {
    let mut known = HashMap::new();
    let Some(file) = file.existing() else { return Ok(known) };
    let mut reader = BufReader::new(file);
    let (mut text, mut is_strange) = (Vec::new(), false);
    loop {
        text.clear();
        let read = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut text);
        if read.map_err(|error| CliError::unusable(path, error))? == 0 {
            break;
        }
        match serde_json::from_slice::<PlayerGame>(&text) {
            Ok(game) if game.schema == JSON_SCHEMA => {
                known.insert(game.key.clone(), game);
            }
            _ => is_strange |= text.ends_with(b"\n"),
        }
    }
    if is_strange && known.is_empty() {
        let why = "it is not a file that --resume has written";
        return Err(CliError::unusable(path, why));
    }
    Ok(known)
}

/// A number, or a dash.
fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_string(), |value| format!("{value:.1}"))
}

fn rows(title: &str, rows: &[NamedFigures]) -> String {
    let mut text = format!(
        "\n{title:<36} {:>6} {:>7} {:>9} {:>7}   {}\n",
        "games", "score", "accuracy", "lost", "?! / ? / ?? a game"
    );
    for NamedFigures { name, figures } in rows {
        let PlayFigures { games, score, accuracy, points_lost, marks: [a, b, c], .. } = figures;
        let (score, accuracy, lost) = (number(*score), number(*accuracy), number(*points_lost));
        text += &format!(
            "{name:<36} {games:>6} {score:>7} {accuracy:>9} {lost:>7}   {a:.1} / {b:.1} / {c:.1}\n"
        );
    }
    text
}

/// The report as text.
fn text(report: &PlayerReport) -> String {
    let all = NamedFigures { name: "all".to_string(), figures: report.all };
    let mut text = format!("{}\nAnalysed by {}\n", report.player, report.searched);
    text += &rows("", &[&[all][..], &report.colors, &report.phases].concat());
    text += &rows("Openings", &report.openings[..report.openings.len().min(SHOWN)]);
    if report.openings.len() > SHOWN {
        text += &format!("… and {} more openings\n", report.openings.len() - SHOWN);
    }
    if !report.habits.is_empty() {
        text += &format!("\n{:<36} {:>6} {:>7}\n", "What costs points", "moves", "share");
    }
    for habit in &report.habits {
        text += &format!("{:<36} {:>6} {:>5.1} %\n", habit.name, habit.moves, habit.share);
    }
    if let Some(time) = &report.time {
        text += &format!(
            "\nA move takes {} in the mean. Of {} mistakes and blunders {} took less than a \
             third of the game's mean time, {} came with less than a tenth of the clock left.\n",
            time_in_words(time.mean_seconds),
            time.mistakes,
            time.hasty_mistakes,
            time.short_mistakes
        );
    }
    if report.trend.len() > 1 {
        text += &rows("Over time", &report.trend);
    }
    text
}
