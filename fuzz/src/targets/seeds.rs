//! The seeds of the binary formats, made by the writers of the program.

use super::state::{DESCRIPTION, PARAMETER_BYTES, SHAPE, with_parameters};
use staunton::chess::board::Position;
use staunton::chess::movegen::legal_moves;
use staunton::chess::types::Score;
use staunton::engine::eval::network::format::{BUCKET_INPUTS, NetworkFile};
use staunton::engine::tt::Bound;
use staunton::training::data::games::{DecidedResult, GameWriter, TrainingGame};
use staunton::training::data::packed::{Label, PackedPosition};
use staunton::training::data::samples::SampleWriter;
use staunton::training::network::checkpoint;
use staunton::training::network::params::Params;
use staunton::training::network::run::{Epoch, State};
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The moves of each game, in plies.
const PLIES: usize = 12;
/// Where a network has its version, its number of inputs, and its linear scale,
/// which version 1 lacks.
const VERSION: Range<usize> = 8..12;
const INPUTS: Range<usize> = 12..16;
const LINEAR_SCALE: Range<usize> = 36..40;
/// The header of a file of games of version 1, which is continued as it began.
const FIRST_GAMES: &[u8] = b"STAUNG\x01\0";

/// Writes all seeds into a folder of folders, one for each target.
///
/// # Errors
/// If a file cannot be written, or a reader refuses a seed.
pub fn write(corpus: &Path) -> Result<(), Box<dyn Error>> {
    network(corpus)?;
    games(corpus)?;
    samples(corpus)?;
    tables(corpus)?;
    training(corpus)
}

/// The file of a seed, which does not exist.
fn new(corpus: &Path, target: &str, name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let folder = corpus.join(target);
    fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    if path.exists() {
        fs::remove_file(&path)?;
    }
    Ok(path)
}

/// A network whose king buckets are alike, in both versions of the format.
fn network(corpus: &Path) -> Result<(), Box<dyn Error>> {
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
        (super::EVAL_FILE.repair)(&mut bytes);
        NetworkFile::read(&bytes)?;
        fs::write(new(corpus, "eval_file", name)?, bytes)?;
    }
    Ok(())
}

/// Files of both versions of the format.
fn games(corpus: &Path) -> Result<(), Box<dyn Error>> {
    let first = new(corpus, "game_data", "games-1")?;
    fs::write(&first, FIRST_GAMES)?;
    add_games(&first)?;
    add_games(&new(corpus, "game_data", "games")?)
}

/// Two games from different positions.
fn add_games(path: &Path) -> Result<(), Box<dyn Error>> {
    let (mut writer, _) = GameWriter::append(path)?;
    writer.add_head("a seed");
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

fn samples(corpus: &Path) -> Result<(), Box<dyn Error>> {
    let path = new(corpus, "samples", "samples")?;
    let mut writer = SampleWriter::append(&path)?;
    for fen in [Position::START_FEN, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 1"] {
        let (bound, result) = (Bound::Lower, Some(DecidedResult::ALL[1]));
        let label = Label { score: -20, bound, depth: 5, result, is_sample: true };
        let packed = PackedPosition::new(&fen.parse()?, &label).ok_or("too many pieces")?;
        writer.add(&packed)?;
    }
    Ok(writer.flush()?)
}

/// Small tables, each after the byte that names it.
fn tables(corpus: &Path) -> Result<(), Box<dyn Error>> {
    const TABLES: [(u8, &str, &[u8]); 5] = [
        (0, "KQvK.rtbw", include_bytes!("../../../tests/data/syzygy/KQvK.rtbw")),
        (1, "KQvK.rtbz", include_bytes!("../../../tests/data/syzygy/KQvK.rtbz")),
        (2, "KRvK.rtbw", include_bytes!("../../../tests/data/syzygy/KRvK.rtbw")),
        (5, "KPvK.rtbz", include_bytes!("../../../tests/data/syzygy/KPvK.rtbz")),
        (6, "KNNvK.rtbw", include_bytes!("../../../tests/data/syzygy/KNNvK.rtbw")),
    ];
    for (choice, name, table) in TABLES {
        fs::write(new(corpus, "syzygy", name)?, [&[choice], table].concat())?;
    }
    Ok(())
}

/// A checkpoint without its parameters, which the target adds.
fn training(corpus: &Path) -> Result<(), Box<dyn Error>> {
    let path = new(corpus, "checkpoint", "training")?;
    let mut state = State::new(Params { shape: SHAPE, values: vec![0.0; SHAPE.parameters()] });
    state.epochs = vec![Epoch { training: [0.1, 0.2], held_out: [0.3, 0.4] }; 2];
    checkpoint::save(&path, DESCRIPTION, &state)?;
    let whole = fs::read(&path)?;
    let mut bytes = whole[..whole.len() - PARAMETER_BYTES].to_vec();
    (super::CHECKPOINT.repair)(&mut bytes);
    if with_parameters(&bytes) != whole {
        return Err("the parameters are not at the end".into());
    }
    Ok(fs::write(path, bytes)?)
}
