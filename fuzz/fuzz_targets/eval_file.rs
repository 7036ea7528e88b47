#![no_main]

staunton_fuzz::fuzz!(EVAL_FILE);
