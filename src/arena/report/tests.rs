//! Reports of matches whose games consist of random moves.

use super::{Analysis, Exchange, Exchanges, MatchConditions, MatchResults, json};
use crate::analysis::analyst::JSON_SCHEMA;
use crate::arena::odds::{PRICED, find};
use crate::arena::openings::{Book, BookOptions};
use crate::arena::plan::record::{Ending, ForfeitReason, GameRecord, PlayedMove};
use crate::arena::stats::Sprt;
use crate::chess::game::{AdjudicationReason, Game, Outcome};
use crate::chess::movegen::legal_moves;
use crate::chess::types::{Color, GameResult, Score};
use crate::support::random::RandomStream;
use serde_json::Value;
use std::time::Duration;

/// A game of random moves, ended after some number of them if it is not over.
fn game(number: usize, players: [usize; 2], book: &Book) -> GameRecord {
    let opening = book.opening(number / 2);
    let mut random = RandomStream::new(11, number as u64, 0);
    let mut game =
        Game::from_moves(opening.start.clone(), opening.moves.iter().copied()).expect("legal");
    let mut moves = Vec::new();
    let length = 40 + random.below(200);
    while moves.len() < length && game.outcome(true).is_none() {
        let legal = legal_moves(game.position());
        let mv = legal[random.below(legal.len())];
        game.play(mv).expect("legal");
        moves.push(PlayedMove {
            mv,
            score: Some(Score(random.below(200) as i32 - 100)),
            depth: Some(8 + random.below(4) as u32),
            nodes: Some(10_000),
            time: Duration::from_micros(5_000 + random.below(5_000) as u64),
            ponder_hit: None,
            details: None,
        });
    }
    let ending = game.outcome(true).map_or_else(
        || match random.below(4) {
            0 => Ending::Adjudicated { result: GameResult::Draw, why: AdjudicationReason::Draw },
            1 => Ending::Forfeit { loser: Color::Black, reason: ForfeitReason::Crashed },
            2 => Ending::Lawful(Outcome::Resignation { loser: Color::White }),
            _ => Ending::Lawful(Outcome::Resignation { loser: Color::Black }),
        },
        Ending::Lawful,
    );
    let duration = Duration::from_millis(700);
    let pv_faults = Default::default();
    GameRecord { number, players, opening, moves, pv_faults, ending, started: 0, duration }
}

pub fn games(count: usize, players: usize) -> Vec<GameRecord> {
    let book = Book::open(&BookOptions { seed: 9, ..Default::default() }).expect("no file");
    let of = |number: usize| {
        let other = 1 + number / 2 % (players - 1);
        game(number, if number.is_multiple_of(2) { [0, other] } else { [other, 0] }, &book)
    };
    // Games do not end in the order in which they began.
    (0..count).rev().map(of).collect()
}

fn names(count: usize) -> Vec<String> {
    let first = "\"New\" <b> & Co".to_string();
    std::iter::once(first).chain((1..count).map(|i| format!("old {i}"))).collect()
}

