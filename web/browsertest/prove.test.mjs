// SPDX-License-Identifier: BSD-3-Clause

// Proofs that a board can, or cannot, be won without a guess: by link, by paste, after a game, and without a network.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { cell, clean, paste, shot, steady, watchShifts } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { VEIL, run } from "./veil.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const DEVICES = [{ viewport: { width: 1440, height: 900 } }, { viewport: { width: 1280, height: 720 } }, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }];

const board = (rows, mines, real) => `# MINESWEEPER-BOARD v0.1\n# Render: ascii\nrows: ${rows}\ncolumns: ${real[0].length}\nmines: ${mines}\ngame_mode: classic\nfirst: any\n[real]\n${real.join("\n")}\n[moves]\nopen r1c1\n`;
const WON = board(1, 1, ["01*10"]);
const STUCK = board(2, 1, ["011", "01*"]);

async function visit(hash = "", options = {}) {
  const t = await open(browser, site.url + "prove/" + hash, { ...options, prepare: watchShifts });
  await t.page.waitForSelector("main.prove");
  return t;
}

const proved = (page) => page.waitForSelector(".proved").then((e) => e.textContent());

test("a forced guess: by paste, in a link, step by step, with a layout for every hidden cell", async () => {
  const t = await visit("", DEVICES[0]);
  assert.deepEqual(await violations(t.page), []);
  await paste(t.page, STUCK);
  assert.match(await proved(t.page), /A guess is forced/);
  assert.match(await t.page.textContent(".rside"), /After 0 certain steps no cell is safe: each of the 2 hidden cells is a mine in one of 2 layouts/);
  for (const i of [2, 5]) {
    await cell(t.page, i).click();
    await t.page.waitForFunction((n) => document.querySelector(`#board [data-i="${n}"].mined`), i);
    assert.match(await t.page.textContent(".reason"), /A layout that fits, with a mine at r[12].c3/);
  }
  await shot(t.page, "prove-guess");
  const link = await t.page.evaluate(() => location.hash);
  assert.match(link, /^#g=3x2-1-any-/);
  clean(t);
  await t.context.close();
  const u = await visit(link, DEVICES[1]);
  assert.match(await proved(u.page), /A guess is forced/);
  clean(u);
  await u.context.close();
});

test("a board without a guess, on every device, in both themes and languages", async () => {
  const source = await visit();
  await source.page.fill("textarea", WON.replace(/\[moves\][^]*/, ""));
  await source.page.fill("input", "r1c1");
  await source.page.click(".ask .btn.pri");
  const first = await proved(source.page);
  const link = await source.page.evaluate(() => location.hash);
  await source.context.close();
  for (const [i, device] of DEVICES.entries()) {
    const locale = i % 2 ? "de-DE" : "en-GB";
    const t = await visit(link, { ...device, locale });
    const verdict = await proved(t.page);
    if (locale === "en-GB") assert.equal(verdict, first);
    else assert.notEqual(verdict, first, "in German");
    await t.page.keyboard.press("{");
    const rings = await t.page.locator("#board .ring").count();
    assert.equal(rings, 1, "the cell that comes next is marked");
    assert.ok((await t.page.evaluate(() => document.documentElement.scrollWidth)) <= device.viewport.width);
    assert.deepEqual(await violations(t.page), []);
    await shot(t.page, `prove-${device.viewport.width}-${locale}`);
    await steady(t.page);
    clean(t);
    await t.context.close();
  }
});

test("an Expert board: every step has a reason, and the checker accepted as many", async () => {
  const t = await visit();
  const text = await t.page.evaluate(async () => {
    const worker = new Worker("../engine.js", { name: "veil.wasm" });
    return new Promise((resolve) => {
      worker.onmessage = (e) => e.data.doc?.text && resolve(e.data.doc.text);
      worker.postMessage({ id: 1, question: JSON.stringify({ ask: "mines.board", size: "30x16/99", first: "zero", seed: "1" }) });
    });
  });
  await paste(t.page, text);
  assert.match(await proved(t.page), /A guess is forced/);
  assert.match(await t.page.textContent(".rside"), /(\d+) of \1 steps checked/);
  await t.page.keyboard.press("{");
  const last = Number(/of (\d+)/.exec(await t.page.textContent(".steps .pos"))[1]);
  assert.ok(last > 100);
  for (let i = 0; i < 3; i++) {
    assert.match(await t.page.textContent(".reason"), /r\d+.c\d+ is safe because of (r\d+.c\d+|the number of mines)/);
    await t.page.waitForSelector("#board .clue");
    await t.page.keyboard.press("]");
  }
  await shot(t.page, "prove-expert");
  clean(t);
  await t.context.close();
});

const BOARDS = process.env.VEIL_FULL === "1" ? 100 : 3; // of each kind

test(`the page and veil mines prove --board agree on ${BOARDS} boards of each kind`, async () => {
  const t = await visit();
  await t.page.evaluate(() => {
    const worker = new Worker("../engine.js", { name: "veil.wasm" });
    window.asked = (question) => new Promise((resolve) => {
      worker.onmessage = (e) => e.data.doc && resolve(e.data.doc);
      worker.postMessage({ id: Math.random(), question: JSON.stringify(question) });
    });
  });
  const left = { "no guess": BOARDS, guess: BOARDS };
  const SIZES = ["9x9/10", "9x9/14", "16x16/40"];
  for (let seed = 1; left.guess + left["no guess"] > 0; seed++) {
    const text = await run(["mines", "gen", SIZES[seed % SIZES.length], "--first", "zero", "--seed", String(seed)]);
    const own = await new Promise((resolve, reject) => { // exits 1 where a guess is forced
      const child = execFile(VEIL, ["mines", "prove", "--board", "--json"], { maxBuffer: 64 << 20 }, (error, out) => (out === "" ? reject(error) : resolve(JSON.parse(out))));
      child.stdin.end(text);
    });
    if (left[own.verdict] === 0) continue;
    left[own.verdict]--;
    const page = await t.page.evaluate((board) => window.asked({ ask: "mines.prove", board: { text: board } }), text);
    assert.deepEqual(page, own, `seed ${seed}`);
    assert.equal(own.checked, own.steps.length, `seed ${seed}`);
    await paste(t.page, text);
    await t.page.waitForFunction((n) => new RegExp(`\\b${n} of ${n} steps checked`).test(document.querySelector(".rside")?.textContent ?? ""), own.steps.length);
    assert.match(await proved(t.page), own.verdict === "guess" ? /A guess is forced/ : /No guess is needed/, `seed ${seed}`);
  }
  clean(t);
  await t.context.close();
});

test("a damaged link and a board that cannot be read are said, and nothing is proved", async () => {
  const t = await visit("#g=3x2-9-any-0");
  await t.page.waitForSelector(".notice:not([hidden])");
  assert.match(await t.page.textContent(".notice"), /damaged/);
  await t.page.fill("textarea", "4x4/4\n15..\n....\n....\n....\n");
  await t.page.click(".ask .btn.pri");
  await t.page.waitForFunction(() => /layout|impossible|right/i.test(document.querySelector(".notice").textContent));
  assert.equal(await t.page.locator(".proved").count(), 0);
  await t.context.close();
});

test("a link opens what it says without a network", async () => {
  const t = await visit("", { serviceWorkers: "allow" });
  await paste(t.page, STUCK);
  await proved(t.page);
  const link = await t.page.evaluate(() => location.href);
  await t.page.waitForFunction(async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    for (const n of names) if ((await (await caches.open(n)).match("/prove/")) && (await (await caches.open(n)).match("/prove.js")) && (await (await caches.open(n)).match("/veil.wasm"))) return true;
    return false;
  });
  await t.context.setOffline(true);
  await t.page.goto("about:blank");
  await t.page.goto(link);
  assert.match(await proved(t.page), /A guess is forced/);
  await t.context.close();
});
