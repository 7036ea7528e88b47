//! Tables of `staunton data stats`: the first positions that games teach, and who
//! played the games.

use crate::chess::types::Color;
use crate::training::data::first_positions::FirstPositions;
use crate::training::data::games::{GameIdentity, Head, TrainingGame};
use serde_json::{Value, json};
use std::fmt;
use std::path::{Path, PathBuf};

/// The kinds of castling rights of a side, in the order in which they are
/// counted.
const RIGHTS: [&str; 4] = ["none", "king's wing", "queen's wing", "both wings"];
/// At most this number of squares of a king are shown.
const SQUARES: usize = 6;

/// Castling rights and king squares, by color.
pub fn opening_json(first: &FirstPositions) -> Value {
    let side = |color: Color| {
        let [none, king, queen, both] = first.castling[color.index()];
        let kings = first.king_squares(color).into_iter();
        let kings = kings.map(|(square, count)| (square.to_string(), count.into()));
        json!({
            "castling": {"none": none, "king": king, "queen": queen, "both": both},
            "king_squares": kings.collect::<serde_json::Map<_, _>>(),
        })
    };
    json!({"games": first.games, "white": side(Color::White), "black": side(Color::Black)})
}

/// Castling rights and king squares as a table.
pub fn opening_table(f: &mut fmt::Formatter<'_>, first: &FirstPositions) -> fmt::Result {
    writeln!(f, "First position that training keeps    White    Black")?;
    for (index, rights) in RIGHTS.iter().enumerate() {
        let [white, black] = first.castling.map(|side| percent(side[index], first.games));
        writeln!(f, "  may castle: {rights:<20} {white:>8} {black:>8}")?;
    }
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let squares = first.king_squares(color).into_iter().take(SQUARES);
        let squares =
            squares.map(|(square, count)| format!("{square} {}", percent(count, first.games)));
        let squares = squares.collect::<Vec<_>>().join(", ");
        writeln!(f, "  {name}'s king, from {name}'s side: {squares}")?;
    }
    Ok(())
}

/// More runs than this are counted as one.
const MAX_RUNS: usize = 1_000;

/// The games of a file that have the same head.
struct Run {
    path: PathBuf,
    head: Head,
    games: u64,
    positions: u64,
    /// The sum of the hashes of the games: the same for the same games in any
    /// order and in files of either version.
    checksum: u64,
    /// Games that had been seen before.
    copies: u64,
}

/// The runs of all files, in their order.
#[derive(Default)]
pub struct Runs(Vec<Run>);

impl Runs {
    /// Counts a game; `is_new` says that it had not been seen before.
    pub fn add(
        &mut self,
        path: &Path,
        head: &Head,
        game: &TrainingGame,
        identity: GameIdentity,
        is_new: bool,
    ) {
        let is_of = |run: &Run| run.path == path && run.head.number == head.number;
        if self.0.len() < MAX_RUNS && !self.0.last().is_some_and(is_of) {
            let (path, head) = (path.to_path_buf(), head.clone());
            self.0.push(Run { path, head, games: 0, positions: 0, checksum: 0, copies: 0 });
        }
        if let Some(run) = self.0.last_mut() {
            run.games += 1;
            run.positions += game.moves.len() as u64;
            run.checksum = run.checksum.wrapping_add(identity.hash);
            run.copies += u64::from(!is_new);
        }
    }

    /// The runs as an array.
    pub fn json(&self) -> Value {
        self.0.iter().map(Run::json).collect()
    }
}

impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Who played    positions of games, and a checksum of them in any order")?;
        self.0.iter().try_for_each(|run| write!(f, "{run}"))
    }
}

impl Run {
    fn json(&self) -> Value {
        json!({
            "file": self.path.display().to_string(),
            "head": self.head.text.lines().collect::<Vec<_>>(),
            "games": self.games,
            "positions": self.positions,
            "checksum": format!("{:016x}", self.checksum),
            "copies": self.copies,
        })
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { path, games, positions, checksum, copies, .. } = self;
        write!(f, "  {}: {positions} positions of {games} games", path.display())?;
        write!(f, ", {checksum:016x}")?;
        match copies {
            0 => writeln!(f)?,
            _ => writeln!(f, "; {copies} copies of games read before")?,
        }
        self.head.text.lines().try_for_each(|line| writeln!(f, "    {}", line))
    }
}

/// A quotient, zero if there is nothing to divide by.
pub fn ratio(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { count as f64 / of as f64 }
}

/// A quotient in percent.
pub fn percent(count: u64, of: u64) -> String {
    format!("{:.1} %", 100.0 * ratio(count, of))
}

/// A line of a table: a count, its share in percent, and a bar.
pub fn row(f: &mut fmt::Formatter<'_>, name: &str, count: u64, of: u64) -> fmt::Result {
    let line = format!("{name}{count:>11} {:>7}  {}", percent(count, of), bar(count, of));
    writeln!(f, "{}", line.trim_end())
}

/// A bar whose length shows the share.
pub fn bar(count: u64, of: u64) -> String {
    const FULL_LENGTH: f64 = 60.0;
    "#".repeat((FULL_LENGTH * ratio(count, of)).round() as usize)
}
