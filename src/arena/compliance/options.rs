//! Checks of the options that an engine declares.

use super::miss::Miss;
use super::tester::Tester;
use crate::uci::words::{OptionDeclaration, OptionKind, SetOption};
use std::collections::BTreeSet;

/// The declarations have a name, a type, and a default that is allowed.
pub fn declared(tester: &mut Tester<'_>) -> Result<(), Miss> {
    let mut names = BTreeSet::new();
    for line in tester.declared_options() {
        if is_incomplete(&line) {
            return Err(Miss::Fault(format!("'option {line}' has no name or no type")));
        }
        let option = OptionDeclaration::read(&line);
        if let Some(mistake) = option.mistake() {
            return Err(Miss::Fault(format!("'option {line}': {mistake}")));
        }
        if !names.insert(option.name.to_ascii_lowercase()) {
            return Err(Miss::Fault(format!("the option {} is declared twice", option.name)));
        }
    }
    Ok(())
}

/// Whether a declaration has no name or no type.
fn is_incomplete(declaration: &str) -> bool {
    let option = OptionDeclaration::read(declaration);
    !declaration.starts_with("name ")
        || option.name.is_empty()
        || option.kind == OptionKind::Unknown("")
}

/// Sets an option to a value; then the engine must be ready.
fn set(tester: &mut Tester<'_>, option: &OptionDeclaration<'_>, value: &str) -> Result<(), Miss> {
    let command = SetOption { name: option.name.to_string(), value: Some(value) }.to_string();
    tester.engine()?.send(&command);
    tester.engine()?.ready().map(drop).map_err(|miss| miss.after(&command))
}

/// Each option is set to its default value.
pub fn take_defaults(tester: &mut Tester<'_>) -> Result<(), Miss> {
    for line in tester.declared_options() {
        let option = OptionDeclaration::read(&line);
        let Some(default) = option.default.filter(|_| !is_incomplete(&line)) else { continue };
        set(tester, &option, if default == "<empty>" { "" } else { default })?;
    }
    tester.survive(&["ucinewgame"])
}

/// Values that an option cannot have. Too large values of options that take
/// memory or threads are left out: an engine that accepted them could bring the
/// machine down.
pub fn take_bad_values(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const COSTLY: [&str; 4] = ["hash", "threads", "memory", "size"];
    for line in tester.declared_options() {
        let option = OptionDeclaration::read(&line);
        let name = option.name.to_ascii_lowercase();
        let is_costly = COSTLY.iter().any(|word| name.contains(word));
        let values = match option.kind {
            _ if is_incomplete(&line) => continue,
            OptionKind::Spin(min, max) => {
                let below = min.and_then(|low| low.checked_sub(1));
                let above = max.and_then(|high| high.checked_add(1)).filter(|_| !is_costly);
                let numbers = [below, above].into_iter().flatten().map(|n| n.to_string());
                ["many", "", "1.5"].map(str::to_string).into_iter().chain(numbers).collect()
            }
            OptionKind::Check => vec!["maybe".to_string(), String::new()],
            OptionKind::Combo(_) => vec!["no such value".to_string()],
            _ => continue,
        };
        for value in values {
            set(tester, &option, &value)?;
        }
    }
    // Whatever the options are now, the next check gets a fresh engine.
    tester.end();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_has_a_name_and_a_type() {
        assert!(!is_incomplete("name Hash type spin"));
        assert!(is_incomplete("Hash type spin") && is_incomplete("name Hash spin"));
    }
}
