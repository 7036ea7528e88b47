//! The program and what it is made of: matches, training, the command line.

mod arena;
mod cli;
mod compliance;
mod datagen;
mod fastchess;
mod fuzz_corpus;
mod match_files;
mod match_reports;
mod odds;
mod openings;
mod outputs;
mod player_books;
mod player_commands;
mod position_words;
mod rate;
mod reading;
mod rescore;
mod runs;
mod stats;
#[path = "../support/mod.rs"]
mod support;
mod train;
mod tune;
mod tune_search;
mod web;
