// SPDX-License-Identifier: BSD-3-Clause

// The lab forgives: what is typed fast, what is misheard, and what cannot be.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clean, shot } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { GAME30, heard } from "./samples.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const square = (page, name) => page.locator(`[data-square="${name}"]`);
const idle = (page) => page.waitForFunction(() => !document.querySelector(".head.stale") && (/\d|≈/.test(document.querySelector(".num span")?.textContent ?? "") || document.querySelector(".clash")));
const log = (page) => page.evaluate(() => atob(location.hash.slice(3).replace(/-/g, "+").replace(/_/g, "/")));

async function lab(text, options) {
  const t = await open(browser, site.url + "krieg/" + heard(text), options);
  await idle(t.page);
  return t;
}

// typeAt types lines as a player writes them down, one every so many milliseconds, whatever the engine is doing.
function typeAt(page, lines, ms) {
  return page.evaluate(async ([list, pause]) => {
    document.querySelector("details.typed").open = true;
    const input = document.querySelector("#heard");
    for (const line of list) {
      input.value = line;
      input.form.requestSubmit();
      await new Promise((r) => setTimeout(r, pause));
    }
  }, [lines, ms]);
}

// The lines without their sides, and without the yes that goes without saying.
const TYPED = GAME30.slice(0, 40).map((line) => line.slice(2).replace(/ yes$/, ""));
const WRITTEN = GAME30.slice(0, 40);
const HEAD = "ruleset berkeley\nme white\n";

test("lab: a log is the same however fast it is typed", async () => {
  const whole = process.env.VEIL_FULL ? 40 : 12;
  await Promise.all([[5, 40], [50, 40], [300, whole], [700, whole]].map(async ([ms, n]) => {
    const t = await lab(HEAD);
    await typeAt(t.page, TYPED.slice(0, n), ms);
    assert.equal(await log(t.page), HEAD + WRITTEN.slice(0, n).join("\n") + "\n", `${n} lines, one every ${ms} ms`);
    if (ms === 5) {
      await idle(t.page);
      assert.equal(await t.page.locator(".clash").count(), 0, "what was typed fits");
      assert.match(await square(t.page, "e1").getAttribute("aria-label"), /your white king/);
    }
    clean(t);
    await t.context.close();
  }));
});

test("lab: names of men are typed fast, too", async () => {
  const t = await lab(HEAD);
  await typeAt(t.page, ["e4", "moved", "Nf3", "moved", "Bc4", "moved", "O-O", "moved", "d3"], 5);
  assert.match(await log(t.page), /W O-O yes\nB moved\nW d3 yes\n$/);
  await idle(t.page);
  assert.equal(await t.page.locator(".clash").count(), 0);
  clean(t);
  await t.context.close();
});

test("lab: clicks wait for the board they are meant for", async () => {
  const t = await lab(HEAD);
  await t.page.evaluate(() => {
    const at = (name) => document.querySelector(`[data-square="${name}"]`).click();
    const say = (name) => [...document.querySelectorAll(".ann button")].find((b) => b.textContent.includes(name)).click();
    document.querySelector("details.typed").open = true;
    for (const line of ["e4", "moved"]) {
      document.querySelector("#heard").value = line;
      document.querySelector("#heard").form.requestSubmit();
    }
    at("g1"); // while the engine counts
    at("f3");
    say("Accepted"); // disabled until the man stands there: nothing happens
  });
  await t.page.waitForSelector("text=You tried Nf3");
  assert.equal(await log(t.page), HEAD + "W e4 yes\nB moved\n");
  await t.page.click(".ann button:has-text('Accepted')");
  await t.page.evaluate(() => { for (let i = 0; i < 3; i++) [...document.querySelectorAll(".ann button")].find((b) => b.textContent.includes("Black moved"))?.click(); });
  await idle(t.page);
  assert.equal(await log(t.page), HEAD + "W e4 yes\nB moved\nW g1f3 yes\nB moved\n", "one press counts once");
  clean(t);
  await t.context.close();
});

