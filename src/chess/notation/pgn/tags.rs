//! Tags: `[Name "value"]` as the standard writes it, and as people do.

use super::error::{ErrorList, PgnError, PgnErrorKind};
use super::game::{ROSTER, has_chess960_castling};
use super::signs;
use super::visitor::PgnHeader;
use crate::chess::board::Position;
use crate::chess::notation::error::{QUOTED_WORD, clip};
use crate::chess::notation::text::is_blank;
use crate::chess::types::GameResult;
use crate::support::sort::sort_by_key;

/// A tag of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag {
    pub name: String,
    pub value: String,
    /// Whether it has the form of the standard.
    pub is_regular: bool,
    /// Its length in the text, in bytes.
    pub length: usize,
}

/// Quotation marks, the standard's and others, that begin and end a value.
const QUOTES: &[char] = &['"', '“', '”', '„', '‟', '«', '»', '‘', '’', '\''];

/// Whether a tag seems to begin here.
pub(super) fn begins_like_tag(text: &str) -> bool {
    matches!(text.as_bytes(), [b'[', b'A'..=b'Z' | b'a'..=b'z', ..])
}

/// Whether the line at the start of a text has one or more tags of the standard and
/// nothing else.
pub(super) fn is_tag_line(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t']);
    if !begins_like_tag(text) {
        return false;
    }
    let mut line = text.split('\n').next().unwrap_or_default();
    while let Some(tag) = parse_tag(line) {
        line = line[tag.length..].trim_start_matches(is_blank);
    }
    line.is_empty()
}

/// The tag at the start of a line, in which `\"` and `\\` stand for `"` and `\`.
pub(super) fn parse_tag(line: &str) -> Option<Tag> {
    let inner = line.strip_prefix('[')?.trim_start();
    let ends_name = |c: char| c.is_whitespace() || matches!(c, '"' | '[' | ']');
    let (name, rest) = inner.split_at(inner.find(ends_name)?);
    let rest = rest.trim_start().strip_prefix('"')?;
    let mut escaped = false;
    let end = rest.find(|symbol| {
        let ends = symbol == '"' && !escaped;
        escaped = symbol == '\\' && !escaped;
        ends
    })?;
    let after = rest[end + 1..].trim_start().strip_prefix(']')?;
    let (name, value) = (name.to_string(), unescaped(&rest[..end]));
    let length = line.len() - after.len();
    (!name.is_empty()).then_some(Tag { name, value, is_regular: true, length })
}

/// The tag at the start of a line in which something is wrong, where its meaning
/// is clear: quotation marks inside the value or of other kinds or none, a value
/// that ends with a backslash, a blank in the name, no `]`.
pub(super) fn mend_tag(line: &str) -> Option<Tag> {
    let inner = line.strip_prefix('[')?.trim_start_matches(is_blank);
    let open = inner.find(&QUOTES[..7]).or_else(|| inner.find(" '").map(|blank| blank + 1));
    let name_end = open.or_else(|| inner.find(is_blank))?;
    let name: String = inner[..name_end].chars().filter(|&symbol| !is_blank(symbol)).collect();
    let is_name = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let rest = inner[name_end..].trim_start_matches(is_blank);
    let rest = open.and(rest.char_indices().nth(1)).map_or(rest, |(start, _)| &rest[start..]);
    let end = tag_end(rest, open.is_some());
    let value = rest[..end].trim_end_matches(|c| is_blank(c) || c == ']');
    let value = match open {
        Some(_) => value.strip_suffix(QUOTES).unwrap_or(value),
        None => value.trim_matches(QUOTES),
    };
    let (value, length) = (unescaped(value), line.len() - rest.len() + end);
    let means_something = open.is_some() || !value.is_empty();
    means_something.then_some(Tag { name, value, is_regular: false, length })
}

/// Where a tag ends whose value begins here: after a `]` that nothing but the
/// next tag follows. If the value begins with a quotation mark, one must come
/// before the `]`.
fn tag_end(rest: &str, is_quoted: bool) -> usize {
    let ends = |at: usize| {
        let (value, after) = (rest[..at].trim_end(), rest[at + 1..].trim_start_matches(is_blank));
        (!is_quoted || value.ends_with(QUOTES)) && (after.is_empty() || after.starts_with('['))
    };
    let mut brackets = rest.match_indices(']').map(|(at, _)| at);
    brackets.find(|&at| ends(at)).map_or(rest.len(), |at| at + 1)
}

/// A value without the escapes of the standard. Another backslash is a letter.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut symbols = value.chars().peekable();
    while let Some(symbol) = symbols.next() {
        let escapes = symbol == '\\' && symbols.peek().is_some_and(|next| "\\\"".contains(*next));
        text.push(if escapes { symbols.next().unwrap_or(symbol) } else { symbol });
    }
    text
}

/// The tags of a game that is being read.
#[derive(Default)]
pub(super) struct TagPairs {
    names: Vec<String>,
    tags: Vec<(String, String)>,
    fen: Option<(usize, String)>,
    variant: Option<(usize, String)>,
    result: Option<GameResult>,
}

impl TagPairs {
    /// Whether the game has any tag.
    pub fn any(&self) -> bool {
        !self.names.is_empty()
    }

    /// Whether the game has a tag of this name.
    pub fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// Whether a tag belongs to the next game: the standard has each name once in a
    /// game, and `Event` first. `is_apart` tells that a blank line or a comment is
    /// before the tag.
    pub fn ends_before(&self, tag: &Tag, is_apart: bool) -> bool {
        let is_first = tag.name == "Event";
        self.any() && (is_first && is_apart || self.has(&tag.name) && (is_first || is_apart))
    }

