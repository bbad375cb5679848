// SPDX-License-Identifier: BSD-3-Clause

// The documentation: its links, its search, its former addresses, and its pages as axe sees them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { clean, shot } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { contents, serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const MADE = new URL("../../bin/page/", import.meta.url).pathname; // by make program
const NAMES = readdirSync(MADE + "docs", { recursive: true }).filter((n) => n.endsWith(".html")).map((n) => "docs/" + n);
const REDIRECTS = readFileSync(new URL("../../docs/redirects.tsv", import.meta.url), "utf8").trim().split("\n").map((l) => l.split("\t"));
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const plain = (text) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'");
const idsOf = (html) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map((m) => plain(m[1])));
const linksOf = (html) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map((m) => plain(m[1]));

// deadLinks lists the links of pages that lead nowhere on this site, or to no heading: a position of the lab or of Analyse is none. read returns a file or throws.
async function deadLinks(names, read) {
  const dead = [];
  const ids = new Map();
  for (const name of names) {
    for (const link of linksOf(await read(name))) {
      if (/^[a-z]+:/.test(link)) continue;
      const url = new URL(link, "http://site/" + name);
      const [to, id] = [decodeURIComponent(url.pathname.slice(1)).replace(/(^|\/)$/, "$1index.html"), decodeURIComponent(url.hash.slice(1))];
      if (!ids.has(to)) ids.set(to, await read(to).then(idsOf, () => null));
      if (ids.get(to) === null || (id && !/^[kp]=/.test(id) && !ids.get(to).has(id))) dead.push(`${name}: ${link}`);
    }
  }
  return dead;
}

test("a link that leads nowhere is found", async () => {
  const files = { "a/b.html": '<a href="c.html"> <a href="../"> <a href="#no"> <a href="c.html#yes"> <img src="x.png"> <a href="https://x.org/">', "a/c.html": '<h2 id="yes">', "index.html": "" };
  const read = async (name) => files[name] ?? assert.fail(name);
  assert.deepEqual(await deadLinks(["a/b.html"], read), ["a/b.html: #no", "a/b.html: x.png"]);
});

test("every link of the documentation leads to a file and a heading of the site", async () => {
  assert.ok(NAMES.length > 120, `${NAMES.length} pages`);
  assert.deepEqual(await deadLinks(NAMES, async (name) => String(await contents(STATIC, name))), []);
});

test("former addresses lead to the present ones", async () => {
  const t = await open(browser, site.url + "404.html");
  for (const [former, now] of [REDIRECTS[0], REDIRECTS.at(-1), REDIRECTS.find(([, now]) => now.endsWith("index.html"))]) {
    const there = site.url + "docs/" + now.replace(/index\.html$/, "");
    await t.page.goto(site.url + "docs/" + former);
    await t.page.waitForURL(there);
    await t.page.waitForSelector("main h1");
  }
  assert.deepEqual(t.foreign, []);
  await t.context.close();
});

test("the search by keyboard: as one types, down the list, back, and to the first page", async () => {
  const t = await open(browser, site.url + "docs/reference/glossary.html");
  const [key, focused] = [(k) => t.page.keyboard.press(k), () => t.page.evaluate(() => document.activeElement.id || document.activeElement.textContent)];
  await key("/");
  assert.equal(await focused(), "find");
  await t.page.keyboard.type("exit code");
  await t.page.waitForSelector(".found li:has-text('Exit codes')");
  assert.match(await t.page.textContent(".found [role=status]"), /^\d+ pages$/);
  await key("ArrowDown");
  assert.match(await focused(), /^Exit codes/);
  await key("ArrowDown");
  assert.doesNotMatch(await focused(), /^Exit codes/);
  await key("ArrowUp");
  await key("ArrowUp");
  assert.equal(await focused(), "find");
  await key("Escape");
  assert.equal(await t.page.isVisible(".found"), false);
  await t.page.fill("#find", "exit code 4");
  await t.page.waitForSelector(".found li:has-text('Exit codes')");
  await key("ArrowDown");
  await key("Escape");
  assert.equal(await focused(), "find");
  assert.equal(await t.page.isVisible(".found"), false);
  await key("ArrowDown");
  await t.page.waitForSelector(".found li");
  await shot(t.page, "docs-search");
  await key("Enter");
  await t.page.waitForURL(/docs\/reference\/exit-codes\.html/);
  await key("/");
  await t.page.keyboard.type("xyzzy");
  await t.page.waitForSelector(".found p:text('No page has “xyzzy”.')");
  await key("Tab");
  assert.equal(await t.page.isVisible(".found"), false, "it closes when the focus leaves");
  clean(t);
  await t.context.close();
});

test("the search on a phone", async () => {
  const t = await open(browser, site.url + "docs/", PHONE);
  await t.page.tap("#find");
  await t.page.fill("#find", "kriegspiel rules");
  await t.page.waitForSelector(".found li");
  assert.ok(await t.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
  await shot(t.page, "docs-search-phone");
  await t.page.tap(".found li a");
  await t.page.waitForURL(/kriegspiel-rules|rulesets/);
  clean(t);
  await t.context.close();
});

test("without scripts there is no search box", async () => {
  const t = await open(browser, site.url + "docs/", { javaScriptEnabled: false });
  assert.equal(await t.page.isVisible("#find"), false);
  assert.equal(await t.page.isVisible("text=Play Minesweeper"), true);
  await t.context.close();
});

// The first page and a long one are in axe.test.mjs too, which has more themes.
const PAGES = ["docs/", "docs/tutorials/first-answer.html", "docs/reference/engine-protocol.html", "docs/results/standings.html", "docs/reference/cli/veil-krieg-mate.html"];

test("axe finds nothing to complain about in the documentation, in both themes", async () => {
  const t = await open(browser, site.url + PAGES[0], { bypassCSP: true });
  const all = [];
  for (const path of PAGES) {
    await t.page.goto(site.url + path);
    await t.page.waitForSelector("main h1");
    if (path === PAGES[1]) {
      await t.page.fill("#find", "risk");
      await t.page.waitForSelector(".found li");
    }
    all.push(...(await violations(t.page, ["light", "dark"])).map((f) => `${path} ${f}`));
  }
  assert.deepEqual(all, []);
  await t.context.close();
});
