//! Chess: moves, notations, laws, against published counts and other programs.

mod fen;
mod laws;
mod notation;
mod oracle;
mod perft;
mod see;
