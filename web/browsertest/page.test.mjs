// SPDX-License-Identifier: BSD-3-Clause

// What a person does on the page, and sees.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cell, clean, fixed, isOver, level, nextMove, paste, say, settled, shifted, shot, steady, watchShifts } from "./board.mjs";
import { PATIENCE, STATIC, open, stage } from "./browser.mjs";
import { hundred, privately } from "./memory.mjs";
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


const SHOWN = "#board:not(.stale-board, [aria-busy=true])";
const mode = (page, key) => page.keyboard.press(key);

test("the hero board: exact values, the bar, the labels", async () => {
  const t = await visit(mines(HERO));
  await t.page.waitForSelector(".badge.exact");
  assert.match(await t.page.textContent(".verdict"), /Best play wins Exact57\.42%379 of 660.*Equal risk is not equal chance\. Twelve cells have 25% risk; two of them win most often\./);
  assert.equal(await cell(t.page, 2).getAttribute("aria-label"), "row 1 column 3, hidden, win 57.4 percent, best, risk 25 percent");
  assert.equal(await t.page.locator("#board .best").count(), 2);
  assert.equal(await t.page.getAttribute(".eval", "aria-valuetext"), "winning chance 57.42 percent, exact");
  await cell(t.page, 15).hover();
  await t.page.waitForSelector(".eval .ghost");
  for (const [overlay, text] of [["Risk", "25"], ["Learn", "1.9"], ["Off", ""], ["Win", "55.61−1.82"], ["All", "55.61−1.8225"]]) {
    await t.page.click(`.seg button:text-is("${overlay}")`);
    await t.page.waitForFunction((want) => [...document.querySelectorAll('[data-i="15"] [data-t]')].map((e) => e.dataset.t).join("") === want, text);
  }
  await t.page.waitForSelector(".futs");
  assert.match(await t.page.textContent(".why"), /Same risk, different future.*r1\u00a0c3.*57\.42%.*55\.61%/);
  await shot(t.page, "hero");
  clean(t);
  await t.context.close();
});

test("a board too large to search: exact risks, an estimate with its range, and always one move", async () => {
  const t = await visit(mines(LARGE));
  await t.page.waitForSelector(`${SHOWN} .best`); // before there is any estimate
  assert.equal(await blankCells(t.page), 0, "every hidden cell shows its risk by default");
  await t.page.waitForSelector(".badge.estimate");
  await t.page.waitForSelector(".deeper");
  assert.match(await t.page.textContent(".verdict .num"), /^(\d\d%\d+–\d+|\d+–\d+%a wide range)$/, "no decimals, and a range");
  assert.match(await t.page.textContent(".verdict .say"), /Guess r\d+\u00a0c\d+\.|Open r\d+\u00a0c\d+( first)?\./);
  assert.match(await t.page.textContent(".pfoot"), /\d+ games simulated; best play wins at least as often\. Risks are exact\./);
  assert.match(await t.page.textContent(".moves .mv .w"), /^\d\d\d+–\d+$/);
  assert.equal(await t.page.locator("#board .best").count(), 1, "one move is recommended");
  assert.equal(await blankCells(t.page), 0, "the risks stay when the estimate has come");
  await shot(t.page, "estimate");
  clean(t);
  await t.context.close();
});

test("an expert endgame: exact by default, and every cell says something", async () => {
  const t = await visit(mines());
  const endgame = /30x16\/99\n(?:[0-8.]{30}\n){16}/.exec(readFileSync(new URL("../../search/optimal/testdata/expert-endgames.txt", import.meta.url), "utf8"))[0];
  await paste(t.page, endgame);
  await t.page.waitForSelector(".badge.exact");
  assert.match(await t.page.textContent(".verdict"), /65\.82%2338 of 3552/);
  await settled(t.page);
  assert.equal(await blankCells(t.page), 0);
  assert.deepEqual(await t.page.locator("#board .best").evaluateAll((list) => list.map((c) => Number(c.dataset.i))), [86, 89]);
  await cell(t.page, 86).focus();
  await mode(t.page, "w");
  await cell(t.page, 117).focus();
  await mode(t.page, "w");
  await t.page.waitForFunction(() => document.querySelectorAll(".fut").length === 2);
  assert.match(await t.page.textContent(".why"), /65\.82%.*57\.49%/);
  const wide = await t.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 1280, `nothing sticks out sideways: ${wide}`);
  await shot(t.page, "endgame");
  clean(t);
  await t.context.close();
});

// blankCells counts the hidden cells that show neither a number nor a mark.
function blankCells(page) {
  return page.locator("#board .h").evaluateAll((list) => list.filter((c) => !/\d/.test(c.querySelector("[data-t]")?.dataset.t) && !c.querySelector("svg")).length);
}

