//! The statistics against numbers that others have published, and against
//! computations by other means.
//!
//! Three sources:
//! - *published*: results and values from the tests of fastchess
//!   (`sprt_test.cpp`, `elo_test.cpp`), which take most of their results from
//!   real tests of Stockfish; rounded as they are there. Two of its cases
//!   are made up and left out, 16,700 draws (2.97) and 104 pairs won (2.94):
//!   H0 says there that the players are equal, which nothing but draws fits
//!   perfectly, so that their ratio cannot be positive. The computation below
//!   has −3.45 and 2.09.
//! - *computed*: a script in Python that shares no method with the program.
//!   For a mean, it climbs the dual function by Newton's method; for `t`, it
//!   fixes mean *and* variance by two Lagrange multipliers and looks for the
//!   best mean on a grid and by golden section; ratings by D. Hunter's
//!   MM algorithm, errors by second differences of the likelihood.
//! - *by hand*, as said beside them.

use super::runs::{Ran, run};
use staunton::arena::stats::{
    CrossTable, Estimates, GameList, Rating, Ratings, ResultCounts, Sprt, SprtModel, SprtVerdict,
    ranking, score_of_elo,
};
use staunton::chess::types::GameResult;

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
}

fn llr(model: SprtModel, elo0: f64, elo1: f64, result_counts: ResultCounts) -> f64 {
    Sprt { elo0, elo1, model, ..Sprt::default() }.llr(&result_counts)
}

#[test]
fn log_likelihood_ratios_as_published() {
    use SprtModel::{Logistic, Normalized};
    let games = ResultCounts::of_games;
    let pairs = ResultCounts::of_pairs;
    for (model, elo0, elo1, result_counts, expected) in [
        (Normalized, 0.0, 2.0, games(36_433, 68_692, 36_027), 0.92),
        (Normalized, -1.75, 0.25, games(10_871, 20_431, 10_650), 2.30),
        (Logistic, 0.5, 2.5, games(21_404, 40_708, 21_184), -1.57),
        (Logistic, 0.0, 2.0, games(57_433, 106_593, 57_030), -2.59),
        (Normalized, 0.0, 2.0, pairs([365, 16_618, 36_229, 16_974, 390]), 2.25),
        (Normalized, -1.75, 0.25, pairs([127, 4_883, 10_712, 5_150, 104]), 3.01),
        (Logistic, 0.5, 2.5, pairs([223, 9_863, 21_279, 10_037, 246]), -3.07),
        (Logistic, 0.0, 2.0, pairs([871, 26_175, 55_983, 26_678, 821]), -4.98),
    ] {
        close(llr(model, elo0, elo1, result_counts), expected, 0.005);
    }
}

#[test]
fn log_likelihood_ratios_as_computed_by_other_means() {
    use SprtModel::{Logistic, Normalized};
    let games = ResultCounts::of_games;
    let pairs = ResultCounts::of_pairs;
    for (model, elo0, elo1, result_counts, expected) in [
        (Normalized, 0.0, 2.0, pairs([365, 16_618, 36_229, 16_974, 390]), 2.250_367_703_5),
        (Logistic, 0.0, 2.0, pairs([871, 26_175, 55_983, 26_678, 821]), -4.978_672_863_5),
        (Normalized, 0.0, 10.0, pairs([10, 40, 120, 60, 20]), 1.527_539_745_3),
        (Logistic, 0.0, 10.0, pairs([10, 40, 120, 60, 20]), 2.155_922_135_6),
        (Normalized, -10.0, 0.0, pairs([2, 5, 20, 9, 0]), 0.030_209_158_8),
        (Logistic, -10.0, 0.0, pairs([2, 5, 20, 9, 0]), 0.094_276_464_3),
        (Normalized, 0.0, 2.0, pairs([1, 20, 300, 900, 779]), 12.633_791_100_1),
        (Normalized, -100.0, 100.0, pairs([0, 3, 40, 12, 1]), 15.107_908_674_7),
        (Normalized, -5.0, 5.0, games(45, 100, 30), 0.659_478_408_5),
        (Logistic, -5.0, 5.0, games(45, 100, 30), 1.007_054_950_0),
        // Most results are rare or missing.
        (Normalized, 0.0, 5.0, pairs([0, 0, 0, 0, 104]), 2.094_954_527_6),
        (Normalized, 0.0, 5.0, games(0, 16_700, 0), -3.450_539_774_1),
    ] {
        close(llr(model, elo0, elo1, result_counts), expected, 2e-9 * expected.abs().max(1.0));
    }
}

