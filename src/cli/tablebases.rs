//! The subcommand `staunton tablebases`, and the tablebases of `--syzygy`.

use super::error::CliError;
use super::message::{message, stdout};
use super::progress::bar;
use crate::chess::syzygy::{DamagedTable, MAX_PIECES, Tablebases};
use clap::{Args, Subcommand};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// Tables of at most this number of pieces, a gigabyte in all, are compared with
/// their checksums before they end games. Larger ones would take minutes.
const VERIFIED_PIECES: usize = 5;

/// The paths whose small tables were compared in this process.
static VERIFIED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Check Syzygy tablebases
#[derive(Args)]
#[command(after_help = "Examples:
  staunton tablebases check /tables/345:/tables/6")]
pub struct TablebasesArgs {
    #[command(subcommand)]
    command: TablebasesCommand,
}

#[derive(Subcommand)]
enum TablebasesCommand {
    /// Read every table to its end and compare its checksum
    ///
    /// Lists the tables that are damaged; then the exit status is 1. If several
    /// folders have a table, the first one counts.
    Check {
        /// The folders, separated by ':', on Windows by ';'
        #[arg(value_name = "PATH")]
        path: String,
    },
}

/// Runs a subcommand of `staunton tablebases`.
///
/// # Errors
/// If there are no tables, or a folder cannot be read.
pub fn run(arguments: &TablebasesArgs) -> Result<ExitCode, CliError> {
    let TablebasesCommand::Check { path } = &arguments.command;
    let tables = Tablebases::open(path);
    let (files, _) = tables.extent(MAX_PIECES);
    if files == 0 {
        let nothing = || format!("no tables found in '{path}'");
        return Err(CliError::Usage(tables.take_damage().unwrap_or_else(nothing)));
    }
    let damaged = verify(&tables, MAX_PIECES);
    let mut out = stdout();
    for table in &damaged {
        writeln!(out, "{table}")?;
    }
    match damaged.len() {
        0 => writeln!(out, "All {files} tables are as they were made.")?,
        wrong => writeln!(out, "{wrong} of {files} tables are damaged.")?,
    }
    Ok(if damaged.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Compares the checksums and shows how far it is.
fn verify(tables: &Tablebases, max_pieces: usize) -> Vec<DamagedTable> {
    let (_, bytes) = tables.extent(max_pieces);
    let bar = bar(bytes, "tablebases {bytes} of {total_bytes} {wide_bar} {eta} left");
    let damaged = tables.verify(max_pieces, &mut |read| bar.inc(read));
    bar.finish_and_clear();
    damaged
}

/// Opens the tablebases of `--syzygy` and compares the checksums of the small ones.
///
/// # Errors
/// A sentence, if there are none or a file is damaged: a match or a training
/// set must not depend on which files happen to be readable.
pub fn open_tablebases(path: &str) -> Result<Arc<Tablebases>, String> {
    let tables = Tablebases::open(path);
    match tables.take_damage() {
        Some(damage) => return Err(format!("--syzygy: {damage}")),
        None if tables.max_pieces() == 0 => {
            return Err(format!("--syzygy: no tables found in '{path}'"));
        }
        None => {}
    }
    let mut verified = VERIFIED.lock().unwrap_or_else(PoisonError::into_inner);
    if !verified.contains(path) {
        if let Some(damaged) = verify(&tables, VERIFIED_PIECES).first() {
            return Err(format!(
                "--syzygy: {damaged}; 'staunton tablebases check' lists all such files"
            ));
        }
        verified.insert(path.to_string());
    }
    Ok(Arc::new(tables))
}

/// Says which tables became unusable while games were played.
pub fn tell_damage(tables: &Tablebases) {
    if let Some(damage) = tables.take_damage() {
        message(format_args!("Note: --syzygy: {damage}"));
    }
}
