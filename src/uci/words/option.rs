//! What an engine says of its options, and the command that sets one.

use super::next_word;
use std::fmt;

/// The line `option`, which declares an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDeclaration<'a> {
    /// The name, as the engine writes it.
    pub name: &'a str,
    /// The kind of its values.
    pub kind: OptionKind<'a>,
    /// The value that it has at first.
    pub default: Option<&'a str>,
}

/// The kind of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind<'a> {
    /// `true` or `false`.
    Check,
    /// A whole number from the first to the second, as far as they are known.
    Spin(Option<i64>, Option<i64>),
    /// One of these texts.
    Combo(Vec<&'a str>),
    /// No value: setting it does something.
    Button,
    /// Any text.
    Text,
    /// A kind that UCI does not have; empty if the word is missing.
    Unknown(&'a str),
}

/// Why an option cannot have a value, a clause.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionValueError {
    /// It is a switch.
    #[error("is true or false")]
    Check,
    /// It is a number, within these ends.
    #[error("takes a whole number from {0} to {1}")]
    Spin(String, String),
}

impl<'a> OptionDeclaration<'a> {
    /// Reads the text after `option`. What is missing or wrong is left out;
    /// [`OptionDeclaration::mistake`] tells some of it.
    pub fn read(text: &'a str) -> OptionDeclaration<'a> {
        let text = text.trim_ascii();
        let text = text.strip_prefix("name ").unwrap_or(text);
        let (name, rest) = text.split_once(" type ").unwrap_or((text, ""));
        let (kind, rest) = next_word(rest).unwrap_or(("", ""));
        let parts = parts(rest);
        let first = |wanted| parts.iter().find(|(word, _)| *word == wanted).map(|(_, text)| *text);
        let number = |wanted| first(wanted)?.parse().ok();
        let kind = match kind {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin(number("min"), number("max")),
            "combo" => {
                let values = parts.iter().filter(|(word, _)| *word == "var");
                OptionKind::Combo(values.map(|(_, text)| *text).collect())
            }
            "button" => OptionKind::Button,
            "string" => OptionKind::Text,
            other => OptionKind::Unknown(other),
        };
        OptionDeclaration { name: name.trim(), kind, default: first("default") }
    }

    /// Whether this is the option with this name, ignoring case.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.trim())
    }

    /// What is wrong with the kind or the default, a clause.
    pub fn mistake(&self) -> Option<&'static str> {
        match &self.kind {
            OptionKind::Check => (!matches!(self.default, Some("true" | "false")))
                .then_some("its default is neither true nor false"),
            OptionKind::Spin(min, max) => {
                let default: Option<i64> = self.default.and_then(|text| text.parse().ok());
                match (min, default, max) {
                    (Some(low), Some(default), Some(high)) => (!(low..=high).contains(&&default))
                        .then_some("its default is not between its least and its greatest value"),
                    _ => Some("a whole number as default, min or max is missing"),
                }
            }
            OptionKind::Combo(values) => {
                let fits = self.default.is_some_and(|default| values.contains(&default));
                (!fits).then_some("its default is none of its values")
            }
            OptionKind::Button | OptionKind::Text => None,
            OptionKind::Unknown(_) => {
                Some("its type is none of check, spin, combo, button and string")
            }
        }
    }

    /// Checks that the option may have a value.
    ///
    /// # Errors
    /// If it may not.
    pub fn check(&self, value: &str) -> Result<(), OptionValueError> {
        match self.kind {
            OptionKind::Check if !matches!(value, "true" | "false") => Err(OptionValueError::Check),
            OptionKind::Spin(min, max) => {
                let fits = |number: i64| {
                    min.is_none_or(|low| number >= low) && max.is_none_or(|high| number <= high)
                };
                if value.parse().is_ok_and(fits) {
                    return Ok(());
                }
                let [low, high] = [min, max].map(|end| end.map_or("…".into(), |n| n.to_string()));
                Err(OptionValueError::Spin(low, high))
            }
            _ => Ok(()),
        }
    }
}

