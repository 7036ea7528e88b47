//! What keeps an engine from passing a check.

/// Why a check is not passed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Miss {
    /// The engine is wrong; a clause.
    #[error("{0}")]
    Fault(String),
    /// The check does not apply; a clause.
    #[error("{0}")]
    NotApplicable(String),
}

impl Miss {
    /// The fault, shown after this line.
    pub fn after(self, line: &str) -> Miss {
        Miss::Fault(format!("after '{line}' {self}"))
    }
}
