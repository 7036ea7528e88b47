//! What is kept of a game: who played whom from which opening, which moves
//! were played, and how the game ended.

use crate::chess::board::Position;
use crate::chess::game::{AdjudicationReason, Outcome};
use crate::chess::types::{Color, GameResult, Move, Score};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The opening of a game: a position, and moves that are played from it before
/// the players are asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position before the first of the moves.
    pub start: Position,
    /// The moves of the book.
    pub moves: Vec<Move>,
    /// Whether castling follows the rules of Chess960.
    pub chess960: bool,
}

impl Opening {
    /// The position after the moves of the book.
    pub fn end(&self) -> Position {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.play(mv, &mut ());
        }
        position
    }
}

/// Further reports of a player about its search for a move, and what its clock
/// showed after the move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MoveDetails {
    /// The greatest depth of any line, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// Nodes for each second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// How full the transposition table is, in permille.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u32>,
    /// Positions found in tablebases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tbhits: Option<u64>,
    /// The time of the search in milliseconds, as the player measured it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported_ms: Option<u64>,
    /// What the player's clock showed after the move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// The principal variation as the player wrote it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pv: String,
}

/// A move, and what its player reported about the search for it.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMove {
    /// The move, which is legal where it was played.
    pub mv: Move,
    /// The player's score, from its own side, if it reported one.
    pub score: Option<Score>,
    /// The player's search depth in plies, if it reported one.
    pub depth: Option<u32>,
    /// Nodes searched, if the player reported them.
    pub nodes: Option<u64>,
    /// Time from writing `go`, or `ponderhit`, to reading `bestmove`.
    pub time: Duration,
    /// Whether the opponent had made the move that the player expected, if the player
    /// searched on the opponent's time.
    pub ponder_hit: Option<bool>,
    /// More about the search, if the match keeps it.
    pub details: Option<Box<MoveDetails>>,
}

impl PlayedMove {
    /// Whether the player took the move from a book of its own: no time, and no search.
    pub fn is_from_book(&self) -> bool {
        self.time.is_zero() && self.depth.is_none() && self.score.is_none() && self.nodes.is_none()
    }
}

/// An offence of a player that loses the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForfeitReason {
    /// The engine ended, or closed its output.
    Crashed,
    /// The engine answered neither `go` nor `isready` long after its time was
    /// over.
    Hung,
    /// The move, as the engine wrote it, is not legal.
    IllegalMove(String),
    /// The answer, as the engine wrote it, is not a move.
    Garbage(String),
}

impl fmt::Display for ForfeitReason {
    /// What the player did; the text follows the player's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForfeitReason::Crashed => f.write_str("crashed"),
            ForfeitReason::Hung => f.write_str("stopped responding"),
            ForfeitReason::IllegalMove(text) => write!(f, "made the illegal move '{text}'"),
            ForfeitReason::Garbage(text) => write!(f, "answered '{text}', which is not a move"),
        }
    }
}

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The laws of chess end it.
    Lawful(Outcome),
    /// A player forfeits it: the opponent wins.
    Forfeit {
        /// The player at fault.
        loser: Color,
        /// What it did.
        reason: ForfeitReason,
    },
    /// The arena adjudicates it by the players' scores or its length.
    Adjudicated {
        /// How the arena scores the game.
        result: GameResult,
        /// The reason.
        why: AdjudicationReason,
    },
    /// A rule of the marked pawn ends it; see [`crate::arena::odds`].
    MarkedPawn {
        /// The player who loses.
        loser: Color,
        /// The rule.
        why: MarkedPawnRule,
    },
}

/// A rule by which the owner of a marked pawn loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkedPawnRule {
    /// The pawn is captured.
    Captured,
    /// It is exchanged for a piece.
    Promoted,
    /// Another piece gives mate.
    OtherMates,
}

impl MarkedPawnRule {
    /// All rules.
    pub const ALL: [MarkedPawnRule; 3] =
        [MarkedPawnRule::Captured, MarkedPawnRule::Promoted, MarkedPawnRule::OtherMates];

    /// What has happened, in a few words.
    pub const fn text(self) -> &'static str {
        match self {
            MarkedPawnRule::Captured => "the marked pawn is captured",
            MarkedPawnRule::Promoted => "the marked pawn is exchanged for a piece",
            MarkedPawnRule::OtherMates => "mate is given by a piece other than the marked pawn",
        }
    }
}

/// What PGN's tag `Termination` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// By the laws, or a rule of the odds.
    Normal,
    /// A flag fell.
    TimeForfeit,
    /// A player broke a rule.
    RulesInfraction,
    /// An engine crashed or hangs.
    Abandoned,
    /// The arena decided the game.
    Adjudication,
    /// The game was annulled.
    Unterminated,
}

impl Termination {
    /// The value of the tag.
    pub const fn text(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::TimeForfeit => "time forfeit",
            Termination::RulesInfraction => "rules infraction",
            Termination::Abandoned => "abandoned",
            Termination::Adjudication => "adjudication",
            Termination::Unterminated => "unterminated",
        }
    }
}

impl Ending {
    /// How the game is scored; [`GameResult::Unknown`] if it was annulled.
    pub fn result(&self) -> GameResult {
        match *self {
            Ending::Lawful(outcome) => outcome.result(),
            Ending::Adjudicated { result, .. } => result,
            Ending::Forfeit { loser, .. } | Ending::MarkedPawn { loser, .. } => {
                GameResult::win(!loser)
            }
        }
    }

