//! `option` lines and the names of `setoption`.

use crate::engine::options::{Options, UciOption, is_same_name};
#[cfg(feature = "tune")]
use crate::engine::search::{Parameter, params};

/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Staunton ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine that values the pieces as the old handbooks do. MIT OR Apache-2.0"
);

/// An option without a value, which does something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HashButton {
    /// Clear the transposition table.
    Clear,
    /// Save the transposition table in the file that `HashFile` names.
    Save,
    /// Load the transposition table from that file.
    Load,
}

impl HashButton {
    const ALL: [HashButton; 3] = [HashButton::Clear, HashButton::Save, HashButton::Load];

    fn name(self) -> &'static str {
        match self {
            HashButton::Clear => "Clear Hash",
            HashButton::Save => "SaveHash",
            HashButton::Load => "LoadHash",
        }
    }
}

/// What the name in a `setoption` means.
#[derive(Clone, Copy)]
pub enum NamedOption {
    /// An option with a value.
    Value(UciOption),
    /// A button.
    Button(HashButton),
    /// A parameter of the search.
    #[cfg(feature = "tune")]
    Parameter(&'static Parameter),
    /// An option that cannot be changed.
    ReadOnly,
}

impl NamedOption {
    /// The option of this name, which may differ in upper and lower case and in
    /// spaces.
    pub fn of(name: &str) -> Option<NamedOption> {
        let button =
            || HashButton::ALL.into_iter().find(|button| is_same_name(button.name(), name));
        let value = UciOption::of_name(name).map(NamedOption::Value);
        let found = value.or_else(|| button().map(NamedOption::Button));
        #[cfg(feature = "tune")]
        let found = found.or_else(|| {
            let parameter = params::ALL.iter().find(|p| is_same_name(p.name, name));
            parameter.map(NamedOption::Parameter)
        });
        found.or_else(|| is_same_name("UCI_EngineAbout", name).then_some(NamedOption::ReadOnly))
    }
}

/// The declarations for the answer to `uci`, one a line. `defaults` are the values
/// that the engine starts with.
pub fn declarations(defaults: &Options) -> String {
    let button = |button: HashButton| format!("option name {} type button", button.name());
    let value = |&option: &UciOption| {
        format!("option name {} type {}", option.name(), defaults.declaration(option))
    };
    let about = format!("option name UCI_EngineAbout type string default {ABOUT}");
    UciOption::ALL
        .iter()
        .map(value)
        .chain(HashButton::ALL.map(button))
        .chain([about])
        .chain(tunable_parameters())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The parameters of the search as options, for tuners.
#[cfg(feature = "tune")]
fn tunable_parameters() -> impl Iterator<Item = String> {
    params::ALL.iter().map(|p| {
        let (name, default, low, high) = (p.name, p.default, p.low, p.high);
        format!("option name {name} type spin default {default} min {low} max {high}")
    })
}

#[cfg(not(feature = "tune"))]
fn tunable_parameters() -> impl Iterator<Item = String> {
    std::iter::empty()
}
