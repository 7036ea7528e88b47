//! The values that options have: how they are read, and how UCI declares them.

use std::fmt;
use std::path::{Path, PathBuf};

/// How UCI writes an empty text.
const EMPTY: &str = "<empty>";

/// What a settings file must give for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// A whole number.
    Number,
    /// True or false.
    Switch,
    /// A text.
    Text,
}

/// A value that an option can have.
pub trait OptionValue: Sized {
    /// What a settings file must give.
    const KIND: ValueKind;

    /// The value that a text means; `None` if it is not allowed.
    fn read(text: &str) -> Option<Self>;

    /// What is allowed, for error messages.
    fn allowed() -> String;

    /// Type, default and range as UCI declares them.
    fn declaration(&self) -> String;

    /// Makes a relative path count from a folder.
    fn resolve(&mut self, _folder: &Path) {}
}

/// An integer from `LOW` to `HIGH`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundedInt<const LOW: i64, const HIGH: i64>(i64);

impl<const LOW: i64, const HIGH: i64> BoundedInt<LOW, HIGH> {
    /// The smallest number allowed.
    pub const LOW: i64 = LOW;
    /// The largest number allowed.
    pub const HIGH: i64 = HIGH;
    /// The smallest number allowed, as a value of this type.
    pub const LEAST: Self = BoundedInt(LOW);
    /// The largest number allowed, as a value of this type.
    pub const GREATEST: Self = BoundedInt(HIGH);

    /// A value that is known when the program is compiled, where it must be in the
    /// range.
    pub const fn of(number: i64) -> Self {
        assert!(LOW <= number && number <= HIGH);
        BoundedInt(number)
    }

    /// A value of this number; `None` if it is out of range.
    pub fn new(number: i64) -> Option<Self> {
        (LOW..=HIGH).contains(&number).then_some(BoundedInt(number))
    }

    /// The value, which is in the range.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The value where a count is needed; zero if it is negative.
    pub fn count(self) -> usize {
        usize::try_from(self.0).unwrap_or_default()
    }
}

impl<const LOW: i64, const HIGH: i64> OptionValue for BoundedInt<LOW, HIGH> {
    const KIND: ValueKind = ValueKind::Number;

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().and_then(BoundedInt::new)
    }

    fn allowed() -> String {
        format!("a whole number from {LOW} to {HIGH}")
    }

    fn declaration(&self) -> String {
        format!("spin default {} min {LOW} max {HIGH}", self.0)
    }
}

impl OptionValue for bool {
    const KIND: ValueKind = ValueKind::Switch;

    fn read(text: &str) -> Option<bool> {
        text.to_ascii_lowercase().parse().ok()
    }

    fn allowed() -> String {
        "true or false".to_string()
    }

    fn declaration(&self) -> String {
        format!("check default {self}")
    }
}

/// A file, or none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FilePath(Option<PathBuf>);

impl FilePath {
    /// No file.
    pub const NONE: FilePath = FilePath(None);

    /// The path of the file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.0.as_deref()
    }
}

impl From<&str> for FilePath {
    /// The file of this path; none for an empty text and for `<empty>`.
    fn from(text: &str) -> FilePath {
        FilePath(text_of(text).map(PathBuf::from))
    }
}

impl fmt::Display for FilePath {
    /// As the protocol shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path() {
            Some(path) => path.display().fmt(f),
            None => f.write_str(EMPTY),
        }
    }
}

impl OptionValue for FilePath {
    const KIND: ValueKind = ValueKind::Text;

    /// Quotation marks and `~` mean something to a shell only. As a part of the name they
    /// would lead to no file, or make one with a strange name.
    fn read(text: &str) -> Option<FilePath> {
        (!text.starts_with(['"', '\'']) && !text.starts_with("~/")).then(|| FilePath::from(text))
    }

    fn allowed() -> String {
        "the path of a file, without quotation marks or '~'".to_string()
    }

