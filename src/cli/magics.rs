//! The subcommand `staunton magics`.

use super::error::CliError;
use crate::chess::attacks::{magic_numbers, magic_search};
use crate::cli::message::stdout;
use std::fmt::Write as _;
use std::io::Write;

/// The first lines of `magic_numbers.rs`.
const HEAD: &str = "\
//! The magic numbers that `magic_search` finds from its seed. `staunton magics`
//! checks them and prints this file. The build script compiles it too.
";

/// Finds the magic numbers again from their seed and prints them as the source
/// file has them.
///
/// # Errors
/// If they differ from those in the source.
pub fn run() -> Result<(), CliError> {
    let (rooks, bishops) = magic_search::find_magics(magic_search::SEED);
    let mut out = stdout();
    write!(out, "{HEAD}{}{}", table("ROOK", "rook", &rooks), table("BISHOP", "bishop", &bishops))?;
    if (rooks, bishops) != (magic_numbers::ROOK, magic_numbers::BISHOP) {
        return Err(CliError::Failed(format!(
            "the seed {} gives other numbers than those in src/chess/attacks/magic_numbers.rs",
            magic_search::SEED
        )));
    }
    let seed = magic_search::SEED;
    Ok(writeln!(out, "\n// 128 numbers found from the seed {seed}: those in the source.")?)
}

fn table(name: &str, piece: &str, numbers: &[u64; 64]) -> String {
    let mut text = format!(
        "\n/// The factor of each square for the {piece}.\n#[rustfmt::skip]\npub const {name}: [u64; 64] = [\n"
    );
    for row in numbers.chunks(4) {
        let row: Vec<String> = row.iter().map(|&number| literal(number)).collect();
        let _ = writeln!(text, "    {},", row.join(", "));
    }
    text + "];\n"
}

/// A number as in `0x0280_0020_8440_0010`.
fn literal(number: u64) -> String {
    let groups: Vec<String> =
        (0..4).rev().map(|group| format!("{:04X}", number >> (16 * group) & 0xFFFF)).collect();
    format!("0x{}", groups.join("_"))
}
