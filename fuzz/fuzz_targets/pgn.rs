#![no_main]

staunton_fuzz::fuzz!(PGN);
