// SPDX-License-Identifier: BSD-3-Clause

// What a person does on the page, and sees.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cell, clean, fixed, isOver, nextMove, paste, say, settled, shot } from "./board.mjs";
import { PATIENCE, STATIC, open, stage } from "./browser.mjs";
import { HERO, LARGE, LOST } from "./samples.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const mines = (hash = "") => site.url + "mines/" + hash;

async function visit(url, options) {
  const t = await open(browser, url, options);
  await t.page.waitForSelector("[role=grid], textarea, .notice");
  return t;
}

test("the hero board: exact values, the bar, the labels", async () => {
  const t = await visit(mines(HERO));
  await t.page.waitForSelector(".badge.exact");
  assert.match(await t.page.textContent(".verdict .headline"), /Best play wins 57\.42% \(379\/660\)/);
  assert.equal(await cell(t.page, 2).getAttribute("aria-label"), "row 1 column 3, hidden, win 57.4 percent, best, risk 25 percent");
  assert.equal(await t.page.locator(".grid .cell.best").count(), 2);
  assert.equal(await t.page.getAttribute(".bar", "aria-valuetext"), "winning chance 57.42 percent, exact");
  await cell(t.page, 15).hover();
  await t.page.waitForSelector(".bar-ghost");
  for (const [overlay, text] of [["risk", "25.0"], ["learn", "1.9"], ["off", ""], ["win", "55.61"]]) {
    await t.page.selectOption("[aria-label=overlay]", overlay);
    await t.page.waitForFunction((want) => document.querySelector('[data-i="15"] span').dataset.t === want, text);
  }
  await shot(t.page, "hero");
  clean(t);
  await t.context.close();
});

// interval is half the width of the estimate in the headline.
const interval = async (page) => Number(/±(\d+\.\d)/.exec(await page.textContent(".verdict .headline"))?.[1]);

test("a board too large to search: exact risks, an estimate, and always a move", async () => {
  const t = await visit(mines(LARGE));
  await t.page.waitForSelector(".grid:not([aria-busy=true]) .cell.best"); // before there is any estimate
  assert.equal(await blankCells(t.page), 0, "every hidden cell shows its risk by default");
  await t.page.waitForSelector(".badge.estimate");
  await t.page.waitForSelector("button.deeper");
  assert.match(await t.page.textContent(".verdict .headline"), /^Estimated winning chance \d\d\.\d% ±\d+\.\d\s+○ estimate$/);
  assert.match(await t.page.textContent(".advice"), /^Recommended: r\d+c\d+.*test games\.$/);
  assert.match(await t.page.textContent(".situation"), /Estimated from \d+ games.*Best play wins at least as often/);
  assert.match(await t.page.getAttribute(".bar", "aria-valuetext"), /^winning chance \d\d\.\d percent, estimate$/);
  assert.match(await t.page.textContent(".moves tbody tr td"), /^\d\d\.\d ±\d+\.\d○$/); // the recommended move comes first
  assert.match(await t.page.textContent(".moves tbody tr:last-child"), /\+\d+–\d+\.\d%$/); // moves that are alike share a row
  assert.match(await t.page.locator(".grid .cell.best").first().getAttribute("aria-label"), /win about [\d.]+ percent, estimated, recommended, risk [\d.]+ percent$/);
  assert.equal(await blankCells(t.page), 0, "the risks stay when the estimate has come");
  const before = await interval(t.page);
  assert.ok(before < 10, `enough games: ±${before}`);
  await shot(t.page, "estimate");
  await t.page.click("button.deeper");
  await t.page.waitForFunction((was) => Number(/±(\d+\.\d)/.exec(document.querySelector(".verdict .headline").textContent)?.[1] ?? 99) < was, before, { timeout: 4 * PATIENCE });
  clean(t);
  await t.context.close();
});

