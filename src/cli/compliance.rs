//! The subcommand `staunton compliance`.

use super::error::CliError;
use crate::arena::compliance::{self, CheckedItem, ComplianceRequest, Verdict};
use crate::arena::plan::match_plan::{EngineCommand, EngineSetting};
use crate::support::files::printable::printable;
use anstyle::{AnsiColor, Style};
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Check whether an engine keeps to UCI
///
/// The checks are those of fastchess and more: what programs that load engines
/// rely on, and what bad input does to the engine. A check that does not apply,
/// for instance because the engine lacks an option, is skipped. An engine that
/// hangs is killed.
#[derive(Args)]
#[command(after_help = "Exit status:
  0  all checks are passed
  1  a check is failed
  2  the command line cannot be used, or the engine cannot be started

Examples:
  staunton compliance ./engine
  staunton compliance ./engine --option Hash=16 --option Threads=2
  staunton compliance gnuchess --json -- -u")]
pub struct ComplianceArgs {
    /// The engine
    engine: PathBuf,
    /// An option to set, NAME=VALUE
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<EngineSetting>,
    /// Where the engine runs
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// How long it may take for each step
    #[arg(long, value_name = "MS", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    timeout_ms: u64,
    /// Write the checks as JSON
    #[arg(long)]
    json: bool,
    /// Its arguments
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,
}

fn setting(text: &str) -> Result<EngineSetting, String> {
    let (name, value) = text.split_once('=').ok_or("an option is of the form NAME=VALUE")?;
    Ok(EngineSetting { name: name.to_string(), value: value.to_string(), for_all: false })
}

/// Makes the checks and prints their verdicts.
///
/// # Errors
/// If the engine cannot be started, or the output cannot be written.
pub fn run(arguments: &ComplianceArgs) -> Result<ExitCode, CliError> {
    let request = ComplianceRequest {
        command: EngineCommand {
            program: program(&arguments.engine),
            arguments: arguments.arguments.clone(),
            directory: arguments.dir.clone(),
        },
        settings: arguments.settings.clone(),
        timeout: Duration::from_millis(arguments.timeout_ms),
    };
    let mut out = anstream::stdout();
    let mut written = Ok(());
    let show = |item: &CheckedItem| {
        if !arguments.json && written.is_ok() {
            written = write_item(&mut out, item).and_then(|()| out.flush());
        }
    };
    let items =
        compliance::run(&request, show).map_err(|error| CliError::Usage(error.to_string()))?;
    written?;
    let count =
        |wanted: fn(&Verdict) -> bool| items.iter().filter(|item| wanted(&item.verdict)).count();
    let passed = count(|verdict| *verdict == Verdict::Pass);
    let failed = count(|verdict| matches!(verdict, Verdict::Fail(_)));
    let skipped = items.len() - passed - failed;
    if arguments.json {
        let value = json!({
            "engine": arguments.engine,
            "passed": passed,
            "failed": failed,
            "skipped": skipped,
            "checks": items.iter().map(as_json).collect::<Vec<_>>(),
        });
        writeln!(out, "{value:#}")?;
    } else {
        writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A file that exists is named in full, so that `engine` need not be `./engine`.
fn program(engine: &Path) -> PathBuf {
    let full = std::path::absolute(engine).ok().filter(|path| path.is_file());
    full.unwrap_or_else(|| engine.to_path_buf())
}

/// A verdict as a word, with its color and its reason.
fn shown(verdict: &Verdict) -> (&'static str, AnsiColor, Option<&String>) {
    match verdict {
        Verdict::Pass => ("PASS", AnsiColor::Green, None),
        Verdict::Fail(why) => ("FAIL", AnsiColor::Red, Some(why)),
        Verdict::Skip(why) => ("SKIP", AnsiColor::Yellow, Some(why)),
    }
}

fn write_item(out: &mut impl Write, item: &CheckedItem) -> io::Result<()> {
    let (word, color, why) = shown(&item.verdict);
    let style = Style::new().bold().fg_color(Some(color.into()));
    let why = why.map_or(String::new(), |why| format!(": {}", printable(why)));
    writeln!(out, "{style}{word}{style:#} {}{why}", item.name)
}

fn as_json(item: &CheckedItem) -> serde_json::Value {
    let (word, _, why) = shown(&item.verdict);
    json!({ "check": item.name, "verdict": word.to_lowercase(), "why": why })
}
