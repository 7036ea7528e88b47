//! Checks of the options that an engine declares.

use super::tester::{Miss, Tester};
use std::collections::BTreeSet;

/// An option as the engine declares it.
struct DeclaredOption<'l> {
    name: &'l str,
    kind: &'l str,
    /// The words after the kind.
    rest: &'l str,
}

/// The words that begin a part of a declaration.
const PARTS: [&str; 4] = ["default", "min", "max", "var"];

impl<'l> DeclaredOption<'l> {
    /// Reads `name … type … …`.
    fn read(text: &'l str) -> Option<DeclaredOption<'l>> {
        let (name, rest) = text.strip_prefix("name ")?.split_once(" type ")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let name = name.trim();
        (!name.is_empty()).then_some(DeclaredOption { name, kind, rest })
    }

    /// The texts after a word such as `default`, up to the next such word.
    fn parts(&self, wanted: &str) -> Vec<String> {
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in self.rest.split_ascii_whitespace() {
            match parts.last_mut() {
                _ if PARTS.contains(&word) => parts.push((word, Vec::new())),
                Some((_, words)) => words.push(word),
                None => {}
            }
        }
        parts.retain(|(word, _)| *word == wanted);
        parts.into_iter().map(|(_, words)| words.join(" ")).collect()
    }

    fn number(&self, part: &str) -> Option<i64> {
        self.parts(part).first()?.parse().ok()
    }

    /// What is wrong with the declaration.
    fn mistake(&self) -> Option<&'static str> {
        let default = self.parts("default").first().cloned();
        match self.kind {
            "check" => (!matches!(default.as_deref(), Some("true" | "false")))
                .then_some("its default is neither true nor false"),
            "spin" => match [self.number("min"), self.number("default"), self.number("max")] {
                [Some(low), Some(default), Some(high)] => (!(low..=high).contains(&default))
                    .then_some("its default is not between its least and its greatest value"),
                _ => Some("a whole number as default, min or max is missing"),
            },
            "combo" => {
                let values = self.parts("var");
                let fits = default.is_some_and(|default| values.contains(&default));
                (!fits).then_some("its default is none of its values")
            }
            "button" | "string" => None,
            _ => Some("its type is none of check, spin, combo, button and string"),
        }
    }
}

/// The declarations have a name, a type, and a default that is allowed.
pub fn declared(tester: &mut Tester<'_>) -> Result<(), Miss> {
    let mut names = BTreeSet::new();
    for line in tester.declared_options() {
        let Some(option) = DeclaredOption::read(&line) else {
            return Err(Miss::Fault(format!("'option {line}' has no name or no type")));
        };
        if let Some(mistake) = option.mistake() {
            return Err(Miss::Fault(format!("'option {line}': {mistake}")));
        }
        if !names.insert(option.name.to_ascii_lowercase()) {
            return Err(Miss::Fault(format!("the option {} is declared twice", option.name)));
        }
    }
    Ok(())
}

/// Each option is set to its default value.
pub fn take_defaults(tester: &mut Tester<'_>) -> Result<(), Miss> {
    for line in tester.declared_options() {
        let Some(option) = DeclaredOption::read(&line) else { continue };
        let Some(default) = option.parts("default").into_iter().next() else { continue };
        let value = if default == "<empty>" { "" } else { &default };
        let command = format!("setoption name {} value {value}", option.name);
        tester.engine()?.send(&command);
        tester.engine()?.ready().map_err(|what| format!("after '{command}' {what}"))?;
    }
    Ok(tester.survive(&["ucinewgame"])?)
}

/// Values that an option cannot have. Too large values of options that take
/// memory or threads are left out: an engine that accepted them could bring the
/// machine down.
pub fn take_bad_values(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const COSTLY: [&str; 4] = ["hash", "threads", "memory", "size"];
    for line in tester.declared_options() {
        let Some(option) = DeclaredOption::read(&line) else { continue };
        let name = option.name.to_ascii_lowercase();
        let is_costly = COSTLY.iter().any(|word| name.contains(word));
        let mut values = match option.kind {
            "spin" => vec!["many".to_string(), String::new(), "1.5".to_string()],
            "check" => vec!["maybe".to_string(), String::new()],
            "combo" => vec!["no such value".to_string()],
            _ => continue,
        };
        if option.kind == "spin" {
            values.extend(option.number("min").and_then(|low| low.checked_sub(1)).map(text));
            let above = option.number("max").and_then(|high| high.checked_add(1));
            values.extend(above.filter(|_| !is_costly).map(text));
        }
        for value in values {
            let command = format!("setoption name {} value {value}", option.name);
            tester.engine()?.send(&command);
            tester.engine()?.ready().map_err(|what| format!("after '{command}' {what}"))?;
        }
    }
    // Whatever the options are now, the next check gets a fresh engine.
    tester.end();
    Ok(())
}

fn text(number: i64) -> String {
    number.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_in_declarations_are_found() {
        let mistake = |text: &str| DeclaredOption::read(text).unwrap().mistake();
        for good in [
            "name Hash type spin default 16 min 1 max 1024",
            "name Clear Hash type button",
            "name Style type combo default Very Solid var Risky var Very Solid",
            "name Ponder type check default false",
            "name File type string default <empty>",
        ] {
            assert_eq!(mistake(good), None, "{good}");
        }
        for bad in [
            "name Hash type spin default 0 min 1 max 1024",
            "name Hash type spin default 16",
            "name Style type combo default Solid var Risky",
            "name Ponder type check default 0",
            "name File type text",
        ] {
            assert!(mistake(bad).is_some(), "{bad}");
        }
        assert!(DeclaredOption::read("Hash type spin").is_none());
        assert!(DeclaredOption::read("name Hash spin").is_none());
    }
}
