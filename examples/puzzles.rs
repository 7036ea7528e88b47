//! Finds the positions of a PGN that have one good move only, as EPD with `bm`.
//!
//! `cargo run --release --example puzzles -- games.pgn 20000 > puzzles.epd`

use staunton::analysis::analyst::{Analyst, expected_points};
use staunton::analysis::engine_analyst::EngineAnalyst;
use staunton::chess::board::FenStyle;
use staunton::chess::notation::pgn;
use staunton::chess::{GamePosition, MoveNotation};
use staunton::engine::options::HashMb;
use staunton::engine::{Limits, Network};
use std::error::Error;

/// The points of a game that the second move must cost.
const LEAST_DIFFERENCE: f64 = 0.25;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or("name a file of games")?;
    let nodes = words.next().map_or(Ok(10_000), |text| text.parse())?;
    let text = std::fs::read_to_string(file)?;
    let mut analyst = EngineAnalyst::new(HashMb::of(16), 1, Network::built_in())?;
    for game in pgn::read(&text).filter_map(|parsed| parsed.game) {
        let mut current = GamePosition::from(game.start.clone());
        analyst.clear()?;
        for mv in game.legal_moves() {
            let position = current.position();
            let found = analyst.best_lines(&current, &Limits::nodes(nodes), 2)?;
            // A move that wins everywhere, or saves nothing, is no puzzle.
            if let [first, second] = &found.lines[..]
                && let Some(best) = found.best
                && expected_points(position, first.score) - expected_points(position, second.score)
                    >= LEAST_DIFFERENCE
            {
                let board = position.fen(FenStyle::Standard);
                let board: Vec<&str> = board.split(' ').take(4).collect();
                println!("{} bm {};", board.join(" "), MoveNotation::San.format(position, best));
            }
            current.play(mv);
        }
    }
    Ok(())
}
