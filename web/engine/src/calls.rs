//! Requests and answers in JSON: an answer is a value, or `{"error": "…"}`.

use crate::{ask, say};
use staunton::analysis::calls::{CallRequest, answer};
use std::error::Error;

/// Answers a request.
pub fn answer_json(request: &str) -> String {
    let answered = serde_json::from_str(request).map_err(Box::from).and_then(carry_out);
    answered.unwrap_or_else(|error| serde_json::json!({"error": error.to_string()}).to_string())
}

fn carry_out(request: CallRequest) -> Result<String, Box<dyn Error>> {
    let mut progress = |done, all| say(&format!("info string report {done} of {all}"));
    Ok(serde_json::to_string(&answer(&request, Some(ask), &mut progress)?)?)
}
