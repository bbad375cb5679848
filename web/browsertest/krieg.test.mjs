// SPDX-License-Identifier: BSD-3-Clause

// The Kriegspiel lab: what a person does there, and sees.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { THEMES, violations } from "./axe.mjs";
import { clean, lookAlike, shot } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { DAWSON, heard } from "./samples.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const square = (page, name) => page.locator(`[data-square="${name}"]`);
const text = (page, selector) => page.textContent(selector);

async function lab(hash = "", options) {
  const t = await open(browser, site.url + "krieg/" + hash, options);
  await idle(t.page);
  return t;
}

// idle waits until the engine has answered, or said why it cannot.
const idle = (page) => page.waitForFunction(() => !document.querySelector(".head.stale") && (/\d|≈/.test(document.querySelector(".num span")?.textContent ?? "") || document.querySelector(".clash")));

const said = (page, want) => page.waitForFunction((w) => !document.querySelector(".head.stale") && document.querySelector(".panel")?.textContent.includes(w), want);
const boards = (page, n) => page.waitForFunction((w) => !document.querySelector(".head.stale") && document.querySelector(".num span")?.textContent === w, n);

async function hear(page, line) {
  await page.evaluate(() => { document.querySelector("details.typed").open = true; });
  await page.fill("#heard", line);
  await page.press("#heard", "Enter");
  await idle(page);
}

async function move(page, from, to) {
  await square(page, from).click();
  await square(page, to).click();
}

const press = (page, name) => page.click(`.ann button:has-text("${name}")`);
const only = (page, men) => page.click(`[aria-label='Hidden men to show'] button[aria-label=${men}]`);

test("krieg: a position, its belief, its tries, its proof", async () => {
  const t = await lab(heard(DAWSON.join("\n") + "\n"));
  await said(t.page, "2.58 bits unknown");
  await only(t.page, "Kings");
  assert.match(await text(t.page, '[data-square="c8"]'), /^16\.7/);
  assert.equal(await square(t.page, "e8").getAttribute("aria-label"), "e8, hidden: king 16.7 percent");
  assert.equal(await square(t.page, "h7").getAttribute("aria-label"), "h7, your white queen");
  assert.match(await t.page.getAttribute("[role=grid]", "aria-label"), /hidden king, 6 boards/);
  await t.page.click("button:has-text('Can I force mate in 2?')");
  await t.page.waitForSelector("text=Mate in 2, proved.");
  assert.match(await text(t.page, ".tries .tr"), /Nf6never.*mates/);
  await t.page.click(".tries .tr");
  await t.page.waitForSelector("text=If you try Nf6");
  assert.match(await text(t.page, ".if"), /silence83\.3knight check16\.7/);
  await shot(t.page, "krieg-lab");
  await t.page.click(".if .wr2:nth-of-type(2) button");
  assert.equal(await t.page.locator(".positions li").count(), 1);
  assert.match(await text(t.page, ".positions ol"), /Ke8 a5 f3/);
  clean(t);
  await t.context.close();
});

