// SPDX-License-Identifier: BSD-3-Clause

// veil-board in a real browser, from the installed package, under the policy of a strict site.

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "../../../web/browsertest/axe.mjs";
import { open, stage } from "../../../web/browsertest/browser.mjs";
import { block, html, made } from "./site.mjs";

const BODY = `<main><h1>Boards</h1><veil-board id="game" level="9x9/10" seed="7" risks></veil-board>
<veil-board id="still" position="4x4/4 1... .... .... ...." risks label="A position"></veil-board></main>`;

let site, browser;
const MAIN = `import "/veil/board.js"; addEventListener("veil-end", (e) => { document.title = String(e.detail.won); });`;
const PAGE = html('<script type="module" src="/main.js"></script>').replace("<main></main>", BODY);
const SHOWN = html("").replace("<main></main>", block("html", "<veil-board").replace("https://your.site/", "/"));
stage(() => made({ "index.html": PAGE, "main.js": MAIN, "readme.html": SHOWN }), (s, b) => { [site, browser] = [s, b]; });

const cell = (page, label, id = "game") => page.locator(`#${id} [role=gridcell][aria-label^="${label}"]`);

test("shows the risks of a position", async () => {
  const { page, context, faults, foreign } = await open(browser, site.url);
  await cell(page, "row 1 column 2, hidden, risk 33%", "still").waitFor();
  assert.equal(await page.locator("#still .best").first().getAttribute("aria-label"), "row 1 column 3, hidden, risk 25%, best");
  assert.deepEqual([faults, foreign], [[], []]);
  await context.close();
});

test("a game with the keyboard alone", async () => {
  const { page, context, faults } = await open(browser, site.url);
  await cell(page, "row 1 column 1, hidden, risk").waitFor();
  await page.locator("#game [role=gridcell][tabindex='0']").focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#game").position.includes("0"));
  await page.keyboard.press("r");
  assert.equal(await page.locator("#game .best").count(), 0);
  await page.keyboard.press("r");
  await page.locator("#game .best").first().waitFor();
  for (let i = 0; i < 81 && (await page.title()) === "test"; i++) await best(page);
  assert.match(await page.title(), /true|false/);
  assert.match(await page.locator("#game [role=status]").textContent(), /You won\.|You hit a mine\./);
  await page.keyboard.press("n");
  assert.match(await page.evaluate(() => document.querySelector("#game").position), /^9x9\/10\n[.\n]+$/);
  assert.deepEqual(faults, []);
  await context.close();
});

// best opens a recommended cell, and waits for the risks after it.
async function best(page) {
  const before = await page.evaluate(() => document.querySelector("#game").position);
  await page.locator("#game .best").first().press("Enter");
  await page.waitForFunction((p) => document.title !== "test" || (document.querySelector("#game").position !== p && document.querySelector("#game").shadowRoot.querySelector(".best")), before);
}

test("flags stay closed, and a right click sets them", async () => {
  const { page, context } = await open(browser, site.url);
  const first = cell(page, "row 1 column 1");
  await first.click({ button: "right" });
  assert.equal(await first.textContent(), "⚑");
  await first.click();
  assert.match(await page.locator("#game [role=status]").textContent(), /^9 mines left/);
  assert.ok(await page.evaluate(() => !/\n.*[0-9]/.test(document.querySelector("#game").position)));
  await context.close();
});

test("on a phone a button makes taps set flags, and the board scrolls inside itself", async () => {
  const { page, context } = await open(browser, site.url, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await page.evaluate(() => { document.querySelector("#game").level = "expert"; });
  await page.locator("#game .flag").tap();
  await cell(page, "row 2 column 2").first().tap();
  await cell(page, "row 2 column 2, flag").waitFor();
  await page.locator("#game .flag").tap();
  await cell(page, "row 8 column 8").tap();
  await page.waitForFunction(() => /\n.*[0-8]/.test(document.querySelector("#game").position));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/board-phone.png` });
  await context.close();
});

test("a wrong level is said, and thrown nowhere", async () => {
  const { page, context, faults } = await open(browser, site.url);
  await page.evaluate(() => { document.querySelector("#game").level = "huge"; });
  await page.locator("#game [role=status]", { hasText: "level huge: want beginner" }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("axe finds nothing in either theme", async () => {
  const { page, context } = await open(browser, site.url);
  await cell(page, "row 1 column 2, hidden, risk 33%", "still").waitFor();
  await cell(page, "row 4 column 4").click();
  await page.locator("#game .best").first().waitFor();
  const found = await violations(page, ["light", "dark"], async (theme) => {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/board-${theme}.png` });
  });
  assert.deepEqual(found, []);
  await context.close();
});

test("README: a board on any page", async () => {
  const { page, context, faults } = await open(browser, site.url + "readme.html");
  await page.locator("veil-board [role=gridcell][aria-label*='risk 0%']").first().waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});
