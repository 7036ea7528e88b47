#![no_main]

staunton_fuzz::fuzz!(MATCH_STATE);