test("krieg: a game by clicks and drags alone, and on as an estimate where the boards are too many", async () => {
  const t = await lab(heard("ruleset berkeley\nme white\n"));
  await square(t.page, "g1").click();
  assert.deepEqual(await t.page.$$eval(".sq.goal", (l) => l.map((x) => x.dataset.square).sort()), ["f3", "h3"]);
  assert.equal(await t.page.isDisabled(".ann button:has-text('Accepted')"), true);
  await square(t.page, "g1").click();
  await square(t.page, "e2").dragTo(square(t.page, "e4"));
  await t.page.waitForSelector("text=You tried e4. What did the referee say?");
  await press(t.page, "Accepted");
  await idle(t.page);
  await press(t.page, "Black moved");
  await boards(t.page, "20");
  await move(t.page, "d2", "d4");
  await press(t.page, "Accepted");
  await idle(t.page);
  await press(t.page, "Captured on");
  await square(t.page, "e4").click();
  await press(t.page, "Black moved");
  await boards(t.page, "3");
  assert.deepEqual(await t.page.$$eval(".chip", (l) => l.map((c) => c.textContent)), ["1e4 1", "moved 20", "2d4 20", "captured on e4 3"]);
  await t.page.click("[title=Undo]");
  await boards(t.page, "20");
  await press(t.page, "Black moved");
  for (const [from, to] of [["g1", "f3"], ["f1", "d3"], ["c2", "c3"], ["d1", "e2"]]) {
    await idle(t.page);
    await move(t.page, from, to);
    await press(t.page, "Accepted");
    await idle(t.page);
    await press(t.page, "Black moved");
  }
  await said(t.page, "too many to count");
  assert.equal(await t.page.locator(".clash").count(), 0, "the lab goes on after the fifth quiet move");
  assert.match(await text(t.page, ".head .badge"), /Estimate/);
  assert.ok((await t.page.locator(".sq.ht").count()) > 20, "the heat is there");
  assert.ok((await t.page.$$eval(".sq.ht b", (l) => l.every((b) => !b.textContent.includes(".")))), "an estimate has no decimals");
  await move(t.page, "f3", "e5");
  await press(t.page, "Refused");
  await idle(t.page);
  assert.match(await text(t.page, ".chip.no"), /Ne5/);
  await shot(t.page, "krieg-estimate");
  clean(t);
  await t.context.close();
});

test("krieg: checks and captures of the opponent are buttons, and what cannot apply is disabled", async () => {
  const t = await lab(heard("ruleset wild16\nme white\nW e2e4 yes\nB moved\nW d2d4 yes\n"));
  assert.equal(await t.page.isDisabled(".ann button:has-text('Refused')"), true, "wild 16 keeps refusals private");
  await press(t.page, "Check");
  await t.page.click("[aria-label='Direction of the check'] button:text-is('Long diagonal')");
  await press(t.page, "Black moved");
  await idle(t.page);
  assert.match(await text(t.page, ".chip.cur"), /check: Long diagonal/);
  assert.match(await t.page.evaluate(() => atob(location.hash.slice(3).replace(/-/g, "+").replace(/_/g, "/"))), /B moved check long\n$/);
  clean(t);
  await t.context.close();
});

test("krieg: moves are typed as players write them", async () => {
  const t = await lab(heard("ruleset berkeley\nme white\n"));
  for (const line of ["e4", "moved", "Nf3 yes", "moved", "exd5 no", "Bc4", "moved", "O-O"]) await hear(t.page, line);
  assert.equal(await t.page.locator(".clash").count(), 0);
  assert.deepEqual(await t.page.$$eval(".chip:not(.B)", (l) => l.map((c) => c.textContent.replace(/ .*/, ""))), ["1e4", "2Nf3", "3exd5", "Bc4", "4O-O"]);
  assert.equal(await square(t.page, "g1").getAttribute("aria-label"), "g1, your white king");
  clean(t);
  await t.context.close();
});

test("krieg: a position is set up on the board", async () => {
  const t = await lab(heard("ruleset english\nme white\n"));
  await t.page.click("[title=New]");
  await t.page.click("[role=menuitem]:has-text('Set up a position')");
  assert.equal(await t.page.isDisabled("button:has-text('Apply')"), true);
  const put = async (man, at) => { await t.page.click(`[aria-label='Your men'] [aria-label=${man}]`); await square(t.page, at).click(); };
  await put("King", "c5");
  await put("Bishop", "h7");
  await put("Knight", "c4");
  await put("Rook", "b1");
  await t.page.click(".hid button");
  await square(t.page, "a4").click();
  await t.page.click("[aria-label='Add: Queen']");
  await square(t.page, "e1").click();
  await shot(t.page, "krieg-setup");
  await t.page.click("button:has-text('Apply')");
  await boards(t.page, "1");
  assert.equal(await square(t.page, "e1").getAttribute("aria-label"), "e1, certainly a black queen");
  await t.page.click("button:has-text('Can I force mate in 2?')");
  await t.page.waitForSelector("text=Mate in 1, proved.");
  assert.match(await text(t.page, ".tries .tr"), /^Bc2/);
  clean(t);
  await t.context.close();
});

