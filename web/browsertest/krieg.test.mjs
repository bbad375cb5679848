// SPDX-License-Identifier: BSD-3-Clause

// The Kriegspiel lab: what a person does there, and sees.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { alike, clean, shot } from "./board.mjs";
import { AXE, STATIC, open, stage } from "./browser.mjs";
import { DAWSON, heard } from "./samples.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const square = (page, name) => page.locator(`[data-square="${name}"]`);
const text = (page, selector) => page.textContent(selector);

async function lab(hash = "", options) {
  const t = await open(browser, site.url + "krieg/" + hash, options);
  await t.page.waitForFunction(() => /position|cannot|fits/.test(document.querySelector(".lab-belief .headline")?.textContent ?? ""));
  return t;
}

const said = (page, want) => page.waitForFunction((w) => document.querySelector(".lab-belief .headline")?.textContent.includes(w), want);

async function hear(page, line) {
  await page.fill("#heard", line);
  await page.press("#heard", "Enter");
}

test("krieg: a problem entered as heard, its belief, its tries, its proof", async () => {
  const t = await lab(heard("\n"));
  for (const line of DAWSON) await hear(t.page, line);
  await said(t.page, "6 positions · 2.58 bits");
  await t.page.keyboard.press("Escape");
  await t.page.click("[aria-label='Heat of'] button[aria-label=king]");
  assert.equal(await text(t.page, '[data-square="e8"]'), "16.7");
  assert.equal(await square(t.page, "e8").getAttribute("aria-label"), "e8, hidden: king 16.7 percent");
  assert.equal(await square(t.page, "h7").getAttribute("aria-label"), "h7, your white queen");
  assert.match(await t.page.getAttribute("[role=grid]", "aria-label"), /hidden king, 6 positions possible/);
  await t.page.click("button:text-is('Can I force it?')");
  await t.page.waitForSelector("text=MATE IN 2 ● proved");
  assert.match(await text(t.page, ".lab-tries tbody tr"), /Nf6 MATE 2 ●/);
  await t.page.click(".lab-tries tbody tr button");
  await t.page.waitForSelector("text=If I try Nf6");
  assert.match(await text(t.page, ".if tbody"), /silence83\.3%5knight check16\.7%1/);
  await shot(t.page, "krieg-lab");
  await t.page.click(".if tbody tr:nth-child(2) button");
  assert.equal(await t.page.locator(".positions tbody tr").count(), 1);
  assert.match(await text(t.page, ".positions tbody"), /Ke8 a5 f3/);
  clean(t);
  await t.context.close();
});

test("krieg: the lines that clash are shown", async () => {
  const t = await lab(heard("ruleset english\nW e2e4 yes\nB moved\nW any? yes\nW e4d5 no\n"));
  await said(t.page, "1 position");
  await hear(t.page, "W e4f5 no");
  await said(t.page, "No position fits");
  assert.match(await text(t.page, ".lab-belief .problem"), /Lines 4, 5 and 6 cannot all be right; without any one of them the others can\./);
  assert.deepEqual(await t.page.locator(".heard .suspect code").allTextContents(), ["W any? yes", "W e4d5 no"]);
  assert.match(await text(t.page, ".heard li:nth-child(4)"), /clashes with line 6/);
  await shot(t.page, "krieg-clash");
  await t.page.click("[aria-label='remove line 5']");
  await said(t.page, "1 position");
  assert.equal(await t.page.locator(".heard :is(.suspect, .clashes)").count(), 0);
  clean(t);
  await t.context.close();
});

test("krieg: what percentages assume can be chosen, and is said", async () => {
  const t = await lab(heard("ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 yes\nB takes e4\n"));
  await said(t.page, "3 positions · 1.58 bits");
  await t.page.click("[aria-label='Heat of'] button[aria-label=knight]");
  assert.equal(await text(t.page, '[data-square="e4"]'), "33.3");
  for (const [by, knight, words] of [["random", "35.3", /choose among his legal moves with equal chances/], ["histories", "33.3", /every sequence of moves/], ["positions", "33.3", /every position the same/]]) {
    await t.page.selectOption(".assumption select", by);
    await t.page.waitForFunction((w) => document.querySelector(".assumption select")?.value === w && !/Counting/.test(document.querySelector(".lab-belief .headline").textContent), by);
    assert.match(await text(t.page, ".assumption"), words);
    assert.equal(await text(t.page, '[data-square="e4"]'), knight); // 28, 21 and 22 moves: 1/22 of the sum
    assert.match(await text(t.page, ".lab-tries h2"), { random: /by random opponent/, histories: /by every history/, positions: /by every position/ }[by]);
    if (by === "random") await shot(t.page, "krieg-weights");
  }
  clean(t);
  await t.context.close();
});

