use super::flags::FlagWords;
use super::translate::translate;
use super::translation::Translation;
use crate::cli::match_::MatchArgs;
use crate::cli::{CliCommand, parse};

fn read(line: &str) -> Result<Translation, String> {
    let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
    FlagWords::split(&words).and_then(|flags| translate(&flags))
}

/// The translated words, without those that differ from run to run.
fn words(line: &str) -> String {
    let found = read(line).unwrap_or_else(|what| panic!("{line}: {what}"));
    found.words().join(" ")
}

/// What `staunton match` reads.
fn arguments(line: &str) -> MatchArgs {
    let found = read(line).unwrap_or_else(|what| panic!("{line}: {what}"));
    match parse(found.words()).map(|arguments| arguments.command) {
        Ok(Some(CliCommand::Match(arguments))) => *arguments,
        Ok(_) => panic!("{line}: no match"),
        Err(what) => panic!("{line}: {what}"),
    }
}

const TWO: &str = "-engine cmd=a name=x -engine cmd=b name=y tc=5+0.05";

#[test]
fn a_command_line_of_a_test_is_translated() {
    let line = "-repeat -recover -variant standard -testEnv -concurrency 2 -rounds 16 \
                -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
                -engine dir=Engines/ cmd=./A proto=uci tc=8.00+0.08 timemargin=250 \
                option.Threads=1 option.Hash=16 name=E-dev -engine dir=Engines/ cmd=./B \
                proto=uci tc=8.00+0.08 timemargin=250 option.Threads=1 option.Hash=16 name=E-base \
                -openings file=Books/b.epd format=epd order=random start=7 -srand 42 \
                -pgnout file=PGNs/1.pgn seldepth=true nodes=true";
    assert_eq!(
        words(line),
        "match --engine dir=Engines/ cmd=./A proto=uci tc=8.00+0.08 timemargin=250 \
         optional.Threads=1 optional.Hash=16 name=E-dev --engine dir=Engines/ cmd=./B proto=uci \
         tc=8.00+0.08 timemargin=250 optional.Threads=1 optional.Hash=16 name=E-base --recover \
         --variant standard --concurrency 2 --resign movecount=3 score=400 --draw movenumber=40 \
         movecount=8 score=10 --openings file=Books/b.epd format=epd order=random start=7 \
         --seed 42 --pgn file=PGNs/1.pgn seldepth=true nodes=true --rounds 16 --games 2 --output \
         format=fastchess"
    );
    assert_eq!(read(line).unwrap().without_effect, ["-testEnv"]);
    let twice = read(&format!("{TWO} -testEnv -crc32 -testEnv")).unwrap();
    assert_eq!(twice.without_effect, ["-testEnv", "-crc32"], "each is named once");
    let others = read(&format!("{TWO} -strict -debug all -outcomeinterval 5")).unwrap();
    assert_eq!(others.without_effect, ["-strict", "-debug", "-outcomeinterval"]);
    assert!(words("-engine cmd=a -each ponder").contains("cmd=a ponder=true "));
    assert!(words("-engine cmd=a -each restart=auto").contains("cmd=a restart=off "));
    let test = arguments(&format!("{TWO} -sprt elo0=0 elo1=5 model=bayesian"));
    assert!(test.sprt.join(" ").parse::<crate::arena::stats::Sprt>().is_ok());
}

#[test]
fn rounds_and_games_are_those_of_fastchess() {
    for (line, rounds, games) in [
        ("", 2, 2),
        ("-rounds 50 -repeat", 50, 2),
        ("-rounds 50 -games 1", 50, 1),
        ("-repeat -games 32", 32, 2),
        ("-sprt elo0=0 elo1=5", 500_000, 2),
        ("-sprt elo0=0 elo1=5 -rounds 70", 70, 2),
    ] {
        let read = arguments(&format!("{TWO} {line}"));
        assert_eq!((read.rounds, read.games), (Some(rounds), Some(games)), "{line}");
    }
    assert!(read(&format!("{TWO} -rounds 10 -games 10")).is_err());
}

#[test]
fn what_holds_for_each_is_added_and_an_own_word_wins() {
    let line = "-engine cmd=a option.Hash=8 -each tc=inf nodes=500 option.hash=16 restart=on \
                -engine cmd=b plies=7";
    assert!(
        words(line).starts_with(
            "match --engine cmd=a optional.Hash=8 tc=inf nodes=500 restart=on --engine cmd=b \
             depth=7 tc=inf nodes=500 optional.hash=16 restart=on "
        ),
        "{}",
        words(line)
    );
}

