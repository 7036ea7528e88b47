//! The weights of the evaluation, in centipawns for the middle game and for the
//! end game; `layout.rs` has their names. `staunton tune` generates this file:
//! to change it, tune again.

// Tuned on 2459325 positions of 30052 games; 125212 positions were held out.
// Games: g2a.data
// Games: g2b.data
// Games: g3.data
// Held-out loss: 0.014523 before, 0.014317 after 19 epochs.
// K: 0.008162 per centipawn
// Command: staunton tune --data g2a.data g2b.data g3.data --out weights.rs --result-weight 0.3 --rate 0.25 --threads 1
// Date: 2026-11-22
// Engine: b9e4aeea7a14

use super::layout::COUNT;
use super::pair::Pair;

/// The weights, in the order of the layout.
#[rustfmt::skip]
pub static WEIGHTS: [Pair; COUNT] = [
    // squares_pawn
    Pair::new(-15, -3), Pair::new(-5, -3), Pair::new(-7, -3), Pair::new(-10, -15),
    Pair::new(-13, 7), Pair::new(7, -4), Pair::new(18, -7), Pair::new(-8, -5),
    Pair::new(-13, -8), Pair::new(-8, -7), Pair::new(-5, -7), Pair::new(4, -9),
    Pair::new(6, -1), Pair::new(1, -1), Pair::new(12, -7), Pair::new(-12, -5),
    Pair::new(-16, 2), Pair::new(-10, -4), Pair::new(6, -10), Pair::new(15, -12),
    Pair::new(16, -9), Pair::new(14, 5), Pair::new(-3, 9), Pair::new(-12, 2),
    Pair::new(-9, 13), Pair::new(-2, 6), Pair::new(3, -2), Pair::new(14, -2),
    Pair::new(11, -1), Pair::new(7, 11), Pair::new(7, 15), Pair::new(-9, 15),
    Pair::new(5, 27), Pair::new(16, 22), Pair::new(5, 20), Pair::new(19, 17),
    Pair::new(32, 19), Pair::new(17, 30), Pair::new(17, 36), Pair::new(14, 25),
    Pair::new(46, 57), Pair::new(41, 62), Pair::new(36, 62), Pair::new(53, 67),
    Pair::new(61, 62), Pair::new(56, 85), Pair::new(44, 80), Pair::new(30, 56),
    // squares_knight
    Pair::new(-39, -48), Pair::new(-19, -28), Pair::new(-15, -17), Pair::new(-12, -15),
    Pair::new(-7, -13), Pair::new(-5, -22), Pair::new(-17, -23), Pair::new(-35, -41),
    Pair::new(-16, -29), Pair::new(-14, -12), Pair::new(-3, -7), Pair::new(-1, 3),
    Pair::new(4, -2), Pair::new(-1, -5), Pair::new(-3, -14), Pair::new(-12, -21),
    Pair::new(-14, -16), Pair::new(7, -5), Pair::new(1, 4), Pair::new(14, 10),
    Pair::new(5, 10), Pair::new(13, 4), Pair::new(5, 0), Pair::new(-9, -11),
    Pair::new(-3, -19), Pair::new(7, -1), Pair::new(16, 7), Pair::new(16, 15),
    Pair::new(16, 15), Pair::new(19, 7), Pair::new(11, -5), Pair::new(3, -12),
    Pair::new(3, -18), Pair::new(4, -4), Pair::new(17, 2), Pair::new(23, 10),
    Pair::new(25, 11), Pair::new(19, 11), Pair::new(13, -5), Pair::new(-1, -13),
    Pair::new(-5, -17), Pair::new(10, -13), Pair::new(16, 1), Pair::new(25, 3),
    Pair::new(23, 5), Pair::new(14, -1), Pair::new(10, -6), Pair::new(-15, -20),
    Pair::new(-14, -20), Pair::new(-13, -12), Pair::new(11, -1), Pair::new(15, 4),
    Pair::new(15, 3), Pair::new(14, 0), Pair::new(-8, -5), Pair::new(-18, -19),
    Pair::new(-73, -46), Pair::new(-27, -21), Pair::new(-21, -11), Pair::new(-14, -6),
    Pair::new(-8, -4), Pair::new(-25, -14), Pair::new(-30, -22), Pair::new(-61, -47),
    // squares_bishop
    Pair::new(-10, -17), Pair::new(-12, -9), Pair::new(-9, -10), Pair::new(-6, -7),
    Pair::new(-4, -3), Pair::new(-17, -8), Pair::new(-5, -3), Pair::new(-8, -12),
    Pair::new(-4, -16), Pair::new(3, -10), Pair::new(6, -9), Pair::new(2, -1),
    Pair::new(7, -1), Pair::new(9, -1), Pair::new(15, -12), Pair::new(5, -5),
    Pair::new(4, -5), Pair::new(11, -5), Pair::new(5, -1), Pair::new(8, 3),
    Pair::new(11, 6), Pair::new(8, -1), Pair::new(7, -3), Pair::new(7, -6),
    Pair::new(4, -4), Pair::new(-2, 5), Pair::new(9, 8), Pair::new(16, 14),
    Pair::new(15, 2), Pair::new(14, 8), Pair::new(10, 6), Pair::new(-4, -2),
    Pair::new(-9, 3), Pair::new(8, 5), Pair::new(6, 8), Pair::new(17, 11),
    Pair::new(12, 14), Pair::new(18, 4), Pair::new(14, 3), Pair::new(-1, -2),
    Pair::new(-10, 0), Pair::new(8, 5), Pair::new(6, -1), Pair::new(7, 9),
    Pair::new(14, 3), Pair::new(-1, 12), Pair::new(-8, 4), Pair::new(-5, 3),
    Pair::new(-14, -1), Pair::new(-8, -3), Pair::new(-6, 4), Pair::new(1, 4),
    Pair::new(-2, 5), Pair::new(4, -3), Pair::new(-7, -3), Pair::new(-16, -9),
    Pair::new(-20, -7), Pair::new(-18, -2), Pair::new(-17, -3), Pair::new(-15, -2),
    Pair::new(-10, -3), Pair::new(-15, -5), Pair::new(-13, -8), Pair::new(-27, -12),
    // squares_rook
    Pair::new(-1, -8), Pair::new(4, -11), Pair::new(6, -6), Pair::new(8, -6),
    Pair::new(12, -8), Pair::new(4, -6), Pair::new(-7, -4), Pair::new(-6, -16),
    Pair::new(-13, -7), Pair::new(-6, -2), Pair::new(-1, -6), Pair::new(0, -6),
    Pair::new(-3, -9), Pair::new(-6, -5), Pair::new(-9, -9), Pair::new(-26, -8),
    Pair::new(-17, 3), Pair::new(-15, 2), Pair::new(-12, 0), Pair::new(-5, 2),
    Pair::new(-4, -4), Pair::new(-7, 2), Pair::new(-4, 0), Pair::new(-16, -2),
    Pair::new(-10, 5), Pair::new(-8, 7), Pair::new(11, 1), Pair::new(-5, 4),
    Pair::new(-4, 1), Pair::new(-14, 7), Pair::new(-3, 4), Pair::new(-14, 2),
    Pair::new(-8, 13), Pair::new(2, 7), Pair::new(1, 7), Pair::new(5, 3),
    Pair::new(9, 2), Pair::new(5, 4), Pair::new(1, 6), Pair::new(-9, 8),
    Pair::new(-12, 19), Pair::new(-2, 7), Pair::new(6, 10), Pair::new(21, 1),
    Pair::new(8, 5), Pair::new(5, 4), Pair::new(7, 9), Pair::new(-6, 6),
    Pair::new(4, 14), Pair::new(8, 11), Pair::new(26, 4), Pair::new(28, 2),
    Pair::new(16, 9), Pair::new(19, 7), Pair::new(13, 8), Pair::new(22, 2),
    Pair::new(10, 15), Pair::new(5, 10), Pair::new(7, 6), Pair::new(9, 6),
    Pair::new(12, 12), Pair::new(7, 13), Pair::new(14, 10), Pair::new(5, 2),
    // squares_queen
    Pair::new(1, -20), Pair::new(-2, -22), Pair::new(-2, -25), Pair::new(0, -34),
    Pair::new(-3, -13), Pair::new(-12, -21), Pair::new(-23, -26), Pair::new(-15, -23),
    Pair::new(-1, -15), Pair::new(2, -14), Pair::new(7, -20), Pair::new(-4, -5),
    Pair::new(1, -4), Pair::new(3, -17), Pair::new(-2, -22), Pair::new(-16, -18),
    Pair::new(0, -9), Pair::new(7, -2), Pair::new(-4, 7), Pair::new(4, 6),
    Pair::new(-7, 13), Pair::new(-4, 13), Pair::new(-5, 0), Pair::new(-13, -11),
    Pair::new(-1, -3), Pair::new(-2, 10), Pair::new(2, 17), Pair::new(-2, 27),
    Pair::new(-4, 23), Pair::new(-7, 17), Pair::new(-4, 12), Pair::new(-8, -3),
    Pair::new(-10, 8), Pair::new(-2, 13), Pair::new(0, 17), Pair::new(-3, 33),
    Pair::new(1, 28), Pair::new(-4, 24), Pair::new(-5, 18), Pair::new(-2, 0),
    Pair::new(-10, 2), Pair::new(-4, 9), Pair::new(13, 18), Pair::new(4, 20),
    Pair::new(6, 28), Pair::new(-5, 18), Pair::new(0, 15), Pair::new(-4, 4),
    Pair::new(-6, 5), Pair::new(-15, 13), Pair::new(-2, 16), Pair::new(7, 24),
    Pair::new(1, 19), Pair::new(6, 11), Pair::new(4, 18), Pair::new(3, 8),
    Pair::new(-10, 1), Pair::new(6, 6), Pair::new(5, 7), Pair::new(7, 11),
    Pair::new(11, 13), Pair::new(1, 3), Pair::new(-2, 6), Pair::new(-8, 0),
    // squares_king
    Pair::new(-1, -22), Pair::new(3, -20), Pair::new(31, -29), Pair::new(27, -41),
    Pair::new(-25, 4), Pair::new(-10, -5), Pair::new(3, -9), Pair::new(8, -23),
    Pair::new(-39, 20), Pair::new(-30, 11), Pair::new(-13, -3), Pair::new(-17, -14),
    Pair::new(-49, 27), Pair::new(-41, 18), Pair::new(-30, 5), Pair::new(-36, -11),
    Pair::new(-52, 28), Pair::new(-51, 23), Pair::new(-36, 9), Pair::new(-38, -10),
    Pair::new(-51, 23), Pair::new(-40, 19), Pair::new(-41, 8), Pair::new(-38, -10),
    Pair::new(-48, 10), Pair::new(-45, 10), Pair::new(-39, 11), Pair::new(-44, -19),
    Pair::new(-51, -10), Pair::new(-46, -16), Pair::new(-43, -6), Pair::new(-54, -60),
    // enemy_squares_pawn
    Pair::new(-2, 7), Pair::new(7, 2), Pair::new(-4, 2), Pair::new(1, 2),
    Pair::new(7, 8), Pair::new(10, 7), Pair::new(3, 5), Pair::new(-6, 2),
    Pair::new(-2, 0), Pair::new(5, 2), Pair::new(-5, -2), Pair::new(-7, 2),
    Pair::new(0, 0), Pair::new(-1, 7), Pair::new(6, -3), Pair::new(-4, 0),
    Pair::new(1, 4), Pair::new(-3, 6), Pair::new(-8, 1), Pair::new(-6, -7),
    Pair::new(-4, -8), Pair::new(13, 0), Pair::new(0, 1), Pair::new(-7, -2),
    Pair::new(-4, 6), Pair::new(2, 4), Pair::new(-5, -9), Pair::new(-8, -14),
    Pair::new(-4, -11), Pair::new(-3, -5), Pair::new(2, -9), Pair::new(-4, -9),
    Pair::new(1, -3), Pair::new(-8, 0), Pair::new(-16, 1), Pair::new(4, -14),
    Pair::new(-6, -12), Pair::new(-8, -16), Pair::new(7, -12), Pair::new(-6, -19),
    Pair::new(0, -2), Pair::new(-4, 8), Pair::new(-9, 19), Pair::new(4, -1),
    Pair::new(9, 3), Pair::new(9, -4), Pair::new(4, 0), Pair::new(-2, -22),
    // enemy_squares_knight
    Pair::new(1, -3), Pair::new(4, 5), Pair::new(13, 3), Pair::new(-2, 4),
    Pair::new(8, 0), Pair::new(1, -3), Pair::new(3, 4), Pair::new(7, 2),
    Pair::new(13, 1), Pair::new(1, 5), Pair::new(-4, 4), Pair::new(1, 2),
    Pair::new(0, 6), Pair::new(6, 0), Pair::new(11, 0), Pair::new(4, 5),
    Pair::new(3, 7), Pair::new(2, 2), Pair::new(-4, 0), Pair::new(-6, 0),
    Pair::new(-1, 3), Pair::new(-7, 2), Pair::new(8, 4), Pair::new(4, 2),
    Pair::new(11, -7), Pair::new(2, -4), Pair::new(1, -6), Pair::new(-8, 2),
    Pair::new(-2, -5), Pair::new(4, -2), Pair::new(6, 1), Pair::new(8, 3),
    Pair::new(2, 0), Pair::new(2, -1), Pair::new(-4, -5), Pair::new(0, -8),
    Pair::new(-3, -4), Pair::new(3, -3), Pair::new(0, -6), Pair::new(16, -4),
    Pair::new(1, -3), Pair::new(18, -5), Pair::new(-2, -2), Pair::new(5, -1),
    Pair::new(5, -8), Pair::new(3, -7), Pair::new(-8, -2), Pair::new(4, 1),
    Pair::new(11, 16), Pair::new(12, 17), Pair::new(17, 4), Pair::new(14, 11),
    Pair::new(11, 2), Pair::new(11, 10), Pair::new(-3, -2), Pair::new(13, 1),
    Pair::new(-19, 9), Pair::new(2, 15), Pair::new(-1, 13), Pair::new(2, 10),
    Pair::new(6, 10), Pair::new(-8, 0), Pair::new(0, 0), Pair::new(-14, -11),
    // enemy_squares_bishop
    Pair::new(12, -15), Pair::new(1, 4), Pair::new(5, 1), Pair::new(8, 2),
    Pair::new(3, -1), Pair::new(-2, 0), Pair::new(-1, 3), Pair::new(-7, 12),
    Pair::new(-8, 1), Pair::new(3, -11), Pair::new(3, -1), Pair::new(-1, 1),
    Pair::new(-2, -4), Pair::new(1, -6), Pair::new(-9, 0), Pair::new(6, -7),
    Pair::new(7, -6), Pair::new(2, 0), Pair::new(0, -9), Pair::new(0, 1),
    Pair::new(-1, -1), Pair::new(-7, -3), Pair::new(-4, -8), Pair::new(-1, 2),
    Pair::new(0, 3), Pair::new(0, 1), Pair::new(0, 5), Pair::new(2, -7),
    Pair::new(1, 5), Pair::new(-2, 2), Pair::new(-8, 5), Pair::new(3, -4),
    Pair::new(2, 2), Pair::new(2, 5), Pair::new(0, -4), Pair::new(-1, 6),
    Pair::new(2, 2), Pair::new(3, 6), Pair::new(3, -2), Pair::new(-5, 6),
    Pair::new(-11, 8), Pair::new(-2, 2), Pair::new(-7, 4), Pair::new(-2, -1),
    Pair::new(5, 5), Pair::new(-4, 1), Pair::new(-6, 6), Pair::new(0, 2),
    Pair::new(-5, 8), Pair::new(-6, 7), Pair::new(-1, 2), Pair::new(1, 5),
    Pair::new(-6, 3), Pair::new(-5, 3), Pair::new(-9, -5), Pair::new(-6, -2),
    Pair::new(-10, 8), Pair::new(-7, 9), Pair::new(-9, 8), Pair::new(-2, 4),
    Pair::new(-7, 2), Pair::new(-8, -2), Pair::new(-4, 1), Pair::new(-9, 0),
    // enemy_squares_rook
    Pair::new(0, -1), Pair::new(0, -1), Pair::new(-4, 1), Pair::new(1, -8),
    Pair::new(-3, -5), Pair::new(0, -13), Pair::new(-2, -9), Pair::new(3, -16),
    Pair::new(-5, 4), Pair::new(0, 3), Pair::new(-3, 5), Pair::new(-7, -2),
    Pair::new(3, -4), Pair::new(-3, -9), Pair::new(-6, -5), Pair::new(-9, -6),
    Pair::new(-9, 10), Pair::new(-8, 7), Pair::new(-10, 11), Pair::new(-14, 6),
    Pair::new(-2, 0), Pair::new(-8, 0), Pair::new(-2, 2), Pair::new(-4, 1),
    Pair::new(-8, 14), Pair::new(-3, 12), Pair::new(4, 9), Pair::new(-15, 9),
    Pair::new(0, 2), Pair::new(-5, 3), Pair::new(1, 3), Pair::new(2, -3),
    Pair::new(-1, 16), Pair::new(2, 12), Pair::new(3, 12), Pair::new(-2, 6),
    Pair::new(5, 0), Pair::new(1, 0), Pair::new(6, 0), Pair::new(-4, 4),
    Pair::new(-6, 15), Pair::new(0, 9), Pair::new(1, 5), Pair::new(10, -1),
    Pair::new(4, 2), Pair::new(4, 5), Pair::new(3, 4), Pair::new(-7, 6),
    Pair::new(0, 1), Pair::new(-5, 1), Pair::new(6, -6), Pair::new(11, -3),
    Pair::new(-4, -6), Pair::new(5, -2), Pair::new(-6, -1), Pair::new(-1, -3),
    Pair::new(3, 2), Pair::new(3, 11), Pair::new(0, 8), Pair::new(4, 9),
    Pair::new(-2, 5), Pair::new(0, 7), Pair::new(5, 5), Pair::new(5, 12),
    // enemy_squares_queen
    Pair::new(1, 0), Pair::new(-6, -6), Pair::new(0, -8), Pair::new(0, -17),
    Pair::new(4, -13), Pair::new(-5, -11), Pair::new(-2, -7), Pair::new(6, 2),
    Pair::new(-11, -3), Pair::new(-8, -2), Pair::new(0, -5), Pair::new(-2, -6),
    Pair::new(-2, 2), Pair::new(8, -18), Pair::new(12, -11), Pair::new(12, 2),
    Pair::new(-5, -6), Pair::new(0, -3), Pair::new(-3, 6), Pair::new(-5, -4),
    Pair::new(3, 6), Pair::new(-4, 0), Pair::new(4, 4), Pair::new(5, 5),
    Pair::new(2, -5), Pair::new(-4, -1), Pair::new(-3, 7), Pair::new(-6, 10),
    Pair::new(1, 3), Pair::new(-1, 7), Pair::new(3, 14), Pair::new(3, 10),
    Pair::new(5, 0), Pair::new(2, 8), Pair::new(0, 7), Pair::new(-6, 7),
    Pair::new(2, 12), Pair::new(-2, 9), Pair::new(-3, 11), Pair::new(-4, 14),
    Pair::new(-3, 8), Pair::new(4, 2), Pair::new(-1, 8), Pair::new(-1, 7),
    Pair::new(4, 8), Pair::new(4, 3), Pair::new(-4, 12), Pair::new(3, 9),
    Pair::new(-10, 4), Pair::new(1, 11), Pair::new(7, 10), Pair::new(1, 10),
    Pair::new(9, 9), Pair::new(-3, 0), Pair::new(10, 11), Pair::new(20, 16),
    Pair::new(-9, 4), Pair::new(5, 6), Pair::new(6, 2), Pair::new(8, 7),
    Pair::new(12, 4), Pair::new(4, 3), Pair::new(12, 10), Pair::new(13, 12),
    // enemy_squares_king
    Pair::new(5, -11), Pair::new(7, -13), Pair::new(8, -12), Pair::new(2, -7),
    Pair::new(4, 0), Pair::new(-9, 8), Pair::new(-4, 9), Pair::new(0, 9),
    Pair::new(0, -6), Pair::new(-5, -5), Pair::new(6, -12), Pair::new(-2, -5),
    Pair::new(-2, 5), Pair::new(-1, 7), Pair::new(4, 5), Pair::new(0, 7),
    Pair::new(-1, -5), Pair::new(-4, -3), Pair::new(-2, -4), Pair::new(-3, -4),
    Pair::new(0, 6), Pair::new(2, 5), Pair::new(9, 2), Pair::new(-2, 9),
    Pair::new(-3, 0), Pair::new(2, 0), Pair::new(-2, -3), Pair::new(-2, -3),
    Pair::new(0, 3), Pair::new(1, 2), Pair::new(1, 1), Pair::new(-3, 3),
    Pair::new(0, 8), Pair::new(-1, 5), Pair::new(-8, 6), Pair::new(-3, 0),
    Pair::new(-2, -2), Pair::new(0, -5), Pair::new(3, -4), Pair::new(-2, -8),
    Pair::new(2, 8), Pair::new(-5, 9), Pair::new(3, 7), Pair::new(-4, 3),
    Pair::new(1, -4), Pair::new(1, -7), Pair::new(4, -11), Pair::new(0, -11),
    Pair::new(0, 7), Pair::new(1, 10), Pair::new(2, 13), Pair::new(2, 4),
    Pair::new(0, -4), Pair::new(-1, -10), Pair::new(1, 2), Pair::new(-1, -7),
    Pair::new(1, 5), Pair::new(-1, 5), Pair::new(3, 5), Pair::new(1, 1),
    Pair::new(2, 3), Pair::new(1, -5), Pair::new(3, 13), Pair::new(-6, -26),
    // mobility_knight
    Pair::new(-32, -45), Pair::new(-20, -44), Pair::new(-12, -23), Pair::new(-8, -4),
    Pair::new(-2, -1), Pair::new(2, 4), Pair::new(6, 4), Pair::new(11, 2),
    Pair::new(16, -4),
    // mobility_bishop
    Pair::new(-30, -35), Pair::new(-22, -45), Pair::new(-10, -28), Pair::new(-3, -15),
    Pair::new(0, -10), Pair::new(4, -3), Pair::new(5, 4), Pair::new(5, 5),
    Pair::new(4, 8), Pair::new(8, 8), Pair::new(7, 7), Pair::new(11, 6),
    Pair::new(10, 6), Pair::new(17, 7),
    // mobility_rook
    Pair::new(-50, -63), Pair::new(-26, -72), Pair::new(-8, -55), Pair::new(-5, -41),
    Pair::new(-1, -28), Pair::new(1, -17), Pair::new(1, -11), Pair::new(2, -8),
    Pair::new(3, -2), Pair::new(4, 3), Pair::new(7, 6), Pair::new(8, 10),
    Pair::new(10, 12), Pair::new(9, 17), Pair::new(13, 14),
    // mobility_queen
    Pair::new(-21, -46), Pair::new(-16, -34), Pair::new(-19, -31), Pair::new(-10, -30),
    Pair::new(-9, -36), Pair::new(-6, -36), Pair::new(-2, -36), Pair::new(-2, -31),
    Pair::new(-1, -25), Pair::new(1, -26), Pair::new(1, -14), Pair::new(2, -3),
    Pair::new(3, 1), Pair::new(3, 2), Pair::new(2, 13), Pair::new(2, 15),
    Pair::new(3, 15), Pair::new(4, 15), Pair::new(3, 18), Pair::new(7, 13),
    Pair::new(9, 14), Pair::new(19, 9), Pair::new(16, 7), Pair::new(17, 3),
    Pair::new(11, 5), Pair::new(12, 3), Pair::new(12, 14), Pair::new(13, 14),
    // pawn_isolated
    Pair::new(9, -2), Pair::new(-3, -6), Pair::new(3, -4), Pair::new(-3, -5),
    // pawn_isolated_open
    Pair::new(-13, -9),
    // pawn_doubled
    Pair::new(-23, -20),
    // pawn_backward
    Pair::new(2, -6), Pair::new(-10, -14),
    // pawn_phalanx
    Pair::new(0, 1), Pair::new(4, 4), Pair::new(7, 7), Pair::new(18, 18),
    Pair::new(41, 47), Pair::new(54, 69),
    // pawn_supported
    Pair::new(6, 5), Pair::new(8, 3), Pair::new(15, 5), Pair::new(36, 10),
    Pair::new(55, 44),
    // pawn_candidate
    Pair::new(-6, -6), Pair::new(-5, 0), Pair::new(-8, 8), Pair::new(-5, 14),
    Pair::new(2, 44),
    // passed_rank
    Pair::new(-10, 4), Pair::new(-22, 14), Pair::new(-9, 25), Pair::new(8, 58),
    Pair::new(27, 92), Pair::new(78, 107),
    // passed_connected
    Pair::new(1, -9), Pair::new(0, -8), Pair::new(8, 3), Pair::new(8, 14),
    Pair::new(32, 21), Pair::new(35, 34),
    // passed_blocked
    Pair::new(2, 1), Pair::new(2, -4), Pair::new(-5, -10), Pair::new(-4, -21),
    Pair::new(-4, -40), Pair::new(-38, -66),
    // passed_free
    Pair::new(-3, 6), Pair::new(-2, 5), Pair::new(-8, 14), Pair::new(-1, 20),
    Pair::new(17, 22), Pair::new(30, 92),
    // passed_path
    Pair::new(-22, 7), Pair::new(-22, 12), Pair::new(-38, 23), Pair::new(-24, 24),
    Pair::new(9, 43), Pair::new(20, 6),
    // passed_own_king
    Pair::new(-3, 16), Pair::new(-5, 22), Pair::new(-1, 8), Pair::new(-8, 1),
    Pair::new(2, -14), Pair::new(-3, -10), Pair::new(12, -12), Pair::new(-1, -12),
    Pair::new(1, 25), Pair::new(2, 40), Pair::new(8, 10), Pair::new(-11, 0),
    Pair::new(-13, -9), Pair::new(-4, -18), Pair::new(14, -22), Pair::new(-2, -24),
    Pair::new(1, 29), Pair::new(6, 59), Pair::new(8, 10), Pair::new(6, -11),
    Pair::new(-8, -19), Pair::new(-5, -21), Pair::new(-12, -23), Pair::new(-5, -32),
    Pair::new(3, 42), Pair::new(7, 41), Pair::new(12, 17), Pair::new(4, -15),
    Pair::new(5, -32), Pair::new(12, -39), Pair::new(-5, -31), Pair::new(-29, -24),
    // passed_enemy_king
    Pair::new(-2, -11), Pair::new(-5, -11), Pair::new(3, -11), Pair::new(1, -2),
    Pair::new(-2, 9), Pair::new(1, 11), Pair::new(-3, 18), Pair::new(-2, 13),
    Pair::new(-9, -16), Pair::new(8, -22), Pair::new(-3, -23), Pair::new(-3, -2),
    Pair::new(-11, 18), Pair::new(-3, 27), Pair::new(11, 25), Pair::new(3, 26),
    Pair::new(-11, -37), Pair::new(-7, -35), Pair::new(6, -37), Pair::new(5, 2),
    Pair::new(-3, 34), Pair::new(-5, 46), Pair::new(9, 43), Pair::new(-2, 35),
    Pair::new(-18, -60), Pair::new(-3, -58), Pair::new(7, -63), Pair::new(8, 3),
    Pair::new(6, 49), Pair::new(5, 57), Pair::new(0, 51), Pair::new(4, 56),
    // passed_rook_behind
    Pair::new(-2, 18), Pair::new(16, -52),
    // passed_unstoppable
    Pair::new(100, 319),
    // king_danger
    Pair::new(-3, 1), Pair::new(-5, 2), Pair::new(3, 3), Pair::new(2, 1),
    Pair::new(6, 7), Pair::new(4, 6), Pair::new(6, 8), Pair::new(8, 7),
    Pair::new(12, 8), Pair::new(14, 8), Pair::new(17, 17), Pair::new(22, 14),
    Pair::new(29, 13), Pair::new(34, 10), Pair::new(37, 20), Pair::new(48, 17),
    Pair::new(59, 14), Pair::new(72, 20), Pair::new(86, 19), Pair::new(103, 18),
    Pair::new(126, 17), Pair::new(138, 19), Pair::new(162, 14), Pair::new(173, 18),
    Pair::new(191, 26), Pair::new(208, 20), Pair::new(229, 21), Pair::new(242, 24),
    Pair::new(264, 28), Pair::new(281, 31), Pair::new(304, 38), Pair::new(322, 35),
    Pair::new(344, 41), Pair::new(365, 40), Pair::new(378, 47), Pair::new(380, 50),
    Pair::new(378, 48), Pair::new(379, 50), Pair::new(381, 51), Pair::new(380, 49),
    // king_shelter
    Pair::new(-12, 10), Pair::new(13, -16), Pair::new(17, -13), Pair::new(5, -4),
    Pair::new(-4, 0), Pair::new(-3, 11), Pair::new(2, 23), Pair::new(-6, 13),
    Pair::new(14, -3), Pair::new(12, -6), Pair::new(-1, -6), Pair::new(-6, -5),
    Pair::new(1, 4), Pair::new(-6, 5), Pair::new(-2, 14), Pair::new(10, 7),
    Pair::new(4, 3), Pair::new(-1, -8), Pair::new(2, -4), Pair::new(-3, -4),
    Pair::new(-8, -10), Pair::new(-3, 5), Pair::new(8, -1), Pair::new(7, -5),
    Pair::new(3, -3), Pair::new(8, -8), Pair::new(-16, -1), Pair::new(-3, 0),
    // king_storm
    Pair::new(-8, 2), Pair::new(8, 18), Pair::new(-14, 12), Pair::new(-20, 9),
    Pair::new(-5, -2), Pair::new(3, -5), Pair::new(-2, -2), Pair::new(-5, -1),
    Pair::new(3, 18), Pair::new(-21, 17), Pair::new(-7, 0), Pair::new(-10, 1),
    Pair::new(5, -5), Pair::new(-2, -2), Pair::new(-10, -4), Pair::new(-9, 8),
    Pair::new(-42, 2), Pair::new(-9, 6), Pair::new(10, -4), Pair::new(-1, -7),
    Pair::new(4, -8), Pair::new(-4, 4), Pair::new(-1, 13), Pair::new(-1, 7),
    Pair::new(-6, 1), Pair::new(2, -13), Pair::new(7, -6), Pair::new(3, 4),
    // king_storm_blocked
    Pair::new(0, 0), Pair::new(0, 0), Pair::new(-12, -21), Pair::new(5, -8),
    Pair::new(7, -10), Pair::new(6, -6), Pair::new(-6, -21),
    // king_file
    Pair::new(-4, 2), Pair::new(-24, -11), Pair::new(4, -11),
    // king_pawnless
    Pair::new(2, -29),
    // king_pawn_distance
    Pair::new(0, 8), Pair::new(-1, 26), Pair::new(-1, 22), Pair::new(-11, 9),
    Pair::new(11, -19), Pair::new(4, -41), Pair::new(1, -39), Pair::new(1, -33),
    // threat_by_pawn
    Pair::new(49, 13), Pair::new(43, 44), Pair::new(54, 23), Pair::new(35, 29),
    // threat_by_minor
    Pair::new(3, 18), Pair::new(9, 18), Pair::new(18, 18), Pair::new(42, 13),
    Pair::new(32, 33),
    // threat_by_rook
    Pair::new(6, 13), Pair::new(12, 16), Pair::new(13, 28), Pair::new(-4, 7),
    Pair::new(43, 12),
    // threat_by_king
    Pair::new(18, 17),
    // threat_hanging
    Pair::new(15, 21),
    // threat_queen_defends
    Pair::new(3, 13),
    // threat_push
    Pair::new(13, 5),
    // threat_restricted
    Pair::new(3, 0),
    // bishop_pair
    Pair::new(-1, 45),
    // bishop_pawns
    Pair::new(5, 15), Pair::new(10, 3), Pair::new(6, -2), Pair::new(2, -6),
    Pair::new(-3, -11), Pair::new(-9, -13), Pair::new(-14, -15), Pair::new(-17, -24),
    Pair::new(-8, -23),
    // bishop_long_diagonal
    Pair::new(15, 7),
    // outpost_knight
    Pair::new(16, 23), Pair::new(26, 31),
    // outpost_bishop
    Pair::new(12, -11), Pair::new(23, -6),
    // outpost_reachable
    Pair::new(17, 21),
    // minor_behind_pawn
    Pair::new(3, 12), Pair::new(4, 5),
    // rook_file
    Pair::new(12, -2), Pair::new(21, -1),
    // rook_seventh
    Pair::new(2, 5),
    // space
    Pair::new(0, 2),
    // tempo
    Pair::new(17, 12),
];
