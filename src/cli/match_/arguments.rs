//! The command line of `staunton match`.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Words for --engine and --each, as fastchess and cutechess have them:
  cmd=FILE       the engine; cmd=self is the built-in one, without a process
  name=NAME      what tables call it [default: the name of the file]
  args=\"A B\"     its arguments
  dir=DIR        where it runs
  tc=CLOCK       [moves/]time[+increment], times in seconds or minutes:seconds;
                 inf for no clock, inf/ for no number of moves
  st=SECONDS     a fixed time for each move
  nodes=N        the nodes for each move
  depth=N        the depth in plies for each move
  timemargin=MS  by how much it may exceed its time [default: 0]
  clock=KIND     usual: time counts in whole milliseconds, rounded down; exact:
                 as the system measures it [default: usual]
  option.NAME=V  an option of the engine; one that --each names, but the engine
                 does not know, is left out
  optional.NAME=V  the same, but left out if this engine does not know it
  ponder         search on the opponent's time too, if the engine can: the move
                 that it expects is searched, and its clock stands still; ponder=false
                 for one engine if --each has the word
  book=FILE      play from this book, in the form of Polyglot, as long as it knows the
                 position; these moves take no time
  bookdepth=N    at most the first N moves of a game [default: all]
  restart=on     start the engine anew for each game [default: off]
  proto=uci      the only protocol there is

Which failures lose a game, and which games do not count:
  - an engine that crashes, stops responding, or answers with an illegal move or
    no move loses; the last line of its standard error is shown
  - an engine that exceeds its time loses, unless the opponent's pieces cannot
    mate: then the game is a draw
  - a game that the match itself has disturbed is annulled and replayed with the
    same colors

Exit status:
  0  the match was played to its end, or the test accepted H1
  1  it could not go on, or an opening of the file was left out and there is no
     test; what was counted stands
  2  the command line cannot be used
  3  the test accepted H0
  4  the games came to an end before the test did
  130  it was interrupted

Examples:
  staunton match --preset quick --engine cmd=./old --engine cmd=./new
  staunton match --engine cmd=self name=a --engine cmd=self name=b nodes=12000 --each nodes=10000
  staunton match --each tc=8+0.08 option.Hash=16 --engine cmd=./new --engine cmd=./old \\
      --concurrency 2 --rounds 5000 --sprt elo0=0 elo1=10 --pgn games.pgn --state match.jsonl
  staunton match --engine cmd=self name=giver --engine cmd=self name=other \\
      --preset nodes --odds knight
  staunton match --preset documents --report prices.html --state prices.jsonl
  staunton match --resume match.jsonl --yes  goes on after an interruption";

/// Play engines against each other and measure which is stronger
///
/// Each opening is played twice, with colors reversed. Two players meet head
/// to head, and the result is the Elo by which the first is stronger; more play
/// a round robin or a gauntlet, which ends in ratings and a cross-table. Ctrl-C
/// stops the match within two seconds; the result of the finished games stands, and
/// the line that is printed goes on with the match.
#[derive(Args, Clone)]
#[command(after_help = EXAMPLES, args_override_self = true)]
pub struct MatchArgs {
    #[command(flatten)]
    pub engines: EngineArguments,
    /// Conditions by name, from the settings: quick, stc, ltc, nodes, …; or
    /// documents, to play the exchanges of pieces that the documents price, one
    /// match after another, by the built-in engine unless others are named
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,

