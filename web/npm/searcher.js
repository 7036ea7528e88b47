// The worker that searches. While it does, it hears nothing but the shared flag.

import { load } from "./module.js";

/** Answers the messages of a port, one after another. */
export function serve(port, { module, flag }) {
  const line = (text) => port.postMessage({ line: text });
  let stopped = false;
  const poll = () => (stopped ? 1 : flag ? Atomics.load(flag, 0) : 0);
  const engine = load(module, { line, poll, error: (text) => line(`info string error: ${text}`) });
  return async ({ data }) => {
    stopped = Boolean(data.stopped);
    try {
      const loaded = await engine;
      const done = data.line === undefined ? loaded.call(data.request) : loaded.line(data.line);
      port.postMessage({ done });
    } catch (error) {
      // A trap of the module: its memory is not to be trusted any more.
      const failed = error instanceof WebAssembly.RuntimeError || error.constructor.name === "Exit";
      port.postMessage({ [failed ? "failed" : "refused"]: error.message });
    }
  };
}

if (typeof WorkerGlobalScope !== "undefined") {
  globalThis.onmessage = ({ data }) => {
    globalThis.onmessage = serve(globalThis, data);
  };
}