    /// The value of PGN's tag `Termination`.
    pub fn termination(&self) -> Termination {
        match self {
            Ending::Lawful(Outcome::FlagFall { .. } | Outcome::FlagFallDraw { .. }) => {
                Termination::TimeForfeit
            }
            Ending::Lawful(Outcome::Annulled) => Termination::Unterminated,
            Ending::Lawful(_) | Ending::MarkedPawn { .. } => Termination::Normal,
            Ending::Forfeit { reason: ForfeitReason::Crashed | ForfeitReason::Hung, .. } => {
                Termination::Abandoned
            }
            Ending::Forfeit { .. } => Termination::RulesInfraction,
            Ending::Adjudicated { .. } => Termination::Adjudication,
        }
    }

    /// The category under which a report counts the ending.
    pub fn category(&self) -> &'static str {
        match self {
            Ending::Lawful(outcome) => match outcome {
                Outcome::Checkmate { .. } => "checkmate",
                Outcome::Stalemate { .. } => "stalemate",
                Outcome::InsufficientMaterial => "insufficient material",
                Outcome::ThreefoldRepetition => "threefold repetition",
                Outcome::FivefoldRepetition => "fivefold repetition",
                Outcome::FiftyMoves => "fifty-move rule",
                Outcome::SeventyFiveMoves => "seventy-five-move rule",
                Outcome::Resignation { .. } => "resignation",
                Outcome::Agreement => "agreement",
                Outcome::FlagFall { .. } => "loss on time",
                Outcome::FlagFallDraw { .. } => "draw on time",
                Outcome::Annulled => "annulled",
            },
            Ending::Forfeit { reason, .. } => match reason {
                ForfeitReason::Crashed => "forfeit: crash",
                ForfeitReason::Hung => "forfeit: hang",
                ForfeitReason::IllegalMove(_) => "forfeit: illegal move",
                ForfeitReason::Garbage(_) => "forfeit: no move",
            },
            Ending::Adjudicated { why, .. } => why.text(),
            Ending::MarkedPawn { why, .. } => why.text(),
        }
    }

    /// Whether a player failed for a reason outside the game: a forfeit, or a
    /// fallen flag.
    pub fn is_failure(&self) -> bool {
        matches!(
            self,
            Ending::Forfeit { .. }
                | Ending::Lawful(Outcome::FlagFall { .. } | Outcome::FlagFallDraw { .. })
        )
    }
}

impl fmt::Display for Ending {
    /// A sentence without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Lawful(outcome) => outcome.fmt(f),
            Ending::Forfeit { loser, reason } => write!(f, "{loser} {reason}"),
            Ending::Adjudicated { result: GameResult::Draw, why } => {
                write!(f, "draw by adjudication: {}", why.text())
            }
            Ending::Adjudicated { result, why } => {
                let winner = if *result == GameResult::WhiteWins { "White" } else { "Black" };
                write!(f, "{winner} wins by adjudication: {}", why.text())
            }
            Ending::MarkedPawn { loser, why } => {
                write!(f, "{loser} loses: {}", why.text())
            }
        }
    }
}

/// What is wrong in the principal variations that a player reported in a game:
/// the last one before each move counts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PvFaults {
    /// Those with an illegal move.
    pub illegal: u64,
    /// Those that go on after a mate, a stalemate or a draw.
    pub beyond_end: u64,
    /// Those that begin with another move than the player then made.
    pub not_best_move: u64,
    /// The first fault, a sentence without a full stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

impl PvFaults {
    /// The number of faults.
    pub fn count(&self) -> u64 {
        self.illegal + self.beyond_end + self.not_best_move
    }

    /// Adds the faults of a later game.
    pub fn add(&mut self, later: &PvFaults) {
        self.illegal += later.illegal;
        self.beyond_end += later.beyond_end;
        self.not_best_move += later.not_best_move;
        if self.first.is_none() {
            self.first.clone_from(&later.first);
        }
    }
}

impl fmt::Display for PvFaults {
    /// The kinds of faults with their numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.illegal, "with an illegal move"),
            (self.beyond_end, "that go on after the end of the game"),
            (self.not_best_move, "that begin with another move than the best move"),
        ];
        let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(count, what)| format!("{count} {what}")).collect();
        f.write_str(&kinds.join(", "))
    }
}

/// Searches on the opponent's time that the opponent's move has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PonderCounts {
    /// All of them.
    pub searches: u64,
    /// Those in which the opponent made the expected move.
    pub hits: u64,
}

impl PonderCounts {
    /// Counts a search; `None` is none.
    pub fn add(&mut self, hit: Option<bool>) {
        self.searches += u64::from(hit.is_some());
        self.hits += u64::from(hit == Some(true));
    }
}

impl fmt::Display for PonderCounts {
    /// `15 of 35 replies expected (43 %)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PonderCounts { searches, hits } = self;
        let share = 100.0 * *hits as f64 / (*searches).max(1) as f64;
        write!(f, "{hits} of {searches} replies expected ({share:.0} %)")
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// The game's place in the schedule, from zero. Games 2n and 2n + 1 are a
    /// pair: the same opening with colors reversed.
    pub number: usize,
    /// The indices of the players in the match plan, by color.
    pub players: [usize; Color::COUNT],
    /// Where the game began, with the moves of the book.
    pub opening: Opening,
    /// The moves that the players played after the opening.
    pub moves: Vec<PlayedMove>,
    /// What is wrong in the PVs of each player, by color.
    pub pv_faults: [PvFaults; Color::COUNT],
    /// Why the game is over.
    pub ending: Ending,
    /// When the first `go` was due, in seconds since 1 January 1970; zero if it is
    /// not known.
    pub started: u64,
    /// Time from the first `go` to the end.
    pub duration: Duration,
}

impl GameRecord {
    /// The color that made each of the [`moves`](GameRecord::moves).
    pub fn movers(&self) -> impl Iterator<Item = Color> {
        let first = self.opening.end().side_to_move();
        (0..self.moves.len()).map(move |ply| if ply.is_multiple_of(2) { first } else { !first })
    }
}
