//! An evaluation written down: for a tuner, which weights it counts how
//! often; for a person, what every man and every theme adds.

use super::endgame::known_endgame;
use super::layout::{GROUPS, Group, Theme, Weight};
use super::material::Material;
use super::pair::Pair;
use super::tracer::EvalTracer;
use super::weights::WEIGHTS;
use super::{FULL_SCALE, scale, scaled, squares, taper, terms, with_material};
use crate::board::Position;
use crate::types::{Bitboard, Color, Side, Square};
use std::ops::Add;

/// The evaluation of a position as a function of the weights.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coefficients {
    /// The documents' value of White's men less Black's, in centipawns.
    pub material: i32,
    /// How much of a middle game it is, from 0 to 24.
    pub phase: i32,
    /// What the whole is multiplied with, in parts of 64.
    pub scale: i32,
    /// Which weight counts how often, White's less Black's: sorted by weight,
    /// none twice, none of zero.
    pub terms: Vec<(u16, i16)>,
    /// The same with White's and Black's added, so that it tells what was
    /// there and not who is ahead: in no order, some weights several times.
    pub met: Vec<(u16, u16)>,
    /// Whether the value comes from knowledge of this end game and not from
    /// the weights, which are then nothing to learn from it.
    pub known: bool,
}

/// Writes the coefficients of a position over those of another.
pub fn coefficients(position: &Position, out: &mut Coefficients) {
    out.terms.clear();
    let mut counts = Counts(std::mem::take(&mut out.terms));
    squares::count(position, &mut counts);
    terms::count(position, &mut counts);
    out.terms = counts.0;
    out.met.clear();
    out.met.extend(out.terms.iter().map(|&(weight, count)| (weight, count.unsigned_abs())));
    out.terms.sort_unstable_by_key(|&(weight, _)| weight);
    out.terms.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    out.terms.retain(|&(_, count)| count != 0);
    let worth = |&(weight, count): &(u16, i16)| WEIGHTS[weight as usize] * i32::from(count);
    let material = Material::of(position);
    out.material = material.balance();
    out.phase = material.phase();
    let positional = out.terms.iter().map(worth).fold(Pair::ZERO, Pair::add);
    out.scale = scale::of(position, with_material(material, positional));
    out.known = known_endgame(position).is_some();
}

/// Writes down which weights are counted.
struct Counts(Vec<(u16, i16)>);

impl Counts {
    #[inline]
    fn add<S: Side>(&mut self, weight: Weight, count: i32) {
        let signed = match S::US {
            Color::White => count,
            Color::Black => -count,
        };
        self.0.push((weight.index() as u16, signed as i16));
    }
}

impl EvalTracer for Counts {
    fn for_piece<S: Side>(&mut self, weight: Weight, _: Square) {
        self.add::<S>(weight, 1);
    }

    fn for_each<S: Side>(&mut self, weight: Weight, squares: Bitboard) {
        self.add::<S>(weight, squares.count() as i32);
    }

    fn times<S: Side>(&mut self, weight: Weight, count: i32) {
        self.add::<S>(weight, count);
    }
}

/// One thing that a side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceTerm {
    /// Whose it is.
    pub color: Color,
    /// The number of its weight.
    pub weight: usize,
    /// How often it counts.
    pub count: i32,
    /// The man it belongs to, if it is one man's.
    pub piece: Option<Square>,
}

impl TraceTerm {
    /// What it adds for its side.
    pub fn worth(&self) -> Pair {
        WEIGHTS[self.weight] * self.count
    }

    /// The group of its weight.
    pub fn group(&self) -> &'static Group {
        let after = GROUPS.partition_point(|group| group.start <= self.weight);
        &GROUPS[after - 1]
    }
}

/// An evaluation with everything that went into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The documents' value of White's men less Black's, in centipawns.
    pub material: i32,
    /// How much of a middle game it is, from 0 to 24.
    pub phase: i32,
    /// What the whole is multiplied with, in parts of 64.
    pub scale: i32,
    /// Everything that was counted.
    pub events: Vec<TraceTerm>,
    /// The value for White, in centipawns, if the end game is a known one:
    /// then nothing else counts.
    pub known: Option<i32>,
    /// The value for White, in centipawns.
    pub white: i32,
}

impl Trace {
    /// Evaluates a position and writes everything down.
    pub fn of(position: &Position) -> Trace {
        let mut tracer = TermRecorder(Vec::new());
        squares::count(position, &mut tracer);
        terms::count(position, &mut tracer);
        let material = Material::of(position);
        let mut trace = Trace {
            material: material.balance(),
            phase: material.phase(),
            scale: FULL_SCALE,
            events: tracer.0,
            known: known_endgame(position),
            white: 0,
        };
        let white = with_material(material, trace.positional());
        trace.scale = scale::of(position, white);
        trace.white = trace.known.unwrap_or(scaled(white, trace.scale));
        trace
    }

    /// What all weights add to the material, White's less Black's.
    fn positional(&self) -> Pair {
        let both = [Color::White, Color::Black].map(|color| {
            self.events.iter().filter(move |event| event.color == color).map(TraceTerm::worth)
        });
        let [white, black] = both.map(|worths| worths.fold(Pair::ZERO, Pair::add));
        white - black
    }

    /// Material and all weights, White's less Black's.
    pub fn sum(&self) -> Pair {
        Pair::both(self.material) + self.positional()
    }

    /// What a theme adds for a side.
    pub fn theme(&self, theme: Theme, color: Color) -> Pair {
        let of_theme = |event: &&TraceTerm| event.color == color && event.group().theme == theme;
        self.events.iter().filter(of_theme).map(TraceTerm::worth).fold(Pair::ZERO, Pair::add)
    }

    /// What the man on a square is worth to his side, in centipawns: material
    /// and all that counts for him, between the phases. `None` of an empty
    /// square; the king's is only what counts for him.
    pub fn piece(&self, position: &Position, square: Square) -> Option<i32> {
        let kind = position.on(square)?.kind();
        let own = |event: &&TraceTerm| event.piece == Some(square);
        let events = self.events.iter().filter(own).map(TraceTerm::worth);
        Some(self.tapered(events.fold(Pair::both(kind.value()), Pair::add)))
    }

    /// A pair in the phase of this position, in centipawns.
    pub fn tapered(&self, pair: Pair) -> i32 {
        taper(pair, self.phase)
    }
}

struct TermRecorder(Vec<TraceTerm>);

impl EvalTracer for TermRecorder {
    fn for_piece<S: Side>(&mut self, weight: Weight, square: Square) {
        let piece = Some(square);
        self.0.push(TraceTerm { color: S::US, weight: weight.index(), count: 1, piece });
    }

    fn for_each<S: Side>(&mut self, weight: Weight, squares: Bitboard) {
        for square in squares {
            self.for_piece::<S>(weight, square);
        }
    }

    fn times<S: Side>(&mut self, weight: Weight, count: i32) {
        if count != 0 {
            self.0.push(TraceTerm { color: S::US, weight: weight.index(), count, piece: None });
        }
    }
}
