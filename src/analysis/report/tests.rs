//! Reports of games that were analysed with few nodes.

use super::page::{MOST_READY, page};
use crate::analysis::engine_analyst::EngineAnalyst;
use crate::analysis::game::{AnalysedGame, analyse};
use crate::analysis::game_options::GameOptions;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::pgn;
use crate::chess::types::Color;
use crate::engine::Network;
use crate::engine::options::HashMb;
use crate::engine::search::{Limits, SearchControl};
use crate::support::html::escaped;

pub const GAMES: &str = "[Event \"A & <B>\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[WhiteElo \"1900\"]\n\
    [Result \"1-0\"]\n[TimeControl \"60\"]\n\n1. e4 {[%clk 0:00:58]} e5 {[%clk 0:00:40]} 2. Qh5 \
    {[%clk 0:00:50]} Nc6 {[%clk 0:00:39]} 3. Bc4 {[%clk 0:00:49]} Nf6 {[%clk 0:00:38]} 4. Qxf7# 1-0\n\n\
    [White \"</script><b>\"]\n[Black \"Bob\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 30\"]\n\n\
    30... Kd7 31. O-O Ke6 1/2-1/2\n";

fn analysed(text: &str) -> Vec<AnalysedGame> {
    analysed_with(text, &Limits::nodes(2_000).into())
}

/// The games of a text, analysed as the options say.
pub fn analysed_with(text: &str, options: &GameOptions) -> Vec<AnalysedGame> {
    let mut analyst =
        EngineAnalyst::new(HashMb::of(1), 1, Network::built_in()).expect("memory for a table");
    let read = pgn::read(text).map(|entry| entry.game.expect("a game"));
    let control = SearchControl::default();
    read.map(|game| {
        analyse(&game, &mut analyst, options, &control, &mut || ()).expect("it is analysed")
    })
    .collect()
}

/// The value of an attribute in each tag that has it.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let begin = format!(" {name}=\"");
    let values = page.split(&begin[..]).skip(1);
    values.filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_page_holds_its_games_and_asks_for_nothing() {
    let games = analysed(GAMES);
    let page = page(&games, MoveNotation::San);
    for part in [
        "<title>2 games</title>",
        &escaped(&games[0].sentences(MoveNotation::San).join(" ")),
        &escaped(&games[1].sentences(MoveNotation::San).join(" ")),
        "<th scope=\"col\">Middlegame</th>",
        "C20",
        "A &amp; &lt;B&gt;",
        "&lt;/script&gt;&lt;b&gt;",
        "<small>1900</small>",
        "id=\"g0p7\"",
        "data-m=\"e1g1\"",
        "2000 nodes, depth",
        "100 · exp(−5 · loss)",
        "class=\"chart clocks scrub\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    for link in attributes(&page, "href") {
        assert!(link.starts_with('#') || link.starts_with("data:"), "{link}");
        let Some(target) = link.strip_prefix("#g") else { continue };
        assert!(page.contains(&format!(" id=\"g{target}\"")), "{link}");
    }
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("<b>").count(), 0, "nothing of a name is markup");
    assert_eq!(attributes(&page, "src"), [""; 0]);
}

#[test]
fn games_after_the_first_are_opened_when_they_are_asked_for() {
    let text = "[White \"</script><!-- <script>\"]\n\n1. e4 e5 *\n\n";
    let games = analysed_with(&text.repeat(MOST_READY + 3), &Limits::nodes(1).into());
    let page = page(&games, MoveNotation::San);
    let (ready, later) = page.split_once("data-unopened").expect("some are not ready");
    assert_eq!(ready.matches("<article").count(), MOST_READY);
    assert_eq!(later.matches("<article").count(), 3);
    assert_eq!(page.matches("<script").count(), 3 + 1, "one for each, and the viewer");
    assert_eq!(page.matches("</script").count(), 3 + 1);
    assert!(!page.contains("<!-- <script"), "nothing of a name is markup");
    assert!(page.contains("<noscript>"));
}

#[test]
fn the_page_says_what_the_values_say() {
    let games = analysed(GAMES);
    let page = page(&games[..1], MoveNotation::San);
    let written = games[0].written(MoveNotation::San);
    for (summary, side) in [(&written.white, Color::White), (&written.black, Color::Black)] {
        let summary = summary.as_ref().expect("both sides moved");
        assert!(
            page.contains(&format!("<b class=\"big\">{:.1} %</b>", summary.accuracy)),
            "{side}"
        );
    }
    let marked: Vec<_> = written.moves.iter().filter(|mv| mv.mark.is_some()).collect();
    assert!(!marked.is_empty(), "a mate in four has mistakes");
    assert_eq!(attributes(&page, "data-k").len(), marked.len());
    assert_eq!(page.matches("<li class=").count(), marked.len());
    for mv in marked {
        assert!(page.contains(&format!("costs {:.0} points", mv.points_lost)), "{}", mv.mv);
    }
    assert!(page.contains(">mate</small>"), "the last move");
    assert!(
        page.contains("class=\"copy\" data-copies=\"pgn0\"")
            && page.contains("[White &quot;Ann&quot;]")
    );
}

#[test]
fn the_board_of_the_page_is_at_the_worst_move_and_black_is_below_its_own_mistakes() {
    let games = analysed(GAMES);
    let page = page(&games[..1], MoveNotation::San);
    let worst = games[0].moves.iter().enumerate().max_by(|a, b| a.1.loss.total_cmp(&b.1.loss));
    let (index, worst) = worst.expect("there are moves");
    assert!(page.contains(&format!("data-shown=\"{}\"", index + 1)));
    assert_eq!(worst.position.side_to_move(), Color::Black, "3... Nf6");
    let (_, item) = page
        .split_once(&format!("<li class=\"blunder\" data-ply=\"{}\"", index + 1))
        .expect("it is listed");
    let (item, _) = item.split_once("</li>").expect("it ends");
    for part in [
        "#black-below",
        "class=\"played\"",
        "class=\"better\"",
        "Better: <span class=\"variation\"",
    ] {
        assert!(item.contains(part), "{part}: {item}");
    }
}

#[test]
fn no_moves_are_no_reason_to_fail() {
    let games = analysed("[White \"Ann\"]\n\n*");
    let page = page(&games, MoveNotation::San);
    assert!(page.contains("<title>Ann – Black</title>"), "{page}");
}