test("the page asks for no time, and for outcomes only if it shows them", async () => {
  const t = await visit(mines(HERO));
  await t.page.waitForSelector(".futs");
  await t.page.workers()[0].evaluate(() => {
    const ask = globalThis.veilAsk;
    globalThis.asked = [];
    globalThis.veilAsk = (question, tell) => {
      globalThis.asked.push(JSON.parse(question));
      return ask(question, tell);
    };
  });
  const asked = () => t.page.workers()[0].evaluate(() => globalThis.asked.splice(0));
  await mode(t.page, "e");
  await t.page.waitForSelector(".editor");
  await settled(t.page);
  const [plain] = await asked();
  assert.deepEqual(Object.keys(plain).sort(), ["ask", "position"]);
  await t.page.click('.seg button:text-is("Learn")');
  await t.page.waitForFunction(() => document.querySelector('[data-i="15"] [data-t]')?.dataset.t === "1.9");
  const [lessons] = await asked();
  assert.deepEqual([lessons.moves, lessons.fields, lessons.budget], ["none", ["outcomes", "digits"], undefined]);
  clean(t);
  await t.context.close();
});

// begin opens the page with boards that are the same in every run.
async function begin(options, seed = 5) {
  return visit(mines(), { ...options, prepare: async (context) => { await fixed(context, seed); await watchShifts(context); } });
}

// advised plays what the page recommends until the game ends.
async function advised(page, act = (i) => cell(page, i).click()) {
  for (let i = 0; i < 300 && !(await isOver(page)); i++) {
    const to = await nextMove(page);
    await act(to);
    await page.waitForFunction((c) => !document.querySelector(`[data-i="${c}"]`).classList.contains("h") || document.querySelector(".finished"), to);
  }
}

// NINE are games that were lost before, as the statistics keep them.
const NINE = JSON.stringify({ v: 1, entries: Array.from({ length: 9 }, (_, i) => ({ id: `g${i}`, size: "9x9/10", first: "zero", noGuess: false, won: false, ms: 1, helped: false, day: "2026-11-16", veil: 0 })) });

test("a full game by mouse: the clock, the counter, the record", async () => {
  const t = await begin({ storageState: { cookies: [], origins: [{ origin: new URL(site.url).origin, localStorage: [{ name: "veil.mines.stats", value: NINE }] }] } });
  assert.equal(await t.page.textContent(".time b"), "0:00");
  await cell(t.page, 40).click();
  await t.page.waitForSelector("#board .o");
  assert.ok(await t.page.locator("#board .n0").count() > 0, "the first click opens an area");
  await t.page.waitForFunction(() => document.querySelector(".time b").textContent !== "0:00");
  await t.page.click(".btn.tog");
  await advised(t.page);
  await t.page.waitForSelector(".finished.won");
  assert.equal(await t.page.locator("#board .o").count(), 71);
  assert.equal(await t.page.textContent(".mines-left b"), "0", "nothing is left after a win");
  assert.match(await t.page.textContent(".finished"), /With help/);
  assert.match(await t.page.textContent("[aria-label=Record]"), /Won0 of 10Won with help1/);
  const at = await t.page.textContent(".time b");
  await t.page.waitForTimeout(1200);
  assert.equal(await t.page.textContent(".time b"), at, "the clock stands");
  await t.page.waitForFunction(() => /veil would have won about 1 \(estimate\)/.test(document.querySelector("[aria-label=Record]").textContent));
  await shot(t.page, "mouse");
  await mode(t.page, "n");
  await t.page.waitForFunction(() => document.querySelectorAll("#board .h").length === 81);
  assert.equal(await t.page.textContent(".time b"), "0:00");
  assert.ok(!(await t.page.$("#board.an")), "a new game starts in Play");
  clean(t);
  await t.context.close();
});

test("a mine: the counter, undo, the same board again", async () => {
  const t = await begin();
  await cell(t.page, 40).click();
  await t.page.waitForSelector("#board .o");
  for (let i = 0; i < 81 && !(await isOver(t.page)); i++) await cell(t.page, i).click({ force: true });
  await t.page.waitForSelector(".finished.lost");
  assert.equal(await t.page.textContent(".mines-left b"), "10", "the mine that was hit was not found");
  assert.equal(await t.page.locator("#board .boom").count(), 1);
  const board = () => t.page.locator("#board [data-i]").evaluateAll((list) => list.map((c) => c.className.includes("boom") || c.className.includes("was-mine")));
  const before = await board();
  await mode(t.page, "u");
  assert.equal(await isOver(t.page), false);
  await mode(t.page, "]");
  await t.page.waitForSelector(".finished");
  assert.match(await t.page.textContent("[aria-label=Record]"), /Won0 of 1/, "a game is counted once");
  await mode(t.page, "r");
  await t.page.waitForFunction(() => !document.querySelector(".finished"));
  for (let i = 0; i < 81 && !(await isOver(t.page)); i++) await cell(t.page, i).click({ force: true });
  assert.deepEqual(await board(), before, "the same board");
  assert.match(await t.page.textContent("[aria-label=Record]"), /Won0 of 1/, "and it is not counted again");
  clean(t);
  await t.context.close();
});

