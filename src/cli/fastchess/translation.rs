//! A command line of fastchess while it is translated.

/// Words `key=value`. A later one replaces an earlier one of its key.
#[derive(Default)]
pub struct WordPairs(Vec<(String, String)>);

impl WordPairs {
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|(own, _)| own.eq_ignore_ascii_case(key));
        found.map(|(_, value)| value.as_str())
    }

    pub fn set(&mut self, key: &str, value: &str) {
        self.0.retain(|(own, _)| !own.eq_ignore_ascii_case(key));
        self.0.push((key.to_string(), value.to_string()));
    }

    /// Changes the value of a key, which stays in its place.
    pub fn replace(&mut self, key: &str, value: &str) {
        self.0.iter_mut().filter(|(own, _)| own == key).for_each(|pair| pair.1 = value.to_string());
    }

    /// Adds the words whose keys are not here.
    pub fn add_missing(&mut self, others: &WordPairs) {
        for (key, value) in &others.0 {
            if self.get(key).is_none() {
                self.set(key, value);
            }
        }
    }

    pub fn words(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(key, value)| format!("{key}={value}"))
    }
}

/// The translation, as far as it has come.
#[derive(Default)]
pub struct Translation {
    /// Words that are accepted and do nothing.
    pub without_effect: Vec<String>,
    /// Flags of `staunton match` with their words.
    pub flags: Vec<(&'static str, Vec<String>)>,
    pub engines: Vec<WordPairs>,
    /// The words for all engines.
    pub each: WordPairs,
    /// The number after `-rounds`.
    pub rounds: Option<u32>,
    /// The number after `-games`.
    pub games: Option<u32>,
    /// The words of `--syzygy-rule`.
    pub table_rule: Vec<String>,
    /// Whose lines are printed, if they are not fastchess's.
    pub format: Option<String>,
    /// Other words of `--output`.
    pub intervals: WordPairs,
}

impl Translation {
    /// Adds a flag of `staunton match`; it replaces an earlier one of this name.
    pub fn add(&mut self, flag: &'static str, words: Vec<String>) {
        self.flags.retain(|(earlier, _)| *earlier != flag);
        self.flags.push((flag, words));
    }

    /// Adds a flag with one word.
    pub fn add_one(&mut self, flag: &'static str, word: impl ToString) {
        self.add(flag, vec![word.to_string()]);
    }

    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|(known, _)| *known == flag)
    }

    /// Notes a word that does nothing, once.
    pub fn ignore(&mut self, word: &str) {
        if !self.without_effect.iter().any(|noted| noted == word) {
            self.without_effect.push(word.to_string());
        }
    }

    /// The command line of `staunton match`.
    pub fn words(&self) -> Vec<String> {
        let engines = self.engines.iter().map(|engine| ("--engine", engine.words().collect()));
        let flags = engines.chain(self.flags.iter().cloned());
        let words = flags.flat_map(|(flag, words)| std::iter::once(flag.to_string()).chain(words));
        std::iter::once("match".to_string()).chain(words).collect()
    }
}
