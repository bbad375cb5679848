// SPDX-License-Identifier: BSD-3-Clause

// Pages whose storage or address somebody damaged: every page still starts, and does what it is for.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { STATIC, open, stage } from "./browser.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

// PAGES are the pages, each with what it is for.
const PAGES = {
  "": (page) => page.waitForSelector(".verdict .num"),
  "mines/": async (page) => {
    await page.locator('#board [data-i="40"]').click();
    await page.waitForSelector("#board .o");
  },
  "mines/review/": async (page) => {
    await page.fill("textarea", "2x1/1\n..");
    await page.locator(".other .btn.pri").click();
    await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent.length > 20);
  },
  "mines/daily/": (page) => page.waitForSelector("#board .o"),
  "mines/leaks/": (page) => page.waitForSelector("h1"),
  "prove/": async (page) => {
    await page.fill("textarea", "3x2/1\n0..\n00.\n");
    await page.locator(".ask .btn.pri").click();
    await page.waitForSelector(".proved, .notice:not([hidden])");
  },
  "mines/train/": (page) => page.waitForSelector(".train [data-i]"),
  "krieg/": (page) => page.waitForSelector("[data-square=e2]"),
  "krieg/proof/": (page) => page.waitForSelector("[role=treeitem]"),
  "krieg/play/": async (page) => {
    await page.locator(".setgame .btn.pri").click();
    await page.waitForSelector("[data-square=e2]");
  },
  "problems/": (page) => page.waitForSelector(".pc"),
  "problems/daily/": (page) => page.waitForSelector("[role=grid]"),
  "experiments/": (page) => page.waitForSelector("main h1"),
  "api/": (page) => page.waitForSelector("main h1"),
  "diag/": (page) => page.waitForSelector("main h1"),
};

// KEYS are what the pages keep, each with a page that reads it.
const KEYS = {
  theme: "", contrast: "", language: "", sound: "mines/", "mines.game": "mines/", "mines.games": "mines/", "mines.stats": "mines/", "mines.taste": "mines/", "mines.habits": "mines/", game: "mines/review/", "game.id": "mines/review/", review: "mines/review/",
  "train.course": "mines/train/", "train.cards": "mines/train/", lab: "krieg/", solved: "problems/", days: "problems/", krieglikes: "krieg/play/", krieggame: "krieg/play/", "diag.job": "diag/",
  "daily.done": "mines/daily/", "daily.now": "mines/daily/", "mines.played": "mines/leaks/", "mines.facts": "mines/leaks/",
};

const STATE = { v: 1, id: "a", mode: "play", noGuess: false, helped: false, counted: false, hints: 0, elapsed: 0, at: 0 };

// HOSTILE are values that look right until they are used.
const HOSTILE = {
  theme: "constructor", contrast: "__proto__", language: "__proto__", sound: "toString", "train.course": "constructor", "game.id": "__proto__",
  review: JSON.stringify({ text: { length: 5 }, played: [null, { turn: "__proto__", games: -1, wins: 1e308 }, 7] }),
  "mines.stats": JSON.stringify({ v: 1, entries: [null, 7, { id: "x" }, { id: 1, size: "9x9/10", noGuess: false, won: true, ms: "soon", veil: "x", given: {} }] }),
  "mines.taste": JSON.stringify({ width: 1e9, height: 1e9, mines: "x", first: "__proto__" }),
  "mines.habits": JSON.stringify({ cell: -1, chord: "constructor", marks: 7, press: "__proto__", tap: {} }),
  "mines.game": JSON.stringify({ ...STATE, mode: "constructor", at: null, code: "9x9-10-any-" + "_".repeat(81), start: "9x9-10-any-" + "_".repeat(81), layout: "1".repeat(10) + "0".repeat(71), moves: [null] }),
  "mines.games": JSON.stringify({ v: 1, games: [null, { id: "__proto__" }, { id: "a", page: "b", width: 9, height: 9, mines: 10, ms: 0, part: 0, text: "{" }, { id: "c", page: 1, width: 1e9, height: -1, mines: 1, ms: null, part: 7, text: "" }] }),
  "daily.done": JSON.stringify({ __proto__: 1, "2026-11-18 fair": 7, constructor: "1~x" }), "daily.now": JSON.stringify({ fair: { name: "x", turns: [null] }, no_guess: { name: `${new Date().toISOString().slice(0, 10)} no_guess`, ms: 1, turns: [{ cell: 999, ms: 0, risk: 7, needless: 1, hit: "x" }] } }),
  "mines.played": JSON.stringify({ v: 1, games: [null, { id: "__proto__", day: "x", code: "9x9-10-zero-ff-zz", ms: [1e999] }, { id: "a", day: "b", code: "999x999-1-any-0-0", ms: [] }] }),
  "mines.facts": JSON.stringify({ v: 1, facts: [null, { id: "a", day: "b", won: true, start: null, cost: null, luck: null, met: { __proto__: 1 }, missed: [{ pattern: "constructor", code: "1x1-0-any-_", played: 7, points: 1 }], guesses: [], slow: [] }] }),
  "train.cards": JSON.stringify({ v: 1, cards: { a: null, __proto__: 1, b: { box: 99, due: null } } }),
  game: "# MINESWEEPER-BOARD v0.1\nrows: 999999\ncolumns: 999999\n", lab: "k=%E0%A4%A\u0000", solved: "[null,{},1e999]", days: '["x",null,1e308]',
  "diag.job": JSON.stringify({ table: { length: 5 }, seen: [null, "__proto__=1"], ended: "x", sure: "__proto__" }),
  krieglikes: JSON.stringify({ rules: "constructor", side: "white", level: 3 }), krieggame: JSON.stringify({ rules: "__proto__", me: "white", level: 1, seed: 1, tries: [["e2e4"]], phantoms: [[1, ""]] }),
};

