//! The evaluation of a position as a value that can be written as JSON.

use crate::chess::board::{FenStyle, Position};
use crate::chess::types::{Color, PieceKind, Score, Square};
use crate::engine::eval::layout::Theme;
use crate::engine::eval::trace::{Trace, TraceTerm};
use crate::engine::eval::{FULL_PHASE, FULL_SCALE, Network, Pair, piece_worth};
use crate::engine::search::fifty_move_scaled;

/// The evaluation of a position with its parts, in centipawns. The parts are those
/// of the [table](super::evaluation::table).
///
/// ```
/// use staunton::analysis::written_evaluation::WrittenEvaluation;
/// use staunton::chess::Position;
/// use staunton::engine::Network;
///
/// let written = WrittenEvaluation::of(&Position::start(), Network::built_in());
/// assert_eq!((written.pieces.len(), written.themes.len()), (32, 9));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenEvaluation {
    /// The position.
    pub fen: String,
    /// The evaluation as White sees it.
    pub white: i32,
    /// The evaluation as the side to move sees it.
    pub mover: i32,
    /// Whether the end game is a known one: then no part counts.
    pub known: bool,
    /// The phase, from 0 (end game) to `full_phase` (middle game).
    pub phase: i32,
    /// The phase of the starting position.
    pub full_phase: i32,
    /// The factor of material and themes, in parts of `full_scale`.
    pub scale: i32,
    /// The scale that leaves the sum as it is.
    pub full_scale: i32,
    /// Material and themes.
    pub sum: WrittenPhases,
    /// What tapering each theme by itself loses of the sum.
    pub rounding: i32,
    /// The sum after the scale.
    pub linear: i32,
    /// What the network adds; `None` in a known end game.
    pub network: Option<i32>,
    /// What the fifty-move rule makes of it.
    pub fifty_move: WrittenFiftyMoves,
    /// The pieces by kind, without the kings.
    pub material: Vec<WrittenMaterial>,
    /// The themes.
    pub themes: Vec<WrittenTheme>,
    /// The pieces on the board.
    pub pieces: Vec<WrittenPiece>,
    /// Every weight that counts.
    pub terms: Vec<WrittenTerm>,
}

/// A value in the middle game, in the end game, and tapered by the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenPhases {
    /// In the middle game.
    pub middle: i32,
    /// In the end game.
    pub end: i32,
    /// In this position.
    pub now: i32,
}

/// What the fifty-move rule makes of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenFiftyMoves {
    /// The plies since the last capture or pawn move.
    pub plies: u16,
    /// What the search counts, as White sees it.
    pub white: i32,
}

/// The pieces of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenMaterial {
    /// The kind.
    pub kind: String,
    /// The value of each.
    pub value: i32,
    /// How many White has.
    pub white: u32,
    /// How many Black has.
    pub black: u32,
}

/// A theme of the evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenTheme {
    /// The name of the theme.
    pub theme: &'static str,
    /// What White has of it.
    pub white: WrittenPhases,
    /// What Black has of it.
    pub black: WrittenPhases,
    /// The difference.
    pub net: WrittenPhases,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenPiece {
    /// Its square.
    pub square: String,
    /// Its letter: White's are capital.
    pub piece: String,
    /// What the evaluation loses for its side without it; `None` for a king, and
    /// for a piece that shields the king of the side not to move.
    pub worth: Option<i32>,
}

/// A weight that counts for a side.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WrittenTerm {
    /// The side.
    pub side: String,
    /// The group of the weight.
    pub group: &'static str,
    /// Its place in the group.
    pub place: usize,
    /// How often it counts.
    pub count: i32,
    /// The square of the piece, if it belongs to a single piece.
    pub piece: Option<String>,
    /// What it adds in the middle game.
    pub middle: i32,
    /// What it adds in the end game.
    pub end: i32,
}

impl WrittenEvaluation {
    /// Evaluates a position by a network.
    pub fn of(position: &Position, network: &Network) -> WrittenEvaluation {
        let trace = Trace::of(position, network);
        let white = trace.white;
        let plies = position.halfmove_clock();
        let [middle, end] = trace.sum();
        WrittenEvaluation {
            fen: position.fen(FenStyle::Standard),
            white,
            mover: if position.side_to_move() == Color::White { white } else { -white },
            known: trace.known.is_some(),
            phase: trace.phase,
            full_phase: FULL_PHASE,
            scale: trace.scale,
            full_scale: FULL_SCALE,
            sum: WrittenPhases { middle, end, now: trace.tapered_sum() },
            rounding: trace.rounding(),
            linear: trace.linear(),
            network: trace.network,
            fifty_move: WrittenFiftyMoves {
                plies,
                white: fifty_move_scaled(Score(white), plies).0,
            },
            material: PieceKind::ALL[..5].iter().map(|&kind| material(position, kind)).collect(),
            themes: Theme::ALL.map(|theme| written_theme(&trace, theme)).to_vec(),
            pieces: position
                .occupied()
                .into_iter()
                .filter_map(|square| written_piece(position, network, square))
                .collect(),
            terms: trace.terms.iter().map(|term| written_term(&trace, term)).collect(),
        }
    }
}

fn material(position: &Position, kind: PieceKind) -> WrittenMaterial {
    let count = |color| position.pieces(color, kind).count();
    WrittenMaterial {
        kind: kind.to_string(),
        value: kind.value(),
        white: count(Color::White),
        black: count(Color::Black),
    }
}

fn written_theme(trace: &Trace, theme: Theme) -> WrittenTheme {
    let phases = |pair: Pair| WrittenPhases {
        middle: pair.middle(),
        end: pair.end(),
        now: trace.tapered(pair),
    };
    let [white, black] = Color::ALL.map(|color| trace.theme(theme, color));
    WrittenTheme {
        theme: theme.name(),
        white: phases(white),
        black: phases(black),
        net: phases(white - black),
    }
}

fn written_piece(position: &Position, network: &Network, square: Square) -> Option<WrittenPiece> {
    Some(WrittenPiece {
        square: square.to_string(),
        piece: position.on(square)?.letter().to_string(),
        worth: piece_worth(position, network, square),
    })
}

fn written_term(trace: &Trace, term: &TraceTerm) -> WrittenTerm {
    let (group, value) = (term.group(), trace.weighed(term.value()));
    WrittenTerm {
        side: term.color.to_string(),
        group: group.name,
        place: term.weight - group.start,
        count: term.count,
        piece: term.piece.map(|square| square.to_string()),
        middle: value.middle(),
        end: value.end(),
    }
}
