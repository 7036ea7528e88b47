// The program with threads, in Node and in Chromium: `node --test
// web/test/threads.test.mjs` after `THREADS=1 web/build`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { serve } from "./server.mjs";

const built = new URL("../threads/dist/", import.meta.url);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = existsSync(new URL("staunton.wasm", built)) ? false : "the program with threads is not built";
const hasBrowser = existsSync(executablePath) && existsSync(new URL("node_modules/playwright-core", import.meta.url));

/** The fingerprint that the last commit with one names. */
function fingerprint() {
  const log = execFileSync("git", ["log", "--format=%B"], { cwd: fileURLToPath(new URL("../..", import.meta.url)), encoding: "utf8" });
  return log.match(/^Bench: (\d+) *$/m)?.[1];
}

/** The program in Node; its lines are kept. */
async function started(t, ...args) {
  const { start } = await import(new URL("index.js", built));
  const module = await WebAssembly.compile(readFileSync(new URL("staunton.wasm", built)));
  const lines = [];
  const waiting = [];
  const onLine = (line) => {
    lines.push(line);
    for (const one of [...waiting]) if (one.pattern.test(line)) one.resolve(line);
  };
  const engine = start({ module, args, onLine });
  t.after(() => engine.end());
  const heard = (pattern) => new Promise((resolve) => waiting.push({ pattern, resolve }));
  return { ...engine, lines, heard };
}

test("it searches the nodes that the native program searches", { skip }, async (t) => {
  const named = fingerprint();
  if (!named) return t.skip("no commit of this clone names a fingerprint");
  const { ended, lines } = await started(t, "bench");
  assert.equal(await ended, 0);
  t.diagnostic(lines.at(-1));
  assert.equal(lines.at(-1).split(" ")[0], named);
});

test("the search has a thread of its own, and stops at once", { skip }, async (t) => {
  const { send, end, ended, heard } = await started(t);
  send("uci");
  await heard(/^uciok$/);
  const times = [];
  for (let round = 0; round < 10; round++) {
    const deep = heard(/ depth 8 /);
    send("go infinite");
    await deep;
    const stopped = heard(/^bestmove /);
    const from = performance.now();
    send("stop");
    await stopped;
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  t.diagnostic(`stop: median ${times[5].toFixed(1)} ms, worst ${times[9].toFixed(1)} ms`);
  end();
  assert.equal(await ended, 0);
});

test("two threads search together, as often as their number changes", { skip }, async (t) => {
  const { send, end, ended, lines, heard } = await started(t);
  /** The nodes of a search by new data, which are the same each time for one thread. */
  const nodes = async (threads) => {
    send(`setoption name Threads value ${threads}`);
    send("ucinewgame");
    const last = heard(/^bestmove /);
    send("go depth 11");
    await last;
    const info = lines.findLast((line) => / depth 11 .* nodes \d+/.test(line));
    return Number(info.match(/ nodes (\d+)/)[1]);
  };
  const alone = await nodes(1);
  // A second thread that gets no time changes nothing, but hardly ten times.
  const together = [];
  for (let round = 0; round < 10; round++) {
    together.push(await nodes(2));
    assert.equal(await nodes(1), alone);
  }
  t.diagnostic(`one thread ${alone} nodes, two ${together.join(", ")}`);
  assert.ok(together.some((count) => count !== alone));
  assert.ok(!lines.some((line) => /error|does not start/.test(line)), lines.join("\n"));
  send("setoption name Threads value 2");
  const deep = heard(/ depth 8 /);
  send("go infinite");
  await deep;
  const stopped = heard(/^bestmove /);
  send("stop");
  await stopped;
  end();
  assert.equal(await ended, 0);
});

test("more threads than memory are refused", { skip }, async (t) => {
  const { send, end, ended, lines, heard } = await started(t);
  send("setoption name Threads value 1024");
  send("isready");
  await heard(/^readyok$/);
  assert.ok(lines.some((line) => /does not start 1024 threads/.test(line)), lines.join("\n"));
  end();
  assert.equal(await ended, 0);
});

test("the end of the input ends it, and long input arrives", { skip }, async (t) => {
  const { send, end, ended, lines } = await started(t);
  for (let round = 0; round < 300; round++) send(`position startpos moves ${"g1f3 g8f6 f3g1 f6g8 ".repeat(250)}`);
  send("position startpos moves e2e4");
  send("go depth 3");
  end();
  assert.equal(await ended, 0);
  assert.ok(!lines.some((line) => line.includes("error")), lines.join("\n"));
  assert.match(lines.at(-1), /^bestmove /);
});

test("it runs in a page", { skip: skip || (hasBrowser ? false : "there is no Chromium") }, async (t) => {
  const { chromium } = createRequire(import.meta.url)("playwright-core");
  const server = await serve({ isolated: true, root: built });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  t.after(async () => {
    await browser.close();
    await server.close();
  });
  const page = await browser.newPage();
  await page.goto(`${server.url}index.html`);
  const last = await page.evaluate(async () => {
    const { start } = await import("./index.js");
    const module = await WebAssembly.compileStreaming(fetch("./staunton.wasm"));
    let said = "";
    const { ended } = start({ module, args: ["bench"], onLine: (line) => (said = line) });
    await ended;
    const heard = [];
    await new Promise((resolve) => {
      const engine = start({ module, onLine: (line) => {
        heard.push(line);
        if (line === "uciok") engine.send("position startpos\ngo infinite");
        if (/ depth 8 /.test(line)) engine.send("stop");
        if (line.startsWith("bestmove")) engine.end();
      } });
      engine.send("uci");
      engine.ended.then(resolve);
    });
    return [said, heard.at(-1)];
  });
  t.diagnostic(last[0]);
  assert.equal(last[0].split(" ")[0], fingerprint() ?? last[0].split(" ")[0]);
  assert.match(last[1], /^bestmove /);
});
