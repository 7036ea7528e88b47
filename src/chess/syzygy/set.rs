//! The tables of several folders.

use super::checksum::verify;
use super::material::{MAX_PIECES, TableMaterial};
use super::reader::TableError;
use super::table::{Table, TableKind, TableValue};
use crate::chess::board::Position;
use crate::support::sort::{sort_by, sort_by_key};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// What separates the folders of a path.
pub const PATH_SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Tables of at most this number of pieces are opened at once, so that damage is
/// known before the first search. There are many larger ones, which are opened
/// when needed.
const OPENED_AT_ONCE: usize = 5;

/// The files of one material.
#[derive(Default)]
struct TableFiles {
    paths: [Option<PathBuf>; 2],
    /// Each table is opened once, by the thread that needs it first.
    tables: [OnceLock<Option<Table>>; 2],
    /// Whether a message has said that a file has become shorter.
    is_told: [AtomicBool; 2],
}

/// A table whose content has changed since it was made.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {why}")]
pub struct DamagedTable {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: TableError,
}

/// All tables that were found. Several threads may probe them at once.
#[derive(Default)]
pub struct Tablebases {
    files: HashMap<TableMaterial, TableFiles>,
    max_pieces: usize,
    /// What is wrong with files, until it is taken.
    damage: Mutex<Vec<String>>,
}

/// Two sets are equal if they have the same files.
impl PartialEq for Tablebases {
    fn eq(&self, other: &Tablebases) -> bool {
        let has = |(material, files): (&TableMaterial, &TableFiles)| {
            other.files.get(material).is_some_and(|own| own.paths == files.paths)
        };
        self.files.len() == other.files.len() && self.files.iter().all(has)
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebases({})", self.description())
    }
}

/// What is wrong with a path that was meant for another system or for a shell.
fn mistake(path: &str) -> Option<&'static str> {
    // A colon after the letter of a drive separates nothing.
    let colon = |folder: &str| folder.get(2..).is_some_and(|rest| rest.contains(':'));
    if path.trim().starts_with(['"', '\'']) {
        Some("leave the quotation marks out, also around blanks")
    } else if cfg!(windows) && path.split(';').any(colon) {
        Some("';' separates folders here, not ':'")
    } else if cfg!(not(windows)) && path.contains(';') {
        Some("':' separates folders here, not ';'")
    } else if path.starts_with('~') {
        Some("only a shell knows '~'; write the whole path")
    } else {
        None
    }
}

impl Tablebases {
    /// Finds the tables in folders, which the path separates by `:`, on Windows
    /// by `;`. Without any folder there are no tables.
    pub fn open(path: &str) -> Tablebases {
        let mut all = Tablebases::default();
        if cfg!(no_files) {
            all.add_damage("this program opens no files".to_string());
            return all;
        }
        let folders = path.split(PATH_SEPARATOR).map(str::trim).filter(|folder| !folder.is_empty());
        let mut failures = Vec::new();
        for folder in folders {
            if let Err(error) = all.add_folder(Path::new(folder)) {
                failures.push(format!("the folder '{folder}' cannot be read: {error}"));
            }
        }
        match mistake(path).filter(|_| !failures.is_empty()) {
            Some(what) => all.add_damage(format!("'{path}' names no folders: {what}")),
            None => failures.into_iter().for_each(|what| all.add_damage(what)),
        }
        let mut materials: Vec<TableMaterial> = all.files.keys().copied().collect();
        sort_by_key(&mut materials, |material| material.name());
        for material in materials.iter().filter(|material| material.pieces() <= OPENED_AT_ONCE) {
            for kind in TableKind::ALL {
                all.table(&all.files[material], *material, kind);
            }
        }
        let usable = |material: &&TableMaterial| {
            let tables = &all.files[*material].tables;
            all.files[*material].paths[TableKind::Wdl as usize].is_some()
                && !matches!(tables[TableKind::Wdl as usize].get(), Some(None))
        };
        let largest = materials.iter().filter(usable).map(|material| material.pieces()).max();
        all.max_pieces = largest.unwrap_or(0);
        all
    }

