// The module on the thread that loads it: a call returns when the work is done.
// It needs a little of WASI (clock, random numbers, a pause) and no files.

const OK = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;
const STDERR = 2;
const MONOTONIC = 1;

/** Ends the module: what the engine calls when it cannot go on. */
class Exit extends Error {}

/** Waits without giving the thread back. */
function pause(milliseconds) {
  if (typeof SharedArrayBuffer === "undefined") {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  } else {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  }
}

/** What WASI gives the module; `memory` is asked each time, since it grows. */
function wasi(memory, onError) {
  const view = () => new DataView(memory().buffer);
  const empty = (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return OK;
  };
  const decoder = new TextDecoder();
  let errors = "";
  return {
    args_get: () => OK,
    args_sizes_get: empty,
    environ_get: () => OK,
    environ_sizes_get: empty,
    clock_time_get(id, _precision, out) {
      const milliseconds = id === MONOTONIC ? performance.now() : Date.now();
      view().setBigUint64(out, BigInt(Math.round(milliseconds * 1e6)), true);
      return OK;
    },
    random_get(start, length) {
      // The generator gives 65,536 bytes at most, and wants memory that is not shared.
      const bytes = new Uint8Array(memory().buffer, start, length);
      for (let at = 0; at < length; at += 65536) {
        crypto.getRandomValues(bytes.subarray(at, Math.min(length, at + 65536)));
      }
      return OK;
    },
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_write(file, parts, count, out) {
      let written = 0;
      for (let index = 0; index < count; index++) {
        const start = view().getUint32(parts + 8 * index, true);
        const length = view().getUint32(parts + 8 * index + 4, true);
        if (file === STDERR) errors += decoder.decode(new Uint8Array(memory().buffer, start, length));
        written += length;
      }
      const lines = errors.split("\n");
      errors = lines.pop();
      lines.forEach((line) => onError(line));
      view().setUint32(out, written, true);
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
      throw new Exit(`the engine ended with status ${code}`);
    },
  };
}

/**
 * Starts the engine on this thread.
 *
 * `line` takes each line that the engine says, `poll` is asked while it searches (1
 * stops it, 2 is a ponder hit, 0 neither), `error` takes what it says when it fails.
 */
export async function load(module, { line, poll = () => 0, error = console.error }) {
  let exports = null;
  const memory = () => exports.memory;
  const text = (start, length) =>
    new TextDecoder().decode(new Uint8Array(memory().buffer, start, length));
  const provided = {
    page: {
      line: (start, length) => text(start, length).trimEnd().split("\n").forEach((one) => line(one)),
      poll,
    },
    wasi_snapshot_preview1: wasi(memory, error),
  };
  // What the library could do with files, it cannot do here.
  const imports = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    imports[room] ??= {};
    imports[room][name] = provided[room]?.[name] ?? (() => NOT_SUPPORTED);
  }
  ({ exports } = await WebAssembly.instantiate(module, imports));
  exports._initialize?.();

  const give = (string) => {
    const bytes = new TextEncoder().encode(string);
    const start = exports.staunton_input(bytes.length);
    new Uint8Array(memory().buffer, start, bytes.length).set(bytes);
  };
  return {
    /** Carries out a line of UCI; false after `quit`. */
    line(string) {
      give(string);
      return exports.staunton_line() !== 0;
    },
    /** Answers a request. */
    call(request) {
      give(JSON.stringify(request));
      const length = exports.staunton_call();
      const answer = JSON.parse(text(exports.staunton_answer(), length));
      if (answer?.error !== undefined) throw new Error(answer.error);
      return answer;
    },
  };
}