#[test]
fn a_ratio_by_hand() {
    // Without draws, the likeliest distribution with a mean is that mean, so that
    // 60 wins and 40 losses have the ratio 60 ln(s1/s0) + 40 ln((1 − s1)/(1 −
    // s0)); s0 = 1/2, and s1 = 10/11 is 400 Elo, which does not make a test; 100
    // Elo is s1 = 1/(1 + 10^-0.25).
    let s1 = 1.0 / (1.0 + 10_f64.powf(-0.25));
    let expected = 60.0 * (s1 / 0.5).ln() + 40.0 * ((1.0 - s1) / 0.5).ln();
    let found = llr(SprtModel::Logistic, 0.0, 100.0, ResultCounts::of_games(60, 0, 40));
    // The draw in place of results not seen weighs a thousandth of a game.
    close(found, expected, 2e-3);
}

#[test]
fn the_test_is_fair_to_both_sides() {
    let result_counts = ResultCounts::of_pairs([12, 60, 141, 77, 9]);
    for model in [SprtModel::Normalized, SprtModel::Logistic] {
        let mirrored = llr(model, -7.0, 3.0, result_counts.reversed());
        close(llr(model, -3.0, 7.0, result_counts), -mirrored, 1e-9);
    }
}

#[test]
fn a_verdict_comes_when_a_bound_is_passed() {
    let sprt = Sprt { elo0: 0.0, elo1: 10.0, ..Sprt::default() };
    let pairs = |n: u64| ResultCounts::of_pairs([n, 4 * n, 12 * n, 6 * n, 2 * n]);
    // The ratio grows in proportion to the pairs: 1.5275 for 250 of them, so
    // 2.9444 is reached with 482, or 20 times 25 = 500.
    assert_eq!(sprt.verdict(&pairs(19)), SprtVerdict::Undecided);
    assert_eq!(sprt.verdict(&pairs(20)), SprtVerdict::H1);
    assert_eq!(sprt.verdict(&pairs(60).reversed()), SprtVerdict::H0);
    assert_eq!(sprt.verdict(&ResultCounts::default()), SprtVerdict::Undecided);
}

#[test]
fn elo_and_its_relatives_as_published() {
    let games = ResultCounts::of_games;
    let pairs = ResultCounts::of_pairs;
    for (result_counts, normalised, error, superiority) in [
        (games(76, 123, 89), -20.76, 40.13, 0.1553),
        (games(136, 111, 96), 49.77, 36.77, 0.9960),
        (games(34, 0, 356), -508.44, 34.48, 0.0),
        (pairs([34, 54, 63, 64, 75]), 57.94, 28.28, 1.0),
        (pairs([332, 433, 498, 333, 334]), -9.17, 10.96, 0.0505),
        (pairs([7_895, 8_757, 5_685, 568, 9_999]), -19.01, 2.65, 0.0),
    ] {
        let found = Estimates::of(&result_counts).expect("there are games");
        close(found.normalised_elo.value, normalised, 0.006);
        close(found.normalised_elo.error(), error, 0.006);
        close(found.superiority, superiority, 5e-5);
    }
    for (result_counts, elo, error) in [
        (games(136, 111, 96), 40.70, 30.43),
        (pairs([34, 54, 63, 64, 75]), 55.58, 27.65),
        (pairs([332, 433, 498, 333, 334]), -8.64, 10.33),
        (pairs([7_895, 8_757, 5_685, 568, 9_999]), -21.04, 2.95),
    ] {
        let found = Estimates::of(&result_counts).expect("there are games").elo;
        close(found.value, elo, 0.006);
        close(found.error(), error, 0.006);
    }
}

#[test]
fn elo_by_hand() {
    // 30 wins, 40 draws, 30 losses: variance 0.6/4 = 0.15, error of the mean
    // sqrt(0.15/100), times 1.959964 = 0.075909.
    let found = Estimates::of(&ResultCounts::of_games(30, 40, 30)).expect("there are games");
    assert_eq!((found.elo.value, found.superiority), (0.0, 0.5));
    close(found.score.error(), 0.075_909, 1e-6);
    close(found.elo.high, -400.0 * (1.0_f64 / 0.575_909 - 1.0).log10(), 1e-3);
    close(found.normalised_elo.error(), 0.075_909 / 0.15_f64.sqrt() * 347.435_586, 1e-2);
    // The same games as pairs in which always the same color won know more
    // than the games do: nothing varies.
    let mut paired = ResultCounts::default();
    (0..30).for_each(|_| paired.add_pair(2, 0));
    (0..20).for_each(|_| paired.add_pair(1, 1));
    assert_eq!((paired.wins, paired.draws, paired.losses), (30, 40, 30));
    assert_eq!(Estimates::of(&paired).expect("there are games").elo.error(), 0.0);
}

