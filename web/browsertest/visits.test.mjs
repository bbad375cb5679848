// SPDX-License-Identifier: BSD-3-Clause

// Whole visits, on three devices and in both themes: each ends in what a person sees, and nothing shifts on the way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, clean, level, settled, shot, steady, watchShifts } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { DAWSON, GAME30, HERO, heard } from "./samples.mjs";
import { contents, serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 720 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const THEMES = ["light", "dark"];
const FULL = process.env.VEIL_FULL === "1";

async function visit(path, device, colorScheme, options = {}) {
  const t = await open(browser, site.url + path, { ...DEVICES[device], colorScheme, prepare: watchShifts, ...options });
  await t.page.waitForSelector("main");
  return t;
}

// kept is the game as the page keeps it: where its mines are, so that no visit ends by bad luck.
async function kept(page) {
  const text = await page.waitForFunction(() => { const s = sessionStorage.getItem("veil.mines.game"); return s && JSON.parse(s).layout ? s : null; });
  return JSON.parse(await text.jsonValue());
}

// press opens many cells, as a fast player would.
const press = (page, cells) => page.evaluate((list) => list.forEach((i) => document.querySelector(`#board [data-i="${i}"].h`)?.click()), cells);

// shown is what the cells say, when all of them say it: a large board changes over some frames.
async function shown(page) {
  await page.waitForSelector("#board:not([aria-busy=true])");
  return page.locator("#board [data-i]").evaluateAll((list) => list.map((c) => c.getAttribute("aria-label")).join("\n"));
}

const seconds = async (page) => (await page.textContent(".time b")).split(":").reduce((sum, x) => 60 * sum + Number(x), 0);

const LEVELS = { Beginner: [9, 9, 10], Intermediate: [16, 16, 40], Expert: [30, 16, 99] };
const GAMES = FULL ? Object.keys(LEVELS).flatMap((l) => Object.keys(DEVICES).flatMap((d) => THEMES.map((theme) => [l, d, theme]))) : [["Beginner", "phone", "dark"], ["Intermediate", "laptop", "light"], ["Expert", "desktop", "dark"]];

for (const [name, device, theme] of GAMES) {
  test(`visit: a game of ${name} on a ${device}, ${theme}: clock, reload, statistics, review and Back`, async () => {
    const [w, h, mines] = LEVELS[name];
    const t = await visit("mines/", device, theme);
    await t.page.waitForSelector("[role=grid]");
    await level(t.page, name);
    await t.page.waitForFunction((n) => document.querySelectorAll("#board [data-i]").length === n, w * h);
    assert.equal(await t.page.textContent(".mines-left b"), String(mines));
    assert.equal(await seconds(t.page), 0);
    const middle = cell(t.page, (h >> 1) * w + (w >> 1));
    await (device === "phone" ? middle.tap() : middle.click());
    await t.page.waitForSelector("#board .o");
    const game = await kept(t.page);
    const safe = Array.from(game.layout).flatMap((x, i) => (x === "0" ? [i] : []));
    assert.equal(w * h - safe.length, mines);
    await t.page.waitForFunction(() => document.querySelector(".time b").textContent !== "0:00");
    // Half of the numbers: a zero could open all that is left, and the game were over.
    const near = (i) => safe.includes(i) && [-1, 0, 1].some((dy) => [-1, 0, 1].some((dx) => game.layout[i + dy * w + dx] === "1" && (i % w) + dx >= 0 && (i % w) + dx < w));
    const numbers = safe.filter(near);
    const some = numbers.slice(0, numbers.length >> 1);
    await press(t.page, some);
    await t.page.waitForFunction((list) => list.every((i) => !document.querySelector(`#board [data-i="${i}"].h`)), some);
    const [board, at] = [await shown(t.page), await seconds(t.page)];
    await steady(t.page);

    await t.page.reload();
    await t.page.waitForSelector("#board .o");
    assert.equal(await shown(t.page), board, "the game is there after a reload");
    assert.ok((await seconds(t.page)) >= at, "and the clock goes on where it was");
    await press(t.page, safe);
    await t.page.waitForSelector(".finished.won");
    assert.ok(await t.page.isVisible(".finished .num"), "the end is seen");
    assert.match(await t.page.textContent(".finished"), /Won\d+:\d\d(\.\d)?\d+ moves/);
    assert.equal(await t.page.textContent(".mines-left b"), "0");
    const record = await t.page.textContent("[aria-label=Record]");
    assert.match(record, /Won1 of 1Best time\d+:\d\d/, record);
    await shot(t.page, `visit-won-${device}-${theme}`);
    await steady(t.page);

    const won = await shown(t.page);
    await t.page.click(".finished .btn:not(.pri)");
    await t.page.waitForSelector(".ph");
    await t.page.goBack();
    await t.page.waitForSelector(".finished.won");
    assert.equal(await shown(t.page), won, "Back leads to the game as it was");
    assert.match(await t.page.textContent("[aria-label=Record]"), /Won1 of 1/, "and it is not counted again");
    clean(t);
    await t.context.close();
  });
}

for (const [device, theme] of FULL ? Object.keys(DEVICES).flatMap((d) => THEMES.map((theme) => [d, theme])) : [["phone", "light"]]) {
  test(`visit: a link to a position on a ${device}, ${theme}, and its analysis`, async () => {
    const t = await visit("mines/" + HERO, device, theme);
    await t.page.waitForSelector(".badge.exact");
    await settled(t.page);
    assert.match(await t.page.textContent(".verdict .num"), /57\.42%/);
    assert.ok(await t.page.isVisible(".verdict .num"), "the number is seen");
    await shot(t.page, `visit-link-${device}-${theme}`);
    await steady(t.page);
    clean(t);
    await t.context.close();
  });
}

// By VEIL_FULL only: it takes a minute, and krieg.test.mjs follows a shorter game by clicks and drags.
for (const [device, theme] of FULL ? Object.keys(DEVICES).flatMap((d) => THEMES.map((theme) => [d, theme])) : []) {
  test(`visit: a game of Kriegspiel followed to move 30 by clicks alone, on a ${device}, ${theme}`, async () => {
    const t = await visit("krieg/", device, theme);
    const answered = () => t.page.waitForFunction(() => !document.querySelector(".head.stale") && /\d|≈/.test(document.querySelector(".num span")?.textContent ?? ""));
    await answered();
    const touch = (what) => (device === "phone" ? t.page.tap(what) : t.page.click(what));
    const square = (name) => touch(`[data-square="${name}"]`);
    const button = (name) => touch(`.ann button:has-text("${name}")`);
    const waits = [];
    for (const line of GAME30) {
      const [side, word, answer] = line.split(" ");
      const takes = /takes (\w\d)/.exec(line)?.[1];
      if (side === "W") {
        await square(word.slice(0, 2));
        await square(word.slice(2, 4));
        if (takes && !(await t.page.$('.ann button[aria-pressed="true"]:has-text("Captured")'))) await button("Captured on");
      } else if (takes) {
        await button("Captured on");
        await square(takes);
      }
      const check = /check (\w+)/.exec(line)?.[1];
      if (check) {
        await button("Check");
        await touch(`[aria-label='Direction of the check'] button:text-is('${{ file: "File", rank: "Rank", long: "Long diagonal", short: "Short diagonal", knight: "Knight" }[check]}')`);
      }
      const from = performance.now();
      await button(side === "B" ? "Black moved" : answer === "no" ? "Refused" : "Accepted");
      await answered();
      waits.push(performance.now() - from);
    }
    assert.equal(await t.page.locator(".clash").count(), 0);
    const log = await t.page.evaluate(() => atob(location.hash.slice(3).replace(/-/g, "+").replace(/_/g, "/")));
    assert.deepEqual(log.trim().split("\n").filter((l) => /^[WB] /.test(l)), GAME30, "what was clicked is what was heard");
    assert.equal(GAME30.filter((l) => /^W \S+ yes/.test(l)).length, 30);
    assert.match(await t.page.textContent(".head .badge"), /Estimate/);
    assert.ok((await t.page.locator(".sq.ht").count()) > 20, "the heat is there");
    assert.ok((await t.page.locator(".tries .tr").count()) >= 5, "and what to try");
    waits.sort((a, b) => a - b);
    console.log(`# ${GAME30.length} answers, ms by the clock: median ${waits[waits.length >> 1].toFixed(0)}, most ${waits.at(-1).toFixed(0)}`);
    await shot(t.page, `visit-krieg-${device}-${theme}`);
    await steady(t.page);
    clean(t);
    await t.context.close();
  });
}

// WHOLE is what a page shows when nothing more is to come.
const WHOLE = { "": ".futs", "mines/": "[role=grid]", "mines/train/": ".rb [data-i]", "mines/review/": "textarea", "mines/daily/": "#board .o", "mines/leaks/": "main h1", "prove/": ".ask", "krieg/": ".tries .tr", "krieg/play/": ".setgame", "problems/": ".pc", "diag/": "#csv" };

test("visit: nothing shifts while a page is put together, on a slow phone", async () => {
  await Promise.all(Object.entries(WHOLE).map(async ([path, whole]) => { // a slow device waits most of the time
    const t = await open(browser, site.url + "manifest.webmanifest", { ...DEVICES.phone, prepare: watchShifts });
    await (await t.context.newCDPSession(t.page)).send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await t.page.goto(site.url + path);
    await t.page.waitForSelector(whole);
    await t.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve))); // it is on the screen
    await steady(t.page);
    await t.context.close();
  }));
});