#[test]
fn every_other_flag_reaches_the_match() {
    let line = "-event An event -site Here -noswap -reverse -wait 20 -seeds 2 -tournament gauntlet \
                -maxmoves 90 -tb a:b -tbpieces 5 -tbignore50 -tbadjudicate DRAW \
                -epdout file=ends.epd -log file=all.txt level=trace engine=true realtime=false \
                -config outname=state.json -ratinginterval 5 -scoreinterval 3 -report penta=false \
                -output format=cutechess -pgnout g.pgn min";
    let read = arguments(&format!("{TWO} {line}"));
    assert_eq!((read.event.as_str(), read.site.as_deref()), ("An event", Some("Here")));
    assert!(read.noswap && read.reverse && read.tournament == "gauntlet");
    assert_eq!((read.wait, read.seeds, read.maxmoves), (20, 2, Some(90)));
    assert_eq!(read.syzygy.as_deref(), Some("a:b"));
    assert_eq!(read.syzygy_rule, ["pieces=5", "ignore50=true", "results=draws"]);
    let files = [read.epdout, read.log, read.state].map(|path| path.unwrap());
    assert_eq!(files.map(|path| path.display().to_string()), ["ends.epd", "all.txt", "state.json"]);
    assert_eq!(
        read.output,
        ["format=cutechess", "ratinginterval=5", "scoreinterval=3", "penta=false"]
    );
    assert_eq!(read.pgn, ["file=g.pgn", "min=true"]);
    assert_eq!(read.openings, ["plies=0"], "all games begin with the starting position");
    let quick = arguments("-quick cmd=a cmd=b book=c.epd");
    let waits = arguments(&format!("{TWO} -startup-ms 1 -ucinewgame-ms 2 -ping-ms 3"));
    assert_eq!((waits.startup_ms, waits.ucinewgame_ms, waits.ping_ms), (1, 2, 3));
    assert_eq!((quick.rounds, quick.recover), (Some(25_000), true));
    assert_eq!(quick.engines.engines, [["cmd=a", "tc=10+0.1"], ["cmd=b", "tc=10+0.1"]]);
}

#[test]
fn a_match_goes_on_from_its_file() {
    let line = format!("{TWO} -rounds 20 -config file=state.json outname=state.json");
    assert_eq!(words(&line), "match --rounds 20 --resume state.json --yes");
    assert!(words(&format!("{TWO} -config file=s discard=true")).contains("--engine"));
}

#[test]
fn concurrency_may_be_counted_from_the_processors() {
    let games = |number: &str| arguments(&format!("{TWO} -concurrency {number}")).concurrency;
    assert_eq!((games("3"), games("-100000")), (3, 1));
    let processors = std::thread::available_parallelism().map_or(1, |number| number.get());
    assert_eq!(games("0") as usize, processors);
    assert!(read(&format!("{TWO} -concurrency -1 2")).is_err());
}

#[test]
fn what_is_wrong_is_named_in_one_sentence() {
    for (line, part) in [
        ("-engin cmd=a", "the flag '-engin' is not known"),
        ("cmd=a", "'cmd=a' follows no flag"),
        ("-engine cmd=a nods=4", "-engine: 'nods' is not known"),
        ("-engine cmd", "-engine: 'cmd' is not of the form key=value"),
        ("-rounds many", "-rounds: 'many' cannot be used"),
        ("-rounds 0", "-rounds: '0' cannot be used"),
        ("-rounds 1 2", "-rounds: one word must follow, not 2"),
        ("-openings file=a policy=encounter", "the policy is round"),
        ("-openings book=a", "-openings: 'book' is not known"),
        ("-pgnout nodes=true", "file=… is missing"),
        ("-pgnout file=a nodes=yes", "nodes is true or false, not 'yes'"),
        ("-variant shogi", "standard or fischerandom, not 'shogi'"),
        ("-tournament swiss", "roundrobin or gauntlet, not 'swiss'"),
        ("-tbadjudicate ALL", "WIN_LOSS, DRAW or BOTH"),
        ("-log level=loud", "level cannot be 'loud'"),
        ("-output format=xml", "fastchess or cutechess, not 'xml'"),
        ("-sprt elo2=3", "-sprt: 'elo2' is not known"),
    ] {
        let error = read(line).err().unwrap_or_else(|| panic!("{line}"));
        assert!(error.contains(part) && error.lines().count() == 1, "{line}: {error}");
    }
}

#[test]
fn a_program_called_fastchess_needs_no_other_word() {
    let by_name = |line: &str| -> Vec<String> {
        let words = super::by_name(line.split(' ').map(Into::into));
        words.into_iter().map(|word| word.into_string().unwrap()).collect()
    };
    assert_eq!(by_name("./fastchess-ob -version"), ["./fastchess-ob", "fastchess", "-version"]);
    assert_eq!(by_name("staunton bench"), ["staunton", "bench"]);
}

#[test]
#[cfg(target_os = "linux")]
fn processors_are_passed_on() {
    assert!(words(&format!("{TWO} -use-affinity")).contains(" --use-affinity --"));
    assert!(words(&format!("{TWO} -use-affinity 0,2-3")).contains(" --use-affinity 0,2-3 "));
}

#[test]
fn an_engine_is_checked_for_compliance() {
    let of = |line: &str| {
        let words: Vec<String> = line.split(' ').map(str::to_string).collect();
        super::compliance(&words)
    };
    let words = of("--compliance ./engine -u").unwrap().unwrap();
    assert_eq!(words, ["compliance", "./engine", "--", "-u"]);
    assert!(of("-compliance").unwrap().unwrap_err().contains("the engine is missing"));
    assert_eq!(of("-engine cmd=a"), None);
}
