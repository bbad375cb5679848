// SPDX-License-Identifier: BSD-3-Clause

// Every page and state, on a desktop and on a phone, as axe sees them. Those of Kriegspiel are in krieg.test.mjs and duel.test.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SYSTEM, THEMES, violations } from "./axe.mjs";
import { cell, isOver, paste, settled } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { DAWSON, HERO, LOST, MIDGAME, heard } from "./samples.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

// Every page and state, and how to get there.
const STATES = {
  home: ["", (page) => page.waitForSelector(".badge.exact")],
  fresh: ["mines/", (page) => page.waitForSelector("[role=grid]")],
  menu: ["mines/", (page) => page.click(".btn.level")],
  playing: ["mines/", async (page) => {
    await cell(page, 40).click();
    await page.waitForSelector("#board .o");
    await cell(page, 0).click({ button: "right" });
    await page.keyboard.press("h");
    await page.waitForSelector(".rungs");
  }],
  analyse: ["mines/" + HERO, (page) => page.waitForSelector(".futs", { state: "attached" })],
  expert: ["mines/", async (page) => {
    await paste(page, MIDGAME);
    await settled(page);
    await page.waitForSelector(".deeper");
  }],
  edit: ["mines/" + HERO, async (page) => {
    await page.keyboard.press("e");
    await page.waitForSelector(".editor");
    await settled(page);
  }],
  clash: ["mines/", async (page) => {
    await paste(page, "4x4/4\n15..\n....\n....\n....\n");
    await page.waitForSelector(".problem");
  }],
  lost: ["mines/", async (page) => {
    await cell(page, 40).click();
    await page.waitForSelector("#board .o");
    for (let i = 0; i < 81 && !(await isOver(page)); i++) await cell(page, i).click({ force: true });
    await page.waitForSelector(".finished");
  }],
  keys: ["mines/", (page) => page.keyboard.press("?")],
  share: ["mines/", (page) => page.click(".strip .plain-link")],
  "share a review": ["mines/review/", async (page) => {
    await paste(page, LOST);
    await page.click(".ph .btn");
    await page.waitForSelector("dialog[open] input");
  }],
  settings: ["mines/", (page) => page.click("[aria-label=settings]")],
  prompt: ["mines/", (page) => page.keyboard.press("/")],
  "review, empty": ["mines/review/", (page) => page.waitForSelector("textarea")],
  review: ["mines/review/", async (page) => {
    await paste(page, LOST);
    await page.click(".mk .btn");
    await page.waitForSelector(".retry");
  }],
  train: ["mines/train/", (page) => page.waitForSelector("text=Show the solution")],
  experiments: ["experiments/", (page) => page.waitForSelector(".notice")],
  api: ["api/", (page) => page.waitForSelector("h1")],
  docs: ["docs/", (page) => page.waitForSelector("h1")],
  "docs, a long one": ["docs/reference/cli/", (page) => page.waitForSelector("h1")],
  "not found": ["404.html", (page) => page.waitForSelector("h1")],
};

// OTHERS have tests of their own, which look at them on a desktop and in fewer themes.
const OTHERS = {
  lab: ["krieg/" + heard(DAWSON.join("\n") + "\n"), (page) => page.waitForSelector("text=2.58 bits")],
  proof: ["krieg/proof/", (page) => page.waitForSelector("[role=treeitem]")],
  duel: ["krieg/play/", (page) => page.waitForSelector(".setgame")],
  "duel, a game": ["krieg/play/", async (page) => {
    await page.click(".setgame .pri");
    await page.waitForSelector(".act");
  }],
  problems: ["problems/", (page) => page.waitForSelector(".pc")],
  daily: ["problems/daily/", (page) => page.waitForSelector(".walk")],
  diag: ["diag/", (page) => page.waitForSelector("#csv")],
  "diag, searching": ["diag/", async (page) => {
    await page.click("form .btn >> nth=0");
    await page.click(".runbook > summary");
    await page.waitForSelector(".runbook details");
  }],
};

const FULL = process.env.VEIL_FULL === "1";
// A theme changes colours and no layout: VEIL_FULL=1 looks at all of them on a phone too, as the page and as the system asks
// for it, at what other tests look at on a desktop, and at a long page in every theme.
const SCREENS = {
  desktop: { options: { viewport: { width: 1280, height: 800 } }, themes: THEMES },
  phone: { options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, themes: FULL ? [...THEMES, ...SYSTEM] : ["light"] },
};

for (const [screen, { options, themes }] of Object.entries(SCREENS)) {
  test(`axe finds nothing to complain about, on a ${screen}`, async () => {
    const all = [];
    for (const [name, [path, arrange]] of Object.entries(FULL && screen === "phone" ? { ...STATES, ...OTHERS } : STATES)) {
      if (screen === "phone" && (name === "share" || (!FULL && /edit|share|keys|prompt|a long one/.test(name)))) continue; // there is no such button, no keyboard, and one long page is enough
      const t = await open(browser, site.url + path, { bypassCSP: true, ...options });
      await t.page.waitForSelector("main");
      await arrange(t.page);
      const found = await violations(t.page, name === "docs, a long one" && !FULL ? ["light"] : themes);
      all.push(...found.map((f) => `${name} ${f}`));
      await t.context.close();
    }
    assert.deepEqual(all, []);
  });
}