test("lab: what cannot be is located, and mended with a click", async () => {
  const t = await lab(HEAD);
  await typeAt(t.page, ["e4", "moved", "d4", "moved check knight"], 5);
  await t.page.waitForSelector(".mends button");
  assert.match(await t.page.textContent(".mends"), /Did you mean….*Line 6: B moved/s);
  assert.match(await square(t.page, "e1").getAttribute("aria-label"), /your white king/, "own men stay");
  await shot(t.page, "lab-mend");
  await t.page.click(".mends button:has-text('Line 6')");
  await idle(t.page);
  assert.equal(await t.page.locator(".clash").count(), 0);
  assert.match(await log(t.page), /W d4 yes\nB moved( check long)?\n$/);
  clean(t);
  await t.context.close();
});

test("lab: a late contradiction is no dead end", async () => {
  // A long game, so that the boards are a sample; then a check that the answer does not parry.
  const t = await lab("ruleset berkeley\nme white\n" + ["e2e4", "g1f3", "f1c4", "e1g1", "d2d3", "b1c3"].map((m) => `W ${m} yes\nB moved\n`).join("") + "W c1d2 yes\n");
  await typeAt(t.page, ["moved check knight", "c3b5"], 5);
  await t.page.waitForSelector(".clash");
  assert.match(await t.page.textContent(".clash"), /does not answer the check \(knight\), wherever the checking man stands/);
  assert.ok((await t.page.locator(".sq.man-here").count()) >= 15, "own men stay");
  await t.page.waitForSelector(".mends button");
  await shot(t.page, "lab-late");
  clean(t);
  await t.context.close();
});

test("lab: a check is on the board, and the first line may be wrong", async () => {
  const t = await lab("ruleset berkeley\nme white\nW e2e4 yes\nB moved\nW d2d4 yes\nB moved check long\n");
  assert.match(await square(t.page, "e1").getAttribute("aria-label"), /in check/);
  await shot(t.page, "lab-check");
  await t.page.goto(site.url + "krieg/" + heard("B moved\nme white\n"));
  await t.page.waitForSelector(".clash");
  assert.equal(await t.page.locator(".sq.man-here").count(), 16, "own men stay");
  clean(t);
  await t.context.close();
});

test("lab: percentages may assume a sensible opponent, which is remembered with the next line", async () => {
  const t = await lab(HEAD + "W e2e4 yes\nB moved\nW d2d4 yes\nB takes d4\n");
  const { page } = t;
  await page.click(".assumption .link");
  await page.click("[role=menuitemradio]:has-text('Sensible opponent')");
  await idle(page);
  assert.match(await page.textContent(".assumption"), /prefer captures, recaptures and promotions/);
  await typeAt(page, ["Nf3", "moved"], 5);
  await idle(page);
  assert.match(await page.textContent(".assumption"), /prefer captures/, "the choice stays");
  await page.click(".assumption .link");
  assert.equal(await page.getAttribute("[role=menuitemradio]:has-text('Sensible opponent')", "aria-checked"), "true");
  await shot(page, "lab-sensible");
  clean(t);
  await t.context.close();
});

test("lab: what teaches nothing is not marked, one board is called so, and a solution tells what is mated at once", async () => {
  const t = await lab(HEAD);
  const { page } = t;
  assert.ok((await page.locator(".tr").count()) > 0);
  assert.equal(await page.locator(".tr.best").count(), 0, "every try teaches nothing");
  assert.match(await page.textContent(".head"), /1the only board that fits/);
  assert.doesNotMatch(await page.textContent(".head"), /bits/);
  await typeAt(page, ["e4", "moved"], 5);
  await idle(page);
  await page.waitForSelector(".tr.best");
  await page.goto(site.url + "krieg/proof/" + heard("ruleset: english\nto move: white\nme: 8/8/5KQ1/8/8/8/8/8\nopp: k@{f8,h8}\ngoal: mate in 2\n"));
  await page.waitForSelector(".at-once:has-text('Qg7 mates at once on 1 of 2 boards.')");
  clean(t);
  await t.context.close();
});

