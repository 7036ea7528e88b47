//! The protocol of chess programs.
