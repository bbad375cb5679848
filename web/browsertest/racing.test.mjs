// SPDX-License-Identifier: BSD-3-Clause

// What players count, how they like to play, and how they find their way.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { cell, clean, fixed, paste, shot, steady, watchShifts } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function visit(path, options = {}) {
  const t = await open(browser, site.url + path, { ...options, prepare: async (context) => { await fixed(context, 5); await watchShifts(context); if (options.kept) await context.addInitScript((kept) => { if (!localStorage.length) Object.entries(kept).forEach(([k, v]) => localStorage.setItem(k, v)); }, options.kept); } });
  await t.page.waitForSelector("main");
  return t;
}

async function kept(page) {
  const text = await page.waitForFunction(() => { const s = sessionStorage.getItem("veil.mines.game"); return s && JSON.parse(s).layout ? s : null; });
  return JSON.parse(await text.jsonValue());
}

const figures = (page) => page.locator(".figures dd").allTextContents();

// begin opens the first cell, and finds where the mines are.
async function begin(page) {
  await cell(page, 40).click();
  await page.waitForSelector("#board .o");
  const game = await kept(page);
  return Array.from(game.layout, (x) => x === "1");
}

const around = (i, w = 9, h = 9) => [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [(i % w) + dx, Math.floor(i / w) + dy])).filter(([x, y]) => x >= 0 && y >= 0 && x < w && y < h).map(([x, y]) => x + w * y).filter((n) => n !== i);

test("a won game: milliseconds, 3BV, clicks, records, the path of the mouse, and RAWVF there and back", async () => {
  const t = await visit("mines/");
  await t.page.waitForSelector("[role=grid]");
  const mines = await begin(t.page);
  await cell(t.page, mines.indexOf(true)).click({ button: "right" });
  await cell(t.page, mines.indexOf(true)).click(); // a flag protects: a wasted click
  for (let i = 0; i < 81; i++) if (!mines[i] && (await cell(t.page, i).getAttribute("class")).startsWith("h")) await cell(t.page, i).click();
  await t.page.waitForSelector(".finished.won");
  assert.match(await t.page.textContent(".finished .num"), /^\d+:\d\d\.\d{3}/);
  const [value, rate, efficiency, clicks, openings, islands] = await figures(t.page);
  assert.match(value, /^\d+$/);
  assert.match(rate, /^\d+\.\d\d$/);
  assert.match(efficiency, /^\d+%$/);
  const [, all, useful, wasted] = /^(\d+): (\d+) useful, (\d+) wasted$/.exec(clicks).map(Number);
  assert.deepEqual([all, wasted], [useful + 1, 1]);
  assert.equal(Math.round((100 * Number(value)) / all), parseInt(efficiency));
  assert.ok(Number(openings) >= 1 && Number(islands) >= 0);
  assert.match(await t.page.textContent("[aria-label=Record]"), /Best time\d+:\d\d\.\d{3}Best 3BV per second\d+\.\d\d/);
  await t.page.click("button:text-is('Mouse path')");
  assert.ok((await t.page.getAttribute("svg.mouse polyline", "points")).split(" ").length > 2 * all);
  const [boards, paths] = await Promise.all(["#board", "svg.mouse"].map((s) => t.page.locator(s).boundingBox()));
  assert.ok(Math.abs(boards.x - paths.x) < 2 && Math.abs(boards.width - paths.width) < 3, "the path lies on the board");
  await shot(t.page, "racing-won");
  assert.deepEqual(await violations(t.page), []);
  const [file] = await Promise.all([t.page.waitForEvent("download"), t.page.click("button:text-is('RAWVF')")]);
  const text = readFileSync(await file.path(), "utf8");
  assert.match(text, /^RawVF_Version: Rev6\n/);
  assert.match(text, new RegExp(`\\nBBBV: ${value}\\n`));
  await t.page.reload();
  await t.page.waitForSelector(".finished.won");
  assert.deepEqual((await figures(t.page)).slice(0, 1), [value], "the figures are there after a reload");
  assert.equal((await figures(t.page))[3], clicks);
  await paste(t.page, text);
  await t.page.waitForFunction((n) => document.querySelector(".figures dd:nth-of-type(1)") && document.querySelector(".finished") && document.querySelectorAll(".figures dd")[3]?.textContent === n, clicks);
  const [again] = await Promise.all([t.page.waitForEvent("download"), t.page.click("button:text-is('RAWVF')")]);
  const events = (s) => s.slice(s.indexOf("Events:")).split("\n").slice(0, -2).join("\n");
  assert.equal(events(readFileSync(await again.path(), "utf8")), events(text), "every event of the mouse came back");
  clean(t);
  await t.context.close();
});