test("game: a check is on the board, a move is taken back, a draw is refused, and the review tells luck from mistakes", async () => {
  const t = await open(browser, site.url + "krieg/play/");
  const { page } = t;
  const mine = () => page.waitForFunction(() => /Your turn/.test(document.querySelector(".headline")?.textContent ?? ""));
  const tries = () => page.evaluate(() => JSON.parse(localStorage.getItem("veil.krieggame")).tries);
  await page.evaluate(() => localStorage.setItem("veil.krieggame", JSON.stringify({ rules: "berkeley", me: "white", level: 1, seed: 2, phantoms: [], tries: ["e2e4", "e7e5", "d2d4", "f8b4"], coach: false })));
  await page.reload();
  await mine();
  assert.match(await square(page, "e1").getAttribute("aria-label"), /in check/);
  await shot(page, "game-check");
  await page.click("[aria-label='Take back your last move']");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("veil.krieggame")).tries.length === 2);
  await mine();
  assert.deepEqual(await tries(), ["e2e4", "e7e5"]);
  assert.match(await square(page, "d2").getAttribute("aria-label"), /your white pawn/);
  await page.click("button:text-is('Offer a draw')");
  await page.waitForSelector("text=veil plays on.");
  assert.equal(await page.isDisabled("button:text-is('Offer a draw')"), true);
  await page.click("button:text-is('Resign')");
  await page.click("button:text-is('Yes, resign')");
  await page.waitForSelector(".act:has-text('One move was taken back.')");
  await page.click("button:has-text('Review the true game')");
  await page.waitForSelector(".judged .sums");
  assert.match(await page.textContent(".judged"), /Luck and mistakes Estimate.*Mistakes, by what you could know: [−±]\d\.\d.*Luck of the true board: [+−±]\d\.\d/);
  await shot(page, "game-judged");
  await page.click("button:text-is('Your view')");
  await page.waitForSelector(".sq.truly");
  assert.equal(await page.$eval(".sq.truly", (e) => getComputedStyle(e, "::before").borderTopLeftRadius), "50%", "rings are round");
  const [at, of] = (await page.textContent(".steps .note")).match(/\d+/g).map(Number);
  const before = Number(/before (?:try|move) (\d+)/.exec(await page.textContent(".past"))[1]);
  assert.ok(before <= at && at <= of && of === 2, `the view is that before try ${before}, of the board after ${at} of ${of}`);
  clean(t);
  await t.context.close();
});

test("lab and game: everything is on a screen of 1280 by 720, in the dark as Black", async () => {
  const small = { viewport: { width: 1280, height: 720 }, colorScheme: "dark" };
  const inside = async (page, selector) => { const box = await page.locator(selector).last().boundingBox(); assert.ok(box && box.y >= 0 && box.y + box.height <= 720 && box.x + box.width <= 1280, `${selector} is at ${JSON.stringify(box)}`); };
  const t = await lab("ruleset berkeley\nme black\nW moved\nB e7e5 yes\nW moved\nB d7d5 yes\nW takes d5\nB d8d5 yes takes d5\nW moved\nB g8f6 yes\nW moved check long\n", small);
  await inside(t.page, ".ann:not(.small) .btn");
  for (const chip of await t.page.locator(".chip").all()) assert.ok((await chip.boundingBox()).height <= 30, "a chip has one line");
  assert.ok((await t.page.$$eval(".chip", (l) => l.every((c) => c.scrollHeight <= c.clientHeight + 1))), "no chip overflows");
  const bright = (selector) => t.page.$eval(selector, (e) => getComputedStyle(e).fill.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0));
  assert.ok((await bright(".man.their")) < 150, "Black's men are dark");
  await shot(t.page, "lab-dark-black");
  await t.page.click("[title=New]");
  await inside(t.page, "[role=menuitem]");
  await t.page.keyboard.press("Escape");
  await t.page.click(".assumption .link");
  await inside(t.page, "[role=menuitemradio]");
  clean(t);
  await t.context.close();
  const u = await open(browser, site.url + "krieg/play/", small);
  await u.page.waitForSelector(".setgame");
  await inside(u.page, "button:text-is('Start')");
  await shot(u.page, "game-setup-dark");
  clean(u);
  await u.context.close();
});
