//! What an engine says of its search: `info` and `bestmove`.

use crate::chess::types::{MAX_PLY, Score};
use crate::engine::search::Bound;
use std::fmt;

/// The line `info`. Free text after `string` is not part of it, nor are
/// refutations and the line that is being searched.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info<'a> {
    /// `depth`, in plies.
    pub depth: Option<u64>,
    /// `seldepth`, in plies.
    pub seldepth: Option<u64>,
    /// `multipv`: the rank among the best lines, from one.
    pub multipv: Option<u64>,
    /// `score`. A score out of range counts as the nearest one within.
    pub score: Option<Score>,
    /// `lowerbound` or `upperbound`; an exact score has neither.
    pub bound: Option<Bound>,
    /// `wdl`: the chances of a win, a draw and a loss, in permille.
    pub wdl: Option<[u32; 3]>,
    /// `nodes`.
    pub nodes: Option<u64>,
    /// `nps`.
    pub nps: Option<u64>,
    /// `hashfull`, in permille.
    pub hashfull: Option<u64>,
    /// `tbhits`.
    pub tbhits: Option<u64>,
    /// `time`, in milliseconds.
    pub time: Option<u64>,
    /// `currmove`.
    pub current_move: Option<&'a str>,
    /// `currmovenumber`, from one.
    pub current_number: Option<u64>,
    /// `pv`, with all that follows it; empty if there is none.
    pub pv: &'a str,
}

/// What is wrong with an `info` line, a clause.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InfoError {
    /// No score follows `score`.
    #[error("'score {0} {1}' is no score")]
    Score(String, String),
    /// No whole number follows this word, but this text.
    #[error("no whole number follows '{0}', but '{1}'")]
    Number(String, String),
}

/// The words that may follow a PV, although it should come last.
const KEYWORDS: &str = "depth seldepth time nodes pv multipv score currmove currmovenumber \
                        hashfull nps tbhits sbhits cpuload string refutation currline wdl";

/// The moves of a PV, up to a word that is none of them.
pub fn pv_moves(pv: &str) -> impl Iterator<Item = &str> {
    let is_keyword = |word: &str| KEYWORDS.split(' ').any(|keyword| keyword == word);
    pv.split_ascii_whitespace().take_while(move |word| !is_keyword(word))
}

impl<'a> Info<'a> {
    /// Reads the text after `info`, and says what is the first thing wrong with
    /// it. What cannot be read is left out: engines report much that UCI does not
    /// define.
    pub fn read(text: &'a str) -> (Info<'a>, Result<(), InfoError>) {
        let (head, pv) = text.split_once(" pv ").unwrap_or((text, ""));
        let mut info = Info { pv: pv.trim_ascii(), ..Info::default() };
        let (mut mistake, mut ignored) = (Ok(()), None);
        let mut words = head.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "currmove" => info.current_move = words.next(),
                "wdl" => {
                    let chances = words.clone().map_while(|word| word.parse().ok()).take(3);
                    info.wdl = chances.collect::<Vec<u32>>().try_into().ok();
                }
                "score" => {
                    let (kind, text) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                    info.score = read_score(kind, text);
                    if info.score.is_none() && mistake.is_ok() {
                        mistake = Err(InfoError::Score(kind.to_string(), text.to_string()));
                    }
                }
                // Moves or free text follow to the end of the line.
                "pv" => break,
                "string" | "refutation" | "currline" => {
                    info.pv = "";
                    break;
                }
                _ => {}
            }
            let number = match word {
                "depth" => &mut info.depth,
                "seldepth" => &mut info.seldepth,
                "multipv" => &mut info.multipv,
                "nodes" => &mut info.nodes,
                "nps" => &mut info.nps,
                "hashfull" => &mut info.hashfull,
                "tbhits" => &mut info.tbhits,
                "time" => &mut info.time,
                "currmovenumber" => &mut info.current_number,
                "sbhits" | "cpuload" => &mut ignored,
                _ => continue,
            };
            let text = words.next().unwrap_or("");
            *number = text.parse().ok();
            if number.is_none() && mistake.is_ok() {
                mistake = Err(InfoError::Number(word.to_string(), text.to_string()));
            }
        }
        (info, mistake)
    }
}

fn read_score(kind: &str, number: &str) -> Option<Score> {
    let number: i64 = number.parse().ok()?;
    let moves = usize::try_from(number.unsigned_abs()).unwrap_or(MAX_PLY).min(MAX_PLY / 2);
    match kind {
        "cp" => {
            let most = i64::from(Score::MAX_EVAL.0);
            i32::try_from(number.clamp(-most, most)).ok().map(Score)
        }
        "mate" if number > 0 => Some(Score::mate_in(2 * moves - 1)),
        "mate" => Some(Score::mated_in(2 * moves)),
        _ => None,
    }
}

