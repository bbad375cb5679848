// SPDX-License-Identifier: BSD-3-Clause

// Keeps the page for when there is no network. Only files of veil are kept: those whose digests are in files.json, which is
// made when the page is built and names the page it is of. What a hotel's network says in place of veil is shown, and not kept.

interface Extendable extends Event { waitUntil(p: Promise<unknown>): void }

interface Asked extends Extendable { respondWith(r: Promise<Response>): void; request: Request }

interface Scope {
  addEventListener(type: "fetch", f: (e: Asked) => void): void;
  addEventListener(type: "install" | "activate" | "message", f: (e: Extendable) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
}

// NAME is that of the cache. It is made from the files, so a new page never meets an old engine.
declare const NAME: string;

const scope = globalThis as unknown as Scope;
const BASE = new URL(scope.registration.scope);
const OURS = /^veil-(?:page-)?[0-9a-f]{12}$/; // caches of this page, and of older ones; others belong to other pages of the origin
const LIST = "files.json";
const SUM = "X-Veil-Sum"; // the digest of what is kept

// FILES are what the first page needs.
const FILES = ["index.html", "mines/index.html", "mines/review/index.html", "mines/train/index.html", "prove/index.html", "experiments/index.html", "first.js", "core.js", "veil.js", "review.js", "train.js", "prove.js", "veil.css", "engine.js", "videos.js", "wasm_exec.js", "veil.wasm", "icon.svg"];

type Sums = ReadonlyMap<string, string>;

const addressOf = (name: string) => new URL(name.replace(/(^|\/)index\.html$/, "$1"), BASE);

// nameOf is the file of an address, if it is below the page.
function nameOf(url: URL): string | null {
  if (url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname)) return null;
  return url.pathname.slice(BASE.pathname.length).replace(/(^|\/)$/, "$1index.html");
}

// --- what is ours ---

// isKind reports whether an answer is of the kind that a file of this name has.
function isKind(name: string, r: Response): boolean {
  const kind = r.headers.get("Content-Type") ?? "";
  if (name.endsWith(".html")) return kind.startsWith("text/html");
  return name.endsWith(".js") ? kind.includes("javascript") : name.endsWith(".css") ? kind.startsWith("text/css") : !kind.startsWith("text/html");
}

function isPlain(name: string, r: Response): boolean { return r.status === 200 && r.type === "basic" && !r.redirected && isKind(name, r); }

// sumsOf reads the list, if an answer is that of this page.
async function sumsOf(r: Response | null | undefined): Promise<Sums | null> {
  const list = (await r?.json().catch(() => null)) as { page?: unknown; files?: unknown } | null | undefined;
  if (list?.page !== NAME || typeof list.files !== "object" || list.files === null) return null;
  return new Map(Object.entries(list.files).filter((e): e is [string, string] => typeof e[1] === "string"));
}

async function keptSums(): Promise<Sums | null> { return sumsOf(await (await caches.open(NAME)).match(addressOf(LIST))); }

// newSums asks for the list and keeps it. A list of another page is that of a worker that is yet to come.
async function newSums(): Promise<Sums | null> {
  const r = await fetch(addressOf(LIST), { cache: "no-store" }).catch(() => null);
  if (!r || !isPlain(LIST, r)) return null;
  const sums = await sumsOf(r.clone());
  if (sums) await (await caches.open(NAME)).put(addressOf(LIST), r);
  return sums;
}

async function sumOf(bytes: ArrayBuffer): Promise<string> {
  return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (b) => b.toString(16).padStart(2, "0")).join("");
}

// isKept reports whether the newest form of a file is there.
async function isKept(name: string, sums: Sums): Promise<boolean> {
  return (await (await caches.open(NAME)).match(addressOf(name)))?.headers.get(SUM) === sums.get(name);
}

