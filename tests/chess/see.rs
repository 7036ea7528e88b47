//! Static exchange evaluation against an exchange search that takes nothing
//! for granted: rays are walked, gains are added up, nothing is cut off.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use staunton::chess::board::Position;
use staunton::chess::movegen::legal_moves;
use staunton::chess::types::{Bitboard, Color, Direction, Move, MoveKind, PieceKind, Square};

/// The exchange on one square, with the pieces that are still there.
struct Exchange<'p> {
    position: &'p Position,
    to: Square,
    /// Each pinned piece with the piece that pins it.
    pins: Vec<(Square, Square)>,
}

impl Exchange<'_> {
    fn new(position: &Position, to: Square) -> Exchange<'_> {
        let mut pins = Vec::new();
        for color in Color::ALL {
            for direction in directions() {
                let line = walk(position.king(color), direction);
                let mut pieces = line.filter(|&square| position.on(square).is_some());
                if let (Some(first), Some(second)) = (pieces.next(), pieces.next())
                    && position.color(color).has(first)
                    && position.color(!color).has(second)
                    && slides(position, second, direction)
                {
                    pins.push((first, second));
                }
            }
        }
        Exchange { position, to, pins }
    }

    /// What `side` gains at best by capturing a piece of value `victim`, or
    /// by not capturing; centipawns.
    fn best(&self, side: Color, victim: i32, standing: Bitboard) -> i32 {
        let attackers = self.attackers(side, standing);
        let free = attackers.into_iter().filter(|&from| !self.is_held(from, side, standing));
        let value = |from: &Square| self.position.on(*from).map_or(0, |piece| piece.kind().value());
        let king = self.position.king(side);
        // The king captures last, although it has no value.
        let Some(from) = free.min_by_key(|from| (*from == king, value(from), *from)) else {
            return 0;
        };
        if from == king && self.attackers(!side, standing.without(from)).any() {
            return 0;
        }
        let answer = self.best(!side, value(&from), standing.without(from));
        (victim - answer).max(0)
    }

    fn is_held(&self, from: Square, side: Color, standing: Bitboard) -> bool {
        self.pins.iter().any(|&(piece, pinner)| {
            let king = self.position.king(side);
            let on_line = directions().into_iter().any(|direction| {
                let line: Bitboard = walk(king, direction).collect();
                line.has(piece) && line.has(self.to)
            });
            piece == from && standing.has(pinner) && !on_line
        })
    }

    fn attackers(&self, side: Color, standing: Bitboard) -> Bitboard {
        let mut attackers = Bitboard::EMPTY;
        for direction in directions() {
            let hit = walk(self.to, direction).find(|&square| standing.has(square));
            if let Some(from) = hit.filter(|&from| slides(self.position, from, direction)) {
                attackers = attackers.with(from);
            }
        }
        let own = self.position.color(side) & standing;
        for from in own {
            let files = (from.file() as i8 - self.to.file() as i8).abs();
            let ranks = self.to.rank() as i8 - from.rank() as i8;
            let forward = if side == Color::White { 1 } else { -1 };
            let reaches = match self.position.on(from).map(|piece| piece.kind()) {
                Some(PieceKind::Pawn) => files == 1 && ranks == forward,
                Some(PieceKind::Knight) => files * ranks.abs() == 2,
                Some(PieceKind::King) => files.max(ranks.abs()) == 1,
                _ => false,
            };
            if reaches {
                attackers = attackers.with(from);
            }
        }
        attackers & own
    }
}

fn directions() -> [Direction; 8] {
    let mut all = [Direction::North; 8];
    all[..4].copy_from_slice(&Direction::ORTHOGONAL);
    all[4..].copy_from_slice(&Direction::DIAGONAL);
    all
}

fn walk(from: Square, direction: Direction) -> impl Iterator<Item = Square> {
    std::iter::successors(from.step(direction), move |square| square.step(direction))
}

