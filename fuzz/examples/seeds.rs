//! Writes the seeds of the binary formats into the corpus. Run it after a change
//! of a format: `cargo run --example seeds` in this folder.

use staunton::board::Position;
use staunton::eval::network::format::{BUCKET_INPUTS, NetworkFile};
use staunton::movegen::legal_moves;
use staunton::training::data::{DecidedResult, GameWriter, TrainingGame};
use staunton::training::packed::{Label, PackedPosition};
use staunton::training::train::checkpoint;
use staunton::training::train::params::{Params, Shape};
use staunton::training::train::run::{Epoch, State};
use staunton::training::tree_file::SampleWriter;
use staunton::tt::Bound;
use staunton::types::Score;
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The neurons of the seeds.
const SHAPE: Shape = Shape { hidden: 16, buckets: 1 };
/// The moves of each game, in plies.
const PLIES: usize = 12;
/// Where a network has its version, its number of inputs, and its linear scale,
/// which version 1 lacks.
const VERSION: Range<usize> = 8..12;
const INPUTS: Range<usize> = 12..16;
const LINEAR_SCALE: Range<usize> = 36..40;
/// The header of a file of games of version 1, which is continued as it began.
const FIRST_GAMES: &[u8] = b"STAUNG\x01\0";

fn main() -> Result<(), Box<dyn Error>> {
    network()?;
    games()?;
    samples()?;
    tables()?;
    training()
}

/// The file of a seed, which does not exist.
fn new(target: &str, name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    if path.exists() {
        fs::remove_file(&path)?;
    }
    Ok(path)
}

/// A network whose king buckets are alike, in both versions of the format.
fn network() -> Result<(), Box<dyn Error>> {
    let mut network = NetworkFile::zero(SHAPE.hidden, SHAPE.buckets, 110);
    network.provenance = "a seed".to_string();
    network.first.truncate(BUCKET_INPUTS * SHAPE.hidden);
    network.output.iter_mut().zip([7, -9].iter().cycle()).for_each(|(weight, &w)| *weight = w);
    network.first_bias.fill(50);
    let mut bytes = network.to_bytes();
    bytes[INPUTS].copy_from_slice(&(BUCKET_INPUTS as u32).to_le_bytes());
    let mut first = bytes.clone();
    first.drain(LINEAR_SCALE);
    first[VERSION].copy_from_slice(&1_u32.to_le_bytes());
    for (name, mut bytes) in [("network", bytes), ("network-1", first)] {
        (staunton_fuzz::targets::EVAL_FILE.repair)(&mut bytes);
        NetworkFile::read(&bytes)?;
        fs::write(new("eval_file", name)?, bytes)?;
    }
    Ok(())
}

/// Files of both versions of the format.
fn games() -> Result<(), Box<dyn Error>> {
    let first = new("game_data", "games-1")?;
    fs::write(&first, FIRST_GAMES)?;
    add_games(&first)?;
    add_games(&new("game_data", "games")?)
}

/// Two games from different positions.
fn add_games(path: &Path) -> Result<(), Box<dyn Error>> {
    let (mut writer, _) = GameWriter::append(path)?;
    writer.add_head("a seed")?;
    for (fen, result) in [
        (Position::START_FEN, DecidedResult::ALL[0]),
        ("r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1", DecidedResult::ALL[2]),
    ] {
        let start: Position = fen.parse()?;
        let (mut position, mut moves) = (start.clone(), Vec::new());
        while moves.len() < PLIES
            && let Some(&mv) = legal_moves(&position).as_slice().last()
        {
            moves.push((mv, Score(moves.len() as i32)));
            position.play(mv, &mut ());
        }
        writer.add(&TrainingGame { start, result, moves })?;
    }
    Ok(())
}

fn samples() -> Result<(), Box<dyn Error>> {
    let path = new("samples", "samples")?;
    let mut writer = SampleWriter::append(&path)?;
    for fen in [Position::START_FEN, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 1"] {
        let (bound, result) = (Bound::Lower, Some(DecidedResult::ALL[1]));
        let label = Label { score: -20, bound, depth: 5, result, is_sample: true };
        writer.add(&PackedPosition::new(&fen.parse()?, &label))?;
    }
    Ok(writer.flush()?)
}

/// Small tables, each after the byte that names it.
fn tables() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/syzygy");
    for (choice, name) in
        [(0, "KQvK.rtbw"), (1, "KQvK.rtbz"), (2, "KRvK.rtbw"), (5, "KPvK.rtbz"), (6, "KNNvK.rtbw")]
    {
        let bytes = [vec![choice], fs::read(folder.join(name))?].concat();
        fs::write(new("syzygy", name)?, bytes)?;
    }
    Ok(())
}

/// A checkpoint without its parameters, which the target adds.
fn training() -> Result<(), Box<dyn Error>> {
    let path = new("checkpoint", "training")?;
    let mut state = State::new(Params::random(SHAPE, 1));
    state.epochs = vec![Epoch { training: 0.1, games: 0.2, samples: 0.3 }; 2];
    checkpoint::save(&path, "seed 1", &state)?;
    let mut bytes = fs::read(&path)?;
    bytes.truncate(bytes.len() - 16 * SHAPE.parameters());
    (staunton_fuzz::targets::CHECKPOINT.repair)(&mut bytes);
    Ok(fs::write(path, bytes)?)
}
