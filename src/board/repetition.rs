use super::Position;
use super::cuckoo;
use crate::attacks;
use crate::types::Color;

/// The keys of the positions that led to the current one, oldest first: what
/// the laws of repetition need to know of the past.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    keys: Vec<u64>,
}

impl KeyHistory {
    /// A past without positions.
    pub fn new() -> KeyHistory {
        KeyHistory::default()
    }

    /// A move is played from the position of this key.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// The last move is taken back: the key of the position before it.
    #[inline]
    pub fn pop(&mut self) -> Option<u64> {
        self.keys.pop()
    }

    /// How many positions it remembers.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it remembers none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// Whether the side to move can reach by one move a position that has
    /// occurred less than `plies` plies ago, with the other side to move.
    #[inline]
    pub fn can_return(&self, position: &Position, key: u64, plies: usize) -> bool {
        let window = plies.min(self.keys.len() + 1).min(position.halfmove_clock() as usize + 1);
        // The nearest candidate is three plies back: the fourth ply is this.
        (3..window).step_by(2).any(|ago| {
            let difference = key ^ self.keys[self.keys.len() - ago];
            cuckoo::ends_of(difference).is_some_and(|(a, b)| {
                let way_is_free = (attacks::between(a, b) & position.occupied()).is_empty();
                let mover: Option<Color> =
                    position.on(a).or(position.on(b)).map(|piece| piece.color());
                way_is_free && mover == Some(position.side_to_move())
            })
        })
    }

    /// How many plies ago the position of `key` occurred, nearest first. Only
    /// positions with the same side to move and within the last `reversible`
    /// plies, the half-move clock, can be the same.
    #[inline]
    pub fn earlier(&self, key: u64, reversible: u16) -> impl Iterator<Item = usize> {
        let window = self.keys.len().min(reversible as usize);
        let recent = self.keys[self.keys.len() - window..].iter().rev();
        // The nearest candidate is four plies back: two moves away and home.
        recent.enumerate().skip(3).step_by(2).filter(move |&(_, &k)| k == key).map(|(i, _)| i + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Move, MoveKind};

    #[test]
    fn a_return_is_seen_one_ply_ahead() {
        use crate::types::Square::{F3, F6, G1, G8};
        let mut position = Position::start();
        let mut line = KeyHistory::new();
        for (from, to) in [(G1, F3), (G8, F6), (F3, G1)] {
            assert!(!line.can_return(&position, position.key(), 10), "before {from}{to}");
            line.push(position.key());
            position.play(Move::new(from, to, MoveKind::Quiet), &mut ());
        }
        // Black's knight can go home too, which brings back the start …
        assert!(line.can_return(&position, position.key(), 4));
        // … unless that was before what counts.
        assert!(!line.can_return(&position, position.key(), 3));
    }

    #[test]
    fn finds_the_same_side_within_the_clock() {
        let mut line = KeyHistory::new();
        for key in [7, 1, 2, 3, 7, 1, 2, 3] {
            line.push(key);
        }
        assert_eq!(line.earlier(7, 8).collect::<Vec<_>>(), [4, 8]);
        assert_eq!(line.earlier(7, 7).collect::<Vec<_>>(), [4]);
        assert_eq!(line.earlier(7, 3).count(), 0);
        assert_eq!(line.earlier(1, 100).count(), 0, "the other side's positions");
    }
}
