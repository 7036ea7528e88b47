//! Checks a player's settings against the options that its engine declares.
//! Engines silently ignore an option name that is mistyped, and the match
//! would then measure something else.

use crate::arena::plan::match_plan::EngineSetting;
use crate::uci::words::{OptionDeclaration, OptionKind, OptionValueError, SetOption};

/// Why a setting cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    /// A player has no option of this name.
    #[error("{0} has no option '{1}'")]
    Unknown(String, String),
    /// A player's option of this name takes something else than this value.
    #[error("{0}: option {1} {2}, not '{3}'")]
    Value(String, String, OptionValueError, String),
}

/// The commands that set the options. `Threads` comes first, since some engines
/// lay out their hash table by it.
///
/// # Errors
/// Which option cannot be set.
pub fn commands(
    player: &str,
    declared: &[String],
    settings: &[EngineSetting],
) -> Result<Vec<String>, SettingError> {
    let declared: Vec<_> = declared.iter().map(|line| OptionDeclaration::read(line)).collect();
    let mut commands = Vec::new();
    for setting in settings {
        let Some(option) = declared.iter().find(|option| option.is_named(&setting.name)) else {
            if setting.for_all {
                continue;
            }
            return Err(SettingError::Unknown(player.to_string(), setting.name.clone()));
        };
        let (name, value) = (option.name.to_string(), &setting.value);
        if let Err(error) = option.check(value) {
            return Err(SettingError::Value(player.to_string(), name, error, value.clone()));
        }
        let is_button = option.kind == OptionKind::Button;
        let value = (!is_button).then_some(value.as_str());
        let place = if option.is_named("Threads") { 0 } else { commands.len() };
        commands.insert(place, SetOption { name, value }.to_string());
    }
    Ok(commands)
}

/// The value of an option: that of the settings, or else the engine's default;
/// `None` if the engine does not have the option.
pub fn value(declared: &[String], settings: &[EngineSetting], name: &str) -> Option<String> {
    let mut options = declared.iter().map(|line| OptionDeclaration::read(line));
    let option = options.find(|option| option.is_named(name))?;
    let set = settings.iter().rev().find(|setting| option.is_named(&setting.name));
    set.map(|setting| setting.value.as_str()).or(option.default).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(name: &str, value: &str, for_all: bool) -> Result<Vec<String>, SettingError> {
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
            assert_eq!(ask(name, value, false).unwrap_err().to_string(), sentence);
        }
    }
}
