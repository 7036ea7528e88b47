//! Fuzz targets for everything that Staunton reads from outside: `make fuzz`.
//!
//! The functions are in [`targets`], which `tests/program/fuzz_corpus.rs` of the program
//! includes too, so that `cargo test` replays the corpus without libFuzzer.

pub mod targets;

#[doc(hidden)]
pub use libfuzzer_sys;

/// The fuzzer of a target. Its mutator repairs the checksums, so that a changed
/// input reaches the code behind them.
#[macro_export]
macro_rules! fuzz {
    ($target:ident) => {
        use $crate::libfuzzer_sys;

        libfuzzer_sys::fuzz_target!(|input: &[u8]| ($crate::targets::$target.run)(input));

        libfuzzer_sys::fuzz_mutator!(|input: &mut [u8], size: usize, max: usize, _seed: u32| {
            let size = libfuzzer_sys::fuzzer_mutate(input, size, max);
            ($crate::targets::$target.repair)(&mut input[..size]);
            size
        });
    };
}
