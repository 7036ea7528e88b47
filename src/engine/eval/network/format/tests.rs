use super::*;
use crate::support::random::RandomStream;

fn random_network(hidden: usize, buckets: usize) -> NetworkFile {
    let mut random = RandomStream::new(7, hidden as u64, buckets as u64);
    let mut number = |most: i16| random.below(2 * most as usize + 1) as i16 - most;
    let mut network = NetworkFile::zero(hidden, buckets, 110);
    network.provenance = "a.data\n17 positions".to_string();
    network.first.iter_mut().for_each(|weight| *weight = number(60));
    network.first_bias.iter_mut().for_each(|weight| *weight = number(60));
    let most = if hidden <= 128 { MAX_OUTPUT } else { 16 };
    network.output.iter_mut().for_each(|weight| *weight = number(most));
    network.output_bias.iter_mut().for_each(|bias| *bias = number(1000).into());
    network
}

#[test]
fn a_file_is_read_as_it_was_written() {
    for (hidden, buckets) in [(16, 1), (64, 8), (1024, 3)] {
        let network = NetworkFile { linear_scale: 101, ..random_network(hidden, buckets) };
        assert_eq!(NetworkFile::read(&network.to_bytes()), Ok(network));
    }
}

/// The same network as version 1 has it.
fn version_1(network: &NetworkFile) -> Vec<u8> {
    let bytes = network.to_bytes();
    let (header, body) = (&bytes[..36], &bytes[48..]);
    let mut old = [header, &fnv1a(body).to_le_bytes(), body].concat();
    old[8] = 1;
    old
}

#[test]
fn version_1_has_one_scale() {
    let network = random_network(16, 2);
    assert_eq!(NetworkFile::read(&version_1(&network)), Ok(network));
}

#[test]
fn one_king_bucket_stands_for_all() {
    let mut one = random_network(16, 2);
    let bucket = BUCKET_INPUTS * one.hidden;
    one.first.truncate(bucket);
    let mut bytes = version_1(&one);
    bytes[12..16].copy_from_slice(&(BUCKET_INPUTS as u32).to_le_bytes());
    let read = NetworkFile::read(&bytes).expect("a sound network");
    assert_eq!(read.first.len(), INPUTS * one.hidden);
    assert!(read.first.chunks(bucket).all(|rows| rows == one.first));
    assert_eq!(read.output, one.output);
}

#[test]
fn any_other_byte_is_an_error() {
    let bytes = random_network(16, 2).to_bytes();
    for at in (0..120).chain((120..bytes.len()).step_by(997)) {
        let mut other = bytes.clone();
        other[at] ^= 0x10;
        assert!(NetworkFile::read(&other).is_err(), "byte {at}");
    }
}

#[test]
fn a_wrong_checksum_is_an_error() {
    let bytes = random_network(16, 2).to_bytes();
    for at in [32, 36, 47, 52, bytes.len() - 1] {
        let mut other = bytes.clone();
        other[at] ^= 1;
        assert_eq!(NetworkFile::read(&other), Err(NetworkError::Checksum), "byte {at}");
    }
}

#[test]
fn misfits_are_told_apart() {
    let bytes = random_network(16, 2).to_bytes();
    let with = |at: usize, value: u32| {
        let mut other = bytes.clone();
        other[at..at + 4].copy_from_slice(&value.to_le_bytes());
        NetworkFile::read(&other).unwrap_err().to_string()
    };
    assert!(with(0, 0).contains("does not begin with STAUNNET"));
    assert!(with(8, 3).contains("version 3"));
    assert!(with(12, 769).contains("inputs is 769"));
    assert!(with(16, 17).contains("neurons is 17"));
    assert!(with(20, 9).contains("buckets is 9"));
    assert!(with(24, 256).contains("first layer is 256"));
    assert!(with(28, 63).contains("output layer is 63"));
    assert!(with(32, 0).contains("scale is 0"));
    assert!(with(36, 221).contains("linear scale is 221"));
    assert!(with(48, u32::MAX).contains("cut off"));
    for length in 0..bytes.len().min(400) {
        let error = NetworkFile::read(&bytes[..length]).unwrap_err();
        let is_short = matches!(error, NetworkError::Truncated { .. });
        assert!(is_short || length == 0, "{length}: {error}");
    }
    let longer = [&bytes[..], &[0, 0]].concat();
    assert_eq!(NetworkFile::read(&longer), Err(NetworkError::Trailing(2)));
}

#[test]
fn weights_that_would_overflow_are_refused() {
    let part = |change: &dyn Fn(&mut NetworkFile)| {
        let mut network = NetworkFile::zero(1024, 1, 110);
        change(&mut network);
        match NetworkFile::read(&network.to_bytes()) {
            Err(NetworkError::Weight { part, .. }) => part,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(part(&|network| network.first[5] = -506), "first weights");
    assert_eq!(part(&|network| network.first_bias[5] = i16::MIN), "first biases");
    assert_eq!(part(&|network| network.output[5] = 128), "output weights");
    let full_board = |bias| {
        move |network: &mut NetworkFile| {
            network.first.fill(-MAX_FIRST);
            network.first_bias.fill(bias);
        }
    };
    const ROOM: i16 = i16::MAX - 64 * MAX_FIRST;
    assert_eq!(part(&full_board(-ROOM - 1)), "first weights of all squares");
    let mut network = NetworkFile::zero(16, 1, 110);
    full_board(-ROOM)(&mut network);
    assert_eq!(network.check(), Ok(()), "a full board fits exactly");
    assert_eq!(part(&|network| network.output.fill(17)), "sums of a bucket");
    assert_eq!(part(&|network| network.output_bias[0] = i32::MIN), "scaled outputs");
    let mut network = NetworkFile::zero(128, 1, 110);
    network.output.fill(MAX_OUTPUT);
    assert_eq!(network.check(), Ok(()), "128 neurons can never overflow");
}

#[test]
fn buckets_share_the_pieces_evenly() {
    assert_eq!([1, 32].map(|pieces| output_bucket(pieces, 8)), [0, 7]);
    assert_eq!([2, 4, 5, 29].map(|pieces| output_bucket(pieces, 8)), [0, 0, 1, 7]);
    assert_eq!([33, 64].map(|pieces| output_bucket(pieces, 8)), [7, 7], "a crowded board");
    assert_eq!([2, 32].map(|pieces| output_bucket(pieces, 1)), [0, 0]);
}
