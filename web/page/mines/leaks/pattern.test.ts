// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { playedOf } from "../keep/played.js";
import { gameOfLink } from "../files/gamelink.js";
import { type Game, type Moment, chord, flag, open } from "../game/game.js";
import { type Position, blank, isNumber, neighbours } from "../game/position.js";
import { turned } from "../train/lessons.js";
import { patternOf, simpleOf } from "./pattern.js";

const view = (...rows: string[]): Position => ({ ...blank(rows[0]!.length, rows.length, null, "any"), cells: Array.from(rows.join("")) });

// proved are the cells that are safe in all layouts without a bound on the mines.
function proved(p: Position): number[] {
  const hidden = p.cells.flatMap((x, c) => (x === "." ? [c] : []));
  const mine = new Set<number>();
  let any = false;
  for (let set = 0; set < 1 << hidden.length; set++) {
    const is = new Set(hidden.filter((_, i) => (set >> i) & 1));
    if (p.cells.some((x, c) => isNumber(x) && neighbours(p, c).filter((n) => is.has(n)).length !== Number(x))) continue;
    any = true;
    for (const c of is) mine.add(c);
  }
  return any ? hidden.filter((c) => !mine.has(c)) : [];
}

test("single numbers prove no more than is true, and what they must", () => {
  const chain = simpleOf(view(".1..", "111."));
  assert.deepEqual([[...chain.mines], chain.safe], [[0], [2]]);
  let checked = 0;
  for (let seed = 1; seed < 400; seed++) { // boards of 4 x 4 with a mask of open cells
    const layout = Array.from({ length: 16 }, (_, i) => ((seed * 2654435761) >>> (i % 31)) % 5 === 0);
    const p = blank(4, 4, null, "any");
    const cells = p.cells.map((_, c) => (layout[c] || ((seed * 40503) >>> (c % 13)) % 3 === 0 ? "." : String(neighbours(p, c).filter((n) => layout[n]).length)));
    const q = { ...p, cells };
    const truth = proved(q);
    const simple = simpleOf(q).safe;
    assert(simple.every((c) => truth.includes(c)), String(seed));
    checked += simple.length;
  }
  assert(checked > 100, String(checked));
});

test("a pattern has one name however the board is turned, and known mines are taken off", () => {
  const p = view("....", "1122", "0011");
  const proof = { rule: "nested pair", numbers: [4, 5], count: false };
  assert.equal(patternOf(p, proof, new Set()), "nested:1-1:10");
  for (let how = 0; how < 8; how++) {
    const q = turned(p, how);
    const numbers = q.cells.flatMap((_, c) => (turned({ ...p, cells: p.cells.map((__, i) => (i === 4 || i === 5 ? "x" : ".")) }, how).cells[c] === "x" ? [c] : []));
    assert.equal(patternOf(q, { ...proof, numbers }, new Set()), "nested:1-1:10", String(how));
  }
  assert.equal(patternOf(p, { rule: "shared difference", numbers: [5, 6], count: false }, new Set([3])), "shared:1-1:10");
  assert.equal(patternOf(p, { rule: "chain of 3 steps", numbers: [4, 5, 6], count: false }, new Set()), "chain:3");
  assert.equal(patternOf(p, { rule: "contradiction in 9 steps", numbers: [4, 5, 6, 7, 8, 9, 10, 11], count: false }, new Set()), "clash:6");
  assert.equal(patternOf(p, { rule: "mine count", numbers: [4, 5], count: true }, new Set()), "count:2");
});

test("a game is kept as the cells that were opened, a chord as its cells, with their times", () => {
  const game: Game = { layout: Array.from("*...*....", (x) => x === "*") }; // two mines on 3x3
  const list: Moment[] = [{ position: blank(3, 3, 2, "safe"), moves: [], boom: null }];
  const go = (m: Moment) => list.push(m);
  go(open(game, list[0]!, 1));
  go(flag(list[1]!, 0));
  go(flag(list[2]!, 4));
  go(chord(game, list[3]!, 1));
  const g = playedOf("7", "2026-11-18", game, list, (m) => 1000 * (m.moves.length - 1));
  assert.equal(g.code, "3x3-2-safe-8800-1.2.3.5".replace("8800", "880"));
  assert.deepEqual(g.ms, [0, 3000, 3000, 3000]);
  assert.match(gameOfLink("#g=" + g.code)!, /open r1c2\nopen r1c3\nopen r2c1\nopen r2c3/);
  assert.deepEqual(playedOf("7", "2026-11-18", game, list, () => undefined).ms, []);
});
