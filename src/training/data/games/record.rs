//! Records as they lie in a file, and what tells two games apart.

use super::game::TrainingGame;
use super::layout::{self, Version};
use super::packing;
use crate::engine::eval::network::format;
use crate::training::data::error::RecordError;
use crate::training::data::file_kind::FileKind;
use crate::training::data::record_file::fnv1a;
use crate::training::data::scan::RecordFormat;
use std::collections::HashSet;

/// The versions of files of games.
pub static FORMATS: [RecordFormat; 2] = [
    RecordFormat {
        kind: FileKind::Games,
        version: Version::Plain as u16,
        length: |bytes| layout::claimed_length(Version::Plain, bytes),
        is_intact: layout::is_intact,
        longest: layout::LONGEST,
        step: 1,
    },
    RecordFormat {
        kind: FileKind::Games,
        version: Version::Packed as u16,
        length: |bytes| layout::claimed_length(Version::Packed, bytes),
        is_intact: layout::is_intact,
        longest: packing::LONGEST,
        step: 1,
    },
];

impl Version {
    /// The format of a file of this version.
    pub fn format(self) -> &'static RecordFormat {
        &FORMATS[self as usize - 1]
    }

    /// The version of one of the [`FORMATS`].
    pub fn of(format: &RecordFormat) -> Version {
        if format.version == Version::Plain as u16 { Version::Plain } else { Version::Packed }
    }
}

/// The record of a game, its checksum right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The version of its file.
    pub(super) version: Version,
    pub(super) bytes: Vec<u8>,
}

impl Record {
    /// The length, in bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The number of moves.
    pub fn plies(&self) -> u16 {
        match self.version {
            Version::Plain => layout::plies(&self.bytes),
            Version::Packed => packing::plies(&self.bytes).unwrap_or(0),
        }
    }

    /// The text, if it is a head.
    pub(super) fn head(&self) -> Option<String> {
        match self.version {
            Version::Plain => None,
            Version::Packed => packing::head(&self.bytes),
        }
    }

    /// The game. Every move of it is legal.
    ///
    /// # Errors
    /// If the record is not a legal game.
    pub fn decode(&self) -> Result<TrainingGame, RecordError> {
        match self.version {
            Version::Plain => layout::decode(&self.bytes),
            Version::Packed => packing::decode(&self.bytes),
        }
    }
}

/// What is known of the games that follow in a file: who played them, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// Lines for people; empty if nothing is known.
    pub text: String,
    /// The number of the head in its file, from one; 0 before the first.
    pub number: u64,
}

impl Head {
    /// Takes the text of the next head.
    pub(super) fn replace(&mut self, text: String) {
        self.text = text;
        self.number += 1;
    }
}

/// What tells a game from others: the same start, result, moves and scores have
/// the same identity, in files of either version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct GameIdentity {
    /// A hash of 64 bits.
    pub hash: u64,
    /// The checksum of its record of version 1.
    pub checksum: u32,
}

impl TrainingGame {
    /// What tells this game from others, in files of either version.
    pub fn identity(&self) -> GameIdentity {
        let mut record = Vec::new();
        layout::encode_content(self, &mut record);
        GameIdentity { hash: format::fnv1a(&record), checksum: fnv1a(&record) }
    }

    /// Whether the other game has the same start, result and moves, whatever the
    /// scores.
    pub fn has_same_moves(&self, other: &TrainingGame) -> bool {
        let without_scores = |game: &TrainingGame| {
            let mut start = Vec::new();
            layout::encode_start(&game.start, game.result, &mut start);
            start
        };
        let moves = |game: &TrainingGame| game.moves.iter().map(|&(mv, _)| mv).collect::<Vec<_>>();
        without_scores(self) == without_scores(other) && moves(self) == moves(other)
    }
}

/// The games that have been read, so that no copy is read again. It keeps eight
/// bytes for each game in memory, plus what the set needs itself.
#[derive(Default)]
pub struct SeenGames {
    hashes: HashSet<u64>,
    /// The number of games that had been seen before.
    pub copies: u64,
}

impl SeenGames {
    /// Whether the game was not seen before; from now on it is seen.
    pub fn is_new(&mut self, identity: GameIdentity) -> bool {
        let is_new = self.hashes.insert(identity.hash);
        self.copies += u64::from(!is_new);
        is_new
    }
}
