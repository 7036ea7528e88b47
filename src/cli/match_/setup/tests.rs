use super::*;
use crate::arena::plan::match_plan::{ClockMeasure, EngineSetting};
use crate::arena::plan::schedule::Schedule;
use crate::cli::{CliCommand, parse};

fn setup(line: &str) -> Result<MatchSetup, String> {
    let words = std::iter::once("match").chain(line.split(' ').filter(|word| !word.is_empty()));
    let line = parse(words.map(str::to_string).collect()).map_err(|error| error.to_string())?;
    let Some(CliCommand::Match(arguments)) = line.command else { panic!("no match") };
    read(&arguments, &EngineSettings::compiled_in().unwrap())
}

/// The plan of a command line without the word `match`.
pub fn plan(line: &str) -> MatchPlan {
    setup(line).map(|setup| setup.plan).unwrap_or_else(|what| panic!("{line}: {what}"))
}

const SELVES: &str = "--engine cmd=self --engine cmd=self";

#[test]
fn the_shortest_line_is_a_match() {
    let plan = plan("--preset quick --engine cmd=./old --engine cmd=./new");
    let names: Vec<&str> = plan.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["old", "new"]);
    assert_eq!(plan.rounds, 100);
    assert!(plan.players.iter().all(|player| player.thinking.to_string() == "1+0.01"));
    let Program::EngineCommand(command) = &plan.players[0].program else { panic!() };
    assert!(command.program.is_absolute());
}

#[test]
fn an_engines_own_word_goes_first() {
    let plan = plan(
        "--each tc=2+0 option.Hash=8 option.Threads=1 timemargin=7 \
         --engine cmd=self nodes=500 option.hash=2 clock=exact --engine cmd=no-such-engine args=-v dir=/tmp",
    );
    let [first, second] = &plan.players[..] else { panic!() };
    assert_eq!((first.thinking.nodes, first.thinking.clock), (Some(500), None));
    assert_eq!(second.thinking.to_string(), "2");
    assert_eq!(first.thinking.margin, Duration::from_millis(7));
    let measures = [first, second].map(|player| player.thinking.measure);
    assert_eq!(measures, [ClockMeasure::Exact, ClockMeasure::Usual]);
    let set = |player: &PlayerPlan| -> Vec<String> {
        let settings: &[EngineSetting] = &player.settings;
        settings.iter().map(|s| format!("{}={} {}", s.name, s.value, s.for_all)).collect()
    };
    assert_eq!(set(first), ["Threads=1 true", "hash=2 false"]);
    assert_eq!(set(second), ["Hash=8 true", "Threads=1 true"]);
    let Program::EngineCommand(command) = &second.program else { panic!() };
    assert_eq!(
        (command.program.to_str(), &command.arguments[..]),
        (Some("no-such-engine"), &["-v".into()][..])
    );
}

#[test]
fn games_and_rounds_multiply() {
    let rounds = |line: &str| plan(&format!("{SELVES} --preset nodes {line}")).rounds;
    assert_eq!(rounds(""), 100);
    assert_eq!(rounds("--games 2000"), 1000);
    assert_eq!(rounds("--rounds 50"), 50);
    assert_eq!(rounds("--rounds 50 --games 2"), 50);
    assert_eq!(rounds("--sprt elo0=0 elo1=5"), 1_000_000);
    let games =
        |line: &str| Schedule::of(&plan(&format!("{SELVES} --preset nodes {line}"))).games();
    assert_eq!(["--games 5", "--games 3 --rounds 3", "--games 1"].map(games), [5, 9, 1]);
    assert_eq!(games("--games 3 --rounds 2"), 6);
    let three = format!("{SELVES} --engine cmd=self --preset nodes --games");
    assert!(setup(&format!("{three} 3")).err().unwrap().contains("an even number or 1"));
    assert_eq!(Schedule::of(&plan(&format!("{three} 1"))).games(), 3);
}

