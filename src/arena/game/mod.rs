//! One game between two players: whose turn it is, whose clock runs, and how
//! it ends.

mod adjudicate;
mod clock;

pub use adjudicate::REASONS;
pub use clock::GameClock;

use super::plan::{Adjudication, ThinkingLimit};
use super::player::{Answer, EngineError, MoveRequest, Player, PositionCommand};
use super::pulse::StallMonitor;
use super::record::{Ending, ForfeitReason, Opening, PlayedMove};
use crate::game::{Game, Outcome};
use crate::notation::{MoveError, uci};
use crate::types::Color;
use adjudicate::Adjudicator;
use std::time::{Duration, Instant};

/// A rule of a game at odds: whether it ends the game as it stands.
pub type HouseRule<'a> = &'a (dyn Fn(&Game) -> Option<Ending> + Sync);

/// What is agreed before a game begins.
#[derive(Clone, Copy)]
pub struct GameConditions<'a> {
    /// Where it starts.
    pub opening: &'a Opening,
    /// How long each may think.
    pub thinking: [ThinkingLimit; Color::COUNT],
    /// When it is called off.
    pub adjudication: Adjudication,
    /// A rule that goes before the laws.
    pub house_rule: Option<HouseRule<'a>>,
    /// Whether the arena itself is in time.
    pub pulse: &'a StallMonitor,
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// Why it is over.
    pub ending: Ending,
    /// From the first `go` to the end.
    pub duration: Duration,
    /// What else ought to be known of the end.
    pub remark: Option<String>,
}

/// A game that does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayedGame {
    /// The match is to stop.
    Halted,
    /// It was not a player's fault: it is to be replayed with the same
    /// colours. A sentence.
    Annulled(String),
}

/// Plays a game. The players sit by colour.
///
/// # Errors
/// If the game is void.
pub fn play(
    terms: &GameConditions<'_>,
    players: &mut [&mut dyn Player; Color::COUNT],
) -> Result<Finished, ReplayedGame> {
    let mut table = GameInPlay::new(terms)?;
    for side in Color::ALL {
        if let Err(trouble) = players[side.index()].new_game(terms.opening.chess960) {
            let ending = table.trouble(side, trouble)?;
            return Ok(table.finish(ending));
        }
    }
    table.start = Instant::now();
    loop {
        if let Some(ending) = table.ending() {
            return Ok(table.finish(ending));
        }
        let side = table.game.position().side_to_move();
        let order = table.order();
        table.asked = Instant::now();
        let ending = match players[side.index()].think(&table.course, &order) {
            Ok(answer) => table.answer(side, &order, answer)?,
            Err(trouble) => Some(table.trouble(side, trouble)?),
        };
        if let Some(ending) = ending {
            return Ok(table.finish(ending));
        }
    }
}

/// A game in progress.
struct GameInPlay<'t> {
    terms: &'t GameConditions<'t>,
    game: Game,
    course: PositionCommand,
    clocks: [Option<GameClock>; Color::COUNT],
    judge: Adjudicator,
    moves: Vec<PlayedMove>,
    /// When the game began.
    start: Instant,
    /// When the player to move was asked.
    asked: Instant,
    remark: Option<String>,
}

