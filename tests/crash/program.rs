//! Kills `match`, `datagen`, `data merge`, `train`, `SaveHash` and `analyse` at
//! random moments, without warning, and starts them again until they come to
//! their end. Then it checks that no finished game is lost or written twice, that
//! the outputs are those of an undisturbed run, and that a file which is replaced
//! is always the old or the new one.
//!
//! `cargo run --release --example crash -- --engine target/release/staunton --folder /tmp/crash`
//!
//! It runs for minutes and depends on time, so it is not a test.

use clap::Parser;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::fs::{self, File};
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
    /// What is killed: match, datagen, merge, train, savehash, analyse (merge and
    /// train need the files of datagen)
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
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
    /// A command; what follows ` < ` is the file of its input.
    fn command(&self, line: &str) -> Command {
        let (line, input) = line.split_once(" < ").unwrap_or((line, ""));
        let input = File::open(self.path(input)).ok().filter(|_| !input.is_empty());
        let mut command = Command::new(&self.engine);
        command.args(line.split_whitespace()).current_dir(&self.folder);
        command.env("XDG_STATE_HOME", &self.folder);
        command.stdin(input.map_or_else(Stdio::null, Stdio::from));
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

    /// The same, with a check after each kill too.
    fn kill_and_check(
        &mut self,
        time: Duration,
        line: &str,
        check: impl Fn(&Crash) -> Result<(), String>,
    ) -> Result<u32, String> {
        let kills = self.kills;
        for _ in 0..kills {
            self.kills = 1;
            let killed = self.kill(time, || line.to_string(), &check);
            self.kills = kills;
            killed?;
            check(self)?;
            self.remove_temporary()?;
        }
        Ok(kills)
    }

    /// Removes what a kill has left under a temporary name.
    fn remove_temporary(&self) -> Result<(), String> {
        let entries = fs::read_dir(&self.folder).map_err(|error| error.to_string())?;
        let paths = entries.flatten().map(|entry| entry.path());
        paths
            .filter(|path| path.extension().is_some_and(|extension| extension == "part"))
            .try_for_each(fs::remove_file)
            .map_err(|error| error.to_string())
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
                "match --resume killed.jsonl --yes".to_string()
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
        // What has the name of the output is complete.
        let check = |crash: &Crash| match merged.exists() {
            true => {
                crash.same("merged.data", "whole.data")?;
                fs::remove_file(&merged).map_err(|error| error.to_string())
            }
            false => Ok(()),
        };
        let killed = self.kill_and_check(time, line, check)?;
        let after = ["a.data", "b.data"].map(|name| fs::read(self.path(name)).ok());
        if before == after { Ok(killed) } else { Err("an input has changed".to_string()) }
    }

    fn save_hash(&mut self) -> Result<u32, String> {
        let named = "setoption name Hash value 32\nsetoption name HashFile value kept.hash\n";
        for (name, button) in [("save", "SaveHash"), ("load", "LoadHash")] {
            let text = format!("{named}setoption name {button}\nisready\n");
            fs::write(self.path(name), text).map_err(|error| error.to_string())?;
        }
        let time = self.whole("uci < save")?;
        // The file is complete at any time.
        let check = |crash: &Crash| {
            let output = crash.command("uci < load").stdout(Stdio::piped()).output();
            let output = output.map_err(|error| error.to_string())?;
            match String::from_utf8_lossy(&output.stdout).contains("LoadHash: loaded") {
                true => Ok(()),
                false => Err(String::from_utf8_lossy(&output.stdout).into_owned()),
            }
        };
        check(self)?;
        self.kill_and_check(time, "uci < save", check)
    }

    fn analyse(&mut self) -> Result<u32, String> {
        let game = "[Event \"a game\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n\n";
        let restore = |crash: &Crash, name: &str| {
            fs::write(crash.path(name), game.repeat(8)).map_err(|error| error.to_string())
        };
        let line = |name: &str| format!("analyse {name} --nodes 100 --out {name}");
        for name in ["old.pgn", "new.pgn", "kept.pgn"] {
            restore(self, name)?;
        }
        let time = self.whole(&line("new.pgn"))?;
        if self.same("old.pgn", "new.pgn").is_ok() {
            return Err("the analysis changes nothing".to_string());
        }
        // The file has all the games, as they were or analysed.
        let check = |crash: &Crash| {
            crash.same("kept.pgn", "old.pgn").or_else(|_| crash.same("kept.pgn", "new.pgn"))?;
            restore(crash, "kept.pgn")
        };
        self.kill_and_check(time, &line("kept.pgn"), check)
    }

    fn train(&mut self) -> Result<u32, String> {
        let line = "train --data a.data b.data --hidden 32 --epochs 6 --batch 256 --threads 1";
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
    let Arguments { engine, folder, only, kills, seed } = Arguments::parse();
    let engine = std::path::absolute(&engine).unwrap_or(engine);
    if let Err(error) = fs::create_dir_all(&folder) {
        println!("{}: {error}", folder.display());
        return ExitCode::from(2);
    }
    let mut crash = Crash { engine, folder, kills, random: ChaCha8Rng::seed_from_u64(seed) };
    type Part = fn(&mut Crash) -> Result<u32, String>;
    let parts: [(&str, Part); 6] = [
        ("match", Crash::matches),
        ("datagen", Crash::datagen),
        ("merge", Crash::merge),
        ("train", Crash::train),
        ("savehash", Crash::save_hash),
        ("analyse", Crash::analyse),
    ];
    let is_wanted = |name: &str| only.is_empty() || only.iter().any(|wanted| wanted == name);
    for (name, part) in parts.into_iter().filter(|(name, _)| is_wanted(name)) {
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
