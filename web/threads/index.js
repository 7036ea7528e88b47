// The whole program with threads, for pages and for Node: the first worker runs it,
// each thread of it is a worker of its own, and all share one memory. `start` gives it
// lines and hears what it says.
//
// A page needs the headers that let it share memory (docs/web.md).

import { Input } from "./input.js";

/** Pages of 64 KiB: what the program begins with, and its greatest memory. */
const MEMORY = { initial: 1024, maximum: 16384, shared: true };

const isNode = typeof process !== "undefined" && Boolean(process.versions?.node);

/** Starts a worker: what it is told at first, and who hears it. */
async function startWorker(first, hear) {
  const url = new URL("./worker.js", import.meta.url);
  if (isNode) {
    const { Worker: NodeWorker } = await import("node:worker_threads");
    const worker = new NodeWorker(url, { workerData: first });
    worker.on("message", hear);
    worker.on("error", (error) => hear({ failed: error.message }));
    return worker;
  }
  const worker = new Worker(url, { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => hear({ failed: event.message ?? "a worker does not start" });
  worker.postMessage(first);
  return worker;
}

/**
 * Starts the program. `module` is a compiled `staunton.wasm` of wasm32-wasip1-threads,
 * `args` what follows its name (`["bench"]`; without any it speaks UCI), `onLine` hears
 * each line. Returns `send(line)`, `end()`, which ends the input, and `ended`, which
 * resolves with the status.
 */
export function start({ module, args = [], onLine = () => {} }) {
  const memory = new WebAssembly.Memory(MEMORY);
  const input = new Input();
  // A number for each thread, as the program counts them.
  const counter = new SharedArrayBuffer(4);
  const workers = [];
  let finish;
  const ended = new Promise((resolve) => (finish = resolve));
  const close = (status) => {
    workers.splice(0).forEach(async (worker) => (await worker).terminate());
    finish(status);
  };
  const run = (thread) => {
    const first = { module, memory, counter, input: input.shared, args: ["staunton", ...args], thread };
    workers.push(startWorker(first, hear));
  };
  const hear = ({ line, spawn, status, failed }) => {
    if (line !== undefined) onLine(line);
    else if (spawn) run(spawn);
    else if (status !== undefined) close(status);
    else if (failed !== undefined) {
      onLine(`info string error: the engine failed: ${failed}`);
      close(1);
    }
  };
  run(null);
  return {
    send: (line) => input.write(`${line}\n`),
    end: () => input.close(),
    ended,
  };
}
