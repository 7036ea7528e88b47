//! What differs between two positions, by themes and in sentences.

use crate::chess::board::Position;
use crate::chess::types::{Color, PieceKind, Square};
use crate::engine::eval::Network;
use crate::engine::eval::layout::Theme;
use crate::engine::eval::trace::Trace;
use crate::support::sort::sort_by_key;

/// Smaller differences, in centipawns, are not told apart.
const LEAST: i32 = 8;
/// The most sentences.
const MOST: usize = 8;

/// A difference between two positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveReason {
    /// What the first has over the second, in centipawns for one side.
    pub value: i32,
    /// A part of a sentence: "wins a pawn".
    pub words: String,
    /// Whether it is a theme of the evaluation: not material, the network, or a sum.
    pub is_theme: bool,
}

/// The differences of the first position from the second, for a side. Greater
/// ones come first; material, the network and what is left are always told.
pub fn compare(
    first: &Position,
    second: &Position,
    side: Color,
    network: &Network,
) -> Vec<MoveReason> {
    let traces = [first, second].map(|position| Trace::of(position, network));
    let sign = if side == Color::White { 1 } else { -1 };
    let whole = sign * (traces[0].white - traces[1].white);
    let material = sign * (traces[0].material - traces[1].material);
    let mut told: Vec<MoveReason> = Vec::new();
    if let Some(words) = material_words(first, second, side) {
        told.push(MoveReason { value: material, words, is_theme: false });
    }
    let mut themes = Vec::new();
    for owner in [side, !side] {
        for theme in Theme::ALL.into_iter().filter(|&theme| theme != Theme::Tempo) {
            let value_in = |trace: &Trace| trace.tapered(trace.theme(theme, owner));
            let gain = value_in(&traces[0]) - value_in(&traces[1]);
            let value = if owner == side { gain } else { -gain };
            if value.abs() >= LEAST {
                let words = theme_words(theme, &traces, owner == side, (owner, gain > 0));
                themes.push(MoveReason { value, words, is_theme: true });
            }
        }
    }
    sort_by_key(&mut themes, |reason| -reason.value.abs());
    themes.truncate(MOST);
    told.extend(themes);
    if let [Some(one), Some(two)] = traces.each_ref().map(|trace| trace.network) {
        let value = sign * (one - two);
        let words = "the network, which judges the position as a whole".to_string();
        told.push(MoveReason { value, words, is_theme: false });
    }
    let rest = whole - told.iter().map(|reason| reason.value).sum::<i32>();
    if rest != 0 {
        let words = "smaller differences, the right to move, and the scale of the end game";
        told.push(MoveReason { value: rest, words: words.to_string(), is_theme: false });
    }
    let words = "in all, without search".to_string();
    told.push(MoveReason { value: whole, words, is_theme: false });
    told
}

/// The reasons as lines.
pub fn text(reasons: &[MoveReason]) -> String {
    let mut text =
        "At the ends of the two lines the better one, compared with the other:\n".to_string();
    for (index, MoveReason { value, words, .. }) in reasons.iter().enumerate() {
        if index + 1 == reasons.len() {
            text += "  -----\n";
        }
        text += &format!("  {:+.2}  {words}\n", f64::from(*value) / 100.0);
    }
    text
}

