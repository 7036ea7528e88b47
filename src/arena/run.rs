//! Plays a match: a thread for each game that is played at the same time, and
//! one that counts.
//!
//! Games are handed out in order, and counted in order too, whichever ends
//! first: otherwise a match that stops by itself would prefer short games.

use super::StopFlag;
use super::game::{self, GameConditions, ReplayedGame};
use super::halt::lock;
use super::plan::MatchPlan;
use super::player::{self, Player, StartError};
use super::pulse::StallMonitor;
use super::record::{Ending, ForfeitReason, GameRecord, Opening};
use super::schedule::{Schedule, ScheduledGame};
use crate::game::Game;
use crate::types::Color;
use std::collections::{BTreeMap, HashSet};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How often a game is annulled before the match is given up: something is
/// wrong that does not pass.
const MAX_ANNULLED: u32 = 5;
/// How often it is tried to start a player for whom the system has no room.
const MAX_ATTEMPTS: u32 = 10;
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(1);

/// Where games start, and what rules they have beside the laws.
pub trait GameOpenings: Sync {
    /// The opening of a round, for a game in which this colour gives odds.
    ///
    /// # Errors
    /// A sentence, if the odds cannot be given in this opening.
    fn opening(&self, round: usize, giver: Color) -> Result<Opening, String>;

    /// Whether the game is over by a rule of the odds, which goes before the
    /// laws.
    fn judge(&self, _game: &Game, _giver: Color) -> Option<Ending> {
        None
    }
}

/// Whether the match goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameVerdict {
    /// There is more to play for.
    GoOn,
    /// The result is certain enough.
    Enough,
}

/// Hears of a match as it goes.
pub trait MatchObserver {
    /// A game is over: to be put where it cannot be lost, before anybody
    /// counts it.
    ///
    /// # Errors
    /// A sentence, if it cannot be kept; the match ends.
    fn played(&mut self, record: &GameRecord) -> Result<(), String>;

    /// A game counts. Games come here in the order of the schedule.
    ///
    /// # Errors
    /// A sentence; the match ends.
    fn counted(&mut self, record: &GameRecord) -> Result<GameVerdict, String>;

    /// Something happened that ought to be known.
    fn note(&mut self, sentence: &str);
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// All games are played.
    Complete,
    /// The witness has seen enough.
    Enough,
    /// It was told to stop.
    Halted,
    /// It could not go on; a sentence. What was counted stands.
    Failed(String),
}

/// Plays the games of a match that are not `done` yet.
///
/// # Errors
/// If it cannot begin: a sentence about the player that cannot be started.
pub fn run(
    plan: &MatchPlan,
    starts: &dyn GameOpenings,
    done: Vec<GameRecord>,
    halt: &Arc<StopFlag>,
    witness: &mut dyn MatchObserver,
) -> Result<End, String> {
    let mut seats = Seats::default();
    for (index, player) in plan.players.iter().enumerate() {
        match player::start(player, plan.patience, halt) {
            Ok(player) => seats.0.push((index, player)),
            Err(StartError::Halted) => return Ok(End::Halted),
            Err(error) => return Err(error.to_string()),
        }
    }
    let schedule = Schedule::new(plan.format, plan.players.len(), plan.rounds);
    let hall = RunningMatch {
        plan,
        starts,
        halt,
        schedule: &schedule,
        done: done.iter().map(|record| record.number).collect(),
        next: Mutex::new(0),
        pulse: StallMonitor::default(),
    };
    let mut count = GameCount { witness, waiting: BTreeMap::new(), next: 0, end: None };
    for record in done {
        count.waiting.insert(record.number, record);
    }
    count.advance();
    if count.end.is_none() {
        hall.open(seats, &mut count);
    }
    count.close(schedule.games(), halt)
}

/// Where the games of a match are played.
struct RunningMatch<'m> {
    plan: &'m MatchPlan,
    starts: &'m dyn GameOpenings,
    halt: &'m Arc<StopFlag>,
    schedule: &'m Schedule,
    /// The games that have been played before.
    done: HashSet<usize>,
    /// The game to be handed out next.
    next: Mutex<usize>,
    pulse: StallMonitor,
}

/// What a thread that plays tells the one that counts.
enum Message {
    PlayedMove(Box<GameRecord>),
    Note(String),
    Failed(String),
}

/// Why a thread plays no more.
enum Stop {
    Halted,
    Failed(String),
}

