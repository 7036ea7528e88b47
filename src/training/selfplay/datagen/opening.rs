//! The openings of games: random moves, most of them sound.
//!
//! Uniformly random moves cost the right to castle in every third game and
//! leave the kings where they never stand in a match, so a network that learns
//! from such games alone knows little of the others. Most openings therefore
//! consist of *sound* moves: drawn at random among those that a tiny search
//! finds hardly worse than the best one. Some remain uniformly random: what
//! nobody plays must be punished too.

use super::searcher::GameSearcher;
use crate::chess::board::Position;
use crate::chess::game::{Game, is_playable, random_moves};
use crate::chess::movegen::legal_moves;
use crate::engine::search::Limits;
use crate::support::random::RandomStream;

/// The nodes of the search that decides whether an opening is fair: about
/// eight plies.
const OPENING_NODES: u64 = 4_000;
/// The nodes of the search that decides whether a move is sound: three or four
/// plies.
const SOUND_NODES: u64 = 120;
/// A sound move is worse than the best one by at most this, in centipawns.
const SOUND_LOSS: i32 = 60;
/// Openings tried for one game.
const OPENING_TRIES: usize = 50;

/// How the moves of an opening are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningKind {
    /// Among the sound moves.
    Sound,
    /// Among all legal moves.
    Random,
}

impl OpeningKind {
    /// The largest score of a fair opening, in centipawns for either side.
    /// Games from worse ones are decided before they teach anything.
    const fn fair(self) -> i32 {
        match self {
            OpeningKind::Sound => 150,
            OpeningKind::Random => 300,
        }
    }
}

/// Which openings are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningOptions {
    /// The plies of an opening: this number or one more, so that either color may
    /// be first to move. Zero means no opening at all.
    pub plies: usize,
    /// The percentage of games whose opening is [`OpeningKind::Random`].
    pub random_percent: usize,
}

impl OpeningOptions {
    /// An opening from this position that a short search finds fair; `None` if
    /// none of fifty tries finds one.
    pub fn draw(
        &self,
        start: &Position,
        searcher: &mut GameSearcher<'_>,
        random: &mut RandomStream,
    ) -> Option<Position> {
        if self.plies == 0 {
            return Some(start.clone()).filter(|end| is_fair(end, OpeningKind::Random, searcher));
        }
        let is_random = random.below(100) < self.random_percent;
        let kind = if is_random { OpeningKind::Random } else { OpeningKind::Sound };
        (0..OPENING_TRIES).find_map(|_| {
            let plies = self.plies + random.below(2);
            let end = match kind {
                OpeningKind::Random => random_moves(start, plies, random)?.1,
                OpeningKind::Sound => sound_moves(start, plies, searcher, random)?,
            };
            is_fair(&end, kind, searcher).then_some(end)
        })
    }
}

/// Whether a game may begin here and neither side is too far ahead.
fn is_fair(position: &Position, kind: OpeningKind, searcher: &mut GameSearcher<'_>) -> bool {
    // The fifty-move rule may end the game at once.
    is_playable(position)
        && Game::new(position.clone()).outcome(true).is_none()
        && value(position, OPENING_NODES, searcher).abs() <= kind.fair()
}

/// Plays `plies` sound moves and returns the position to which they lead.
/// `None` if there is a position without a sound move.
///
/// The legal moves are tried in random order until one is sound, so most of
/// them cost nothing. The search after a move also says what the best reply is
/// worth.
fn sound_moves(
    start: &Position,
    plies: usize,
    searcher: &mut GameSearcher<'_>,
    random: &mut RandomStream,
) -> Option<Position> {
    let mut position = start.clone();
    let mut best = value(&position, SOUND_NODES, searcher);
    for _ in 0..plies {
        let mut moves: Vec<_> = legal_moves(&position).iter().copied().collect();
        random.shuffle(&mut moves);
        (position, best) = moves.into_iter().find_map(|mv| {
            let mut next = position.clone();
            next.play(mv, &mut ());
            let reply = value(&next, SOUND_NODES, searcher);
            (-reply >= best - SOUND_LOSS).then_some((next, reply))
        })?;
    }
    Some(position)
}

/// The score of a search of `nodes` nodes, in centipawns for the side to move.
fn value(position: &Position, nodes: u64, searcher: &mut GameSearcher<'_>) -> i32 {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    searcher.search(&position.clone().into(), &limits).score.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::types::{Color, PieceKind};
    use crate::engine::options::HashMb;
    use crate::engine::search::SearchControl;
    use crate::training::selfplay::datagen::searcher::SearchSettings;

    const SETTINGS: SearchSettings =
        SearchSettings { nodes: 1, hash: HashMb::LEAST, network: None };

    fn with_searcher<T>(work: impl FnOnce(&mut GameSearcher<'_>) -> T) -> T {
        let control = SearchControl::default();
        work(&mut GameSearcher::new(&SETTINGS, &control).expect("memory for a table"))
    }

    /// The openings of the first games of a seed.
    fn openings(random_percent: usize) -> Vec<Position> {
        let options = OpeningOptions { plies: 8, random_percent };
        let start = Position::start();
        with_searcher(|searcher| {
            let openings = (0..12).map(|number| {
                searcher.clear();
                let mut random = RandomStream::new(1, number, 0);
                options.draw(&start, searcher, &mut random).expect("a fair opening")
            });
            openings.collect()
        })
    }

    #[test]
    fn a_share_of_the_openings_is_random() {
        let [sound, some, random] = [0, 50, 100].map(openings);
        assert!(sound.iter().zip(&random).all(|(sound, random)| sound != random));
        let both = sound.iter().zip(&random);
        assert!(some.iter().zip(both).all(|(one, (sound, random))| one == sound || one == random));
        assert!(some != sound && some != random);
        assert_eq!(openings(0), sound);
    }

    #[test]
    fn a_sound_move_gives_nothing_away() {
        // The queen on d5 can be taken in two ways; all else lets her go.
        let start: Position = "rnb1kbnr/ppp1pppp/8/3q4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1"
            .parse()
            .expect("a legal position");
        with_searcher(|searcher| {
            for seed in 0..20 {
                searcher.clear();
                let mut random = RandomStream::new(seed, 0, 0);
                let end = sound_moves(&start, 1, searcher, &mut random).expect("a sound move");
                assert!(end.pieces(Color::Black, PieceKind::Queen).is_empty(), "{end}");
            }
        });
    }
}
