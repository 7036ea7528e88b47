//! Words of the form `key=value` after a flag.

use std::fmt::Display;
use std::str::FromStr;

/// The words after a flag.
pub struct ParsedWords<'a> {
    flag: &'static str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> ParsedWords<'a> {
    /// Splits words at the first `=`. A word without `=` that is among `switches`
    /// gets the value `true`. `Err` names the word that has no `=`.
    pub fn new(
        flag: &'static str,
        words: &'a [String],
        switches: &[&str],
    ) -> Result<ParsedWords<'a>, String> {
        let split = |word: &'a String| match word.split_once('=') {
            Some(pair) => Ok(pair),
            None if switches.contains(&word.as_str()) => Ok((word.as_str(), "true")),
            None => Err(format!("{flag}: '{word}' is not of the form key=value")),
        };
        Ok(ParsedWords { flag, pairs: words.iter().map(split).collect::<Result<_, _>>()? })
    }

    /// The words in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.pairs.iter().copied()
    }

    /// The words whose keys do not begin with a text.
    pub fn without(&self, beginning: &str) -> ParsedWords<'a> {
        let pairs = self.iter().filter(|(key, _)| !key.starts_with(beginning)).collect();
        ParsedWords { flag: self.flag, pairs }
    }

    /// Rejects keys that are not among `known`, and keys that occur twice.
    pub fn only(&self, known: &[&str]) -> Result<(), String> {
        for (index, (key, _)) in self.pairs.iter().enumerate() {
            if !known.contains(key) {
                return Err(format!(
                    "{}: '{key}' is not known here; known are {}",
                    self.flag,
                    known.join(", ")
                ));
            }
            if self.pairs[..index].iter().any(|(earlier, _)| earlier == key) {
                return Err(format!("{}: '{key}' is given twice", self.flag));
            }
        }
        Ok(())
    }

    /// The value of a key as text, if the key is given.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.iter().find(|(found, _)| *found == key).map(|(_, value)| value)
    }

    /// The parsed value of a key, if the key is given. `Err` says why it cannot
    /// be parsed.
    pub fn get<T>(&self, key: &str) -> Result<Option<T>, String>
    where
        T: FromStr<Err: Display>,
    {
        self.text(key)
            .map(|value| {
                value
                    .parse()
                    .map_err(|error| format!("{}: {key} cannot be '{value}': {error}", self.flag))
            })
            .transpose()
    }

    /// The parsed value of a key that must be given.
    pub fn need<T>(&self, key: &str) -> Result<T, String>
    where
        T: FromStr<Err: Display>,
    {
        self.get(key)?.ok_or_else(|| format!("{}: {key}=… is missing", self.flag))
    }
}
