//! How a game is analysed.

use super::scale::PointScale;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::opening_names::KnownOpening;
use crate::chess::notation::pgn::PgnGame;
use crate::chess::types::Color;
use crate::engine::eval::Network;
use crate::engine::search::Limits;
use std::sync::Arc;

/// How a game is analysed.
#[derive(Clone, Debug)]
pub struct GameOptions {
    /// When a search stops.
    pub limits: Limits,
    /// The number of best lines of each position.
    pub lines: usize,
    /// How points follow from scores.
    pub scale: PointScale,
    /// The notation of what is written into comments.
    pub notation: MoveNotation,
    /// Only moves of this side are judged.
    pub side: Option<Color>,
    /// The number of the first move that is judged.
    pub from: u32,
    /// Whether the moves of a known opening are left out.
    pub skip_book: bool,
    /// Whether puzzles are looked for, which needs further searches.
    pub puzzles: bool,
    /// The network that judges the ends of lines, to say why a move is bad.
    pub network: Arc<Network>,
}

impl From<Limits> for GameOptions {
    /// All moves are judged, by one line each.
    fn from(limits: Limits) -> GameOptions {
        GameOptions {
            limits,
            lines: 1,
            scale: PointScale::default(),
            notation: MoveNotation::San,
            side: None,
            from: 1,
            skip_book: false,
            puzzles: false,
            network: Arc::clone(Network::built_in()),
        }
    }
}

impl GameOptions {
    /// The index of the first move of a game that is judged, if any.
    pub(super) fn first(&self, game: &PgnGame) -> usize {
        let start = &game.start;
        let before = self.from.saturating_sub(start.fullmove_number()) as usize;
        let black_first = usize::from(start.side_to_move() == Color::Black);
        let asked = if before == 0 { 0 } else { 2 * before - black_first };
        let book = KnownOpening::of(game).filter(|_| self.skip_book).map_or(0, |known| known.plies);
        asked.max(book).min(game.moves.len())
    }

    /// The number of positions of a game that are searched.
    pub fn positions(&self, game: &PgnGame) -> usize {
        game.moves.len() + 1 - self.first(game)
    }
}
