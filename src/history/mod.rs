//! What earlier nodes taught about moves.
