// The npm package, as a stranger gets it: packed, installed into an empty project
// without a network, played with. `node --test web/test/package.test.mjs` after
// `web/build`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Staunton } from "../npm/client.js";

const source = fileURLToPath(new URL("../npm", import.meta.url));

/** A game of two levels, by the rules of the engine alone. */
const GAME = `
import { start } from "staunton";
const engine = await start();
engine.send("setoption name UCI_LimitStrength value true");
const moves = [];
let state = await engine.game();
while (state.result === "*" && moves.length < 60) {
  engine.send(\`setoption name UCI_Elo value \${moves.length % 2 ? 2400 : 800}\`);
  engine.send(\`position startpos moves \${moves.join(" ")}\`);
  moves.push((await engine.go("movetime 2000")).best);
  state = await engine.game(moves);
}
console.log(state.played.map(({ san }) => san).join(" "), state.result);
engine.close();
`;

test("it is packed, installed offline, and plays", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "staunton-npm-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const run = (program, words, options = {}) =>
    execFileSync(program, words, { cwd: folder, encoding: "utf8", ...options });
  const packed = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: source }))[0];
  const { files } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const inside = packed.files.map(({ path }) => path);
  for (const file of [...files, "README.md"]) assert.ok(inside.includes(file), `${file} is missing`);
  t.diagnostic(`${packed.size} bytes packed, ${packed.unpackedSize} unpacked`);

  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--cache", join(folder, "cache"), packed.filename]);
  writeFileSync(join(folder, "play.js"), GAME);
  const played = run(process.execPath, ["play.js"]).trim().split(" ");
  assert.ok(played.length > 20, played.join(" "));
  const answer = run("npx", ["--offline", "staunton"], { input: "uci\nposition startpos\ngo depth 5\n" });
  assert.match(answer, /^uciok$[\s\S]*^bestmove /m);
});

test("the module is small beside its network", (t) => {
  const bytes = (file) => gzipSync(readFileSync(file), { level: 9 }).length;
  const module = bytes(join(source, "staunton.wasm"));
  const network = bytes(new URL("../../src/engine/eval/network.net", import.meta.url));
  t.diagnostic(`${module} bytes compressed by gzip, ${network} of them the network`);
  assert.ok(module - network <= 500_000);
});

test("version, types and code agree", () => {
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const cargo = readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8");
  assert.equal(version, cargo.match(/^version = "(.*)"$/m)[1]);
  const types = readFileSync(join(source, "index.d.ts"), "utf8");
  const methods = Object.getOwnPropertyNames(Staunton.prototype).filter((name) => name !== "constructor");
  for (const name of methods) assert.match(types, new RegExp(`^  (readonly )?${name}[(:]`, "m"), name);
});
