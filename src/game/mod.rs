//! A game under the laws.
