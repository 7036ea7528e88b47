//! One game between two players: asks them for moves in turn, runs their
//! clocks, and decides how the game ends.

mod clock;

pub use clock::GameClock;

use crate::arena::machine::stall_monitor::StallMonitor;
use crate::arena::plan::match_plan::{TableRule, ThinkingLimit};
use crate::arena::plan::record::{
    Ending, ForfeitReason, MoveDetails, Opening, PlayedMove, PvFaults,
};
use crate::arena::player::pv_check::check_game;
use crate::arena::player::{Answer, EngineError, GameStart, MoveRequest, Player, PositionCommand};
use crate::chess::board::Position;
use crate::chess::game::{Adjudication, AdjudicationReason, Adjudicator, Game, Outcome};
use crate::chess::movegen::has_legal_move;
use crate::chess::notation::{MoveError, QUOTED_WORD, clip, uci};
use crate::chess::types::{Color, Depth, Move};
use crate::uci::words::{BestMove, GoCommand};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A rule that the odds add to the laws. It returns the ending, if it ends the
/// game as it stands.
pub type OddsRule<'a> = &'a (dyn Fn(&Game) -> Option<Ending> + Sync);

/// The rules and limits under which a game is played.
#[derive(Clone, Copy)]
pub struct GameConditions<'a> {
    /// Where the game begins, with the moves of the book.
    pub opening: &'a Opening,
    /// The limits of each player's thinking, by color.
    pub thinking: [ThinkingLimit; Color::COUNT],
    /// When the arena adjudicates.
    pub adjudication: Adjudication,
    /// The tablebases that end a game as soon as they know its result.
    pub tablebases: Option<&'a TableRule>,
    /// A rule of the odds that takes precedence over the laws.
    pub odds_rule: Option<OddsRule<'a>>,
    /// Whether the details of each move are kept.
    pub keep_details: bool,
    /// The players' names, by color.
    pub names: [&'a str; Color::COUNT],
    /// The seed of what players draw, and the game's number.
    pub draws: (u64, u64),
    /// Knows when the arena itself was held up.
    pub stall_monitor: &'a StallMonitor,
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// Why the game is over.
    pub ending: Ending,
    /// What is wrong in the PVs of each player, by color.
    pub pv_faults: [PvFaults; Color::COUNT],
    /// When the first `go` was due, in seconds since 1 January 1970.
    pub started: u64,
    /// Time from the first `go` to the end.
    pub duration: Duration,
    /// A sentence for the user about the end.
    pub remark: Option<String>,
}

/// Why a game does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayedGame {
    /// The match is to stop.
    Stopped,
    /// The game was disturbed, and no player is at fault; a sentence. The game is
    /// to be replayed with the same colors.
    Annulled(String),
}

/// Plays a game between two players, given by color.
///
/// # Errors
/// If the game does not count; see [`ReplayedGame`].
pub fn play(
    conditions: &GameConditions<'_>,
    players: &mut [&mut dyn Player; Color::COUNT],
) -> Result<FinishedGame, ReplayedGame> {
    let finished = play_moves(conditions, players);
    players.iter_mut().for_each(|player| player.stop_pondering());
    finished
}

fn play_moves(
    conditions: &GameConditions<'_>,
    players: &mut [&mut dyn Player; Color::COUNT],
) -> Result<FinishedGame, ReplayedGame> {
    let mut in_play = GameInPlay::new(conditions)?;
    for side in Color::ALL {
        let start = GameStart {
            chess960: conditions.opening.chess960,
            opponent: Some(conditions.names[(!side).index()]),
            draws: conditions.draws,
        };
        if let Err(error) = players[side.index()].new_game(&start) {
            let ending = in_play.no_answer(side, error)?;
            return Ok(in_play.finish(ending));
        }
    }
    in_play.start = Instant::now();
    loop {
        if let Some(ending) = in_play.ending() {
            return Ok(in_play.finish(ending));
        }
        let side = in_play.game.position().side_to_move();
        let request = in_play.request(side);
        in_play.asked_at = Instant::now();
        let ending = match players[side.index()].think(&in_play.position, &request) {
            Ok(answer) => match in_play.answer(side, &request, answer)? {
                None => in_play.ponder(side, &mut *players[side.index()])?,
                ending => ending,
            },
            Err(error) => Some(in_play.no_answer(side, error)?),
        };
        if let Some(ending) = ending {
            return Ok(in_play.finish(ending));
        }
    }
}

