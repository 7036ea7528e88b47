//! The type of a search parameter and the macro that defines them.

/// A margin of the search, with the range in which a tuner may search.
#[derive(Debug)]
pub struct Parameter {
    /// Its name in the source, and as a UCI option of the feature `tune`.
    pub name: &'static str,
    /// Its value unless a tuner changes it.
    pub default: i32,
    /// The least sensible value.
    pub low: i32,
    /// The greatest sensible value.
    pub high: i32,
    /// Its value now.
    #[cfg(feature = "tune")]
    pub value: &'static std::sync::atomic::AtomicI32,
}

/// A parameter keeps its value.
#[cfg(feature = "tune")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} takes a whole number from {low} to {high}, not '{value}'; it stays as it is")]
#[allow(missing_docs)]
pub struct ParameterError {
    pub name: &'static str,
    pub low: i32,
    pub high: i32,
    /// What it was to become.
    pub value: String,
}

#[cfg(feature = "tune")]
impl Parameter {
    /// Changes the value for later searches.
    ///
    /// # Errors
    /// If `value` is not a whole number in the range; then the parameter keeps its
    /// value.
    pub fn set(&self, value: &str) -> Result<(), ParameterError> {
        let allowed = self.low..=self.high;
        match value.parse().ok().filter(|value| allowed.contains(value)) {
            Some(value) => {
                self.value.store(value, std::sync::atomic::Ordering::Relaxed);
                Ok(())
            }
            None => Err(ParameterError {
                name: self.name,
                low: self.low,
                high: self.high,
                value: value.to_string(),
            }),
        }
    }
}

/// Defines parameters: for each a function that returns its value, and the
/// list `ALL` of all. Without the feature `tune` each value is
/// a constant to the compiler.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $low:literal..=$high:literal;)*) => {
        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(pub static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        $(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name() -> i32 {
                #[cfg(feature = "tune")]
                let value = values::$name.load(std::sync::atomic::Ordering::Relaxed);
                #[cfg(not(feature = "tune"))]
                let value = $default;
                value
            }
        )*

        /// All parameters, in the order of the source.
        pub static ALL: &[Parameter] = &[$(
            Parameter {
                name: stringify!($name),
                default: $default,
                low: $low,
                high: $high,
                #[cfg(feature = "tune")]
                value: &values::$name,
            }
        ),*];
    };
}

pub(super) use parameters;
