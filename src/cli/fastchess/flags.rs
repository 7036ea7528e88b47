//! fastchess's command line as flags, each with its words.

use std::fmt::Display;
use std::str::FromStr;

/// A flag and the words up to the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlagWords<'a> {
    /// The flag with its dash.
    pub flag: &'a str,
    pub words: &'a [String],
}

impl<'a> FlagWords<'a> {
    /// Splits the command line. `Err` names a word that follows no flag.
    pub fn split(line: &'a [String]) -> Result<Vec<FlagWords<'a>>, String> {
        // A negative number is not a flag.
        let is_flag = |word: &String| {
            let name = word.strip_prefix('-').unwrap_or_default();
            !name.is_empty() && !name.starts_with(|letter: char| letter.is_ascii_digit())
        };
        let mut rest = line;
        let mut flags = Vec::new();
        while let Some((flag, after)) = rest.split_first() {
            if !is_flag(flag) {
                return Err(format!("fastchess: '{flag}' follows no flag; flags begin with '-'"));
            }
            let end = after.iter().position(is_flag).unwrap_or(after.len());
            let (words, next) = after.split_at(end);
            flags.push(FlagWords { flag, words });
            rest = next;
        }
        Ok(flags)
    }

    /// The words as keys and values. `Err` names a word without `=`.
    pub fn pairs(&self) -> Result<Vec<(&'a str, &'a str)>, String> {
        self.pairs_and_switches(&[])
    }

    /// The words as keys and values; a switch without `=` has the value `true`. `Err`
    /// names another word without `=`.
    pub fn pairs_and_switches(&self, switches: &[&str]) -> Result<Vec<(&'a str, &'a str)>, String> {
        let pair = |word: &'a String| {
            let switch = switches.contains(&word.as_str()).then_some((word.as_str(), "true"));
            word.split_once('=')
                .or(switch)
                .ok_or_else(|| format!("{}: '{word}' is not of the form key=value", self.flag))
        };
        self.words.iter().map(pair).collect()
    }

    /// The only word.
    pub fn word(&self) -> Result<&'a str, String> {
        match self.words {
            [word] => Ok(word),
            _ => Err(format!("{}: one word must follow, not {}", self.flag, self.words.len())),
        }
    }

    /// The only word as a number.
    pub fn number<T: FromStr<Err: Display>>(&self) -> Result<T, String> {
        let word = self.word()?;
        word.parse().map_err(|error| format!("{}: '{word}' cannot be used: {error}", self.flag))
    }

    /// The words as keys and values, if the keys are among these.
    pub fn pairs_of(&self, keys: &[&str]) -> Result<Vec<(&'a str, &'a str)>, String> {
        let pairs = self.pairs()?;
        match pairs.iter().find(|(key, _)| !keys.contains(key)) {
            Some((key, _)) => self.unknown(key),
            None => Ok(pairs),
        }
    }

    /// A word that must be one of two.
    pub fn one_of(&self, known: [&str; 2], word: &'a str) -> Result<&'a str, String> {
        let [first, second] = known;
        let is_known = known.contains(&word).then_some(word);
        is_known.ok_or_else(|| format!("{}: {first} or {second}, not '{word}'", self.flag))
    }

    /// `true` or `false`.
    pub fn is_true(&self, key: &str, value: &str) -> Result<bool, String> {
        value.parse().map_err(|_| format!("{}: {key} is true or false, not '{value}'", self.flag))
    }

    /// Says that a key is not known.
    pub fn unknown<T>(&self, key: &str) -> Result<T, String> {
        Err(format!("{}: '{key}' is not known here", self.flag))
    }
}
