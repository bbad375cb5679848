// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Game, type Moment, statusOf } from "../game/game.js";
import { type Position, blank, isNumber, neighbours } from "../game/position.js";
import { cardOf, checked, readCard, writeCard } from "./card.js";
import { dayOf, entryOf, readDaily } from "./list.js";
import { type Judge, type Turn, again, ghost, opened, played, scoreOf } from "./sitting.js";

// brute judges a small position by all layouts.
const brute = (mines: number): Judge => (p: Position) => {
  const n = p.cells.length;
  const count = new Array<number>(n).fill(0);
  let all = 0;
  for (let set = 0; set < 1 << n; set++) {
    const is = (c: number) => (set >> c) & 1;
    if (p.cells.reduce((sum, _, c) => sum + is(c), 0) !== mines) continue;
    if (p.cells.some((x, c) => (x === "*") !== !!(is(c) && x !== "." && x !== "F") || (isNumber(x) && neighbours(p, c).filter(is).length !== Number(x)))) continue;
    all++;
    for (let c = 0; c < n; c++) count[c]! += is(c);
  }
  return Promise.resolve({ safe: p.cells.flatMap((x, c) => (x === "." && count[c] === 0 ? [c] : [])), risk: (c) => count[c]! / all });
};

const game = (rows: string): Game => ({ layout: Array.from(rows.replace(/\s/g, ""), (x) => x === "*") });
const start = (w: number, h: number, mines: number): Moment => ({ position: blank(w, h, mines, "any"), moves: [], boom: null });

// play opens cells one after the other.
async function play(g: Game, judge: Judge, from: Moment, cells: number[]): Promise<{ at: Moment; turns: Turn[] }> {
  let at = from;
  const turns: Turn[] = [];
  for (const cell of cells) {
    const step = await played(g, judge, at, cell, 1000);
    [at] = [step.after];
    turns.push(step.turn);
  }
  return { at, turns };
}

test("a mine that nobody could avoid is forgiven and priced, and then it is known", async () => {
  const [g, judge] = [game(".*."), brute(1)];
  const { at, turns } = await play(g, judge, start(3, 1, 1), [1, 0, 2]);
  assert.equal(at.position.cells.join(""), "1*1");
  assert.equal(statusOf(g, at), "won");
  assert.deepEqual(turns.map((x) => [x.risk.toFixed(3), x.hit, x.needless]), [["0.333", true, false], ["0.000", false, false], ["0.000", false, false]]);
  assert.equal(scoreOf(turns).toFixed(3), "0.667", "the price is the same as if it had been survived");
  assert.deepEqual(again(g, start(3, 1, 1), turns).at(-1), at);
});

test("a mine while a cell was safe loses, and a needless risk that went well has its price", async () => {
  const [g, judge] = [game("..*."), brute(1)]; // 0 1 * .
  const open = (await play(g, judge, start(4, 1, 1), [1])).at; // shows 1: the mine is left or right of it, r1c4 is safe
  assert.equal(open.position.cells.join(""), ".1..");
  const lost = await play(g, judge, open, [2]);
  assert.equal(statusOf(g, lost.at), "lost");
  assert.equal(scoreOf(lost.turns), 0);
  const lucky = await play(g, judge, open, [0, 3]);
  assert.equal(statusOf(g, lucky.at), "won");
  assert.deepEqual([lucky.turns[0]!.needless, scoreOf(lucky.turns)], [true, 0.5]);
});

test("a click on a number opens what is around it, one cell after the other", () => {
  const p = { ...blank(3, 1, 1, "any"), cells: ["F", "1", "."] };
  assert.deepEqual([opened(p, 1), opened(p, 0), opened(p, 2)], [[2], [], [2]]);
  assert.deepEqual(opened({ ...p, cells: [".", "1", "."] }, 1), []);
});

test("the score is the product of what was survived, by brute force over the luck", async () => {
  // On 2x2 with one mine the first click risks 1/4, and a 1 tells nothing: then each has 1/3, and so on.
  const [g, judge] = [game("...*"), brute(1)];
  const { turns } = await play(g, judge, start(2, 2, 1), [0, 1, 2]);
  assert.equal(scoreOf(turns).toFixed(6), (3 / 4 * 2 / 3 * 1 / 2).toFixed(6));
});

test("veil's game guesses where nothing is safe, and only there", async () => {
  const [g, judge] = [game(".*."), brute(1)];
  const end = await ghost(g, judge, start(3, 1, 1), [1]);
  assert.equal(statusOf(g, end.moments.at(-1)!), "won");
  assert.deepEqual(end.turns.map((x) => x.cell), [1, 0, 2]);
});

const list = readDaily(readFileSync("web/static/daily.json", "utf8"))!;

test("every day of three years has its board, and no other day has one", () => {
  const seen = new Set<string>();
  for (let i = 0; i < 1100; i++) {
    const day = dayOf((list.start + i) * 86_400_000);
    for (const kind of ["no_guess", "fair"] as const) {
      const e = entryOf(list, kind, day)!;
      assert.equal(e.guesses.length > 0, kind === "fair");
      seen.add(e.seed);
    }
  }
  assert.equal(seen.size, 2200);
  assert.equal(entryOf(list, "fair", dayOf((list.start + 1100) * 86_400_000))!.seed, entryOf(list, "fair", "2026-11-18")!.seed);
  for (const none of ["2026-11-17", "2027-02-29", "tomorrow", "2026-13-01", "20261118"]) assert.equal(entryOf(list, "fair", none), null, none);
  for (const bad of [null, "", "{}", "[]", JSON.stringify({ schema: "mines.daily/1" })]) assert.equal(readDaily(bad), null);
});

test("a card opens as it was written, and is refused if anything in it was changed", async () => {
  const [g, judge, from] = [game(".*......*"), brute(2), start(3, 3, 2)];
  const order = [0, 1, 2, 3, 4, 5, 6, 7];
  let { at, turns } = { at: from, turns: [] as Turn[] };
  for (const cell of order) {
    if (at.position.cells[cell] !== "." || statusOf(g, at) !== "open") continue;
    const step = await played(g, judge, at, cell, 100 * (cell + 1));
    [at, turns] = [step.after, [...turns, step.turn]];
  }
  const card = cardOf("2026-11-18", "fair", turns, statusOf(g, at) === "won");
  const text = writeCard(card);
  assert.deepEqual(readCard("#card=" + text), card);
  const back = await checked(card, g, judge, from);
  assert(typeof back === "object" && back.turns.length === turns.length);
  assert.equal(await checked({ ...card, score: card.score + 1 }, g, judge, from), "score");
  assert.equal(await checked({ ...card, won: !card.won }, g, judge, from), "result");
  assert.equal(await checked({ ...card, steps: card.steps.slice(0, 1) }, g, judge, from), "end");
  assert.equal(await checked({ ...card, steps: [card.steps[0]!, ...card.steps] }, g, judge, from), "step");
  assert.equal(await checked({ ...card, steps: [...card.steps, { cell: 8, ms: 1 }] }, g, judge, from), "step");
  for (const bad of ["", "#card=", "#card=" + text.slice(0, -1) + "~", "#card=2" + text.slice(1), "#card=" + text.replace("fair", "foul"), "#card=" + text.replace("2026-11-18", "2026-11-31"), `#card=${text}-zz.1`, "#card=" + text + "-1.1".repeat(200)]) assert.equal(readCard(bad), null, bad);
});
