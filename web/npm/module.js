// The module on the thread that loads it: a call returns when the work is done.

import { STDERR, imports, lines, wasi } from "./wasi.js";

/**
 * Starts the engine on this thread.
 *
 * `line` takes each line that the engine says, `poll` is asked while it searches (1
 * stops it, 2 is a ponder hit, 0 neither), `error` takes what it says when it fails.
 */
export async function load(module, { line, poll = () => 0, error = console.error }) {
  let exports = null;
  const memory = () => exports.memory;
  const complain = lines(error);
  const text = (start, length) =>
    new TextDecoder().decode(new Uint8Array(memory().buffer, start, length));
  const provided = {
    page: {
      line: (start, length) => text(start, length).trimEnd().split("\n").forEach((one) => line(one)),
      poll,
    },
    wasi_snapshot_preview1: wasi({ memory, write: (file, bytes) => file === STDERR && complain(bytes) }),
  };
  ({ exports } = await WebAssembly.instantiate(module, imports(module, provided)));
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