/// A game in progress.
struct GameInPlay<'t> {
    conditions: &'t GameConditions<'t>,
    game: Game,
    position: PositionCommand,
    clocks: [Option<GameClock>; Color::COUNT],
    adjudicator: Adjudicator,
    moves: Vec<PlayedMove>,
    /// The last PV before each move. They are checked after the game, when no
    /// player waits.
    pvs: Vec<String>,
    /// When the first `go` was due.
    start: Instant,
    /// When the side to move was asked for its move.
    asked_at: Instant,
    remark: Option<String>,
    /// The move that the player who moved last expects in reply.
    expected: Option<Move>,
}

impl<'t> GameInPlay<'t> {
    fn new(conditions: &'t GameConditions<'t>) -> Result<GameInPlay<'t>, ReplayedGame> {
        let opening = conditions.opening;
        let mut position = PositionCommand::new(&opening.start, opening.chess960);
        opening.moves.iter().for_each(|&mv| position.push(mv, opening.chess960));
        let game = Game::from_moves(opening.start.clone(), opening.moves.iter().copied()).map_err(
            |error| ReplayedGame::Annulled(format!("its opening cannot be played: {error}")),
        )?;
        Ok(GameInPlay {
            position,
            clocks: conditions.thinking.map(|thinking| {
                thinking.clock.map(|control| GameClock::new(control, thinking.measure))
            }),
            adjudicator: Adjudicator::new(conditions.adjudication, plies_before(game.position())),
            game,
            moves: Vec::new(),
            pvs: Vec::new(),
            start: Instant::now(),
            asked_at: Instant::now(),
            remark: None,
            expected: None,
            conditions,
        })
    }

    /// The ending, if the game is over. The rules of the odds come first, since
    /// they may forbid a mate; then the laws, and last adjudication.
    fn ending(&self) -> Option<Ending> {
        let by_odds = self.conditions.odds_rule.and_then(|rule| rule(&self.game));
        by_odds
            .or_else(|| self.game.outcome(true).map(Ending::Lawful))
            .or_else(|| by_tables(self.conditions.tablebases?, self.game.position()))
            .or_else(|| {
                let (result, why) = self.adjudicator.verdict()?;
                Some(Ending::Adjudicated { result, why })
            })
    }

    /// The limits of the next move of a side.
    fn request(&self, side: Color) -> MoveRequest {
        let thinking = &self.conditions.thinking[side.index()];
        let clock = self.clocks[side.index()];
        let move_time = thinking.move_time.map(|time| thinking.measure.counted(time));
        let time = match (clock.map(|clock| clock.left()), move_time) {
            (Some(left), Some(time)) => Some(left.min(time)),
            (left, time) => left.or(time),
        };
        let command = GoCommand {
            moves_to_go: clock.and_then(|clock| clock.moves_to_go()),
            move_time: thinking.move_time,
            nodes: thinking.nodes,
            depth: thinking.depth.map(|depth| Depth::try_from(depth).unwrap_or(Depth::MAX)),
            ..GoCommand::default()
        };
        let clocks = self.clocks.map(|clock| clock.map(|clock| (clock.left(), clock.increment())));
        let allowance = time.map(|time| time + thinking.margin + thinking.measure.slack());
        MoveRequest::new(side, clocks, command, allowance)
    }

    /// Plays the move that a player answered with, unless the answer ends the
    /// game.
    fn answer(
        &mut self,
        side: Color,
        request: &MoveRequest,
        answer: Answer,
    ) -> Result<Option<Ending>, ReplayedGame> {
        if request.allowance.is_some_and(|allowance| answer.time > allowance) {
            return self.overdue(side, request, answer.time).map(Some);
        }
        let BestMove { best: word, ponder, .. } = BestMove::read(&answer.text);
        let forfeit = |reason| Ok(Some(Ending::Forfeit { loser: side, reason }));
        let mv = match uci::parse(self.game.position(), word) {
            Ok(mv) => mv,
            Err(MoveError::Syntax { .. }) => {
                return forfeit(ForfeitReason::Garbage(clip(&answer.text, QUOTED_WORD)));
            }
            Err(_) => return forfeit(ForfeitReason::IllegalMove(clip(word, QUOTED_WORD))),
        };
        if self.game.play(mv).is_err() {
            return forfeit(ForfeitReason::IllegalMove(clip(word, QUOTED_WORD)));
        }
        let clock = &mut self.clocks[side.index()];
        if let Some(clock) = clock {
            clock.press(answer.time);
        }
        self.position.push(mv, self.conditions.opening.chess960);
        let info = answer.info;
        let left_ms = clock.map(|clock| clock.left().as_millis() as u64);
        let details = MoveDetails { left_ms, ..info.details };
        self.adjudicator.add(side, info.score, self.game.position().halfmove_clock() == 0);
        self.expected = ponder.and_then(|word| uci::parse(self.game.position(), word).ok());
        self.pvs.push(info.last_pv);
        self.moves.push(PlayedMove {
            mv,
            score: info.score,
            depth: info.depth,
            nodes: info.nodes,
            time: answer.time,
            ponder_hit: answer.ponder_hit,
            details: self.conditions.keep_details.then(|| Box::new(details)),
        });
        Ok(None)
    }

    /// Lets the player that has just moved search on its opponent's time, if it does
    /// that and expects a move after which the game goes on. Returns the ending, if the
    /// player has failed.
    fn ponder(
        &mut self,
        side: Color,
        player: &mut dyn Player,
    ) -> Result<Option<Ending>, ReplayedGame> {
        let Some(expected) = self.expected.take() else { return Ok(None) };
        let position = self.game.position();
        if !self.conditions.thinking[side.index()].ponders
            || self.game.outcome(true).is_some()
            || !has_legal_move(&position.after(expected))
        {
            return Ok(None);
        }
        let mut expected_position = self.position.clone();
        expected_position.push(expected, self.conditions.opening.chess960);
        let mut request = self.request(side);
        request.command.ponder = true;
        match player.ponder(&expected_position, &request) {
            Ok(()) => Ok(None),
            Err(error) => self.no_answer(side, error).map(Some),
        }
    }

    /// Handles a player that has used more time than it had. Its flag falls,
    /// unless the arena was held up for as long as the excess.
    fn overdue(
        &mut self,
        side: Color,
        request: &MoveRequest,
        time: Duration,
    ) -> Result<Ending, ReplayedGame> {
        let measure = self.conditions.thinking[side.index()].measure;
        let allowance = request.allowance.unwrap_or(time);
        let over = time.saturating_sub(allowance);
        let held_up = self.conditions.stall_monitor.held_up_since(self.asked_at);
        if !held_up.is_zero() && held_up >= over {
            return Err(ReplayedGame::Annulled(format!(
                "the arena was held up for {:.3} s while {side} searched",
                held_up.as_secs_f64()
            )));
        }
        self.remark = Some(format!(
            "{side} used {:.3} s and had {:.3} s",
            measure.counted(time).as_secs_f64(),
            allowance.saturating_sub(measure.slack()).as_secs_f64()
        ));
        Ok(Ending::Lawful(Outcome::flag_fall(self.game.position(), side)))
    }

    /// Handles a player that gives no answer.
    fn no_answer(&mut self, side: Color, error: EngineError) -> Result<Ending, ReplayedGame> {
        match error {
            EngineError::Overdue(time) => match self.request(side) {
                // The engine exceeded no limit but the arena's own timeout.
                MoveRequest { allowance: None, .. } => {
                    Ok(Ending::Forfeit { loser: side, reason: ForfeitReason::Hung })
                }
                request => self.overdue(side, &request, time),
            },
            EngineError::Forfeit(reason) => Ok(Ending::Forfeit { loser: side, reason }),
            EngineError::Arena(sentence) => Err(ReplayedGame::Annulled(sentence)),
            EngineError::Stopped => Err(ReplayedGame::Stopped),
        }
    }

    fn finish(self, ending: Ending) -> FinishedGame {
        let GameInPlay { moves, pvs, start, remark, .. } = self;
        let duration = start.elapsed();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let started = now.saturating_sub(duration).as_secs();
        let pv_faults = check_game(self.conditions.opening, &moves, &pvs);
        FinishedGame { moves, ending, pv_faults, started, duration, remark }
    }
}

/// The ending by the tablebases, if they know the result.
fn by_tables(rule: &TableRule, position: &Position) -> Option<Ending> {
    let result = rule.result(position)?;
    Some(Ending::Adjudicated { result, why: AdjudicationReason::Tablebases })
}

/// The plies of a game before this position, by the number of its next move.
fn plies_before(position: &Position) -> u32 {
    let moves = position.fullmove_number().saturating_sub(1);
    moves.saturating_mul(2).saturating_add(position.side_to_move().index() as u32)
}

#[cfg(test)]
mod tests;
