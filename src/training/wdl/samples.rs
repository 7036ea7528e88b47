//! Scores from the comments of games, with the results of the games.

use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::{Color, GameResult};
use crate::engine::eval::wdl::material_left;
use std::collections::BTreeMap;

/// The largest score that is sampled, in centipawns. Beyond it games are decided,
/// and their results say nothing about closer scores.
pub const MAX_SCORE: i32 = 1_000;
/// The number of steps in which the share of material is counted.
const STEPS: f64 = 100.0;

/// Positions of the same material and score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SampleGroup {
    /// The share of material left, in hundredths.
    material: u32,
    /// The score of the side that is ahead, in centipawns.
    score: i32,
}

/// How often the side that is ahead has won, drawn and lost.
pub type Results = [u64; 3];

/// Results by material and score. Every position counts for the side that is
/// ahead, as a score and its negative are the same position seen from the two
/// sides.
#[derive(Clone, Default, Debug)]
pub struct ScoreSamples {
    groups: BTreeMap<SampleGroup, Results>,
    /// Games that have moves and ended on the board, with a result.
    pub games: u64,
}

impl ScoreSamples {
    /// Adds a position: the share of material left, the score in centipawns
    /// for one side, and that side's points in half games: 2, 1 or 0.
    pub fn add(&mut self, material: f64, score: i32, halves: usize) {
        let material = (material * STEPS).round() as u32;
        let place = if score < 0 { halves } else { 2 - halves };
        self.groups.entry(SampleGroup { material, score: score.abs() }).or_default()[place] += 1;
    }

    /// Adds the positions of a game that have a score in a comment, as `staunton
    /// match` or `staunton data show` writes it. It leaves out book moves, mate scores, scores beyond
    /// [`MAX_SCORE`], what follows a null move, and games that were not decided on the board.
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
        if game.moves.is_empty() {
            return;
        }
        self.games += 1;
        let mut position = game.start.clone();
        for (mv, annotated) in game.legal_moves().zip(&game.moves) {
            let is_white = position.side_to_move() == Color::White;
            let own = annotated.comments.iter().find_map(|comment| score(comment));
            let of_white = annotated.comments.iter().find_map(|comment| white_score(comment));
            let score = own.or(of_white.map(|score| if is_white { score } else { -score }));
            if let Some(score) = score.filter(|score| score.abs() <= MAX_SCORE) {
                let halves = if is_white { white } else { 2 - white };
                self.add(material_left(&position), score, halves);
            }
            position.play(mv, &mut ());
        }
    }

    /// All groups of positions: the share of material left, the score in
    /// centipawns of the side that is ahead, and its results.
    pub fn iter(&self) -> impl Iterator<Item = (f64, i32, Results)> {
        self.groups
            .iter()
            .map(|(group, &results)| (f64::from(group.material) / STEPS, group.score, results))
    }

    /// The number of positions.
    pub fn count(&self) -> u64 {
        self.groups.values().flatten().sum()
    }

    /// The results of all positions whose score, in centipawns, and whose share of
    /// material are in these ranges.
    pub fn results(&self, scores: [i32; 2], materials: [f64; 2]) -> Results {
        let inside = self.iter().filter(|&(material, score, _)| {
            (scores[0]..=scores[1]).contains(&score)
                && (materials[0]..=materials[1]).contains(&material)
        });
        inside.fold([0; 3], |sum, (.., results)| std::array::from_fn(|i| sum[i] + results[i]))
    }
}

/// The score at the beginning of a comment like `+0.31/12 0.045s`, in
/// centipawns. `None` if there is none or it is a mate score.
fn score(comment: &str) -> Option<i32> {
    let word = comment.split([' ', '/', ',']).next()?;
    if !word.starts_with(['+', '-']) {
        return None;
    }
    let pawns: f64 = word.parse().ok().filter(|pawns: &f64| pawns.abs() < 1_000.0)?;
    Some((100.0 * pawns).round() as i32)
}

/// White's score in a comment like `[%eval -1.05]`, in centipawns. `None` if
/// there is none or it is a mate score.
fn white_score(comment: &str) -> Option<i32> {
    let (_, rest) = comment.split_once("[%eval ")?;
    let word = rest.split([']', ',', ' ']).next()?;
    let pawns: f64 = word.parse().ok().filter(|pawns: &f64| pawns.abs() < 1_000.0)?;
    Some((100.0 * pawns).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::pgn;

    #[test]
    fn scores_are_read_from_comments() {
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
    fn the_games_of_data_show_have_scores_of_white() {
        for (comment, expected) in [
            ("[%eval 0.31]", Some(31)),
            ("[%clk 0:01:00] [%eval -1.05,12]", Some(-105)),
            ("[%eval #-2]", None),
            ("[%eval nan]", None),
            ("0.31", None),
        ] {
            assert_eq!(white_score(comment), expected, "{comment}");
        }
        let text = "[Result \"1-0\"]\n\n1. e4 {[%eval 0.30]} e5 {[%eval 0.20]} 1-0";
        let mut samples = ScoreSamples::default();
        samples.add_game(&pgn::read(text).next().unwrap().flawless().unwrap());
        let all: Vec<_> = samples.iter().collect();
        assert_eq!(all, [(1.0, 20, [1, 0, 0]), (1.0, 30, [1, 0, 0])]);
    }

    #[test]
    fn positions_count_for_the_side_that_is_ahead() {
        let text = "[Result \"1-0\"]\n\n1. e4 {book} e5 {-0.20/9 0.1s} 2. Bc4 {-0.20/9 0.1s} \
                    Nc6 {+0.50/9 0.1s} 3. Qh5 {+11.00/9 0.1s} Nf6 {-3.00/9 0.1s} \
                    4. Qxf7# {+M1/9 0.1s, Black is checkmated} 1-0";
        let mut samples = ScoreSamples::default();
        let game = pgn::read(text).next().unwrap().flawless().unwrap();
        samples.add_game(&game);
        let all: Vec<_> = samples.iter().collect();
        // White wins. It is ahead by 0.20 once and behind once; then Black sees
        // itself ahead by 0.50, and at last behind by 3.00.
        let expected = [(1.0, 20, [1, 0, 1]), (1.0, 50, [0, 0, 1]), (1.0, 300, [1, 0, 0])];
        assert_eq!(all, expected);
        assert_eq!((samples.count(), samples.games), (4, 1));
        assert_eq!(samples.results([0, 100], [0.5, 1.0]), [1, 0, 2]);

        let undecided = text.replace("1-0", "*");
        let lost_on_time = format!("[Termination \"time forfeit\"]\n{text}");
        for text in [undecided, lost_on_time] {
            samples.add_game(&pgn::read(&text).next().unwrap().flawless().unwrap());
        }
        assert_eq!(samples.games, 1);
    }
}
