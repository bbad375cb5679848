// SPDX-License-Identifier: BSD-3-Clause

// A game of Minesweeper is never covered, lost, stopped or doubled.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, clean, fixed, level, paste, settled, shot } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { HERO, LARGE, LOST } from "./samples.mjs";
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

const WALL = "5x3/2\n.....\n11111\n00000\n";
const marks = (page) => page.locator("#board [data-i]").evaluateAll((list) => list.map((c) => c.className.match(/\bn\d/)?.[0] ?? "h").join(" "));
const seconds = async (page) => (await page.textContent(".time b")).split(":").reduce((sum, x) => 60 * sum + Number(x), 0);

// played waits until the clock shows so many seconds.
const played = (page, n) => page.waitForFunction((s) => document.querySelector(".time b").textContent.split(":").reduce((sum, x) => 60 * sum + Number(x), 0) >= s, n);

// WAYS are what a visitor does in the middle of a game that puts another board in its place, and what shows that it is there.
const WAYS = {
  "a paste": [(page) => paste(page, WALL), (page) => page.waitForFunction(() => document.querySelectorAll("#board [data-i]").length === 15)],
  "the key n": [(page) => page.keyboard.press("n"), (page) => page.waitForFunction(() => !document.querySelector("#board .o"))],
  "another level": [(page) => level(page, "Beginner"), (page) => page.waitForFunction(() => document.querySelectorAll("#board [data-i]").length === 81)],
  "a link": [(page) => page.evaluate((hash) => { location.hash = hash; }, HERO), (page) => page.waitForFunction(() => document.querySelectorAll("#board [data-i]").length === 16)],
  "an edit": [async (page) => { await page.keyboard.press("e"); await cell(page, 479).focus(); await page.keyboard.press("3"); }, (page) => page.waitForSelector('[data-i="479"].n3')],
};

for (const [name, [act, there]] of Object.entries(WAYS)) {
  test(`${name} in the middle of a game: it is kept, and can be resumed, also after a reload`, async () => {
    const t = await begin();
    await level(t.page, "Expert");
    await first(t.page, 250);
    await played(t.page, 2);
    const was = await marks(t.page);
    await act(t.page);
    await there(t.page);
    for (const again of [false, true]) {
      if (again) await t.page.reload();
      await t.page.waitForSelector(".left .btn");
      assert.match(await t.page.textContent(".left"), /Expert, 0:\d\d, \d+% open/);
    }
    await t.page.click('.left .btn:text-is("Resume")');
    await t.page.waitForFunction(() => document.querySelectorAll("#board [data-i]").length === 480);
    assert.equal(await marks(t.page), was, "the same board");
    assert.ok((await seconds(t.page)) >= 2, "and its time");
    clean(t);
    await t.context.close();
  });
}

test("Back from a link returns to the game, and the menu lists what was left", async () => {
  const t = await begin();
  await first(t.page);
  const was = await marks(t.page);
  await t.page.evaluate((hash) => { location.hash = hash; }, HERO);
  await t.page.waitForFunction(() => document.querySelectorAll("#board [data-i]").length === 16);
  await t.page.goBack();
  await t.page.waitForFunction(() => document.querySelectorAll("#board [data-i]").length === 81);
  assert.equal(await marks(t.page), was);
  await t.page.keyboard.press("n");
  await t.page.waitForFunction(() => !document.querySelector("#board .o"));
  await t.page.click(".btn.level");
  await t.page.click('[role=menuitem]:has-text("Resume")');
  await t.page.waitForSelector("#board .o");
  assert.equal(await marks(t.page), was);
  clean(t);
  await t.context.close();
});

