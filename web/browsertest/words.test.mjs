// SPDX-License-Identifier: BSD-3-Clause

// The second language: every page speaks it, and nothing on a page is forgotten.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cell, clean, paste, settled, shot } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { HERO, LOST } from "./samples.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const MARK = "⟦";
const catalogue = (name) => Object.entries(JSON.parse(readFileSync(new URL(`../page/words/${name}`, import.meta.url), "utf8")));
const CATALOGUES = [catalogue("de.json"), catalogue("play/de.json")];

// marked puts a sign before every text of the German catalogues in a script, so that a text without it is one that was not
// translated.
function marked(script, name) {
  return CATALOGUES.slice(0, name === "play" ? 2 : 1).reduce(markedBy, script);
}

function markedBy(script, list) {
  const [[first, german]] = list;
  const from = script.indexOf(`"${first}":"${german}"`);
  assert(from > 0, "the catalogue is in the script");
  let [head, rest] = [script.slice(0, from), script.slice(from)];
  for (const [key] of list) rest = rest.replace(new RegExp(`("${key.replaceAll(".", "\\.")}":)(["'\`])((?:\\\\.|(?!\\2).)*)`), (_, name, quote, text) => name + quote + MARK + text.replace(/\{\w+\}/g, "$&" + MARK));
  return head + rest;
}

// forgotten lists what a visitor reads or hears that came from no catalogue: texts and names with a word in them. What
// is in another language says so, and names of things are the same everywhere.
function forgotten(mark) {
  const same = /^(?:veil|r\d+\s?c\d+|SVG|PNG|PGN|RAWVF|JSON|FEN|API|Deutsch|English|Enter|kqrbnp|[a-h]{8}|\S*\d\S*)$/;
  const word = (text) => /\p{L}{3,}/u.test(text) && !text.includes(mark) && !text.trim().split(/[\s,·()/–]+/).filter((w) => /\p{L}{3,}/u.test(w)).every((w) => same.test(w));
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    const element = node.nodeType === 3 ? node.parentElement : node;
    if (element.closest("script, noscript, style, code, kbd, pre, textarea, [lang]:not(html)")) continue;
    const texts = node.nodeType === 3 ? [node.data] : [node.getAttribute("aria-label"), node.getAttribute("title"), node.getAttribute("aria-valuetext")];
    for (const text of texts) if (text && word(text)) found.add(text.trim());
  }
  return [...found];
}

async function visit(path, arrange = async () => {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", reducedMotion: "reduce" });
  await context.addInitScript(() => localStorage.setItem("veil.language", "de"));
  await context.route(/\/(?:core|krieg|play)\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: marked(await answer.text(), /(\w+)\.js$/.exec(route.request().url())[1]) });
  });
  const page = await context.newPage();
  await page.goto(site.url + path);
  await page.waitForSelector("main");
  await arrange(page);
  const left = await page.evaluate(forgotten, MARK);
  await context.close();
  return left;
}

const VISITS = {
  home: ["", settled],
  play: ["mines/", async (page) => {
    await cell(page, 40).click();
    await page.waitForSelector(".n1");
    await page.keyboard.press("h");
    await page.waitForSelector(".sentences li");
  }],
  analyse: ["mines/" + HERO, async (page) => { await page.waitForSelector(".futs"); }],
  edit: ["mines/" + HERO, async (page) => {
    await settled(page);
    await page.keyboard.press("e");
    await page.waitForSelector(".editor");
  }],
  contradiction: ["mines/", async (page) => {
    await paste(page, "4x4/4\n15..\n....\n....\n....\n");
    await page.waitForSelector(".problem");
  }],
  lost: ["mines/", async (page) => {
    await cell(page, 40).click();
    await page.waitForSelector(".n1");
    for (let i = 0; i < 81 && !(await page.$(".finished")); i++) await cell(page, i).click({ force: true });
    await page.waitForSelector(".finished");
  }],
  keys: ["mines/", (page) => page.keyboard.press("?")],
  menu: ["mines/", (page) => page.click(".btn.level")],
  settings: ["mines/", (page) => page.click(".top-end button:last-child")],
  share: ["mines/", (page) => page.click(".strip .lnk")],
  review: ["mines/review/", async (page) => {
    await paste(page, LOST);
    await page.waitForSelector(".mgrid");
  }],
  "empty review": ["mines/review/"],
  retry: ["mines/review/", async (page) => {
    await paste(page, LOST);
    await page.click(".mk .btn");
    await page.waitForSelector(".retry");
  }],
  train: ["mines/train/", async (page) => { await page.waitForSelector(".rb [data-i]"); }],
  experiments: ["experiments/", async (page) => { await page.waitForSelector(".notice"); }],
  proof: ["krieg/proof/", async (page) => { await page.waitForSelector("[role=tree]"); }],
  lab: ["krieg/", async (page) => { await page.waitForSelector(".sq"); }],
  "new duel": ["krieg/play/", async (page) => { await page.waitForSelector(".setgame"); }],
  duel: ["krieg/play/", async (page) => {
    await page.click(".setgame [role=switch]");
    await page.click(".setgame .pri");
    await page.waitForSelector(".coach .tr");
    await page.fill("#try", "e2e4");
    await page.press("#try", "Enter");
    await page.waitForSelector(".gamelog .chip:nth-child(2)");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
  }],
  "duel’s review": ["krieg/play/", async (page) => {
    await page.evaluate(() => localStorage.setItem("veil.krieggame", JSON.stringify({ rules: "wild16", me: "white", level: 1, seed: 1, coach: false, tries: ["e2e4", "d7d5", "e4d5", "d8d5"], phantoms: [], helped: true, resigned: true })));
    await page.reload();
    await page.click(".act .pri");
    await page.waitForSelector(".knew li:nth-child(2)");
  }],
  problems: ["problems/", async (page) => { await page.waitForSelector("main h2, main h1"); }],
};

for (const [name, [path, arrange]] of Object.entries(VISITS)) {
  test(`in German nothing is forgotten: ${name}`, async () => {
    assert.deepEqual(await visit(path, arrange), []);
  });
}

test("the language is chosen in the footer or the settings, and stays", async () => {
  const t = await open(browser, site.url);
  await t.page.click('.foot button:text-is("Deutsch")');
  await t.page.waitForSelector("html[lang=de]");
  assert.equal(await t.page.textContent("h1"), "Minesweeper, mit der exakten Gewinnchance jedes Zuges");
  await t.page.waitForSelector(".badge.exact");
  assert.match(await t.page.textContent(".verdict"), /Bestes Spiel gewinnt Exakt57,42%379 von 660/);
  await t.page.goto(site.url + "mines/");
  assert.equal(await t.page.textContent(".btn.level span"), "Anfänger");
  await t.page.click("[aria-label=Einstellungen]");
  await shot(t.page, "german-settings");
  await t.page.click('[role=radio][lang=en]');
  await t.page.waitForSelector("html[lang=en]");
  assert.equal(await t.page.textContent(".btn.level span"), "Beginner");
  clean(t);
  await t.context.close();
});

test("a visitor whose browser prefers German is spoken to in German", async () => {
  const t = await open(browser, site.url + "mines/", { locale: "de-AT" });
  await t.page.waitForSelector("html[lang=de]");
  assert.equal(await t.page.textContent(".btn.level span"), "Anfänger");
  await t.context.close();
});
