// SPDX-License-Identifier: BSD-3-Clause

// Recorded games that are too much: they are refused in words, by the worker, and the page answers meanwhile.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { STATIC, open, stage } from "./browser.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const two = (n) => [n >> 8, n & 255];

// evf is a file of 199,000 presses of the right button on one cell.
function evf() {
  const head = [3, 0, 0, 50, 50, ...two(1), 16, ...two(0), ...two(12), 0, 0, 0, ...new Array(8).fill(0), 128, ...new Array(312).fill(0)];
  const events = Buffer.alloc(8 * 199_000);
  for (let i = 0; i < events.length; i += 8) events.set([4 + ((i >> 3) % 2), 0, 0, 1, 0, 1, 0, 1].map((b, j) => (j === 5 || j === 7 ? 1 : j === 0 ? b : 0)), i);
  return Buffer.concat([Buffer.from(head), events, Buffer.from([0])]);
}

const rawvf = (side) => Buffer.from("RawVF_Version: Rev6\nBoard:\n*" + "0".repeat(side - 1) + "\n" + ("0".repeat(side) + "\n").repeat(side - 1) + "Events:\n0.1 lc 2 2 (20 20)\n0.2 lr 2 2 (20 20)\n");

test("the readers of recorded games are in a file of their own", () => {
  const scripts = readdirSync(STATIC).filter((name) => name.endsWith(".js"));
  const holds = (what) => scripts.filter((file) => what.test(readFileSync(STATIC + file, "utf8")));
  assert.deepEqual(holds(/has no board before its events/), ["videos.js"]);
  assert.deepEqual(holds(/The mines of this file are not on its board/), ["videos.js"]);
});

test("the readers are fetched with the first recorded game, and once", async () => {
  const t = await open(browser, site.url + "mines/review/");
  const before = site.requests.length;
  const fetched = () => site.requests.slice(before).filter((path) => path === "/videos.js").length;
  await t.page.waitForSelector("input[type=file]", { state: "attached" });
  assert.equal(fetched(), 0);
  await t.page.setInputFiles("input[type=file]", { name: "bad.avf", mimeType: "application/octet-stream", buffer: Buffer.from([1, 2, 3]) });
  await t.page.waitForFunction(() => /cannot be reviewed/.test(document.querySelector("[role=status]")?.textContent ?? ""));
  assert.equal(fetched(), 1);
  await t.page.setInputFiles("input[type=file]", { name: "game.rawvf", mimeType: "text/plain", buffer: rawvf(8) });
  await t.page.waitForSelector("main.review:not(.empty)");
  assert.equal(fetched(), 1);
  await t.context.close();
});

test("readers that cannot be fetched are named, and asked for again", async () => {
  const gone = { is: true };
  const host = await serve(STATIC, async (path) => { if (gone.is && path === "/videos.js") throw new Error("gone"); return null; });
  const t = await open(browser, host.url + "mines/review/");
  const choose = () => t.page.setInputFiles("input[type=file]", { name: "game.rawvf", mimeType: "text/plain", buffer: rawvf(8) });
  await t.page.waitForSelector("input[type=file]", { state: "attached" });
  await choose();
  await t.page.waitForFunction(() => /could not be loaded/.test(document.querySelector("[role=status]")?.textContent ?? ""));
  gone.is = false;
  await choose();
  await t.page.waitForSelector("main.review:not(.empty)");
  await t.context.close();
  host.close();
});

for (const [name, bytes, says] of [["flags.evf", evf(), /more than 2000 moves/], ["large.rawvf", rawvf(1500), /2250000 cells/], ["huge.rawvf", rawvf(3000), /too large/]]) {
  test(`${name} is refused, and the page answers`, async () => {
    const t = await open(browser, site.url + "mines/review/");
    await t.page.waitForSelector("input[type=file]", { state: "attached" });
    const cdp = await t.context.newCDPSession(t.page);
    await cdp.send("Performance.enable");
    const worked = async () => (await cdp.send("Performance.getMetrics")).metrics.find((m) => m.name === "ScriptDuration").value * 1000;
    const before = await worked();
    await t.page.setInputFiles("input[type=file]", { name, mimeType: "application/octet-stream", buffer: bytes });
    await t.page.waitForFunction((want) => new RegExp(want).test(document.querySelector("[role=status]")?.textContent ?? ""), says.source);
    const took = (await worked()) - before;
    console.log(`# ${name}: the page's thread ran scripts for ${took.toFixed(0)} ms`);
    assert.deepEqual(t.faults, []);
    await t.context.close();
  });
}

test("a recorded game is still read", async () => {
  const t = await open(browser, site.url + "mines/review/");
  await t.page.setInputFiles("input[type=file]", { name: "game.rawvf", mimeType: "text/plain", buffer: rawvf(8) });
  await t.page.waitForSelector("main.review:not(.empty)");
  assert.deepEqual(t.faults, []);
  await t.context.close();
});
