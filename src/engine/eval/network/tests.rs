use super::format::{MAX_OUTPUT, NetworkFile};
use super::*;
use crate::chess::board::{KeyHistory, Position, Setup};
use crate::chess::movegen::legal_moves;
use crate::chess::types::{Color, Move, MoveKind, Piece, PieceKind, Score, Square};
use crate::engine::eval::trace::Trace;
use crate::engine::eval::{EvalData, SearchPosition, evaluate_by, evaluate_without_network};
use crate::support::random::RandomStream;
use std::sync::Arc;

/// A network of random weights: whatever it says, all ways to compute it must
/// agree.
fn random_network(seed: u64) -> NetworkFile {
    let mut random = RandomStream::new(seed, 0, 0);
    let mut number = |most: i16| random.below(2 * most as usize + 1) as i16 - most;
    let mut file = NetworkFile { linear_scale: 113, ..NetworkFile::zero(HIDDEN, 4, 120) };
    file.first.iter_mut().for_each(|weight| *weight = number(80));
    file.first_bias.iter_mut().for_each(|bias| *bias = number(100));
    let most = MAX_OUTPUT.min((1 << 13) / HIDDEN as i16);
    file.output.iter_mut().for_each(|weight| *weight = number(most));
    file.output_bias.iter_mut().for_each(|bias| *bias = i32::from(number(1_000)));
    file
}

fn position(fen: &str) -> Position {
    fen.parse().expect("a legal position")
}

