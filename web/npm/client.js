// Talks to a worker that searches. Lines wait here, so that the worker has one at a
// time; `stop` does not wait.

const HASH_IS_LOST = "info string stopped by starting the engine again: the hash is lost";

/** What a search is told while it runs. */
const [NOTHING, STOP, PONDER_HIT] = [0, 1, 2];

/** Whether a line starts a search that ends with `bestmove`. */
const isSearch = (line) => /^\s*go\b/.test(line) && !/\bperft\b/.test(line);
/** Whether a line takes time. */
const isWork = (line) => /^\s*(go|bench)\b/.test(line);
/** Whether a search ends only when it is stopped. */
const isUnbounded = (line) =>
  isSearch(line) &&
  (/\b(infinite|ponder)\b/.test(line) ||
    !/\b(depth|nodes|movetime|mate|wtime|btime)\b/.test(line));

/** What an `info` line says; `null` if it is another line or has no score. */
export function readInfo(line) {
  if (!line.startsWith("info ") || line.startsWith("info string")) return null;
  const words = line.split(" ");
  const after = (name) => {
    const place = words.indexOf(name);
    return place < 0 ? undefined : words[place + 1];
  };
  const number = (name) => (after(name) === undefined ? undefined : Number(after(name)));
  const kind = after("score");
  if (kind !== "cp" && kind !== "mate") return null;
  const pv = words.indexOf("pv");
  return {
    depth: number("depth"),
    seldepth: number("seldepth"),
    multipv: number("multipv") ?? 1,
    score: { [kind]: number(kind) },
    bound: words.includes("lowerbound") ? "lower" : words.includes("upperbound") ? "upper" : null,
    nodes: number("nodes"),
    nps: number("nps"),
    time: number("time"),
    pv: pv < 0 ? [] : words.slice(pv + 1),
  };
}

/** The engine in a worker of its own. */
export class Staunton {
  #start;
  #listeners = new Set();
  #worker = null;
  #flag;
  #queue = [];
  #current = null;
  #settings = new Map();
  #idle = [];
  #closed = false;

  /**
   * `start(flag, hear)` starts the worker: it returns `{ post, end }`, and calls back
   * with its messages. `shared`: whether memory can be shared with it. A worker that
   * hears while it searches has `signal` too: 1 stops it, 2 is a ponder hit.
   */
  constructor(start, { shared, onLine }) {
    this.#start = start;
    this.#flag = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
    if (onLine) this.#listeners.add(onLine);
    this.#restart();
  }

  /** Whether `stop` keeps what a search has learned. */
  get sharesMemory() {
    return this.#flag !== null || Boolean(this.#worker?.signal);
  }