test("a pasted board has its own name, and a game that ended is not offered", async () => {
  const t = await begin();
  await first(t.page);
  const id = () => t.page.evaluate(() => JSON.parse(sessionStorage.getItem("veil.mines.game")).id);
  const [game, layout] = await t.page.evaluate(() => { const s = JSON.parse(sessionStorage.getItem("veil.mines.game")); return [s.id, s.layout]; });
  await paste(t.page, WALL);
  await t.page.waitForFunction((was) => JSON.parse(sessionStorage.getItem("veil.mines.game")).id !== was, game);
  await t.page.click(".left .btn");
  await t.page.waitForFunction((was) => JSON.parse(sessionStorage.getItem("veil.mines.game")).id === was, game);
  assert.equal(await id(), game);
  await t.page.evaluate((mines) => [...mines].forEach((x, i) => x === "0" && document.querySelector(`#board [data-i="${i}"].h`)?.click()), layout);
  await t.page.waitForSelector(".finished.won");
  await t.page.keyboard.press("n");
  await t.page.waitForFunction(() => !document.querySelector(".finished"));
  await t.page.waitForTimeout(600); // what is kept is kept when the browser has time
  assert.equal(await t.page.locator(".left").count(), 0);
  clean(t);
  await t.context.close();
});

test("a phone: the game that New leaves can be resumed from the sheet", async () => {
  const t = await begin(PHONE);
  await cell(t.page, 40).tap();
  await t.page.waitForSelector("#board .o");
  const was = await marks(t.page);
  await t.page.tap('.mode2 button:has-text("Flag")');
  await t.page.tap('.thumb button:has-text("New")');
  await t.page.waitForSelector(".sheet .left .btn");
  assert.equal(await t.page.getAttribute('.mode2 button:has-text("Dig")', "aria-checked"), "true", "a new game begins with Dig");
  await shot(t.page, "phone-left");
  await t.page.tap(".sheet .left .btn");
  await t.page.waitForSelector("#board .o");
  assert.equal(await marks(t.page), was);
  clean(t);
  await t.context.close();
});

test("the clock runs while the board is seen: after a reload, after Back, and beside Edit a win is marked", async () => {
  const t = await begin();
  await first(t.page);
  await played(t.page, 1);
  await t.page.reload();
  await t.page.waitForSelector("#board .o");
  const at = await seconds(t.page);
  await played(t.page, at + 2);
  await t.page.goto(site.url);
  await t.page.waitForSelector(".go-on");
  await t.page.goBack();
  await t.page.waitForSelector("#board .o");
  await played(t.page, (await seconds(t.page)) + 2);
  assert.ok(!/With help/.test(await t.page.textContent(".panel")));
  await t.page.keyboard.press("e");
  await t.page.keyboard.press("p");
  assert.match(await t.page.textContent(".panel"), /With help/, "in Edit the clock stands");
  await played(t.page, (await seconds(t.page)) + 1);
  clean(t);
  await t.context.close();
});

test("a game belongs to one tab: the other lets go of it, and can take it back", async () => {
  const t = await begin();
  await first(t.page);
  const was = await marks(t.page);
  const u = await t.context.newPage();
  await u.goto(site.url + "mines/");
  await u.waitForSelector("#board .o");
  assert.equal(await marks(u), was, "a new tab continues the game");
  await t.page.waitForFunction(() => !document.querySelector("#board .o"));
  assert.match(await t.page.textContent(".notice"), /continues in another tab/);
  await t.page.click(".left .btn");
  await t.page.waitForSelector("#board .o");
  assert.equal(await marks(t.page), was, "taken back");
  await u.waitForFunction(() => !document.querySelector("#board .o"));
  // Lost here, it is lost there.
  for (let i = 0; i < 81 && !(await t.page.$(".finished")); i++) await cell(t.page, i).evaluate((c) => c.click());
  await t.page.waitForSelector(".finished.lost");
  await u.waitForFunction(() => !document.querySelector(".left"));
  await u.reload();
  await u.waitForSelector("[role=grid]");
  assert.equal(await u.locator("#board .o").count(), 0);
  clean(t);
  await t.context.close();
});