    fn declaration(&self) -> String {
        format!("string default {self}")
    }

    fn resolve(&mut self, folder: &Path) {
        if let Some(path) = &mut self.0 {
            *path = folder.join(&*path);
        }
    }
}

/// The folders of tablebases, separated as the system separates paths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Folders(pub String);

impl OptionValue for Folders {
    const KIND: ValueKind = ValueKind::Text;

    fn read(text: &str) -> Option<Folders> {
        Some(Folders(text_of(text).unwrap_or_default().to_string()))
    }

    fn allowed() -> String {
        "the paths of folders".to_string()
    }

    fn declaration(&self) -> String {
        format!("string default {}", text_of(&self.0).unwrap_or(EMPTY))
    }
}

/// Moves in UCI notation, separated by spaces or commas. Whether they are legal
/// depends on the position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveWords(pub Vec<String>);

impl OptionValue for MoveWords {
    const KIND: ValueKind = ValueKind::Text;

    fn read(text: &str) -> Option<MoveWords> {
        let text = text_of(text).unwrap_or_default();
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        let words = words.filter(|word| !word.is_empty());
        words
            .map(|word| is_move(word).then(|| word.to_string()))
            .collect::<Option<_>>()
            .map(MoveWords)
    }

    fn allowed() -> String {
        "moves like e2e4".to_string()
    }

    fn declaration(&self) -> String {
        format!("string default {}", text_of(&self.0.join(" ")).unwrap_or(EMPTY))
    }
}

/// Whether a word has the form of a move in UCI notation.
fn is_move(word: &str) -> bool {
    let (squares, promotion) = word.split_at_checked(4).unwrap_or(("", word));
    let is_square = |s: &[u8]| (b'a'..=b'h').contains(&s[0]) && (b'1'..=b'8').contains(&s[1]);
    squares.as_bytes().chunks_exact(2).all(is_square)
        && !squares.is_empty()
        && ["", "n", "b", "r", "q"].contains(&promotion)
}

/// A text that is not empty, and not the word by which UCI writes an empty one.
pub(super) fn text_of(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty() && *text != EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stands_for_no_file() {
        for text in ["", "<empty>"] {
            let file = FilePath::from(text);
            assert_eq!((file.path(), file.to_string().as_str()), (None, EMPTY));
        }
        let mut file = FilePath::from("my nets/one.net");
        assert_eq!(file.to_string(), "my nets/one.net");
        file.resolve(Path::new("/home/me"));
        assert_eq!(file.path(), Some(Path::new("/home/me/my nets/one.net")));
        file.resolve(Path::new("/elsewhere"));
        assert_eq!(file.path(), Some(Path::new("/home/me/my nets/one.net")), "it is absolute");
    }

    #[test]
    fn values_are_read_or_refused() {
        type Level = BoundedInt<-2, 20>;
        assert_eq!(Level::read("-2").map(Level::get), Some(-2));
        for bad in ["21", "-3", "", "3.0", "many", "1e1"] {
            assert_eq!(Level::read(bad), None, "{bad}");
        }
        assert_eq!((bool::read("TRUE"), bool::read("1")), (Some(true), None));
        let moves = MoveWords::read("e2e4, a7a8q").unwrap();
        assert_eq!(moves.0, ["e2e4", "a7a8q"]);
        assert_eq!(moves.declaration(), "string default e2e4 a7a8q");
        assert_eq!(MoveWords::read("<empty>"), Some(MoveWords::default()));
        assert!(FilePath::read("it's ~ \"one\".net").is_some());
        for bad in ["\"one two.net\"", "'one.net'", "~/one.net"] {
            assert_eq!(FilePath::read(bad), None, "{bad}");
        }
        for bad in ["e9", "e2e4x", "é2e4", "e2e4 e9", "0000"] {
            assert_eq!(MoveWords::read(bad), None, "{bad}");
        }
    }
}