impl RunningMatch<'_> {
    /// Plays until there are no games left or the match is to stop.
    fn open(&self, seats: Seats, count: &mut GameCount<'_>) {
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            scope.spawn(|| self.pulse.run());
            let mut seats = Some(seats);
            for slot in 0..self.plan.concurrency {
                let (seats, sender) = (seats.take().unwrap_or_default(), sender.clone());
                let spawned = thread::Builder::new()
                    .name(format!("game {slot}"))
                    .spawn_scoped(scope, move || self.play_on(seats, &sender));
                if let Err(error) = spawned {
                    count.witness.note(&format!("only {slot} games at the same time: {error}"));
                    break;
                }
            }
            drop(sender);
            count.follow(&receiver, self);
            self.pulse.stop();
        });
    }

    fn hand_out(&self) -> Option<ScheduledGame> {
        if self.halt.is_raised() {
            return None;
        }
        let mut next = lock(&self.next);
        while self.done.contains(&next) {
            *next += 1;
        }
        let fixture = self.schedule.fixture(*next)?;
        *next += 1;
        Some(fixture)
    }

    /// Plays one game after another.
    fn play_on(&self, mut seats: Seats, sender: &Sender<Message>) {
        while let Some(fixture) = self.hand_out() {
            let message = match self.play_until_it_counts(fixture, &mut seats, sender) {
                Ok(record) => Message::PlayedMove(Box::new(record)),
                Err(Stop::Halted) => return,
                Err(Stop::Failed(sentence)) => Message::Failed(sentence),
            };
            let is_last = matches!(message, Message::Failed(_));
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    }

    /// "An annulled game is the same as if it had never been begun": it is
    /// played again, and the colours stay.
    fn play_until_it_counts(
        &self,
        fixture: ScheduledGame,
        seats: &mut Seats,
        sender: &Sender<Message>,
    ) -> Result<GameRecord, Stop> {
        let game = fixture.number + 1;
        let opening = self
            .starts
            .opening(fixture.round, fixture.giver)
            .map_err(|sentence| Stop::Failed(format!("game {game}: {sentence}")))?;
        let mut reason = String::new();
        for _ in 0..MAX_ANNULLED {
            seats.fill(fixture.players, self)?;
            match self.play(fixture, &opening, seats, sender) {
                Ok(finished) => {
                    return Ok(GameRecord {
                        number: fixture.number,
                        players: fixture.players,
                        opening,
                        moves: finished.moves,
                        ending: finished.ending,
                        duration: finished.duration,
                    });
                }
                Err(ReplayedGame::Halted) => return Err(Stop::Halted),
                Err(ReplayedGame::Annulled(sentence)) => {
                    let note = format!(
                        "game {game} is annulled and replayed with the same colours: {sentence}"
                    );
                    let _ = sender.send(Message::Note(note));
                    reason = sentence;
                }
            }
        }
        Err(Stop::Failed(format!("game {game} was annulled {MAX_ANNULLED} times: {reason}")))
    }

    fn play(
        &self,
        fixture: ScheduledGame,
        opening: &Opening,
        seats: &mut Seats,
        sender: &Sender<Message>,
    ) -> Result<game::Finished, ReplayedGame> {
        let judge = |game: &Game| self.starts.judge(game, fixture.giver);
        let terms = GameConditions {
            opening,
            thinking: fixture.players.map(|player| self.plan.players[player].thinking),
            adjudication: self.plan.adjudication,
            house_rule: Some(&judge),
            pulse: &self.pulse,
        };
        let [white, black] = seats
            .pair(fixture.players)
            .ok_or_else(|| ReplayedGame::Annulled("a player is not there".to_string()))?;
        let finished = game::play(&terms, &mut [white.as_mut(), black.as_mut()]);
        for (color, player) in Color::ALL.into_iter().zip([white, black]) {
            let name = &self.plan.players[fixture.players[color.index()]].name;
            if let Some(complaint) = player.complaint() {
                let note = format!("{name}, game {}: {complaint}", fixture.number + 1);
                let _ = sender.send(Message::Note(note));
            }
        }
        if let Ok(game::Finished { remark: Some(remark), .. }) = &finished {
            let note = format!("game {}: {remark}", fixture.number + 1);
            let _ = sender.send(Message::Note(note));
        }
        seats.0.retain(|(_, player)| !player.is_lost());
        finished
    }
}

/// The players that a thread keeps alive between games: those of the last
/// game, by their places in the match.
#[derive(Default)]
struct Seats(Vec<(usize, Box<dyn Player>)>);

