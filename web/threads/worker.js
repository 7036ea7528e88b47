// A worker of the program with threads: its first thread, or another one.

import { Exit, STDOUT, imports, lines, wasi } from "./wasi.js";
import { Input } from "./input.js";

async function run({ module, memory, counter, input, args, thread }, post) {
  const say = lines((line) => post({ line }));
  const complain = lines((line) => post({ line: `info string error: ${line}` }));
  const stdin = new Input(input);
  const provided = {
    env: { memory },
    wasi: {
      /** Starts a thread of the program; the answer is its number. */
      "thread-spawn"(start) {
        const number = Atomics.add(new Int32Array(counter), 0, 1) + 1;
        post({ spawn: { number, start } });
        return number;
      },
    },
    wasi_snapshot_preview1: wasi({
      memory: () => memory,
      write: (file, bytes) => (file === STDOUT ? say : complain)(bytes),
      read: (most) => stdin.read(most),
      args,
    }),
  };
  const { exports } = await WebAssembly.instantiate(module, imports(module, provided));
  try {
    if (thread) {
      exports.wasi_thread_start(thread.number, thread.start);
    } else {
      exports._start();
      post({ status: 0 });
    }
  } catch (error) {
    post(error instanceof Exit ? { status: error.code } : { failed: error.message });
  }
}

if (typeof WorkerGlobalScope === "undefined") {
  const { parentPort, workerData } = await import("node:worker_threads");
  await run(workerData, (message) => parentPort.postMessage(message));
} else {
  globalThis.onmessage = ({ data }) => run(data, (message) => globalThis.postMessage(message));
}
