//! The numbers of a page beside those of its JSON, for the tests of all kinds of pages.
//!
//! A number of the page is proven if the JSON has it as such, or in the rounding and the
//! unit that the page prints. Text counts, also that of the attributes which the script
//! shows; styles, scripts, pictures and axes do not.

use serde_json::Value;

/// Keys whose numbers a page does not show: places in lists, and what a program needs.
const NOT_SHOWN: [&str; 9] =
    ["fen", "start", "uci", "key", "schema", "ply", "turn", "pair", "longest"];
/// The texts in attributes that a reader sees.
const ATTRIBUTES: [&str; 3] = ["data-n", "data-label", "title"];
/// The beginnings of moves: a number before one is that of the move.
const MOVES: &str = "KQRBNOabcdefgh.…";

/// A number in a text.
#[derive(Clone, PartialEq, Debug)]
struct Shown {
    value: f64,
    decimals: usize,
    unit: String,
    /// The text around it, for messages.
    around: String,
}

/// The text of a page that a reader sees.
fn visible(page: &str) -> String {
    let mut rest = page.split_once("<body>").map_or(page, |(_, body)| body);
    let mut text = String::new();
    while let Some((before, tail)) = rest.split_once('<') {
        text += before;
        let (tag, tail) = tail.split_once('>').unwrap_or((tail, ""));
        rest = tail;
        for name in ATTRIBUTES {
            if let Some((_, value)) = tag.split_once(&format!(" {name}=\"")) {
                text += &format!(" {} ; ", value.split('"').next().unwrap_or_default());
            }
        }
        let end = match tag {
            "script" => "</script>",
            "style" => "</style>",
            "div class=\"xs\"" | "div class=\"ys\"" => "</div>",
            "span class=\"number\"" => "</span>",
            _ if tag.starts_with("svg") => "</svg>",
            // The game as PGN is a form of its own.
            _ if tag.starts_with("textarea") => "</textarea>",
            _ => "",
        };
        if !end.is_empty() {
            rest = rest.split_once(end).map_or("", |(_, tail)| tail);
        }
        text.push(' ');
    }
    text += rest;
    [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .into_iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}

/// The numbers of a text: not the digits of a square or a name, not those of moves.
fn numbers(text: &str) -> Vec<Shown> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if !letters[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let digits =
            |from: usize| letters[from..].iter().take_while(|c| c.is_ascii_digit()).count();
        let (begin, whole) = (at, digits(at));
        at += whole;
        let mut decimals = 0;
        // A date has two points, a number one.
        if letters.get(at) == Some(&'.') && (begin == 0 || letters[begin - 1] != '.') {
            let more = digits(at + 1);
            if more > 0 && letters.get(at + 1 + more) != Some(&'.') {
                decimals = more;
                at += 1 + more;
            }
        }
        let glued = |c: Option<&char>| c.is_some_and(|c| c.is_alphabetic() || *c == '_');
        let before = begin.checked_sub(1).and_then(|before| letters.get(before));
        let tail: String = letters[at..].iter().take(12).collect();
        let own: String = letters[begin..at].iter().collect();
        // A move may name its number once more for a reader who does not see the list.
        let is_of_move = decimals == 0
            && (tail.starts_with('…')
                || (tail.strip_prefix('.').map(str::trim_start)).is_some_and(|next| {
                    next.starts_with(|c| MOVES.contains(c)) || next.starts_with(&format!("{own}."))
                }));
        if glued(before) || glued(letters.get(at)) || is_of_move {
            continue;
        }
        let before: String = letters[begin.saturating_sub(40)..begin].iter().collect();
        let unit: String = match (before.trim_end(), tail.trim_start()) {
            (before, _) if before.ends_with("knps ;") => "knps".to_string(),
            // An error has the unit of what it belongs to.
            (before, _) if before.ends_with("% ±") => "%".to_string(),
            (_, next) if next.starts_with('%') => "%".to_string(),
            (_, next) => next.chars().take_while(|c| c.is_alphabetic()).collect(),
        };
        let around = &letters[begin.saturating_sub(40)..(at + 20).min(letters.len())];
        found.push(Shown {
            value: own.parse().expect("digits and a point"),
            decimals,
            unit,
            around: around.iter().collect::<String>().replace('\n', " "),
        });
    }
    spans_joined(found)
}

/// A span in two units, `3 h 20 min`, is one number.
fn spans_joined(numbers: Vec<Shown>) -> Vec<Shown> {
    let mut joined: Vec<Shown> = Vec::new();
    for number in numbers {
        let factor = match (joined.last().map(|last| &last.unit[..]), &number.unit[..]) {
            (Some("h"), "min") => 3_600.0,
            (Some("min"), "s") => 60.0,
            _ => 0.0,
        };
        match joined.last_mut().filter(|last| factor > 0.0 && last.decimals == 0) {
            Some(last) => {
                last.value = factor * last.value + number.value * factor / 60.0;
                last.unit = format!("{} of a span", number.unit);
            }
            None => joined.push(number),
        }
    }
    joined
}