fn pairs_table(players: usize, meetings: &[(usize, usize, [u64; 5])]) -> CrossTable {
    const HALF_POINTS: [(u8, u8); 5] = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)];
    let mut table = CrossTable::new(players);
    for (player, other, pairs) in meetings {
        for (count, (first, second)) in pairs.iter().zip(HALF_POINTS) {
            (0..*count).for_each(|_| table.add_pair(*player, *other, first, second));
        }
    }
    table
}

fn games_table(players: usize, meetings: &[(usize, usize, [u64; 3])]) -> CrossTable {
    let mut table = CrossTable::new(players);
    for (player, other, counts) in meetings {
        for (half_points, count) in (0..).zip(counts) {
            (0..*count).for_each(|_| table.add_single(*player, *other, half_points));
        }
    }
    table
}

fn check_ratings(found: &Ratings, expected: &[(f64, f64)]) {
    assert!(!found.believed);
    assert_eq!(found.players.len(), expected.len());
    for (Rating { elo, error }, (expected_elo, expected_error)) in
        found.players.iter().zip(expected)
    {
        close(*elo, *expected_elo, 1e-6);
        // Second differences are not derivatives.
        close(*error, *expected_error, 1e-3);
    }
}

#[test]
fn ratings_as_computed_by_other_means() {
    let three = games_table(3, &[(0, 1, [20, 30, 50]), (0, 2, [10, 20, 70]), (1, 2, [20, 40, 40])]);
    let found = Ratings::of(&three).expect("there are games");
    check_ratings(
        &found,
        &[(113.961_857_04, 29.081_50), (-12.737_153_90, 27.034_93), (-101.224_703_15, 28.587_00)],
    );
    assert_eq!(ranking(&three, Some(&found)), [0, 1, 2]);

    let ring = pairs_table(
        4,
        &[
            (0, 1, [2, 10, 20, 14, 4]),
            (1, 2, [5, 9, 22, 10, 4]),
            (2, 3, [1, 8, 19, 15, 7]),
            (0, 3, [0, 4, 16, 20, 10]),
        ],
    );
    check_ratings(
        &Ratings::of(&ring).expect("there are games"),
        &[
            (50.256_847_85, 27.494_39),
            (12.830_899_05, 26.865_65),
            (6.817_643_84, 27.057_06),
            (-69.905_390_74, 27.704_51),
        ],
    );
}

#[test]
fn two_ratings_are_the_elo_difference() {
    let table = pairs_table(2, &[(0, 1, [34, 54, 63, 64, 75])]);
    let ratings = Ratings::of(&table).expect("there are games");
    let elo = Estimates::of(&table.result_counts(0, 1)).expect("there are games").elo;
    let [first, second] = ratings.players[..] else { panic!("two players") };
    close(first.elo - second.elo, elo.value, 1e-6);
    // Each is half the difference from the mean.
    close(2.0 * first.error, elo.error(), 0.3);
}

