//! Computes the tables of sliding attacks and writes them to `OUT_DIR`. A `const`
//! would work too, but the compiler would compute it at every rebuild. Checks
//! the network that is compiled in, and takes its size from the file. Packs the names
//! of openings. Finds the commit of the source.

use format::NetworkFile;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fmt, fs};

#[allow(dead_code)]
#[path = "src/engine/eval/network/error.rs"]
mod error;
#[allow(dead_code)]
#[path = "src/engine/eval/network/format.rs"]
mod format;
#[path = "src/chess/attacks/magic_numbers.rs"]
mod magic_numbers;
#[path = "src/chess/attacks/rays.rs"]
mod rays;

/// How many digits of a commit are kept.
const COMMIT_DIGITS: usize = 10;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/chess/attacks/magic_numbers.rs");
    println!("cargo:rerun-if-changed=src/chess/attacks/rays.rs");
    println!("cargo:rerun-if-changed=src/engine/eval/network/error.rs");
    println!("cargo:rerun-if-changed=src/engine/eval/network/format.rs");

    println!("cargo:rustc-env=RUSTC_VERSION={}", compiler());
    println!("cargo:rustc-env=STAUNTON_BUILD={}", build());
    println!("cargo:rustc-check-cfg=cfg(pext)");
    // Set for the WebAssembly module, which can open no file: it has no code for
    // tablebases, books and logs.
    println!("cargo:rustc-check-cfg=cfg(no_files)");
    // WebAssembly has a table of its own.
    let family = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    let wants_pext = env::var_os("CARGO_FEATURE_PEXT").is_some() || pext_is_quick();
    if wants_pext && family != "wasm" {
        println!("cargo:rustc-cfg=pext");
    }

    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let write = |name: &str, sets: Vec<u64>| {
        let bytes: Vec<u8> = sets.into_iter().flat_map(u64::to_le_bytes).collect();
        fs::write(Path::new(&out).join(name), bytes).expect("OUT_DIR is writable");
    };
    write(
        "magic.bin",
        table(|magic, mask, subset| subset.wrapping_mul(magic) >> (64 - mask.count_ones())),
    );
    write("pext.bin", table(|_, mask, subset| extract(subset, mask)));
    network(Path::new(&out));
    openings(Path::new(&out));
}

/// The compiler with its version, as it names itself.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    answer(Command::new(rustc).arg("--version")).unwrap_or_else(|| "rustc".to_string())
}

/// Whether the program is built for this very processor, and that is quick at the
/// instruction PEXT. AMD's were slow at it until Zen 3 (family 19h), and so are all
/// that Hygon made after them. Programs for other processors multiply by magics.
#[cfg(target_arch = "x86_64")]
fn pext_is_quick() -> bool {
    use std::arch::x86_64::__cpuid;
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    if !flags.contains("target-cpu=native") || !features.split(',').any(|name| name == "bmi2") {
        return false;
    }
    let vendor = __cpuid(0);
    let vendor = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).concat();
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 15) + (signature >> 20 & 255);
    match vendor.as_slice() {
        b"AuthenticAMD" => family >= 0x19,
        b"HygonGenuine" => false,
        _ => true,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn pext_is_quick() -> bool {
    false
}

/// The version of the package with its commit. A build with debug assertions has
/// none: each commit would compile all of it again.
fn build() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = is_release.then(|| packed_commit().or_else(commit)).flatten();
    commit.map_or_else(|| version.to_string(), |commit| format!("{version} (commit {commit})"))
}

/// The commit that Cargo notes in a published package.
fn packed_commit() -> Option<String> {
    let note = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let digits = note.split('"').find(|word| word.len() == 40)?;
    Some(digits[..COMMIT_DIGITS].to_string())
}

