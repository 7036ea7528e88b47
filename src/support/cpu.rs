//! Checks that the processor has the instruction sets that the program was
//! built for.
//!
//! Without the check, a program built for a newer processor ends at its first
//! unknown instruction without a message. The compiler knows the instruction sets
//! of the build; `cpuid` tells those of the processor. The macro
//! `is_x86_feature_detected` of the standard library does not help: it returns
//! `true` for every instruction set that the program was built for.

use std::io::Write;

/// An instruction set: its name for the compiler, whether this program was
/// built for it, and the bit of `cpuid` that is set if the processor has it.
struct CpuFeature {
    name: &'static str,
    built_for: bool,
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    bit: CpuidBit,
}

/// The register of the result of `cpuid`: EBX or ECX.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
enum Register {
    B,
    C,
}

/// Where the bit is: the leaf of `cpuid`, the register, the number of the bit.
type CpuidBit = (u32, Register, u32);

macro_rules! features {
    ($($name:literal: $leaf:literal $register:ident $bit:literal),* $(,)?) => {
        [$(CpuFeature {
            name: $name,
            built_for: cfg!(target_feature = $name),
            bit: ($leaf, Register::$register, $bit),
        }),*]
    };
}

/// The instruction sets that distinguish the x86-64 levels.
static FEATURES: [CpuFeature; 19] = features! {
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

/// The instruction sets beyond the x86-64 baseline that this program was built
/// for.
pub fn built_for() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().filter(|feature| feature.built_for).map(|feature| feature.name)
}

/// The instruction sets that each level of x86-64 adds to the one before, by its
/// definition in the System V ABI.
#[cfg(target_arch = "x86_64")]
const LEVELS: [(&str, &[&str]); 3] = [
    ("x86-64-v2", &["sse3", "ssse3", "sse4.1", "sse4.2", "popcnt"]),
    ("x86-64-v3", &["avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "lzcnt", "movbe"]),
    ("x86-64-v4", &["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"]),
];

/// The highest level whose instruction sets are all there.
#[cfg(target_arch = "x86_64")]
fn level(has: impl Fn(&CpuFeature) -> bool) -> &'static str {
    let has = |name: &&str| FEATURES.iter().any(|feature| feature.name == *name && has(feature));
    let complete = LEVELS.iter().take_while(|(_, added)| added.iter().all(&has));
    complete.last().map_or("x86-64", |(name, _)| name)
}

/// The level that this program was built for, and the level of this processor.
#[cfg(target_arch = "x86_64")]
fn levels() -> (&'static str, &'static str) {
    (level(|feature| feature.built_for), level(|feature| is_supported(feature.bit)))
}

/// The architecture, twice: it has no levels.
#[cfg(not(target_arch = "x86_64"))]
fn levels() -> (&'static str, &'static str) {
    (std::env::consts::ARCH, std::env::consts::ARCH)
}

/// What this program was built for and what this processor has, in words.
pub fn description() -> String {
    let (built, has) = levels();
    format!("built for {built}, on a processor of {has}")
}

/// What the processor calls itself, or the name of its architecture.
pub fn name() -> String {
    #[cfg(target_arch = "x86_64")]
    if let Some(name) = brand() {
        return name;
    }
    std::env::consts::ARCH.to_string()
}

/// The text in three leaves of `cpuid`, if the processor has them.
#[cfg(target_arch = "x86_64")]
fn brand() -> Option<String> {
    use std::arch::x86_64::__cpuid;
    const LEAVES: [u32; 3] = [0x8000_0002, 0x8000_0003, 0x8000_0004];
    if __cpuid(0x8000_0000).eax < LEAVES[2] {
        return None;
    }
    let words = LEAVES.map(__cpuid).map(|part| [part.eax, part.ebx, part.ecx, part.edx]);
    let bytes: Vec<u8> = words.as_flattened().iter().flat_map(|word| word.to_le_bytes()).collect();
    let text = bytes.split(|&byte| byte == 0).next().map(String::from_utf8_lossy)?;
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}

/// The first instruction set that this program was built for and this
/// processor lacks, if there is one.
pub fn missing() -> Option<&'static str> {
    let missing = FEATURES.iter().find(|feature| feature.built_for && !is_supported(feature.bit));
    missing.map(|feature| feature.name)
}

/// Ends the program with an error message if an instruction set is missing.
/// Call this before anything else.
///
/// It writes plain strings, since formatting code may itself use the missing
/// instructions.
#[inline(never)]
pub extern "C" fn exit_if_unsupported() {
    let Some(missing) = missing() else { return };
    let mut err = std::io::stderr();
    for part in [
        "staunton: error: this program was built for a processor with ",
        missing,
        ", which this one lacks: use a build for an older one, or build it here with 'make'\n",
    ] {
        // If standard error is closed, the exit code alone must tell.
        let _ = err.write_all(part.as_bytes());
    }
    end(1)
}

/// Ends the program at once. What `std::process::exit` does before may use the
/// missing instructions as well.
#[cfg(unix)]
fn end(status: i32) -> ! {
    unsafe extern "C" {
        fn _exit(status: i32) -> !;
    }
    // SAFETY: this is POSIX's function, which takes any number and never returns.
    unsafe { _exit(status) }
}

/// Ends the program.
#[cfg(not(unix))]
fn end(status: i32) -> ! {
    std::process::exit(status)
}

#[cfg(target_arch = "x86_64")]
fn is_supported((leaf, register, bit): CpuidBit) -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // The result is undefined beyond the highest leaf of the same range.
    if __cpuid(leaf & 0x8000_0000).eax < leaf {
        return false;
    }
    let result = __cpuid_count(leaf, 0);
    let word = match register {
        Register::B => result.ebx,
        Register::C => result.ecx,
    };
    word >> bit & 1 == 1
}

#[cfg(not(target_arch = "x86_64"))]
fn is_supported(_: CpuidBit) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_complete() {
        let (built, has) = levels();
        assert!(built <= has, "{built} runs on {has}");
        #[cfg(target_arch = "x86_64")]
        {
            assert_eq!(level(|_| true), "x86-64-v4");
            assert_eq!(level(|_| false), "x86-64");
            assert_eq!(level(|feature| feature.name != "movbe"), "x86-64-v2");
            // AVX2 alone does not make a level.
            assert_eq!(level(|feature| feature.name == "avx2"), "x86-64");
        }
    }

    #[test]
    fn the_processor_has_a_name() {
        let name = name();
        assert!(!name.is_empty() && name.trim() == name && !name.contains('\0'), "{name:?}");
    }

    #[test]
    fn the_processor_that_runs_the_tests_has_all_instruction_sets() {
        assert_eq!(missing(), None);
    }

    /// The standard library detects the sets that the program was not built
    /// for; for the others both return `true`.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn agrees_with_the_standard_library() {
        macro_rules! agree {
            ($($name:tt),*) => {{
                $(
                    let feature = FEATURES.iter().find(|f| f.name == $name).unwrap();
                    assert_eq!(
                        is_supported(feature.bit),
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