test("a game survives a reload, Back, a link and another tab", async () => {
  const t = await begin();
  await cell(t.page, 40).click();
  await t.page.waitForSelector("#board .o");
  const hidden = Number(await t.page.locator("#board .h").first().getAttribute("data-i"));
  await cell(t.page, hidden).click({ button: "right" });
  await t.page.waitForSelector("#board .fl");
  const marks = (page) => page.locator("#board [data-i]").evaluateAll((list) => list.map((c) => (c.querySelector(".fl") ? "F" : c.className.replace(/ .*?(n\d).*/, "$1").slice(0, 4))).join(" "));
  const was = await marks(t.page);
  await t.page.waitForFunction(() => document.querySelector(".time b").textContent >= "0:02");
  await t.page.reload();
  await t.page.waitForSelector("#board .o");
  assert.equal(await marks(t.page), was, "reload");
  assert.ok(!(await t.page.$("#board.an")), "still in Play");
  assert.ok((await t.page.textContent(".time b")) >= "0:02", "the clock goes on where it was");
  await t.page.goto(site.url);
  await t.page.waitForSelector(".go-on");
  assert.match(await t.page.textContent(".go-on"), /Continue your game.*Beginner/);
  await t.page.goBack();
  await t.page.waitForSelector("#board .o");
  assert.equal(await marks(t.page), was, "Back");
  await t.page.evaluate((hash) => (location.hash = hash), HERO);
  await t.page.waitForSelector(".badge.exact");
  assert.equal(await t.page.getAttribute(".btn.tog", "aria-pressed"), "true", "a link opens in Analyse");
  const u = await t.context.newPage();
  await u.goto(mines());
  await u.waitForSelector("#board .o");
  assert.equal(await marks(u), was, "another tab goes on with the game");
  assert.match(await u.textContent(".head"), /Welcome back/);
  await u.click(`[data-i="${await u.locator("#board .h:not(:has(.fl))").first().getAttribute("data-i")}"]`);
  await u.waitForFunction(() => !/Welcome back/.test(document.querySelector(".head").textContent));
  await t.page.reload();
  await t.page.waitForSelector(".badge.exact");
  assert.equal(await t.page.locator("#board [data-i]").count(), 16, "and this tab keeps the position of the link");
  clean(t);
  await t.context.close();
});

test("a damaged link says so", async () => {
  for (const hash of [HERO.slice(0, -4), "#p=!!!", "#p=AAAA"]) {
    const t = await visit(mines(hash));
    await t.page.waitForSelector(".notice");
    assert.match(await t.page.textContent(".notice"), /This link is damaged: it contains no readable board/);
    assert.equal(await t.page.evaluate(() => location.hash), "");
    await cell(t.page, 40).click();
    await t.page.waitForSelector("#board .o");
    clean(t);
    await t.context.close();
  }
});

// everyMode goes through the modes at each level; the board must stay where it is.
async function everyMode(viewport) {
  const t = await begin({ viewport });
  for (const size of ["Beginner", "Intermediate", "Expert"]) {
    await level(t.page, size);
    await cell(t.page, 40).click();
    await t.page.waitForSelector("#board .o");
    const place = async () => JSON.stringify(await t.page.locator("#board").boundingBox());
    const at = await place();
    for (const key of ["a", "e", "a", "z", "z", "p", "h", "a"]) {
      await mode(t.page, key);
      await t.page.waitForTimeout(60);
      assert.equal(await place(), at, `${viewport.width}: ${size}, after ${key}`);
    }
    await settled(t.page);
    assert.equal(await place(), at, `${size}: with numbers`);
    const { width } = await t.page.locator("#board").boundingBox();
    const tools = await t.page.locator(".tools").evaluate((e) => e.scrollWidth <= e.clientWidth + 1);
    assert.ok(tools, `${viewport.width}: ${size}: the toolbar has room`);
    assert.ok(width <= viewport.width, "the board fits");
    await mode(t.page, "p");
  }
  return t;
}

test("the board stays where it is in every mode, and nothing shifts", async () => {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 1280, height: 720 }, { width: 900, height: 1100 }]) {
    let t = await everyMode(viewport);
    if ((await shifted(t.page)).sum >= 0.02) { // what follows a key by more than half a second counts as a shift, and a loaded machine is slow
      await t.context.close();
      t = await everyMode(viewport);
    }
    await steady(t.page);
    clean(t);
    await t.context.close();
  }
});

test("no-guess boards are won without a guess", async () => {
  const t = await begin();
  await t.page.click(".btn.level");
  await t.page.click('[role=menuitemcheckbox]:has-text("No guess")');
  await t.page.keyboard.press("Escape");
  await cell(t.page, 4 * 9 + 4).click();
  await t.page.waitForSelector("#board .o");
  await mode(t.page, "a");
  await advised(t.page, async (i) => {
    assert.match(await cell(t.page, i).getAttribute("aria-label"), /certainly safe/);
    await cell(t.page, i).click();
  });
  await t.page.waitForSelector(".finished.won");
  assert.match(await t.page.textContent("[aria-label=Record]"), /Beginner games, no guess/);
  clean(t);
  await t.context.close();
});

const BOARDS = Number(process.env.BOARDS ?? 50);

