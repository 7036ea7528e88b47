//! Mate search: proves that a side mates within a number of moves, or that it
//! does not. The ordinary search prunes, so it finds most mates sooner, but when
//! it finds none, that proves nothing. Here every move counts: one move of the
//! attacker is enough, all moves of the defender must fail.

use crate::chess::board::Position;
use crate::chess::movegen::legal_moves;
use crate::chess::types::Move;
use crate::engine::search::thread::search_thread::SearchThread;
use crate::support::sort::sort_by_key;
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Positions without a mate that are remembered, at most: about 100 megabytes.
const MAX_KNOWN: usize = 1 << 22;

/// Nodes between two checks of the limits. Each one plays all its moves, hundreds
/// on a crowded board.
const NODES_BETWEEN_CHECKS: u64 = 16;

/// What is known about mates.
#[derive(Default)]
pub struct MateSearch {
    /// For positions with the attacker to move, by key: the number of moves
    /// within which there is no mate.
    without_mate: HashMap<u64, u32>,
    /// The node count at which the attempt ends.
    last_node: u64,
}

/// The result of an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateProof {
    /// The shortest mate by the side to move, with the longest defence.
    Mate(Vec<Move>),
    /// The longest defence, where the side to move is mated.
    Mated(Vec<Move>),
    /// Neither side mates within the number of moves.
    None,
    /// The attempt ended before a proof.
    Unknown,
}

impl SearchThread<'_> {
    /// Looks for a mate in at most `moves` moves, of the side to move at the root
    /// or of its opponent, as UCI counts them. The attempt ends after `nodes`
    /// nodes; what it has learned stays in `known`.
    pub fn prove_mate(&mut self, known: &mut MateSearch, moves: u32, nodes: u64) -> MateProof {
        known.last_node = self.nodes.saturating_add(nodes);
        let root = self.request.game.position().clone();
        for moves in 1..=moves {
            let proof = match self.attack(known, &root, moves) {
                Ok(Some(line)) => Ok(Some(MateProof::Mate(line))),
                Ok(None) => self.defend(known, &root, moves).map(|line| line.map(MateProof::Mated)),
                Err(Interrupted) => Err(Interrupted),
            };
            match proof {
                Ok(Some(proof)) => return proof,
                Ok(None) => {}
                Err(Interrupted) => return MateProof::Unknown,
            }
        }
        MateProof::None
    }

    /// The line of a mate in at most `moves` moves.
    fn attack(
        &mut self,
        known: &mut MateSearch,
        position: &Position,
        moves: u32,
    ) -> Result<Option<Vec<Move>>, Interrupted> {
        if known.without_mate.get(&position.key()).is_some_and(|&without| without >= moves) {
            return Ok(None);
        }
        // Checks first: most mates consist of them, and they leave few replies.
        let mut tries: ArrayVec<(Move, Position), { crate::chess::types::MAX_MOVES }> =
            legal_moves(position).iter().map(|&mv| (mv, position.after(mv))).collect();
        sort_by_key(&mut tries, |(_, after)| Reverse(after.in_check()));
        for (mv, after) in &tries {
            if moves == 1 && !after.in_check() {
                break;
            }
            if let Some(mut line) = self.defend(known, after, moves - 1)? {
                line.insert(0, *mv);
                return Ok(Some(line));
            }
        }
        if known.without_mate.len() >= MAX_KNOWN {
            known.without_mate.clear();
        }
        known.without_mate.insert(position.key(), moves);
        Ok(None)
    }

    /// The longest defence, if every one ends in mate after at most `moves`
    /// further moves of the attacker.
    fn defend(
        &mut self,
        known: &mut MateSearch,
        position: &Position,
        moves: u32,
    ) -> Result<Option<Vec<Move>>, Interrupted> {
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.check_limits();
        }
        if !self.enter_node::<false>(0) || self.nodes >= known.last_node {
            return Err(Interrupted);
        }
        let replies = legal_moves(position);
        if replies.is_empty() {
            return Ok(position.in_check().then(Vec::new));
        }
        if moves == 0
            || position.halfmove_clock()
                >= crate::engine::search::thread::search_thread::FIFTY_MOVE_PLIES
        {
            return Ok(None);
        }
        let mut longest = Vec::new();
        for &reply in &replies {
            let Some(line) = self.attack(known, &position.after(reply), moves)? else {
                return Ok(None);
            };
            if line.len() >= longest.len() {
                longest = line;
                longest.insert(0, reply);
            }
        }
        Ok(Some(longest))
    }
}

/// An attempt was stopped, or its nodes are spent.
struct Interrupted;
