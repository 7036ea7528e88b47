//! A player over many games: openings, accuracy, habits, time, and how they change.
//!
//! A [`PlayerGame`] is what remains of an analysed game; it is small, so that thousands
//! can be kept in a file, and a report made of them again without a search: a
//! [`PlayerReport`](super::player_report::PlayerReport) is their sum.

use super::analyst::JSON_SCHEMA;
use super::annotation::{AnalysedMove, MARKS};
use super::game::AnalysedGame;
use super::phases::GamePhase;
use super::summary::{accuracy, rounded};
use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::{Color, GameResult};
use std::collections::BTreeMap;

/// What remains of a game of a player.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayerGame {
    /// The version of these fields: [`JSON_SCHEMA`].
    pub schema: u32,
    /// Which game it is, and how it was analysed: a checksum.
    pub key: String,
    /// Whether the player had White.
    pub white: bool,
    /// The opponent's name.
    pub opponent: String,
    /// The opponent's rating.
    pub opponent_rating: Option<u32>,
    /// The player's rating.
    pub rating: Option<u32>,
    /// The date, as the tag has it; empty if it is not known.
    pub date: String,
    /// The points of the player: 0, 0.5 or 1; `None` without a result.
    pub points: Option<f64>,
    /// The code of the opening; empty if it is not known.
    pub eco: String,
    /// The name of the opening without its variations.
    pub opening: String,
    /// The player's moves by phase: opening, middlegame, end game.
    pub phases: [PlayTotals; 3],
    /// How often each habit cost points, and how many.
    pub habits: BTreeMap<String, HabitTotals>,
    /// How the player used the time.
    pub time: TimeTotals,
}

/// Sums over moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayTotals {
    /// The number of moves.
    pub moves: u32,
    /// The sum of their accuracies.
    pub accuracy: f64,
    /// The points that they cost in all, of 100 each.
    pub points_lost: f64,
    /// The moves marked "?!".
    pub inaccuracies: u32,
    /// The moves marked "?".
    pub mistakes: u32,
    /// The moves marked "??".
    pub blunders: u32,
}

/// How often a habit cost points, and how many.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct HabitTotals {
    /// The number of moves.
    pub moves: u32,
    /// The points that they cost in all, of 100 each.
    pub points_lost: f64,
}

/// Sums over moves whose time is known.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeTotals {
    /// The number of moves.
    pub moves: u32,
    /// Their time in all, in seconds.
    pub seconds: f64,
    /// The moves marked "?" or "??".
    pub mistakes: u32,
    /// How many of these were hasty for the game: under a third of its mean time.
    pub hasty: u32,
    /// How many of these came with less than a tenth of the time control left.
    pub short: u32,
}

/// The side that a player has in a game; `None` if the player is not in it. Case and
/// white space do not matter.
pub fn side_of(game: &PgnGame, name: &str) -> Option<Color> {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let wanted = plain(name);
    let has = |side: &Color| game.tag(&side.to_string()).is_some_and(|tag| plain(tag) == wanted);
    Color::ALL.into_iter().find(has)
}

impl PlayerGame {
    /// What remains of a game for the player with a side. `key` says which game it is.
    pub fn new(game: &AnalysedGame, side: Color, key: String) -> PlayerGame {
        let [player, opponent] = [side, !side].map(|side| &game.story.players[side.index()]);
        let opening = game.story.opening.map(|known| known.opening);
        let date = ["UTCDate", "Date"].into_iter().find_map(|tag| game.game.tag(tag));
        let summary = game.summary(side);
        let clock = summary.as_ref().and_then(|summary| summary.clock.as_ref());
        let own =
            || game.moves.iter().filter(|mv| mv.is_judged && mv.position.side_to_move() == side);
        let mut known = PlayerGame {
            schema: JSON_SCHEMA,
            key,
            white: side == Color::White,
            opponent: opponent.name.clone(),
            opponent_rating: opponent.rating,
            rating: player.rating,
            date: date
                .filter(|date| date.starts_with(|c: char| c.is_ascii_digit()))
                .unwrap_or_default()
                .to_string(),
            points: match game.story.result {
                GameResult::Unknown => None,
                GameResult::Draw => Some(0.5),
                won => Some(if won == GameResult::win(side) { 1.0 } else { 0.0 }),
            },
            eco: opening.map_or("", |opening| opening.eco).to_string(),
            opening: opening.map_or("", |opening| family(opening.name)).to_string(),
            phases: GamePhase::ALL.map(|_| PlayTotals::default()),
            habits: BTreeMap::new(),
            time: TimeTotals {
                moves: own().filter(|mv| mv.clock.seconds.is_some()).count() as u32,
                seconds: rounded(own().filter_map(|mv| mv.clock.seconds).sum(), 3),
                mistakes: clock.map_or(0, |clock| clock.mistakes as u32),
                hasty: clock.map_or(0, |clock| clock.hasty_mistakes as u32),
                short: clock.map_or(0, |clock| clock.short_mistakes as u32),
            },
        };
        for mv in own() {
            known.phases[mv.phase as usize].count(mv);
            if mv.mark.is_some() {
                let habit = known.habits.entry(habit(mv).to_string()).or_default();
                habit.moves += 1;
                habit.points_lost = rounded(habit.points_lost + 100.0 * mv.loss, 2);
            }
        }
        known
    }
}

/// A name of an opening without its variations: "Sicilian Defense".
fn family(name: &str) -> &str {
    name.split_once(':').map_or(name, |(family, _)| family)
}

/// What a bad move is an example of, by its reason or else by the phase.
fn habit(mv: &AnalysedMove) -> &'static str {
    const BY_WORDS: [(&str, &str); 8] = [
        ("loses ", "loses material"),
        ("misses the win of ", "misses a win of material"),
        ("allows mate", "allows mate"),
        ("misses mate", "misses mate"),
        ("allows stalemate", "allows stalemate"),
        ("passed pawn", "mistakes about passed pawns"),
        ("king", "mistakes about the safety of a king"),
        ("pawn", "mistakes about pawns"),
    ];
    let Some(reason) = &mv.reason else {
        return [
            "other mistakes in the opening",
            "other mistakes in the middlegame",
            "other mistakes in the end game",
        ][mv.phase as usize];
    };
    let known = BY_WORDS.into_iter().find(|(words, _)| reason.words.contains(words));
    known.map_or("mistakes about the placing of pieces", |(_, name)| name)
}

impl PlayTotals {
    fn count(&mut self, mv: &AnalysedMove) {
        let [blunder, mistake, inaccuracy] = MARKS.map(|mark| u32::from(mv.mark == Some(mark)));
        self.add(&PlayTotals {
            moves: 1,
            accuracy: accuracy(mv.loss),
            points_lost: 100.0 * mv.loss,
            inaccuracies: inaccuracy,
            mistakes: mistake,
            blunders: blunder,
        });
    }

    pub(super) fn add(&mut self, other: &PlayTotals) {
        self.moves += other.moves;
        self.accuracy = rounded(self.accuracy + other.accuracy, 3);
        self.points_lost = rounded(self.points_lost + other.points_lost, 3);
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::pgn;

    #[test]
    fn a_player_is_found_by_name() {
        let text = "[White \"Adolf  Anderssen\"]\n[Black \"B\"]\n\n1. e4 *";
        let game = pgn::read(text).next().and_then(|entry| entry.game).expect("a game");
        assert_eq!(side_of(&game, " adolf anderssen"), Some(Color::White));
        assert_eq!(side_of(&game, "b"), Some(Color::Black));
        assert_eq!(side_of(&game, "Anderssen"), None);
    }
}