test("an expert endgame: exact by default, and every cell says something", async () => {
  const t = await visit(mines());
  const endgame = /30x16\/99\n(?:[0-8.]{30}\n){16}/.exec(readFileSync(new URL("../../search/optimal/testdata/expert-endgames.txt", import.meta.url), "utf8"))[0];
  await paste(t.page, endgame);
  await t.page.waitForSelector(".badge.exact");
  assert.match(await t.page.textContent(".verdict .headline"), /Best play wins 65\.82% \(2338\/3552\)/);
  assert.equal(await t.page.textContent(".advice"), "Best: r3c27 or r3c30, proved.");
  await settled(t.page);
  assert.equal(await blankCells(t.page), 0);
  assert.deepEqual(await t.page.locator(".grid .cell.best").evaluateAll((list) => list.map((c) => Number(c.dataset.i))), [86, 89]);
  await cell(t.page, 86).focus();
  await t.page.keyboard.press("w");
  await cell(t.page, 117).focus();
  await t.page.keyboard.press("w");
  await t.page.waitForSelector(".contrast-text");
  assert.match(await t.page.textContent(".contrast .total"), /65\.82% ● exact57\.49% ● exact/);
  const wide = await t.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 1280, `nothing sticks out sideways: ${wide}`);
  await shot(t.page, "endgame");
  clean(t);
  await t.context.close();
});

// blankCells counts the hidden cells that show neither a number nor a mark.
function blankCells(page) {
  return page.locator(".grid .cell.hid:not(.is-safe, .is-mine)").evaluateAll((list) => list.filter((c) => !/\d/.test(c.querySelector("span").dataset.t)).length);
}

test("the page asks for no time, and for outcomes only if it shows them", async () => {
  const t = await visit(mines(HERO));
  await t.page.waitForSelector(".badge.exact");
  await t.page.workers()[0].evaluate(() => {
    const ask = globalThis.veilAsk;
    globalThis.asked = [];
    globalThis.veilAsk = (question, tell) => {
      globalThis.asked.push(JSON.parse(question));
      return ask(question, tell);
    };
  });
  const asked = () => t.page.workers()[0].evaluate(() => globalThis.asked.splice(0));
  await t.page.click("button:text-is('Edit')");
  await t.page.waitForSelector(".badge.exact");
  const [plain] = await asked();
  assert.deepEqual(Object.keys(plain).sort(), ["ask", "position"]);
  await t.page.selectOption("[aria-label=overlay]", "learn");
  await t.page.waitForFunction(() => document.querySelector('[data-i="15"] span').dataset.t === "1.9");
  const [lessons] = await asked();
  assert.deepEqual([lessons.moves, lessons.fields, lessons.budget], ["none", ["outcomes", "digits"], undefined]);
  clean(t);
  await t.context.close();
});

test("a full game by mouse", async () => {
  const t = await visit(mines());
  await fixed(t.context, 5);
  await t.page.reload();
  await t.page.waitForSelector("[role=grid]");
  await t.page.selectOption("[aria-label='first click rule']", "zero");
  await cell(t.page, 40).click();
  await t.page.waitForSelector(".grid .cell.open");
  await t.page.click("button:text-is('Analyse')");
  for (let i = 0; i < 80 && !(await isOver(t.page)); i++) {
    const to = await nextMove(t.page);
    await cell(t.page, to).click();
    await t.page.waitForFunction((c) => !document.querySelector(`[data-i="${c}"]`).classList.contains("hid") || document.querySelector(".finished"), to);
  }
  assert.match(await t.page.textContent(".verdict .headline"), /You won\./);
  assert.equal(await t.page.locator(".grid .cell.open").count(), 71);
  await shot(t.page, "mouse");
  clean(t);
  await t.context.close();
});