impl fmt::Display for Info<'_> {
    /// Some programs want the bound directly after the score, and the PV last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let write = |f: &mut fmt::Formatter<'_>, word, number: Option<u64>| {
            number.map_or(Ok(()), |number| write!(f, " {word} {number}"))
        };
        write(f, "depth", self.depth)?;
        write(f, "seldepth", self.seldepth)?;
        write(f, "multipv", self.multipv)?;
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        f.write_str(match self.bound {
            Some(Bound::Lower) => " lowerbound",
            Some(Bound::Upper) => " upperbound",
            Some(Bound::Exact) | None => "",
        })?;
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        write(f, "nodes", self.nodes)?;
        write(f, "nps", self.nps)?;
        write(f, "hashfull", self.hashfull)?;
        write(f, "tbhits", self.tbhits)?;
        write(f, "time", self.time)?;
        if let Some(mv) = self.current_move {
            write!(f, " currmove {mv}")?;
        }
        write(f, "currmovenumber", self.current_number)?;
        match self.pv {
            "" => Ok(()),
            pv => write!(f, " pv {pv}"),
        }
    }
}

/// The line `bestmove`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BestMove<'a> {
    /// The move in UCI notation, or [`BestMove::NONE`].
    pub best: &'a str,
    /// The move that the engine expects in reply.
    pub ponder: Option<&'a str>,
    /// Whether other words follow. They are not written.
    pub has_more: bool,
}

impl<'a> BestMove<'a> {
    /// What stands for the move where there is none.
    pub const NONE: &'static str = "(none)";

    /// Reads the text after `bestmove`. What is missing is empty.
    ///
    /// ```
    /// use staunton::uci::words::BestMove;
    ///
    /// let best = BestMove::read("e2e4 ponder e7e5");
    /// assert_eq!(best.to_string(), "bestmove e2e4 ponder e7e5");
    /// ```
    pub fn read(text: &'a str) -> BestMove<'a> {
        let words: Vec<&str> = text.split_ascii_whitespace().take(4).collect();
        let best = words.first().copied().unwrap_or("");
        let (ponder, has_more) = match words.get(1..).unwrap_or_default() {
            [] => (None, false),
            ["ponder", ponder] => (Some(*ponder), false),
            _ => (None, true),
        };
        BestMove { best, ponder, has_more }
    }

    /// Whether a word says that there is no move. Some engines write a null move.
    pub fn is_none(word: &str) -> bool {
        word == BestMove::NONE || word == "0000"
    }
}

impl fmt::Display for BestMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bestmove {}", self.best)?;
        self.ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_text_that_cannot_be_read() {
        let score = |text: &str| Info::read(text).0.score;
        assert_eq!(score("score mate 3"), Some(Score::mate_in(5)));
        assert_eq!(score("score mate -2"), Some(Score::mated_in(4)));
        assert_eq!(score("score mate 0"), Some(Score::mated_in(0)));
        assert_eq!(score("score mate 9999999"), Some(Score::mate_in(MAX_PLY - 1)));
        assert_eq!(score("score cp 99999999999"), Some(Score::MAX_EVAL));
        assert_eq!(score("score cp -99999999999"), Some(-Score::MAX_EVAL));
        for text in ["score", "score cp", "score cp x", "score mate 1.5", "score pi 3", "depth"] {
            let (info, mistake) = Info::read(text);
            assert_eq!((info, mistake.is_err()), (Info::default(), true), "{text}");
        }
        let (info, mistake) = Info::read("nps 1.5 depth x nodes 3 wdl sbhits 1 what 3");
        assert_eq!(info, Info { nodes: Some(3), ..Info::default() });
        assert_eq!(mistake, Err(InfoError::Number("nps".to_string(), "1.5".to_string())));
    }

    #[test]
    fn the_pv_is_what_follows_its_word() {
        assert_eq!(Info::read("depth 1 pv e2e4 e7e5").0.pv, "e2e4 e7e5");
        assert_eq!(Info::read("string the pv e2e4").0.pv, "");
        assert_eq!(Info::read("depth 1").0.pv, "");
        assert_eq!(pv_moves("e2e4 e7e5 nps 100").collect::<Vec<_>>(), ["e2e4", "e7e5"]);
    }

    #[test]
    fn words_after_the_best_move_are_noticed() {
        let best = BestMove { best: "g1f3", ponder: Some("b8c6"), has_more: false };
        assert_eq!(BestMove::read(" g1f3 ponder\tb8c6 "), best);
        assert_eq!(BestMove::read("g1f3"), BestMove { ponder: None, ..best });
        for more in ["g1f3 and more", "g1f3 ponder", "g1f3 b8c6", "g1f3 ponder b8c6 d2d4"] {
            let more = BestMove::read(more);
            assert_eq!(more, BestMove { ponder: None, has_more: true, ..best });
        }
        assert_eq!(BestMove::read("").best, "");
    }
}
