//! The façade that front ends call.
