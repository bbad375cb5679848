// SPDX-License-Identifier: BSD-3-Clause

// The board of the day: days played by a script that sees what a player sees, cards, and veil's own game.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { SYSTEM, THEMES, violations } from "./axe.mjs";
import { clean, shifted, shot, watchShifts } from "./board.mjs";
import { STATIC, open, stage } from "./browser.mjs";
import { facts } from "./facts.mjs";
import { serve } from "./serve.mjs";

let site, browser;
stage(() => serve(STATIC), (s, b) => { [site, browser] = [s, b]; });

const FULL = process.env.VEIL_FULL === "1";
const DAYS = FULL ? 30 : 2;
const LIST = JSON.parse(readFileSync(STATIC + "daily.json", "utf8"));
const guesses = (day) => LIST.fair.guesses.split(" ")[day].split(".").map((x) => parseInt(x, 36));
const START = Date.parse(LIST.start + "T12:00:00Z");
const dayOf = (i) => new Date(START + i * 86_400_000).toISOString().slice(0, 10);

// on sets the day of a visit: its number in the list.
const on = (day, language = "en") => (context) => context.addInitScript(([ms, l]) => {
  const [from, now] = [Date.now(), Date.now.bind(Date)];
  Date.now = () => ms + now() - from;
  if (!localStorage.getItem("veil.language")) localStorage.setItem("veil.language", l);
}, [START + day * 86_400_000, language]);

async function visit(day, { hash = "", language, prepare = async () => {}, ...options } = {}) {
  const t = await open(browser, site.url + "mines/daily/" + hash, { ...options, prepare: async (c) => { await on(day, language)(c); await prepare(c); } });
  await t.page.waitForSelector("#board .o, .rside .notice");
  return t;
}

const OVER = ".share input";

// play opens what the engine proves safe, and where it proves nothing the next of some guesses. It sees the board only.
function play(page, list) {
  return page.evaluate(async (left) => {
    const engine = new Worker("../../engine.js", { name: "veil.wasm" });
    const cells = () => [...document.querySelectorAll("#board [data-i]")].sort((a, b) => a.dataset.i - b.dataset.i);
    const mark = (e) => (/\bmined\b/.test(e.className) ? "*" : /\bo n(\d)/.exec(e.className)?.[1] ?? ".");
    const ask = (text) => new Promise((resolve, reject) => {
      engine.onmessage = ({ data }) => (data.doc?.schema === "digest" ? resolve(data.doc) : data.doc && reject(new Error(JSON.stringify(data.doc))));
      engine.postMessage({ id: Math.floor(Math.random() * 1e9), question: JSON.stringify({ ask: "mines.analysis", position: { text }, moves: "none" }) });
    });
    for (let round = 0; round < 400 && !document.querySelector(".share input"); round++) {
      while (document.querySelector("#board[aria-busy=true]")) await new Promise(requestAnimationFrame); // some rows may be of the board before
      const marks = cells().map(mark);
      const rows = Array.from({ length: 15 }, (_, r) => marks.slice(9 * r, 9 * r + 9).join(""));
      const known = await ask(["9x15/27", "first: zero", ...rows, ""].join("\n"));
      const next = known.safe.length ? known.safe : left.splice(0, 1);
      if (next.length === 0) throw new Error("nothing to open:\n" + rows.join("\n"));
      const now = cells();
      for (const c of next) if (mark(now[c]) === ".") now[c].click();
      while (cells().some((e, c) => next.includes(c) && mark(e) === ".") && !document.querySelector(".share input")) await new Promise(requestAnimationFrame);
    }
    engine.terminate();
  }, list);
}

const title = (page) => page.textContent(".rside h2");

