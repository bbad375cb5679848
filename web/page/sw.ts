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
const FILES = ["", "mines/", "mines/review/", "mines/train/", "experiments/", "first.js", "veil.js", "veil.css", "engine.js", "wasm_exec.js", "veil.wasm", "icon.svg"];

scope.addEventListener("install", (e) => e.waitUntil(caches.open(NAME).then((c) => c.addAll(FILES.map((f) => new Request(new URL(f, scope.registration.scope), { cache: "reload" })))).then(() => scope.skipWaiting())));

scope.addEventListener("activate", (e) => e.waitUntil(forget().then(() => scope.clients.claim())));

async function forget(): Promise<void> {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
}

// The rest is fetched after the page is there, so that nobody waits for it: then every page
// works without a network after one visit to any of them.
const LATER = ["krieg/", "krieg/proof/", "krieg/play/", "problems/", "problems/daily/", "api/", "diag/", "404.html", "krieg.js", "krieg.css", "play.js", "play.css", "api.js", "diag.js", "diag.css", "problems.json", "manifest.webmanifest", "icon-192.png", "krieg.wasm", "play.wasm", "diag.wasm", "endings.bin", "docs/"];

scope.addEventListener("message", (e) => e.waitUntil(later()));

async function later(): Promise<void> {
  for (const file of LATER) await fetchOnce(new URL(file, scope.registration.scope));
  const docs = await caches.match(new URL("docs/", scope.registration.scope));
  for (const [, name] of (await docs?.text() ?? "").matchAll(/href="([\w-]+\.html)"/g)) await fetchOnce(new URL("docs/" + name, scope.registration.scope));
}

// fetchOnce keeps a file unless it is kept, or there is none: a server may lack some.
async function fetchOnce(url: URL): Promise<void> {
  if (await caches.match(url)) return;
  const r = await fetch(url).catch(() => null);
  if (r?.ok) await keep(url, r);
}

// What is computed, or drawn for links, is not kept.
const NEVER = /\/(?:v1|share|og)\//;

// The network first, so that nobody is kept on an old page; what was kept if it fails.
scope.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== location.origin || NEVER.test(url.pathname)) return;
  e.respondWith(fetch(e.request).then((r) => (r.ok ? keep(url, r) : r), async () => (await kept(url)) ?? absent(e.request)));
});

function absent(request: Request): Response {
  if (request.mode !== "navigate") return Response.error();
  return new Response("<!doctype html><meta charset=utf-8><title>Offline · veil</title><p>You are offline, and this page was not kept.", { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

// keep keeps an answer, if there is room.
async function keep(url: URL, r: Response): Promise<Response> {
  const copy = r.clone();
  await caches.open(NAME).then((c) => c.put(url.origin + url.pathname, copy)).catch(() => {});
  return r;
}

// kept finds a page with or without its last slash.
async function kept(url: URL): Promise<Response | undefined> {
  const plain = url.origin + url.pathname;
  return (await caches.match(plain)) ?? (await caches.match(plain + "/"));
}
