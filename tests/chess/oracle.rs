//! Move by move beside cozy-chess, on random games of standard chess, Chess960
//! and double Chess960; and what is kept incrementally against what is
//! computed anew.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use staunton::chess::board::{FenStyle, Observer, Position, Setup};
use staunton::chess::movegen::{
    MoveClass, generate, generate_quiet, has_legal_move, is_legal, legal_moves, moves_from,
};
use staunton::chess::types::{Move, MoveList, Piece, PieceKind, Square};

const PLIES: usize = 160;

/// Plays random games from random starts and shows every position to `visit`,
/// with the moves that are legal in it and the one that is played next.
fn random_games(seed: u64, games: usize, mut visit: impl FnMut(&Position, &MoveList, Move)) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for game in 0..games {
        let (white, black) = match game % 3 {
            0 => (518, 518),
            1 => {
                let number = random.random_range(0..960);
                (number, number)
            }
            _ => (random.random_range(0..960), random.random_range(0..960)),
        };
        let setup = Setup::chess960(white, black).expect("numbers below 960 have a start");
        let mut position = Position::try_from(&setup).expect("every start is legal");
        for _ in 0..PLIES {
            let moves = legal_moves(&position);
            let Some(&mv) = moves.choose(&mut random) else { break };
            visit(&position, &moves, mv);
            position.play(mv, &mut ());
        }
    }
}

fn uci(mv: Move) -> String {
    let promotion = mv.promotion().map(|kind| kind.letter().to_ascii_lowercase().to_string());
    format!("{}{}{}", mv.from(), mv.to(), promotion.unwrap_or_default())
}

#[test]
fn the_same_moves_as_cozy_chess() {
    random_games(1, 900, |position, moves, _| {
        let fen = position.fen(FenStyle::Shredder);
        let board = cozy_chess::Board::from_fen(&fen, true)
            .unwrap_or_else(|error| panic!("cozy-chess does not read {fen}: {error}"));
        let mut theirs = Vec::new();
        board.generate_moves(|set| {
            theirs.extend(set.into_iter().map(|mv| mv.to_string()));
            false
        });
        let mut ours: Vec<String> = moves.iter().map(|&mv| uci(mv)).collect();
        theirs.sort();
        ours.sort();
        assert_eq!(ours, theirs, "{fen}");
        assert_eq!(position.in_check(), !board.checkers().is_empty(), "{fen}");
    });
}

#[test]
fn cozy_chess_reaches_the_same_positions() {
    random_games(2, 300, |position, _, mv| {
        let mut board = cozy_chess::Board::from_fen(&position.fen(FenStyle::Shredder), true)
            .expect("a legal position");
        board.play(uci(mv).parse().expect("a move"));
        let next = position.after(mv);
        let ours = next.fen(FenStyle::Shredder);
        let theirs = format!("{board:#}");
        // cozy-chess keeps an en passant square on which no pawn can capture,
        // and stops its clock at a hundred.
        let without_counters = |fen: &str| {
            let fields: Vec<&str> = fen.split(' ').collect();
            (fields[..3].join(" "), fields[3].to_string())
        };
        let (our_board, our_square) = without_counters(&ours);
        let (their_board, their_square) = without_counters(&theirs);
        assert_eq!(our_board, their_board);
        assert!(our_square == their_square || our_square == "-", "{ours} and {theirs}");
    });
}

#[test]
fn stages_together_are_all_moves_once() {
    random_games(3, 150, |position, moves, _| {
        let mut staged = MoveList::new();
        generate(position, MoveClass::Noisy, &mut staged);
        assert!(staged.iter().all(|mv| !mv.is_quiet()), "{position}");
        let noisy = staged.len();
        generate(position, MoveClass::Quiet, &mut staged);
        assert!(staged[noisy..].iter().all(|mv| mv.is_quiet()), "{position}");
        assert!(same(&staged, moves), "{position}");

        let mut quiet = MoveList::new();
        let attacked = position.attacked_by(!position.side_to_move());
        generate_quiet(position, Some(attacked), &mut quiet);
        assert_eq!(quiet[..], staged[noisy..], "{position}");

        let by_piece: MoveList =
            Square::ALL.into_iter().flat_map(|square| moves_from(position, square)).collect();
        assert!(same(&by_piece, moves), "{position}");
        assert!(has_legal_move(position), "{position}");
    });
}

fn same(a: &MoveList, b: &MoveList) -> bool {
    let sorted = |list: &MoveList| {
        let mut bits: Vec<u16> = list.iter().map(|mv| mv.bits()).collect();
        bits.sort_unstable();
        bits
    };
    sorted(a) == sorted(b)
}