/// What a side has won, lost and exchanged in the first position, compared with the
/// second: "loses a bishop for a pawn; exchanges a rook on both sides".
pub fn material_words(first: &Position, second: &Position, side: Color) -> Option<String> {
    let (mut won, mut lost, mut exchanged) = (Vec::new(), Vec::new(), Vec::new());
    let mut gain = 0;
    let kinds = PieceKind::ALL.into_iter().rev().filter(|&kind| kind != PieceKind::King);
    for kind in kinds {
        let more = |color: Color| {
            let count = |position: &Position| position.pieces(color, kind).count() as i32;
            count(first) - count(second)
        };
        let (own, theirs) = (more(side), more(!side));
        gain += (own - theirs) * kind.value();
        match own - theirs {
            0 if own < 0 => exchanged.push(counted(kind, -own)),
            0 => {}
            net @ 1.. => won.push(counted(kind, net)),
            net => lost.push(counted(kind, -net)),
        }
    }
    let mut parts = match (won.is_empty(), lost.is_empty()) {
        (true, true) => Vec::new(),
        (false, true) => vec![format!("wins {}", listed(&won))],
        (true, false) => vec![format!("loses {}", listed(&lost))],
        (false, false) if gain < 0 => vec![format!("loses {} for {}", listed(&lost), listed(&won))],
        (false, false) => vec![format!("wins {} for {}", listed(&won), listed(&lost))],
    };
    if !exchanged.is_empty() {
        parts.push(format!("exchanges {} on both sides", listed(&exchanged)));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn counted(kind: PieceKind, count: i32) -> String {
    match count {
        1 => format!("a {kind}"),
        2 => format!("two {kind}s"),
        count => format!("{count} {kind}s"),
    }
}

fn listed(words: &[String]) -> String {
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// A theme in words. `gains`: its owner has more of it in the first position.
/// A feature with a name is told only if it points the same way.
fn theme_words(
    theme: Theme,
    traces: &[Trace; 2],
    own: bool,
    (owner, gains): (Color, bool),
) -> String {
    let find = |group, name, is_good| features(traces, owner, own, (group, name, is_good), gains);
    let special = match theme {
        Theme::Passed => find("passed_rank", "passed pawn", true),
        Theme::Pawns => find("pawn_isolated", "isolated pawn", false)
            .or_else(|| find("pawn_doubled", "doubled pawn", false))
            .or_else(|| find("pawn_backward", "backward pawn", false)),
        Theme::Pieces => bishop_pair(traces, owner, own, gains),
        _ => None,
    };
    if let Some(words) = special {
        return words;
    }
    let whose = if own { "its" } else { "the opponent's" };
    let [better, worse] = match theme {
        Theme::Squares => ["pieces stand on better squares", "pieces stand on worse squares"],
        Theme::Mobility => ["pieces are more mobile", "pieces are less mobile"],
        Theme::Pawns => ["pawns are stronger", "pawns are weaker"],
        Theme::Passed => ["passed pawns are more dangerous", "passed pawns are less dangerous"],
        Theme::King => ["king is safer, or attack stronger", "king is less safe, or attack weaker"],
        Theme::Threats => ["threats are greater", "threats are smaller"],
        Theme::Pieces => ["pieces are placed better", "pieces are placed worse"],
        Theme::Tempo => ["move", "move"],
    };
    format!("{whose} {}{}", if gains { better } else { worse }, pieces(theme, traces, owner, gains))
}

/// The kind of piece that makes most of a difference, for themes of pieces.
fn pieces(theme: Theme, traces: &[Trace; 2], owner: Color, gains: bool) -> String {
    if !matches!(theme, Theme::Squares | Theme::Mobility) {
        return String::new();
    }
    let of_kind = |trace: &Trace, kind: PieceKind| -> i32 {
        let name = kind.to_string();
        let terms = trace.terms.iter().filter(|term| {
            let group = term.group();
            term.color == owner && group.theme == theme && group.name.ends_with(&name)
        });
        terms.map(|term| trace.tapered(term.value())).sum()
    };
    let differences =
        PieceKind::ALL.map(|kind| (of_kind(&traces[0], kind) - of_kind(&traces[1], kind), kind));
    let greatest =
        differences.into_iter().max_by_key(|(value, _)| if gains { *value } else { -*value });
    match greatest {
        Some((_, PieceKind::King)) => ", above all the king".to_string(),
        Some((value, kind)) if value != 0 => format!(", above all {kind}s"),
        _ => String::new(),
    }
}

/// The pawns of a group that one position has and the other lacks: "wins a
/// passed pawn on the c-file". `is_good`: whether the feature is good to have;
/// `gains`: whether its owner is better off in the first position. `None` if no
/// difference of files goes that way.
fn features(
    traces: &[Trace; 2],
    owner: Color,
    own: bool,
    (group, name, is_good): (&str, &str, bool),
    gains: bool,
) -> Option<String> {
    let files = |trace: &Trace| -> Vec<String> {
        let terms =
            trace.terms.iter().filter(|term| term.color == owner && term.group().name == group);
        let squares: Vec<Square> = terms.filter_map(|term| term.piece).collect();
        let mut files: Vec<String> =
            squares.iter().map(|square| format!("{}-file", square.file().letter())).collect();
        files.sort_unstable();
        files.dedup();
        files
    };
    let [first, second] = traces.each_ref().map(files);
    let only = |one: &[String], other: &[String]| -> Vec<String> {
        one.iter().filter(|file| !other.contains(file)).map(|file| format!("the {file}")).collect()
    };
    let files = if is_good == gains { only(&first, &second) } else { only(&second, &first) };
    if files.is_empty() {
        return None;
    }
    let verb = match (own, is_good, gains) {
        (true, true, true) => "wins a",
        (true, true, false) => "costs the",
        (true, false, true) => "avoids an",
        (true, false, false) => "leaves it with an",
        (false, true, true) => "gives the opponent a",
        (false, true, false) => "stops the opponent's",
        (false, false, true) => "frees the opponent of an",
        (false, false, false) => "gives the opponent an",
    };
    // "an isolated pawn", but "a doubled pawn".
    let verb = match verb.strip_suffix(" an") {
        Some(verb) if !name.starts_with(['a', 'i']) => format!("{verb} a"),
        _ => verb.to_string(),
    };
    let plural = if files.len() > 1 { "s" } else { "" };
    let verb = if plural.is_empty() {
        verb
    } else {
        verb.trim_end_matches(" a").trim_end_matches(" an").to_string()
    };
    Some(format!("{verb} {name}{plural} on {}", listed(&files)))
}

/// The pair of bishops, if only one position has it.
fn bishop_pair(traces: &[Trace; 2], owner: Color, own: bool, gains: bool) -> Option<String> {
    let has = |trace: &Trace| {
        trace.terms.iter().any(|term| term.color == owner && term.group().name == "bishop_pair")
    };
    if has(&traces[0]) == has(&traces[1]) || has(&traces[0]) != gains {
        return None;
    }
    let words = match (own, gains) {
        (true, true) => "keeps the bishop pair",
        (true, false) => "costs the bishop pair",
        (false, true) => "leaves the opponent the bishop pair",
        (false, false) => "takes the bishop pair from the opponent",
    };
    Some(words.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(first: &str, second: &str, side: Color) -> Vec<String> {
        let [first, second] = [first, second].map(|fen| fen.parse().expect("a legal position"));
        let reasons = compare(&first, &second, side, Network::built_in());
        reasons.into_iter().map(|reason| reason.words).collect()
    }

    #[test]
    fn differences_are_named() {
        let pair = "4k3/5ppp/8/8/8/8/5PPP/2B1KB2 w - - 0 1";
        let none = "4k3/5ppp/8/8/8/8/5PPP/2B1KN2 w - - 0 1";
        let found = words(pair, none, Color::White);
        assert_eq!(found[0], "wins a bishop for a knight");
        assert!(found.contains(&"keeps the bishop pair".to_string()), "{found:?}");
        let found = words(none, pair, Color::White);
        assert!(found.contains(&"costs the bishop pair".to_string()), "{found:?}");
        let found = words(none, pair, Color::Black);
        assert!(
            found.contains(&"takes the bishop pair from the opponent".to_string()),
            "{found:?}"
        );

        let passed = "4k3/5ppp/8/2P5/8/8/5PPP/4K3 w - - 0 1";
        let stopped = "4k3/2p2ppp/8/2P5/8/8/5PP1/4K3 w - - 0 1";
        let found = words(passed, stopped, Color::White);
        assert_eq!(found[0], "wins two pawns");
        assert!(found.contains(&"wins a passed pawn on the c-file".to_string()), "{found:?}");
        let found = words(passed, stopped, Color::Black);
        assert!(found.contains(&"gives the opponent a passed pawn on the c-file".to_string()));
    }

    #[test]
    fn what_is_told_adds_up() {
        let [first, second] = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        ]
        .map(|fen| fen.parse().expect("a legal position"));
        for side in Color::ALL {
            let reasons = compare(&first, &second, side, Network::built_in());
            let (whole, parts) = reasons.split_last().expect("there is always the whole");
            let sum: i32 = parts.iter().map(|reason| reason.value).sum();
            assert_eq!(whole.value, sum, "{reasons:?}");
        }
    }
}