test(`${DAYS} days of both kinds, played by a script: each ends with its card, which opens as it was, and veil's game is as good`, async () => {
  const t = await visit(0);
  const ways = new Set();
  for (let day = 0; day < DAYS; day++) {
    if (day > 0) {
      await on(day)(t.context);
      await t.page.goto(site.url + "mines/daily/");
    }
    for (const [kind, button] of [["no_guess", "No guess"], ["fair", "Fair guesses"]]) {
      await t.page.click(`.topic:has-text("${button}")`);
      await t.page.waitForFunction((text) => document.querySelector(".rside .note")?.textContent === text, `${dayOf(day)} · ${button}`);
      await t.page.waitForSelector("#board .o");
      await play(t.page, kind === "fair" ? guesses(day) : []);
      await t.page.waitForSelector(OVER);
      const score = /You scored (\S+) in this game/.exec(await title(t.page))[1];
      if (kind === "no_guess") assert.equal(score, "1.00", `day ${day}`);
      ways.add(score);
      const link = await t.page.inputValue(OVER);
      await t.page.click(".rside .btn:has-text(\"veil's game\")");
      await t.page.waitForFunction(() => /^veil scored/.test(document.querySelector(".rside h2").textContent));
      assert.match(await title(t.page), new RegExp(`^veil scored ${score}: \\d+ cells, ${kind === "fair" ? guesses(day).length : 0} guess`), `day ${day}`);
      const other = await visit(day, { hash: new URL(link).hash });
      await other.page.waitForFunction(() => /^Checked: score/.test(document.querySelector(".rside h2").textContent));
      assert.match(await title(other.page), new RegExp(`^Checked: score ${score} in `));
      clean(other);
      await other.context.close();
    }
  }
  assert(ways.size > 1, "some guesses have a price");
  clean(t);
  await t.context.close();
});

test("a card that was changed is refused, and so is one of a day to come; a game goes on after a reload; a forgiven mine is marked", async () => {
  const t = await visit(3);
  await t.page.click(".topic:has-text('Fair guesses')");
  await t.page.waitForFunction((text) => document.querySelector(".rside .note")?.textContent === text, `${dayOf(3)} · Fair guesses`);
  await play(t.page, guesses(3));
  await t.page.waitForSelector(OVER);
  await shot(t.page, "daily-result");
  const inside = await t.page.evaluate(() => [...document.querySelectorAll("#board .mined")].map((c) => {
    const [box, icon] = [c.getBoundingClientRect(), c.firstElementChild.getBoundingClientRect()];
    return icon.left >= box.left && icon.right <= box.right && icon.top >= box.top && icon.bottom <= box.bottom && box.width === document.querySelector("#board .o").offsetWidth;
  }));
  assert.deepEqual(inside, [true], "one mine was forgiven on that day, and its picture is in its cell");
  const hash = new URL(await t.page.inputValue(OVER)).hash;
  const [, , , , score] = hash.split("~");
  const better = hash.replace(`~${score}~`, `~${Number(score) === 1000 ? 999 : Number(score) + 1}~`);
  const words = { [better]: /another score/, [hash.replace("~w~", "~l~")]: /another result/, [hash.slice(0, hash.lastIndexOf("-"))]: /no end/, [hash + "-0.1"]: /continues after the end/, [hash.replace("~w~", "~x~")]: /damaged/, [hash.replace(dayOf(3), dayOf(4))]: /not come yet/, [hash.replace(dayOf(3), dayOf(2))]: /another|no end|open already/ };
  for (const [forged, want] of Object.entries(words)) {
    const o = await visit(3, { hash: forged });
    await o.page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".rside").textContent), want.source);
    assert.doesNotMatch(await o.page.textContent(".rside"), /Checked/);
    if (forged === better) await shot(o.page, "daily-refused");
    await o.context.close();
  }
  const before = await title(t.page);
  await t.page.reload();
  await t.page.waitForSelector("#board .o");
  await t.page.click(".topic:has-text('Fair guesses')");
  await t.page.waitForSelector(OVER);
  assert.equal(await title(t.page), before);
  assert.match(await t.page.textContent(".topic:has-text('Fair guesses') small"), /\d:\d\d/);
  await t.page.click(".topic:has-text('Any board')");
  await t.page.click("button:text-is('Expert')");
  await t.page.waitForFunction(() => document.querySelectorAll("#board [data-i]").length === 480);
  await t.page.evaluate(() => { [...document.querySelectorAll("#board .h")].slice(0, 60).forEach((c) => c.click()); }); // a needless risk is taken soon
  await t.page.waitForFunction(() => /^Lost: another cell was safe/.test(document.querySelector(".rside h2").textContent));
  clean(t);
  await t.context.close();
});

