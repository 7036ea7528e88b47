//! Players and results of games, read without a look at the moves: hundreds of
//! megabytes in a second.

use super::signs;
use super::tags::{begins_like_tag, is_tag_line, mend_tag, parse_tag};
use crate::chess::notation::text::is_blank;
use crate::chess::types::GameResult;

/// Who played a game, and its result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnResult {
    /// The value of the tag `White`, without blanks around it; empty if there is none.
    pub white: String,
    /// The value of the tag `Black`.
    pub black: String,
    /// The result that follows the moves, or if it is unknown that of the tag `Result`.
    pub result: GameResult,
}

/// Reads the players and results of the games of a text. A game begins with tags;
/// moves without any are no game here.
///
/// ```
/// use staunton::chess::notation::pgn;
/// use staunton::chess::types::GameResult;
///
/// let text = "[White \"Morphy\"]\n[Black \"Isouard\"]\n\n1. e4 e5 {Not 1-0\n} 2. Nf3 1-0\n";
/// let game = pgn::read_results(text).next().expect("one game");
/// assert_eq!((game.white.as_str(), game.result), ("Morphy", GameResult::WhiteWins));
/// ```
pub fn read_results(text: &str) -> PgnResults<'_> {
    PgnResults { rest: text, game: OpenGame::default(), in_comment: false, after_blank: true }
}

/// An iterator over the results of a text, made by [`read_results`].
pub struct PgnResults<'t> {
    rest: &'t str,
    game: OpenGame<'t>,
    /// Whether a comment in braces is open.
    in_comment: bool,
    /// Whether the line before is blank.
    after_blank: bool,
}

/// The game that is being read.
#[derive(Default)]
struct OpenGame<'t> {
    white: Option<String>,
    black: Option<String>,
    result: Option<GameResult>,
    has_tags: bool,
    has_moves: bool,
    /// The last text of the moves that is no comment.
    last: &'t str,
}

impl<'t> Iterator for PgnResults<'t> {
    type Item = PgnResult;

    fn next(&mut self) -> Option<PgnResult> {
        while !self.rest.is_empty() {
            let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
            let (line, rest) = self.rest.split_at(end);
            let line = line.trim_matches(is_blank);
            if line.is_empty() {
                self.after_blank = true;
            } else if self.is_tags(line) {
                if self.begins_game(line) {
                    // The line is read again, as the first one of the next game.
                    self.after_blank = true;
                    self.in_comment = false;
                    return Some(std::mem::take(&mut self.game).finish());
                }
                self.in_comment = false;
                self.after_blank = false;
                self.tags(line);
            } else {
                self.after_blank = false;
                self.moves(line);
            }
            self.rest = rest;
        }
        self.game.has_tags.then(|| std::mem::take(&mut self.game).finish())
    }
}

impl<'t> PgnResults<'t> {
    /// Whether a line is one of tags. In a comment it is so under the same condition
    /// as for the reader of moves.
    fn is_tags(&self, line: &str) -> bool {
        if self.in_comment { self.after_blank && is_tag_line(line) } else { begins_like_tag(line) }
    }

    /// Whether a line of tags begins the next game: moves are before it, or it has a
    /// tag that the open game has already.
    fn begins_game(&self, line: &str) -> bool {
        let game = &self.game;
        let repeats = self.after_blank
            && (line.starts_with("[Event ")
                || line.starts_with("[White ") && game.white.is_some()
                || line.starts_with("[Black ") && game.black.is_some());
        game.has_tags && (game.has_moves || repeats)
    }

    fn tags(&mut self, mut line: &str) {
        let game = &mut self.game;
        game.has_tags = true;
        while let Some(tag) = parse_tag(line).or_else(|| mend_tag(line)) {
            let name = |value: &str| value.trim_matches(is_blank).to_string();
            // The first tag of a name counts.
            match tag.name.as_str() {
                "White" => _ = game.white.get_or_insert_with(|| name(&tag.value)),
                "Black" => _ = game.black.get_or_insert_with(|| name(&tag.value)),
                name if name.eq_ignore_ascii_case("Result") => {
                    game.result.get_or_insert(signs::result(&tag.value).unwrap_or_default());
                }
                _ => {}
            }
            line = line[tag.length..].trim_start_matches(is_blank);
        }
    }