const STARTS: [&str; 5] = [
    Position::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    // Chess960: both kings castle across and beside their rooks.
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// How often a walk played moves that are difficult for an accumulator.
#[derive(Debug, Default)]
struct Walked {
    castles: usize,
    en_passants: usize,
    promotions: usize,
    /// Moves of a king between the files d and e, castling apart.
    crossings: usize,
    /// Moves of a king between its first two ranks, to another king bucket.
    bucket_changes: usize,
    null_moves: usize,
    undos: usize,
}

impl Walked {
    fn add(&mut self, mv: Move, piece: Option<Piece>) {
        let is_king = piece.is_some_and(|piece| piece.kind() == PieceKind::King);
        let crosses = (mv.from().index() ^ mv.to().index()) & 4 != 0;
        self.castles += usize::from(mv.is_castle());
        self.en_passants += usize::from(mv.kind() == MoveKind::EnPassant);
        self.promotions += usize::from(mv.promotion().is_some());
        self.crossings += usize::from(is_king && crosses && !mv.is_castle());
        let ranks = piece.map_or([0; 2], |piece| {
            [mv.from(), mv.to()].map(|square| square.rank().relative_to(piece.color()) as usize)
        });
        self.bucket_changes += usize::from(is_king && matches!(ranks, [0, 1] | [1, 0]));
    }

    fn least(&self) -> usize {
        [self.castles, self.en_passants, self.promotions, self.crossings, self.null_moves]
            .into_iter()
            .chain([self.bucket_changes])
            .fold(self.undos, usize::min)
    }
}

/// Walks random paths of plays, null moves and undos, and visits most
/// positions of them.
fn random_walk(
    data: &mut EvalData,
    steps: usize,
    mut visit: impl FnMut(&mut SearchPosition),
) -> Walked {
    let mut walked = Walked::default();
    let mut random = RandomStream::new(1847, 0, 0);
    for (number, fen) in STARTS.iter().cycle().enumerate() {
        if number * 1_000 >= steps {
            break;
        }
        let mut board = SearchPosition::new(&position(fen), &KeyHistory::new(), data);
        let mut played = 0_usize;
        for _ in 0..1_000 {
            let moves = legal_moves(board.position());
            match random.below(8) {
                0..=1 if played > 0 => {
                    board.undo();
                    walked.undos += 1;
                    played -= 1;
                }
                2 if !board.position().in_check() && played < 200 => {
                    board.play_null_move();
                    walked.null_moves += 1;
                    played += 1;
                }
                _ if moves.is_empty() || played >= 200 => {
                    for _ in 0..played {
                        board.undo();
                    }
                    played = 0;
                }
                _ => {
                    let is_rare = |mv: &&Move| mv.is_castle() || mv.kind() == MoveKind::EnPassant;
                    let rare = moves.iter().find(is_rare).filter(|_| random.below(2) == 0);
                    let mv = rare.copied().unwrap_or(moves[random.below(moves.len())]);
                    walked.add(mv, board.position().on(mv.from()));
                    board.play(mv);
                    played += 1;
                }
            }
            // Some positions are passed by, as in a search.
            if random.below(3) > 0 {
                visit(&mut board);
            }
        }
    }
    walked
}

#[test]
fn a_network_that_is_kept_up_to_date_equals_one_computed_afresh() {
    let network = Arc::new(Network::new(random_network(1)).expect("it fits"));
    let mut data = EvalData::default();
    data.set_network(&network);
    let walked = random_walk(&mut data, 1_000_000, |board| {
        let fresh = evaluate_by(board.position(), &network);
        assert_eq!(board.evaluate(), fresh, "{:?}", board.position());
    });
    assert!(walked.least() >= 100, "{walked:?}");
}

/// Which instructions compute it, the build decides: plain x86-64, AVX2,
/// AVX-512 or another processor's. The reference widens every number first and
/// knows no vectors, so all builds agree if each agrees with it.
#[test]
fn vectors_of_any_instruction_set_compute_what_the_scalar_reference_computes() {
    let file = random_network(2);
    let network = Network::new(file.clone()).expect("it fits");
    let mut spread = [i32::MAX, i32::MIN];
    random_walk(&mut EvalData::default(), 50_000, |board| {
        let residual = network.evaluate(board.position());
        assert_eq!(residual, file.evaluate_reference(board.position()));
        spread = [spread[0].min(residual), spread[1].max(residual)];
    });
    assert!(spread[0] < -100 && spread[1] > 100, "{spread:?}");
}

#[test]
fn colors_and_files_may_be_exchanged() {
    let network = Network::new(random_network(3)).expect("it fits");
    random_walk(&mut EvalData::default(), 20_000, |board| {
        let setup = Setup::from(board.position());
        let flipped = Position::try_from(&setup.mirrored()).expect("legal as well");
        let residual = network.evaluate(board.position());
        assert_eq!(residual, network.evaluate(&flipped));
        let mut turned = setup.clone();
        if board.position().castling().is_empty() {
            for square in Square::ALL {
                turned.board[square.index() ^ 7] = setup.board[square.index()];
            }
            turned.en_passant = None;
            let turned = Position::try_from(&turned).expect("legal as well");
            assert_eq!(residual, network.evaluate(&turned));
        }
    });
}

#[test]
fn a_network_of_zeros_changes_nothing() {
    let network = Network::new(NetworkFile::zero(HIDDEN, 1, 110)).expect("it fits");
    random_walk(&mut EvalData::default(), 20_000, |board| {
        let position = board.position();
        assert_eq!(evaluate_by(position, &network), evaluate_without_network(position));
    });
}

#[test]
fn a_trace_adds_up_to_the_evaluation() {
    let network = Network::new(random_network(4)).expect("it fits");
    let mut judged = 0;
    random_walk(&mut EvalData::default(), 10_000, |board| {
        let position = board.position();
        let trace = Trace::of(position, &network);
        let is_white = position.side_to_move() == Color::White;
        let own = Score(if is_white { trace.white } else { -trace.white });
        assert_eq!(own, evaluate_by(position, &network), "{position:?}");
        if let Some(residual) = trace.network {
            assert_eq!(Score(trace.linear() + residual).clamp_eval(), Score(trace.white));
            assert_eq!(residual, if is_white { 1 } else { -1 } * network.evaluate(position));
            judged += usize::from(residual != 0);
        }
    });
    assert!(judged > 3_000, "{judged}");
}

/// The margins of the search are in centipawns: a network that doubled or
/// halved all scores would put every one of them wrong.
#[test]
fn scores_keep_their_spread() {
    let mut squares = [0.0; 2];
    for line in include_str!("../../../../tests/data/quiet.fen").lines() {
        let position = position(line);
        let scores =
            [evaluate_without_network(&position), evaluate_by(&position, Network::built_in())];
        for (sum, score) in squares.iter_mut().zip(scores) {
            *sum += f64::from(score.0).powi(2);
        }
    }
    let [linear, whole] = squares.map(f64::sqrt);
    let spread = whole / linear;
    println!("spread of the scores, of that without the network: {spread:.3}");
    assert!((0.67..1.5).contains(&spread), "{spread}");
}

#[test]
fn an_extra_queen_is_worth_three_pawns_to_either_side() {
    for fen in [
        Position::START_FEN,
        "r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 7 9",
        "3q2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1",
    ] {
        for side in Color::ALL {
            for loser in Color::ALL {
                let mut setup = Setup::from(&position(fen));
                setup.side = side;
                let queen = setup
                    .board
                    .iter_mut()
                    .find(|piece| **piece == Some(Piece::new(loser, PieceKind::Queen)));
                *queen.expect("there are two queens") = None;
                let Ok(position) = Position::try_from(&setup) else { continue };
                let score = evaluate_by(&position, Network::built_in());
                let for_winner = if side == loser { -score } else { score };
                assert!(for_winner > Score(300), "{fen} without {loser}'s queen: {score:?}");
            }
        }
    }
}

#[test]
fn a_network_of_another_size_is_refused() {
    let other = if HIDDEN == 16 { 32 } else { 16 };
    let bytes = NetworkFile::zero(other, 1, 110).to_bytes();
    let error = Network::read(&bytes).expect_err("it does not fit");
    assert_eq!(error, NetworkError::Hidden { found: other, wanted: HIDDEN });
}