test(`no-guess boards: the engine is witness to ${BOARDS} of them`, async () => {
  const t = await visit(mines(HERO));
  await t.page.waitForSelector(".badge.exact");
  const guesses = await t.page.workers()[0].evaluate(async (boards) => {
    const ask = (q) => new Promise((resolve) => {
      let last = null;
      globalThis.veilAsk(JSON.stringify(q), (text) => (text === null ? resolve(last) : (last = JSON.parse(text))));
    });
    const sizes = [[9, 9, 10], [16, 16, 40], [30, 16, 99]];
    let forced = 0;
    for (let seed = 0; seed < boards; seed++) {
      const [w, h, n] = sizes[seed % 3];
      const doc = await ask({ ask: "mines.board", size: `${w}x${h}/${n}`, first: "zero", seed: String(1000 * seed), click: `r${h >> 1}c${w >> 1}`, no_guess: true });
      const real = /\[real\]\n([\s\S]*?)(?:\[|$)/.exec(doc.text)[1].replace(/\s/g, "");
      const cells = Array.from(doc.position.split("\n").filter((l) => /^[.0-8F]+$/.test(l)).join(""));
      for (;;) {
        const check = await ask({ ask: "mines.check", position: { text: `${w}x${h}/${n}\nfirst: zero\n${cells.join("").match(new RegExp(`.{${w}}`, "g")).join("\n")}\n` } });
        if (check.solved) break;
        if (check.forced_guess) { forced++; break; }
        const { moves } = await ask({ ask: "mines.analysis", moves: "none", position: { text: `${w}x${h}/${n}\nfirst: zero\n${cells.join("").match(new RegExp(`.{${w}}`, "g")).join("\n")}\n` } });
        for (const m of moves) {
          if (m.certain !== "safe") continue;
          const [, r, c] = /r(\d+)c(\d+)/.exec(m.cell).map(Number);
          cells[(r - 1) * w + c - 1] = real[(r - 1) * w + c - 1];
        }
      }
    }
    return forced;
  }, BOARDS);
  assert.equal(guesses, 0);
  clean(t);
  await t.context.close();
});

test("a full game by keyboard alone", async () => {
  const t = await begin();
  const key = (k) => t.page.keyboard.press(k);
  await key("Tab");
  assert.equal(await t.page.evaluate(() => document.activeElement.textContent), "Skip to content");
  for (let i = 0; i < 20 && !(await t.page.evaluate(() => document.activeElement.role === "gridcell")); i++) await key("Tab");
  await key("End");
  assert.match(await t.page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^row 1 column 9, hidden/);
  await key("Space");
  await t.page.waitForSelector("#board .fl");
  await key("f");
  await t.page.waitForSelector("#board .fl", { state: "detached" });
  await key("PageDown");
  await key("Home");
  await key("Enter");
  await t.page.waitForSelector("#board .o");
  await key("a");
  await advised(t.page, async (i) => {
    await walk(t.page, i);
    await key("Enter");
  });
  assert.ok(await isOver(t.page));
  await key("u");
  await t.page.waitForFunction(() => !document.querySelector(".finished"));
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
  assert.equal(await t.page.locator("#command").count(), 0, "it is out of the way");
  await say(t.page, "new 4x4/4 safe");
  await say(t.page, "edit");
  await say(t.page, "set r1c1 1");
  assert.match((await say(t.page, "solve")).join("\n"), /Best play wins 57\.42% \(379\/660\)\nEqual risk is not equal chance\. Twelve cells have 25% risk; two of them win most often\. Open r1c3\./);
  assert.match((await say(t.page, "why r1c3 r4c4")).join("\n"), /opens a zero three times as often, but its likeliest answer \(1\) leaves a position won only 59\.9% of the time/);
  assert.match((await say(t.page, "moves")).join("\n"), /r1c3 and r3c1: win 57\.42% exact, risk 25\.0%\nr3c4 and r4c3: win 57\.27% exact/);
  assert.match((await say(t.page, "row 1")).join("\n"), /row 1 column 3, hidden, win 57\.4 percent, best, risk 25 percent/);
  assert.match((await say(t.page, "numbers")).join("\n"), /r1c1 1/);
  assert.match((await say(t.page, "forced?")).join("\n"), /Yes\. No cell is certainly safe\./);
  assert.match((await say(t.page, "open r9c9")).join("\n"), /There is no cell r9c9/);
  assert.match((await say(t.page, "dance")).join("\n"), /There is no command dance/);
  await shot(t.page, "command");
  clean(t);
  await t.context.close();
});

test("edit, and a contradiction located", async () => {
  const t = await visit(mines("#p=" + Buffer.from("4x2-3-safe-________").toString("base64url")));
  await mode(t.page, "e");
  for (const [i, n] of [[4, "2"], [5, "2"], [6, "3"], [7, "1"]]) {
    await cell(t.page, i).focus();
    await t.page.keyboard.press(n);
  }
  await t.page.waitForSelector(".problem");
  assert.match(await t.page.textContent(".problem"), /Contradiction.*cannot all be right/);
  const clash = await t.page.locator("#board .clash").evaluateAll((list) => list.map((c) => Number(c.dataset.i)));
  assert.ok(clash.length >= 2 && clash.every((i) => i >= 4), `the clashing numbers are marked: ${clash}`);
  await shot(t.page, "contradiction");
  await cell(t.page, 6).focus();
  await t.page.keyboard.press("2");
  await t.page.waitForSelector("#board .clash", { state: "detached" });
  await settled(t.page);
  clean(t);
  await t.context.close();
});

test("why: the reason is marked on the board; the hint ladder", async () => {
  const wall = "#p=" + Buffer.from("5x3-2-safe-_____1111100000").toString("base64url");
  const t = await visit(mines(wall));
  await settled(t.page);
  await cell(t.page, 2).focus();
  await mode(t.page, "w");
  await t.page.waitForSelector(".reason");
  assert.match(await t.page.textContent(".reason"), /r1\u00a0c3 is safe/);
  assert.ok(await t.page.locator("#board .clue").count() >= 2, "the numbers it follows from are outlined");
  assert.ok(await cell(t.page, 2).evaluate((c) => c.classList.contains("ring")), "the cell is ringed");
  await shot(t.page, "why");
  await mode(t.page, "p");
  for (const words of [/No\. There is a safe cell/, /row 1|look/i, /./, /./, /r1c3/]) {
    const rung = () => t.page.locator(".rungs .on").count();
    const was = await rung();
    await t.page.click(".hints .btn");
    await t.page.waitForFunction((n) => document.querySelectorAll(".rungs .on").length > n, was);
    assert.match(await t.page.textContent(".hints .sentences"), words);
  }
  await shot(t.page, "hints");
  clean(t);
  await t.context.close();
});

test("paste of every format", async () => {
  const t = await visit(mines());
  const text = readFileSync(new URL("../../docs/reference/formats.md", import.meta.url), "utf8");
  const seen = new Set();
  for (const [, format, body] of text.matchAll(/```text ([a-z-]+)\n([\s\S]*?)```/g)) {
    seen.add(format);
    await mode(t.page, "e");
    await t.page.waitForSelector(".editor");
    if (format === "mbf") await drop(t.page, Buffer.from(body.replace(/[^0-9a-fA-F]/g, ""), "hex"));
    else await paste(t.page, body);
    await t.page.waitForSelector(".editor", { state: "detached" });
    const labels = await t.page.locator("#board [data-i]").evaluateAll((list) => list.map((c) => c.getAttribute("aria-label").split(", ")[1]));
    if (format === "rawvf") continue;
    assert.equal(labels.length, 16, format);
    if (format !== "mbf" && labels.some((l) => l !== "hidden")) assert.equal(labels[0], "1", `${format}: ${labels}`);
  }
  for (const format of ["board", "hand", "jsm", "jsm-url", "json", "mbf"]) assert.ok(seen.has(format), format);
  await paste(t.page, "4x4/4\n1...\n...\n....\n....\n");
  await t.page.waitForSelector(".notice");
  const said = await t.page.textContent(".notice");
  assert.match(said, /row 2 has 3 cells/);
  assert.equal(said.match(/row 2 has 3 cells/g).length, 1, `it is said once: ${said}`);
  await shot(t.page, "paste");
  clean(t);
  await t.context.close();
});

async function drop(page, bytes, name = "board.mbf") {
  await page.evaluate(([list, file]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(list)], file));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  }, [[...bytes], name]);
}