// game is the game on the board as the page keeps it: where its mines are.
const game = (page) => page.evaluate(() => JSON.parse(sessionStorage.getItem("veil.mines.game")));
const openAll = (page, layout) => page.evaluate((mines) => [...mines].forEach((x, i) => x === "0" && document.querySelector(`#board [data-i="${i}"].h`)?.click()), layout);

test("a win with hints is no win, and one game is not compared with the engine", async () => {
  const t = await begin();
  await first(t.page);
  await t.page.keyboard.press("h");
  await t.page.waitForSelector(".rungs .on");
  await openAll(t.page, (await game(t.page)).layout);
  await t.page.waitForSelector(".finished.won");
  assert.match(await t.page.textContent("[aria-label=Record]"), /Won0 of 1Won with help1/);
  await t.page.waitForFunction(() => JSON.parse(localStorage.getItem("veil.mines.stats")).entries[0]?.veil !== undefined);
  assert.ok(!/veil would have won/.test(await t.page.textContent("[aria-label=Record]")), "after one game");
  clean(t);
  await t.context.close();
});

test("a mine beside a wrong flag: the flag is named, and no risk", async () => {
  const t = await begin();
  await first(t.page);
  const { layout } = await game(t.page);
  const around = (i) => [-10, -9, -8, -1, 1, 8, 9, 10].map((d) => i + d).filter((n) => n >= 0 && n < 81 && Math.abs((n % 9) - (i % 9)) <= 1);
  const hidden = await t.page.locator("#board .h").evaluateAll((list) => list.map((c) => Number(c.dataset.i)));
  const ones = await t.page.locator("#board .n1").evaluateAll((list) => list.map((c) => Number(c.dataset.i)));
  const one = ones.find((i) => around(i).some((n) => hidden.includes(n) && layout[n] === "0"));
  const wrong = around(one).find((n) => hidden.includes(n) && layout[n] === "0");
  await cell(t.page, wrong).click({ button: "right" });
  await cell(t.page, one).click();
  await t.page.waitForSelector(".finished.lost");
  await t.page.waitForFunction(() => /The flag at r\d\u00a0c\d was wrong/.test(document.querySelector(".finished .say").textContent));
  assert.match(await t.page.textContent(".finished .say"), new RegExp(`flag at r${Math.floor(wrong / 9) + 1}\u00a0c${(wrong % 9) + 1} was wrong`));
  clean(t);
  await t.context.close();
});

test("a recommendation that is the lowest risk only says so until it is more", async () => {
  const t = await open(browser, site.url + "mines/" + LARGE, {
    prepare: (context) => context.addInitScript(() => {
      globalThis.advised = [];
      const text = (name) => document.querySelector(`.verdict ${name}`)?.textContent ?? "";
      new MutationObserver(() => text(".say") && globalThis.advised.push([text(".cap"), text(".say")])).observe(document, { subtree: true, childList: true, characterData: true });
    }),
  });
  await t.page.waitForFunction(() => /wins about/.test(document.querySelector(".verdict .cap")?.textContent));
  const early = (await t.page.evaluate(() => globalThis.advised)).filter(([cap, say]) => /Lowest risk/.test(cap) && /r\d+\u00a0c\d+/.test(say));
  assert.ok(early.length > 0, "risks were shown before winning chances");
  for (const [, say] of early) assert.match(say, /No safe cell\. Lowest risk so far: r\d+\u00a0c\d+\./);
  assert.match(await t.page.textContent(".verdict .say"), /Guess r\d+\u00a0c\d+\./);
  clean(t);
  await t.context.close();
});

test("a damaged RAWVF is called that", async () => {
  const t = await begin();
  await paste(t.page, "RawVF_Version: Rev5\nWidth: 9\nHeight: 9\nMines: 10\n");
  await t.page.waitForSelector(".notice");
  assert.match(await t.page.textContent(".notice"), /This RAWVF file has no board before its events/);
  clean(t);
  await t.context.close();
});

