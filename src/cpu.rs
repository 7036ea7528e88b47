//! Whether this processor can run what the compiler made for it.
//!
//! A program built for a newer processor dies of its first unknown
//! instruction without a word. The names of what it was built for are known
//! at compile time; what the processor has, it says itself (`cpuid`). The
//! standard library's macro cannot be asked: of an instruction set that the
//! program was built for, it assumes that it is there.

use std::io::Write;

/// An instruction set: its name for the compiler, whether this program was
/// built for it, and where `cpuid` says that the processor has it.
struct Feature {
    name: &'static str,
    built_for: bool,
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    place: Place,
}

/// A register of `cpuid`'s answer.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
enum Register {
    B,
    C,
}

/// Where a bit stands: the number to ask with, the register, the bit.
type Place = (u32, Register, u32);

macro_rules! features {
    ($($name:literal: $leaf:literal $register:ident $bit:literal),* $(,)?) => {
        [$(Feature {
            name: $name,
            built_for: cfg!(target_feature = $name),
            place: ($leaf, Register::$register, $bit),
        }),*]
    };
}

/// What separates the levels of x86-64 from each other.
static FEATURES: [Feature; 19] = features! {
    "sse3": 1 C 0,
    "ssse3": 1 C 9,
    "fma": 1 C 12,
    "sse4.1": 1 C 19,
    "sse4.2": 1 C 20,
    "movbe": 1 C 22,
    "popcnt": 1 C 23,
    "avx": 1 C 28,
    "f16c": 1 C 29,
    "bmi1": 7 B 3,
    "avx2": 7 B 5,
    "bmi2": 7 B 8,
    "avx512f": 7 B 16,
    "avx512dq": 7 B 17,
    "avx512cd": 7 B 28,
    "avx512bw": 7 B 30,
    "avx512vl": 7 B 31,
    "avx512vbmi": 7 C 1,
    "lzcnt": 0x8000_0001 C 5,
};

/// The instruction sets beyond the oldest of the kind that this program was
/// built for.
pub fn built_for() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().filter(|feature| feature.built_for).map(|feature| feature.name)
}

/// An instruction set that this program was built for and this processor
/// lacks, if there is one.
pub fn missing() -> Option<&'static str> {
    let missing = FEATURES.iter().find(|feature| feature.built_for && !is_there(feature.place));
    missing.map(|feature| feature.name)
}

/// Ends the program with one sentence if an instruction set is missing. Call
/// it before anything else.
///
/// Plain pieces of text, since formatting is code that may itself need what
/// is missing.
#[inline(never)]
pub extern "C" fn insist() {
    let Some(missing) = missing() else { return };
    let mut err = std::io::stderr();
    for piece in [
        "staunton: error: this program was built for a processor with ",
        missing,
        ", which this one lacks: take a build for an older one, or build it here with 'make'\n",
    ] {
        // If nobody hears it, the exit code has to do.
        let _ = err.write_all(piece.as_bytes());
    }
    std::process::exit(1);
}

#[cfg(target_arch = "x86_64")]
fn is_there((leaf, register, bit): Place) -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // The highest number that may be asked, in the same family of numbers.
    if __cpuid(leaf & 0x8000_0000).eax < leaf {
        return false;
    }
    let answer = __cpuid_count(leaf, 0);
    let word = match register {
        Register::B => answer.ebx,
        Register::C => answer.ecx,
    };
    word >> bit & 1 == 1
}

#[cfg(not(target_arch = "x86_64"))]
fn is_there(_: Place) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_that_runs_the_tests_was_built_for() {
        assert_eq!(missing(), None);
    }

    /// The standard library is right about what the program was not built
    /// for; of the rest both say yes.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn agrees_with_the_standard_library() {
        macro_rules! agree {
            ($($name:tt),*) => {{
                $(
                    let feature = FEATURES.iter().find(|f| f.name == $name).unwrap();
                    assert_eq!(
                        is_there(feature.place),
                        std::arch::is_x86_feature_detected!($name),
                        $name
                    );
                )*
                [$($name),*].len()
            }};
        }
        let named = agree!(
            "sse3",
            "ssse3",
            "fma",
            "sse4.1",
            "sse4.2",
            "movbe",
            "popcnt",
            "avx",
            "f16c",
            "bmi1",
            "avx2",
            "bmi2",
            "avx512f",
            "avx512dq",
            "avx512cd",
            "avx512bw",
            "avx512vl",
            "avx512vbmi",
            "lzcnt"
        );
        assert_eq!(named, FEATURES.len());
    }
}
