//! The JSON of reports: indented, with a version of its fields, and with numbers as long
//! as they mean something.

use crate::analysis::analyst::JSON_SCHEMA;
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::io::{Result, Write};

/// Values and the version of their fields.
#[derive(Serialize)]
struct WithSchema<'v, V> {
    schema: u32,
    #[serde(flatten)]
    of: &'v V,
}

/// An [`Analysis`](super::Analysis) or [`Exchanges`](super::Exchanges) as JSON, indented,
/// with a line break at the end. Infinite values (the Elo of a player who has won every
/// game) are `null`. Elo is the first player's advantage, scores and shares go from 0 to
/// 1, times are in milliseconds. Shares and other numbers below 1 have six decimals, all
/// others three. `schema` is the version of the fields, [`JSON_SCHEMA`].
pub fn json(of: &impl Serialize) -> String {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Rounded(PrettyFormatter::new()));
    // Serialisation cannot fail: the values are numbers, texts and lists.
    let _ = WithSchema { schema: JSON_SCHEMA, of }.serialize(&mut serializer);
    text.push(b'\n');
    String::from_utf8_lossy(&text).into_owned()
}

/// A number without the digits that say nothing.
fn rounded(value: f64) -> f64 {
    let unit = if value.abs() < 1.0 { 1e6 } else { 1e3 };
    (value * unit).round() / unit
}

/// Writes indented JSON with rounded numbers.
struct Rounded(PrettyFormatter<'static>);

impl Formatter for Rounded {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> Result<()> {
        self.0.write_f64(writer, rounded(value))
    }

    fn write_f32<W: ?Sized + Write>(&mut self, writer: &mut W, value: f32) -> Result<()> {
        self.write_f64(writer, f64::from(value))
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Numbers {
        elo: f64,
        share: f32,
        never: Option<f64>,
        games: u64,
        list: [f64; 2],
        empty: [u8; 0],
    }

    #[test]
    fn numbers_are_as_long_as_they_mean_something() {
        let numbers = Numbers {
            elo: 443.677_049_830_894,
            share: 0.123_456_78,
            never: Some(f64::INFINITY),
            games: 1 << 60,
            list: [-0.25, 12.0],
            empty: [],
        };
        let expected = format!(
            "{{\n  \"schema\": {JSON_SCHEMA},\n  \"elo\": 443.677,\n  \"share\": 0.123457,\n  \
             \"never\": null,\n  \"games\": {},\n  \"list\": [\n    -0.25,\n    12.0\n  ],\n  \
             \"empty\": []\n}}\n",
            1_u64 << 60
        );
        assert_eq!(json(&numbers), expected);
    }
}