test("review and retry", async () => {
  const t = await visit(site.url + "mines/review/");
  assert.match(await t.page.textContent("main"), /Drop a game here, or play one\./);
  await t.page.fill("textarea", LOST);
  await t.page.click("button:text-is('Review')");
  await t.page.waitForSelector(".ledger");
  const ledger = (await t.page.locator(".ledger dd").allTextContents()).slice(0, 4).map((x) => Number(x.replace("−", "-")));
  assert.ok(Math.abs(ledger[0] + ledger[1] + ledger[2] - ledger[3]) < 0.02, `start - mistakes + luck = result: ${ledger}`);
  assert.equal(ledger[0], 57.42);
  assert.equal(await t.page.textContent("h1"), "You were lucky, and gave it away twice.");
  assert.match(await t.page.textContent(".mist"), /Two mistakes.*Move 5got away with it.*r2\u00a0c1 at 33% risk.*was safe.*−33\.33 points.*Move 9hit a mine.*r2\u00a0c2 at 67% risk.*was better/s);
  assert.equal(await t.page.locator(".graph .pt").count(), 10);
  const clipped = await t.page.evaluate(() => {
    const box = document.querySelector(".graph").getBoundingClientRect();
    return [...document.querySelectorAll(".graph .bl, .graph .bt")].filter((e) => { const b = e.getBoundingClientRect(); return b.top < box.top || b.bottom > box.bottom || b.right > box.right; }).length;
  });
  assert.equal(clipped, 0, "marks are inside the graph");
  await shot(t.page, "review");
  await t.page.click("h1");
  await t.page.keyboard.press("?");
  assert.match(await t.page.textContent("dialog[open] .keys"), /n and N.*mistake/s);
  await t.page.keyboard.press("Escape");
  await t.page.waitForSelector("dialog[open]", { state: "detached" });
  await t.page.click(".mk .btn");
  await cell(t.page, 6).click();
  await t.page.waitForSelector(".retry.wrong");
  await cell(t.page, 13).click();
  await t.page.waitForSelector(".retry.right");
  assert.match(await t.page.textContent(".retry"), /You played r2\u00a0c1 \([\d.]+%\)\. Find better\..*Yes: r4c2 (wins 94\.44%|is certainly safe)/s);
  await t.page.waitForSelector(".why .futs, .why .reason");
  await shot(t.page, "retry");
  clean(t);
  await t.context.close();
});

