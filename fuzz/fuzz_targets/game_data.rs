#![no_main]

staunton_fuzz::fuzz!(GAME_DATA);
