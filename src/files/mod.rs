//! Files that are written so that nothing which exists is lost, and read without
//! trust in what they are.
//!
//! | part | what it does |
//! |---|---|
//! | [`compressed`] | the content of compressed files |
//! | [`input`] | a file or stream that is read: opened once, never waited for, bounded |
//! | [`names`] | neighbours of a file; whether two names mean one file |
//! | [`new_file`] | a file that appears only when it is complete |
//! | [`printable`] | text from outside without characters that act on a terminal |
//! | [`output`] | a file that replaces another one only when it is complete; checks of outputs before the work begins |

pub mod compressed;
pub mod input;
pub mod names;
pub mod new_file;
pub mod output;
pub mod printable;
