//! Games without sense: what both sides do by lot.

use crate::board::Position;
use crate::movegen::legal_moves;
use crate::random::Stream;
use crate::types::Move;

/// So many random legal moves and where they lead; `None` if the game is over
/// on the way, or somebody is in check at the end.
pub fn random_moves(
    start: &Position,
    plies: usize,
    random: &mut Stream,
) -> Option<(Vec<Move>, Position)> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let legal = legal_moves(&position);
        if legal.is_empty() {
            return None;
        }
        let mv = legal[random.below(legal.len())];
        position.play(mv, &mut ());
        moves.push(mv);
    }
    let playable = !position.in_check()
        && !position.has_insufficient_material()
        && !legal_moves(&position).is_empty();
    playable.then_some((moves, position))
}
