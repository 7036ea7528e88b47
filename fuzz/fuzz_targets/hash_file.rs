#![no_main]

staunton_fuzz::fuzz!(HASH_FILE);
