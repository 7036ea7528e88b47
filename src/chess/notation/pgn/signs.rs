//! The signs of annotators with the numeric annotation glyphs that they stand for,
//! and the forms of results.
//!
//! The numbers up to 139 are those of the PGN standard; those above are in general
//! use (`140` "with the idea", `146` a novelty).

use crate::chess::notation::text::is_blank;
use crate::chess::types::GameResult;

/// Signs that stand alone or behind a move, with their glyphs.
const SIGNS: [(&str, u8); 57] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("=/∞", 44),
    ("∞/=", 44),
    ("=∞", 44),
    ("∞=", 44),
    ("⯹", 44),
    ("==", 10),
    ("=", 10),
    ("∞", 13),
    ("+/=", 14),
    ("+=", 14),
    ("⩲", 14),
    ("=/+", 15),
    ("=+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("+/−", 16),
    ("±", 16),
    ("-/+", 17),
    ("−/+", 17),
    ("∓", 17),
    ("+--", 20),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("+—", 18),
    ("--+", 21),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("—+", 19),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↻", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("Δ", 140),
    ("△", 140),
    ("∇", 141),
    ("⌓", 142),
];

/// Words with their glyphs.
const WORDS: [(&str, u8); 6] =
    [("N", 146), ("N.", 146), ("TN", 146), ("Novelty", 146), ("novelty", 146), ("zugzwang", 22)];

/// The longest sign at the start of a text: its length in bytes, and its glyph.
pub(super) fn leading(text: &str) -> Option<(usize, u8)> {
    // Most words are moves.
    if text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    longest(|sign| {
        let rest = text.strip_prefix(sign)?;
        // "=Q" does not mean equality.
        let is_whole = !sign.is_ascii() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
        is_whole.then_some(sign.len())
    })
}

/// Where the longest sign at the end of a word begins, behind the move.
pub(super) fn trailing(word: &str) -> Option<usize> {
    if word.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    // A sign such as "=/∞" is cut before its last character, which ends the word.
    let ends = |sign: &str| word.ends_with(sign).then_some(sign.len());
    let length = longest(ends).map(|(length, _)| length).max(ends("=/"))?;
    let start = word.len() - length;
    (start > 0).then_some(start)
}

fn longest(fits: impl Fn(&str) -> Option<usize>) -> Option<(usize, u8)> {
    let found = SIGNS.iter().filter_map(|&(sign, glyph)| Some((fits(sign)?, glyph)));
    found.max_by_key(|&(length, _)| length)
}

/// The glyph of a word.
pub(super) fn of_word(word: &str) -> Option<u8> {
    WORDS.iter().find(|(known, _)| *known == word).map(|&(_, glyph)| glyph)
}

/// Whether a sign begins with this character, which ends a move before it.
fn is_sign(symbol: char) -> bool {
    match symbol {
        '!' | '?' => true,
        _ => {
            !symbol.is_ascii()
                && !matches!(symbol, '−' | '–' | '—')
                && SIGNS.iter().any(|(sign, _)| sign.starts_with(symbol))
        }
    }
}

/// The glyph of the marks at the end of a text; 0 if it has none.
pub(super) fn mark_of(text: &str) -> u8 {
    let marks = &text[text.trim_end_matches(['!', '?']).len()..];
    leading(marks).map_or(0, |(_, glyph)| glyph)
}

/// The first characters of results.
const BEGIN_RESULTS: [char; 4] = ['0', '1', '½', '*'];
const RESULTS: [(&str, GameResult); 17] = [
    ("1-0", GameResult::WhiteWins),
    ("0-1", GameResult::BlackWins),
    ("1/2-1/2", GameResult::Draw),
    ("½-½", GameResult::Draw),
    ("1/2", GameResult::Draw),
    ("½", GameResult::Draw),
    ("1–0", GameResult::WhiteWins),
    ("0–1", GameResult::BlackWins),
    ("½–½", GameResult::Draw),
    ("1/2–1/2", GameResult::Draw),
    ("1:0", GameResult::WhiteWins),
    ("0:1", GameResult::BlackWins),
    ("1 - 0", GameResult::WhiteWins),
    ("0 - 1", GameResult::BlackWins),
    ("1/2 - 1/2", GameResult::Draw),
    ("½ - ½", GameResult::Draw),
    ("*", GameResult::Unknown),
];

/// The result that a text states, in any of the [`RESULTS`] forms.
pub(super) fn result(text: &str) -> Option<GameResult> {
    RESULTS.iter().find(|(form, _)| *form == text.trim()).map(|&(_, result)| result)
}

/// The longest result at the start of a text, and its length.
pub(super) fn leading_result(text: &str) -> Option<(usize, GameResult)> {
    if !text.starts_with(BEGIN_RESULTS) {
        return None;
    }
    let ends =
        |rest: &str| rest.starts_with('.') || rest.starts_with(|c| is_blank(c) || ends_word(c));
    let is_here = |&(form, _): &(&str, GameResult)| {
        text.strip_prefix(form).is_some_and(|rest| rest.is_empty() || form == "*" || ends(rest))
    };
    let found = RESULTS.into_iter().filter(is_here);
    found.map(|(form, result)| (form.len(), result)).max_by_key(|&(length, _)| length)
}

/// The longest result at the end of a text, after a blank or nothing.
pub(super) fn trailing_result(text: &str) -> Option<GameResult> {
    let is_here = |&&(form, _): &&(&str, GameResult)| {
        text.strip_suffix(form)
            .is_some_and(|before| before.is_empty() || before.ends_with(is_blank))
    };
    let longest = RESULTS.iter().filter(is_here).max_by_key(|(form, _)| form.len());
    longest.map(|&(_, result)| result)
}

/// Whether a character ends a word before it: a sign or a bracket.
pub(super) fn ends_word(symbol: char) -> bool {
    !symbol.is_ascii_alphanumeric() && ("(){}[]<>;$\",*".contains(symbol) || is_sign(symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_sign_counts() {
        for (text, length, glyph) in [
            ("+- x", 2, 18),
            ("+/-", 3, 16),
            ("=+", 2, 15),
            ("=", 1, 10),
            ("=∞", 4, 44),
            ("−+", 4, 19),
            ("?!?", 2, 6),
        ] {
            assert_eq!(leading(text), Some((length, glyph)), "{text}");
        }
        assert_eq!((leading("=Q"), leading("Nf3"), leading("--")), (None, None, None));
        for (word, start) in
            [("Nf3+-", 3), ("Nf3++-", 4), ("Rd8=", 3), ("Qxf7+/=", 4), ("O-O-+", 3)]
        {
            assert_eq!(trailing(word), Some(start), "{word}");
        }
        assert_eq!((trailing("="), trailing("e8=Q"), trailing("Nf3+")), (None, None, None));
        assert!(is_sign('±') && !is_sign('–') && !is_sign('ü'));
    }
}