// plan finds mines that single numbers prove, and a number beside them around which the rest is safe.
const plan = () => {
  const cells = [...document.querySelectorAll("#board [data-i]")].sort((a, b) => a.dataset.i - b.dataset.i);
  const marks = cells.map((e) => /\bo n(\d)/.exec(e.className)?.[1] ?? ".");
  const near = (i) => [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [(i % 9) + dx, Math.floor(i / 9) + dy])).filter(([x, y]) => x >= 0 && y >= 0 && x < 9 && y < 15).map(([x, y]) => x + 9 * y).filter((n) => n !== i);
  const hidden = (i) => near(i).filter((n) => marks[n] === ".");
  const mines = new Set(marks.flatMap((x, i) => (x !== "." && Number(x) === hidden(i).length ? hidden(i) : [])));
  const at = marks.findIndex((x, i) => Number(x) > 0 && hidden(i).filter((n) => mines.has(n)).length === Number(x) && hidden(i).length > Number(x));
  return at < 0 ? null : { at, flags: hidden(at).filter((n) => mines.has(n)), opens: hidden(at).filter((n) => !mines.has(n)) };
};

test("the middle button opens around a number and is judged as any click; keys move, flag and open", async () => {
  let [t, found] = [null, null];
  for (let day = 4; !found; day++) {
    await t?.context.close();
    t = await visit(day);
    found = await t.page.evaluate(plan);
  }
  const { at, flags, opens } = found;
  const focus = (i) => t.page.focus(`[data-i="${i}"]`);
  const name = (i) => t.page.getAttribute(`[data-i="${i}"]`, "aria-label");
  for (const i of flags) {
    const from = i % 9 > 0 ? [i - 1, "ArrowRight"] : [i + 1, "ArrowLeft"];
    await focus(from[0]);
    await t.page.keyboard.press(from[1]);
    await t.page.keyboard.press("f");
    assert.match(await name(i), /flagged/i);
  }
  await t.page.click(`[data-i="${at}"]`, { button: "middle" });
  await t.page.waitForFunction((list) => list.every((i) => document.querySelector(`[data-i="${i}"]`).classList.contains("o")), opens);
  const turns = await t.page.evaluate(() => JSON.parse(localStorage.getItem("veil.daily.now")).no_guess.turns.map((x) => x.cell));
  assert(turns.length > 0 && turns.every((c) => opens.includes(c)), `${turns} of ${opens}: every cell that was opened is in the game`);
  const next = await t.page.evaluate(plan);
  if (next) {
    for (const i of next.flags) if (!/flagged/i.test(await name(i))) { await focus(i); await t.page.keyboard.press("Space"); }
    await focus(next.at);
    await t.page.keyboard.press("Enter");
    await t.page.waitForFunction((list) => list.every((i) => document.querySelector(`[data-i="${i}"]`).classList.contains("o")), next.opens);
  }
  clean(t);
  await t.context.close();
});

const SCREENS = { desktop: {}, laptop: { viewport: { width: 1366, height: 768 } }, "phone 390": { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, "phone 360": { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } };

for (const [screen, options] of Object.entries(SCREENS)) {
  test(`it fits, says what it is, holds still and passes axe, on a ${screen}`, async () => {
    for (const language of ["en", "de"]) {
      const t = await visit(1, { language, bypassCSP: true, prepare: watchShifts, ...options });
      await t.page.waitForTimeout(300);
      assert.deepEqual(await t.page.evaluate(facts), []);
      assert.match(await title(t.page), language === "en" ? /^No guess is needed$/ : /^Es geht ohne Raten$/);
      assert((await shifted(t.page)).sum < 0.02, JSON.stringify(await shifted(t.page)));
      await shot(t.page, `daily-${screen.replace(" ", "-")}-${language}`);
      if (language === "en" || FULL) assert.deepEqual(await violations(t.page, FULL ? [...THEMES, ...SYSTEM] : THEMES, (theme) => shot(t.page, `daily-${screen.replace(" ", "-")}-${theme.replace(" ", "-")}`)), []);
      clean(t);
      await t.context.close();
    }
  });
}
