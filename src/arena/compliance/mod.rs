//! Checks whether an engine keeps to UCI, and what bad input does to it.
//!
//! Each check works on an engine that is ready. After a failure the engine is
//! killed and the next check gets a fresh one, so that one fault is not reported
//! twice.

mod bad_input;
mod checks;
mod limits;
mod miss;
mod options;
mod process;
mod search;
mod tester;

pub use tester::{ComplianceRequest, Verdict};

use super::player::StartError;
use tester::{NotReady, Tester};

/// A check and its verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedItem {
    /// What the engine should do, a clause.
    pub name: &'static str,
    /// What the check has shown.
    pub verdict: Verdict,
}

/// Makes all checks, and shows each to `observer` as soon as it is made.
///
/// # Errors
/// If the engine cannot be started or lacks an option that is to be set.
pub fn run(
    request: &ComplianceRequest,
    mut observer: impl FnMut(&CheckedItem),
) -> Result<Vec<CheckedItem>, StartError> {
    let mut tester = Tester::new(request);
    let mut items = Vec::new();
    let mut add = |item: CheckedItem| {
        observer(&item);
        items.push(item);
    };
    let name = "it starts and answers 'uci' and 'isready'";
    match tester.start() {
        Ok(()) => add(CheckedItem { name, verdict: Verdict::Pass }),
        Err(NotReady::CannotStart(error)) => return Err(error),
        Err(NotReady::Silent(miss)) => {
            add(CheckedItem { name, verdict: Verdict::Fail(miss.to_string()) });
            return Ok(items);
        }
    }
    for check in checks::LISTS.iter().copied().flatten() {
        let verdict = match tester.start() {
            Ok(()) => tester.verdict(check),
            Err(_) => Verdict::Skip("the engine does not start again".to_string()),
        };
        add(CheckedItem { name: check.name, verdict });
    }
    Ok(items)
}
