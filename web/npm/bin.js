#!/usr/bin/env node
// The engine on standard input and output, as chess programs start it. With words
// on the command line (`staunton bench`) it carries out those and ends.

import { createInterface } from "node:readline";
import { start } from "./node.js";

const engine = await start({ onLine: (line) => process.stdout.write(`${line}\n`) });
const words = process.argv.slice(2);
if (words.length > 0) {
  engine.send(words.join(" "));
  await engine.finish();
} else {
  const input = createInterface({ input: process.stdin, crlfDelay: Infinity });
  let quit = false;
  for await (const line of input) {
    engine.send(line);
    if (line.trim() === "quit") {
      quit = true;
      break;
    }
  }
  if (!quit) await engine.finish();
  process.stdin.destroy();
}
