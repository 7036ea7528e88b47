// The engine of the page: WebAssembly in workers. `staunton web` serves another file
// of this name.

import { start as startEngine } from "./engine/index.js";

/** What the page says about where the engine runs. */
export const WHERE = "Everything runs in this page: no game leaves your device, and after the first visit it works offline.";
/** Whether the page works without its server. */
export const OFFLINE = true;

/** What answers calls, and what searches. */
export async function start() {
  const wasm = new URL("./engine/staunton.wasm", import.meta.url);
  const [rules, searcher] = await Promise.all([startEngine({ wasm }), startEngine({ wasm })]);
  searcher.send("setoption name Hash value 32");
  return [rules, searcher];
}
