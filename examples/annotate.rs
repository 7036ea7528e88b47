//! Annotates the games of a PGN: marks for bad moves, evaluations, better lines.
//!
//! `cargo run --release --example annotate -- games.pgn 20000 > annotated.pgn`

use staunton::analysis::{engine_analyst::EngineAnalyst, game};
use staunton::chess::Color;
use staunton::chess::notation::pgn;
use staunton::engine::options::HashMb;
use staunton::engine::{Limits, Network, SearchControl};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or("name a file of games")?;
    let nodes = words.next().map_or(Ok(10_000), |text| text.parse())?;
    let text = std::fs::read_to_string(file)?;
    let mut analyst = EngineAnalyst::new(HashMb::of(16), 1, Network::built_in())?;
    let (options, control) = (Limits::nodes(nodes).into(), SearchControl::default());
    for parsed in pgn::read(&text) {
        for error in &parsed.errors {
            eprintln!("{error}");
        }
        let Some(read) = parsed.game else { continue };
        let analysed = game::analyse(&read, &mut analyst, &options, &control, &mut || ())?;
        println!("{}", analysed.game);
        for side in [Color::White, Color::Black] {
            if let Some(play) = analysed.summary(side) {
                eprintln!("{side}: accuracy {:.1}, {} blunders", play.accuracy, play.blunders);
            }
        }
    }
    Ok(())
}
