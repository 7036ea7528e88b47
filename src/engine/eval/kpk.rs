//! King and pawn against king, exactly.
//!
//! For each square of the pawn and of the lone king there are two sets of
//! squares of the strong king: those that win with the strong side to move,
//! and those that win with the lone king to move. The solver starts with
//! winning promotions, goes down rank by rank, and repeats until no set grows.
//! It works on whole sets, which takes about a tenth of a millisecond, so the
//! solution is computed at first use and not stored in the program.

use crate::chess::attacks;
use crate::chess::types::{Bitboard, Color, File, Rank, Square};
use once_cell::sync::Lazy;

/// The squares of the strong king that win, by the square of the lone king.
type PositionSets = [Bitboard; Square::COUNT];

/// The won positions with the pawn on one square.
#[derive(Clone)]
struct Wins {
    /// With the strong side to move.
    to_move: PositionSets,
    /// With the lone king to move.
    waiting: PositionSets,
}

/// The solution by the pawn's square: rank two to seven, file a to d.
static WINS: Lazy<Vec<Wins>> = Lazy::new(solve);

/// The files that are solved; the others are their mirror images.
const FILES: usize = 4;

/// The index of the pawn's square in [`WINS`].
fn place(pawn: Square) -> usize {
    (pawn.rank().index() - Rank::Second.index()) * FILES + pawn.file().index()
}

/// Whether White wins with king and pawn against king. The position must be
/// legal.
pub fn is_won(king: Square, pawn: Square, lone: Square, white_to_move: bool) -> bool {
    let turn = if pawn.file().index() >= FILES { 7 } else { 0 };
    let [king, pawn, lone] = [king, pawn, lone].map(|s| Square::wrapping(s.index() ^ turn));
    let wins = &WINS[place(pawn)];
    let sets = if white_to_move { &wins.to_move } else { &wins.waiting };
    sets[lone.index()].has(king)
}

/// Solves for all squares of the pawn, from the seventh rank down.
fn solve() -> Vec<Wins> {
    let none = Wins { to_move: [Bitboard::EMPTY; 64], waiting: [Bitboard::EMPTY; 64] };
    let mut all = vec![none; FILES * 6];
    for rank in (Rank::Second.index()..=Rank::Seventh.index()).rev() {
        for file in 0..FILES {
            let pawn = Square::new(File::wrapping(file), Rank::wrapping(rank));
            all[place(pawn)] = solve_one(pawn, &all);
        }
    }
    all
}

/// Solves for the pawn on one square, given the solutions for the squares ahead.
fn solve_one(pawn: Square, solved: &[Wins]) -> Wins {
    // The legal squares of the strong king.
    let places = Square::ALL.map(|lone| {
        if lone == pawn { Bitboard::EMPTY } else { !attacks::king(lone).with(lone).with(pawn) }
    });
    let checked = attacks::pawn(Color::White, pawn);
    let by_push = Square::ALL.map(|lone| by_push(pawn, lone, places[lone.index()], solved));
    let mut wins = Wins { to_move: [Bitboard::EMPTY; 64], waiting: [Bitboard::EMPTY; 64] };
    loop {
        let before = (wins.to_move, wins.waiting);
        for lone in Square::ALL {
            let places = places[lone.index()];
            if !checked.has(lone) {
                let by_king = spread(wins.waiting[lone.index()]) & places;
                wins.to_move[lone.index()] = by_king | by_push[lone.index()];
            }
            wins.waiting[lone.index()] = places & no_escape(pawn, lone, &wins.to_move);
        }
        if before == (wins.to_move, wins.waiting) {
            return wins;
        }
    }
}

/// The squares of the strong king with which a push of the pawn wins.
fn by_push(pawn: Square, lone: Square, places: Bitboard, solved: &[Wins]) -> Bitboard {
    let next = Square::wrapping(pawn.index() + 8);
    if attacks::pawn(Color::White, pawn).has(lone) || lone == next {
        return Bitboard::EMPTY;
    }
    let places = places.without(next);
    if next.rank() == Rank::Eighth {
        // The new piece is lost only if the lone king can take it. Promotion to
        // a rook avoids stalemate.
        let safe = if attacks::king(lone).has(next) { attacks::king(next) } else { Bitboard::FULL };
        return places & safe;
    }
    let mut winning = places & solved[place(next)].waiting[lone.index()];
    let over = Square::wrapping(next.index() + 8);
    if pawn.rank() == Rank::Second && lone != over {
        winning |= places.without(over) & solved[place(over)].waiting[lone.index()];
    }
    winning
}

/// The squares of the strong king with which the lone king, to move, has a legal
/// move and every one of them loses.
fn no_escape(pawn: Square, lone: Square, lost_after: &PositionSets) -> Bitboard {
    let guarded = attacks::pawn(Color::White, pawn);
    let (mut no_escape, mut has_move) = (Bitboard::FULL, Bitboard::EMPTY);
    for to in attacks::king(lone) - guarded {
        let legal = !attacks::king(to).with(to);
        has_move |= legal;
        // Without the pawn it is a draw.
        let lost = if to == pawn { Bitboard::EMPTY } else { lost_after[to.index()] };
        no_escape &= !legal | lost;
    }
    no_escape & has_move
}

