//! Who plays against the engine, as the chess program tells it.

use super::values::{OptionValue, ValueKind, text_of};
use std::fmt;

/// The opponent by `UCI_Opponent`: `GM 2800 human Gary Kasparov`, or `none none
/// computer Shredder`. Programs write it in other ways too; then all of it is the name.
/// It changes nothing in the engine's play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opponent {
    /// What the chess program said.
    text: String,
    /// The title, such as `GM`.
    pub title: Option<String>,
    /// The rating.
    pub elo: Option<u32>,
    /// Whether it is a computer, if that is known.
    pub is_computer: Option<bool>,
    /// The name; empty if there is no opponent.
    pub name: String,
}

impl Opponent {
    /// Nobody.
    pub const NONE: Opponent = Opponent {
        text: String::new(),
        title: None,
        elo: None,
        is_computer: None,
        name: String::new(),
    };

    /// Whether an opponent is known.
    pub fn is_known(&self) -> bool {
        !self.name.is_empty()
    }

    /// The three words and the name of the specification.
    fn regular(text: &str) -> Option<Opponent> {
        let (title, rest) = text.split_once(char::is_whitespace)?;
        let (elo, rest) = rest.trim_start().split_once(char::is_whitespace)?;
        let (kind, name) = rest.trim_start().split_once(char::is_whitespace)?;
        let known = |word: &str| Some(word.to_string()).filter(|word| word != "none");
        let elo = match elo {
            "none" => None,
            number => Some(number.parse().ok()?),
        };
        let is_computer = match kind {
            "computer" => true,
            "human" => false,
            _ => return None,
        };
        Some(Opponent {
            text: text.to_string(),
            title: known(title),
            elo,
            is_computer: Some(is_computer),
            name: name.trim().to_string(),
        })
    }
}

impl fmt::Display for Opponent {
    /// For people: `GM Gary Kasparov, a person, rated 2800`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(title) = &self.title {
            write!(f, "{title} ")?;
        }
        f.write_str(&self.name)?;
        match self.is_computer {
            Some(true) => f.write_str(", a computer")?,
            Some(false) => f.write_str(", a person")?,
            None => {}
        }
        self.elo.map_or(Ok(()), |elo| write!(f, ", rated {elo}"))
    }
}

impl OptionValue for Opponent {
    const KIND: ValueKind = ValueKind::Text;

    fn read(text: &str) -> Option<Opponent> {
        let Some(text) = text_of(text.trim()) else { return Some(Opponent::NONE) };
        let whole =
            || Opponent { text: text.to_string(), name: text.to_string(), ..Opponent::NONE };
        Some(Opponent::regular(text).unwrap_or_else(whole))
    }

    fn allowed() -> String {
        "a title, a rating, human or computer, and a name".to_string()
    }

    fn declaration(&self) -> String {
        format!("string default {}", text_of(&self.text).unwrap_or("<empty>"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_read_as_the_specification_writes_them() {
        for (text, shown) in [
            ("GM 2800 human Gary Kasparov", "GM Gary Kasparov, a person, rated 2800"),
            ("none none computer Shredder", "Shredder, a computer"),
            ("none  1500  human  a  b", "a  b, a person, rated 1500"),
            ("Shredder", "Shredder"),
            ("BOT x computer y", "BOT x computer y"),
            ("none none computer", "none none computer"),
        ] {
            let opponent = Opponent::read(text).expect("any text");
            assert_eq!(opponent.to_string(), shown);
            assert!(opponent.is_known());
            assert_eq!(opponent.declaration(), format!("string default {text}"));
        }
        for text in ["", "<empty>", "  "] {
            assert_eq!(Opponent::read(text), Some(Opponent::NONE));
        }
        assert!(!Opponent::NONE.is_known());
        assert_eq!(Opponent::NONE.declaration(), "string default <empty>");
    }
}