/// A TT move may come from any other position: exactly the legal
/// ones pass.
#[test]
fn any_sixteen_bits_are_legal_only_if_generated() {
    let mut checks = 0;
    random_games(5, 12, |position, moves, _| {
        checks += u32::from(position.in_check());
        let mut legal = vec![false; 1 << 16];
        moves.iter().for_each(|mv| legal[usize::from(mv.bits())] = true);
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert_eq!(is_legal(position, mv), legal[usize::from(mv.bits())], "{position} {mv:?}");
        }
    });
    assert!(checks > 20, "{checks} positions in check");
}

/// Follows the pieces as an evaluation would.
#[derive(Clone, PartialEq, Debug)]
struct Mirror([Option<Piece>; 64]);

impl Observer for Mirror {
    fn put(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].replace(piece), None);
    }
    fn take(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].take(), Some(piece));
    }
}

#[test]
fn kept_state_is_what_a_fresh_reading_of_the_fen_gives() {
    random_games(6, 300, |position, _, mv| {
        let mut mirror = Mirror(Setup::from(position).board);
        let mut next = position.clone();
        let undo = next.play(mv, &mut mirror);

        let fresh: Position =
            next.fen(FenStyle::Shredder).parse().expect("a position reached by legal moves");
        assert_eq!(fresh.fen(FenStyle::Shredder), next.fen(FenStyle::Shredder));
        assert_eq!(fresh.key(), next.key(), "{next}");
        assert_eq!(fresh.piece_keys(), next.piece_keys(), "{next}");
        assert_eq!(
            (fresh.checkers(), fresh.pinned(), fresh.occupied()),
            (next.checkers(), next.pinned(), next.occupied()),
            "{next}"
        );
        assert_eq!(mirror.0, Setup::from(&next).board, "what the observer was told");

        next.undo(&undo);
        assert_eq!(next, *position, "after taking back {mv:?}");
    });
}

#[test]
fn a_null_move_changes_the_side_and_is_taken_back() {
    random_games(7, 60, |position, _, _| {
        if position.in_check() {
            return;
        }
        let mut passed = position.clone();
        let undo = passed.play_null_move();
        assert_eq!(passed.side_to_move(), !position.side_to_move());
        assert_eq!(passed.en_passant(), None);
        assert_ne!(passed.key(), position.key());
        assert_eq!(passed.piece_keys(), position.piece_keys());
        passed.undo(&undo);
        assert_eq!(passed, *position);
    });
}

/// Each partial key changes exactly with the pieces that it is for.
#[test]
fn partial_keys_change_with_their_pieces_only() {
    random_games(8, 100, |position, _, mv| {
        let next = position.after(mv);
        let moved = position.on(mv.from()).expect("a piece moves").kind();
        let (before, after) = (position.piece_keys(), next.piece_keys());
        let quiet = mv.is_quiet() && !mv.is_castle();
        if quiet {
            let is = |kinds: &[PieceKind]| kinds.contains(&moved);
            assert_eq!(before.pawns() != after.pawns(), is(&[PieceKind::Pawn]));
            assert_eq!(
                before.minors() != after.minors(),
                is(&[PieceKind::Knight, PieceKind::Bishop, PieceKind::King])
            );
            assert_eq!(
                before.majors() != after.majors(),
                is(&[PieceKind::Rook, PieceKind::Queen, PieceKind::King])
            );
            let us = position.side_to_move();
            assert_eq!(before.non_pawns(us) != after.non_pawns(us), moved != PieceKind::Pawn);
            assert_eq!(before.non_pawns(!us), after.non_pawns(!us));
            assert_eq!(
                before.pawns_and_kings() != after.pawns_and_kings(),
                is(&[PieceKind::Pawn, PieceKind::King])
            );
        }
    });
}

/// Positions with the same pieces, side to move and rights have the same key,
/// whatever moves lead to them and whatever the counters say.
#[test]
fn the_key_depends_on_the_position_not_on_the_moves() {
    let reach = |moves: &[(Square, Square)]| {
        moves.iter().fold(Position::start(), |position, &(from, to)| {
            let mv = moves_from(&position, from).into_iter().find(|mv| mv.to() == to);
            position.after(mv.expect("a legal move"))
        })
    };
    use Square::*;
    let one = reach(&[(G1, F3), (G8, F6), (B1, C3)]);
    let other = reach(&[(B1, C3), (G8, F6), (G1, F3)]);
    assert_eq!(one.key(), other.key());
    // A double step that no pawn can capture en passant leaves no trace.
    let double = reach(&[(E2, E4)]);
    assert_eq!(double.en_passant(), None);
    let single: Position =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse().expect("legal");
    assert_eq!(double.key(), single.key());
    assert_ne!(one.key(), reach(&[(G1, F3), (G8, F6)]).key());
}
