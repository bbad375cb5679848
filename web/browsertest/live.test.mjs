// SPDX-License-Identifier: BSD-3-Clause

// Boards of the documentation compute: when they are seen, by keyboard and by touch, without a network. Blocks can be copied.

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { clean, shot, steady, watchShifts } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

async function visit(path, options = {}) {
  const t = await open(browser, site.url + path, { bypassCSP: true, ...options, prepare: watchShifts });
  await t.page.waitForSelector("main h1");
  return t;
}

const whole = (page) => page.waitForSelector("figure.live .badge.exact");
const focused = (page) => page.evaluate(() => [document.activeElement.closest("[role=grid]")?.id, document.activeElement.dataset.i]);

test("the first page of the documentation has the board of 4×4, exact, with its two best cells, and nothing moves", async () => {
  for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE, german: { locale: "de-DE" } })) {
    const t = await visit("docs/", options);
    assert.equal(await t.page.locator("figure.live pre").isVisible(), false, "the board stands for its text");
    await whole(t.page);
    assert.match(await t.page.textContent(".live .num"), name === "german" ? /57,42%379 von 660/ : /57\.42%379 of 660/);
    assert.deepEqual(await t.page.$$eval(".live .best[data-i]", (list) => list.map((c) => c.dataset.i)), ["2", "8"]);
    await shot(t.page, `live-${name}`);
    assert.ok(await t.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
    assert.deepEqual(await violations(t.page, ["light", "dark"], (theme) => shot(t.page, `live-${name}-${theme}`)), []);
    await steady(t.page);
    clean(t);
    await t.context.close();
  }
});

test("a board and its engine are loaded when it comes into sight", async () => {
  const t = await visit("docs/reference/formats.html");
  const asked = () => site.requests.filter((name) => /live\.js|veil\.wasm/.test(name)).length;
  const before = asked();
  await t.page.waitForTimeout(500);
  assert.equal(asked(), before, "nobody saw it");
  await t.page.locator("figure.live").scrollIntoViewIfNeeded();
  await t.page.waitForSelector("figure.live [role=grid]");
  assert.equal(asked(), before + 2);
  clean(t);
  await t.context.close();
});

test("by keyboard: arrows stay on their own board of two, Enter gives a reason, and Analyse has the position", async () => {
  const t = await visit("docs/tutorials/first-answer.html");
  await t.page.locator("figure.live").last().scrollIntoViewIfNeeded();
  await t.page.waitForSelector("figure.live .problem");
  assert.match(await t.page.locator("figure.live").last().textContent(), /Contradiction/);
  await whole(t.page);
  const [first, second] = [t.page.locator("figure.live [role=grid]").first(), t.page.locator("figure.live [role=grid]").last()];
  for (const [board, of] of [[second, "last"], [first, "first"]]) {
    await board.locator("[data-i='0']").focus();
    const [id] = await focused(t.page);
    await t.page.keyboard.press("ArrowRight");
    await t.page.keyboard.press("ArrowDown");
    assert.deepEqual(await focused(t.page), [id, of === "first" ? "5" : "6"], of);
  }
  await t.page.keyboard.press("Enter");
  await t.page.waitForSelector("figure.live .why .futs, figure.live .why .sentences");
  assert.match(await t.page.locator("figure.live").first().locator(".why h2").textContent(), /r2.c2/);
  assert.deepEqual(await violations(t.page, ["light"]), []);
  await shot(t.page, "live-why");
  await t.page.locator("figure.live").first().locator("a.btn").click();
  await t.page.waitForSelector(".verdict .badge.exact");
  assert.match(await t.page.textContent(".verdict .num"), /57\.42%/);
  clean(t);
  await t.context.close();
});

test("by touch on a phone: a tap chooses a cell, and its button gives the reason", async () => {
  const t = await visit("docs/", PHONE);
  await whole(t.page);
  await t.page.tap(".live [data-i='15']");
  await t.page.tap(".live .why .lnk");
  await t.page.waitForSelector(".live .futs");
  assert.match(await t.page.textContent(".live .why h2"), /r4.c4/);
  assert.ok(await t.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await shot(t.page, "live-phone-why");
  clean(t);
  await t.context.close();
});

test("a Kriegspiel position opens in the lab", async () => {
  const t = await visit("docs/tutorials/kriegspiel-mate.html");
  await t.page.locator("text=Open in the lab").first().click();
  await t.page.waitForSelector(".badge.exact");
  assert.match(await t.page.textContent(".num"), /^6/, "Dawson's king may be on six squares");
  await shot(t.page, "docs-lab");
  clean(t);
  await t.context.close();
});

test("without scripts there is the text, and for who saves data the picture", async () => {
  const t = await open(browser, site.url + "docs/", { javaScriptEnabled: false });
  assert.ok(await t.page.isVisible("figure.live pre"));
  await t.context.close();
  const u = await open(browser, site.url + "docs/", { prepare: (context) => context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } })) });
  await u.page.waitForTimeout(300);
  assert.ok(await u.page.isVisible("figure.live svg"));
  assert.equal(await u.page.locator("figure.live [role=grid]").count(), 0);
  clean(u);
  await u.context.close();
});

test("without a network, after one visit to another page", async () => {
  const host = await serve(STATIC);
  const t = await open(browser, host.url + "prove/", { serviceWorkers: "allow" });
  const kept = () => t.page.evaluate(async (names) => (await Promise.all(names.map((name) => caches.match(new URL("../" + name, location.href))))).every(Boolean), ["docs/", "live.js", "core.js", "veil.wasm", "docs.js"]);
  while (!(await kept())) await t.page.waitForTimeout(200);
  host.close();
  await t.page.goto(host.url + "docs/");
  await whole(t.page);
  assert.match(await t.page.textContent(".live .num"), /57\.42%/);
  await t.context.close();
});

test("a console is copied as its commands, other blocks whole, by mouse and keyboard", async () => {
  const t = await visit("docs/tutorials/first-answer.html", { permissions: ["clipboard-read", "clipboard-write"] });
  const held = () => t.page.evaluate(() => navigator.clipboard.readText());
  const [board, console] = [t.page.locator(".block:has(.language-text)").first(), t.page.locator(".block:has(.language-console)").first()];
  await board.locator(".copy").click();
  assert.equal(await held(), "4x4/4\n1...\n....\n....\n....\n");
  assert.equal(await t.page.textContent("p[role=status].vh:last-of-type"), "Copied.");
  await console.locator(".copy").focus();
  await t.page.keyboard.press("Enter");
  await t.page.waitForFunction(() => document.activeElement.textContent === "Copied");
  assert.equal(await held(), "printf '4x4/4\\n1...\\n....\\n....\\n....\\n' > hero.txt\nveil mines solve hero.txt\n");
  await shot(t.page, "docs-copy");
  assert.equal(await t.page.locator(".prose pre > code[class]").count(), await t.page.locator(".copy").count(), "each block has one");
  clean(t);
  await t.context.close();
});