test("the list of keys is that of the pages", () => {
  const dir = new URL("../page/", import.meta.url);
  const found = new Set();
  for (const name of readdirSync(dir, { recursive: true }).filter((n) => /(?<!test)\.tsx?$/.test(n) && !/vendor/.test(n))) {
    const text = readFileSync(new URL(name, dir), "utf8");
    const constant = (key) => new RegExp(`\\b${key} = "([\\w.]+)"`).exec(text)?.[1];
    for (const [, quoted, named] of text.matchAll(/\b(?:stored|store|forget|onStored)\((?:"([\w.]+)"|([A-Z]+)\b)/g)) found.add(quoted ?? constant(named) ?? `${named} of ${name}`);
  }
  assert.deepEqual([...found].sort(), Object.keys(KEYS).sort());
});

// visited opens pages with what is kept. What a page says and throws is collected.
async function visited(kept, paths = Object.keys(PAGES), prepare = async () => {}) {
  const t = await open(browser, site.url + "wasm_exec.js", { prepare });
  const wrong = [];
  for (const path of paths) {
    t.faults.length = 0;
    await t.page.goto(site.url + "wasm_exec.js");
    await t.page.evaluate((entries) => { // before every page: pages keep something themselves
      try {
        for (const shelf of [localStorage, sessionStorage]) {
          shelf.clear();
          for (const [key, value] of entries) shelf.setItem("veil." + key, value);
        }
      } catch { /* full, or forbidden */ }
    }, Object.entries(kept));
    await t.page.goto(site.url + path);
    await t.page.waitForSelector("main h1", { state: "attached", timeout: 10_000 }).then(() => PAGES[path](t.page)).catch((e) => wrong.push(`/${path}: ${String(e).split("\n")[0]}`));
    wrong.push(...t.faults.filter((f) => !/status of 404|openapi/.test(f)).map((f) => `/${path}: ${f}`));
  }
  await t.context.close();
  return wrong;
}

const all = (value) => Object.fromEntries(Object.keys(KEYS).map((key) => [key, value]));

// All of these take minutes: VEIL_FULL=1 adds the ones that differ least.
const FULL = process.env.VEIL_FULL === "1";
const MORE = { "what every object has": all("__proto__"), "another type": all("[1,{},null]"), "null": all("null"), "no number": all('{"v":1,"entries":NaN}') };

for (const [name, kept] of Object.entries({ "what is not JSON": all("{"), "hostile values": HOSTILE, ...(FULL ? MORE : {}) })) {
  test(`with ${name} under every key every page works`, async () => assert.deepEqual(await visited(kept), []));
}

test("with five million characters under a key its page works", async () => {
  for (const [key, path] of Object.entries(KEYS).filter((_, i) => FULL || i % 8 === 0)) assert.deepEqual(await visited({ [key]: '{"v":1,"x":"' + "x".repeat(4_900_000) }, [path]), [], key);
});

test("with storage that throws every page works", async () => {
  const forbid = (context) => context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("forbidden", "SecurityError"); } });
  });
  const full = (context) => context.addInitScript(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });
  assert.deepEqual(await visited({}, Object.keys(PAGES), forbid), [], "forbidden");
  assert.deepEqual(await visited({}, Object.keys(PAGES), full), [], "full");
});

test("with a fragment that is damaged every page works", async () => {
  const t = await open(browser, site.url + "wasm_exec.js");
  const wrong = [];
  for (const path of Object.keys(PAGES)) {
    const long = /^(mines|krieg)\/$/.test(path) ? ["p=" + "A".repeat(500_000) + "&k=" + "A".repeat(500_000)] : [];
    for (const hash of ["%E0%A4%A", "__proto__&p=____&k=____", "g=9x9", ...long]) {
      t.faults.length = 0;
      await t.page.goto(site.url + "wasm_exec.js");
      await t.page.goto(site.url + path + "#" + hash);
      await t.page.waitForSelector("main h1", { state: "attached", timeout: 10_000 }).catch((e) => wrong.push(`/${path}#${hash.slice(0, 20)}: ${String(e).split("\n")[0]}`));
      wrong.push(...t.faults.filter((f) => !/status of 404|openapi/.test(f)).map((f) => `/${path}#${hash.slice(0, 20)}: ${f}`));
    }
  }
  assert.deepEqual(wrong, []);
  await t.context.close();
});