test("krieg: long lists stay in their place", async () => {
  const t = await lab(heard("ruleset berkeley\nme white\nW e2e4 yes\nB moved\nW d2d4 yes\nB moved\n"));
  const tall = () => t.page.evaluate(() => document.documentElement.scrollHeight);
  const before = await tall();
  await t.page.click("button:has-text('more tries')");
  await t.page.click(".positions summary");
  assert.ok((await t.page.locator(".positions li").count()) > 200);
  assert.ok((await t.page.locator(".tries .tr").count()) > 30);
  assert.ok((await tall()) < before + 420, `the page grew from ${before} to ${await tall()}`);
  clean(t);
  await t.context.close();
});

test("krieg: the lines that clash are shown", async () => {
  const t = await lab(heard("ruleset english\nW e2e4 yes\nB moved\nW any? yes\nW e4d5 no\n"));
  await boards(t.page, "1");
  await hear(t.page, "W e4f5 no");
  await said(t.page, "No board fits");
  assert.match(await text(t.page, ".clash"), /Lines 4, 5 and 6 cannot all be right; without any one of them the others can\./);
  assert.equal(await t.page.locator(".chip.suspect").count(), 2);
  await shot(t.page, "krieg-clash");
  await t.page.click("[aria-label='Remove line 5']");
  await boards(t.page, "1");
  assert.equal(await t.page.locator(".chip:is(.suspect, .clashes)").count(), 0);
  clean(t);
  await t.context.close();
});

test("krieg: what percentages assume can be chosen, and is said", async () => {
  const t = await lab(heard("ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes e4\n"));
  await said(t.page, "down from 20");
  await only(t.page, "Knights");
  for (const [by, knight, words] of [["Random opponent", "35.3", /move at random/], ["All move sequences equally likely", "33.3", /Every sequence of moves/], ["All boards equally likely", "33.3", /Every board counts/]]) {
    await t.page.click(".assumption .link");
    await t.page.click(`[role=menuitemradio]:has-text("${by}")`);
    await t.page.waitForFunction((w) => !document.querySelector(".head.stale") && new RegExp(w).test(document.querySelector(".assumption").textContent), words.source);
    assert.match(await text(t.page, '[data-square="e4"]'), new RegExp("^" + knight)); // 28, 21 and 22 moves: 1/22 of the sum
  }
  clean(t);
  await t.context.close();
});

test("krieg: a square says who may stand there; pins and phantoms", async () => {
  const t = await lab(heard("ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes e4\n"));
  assert.equal(await t.page.getAttribute(".spark", "aria-label"), "Boards after each line: 1, 20, 20, 3");
  await square(t.page, "e4").click();
  assert.match(await text(t.page, ".who"), /What is on e4\?Pawn66\.7Knight33\.3/);
  await t.page.click(".positions summary");
  await t.page.click("[aria-label='Pin board 1']");
  await t.page.click("[aria-label='Pin board 2']");
  assert.match(await square(t.page, "e4").getAttribute("aria-label"), /^e4, differs: black \w+ in the first, black \w+ in the second$/);
  await shot(t.page, "krieg-diff");
  await t.page.click("button:text-is('Unpin')");
  await t.page.click("[title='Phantoms: your guesses']");
  await t.page.click("[aria-label='Phantom Pawn']");
  await square(t.page, "e4").click();
  assert.match(await text(t.page, ".ghosts"), /Your Pawn on e4: 66\.7%/);
  await hear(t.page, "W c2c3 no");
  await said(t.page, "No board fits");
  assert.match(await text(t.page, ".chip.clashes"), /c3 impossible/);
  await shot(t.page, "krieg-contradiction");
  await t.page.click("[aria-label='Remove line 6']");
  await boards(t.page, "3");
  clean(t);
  await t.context.close();
});

test("krieg: in German, and what was heard survives a reload", async () => {
  const t = await lab(heard("ruleset berkeley\nme white\nW e2e4 yes\n"));
  assert.equal(await t.page.evaluate(() => document.documentElement.lang), "en");
  await t.page.click(".foot button:text-is('Deutsch')");
  await t.page.waitForFunction(() => document.documentElement.lang === "de");
  await idle(t.page);
  assert.match(await text(t.page, ".say2"), /Schwarz ist am Zug/);
  assert.match(await text(t.page, ".foot"), /Dokumentation.*Was du spielst oder analysierst, verlässt ihn nicht/s);
  await shot(t.page, "krieg-german");
  await t.page.goto(site.url + "krieg/"); // no position in the address
  await idle(t.page);
  assert.equal(await t.page.locator(".chip").count(), 1);
  clean(t);
  await t.context.close();
});