test("krieg: a game line by line, a contradiction, pins and phantoms", async () => {
  const t = await lab(heard("ruleset berkeley\n"));
  for (const line of ["W e2e4 yes", "B moved", "W d2d4 yes", "B takes e4"]) await hear(t.page, line);
  await said(t.page, "3 positions");
  assert.match(await text(t.page, ".heard li:nth-child(5)"), /B takes e4 3 positions, ruled out 17/);
  assert.equal(await t.page.getAttribute(".spark svg", "aria-label"), "Positions after each line: 1, 20, 20, 3");
  await t.page.click("[aria-label='pin position 1']");
  await t.page.click("[aria-label='pin position 2']");
  assert.match(await square(t.page, "e4").getAttribute("aria-label"), /^e4, differs: black \w+ in the first, black \w+ in the second$/);
  await shot(t.page, "krieg-diff");
  await t.page.click("button:text-is('unpin')");
  await t.page.click(".phantoms summary");
  await t.page.click("[aria-label='phantom pawn']");
  await square(t.page, "e4").click();
  assert.match(await text(t.page, ".phantoms ul"), /your pawn on e4: 66\.7%/);
  await hear(t.page, "W c2c3 no");
  await said(t.page, "No position fits");
  assert.match(await text(t.page, ".heard .clashes"), /W c2c3 no ✕ cannot be/);
  assert.match(await text(t.page, ".lab-belief .problem"), /line 6.*none of the 3 positions.*Could be heard here: silence/);
  await shot(t.page, "krieg-contradiction");
  await t.page.click("[aria-label='remove line 6']");
  await said(t.page, "3 positions");
  clean(t);
  await t.context.close();
});

// explorer opens the proof of Dawson's problem.
async function explorer(options) {
  const t = await open(browser, site.url + "krieg/proof/" + heard(DAWSON.join("\n") + "\n"), options);
  await t.page.waitForSelector("h1:has-text('MATE IN 2 ● proved · 6 positions · rules: english')");
  return t;
}

test("krieg: the proof is walked to mate with the mouse against the referee", async () => {
  const t = await explorer();
  assert.equal(await t.page.locator("[role=treeitem]").count(), 9);
  await t.page.click("button:text-is('verify')");
  await t.page.waitForSelector("text=/✓ holds: 8 nodes, 13 steps replayed from 6 positions/");
  await t.page.fill(".what-if input", "Nb6");
  await t.page.press(".what-if input", "Enter");
  await t.page.waitForSelector("text=/Nb6 fails: after/");
  await t.page.click("button:text-is('text')");
  assert.match(await t.page.locator(".printed").inputValue(), /^1\. Nf6/);
  await shot(t.page, "krieg-proof");
  await t.page.click("button:has-text('referee mode')");
  await square(t.page, "d7").click();
  await square(t.page, "f6").click();
  await t.page.waitForSelector("text=/You: Nf6. Referee: /");
  const mates = { "knight check, then silence": "b8d6", "knight check, then takes d8": "h7d7", "takes b8": "h7b7", "takes d8": "h7d7", "takes f6": "g4g5", "takes f2": "h7h2", "takes d2": "h7c2", silence: "h7a7" };
  const heard = /Referee: (.*)\./.exec(await text(t.page, ".said li"))[1];
  const move = mates[heard];
  assert.ok(move, "the plan of the book knows " + heard);
  await square(t.page, move.slice(0, 2)).click();
  await square(t.page, move.slice(2)).click();
  await t.page.waitForSelector("text=✓ Mate. Whatever was hidden, you had it.");
  assert.match(await square(t.page, move.slice(2)).getAttribute("aria-label"), /, your white (queen|bishop|pawn)/);
  await shot(t.page, "krieg-mate");
  clean(t);
  await t.context.close();
});

test("krieg: what a plan reaches twice is shown once", async () => {
  const { puzzles } = JSON.parse(readFileSync(STATIC + "problems.json", "utf8"));
  const puzzle = puzzles.find((p) => p.id === "seed-5-9038");
  const t = await open(browser, site.url + "krieg/proof/" + heard(`# plies 5\n${puzzle.history}`), { bypassCSP: true });
  await t.page.waitForSelector("h1:has-text('MATE IN 3 ● proved')");
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
  await t.page.evaluate(AXE);
  assert.deepEqual(await t.page.evaluate(async () => (await axe.run()).violations.map((v) => v.id)), []);
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
  await t.page.focus("button:has-text('referee mode')");
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
  await t.page.focus("button:text-is('Take it back')");
  await key("Enter");
  await t.page.focus("#try");
  await t.page.keyboard.type("Nf6\n");
  await t.page.waitForSelector("text=/You: Nf6. Referee: /");
  await t.page.waitForFunction(() => /mate in 1/.test(document.querySelector("[role=grid]").getAttribute("aria-label")));
  const mates = { "knight check, then silence": "Bd6", "knight check, then takes d8": "Qd7", "takes b8": "Qb7", "takes d8": "Qd7", "takes f6": "g5", "takes f2": "Qh2", "takes d2": "Qc2", silence: "Qa7" };
  await t.page.keyboard.type(mates[/Referee: (.*)\./.exec(await text(t.page, ".said li:last-child"))[1]] + "\n");
  await t.page.waitForSelector("text=✓ Mate.");
  await shot(t.page, "krieg-keyboard");
  clean(t);
  await t.context.close();
});

