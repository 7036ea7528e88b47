//! The weights of the evaluation, in centipawns for the middle game and for the
//! end game; `layout.rs` has their names. `staunton tune` generates this file:
//! to change it, tune again.

// Weights from 3791849 positions of 87352 games; 204341 positions were held out.
// Games: hybrid.data
// Games: g1.data
// Games: g2a.data
// Games: g2b.data
// Games: g2c.data
// Games: g2d.data
// Games: g3a.data
// Games: g4a.data
// Games: g5a.data
// Games: g5b.data
// Held-out loss: 0.013028 before, 0.012945 after 11 epochs.
// K: 0.008332 per centipawn
// Command: staunton tune --data hybrid.data g1.data g2a.data g2b.data g2c.data g2d.data g3a.data g4a.data g5a.data g5b.data --out w1.rs --positions 4000000 --epochs 40 --threads 2
// Date: 2026-11-23
// Engine: unknown

use super::layout::COUNT;
use super::pair::Pair;

/// The weights, in the order of the layout.
#[rustfmt::skip]
pub static WEIGHTS: [Pair; COUNT] = [
    // squares_pawn
    Pair::new(-17, -3), Pair::new(-5, -3), Pair::new(-10, 0), Pair::new(-11, -16),
    Pair::new(-14, 7), Pair::new(13, -5), Pair::new(17, -6), Pair::new(-10, -4),
    Pair::new(-14, -8), Pair::new(-7, -8), Pair::new(-4, -8), Pair::new(4, -8),
    Pair::new(6, -2), Pair::new(2, 0), Pair::new(13, -4), Pair::new(-12, -5),
    Pair::new(-16, 1), Pair::new(-8, -3), Pair::new(7, -10), Pair::new(15, -11),
    Pair::new(16, -8), Pair::new(12, 3), Pair::new(-4, 8), Pair::new(-13, 3),
    Pair::new(-10, 12), Pair::new(-1, 6), Pair::new(4, -4), Pair::new(14, -2),
    Pair::new(11, 0), Pair::new(10, 12), Pair::new(8, 14), Pair::new(-10, 16),
    Pair::new(5, 26), Pair::new(16, 23), Pair::new(13, 19), Pair::new(22, 12),
    Pair::new(32, 20), Pair::new(18, 30), Pair::new(21, 33), Pair::new(15, 23),
    Pair::new(48, 62), Pair::new(42, 62), Pair::new(39, 62), Pair::new(48, 72),
    Pair::new(64, 65), Pair::new(55, 82), Pair::new(50, 81), Pair::new(34, 55),
    // squares_knight
    Pair::new(-40, -46), Pair::new(-21, -21), Pair::new(-15, -15), Pair::new(-13, -17),
    Pair::new(-8, -6), Pair::new(-6, -21), Pair::new(-17, -17), Pair::new(-38, -38),
    Pair::new(-18, -27), Pair::new(-15, -12), Pair::new(-5, -4), Pair::new(-2, 6),
    Pair::new(5, 0), Pair::new(0, -5), Pair::new(-3, -10), Pair::new(-12, -14),
    Pair::new(-14, -12), Pair::new(7, -3), Pair::new(1, 6), Pair::new(15, 13),
    Pair::new(6, 10), Pair::new(14, 7), Pair::new(7, 2), Pair::new(-10, -5),
    Pair::new(-4, -21), Pair::new(11, -4), Pair::new(17, 6), Pair::new(16, 15),
    Pair::new(18, 13), Pair::new(19, 6), Pair::new(12, -6), Pair::new(4, -11),
    Pair::new(4, -21), Pair::new(5, -7), Pair::new(18, 1), Pair::new(25, 10),
    Pair::new(27, 8), Pair::new(22, 6), Pair::new(14, -5), Pair::new(1, -15),
    Pair::new(-4, -22), Pair::new(12, -17), Pair::new(22, -5), Pair::new(30, -2),
    Pair::new(28, 0), Pair::new(20, -5), Pair::new(13, -8), Pair::new(-11, -22),
    Pair::new(-12, -17), Pair::new(-10, -7), Pair::new(16, 0), Pair::new(21, 4),
    Pair::new(17, 4), Pair::new(21, -2), Pair::new(-7, -4), Pair::new(-16, -14),
    Pair::new(-67, -44), Pair::new(-26, -19), Pair::new(-24, -13), Pair::new(-14, -6),
    Pair::new(-9, 1), Pair::new(-22, -13), Pair::new(-28, -23), Pair::new(-59, -45),
    // squares_bishop
    Pair::new(-8, -13), Pair::new(-12, -11), Pair::new(-10, -8), Pair::new(-5, -8),
    Pair::new(-5, -3), Pair::new(-15, -10), Pair::new(-4, -3), Pair::new(-10, -15),
    Pair::new(-5, -16), Pair::new(2, -10), Pair::new(6, -9), Pair::new(1, 0),
    Pair::new(9, -3), Pair::new(10, -2), Pair::new(17, -13), Pair::new(3, -2),
    Pair::new(2, -7), Pair::new(10, -5), Pair::new(5, 1), Pair::new(9, 2),
    Pair::new(11, 6), Pair::new(9, -2), Pair::new(10, -4), Pair::new(8, -4),
    Pair::new(6, -3), Pair::new(-1, 8), Pair::new(11, 8), Pair::new(16, 14),
    Pair::new(15, 4), Pair::new(14, 8), Pair::new(11, 6), Pair::new(-3, -1),
    Pair::new(-7, 4), Pair::new(10, 5), Pair::new(7, 9), Pair::new(21, 11),
    Pair::new(14, 16), Pair::new(17, 8), Pair::new(14, 5), Pair::new(-2, 1),
    Pair::new(-9, 3), Pair::new(7, 7), Pair::new(6, 2), Pair::new(7, 11),
    Pair::new(17, 6), Pair::new(4, 14), Pair::new(-3, 6), Pair::new(-4, 6),
    Pair::new(-16, 0), Pair::new(-8, -1), Pair::new(-4, 6), Pair::new(2, 4),
    Pair::new(-5, 7), Pair::new(5, -5), Pair::new(-2, -4), Pair::new(-11, -9),
    Pair::new(-27, -2), Pair::new(-27, 4), Pair::new(-19, 0), Pair::new(-22, 3),
    Pair::new(-12, -2), Pair::new(-25, -5), Pair::new(-12, -8), Pair::new(-28, -10),
    // squares_rook
    Pair::new(0, -11), Pair::new(4, -13), Pair::new(6, -6), Pair::new(9, -8),
    Pair::new(13, -10), Pair::new(6, -10), Pair::new(-6, -5), Pair::new(-6, -18),
    Pair::new(-13, -7), Pair::new(-5, -4), Pair::new(1, -7), Pair::new(1, -7),
    Pair::new(-5, -9), Pair::new(-5, -6), Pair::new(-11, -6), Pair::new(-28, -8),
    Pair::new(-16, 4), Pair::new(-13, 2), Pair::new(-13, 1), Pair::new(-4, 2),
    Pair::new(-6, -1), Pair::new(-7, 2), Pair::new(-5, 1), Pair::new(-18, -3),
    Pair::new(-11, 7), Pair::new(-14, 11), Pair::new(8, 3), Pair::new(-7, 6),
    Pair::new(-5, 3), Pair::new(-12, 9), Pair::new(-2, 6), Pair::new(-13, 3),
    Pair::new(-10, 14), Pair::new(-1, 9), Pair::new(0, 10), Pair::new(8, 5),
    Pair::new(2, 8), Pair::new(4, 7), Pair::new(-1, 12), Pair::new(-6, 9),
    Pair::new(-9, 21), Pair::new(-1, 8), Pair::new(7, 13), Pair::new(20, 3),
    Pair::new(12, 8), Pair::new(9, 6), Pair::new(12, 10), Pair::new(-6, 9),
    Pair::new(6, 15), Pair::new(9, 12), Pair::new(30, 6), Pair::new(33, 4),
    Pair::new(21, 11), Pair::new(20, 10), Pair::new(19, 11), Pair::new(28, 5),
    Pair::new(7, 17), Pair::new(9, 10), Pair::new(9, 8), Pair::new(7, 7),
    Pair::new(18, 12), Pair::new(6, 16), Pair::new(17, 12), Pair::new(4, 5),
    // squares_queen
    Pair::new(2, -25), Pair::new(-1, -19), Pair::new(-4, -26), Pair::new(0, -35),
    Pair::new(-4, -18), Pair::new(-11, -20), Pair::new(-26, -26), Pair::new(-16, -24),
    Pair::new(1, -16), Pair::new(0, -12), Pair::new(8, -21), Pair::new(-3, -9),
    Pair::new(1, -5), Pair::new(3, -20), Pair::new(0, -27), Pair::new(-19, -22),
    Pair::new(0, -11), Pair::new(7, -3), Pair::new(-4, 7), Pair::new(3, 6),
    Pair::new(-6, 14), Pair::new(-3, 13), Pair::new(-4, -4), Pair::new(-14, -12),
    Pair::new(0, -5), Pair::new(1, 12), Pair::new(4, 16), Pair::new(-1, 30),
    Pair::new(-5, 25), Pair::new(-7, 16), Pair::new(-6, 11), Pair::new(-10, 2),
    Pair::new(-10, 8), Pair::new(-1, 13), Pair::new(-1, 22), Pair::new(-1, 35),
    Pair::new(4, 33), Pair::new(1, 26), Pair::new(-6, 20), Pair::new(-1, 3),
    Pair::new(-10, -3), Pair::new(-3, 7), Pair::new(14, 16), Pair::new(3, 23),
    Pair::new(12, 33), Pair::new(3, 19), Pair::new(3, 22), Pair::new(1, 10),
    Pair::new(-6, 5), Pair::new(-11, 12), Pair::new(-1, 20), Pair::new(11, 26),
    Pair::new(0, 21), Pair::new(12, 10), Pair::new(8, 18), Pair::new(9, 8),
    Pair::new(-10, 1), Pair::new(5, 6), Pair::new(7, 3), Pair::new(8, 10),
    Pair::new(11, 16), Pair::new(8, 3), Pair::new(-2, 8), Pair::new(-4, -6),
    // squares_king
    Pair::new(-3, -24), Pair::new(3, -23), Pair::new(32, -30), Pair::new(28, -42),
    Pair::new(-30, 4), Pair::new(-10, -7), Pair::new(4, -10), Pair::new(10, -26),
    Pair::new(-43, 21), Pair::new(-36, 12), Pair::new(-14, -3), Pair::new(-17, -14),
    Pair::new(-54, 31), Pair::new(-46, 19), Pair::new(-34, 6), Pair::new(-34, -12),
    Pair::new(-50, 31), Pair::new(-51, 24), Pair::new(-38, 12), Pair::new(-37, -9),
    Pair::new(-47, 24), Pair::new(-33, 18), Pair::new(-39, 9), Pair::new(-39, -10),
    Pair::new(-43, 9), Pair::new(-45, 8), Pair::new(-38, 8), Pair::new(-41, -20),
    Pair::new(-48, -9), Pair::new(-47, -11), Pair::new(-41, -4), Pair::new(-53, -58),
    // mobility_knight
    Pair::new(-29, -61), Pair::new(-21, -49), Pair::new(-13, -25), Pair::new(-8, -7),
    Pair::new(-1, -1), Pair::new(2, 5), Pair::new(6, 5), Pair::new(12, 3),
    Pair::new(18, -4),
    // mobility_bishop
    Pair::new(-35, -63), Pair::new(-21, -49), Pair::new(-9, -28), Pair::new(-3, -16),
    Pair::new(0, -8), Pair::new(4, -2), Pair::new(6, 1), Pair::new(6, 4),
    Pair::new(5, 6), Pair::new(5, 9), Pair::new(3, 10), Pair::new(3, 9),
    Pair::new(6, 8), Pair::new(13, 12),
    // mobility_rook
    Pair::new(-55, -72), Pair::new(-21, -84), Pair::new(-6, -58), Pair::new(-5, -44),
    Pair::new(-1, -30), Pair::new(0, -21), Pair::new(1, -12), Pair::new(2, -8),
    Pair::new(3, -2), Pair::new(4, 3), Pair::new(6, 6), Pair::new(7, 10),
    Pair::new(8, 13), Pair::new(11, 15), Pair::new(14, 16),
    // mobility_queen
    Pair::new(-23, -47), Pair::new(-23, -36), Pair::new(-27, -35), Pair::new(-12, -34),
    Pair::new(-9, -41), Pair::new(-6, -47), Pair::new(-3, -42), Pair::new(-2, -29),
    Pair::new(0, -21), Pair::new(1, -16), Pair::new(2, -11), Pair::new(1, -1),
    Pair::new(2, 3), Pair::new(3, 5), Pair::new(2, 11), Pair::new(2, 15),
    Pair::new(2, 18), Pair::new(1, 19), Pair::new(5, 15), Pair::new(4, 14),
    Pair::new(10, 6), Pair::new(21, -8), Pair::new(21, -10), Pair::new(25, -23),
    Pair::new(10, -16), Pair::new(11, -23), Pair::new(10, 2), Pair::new(7, -7),
    // pawn_isolated
    Pair::new(10, -1), Pair::new(-1, -6), Pair::new(3, -4), Pair::new(-1, -5),
    // pawn_isolated_open
    Pair::new(-13, -10),
    // pawn_doubled
    Pair::new(-24, -20),
    // pawn_backward
    Pair::new(2, -6), Pair::new(-10, -15),
    // pawn_phalanx
    Pair::new(1, 1), Pair::new(3, 3), Pair::new(6, 7), Pair::new(15, 21),
    Pair::new(29, 47), Pair::new(51, 67),
    // pawn_supported
    Pair::new(7, 4), Pair::new(7, 4), Pair::new(13, 7), Pair::new(30, 15),
    Pair::new(62, 39),
    // pawn_candidate
    Pair::new(-4, -7), Pair::new(-3, -1), Pair::new(-5, 9), Pair::new(-2, 14),
    Pair::new(0, 46),
    // passed_rank
    Pair::new(-16, 7), Pair::new(-23, 14), Pair::new(-8, 26), Pair::new(11, 58),
    Pair::new(30, 92), Pair::new(82, 98),
    // passed_connected
    Pair::new(0, -7), Pair::new(8, -5), Pair::new(12, 4), Pair::new(19, 12),
    Pair::new(36, 22), Pair::new(39, 28),
    // passed_blocked
    Pair::new(2, -1), Pair::new(2, -4), Pair::new(-2, -8), Pair::new(-2, -18),
    Pair::new(-9, -29), Pair::new(-48, -58),
    // passed_free
    Pair::new(-1, 6), Pair::new(-2, 6), Pair::new(-2, 12), Pair::new(0, 19),
    Pair::new(29, 18), Pair::new(32, 101),
    // passed_path
    Pair::new(-28, 13), Pair::new(-26, 12), Pair::new(-31, 19), Pair::new(-21, 20),
    Pair::new(-9, 39), Pair::new(16, -3),
    // passed_own_king
    Pair::new(1, 19), Pair::new(9, 24), Pair::new(5, 9), Pair::new(-6, 1),
    Pair::new(-3, -11), Pair::new(-6, -10), Pair::new(5, -15), Pair::new(-4, -17),
    Pair::new(-3, 28), Pair::new(12, 40), Pair::new(27, 7), Pair::new(-9, -1),
    Pair::new(-15, -9), Pair::new(-10, -15), Pair::new(7, -21), Pair::new(0, -27),
    Pair::new(2, 30), Pair::new(11, 56), Pair::new(22, 7), Pair::new(18, -11),
    Pair::new(-16, -17), Pair::new(-14, -22), Pair::new(-18, -21), Pair::new(-4, -30),
    Pair::new(1, 49), Pair::new(9, 40), Pair::new(21, 8), Pair::new(9, -20),
    Pair::new(9, -36), Pair::new(7, -37), Pair::new(-6, -32), Pair::new(-34, -25),
    // passed_enemy_king
    Pair::new(1, -14), Pair::new(4, -12), Pair::new(0, -11), Pair::new(-3, -4),
    Pair::new(-1, 7), Pair::new(1, 15), Pair::new(0, 19), Pair::new(-5, 19),
    Pair::new(-10, -17), Pair::new(6, -22), Pair::new(-3, -24), Pair::new(-2, -2),
    Pair::new(-8, 15), Pair::new(4, 27), Pair::new(11, 26), Pair::new(0, 30),
    Pair::new(-17, -44), Pair::new(-9, -41), Pair::new(-1, -33), Pair::new(-1, 9),
    Pair::new(1, 32), Pair::new(9, 43), Pair::new(8, 46), Pair::new(9, 40),
    Pair::new(-22, -58), Pair::new(-4, -63), Pair::new(8, -59), Pair::new(14, 2),
    Pair::new(1, 47), Pair::new(8, 52), Pair::new(1, 47), Pair::new(9, 54),
    // passed_rook_behind
    Pair::new(1, 17), Pair::new(1, -41),
    // passed_unstoppable
    Pair::new(99, 274),
    // king_danger
    Pair::new(-2, 2), Pair::new(-3, 4), Pair::new(2, 5), Pair::new(2, 3),
    Pair::new(5, 8), Pair::new(5, 7), Pair::new(5, 9), Pair::new(7, 10),
    Pair::new(9, 10), Pair::new(13, 12), Pair::new(15, 13), Pair::new(18, 16),
    Pair::new(22, 16), Pair::new(28, 14), Pair::new(31, 21), Pair::new(41, 19),
    Pair::new(47, 18), Pair::new(59, 22), Pair::new(69, 20), Pair::new(82, 21),
    Pair::new(101, 23), Pair::new(110, 18), Pair::new(133, 16), Pair::new(149, 8),
    Pair::new(168, 22), Pair::new(191, 7), Pair::new(205, 11), Pair::new(213, 13),
    Pair::new(245, 19), Pair::new(260, 20), Pair::new(289, 26), Pair::new(305, 24),
    Pair::new(330, 29), Pair::new(353, 33), Pair::new(369, 38), Pair::new(377, 47),
    Pair::new(376, 46), Pair::new(380, 51), Pair::new(378, 49), Pair::new(380, 49),
    // king_shelter
    Pair::new(-9, 10), Pair::new(15, -17), Pair::new(16, -11), Pair::new(6, -5),
    Pair::new(-3, -2), Pair::new(-6, 9), Pair::new(6, 20), Pair::new(-5, 12),
    Pair::new(15, -4), Pair::new(12, -8), Pair::new(1, -2), Pair::new(-7, -1),
    Pair::new(0, 4), Pair::new(0, -4), Pair::new(0, 12), Pair::new(4, 7),
    Pair::new(6, 2), Pair::new(2, -6), Pair::new(-1, -5), Pair::new(-4, -5),
    Pair::new(6, -6), Pair::new(-3, 4), Pair::new(7, 2), Pair::new(4, -1),
    Pair::new(1, -2), Pair::new(7, -5), Pair::new(-15, 3), Pair::new(-1, -4),
    // king_storm
    Pair::new(-11, -1), Pair::new(18, 22), Pair::new(-25, 8), Pair::new(-24, 8),
    Pair::new(-5, -4), Pair::new(2, -8), Pair::new(-2, -5), Pair::new(-10, 2),
    Pair::new(-2, 19), Pair::new(-28, 19), Pair::new(-11, 8), Pair::new(-13, 2),
    Pair::new(2, -4), Pair::new(-4, -2), Pair::new(-11, -3), Pair::new(-5, 15),
    Pair::new(-48, 9), Pair::new(-7, 1), Pair::new(9, -5), Pair::new(2, -8),
    Pair::new(4, -6), Pair::new(-1, 2), Pair::new(4, 19), Pair::new(0, 7),
    Pair::new(-2, 2), Pair::new(4, -12), Pair::new(8, -6), Pair::new(6, 1),
    // king_storm_blocked
    Pair::new(0, 0), Pair::new(0, 0), Pair::new(-8, -21), Pair::new(6, -12),
    Pair::new(8, -11), Pair::new(7, -12), Pair::new(-1, -13),
    // king_file
    Pair::new(-5, 4), Pair::new(-26, -10), Pair::new(2, -11),
    // threat_by_pawn
    Pair::new(46, 7), Pair::new(41, 51), Pair::new(55, 19), Pair::new(34, 28),
    // threat_by_minor
    Pair::new(2, 20), Pair::new(8, 18), Pair::new(15, 16), Pair::new(40, 15),
    Pair::new(30, 34),
    // threat_by_rook
    Pair::new(5, 13), Pair::new(11, 15), Pair::new(12, 24), Pair::new(2, -3),
    Pair::new(45, 11),
    // threat_by_king
    Pair::new(21, 11),
    // threat_hanging
    Pair::new(14, 20),
    // threat_push
    Pair::new(11, 2),
    // bishop_pair
    Pair::new(-2, 44),
    // bishop_pawns
    Pair::new(6, 16), Pair::new(9, 3), Pair::new(6, -3), Pair::new(2, -8),
    Pair::new(-3, -11), Pair::new(-9, -16), Pair::new(-14, -23), Pair::new(-19, -30),
    Pair::new(-21, -28),
    // bishop_long_diagonal
    Pair::new(15, 5),
    // outpost_knight
    Pair::new(15, 34), Pair::new(26, 37),
    // outpost_bishop
    Pair::new(12, -16), Pair::new(22, -8),
    // outpost_reachable
    Pair::new(16, 19),
    // minor_behind_pawn
    Pair::new(4, 15), Pair::new(4, 4),
    // rook_file
    Pair::new(13, -4), Pair::new(19, -2),
    // rook_seventh
    Pair::new(-4, 6),
    // tempo
    Pair::new(15, 7),
];