// explorer opens the proof of Dawson's problem.
async function explorer(options) {
  const t = await open(browser, site.url + "krieg/proof/" + heard(DAWSON.join("\n") + "\n"), options);
  await t.page.waitForSelector("h1:has-text('Mate in 2, proved · 6 boards · rules: English')");
  return t;
}

test("krieg: the proof is walked to mate with the mouse against the referee", async () => {
  const t = await explorer();
  assert.equal(await t.page.locator("[role=treeitem]").count(), 9);
  await t.page.click("button:text-is('Verify')");
  await t.page.waitForSelector("text=/✓ holds: 8 nodes, 13 steps replayed from 6 boards/");
  await t.page.fill(".what-if input", "Nb6");
  await t.page.press(".what-if input", "Enter");
  await t.page.waitForSelector("text=/Nb6 fails: after/");
  await t.page.click("button:text-is('Text')");
  assert.match(await t.page.locator(".printed").inputValue(), /^1\. Nf6/);
  await shot(t.page, "krieg-proof");
  await t.page.click("button:has-text('against the referee')");
  await square(t.page, "d7").click();
  await square(t.page, "f6").click();
  await t.page.waitForSelector("text=/You: Nf6. Referee: /");
  const mates = { "knight check, then silence": "b8d6", "knight check, then takes d8": "h7d7", "takes b8": "h7b7", "takes d8": "h7d7", "takes f6": "g4g5", "takes f2": "h7h2", "takes d2": "h7c2", silence: "h7a7" };
  const heard = /Referee: (.*)\./.exec(await text(t.page, ".said li"))[1];
  const move = mates[heard];
  assert.ok(move, "the plan of the book knows " + heard);
  await square(t.page, move.slice(0, 2)).click();
  await square(t.page, move.slice(2)).click();
  await t.page.waitForSelector("text=✓ Mate, wherever the hidden men were.");
  assert.match(await square(t.page, move.slice(2)).getAttribute("aria-label"), /, your white (queen|bishop|pawn)/);
  await shot(t.page, "krieg-mate");
  clean(t);
  await t.context.close();
});

test("krieg: what a plan reaches twice is shown once", async () => {
  const { puzzles } = JSON.parse(readFileSync(STATIC + "problems.json", "utf8"));
  const puzzle = puzzles.find((p) => p.id === "seed-5-9038");
  const t = await open(browser, site.url + "krieg/proof/" + heard(`# plies 5\n${puzzle.history}`), { bypassCSP: true });
  await t.page.waitForSelector("h1:has-text('Mate in 3, proved')");
  await t.page.focus("[role=treeitem]");
  const row = () => t.page.evaluate(() => document.activeElement.textContent);
  const drawn = () => t.page.evaluate(() => new Promise((r) => requestAnimationFrame(() => setTimeout(r, 50)))); // the focus follows the key
  for (let i = 0; i < 20 && !/as in plan/.test(await row()); i++) {
    await t.page.keyboard.press("ArrowDown");
    await drawn();
  }
  const name = /as in (plan \d+)/.exec(await row())[1];
  const move = /→ (2\.\S+)/.exec(await row())[1];
  await t.page.keyboard.press("ArrowRight");
  await t.page.waitForFunction((n) => document.activeElement.querySelector("span.fold")?.textContent.trim() === n, name);
  assert.ok((await row()).includes(move), "the same try is there");
  assert.equal(await t.page.getAttribute("[role=treeitem]:focus", "aria-expanded"), "true");
  await shot(t.page, "krieg-fold");
  await t.page.locator("button.fold").last().click();
  assert.match(await row() + await t.page.textContent("[aria-selected=true]"), /plan \d/);
  assert.equal(await t.page.locator("span.fold").count(), await t.page.evaluate(() => new Set(Array.from(document.querySelectorAll("button.fold"), (b) => b.textContent)).size), "every folded subtree is shown once");
  assert.deepEqual(await violations(t.page, ["light"]), []);
  clean(t);
  await t.context.close();
});