pub fn with_match<T>(
    count: usize,
    players: usize,
    check: impl FnOnce(&MatchResults<'_>, Value) -> T,
) -> T {
    let games = games(count, players);
    let names = names(players);
    let of = MatchResults {
        are_pairs: true,
        title: "Random & others",
        players: &names,
        conditions: &MatchConditions {
            play: vec![("clock".to_string(), "8+0.08".to_string())],
            ..Default::default()
        },
        is_over: true,
        sprt: (players == 2).then(Sprt::default),
        games: &games,
    };
    let text = json(&Analysis::of(&of));
    check(&of, serde_json::from_str(&text).expect("JSON"))
}

fn html(of: &MatchResults<'_>) -> String {
    Analysis::of(of).page()
}

fn sum(values: &Value) -> u64 {
    values.as_array().expect("a list").iter().filter_map(Value::as_u64).sum()
}

#[test]
fn json_adds_up() {
    with_match(61, 2, |_, json| {
        assert_eq!(json["schema"], JSON_SCHEMA);
        assert_eq!(json["games_played"], 61);
        let result_counts = &json["meetings"][0]["tally"];
        assert_eq!(sum(&result_counts["pairs"]), 30, "the last game has no partner yet");
        let decisive_and_drawn: u64 = ["wins", "draws", "losses"]
            .map(|key| result_counts[key].as_u64().unwrap())
            .iter()
            .sum();
        assert_eq!(decisive_and_drawn, 61);
        assert_eq!(sum(&json["white"]), 61);
        let [first, second] = [0, 1].map(|player| &json["players"][player]);
        assert_eq!(sum(&first["by_color"][0]) + sum(&second["by_color"][0]), 61);
        assert_eq!(first["tally"]["wins"], second["tally"]["losses"]);
        for list in ["endings", "lengths"] {
            let counts =
                json[list].as_array().unwrap().iter().map(|pair| pair[1].as_u64().unwrap());
            assert_eq!(counts.sum::<u64>(), 61, "{list}");
        }
        let progress = json["progress"].as_array().unwrap();
        assert_eq!(progress.last().unwrap()["games"], 60);
        assert_eq!(progress.last().unwrap()["llr"], json["sprt"]["llr"]);
        let depth = first["depth"].as_f64().unwrap();
        let time = first["time_ms"].as_f64().unwrap();
        assert!((8.0..12.0).contains(&depth) && (5.0..10.0).contains(&time));
        assert_eq!(json["games"][7]["number"], 7);
    });
}

/// Every tag that is opened is closed, in order, and no tag loads anything.
fn check_html(html: &str) {
    let plain = html
        .replace("xmlns=\"http://www.w3.org/2000/svg\"", "")
        .replace("xmlns='http://www.w3.org/2000/svg'", "");
    for word in ["http:", "https:", "src=", "url(", "@import", "NaN"] {
        assert!(!plain.contains(word), "{word}");
    }
    let body = html.split_once("</style>").expect("a style").1.replace("</head>", "");
    let body = match body.split_once("<script>") {
        Some((before, rest)) => {
            [before, rest.split_once("</script>").expect("the script ends").1].concat()
        }
        None => body,
    };
    for link in body.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(link.starts_with('#') || link.starts_with("data:"), "{link}");
        let is_game = link.starts_with("#g");
        assert!(!is_game || body.contains(&format!(" id=\"{}\"", &link[1..])), "{link}");
    }
    let mut open: Vec<&str> = Vec::new();
    for tag in body.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.split([' ', '\n']).next().expect("a tag has a name");
        if tag.ends_with('/') || matches!(name, "br" | "meta" | "link" | "!--") {
            continue;
        }
        match name.strip_prefix('/') {
            Some("html") => {}
            Some(closed) => assert_eq!(open.pop(), Some(closed), "{tag}"),
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_page_stands_alone() {
    with_match(80, 2, |of, _| {
        let page = html(of);
        check_html(&page);
        for part in [
            "Random &amp; others",
            "&quot;New&quot; &lt;b&gt; &amp; Co",
            "The test as it went",
            "Openings lost both ways",
            "forfeit: crash",
            "prefers-color-scheme: dark",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(page.matches("<svg").count() >= 4);
    });
}

#[test]
fn exchanges_are_shown_beside_what_the_documents_say() {
    with_match(20, 2, |of, json_of_match| {
        let one = |name: &&str| {
            let handicap = find(name).expect("it has a name");
            Exchange::new(handicap, Analysis::of(of))
        };
        let all = Exchanges {
            title: "Pieces & pawns".to_string(),
            exchanges: PRICED.iter().map(one).collect(),
        };
        let page = all.page();
        check_html(&page);
        for part in
            ["Pieces &amp; pawns", "two-rooks-for-queen", "+1.02", "“Two Rooks may be exchanged"]
        {
            assert!(page.contains(part), "{part}");
        }
        let json: Value = serde_json::from_str(&json(&all)).expect("JSON");
        let exchanges = json["exchanges"].as_array().unwrap();
        assert_eq!(exchanges.len(), PRICED.len());
        // The version stands once, at the top.
        assert_eq!(json["schema"], JSON_SCHEMA);
        let mut result = json_of_match.clone();
        result.as_object_mut().expect("an object").remove("schema");
        for (exchange, name) in exchanges.iter().zip(PRICED) {
            assert_eq!(exchange["name"], name);
            assert_eq!(exchange["result"], result);
            let claim = exchange["agreement"].as_str().unwrap();
            assert!(["agrees", "differs", "open"].contains(&claim), "{claim}");
        }
    });
    let none = Exchanges { title: String::new(), exchanges: Vec::new() };
    check_html(&none.page());
}

#[test]
fn several_players_get_ratings_and_a_cross_table() {
    with_match(90, 4, |of, json| {
        let page = html(of);
        check_html(&page);
        assert!(page.contains("Cross-table") && !page.contains("The test as it went"));
        let players = json["players"].as_array().unwrap();
        let mut ranks: Vec<u64> = Vec::new();
        for player in players {
            let rank = player["rank"].as_u64().unwrap();
            // Players with equal ratings may come in any order.
            let elo = |player: &Value| player["rating"]["elo"].as_f64();
            let above = |other: &&Value| elo(other) > elo(player);
            let not_below = |other: &&Value| elo(other) >= elo(player);
            let first = players.iter().filter(above).count() as u64 + 1;
            let last = players.iter().filter(not_below).count() as u64;
            assert!((first..=last).contains(&rank), "{rank}");
            let name = player["name"]
                .as_str()
                .unwrap()
                .replace("\"New\" <b> & Co", "&quot;New&quot; &lt;b&gt; &amp; Co");
            assert_eq!(page.matches(&format!("{rank}. {name}</td>")).count(), 2, "in both tables");
            ranks.push(rank);
        }
        ranks.sort_unstable();
        assert_eq!(ranks, [1, 2, 3, 4]);
        let ratings = json["players"].as_array().unwrap().iter();
        let mean: f64 = ratings.map(|player| player["rating"]["elo"].as_f64().unwrap()).sum();
        assert!(mean.abs() < 1e-6);
    });
}

#[test]
fn no_games_are_no_reason_to_fail() {
    for count in [0, 1] {
        for players in [2, 3] {
            with_match(count, players, |of, json| {
                check_html(&html(of));
                assert_eq!(json["games_played"], count);
            });
        }
    }
}

/// The same game, won by the first player.
pub fn won_by_the_first(mut game: GameRecord) -> GameRecord {
    let loser = if game.players[0] == 0 { Color::Black } else { Color::White };
    game.ending = Ending::Lawful(Outcome::Resignation { loser });
    game
}

#[test]
fn a_match_won_in_every_game_has_a_bound() {
    let games: Vec<GameRecord> = games(40, 2).into_iter().map(won_by_the_first).collect();
    with_match(0, 2, |of, _| {
        let of = MatchResults { games: &games, ..of.clone() };
        let page = html(&of);
        check_html(&page);
        let lead = "</b> won all 40 games against <b>old 1</b>; it is stronger by at least 444 Elo \
                    (95 %, one-sided).";
        assert!(page.contains(lead), "{page}");
        assert!(!page.contains(">inf") && !page.contains("+inf"));
        // All pairs were lost; six are shown, the others folded.
        let (_, lost) = page.split_once("Openings lost both ways").expect("a section");
        let (shown, folded) = lost.split_once("<details>").expect("some are folded");
        assert_eq!(shown.matches("<figure").count(), 6);
        assert!(folded.contains("<summary>14 more</summary>"));
    });
}

#[test]
fn a_few_wins_do_not_say_who_is_stronger() {
    let games: Vec<GameRecord> = games(4, 2).into_iter().map(won_by_the_first).collect();
    with_match(0, 2, |of, _| {
        let analysis = Analysis::of(&MatchResults { games: &games, ..of.clone() });
        let sentence = analysis.sentence(&|player| ["new", "base"][player].to_string());
        let expected =
            "new won all 4 games against base; too few to say which is the stronger one.";
        assert_eq!(sentence, expected);
    });
}

#[test]
fn a_running_match_reads_itself_again() {
    with_match(20, 2, |of, _| {
        let over = html(of);
        let running = html(&MatchResults { is_over: false, ..of.clone() });
        check_html(&running);
        for part in ["http-equiv=\"refresh\"", "The match is running", "games so far"] {
            assert!(running.contains(part) && !over.contains(part), "{part}");
        }
    });
}

#[test]
fn games_can_be_stepped_through_with_both_evaluations() {
    with_match(20, 2, |of, json| {
        let page = html(of);
        let shown = json["shown_games"].as_array().unwrap();
        assert_eq!(page.matches("<article class=\"game\"").count(), shown.len());
        for game in shown {
            let number = &game["number"];
            let moves = game["moves"].as_array().unwrap().len();
            assert!(page.contains(&format!("id=\"g{number}p{moves}\"")), "{number}");
            assert!(!page.contains(&format!("id=\"g{number}p{}\"", moves + 1)), "{number}");
        }
        let chart = page.split("aria-label=\"The evaluations of both players").nth(1);
        let (chart, _) = chart.expect("a chart").split_once("</svg>").expect("it ends");
        for class in ["line first\" d=\"M", "line second\" d=\"M"] {
            assert_eq!(chart.matches(class).count(), 1, "{class}");
        }
        for part in ["Odd games", "Greatest swing", "Results by opening", ": book\"", "depth 9"] {
            assert!(page.contains(part), "{part}");
        }
    });
}

#[test]
fn a_tournament_has_the_curve_of_every_player_and_a_colored_table() {
    with_match(90, 4, |of, json| {
        let page = html(of);
        let (_, curves) = page.split_once("aria-label=\"The score as it went\"").expect("a chart");
        let (curves, _) = curves.split_once("</svg>").expect("it ends");
        for color in ["first", "second", "third", "fourth"] {
            assert_eq!(curves.matches(&format!("line {color}\" d=\"M")).count(), 1, "{color}");
        }
        let meetings = json["meetings"].as_array().unwrap().len();
        assert_eq!(page.matches("<td class=\"heat\"").count(), 2 * meetings);
        assert!(page.contains("data-label=\"Beats the next\""));
    });
}

#[test]
fn conditions_and_the_command_stand_in_one_table() {
    with_match(4, 2, |of, _| {
        let conditions = MatchConditions {
            processor: "A <fast> one".to_string(),
            command: "staunton match --engine 'cmd=a b'".to_string(),
            ..of.conditions.clone()
        };
        let page = html(&MatchResults { conditions: &conditions, ..of.clone() });
        check_html(&page);
        for part in [
            "<td>clock</td><td>8+0.08</td>",
            "A &lt;fast&gt; one",
            "<pre class=\"command\" id=\"command\">staunton match --engine 'cmd=a b'</pre>",
            "data-copies=\"command\"",
        ] {
            assert!(page.contains(part), "{part}");
        }
    });
}