impl Seats {
    /// Starts those who are not there, and sends away who is not needed.
    fn fill(
        &mut self,
        players: [usize; Color::COUNT],
        hall: &RunningMatch<'_>,
    ) -> Result<(), Stop> {
        self.0.retain(|(index, _)| players.contains(index));
        for index in players {
            if self.0.iter().all(|&(seated, _)| seated != index) {
                self.0.push((index, hall.start(index)?));
            }
        }
        Ok(())
    }

    /// The two players of a game, by colour.
    fn pair(&mut self, players: [usize; Color::COUNT]) -> Option<[&mut Box<dyn Player>; 2]> {
        let [mut white, mut black] = [None, None];
        for (index, player) in &mut self.0 {
            if *index == players[0] {
                white = Some(player);
            } else if *index == players[1] {
                black = Some(player);
            }
        }
        Some([white?, black?])
    }
}

impl RunningMatch<'_> {
    /// Starts a player; where the system has no room, again after a while.
    fn start(&self, index: usize) -> Result<Box<dyn Player>, Stop> {
        let plan = &self.plan.players[index];
        let mut reason = String::new();
        for _ in 0..MAX_ATTEMPTS {
            match player::start(plan, self.plan.patience, self.halt) {
                Ok(player) => return Ok(player),
                Err(StartError::Halted) => return Err(Stop::Halted),
                Err(StartError::Useless(sentence)) => return Err(Stop::Failed(sentence)),
                Err(StartError::Scarce(sentence)) => reason = sentence,
            }
            let until = Some(Instant::now() + BETWEEN_ATTEMPTS);
            self.halt.mailbox().wait(until, Some(self.halt), |_| None::<()>);
        }
        Err(Stop::Failed(format!("{reason}; tried {MAX_ATTEMPTS} times")))
    }
}

/// Brings games into order and has them counted.
struct GameCount<'w> {
    witness: &'w mut dyn MatchObserver,
    /// Games that are over, but whose turn has not come.
    waiting: BTreeMap<usize, GameRecord>,
    /// The game whose turn it is.
    next: usize,
    /// Set once the match is over.
    end: Option<End>,
}

impl GameCount<'_> {
    /// Hears what happens in the hall until it is empty.
    fn follow(&mut self, receiver: &Receiver<Message>, hall: &RunningMatch<'_>) {
        for message in receiver {
            match message {
                Message::Note(sentence) => self.witness.note(&sentence),
                Message::Failed(sentence) => self.fail(sentence),
                // It came too late to count.
                Message::PlayedMove(_) if self.end == Some(End::Enough) => {}
                Message::PlayedMove(record) => {
                    match self.witness.played(&record) {
                        Ok(()) => self.check(&record, hall.plan),
                        Err(sentence) => self.fail(sentence),
                    }
                    self.waiting.insert(record.number, *record);
                    if self.end.is_none() {
                        self.advance();
                    }
                }
            }
            if self.end.is_some() {
                hall.halt.raise();
            }
        }
    }

    fn fail(&mut self, sentence: String) {
        self.end.get_or_insert(End::Failed(sentence));
    }

    /// Without `--recover` a crash ends the match: whoever tests an engine
    /// wants to know at once.
    fn check(&mut self, record: &GameRecord, plan: &MatchPlan) {
        if let Ending::Forfeit {
            loser,
            fault: fault @ (ForfeitReason::Crashed | ForfeitReason::Hung),
        } = &record.ending
            && !plan.recover
        {
            let name = &plan.players[record.players[loser.index()]].name;
            let what = if *fault == ForfeitReason::Crashed { "crashed" } else { "hangs" };
            self.fail(format!(
                "{name} {what} in game {}; with --recover it is started again and the match \
                 goes on",
                record.number + 1
            ));
        }
    }

    /// Counts the games whose turn it is.
    fn advance(&mut self) {
        while let Some(record) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.count(&record);
            if self.end.is_some() {
                return;
            }
        }
    }

    fn count(&mut self, record: &GameRecord) {
        match self.witness.counted(record) {
            Ok(GameVerdict::GoOn) => {}
            Ok(GameVerdict::Enough) => {
                self.end.get_or_insert(End::Enough);
            }
            Err(sentence) => self.fail(sentence),
        }
    }

    /// The match is over: games that wait for others that will not be played
    /// count now, unless the result is decided without them.
    fn close(mut self, games: usize, halt: &StopFlag) -> Result<End, String> {
        if self.end != Some(End::Enough) {
            for record in std::mem::take(&mut self.waiting).into_values() {
                self.next += 1;
                self.count(&record);
            }
        }
        Ok(match self.end {
            Some(end) => end,
            None if self.next >= games => End::Complete,
            None if halt.is_raised() => End::Halted,
            None => End::Failed("some games were not played".to_string()),
        })
    }
}