#[test]
fn equal_names_are_told_apart() {
    let plan = plan("--preset nodes --engine cmd=self --engine cmd=self --engine cmd=self");
    let names: Vec<&str> = plan.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["self", "self#2", "self#3"]);
}

#[test]
fn engines_name_themselves_if_that_tells_them_apart() {
    let names = |line: &str, own: [&str; 2]| -> Vec<String> {
        let mut setup = setup(&format!("--preset nodes {line}")).unwrap();
        let facts = own.map(|name| EngineFacts { name: Some(name.into()), ..Default::default() });
        setup.use_engine_names(&facts);
        setup.plan.players.into_iter().map(|player| player.name).collect()
    };
    let two = "--engine cmd=./old --engine cmd=./new";
    assert_eq!(names(two, ["Fish 1", "Fish 2"]), ["Fish 1", "Fish 2"]);
    assert_eq!(names(two, ["Fish", "Fish"]), ["old", "new"]);
    let named = "--engine cmd=./old name=mine --engine cmd=./new";
    assert_eq!(names(named, ["Fish 1", "Fish 2"]), ["mine", "Fish 2"]);
    assert_eq!(names(named, ["Fish 1", "mine"]), ["mine", "new"]);
}

#[test]
fn games_of_an_opening_colors_and_seeds() {
    let line = "--preset nodes --games 1 --rounds 7 --noswap --reverse --wait 5";
    let single = plan(&format!("{SELVES} {line}"));
    assert_eq!(single.encounter, Encounter { games: 1, swaps: false, is_reversed: true });
    assert_eq!((single.rounds, single.pause), (7, Duration::from_millis(5)));
    let line = "--preset nodes --tournament gauntlet --seeds 2 --engine cmd=self restart=on";
    let gauntlet = plan(&format!("{SELVES} {line}"));
    assert_eq!(gauntlet.format, TournamentFormat::Gauntlet { seeds: 2 });
    let restarts: Vec<bool> = gauntlet.players.iter().map(|player| player.restart).collect();
    assert_eq!(restarts, [false, false, true]);
}

#[test]
fn a_loss_may_need_both_sides() {
    let two_sided = |word: &str| {
        let plan = plan(&format!("{SELVES} --preset nodes --resign movecount=3 score=5 {word}"));
        !plan.adjudication.win.unwrap().by_loser
    };
    assert!(two_sided("twosided") && two_sided("twosided=true") && !two_sided(""));
}

