//! Writes the weights as source code.

use super::FloatPair;
use crate::engine::eval::layout::Group;
use std::fmt::{self, Display, Write};

/// The number of weights in a line.
const IN_A_LINE: usize = 4;

/// The origin of tuned weights, which heads the source file.
#[derive(Clone, PartialEq, Debug)]
pub struct Origin {
    /// The command line, without folders.
    pub command: String,
    /// The files of games, without folders.
    pub files: Vec<String>,
    /// The number of games in them.
    pub games: u64,
    /// The number of training positions …
    pub training: usize,
    /// … and of held-out positions.
    pub held_out: usize,
    /// K, per centipawn.
    pub k: f64,
    /// The held-out loss of the weights at the start.
    pub loss_before: f64,
    /// The held-out loss of these weights.
    pub loss_after: f64,
    /// The number of epochs that led to these weights.
    pub epochs: usize,
    /// The date, as YYYY-MM-DD.
    pub date: String,
    /// The engine's version and commit.
    pub build: String,
}

impl Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin { games, training, held_out, epochs, .. } = self;
        writeln!(
            f,
            "Weights from {training} positions of {games} games; {held_out} positions were held out."
        )?;
        for file in &self.files {
            writeln!(f, "Games: {}", on_one_line(file))?;
        }
        writeln!(
            f,
            "Held-out loss: {:.6} before, {:.6} after {epochs} epochs.",
            self.loss_before, self.loss_after
        )?;
        writeln!(f, "K: {:.6} per centipawn", self.k)?;
        writeln!(f, "Command: {}", on_one_line(&self.command))?;
        writeln!(f, "Date: {}", self.date)?;
        writeln!(f, "Engine: {}", self.build)
    }
}

/// A text without control characters, so that it stays inside its comment line.
fn on_one_line(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// A weight as the engine has it: both parts in whole centipawns.
pub fn rounded(weight: FloatPair) -> [i32; 2] {
    weight.map(|value| value.round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i32)
}

/// The file `src/engine/eval/weights.rs`.
pub fn source(groups: &[Group], weights: &[FloatPair], origin: &Origin) -> String {
    let mut text = String::from(
        "//! The weights of the evaluation, in centipawns for the middle game and for the\n\
         //! end game; `layout.rs` has their names. `staunton tune` generates this file:\n\
         //! to change it, tune again.\n\n",
    );
    // Plain comments: rustdoc would read file names as markup.
    for line in origin.to_string().lines() {
        let _ = writeln!(text, "// {line}");
    }
    text.push_str(
        "\nuse super::layout::COUNT;\nuse super::pair::Pair;\n\n\
         /// The weights, in the order of the layout.\n#[rustfmt::skip]\n\
         pub static WEIGHTS: [Pair; COUNT] = [\n",
    );
    for group in groups {
        let _ = writeln!(text, "    // {}", group.name);
        for line in weights[group.start..group.start + group.len].chunks(IN_A_LINE) {
            let pairs: Vec<String> = line
                .iter()
                .map(|&weight| {
                    let [middle, end] = rounded(weight);
                    format!("Pair::new({middle}, {end}),")
                })
                .collect();
            let _ = writeln!(text, "    {}", pairs.join(" "));
        }
    }
    text.push_str("];\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::eval::layout::{COUNT, GROUPS};

    fn origin() -> Origin {
        Origin {
            command: "staunton tune --data a.games".into(),
            files: vec!["a.games".into(), "b\n[c].games".into()],
            games: 40,
            training: 1_900,
            held_out: 100,
            k: 0.005_123_4,
            loss_before: 0.081,
            loss_after: 0.079_123_4,
            epochs: 12,
            date: "2026-01-02".into(),
            build: "0.1.0".into(),
        }
    }

    /// The weights of generated code.
    fn parsed(source: &str) -> Vec<[i32; 2]> {
        let pair = |text: &str| {
            let (middle, end) = text.split_once(')')?.0.split_once(", ")?;
            Some([middle.parse().ok()?, end.parse().ok()?])
        };
        source.split("Pair::new(").skip(1).map(|text| pair(text).expect("two numbers")).collect()
    }

    #[test]
    fn the_source_has_the_rounded_weights() {
        let weights: Vec<FloatPair> =
            (0..COUNT).map(|n| [n as f32 * 0.3 - 90.0, 50.4 - n as f32]).collect();
        let source = source(GROUPS, &weights, &origin());
        let rounded: Vec<[i32; 2]> = weights.iter().map(|&weight| rounded(weight)).collect();
        assert_eq!(parsed(&source), rounded);
        for group in GROUPS {
            assert!(source.contains(&format!("    // {}\n", group.name)), "{}", group.name);
        }
    }

    #[test]
    fn the_heading_names_the_origin_and_is_only_comment() {
        let source = source(GROUPS, &vec![[0.0; 2]; COUNT], &origin());
        let (heading, code) = source.split_once("use super::layout::COUNT;").unwrap();
        let comment = |line: &str| line.is_empty() || line.starts_with("//");
        assert!(heading.lines().all(comment), "{heading}");
        for part in [
            "1900 positions of 40 games; 100 positions",
            "// Games: a.games\n",
            "// Games: b[c].games\n",
            "0.081000 before, 0.079123 after 12 epochs",
            "K: 0.005123",
            "Command: staunton tune --data a.games",
            "Date: 2026-01-02",
            "Engine: 0.1.0",
        ] {
            assert!(heading.contains(part), "{part}: {heading}");
        }
        assert!(code.contains("#[rustfmt::skip]\npub static WEIGHTS: [Pair; COUNT] = [\n"));
        assert!(source.ends_with("];\n") && !source.contains(" \n"));
    }

    /// The engine's own weights file is one that the tuner could have written, so
    /// its output compiles.
    #[test]
    fn the_engines_own_weights_read_the_same() {
        let own = include_str!("../../engine/eval/weights.rs");
        let weights: Vec<[i32; 2]> =
            crate::engine::eval::WEIGHTS.iter().map(|pair| [pair.middle(), pair.end()]).collect();
        assert_eq!(parsed(own), weights);
        let start = |text: &str| text.find("use super::layout").expect("the same imports");
        let tuned: Vec<FloatPair> = weights.iter().map(|w| w.map(|value| value as f32)).collect();
        let written = source(GROUPS, &tuned, &origin());
        assert_eq!(own[start(own)..], written[start(&written)..]);
    }
}
