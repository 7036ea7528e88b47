//! Files of samples: whole, torn, damaged, of another kind.

use super::*;
use crate::training::data::error::DataError;
use crate::training::data::file_kind::HEADER;
use crate::training::data::for_tests::path;
use crate::training::data::packed::PackedPosition;
use crate::training::data::scan::LeftOut;
use std::fs;
use std::path::Path;

fn sample(number: usize) -> PackedPosition {
    let mut bytes = [7; PACKED];
    bytes[..8].copy_from_slice(&(number as u64).to_le_bytes());
    PackedPosition(bytes)
}

/// The numbers of the samples, block by block, and what is left out.
fn read(bytes: &[u8]) -> Result<(Vec<Vec<usize>>, LeftOut), DataError> {
    let mut reader = SampleReader::new(bytes)?;
    let mut blocks = Vec::new();
    for block in &mut reader {
        let block = block?;
        assert_eq!(block.number as usize, blocks.len() + 1);
        blocks.push(block.positions().map(|packed| packed.occupied().0 as usize).collect());
    }
    Ok((blocks, reader.left_out()))
}

/// Writes blocks of these lengths; the samples have numbers from zero.
fn write(path: &Path, blocks: &[usize]) -> Vec<u8> {
    let mut writer = SampleWriter::append(path).unwrap();
    let mut number = 0;
    for &length in blocks {
        for _ in 0..length {
            writer.add(&sample(number)).unwrap();
            number += 1;
        }
        writer.flush().unwrap();
    }
    drop(writer);
    fs::read(path).unwrap()
}

#[test]
fn samples_are_added_and_read() {
    let path = path("samples.tree");
    let mut writer = SampleWriter::append(&path).unwrap();
    (0..BLOCK + 5).for_each(|number| writer.add(&sample(number)).unwrap());
    writer.flush().unwrap();
    writer.flush().unwrap();
    drop(writer);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let mut writer = SampleWriter::append(&path).unwrap();
    writer.add(&sample(9)).unwrap();
    writer.flush().unwrap();
    let (blocks, left_out) = read(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(blocks, [(0..BLOCK).collect(), vec![9]]);
    assert!(left_out.is_nothing());
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_torn_end_is_left_out_wherever_it_is_torn() {
    let path = path("torn.tree");
    let bytes = write(&path, &[2, 1, 3]);
    let ends = [HEADER, HEADER + 72, HEADER + 72 + 40, bytes.len()];
    for length in HEADER..=bytes.len() {
        let end = ends.iter().rposition(|&end| end <= length).unwrap();
        for zeros in [0, 1, 8, 3 * LONGEST_BLOCK] {
            let torn = [&bytes[..length], &vec![0; zeros]].concat();
            let (blocks, left_out) = read(&torn).unwrap();
            if blocks.len() > end {
                // Zeros may happen to be what was cut off.
                continue;
            }
            assert_eq!(blocks.len(), end, "{length} and {zeros} zeros");
            let torn = (torn.len() - ends[end]) as u64;
            assert_eq!(left_out, LeftOut { places: 0, bytes: 0, torn }, "{length}");
        }
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_damaged_block_is_left_out_and_the_rest_is_read() {
    let path = path("damage.tree");
    let lengths = [2, 1, 3];
    let bytes = write(&path, &lengths);
    let (all, _) = read(&bytes).unwrap();
    let (mut at, mut block) = (HEADER, 0);
    for place in HEADER..bytes.len() {
        if place == at + BLOCK_HEADER + PACKED * lengths[block] {
            (at, block) = (place, block + 1);
        }
        for flipped in [1, 2, 128] {
            let mut damaged = bytes.clone();
            damaged[place] ^= flipped;
            let (blocks, left_out) = read(&damaged).unwrap();
            let mut expected = all.clone();
            expected.remove(block);
            assert_eq!(blocks, expected, "byte {place}");
            let length = (BLOCK_HEADER + PACKED * lengths[block]) as u64;
            let is_last = block + 1 == lengths.len();
            assert_eq!(left_out.places, u64::from(!is_last), "byte {place}");
            assert_eq!(left_out.bytes + left_out.torn, length, "byte {place}");
        }
    }
    // Two neighbouring blocks are one place; the next writer appends behind.
    let mut damaged = bytes.clone();
    damaged[HEADER + 20] ^= 1;
    damaged[HEADER + 72] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let mut writer = SampleWriter::append(&path).unwrap();
    writer.add(&sample(9)).unwrap();
    writer.flush().unwrap();
    drop(writer);
    let (blocks, left_out) = read(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(blocks, [vec![3, 4, 5], vec![9]]);
    assert_eq!(left_out, LeftOut { places: 1, bytes: 112, torn: 0 });
    assert_eq!(left_out.to_string(), "112 bytes at a damaged place are left out");
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_damaged_end_is_not_cut_off() {
    let path = path("end.tree");
    let mut bytes = write(&path, &[1, BLOCK, BLOCK]);
    let first = HEADER + BLOCK_HEADER + PACKED;
    bytes[first + 100] ^= 1;
    bytes[first + LONGEST_BLOCK + 100] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (blocks, left_out) = read(&bytes).unwrap();
    assert_eq!((blocks.len(), left_out.places, left_out.torn), (1, 1, 0));
    let refused = SampleWriter::append(&path).err().unwrap().to_string();
    assert!(refused.contains(&format!("damaged from byte {first} on")), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
    fs::remove_file(&path).unwrap();
}

#[test]
fn files_are_merged_without_their_damage() {
    let [one, other, out] = ["one.tree", "other.tree", "out.tree"].map(path);
    let mut bytes = write(&one, &[2, 1, 3]);
    write(&other, &[2]);
    bytes[HEADER + 30] ^= 4;
    bytes.extend([1, 2, 3]);
    fs::write(&one, &bytes).unwrap();
    let copied = merge(&[one.clone(), other.clone()], &out).unwrap();
    let left_out = LeftOut { places: 1, bytes: 72, torn: 3 };
    assert_eq!(copied, CopiedSamples { samples: 6, left_out: vec![(one.clone(), left_out)] });
    assert_eq!(
        left_out.to_string(),
        "72 bytes at a damaged place are left out, and 3 of a torn end"
    );
    let (blocks, nothing) = read(&fs::read(&out).unwrap()).unwrap();
    assert_eq!(blocks, [vec![2], vec![3, 4, 5], vec![0, 1]]);
    assert!(nothing.is_nothing());
    let refused = merge(std::slice::from_ref(&one), &other).err().unwrap().to_string();
    assert!(refused.contains("other.tree") && refused.contains("exists already"), "{refused}");
    [one, other, out].iter().for_each(|path| fs::remove_file(path).unwrap());
}

#[test]
fn other_files_are_refused_in_a_sentence() {
    let path = path("kind.tree");
    for (bytes, sentence) in [
        (&b"STAUNG\x01\x00"[..], "this is not a file of samples: it does not begin with STAUNT"),
        (
            b"STAUNT\x02\x00",
            "the file has version 2 of the format, but this program reads version 1",
        ),
    ] {
        assert_eq!(read(bytes).err().unwrap().to_string(), sentence);
        fs::write(&path, bytes).unwrap();
        let refused = SampleWriter::append(&path).err().unwrap().to_string();
        assert_eq!(refused, format!("{}: {sentence}", path.display()));
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::remove_file(&path).unwrap();
}