    /// Looks for the last text of a line of moves that is no comment.
    fn moves(&mut self, mut line: &'t str) {
        if line.starts_with('%') && !self.in_comment {
            return;
        }
        self.game.has_moves = true;
        loop {
            if self.in_comment {
                let Some(end) = line.find('}') else { return };
                self.in_comment = false;
                line = &line[end + 1..];
            }
            let begin = line.bytes().position(|byte| matches!(byte, b'{' | b';'));
            let text = line[..begin.unwrap_or(line.len())].trim_matches(is_blank);
            if !text.is_empty() {
                self.game.last = text;
            }
            match begin {
                Some(at) if line.as_bytes()[at] == b'{' => {
                    self.in_comment = true;
                    line = &line[at + 1..];
                }
                _ => return,
            }
        }
    }
}

impl OpenGame<'_> {
    fn finish(self) -> PgnResult {
        // As for the reader of moves: an unknown result does not undo that of the tag.
        let known = |result: &GameResult| *result != GameResult::Unknown;
        let after_moves = signs::trailing_result(self.last).filter(known);
        PgnResult {
            white: self.white.unwrap_or_default(),
            black: self.black.unwrap_or_default(),
            result: after_moves.or(self.result).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<(String, String, GameResult)> {
        read_results(text).map(|game| (game.white, game.black, game.result)).collect()
    }

    #[test]
    fn games_are_told_apart_and_comments_passed_over() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        let text = "[Event \"x\"]\n[White \"A\"]\n[Black \" B \"]\n[Result \"1-0\"]\n\n\
            1. e4 {a\n[%clk 1]\n0-1} e5 (1... c5 {[\n} 2. d4) 2. Nf3 ; 1/2-1/2\n\n1-0\n\n\
            [White \"B\"] [Black \"A\"]\n\n1. e4 e5 1/2-1/2 {agreed}\n\
            [White \"C\"]\n[Black \"A\"]\n[Result \"0-1\"]\n\n\
            [White \"D\"]\n[Black \"A\"]\n[Result \"*\"]\n\n1. e4 {never closed\n\n\
            [Event \"y\"]\n\n[Event \"z\"]\n[Result \"1/2\"]\n\n1. d4 d5";
        let game = |white: &str, black: &str, result| (white.into(), black.into(), result);
        assert_eq!(
            all(text),
            [
                game("A", "B", WhiteWins),
                game("B", "A", Draw),
                game("C", "A", BlackWins),
                game("D", "A", Unknown),
                game("", "", Unknown),
                game("", "", Draw),
            ]
        );
        assert_eq!(all(""), []);
        assert_eq!(all("1. e4 e5 1-0\n"), []);
    }

    #[test]
    fn the_result_is_that_of_the_reader_of_moves() {
        for (tag, moves) in [
            ("1-0", "1. e4 e5 0-1"),
            ("1-0", "1. e4 e5"),
            ("?", "1. e4 e5 ½-½"),
            ("1-0", "1. e4 e5 *"),
            ("1-0", "*"),
            ("1-0\"]\n[Result \"0-1", "1. e4 e5 *"),
            ("+/-\"]\n[Result \"0-1", "1. e4 e5 *"),
            ("1-0", "1. e4 {A note.\n\n[Staunton, p. 12] says 0-1} e5 1/2-1/2"),
            ("1-0", "1. e4 {A note.\n\n[Staunton \"x\"] says} e5 1/2-1/2"),
            ("1-0", "1. e4 {never closed\n\n[Event \"next\"]\n\n1. e4 } 0-1"),
            ("0-1", "1. e4 e5 {1-0}"),
            ("0-1", "1. e4 e5 {1-0} *"),
            ("?", "1-0"),
        ] {
            let text = format!("[White \"A\"]\n[Result \"{tag}\"]\n\n{moves}\n");
            let read = super::super::read(&text).next().and_then(|entry| entry.game);
            let read = read.map(|game| game.result);
            assert_eq!(all(&text).first().map(|game| game.2), read, "{text}");
        }
    }
}