// unmarked lists the cells that the texts beside the board name and the board does not mark.
function unmarked(page, texts = ".panel") {
  return page.evaluate((where) => {
    const width = Number(document.querySelector("#board").getAttribute("aria-colcount"));
    const said = [...document.querySelectorAll(where)].filter((e) => e.checkVisibility()).map((e) => e.innerText).join("\n");
    const names = [...said.matchAll(/\br(\d+)\s?c(\d+)\b/g)].map((m) => (m[1] - 1) * width + (m[2] - 1));
    const bare = [...new Set(names)].filter((i) => !document.querySelector(`[data-i="${i}"]`).matches(".ring, .beside, .clue, .best, .near, .boom, .clash"));
    return { named: names.length, bare };
  }, texts);
}

async function allMarked(page, what, texts) {
  const { named, bare } = await unmarked(page, texts);
  assert.ok(named > 0, `${what}: a cell is named`);
  assert.deepEqual(bare, [], `${what}: cells that are named and not marked`);
}

test("every cell that a text names is marked on a board with rulers: after a loss, by hints, by a notice", async () => {
  const t = await begin();
  await level(t.page, "Expert");
  await first(t.page, 250);
  assert.ok(await t.page.isVisible(".ruler.x") && await t.page.isVisible(".ruler.y"), "rulers in Play");
  const { layout } = await game(t.page);
  for (let rung = 1; rung <= 5; rung++) {
    await t.page.keyboard.press("h");
    await t.page.waitForFunction((n) => document.querySelectorAll(".rungs .on").length === n, rung);
    if (rung >= 3) await allMarked(t.page, `hint ${rung}`, ".hints");
  }
  const [meant, reasons] = await t.page.evaluate(() => [document.querySelectorAll("#board .ring").length, document.querySelectorAll("#board :is(.clue, .beside)").length]);
  assert.ok(meant === 1 && reasons > 0, `one cell is meant, and has reasons: ${meant}, ${reasons}`);
  const drawn = (name) => t.page.locator(`#board ${name}`).first().evaluate((c) => { const s = getComputedStyle(c, "::after"); return `${s.borderTopStyle} ${s.borderTopWidth}`; });
  assert.notEqual(await drawn(".ring"), await drawn(".clue"), "and they look different");
  await shot(t.page, "hint-marks");
  const hidden = t.page.locator("#board .h").first();
  await hidden.click({ button: "right" });
  await hidden.click();
  await t.page.waitForSelector(".notice");
  await allMarked(t.page, "a notice", ".notice");
  await hidden.click({ button: "right" });
  await cell(t.page, [...layout].findLastIndex((x) => x === "1")).click();
  await t.page.waitForSelector(".finished.lost");
  await t.page.waitForFunction(() => /was safe|only \d+%|Bad luck/.test(document.querySelector(".finished .say").textContent));
  await allMarked(t.page, "a loss", ".finished .say");
  await shot(t.page, "loss-marks");
  clean(t);
  await t.context.close();
});

test("every cell that a text names is marked: in Analyse, in a review, in training", async () => {
  const t = await open(browser, site.url + "mines/" + HERO);
  await t.page.waitForSelector(".badge.exact");
  await t.page.waitForSelector(".futs");
  await allMarked(t.page, "why", ".why, .say");
  await t.page.goto(site.url + "mines/review/");
  await t.page.fill("textarea", LOST);
  await t.page.click('.other .btn:text-is("Review")');
  await t.page.waitForSelector("#review-board .o");
  assert.ok(await t.page.isVisible("#review-board .ruler.x"), "rulers in a review");
  await t.page.click("[aria-label='back']");
  await t.page.waitForSelector(".rside .note");
  await allMarked(t.page, "what was played", ".rside");
  await t.page.goto(site.url + "mines/train/");
  await t.page.waitForSelector(".rb [data-i]");
  await t.page.click("text=Show the solution");
  await t.page.waitForSelector(".say.shown");
  await t.page.waitForSelector(".why .reason, .why .futs");
  await allMarked(t.page, "a solution", ".rside > .say");
  clean(t);
  await t.context.close();
});

