// Keeps the page, so that it works offline. The build writes the two constants.

const VERSION = "";
const FILES = [];

/** The headers let the page share memory with its workers, whatever the server sends. */
function isolated(response) {
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("staunton ") && name !== VERSION);
    await Promise.all(names.map((name) => caches.delete(name)));
  };
  event.waitUntil(old());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const answer = async () => {
    const kept = await caches.match(event.request, { cacheName: VERSION, ignoreSearch: true });
    return isolated(kept ?? (await fetch(event.request)));
  };
  event.respondWith(answer());
});
