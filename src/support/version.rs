//! Which program this is. What it learns and what it writes names it, so that
//! whoever finds the file later knows where it is from.

/// The version, and the commit that it was built from where that is known:
/// `0.1.0 (commit 5c00d37a12)`. After a `+` there were changes since the commit.
pub const BUILD: &str = env!("STAUNTON_BUILD");