// keep keeps an answer if it is the file of the list, and reports whether it is. It throws if there is no room.
async function keep(name: string, r: Response, sums: Sums): Promise<boolean> {
  if (!isPlain(name, r)) return false;
  const bytes = await r.arrayBuffer();
  if ((await sumOf(bytes)) !== sums.get(name)) return false;
  const headers = new Headers(r.headers);
  for (const wire of ["Content-Encoding", "Content-Length"]) headers.delete(wire);
  headers.set(SUM, sums.get(name)!);
  await (await caches.open(NAME)).put(addressOf(name), new Response(bytes, { headers }));
  return true;
}

// --- the first files, and the rest ---

scope.addEventListener("install", (e) => e.waitUntil(install().then(() => scope.skipWaiting())));

// install keeps what the first page needs, or nothing: then the worker before this one stays.
async function install(): Promise<void> {
  try {
    const sums = await newSums();
    if (!sums) throw new Error(`${LIST} is not that of ${NAME}`);
    for (const name of FILES) {
      if (!(await keep(name, await fetch(addressOf(name), { cache: "reload" }), sums))) throw new Error(`${name} is not that of ${NAME}`);
    }
  } catch (e) {
    await caches.delete(NAME);
    throw e;
  }
}

scope.addEventListener("activate", (e) => e.waitUntil(forget().then(() => scope.clients.claim())));

async function forget(): Promise<void> {
  for (const name of await caches.keys()) if (name !== NAME && OURS.test(name)) await caches.delete(name);
}

// isForLater leaves out what nobody needs without a network: pictures of links and of the documentation.
function isForLater(name: string): boolean { return !/^(?:og\/|docs\/(?!search\.json$).*(?<!\.html)$|robots\.txt$)/.test(name); }

// rank: pages come before engines, and the documentation last.
function rank(name: string): number { return name.startsWith("docs/") ? 2 : /\.(?:wasm|bin)$/.test(name) ? 1 : 0; }

// The rest is fetched after the page is there, so that nobody waits for it: then every page
// works without a network after one visit to any of them.
scope.addEventListener("message", (e) => e.waitUntil(later().catch(() => {}))); // there is no room: the pages work without

async function later(): Promise<void> {
  const sums = (await newSums()) ?? (await keptSums());
  for (const name of [...(sums?.keys() ?? [])].sort((a, b) => rank(a) - rank(b))) {
    if (!isForLater(name) || (await isKept(name, sums!))) continue;
    const r = await fetch(addressOf(name)).catch(() => null); // a server may lack some
    if (r) await keep(name, r, sums!);
  }
}

// --- answers ---

// What is computed, or drawn for links, is not kept.
const NEVER = /\/(?:v1|share|og)\//;

scope.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  const name = nameOf(url);
  if (e.request.method !== "GET" || name === null || NEVER.test(url.pathname)) return;
  e.respondWith(answer(e, name, url));
});

// answer asks the network first, so that nobody is kept on an old page, and takes what was kept if that fails. A page in place of a script
// or an engine is somebody else's. In place of a page it is shown: the visitor may have to log in there.
async function answer(e: Asked, name: string, url: URL): Promise<Response> {
  const r = await fetch(e.request).catch(() => null);
  if (!r) return (await kept(url)) ?? absent(e.request);
  if (e.request.mode !== "navigate" && !isKind(name, r)) return (await kept(url)) ?? r;
  const sums = r.ok ? await keptSums() : null;
  if (sums?.has(name) && !(await isKept(name, sums))) e.waitUntil(keep(name, r.clone(), sums).catch(() => {}));
  return r;
}

function absent(request: Request): Response {
  if (request.mode !== "navigate") return Response.error();
  return new Response("<!doctype html><meta charset=utf-8><title>Offline · veil</title><p>You are offline, and this page was not kept.", { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

// kept finds a page with or without its last slash.
async function kept(url: URL): Promise<Response | undefined> {
  const [cache, plain] = [await caches.open(NAME), url.origin + url.pathname];
  return (await cache.match(plain)) ?? (await cache.match(plain + "/"));
}