test("krieg: a problem is solved branch by branch, and remembered", async () => {
  const t = await open(browser, site.url + "problems/#seed-3-399");
  await t.page.waitForSelector("h1:has-text('seed-3-399')");
  await t.page.waitForSelector("[role=grid]");
  assert.match(await text(t.page, ".case .wide"), /Force mate in 2 whatever is hidden: 24 positions/);
  await t.page.fill("#try", "Kb2");
  await t.page.press("#try", "Enter");
  await t.page.waitForSelector(".referee .problem");
  const plan = await solution(t.page);
  for (let i = 0; i < 60; i++) {
    const status = await text(t.page, ".referee .headline");
    if (/Solved|Partly/.test(status)) break;
    await t.page.fill("#try", plan(status));
    await t.page.press("#try", "Enter");
    await t.page.waitForFunction((old) => { const now = document.querySelector(".referee .headline").textContent; return now !== old && now !== "Checking…"; }, status);
  }
  assert.match(await text(t.page, ".referee .headline"), /✓ Solved: (\d+) of \1 decisions right\./);
  assert.match(await text(t.page, ".puzzles button[aria-pressed=true]"), /✓ seed-3-399/);
  await shot(t.page, "krieg-problem");
  clean(t);
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
  await t.page.locator("[aria-label='Heat of'] button[aria-label=king]").tap();
  assert.equal(await text(t.page, '[data-square="g5"]'), "16.7");
  await shot(t.page, "krieg-phone");
  await t.page.locator(".lab-tries").scrollIntoViewIfNeeded();
  await shot(t.page, "krieg-phone-tries");
  clean(t);
  await t.context.close();
});

test("krieg: without a network", async () => {
  const t = await lab(heard(DAWSON.join("\n") + "\n"));
  await t.page.waitForFunction(async () => (await caches.match(new URL("../problems.json", location.href))) !== undefined);
  await t.context.setOffline(true);
  await t.page.reload();
  await said(t.page, "6 positions · 2.58 bits");
  await t.page.click("nav >> text=Problems");
  await t.page.waitForSelector("text=Which try is the key?");
  await shot(t.page, "krieg-offline");
  await t.context.close();
});

// Every square that means something, as the board draws it.
const MEANINGS = {
  "empty": ["", ""], "mine": ["man own", "♙"], "certainly there": ["man hidden-man", "♟"], "rare": ["heat h0", "4.2"], "middle": ["heat h5", "50.0"], "likely": ["heat h10", "95.8"],
  "phantom": ["phantom", "♟"], "chosen": ["man own chosen", "♙"], "differs": ["ring differs", "♟|–"],
};

test("krieg: no meaning hangs on colour", async () => {
  const t = await lab();
  await t.page.evaluate((list) => {
    document.body.innerHTML = `<div class="grid chess"><div class="row">${list.map(([c, x]) => `<div class="cell square light ${c}"><span>${x}</span></div>`).join("")}</div></div>`;
  }, Object.values(MEANINGS));
  const cdp = await t.context.newCDPSession(t.page);
  const names = Object.keys(MEANINGS);
  for (const type of ["achromatopsia", "protanopia", "deuteranopia", "tritanopia"]) {
    await cdp.send("Emulation.setEmulatedVisionDeficiency", { type });
    const pictures = [];
    for (let i = 0; i < names.length; i++) pictures.push((await t.page.locator(".chess .cell").nth(i).screenshot()).toString("base64"));
    assert.deepEqual(await t.page.evaluate(alike, [pictures, names]), [], `${type}: pairs that look alike`);
    await shot(t.page, "krieg-seen-" + type);
  }
  await t.context.close();
});

test("krieg: axe finds nothing to complain about", async () => {
  const dawson = heard(DAWSON.join("\n") + "\n");
  for (const [path, ready] of [["krieg/" + dawson, ".lab-tries tbody tr"], ["krieg/" + heard("ruleset berkeley\nW e2e4 yes\nB takes e4\n"), ".clashes"], ["krieg/proof/" + dawson, "[role=treeitem]"], ["problems/", ".walk"]]) {
    const t = await open(browser, site.url + path, { bypassCSP: true });
    await t.page.waitForSelector(ready);
    await t.page.evaluate(AXE);
    for (const theme of ["light", "dark", "contrast"]) {
      await t.page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
      const found = await t.page.evaluate(async () => (await axe.run()).violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3)}`));
      assert.deepEqual(found, [], `${path} ${theme}`);
      if (path.endsWith(dawson)) await shot(t.page, `${path.startsWith("krieg/proof") ? "krieg-proof" : "krieg"}-${theme}`);
    }
    await t.context.close();
  }
});