/// The parts of a declaration, each a word and the text up to the next such word.
fn parts(text: &str) -> Vec<(&str, &str)> {
    let mut parts = Vec::new();
    let mut begun: Option<(&str, &str)> = None;
    let mut rest = text;
    loop {
        let next = next_word(rest);
        if next.is_none_or(|(word, _)| matches!(word, "default" | "min" | "max" | "var")) {
            parts.extend(
                begun.map(|(word, from)| (word, from[..from.len() - rest.len()].trim_ascii())),
            );
            begun = next;
        }
        match next {
            Some((_, after)) => rest = after,
            None => return parts,
        }
    }
}

impl fmt::Display for OptionDeclaration<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            OptionKind::Check => "check",
            OptionKind::Spin(..) => "spin",
            OptionKind::Combo(_) => "combo",
            OptionKind::Button => "button",
            OptionKind::Text => "string",
            OptionKind::Unknown(word) => word,
        };
        write!(f, "option name {} type {kind}", self.name)?;
        if let Some(default) = self.default {
            write!(f, " default {default}")?;
        }
        match &self.kind {
            OptionKind::Spin(min, max) => {
                min.map_or(Ok(()), |min| write!(f, " min {min}"))?;
                max.map_or(Ok(()), |max| write!(f, " max {max}"))
            }
            OptionKind::Combo(values) => {
                values.iter().try_for_each(|text| write!(f, " var {text}"))
            }
            _ => Ok(()),
        }
    }
}

/// The command `setoption`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption<'a> {
    /// The name of the option.
    pub name: String,
    /// The text after `value`; `None` without that word.
    pub value: Option<&'a str>,
}

/// Why a command sets no option.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetOptionError {
    /// It does not begin with `name`.
    #[error("setoption: 'name' should follow; nothing is set")]
    NoName,
    /// No name follows `name`.
    #[error("setoption: the name is missing; nothing is set")]
    EmptyName,
}

impl<'a> SetOption<'a> {
    /// Reads the text after `setoption`: `name <name> [value <value>]`. Name and
    /// value may hold spaces.
    ///
    /// # Errors
    /// If there is no name.
    pub fn read(text: &'a str) -> Result<SetOption<'a>, SetOptionError> {
        let Some(("name", mut rest)) = next_word(text) else { return Err(SetOptionError::NoName) };
        let (mut name, mut value) = (Vec::new(), None);
        while let Some((word, after)) = next_word(rest) {
            if word == "value" {
                value = Some(after.trim_ascii());
                break;
            }
            name.push(word);
            rest = after;
        }
        if name.is_empty() {
            return Err(SetOptionError::EmptyName);
        }
        Ok(SetOption { name: name.join(" "), value })
    }
}

impl fmt::Display for SetOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", self.name)?;
        self.value.map_or(Ok(()), |value| write!(f, " value {value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_in_declarations_are_found() {
        for good in [
            "name Hash type spin default 16 min 1 max 1024",
            "name Clear Hash type button",
            "name Style type combo default Very Solid var Risky var Very Solid",
            "name Ponder type check default false",
            "name File type string default <empty>",
        ] {
            let option = OptionDeclaration::read(good);
            assert_eq!(option.mistake(), None, "{good}");
            assert_eq!(option.to_string(), format!("option {good}"));
        }
        for bad in [
            "name Hash type spin default 0 min 1 max 1024",
            "name Hash type spin default 16",
            "name Style type combo default Solid var Risky",
            "name Ponder type check default 0",
            "name File type text",
            "name Hash spin",
        ] {
            assert!(OptionDeclaration::read(bad).mistake().is_some(), "{bad}");
        }
    }

    #[test]
    fn names_and_values_hold_spaces() {
        let set = |name: &str, value| Ok(SetOption { name: name.to_string(), value });
        assert_eq!(SetOption::read("name Clear  Hash"), set("Clear Hash", None));
        let overhead = SetOption::read("name Move Overhead value 30");
        assert_eq!(overhead, set("Move Overhead", Some("30")));
        assert_eq!(SetOption::read(" name A value b  c "), set("A", Some("b  c")));
        assert_eq!(SetOption::read("name A value"), set("A", Some("")));
        assert_eq!(SetOption::read("Hash value 3"), Err(SetOptionError::NoName));
        assert_eq!(SetOption::read("name value 3"), Err(SetOptionError::EmptyName));
    }
}
