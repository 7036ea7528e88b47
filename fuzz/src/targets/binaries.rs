//! Binary files: networks, games, samples and tablebases.

use super::scratch::Scratch;
use staunton::chess::board::{Position, Setup};
use staunton::chess::syzygy::Tablebases;
use staunton::chess::types::{Color, Piece, PieceKind, Square};
use staunton::engine::eval::network::format::{NetworkFile, fnv1a};
use staunton::engine::eval::network::{HIDDEN, Network};
use staunton::training::data::games::{GameReader, GameWriter, TrainingGame, salvage};
use staunton::training::data::samples::SampleReader;

/// The checksum FNV-1a, 32 bits.
fn fnv1a_32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The number of two or four bytes at a place; `None` beyond the end.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + length)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
}

/// Where the version of a network stands, and its checksum in version 1. A later
/// one has four more bytes before it.
const NETWORK_VERSION: usize = 8;
const NETWORK_CHECKSUM: usize = 36;

/// Makes the checksum of a network right: from version 2 on it covers the header.
pub fn repair_eval_file(bytes: &mut [u8]) {
    let is_first = number(bytes, NETWORK_VERSION, 4) == Some(1);
    let at = if is_first { NETWORK_CHECKSUM } else { NETWORK_CHECKSUM + 4 };
    if bytes.len() < at + 8 {
        return;
    }
    let (head, rest) = bytes.split_at_mut(at);
    let (checksum, body) = rest.split_at_mut(8);
    let summed = if is_first { body.to_vec() } else { [head, body].concat() };
    checksum.copy_from_slice(&fnv1a(&summed).to_le_bytes());
}

/// Positions with few pieces, with all, and with a full board.
const POSITIONS: [&str; 5] = [
    Position::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ b - - 0 1",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "nnnnknnn/nnnnnnnn/nnnnnnnn/nnnnnnnn/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNKNNN w - - 0 1",
];

/// A network that is not refused evaluates as it says, and nothing overflows.
///
/// A network with as many neurons as the program's is too large for an input,
/// so the numbers of a small one are repeated.
pub fn eval_file(input: &[u8]) {
    let Ok(small) = NetworkFile::read(input) else { return };
    assert_eq!(NetworkFile::read(&small.to_bytes()).as_ref(), Ok(&small));
    let mut large = NetworkFile::zero(HIDDEN, small.buckets, small.scale);
    for (many, few) in [
        (&mut large.first, &small.first),
        (&mut large.first_bias, &small.first_bias),
        (&mut large.output, &small.output),
    ] {
        many.iter_mut().zip(few.iter().cycle()).for_each(|(many, few)| *many = *few);
    }
    large.output_bias = small.output_bias.clone();
    large.linear_scale = small.linear_scale;
    let Ok(network) = Network::read(&large.to_bytes()) else { return };
    for fen in POSITIONS {
        let position: Position = fen.parse().expect("a legal position");
        let mirrored = Position::try_from(&Setup::from(&position).mirrored()).expect("as legal");
        assert_eq!(network.evaluate(&position), network.evaluate(&mirrored), "{fen}");
    }
}

/// The length of the headers of files of games and of samples.
const HEADER: usize = 8;
/// Where the version of a file of games stands.
const VERSION: usize = 6;
/// The length of a game of version 1 without moves and checksum, and of a move.
const RECORD: usize = 36;
const PLY: usize = 4;
/// The bytes of a later record beside its content and checksum.
const PACKED_RECORD: usize = 4;
/// The length of a sample.
const SAMPLE: usize = 32;

/// Makes the checksums of games right, record by record.
pub fn repair_game_data(bytes: &mut [u8]) {
    let is_plain = number(bytes, VERSION, 2) == Some(1);
    let mut at = HEADER;
    while let Some(count) = number(bytes, at, 2) {
        let length = if is_plain { RECORD + PLY * count } else { PACKED_RECORD + count };
        let end = at + length;
        if bytes.len() < end + 4 {
            return;
        }
        let complement = !(count as u16);
        bytes[at + 2..at + 4].copy_from_slice(&complement.to_le_bytes());
        let checksum = fnv1a_32(&bytes[at..end]).to_le_bytes();
        bytes[end..end + 4].copy_from_slice(&checksum);
        at = end + 4;
    }
}