test("krieg: the same by keyboard alone, with a wrong try taken back", async () => {
  const t = await explorer();
  const key = (k) => t.page.keyboard.press(k);
  const focused = () => t.page.evaluate(() => document.activeElement.textContent + (document.activeElement.getAttribute("aria-label") ?? "") + (document.activeElement.role ?? ""));
  const tabTo = async (want) => { for (let i = 0; i < 40 && !want.test(await focused()); i++) await key("Tab"); assert.match(await focused(), want); };
  await tabTo(/1\.Nf6.*treeitem$/);
  const rows = (n) => t.page.waitForFunction((want) => document.querySelectorAll("[role=treeitem]").length === want, n);
  const at = (want) => t.page.waitForFunction((w) => document.activeElement.textContent.includes(w), want);
  await key("ArrowLeft");
  await rows(1);
  await key("ArrowRight");
  await rows(9);
  await key("End");
  await at("→ 2.");
  await key("Home");
  await at("1.Nf6");
  await t.page.focus("button:has-text('against the referee')");
  await key("Enter");
  await t.page.focus("[data-at='0']");
  const walk = async (to) => {
    for (let i = 0; i < 20; i++) {
      const at = await t.page.evaluate(() => Number(document.activeElement.dataset.at));
      const want = (8 - Number(to[1])) * 8 + "abcdefgh".indexOf(to[0]);
      if (at === want) break;
      await key(at % 8 < want % 8 ? "ArrowRight" : at % 8 > want % 8 ? "ArrowLeft" : at < want ? "ArrowDown" : "ArrowUp");
      await t.page.waitForFunction((old) => Number(document.activeElement.dataset.at) !== old, at);
    }
    assert.match(await focused(), new RegExp("^.*" + to));
    await key("Enter");
  };
  await walk("d7");
  await walk("b6");
  await t.page.waitForSelector("text=/Nb6 fails: after/");
  await t.page.focus("button:text-is('Undo')");
  await key("Enter");
  await t.page.focus("#try");
  await t.page.keyboard.type("Nf6\n");
  await t.page.waitForSelector("text=/You: Nf6. Referee: /");
  await t.page.waitForFunction(() => /mate in 1/.test(document.querySelector("[role=grid]").getAttribute("aria-label")));
  const mates = { "knight check, then silence": "Bd6", "knight check, then takes d8": "Qd7", "takes b8": "Qb7", "takes d8": "Qd7", "takes f6": "g5", "takes f2": "Qh2", "takes d2": "Qc2", silence: "Qa7" };
  await t.page.keyboard.type(mates[/Referee: (.*)\./.exec(await text(t.page, ".said li:last-child"))[1]] + "\n");
  await t.page.waitForSelector("text=✓ Mate,");
  await shot(t.page, "krieg-keyboard");
  clean(t);
  await t.context.close();
});

test("krieg: the problem of the day is solved branch by branch, and remembered", async () => {
  const { puzzles } = JSON.parse(readFileSync(STATIC + "problems.json", "utf8"));
  const day = puzzles.findIndex((p) => p.id === "seed-3-399");
  const t = await open(browser, site.url + "problems/");
  await t.page.clock.setFixedTime(new Date((Math.floor(Date.now() / 86_400_000 / puzzles.length) * puzzles.length + day) * 86_400_000 + 3_600_000));
  await t.page.reload();
  const { name } = puzzles[day];
  await t.page.waitForSelector(`.daily h1:has-text("${name}")`);
  assert.match(await text(t.page, ".ds"), /Streak0days.*start a streak/);
  await shot(t.page, "krieg-problems");
  await t.page.goto(site.url + "problems/daily/");
  await t.page.waitForSelector(`.solve h1:has-text("${name}")`);
  await t.page.waitForSelector("[role=grid]");
  assert.match(await text(t.page, ".solve .say"), /Force mate in 2 on all 24 boards/);
  const man = await t.page.$eval(".sq.man-here[aria-label*=rook], .sq.man-here[aria-label*=queen]", (e) => e.dataset.square);
  await square(t.page, man).click();
  assert.ok((await t.page.locator(".sq.goal").count()) > 2, "a man shows where it may be tried");
  await square(t.page, man).click();
  await t.page.fill("#try", "Kb2");
  await t.page.press("#try", "Enter");
  await t.page.waitForSelector(".referee .notice");
  const plan = await solution(t.page);
  for (let i = 0; i < 60; i++) {
    const status = await text(t.page, ".referee .verdict");
    if (/Solved|Partly/.test(status)) break;
    await t.page.fill("#try", plan(status));
    await t.page.press("#try", "Enter");
    await t.page.waitForFunction((old) => { const now = document.querySelector(".referee .verdict").textContent; return now !== old && now !== "Checking…"; }, status);
  }
  assert.match(await text(t.page, ".referee .verdict"), /Solved\. (\d+) of \1 decisions right\./);
  await shot(t.page, "krieg-problem");
  await t.page.click("text=All problems >> nth=0");
  await t.page.waitForSelector(".daily");
  assert.match(await text(t.page, ".ds"), /Streak1day/);
  clean(t);
  await t.context.close();
});

