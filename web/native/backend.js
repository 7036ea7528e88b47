// The engine of the page that `staunton web` serves: the native program. It takes the
// place of the file of this name beside it, which starts WebAssembly.

import { Staunton } from "./engine/client.js";

/** What the page says about where the engine runs. */
export const WHERE = "The program on this computer answers: no game leaves it.";
/** Whether the page works without its server. */
export const OFFLINE = false;

function post(path, message) {
  return fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message) });
}

/** The answer of the server; its sentence as an error. */
async function checked(response) {
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

/** Calls back with each object of a stream that has one a line. */
async function read(body, hear) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    lines.forEach((line) => hear(JSON.parse(line)));
  }
}

/**
 * An engine of the server, in the place of a worker: see `Staunton` of client.js. It is
 * started by the first message, and once more if it is gone.
 */
function run(_flag, hear) {
  let [engine, gone, ended] = [null, null, false];
  const refuse = (error) => ended || hear({ refused: `the program does not answer: ${error.message}` });
  /** Resolves with the name of a new engine; then listens to it. */
  const connect = async () => {
    gone = new AbortController();
    const headers = { "Content-Type": "application/json" };
    const response = await checked(await fetch("engine", { method: "POST", headers, signal: gone.signal }));
    return new Promise((resolve, reject) => {
      const left = (error) => {
        engine = null;
        reject(error);
        refuse(error);
      };
      read(response.body, (message) => (message.engine ? resolve(message.engine) : hear(message)))
        .then(() => left(new Error("it has ended")), left);
    });
  };
  // One after another, so that a stop does not overtake its search.
  let turn = Promise.resolve();
  const tell = (message) => {
    const before = turn;
    turn = (async () => {
      await before;
      try {
        engine ??= connect();
        await checked(await post(`engine/${await engine}`, message));
      } catch (error) {
        engine = null;
        refuse(error);
      }
    })();
  };
  return {
    post: tell,
    signal: (signal) => tell({ signal }),
    end() {
      ended = true;
      gone?.abort();
    },
  };
}

/** Answers calls that take no time, without an engine of their own. */
function answer(_flag, hear) {
  const call = async ({ request }) => {
    const answered = await (await checked(await post("call", request))).json();
    hear(answered?.error === undefined ? { done: answered } : { refused: answered.error });
  };
  return {
    post: (message) => call(message).catch((error) => hear({ refused: `the program does not answer: ${error.message}` })),
    signal() {},
    end() {},
  };
}

/** What answers calls, and what searches. */
export async function start() {
  const options = { shared: false };
  return [new Staunton(answer, options), new Staunton(run, options)];
}
