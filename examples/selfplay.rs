//! Two searchers play a game against each other, and the game is written as PGN.
//!
//! `cargo run --release --example selfplay -- 5000` gives each move 5,000 nodes.

use staunton::chess::notation::pgn::PgnGame;
use staunton::chess::{Game, GamePosition, Position};
use staunton::engine::{Limits, Options, Searcher};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let nodes = std::env::args().nth(1).map_or(Ok(2_000), |text| text.parse())?;
    let mut players = [Searcher::new(&Options::default())?, Searcher::new(&Options::default())?];
    let mut game = Game::new(Position::start());
    // A game ends by the laws, or when a player claims a draw.
    let outcome = loop {
        if let Some(outcome) = game.outcome(true) {
            break outcome;
        }
        let player = &mut players[game.moves().len() % 2];
        let found = player.search(&GamePosition::from(&game), &Limits::nodes(nodes));
        let mv = found.best.ok_or("a game that goes on has a move")?;
        game.play(mv)?;
    };
    let mut written = PgnGame::new(game.start().clone());
    written.set_tag("White", "Staunton");
    written.set_tag("Black", "Staunton");
    written.moves = game.moves().iter().map(|&mv| mv.into()).collect();
    written.result = outcome.result();
    println!("{written}");
    eprintln!("{outcome}");
    Ok(())
}
