//! Kills `match`, `datagen`, `data merge` and `train` at random moments, without
//! warning, and starts them again until they come to their end. Then it checks
//! that no finished game is lost and none is there twice, and that the outputs
//! are those of a run that nobody has disturbed.
//!
//! `cargo run --release --example crash -- --engine target/release/staunton --folder /tmp/crash`
//!
//! It runs for minutes and depends on time, so it is no test.

use clap::Parser;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Kills the program at random moments and checks that nothing is lost
#[derive(Parser)]
#[command(name = "crash")]
struct Arguments {
    /// The program
    #[arg(long, value_name = "PATH")]
    engine: PathBuf,
    /// An empty folder, or a new one, for the files
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,
    /// How often each command is killed
    #[arg(long, value_name = "N", default_value_t = 50)]
    kills: u32,
    /// What the moments depend on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// What is tried with each command.
struct Crash {
    engine: PathBuf,
    folder: PathBuf,
    kills: u32,
    random: ChaCha8Rng,
}

impl Crash {
    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(&self.engine);
        command.args(line.split_whitespace()).current_dir(&self.folder);
        command.env("XDG_STATE_HOME", &self.folder).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Runs a command to its end; its time.
    fn whole(&self, line: &str) -> Result<Duration, String> {
        let start = Instant::now();
        match self.command(line).status() {
            Ok(status) if status.success() => Ok(start.elapsed()),
            Ok(status) => Err(format!("{line}: {status}")),
            Err(error) => Err(format!("{line}: {error}")),
        }
    }

    /// Runs commands and kills them; `line` gives the next one. A command that
    /// comes to its end is followed by a new beginning, which `restart` makes.
    /// Returns how many were killed.
    fn kill(
        &mut self,
        time: Duration,
        line: impl Fn() -> String,
        mut at_end: impl FnMut(&Crash) -> Result<(), String>,
    ) -> Result<u32, String> {
        let mut killed = 0;
        while killed < self.kills {
            let words = line();
            let mut child = self.command(&words).spawn().map_err(|error| error.to_string())?;
            let share = self.random.random_range(0.0..1.0);
            let until = Instant::now() + time.mul_f64(share);
            let status = loop {
                match child.try_wait().map_err(|error| error.to_string())? {
                    Some(status) => break Some(status),
                    None if Instant::now() >= until => break None,
                    None => thread::sleep(Duration::from_millis(1)),
                }
            };
            match status {
                Some(status) if status.success() => at_end(self)?,
                Some(status) => return Err(format!("{words}: {status}")),
                None => {
                    killed += 1;
                    let ended = child.kill().and_then(|()| child.wait());
                    ended.map_err(|error| error.to_string())?;
                }
            }
        }
        Ok(killed)
    }

    fn same(&self, one: &str, other: &str) -> Result<(), String> {
        let read = |name| fs::read(self.path(name)).map_err(|error| format!("{name}: {error}"));
        if read(one)? == read(other)? { Ok(()) } else { Err(format!("{one} is not {other}")) }
    }

    fn matches(&mut self) -> Result<u32, String> {
        let line = "match --engine cmd=self name=a nodes=40 --engine cmd=self name=b nodes=30 \
                    --games 40 --concurrency 2";
        let time = self.whole(&format!("{line} --pgn file=whole.pgn min=true"))?;
        let state = self.path("killed.jsonl");
        let next = move || {
            // A kill before the first line leaves a file that holds no match.
            if fs::read_to_string(&state).is_ok_and(|text| text.contains('\n')) {
                "match --resume killed.jsonl".to_string()
            } else {
                format!("{line} --pgn file=killed.pgn min=true --state killed.jsonl")
            }
        };
        let check = |crash: &Crash| {
            crash.same("killed.pgn", "whole.pgn")?;
            let removed = ["killed.pgn", "killed.jsonl"].map(|name| crash.path(name));
            removed.iter().try_for_each(fs::remove_file).map_err(|error| error.to_string())
        };
        let killed = self.kill(time / 2, &next, check)?;
        self.whole(&next())?;
        check(self)?;
        Ok(killed)
    }