test("a full game by keyboard alone", async () => {
  const t = await visit(mines());
  await fixed(t.context, 5);
  await t.page.reload();
  await t.page.waitForSelector("[role=grid]");
  const key = (k) => t.page.keyboard.press(k);
  for (let i = 0; i < 20 && !(await t.page.evaluate(() => document.activeElement.role === "gridcell")); i++) await key("Tab");
  await key("End");
  assert.match(await t.page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^row 1 column 9, hidden/);
  await key("Space");
  await t.page.waitForSelector(".grid .cell.flag");
  await key("f");
  await t.page.waitForSelector(".grid .cell.flag", { state: "detached" });
  await key("PageDown");
  await key("Home");
  await key("Enter");
  await t.page.waitForSelector(".grid .cell.open");
  await key("a");
  await t.page.waitForSelector(".badge, .situation");
  for (let i = 0; i < 80 && !(await isOver(t.page)); i++) {
    const to = await nextMove(t.page);
    await walk(t.page, to);
    await key("Enter");
    await t.page.waitForFunction((c) => !document.querySelector(`[data-i="${c}"]`).classList.contains("hid") || document.querySelector(".finished"), to);
  }
  assert.match(await t.page.textContent(".verdict .headline"), /You won\.|You opened a mine/);
  const moves = await t.page.textContent(".below-board span");
  await key("u");
  await t.page.waitForFunction((was) => document.querySelector(".below-board span").textContent !== was, moves);
  assert.equal(await isOver(t.page), false, "undo also after the end");
  await key("?");
  await t.page.waitForSelector("dialog[open] .keys");
  await shot(t.page, "keyboard");
  clean(t);
  await t.context.close();
});

// walk moves the focus by arrows.
async function walk(page, to) {
  const at = await page.evaluate(() => Number(document.activeElement.dataset.i));
  const [dr, dc] = [Math.floor(to / 9) - Math.floor(at / 9), (to % 9) - (at % 9)];
  for (let i = 0; i < Math.abs(dr); i++) await page.keyboard.press(dr > 0 ? "ArrowDown" : "ArrowUp");
  for (let i = 0; i < Math.abs(dc); i++) await page.keyboard.press(dc > 0 ? "ArrowRight" : "ArrowLeft");
}

test("an analysis by the command line alone", async () => {
  const t = await visit(mines());
  await t.page.focus("#command");
  await say(t.page, "new 4x4/4");
  await say(t.page, "edit");
  await say(t.page, "set r1c1 1");
  assert.match((await say(t.page, "solve")).join("\n"), /Best play wins 57\.42% \(379\/660\)\nBest: r1c3 or r3c1, proved\./);
  assert.match((await say(t.page, "why r1c3 r4c4")).join("\n"), /opens a zero three times as often, but its likeliest answer \(1\) leaves a position won only 59\.9% of the time/);
  assert.match((await say(t.page, "moves")).join("\n"), /r1c3 and r3c1: win 57\.42% exact, risk 25\.0%\nr3c4 and r4c3: win 57\.27% exact/);
  assert.match((await say(t.page, "row 1")).join("\n"), /row 1 column 3, hidden, win 57\.4 percent, best, risk 25 percent/);
  assert.match((await say(t.page, "numbers")).join("\n"), /r1c1 1/);
  assert.match((await say(t.page, "forced?")).join("\n"), /Yes: you are forced to guess/);
  assert.match((await say(t.page, "open r9c9")).join("\n"), /There is no cell r9c9/);
  assert.match((await say(t.page, "dance")).join("\n"), /There is no command dance/);
  await shot(t.page, "command");
  clean(t);
  await t.context.close();
});

test("edit, and a contradiction located", async () => {
  const t = await visit(mines("#p=" + Buffer.from("4x2-3-safe-________").toString("base64url")));
  await t.page.click("button:text-is('Edit')");
  for (const [i, n] of [[4, "2"], [5, "2"], [6, "3"], [7, "1"]]) {
    await cell(t.page, i).focus();
    await t.page.keyboard.press(n);
  }
  await t.page.waitForSelector(".problem");
  assert.match(await t.page.textContent(".problem"), /cannot all be right/);
  const clash = await t.page.locator(".grid .cell.clash").evaluateAll((list) => list.map((c) => Number(c.dataset.i)));
  assert.ok(clash.length >= 2 && clash.every((i) => i >= 4), `the clashing numbers are marked: ${clash}`);
  await shot(t.page, "contradiction");
  await cell(t.page, 6).focus();
  await t.page.keyboard.press("2");
  await t.page.waitForSelector(".grid .cell.clash", { state: "detached" });
  await t.page.waitForSelector(".situation");
  clean(t);
  await t.context.close();
});