test("the link of a review opens the same review elsewhere, keeps the own game there, and says so if it is damaged", async () => {
  const t = await visit(site.url + "mines/review/");
  await paste(t.page, LOST);
  await t.page.click('.ph .btn:has-text("Share")');
  const link = await t.page.inputValue("dialog[open] input");
  assert.match(link, /\/mines\/review\/#g=4x4-4-safe-[0-9a-f]{4}-0\./);
  const shown = (page) => page.$$eval("h1, .ph p, .ledger dd, .mk", (list) => list.map((e) => e.textContent));
  await t.page.waitForSelector('.ledger dd:has-text("57.42")', { state: "attached" }); // all values are there
  const there = await shown(t.page);
  assert.equal(there[0], "You were lucky, and gave it away twice.");
  const other = await visit(link, { prepare: (context) => context.addInitScript(() => { localStorage.setItem("veil.game", "mine"); localStorage.setItem("veil.game.id", "7"); }) });
  await other.page.waitForSelector('.ledger dd:has-text("57.42")', { state: "attached" });
  assert.deepEqual(await shown(other.page), there);
  assert.deepEqual(await other.page.evaluate(() => [localStorage.getItem("veil.game"), localStorage.getItem("veil.game.id")]), ["mine", "7"]);
  await other.page.evaluate(() => { location.hash = "#g=4x4-4-safe-zz-0"; });
  await other.page.waitForSelector(".notice");
  assert.match(await other.page.textContent(".notice"), /The link is damaged/);
  await paste(other.page, LOST.replace("open r2c2\n", ""));
  await other.page.waitForFunction(() => location.hash === "");
  await other.page.waitForFunction(() => /8 moves/.test(document.querySelector(".ph").textContent));
  assert.equal(await other.page.evaluate(() => localStorage.getItem("veil.game.id")), null, "what is brought along is no game of the statistics");
  for (const x of [t, other]) {
    clean(x);
    await x.context.close();
  }
});

// evf is a game that was recorded by Metasweeper, as the description of the format says: 8 by 8, lost at the second click.
function evf() {
  const events = [[2, 56, 120], [3, 56, 120], [2, 8, 8], [3, 8, 8]].flatMap(([kind, x, y]) => [kind, 0, 0, 1, x >> 8, x & 255, y >> 8, y & 255]);
  return Buffer.from([3, 0, 0, 8, 8, 0, 10, 16, 0, 0, 0, 12, 0, 0, 9, ...new Array(8).fill(0), 0b10000001, 255, 0, 0, 0, 0, 0, 0, ...events, 0]);
}

test("replays: a file is dropped on the board or chosen for review, and a damaged one says so", async () => {
  const t = await visit(mines());
  const drop = (name, bytes) => t.page.evaluate(([n, list]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(list)], n));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, [...bytes]]);
  await drop("game.evf", evf());
  await t.page.waitForSelector(".finished.lost");
  assert.match(await t.page.textContent(".finished"), /Lost.*2 moves/);
  await t.page.click('[aria-label="undo"]');
  await t.page.waitForFunction(() => !document.querySelector(".finished"));
  await drop("game.avf", evf());
  await t.page.waitForSelector(".notice");
  assert.match(await t.page.textContent(".notice"), /it is damaged, or of a version that is not known here/);
  await t.page.goto(site.url + "mines/review/");
  await t.page.setInputFiles("input[type=file]", { name: "game.evf", mimeType: "application/octet-stream", buffer: evf() });
  await t.page.waitForSelector(".graph");
  assert.match(await t.page.textContent(".ph"), /8 × 8 · 10 mines · \d moves?/);
  assert.match(await t.page.getAttribute(".graph", "aria-label"), /lost/);
  clean(t);
  await t.context.close();
});

test("review of a game whose start is not exact: the ledger says where it starts, and nothing is worth %", async () => {
  const t = await begin();
  await level(t.page, "Expert");
  await cell(t.page, 250).click();
  await t.page.waitForSelector("#board .o");
  for (let i = 0; i < 480 && !(await isOver(t.page)); i++) await cell(t.page, i).click({ force: true });
  await t.page.click(".finished .btn:not(.pri)");
  await t.page.waitForSelector(".mist");
  const text = await t.page.textContent("main");
  assert.ok(!/worth %|worth \./.test(text), text);
  const exact = /exact from move (\d+)/.exec(text);
  if (exact) assert.match(await t.page.textContent(".ledger"), new RegExp(`^(At move ${exact[1]}|Start)`)); // exact values first, then the whole game by estimates
  else assert.match(text, /estimates only|every value/);
  if (await t.page.$(".mk .btn")) {
    await t.page.click(".mk .btn");
    assert.match(await t.page.textContent(".retry h2"), /^You played r\d+\u00a0c\d+( \([\d.,[\] –()]+%[^.]*\))?\. Find better\.$/);
  }
  await t.page.goBack();
  await t.page.waitForSelector(".finished");
  clean(t);
  await t.context.close();
});

