//! What a match does with the processes of its engines.

use super::*;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

/// An engine that is a shell script. It is copied into place: a file that is
/// open for writing somewhere cannot be started.
fn script(folder: &Path, text: &str) {
    fs::write(folder.join("engine.sh"), format!("#!/bin/sh\n{text}\n")).unwrap();
    let allowed = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.join("engine.sh"), allowed).unwrap();
}

/// Waits until something is found.
fn wait_for<T>(what: &str, mut find: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::yield_now();
    }
}

fn wait_for_end(process: &str) {
    let stat = format!("/proc/{process}/stat");
    // A process that nobody has waited for yet is a zombie.
    let has_ended = || match fs::read_to_string(&stat) {
        Ok(text) => text.rsplit(')').next().unwrap().trim_start().starts_with('Z'),
        Err(_) => true,
    };
    wait_for("the process goes on", || has_ended().then_some(()));
}

#[test]
fn what_an_engine_leaves_behind_ends_with_it() {
    let folder = folder("files-left");
    // The first one quits with the engine, the second one would stay for ever.
    let fake = crate::support::fake();
    script(&folder, &format!("{fake} | tee log\nsleep 100000 & echo $! > child"));
    for restart in ["off", "on"] {
        let line = format!(
            "match --engine cmd=./engine.sh restart={restart} --engine cmd={fake} \
             --each nodes=1 --games 2 --maxmoves 2"
        );
        run_in(&folder, &line).succeeded();
        let log = fs::read_to_string(folder.join("log")).unwrap();
        assert!(log.lines().any(|line| line.starts_with("bestmove")), "{log}");
        wait_for_end(&process_of(&folder.join("child")));
    }
}

#[test]
fn an_interruption_does_not_wait_for_an_engine() {
    use nix::sys::signal::{Signal, kill};
    // Each would last for days: silent at the start, hanging, and thinking.
    for (mode, last) in [("mute", "uci"), ("hangs", "go "), ("dawdles", "go ")] {
        let folder = folder(&format!("files-interrupted-{mode}"));
        let words = format!(
            "match --engine cmd={{fake}} args={mode} --engine cmd={{fake}} --each tc=80000 \
             --startup-ms 100000000 --log log --pgn games.pgn"
        );
        let mut command = program_in(&folder, &words);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for("nothing is asked", || {
            let log = fs::read_to_string(folder.join("log")).ok()?;
            log.contains(&format!("> {last}")).then_some(())
        });
        kill(nix::unistd::Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
        Ran::from(child.wait_with_output().unwrap()).ended(130, &[]);
        assert!(!folder.join("games.pgn").exists(), "{mode}: a game that did not end");
    }
}

/// What is printed later must not go over the games.
#[test]
fn games_may_go_to_standard_output() {
    let folder = folder("files-stdout");
    let line = "--games 2 --maxmoves 2 --pgn /dev/stdout --json /dev/stdout";
    let piped = play(&folder, line).out;
    let file = fs::File::create(folder.join("out")).unwrap();
    let mut command = program_in(&folder, &format!("match {TWO} {line}"));
    assert!(command.stdout(file).stderr(Stdio::null()).status().unwrap().success());
    let written = fs::read_to_string(folder.join("out")).unwrap();
    for text in [piped, written] {
        assert_eq!(text.matches("[Result").count(), 2, "{text}");
        assert!(text.contains("Score of a vs b: ") && text.contains("\n{\n"), "{text}");
    }
}

fn process_of(path: &Path) -> String {
    let read = || fs::read_to_string(path).ok().filter(|text| text.ends_with('\n'));
    wait_for("no process", read).trim().to_string()
}

#[test]
fn the_child_of_an_engine_that_hangs_is_killed() {
    let folder = folder("files-group");
    // The shell does not pass the end of its child on: it hangs for ever.
    script(&folder, "sleep 100000 & echo $! > child\nread a; echo uciok\nexec sleep 100001");
    let line = "match --engine cmd=./engine.sh --engine cmd=self --each nodes=9 \
                --ucinewgame-ms 50";
    run_in(&folder, line).ended(1, &[]);
    wait_for_end(&process_of(&folder.join("child")));
}

#[test]
fn a_match_that_is_killed_takes_its_engines_along() {
    let folder = folder("files-orphans");
    script(&folder, "echo uciok; echo $$ > process; exec sleep 100000");
    let words = "match --engine cmd=./engine.sh --engine cmd=self --each nodes=9 \
                 --ucinewgame-ms 100000000";
    let mut child = program_in(&folder, words).spawn().unwrap();
    let process = process_of(&folder.join("process"));
    child.kill().unwrap();
    child.wait().unwrap();
    wait_for_end(&process);
}

#[test]
fn an_engine_in_a_folder_is_found_from_there() {
    let folder = folder("files-inside");
    fs::create_dir(folder.join("Engines")).unwrap();
    let engine = std::env::current_exe().unwrap();
    let engine = engine.parent().unwrap().parent().unwrap().join("examples/fake_engine");
    std::os::unix::fs::symlink(engine, folder.join("Engines/X")).unwrap();
    for cmd in ["./X", "X"] {
        let line = format!(
            "match --engine dir=Engines/ cmd={cmd} --engine cmd=self --each nodes=9 \
             --games 2 --maxmoves 2"
        );
        run_in(&folder, &line).succeeded();
    }
}
