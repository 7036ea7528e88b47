// The part of WASI that the engine needs: clock, random numbers, a pause, arguments,
// standard input and output. There are no files.

const OK = 0;
const BAD_DESCRIPTOR = 8;
export const NOT_SUPPORTED = 52;
export const [STDIN, STDOUT, STDERR] = [0, 1, 2];
const MONOTONIC = 1;

/** Ends the module: what it calls when it cannot go on, or has ended. */
export class Exit extends Error {
  constructor(code) {
    super(`the engine ended with status ${code}`);
    this.code = code;
  }
}

/** Waits without giving the thread back. */
function pause(milliseconds) {
  if (typeof SharedArrayBuffer === "undefined") {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  } else {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  }
}

/**
 * What WASI gives a module. `memory()` is asked each time, since it grows; `write(file,
 * bytes)` takes output, `read(length)` gives input; `args` begins with the program.
 */
export function wasi({ memory, write, read = () => new Uint8Array(), args = [] }) {
  const view = () => new DataView(memory().buffer);
  const bytes = (start, length) => new Uint8Array(memory().buffer, start, length);
  const words = args.map((word) => new TextEncoder().encode(`${word}\0`));
  const sizes = (list) => (count, size) => {
    view().setUint32(count, list.length, true);
    view().setUint32(size, list.reduce((sum, { length }) => sum + length, 0), true);
    return OK;
  };
  /** The parts of a list of buffers: where each begins, and its length. */
  const parts = (list, count) =>
    Array.from({ length: count }, (_, index) => [view().getUint32(list + 8 * index, true), view().getUint32(list + 8 * index + 4, true)]);
  return {
    args_get(pointers, at) {
      words.forEach((word, index) => {
        view().setUint32(pointers + 4 * index, at, true);
        bytes(at, word.length).set(word);
        at += word.length;
      });
      return OK;
    },
    args_sizes_get: sizes(words),
    environ_get: () => OK,
    environ_sizes_get: sizes([]),
    clock_time_get(id, _precision, out) {
      const milliseconds = id === MONOTONIC ? performance.now() : Date.now();
      view().setBigUint64(out, BigInt(Math.round(milliseconds * 1e6)), true);
      return OK;
    },
    random_get(start, length) {
      // The generator gives 65,536 bytes at most, and wants memory that is not shared.
      for (let at = 0; at < length; at += 65536) {
        const part = new Uint8Array(Math.min(65536, length - at));
        bytes(start + at, part.length).set(crypto.getRandomValues(part));
      }
      return OK;
    },
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_write(file, list, count, out) {
      let written = 0;
      for (const [start, length] of parts(list, count)) {
        write(file, bytes(start, length).slice());
        written += length;
      }
      view().setUint32(out, written, true);
      return OK;
    },
    fd_read(file, list, count, out) {
      if (file !== STDIN) return BAD_DESCRIPTOR;
      const [start, length] = parts(list, count).find(([, size]) => size > 0) ?? [0, 0];
      const given = length > 0 ? read(length) : new Uint8Array();
      bytes(start, given.length).set(given);
      view().setUint32(out, given.length, true);
      return OK;
    },
    // Only `sleep` uses it, with one clock.
    poll_oneoff(subscription, event, _count, out) {
      const nanoseconds = view().getBigUint64(subscription + 24, true);
      pause(Number(nanoseconds) / 1e6);
      view().setBigUint64(event, view().getBigUint64(subscription, true), true);
      view().setBigUint64(event + 8, 0n, true);
      view().setUint32(out, 1, true);
      return OK;
    },
    sched_yield: () => OK,
    proc_exit(code) {
      throw new Exit(code);
    },
  };
}

/** Takes bytes, and calls back with each line. */
export function lines(hear) {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    const all = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = all.pop();
    all.forEach((line) => hear(line));
  };
}

/** The imports of a module: what is provided, and a refusal of all else. */
export function imports(module, provided) {
  const all = {};
  for (const { module: room, name, kind } of WebAssembly.Module.imports(module)) {
    all[room] ??= {};
    all[room][name] = provided[room]?.[name] ?? (kind === "function" ? () => NOT_SUPPORTED : undefined);
  }
  return all;
}