    /// Which players meet, if there are more than two: every player meets every
    /// other, or the first one meets each of the others
    #[arg(long, value_name = "KIND", default_value = "roundrobin",
          value_parser = PossibleValuesParser::new(["roundrobin", "gauntlet"]))]
    pub tournament: String,
    /// In a gauntlet, how many of the players come first: each of these meets all
    /// that are named after it
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub seeds: u32,
    /// How many games two players play in a round; each opening is played twice,
    /// or once with 1. If there are more players, an even number, or 1 [default:
    /// 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    /// Do not change colors from game to game
    #[arg(long)]
    pub noswap: bool,
    /// Give White to the second player first
    #[arg(long)]
    pub reverse: bool,
    /// How long a finished game waits for the next one
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub wait: u64,
    /// How many rounds are played [default: 100, or 1 with --games, or as
    /// many as the test needs with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: Option<u32>,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// A file with another number of games at the same time. It is read after each
    /// game, so that the number can be changed while the match runs
    #[arg(long, value_name = "FILE")]
    pub concurrency_file: Option<PathBuf>,
    /// Keep the engines of each game on processors of their own (Linux): those of
    /// a list such as 0,2,4-7, or all
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "")]
    pub use_affinity: Option<String>,

    /// The openings: file=FILE [format=epd|pgn|bin]
    /// [order=sequential|random|replacement] [plies=N] [start=N]. The file may be
    /// compressed (.gz, .zst). From a Polyglot book (.bin) plies are drawn by their
    /// weights, eight without plies=. Without a file, random plies that leave the game
    /// even
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub openings: Vec<String>,
    /// The variant: standard, chess960, or double, where each side has a
    /// starting position of its own
    #[arg(long, value_name = "KIND", default_value = "standard")]
    pub variant: String,
    /// Odds by name, such as pawn-and-move, knight, queen, marked-pawn (a wrong
    /// name lists all): the player named first gives them to the others, with
    /// either color
    #[arg(long, value_name = "NAME")]
    pub odds: Option<String>,
    /// Odds as a position: the first player has the side with less material,
    /// with either color
    #[arg(long, value_name = "FEN", conflicts_with = "odds")]
    pub odds_fen: Option<String>,
    /// The seed of all random choices
    #[arg(long, alias = "srand", value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Restart engines that crash or hang, and go on
    #[arg(long)]
    pub recover: bool,
    /// How long an engine may take to answer uci with uciok
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub startup_ms: u64,
    /// How long an engine may take to prepare for a game
    #[arg(long, value_name = "MS", default_value_t = 60_000)]
    pub ucinewgame_ms: u64,
    /// How long an overdue engine may take to answer isready
    #[arg(long, value_name = "MS", default_value_t = 5_000)]
    pub ping_ms: u64,

    /// Adjudicate a draw: movenumber=N movecount=N score=CENTIPAWNS
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub draw: Vec<String>,
    /// Adjudicate a loss: movecount=N score=CENTIPAWNS [twosided=true]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub resign: Vec<String>,
    /// Adjudicate a draw after this many moves of each player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub maxmoves: Option<u32>,

    /// Adjudicate by the Syzygy tablebases in these folders, separated by ':', on
    /// Windows by ';'
    #[arg(long, value_name = "PATH")]
    pub syzygy: Option<String>,
    /// What the tablebases end: pieces=N for positions of up to N pieces,
    /// ignore50=true for wins that the fifty-move rule may prevent,
    /// results=both|wins|draws
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., requires = "syzygy")]
    pub syzygy_rule: Vec<String>,

    /// Stop when the result is certain enough: elo0=0 elo1=10 alpha=0.05
    /// beta=0.05 model=normalized
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub sprt: Vec<String>,

    /// Write the games: FILE, or file=FILE and min=true for the moves alone,
    /// notation=san|lan|uci, and what comments say beside score, depth and time:
    /// nodes=true seldepth=true nps=true hashfull=true tbhits=true pv=true
    /// timeleft=true latency=true
    #[arg(long, alias = "pgnout", value_name = "FILE", num_args = 1..)]
    pub pgn: Vec<String>,
    /// Write the final position of each game
    #[arg(long, value_name = "FILE")]
    pub epdout: Option<PathBuf>,
    /// What is printed on standard output: format=result, the result at the end;
    /// format=fastchess or format=cutechess, the lines of these programs, with
    /// ratinginterval=PAIRS scoreinterval=GAMES penta=false
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub output: Vec<String>,
    /// What the games' Site tag says
    #[arg(long, value_name = "NAME")]
    pub site: Option<String>,
    /// What the games' Event tag says
    #[arg(long, value_name = "NAME", default_value = "Staunton match")]
    pub event: String,
    /// Write a page of HTML with tables and charts at the end
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write the statistics as JSON at the end
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write all that the match and the engines say to each other; after a fault,
    /// the last lines of the game are beside the state file in any case
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Keep every game in this new file, so that the match can be resumed
    /// after a kill, or after a power cut, which may cost the last second's games
    /// [default: a file in $XDG_STATE_HOME/staunton or ~/.local/state/staunton,
    /// which is removed when the match is over]
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Go on with the match in this file, which keeps the command line; --rounds,
    /// --concurrency and other flags that do not define the match may be given
    /// beside it. What the file starts and writes is shown and asked for, unless the
    /// present command line names the engines
    #[arg(long, value_name = "FILE", conflicts_with = "state")]
    pub resume: Option<PathBuf>,
    /// With --resume, do not ask: start and write what the file names
    #[arg(long)]
    pub yes: bool,
    /// The command line, if it is not that of the process.
    #[arg(skip)]
    pub words: Option<Vec<String>>,
}

impl MatchArgs {
    /// The words of the command line, without the name of the program.
    pub fn command_line(&self) -> Vec<String> {
        self.words.clone().unwrap_or_else(|| std::env::args().skip(1).collect())
    }
}

/// The engines on the command line. Each `--engine` is one of them, with all
/// words up to the next flag.
#[derive(Clone)]
pub struct EngineArguments {
    /// The words of each engine, in order.
    pub engines: Vec<Vec<String>>,
    /// The words for all engines.
    pub each: Vec<String>,
}

impl Args for EngineArguments {
    fn augment_args(command: Command) -> Command {
        let words = |id: &'static str| {
            Arg::new(id).long(id).value_name("KEY=VALUE").num_args(1..).action(ArgAction::Append)
        };
        command
            .arg(words("engine").help("An engine: cmd=FILE and more, see below; at least two"))
            .arg(words("each").help("What holds for all engines that do not override it"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineArguments::augment_args(command)
    }
}

impl FromArgMatches for EngineArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineArguments, Error> {
        let occurrences = |id| -> Vec<Vec<String>> {
            let found = matches.get_occurrences::<String>(id).into_iter().flatten();
            found.map(|words| words.cloned().collect()).collect()
        };
        Ok(EngineArguments { engines: occurrences("engine"), each: occurrences("each").concat() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = EngineArguments::from_arg_matches(matches)?;
        Ok(())
    }
}