/// The squares a king's step away from a set.
fn spread(squares: Bitboard) -> Bitboard {
    let row = squares.east() | squares.west();
    let three = squares | row;
    row | three.forward(Color::White) | three.forward(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::{Position, Setup};
    use crate::chess::movegen::legal_moves;
    use crate::chess::types::{Piece, PieceKind};
    use std::collections::HashMap;

    fn position(king: Square, pawn: Square, lone: Square, side: Color) -> Option<Position> {
        let mut setup = Setup::EMPTY;
        let pieces = [(king, Piece::WhiteKing), (pawn, Piece::WhitePawn), (lone, Piece::BlackKing)];
        for (square, piece) in pieces {
            setup.board[square.index()] = Some(piece);
        }
        setup.side = side;
        let different = king != pawn && pawn != lone && king != lone;
        different.then(|| Position::try_from(&setup).ok()).flatten()
    }

    /// The result of a position without the pawn: won with a queen or rook that
    /// cannot be taken at once, unless it is stalemate. `None` with the pawn.
    fn after_promotion(position: &Position) -> Option<bool> {
        if position.kind(PieceKind::Pawn).any() {
            return None;
        }
        let majors = position.kind(PieceKind::Queen) | position.kind(PieceKind::Rook);
        let moves = legal_moves(position);
        let stalemate = moves.is_empty() && !position.in_check();
        Some(majors.any() && !stalemate && !moves.iter().any(|mv| mv.is_capture()))
    }

    /// Compares with a solver that uses nothing but legal moves.
    #[test]
    fn all_positions_agree_with_the_rules_played_out() {
        let mut numbers = HashMap::new();
        let mut positions = Vec::new();
        for pawn in
            Square::ALL.into_iter().filter(|s| (8..56).contains(&s.index()) && s.file() < File::E)
        {
            for king in Square::ALL {
                for lone in Square::ALL {
                    for side in Color::ALL {
                        if let Some(position) = position(king, pawn, lone, side) {
                            numbers.insert((king, pawn, lone, side), positions.len());
                            positions.push((king, pawn, lone, position));
                        }
                    }
                }
            }
        }
        // For each position: known results of moves, and positions after.
        let graph: Vec<(bool, Vec<usize>)> = positions
            .iter()
            .map(|(.., position)| {
                let side = position.side_to_move();
                let mut decided = false;
                let mut next = Vec::new();
                for &mv in legal_moves(position).iter() {
                    let after = position.after(mv);
                    match after_promotion(&after) {
                        Some(won) => decided |= won == (side == Color::White),
                        None => {
                            let pawn = after.kind(PieceKind::Pawn).first().expect("still there");
                            let kings = (after.king(Color::White), after.king(Color::Black));
                            next.push(numbers[&(kings.0, pawn, kings.1, after.side_to_move())]);
                        }
                    }
                }
                (decided, next)
            })
            .collect();
        let mut won = vec![false; positions.len()];
        loop {
            let mut grown = false;
            for (number, (.., position)) in positions.iter().enumerate() {
                let (decided, next) = &graph[number];
                let wins = match position.side_to_move() {
                    Color::White => *decided || next.iter().any(|&n| won[n]),
                    Color::Black => !decided && !next.is_empty() && next.iter().all(|&n| won[n]),
                };
                grown |= wins && !won[number];
                won[number] |= wins;
            }
            if !grown {
                break;
            }
        }
        let mut wins = 0;
        for (number, (king, pawn, lone, position)) in positions.iter().enumerate() {
            let answer = is_won(*king, *pawn, *lone, position.side_to_move() == Color::White);
            assert_eq!(
                answer,
                won[number],
                "{:?}",
                position.fen(crate::chess::board::FenStyle::Standard)
            );
            wins += answer as usize;
        }
        assert_eq!((positions.len(), wins), (165_676, 111_282));
    }

    #[test]
    fn files_on_the_other_side_are_the_same() {
        for (king, pawn, lone) in [
            (Square::D6, Square::D5, Square::D8),
            (Square::A6, Square::A5, Square::B8),
            (Square::B6, Square::C5, Square::E7),
        ] {
            let turn = |square: Square| Square::wrapping(square.index() ^ 7);
            for white in [true, false] {
                assert_eq!(
                    is_won(king, pawn, lone, white),
                    is_won(turn(king), turn(pawn), turn(lone), white)
                );
            }
        }
        assert!(is_won(Square::D6, Square::D5, Square::D8, true));
        assert!(is_won(Square::D6, Square::D5, Square::D8, false));
        assert!(!is_won(Square::D4, Square::D5, Square::D7, true));
    }
}