impl<'t> GameInPlay<'t> {
    fn new(terms: &'t GameConditions<'t>) -> Result<GameInPlay<'t>, ReplayedGame> {
        let opening = terms.opening;
        let mut course = PositionCommand::new(&opening.start, opening.chess960);
        opening.moves.iter().for_each(|&mv| course.push(mv));
        let game = Game::from_moves(opening.start.clone(), opening.moves.iter().copied()).map_err(
            |error| ReplayedGame::Annulled(format!("its opening cannot be played: {error}")),
        )?;
        Ok(GameInPlay {
            game,
            course,
            clocks: terms.thinking.map(|thinking| thinking.clock.map(GameClock::new)),
            judge: Adjudicator::new(terms.adjudication),
            moves: Vec::new(),
            start: Instant::now(),
            asked: Instant::now(),
            remark: None,
            terms,
        })
    }

    /// Whether the game is over as it stands. Rules of the odds come first,
    /// which may forbid a mate; then the laws, and last what the players
    /// think of it.
    fn ending(&self) -> Option<Ending> {
        let by_house = self.terms.house_rule.and_then(|rule| rule(&self.game));
        by_house
            .or_else(|| self.game.outcome(true).map(Ending::Lawful))
            .or_else(|| self.judge.verdict(self.game.position().fullmove_number()))
    }

    fn order(&self) -> MoveRequest {
        let side = self.game.position().side_to_move();
        let thinking = &self.terms.thinking[side.index()];
        let clock = self.clocks[side.index()];
        let time = match (clock.map(|clock| clock.left()), thinking.move_time) {
            (Some(left), Some(time)) => Some(left.min(time)),
            (left, time) => left.or(time),
        };
        MoveRequest {
            side,
            clocks: self.clocks.map(|clock| clock.map(|clock| (clock.left(), clock.increment()))),
            moves_to_go: clock.and_then(|clock| clock.moves_to_go()),
            move_time: thinking.move_time,
            nodes: thinking.nodes,
            depth: thinking.depth,
            allowance: time.map(|time| time + thinking.margin),
        }
    }

    /// A player has answered: plays his move, unless the answer ends the
    /// game.
    fn answer(
        &mut self,
        side: Color,
        order: &MoveRequest,
        answer: Answer,
    ) -> Result<Option<Ending>, ReplayedGame> {
        if order.allowance.is_some_and(|allowance| answer.time > allowance) {
            return self.overdue(side, order, answer.time).map(Some);
        }
        let word = answer.text.split_ascii_whitespace().next().unwrap_or("");
        let forfeit = |fault| Ok(Some(Ending::Forfeit { loser: side, fault }));
        let mv = match uci::parse(self.game.position(), word) {
            Ok(mv) => mv,
            Err(MoveError::Syntax { .. }) => {
                return forfeit(ForfeitReason::Garbage(clip(&answer.text)));
            }
            Err(_) => return forfeit(ForfeitReason::IllegalMove(clip(word))),
        };
        if self.game.play(mv).is_err() {
            return forfeit(ForfeitReason::IllegalMove(clip(word)));
        }
        if let Some(clock) = &mut self.clocks[side.index()] {
            clock.press(answer.time);
        }
        self.course.push(mv);
        let thought = answer.thought;
        self.judge.hear(side, thought.score, self.game.position().halfmove_clock() == 0);
        self.moves.push(PlayedMove {
            mv,
            score: thought.score,
            depth: thought.depth,
            nodes: thought.nodes,
            time: answer.time,
        });
        Ok(None)
    }

    /// A player has used more time than he had; unless the arena was held up
    /// for as long, his flag has fallen.
    fn overdue(
        &mut self,
        side: Color,
        order: &MoveRequest,
        time: Duration,
    ) -> Result<Ending, ReplayedGame> {
        let allowance = order.allowance.unwrap_or(time);
        let over = time.saturating_sub(allowance);
        let held_up = self.terms.pulse.held_up_since(self.asked);
        if !held_up.is_zero() && held_up >= over {
            return Err(ReplayedGame::Annulled(format!(
                "the arena was held up for {:.3} s while {side} was thinking",
                held_up.as_secs_f64()
            )));
        }
        self.remark = Some(format!(
            "{side} thought for {:.3} s and had {:.3} s",
            time.as_secs_f64(),
            allowance.as_secs_f64()
        ));
        Ok(Ending::Lawful(Outcome::flag_fall(self.game.position(), side)))
    }

    /// A player does not answer at all.
    fn trouble(&mut self, side: Color, trouble: EngineError) -> Result<Ending, ReplayedGame> {
        match trouble {
            EngineError::Overdue(time) => match self.order() {
                // Nothing limits its time but everybody's patience.
                MoveRequest { allowance: None, .. } => {
                    Ok(Ending::Forfeit { loser: side, fault: ForfeitReason::Hung })
                }
                order => self.overdue(side, &order, time),
            },
            EngineError::ForfeitReason(fault) => Ok(Ending::Forfeit { loser: side, fault }),
            EngineError::Ours(sentence) => Err(ReplayedGame::Annulled(sentence)),
            EngineError::Halted => Err(ReplayedGame::Halted),
        }
    }

    fn finish(self, ending: Ending) -> Finished {
        let GameInPlay { moves, start, remark, .. } = self;
        Finished { moves, ending, duration: start.elapsed(), remark }
    }
}

/// Enough of what an engine wrote to recognise it.
fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests;