#[test]
fn a_player_that_won_every_game_has_a_rating() {
    let table = games_table(3, &[(0, 1, [0, 0, 10]), (1, 2, [3, 4, 3])]);
    let ratings = Ratings::of(&table).expect("there are games");
    assert!(ratings.believed);
    let [best, middle, last] = ratings.players[..] else { panic!("three players") };
    assert!(best.elo.is_finite() && best.elo > middle.elo + 200.0, "{best:?} {middle:?}");
    // The prior that pulls all to the mean pulls the outer ones most.
    close(middle.elo, last.elo, 5.0);
    assert!(best.error > 200.0, "ten wins do not say how much stronger: {best:?}");
    assert_eq!(Ratings::of(&CrossTable::new(3)), None);
    // Without a single point the error is that of the prior, nearly.
    let swept = games_table(2, &[(0, 1, [0, 0, 40])]);
    let swept = Ratings::of(&swept).expect("there are games");
    assert!(swept.superiority(0, 1) > 0.999, "forty wins say who is stronger");
    let swept = swept.players[0];
    assert!(swept.error > 400.0 && swept.error < 700.0, "{swept:?}");
    // One or two wins do not: as for two players alone, nearly.
    for (wins, least, most) in [(1, 0.70, 0.80), (2, 0.82, 0.91), (5, 0.96, 0.995)] {
        let swept = games_table(2, &[(0, 1, [0, 0, wins])]);
        let share = Ratings::of(&swept).expect("there are games").superiority(0, 1);
        assert!(share > least && share < most, "{wins} wins: {share}");
    }
    let one_draw = Ratings::of(&games_table(2, &[(0, 1, [0, 1, 0])])).expect("there is a game");
    assert!(one_draw.players[0].error > 100.0, "{one_draw:?}");
    // Nor do wins over one player say much of another one.
    let apart = games_table(4, &[(0, 1, [0, 0, 2]), (2, 3, [0, 1, 0])]);
    let apart = Ratings::of(&apart).expect("there are games");
    let likelihoods = [(0, 2), (3, 1)].map(|(one, other)| apart.superiority(one, other));
    assert!(likelihoods.iter().all(|share| (0.5..0.8).contains(share)), "{likelihoods:?}");
    // The same prior connects two groups that never met.
    let apart = games_table(4, &[(0, 1, [3, 4, 5]), (2, 3, [5, 5, 5])]);
    assert!(Ratings::of(&apart).expect("there are games").believed);
}

#[test]
fn many_players_are_rated_at_once() {
    // Too many for the matrix of all pairs of them.
    const PLAYERS: usize = 2_100;
    let mut games = GameList::default();
    for player in 0..PLAYERS {
        for step in 1..=8 {
            let other = (player + step * step * 13) % PLAYERS;
            let result = match (player + 2 * step) % 3 {
                0 => GameResult::Draw,
                1 => GameResult::WhiteWins,
                _ => GameResult::BlackWins,
            };
            games.add(&player.to_string(), &other.to_string(), result);
        }
    }
    let found = games.rate(&[]).expect("there are games");
    assert!(!found.errors_are_whole && !found.believed);
    assert_eq!((found.players.len(), found.superiority.len()), (PLAYERS, 100));
    // Each scores what it is expected to score.
    let elo: Vec<f64> = found.players.iter().map(|player| player.rating.elo).collect();
    let mut surplus: Vec<f64> = found.players.iter().map(|player| player.points).collect();
    for pairing in &found.pairings {
        let (first, second) = pairing.players;
        let games = (pairing.wins + pairing.draws + pairing.losses) as f64;
        let expected = score_of_elo(elo[first] - elo[second]) * games;
        surplus[first] -= expected;
        surplus[second] -= games - expected;
    }
    assert!(surplus.iter().all(|surplus| surplus.abs() < 1e-6));
}

/// Runs `staunton sprt`.
fn sprt(arguments: &str) -> Ran {
    run(std::iter::once("sprt").chain(arguments.split_whitespace()))
}

#[test]
fn the_command_says_the_same() {
    let Ran { out, err, .. } = sprt("--pentanomial 10,40,120,60,20").succeeded();
    assert_eq!(err, "");
    for line in [
        "Games         500\n",
        "Pairs         250: [10, 40, 120, 60, 20]\n",
        "Elo           +28 ± 20\n",
        "nElo          +43 ± 30\n",
        "Superiority   99.69 %\n",
        "LLR           1.528 (-2.944, 2.944): undecided\n",
    ] {
        assert!(out.contains(line), "{line}{out}");
    }
    let games = "--wins 21404 --draws 40708 --losses 21184";
    let out = sprt(&format!("{games} --elo0 0.5 --elo1 2.5 --model logistic")).succeeded().out;
    assert!(
        out.contains("LLR           -1.572 (") && out.contains("Draws         48.87 %"),
        "{out}"
    );
    for (arguments, part) in [
        ("", "--wins"),
        ("--wins 3", "--draws"),
        ("--wins 3 --draws 1 --losses 2 --pentanomial 1,2,3,4,5", "cannot be used with"),
        ("--pentanomial 1,2,3", "five whole numbers"),
        ("--pentanomial 1,2,3,4,-5", "five whole numbers"),
        ("--pentanomial 0,0,0,0,0", "no game"),
        ("--wins 3 --draws 1 --losses 2 --elo1 -1", "0 is not less than -1"),
        ("--wins 3 --draws 1 --losses 2 --alpha 2", "alpha must lie between 0 and 0.5"),
        ("--wins 3 --draws 1 --losses 2 --model bayes", "'normalized', 'logistic' or 'bayesian'"),
    ] {
        sprt(arguments).refused(&[part]);
    }
}
