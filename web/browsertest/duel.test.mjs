// SPDX-License-Identifier: BSD-3-Clause

// Whole games of Kriegspiel against veil: by mouse, by keyboard, on a phone. None of them
// depends on what veil plays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { THEMES, violations } from "./axe.mjs";
import { clean, shot } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const square = (page, name) => page.locator(`[data-square="${name}"]`);
const headline = (page) => page.textContent(".headline");
const mine = (page) => page.waitForFunction(() => /Your turn|You (won|lost)|A draw/.test(document.querySelector(".headline")?.textContent ?? ""));
const said = (page) => page.$$eval(".gamelog .chip", (l) => l.map((c) => c.title));

// SPY keeps every message that the page sends to its workers, with the role of each.
const SPY = () => {
  globalThis.sent = [];
  globalThis.Worker = class extends Worker {
    constructor(url, options) {
      super(url, options);
      this.role = options.name;
    }
    postMessage(message, ...more) {
      globalThis.sent.push([this.role, JSON.stringify(message)]);
      super.postMessage(message, ...more);
    }
  };
};

// table opens the page, and starts a game if one is described.
async function table(game, options) {
  const t = await open(browser, site.url + "krieg/play/", options);
  await t.context.addInitScript(SPY);
  if (game) await t.page.evaluate((g) => localStorage.setItem("veil.krieggame", JSON.stringify(g)), { phantoms: [], tries: [], coach: false, helped: false, resigned: false, ...game });
  await t.page.reload();
  await (game ? mine(t.page) : t.page.waitForSelector(".setgame"));
  return t;
}

// fair looks at everything that veil's worker was sent: what its own side hears, and nothing else.
async function fair(page, side) {
  const sent = await page.evaluate(() => globalThis.sent);
  const player = sent.filter(([role]) => role === "play.wasm player").map(([, m]) => JSON.parse(JSON.parse(m).question ?? "null")).filter(Boolean);
  assert.ok(player.length > 0 && sent.some(([role]) => role === "play.wasm referee"), "two workers play");
  const [own, other] = side === "white" ? ["W", "B"] : ["B", "W"];
  for (const q of player) {
    assert.deepEqual(Object.keys(q).filter((k) => !["ask", "rules", "me", "level", "seed", "heard", "belief"].includes(k)), [], "nothing but a player's question");
    assert.deepEqual([q.ask, q.me], ["krieg.think", side]);
    for (const line of q.heard) assert.match(line, new RegExp(`^(?:${own} (?:[a-h][1-8]){2}[qrbn]? (?:yes|no)|${own} any\\?|${other} (?:moved|no|any\\?|takes [a-h][1-8]))(?: |$)`), "its own tries are named, those of the other side are not");
  }
  return player;
}

async function accessible(page, what) {
  assert.deepEqual(await violations(page, THEMES, (theme) => shot(page, `duel-${what}-${theme.replace(" ", "-")}`)), [], what);
}

// move makes the try a move of the visitor's, or finds it refused.
async function answered(page, act) {
  const before = (await said(page)).length;
  await act();
  await page.waitForFunction((n) => document.querySelectorAll(".gamelog .chip").length > n, before);
  await mine(page);
}

test("duel: by mouse, with phantoms, the coach, a reload, resignation and the review", async () => {
  const t = await table(null, { bypassCSP: true });
  const { page } = t;
  await accessible(page, "setup");
  await page.click(".pick label:has-text('White')");
  await page.click(".pick label:has-text('2')");
  await page.click(".rules label:has-text('Berkeley + any')");
  await page.click(".setgame summary");
  await page.fill(".seed input", "11");
  await page.click("button:text-is('Start')");
  await mine(page);
  assert.match(await page.textContent(".what"), /Berkeley \+ any · level 2/);
  await answered(page, () => square(page, "e2").dragTo(square(page, "e4")));
  await square(page, "d2").click();
  assert.deepEqual(await page.$$eval(".sq.goal", (l) => l.map((x) => x.dataset.square).sort()), ["c3", "d3", "d4", "e3"]);
  const box = await square(page, "d3").boundingBox();
  assert.equal(Math.round(box.height), Math.round((await square(page, "a1").boundingBox()).height), "a square that may be tried keeps its size");
  await answered(page, () => square(page, "d4").click());
  await answered(page, () => page.click("button:text-is('Are there any?')"));
  assert.match((await said(page)).join(" "), /You asked whether a pawn can capture: (yes|no)\./);
  await page.click("[aria-label='Phantom Queen']");
  await square(page, "h5").click();
  await page.click("[aria-label='Phantom Queen']");
  assert.match(await square(page, "h5").getAttribute("aria-label"), /your phantom queen/);
  await page.click("button:text-is('Coach')");
  await page.waitForSelector(".coach .tr");
  await page.waitForSelector(".sq.ht .disc, .sq.sure");
  assert.match(await page.textContent(".coach"), /The coach would try/);
  await accessible(page, "coach");
  await fair(page, "black");
  const heard = await said(page);
  await page.reload();
  await mine(page);
  assert.deepEqual(await said(page), heard, "the game goes on where it was");
  assert.match(await square(page, "h5").getAttribute("aria-label"), /your phantom queen/);
  await page.click("button:has-text('New game')");
  await page.click("button:text-is('Continue')");
  await mine(page);
  await page.click("button:text-is('Resign')");
  await page.click("button:text-is('Yes, resign')");
  await page.waitForSelector("text=You lost by resignation.");
  assert.match(await page.textContent(".act"), /With the coach’s help/);
  await page.click("button:has-text('Review the true game')");
  await page.waitForFunction(() => document.querySelectorAll(".knew li").length === 2);
  assert.ok((await page.$$eval(".sq .man.their", (l) => l.length)) >= 14, "Black's men are there at last");
  await page.click("button:text-is('Your view')");
  await page.waitForSelector(".sq.truly");
  await page.click("button:text-is('veil’s view')");
  await page.waitForSelector("text=/Black’s view before/");
  await page.click("[aria-label='To the start']");
  assert.match(await page.textContent(".steps"), /0 of/);
  await accessible(page, "review");
  await fair(page, "black");
  clean(t);
  await t.context.close();
});