/// Games are legal or refused, and written so that they are read again; what is
/// whole is saved from a damaged file.
pub fn game_data(input: &[u8]) {
    let scratch = Scratch::new();
    if let Ok(mut reader) = GameReader::new(input) {
        let games: Vec<TrainingGame> = reader.by_ref().flatten().collect();
        assert!(reader.end() <= input.len() as u64);
        for game in &games {
            let mut positions = game.positions();
            while let Some((position, mv, _)) = positions.next() {
                assert!(staunton::chess::movegen::is_legal(position, mv));
            }
        }
        let copy = scratch.path().join("copy");
        let (mut writer, _) = GameWriter::append(&copy).expect("a new file");
        games.iter().for_each(|game| writer.add(game).expect("written"));
        // A file without a game is none.
        if !games.is_empty() {
            let again = GameReader::open(&copy).expect("the file");
            assert!(again.map(|game| game.expect("a game")).eq(games));
        }
    }
    let file = scratch.write("in", input);
    let _ = salvage(&file, &scratch.path().join("out"));
}

/// Makes the checksums of samples right, block by block.
pub fn repair_samples(bytes: &mut [u8]) {
    let mut at = HEADER;
    while let Some(positions) = number(bytes, at, 4) {
        let end = at.saturating_add(HEADER).saturating_add(positions.saturating_mul(SAMPLE));
        let Some(block) = bytes.get(at + HEADER..end) else { return };
        let checksum = fnv1a_32(block).to_le_bytes();
        bytes[at + 4..at + HEADER].copy_from_slice(&checksum);
        at = end;
    }
}

/// Samples are legal positions or refused.
pub fn samples(input: &[u8]) {
    let Ok(mut reader) = SampleReader::new(input) else { return };
    for block in reader.by_ref().flatten() {
        for sample in block.positions() {
            let _ = (sample.bound(), sample.result(), sample.score(), sample.linear());
            if let Ok(position) = sample.unpack() {
                assert_eq!(position.occupied(), sample.occupied());
            }
        }
    }
    let _ = reader.left_out().to_string();
}

/// A table that an input replaces: its name, its pieces beside the kings, and
/// the intact results, without which no distance is looked up.
struct TableFile {
    name: &'static str,
    pieces: &'static [PieceKind],
    results: &'static [u8],
}

macro_rules! table {
    ($name:literal, $($piece:ident)*) => {
        TableFile {
            name: $name,
            pieces: &[$(PieceKind::$piece),*],
            results: include_bytes!(concat!("../../../tests/data/syzygy/", $name, ".rtbw")),
        }
    };
}

const TABLES: [TableFile; 4] = [
    table!("KQvK", Queen),
    table!("KRvK", Rook),
    table!("KPvK", Pawn),
    table!("KNNvK", Knight Knight),
];

/// Positions that are looked up.
const PROBES: u64 = 48;

/// A damaged table is refused, or answers something. The first byte of an input
/// says which table the others replace.
pub fn syzygy(input: &[u8]) {
    let Some((&choice, bytes)) = input.split_first() else { return };
    let table = &TABLES[usize::from(choice / 2) % TABLES.len()];
    let scratch = Scratch::new();
    scratch.write(&format!("{}.rtbw", table.name), table.results);
    let kind = if choice.is_multiple_of(2) { "rtbw" } else { "rtbz" };
    scratch.write(&format!("{}.{kind}", table.name), bytes);
    let tables = Tablebases::open(&scratch.path().display().to_string());
    for position in (0..PROBES).filter_map(|number| position_of(table.pieces, number)) {
        let _ = (tables.probe_wdl(&position), tables.probe_dtz(&position));
    }
    let _ = tables.take_damage();
}

/// A position with these pieces and both kings, if this number gives a legal one.
fn position_of(pieces: &[PieceKind], number: u64) -> Option<Position> {
    let mut random = number;
    let mut square = || {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        Square::ALL[(random >> 58) as usize]
    };
    let mut setup = Setup::EMPTY;
    setup.side = if number.is_multiple_of(2) { Color::White } else { Color::Black };
    for &kind in pieces {
        setup.board[square().index()] = Some(Piece::new(Color::White, kind));
    }
    for color in Color::ALL {
        setup.board[square().index()] = Some(Piece::new(color, PieceKind::King));
    }
    Position::try_from(&setup).ok()
}
