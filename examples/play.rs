//! A game against the engine in the terminal. Moves may be typed as `Nf3`, `g1f3`
//! or `Kt-KB3`; `back` takes a move of each side back, `quit` ends.
//!
//! `cargo run --release --example play -- 1500` plays against a rating of 1500.

use staunton::chess::{Game, GamePosition, MoveNotation, Position};
use staunton::engine::{Limits, Options, SearchOptions, Searcher};
use staunton::uci::show;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let elo = std::env::args().nth(1).map(|text| text.parse()).transpose()?;
    let mut searcher = Searcher::new(&Options::default())?;
    searcher.set_options(SearchOptions { elo, ..SearchOptions::default() });
    let mut game = Game::new(Position::start());
    let mut lines = io::stdin().lock().lines();
    while game.outcome(true).is_none() {
        println!("{}", show::board(game.position(), false));
        print!("Your move: ");
        io::stdout().flush()?;
        let Some(line) = lines.next().transpose()? else { return Ok(()) };
        match line.trim() {
            "quit" => return Ok(()),
            "back" => {
                game.take_back();
                game.take_back();
                continue;
            }
            text => {
                let notations = MoveNotation::NAMED.iter().map(|&(_, notation)| notation);
                let mut read = notations.map(|notation| notation.parse(game.position(), text));
                match read.clone().find_map(Result::ok) {
                    Some(mv) => game.play(mv)?,
                    None => {
                        println!("{}", read.next().and_then(Result::err).ok_or("no notation")?);
                        continue;
                    }
                }
            }
        }
        if game.outcome(true).is_none() {
            let found =
                searcher.search(&GamePosition::from(&game), &Limits::time(Duration::from_secs(1)));
            let mv = found.best.ok_or("a game that goes on has a move")?;
            println!("I play {}", MoveNotation::San.format(game.position(), mv));
            game.play(mv)?;
        }
    }
    println!("{}", show::board(game.position(), false));
    println!("{}", game.outcome(true).ok_or("the game is over")?);
    Ok(())
}