/// All numbers of the JSON, also those within its texts.
fn known(json: &Value, numbers_of: &mut Vec<f64>) {
    match json {
        Value::Number(number) => numbers_of.extend(number.as_f64()),
        Value::String(text) => numbers_of.extend(numbers(text).iter().map(|found| found.value)),
        Value::Array(items) => items.iter().for_each(|item| known(item, numbers_of)),
        Value::Object(fields) => {
            let number = |name: &str| fields.get(name).and_then(Value::as_f64);
            // An interval is printed with its error; people count games from one.
            if let (Some(low), Some(high)) = (number("low"), number("high")) {
                numbers_of.push((high - low) / 2.0);
            }
            numbers_of.extend(number("number").map(|number| number + 1.0));
            for (name, item) in fields {
                if !NOT_SHOWN.contains(&&name[..]) {
                    known(item, numbers_of);
                }
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

impl Shown {
    /// What a number of the JSON is multiplied with to be printed in this unit.
    fn scales(&self) -> &'static [f64] {
        match &self.unit[..] {
            "%" => &[100.0, 1.0],
            "ms" => &[1.0, 1_000.0],
            "s" => &[1.0, 0.001, 3_600.0],
            "min" => &[1.0 / 60.0, 1.0 / 60_000.0],
            "knps" => &[1.0, 0.001],
            "s of a span" | "min of a span" => &[1.0, 3_600.0],
            _ if self.decimals == 2 => &[1.0, 0.01],
            _ => &[1.0],
        }
    }

    fn is_of(&self, known: f64) -> bool {
        let unit = match &self.unit[..] {
            "min of a span" => 60.0,
            _ => 10.0_f64.powi(-(self.decimals as i32)),
        };
        let error = |scale: &f64| (known.abs() * scale - self.value).abs();
        self.scales().iter().any(|scale| error(scale) <= unit * (0.5 + 1e-6))
    }
}

/// The numbers that a page shows and its JSON does not have, each with the text around
/// it. `fixed` are texts of the page whose numbers are no results; `counts` are numbers
/// that the JSON has as the length of a list.
pub fn unproven(page: &str, json: &Value, fixed: &[&str], counts: &[usize]) -> Vec<String> {
    let mut text = visible(page);
    for phrase in fixed {
        text = text.replace(phrase, " ");
    }
    let mut all: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
    known(json, &mut all);
    let shown = numbers(&text);
    assert!(shown.len() > 10, "a page without numbers proves nothing: {text}");
    let is_unproven = |shown: &&Shown| !all.iter().any(|&known| shown.is_of(known));
    shown.iter().filter(is_unproven).map(|shown| shown.around.clone()).collect()
}

/// Every number of the page is in the JSON; and one more, which is not, is seen.
pub fn check_numbers(page: &str, json: &Value, fixed: &[&str], counts: &[usize]) {
    assert_eq!(unproven(page, json, fixed, counts), [""; 0]);
    let other = page.replacen("</body>", " 77777.7 % </body>", 1);
    assert_eq!(unproven(&other, json, fixed, counts).len(), 1, "another number is seen");
}

#[test]
fn a_number_is_found_in_its_rounding_and_unit() {
    let json = serde_json::json!({
        "share": 0.66666, "elo": {"value": 12.34, "low": 2.0, "high": 22.0},
        "score": "cp -31", "time_ms": 1234.5, "hours": 3.341, "number": 6,
        "fen": "8/8/8/8/8/8/8/8 w - - 0 77", "date": "2026.11.26",
    });
    let page = |text: &str| {
        format!(
            "<head>99</head><body><style>98</style>{text}<svg>97</svg>\
        <div class=\"xs\"><span>96</span></div> 2 22 2026-11-26 1 12 12 12 12 12 12 12 12</body>"
        )
    };
    let known = [
        "66.7 %",
        "+12 ± 10",
        "12.3",
        "−0.31",
        "1.2 s",
        "1234 ms",
        "3 h 20 min",
        "game 7",
        "77. Nf3 77… Qxb2 e4",
        "<i style=\"width:5%\" data-n=\"0.31\">x</i>",
    ];
    for text in known {
        assert_eq!(unproven(&page(text), &json, &[], &[1]), [""; 0], "{text}");
    }
    let unknown = [
        "66.6 %",
        "+13",
        "12.4",
        "−0.32",
        "1.3 s",
        "1240 ms",
        "3 h 40 min",
        "game 8",
        "77",
        "<i data-n=\"0.33\">x</i>",
    ];
    for text in unknown {
        assert_eq!(unproven(&page(text), &json, &[], &[1]).len(), 1, "{text}");
    }
    assert_eq!(unproven(&page("at 95 % of 41"), &json, &["95 %"], &[1, 41]), [""; 0]);
}
