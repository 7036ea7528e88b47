//! What a match tells of its games while it runs, and of pondering.

use super::arena::{LONG, kill_after, play};
use super::runs::fresh;
use serde_json::Value;

#[test]
fn the_page_is_written_while_games_are_played() {
    let page = fresh("live.html");
    kill_after(3, &format!("{LONG} --report {}", page.display()), "unused");
    let text = std::fs::read_to_string(page).expect("it is there before the end");
    assert!(text.contains("</html>"), "{text}");
}

#[test]
fn engines_search_on_their_opponents_time() {
    for (second, name) in [("cmd={fake} args=ponders", "fakes"), ("cmd=self", "self")] {
        let json = fresh(&format!("ponder-{name}.json"));
        let played = play(
            &format!(
                "--engine cmd={{fake}} name=a args=ponders --engine {second} name=b --games 2 \
                 --each nodes=40 ponder option.Hash=1 --maxmoves 6 --pgn {{pgn}} --json {}",
                json.display()
            ),
            &format!("ponder-{name}"),
        );
        assert_eq!(played.code, Some(0), "{}", played.err);
        assert!(!played.err.contains("answered before"), "{}", played.err);
        let text = std::fs::read_to_string(json).unwrap();
        let json: Value = serde_json::from_str(&text).unwrap();
        assert!(played.out.contains("Pondering of a: "), "{}", played.out);
        for player in json["players"].as_array().unwrap() {
            let pondering = &player["pondering"];
            let [searches, hits] = ["searches", "hits"].map(|key| pondering[key].as_u64().unwrap());
            assert!(searches > 0 && hits <= searches, "{player}");
            // Two of a kind know each other's moves.
            assert!(name == "self" || hits == searches, "{player}");
        }
        assert!(text.contains("\"is_over\": true") && text.contains("ponder option.Hash=1"));
    }
}
