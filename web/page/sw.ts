// SPDX-License-Identifier: BSD-3-Clause

// Keeps the page for when there is no network. The name of the cache is made from the files,
// so a new page never meets an old engine.

interface Scope {
  addEventListener(type: string, f: (e: Event & { waitUntil(p: Promise<unknown>): void; respondWith(r: Promise<Response>): void; request: Request }) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
}

declare const VERSION: string;

const scope = globalThis as unknown as Scope;
const NAME = "veil-" + VERSION;
const FILES = ["", "mines/", "mines/review/", "mines/train/", "experiments/", "first.js", "veil.js", "veil.css", "old.css", "engine.js", "wasm_exec.js", "veil.wasm", "icon.svg"];

scope.addEventListener("install", (e) => e.waitUntil(caches.open(NAME).then((c) => c.addAll(FILES.map((f) => new Request(new URL(f, scope.registration.scope), { cache: "reload" })))).then(() => scope.skipWaiting())));

scope.addEventListener("activate", (e) => e.waitUntil(forget().then(() => scope.clients.claim())));

async function forget(): Promise<void> {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
}

// The lab and its engine are kept once they were visited.
const VISITED = /\/(krieg|problems)[./]/;

// The network first, so that nobody is kept on an old page; what was kept if it fails.
scope.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== location.origin || url.pathname.includes("/v1/")) return;
  e.respondWith(fetch(e.request).then((r) => (r.ok && VISITED.test(url.pathname) ? keep(url, r) : r), async () => (await kept(url)) ?? Response.error()));
});

async function keep(url: URL, r: Response): Promise<Response> {
  await (await caches.open(NAME)).put(url.origin + url.pathname, r.clone());
  return r;
}

// kept finds a page with or without its last slash.
async function kept(url: URL): Promise<Response | undefined> {
  const plain = url.origin + url.pathname;
  return (await caches.match(plain)) ?? (await caches.match(plain + "/"));
}
