// SPDX-License-Identifier: BSD-3-Clause

// The pictures of the documents, taken of the real page: make pictures writes them to
// docs/img. Each is taken only when the page says what the text beside it says.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { cell, clean, paste, settled } from "./board.mjs";
import { SHOTS, STATIC, open, stage } from "./browser.mjs";
import { DAWSON, HERO, LOST, heard } from "./samples.mjs";
import { serve } from "./serve.mjs";

const INTO = process.env.PICTURES ?? SHOTS;

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

async function visit(path, ready, height = 660) {
  const t = await open(browser, site.url + path, { viewport: { width: 1180, height }, deviceScaleFactor: 1.5 });
  await t.page.waitForSelector(ready);
  return t;
}

// picture writes what is seen, and leaves.
async function picture(t, name) {
  await t.page.mouse.move(0, 0);
  const cdp = await t.context.newCDPSession(t.page);
  const { data } = await cdp.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  writeFileSync(`${INTO}/${name}.webp`, Buffer.from(data, "base64"));
  clean(t);
  await t.context.close();
}

const says = (page, selector, want) => page.textContent(selector).then((text) => assert.match(text, want));

test("pictures: the first exact answer", async () => {
  const t = await visit("mines/" + HERO, ".badge.exact");
  await says(t.page, ".verdict", /Best play wins[^]*57\.42%379 of 660/);
  await picture(t, "page-analyse");
});

test("pictures: why this cell and not that one", async () => {
  const t = await visit("mines/" + HERO, ".badge.exact", 900);
  await cell(t.page, 2).focus();
  await t.page.keyboard.press("w");
  await cell(t.page, 15).focus();
  await t.page.keyboard.press("w");
  await t.page.waitForFunction(() => document.querySelectorAll(".fut").length === 2);
  await says(t.page, ".why", /Same risk, different future[^]*leaves a position won only 59\.9% of the time/);
  await picture(t, "page-why");
});

test("pictures: a typing mistake", async () => {
  const t = await visit("mines/", "[role=grid]", 560);
  await paste(t.page, "5x4/6\n.....\n.....\n.....\n2232.\n");
  await t.page.waitForSelector(".problem");
  await says(t.page, ".problem", /r4\u00a0c1, r4\u00a0c2 and r4\u00a0c3 cannot all be right/);
  await picture(t, "page-contradiction");
});

test("pictures: a lost game, and a second try", async () => {
  for (const name of ["page-review", "page-retry"]) {
    const t = await visit("mines/review/", "textarea", 780);
    await t.page.fill("textarea", LOST);
    await t.page.click("button:text-is('Review')");
    await t.page.waitForSelector(".ledger");
    await says(t.page, ".ledger", /57\.42[^]*68\.18[^]*10\.76[^]*0\.00/);
    if (name === "page-retry") {
      await t.page.click(".mk .btn");
      await cell(t.page, 13).click();
      await t.page.waitForSelector(".retry.right");
      await t.page.waitForSelector(".why .futs, .why .reason");
      await t.page.evaluate(() => document.getElementById("review-board").scrollIntoView({ block: "end" }));
    }
    await picture(t, name);
  }
});

test("pictures: a board of your own", async () => {
  const t = await visit("mines/", "[role=grid]", 720);
  await paste(t.page, "9x9/10\n....10000\n....10000\n.11110000\n110001121\n000001...\n111001121\n..1000000\n..3100111\n...1001..\n");
  await settled(t.page);
  await t.page.waitForSelector(".badge.exact");
  await says(t.page, ".verdict", /100%10 of 10[^]*8 safe cells/);
  await picture(t, "page-own");
});

test("pictures: the lab and a proof", async () => {
  const log = heard(DAWSON.join("\n") + "\n");
  const t = await visit("krieg/" + log, ".tries .tr", 860);
  await t.page.click("[aria-label='Hidden men to show'] button[aria-label=Kings]");
  await t.page.click("button:has-text('Can I force mate in 2?')");
  await t.page.waitForSelector("text=Mate in 2, proved.");
  await t.page.click(".tries .tr");
  await t.page.waitForSelector("text=If you try Nf6");
  await says(t.page, ".if", /silence83\.3knight check16\.7/);
  await picture(t, "lab");
  const u = await visit("krieg/proof/" + log, "[role=treeitem]", 700);
  await u.page.click("button:text-is('Verify')");
  await u.page.waitForSelector("text=/✓ holds: 8 nodes/");
  await picture(u, "lab-proof");
});

test("pictures: a game against veil, with the coach", async () => {
  const t = await visit("krieg/play/", ".setgame", 840);
  const game = { rules: "berkeley", me: "white", level: 3, seed: 2, coach: true, helped: true, resigned: false, phantoms: [[19, "n"]], tries: ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "c3e4", "g8f6", "e4g5", "h7h6"] };
  await t.page.evaluate((g) => localStorage.setItem("veil.krieggame", JSON.stringify(g)), game);
  await t.page.reload();
  await t.page.waitForSelector(".coach .tr.best");
  await says(t.page, ".status", /You played Ng5\.Black moved\.Your turn\.Black has 15 men/);
  await picture(t, "duel");
});