    /// Adds a tag, and notes what is wrong with it. The first tag of a name counts.
    pub fn add(&mut self, line: usize, tag: Tag, errors: &mut ErrorList) {
        let Tag { name, value, is_regular, .. } = tag;
        if !is_regular {
            let text = clip(&format!("{name} \"{value}\""), QUOTED_WORD);
            errors.add(line, PgnErrorKind::MendedTag(text));
        }
        if self.has(&name) {
            errors.add(line, PgnErrorKind::RepeatedTag(clip(&name, QUOTED_WORD)));
            return;
        }
        self.names.push(name.clone());
        match name.to_ascii_lowercase().as_str() {
            "fen" => self.fen = Some((line, value)),
            "setup" => {}
            "result" => {
                let result = signs::result(&value);
                let is_wrong = result.is_none() && !is_unknown(&value) && value != "-";
                errors.add_if(is_wrong, line, PgnErrorKind::ResultTag(clip(&value, QUOTED_WORD)));
                self.result = result;
            }
            _ if ROSTER.contains(&name.as_str()) && is_unknown(&value) => {}
            lower => {
                if lower == "variant" {
                    self.variant = Some((line, value.clone()));
                }
                self.tags.push((name, value));
            }
        }
    }

    /// What the tags say about a game; one without a FEN tag starts at `start`.
    ///
    /// # Errors
    /// If the start is not a legal position, or the game is neither chess nor
    /// Chess960.
    pub fn header(self, game: usize, start: &Position) -> Result<PgnHeader, PgnError> {
        let error = |line, kind| PgnError { game, line, kind };
        let start = match &self.fen {
            None => start.clone(),
            Some((line, fen)) => {
                fen.trim().parse().map_err(|what| error(*line, PgnErrorKind::Fen(what)))?
            }
        };
        let is_named = match &self.variant {
            None => false,
            Some((line, name)) => is_chess960(name)
                .ok_or_else(|| error(*line, PgnErrorKind::Variant(name.clone())))?,
        };
        let chess960 = is_named || has_chess960_castling(&start);
        let mut tags = self.tags;
        if chess960 {
            tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Variant"));
        }
        // As they are written: those that the standard requires come first.
        sort_by_key(&mut tags, |(name, _)| {
            ROSTER.iter().position(|known| known == name).unwrap_or(ROSTER.len())
        });
        Ok(PgnHeader { tags, start, chess960, result: self.result.unwrap_or_default() })
    }
}

/// Whether a variant is Chess960; `None` if it is neither that nor chess.
fn is_chess960(name: &str) -> Option<bool> {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    match letters.to_ascii_lowercase().as_str() {
        "chess960" | "fischerandom" | "fischerrandom" | "freestyle" | "freestylechess" => {
            Some(true)
        }
        "" | "chess" | "standard" | "normal" | "fromposition" => Some(false),
        _ => None,
    }
}

/// Whether the value of a required tag says that it is unknown: `?` or a date of
/// question marks. The standard tells `-` apart: a round, for instance, that a match
/// does not have.
fn is_unknown(value: &str) -> bool {
    matches!(value, "" | "?" | "????.??.??")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_the_standard_are_regular() {
        let tag = parse_tag(r#"[ Site  "C:\games \"\\" ] [x"#).expect("it is a tag");
        assert_eq!((tag.name.as_str(), tag.value.as_str()), ("Site", r#"C:\games "\"#));
        assert_eq!(tag.length, r#"[ Site  "C:\games \"\\" ]"#.len());
        for line in
            ["[Event x]", "[\"x\"]", "[Event \"x\"", "[Event \"a \"b\" c\"]", "Event \"x\"]"]
        {
            assert_eq!(parse_tag(line), None, "{line}");
        }
    }

    #[test]
    fn the_required_tags_come_first() {
        let mut pairs = TagPairs::default();
        let mut errors = ErrorList::new(1);
        for name in ["Opening", "White", "Annotator", "Event"] {
            let tag = parse_tag(&format!("[{name} \"x\"]")).expect("it is a tag");
            pairs.add(1, tag, &mut errors);
        }
        let tags = pairs.header(1, &Position::start()).expect("a game").tags;
        let names: Vec<&str> = tags.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Event", "White", "Opening", "Annotator"]);
    }

    #[test]
    fn clear_mistakes_are_mended() {
        for (line, name, value) in [
            (r#"[Event "5th "Someone" Memorial"]"#, "Event", r#"5th "Someone" Memorial"#),
            (r#"[Event "the "Open""]"#, "Event", r#"the "Open""#),
            (r#"[Site "C:\"]"#, "Site", r"C:\"),
            (r#"[White Elo "2000"]"#, "WhiteElo", "2000"),
            ("[Event “x”]", "Event", "x"),
            ("[Event „x“]  ", "Event", "x"),
            ("[Event 'x y']", "Event", "x y"),
            ("[White 'O'Kelly']", "White", "O'Kelly"),
            ("[Result 1-0]", "Result", "1-0"),
            ("[ Event x]", "Event", "x"),
            ("[Event x", "Event", "x"),
            ("[Event \"x\"", "Event", "x"),
            ("[Event \"x]", "Event", "x"),
            ("[Event \"a [b] c\"d\"]", "Event", "a [b] c\"d"),
        ] {
            let tag = mend_tag(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((tag.name.as_str(), tag.value.as_str()), (name, value), "{line}");
            assert!(!tag.is_regular && tag.length <= line.len());
        }
        for line in ["[]", "[Event]", "[Event ]", "[\"x\"]", "[1... c5 \"x\"]", "[ ± e", "x"] {
            assert_eq!(mend_tag(line), None, "{line}");
        }
        let two = r#"[White "a\"] [Black "b"]"#;
        assert_eq!(mend_tag(two).map(|tag| tag.length), Some(r#"[White "a\"] "#.len() - 1));
    }
}
