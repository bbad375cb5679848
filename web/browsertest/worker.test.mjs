// SPDX-License-Identifier: BSD-3-Clause

// The service worker: what it keeps is veil's, what it deletes is veil's, and pages work when there is no room and while
// a new version arrives.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { PATIENCE, STATIC, open, stage } from "./browser.mjs";
import { serve } from "./serve.mjs";

const PORTAL = { kind: "text/html; charset=utf-8", body: "<!doctype html><title>Hotel</title><h1>Please log in</h1>" };
const NEXT = "veil-page-ffffffffffff";

// hotel is a host that can become a hotel's network, or send the next version of the page.
async function hotel(t) {
  const state = { foreign: () => false, next: false };
  const site = await serve(STATIC, async (path, contents) => {
    if (state.foreign(path)) return PORTAL;
    return state.next ? changed(path, contents) : null;
  });
  t.after(() => site.close());
  return Object.assign(site, { state });
}

const MARK = "\nglobalThis.next = true;\n";

// changed is a file of the next version: its script says so.
async function changed(path, contents) {
  if (path === "/veil.js") return { body: (await contents()) + MARK };
  if (path === "/sw.js") return { body: String(await contents()).replaceAll(/veil-page-[0-9a-f]{12}/g, NEXT) };
  if (path !== "/files.json") return null;
  const list = JSON.parse(await contents());
  const script = await (await import("./serve.mjs")).contents(STATIC, "veil.js");
  return { body: JSON.stringify({ page: NEXT, files: { ...list.files, "veil.js": createHash("sha256").update(script + MARK).digest("hex") } }) };
}

let browser;
stage(async () => ({ close() {} }), (_, b) => { browser = b; });

// visit opens the page with its worker, beside the cache of another page of the origin.
async function visit(t, site, prepare) {
  const v = await open(browser, site.url + "mines/", { serviceWorkers: "allow", prepare });
  t.after(() => v.context.close());
  await v.page.evaluate(async () => (await caches.open("other-page")).put("/other", new Response("other")));
  return v;
}

// until waits for what a page promises: waitForFunction takes a promise for a yes.
async function until(page, promised, arg) {
  for (const end = Date.now() + PATIENCE; !(await page.evaluate(promised, arg));) {
    assert.ok(Date.now() < end, String(promised));
    await page.waitForTimeout(200);
  }
}

// rested waits until the worker is there and has kept everything.
const rested = (page) => until(page, async () => navigator.serviceWorker.controller && (await caches.match("/docs/reference/cli/")) !== undefined && (await caches.match("/diag.wasm")) !== undefined);

// registered is what becomes of a worker: "activated", or "redundant" if it could not be installed.
const registered = (page) => page.evaluate(async () => {
  const r = await navigator.serviceWorker.register("/sw.js");
  const worker = r.installing ?? r.waiting ?? r.active;
  while (worker.state !== "redundant" && worker.state !== "activated") await new Promise((f) => worker.addEventListener("statechange", f, { once: true }));
  return worker.state;
});

const names = (page) => page.evaluate(async () => (await caches.keys()).sort());
const plays = async (page) => {
  await page.locator('#board [data-i="40"]').click();
  await page.waitForSelector("#board .o");
};
const heading = (page) => page.locator("h1").first().textContent();

test("what a hotel's network says is shown, and not kept", async (t) => {
  const site = await hotel(t);
  const { page } = await visit(t, site);
  await rested(page);
  site.state.foreign = () => true;
  await page.goto(site.url + "mines/train/");
  assert.equal(await heading(page), "Please log in");
  assert.match(await page.evaluate(async () => (await fetch("/veil.js")).text()), /veil/, "a script is taken from what was kept");
  assert.doesNotMatch(await page.evaluate(async () => (await (await caches.match("/mines/train/")).text())), /log in/);
  site.close();
  await page.goto(site.url + "mines/");
  await plays(page);
  assert.ok((await names(page)).includes("other-page"), "the cache of another page is left alone");
});

test("a worker that is offered somebody else's files keeps nothing", async (t) => {
  const site = await hotel(t);
  site.state.foreign = (path) => path === "/mines/train/index.html"; // one page of the first ones
  const { page } = await visit(t, site);
  assert.equal(await registered(page), "redundant");
  assert.deepEqual(await names(page), ["other-page"]);
  await plays(page);
});

// quota lets the origin keep so many bytes.
async function quota(v, site, bytes) {
  const cdp = await v.context.newCDPSession(v.page);
  await cdp.send("Storage.overrideQuotaForOrigin", { origin: new URL(site.url).origin, quotaSize: bytes });
}

test("with full storage the page works, and nothing half is left", async (t) => {
  const site = await hotel(t);
  const v = await visit(t, site);
  await quota(v, site, 300_000);
  assert.equal(await registered(v.page), "redundant");
  assert.deepEqual(await names(v.page), ["other-page"]);
  await v.page.reload();
  await plays(v.page);
});

test("with storage that fills up later the first pages work without a network", async (t) => {
  const site = await hotel(t);
  const v = await visit(t, site);
  await quota(v, site, 13_000_000); // the first files have 8 MB, all have 28
  await until(v.page, async () => navigator.serviceWorker.controller && (await caches.match("/veil.wasm")) !== undefined);
  const count = () => v.page.evaluate(async () => (await (await caches.open((await caches.keys()).find((n) => n.startsWith("veil-")))).keys()).length);
  for (let before = 0, now = await count(); now !== before; before = now, now = await count()) await v.page.waitForTimeout(1000);
  assert.equal(await v.page.evaluate(async () => [await caches.match("/diag.wasm"), await caches.match("/play.wasm")].every(Boolean)), false, "there was room for everything");
  site.close();
  await v.page.goto(site.url + "mines/");
  await plays(v.page);
});

test("what is first needed without a network is there: a review, the lessons, a recorded game", async (t) => {
  const site = await hotel(t);
  const v = await visit(t, site);
  await quota(v, site, 13_000_000); // for the first files, and not for all
  await until(v.page, async () => navigator.serviceWorker.controller && (await caches.match("/veil.wasm")) !== undefined);
  site.close();
  await v.page.goto(site.url + "mines/train/");
  await v.page.waitForSelector("[role=grid]");
  await v.page.goto(site.url + "mines/review/");
  const game = "RawVF_Version: Rev6\nBoard:\n*0\n00\nEvents:\n0.1 lc 2 2 (20 20)\n0.2 lr 2 2 (20 20)\n";
  await v.page.setInputFiles("input[type=file]", { name: "game.rawvf", mimeType: "text/plain", buffer: Buffer.from(game) });
  await v.page.waitForSelector("main.review:not(.empty)");
});

test("a new version arrives while the page is used", async (t) => {
  const site = await hotel(t);
  const v = await visit(t, site);
  await rested(v.page);
  site.state.next = true;
  await v.page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await until(v.page, (next) => caches.keys().then((list) => list.includes(next) && list.filter((n) => n.startsWith("veil-")).length === 1), NEXT);
  await plays(v.page); // the old page goes on
  assert.equal(await v.page.evaluate(() => globalThis.next), undefined);
  assert.ok((await names(v.page)).includes("other-page"));
  await v.page.reload();
  await plays(v.page);
  assert.equal(await v.page.evaluate(() => globalThis.next), true);
  site.close();
  await v.page.reload();
  await v.page.waitForSelector("#board .o");
  assert.equal(await v.page.evaluate(() => globalThis.next), true, "without a network it is the new one too");
  assert.deepEqual(v.faults.filter((f) => !/ERR_|Failed to load/.test(f)), []);
});
