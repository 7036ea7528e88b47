#![no_main]

staunton_fuzz::fuzz!(FASTCHESS);