test("why: the reason is marked on the board; the hint ladder", async () => {
  const wall = "#p=" + Buffer.from("5x3-2-safe-_____1111100000").toString("base64url");
  const t = await visit(mines(wall));
  await settled(t.page);
  await cell(t.page, 2).focus();
  await t.page.keyboard.press("w");
  await t.page.waitForSelector(".reason");
  assert.match(await t.page.textContent(".reason"), /r1c3 is safe/);
  assert.ok(await t.page.locator(".grid .cell.from").count() >= 2, "the numbers it follows from are outlined");
  assert.ok(await cell(t.page, 2).evaluate((c) => c.classList.contains("ring")), "the cell is ringed");
  await shot(t.page, "why");
  await t.page.click("button:text-is('Play')");
  for (const words of [/forced to guess\? No/, /row 1|look/i, /./, /./, /r1c3/]) {
    const was = await t.page.textContent(".rungs");
    await t.page.click(".hints button");
    await t.page.waitForFunction((x) => document.querySelector(".rungs").textContent !== x, was);
    assert.match(await t.page.textContent(".hints .sentences"), words);
  }
  await shot(t.page, "hints");
  clean(t);
  await t.context.close();
});

test("paste of every format", async () => {
  const t = await visit(mines());
  const text = readFileSync(new URL("../../docs/formats.md", import.meta.url), "utf8");
  const seen = new Set();
  for (const [, format, body] of text.matchAll(/```text ([a-z-]+)\n([\s\S]*?)```/g)) {
    seen.add(format);
    await t.page.evaluate(() => (document.querySelector("#command").value = ""));
    await t.page.click("button:text-is('Edit')");
    if (format === "mbf") await drop(t.page, Buffer.from(body.replace(/[^0-9a-fA-F]/g, ""), "hex"));
    else await paste(t.page, body);
    await t.page.waitForFunction(() => document.querySelector("button[aria-pressed=true]").textContent !== "Edit");
    const labels = await t.page.locator(".grid .cell").evaluateAll((list) => list.map((c) => c.getAttribute("aria-label").split(", ")[1]));
    assert.equal(labels.length, 16, format);
    if (format !== "mbf" && labels.some((l) => l !== "hidden")) assert.equal(labels[0], "1", `${format}: ${labels}`);
  }
  assert.deepEqual([...seen].sort(), ["board", "hand", "jsm", "jsm-url", "json", "mbf"]);
  await paste(t.page, "4x4/4\n1...\n...\n....\n....\n");
  await t.page.waitForSelector(".notice");
  assert.match(await t.page.textContent(".notice"), /row 2 has 3 cells/);
  await shot(t.page, "paste");
  clean(t);
  await t.context.close();
});

async function drop(page, bytes) {
  await page.evaluate((list) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(list)], "board.mbf"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  }, [...bytes]);
}

test("review and retry", async () => {
  const t = await visit(site.url + "mines/review/");
  await t.page.fill("textarea", LOST);
  await t.page.click("text=Review it");
  await t.page.waitForSelector(".ledger");
  const ledger = (await t.page.locator(".ledger td:nth-child(2)").allTextContents()).slice(0, 4).map((x) => Number(x.replace("−", "-")));
  assert.ok(Math.abs(ledger[0] + ledger[1] + ledger[2] - ledger[3]) < 0.02, `start - mistakes + luck = result: ${ledger}`);
  assert.equal(ledger[0], 57.42);
  assert.match(await t.page.textContent(".faults"), /5\. r2c1, risk 33\.3%, gave away 33\.33, unpunished\. r\dc\d was safe.*9\. r2c2, risk 66\.7%, gave away 33\.33, punished/s);
  assert.equal(await t.page.locator(".graph .dot-exact").count(), 10);
  await shot(t.page, "review");
  await t.page.click("text=Retry move 5");
  await cell(t.page, 6).click();
  await t.page.waitForSelector(".retry.wrong");
  await cell(t.page, 13).click();
  await t.page.waitForSelector(".retry.right");
  assert.match(await t.page.textContent(".retry"), /Yes: r4c2 wins 94\.44%/);
  assert.match(await t.page.textContent(".below-board"), /before move 5.*then r2c1 was opened/);
  await t.page.waitForSelector(".why .contrast, .why .reason");
  await shot(t.page, "retry");
  clean(t);
  await t.context.close();
});

