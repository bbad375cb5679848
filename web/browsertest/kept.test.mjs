// SPDX-License-Identifier: BSD-3-Clause

// A game of Minesweeper is never covered, lost, stopped or doubled.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, clean, fixed, level, paste, settled, shot } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { HERO } from "./samples.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const WINDOWS = [[360, 640], [390, 844], [768, 1024], [1280, 720], [1440, 900]];
const LEVELS = { Beginner: [9, 9], Intermediate: [16, 16], Expert: [30, 16] };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function begin(options = {}) {
  const t = await open(browser, site.url + "mines/", { prepare: (context) => fixed(context, 11), ...options });
  await t.page.waitForSelector("[role=grid]");
  return t;
}

// first opens a cell of a fresh board and waits until the game is kept.
async function first(page, i = 40) {
  await cell(page, i).click();
  await page.waitForSelector("#board .o");
  await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("veil.mines.game"))?.layout);
}

// covered lists the cells whose middle belongs to something else, after each was brought into view, and those that are outside the window.
function covered(page) {
  return page.locator("#board [data-i]").evaluateAll((cells) => cells.flatMap((c) => {
    c.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = c.getBoundingClientRect();
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    return c.contains(at) ? [] : [`${c.dataset.i}: ${at?.closest("[class]")?.getAttribute("class") ?? "outside"}`];
  }));
}

for (const [width, height] of WINDOWS) {
  test(`every cell of every level can be tapped, ${width} px wide`, async () => {
    const touch = width <= 640;
    const t = await begin({ viewport: { width, height }, hasTouch: touch, isMobile: touch });
    for (const [name, [w, h]] of Object.entries(LEVELS)) {
      await level(t.page, name);
      await t.page.waitForFunction((n) => document.querySelectorAll("#board [data-i]").length === n, w * h);
      assert.deepEqual(await covered(t.page), [], `${name}, a fresh board`);
      await t.page.locator("#board [data-i]").first().evaluate((c) => c.scrollIntoView());
      await first(t.page);
      await t.page.keyboard.press("h");
      await t.page.waitForSelector(".rungs .on");
      assert.deepEqual(await covered(t.page), [], `${name}, with a hint`);
      await t.page.keyboard.press("a");
      await settled(t.page);
      assert.deepEqual(await covered(t.page), [], `${name}, with numbers`);
      await shot(t.page, `whole-${width}-${name}`);
      await t.page.keyboard.press("p");
    }
    clean(t);
    await t.context.close();
  });
}

test("a phone: the page of the game does not scroll, and the links of the footer are in the settings", async () => {
  const t = await begin(PHONE);
  assert.equal(await t.page.evaluate(() => { scrollTo(0, 1000); return scrollY; }), 0, "there is nothing below the game");
  await t.page.tap("[aria-label=settings]");
  for (const name of ["Documentation", "Find a fault", "API", "Fair play"]) {
    const link = t.page.locator(`dialog[open] a:text-is("${name}")`);
    assert.ok(await link.evaluate((a) => { const { x, y, width, height } = a.getBoundingClientRect(); return a.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }), `${name} can be tapped`);
  }
  clean(t);
  await t.context.close();
});