/// The commit of the folder, if it is the root of a repository: that of another
/// project which has this one in a subfolder would mislead.
fn commit() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    let git = |words: &[&str]| answer(Command::new("git").args(words));
    for file in ["HEAD", "logs/HEAD"] {
        println!("cargo:rerun-if-changed={}", git(&["rev-parse", "--git-path", file])?);
    }
    println!("cargo:rerun-if-changed=src");
    let commit = git(&["rev-parse", &format!("--short={COMMIT_DIGITS}"), "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(format!("{commit}{}", if changes.is_empty() { "" } else { "+" }))
}

/// What a program prints, if it succeeds.
fn answer(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}

/// Takes the network that is compiled in: the file that EVALFILE names, or the
/// project's own. A relative path counts from the root of the package. The
/// number of neurons becomes a constant, so that the loops of inference have a
/// fixed length.
fn network(out: &Path) {
    println!("cargo:rerun-if-env-changed=EVALFILE");
    let named = env::var_os("EVALFILE").filter(|file| !file.is_empty());
    let file = named.map_or_else(|| PathBuf::from("src/engine/eval/network.net"), PathBuf::from);
    println!("cargo:rerun-if-changed={}", file.display());
    let bytes = fs::read(&file).unwrap_or_else(|error| refuse(&file, &error));
    let network = NetworkFile::read(&bytes).unwrap_or_else(|error| refuse(&file, &error));
    let size = format!(
        "/// Neurons of a view of the network that this program is built for.\n\
         pub const HIDDEN: usize = {};\n",
        network.hidden
    );
    fs::write(out.join("network_size.rs"), size).expect("OUT_DIR is writable");
    fs::write(out.join("network.net"), bytes).expect("OUT_DIR is writable");
}

/// Packs the names of openings, whose file is sorted by moves, in three texts: the codes
/// of all lines, nothing where the line before has the same, the names, and for each
/// line the moves after those of the line before, whose number is a letter from `A`.
/// Alike beside alike compresses better.
fn openings(out: &Path) {
    let file = "src/chess/notation/opening_names.tsv";
    println!("cargo:rerun-if-changed={file}");
    let text = fs::read_to_string(file).unwrap_or_else(|error| refuse(Path::new(file), &error));
    let (mut codes, mut names, mut lines) = (String::new(), String::new(), String::new());
    let (mut last_code, mut last) = ("", Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[code, name, moves] = fields.as_slice() else {
            refuse(Path::new(file), &format!("not three fields: {line}"))
        };
        let moves: Vec<&str> = moves.split(' ').collect();
        let same = moves.iter().zip(&last).take_while(|(one, other)| one == other).count();
        codes += &format!("{}\n", if code == last_code { "" } else { code });
        last_code = code;
        names += &format!("{name}\n");
        let same_letter = char::from(b'A' + u8::try_from(same).expect("openings are short"));
        lines += &format!("{same_letter}{}\n", moves[same..].join(" "));
        last = moves;
    }
    for (name, text) in [("codes", codes), ("names", names), ("moves", lines)] {
        fs::write(out.join(format!("opening_{name}.txt")), text).expect("OUT_DIR is writable");
    }
}

/// Fails the build with one line.
fn refuse(file: &Path, why: &dyn fmt::Display) -> ! {
    println!("cargo::error={} cannot be built in: {why}", file.display());
    std::process::exit(0)
}

/// The attack sets of rook and bishop, square by square. Within a square each
/// set is at the index that `index_of` computes from (magic, mask, occupied).
fn table(index_of: impl Fn(u64, u64, u64) -> u64) -> Vec<u64> {
    let mut sets = Vec::new();
    for (steps, magics) in
        [(&rays::ROOK, &magic_numbers::ROOK), (&rays::BISHOP, &magic_numbers::BISHOP)]
    {
        for (square, &magic) in (0..64).zip(magics) {
            let mask = rays::relevant(steps, square);
            let start = sets.len();
            sets.resize(start + (1 << mask.count_ones()), 0);
            let mut subset = 0;
            loop {
                let index = index_of(magic, mask, subset) as usize;
                sets[start + index] = rays::attacks(steps, square, subset);
                subset = rays::next_subset(subset, mask);
                if subset == 0 {
                    break;
                }
            }
        }
    }
    sets
}

/// The bits of `value` that `mask` selects, packed at the low end.
fn extract(value: u64, mask: u64) -> u64 {
    (0..64)
        .filter(|bit| mask >> bit & 1 == 1)
        .enumerate()
        .map(|(place, bit)| (value >> bit & 1) << place)
        .sum()
}
