// Serves web/site, or another folder, on the loopback for the tests: `node
// web/test/server.mjs` for people.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

const SITE = new URL("../site/", import.meta.url);
const TYPES = {
  ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript",
  ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
};

/** Starts a server; `isolated`: with the headers that let a page share memory. */
export async function serve({ isolated = false, port = 0, root = SITE } = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const file = new URL(`.${path.endsWith("/") ? `${path}index.html` : path}`, root);
    const headers = { "Content-Type": TYPES[extname(file.pathname)] ?? "application/octet-stream" };
    if (isolated) {
      headers["Cross-Origin-Opener-Policy"] = "same-origin";
      headers["Cross-Origin-Embedder-Policy"] = "require-corp";
    }
    try {
      if (!file.href.startsWith(root.href)) throw new Error("outside");
      const body = await readFile(file);
      response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => new Promise((resolve) => server.close(resolve)) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serve({ isolated: true, port: 8080 });
  console.log(url);
}
