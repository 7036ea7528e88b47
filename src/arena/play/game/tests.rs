use super::*;
use crate::arena::plan::match_plan::{ClockMeasure, TableRule};
use crate::arena::player::SearchInfo;
use crate::chess::board::Position;
use crate::chess::syzygy::Tablebases;
use crate::chess::types::{GameResult, Score};
use std::collections::VecDeque;
use std::sync::Arc;

/// A player with given answers that take given times: a number and its unit.
struct Scripted(VecDeque<Result<(&'static str, u64), EngineError>>, fn(u64) -> Duration);

impl Player for Scripted {
    fn new_game(&mut self, _: &GameStart<'_>) -> Result<(), EngineError> {
        Ok(())
    }

    fn think(&mut self, _: &PositionCommand, _: &MoveRequest) -> Result<Answer, EngineError> {
        let (text, ms) = self.0.pop_front().expect("no move is asked for after the end")?;
        let info = SearchInfo { score: Some(Score(1)), ..SearchInfo::default() };
        Ok(Answer { text: text.to_string(), info, time: self.1(ms), ponder_hit: None })
    }
}

type Script = Vec<Result<(&'static str, u64), EngineError>>;

/// Plays a game from a position with the scripts' answers.
fn play_with(
    fen: &str,
    clock: &str,
    margin: u64,
    scripts: [Script; 2],
) -> Result<Ending, ReplayedGame> {
    play_with_tables(fen, clock, margin, scripts, None)
}

fn play_with_tables(
    fen: &str,
    clock: &str,
    margin: u64,
    scripts: [Script; 2],
    tablebases: Option<&TableRule>,
) -> Result<Ending, ReplayedGame> {
    let thinking = ThinkingLimit {
        clock: Some(clock.parse().unwrap()),
        margin: Duration::from_millis(margin),
        ..ThinkingLimit::default()
    };
    let scripts = scripts.map(|script| Scripted(script.into(), Duration::from_millis));
    play_limited(fen, thinking, scripts, tablebases)
}

fn play_limited(
    fen: &str,
    thinking: ThinkingLimit,
    [mut white, mut black]: [Scripted; 2],
    tablebases: Option<&TableRule>,
) -> Result<Ending, ReplayedGame> {
    let start: Position = fen.parse().unwrap();
    let opening = Opening { start, moves: Vec::new(), chess960: false };
    let stall_monitor = StallMonitor::default();
    stall_monitor.stop();
    let conditions = GameConditions {
        opening: &opening,
        thinking: [thinking; 2],
        adjudication: Adjudication::default(),
        tablebases,
        odds_rule: None,
        keep_details: false,
        names: ["white", "black"],
        draws: (0, 0),
        stall_monitor: &stall_monitor,
    };
    play(&conditions, &mut [&mut white, &mut black]).map(|finished| finished.ending)
}

fn lawful(outcome: Outcome) -> Result<Ending, ReplayedGame> {
    Ok(Ending::Lawful(outcome))
}

const ROOK: &str = "7k/8/8/8/8/8/8/K5R1 w - - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_flag_that_falls_loses_only_if_the_opponent_can_mate() {
    let late = || vec![Ok(("g1g2", 1001))];
    let drawn = lawful(Outcome::FlagFallDraw { flagged: Color::White });
    assert_eq!(play_with(ROOK, "1", 0, [late(), vec![]]), drawn);
    let lost = lawful(Outcome::FlagFall { loser: Color::Black });
    let calm = vec![Ok(("g1f1", 0))];
    assert_eq!(play_with(ROOK, "1", 0, [calm, vec![Ok(("h8h7", 1001))]]), lost);
    // It makes no difference whether the late move ever comes.
    let never = vec![Err(EngineError::Overdue(Duration::from_secs(3)))];
    assert_eq!(play_with(ROOK, "1", 0, [never, vec![]]), drawn);
}

#[test]
fn a_move_on_the_last_moment_or_within_the_margin_is_in_time() {
    // Fool's mate, in all the time there is.
    let white = || vec![Ok(("f2f3", 500)), Ok(("g2g4", 500))];
    let black = |ms| vec![Ok(("e7e5", 0)), Ok(("d8h4", ms))];
    let mate = lawful(Outcome::Checkmate { winner: Color::Black });
    assert_eq!(play_with(START, "1", 0, [white(), black(1000)]), mate);
    let flag = lawful(Outcome::FlagFall { loser: Color::Black });
    assert_eq!(play_with(START, "1", 0, [white(), black(1001)]), flag, "mate came too late");
    assert_eq!(play_with(START, "1", 1, [white(), black(1001)]), mate);
}

#[test]
fn every_move_has_its_increment_also_the_first() {
    let flag = lawful(Outcome::FlagFall { loser: Color::Black });
    let white = || vec![Ok(("f2f3", 50)), Ok(("g2g4", 50)), Ok(("a2a3", 0))];
    let black = |ms| vec![Ok(("e7e5", 40)), Ok(("d7d5", ms)), Ok(("d8h4", 999))];
    // 50 ms for the first move, then what is left of them and 50 more.
    let mate = vec![Ok(("e7e5", 40)), Ok(("d8h4", 60))];
    let mated = lawful(Outcome::Checkmate { winner: Color::Black });
    assert_eq!(play_with(START, "0+0.05", 0, [white(), mate]), mated);
    assert_eq!(play_with(START, "0+0.05", 0, [white(), black(61)]), flag);
    let late = vec![Ok(("e7e5", 1101))];
    assert_eq!(play_with(START, "1+0.1", 0, [white(), late]), flag);
}

#[test]
fn the_usual_clock_forgives_parts_of_a_millisecond() {
    let ending = |measure, micros| {
        let clock = Some("0+0.05".parse().unwrap());
        let thinking = ThinkingLimit { clock, measure, ..ThinkingLimit::default() };
        let white = vec![Ok(("f2f3", 50_000)), Ok(("g2g4", 1))];
        let black = vec![Ok(("e7e5", micros)), Ok(("d8h4", 50_000))];
        let scripts = [white, black];
        let scripts = scripts.map(|script| Scripted(script.into(), Duration::from_micros));
        play_limited(START, thinking, scripts, None)
    };
    let flag = lawful(Outcome::FlagFall { loser: Color::Black });
    let mate = lawful(Outcome::Checkmate { winner: Color::Black });
    assert_eq!(ending(ClockMeasure::Usual, 50_999), mate);
    assert_eq!(ending(ClockMeasure::Usual, 51_000), flag);
    assert_eq!(ending(ClockMeasure::Exact, 50_000), mate);
    assert_eq!(ending(ClockMeasure::Exact, 50_001), flag);
}

#[test]
fn offences_forfeit_and_errors_of_the_arena_annul() {
    let forfeit = |reason| Ok(Ending::Forfeit { loser: Color::White, reason });
    for (text, reason) in [
        ("e2e5", ForfeitReason::IllegalMove("e2e5".into())),
        ("e1g1 ponder e7e5", ForfeitReason::IllegalMove("e1g1".into())),
        ("e7e5", ForfeitReason::IllegalMove("e7e5".into())),
        ("0000", ForfeitReason::IllegalMove("0000".into())),
        ("(none)", ForfeitReason::Garbage("(none)".into())),
        ("", ForfeitReason::Garbage("".into())),
        ("e4", ForfeitReason::Garbage("e4".into())),
        ("é2é4", ForfeitReason::Garbage("é2é4".into())),
    ] {
        assert_eq!(play_with(START, "1", 0, [vec![Ok((text, 0))], vec![]]), forfeit(reason));
    }
    for reason in [ForfeitReason::Crashed, ForfeitReason::Hung] {
        let script = vec![Err(EngineError::Forfeit(reason.clone()))];
        assert_eq!(play_with(START, "1", 0, [script, vec![]]), forfeit(reason));
    }
    let ours = vec![Err(EngineError::Arena("no room".into()))];
    assert_eq!(
        play_with(START, "1", 0, [ours, vec![]]),
        Err(ReplayedGame::Annulled("no room".into()))
    );
    assert_eq!(
        play_with(START, "1", 0, [vec![Err(EngineError::Stopped)], vec![]]),
        Err(ReplayedGame::Stopped)
    );
}

#[test]
fn a_repetition_is_a_draw_without_a_claim() {
    let dance = |there, back| -> Script { [there, back, there, back].map(|mv| Ok((mv, 0))).into() };
    let ending = play_with(START, "1", 0, [dance("g1f3", "f3g1"), dance("g8f6", "f6g8")]).unwrap();
    assert_eq!(ending, Ending::Lawful(Outcome::ThreefoldRepetition));
    assert_eq!(ending.result(), GameResult::Draw);
}

#[test]
fn a_game_that_is_over_before_it_begins_asks_no_player() {
    let bare = play_with("k7/8/8/8/8/8/8/K7 w - - 0 1", "1", 0, [vec![], vec![]]);
    assert_eq!(bare, lawful(Outcome::InsufficientMaterial));
}

#[test]
fn tablebases_end_a_game_when_they_know_its_result() {
    let tables = Tablebases::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy"));
    // White takes the last pawn and has queen against king.
    let fen = "7k/8/8/8/8/8/1p6/KQ6 w - - 0 1";
    let scripts = || [vec![Ok(("b1b2", 1)), Ok(("b2b1", 2000))], vec![Ok(("h8g8", 1))]];
    let rule = TableRule::new(Arc::new(tables));
    let ending = play_with_tables(fen, "1+0", 0, scripts(), Some(&rule));
    let won =
        Ending::Adjudicated { result: GameResult::WhiteWins, why: AdjudicationReason::Tablebases };
    assert_eq!(ending, Ok(won));
    // A rule may leave out wins, or positions with many pieces.
    let flag = lawful(Outcome::FlagFallDraw { flagged: Color::White });
    for rule in [TableRule { wins: false, ..rule.clone() }, TableRule { max_pieces: 2, ..rule }] {
        assert_eq!(play_with_tables(fen, "1+0", 0, scripts(), Some(&rule)), flag);
    }
}

/// A player that expects given replies, and notes what it is told.
struct Ponderer {
    answers: VecDeque<(&'static str, u64)>,
    /// The position that it searches on the opponent's time.
    pondered: Option<PositionCommand>,
    /// Whether the opponent's moves were expected.
    hits: Vec<bool>,
    /// What it was asked to search on the opponent's time.
    asked: Vec<String>,
    is_stopped: bool,
}

impl Ponderer {
    fn new(answers: &[(&'static str, u64)]) -> Ponderer {
        let answers = answers.iter().copied().collect();
        Ponderer { answers, pondered: None, hits: vec![], asked: vec![], is_stopped: false }
    }
}

impl Player for Ponderer {
    fn new_game(&mut self, _: &GameStart<'_>) -> Result<(), EngineError> {
        Ok(())
    }

    fn think(
        &mut self,
        position: &PositionCommand,
        _: &MoveRequest,
    ) -> Result<Answer, EngineError> {
        let ponder_hit = self.pondered.take().map(|pondered| pondered == *position);
        self.hits.extend(ponder_hit);
        let (text, ms) = self.answers.pop_front().expect("no move is asked for after the end");
        let (text, time) = (text.to_string(), Duration::from_millis(ms));
        Ok(Answer { text, info: SearchInfo::default(), time, ponder_hit })
    }

    fn ponder(
        &mut self,
        position: &PositionCommand,
        request: &MoveRequest,
    ) -> Result<(), EngineError> {
        self.asked.push(format!("{} {}", position.moves, request.command));
        self.pondered = Some(position.clone());
        Ok(())
    }

    fn stop_pondering(&mut self) {
        self.is_stopped = true;
    }
}

#[test]
fn a_player_searches_the_reply_that_it_expects_on_its_opponents_time() {
    let mut white = Ponderer::new(&[
        ("f2f3 ponder e7e5", 100),
        ("g2g4 ponder e8e7", 900),
        ("a2a3 ponder e2e4", 0),
        ("h2h3 ponder d8h4", 0),
    ]);
    let mut black = Ponderer::new(&[
        ("e7e5 ponder a2a3", 500),
        ("a7a6", 0),
        ("b7b6 ponder h2h3", 0),
        ("d8h4 ponder a3a4", 500),
    ]);
    let opening = Opening { start: Position::start(), moves: Vec::new(), chess960: false };
    let stall_monitor = StallMonitor::default();
    stall_monitor.stop();
    let clock = Some("1".parse().unwrap());
    let limit = ThinkingLimit { clock, ponders: true, ..ThinkingLimit::default() };
    let conditions = GameConditions {
        opening: &opening,
        thinking: [limit, limit],
        adjudication: Adjudication::default(),
        tablebases: None,
        odds_rule: None,
        keep_details: false,
        names: ["white", "black"],
        draws: (0, 0),
        stall_monitor: &stall_monitor,
    };
    let game = play(&conditions, &mut [&mut white, &mut black]).expect("it is played");
    // The clock of each has run for its own moves alone, whatever it searched before.
    assert_eq!(game.ending, Ending::Lawful(Outcome::Checkmate { winner: Color::Black }));
    assert_eq!(
        white.asked,
        [
            "f2f3 e7e5 go ponder wtime 900 btime 1000",
            "f2f3 e7e5 g2g4 e8e7 go ponder wtime 1 btime 500",
        ]
    );
    assert_eq!(white.hits, [true, false]);
    assert_eq!(black.hits, [false, true]);
    let hits: Vec<Option<bool>> = game.moves.iter().map(|played| played.ponder_hit).collect();
    let (hit, miss) = (Some(true), Some(false));
    assert_eq!(hits, [None, None, hit, miss, miss, None, None, hit]);
    assert!(white.is_stopped && black.is_stopped, "the game is over");
}
