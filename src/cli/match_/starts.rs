//! Openings where no book is given: the same ones for the same seed.

use crate::arena::record::Opening;
use crate::arena::run::Starts;
use crate::board::Position;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::types::Color;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Random legal moves that an opening has, in plies.
const PLIES: usize = 8;

/// Openings of random legal moves.
pub struct Generated {
    seed: u64,
}

impl Generated {
    /// Those of this seed.
    pub fn new(seed: u64) -> Generated {
        Generated { seed }
    }
}

impl Starts for Generated {
    fn opening(&self, round: usize, _giver: Color) -> Result<Opening, String> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(round as u64);
        loop {
            let mut game = Game::new(Position::start());
            for _ in 0..PLIES {
                let moves = legal_moves(game.position());
                if moves.is_empty() {
                    break;
                }
                let chosen = moves[random.random_range(0..moves.len())];
                if game.play(chosen).is_err() {
                    break;
                }
            }
            if game.outcome(true).is_none() {
                let moves = game.moves().to_vec();
                return Ok(Opening { start: Position::start(), moves, chess960: false });
            }
        }
    }
}
