//! What can be wrong with the file of a network.

use std::fmt;

/// The version of the format that is read.
pub const READ: u32 = 1;

/// Why a file is no network for this program; a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// It begins otherwise.
    Magic,
    /// It is of a version that is not read here.
    Version(u32),
    /// A number of the header is none that fits.
    Size {
        /// Which number.
        what: &'static str,
        /// What it is.
        found: u32,
        /// What it should be.
        wanted: &'static str,
    },
    /// It has another number of neurons than this program runs.
    Hidden {
        /// Neurons of a view in the file.
        found: usize,
        /// Neurons of a view that the program was built for.
        wanted: usize,
    },
    /// It is shorter than its header says.
    Truncated {
        /// Its length in bytes.
        found: usize,
        /// What its header asks for; `None` if even that ends early.
        wanted: Option<usize>,
    },
    /// So many bytes follow the network.
    Trailing(usize),
    /// It does not fit its checksum.
    Checksum,
    /// The provenance is no UTF-8.
    Provenance,
    /// A weight is greater than integers bear.
    Weight {
        /// In which part.
        part: &'static str,
        /// The weight or sum of weights.
        found: i64,
        /// The most that is allowed.
        most: i64,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Magic => {
                f.write_str("this is no network of Staunton: it does not begin with STAUNNET")
            }
            NetworkError::Version(version) => write!(
                f,
                "the network is of version {version} of the format, but this program reads {READ}"
            ),
            NetworkError::Size { what, found, wanted } => {
                write!(f, "the network's {what} is {found}, but must be {wanted}")
            }
            NetworkError::Hidden { found, wanted } => write!(
                f,
                "the network has {found} neurons a view, but this program is built for {wanted}"
            ),
            NetworkError::Truncated { found, wanted: Some(wanted) } => write!(
                f,
                "the network is cut off: it has {found} bytes, but its header asks for {wanted}"
            ),
            NetworkError::Truncated { found, wanted: None } => {
                write!(f, "the network is cut off: it ends after {found} bytes, in the header")
            }
            NetworkError::Trailing(bytes) => {
                write!(f, "{bytes} bytes follow the network that do not belong to it")
            }
            NetworkError::Checksum => {
                f.write_str("the network is damaged: it does not fit its checksum")
            }
            NetworkError::Provenance => f.write_str("the network's provenance is no UTF-8 text"),
            NetworkError::Weight { part, found, most } => {
                write!(f, "the network's {part} reach {found}, but integers bear {most} at most")
            }
        }
    }
}

impl std::error::Error for NetworkError {}
