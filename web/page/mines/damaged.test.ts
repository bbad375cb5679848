// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { restore } from "./keep/saved.js";
import { read } from "./train/schedule.js";
import { readStats } from "./stats/stats.js";

// DAMAGED are texts that somebody could keep under any key.
const DAMAGED = ["", "{", "null", "[]", "[null]", "1", "NaN", '"x"', "__proto__", '{"__proto__":{"v":1}}', '{"v":1}', '{"v":1,"entries":[null,1,"x",{}],"cards":{"a":null,"__proto__":{"box":0}},"moves":[1]}', "[" .repeat(1e5)];

test("what is damaged is nothing, and nothing throws", () => {
  for (const text of DAMAGED) {
    assert.deepEqual(readStats(text).entries, [], text.slice(0, 50));
    assert.deepEqual(read(text), {}, text.slice(0, 50));
    assert.equal(restore(text), null, text.slice(0, 50));
  }
});

test("one field of another type is enough to leave an entry out", () => {
  const entry = { id: "a", size: "9x9/10", first: "safe", noGuess: false, won: true, ms: 1000, helped: false, day: "2026-11-18" };
  const read = (more: object) => readStats(JSON.stringify({ v: 1, entries: [{ ...entry, ...more }] })).entries.length;
  assert.equal(read({}), 1);
  for (const key of Object.keys(entry)) assert.equal(read({ [key]: null }), 0, key);
  assert.deepEqual([read({ ms: "soon" }), read({ veil: "x" }), read({ given: {} })], [0, 0, 0]);
});

test("a game whose moves would fill the memory is not played again", () => {
  const game = (moves: number) => JSON.stringify({
    v: 1, id: "a", mode: "play", noGuess: false, helped: false, counted: false, hints: 0, elapsed: 0, at: 0, code: "1x2-1-any-__", start: "1x2-1-any-__", layout: "01",
    moves: new Array<string>(moves).fill("fr1c1"),
  });
  assert.equal(restore(game(4000))!.list.length, 4001);
  assert.equal(restore(game(5000)), null);
});