test("a shared link, opened in a fresh profile", async () => {
  const t = await visit(mines());
  await say(t.page, "new 5x4/3");
  await say(t.page, "edit");
  await say(t.page, "set r2c2 2");
  await t.page.click("text=Share");
  const link = await t.page.inputValue(".share input");
  await shot(t.page, "share");
  const [svg] = await Promise.all([t.page.waitForEvent("download"), t.page.click(".share button:text-is('SVG')")]);
  assert.match(readFileSync(await svg.path(), "utf8"), /^<svg xmlns/);
  const [png] = await Promise.all([t.page.waitForEvent("download"), t.page.click(".share button:text-is('PNG')")]);
  assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), "PNG");
  clean(t);
  await t.context.close();
  const u = await visit(link);
  assert.equal(await cell(u.page, 6).textContent(), "2");
  assert.equal(await u.page.locator(".grid .cell").count(), 20);
  await u.page.waitForSelector(".badge.exact");
  assert.ok(!site.requests.some((path) => path.includes("p=")), "the position is not sent to the server");
  await shot(u.page, "shared");
  clean(u);
  await u.context.close();
});

test("a phone, by touch", async () => {
  const t = await visit(mines(), { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await cell(t.page, 40).tap();
  assert.equal(await t.page.locator(".grid .cell.open").count(), 0, "a tap only selects");
  await cell(t.page, 40).tap();
  await t.page.waitForSelector(".grid .cell.open");
  await t.page.tap(".dig");
  const hidden = await t.page.evaluate(() => Number(document.querySelector(".grid .cell.hid").dataset.i));
  await cell(t.page, hidden).tap();
  await cell(t.page, hidden).tap();
  await t.page.waitForSelector(".grid .cell.flag");
  const box = await cell(t.page, hidden).boundingBox();
  assert.ok(box.width >= 24, `targets are at least 24 px: ${box.width}`);
  await t.page.tap("button:text-is('Analyse')");
  await settled(t.page);
  await t.page.tap("button:text-is('moves')");
  assert.ok(await t.page.isVisible(".moves table"));
  const wide = await t.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 391, `nothing sticks out sideways: ${wide}`);
  await shot(t.page, "phone");
  clean(t);
  await t.context.close();
});

test("a phone: the panel covers the board, not the other way round", async () => {
  const open = "#p=" + Buffer.from("9x30-1-safe-_1" + "0".repeat(7) + "11" + "0".repeat(7 + 28 * 9)).toString("base64url");
  const t = await visit(mines(open), { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await settled(t.page);
  const [sheet, board] = [await t.page.locator(".right").boundingBox(), await t.page.locator(".grid").boundingBox()];
  assert.ok(board.y + board.height > sheet.y + 40, "they overlap");
  const at = await t.page.evaluate(([x, y]) => document.elementFromPoint(x, y).closest(".right") !== null, [sheet.x + 60, sheet.y + 3]);
  assert.ok(at, "the panel is on top");
  clean(t);
  await t.context.close();
});

test("training: the safest move is not the best", async () => {
  const t = await visit(site.url + "mines/train/");
  await t.page.waitForSelector("text=View the solution");
  await t.page.click("text=View the solution");
  await t.page.waitForSelector("text=/The safest, r\\d+c\\d+: risk/");
  await shot(t.page, "train");
  clean(t);
  await t.context.close();
});

test("without a network", async () => {
  const t = await visit(mines(HERO));
  await t.page.waitForSelector(".badge.exact");
  await t.page.evaluate(() => navigator.serviceWorker.ready);
  await t.page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length >= 10, null, { timeout: PATIENCE });
  await t.context.setOffline(true);
  await t.page.reload();
  await t.page.waitForSelector(".badge.exact");
  await shot(t.page, "offline");
  await t.context.close();
});