test("the middle button and both buttons open around a number, and may be the only ones that do", async () => {
  for (const chord of ["any", "pair"]) {
    const t = await visit("mines/", { kept: { "veil.mines.habits": JSON.stringify({ chord }) } });
    await t.page.waitForSelector("[role=grid]");
    const mines = await begin(t.page);
    const marks = await t.page.locator("#board [data-i]").evaluateAll((list) => list.map((c) => (c.className.startsWith("h") ? "." : c.textContent || "0")));
    const ready = marks.flatMap((x, i) => (/[1-8]/.test(x) && around(i).some((n) => !mines[n] && marks[n] === ".") ? [i] : []));
    const [one, two] = [ready[0], ready.at(-1)];
    const hidden = (i) => t.page.evaluate((list) => list.filter((n) => document.querySelector(`[data-i="${n}"]`).classList.contains("h")).length, around(i).filter((n) => !mines[n]));
    for (const i of new Set([...around(one), ...around(two)])) if (mines[i]) await cell(t.page, i).click({ button: "right" });
    if (chord === "pair") {
      await cell(t.page, one).click();
      assert.ok((await hidden(one)) > 0, "one click does nothing");
    }
    await cell(t.page, one).click({ button: "middle" });
    assert.equal(await hidden(one), 0, "the middle button opens around it");
    if (await hidden(two)) {
      await cell(t.page, two).hover();
      await t.page.mouse.down({ button: "left" });
      await t.page.mouse.down({ button: "right" });
      await t.page.mouse.up({ button: "right" });
      await t.page.mouse.up({ button: "left" });
      assert.equal(await hidden(two), 0, "and so do both together");
    }
    clean(t);
    await t.context.close();
  }
});

test("settings: question marks, cell size, a short press, and taps that flag", async () => {
  const t = await visit("mines/", { ...PHONE, viewport: { width: 390, height: 844 } });
  await t.page.waitForSelector("[role=grid]");
  await t.page.click("[aria-label=settings]");
  for (const [group, choice] of [["Cell size, at most (pixels)", "50"], ["A tap", "Flag"], ["Long press (seconds)", "0.25"]]) await t.page.click(`[aria-label="${group}"] button:text-is("${choice}")`);
  await t.page.click("[role=switch]:has-text('Question marks')");
  await shot(t.page, "racing-settings");
  assert.deepEqual(await violations(t.page), []);
  await t.page.click("dialog[open] form[method=dialog] .btn");
  await t.page.tap(".thumb .tb:last-child");
  await cell(t.page, 40).tap();
  await t.page.waitForSelector("#board .o");
  const first = await t.page.locator("#board .h").first().getAttribute("data-i");
  const tapped = cell(t.page, first);
  await tapped.tap();
  assert.match(await tapped.getAttribute("aria-label"), /flagged/i);
  await tapped.tap();
  assert.match(await tapped.getAttribute("aria-label"), /question mark/);
  assert.equal(await t.page.textContent(".mines-left b"), "10");
  await kept(t.page);
  await t.page.waitForFunction(() => JSON.parse(sessionStorage.getItem("veil.mines.game")).maybe.length === 1);
  await t.page.reload();
  await t.page.waitForSelector("#board .o");
  assert.match(await tapped.getAttribute("aria-label"), /question mark/, "it is there after a reload");
  await tapped.tap();
  assert.match(await tapped.getAttribute("aria-label"), /hidden/);
  clean(t);
  await t.context.close();
  const d = await visit("mines/", { kept: { "veil.mines.habits": JSON.stringify({ cell: 20 }) } });
  await d.page.waitForSelector("[role=grid]");
  assert.equal((await cell(d.page, 0).boundingBox()).width, 20);
  await d.context.close();
});