#[test]
fn details_are_kept_only_if_they_are_written() {
    let keeps = |line: &str| plan(&format!("{SELVES} --preset nodes {line}")).keep_details;
    assert!(!keeps("") && !keeps("--pgn a") && !keeps("--pgn file=a nodes=true"));
    assert!(keeps("--pgn file=a pv=true") && !keeps("--pgn file=a pv=true min=true"));
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    for (line, part) in [
        ("--engine cmd=self --preset quick", "say --engine twice"),
        ("--engine cmd=self --engine cmd=self", "nothing limits the time of self"),
        ("--engine cmd=self --engine name=x --preset nodes", "cmd=… is missing"),
        ("--engine cmd=self --engine fast --preset nodes", "'fast' is not of the form"),
        ("--engine cmd=self nods=5 --engine cmd=self", "'nods' is not known"),
        ("--engine cmd=self nodes=0 --engine cmd=self", "nodes cannot be '0'"),
        ("--engine cmd=self tc=fast --engine cmd=self", "tc cannot be 'fast'"),
        (
            "--engine cmd=self tc=1 clock=fair --engine cmd=self",
            "clock cannot be 'fair': it is usual",
        ),
        ("--engine cmd=self tc=1 st=1 --engine cmd=self", "not both"),
        ("--engine cmd=self st=-1 --engine cmd=self", "st is a number of seconds"),
        ("--engine cmd=self name=a --engine cmd=self name=a --preset quick", "called 'a'"),
        ("--engine cmd=self proto=xboard --engine cmd=self", "proto is uci"),
        ("--engine cmd=self --engine cmd=self --each cmd=x", "cannot be the same for all"),
        ("--engine cmd=self --engine cmd=self --preset slow", "only ltc, nodes, quick, stc"),
    ] {
        let error = setup(line).err().unwrap_or_else(|| panic!("{line}"));
        assert!(error.contains(part), "{line}: {error}");
    }
    for (line, part) in [
        ("--concurrency 2000", "1..=1024"),
        ("--use-affinity 0,0", "--use-affinity: "),
        ("--draw movenumber=30", "movecount=… is missing"),
        ("--draw movenumber=30 movecount=0 score=5", "movecount cannot be '0'"),
        ("--resign score=5 movecount=3 bothsides", "'bothsides' is not of the form"),
        ("--draw movecount=1 movecount=2", "--draw: 'movecount' is given twice"),
        ("--draw movenumber=1 movecount=2 score=3=4", "--draw: score cannot be '3=4'"),
        ("--sprt elo0=5 elo1=0", "--sprt: elo0 must be less than elo1"),
        ("--sprt elo0=0 elo1=5 --engine cmd=self", "a test of two players"),
        ("--rounds 0", "0"),
        ("--openings file=no/such.epd", "--openings: no/such.epd"),
        ("--openings order=random", "file=… is missing"),
        ("--openings books=x", "'books' is not known"),
        ("--variant crazyhouse", "--variant: "),
        ("--odds king", "--odds: there are no odds called 'king'"),
        ("--odds-fen 8/8", "--odds-fen: '8/8' is not a position"),
        ("--odds queen --odds-fen 8/8", "cannot be used with"),
        ("--tournament swiss", "swiss"),
    ] {
        let error = setup(&format!("{SELVES} --preset quick {line}")).err();
        let error = error.unwrap_or_else(|| panic!("{line}"));
        assert!(error.contains(part), "{line}: {error}");
    }
}

#[test]
fn the_definition_holds_what_decides_the_games() {
    let define = |line: &str| setup(line).map(|setup| setup.definition).unwrap();
    let one = define(&format!("{SELVES} --preset nodes"));
    assert_eq!(one, define(&format!("{SELVES} --each nodes=25000 --concurrency 2 --rounds 7")));
    for other in
        ["--seed 2", "--odds knight", "--maxmoves 9", "--each option.Hash=2", "--each timemargin=1"]
    {
        assert_ne!(one, define(&format!("{SELVES} --preset nodes {other}")), "{other}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn too_few_processors_for_threads_do_not_stop_scripts_of_fastchess() {
    let line = "--use-affinity --engine cmd=self name=a --engine cmd=self --concurrency 1000 \
                --each nodes=1 option.Threads=";
    for (threads, format, is_refused) in [
        (100, "result", true),
        (1, "fastchess", true),
        (100, "fastchess", false),
        (100, "cutechess", false),
    ] {
        let setup = setup(&format!("{line}{threads} --output format={format}"));
        match setup {
            Ok(setup) => assert!(!is_refused && setup.plan.processors.is_none(), "{format}"),
            Err(what) => assert!(is_refused && what.contains("need"), "{what}"),
        }
    }
}

#[test]
fn engines_that_play_by_time_need_cores() {
    let of = |line: &str| {
        let line = format!("--engine cmd=self --engine cmd=self option.Threads=2 {line}");
        warning_of_cores(&plan(&line), 4)
    };
    assert_eq!(of("--each tc=1+0.1 --concurrency 2"), None);
    assert_eq!(of("--each nodes=100 --concurrency 9"), None);
    let warning = of("--each tc=1+0.1 --concurrency 3").unwrap();
    assert!(warning.contains("of 2 threads need 6 processor cores, and there are 4"));
    assert!(of("--each st=1 --concurrency 3").is_some());
}