test("krieg: problems have names and levels, and are filtered; Back leads to the list", async () => {
  const t = await open(browser, site.url + "problems/");
  await t.page.waitForSelector(".pc");
  assert.equal(await t.page.locator(".pc").count(), 24);
  assert.ok((await t.page.$$eval(".pc b", (l) => l.every((b) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(b.textContent)))), "names, not numbers");
  await t.page.click("button:text-is('Mate in 3')");
  await t.page.click("[title=Difficulty]");
  await t.page.click("[role=menuitemradio]:has-text('Difficulty 5 of 5')");
  assert.ok((await t.page.$$eval(".pc", (l) => l.length > 0 && l.every((c) => c.textContent.includes("Mate in 3") && c.querySelectorAll(".pips .on").length === 5))));
  await t.page.click(".pc");
  await t.page.waitForSelector(".solve");
  await t.page.goBack();
  await t.page.waitForSelector(".daily");
  await t.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await t.page.click(".daily button:has-text('Share')");
  await t.page.waitForSelector("text=Link copied.");
  assert.match(await t.page.evaluate(() => navigator.clipboard.readText()), /problems\/#/);
  await t.context.close();
});

// solution reads the plan that the explorer prints: what to play after what is heard.
async function solution(page) {
  const link = await page.getAttribute("text=Show the solution", "href");
  const other = await page.context().newPage();
  await other.goto(new URL(link, site.url).href);
  await other.waitForSelector("[role=treeitem]");
  const rows = await other.$$eval("[role=treeitem]", (list) => list.map((li) => [li.querySelector(".announced")?.textContent.slice(1, -1) ?? "", li.querySelector("strong").textContent.replace(/^\d+\./, "").replace(/[+#]$/, "")]));
  const moves = new Map(rows);
  await other.close();
  return (status) => {
    const heard = /“(.*?)”/.exec(status)?.[1] ?? "";
    return moves.get(heard) ?? moves.get(heard.replace(/^.*, then /, "")) ?? "Kb2";
  };
}

test("krieg: on a phone", async () => {
  const t = await lab(heard(DAWSON.join("\n") + "\n"), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const wide = await t.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide[0] <= wide[1], `the page is ${wide[0]} wide on a screen of ${wide[1]}`);
  await t.page.locator("[aria-label='Hidden men to show'] button[aria-label=Kings]").tap();
  assert.match(await text(t.page, '[data-square="g5"]'), /^16\.7/);
  const box = await square(t.page, "g5").boundingBox();
  assert.ok(box.width >= 44 && box.width === box.height, `a square is ${box.width} by ${box.height}`);
  await t.page.click("[title=New]");
  assert.ok((await t.page.locator("[role=menuitem]").first().boundingBox()).x >= 0, "the menu is on the screen");
  await shot(t.page, "krieg-phone-menu");
  await t.page.keyboard.press("Escape");
  await shot(t.page, "krieg-phone");
  await t.page.locator(".tries").scrollIntoViewIfNeeded();
  await shot(t.page, "krieg-phone-tries");
  clean(t);
  await t.context.close();
});

test("krieg: after one visit to any page, every page works without a network", async () => {
  const host = await serve(STATIC); // it is stopped: the browser's own offline switch does not reach service workers
  const t = await open(browser, host.url + "problems/", { serviceWorkers: "allow" });
  await t.page.waitForSelector(".daily");
  const kept = () => t.page.evaluate(async () => (await caches.match(new URL("../krieg.wasm", location.href))) !== undefined);
  while (!(await kept())) await t.page.waitForTimeout(200);
  host.close();
  for (const [path, ready] of [["krieg/" + heard(DAWSON.join("\n") + "\n"), "text=2.58 bits"], ["krieg/proof/", "[role=treeitem]"], ["krieg/play/", ".setgame"], ["problems/daily/", "text=Which try is the key move?"], ["problems/", ".daily"], ["mines/", "[role=grid]"], ["mines/train/", "main"], ["mines/review/", "main"], ["experiments/", "text=No server here"], ["api/", "text=No server here"], ["", "main"]]) {
    await t.page.goto(host.url + path);
    await t.page.waitForSelector(ready);
  }
  await shot(t.page, "krieg-offline");
  await t.page.goto(host.url + "nowhere/");
  assert.match(await text(t.page, "body"), /You are offline/);
  await t.context.close();
});

// Every square that means something, as the board draws it.
const MAN = (look) => `<svg class="man ${look}" viewBox="0 0 48 48"><path d="M13.5 9h21v9.5h-21zM17 18.5h14l1.7 19H15.3z"/></svg>`;
const MEANINGS = {
  "empty": ["", ""], "mine": ["man-here", MAN("own")], "certainly there": ["sure", MAN("their")], "rare": ["ht", `<i class="disc p1"></i><b>4.2</b>`], "likely": ["ht", `<i class="disc p9"></i>${MAN("ghost")}<b>96</b>`],
  "phantom": ["phantom ht", MAN("ghost")], "chosen": ["man-here sel", MAN("own")], "may be tried": ["goal", ""], "differs": ["differs", `<span class="pair">${MAN("their")}<i>–</i></span>`], "tried": ["man-here tried", MAN("own")],
};

test("krieg: no meaning hangs on colour", async () => {
  const t = await lab();
  await t.page.evaluate((list) => {
    document.body.innerHTML = `<main class="lab"><div class="chess">${list.map(([c, x]) => `<div class="sq ${c}">${x}</div>`).join("")}</div></main>`;
    document.querySelector(".p1").style.setProperty("--p", "0.2");
    document.querySelector(".p9").style.setProperty("--p", "0.97");
  }, Object.values(MEANINGS));
  const cdp = await t.context.newCDPSession(t.page);
  const names = Object.keys(MEANINGS);
  for (const type of ["achromatopsia", "protanopia", "deuteranopia", "tritanopia"]) {
    await cdp.send("Emulation.setEmulatedVisionDeficiency", { type });
    assert.deepEqual(await lookAlike(t.page, ".chess .sq", names), [], `${type}: pairs that look alike`);
    await shot(t.page, "krieg-seen-" + type);
  }
  await t.context.close();
});

test("krieg: axe finds nothing to complain about", async () => {
  const dawson = heard(DAWSON.join("\n") + "\n");
  for (const [path, ready] of [["krieg/" + dawson, ".tries .tr"], ["krieg/" + heard("ruleset berkeley\nW e2e4 yes\nB moved\n"), ".tries .tr"], ["krieg/" + heard("ruleset berkeley\nW e2e4 yes\nB takes e4\n"), ".clashes"], ["krieg/proof/" + dawson, "[role=treeitem]"], ["problems/", ".pc"], ["problems/daily/", ".walk"]]) {
    const t = await open(browser, site.url + path, { bypassCSP: true });
    await t.page.waitForSelector(ready);
    const found = await violations(t.page, THEMES, (theme) => path.endsWith(dawson) && shot(t.page, `${path.startsWith("krieg/proof") ? "krieg-proof" : "krieg"}-${theme.replace(" ", "-")}`));
    assert.deepEqual(found, [], path);
    await t.context.close();
  }
});