    fn add_folder(&mut self, folder: &Path) -> std::io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
            let extension = path.extension().and_then(|extension| extension.to_str());
            let kind = TableKind::ALL.into_iter().find(|kind| extension == Some(kind.extension()));
            if let (Some(kind), Some(material)) = (kind, TableMaterial::named(name)) {
                let files = self.files.entry(material).or_default();
                // The first folder that has a table counts.
                files.paths[kind as usize].get_or_insert(path);
            }
        }
        Ok(())
    }

    /// The most pieces of a position that the tables know; zero without tables.
    pub fn max_pieces(&self) -> usize {
        if cfg!(no_files) { 0 } else { self.max_pieces }
    }

    /// The tables in one sentence, like `35 WDL and 35 DTZ tables of up to 4
    /// pieces`.
    pub fn description(&self) -> String {
        let count = |kind: TableKind| {
            self.files.values().filter(|files| files.paths[kind as usize].is_some()).count()
        };
        let [wdl, dtz] = TableKind::ALL.map(count);
        match self.max_pieces {
            0 => "no tables found".to_string(),
            pieces => format!("{wdl} WDL and {dtz} DTZ tables of up to {pieces} pieces"),
        }
    }

    /// What was found wrong with files since the last call, in one sentence.
    pub fn take_damage(&self) -> Option<String> {
        let damage = std::mem::take(&mut *self.lock_damage());
        let first = damage.first()?;
        Some(match damage.len() {
            1 => first.clone(),
            files => format!("{first}; and {} more such files", files - 1),
        })
    }

    fn lock_damage(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.damage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add_damage(&self, sentence: String) {
        self.lock_damage().push(sentence);
    }

    /// The table of a material; `None` if it is missing or damaged.
    fn table<'s>(
        &self,
        files: &'s TableFiles,
        material: TableMaterial,
        kind: TableKind,
    ) -> Option<&'s Table> {
        if cfg!(no_files) {
            return None;
        }
        let path = files.paths[kind as usize].as_ref()?;
        let open = || match Table::open(path, kind, material) {
            Ok(table) => Some(table),
            Err(error) => {
                self.add_damage(format!("{} is not used: {error}", path.display()));
                None
            }
        };
        files.tables[kind as usize].get_or_init(open).as_ref()
    }

    /// The value of a position in its table. A DTZ table depends on the result.
    /// `None` if the table is missing or damaged.
    pub(super) fn value(
        &self,
        position: &Position,
        kind: TableKind,
        result: i32,
    ) -> Option<TableValue> {
        debug_assert!(position.occupied().count() as usize <= MAX_PIECES);
        let material = TableMaterial::of(position);
        let (named, files, is_mirrored) = match self.files.get(&material) {
            Some(files) => (material, files, false),
            None => {
                let mirrored = material.mirrored();
                (mirrored, self.files.get(&mirrored)?, true)
            }
        };
        let table = self.table(files, named, kind)?;
        let value = table.probe(position, is_mirrored, result);
        if value.is_none() && !table.is_whole() {
            self.tell_cut(files, kind);
        }
        value
    }

    /// Says once that another program cut a table.
    #[cold]
    fn tell_cut(&self, files: &TableFiles, kind: TableKind) {
        let path = files.paths[kind as usize].as_ref();
        let was_told = files.is_told[kind as usize].swap(true, Ordering::Relaxed);
        if let Some(path) = path.filter(|_| !was_told) {
            let path = path.display();
            self.add_damage(format!("{path} is no longer used: it was cut off meanwhile"));
        }
    }

    /// How many files of tables of at most `max_pieces` pieces there are, and
    /// their length in bytes.
    pub fn extent(&self, max_pieces: usize) -> (usize, u64) {
        self.paths(max_pieces).fold((0, 0), |(files, bytes), (_, _, path)| {
            (files + 1, bytes + path.metadata().map_or(0, |about| about.len()))
        })
    }

    /// Reads all tables of at most `max_pieces` pieces and compares their
    /// checksums. `tick` gets the bytes of each step. Returns the tables that are
    /// wrong, in the order of their paths.
    pub fn verify(&self, max_pieces: usize, tick: &mut dyn FnMut(u64)) -> Vec<DamagedTable> {
        let check = |(material, kind, path): (TableMaterial, TableKind, &PathBuf)| {
            let wrong = verify(path, tick).and_then(|()| Table::open(path, kind, material));
            Some(DamagedTable { path: path.clone(), why: wrong.err()? })
        };
        let mut damaged: Vec<DamagedTable> = self.paths(max_pieces).filter_map(check).collect();
        sort_by(&mut damaged, |one, other| one.path.cmp(&other.path));
        damaged
    }

    /// The files of tables of at most `max_pieces` pieces.
    fn paths(
        &self,
        max_pieces: usize,
    ) -> impl Iterator<Item = (TableMaterial, TableKind, &PathBuf)> {
        let small = self.files.iter().filter(move |(material, _)| material.pieces() <= max_pieces);
        small.flat_map(|(&material, files)| {
            let of_kind = move |kind: TableKind| {
                files.paths[kind as usize].as_ref().map(|path| (material, kind, path))
            };
            TableKind::ALL.into_iter().filter_map(of_kind)
        })
    }
}
