// A worker that speaks UCI: `new Worker("worker.js")`, then `postMessage("go depth
// 12")`. Each message that it sends is one line.

const engine = import("./index.js").then(({ start }) => start({ onLine: (line) => postMessage(line) }));

let turn = engine;
globalThis.onmessage = ({ data }) => {
  // Lines that come before the engine is there keep their order.
  turn = turn.then((started) => {
    String(data).split("\n").forEach((line) => started.send(line));
    if (/^\s*quit\b/m.test(data)) close();
    return started;
  });
};
