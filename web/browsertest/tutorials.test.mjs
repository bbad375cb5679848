// SPDX-License-Identifier: BSD-3-Clause

// The tutorials, followed step by step against the real program, by the labels that their pages print.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, clean, fixed, paste } from "./board.mjs";
import { open, stage } from "./browser.mjs";
import { follow, read, withSteps } from "./tutorial.mjs";
import { serve } from "./veil.mjs";

let site, browser;
stage(() => serve(), (s, b) => { [site, browser] = [s, b]; });

const followed = [];

// visitor follows a tutorial in a fresh profile.
async function visitor(name, acts, options) {
  followed.push(name);
  const tutorial = read(name);
  const t = await open(browser, site.url + "404.html", options);
  t.faults.length = 0; // of the page where nobody is yet
  await follow(t.page, tutorial, site, acts(t.page, tutorial));
  clean(t);
  await t.context.close();
}

// says waits for a text: values are shown as estimates until they are exact.
async function says(page, selector, want) {
  const said = async () => (await page.textContent(selector)).replaceAll("\u00a0", " ");
  for (let i = 0; i < 100 && !want.test(await said()); i++) await page.waitForTimeout(100);
  assert.match(await said(), want);
}

test("tutorials: your first exact answer", () => visitor("first-answer", (page, { blocks }) => [
  (s) => s.open(),
  async (s) => {
    await page.waitForSelector("[role=grid]");
    await paste(page, blocks[0].body);
    await page.waitForSelector(".badge.exact");
    await s.see();
    await s.see();
    await says(page, ".verdict", /57\.42%379 of 660/);
    assert.equal(await page.locator("#board .best").count(), 2);
  },
  async (s) => {
    await s.press();
    await page.waitForFunction(() => [...document.querySelectorAll("#board [data-t='25']")].length === 12);
    await s.press();
    await s.press();
  },
  async (s) => {
    await s.see();
    const key = s.code();
    for (const i of [2, 6]) {
      await cell(page, i).focus();
      await page.keyboard.press(key);
    }
    await page.waitForFunction(() => /57\.42%[^]*54\.55%/.test(document.querySelector(".why").textContent));
  },
  async (s) => {
    await paste(page, s.block());
    await s.see();
    await says(page, ".problem", /r4 c1, r4 c2 and r4 c3 cannot all be right/);
  },
  async () => {},
]));

// lose opens cells in their order until one is a mine.
async function lose(page) {
  for (let i = 0; i < 256 && !(await page.$(".finished")); i++) await cell(page, i).click();
  await page.waitForSelector(".finished.lost");
}

test("tutorials: play a game and review it", () => visitor("play-and-review", (page, { blocks }) => [
  (s) => s.open(),
  async (s) => {
    await s.press();
    await s.press();
    await page.waitForFunction(() => document.querySelectorAll("#board [data-i]").length === 256);
  },
  async (s) => {
    await cell(page, 100).click();
    await s.press();
    await page.waitForSelector(".rungs[aria-label^='hint 1']");
    await lose(page);
  },
  async (s) => {
    await s.press();
    await page.waitForSelector(".graph");
  },
  async (s) => {
    await s.see();
    await page.locator(".graph .hit").first().click();
    await s.press();
  },
  async (s) => {
    await s.press();
    const chooser = page.waitForEvent("filechooser");
    await s.press();
    const { file, body } = blocks.find((b) => b.file === s.code());
    await (await chooser).setFiles({ name: file, mimeType: "text/plain", buffer: Buffer.from(body) });
    await s.seen("You were lucky, and gave it away twice.");
  },
  async (s) => {
    for (let i = 0; i < 5; i++) await s.see();
    await says(page, ".ledger", /57\.42[^]*68\.18[^]*10\.76[^]*0\.00/);
  },
  async (s) => {
    await s.see();
    await s.see();
    await says(page, ".mk", /Move 5[^]*You opened r2 c1 at 33% risk/);
    await s.press();
    await page.waitForSelector(".why .futs, .why .reason");
  },
  async (s) => {
    await s.press();
    await cell(page, 13).click();
    await page.waitForSelector(".retry.right");
  },
  async (s) => {
    await s.press(".retry");
    await s.press(".retry");
    await s.seen("Best:");
  },
], { prepare: (context) => fixed(context, 7) }));

const mine = (page) => page.waitForFunction(() => /Your turn|You (won|lost)|A draw/.test(document.querySelector(".headline")?.textContent ?? ""));

// attempt types a try, and waits for what is heard.
async function attempt(page, move, enter) {
  const before = await page.locator(".gamelog .chip").count();
  await page.fill("#try", move);
  await enter();
  await page.waitForFunction((n) => document.querySelectorAll(".gamelog .chip").length > n, before);
  await mine(page);
}

