// SPDX-License-Identifier: BSD-3-Clause

// Answers improve while one looks, and every device ends with the same numbers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { clean, paste } from "./board.mjs";
import { PATIENCE, STATIC, open, stage } from "./browser.mjs";
import { MIDGAME } from "./samples.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const ENDGAME = /30x16\/99\n(?:[0-8.]{30}\n){16}/.exec(readFileSync(new URL("../../search/optimal/testdata/expert-endgames.txt", import.meta.url), "utf8"))[0];

// slowed lets the renderers of a browser, workers included, run only one part in so many of the time. What the browser offers
// for that slows the main thread alone, and the engine is not there.
async function slowed(page, times) {
  if (times === 1) return async () => {};
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter((p) => p.type === "renderer").map((p) => p.id);
  const signal = (name) => renderers.forEach((id) => { try { process.kill(id, name); } catch { /* it has ended */ } });
  const timer = setInterval(() => {
    signal("SIGSTOP");
    setTimeout(() => signal("SIGCONT"), 10 * (times - 1));
  }, 10 * times);
  return async () => {
    clearInterval(timer);
    await new Promise((resolve) => setTimeout(resolve, 20 * times));
    signal("SIGCONT");
  };
}

// numbers returns all that is shown of a position when its answer is final. Whether it is, and what it says, is looked at in one
// call: between two calls the page could go on.
async function numbers(page, text) {
  const shown = await page.waitForFunction((wanted) => {
    const cells = [...document.querySelectorAll("[data-i]")];
    if (cells.length !== wanted.length || cells.some((c, i) => c.classList.contains("o") !== /\d/.test(wanted[i]))) return null;
    if (!document.querySelector(".verdict .num, .problem") || document.querySelector(".thinking, .stale, #board[aria-busy=true], .stale-board, .why .work")) return null;
    return {
      verdict: [...document.querySelectorAll(".verdict > :not([aria-live])")].map((e) => e.innerText).join("\n"), // what is read aloud follows later
      moves: document.querySelector(".moves").innerText, source: document.querySelector(".pfoot").innerText,
      cells: cells.map((c) => c.getAttribute("aria-label")),
    };
  }, [...text.split("\n").slice(1).filter((line) => !line.includes(":")).join("")], { timeout: 5 * PATIENCE });
  return shown.jsonValue();
}

// A slow device takes minutes: by VEIL_FULL=1 only. same.test.mjs compares the page with the other doors on one device.
const SLOWER = [4, 8];
const POSITIONS = [MIDGAME, ENDGAME, "5x5/6\n1....\n.....\n.....\n.....\n.....\n"];

test("the same numbers on a fast, a slow and a very slow device", { skip: process.env.VEIL_FULL !== "1" }, async () => {
  const seen = [];
  for (const times of [1, ...SLOWER]) {
    const t = await open(browser, site.url + "mines/");
    await t.page.waitForSelector("#board");
    const stop = await slowed(t.page, times);
    const all = [];
    for (const text of POSITIONS) {
      await paste(t.page, text);
      all.push(await numbers(t.page, text));
    }
    await stop();
    clean(t);
    await t.context.close();
    seen.push(all);
  }
  assert.match(seen[0][0].verdict, /\d\d%/);
  assert.match(seen[0][1].verdict, /65\.82/);
  for (const [i, times] of SLOWER.entries()) assert.deepEqual(seen[i + 1], seen[0], `${times} times slower`);
});

test("risks come first, then an estimate that narrows, then the end", async () => {
  const t = await open(browser, site.url + "mines/");
  await t.page.waitForSelector("#board");
  await t.page.evaluate(() => {
    window.seen = [];
    new MutationObserver(() => {
      const verdict = document.querySelector(".verdict:not(.stale) .num");
      const said = verdict && `${document.querySelector(".verdict .cap").textContent}|${verdict.textContent}`;
      if (said && window.seen.at(-1) !== said) window.seen.push(said);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await paste(t.page, MIDGAME);
  await numbers(t.page, MIDGAME);
  const seen = await t.page.evaluate(() => window.seen);
  assert.match(seen[0], /^Lowest risk, exact\|\d+%winning chance follows$/);
  const far = seen.filter((s) => /so far$/.test(s));
  assert(far.length >= 2, "it is shown on the way, as a range: " + seen.join(" / "));
  const width = (s) => { const [, lo, hi] = /(\d+)–(\d+)/.exec(s); return hi - lo; };
  assert(width(far.at(-1)) <= width(far[0]), far.join(" / "));
  assert.match(seen.at(-1), /Estimate\|\d+%\d+–\d+$/);
  clean(t);
  await t.context.close();
});