test("a shared link, opened in a fresh profile", async () => {
  const t = await visit(mines());
  await say(t.page, "new 5x4/3 safe");
  await say(t.page, "edit");
  await say(t.page, "set r2c2 2");
  await t.page.keyboard.press("Escape");
  await t.page.click("[aria-label=share]");
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
  assert.equal(await u.page.locator("#board [data-i]").count(), 20);
  await u.page.waitForSelector(".badge.exact");
  assert.ok(!site.requests.some((path) => path.includes("p=")), "the position is not sent to the server");
  await shot(u.page, "shared");
  clean(u);
  await u.context.close();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("a phone, by touch", async () => {
  const t = await begin(PHONE);
  await cell(t.page, 40).tap();
  await t.page.waitForSelector("#board .o", { timeout: PATIENCE });
  await t.page.tap('.mode2 button:has-text("Flag")');
  const hidden = Number(await t.page.locator("#board .h").first().getAttribute("data-i"));
  await cell(t.page, hidden).tap();
  await t.page.waitForSelector("#board .fl");
  await t.page.tap('.mode2 button:has-text("Dig")');
  const box = await cell(t.page, hidden).boundingBox();
  assert.ok(box.width >= 40, `targets are at least 40 px: ${box.width}`);
  const board = await t.page.locator(".field").boundingBox();
  assert.ok(board.height > 0.6 * 844, `the board has most of the screen: ${board.height}`);
  await t.page.tap('.thumb button:has-text("Analyse")');
  await settled(t.page);
  await t.page.tap('.tabs button:text-is("Moves")');
  assert.ok(await t.page.isVisible(".moves .mv"));
  const wide = await t.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 391, `nothing sticks out sideways: ${wide}`);
  await shot(t.page, "phone");
  clean(t);
  await t.context.close();
});

test("a phone: a long press flags, the end of a game is seen on any tab, Expert has a map", async () => {
  const t = await begin(PHONE);
  await cell(t.page, 40).tap();
  await t.page.waitForSelector("#board .o");
  const hidden = t.page.locator("#board .h").first();
  await hidden.dispatchEvent("pointerdown", { pointerType: "touch", bubbles: true });
  await t.page.waitForSelector("#board .fl");
  await hidden.dispatchEvent("pointerup", { pointerType: "touch", bubbles: true });
  await t.page.tap('.thumb button:has-text("Analyse")');
  await settled(t.page);
  await t.page.tap('.tabs button:text-is("Why")');
  await t.page.locator("#board .o").first().dispatchEvent("pointerdown", { pointerType: "mouse", bubbles: true });
  for (let i = 0; i < 81 && !(await isOver(t.page)); i++) await cell(t.page, i).evaluate((c) => c.click());
  await t.page.waitForSelector(".finished");
  assert.ok(await t.page.isVisible(".finished .num"), "the end is seen, whatever the tab");
  await t.page.tap('.thumb button:has-text("New")');
  await level(t.page, "Expert");
  await t.page.waitForSelector(".minimap");
  const before = await t.page.locator(".port").evaluate((p) => p.scrollLeft);
  await t.page.locator(".minimap svg").dispatchEvent("pointerdown", { clientX: 130, clientY: 700, bubbles: true });
  await t.page.waitForFunction((x) => document.querySelector(".port").scrollLeft !== x, before);
  await shot(t.page, "phone-expert");
  clean(t);
  await t.context.close();
});

// answers are the cells that the page calls safe or best once the solution is shown.
async function solution(page) {
  await page.click("text=Show the solution");
  await page.waitForSelector(".say.shown");
  return page.locator("#board .best, #board .safe").evaluateAll((list) => list.map((c) => Number(c.dataset.i)));
}

test("a phone: the board of a lesson is as wide as the window allows, and one taps it", async () => {
  const t = await visit(site.url + "mines/train/", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await t.page.waitForSelector(".rb [data-i]");
  const [board, port, window] = await t.page.evaluate(() => [document.querySelector(".rb .board").getBoundingClientRect().width, document.querySelector(".rb .port").scrollWidth - document.querySelector(".rb .port").clientWidth, innerWidth]);
  assert.ok(board > 0.75 * window && port <= 0, `board ${board} of ${window}, ${port} outside`);
  assert.match(await t.page.textContent(".rside"), /Tap a cell\./);
  clean(t);
  await t.context.close();
});

test("a phone: what the cells say is chosen, and a position edited and shared, from the sheet", async () => {
  const t = await visit(mines(HERO), { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await t.page.waitForSelector(".badge.exact");
  await t.page.tap('[role=tab]:has-text("Numbers")');
  await t.page.tap('.instead [role=radio]:has-text("Risk")');
  assert.equal(await t.page.getAttribute('.instead [role=radio]:has-text("Risk")', "aria-checked"), "true");
  await t.page.tap('.instead .btn:has-text("Share")');
  assert.match(await t.page.inputValue("dialog[open] input"), new RegExp(`/mines/${HERO}$`));
  await t.page.tap("dialog[open] form .btn");
  await t.page.tap('.instead .btn:has-text("Edit")');
  await t.page.waitForSelector(".editor");
  clean(t);
  await t.context.close();
});

test("training: what is wrong comes back at once, what is right the next day", async () => {
  const t = await visit(site.url + "mines/train/");
  await t.page.waitForSelector("text=Open a cell that is certainly safe.");
  const cards = () => t.page.evaluate(() => Object.values(JSON.parse(localStorage.getItem("veil.train.cards") ?? '{"cards":{}}').cards));
  assert((await solution(t.page)).length > 0);
  assert.match(await t.page.textContent(".why"), /is safe\./, "and why");
  assert.match(await t.page.textContent(".rb .note"), /2 numbers prove it/);
  assert.deepEqual((await cards()).map((c) => c.box), [0], "what was shown was not known");
  await t.page.click("text=Next position");
  await t.page.waitForFunction(() => !document.querySelector(".say.shown"));
  // The page says which cells are safe only afterwards: ask the engine by a position pasted into another tab.
  const safe = await t.page.evaluate(() => [...document.querySelectorAll("#board [data-i]")].map((c) => [c.classList.contains("h"), c.textContent]));
  const size = await t.page.evaluate(() => getComputedStyle(document.querySelector("#board")).getPropertyValue("--w"));
  const mines = /(\d+) mines/.exec(await t.page.textContent(".rb .note"))[1];
  const rows = safe.map(([hidden, text]) => (hidden ? "." : text || "0"));
  const width = Number(size);
  const other = await visit(site.url + "mines/");
  await paste(other.page, `${width}x${rows.length / width}/${mines}\n` + rows.join("").replace(new RegExp(`.{${width}}`, "g"), "$&\n"));
  const best = await nextMove(other.page);
  await other.context.close();
  await cell(t.page, best).click();
  await t.page.waitForSelector(".say.right");
  assert.deepEqual((await cards()).map((c) => c.box).sort(), [0, 1]);
  await t.page.reload();
  await t.page.waitForSelector(".topics");
  assert.match(await t.page.textContent(".topics"), /1 comes back today/);
  await shot(t.page, "train");
  clean(t);
  await t.context.close();
});

test("training: guesses in which risk misleads, kept ones and fresh ones, whatever the seed", async () => {
  const t = await visit(mines());
  await fixed(t.context, 11);
  await t.page.goto(site.url + "mines/train/");
  for (const topic of ["Safest is not best", "New guesses"]) {
    await t.page.click(`.topic:has-text("${topic}")`);
    await t.page.waitForSelector("text=Which move wins most often?", { timeout: 4 * PATIENCE });
    await t.page.click("text=Show the solution");
    await t.page.waitForSelector(".both");
    assert.match(await t.page.textContent(".both"), /Low risk, r\d+\u00a0c\d+risk [\d.]+%, wins [\d.]+%Best, r\d+\u00a0c\d+risk/);
  }
  clean(t);
  await t.context.close();
});

test("a chosen theme is there before the first paint, and the system's is the same", async () => {
  const t = await open(browser, mines(), { colorScheme: "dark" });
  await t.page.waitForSelector("[role=grid]");
  const colours = () => t.page.evaluate(() => ["--page", "--surface", "--ink", "--ink-3", "--accent", "--hidden", "--open", "--n1", "--n8", "--risk-high"].map((name) => {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const c = getComputedStyle(probe).color;
    probe.remove();
    return c;
  }).join());
  const automatic = await colours();
  await t.page.evaluate(() => localStorage.setItem("veil.theme", "dark"));
  await t.page.emulateMedia({ colorScheme: "light" });
  await t.page.route("**/veil.js", (route) => route.abort());
  await t.page.reload({ waitUntil: "commit" });
  await t.page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await t.page.unroute("**/veil.js");
  await t.page.reload();
  await t.page.waitForSelector("[role=grid]");
  assert.equal(await colours(), automatic);
  await t.context.close();
});

test("memory: a hundred games leave nothing behind", async () => {
  const t = await visit(mines());
  const start = await t.page.locator("#board").evaluate(() => document.querySelectorAll("*").length);
  await hundred(t.page);
  const [loose, cdp] = [await privately(browser), await t.context.newCDPSession(t.page)];
  await cdp.send("HeapProfiler.collectGarbage");
  const held = await privately(browser);
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  console.log(`# after 100 games: private ${loose.toFixed(0)} MB, ${held.toFixed(0)} without garbage, ${(usedSize / 2 ** 20).toFixed(1)} of them JavaScript`);
  assert.ok(held < 150, `${held} MB`);
  assert.ok(usedSize < 16 * 2 ** 20, `${usedSize} bytes of JavaScript`);
  assert.ok((await t.page.evaluate(() => document.querySelectorAll("*").length)) < start + 200, "no more elements than at the start");
  clean(t);
  await t.context.close();
});

test("without a network", async () => {
  const t = await visit(mines(HERO), { serviceWorkers: "allow" });
  await t.page.waitForSelector(".badge.exact");
  await t.page.evaluate(() => navigator.serviceWorker.ready);
  await t.page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length >= 10, null, { timeout: PATIENCE });
  await t.context.setOffline(true);
  await t.page.reload();
  await t.page.waitForSelector(".badge.exact");
  await shot(t.page, "offline");
  await t.context.close();
});
