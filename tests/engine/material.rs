//! Each piece is worth what the documents say: the learned part of the
//! evaluation must not change that on the whole.
//!
//! The test removes one piece after another in 2,000 quiet positions of the engine's
//! own games, with neither side much ahead; a few hundred would leave an error of
//! several per cent. What the whole evaluation loses,
//! linear terms and network, is the piece's value by the documents and what it
//! did on its square. In the middle of the game the mean must stay near the
//! documents' value; `-- --nocapture` prints how it changes from opening to end
//! game.

use staunton::chess::board::Position;
use staunton::chess::types::PieceKind;
use staunton::engine::eval::trace::{Coefficients, coefficients};
use staunton::engine::eval::{Network, piece_worth, without_piece};

/// The mean may be off by this share of the documents' value …
const TOLERANCE: f64 = 0.05;
/// … at the middle of the game: while this much is left of the pieces, of 24.
const MIDDLE: std::ops::RangeInclusive<i32> = 9..=19;
/// Fewer removals say nothing.
const ENOUGH: usize = 60;
const KINDS: [PieceKind; 5] =
    [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

fn positions() -> impl Iterator<Item = Position> {
    let lines = include_str!("../data/quiet.fen").lines();
    lines.map(|line| line.parse().unwrap_or_else(|error| panic!("{line}: {error}")))
}

#[derive(Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, value: i32) {
        self.sum += f64::from(value);
        self.count += 1;
    }

    fn get(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

/// The mean loss of the evaluation when a piece of this kind and either color is
/// removed, in centipawns for its side, in positions of these phases. The
/// evaluation treats the colors alike, so both together say more than each.
fn mean_loss(kind: PieceKind, phases: std::ops::RangeInclusive<i32>) -> Mean {
    let mut mean = Mean::default();
    let mut found = Coefficients::default();
    for position in positions() {
        coefficients(&position, &mut found);
        if found.known || !phases.contains(&found.phase) {
            continue;
        }
        for square in position.kind(kind) {
            // Without a shield the king is in check: that position is not quiet.
            if without_piece(&position, square).is_some_and(|after| !after.in_check()) {
                let worth = piece_worth(&position, Network::built_in(), square);
                mean.add(worth.expect("the position without the piece is legal"));
            }
        }
    }
    mean
}

#[test]
fn removing_a_piece_costs_what_the_documents_say() {
    let mut off = Vec::new();
    println!("mean loss in centipawns, and its share of the documents' value, by phase:");
    for kind in KINDS {
        let documents = f64::from(kind.value());
        let [opening, middle, end] = [20..=24, MIDDLE, 0..=8].map(|phases| {
            let mean = mean_loss(kind, phases);
            let share = 100.0 * mean.get() / documents;
            format!("{:>6.0} ({share:>3.0} %, {:>4})", mean.get(), mean.count)
        });
        let name = format!("{kind:?}");
        println!("{name:<7} {documents:>4}: opening {opening}, middle {middle}, end {end}");
        let mean = mean_loss(kind, MIDDLE);
        assert!(mean.count >= ENOUGH, "{kind:?}: only {}", mean.count);
        if (mean.get() / documents - 1.0).abs() > TOLERANCE {
            off.push(format!("a {kind:?} is worth {:.1}, not {documents}", mean.get()));
        }
    }
    assert!(off.is_empty(), "in the middle of the game {}", off.join(", "));
}
