//! A parameter that is tuned, and the lines that name it.

use serde::{Deserialize, Serialize};

/// The greatest number, of either sign, that is read: far beyond every option.
const MAX_NUMBER: f64 = 1e12;

/// A UCI option with a whole number, and where it stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TunedParameter {
    /// The name of the option.
    pub name: String,
    /// Its value at the start.
    pub start: f64,
    /// Its value now.
    pub value: f64,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// How far the last trial moves it.
    pub step: f64,
    /// How far a won game of the last trial moves it, in steps.
    pub rate: f64,
}

/// Reads the lines that `staunton params` prints and OpenBench takes: name, type,
/// value, least, greatest, final step, final learning rate. Empty lines and those
/// that begin with `#` count for nothing.
///
/// # Errors
/// A sentence with the number of the line.
pub fn parse(text: &str) -> Result<Vec<TunedParameter>, String> {
    let mut parameters: Vec<TunedParameter> = Vec::new();
    let lines = text.lines().map(str::trim).zip(1..);
    for (line, number) in lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#')) {
        let parameter = parse_line(line).map_err(|what| format!("line {number}: {what}"))?;
        if parameters.iter().any(|known| known.name == parameter.name) {
            return Err(format!("line {number}: {} is named twice", parameter.name));
        }
        parameters.push(parameter);
    }
    if parameters.is_empty() {
        return Err("it names no parameter".to_string());
    }
    Ok(parameters)
}

fn parse_line(line: &str) -> Result<TunedParameter, String> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let &[name, kind, value, low, high, step, rate] = fields.as_slice() else {
        return Err(format!(
            "a parameter is name, int, value, least, greatest, step, rate, not '{line}'"
        ));
    };
    if kind != "int" {
        return Err(format!("{name}: only whole numbers (int) can be tuned, not '{kind}'"));
    }
    let number = |what: &str, text: &str| -> Result<f64, String> {
        let value = text.parse().ok().filter(|value: &f64| value.is_finite());
        value.ok_or_else(|| format!("{name}: the {what} is a number, not '{text}'"))
    };
    let parameter = TunedParameter {
        name: name.to_string(),
        start: number("value", value)?,
        value: number("value", value)?,
        low: number("least value", low)?,
        high: number("greatest value", high)?,
        step: number("step", step)?,
        rate: number("rate", rate)?,
    };
    parameter.check().map(|()| parameter)
}

impl TunedParameter {
    /// Checks the numbers, whatever they come from.
    ///
    /// # Errors
    /// A sentence.
    pub fn check(&self) -> Result<(), String> {
        let TunedParameter { name, start, value, low, high, step, rate } = self;
        let is_beyond = |number: &&f64| !number.is_finite() || number.abs() > MAX_NUMBER;
        if [start, value, low, high, step, rate].iter().any(is_beyond) {
            return Err(format!("{name}: its numbers are not within ±{MAX_NUMBER}"));
        }
        if let Some(outside) = [value, start].into_iter().find(|n| !(low..=high).contains(n)) {
            return Err(format!("{name}: {outside} is not between {low} and {high}"));
        }
        if *step <= 0.0 || *rate <= 0.0 {
            return Err(format!("{name}: step and rate are above zero"));
        }
        Ok(())
    }
}

#[cfg(test)]
impl TunedParameter {
    /// Some parameter.
    pub fn example() -> TunedParameter {
        parse_line("margin, int, 100, 50, 150, 5, 0.002").expect("a parameter")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let text = "# margins\n\na, int, 5, -1, 9, 0.5, 0.002\r\nb,int,7,0,10,1,0.01";
        let parameters = parse(text).expect("two parameters");
        let names: Vec<&str> = parameters.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        let last = TunedParameter {
            name: "b".to_string(),
            start: 7.0,
            value: 7.0,
            low: 0.0,
            high: 10.0,
            step: 1.0,
            rate: 0.01,
        };
        assert_eq!(parameters[1], last);
    }

    #[test]
    fn wrong_lines_are_errors() {
        for (text, what) in [
            ("", "no parameter"),
            ("a, int, 5", "line 1"),
            ("a, int, 5, 0, 9, 1, 0.002\na, int, 5, 0, 9, 1, 0.002", "named twice"),
            ("a, float, 5, 0, 9, 1, 0.002", "'float'"),
            ("a, int, x, 0, 9, 1, 0.002", "'x'"),
            ("a, int, 5, 6, 9, 1, 0.002", "between 6 and 9"),
            ("a, int, 5, 0, 9, 0, 0.002", "above zero"),
            ("a, int, 5, 0, 9, nan, 0.002", "'nan'"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(what), "{error}");
        }
    }
}