    fn datagen(&mut self) -> Result<u32, String> {
        let line = "datagen --out killed.data --positions 2000 --nodes 50 --hash 1";
        let time = self.whole(&line.replace("killed", "a"))?;
        self.whole(&line.replace("killed", "b").replace("--nodes", "--seed 2 --nodes"))?;
        let sizes = std::cell::Cell::new(0);
        let grown = |path: &Path| {
            let size = fs::metadata(path).map_or(0, |about| about.len());
            let before = sizes.replace(size);
            // The torn end of one game is cut off.
            if size + 4_096 < before {
                Err(format!("{before} bytes became {size}"))
            } else {
                Ok(())
            }
        };
        let killed = self.kill(
            time,
            || line.to_string(),
            |crash| {
                grown(&crash.path("killed.data"))?;
                crash.whole("data stats killed.data").map(drop)
            },
        )?;
        self.whole(line)?;
        self.whole("data stats killed.data")?;
        Ok(killed)
    }

    fn merge(&mut self) -> Result<u32, String> {
        let line = "data merge a.data b.data --out merged.data";
        let time = self.whole(line)?;
        fs::rename(self.path("merged.data"), self.path("whole.data"))
            .map_err(|error| error.to_string())?;
        let before = ["a.data", "b.data"].map(|name| fs::read(self.path(name)).ok());
        let merged = self.path("merged.data");
        let check = |crash: &Crash| {
            crash.same("merged.data", "whole.data")?;
            fs::remove_file(&merged).map_err(|error| error.to_string())
        };
        let mut killed = 0;
        while killed < self.kills {
            killed += 1;
            let kills = std::mem::replace(&mut self.kills, 1);
            self.kill(time, || line.to_string(), check)?;
            self.kills = kills;
            // What has the name of the output is complete.
            if merged.exists() {
                check(self)?;
            }
        }
        let after = ["a.data", "b.data"].map(|name| fs::read(self.path(name)).ok());
        if before == after { Ok(killed) } else { Err("an input has changed".to_string()) }
    }

    fn train(&mut self) -> Result<u32, String> {
        let line = "train --data a.data b.data --hidden 16 --epochs 6 --batch 256 --threads 1";
        let time = self.whole(&format!("{line} --out whole.net"))?;
        let next = || format!("{line} --out killed.net --resume");
        let check = |crash: &Crash| {
            // The date and the command line, which end the text, differ.
            let bytes = |name| fs::read(crash.path(name)).map_err(|error| error.to_string());
            let (whole, killed) = (bytes("whole.net")?, bytes("killed.net")?);
            let weights = whole.len().min(killed.len()) / 2;
            let [whole, killed] = [&whole, &killed].map(|all| &all[all.len() - weights..]);
            if whole != killed {
                return Err("killed.net has other weights than whole.net".to_string());
            }
            fs::remove_file(crash.path("killed.net")).map_err(|error| error.to_string())
        };
        let killed = self.kill(time, next, check)?;
        self.whole(&next())?;
        check(self)?;
        Ok(killed)
    }
}

fn main() -> ExitCode {
    let Arguments { engine, folder, kills, seed } = Arguments::parse();
    let engine = std::path::absolute(&engine).unwrap_or(engine);
    if let Err(error) = fs::create_dir_all(&folder) {
        println!("{}: {error}", folder.display());
        return ExitCode::from(2);
    }
    let mut crash = Crash { engine, folder, kills, random: ChaCha8Rng::seed_from_u64(seed) };
    type Part = fn(&mut Crash) -> Result<u32, String>;
    let parts: [(&str, Part); 4] = [
        ("match", Crash::matches),
        ("datagen", Crash::datagen),
        ("merge", Crash::merge),
        ("train", Crash::train),
    ];
    for (name, part) in parts {
        match part(&mut crash) {
            Ok(killed) => println!("{name}: killed {killed} times, nothing is lost"),
            Err(sentence) => {
                println!("{name}: {sentence}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
