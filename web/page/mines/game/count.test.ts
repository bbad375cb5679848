// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { countOf, efficiencyOf, rateOf } from "./count.js";
import { type Game, type Moment, open, statusOf } from "./game.js";
import { blank } from "./position.js";

// random is xorshift, so that every run has the same boards.
function random(seed: number): () => number {
  let x = seed | 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
}

// byPlaying counts the dumb way: by the game's own rules. Zeros are clicked while there are any, then every cell that is still hidden; a map of
// labels, spread until nothing changes, counts connected sets.
function byPlaying(game: Game, w: number, h: number) {
  let m: Moment = { position: blank(w, h, game.layout.filter(Boolean).length, "any"), moves: [], boom: null };
  const zero = (i: number) => !game.layout[i] && open(game, m, i).position.cells[i] === "0";
  const [start, all] = [m, Array.from({ length: w * h }, (_, i) => i)];
  const zeros = all.filter((i) => !game.layout[i] && open(game, start, i).position.cells[i] === "0");
  let clicks = 0;
  for (const i of zeros) if (m.position.cells[i] === "." && zero(i)) [m, clicks] = [open(game, m, i), clicks + 1];
  const openings = clicks;
  const alone = all.filter((i) => m.position.cells[i] === "." && !game.layout[i]);
  for (const i of alone) [m, clicks] = [open(game, m, i), clicks + 1];
  if (clicks > 0) assert.equal(statusOf(game, m), "won");
  const label = new Map(alone.map((i) => [i, i]));
  const near = (a: number, b: number) => Math.abs((a % w) - (b % w)) <= 1 && Math.abs(Math.floor(a / w) - Math.floor(b / w)) <= 1;
  for (let changed = true; changed; ) {
    changed = false;
    for (const a of alone) for (const b of alone) if (near(a, b) && label.get(b)! < label.get(a)!) [changed] = [true, label.set(a, label.get(b)!)];
  }
  return { value: clicks, openings, islands: new Set(label.values()).size, solved: 0 };
}

test("3BV, openings and islands equal a brute force on 10,000 boards, before, at and after the end", () => {
  const next = random(2026);
  for (let n = 0; n < 10_000; n++) {
    const [w, h] = [1 + Math.floor(7 * next()), 1 + Math.floor(7 * next())];
    const density = 0.05 + 0.35 * next();
    const layout = Array.from({ length: w * h }, () => next() < density);
    const game = { layout };
    const want = byPlaying(game, w, h);
    assert.deepEqual(countOf({ width: w, height: h }, layout), want, layout.join());
    const start: Moment = { position: blank(w, h, 0, "any"), moves: [], boom: null };
    const cell = layout.findIndex((mine) => !mine);
    const after = cell < 0 ? start : open(game, start, cell);
    const done = layout.reduce((m, mine, i) => (mine || m.position.cells[i] !== "." ? m : open(game, m, i)), after);
    assert.equal(countOf(done.position, layout, done.position.cells).solved, want.value);
    // What one click solves is at most one more than before.
    const one = countOf(after.position, layout, after.position.cells).solved;
    assert(one === 0 || one === 1, String(one));
  }
});

// fewest is 3BV by its definition: of all sets of cells, the smallest whose clicks open every safe cell. It shares nothing with the page, and
// works on bits: what a click opens grows until nothing changes.
function fewest(mined: number, w: number, h: number): number {
  const n = w * h;
  const near = Array.from({ length: n }, (_, a) => {
    let set = 0;
    for (let b = 0; b < n; b++) if (a !== b && Math.abs(a % w - b % w) < 2 && Math.abs(((a / w) | 0) - ((b / w) | 0)) < 2) set |= 1 << b;
    return set;
  });
  const opens = near.map((_, a) => {
    let set = 1 << a;
    for (let before = 0; before !== set; ) {
      before = set;
      for (let b = 0; b < n; b++) if ((before >> b) & 1 && (near[b]! & mined) === 0) set |= near[b]!;
    }
    return set;
  });
  const safe = ((1 << n) - 1) & ~mined;
  const shown = new Int32Array(1 << n);
  let best = n;
  for (let set = 0; set < 1 << n; set++) {
    if (set & mined) continue;
    if (set) shown[set] = shown[set & (set - 1)]! | opens[31 - Math.clz32(set & -set)]!;
    if ((shown[set]! & safe) !== safe) continue;
    let size = 0;
    for (let left = set; left; left &= left - 1) size++;
    best = Math.min(best, size);
  }
  return best;
}

test("3BV is the fewest clicks that win, by trying every set of clicks on 10,000 boards of up to twelve cells", () => {
  const next = random(37);
  for (let i = 0; i < 10_000; i++) {
    const [w, h] = ([[4, 3], [3, 4], [3, 3], [6, 2], [1, 9], [5, 2]] as const)[i % 6]!;
    const density = 0.05 + 0.5 * next();
    const layout = Array.from({ length: w * h }, () => next() < density);
    const mined = layout.reduce((set, mine, c) => (mine ? set | (1 << c) : set), 0);
    assert.equal(countOf({ width: w, height: h }, layout).value, fewest(mined, w, h), layout.join());
  }
});

test("known boards", () => {
  const of = (...rows: string[]) => countOf({ width: rows[0]!.length, height: rows.length }, Array.from(rows.join(""), (x) => x === "*"));
  assert.deepEqual(of("000", "000", "000"), { value: 1, solved: 0, openings: 1, islands: 0 });
  assert.deepEqual(of("0*0"), { value: 2, solved: 0, openings: 0, islands: 2 });
  assert.deepEqual(of("*0000", "00000", "00000", "00000", "0000*"), { value: 1, solved: 0, openings: 1, islands: 0 });
  assert.deepEqual(of("**", "**"), { value: 0, solved: 0, openings: 0, islands: 0 });
});

test("rates divide, and by nothing they are not known", () => {
  assert.deepEqual([rateOf(10, 4000), rateOf(10, 0), efficiencyOf(9, 12), efficiencyOf(9, 0)], [2.5, null, 0.75, null]);
});
