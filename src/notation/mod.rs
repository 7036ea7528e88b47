//! Moves and games in writing.