  /** Calls `listener` with each line that the engine says; returns what ends that. */
  onLine(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a line of UCI. */
  send(line) {
    const word = line.trim().split(/\s+/)[0];
    if (this.#closed || word === "") return;
    const searches = this.#current?.line !== undefined && isWork(this.#current.line);
    if (word === "stop") this.stop();
    else if (word === "ponderhit") this.#ponderHit();
    else if (word === "quit") this.close();
    else if (word === "isready" && searches) this.#say("readyok");
    else this.#push({ line });
  }

  /**
   * Searches: `words` is what follows `go`. Resolves with the best move and the last
   * report of each line; `onInfo` hears of every report.
   */
  async go(words, onInfo = () => {}) {
    const lines = [];
    let best = null;
    const hear = (line) => {
      const info = readInfo(line);
      if (info) {
        if (info.bound === null) lines[info.multipv - 1] = info;
        onInfo(info);
      } else if (line.startsWith("bestmove ")) {
        best = line.split(" ");
      }
    };
    await this.#wait({ line: `go ${words}`, hear });
    const move = (word) => (word === undefined || word === "(none)" || word === "0000" ? null : word);
    return { best: move(best?.[1]), ponder: move(best?.[3]), lines };
  }

  /** The evaluation of a position with its parts, in centipawns. */
  evaluation(fen) {
    return this.#ask({ call: "evaluation", fen });
  }

  /** A game so far: its position, the legal moves, whether it is over. */
  game(moves = [], fen = undefined) {
    return this.#ask({ call: "game", moves, fen });
  }

  /** A line of moves in UCI notation as people write it. */
  line(fen, moves) {
    return this.#ask({ call: "line", fen, moves });
  }

  /** The games of a PGN. */
  games(pgn) {
    return this.#ask({ call: "games", pgn });
  }

  /** The analysis of the first game of a PGN. */
  report(pgn, { nodes, onProgress = () => {} } = {}) {
    const hear = (line) => {
      const [, done, all] = line.match(/^info string report (\d+) of (\d+)$/) ?? [];
      if (all) onProgress(Number(done), Number(all));
    };
    return this.#ask({ call: "report", pgn, nodes }, hear);
  }

  /** Stops everything sent so far. A search then tells its best move. */
  stop() {
    this.#queue.forEach((item) => (item.stopped = true));
    const current = this.#current;
    const takesTime = current && (current.request?.call === "report" || isWork(current.line ?? ""));
    if (!takesTime || current.stopped) return;
    current.stopped = true;
    if (this.sharesMemory) {
      this.#signal(STOP);
      return;
    }
    this.#restart();
    this.#tell(HASH_IS_LOST);
    this.#giveUp(current, "stopped");
  }

  /** Ends as at the end of input: what ends by itself may, the rest is stopped. */
  async finish() {
    const items = [this.#current, ...this.#queue];
    if (items.some((item) => item?.line !== undefined && isUnbounded(item.line))) this.stop();
    await this.idle();
    this.close();
  }

  /** Resolves when everything sent so far is done. */
  idle() {
    if (!this.#current && this.#queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Ends the engine. */
  close() {
    this.#closed = true;
    this.#worker?.end();
    this.#worker = null;
    const left = [this.#current, ...this.#queue];
    [this.#current, this.#queue] = [null, []];
    left.forEach((item) => item?.reject?.(new Error("the engine was closed")));
    this.#idle.splice(0).forEach((resolve) => resolve());
  }

  /** Tells the search that runs. A stop that came first stays. */
  #signal(signal) {
    if (!this.#flag) this.#worker.signal(signal);
    else if (signal === STOP) Atomics.store(this.#flag, 0, STOP);
    else Atomics.compareExchange(this.#flag, 0, NOTHING, signal);
  }

  #say(line) {
    this.#listeners.forEach((listener) => listener(line));
  }

  #tell(line) {
    this.#current?.hear?.(line);
    if (!this.#current?.isSilent && !this.#current?.request) this.#say(line);
  }

  #ask(request, hear) {
    return this.#wait({ request, hear });
  }

  #wait(item) {
    if (this.#closed) return Promise.reject(new Error("the engine was closed"));
    return new Promise((resolve, reject) => this.#push({ ...item, resolve, reject }));
  }

  #push(item) {
    this.#queue.push(item);
    this.#next();
  }

  /** Gives the worker what waits, if it has nothing to do. */
  #next() {
    if (this.#current || this.#closed) return;
    const item = this.#queue.shift();
    if (!item) {
      this.#idle.splice(0).forEach((resolve) => resolve());
      return;
    }
    this.#current = item;
    if (item.line !== undefined) this.#remember(item.line);
    if (this.#flag) Atomics.store(this.#flag, 0, NOTHING);
    const { line, request, stopped } = item;
    this.#worker.post({ line, request, stopped });
  }

  /** Takes note of what a worker that starts again must be told. */
  #remember(line) {
    const [word, , ...rest] = line.trim().split(/\s+/);
    const value = rest.indexOf("value");
    if (word === "setoption" && value > 0) {
      this.#settings.set(`option ${rest.slice(0, value).join(" ").toLowerCase()}`, line);
    } else if (word === "position" || word === "debug") {
      this.#settings.delete(word);
      this.#settings.set(word, line);
    }
  }

  #hear(message) {
    const item = this.#current;
    if (message.line !== undefined) {
      const info = item && readInfo(message.line);
      if (info && info.multipv === 1 && info.bound === null) item.pv = info.pv;
      this.#tell(message.line);
    } else if (message.failed !== undefined) {
      this.#restart();
      this.#tell(`info string error: the engine failed (${message.failed}) and was started again`);
      if (item) this.#giveUp(item, message.failed);
    } else {
      this.#current = null;
      if (message.refused === undefined) item?.resolve?.(message.done);
      else item?.reject?.(new Error(message.refused));
      if (message.done === false) this.close();
      else this.#next();
    }
  }

  /** Ends a job whose worker is gone. A search tells the best move so far. */
  #giveUp(item, why) {
    if (item.line !== undefined && isSearch(item.line)) {
      if (!item.pv?.length && !item.isRetry) {
        // It has said nothing yet: a glance finds a move.
        this.#current = null;
        this.#queue.unshift({ ...item, line: "go depth 1", stopped: false, isRetry: true });
        this.#sendSettings();
        return;
      }
      const [best = "0000", ponder] = item.pv ?? [];
      this.#tell(`bestmove ${best}${ponder ? ` ponder ${ponder}` : ""}`);
    }
    this.#current = null;
    if (item.request) item.reject(new Error(why));
    else item.resolve?.(true);
    this.#sendSettings();
  }

  #ponderHit() {
    const item = [this.#current, ...this.#queue].find((one) => /^\s*go\b.*\bponder\b/.test(one?.line));
    if (!item) {
      this.#say("info string error: ponderhit: no search is pondering");
    } else if (item !== this.#current) {
      item.line = item.line.replace(/\bponder\b/, "");
    } else if (this.sharesMemory) {
      this.#signal(PONDER_HIT);
    } else {
      this.#restart();
      this.#tell(HASH_IS_LOST);
      this.#current = null;
      this.#queue.unshift({ ...item, line: item.line.replace(/\bponder\b/, "") });
      this.#sendSettings();
    }
  }

  #restart() {
    this.#worker?.end();
    const worker = this.#start(this.#flag, (message) => {
      if (worker === this.#worker) this.#hear(message);
    });
    this.#worker = worker;
  }

  /** Tells a new worker what the old one knew, then goes on. */
  #sendSettings() {
    const settings = [...this.#settings.values()].map((line) => ({ line, isSilent: true }));
    this.#queue.unshift(...settings);
    this.#next();
  }
}