test("nothing of the settings is cut off on a phone of 360 pixels", async () => {
  for (const [locale, name] of [["en-GB", "settings"], ["de-DE", "Einstellungen"]]) {
    const t = await visit("mines/", { ...PHONE, locale });
    await t.page.waitForSelector("[role=grid]");
    await t.page.click(`[aria-label=${name}]`);
    await t.page.waitForSelector("dialog[open] .settings");
    const out = await t.page.evaluate(() => {
      const d = document.querySelector("dialog[open]");
      const box = d.getBoundingClientRect();
      return [...d.querySelectorAll("button, a, p, span")].filter((e) => { const b = e.getBoundingClientRect(); return b.left < box.left || b.right > box.right; }).map((e) => e.textContent);
    });
    assert.deepEqual(out, [], locale);
    await t.context.close();
  }
});

test("Home says what it is, Play is on the first screen, and no row of cards has a hole", async () => {
  for (const options of [{}, { viewport: { width: 1440, height: 900 } }, PHONE, { ...PHONE, viewport: { width: 390, height: 844 } }]) {
    for (const locale of ["en-GB", "de-DE"]) {
      const t = await visit("", { ...options, locale });
      await t.page.waitForSelector(".badge.exact");
      const { height, width } = t.page.viewportSize();
      const below = async (what) => { const b = await t.page.locator(what).first().boundingBox(); return b.y + b.height; };
      assert.match(await t.page.textContent("h1"), /Minesweeper/);
      for (const path of ["mines/daily/", "mines/leaks/", "prove/"]) assert.equal(await t.page.locator(`.doors a[href$="${path}"]`).count(), 1, path);
      for (const what of ["h1", ".pitch .btn.pri", "#board"]) assert.ok((await below(what)) <= height, `${what} is on the first screen of ${width} in ${locale}`);
      const holes = await t.page.evaluate(() => {
        const rows = Map.groupBy([...document.querySelectorAll(".doors > li")].map((li) => li.getBoundingClientRect()), (r) => Math.round(r.top));
        const ends = [...rows.values()].map((row) => Math.round(Math.max(...row.map((r) => r.right))));
        return new Set(ends).size;
      });
      assert.equal(holes, 1, `the cards end together at ${width}`);
      assert.ok((await t.page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      await shot(t.page, `racing-home-${width}-${locale}`);
      if (!options.hasTouch) await steady(t.page);
      assert.deepEqual(await violations(t.page), []);
      await t.page.click(".pitch .btn.pri");
      await t.page.waitForSelector(".btn.level");
      clean(t);
      await t.context.close();
    }
  }
});

test("navigation fits 360 pixels on every page, and a game has nothing below it", async () => {
  for (const locale of ["en-GB", "de-DE"]) {
    for (const path of ["", "mines/", "mines/review/", "mines/train/", "prove/", "problems/", "krieg/", "krieg/play/", "experiments/", "diag/"]) {
      const t = await visit(path, { ...PHONE, locale });
      await t.page.waitForSelector("header.top nav a");
      const [has, needs, page] = await t.page.evaluate(() => { const n = document.querySelector("header.top nav"); return [n.clientWidth, n.scrollWidth, document.documentElement.scrollWidth]; });
      assert.ok(needs <= has, `${path} in ${locale}: ${needs} pixels in ${has}`);
      assert.ok(page <= 360, `${path} in ${locale}: the page has ${page} pixels`);
      assert.ok(await t.page.isVisible("header.top nav a[href$='mines/']"));
      if (path === "mines/") assert.ok(await t.page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "there is nothing to scroll to");
      await t.context.close();
    }
  }
});
