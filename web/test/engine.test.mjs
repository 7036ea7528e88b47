// The engine in Node: `node --test web/test/engine.test.mjs` after `web/build`.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { start } from "../npm/node.js";

const BIN = fileURLToPath(new URL("../npm/bin.js", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** An engine whose lines are kept, closed after the test. */
async function started(t, options = {}) {
  const lines = [];
  const waiting = [];
  const onLine = (line) => {
    lines.push(line);
    for (const one of [...waiting]) if (one.pattern.test(line)) one.resolve(line);
  };
  const engine = await start({ ...options, onLine });
  t.after(() => engine.close());
  const heard = (pattern) => new Promise((resolve) => waiting.push({ pattern, resolve }));
  return { engine, lines, heard };
}

for (const shared of [true, false]) {
  test(`it searches and stops, ${shared ? "with" : "without"} shared memory`, async (t) => {
    const { engine, lines, heard } = await started(t, { shared });
    assert.equal(engine.sharesMemory, shared);
    engine.send("uci");
    await heard(/^uciok$/);
    assert.match(lines[0], /^id name Staunton /);
    engine.send("setoption name MultiPV value 2");
    engine.send("position startpos moves e2e4");
    engine.send("go infinite");
    await heard(/ depth 4 .*multipv 2 /);
    engine.send("isready");
    assert.equal(lines.at(-1), "readyok", "it is ready while it searches");
    const end = heard(/^bestmove /);
    engine.send("stop");
    assert.match(await end, /^bestmove [a-h][1-8][a-h][1-8]/);
    assert.equal(lines.some((line) => line.includes("the hash is lost")), !shared);
    // Position and options are still there.
    const { best, lines: found } = await engine.go("depth 3");
    assert.equal(found.length, 2);
    const { legal } = await engine.game(["e2e4"]);
    assert.ok(legal.some(({ uci }) => uci === best));
  });

  test(`a stop right after go is not lost, ${shared ? "with" : "without"} shared memory`, async (t) => {
    const { engine, lines } = await started(t, { shared });
    for (let round = 0; round < 5; round++) {
      engine.send("position startpos");
      engine.send("go infinite");
      engine.send("stop");
    }
    await engine.idle();
    assert.equal(lines.filter((line) => /^bestmove [a-h]/.test(line)).length, 5);
  });

  test(`a ponder hit lets the clock run, ${shared ? "with" : "without"} shared memory`, async (t) => {
    const { engine, heard, lines } = await started(t, { shared });
    engine.send("go ponder wtime 1000 btime 1000");
    await heard(/ depth 4 /);
    assert.ok(!lines.some((line) => line.startsWith("bestmove")));
    const end = heard(/^bestmove /);
    engine.send("ponderhit");
    await end;
  });
}

test("a stop comes back at once where memory is shared", async (t) => {
  const { engine, heard } = await started(t);
  const times = [];
  for (let round = 0; round < 10; round++) {
    engine.send("go infinite");
    await heard(/ depth 5 /);
    const end = heard(/^bestmove /);
    const from = performance.now();
    engine.send("stop");
    await end;
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  // How long it took is told, but a busy machine must not fail the test.
  t.diagnostic(`median ${times[5].toFixed(1)} ms, worst ${times[9].toFixed(1)} ms`);
  assert.equal(times.length, 10);
});

test("the rules are those of chess", async (t) => {
  const { engine } = await started(t);
  const beginning = await engine.game();
  assert.equal(beginning.legal.length, 20);
  const mate = await engine.game(["f2f3", "e7e5", "g2g4", "d8h4"]);
  assert.deepEqual([mate.result, mate.outcome, mate.check], ["0-1", "White is checkmated", true]);
  assert.deepEqual(mate.played.map(({ san }) => san), ["f3", "e5", "g4", "Qh4#"]);
  await assert.rejects(engine.game(["e2e5"]), /e2e5/);
  assert.equal(await engine.line(beginning.fen, ["e2e4", "e7e5", "g1f3"]), "1. e4 e5 2. Nf3");
});

test("an evaluation says what each theme and each piece is worth", async (t) => {
  const { engine } = await started(t);
  const { fen } = await engine.game(["e2e4", "d7d5", "e4d5"]);
  const evaluation = await engine.evaluation(fen);
  assert.equal(evaluation.white, -evaluation.mover);
  assert.ok(evaluation.themes.some(({ theme }) => theme === "king safety"));
  assert.equal(evaluation.pieces.length, 31);
  assert.ok(evaluation.pieces.find(({ square }) => square === "d1").worth > 500);
  await assert.rejects(engine.evaluation("nonsense"), /nonsense|FEN|board/i);
});

test("a PGN is read, and its games analysed", async (t) => {
  const { engine } = await started(t);
  const pgn = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n[White "C"]\n\n1. d4 *\n';
  const games = await engine.games(pgn);
  assert.deepEqual(games.map(({ moves }) => moves.length), [5, 1]);
  assert.equal(games[0].tags.White, "A");
  const progress = [];
  const report = await engine.report(pgn, { nodes: 2000, onProgress: (...one) => progress.push(one) });
  assert.deepEqual(progress.at(-1), [6, 6]);
  assert.deepEqual(report.game.moves.map(({ mark }) => mark)[3], "??");
  assert.ok(report.pgn.includes("%eval") && report.html.startsWith("<!DOCTYPE html>"));
  await assert.rejects(engine.report("no game"), /no game/);
});

test("a report can be stopped", async (t) => {
  for (const shared of [true, false]) {
    const { engine } = await started(t, { shared });
    const report = engine.report("1. e4 e5 2. Nf3 Nc6 *", { nodes: 100000000 });
    report.catch(() => {});
    engine.stop();
    await assert.rejects(report, /stopped/);
    assert.equal((await engine.game()).legal.length, 20);
  }
});

test("what goes wrong is told", async (t) => {
  const { engine, lines } = await started(t);
  engine.send("position fen x");
  engine.send("setoption name Threads value 4");
  await engine.idle();
  assert.match(lines[0], /^info string error: position: /);
  assert.match(lines[1], /^info string error: .*threads/);
  engine.close();
  await assert.rejects(engine.go("depth 1"), /closed/);
});

test("the command speaks UCI until quit or the end of input", async () => {
  const run = (input, ...words) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [BIN, ...words]);
      let output = "";
      child.stdout.on("data", (data) => (output += data));
      child.on("close", (code) => resolve([code, output]));
      child.stdin.end(input);
    });
  const [code, output] = await run("uci\nposition startpos\ngo depth 3\n");
  assert.ok(code === 0 && output.includes("uciok") && /^bestmove /m.test(output), output);
  const [end, stopped] = await run("go infinite\n");
  assert.ok(end === 0 && /^bestmove /m.test(stopped), stopped);
  assert.equal((await run("isready\nquit\n"))[0], 0);
  assert.match((await run("", "bench", "1"))[1], /^\d+ nodes \d+ nps$/m);
});

test("it searches the nodes that the program searches", async (t) => {
  const log = execFileSync("git", ["log", "--format=%B"], { cwd: root, encoding: "utf8" });
  const named = log.match(/^Bench: (\d+) *$/m)?.[1];
  if (!named) return t.skip("no commit of this clone names a fingerprint");
  const { engine, lines } = await started(t);
  engine.send("bench");
  await engine.idle();
  t.diagnostic(lines.at(-1));
  assert.equal(lines.at(-1).split(" ")[0], named);
});