// rash finds, on the page, a try of someone who is soon mated: the king forward if it may, or else a man on the right, or else anything.
async function rash() {
  const at = (name) => document.querySelector(`[data-square="${name}"]`);
  const own = [...document.querySelectorAll(".sq[aria-label*='your white']")].map((e) => e.dataset.square);
  const king = own.find((name) => /king/.test(at(name).ariaLabel));
  const others = own.filter((name) => name !== king).sort((a, b) => b.charCodeAt(0) - a.charCodeAt(0) || a.localeCompare(b));
  for (const liked of [true, false]) {
    for (const from of [king, ...others]) {
      const pawn = /pawn/.test(at(from).ariaLabel);
      if (at(from).ariaSelected !== "true") at(from).click();
      while (at(from).ariaSelected !== "true") await new Promise((r) => setTimeout(r));
      const goals = [...document.querySelectorAll(".sq.goal")].map((e) => e.dataset.square).sort().filter((to) => !liked || (from === king ? to[1] > from[1] && to[1] <= "5" : !pawn || to[0] === from[0]));
      if (goals.length > 0) return from + goals[0] + (pawn && goals[0][1] === "8" ? "q" : "");
    }
  }
  return "";
}

test("duel: keys that come faster than frames all count", async () => {
  const t = await table({ rules: "berkeley", me: "white", level: 1, seed: 2 });
  const walked = await t.page.evaluate(() => {
    const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    document.querySelector("[data-square=e2]").focus();
    ["Enter", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowLeft"].forEach(press);
    return document.activeElement.dataset.square;
  });
  assert.equal(walked, "e4");
  await t.page.waitForSelector("[data-square=e4].goal");
  await answered(t.page, () => t.page.keyboard.press("Enter"));
  assert.equal((await said(t.page))[0], "You played e4.");
  clean(t);
  await t.context.close();
});

test("duel: by keyboard alone, to checkmate", async () => {
  const t = await table({ rules: "berkeley", me: "white", level: 6, seed: 2 });
  const { page } = t;
  const key = (k) => page.keyboard.press(k);
  // The first move on the board, with the arrows.
  await square(page, "e2").focus();
  await key("Enter");
  await key("ArrowUp");
  await key("ArrowUp");
  await page.waitForFunction(() => document.activeElement.dataset.square === "e4");
  await answered(page, () => key("Enter"));
  await key("n");
  assert.match(await square(page, "e4").getAttribute("aria-label"), /your white pawn/, "no phantom on an own man");
  await key("ArrowUp");
  await page.waitForFunction(() => document.activeElement.dataset.square === "e5");
  await key("n");
  await page.waitForFunction(() => /your phantom knight/.test(document.activeElement.ariaLabel));
  await key("x");
  await page.waitForFunction(() => !/phantom/.test(document.activeElement.ariaLabel));
  await key("/");
  await page.waitForFunction(() => document.activeElement.id === "try");
  await page.keyboard.type("Qa9\n");
  await page.waitForSelector("text=Qa9 cannot be tried now.");
  // The rest is typed.
  let refused = 0;
  for (let turn = 0; turn < 300 && (await headline(page)) === "Your turn."; turn++) {
    const move = await page.evaluate(rash);
    assert.notEqual(move, "");
    await page.focus("#try");
    await answered(page, () => page.keyboard.type(move + "\n"));
    refused += Number((await said(page)).at(-1).includes("is refused"));
  }
  assert.equal(await headline(page), "You lost by checkmate.");
  assert.match(await page.textContent("[role=status]"), /Checkmate\./, "the end is read aloud");
  console.log(`# mated after ${(await said(page)).filter((s) => s.startsWith("You played")).length} moves; refused: ${refused}`);
  const questions = await fair(page, "black");
  assert.ok(questions.length > 10);
  await page.focus("button:has-text('Review the true game')");
  await key("Enter");
  await page.waitForSelector(".losses li");
  assert.match(await page.textContent(".losses"), /Your losses.*allowed mate/);
  await key("{");
  await page.waitForSelector("text=/^0 of/");
  await key("]");
  await page.waitForSelector("text=/^1 of/");
  await shot(page, "duel-keyboard");
  clean(t);
  await t.context.close();
});

test("duel: on a phone, as Black, by touch", async () => {
  const t = await table({ rules: "wild16", me: "black", level: 1, seed: 3 }, { ...PHONE, bypassCSP: true });
  const { page } = t;
  const wide = () => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.equal((await wide())[0] <= (await wide())[1], true, "nothing is wider than the screen");
  const box = await square(page, "e7").boundingBox();
  assert.ok(box.width >= 44 && box.y > (await square(page, "e8").boundingBox()).y === false, "Black is below, and squares are large enough for a finger");
  for (const [from, to] of [["g8", "f6"], ["b8", "c6"]]) {
    await square(page, from).tap();
    await answered(page, () => square(page, to).tap());
  }
  await accessible(page, "phone");
  await fair(page, "white");
  await page.locator("button:text-is('Resign')").tap();
  await page.locator("button:text-is('Yes, resign')").tap();
  await page.locator("button:has-text('Review the true game')").tap();
  await page.waitForFunction(() => document.querySelectorAll(".knew li").length === 2);
  await page.locator("button:text-is('Your view')").tap();
  await page.waitForSelector(".sq.truly");
  assert.equal((await wide())[0] <= (await wide())[1], true, "nor in the review");
  await accessible(page, "phone-review");
  clean(t);
  await t.context.close();
});

test("duel: mate and promotion end as they should", async () => {
  const scholar = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6"];
  const t = await table({ rules: "english", me: "white", level: 3, seed: 1, tries: scholar });
  await square(t.page, "h5").click();
  await square(t.page, "f7").click();
  await t.page.waitForSelector("text=You won by checkmate.");
  assert.match((await said(t.page)).at(-1), /You played Qf7\. You captured on f7\..*Checkmate\./);
  await t.page.click("button:has-text('Rematch')");
  await mine(t.page);
  assert.match(await t.page.getAttribute("[role=grid]", "aria-label"), /your men are Black/);
  clean(t);
  await t.context.close();
  const pawn = ["a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "g8f6", "a6a7", "f6g8"];
  const u = await table({ rules: "rand", me: "white", level: 3, seed: 1, tries: pawn });
  await square(u.page, "a7").click();
  await square(u.page, "b8").click();
  await u.page.waitForSelector("[aria-label='Promote to']");
  assert.equal(await u.page.evaluate(() => document.activeElement.ariaLabel), "Queen");
  await answered(u.page, () => u.page.click("[aria-label='Promote to'] [aria-label=Knight]"));
  assert.match(await square(u.page, "b8").getAttribute("aria-label"), /your white knight|empty|taken/);
  assert.match((await said(u.page)).join(" "), /A pawn was promoted/);
  clean(u);
  await u.context.close();
});

test("duel: every ruleset, and a reply within a second of CPU at level 5", async () => {
  const whole = await browser.newBrowserCDPSession();
  const cpu = async () => (await whole.send("SystemInfo.getProcessInfo")).processInfo.filter((p) => p.type === "renderer").reduce((sum, p) => sum + p.cpuTime, 0) * 1000;
  const list = [];
  const t = await table({ rules: "berkeley", me: "white", level: 5, seed: 2 });
  for (const rules of ["berkeley", "berkeley_any", "english", "cincinnati", "wild16", "rand", "dutch"]) {
    await t.page.click("button:has-text('New game')");
    await t.page.check(`[name=rules][value=${rules}]`);
    await t.page.check("[name=level][value='5']", { force: true });
    await t.page.click("button:text-is('Start')");
    await mine(t.page);
    for (const move of ["e2e4", "g1f3", "d2d3"]) {
      const before = await cpu();
      await t.page.fill("#try", move);
      await answered(t.page, () => t.page.press("#try", "Enter"));
      list.push((await cpu()) - before);
    }
    assert.equal((await fair(t.page, "black")).at(-1).rules, rules);
  }
  clean(t);
  await t.context.close();
  list.sort((a, b) => a - b);
  console.log(`# from a try to veil's reply, CPU ms of all threads: median ${list[10].toFixed(0)}, most ${list.at(-1).toFixed(0)}`);
  assert.ok(list[10] < 1000, `median ${list[10]} ms`);
});