// loses plays a game of Intermediate to its end and opens its review.
async function loses(page) {
  await level(page, "Intermediate");
  await first(page, 120);
  const { layout } = await game(page);
  const safe = [...layout].flatMap((x, i) => (x === "0" ? [i] : [])).reverse();
  for (const i of safe.slice(0, 12)) await cell(page, i).evaluate((c) => c.click());
  await cell(page, layout.indexOf("1")).evaluate((c) => c.click());
  await page.waitForSelector(".finished.lost");
  await page.click(".finished .btn:not(.pri)");
}

test("a review of a lost Intermediate game: every move has a value, every mistake a price, and they add up", async () => {
  const t = await begin();
  await loses(t.page);
  await t.page.waitForSelector(".mist");
  const turns = Number(/(\d+) moves/.exec(await t.page.textContent(".ph"))[1]);
  await t.page.waitForFunction((n) => document.querySelectorAll(".graph .pt").length === n + 1, turns);
  const mistakes = await t.page.locator(".mk:not(.ok)").allTextContents();
  assert.ok(mistakes.length > 0);
  for (const said of mistakes) assert.match(said, /−[\d.]+( ±[\d.]+)? points/);
  const [start, given, luck, result] = (await t.page.locator(".ledger dd").allTextContents()).map((x) => Number(x.replace("−", "-").replace(/ ±.*/, "")));
  assert.ok(start > 0 && given <= 0 && result === 0, `${start} ${given} ${luck} ${result}`);
  const off = /miss the result by (−?[\d.]+) ±([\d.]+) points/.exec(await t.page.textContent(".led"));
  assert.ok(Math.abs(start + given + luck - result - Number(off[1].replace("−", "-"))) <= 0.3, `${start} ${given} ${luck} ${result}: ${off}`);
  assert.match(await t.page.textContent(".led"), /Estimate/);
  await shot(t.page, "review-lost");
  clean(t);
  await t.context.close();
});

test("a review that a reload interrupts goes on with the games that it has played", async () => {
  const t = await begin({ prepare: async (context) => {
    await fixed(context, 11);
    await context.addInitScript(() => {
      window.given = []; // how many positions had games when a review was asked for
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (m, ...rest) {
        const { played } = JSON.parse(m?.question ?? "{}");
        if (played) window.given.push(played.length);
        return post.call(this, m, ...rest);
      };
    });
  } });
  await loses(t.page);
  const kept = await t.page.waitForFunction(() => JSON.parse(sessionStorage.getItem("veil.review") ?? "{}").played?.length);
  const games = await kept.jsonValue();
  assert.deepEqual(await t.page.evaluate(() => window.given), [0], "the first question has no games");
  await t.page.reload();
  await t.page.waitForFunction(() => window.given.length > 0);
  assert.ok((await t.page.evaluate(() => window.given[0])) >= games, "the second has those of the first");
  await t.page.waitForSelector(".mist");
  clean(t);
  await t.context.close();
});

test("a phone: a hint is read without scrolling, and the cell that it means is in view", async () => {
  const t = await begin(PHONE);
  await level(t.page, "Expert");
  await first(t.page, 95);
  for (let rung = 1; rung <= 5; rung++) {
    await t.page.tap('.thumb button:has-text("Hint")');
    await t.page.waitForFunction((n) => document.querySelectorAll(".rungs .on").length === n, rung);
  }
  await t.page.waitForFunction(() => {
    const inside = (e, box) => { const [a, b] = [e.getBoundingClientRect(), box.getBoundingClientRect()]; return a.top >= b.top && a.bottom <= b.bottom + 1 && a.left >= b.left && a.right <= b.right + 1; };
    return inside(document.querySelector(".hints .sentences li"), document.querySelector(".sheet")) && inside(document.querySelector("#board .ring"), document.querySelector(".port"));
  });
  await shot(t.page, "phone-hint");
  clean(t);
  await t.context.close();
});
