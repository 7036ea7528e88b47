//! Stable sorting of short lists, in little code.
//!
//! The standard library compiles a merge sort with all its refinements for each type:
//! for lists of some moves that was a tenth of the WebAssembly module. Here the indices
//! are sorted, by one function for all types.

use std::cmp::Ordering;

/// Sorts like [`slice::sort_by`].
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut places = places(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    for index in 0..items.len() {
        // Each swap brings one item to its place.
        while places[index] != index {
            let place = places[index];
            items.swap(index, place);
            places.swap(index, place);
        }
    }
}

/// Sorts like [`slice::sort_by_key`].
///
/// ```
/// let mut words = ["knight", "pawn", "rook", "king"];
/// staunton::support::sort::sort_by_key(&mut words, |word| word.len());
/// assert_eq!(words, ["pawn", "rook", "king", "knight"]);
/// ```
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Where each item belongs.
#[inline(never)]
fn places(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    let mut places = vec![0; count];
    for (place, index) in order.into_iter().enumerate() {
        places[index] = place;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::random::RandomStream;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut random = RandomStream::new(1, 0, 0);
        for count in (0..40).chain([300]) {
            let items: Vec<(usize, usize)> =
                (0..count).map(|index| (random.below(9), index)).collect();
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_key(&mut ours, |&(key, _)| std::cmp::Reverse(key));
            theirs.sort_by_key(|&(key, _)| std::cmp::Reverse(key));
            assert_eq!(ours, theirs);
        }
    }
}
