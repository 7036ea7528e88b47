//! tmp
use staunton::{board::Position, movegen::perft};
fn main() {
    for (f, d) in [
        (Position::START_FEN, 6),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ] {
        let p: Position = f.parse().unwrap();
        let t = std::time::Instant::now();
        let n = perft(&p, d);
        let e = t.elapsed();
        println!("{n} {:?} {:.1} M/s", e, n as f64 / e.as_secs_f64() / 1e6);
    }
    if let Some(path) = std::env::args().nth(1) {
        let maxd: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
        let mut bad = 0;
        let mut n = 0;
        for line in std::fs::read_to_string(path).unwrap().lines().filter(|l| !l.starts_with('#')) {
            let mut it = line.split(';');
            let fen = it.next().unwrap().trim();
            let p: Position = match fen.parse() {
                Ok(p) => p,
                Err(e) => {
                    println!("{fen}: {e}");
                    bad += 1;
                    continue;
                }
            };
            for d in it {
                let d = d.trim();
                let (a, b) = d.split_once(' ').unwrap();
                let depth: u32 = a[1..].parse().unwrap();
                if depth > maxd {
                    break;
                }
                n += 1;
                let c = perft(&p, depth);
                if c != b.parse::<u64>().unwrap() {
                    println!("{fen} {depth} {c} {b}");
                    bad += 1;
                    break;
                }
            }
        }
        println!("{n} counts, {bad} bad");
    }
}
