//! What every room may use, and what knows none of them.
//!
//! | module | |
//! |---|---|
//! | [`cpu`] | whether this processor can run the program |
//! | [`files`] | the doors for reading and writing files |
//! | [`html`] | the building blocks of HTML pages |
//! | [`lines`] | lines from other programs |
//! | `plot` | charts as SVG |
//! | [`random`] | reproducible random numbers |
//! | [`sort`] | stable sorting in little code |
//! | [`version`] | which program this is |

pub mod cpu;
pub mod files;
pub mod html;
pub mod lines;
#[cfg(feature = "program")]
pub mod plot;
pub mod random;
pub mod sort;
pub mod version;
