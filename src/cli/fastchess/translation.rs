//! A command line of fastchess while it is translated.

use super::engines::EngineWords;

/// The translation, as far as it has come.
#[derive(Default)]
pub struct Translation {
    /// The command line of `staunton match`, once it is complete.
    pub words: Vec<String>,
    /// Words that are accepted and do nothing.
    pub without_effect: Vec<String>,
    /// Whether a match of a file goes on.
    pub is_resumed: bool,
    /// Flags of `staunton match` with their words.
    pub flags: Vec<(&'static str, Vec<String>)>,
    pub engines: Vec<EngineWords>,
    pub each: EngineWords,
    /// The number after `-rounds`.
    pub rounds: Option<u32>,
    /// The number after `-games`.
    pub games: Option<u32>,
    /// Whether there is a file of openings.
    pub has_book: bool,
    /// Whether a test may end the match.
    pub has_test: bool,
    /// Whether there are tablebases.
    pub has_tables: bool,
    /// The words of `--syzygy-rule`.
    pub table_rule: Vec<String>,
    /// What is printed, if it is not fastchess's lines.
    pub format: Option<String>,
    /// Other words of `--output`.
    pub intervals: Vec<String>,
}

impl Translation {
    /// Adds a flag of `staunton match`; it replaces an earlier one of this name.
    pub fn add(&mut self, flag: &'static str, words: Vec<String>) {
        self.flags.retain(|(earlier, _)| *earlier != flag);
        self.flags.push((flag, words));
    }

    /// Notes a word that does nothing, once.
    pub fn ignore(&mut self, word: &str) {
        if !self.without_effect.iter().any(|noted| noted == word) {
            self.without_effect.push(word.to_string());
        }
    }
}
