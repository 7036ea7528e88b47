//! Samples of search trees.
//!
//! A search scores far more positions than the one at its root: each inner node
//! has a score, exact or a bound. These are the kind of positions that the
//! evaluation meets in play, more than positions of games are, and they cost
//! nothing beyond the search. Learning from them is
//! TreeStrap (J. Veness, D. Silver, W. Uther and A. Blair, "Bootstrapping from
//! Game Tree Search", 2009).
//!
//! The searches of a game visit a position again and again, deeper each time, and
//! the deeper ones contradict the others. So chance chooses positions, not visits,
//! and the deepest record of a chosen position is kept.

use crate::chess::types::{Depth, Move};
use crate::engine::search::{NodeObserver, SearchedNode};
use crate::training::data::packed::{BoardAndSide, Label, PackedPosition};
use crate::training::data::samples::SampleWriter;
use crate::training::selfplay::workers::SelfPlayError;
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};

/// The positions in a batch that is sent to the writer. A position that comes again
/// in a later batch has a second record.
const BATCH: usize = 4_096;
/// The batches that may be queued before a search waits for the writer.
const WAITING: usize = 64;

/// Which nodes are sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleOptions {
    /// One position of this many is sampled.
    pub rate: u32,
    /// The least depth of a node, in plies.
    pub least_depth: Depth,
    /// The greatest score, in centipawns.
    pub most_score: i32,
}

impl Default for SampleOptions {
    fn default() -> SampleOptions {
        SampleOptions { rate: 64, least_depth: 5, most_score: 2_500 }
    }
}

/// Writes samples to a file on a thread of its own.
pub struct SampleSink {
    options: SampleOptions,
    batches: Option<SyncSender<Vec<PackedPosition>>>,
    thread: Option<JoinHandle<io::Result<u64>>>,
}

impl SampleSink {
    /// Opens a file to append samples.
    ///
    /// # Errors
    /// If it is not a file of samples or cannot be written.
    pub fn open(path: &Path, options: SampleOptions) -> Result<SampleSink, SelfPlayError> {
        let writer = SampleWriter::append(path)?;
        let (batches, received) = sync_channel(WAITING);
        let thread = Builder::new()
            .name("writes samples".to_string())
            .spawn(move || write(writer, &received))
            .map_err(SelfPlayError::NoWriter)?;
        Ok(SampleSink { options, batches: Some(batches), thread: Some(thread) })
    }

    /// Which nodes are sampled.
    pub fn options(&self) -> SampleOptions {
        self.options
    }

    /// An observer that sends its samples to this writer; see [`TreeSampler::new`].
    pub fn sampler(&self, number: u64) -> Option<TreeSampler> {
        let batches = self.batches.clone()?;
        // If the file has failed, `finish` reports it.
        let send = move |batch| drop(batches.send(batch));
        Some(TreeSampler::new(self.options, number, Box::new(send)))
    }

    /// Writes samples after those added before.
    ///
    /// # Errors
    /// If the file has failed; `finish` says why.
    pub fn add(&self, samples: Vec<PackedPosition>) -> Result<(), SelfPlayError> {
        let sent = self.batches.as_ref().is_some_and(|batches| batches.send(samples).is_ok());
        sent.then_some(()).ok_or(SelfPlayError::NoSamples)
    }

    /// Waits until everything is written, and returns the number of samples. All
    /// observers must have been dropped.
    ///
    /// # Errors
    /// If the file could not be written.
    pub fn finish(mut self) -> io::Result<u64> {
        self.batches = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(written)) => written,
            _ => Err(io::Error::other("the thread that writes samples has died")),
        }
    }
}

/// Writes until every sampler is gone or the file fails.
fn write(mut writer: SampleWriter, batches: &Receiver<Vec<PackedPosition>>) -> io::Result<u64> {
    let mut written = 0;
    for batch in batches {
        for sample in &batch {
            writer.add(sample)?;
        }
        written += batch.len() as u64;
    }
    writer.flush()?;
    Ok(written)
}

/// Samples the nodes of one thread's searches.
pub struct TreeSampler {
    options: SampleOptions,
    send: Box<dyn FnMut(Vec<PackedPosition>) + Send>,
    batch: Vec<PackedPosition>,
    /// The place of each position in the batch.
    places: HashMap<BoardAndSide, usize>,
    /// Makes this observer choose other positions than other observers do.
    number: u64,
}

impl NodeObserver for TreeSampler {
    fn least_depth(&self) -> Depth {
        self.options.least_depth
    }

    fn searched(&mut self, node: &SearchedNode<'_>) {
        let chance = node.position.piece_keys().all().wrapping_add(self.number);
        if !chance.is_multiple_of(u64::from(self.options.rate.max(1))) {
            return;
        }
        let is_quiet = !node.position.in_check() && node.best.is_none_or(Move::is_quiet);
        if !is_quiet || node.score.0.abs() > self.options.most_score {
            return;
        }
        let label = Label {
            score: node.score.0 as i16,
            bound: node.bound,
            depth: node.depth.clamp(0, Depth::from(u8::MAX)) as u8,
            result: None,
            is_sample: true,
        };
        if let Some(sample) = PackedPosition::new(node.position, &label) {
            self.add(sample);
        }
    }
}

impl TreeSampler {
    /// An observer that passes its samples to `send`, batch by batch, and the
    /// last ones when it is dropped. Observers of different `number` choose
    /// different positions.
    pub fn new(
        options: SampleOptions,
        number: u64,
        send: Box<dyn FnMut(Vec<PackedPosition>) + Send>,
    ) -> TreeSampler {
        TreeSampler { options, send, batch: Vec::new(), places: HashMap::new(), number }
    }

    /// Keeps a sample, unless a deeper one of its position is there. Of two of the
    /// same depth the later one knows more.
    fn add(&mut self, sample: PackedPosition) {
        if let Some(&place) = self.places.get(&sample.board_and_side()) {
            if sample.depth() >= self.batch[place].depth() {
                self.batch[place] = sample;
            }
            return;
        }
        self.places.insert(sample.board_and_side(), self.batch.len());
        self.batch.push(sample);
        if self.batch.len() >= BATCH {
            self.send();
        }
    }

    fn send(&mut self) {
        self.places.clear();
        (self.send)(std::mem::take(&mut self.batch));
    }
}

impl Drop for TreeSampler {
    fn drop(&mut self) {
        self.send();
    }
}
