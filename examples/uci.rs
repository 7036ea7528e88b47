//! The smallest loop that a chess program can talk to: it searches on the thread
//! that reads, so it does not hear `stop`. The real one is `staunton::uci::run`.
//!
//! `printf 'position startpos moves e2e4\ngo depth 8\nquit\n' | cargo run --release --example uci`

use staunton::chess::{GamePosition, Position};
use staunton::engine::{Limits, Options, Searcher, format_move, parse_move};
use staunton::uci::words::{BestMove, GoCommand, PositionCommand, next_word};
use std::error::Error;
use std::io;

fn main() -> Result<(), Box<dyn Error>> {
    let mut searcher = Searcher::new(&Options::default())?;
    // After a refused `position` there is none: an answer for the last one would
    // look like an answer for this one.
    let mut game = Some(GamePosition::from(Position::start()));
    for line in io::stdin().lines() {
        let line = line?;
        let Some((word, rest)) = next_word(&line) else { continue };
        match word {
            "uci" => println!("id name Small\nuciok"),
            "isready" => println!("readyok"),
            "ucinewgame" => searcher.clear(),
            "position" => {
                let read = position(rest);
                if let Err(error) = &read {
                    println!("info string {error}");
                }
                game = read.ok();
            }
            "go" => match GoCommand::read(rest) {
                Ok(go) => println!("{}", answer(&mut searcher, game.as_ref(), &go)),
                Err(error) => println!("info string {error}"),
            },
            "quit" => break,
            _ => {}
        }
    }
    Ok(())
}

/// The position that the words after `position` describe.
fn position(words: &str) -> Result<GamePosition, Box<dyn Error>> {
    let PositionCommand { fen, moves } = PositionCommand::read(words)?;
    let start = fen.map_or(Ok(Position::start()), |fen| fen.parse())?;
    let mut game = GamePosition::from(start);
    for text in moves.split_ascii_whitespace() {
        let mv = parse_move(game.position(), text)?;
        game.play(mv);
    }
    Ok(game)
}

/// Searches, and says the best move; a `go` without limits gets ten plies.
fn answer(searcher: &mut Searcher, game: Option<&GamePosition>, go: &GoCommand<'_>) -> String {
    let found = game.map(|game| {
        let limits = go.limits(game.position().side_to_move());
        let bounded = if limits.is_bounded() { limits } else { Limits::depth(10) };
        searcher.search(game, &bounded)
    });
    let text = |mv| format_move(mv, false);
    let (best, ponder) = found.map_or((None, None), |found| (found.best, found.ponder));
    let best = best.map_or(BestMove::NONE.to_string(), text);
    let ponder = ponder.map(text);
    BestMove { best: &best, ponder: ponder.as_deref(), has_more: false }.to_string()
}
