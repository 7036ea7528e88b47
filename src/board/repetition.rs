/// The keys of the positions that led to the current one, oldest first: what
/// the laws of repetition need to know of the past.
#[derive(Clone, Debug, Default)]
pub struct KeyLine {
    keys: Vec<u64>,
}

impl KeyLine {
    /// A past without positions.
    pub fn new() -> KeyLine {
        KeyLine::default()
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

    #[test]
    fn finds_the_same_side_within_the_clock() {
        let mut line = KeyLine::new();
        for key in [7, 1, 2, 3, 7, 1, 2, 3] {
            line.push(key);
        }
        assert_eq!(line.earlier(7, 8).collect::<Vec<_>>(), [4, 8]);
        assert_eq!(line.earlier(7, 7).collect::<Vec<_>>(), [4]);
        assert_eq!(line.earlier(7, 3).count(), 0);
        assert_eq!(line.earlier(1, 100).count(), 0, "the other side's positions");
    }
}