test("visit: every page, documentation included, without a network after one visit to the least of them, on a phone", async () => {
  const host = await serve(STATIC); // it is stopped: the browser's own offline switch does not reach service workers
  const t = await open(browser, host.url + "diag/", { ...DEVICES.phone, colorScheme: "dark", serviceWorkers: "allow" });
  await t.page.waitForSelector("#csv");
  const last = [...(await contents(STATIC, "docs/index.html")).toString().matchAll(/href="\.\/([\w/-]+\.html)"/g)].map((m) => m[1]).sort().at(-1); // they are kept by name
  const found = () => t.page.evaluate(async (name) => (await caches.match(new URL("../docs/" + name, location.href))) !== undefined, last);
  while (!(await found())) await t.page.waitForTimeout(200);
  host.close();
  const pages = { "": ".badge.exact", "mines/": "[role=grid]", "mines/review/": "textarea", "mines/train/": ".rb [data-i]", "mines/daily/": ".rside .note, .rside .notice", "mines/leaks/": "main h1", "prove/": ".ask", ["krieg/" + heard(DAWSON.join("\n") + "\n")]: "text=2.58 bits", "krieg/proof/": "[role=treeitem]", "problems/": ".daily", "problems/daily/": ".solve [role=grid]", "experiments/": ".notice", "krieg/play/": ".setgame", "diag/": "#csv", "api/": "text=No server here", "docs/": "h1", "docs/reference/cli/": "h1", "docs/explanation/fair-play.html": "h1" };
  for (const [path, ready] of Object.entries(pages)) {
    await t.page.goto(host.url + path);
    await t.page.waitForSelector(ready);
    if (path === "docs/") {
      await t.page.fill("#find", "install");
      await t.page.waitForSelector(".found li"); // its index is there too
    }
    if (path !== "diag/") continue;
    await t.page.tap("text=Network outage");
    await t.page.waitForSelector(".answers"); // its engine is there too
  }
  assert.deepEqual(t.foreign, []);
  await t.context.close();
});
