//! Traces of an evaluation: for the tuner, how often each weight counts; for a
//! person, what every piece and every theme contributes.

use super::endgame::known_endgame;
use super::layout::{GROUPS, Group, Theme, Weight};
use super::material::{FACTOR_UNIT, Material, taper, tapered_sum};
use super::network::Network;
use super::pair::Pair;
use super::scale::{self, FULL_SCALE, scaled};
use super::tracer::EvalTracer;
use super::weights::WEIGHTS;
use super::{for_side_to_move, squares, terms};
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Color, Score, Side, Square};
use std::ops::Add;

/// The evaluation of a position as a function of the weights.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coefficients {
    /// White's material less Black's, by the documents' values, in centipawns.
    pub material: i32,
    /// The phase, from 0 (end game) to 24 (middle game).
    pub phase: i32,
    /// The factor of material and weights, in parts of 64.
    pub scale: i32,
    /// The weights that count and how often, White's less Black's: sorted by
    /// weight, each once, none with a count of zero.
    pub terms: Vec<(u16, i16)>,
    /// How often each weight occurs, White's and Black's added: in no order, some
    /// weights several times.
    pub occurrences: Vec<(u16, u16)>,
    /// Whether the end game is a known one. Its value does not depend on the
    /// weights, so the tuner cannot use the position.
    pub known: bool,
}

/// Computes the coefficients of a position into `out`, whose buffers it reuses.
pub fn coefficients(position: &Position, out: &mut Coefficients) {
    out.terms.clear();
    let mut counts = CountRecorder(std::mem::take(&mut out.terms));
    squares::count(position, &mut counts);
    terms::count(position, &mut counts);
    out.terms = counts.0;
    out.occurrences.clear();
    out.occurrences.extend(out.terms.iter().map(|&(weight, count)| (weight, count.unsigned_abs())));
    out.terms.sort_unstable_by_key(|&(weight, _)| weight);
    out.terms.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    out.terms.retain(|&(_, count)| count != 0);
    let value = |&(weight, count): &(u16, i16)| WEIGHTS[weight as usize] * i32::from(count);
    let material = Material::of(position);
    out.material = material.balance();
    out.phase = material.phase();
    let positional = out.terms.iter().map(value).fold(Pair::ZERO, Pair::add);
    out.scale = scale::of(position, material.tapered_with(positional, FACTOR_UNIT));
    out.known = known_endgame(position).is_some();
}

/// Collects how often each weight counts.
struct CountRecorder(Vec<(u16, i16)>);

impl CountRecorder {
    #[inline]
    fn add<S: Side>(&mut self, weight: Weight, count: i32) {
        let signed = match S::US {
            Color::White => count,
            Color::Black => -count,
        };
        self.0.push((weight.index() as u16, signed as i16));
    }
}

impl EvalTracer for CountRecorder {
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

/// One term of an evaluation: a weight that counts for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceTerm {
    /// The side.
    pub color: Color,
    /// The index of the weight.
    pub weight: usize,
    /// How often the weight counts.
    pub count: i32,
    /// The square of the piece, if the term belongs to a single piece.
    pub piece: Option<Square>,
}

impl TraceTerm {
    /// What the term adds for its side, at a factor of 1.
    pub fn value(&self) -> Pair {
        WEIGHTS[self.weight] * self.count
    }

    /// The group of the weight.
    pub fn group(&self) -> &'static Group {
        let after = GROUPS.partition_point(|group| group.start <= self.weight);
        &GROUPS[after - 1]
    }
}

/// An evaluation with all its terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// White's material less Black's, by the documents' values, in centipawns.
    pub material: i32,
    /// The phase, from 0 (end game) to 24 (middle game).
    pub phase: i32,
    /// The factor of material and weights, in parts of 64.
    pub scale: i32,
    /// The factor of the weights that the network brings, in parts of
    /// [`FACTOR_UNIT`].
    pub factor: i32,
    /// All terms of both sides.
    pub terms: Vec<TraceTerm>,
    /// The value in centipawns from White's side if the end game is a known one.
    /// It replaces everything else.
    pub known: Option<i32>,
    /// What the network adds, in centipawns from White's side. `None` in a known
    /// end game, which the network does not judge.
    pub network: Option<i32>,
    /// The evaluation in centipawns from White's side: that of a known end game,
    /// or [`linear`](Trace::linear) and the network.
    pub white: i32,
}

impl Trace {
    /// Evaluates a position with a network and records all terms.
    pub fn of(position: &Position, network: &Network) -> Trace {
        let mut tracer = TermRecorder(Vec::new());
        squares::count(position, &mut tracer);
        terms::count(position, &mut tracer);
        let material = Material::of(position);
        let mut trace = Trace {
            material: material.balance(),
            phase: material.phase(),
            scale: FULL_SCALE,
            factor: network.linear_factor(),
            terms: tracer.0,
            known: known_endgame(position),
            network: None,
            white: 0,
        };
        trace.scale = scale::of(position, trace.tapered_sum());
        let white = trace.known.unwrap_or_else(|| {
            let residual = for_side_to_move(position, network.evaluate(position));
            trace.network = Some(residual);
            trace.linear() + residual
        });
        trace.white = Score(white).clamp_eval().0;
        trace
    }

    /// The sum of some terms for a side, at a factor of 1.
    fn sum_of(&self, color: Color, counts: impl Fn(&TraceTerm) -> bool) -> Pair {
        let terms = self.terms.iter().filter(|term| term.color == color && counts(term));
        terms.map(TraceTerm::value).fold(Pair::ZERO, Pair::add)
    }

    /// The sum of material and all themes, White's less Black's, in the middle
    /// game and in the end game.
    pub fn sum(&self) -> [i32; 2] {
        let themes = Theme::ALL.map(|theme| self.theme_net(theme));
        let positional = themes.into_iter().fold(Pair::ZERO, Pair::add);
        [positional.middle(), positional.end()].map(|part| self.material + part)
    }

    /// Material and all weights, tapered and rounded once, in centipawns from
    /// White's side.
    pub fn tapered_sum(&self) -> i32 {
        let [white, black] = Color::ALL.map(|color| self.sum_of(color, |_| true));
        tapered_sum(self.material, white - black, self.phase, self.factor)
    }

    /// What a pair of weights counts with the network's factor.
    pub fn weighed(&self, pair: Pair) -> Pair {
        pair.scaled(self.factor, FACTOR_UNIT)
    }

    /// The sum of a theme's terms for a side.
    pub fn theme(&self, theme: Theme, color: Color) -> Pair {
        self.weighed(self.sum_of(color, |term| term.group().theme == theme))
    }

    /// What all terms of a theme add, White's less Black's.
    pub fn theme_net(&self, theme: Theme) -> Pair {
        self.theme(theme, Color::White) - self.theme(theme, Color::Black)
    }

    /// How far the sum, tapered, is from material and the themes, each tapered
    /// and rounded on its own, in centipawns.
    pub fn rounding(&self) -> i32 {
        let themes = Theme::ALL.map(|theme| self.tapered(self.theme_net(theme)));
        self.tapered_sum() - self.material - themes.into_iter().sum::<i32>()
    }

    /// Material and all weights, tapered and scaled, in centipawns from White's
    /// side: what the network adds to.
    pub fn linear(&self) -> i32 {
        scaled(self.tapered_sum(), self.scale)
    }

    /// A pair tapered by the phase of this position, in centipawns.
    pub fn tapered(&self, pair: Pair) -> i32 {
        taper(pair, self.phase)
    }
}

/// Collects all terms.
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