fn slides(position: &Position, from: Square, direction: Direction) -> bool {
    let straight = Direction::ORTHOGONAL.contains(&direction);
    match position.on(from).map(|piece| piece.kind()) {
        Some(PieceKind::Rook) => straight,
        Some(PieceKind::Bishop) => !straight,
        Some(PieceKind::Queen) => true,
        _ => false,
    }
}

/// What a move gains, all told.
fn by_hand(position: &Position, mv: Move) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    let value = |square| position.on(square).map_or(0, |piece| piece.kind().value());
    let mut standing = position.occupied().without(mv.from()).with(mv.to());
    let mut gain = value(mv.to());
    if mv.kind() == MoveKind::EnPassant {
        gain = PieceKind::Pawn.value();
        standing = standing.without(Square::new(mv.to().file(), mv.from().rank()));
    }
    let mut risked = value(mv.from());
    if let Some(promoted) = mv.promotion() {
        gain += promoted.value() - PieceKind::Pawn.value();
        risked = promoted.value();
    }
    gain - Exchange::new(position, mv.to()).best(!position.side_to_move(), risked, standing)
}

fn random_positions(seed: u64, games: usize, mut visit: impl FnMut(&Position)) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..150 {
            let moves = legal_moves(&position);
            // Captures are refused now and then, so that exchanges build up.
            let quiet: Vec<Move> = moves.iter().copied().filter(|mv| mv.is_quiet()).collect();
            let pick = if random.random_bool(0.7) { quiet.choose(&mut random) } else { None };
            let Some(&mv) = pick.or(moves.choose(&mut random)) else { break };
            visit(&position);
            position.play(mv, &mut ());
        }
    }
}

#[test]
fn the_threshold_is_exactly_the_gain_of_the_exchange() {
    let mut exchanges = 0;
    random_positions(11, 400, |position| {
        for mv in legal_moves(position) {
            let gain = by_hand(position, mv);
            assert!(position.see_at_least(mv, gain), "{position} {mv:?} gains {gain}");
            assert!(!position.see_at_least(mv, gain + 1), "{position} {mv:?} gains only {gain}");
            exchanges += usize::from(mv.is_capture());
        }
    });
    assert!(exchanges > 100_000, "only {exchanges} captures");
}

/// Published and hand-worked exchanges, in the documents' values.
#[test]
fn exchanges_worked_by_hand() {
    for (fen, text, gain) in [
        // Rook takes an undefended pawn.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        // Knight takes a pawn that a pawn, knights, bishops and queens defend.
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 305),
        // Pawn takes queen, pawn retakes.
        ("4k3/8/2p5/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 994 - 100),
        // Two rooks against one on an open file, the far one joining in.
        ("4k3/4r3/8/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5", 100),
        // The king may not take what a hidden rook defends.
        ("8/8/8/3k4/3p4/8/3R4/3RK3 w - - 0 1", "d2d4", 100),
        // A pinned defender does not count.
        ("4k3/4n3/2p5/8/8/5B2/8/4RK2 w - - 0 1", "f3c6", 100),
        // En passant, undefended and defended.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        // A promotion gains the difference, and may lose the queen.
        ("8/P7/8/8/8/8/8/K1k5 w - - 0 1", "a7a8q", 894),
        ("1r6/P7/8/8/8/8/8/K1k5 w - - 0 1", "a7a8q", 894 - 994),
    ] {
        let position: Position = fen.parse().expect("a legal position");
        let mv = legal_moves(&position)
            .into_iter()
            .find(|mv| {
                let piece = mv.promotion().map(|kind| kind.letter().to_ascii_lowercase());
                let piece = piece.map(String::from).unwrap_or_default();
                format!("{}{}{piece}", mv.from(), mv.to()) == text
            })
            .expect("a legal move");
        assert!(position.see_at_least(mv, gain), "{fen} {text}");
        assert!(!position.see_at_least(mv, gain + 1), "{fen} {text}");
    }
}
