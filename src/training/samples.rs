//! What was said of positions, and how their games ended.

use crate::eval::chances::material_left;
use crate::notation::pgn::PgnGame;
use crate::types::{Color, GameResult};
use std::collections::BTreeMap;

/// Beyond this, in centipawns, games are decided; how fast the last of them
/// are says nothing about a score that one has to think about.
pub const MOST: i32 = 1_000;
/// Steps in which the material left is counted, to the whole of it.
const STEPS: f64 = 100.0;

/// Positions that do not differ in what is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct ScoreKind {
    /// In hundredths.
    material: u32,
    /// Of the side that is better, in centipawns.
    score: i32,
}

/// How often those ahead have won, drawn and lost.
pub type Results = [u64; 3];

/// Positions by material and score.
///
/// A score and its opposite are the same thing seen from the other side, so
/// every position is counted for the side that is ahead.
#[derive(Clone, Default, Debug)]
pub struct ScoreSamples {
    kinds: BTreeMap<ScoreKind, Results>,
    /// Games that were read.
    pub games: u64,
}

impl ScoreSamples {
    /// Adds a position: the share of material left, the score in centipawns
    /// for one side, and that side's points in half games: 2, 1 or 0.
    pub fn add(&mut self, material: f64, score: i32, halves: usize) {
        let material = (material * STEPS).round() as u32;
        let place = if score < 0 { halves } else { 2 - halves };
        self.kinds.entry(ScoreKind { material, score: score.abs() }).or_default()[place] += 1;
    }

    /// Adds the positions of a game in whose comments the players have said
    /// what they think of them, as `staunton match` writes it. Book moves,
    /// mates, and scores beyond [`MOST`] are left out, and all of a game that
    /// was not decided on the board.
    pub fn add_game(&mut self, game: &PgnGame) {
        let white = match game.result {
            GameResult::WhiteWins => 2,
            GameResult::Draw => 1,
            GameResult::BlackWins => 0,
            GameResult::Unknown => return,
        };
        if !matches!(game.tag("Termination"), None | Some("normal" | "adjudication")) {
            return;
        }
        self.games += 1;
        let mut position = game.start.clone();
        for annotated in &game.moves {
            let score = annotated.comments.iter().find_map(|comment| score(comment));
            if let Some(score) = score.filter(|score| score.abs() <= MOST) {
                let halves =
                    if position.side_to_move() == Color::White { white } else { 2 - white };
                self.add(material_left(&position), score, halves);
            }
            position.play(annotated.mv, &mut ());
        }
    }

    /// All kinds of positions: the share of material left, the score of the
    /// side that is ahead, in centipawns, and its results.
    pub fn iter(&self) -> impl Iterator<Item = (f64, i32, Results)> {
        self.kinds
            .iter()
            .map(|(kind, &results)| (f64::from(kind.material) / STEPS, kind.score, results))
    }

    /// How many positions there are.
    pub fn count(&self) -> u64 {
        self.kinds.values().flatten().sum()
    }

    /// The results of all positions whose score lies in a range, in
    /// centipawns, and whose material lies in another.
    pub fn results(&self, scores: [i32; 2], materials: [f64; 2]) -> Results {
        let inside = self.iter().filter(|&(material, score, _)| {
            (scores[0]..=scores[1]).contains(&score)
                && (materials[0]..=materials[1]).contains(&material)
        });
        inside.fold([0; 3], |sum, (.., results)| std::array::from_fn(|i| sum[i] + results[i]))
    }
}

/// The score that a comment begins with, in centipawns: `+0.31/12 0.045s`.
/// `None` if it is none, or a mate.
fn score(comment: &str) -> Option<i32> {
    let word = comment.split([' ', '/', ',']).next()?;
    if !word.starts_with(['+', '-']) {
        return None;
    }
    let pawns: f64 = word.parse().ok().filter(|pawns: &f64| pawns.abs() < 1_000.0)?;
    Some((100.0 * pawns).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn;

    #[test]
    fn comments() {
        for (comment, expected) in [
            ("+0.31/12 0.045s", Some(31)),
            ("-10.05/9 0.002s", Some(-1_005)),
            ("+0.00 0.045s", Some(0)),
            ("-0.07/3, White mates", Some(-7)),
            ("+M5/9 0.002s", None),
            ("book", None),
            ("0.045s", None),
            ("+nan/3", None),
            ("+inf", None),
            ("", None),
        ] {
            assert_eq!(score(comment), expected, "{comment}");
        }
    }

    #[test]
    fn a_game_is_counted_for_whoever_is_ahead() {
        let text = "[Result \"1-0\"]\n\n1. e4 {book} e5 {-0.20/9 0.1s} 2. Bc4 {-0.20/9 0.1s} \
                    Nc6 {+0.50/9 0.1s} 3. Qh5 {+11.00/9 0.1s} Nf6 {-3.00/9 0.1s} \
                    4. Qxf7# {+M1/9 0.1s, Black is checkmated} 1-0";
        let mut samples = ScoreSamples::default();
        let game = pgn::read(text).next().unwrap().unwrap();
        samples.add_game(&game);
        let all: Vec<_> = samples.iter().collect();
        // White, who wins, is once ahead by 0.20, once behind; then Black
        // thinks himself ahead by 0.50, and knows better at last.
        let expected = [(1.0, 20, [1, 0, 1]), (1.0, 50, [0, 0, 1]), (1.0, 300, [1, 0, 0])];
        assert_eq!(all, expected);
        assert_eq!((samples.count(), samples.games), (4, 1));
        assert_eq!(samples.results([0, 100], [0.5, 1.0]), [1, 0, 2]);

        let undecided = text.replace("1-0", "*");
        let lost_on_time = format!("[Termination \"time forfeit\"]\n{text}");
        for text in [undecided, lost_on_time] {
            samples.add_game(&pgn::read(&text).next().unwrap().unwrap());
        }
        assert_eq!(samples.games, 1);
    }
}
