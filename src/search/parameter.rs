//! What a margin of the search is to a tuner.

/// A margin of the search, with the range in which a tuner may look.
#[derive(Debug)]
pub struct Parameter {
    /// What the source calls it.
    pub name: &'static str,
    /// What it is unless a tuner changes it.
    pub default: i32,
    /// The least that makes sense.
    pub low: i32,
    /// The most that makes sense.
    pub high: i32,
    /// What it is now.
    #[cfg(feature = "tune")]
    pub value: &'static std::sync::atomic::AtomicI32,
}

#[cfg(feature = "tune")]
impl Parameter {
    /// Gives it another value for the searches that follow; `Err` says what
    /// is allowed.
    pub fn set(&self, value: &str) -> Result<(), String> {
        let allowed = self.low..=self.high;
        match value.parse().ok().filter(|value| allowed.contains(value)) {
            Some(value) => {
                self.value.store(value, std::sync::atomic::Ordering::Relaxed);
                Ok(())
            }
            None => Err(format!(
                "{} takes a whole number from {} to {}, not '{value}'; it stays as it is",
                self.name, self.low, self.high
            )),
        }
    }
}

/// Defines parameters: a function for each, which returns its value, and
/// [`super::params::ALL`], the list of them. Without the `tune` feature each
/// is a constant to the compiler.
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

        /// All of them, in the order of the source.
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
