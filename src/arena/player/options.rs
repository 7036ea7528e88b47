//! Checks a player's settings against the options that its engine declares.
//! Engines silently ignore an option name that is mistyped, and the match
//! would then measure something else.

use crate::arena::plan::match_plan::EngineSetting;

/// The commands that set the options. `Threads` comes first, since some engines
/// lay out their hash table by it.
///
/// # Errors
/// A sentence that says which option cannot be set.
pub fn commands(
    player: &str,
    declared: &[String],
    settings: &[EngineSetting],
) -> Result<Vec<String>, String> {
    let mut commands = Vec::new();
    for setting in settings {
        let Some(declaration) = declared.iter().find(|line| is_of(line, &setting.name)) else {
            if setting.for_all {
                continue;
            }
            return Err(format!("{player} has no option '{}'", setting.name));
        };
        let name = name_of(declaration);
        check(declaration, &setting.value)
            .map_err(|what| format!("{player}: option {name} {what}, not '{}'", setting.value))?;
        let is_threads = name.eq_ignore_ascii_case("threads");
        let command = match kind_of(declaration) {
            Some("button") => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {}", setting.value),
        };
        commands.insert(if is_threads { 0 } else { commands.len() }, command);
    }
    Ok(commands)
}

/// The value of an option: that of the settings, or else the engine's default;
/// `None` if the engine does not have the option.
pub fn value(declared: &[String], settings: &[EngineSetting], name: &str) -> Option<String> {
    let declaration = declared.iter().find(|line| is_of(line, name))?;
    let set = settings.iter().rev().find(|setting| is_of(declaration, &setting.name));
    let default = || {
        let mut words = declaration.split_ascii_whitespace().skip_while(|word| *word != "default");
        words.nth(1).map(str::to_string)
    };
    set.map(|setting| setting.value.clone()).or_else(default)
}

/// Whether the declaration is of the option with this name, ignoring case.
pub fn is_of(declaration: &str, name: &str) -> bool {
    name_of(declaration).eq_ignore_ascii_case(name.trim())
}

/// `Hash` of `name Hash type spin default 16 min 1 max 1024`.
fn name_of(declaration: &str) -> &str {
    let text = declaration.strip_prefix("name ").unwrap_or(declaration);
    text.split(" type ").next().unwrap_or(text).trim()
}

fn kind_of(declaration: &str) -> Option<&str> {
    declaration.split(" type ").nth(1)?.split_ascii_whitespace().next()
}

/// Checks that the declaration allows a value; `Err` says what it allows.
fn check(declaration: &str, value: &str) -> Result<(), String> {
    let after = |word: &str| {
        let mut words = declaration.split_ascii_whitespace();
        words.find(|&found| found == word)?;
        words.next()?.parse::<i64>().ok()
    };
    let fits = match kind_of(declaration) {
        Some("spin") => {
            let (low, high) = (after("min"), after("max"));
            let fits = |number: i64| {
                low.is_none_or(|low| number >= low) && high.is_none_or(|high| number <= high)
            };
            if !value.parse().is_ok_and(fits) {
                let [low, high] =
                    [low, high].map(|end| end.map_or("…".into(), |n| n.to_string()));
                return Err(format!("takes a whole number from {low} to {high}"));
            }
            true
        }
        Some("check") => matches!(value, "true" | "false"),
        _ => true,
    };
    if fits { Ok(()) } else { Err("is true or false".to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(name: &str, value: &str, for_all: bool) -> Result<Vec<String>, String> {
        let declared = [
            "name Hash type spin default 16 min 1 max 1024",
            "name Threads type spin default 1 min 1 max 8",
            "name Clear Hash type button",
            "name Ponder type check default false",
            "name Style type combo default Solid var Solid var Risky",
        ]
        .map(String::from);
        let setting = |name: &str, value: &str| EngineSetting {
            name: name.to_string(),
            value: value.to_string(),
            for_all,
        };
        commands("fake", &declared, &[setting(name, value), setting("threads", "2")])
    }

    #[test]
    fn the_value_of_an_option_is_set_or_default() {
        let declared = ["name Hash type spin default 16 min 1 max 64".to_string()];
        let set = EngineSetting { name: "hash".into(), value: "8".into(), for_all: true };
        assert_eq!(value(&declared, &[], "Hash").as_deref(), Some("16"));
        assert_eq!(value(&declared, &[set], "Hash").as_deref(), Some("8"));
        assert_eq!(value(&declared, &[], "Threads"), None);
    }

    #[test]
    fn threads_come_first_and_names_are_those_declared() {
        assert_eq!(
            ask("hash", "64", false).unwrap(),
            ["setoption name Threads value 2", "setoption name Hash value 64"]
        );
        assert_eq!(ask("clear hash", "", false).unwrap()[1], "setoption name Clear Hash");
        assert_eq!(ask("Style", "Risky", false).unwrap()[1], "setoption name Style value Risky");
        assert_eq!(
            ask("Hsah", "64", true).unwrap().len(),
            1,
            "set for all, unknown to this engine"
        );
    }

    #[test]
    fn a_setting_that_does_not_fit_is_named() {
        for (name, value, sentence) in [
            ("Hsah", "64", "fake has no option 'Hsah'"),
            ("Hash", "0", "fake: option Hash takes a whole number from 1 to 1024, not '0'"),
            ("Hash", "big", "fake: option Hash takes a whole number from 1 to 1024, not 'big'"),
            ("Ponder", "1", "fake: option Ponder is true or false, not '1'"),
        ] {
            assert_eq!(ask(name, value, false), Err(sentence.to_string()));
        }
    }
}
