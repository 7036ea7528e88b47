// The engine in Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { Staunton } from "./client.js";

export { Staunton, readInfo } from "./client.js";

/**
 * Starts the engine in a worker. `wasm` says where the module is, if not beside this
 * file; `shared: false` does without shared memory.
 */
export async function start({ onLine, wasm, shared } = {}) {
  const module = await WebAssembly.compile(await readFile(wasm ?? new URL("./staunton.wasm", import.meta.url)));
  const run = (flag, hear) => {
    const worker = new Worker(new URL("./searcher-node.js", import.meta.url), { workerData: { module, flag } });
    worker.on("message", hear);
    worker.on("error", (error) => hear({ failed: error.message }));
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  };
  return new Staunton(run, { shared: shared ?? true, onLine });
}
