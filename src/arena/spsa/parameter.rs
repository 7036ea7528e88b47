//! A parameter that is tuned, and the lines that name it.

use super::error::SpsaError;
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
/// Which line is wrong.
pub fn parse(text: &str) -> Result<Vec<TunedParameter>, SpsaError> {
    let mut parameters: Vec<TunedParameter> = Vec::new();
    let lines = text.lines().map(str::trim).zip(1..);
    for (line, number) in lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#')) {
        let parameter = parse_line(line).and_then(|parameter| {
            let is_known = parameters.iter().any(|known| known.name == parameter.name);
            if is_known { Err(SpsaError::Twice(parameter.name)) } else { Ok(parameter) }
        });
        parameters.push(parameter.map_err(|error| SpsaError::Line(number, Box::new(error)))?);
    }
    if parameters.is_empty() { Err(SpsaError::Empty) } else { Ok(parameters) }
}

fn parse_line(line: &str) -> Result<TunedParameter, SpsaError> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let &[name, kind, value, low, high, step, rate] = fields.as_slice() else {
        return Err(SpsaError::Fields(line.to_string()));
    };
    if kind != "int" {
        return Err(SpsaError::Type(name.to_string(), kind.to_string()));
    }
    let number = |what, text: &str| {
        let value = text.parse().ok().filter(|value: &f64| value.is_finite());
        value.ok_or_else(|| SpsaError::Number(name.to_string(), what, text.to_string()))
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
    /// Which are wrong.
    pub fn check(&self) -> Result<(), SpsaError> {
        let TunedParameter { start, value, low, high, step, rate, .. } = self;
        let name = self.name.clone();
        let is_beyond = |number: &&f64| !number.is_finite() || number.abs() > MAX_NUMBER;
        if [start, value, low, high, step, rate].iter().any(is_beyond) {
            return Err(SpsaError::TooLarge(name, MAX_NUMBER));
        }
        if let Some(outside) = [value, start].into_iter().find(|n| !(low..=high).contains(n)) {
            return Err(SpsaError::Range(name, *outside, *low, *high));
        }
        if *step <= 0.0 || *rate <= 0.0 {
            return Err(SpsaError::Still(name));
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
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(what), "{error}");
        }
    }
}