test("tutorials: your first game of Kriegspiel", () => visitor("kriegspiel-first-game", (page) => {
  // heard makes the try that the page has next, and waits for the announcements it names.
  const heard = (announcements) => async (s) => {
    await attempt(page, s.code(), () => page.press("#try", "Enter"));
    for (let i = 0; i < announcements; i++) await s.see();
  };
  return [
    (s) => s.open(),
    async (s) => {
      await s.press();
      await s.click(s.code());
      await s.press();
      await s.press();
      const seed = s.code();
      await page.getByLabel(s.label()).fill(seed);
      await s.press();
      await mine(page);
      await says(page, ".what", /Berkeley · level 1/);
    },
    async (s) => {
      await attempt(page, s.code(), () => s.press());
      await s.see();
      await s.see();
    },
    heard(1),
    heard(1),
    heard(0),
    heard(2),
    async (s) => {
      await s.seen("You won by checkmate");
      await s.press();
      for (let i = 0; i < 3; i++) await s.press();
      await s.see();
      await page.waitForFunction(() => /b5 allowed mate/.test(document.querySelector("main").textContent));
    },
    async (s) => {
      await s.press();
      await s.click(s.code());
      assert.equal(await page.getByLabel(s.label()).inputValue(), "");
      await s.press();
      await mine(page);
    },
    async (s) => {
      await s.press();
      await page.waitForSelector(".coach .tr.best");
    },
    async (s) => {
      await s.see();
      await page.click("[aria-label='Phantom Queen']");
      await page.click("[data-square=h5]");
      assert.match(await page.getAttribute("[data-square=h5]", "aria-label"), /your phantom queen/);
    },
    async (s) => {
      await s.press();
      await s.press();
      await mine(page);
      await s.press();
      await s.press();
      await s.seen("You lost by resignation");
    },
  ];
}));

test("tutorials: prove a Kriegspiel mate", () => visitor("kriegspiel-mate", (page, { blocks }) => [
  (s) => s.open(),
  async (s) => {
    await s.press();
    await s.press();
    await page.fill(".whole textarea", blocks.find((b) => b.file === "dawson.ks").body);
    await s.press();
    await page.waitForFunction(() => !document.querySelector(".head.stale") && document.querySelector(".num span")?.textContent === "6");
    await s.see();
    await s.see();
    await s.press();
    await s.press();
    await s.click("Cancel");
  },
  async (s) => {
    await page.keyboard.press(s.code());
    await s.see();
    await page.waitForFunction(() => [...document.querySelectorAll("[role=grid] .sq")].filter((e) => /16\.7/.test(e.textContent)).length === 6);
  },
  async (s) => {
    await s.press();
    await s.press();
    await page.click("[aria-label='Pin board 2']");
    await page.waitForSelector(".sq.differs");
    await s.press();
  },
  async (s) => {
    await s.press();
    await s.see();
    await s.see();
  },
  async (s) => {
    await s.click(s.code());
    await s.see();
    await says(page, ".if", /silence83\.3knight check16\.7/);
  },
  async (s) => {
    await s.press();
    await page.waitForSelector("[role=treeitem]");
    await page.focus("[role=treeitem][aria-selected=true]");
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-level") === "2");
  },
  async (s) => {
    await s.press();
    await page.waitForSelector("text=/✓ holds: 8 nodes/");
    await page.keyboard.press("Home");
  },
  async (s) => {
    await page.click("[role=treeitem]");
    const move = s.code();
    await page.getByLabel(s.label()).fill(move);
    await s.press();
    await s.seen("Nb6 fails: after");
  },
  async (s) => {
    await s.press();
    await page.fill("#try", "Nb6");
    await page.press("#try", "Enter");
    await s.seen("Nb6 fails: after");
    await s.press();
    await page.waitForFunction(() => !/Nb6 fails/.test(document.body.innerText));
  },
]));

test("tutorials: find the fault in a machine", () => visitor("find-a-fault", (page, { blocks }) => [
  (s) => s.open(),
  async (s) => {
    await page.getByLabel(s.label()).fill(blocks.find((b) => b.file === "pump.csv").body);
    await s.press();
    await s.see();
    await page.waitForFunction(() => document.querySelector(".now .what")?.textContent === "Test: hum");
  },
  async (s) => {
    await page.click(`.answers .btn >> text=${s.code()}`);
    await page.waitForFunction(() => document.querySelector(".now .what").textContent === "Test: pressure");
    await page.click(`.answers .btn >> text=${s.code()}`);
    await s.see();
    await s.see();
    await says(page, ".now .what", /leaking seal/);
    await says(page, ".money b", /^12$/);
  },
  async (s) => {
    await s.press();
    await page.waitForFunction(() => document.querySelector(".money b").textContent === "2");
    await s.press();
    await page.waitForFunction(() => document.querySelector(".money b").textContent === "0");
    await s.see();
  },
]));

test("tutorials: every page with steps is followed", () => assert.deepEqual(followed.sort(), withSteps()));
