//! The errors of network files.

use std::fmt;

/// Why a file cannot be used as the network of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The file does not begin with the letters of the format.
    Magic,
    /// The file has a version of the format that this program does not read.
    Version(u32),
    /// A number of the header has a value that is not allowed.
    Size {
        /// The name of the number.
        what: &'static str,
        /// Its value.
        found: u32,
        /// The allowed values.
        wanted: &'static str,
    },
    /// The network does not have the number of neurons that this program runs.
    Hidden {
        /// The neurons of a view in the file.
        found: usize,
        /// The neurons of a view that the program was built for.
        wanted: usize,
    },
    /// The file is shorter than its header says.
    Truncated {
        /// Its length in bytes.
        found: usize,
        /// The length that the header requires; `None` if the header itself is cut
        /// off.
        wanted: Option<usize>,
    },
    /// This many bytes follow the network.
    Trailing(usize),
    /// The checksum is wrong.
    Checksum,
    /// The provenance is not UTF-8 text.
    Provenance,
    /// A weight, or a sum of weights, could overflow the integers of inference.
    Weight {
        /// The part of the network, in the plural.
        part: &'static str,
        /// The greatest absolute value found.
        found: i64,
        /// The greatest value allowed.
        most: i64,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Magic => {
                f.write_str("this is not a network of Staunton: it does not begin with STAUNNET")
            }
            NetworkError::Version(version) => write!(
                f,
                "the network has version {version} of the format, but this program reads 1 and 2"
            ),
            NetworkError::Size { what, found, wanted } => {
                write!(f, "the network's {what} is {found}, but must be {wanted}")
            }
            NetworkError::Hidden { found, wanted } => write!(
                f,
                "the network has {found} neurons per view, but this program is built for {wanted}"
            ),
            NetworkError::Truncated { found, wanted: Some(wanted) } => write!(
                f,
                "the network is cut off: it has {found} bytes, but its header requires {wanted}"
            ),
            NetworkError::Truncated { found, wanted: None } => {
                write!(f, "the network is cut off: it ends after {found} bytes, in the header")
            }
            NetworkError::Trailing(bytes) => {
                write!(f, "{bytes} bytes follow the network that do not belong to it")
            }
            NetworkError::Checksum => f.write_str("the network is damaged: its checksum is wrong"),
            NetworkError::Provenance => f.write_str("the network's provenance is not UTF-8 text"),
            NetworkError::Weight { part, found, most } => {
                write!(f, "the network's {part} reach {found}, but only {most} is allowed")
            }
        }
    }
}

impl std::error::Error for NetworkError {}
