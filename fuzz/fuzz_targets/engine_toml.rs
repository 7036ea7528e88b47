#![no_main]

staunton_fuzz::fuzz!(ENGINE_TOML);
