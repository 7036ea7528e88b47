use super::super::setup::tests::plan as plan_of;
use super::*;

fn plan(names: &[&str]) -> MatchPlan {
    let engines: String =
        names.iter().map(|name| format!("--engine cmd=self name={name} ")).collect();
    plan_of(&format!("{engines} --each tc=10+0.1 --rounds 10"))
}

fn lines<'m>(plan: &'m MatchPlan, words: &str, sprt: bool) -> RunnerLines<'m> {
    let words: Vec<String> = words.split(' ').map(str::to_string).collect();
    let fact = |hash: &str| EngineFacts {
        name: None,
        threads: Some("1".to_string()),
        hash: Some(hash.to_string()),
    };
    let sprt = sprt.then(|| "elo0=0 elo1=5".parse().unwrap());
    let options = OutputOptions::read(&words).unwrap();
    RunnerLines::new(options, plan, sprt, vec![fact("16"), fact("16")], Some("books/8moves.epd"))
}

/// Pairs with 1, 2, 4, 2 and 3 of the five results; of the even ones, three are
/// two draws.
fn table() -> CrossTable {
    let mut table = CrossTable::new(2);
    let pairs = [[0, 0], [0, 1], [1, 0], [1, 1], [1, 1], [1, 1], [2, 0], [2, 1], [1, 2]];
    for [first, second] in pairs.into_iter().chain([[2, 2]; 3]) {
        table.add_pair(0, 1, first, second);
    }
    table
}

#[test]
fn the_rating_is_as_fastchess_writes_it() {
    let plan = plan(&["A", "B"]);
    let mut lines = lines(&plan, "format=fastchess", true);
    lines.even_pairs = [1, 3];
    let table = table();
    let text = lines.rating(&table);
    let Estimates { elo, normalised_elo, superiority, .. } =
        Estimates::of(&table.result_counts(0, 1)).unwrap();
    assert_eq!(
        text,
        format!(
            "Results of A vs B (10+0.1, 1t, 16MB, 8moves.epd):\n\
             Elo: {:.2} +/- {:.2}, nElo: {:.2} +/- {:.2}\n\
             LOS: {:.2} %, DrawRatio: 33.33 %, PairsRatio: 1.67\n\
             Games: 24, Wins: 9, Losses: 5, Draws: 10, Points: 14.0 (58.33 %)\n\
             Ptnml(0-2): [1, 2, 4, 2, 3], WL/DD Ratio: 0.33\n",
            elo.value,
            elo.error(),
            normalised_elo.value,
            normalised_elo.error(),
            100.0 * superiority,
        )
    );
    let llr = lines.llr(&lines.sprt.unwrap(), &table.result_counts(0, 1));
    assert!(llr.starts_with("LLR: 0."), "{llr}");
    assert!(llr.ends_with("%) (-2.94, 2.94) [0.00, 5.00]\n"), "{llr}");
}

#[test]
fn a_rating_of_games_has_no_pairs() {
    let plan = plan(&["A", "B"]);
    let text = lines(&plan, "format=fastchess penta=false", false).rating(&table());
    assert!(text.contains("DrawRatio: 41.67 %\nGames: 24,"), "{text}");
    assert!(!text.contains("Ptnml") && text.ends_with("(58.33 %)\n"), "{text}");
}

#[test]
fn cutechess_has_its_own_words() {
    let plan = plan(&["A", "B"]);
    let lines = lines(&plan, "format=cutechess", true);
    let table = table();
    assert_eq!(score_of(&plan, &table, [0, 1], "  "), "Score of A vs B: 9 - 5 - 10  [0.583] 24");
    let rating = lines.cutechess_rating(&table);
    assert!(rating.starts_with("Elo difference: 58.45 +/- "), "{rating}");
    assert!(rating.ends_with(" %, DrawRatio: 41.67 %\n"), "{rating}");
    let llr = lines.llr(&lines.sprt.unwrap(), &table.result_counts(0, 1));
    assert!(llr.starts_with("SPRT: llr 0.") && llr.ends_with("lbound -2.94, ubound 2.94\n"));
}

#[test]
fn more_than_two_players_are_ranked() {
    let names = ["A", "B", "a-player-with-a-very-long-name"];
    let plan = plan(&names);
    let mut table = CrossTable::new(3);
    table.add_pair(0, 1, 0, 1);
    table.add_pair(0, 2, 1, 0);
    table.add_pair(1, 2, 1, 2);
    let text = lines(&plan, "format=fastchess", false).ranking(&table);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0][..4], ["Rank", "Name", "Elo", "+/-"]);
    let places: Vec<_> = rows[1..].iter().map(|row| (row[0], row[1])).collect();
    assert_eq!(places, [("1", "B"), ("2", names[2]), ("3", "A")]);
    assert!(text.contains("     75.0%       0.0%      [0, 0, 0, 2, 0]"), "{text}");
    let lengths: Vec<usize> = text.lines().map(str::len).collect();
    assert!(lengths.iter().all(|&length| length == lengths[0]), "{text}");
}

#[test]
fn numbers_that_are_none() {
    assert_eq!(
        [f64::NAN, f64::INFINITY, -0.0, 1.005].map(decimals),
        ["nan", "inf", "0.00", "1.00"]
    );
    let words = |word: &str| OutputOptions::read(&[word.to_string()]);
    assert!(words("format=xml").unwrap_err().contains("not 'xml'"));
    assert!(words("ratinginterval=x").is_err());
}
