// The engine in a page.

import { Staunton } from "./client.js";

export { Staunton, readInfo } from "./client.js";

/**
 * Starts the engine in a worker. `wasm` says where the module is, if not beside this
 * file; `shared: false` does without shared memory where there is some.
 */
export async function start({ onLine, wasm, shared } = {}) {
  const from = fetch(wasm ?? new URL("./staunton.wasm", import.meta.url));
  const module = await WebAssembly.compileStreaming(from).catch(async () =>
    // The server does not say that it is a module.
    WebAssembly.compile(await (await fetch(wasm ?? new URL("./staunton.wasm", import.meta.url))).arrayBuffer()),
  );
  const run = (flag, hear) => {
    const worker = new Worker(new URL("./searcher.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => hear({ failed: event.message ?? "the worker does not start" });
    worker.postMessage({ module, flag });
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  };
  const canShare = typeof SharedArrayBuffer !== "undefined" && Boolean(globalThis.crossOriginIsolated);
  return new Staunton(run, { shared: (shared ?? true) && canShare, onLine });
}
