// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { streak } from "../play/play.js";
import { type Entry, Stats, readStats } from "./stats.js";

function entry(id: number, won: boolean, ms: number, more: Partial<Entry> = {}): Entry {
  return { id: String(id), size: "9x9/10", first: "zero", noGuess: false, won, ms, helped: false, day: "2026-11-16", ...more };
}

function all(...list: Entry[]): Stats { return list.reduce((s, e) => s.add(e), new Stats()); }

test("wins, best time and streaks", () => {
  const s = all(entry(1, true, 90_000), entry(2, true, 60_000), entry(3, false, 5_000), entry(4, true, 30_000, { helped: true }), entry(5, true, 80_000)).of("9x9/10", false);
  assert.deepEqual([s.won, s.helped, s.played], [3, 1, 5], "a win with help is counted apart");
  assert.equal(s.best, 60_000, "and makes no record");
  assert.deepEqual([s.streak, s.longest], [1, 2], "and no streak");
  assert.deepEqual(s.last, ["won", "won", "lost", "helped", "won"]);
});

test("a streak is said in words, and the longest if it is another", () => {
  assert.deepEqual([[2, 2], [1, 3], [0, 2]].map(([now, longest]) => streak({ streak: now!, longest: longest! })), ["2 wins", "1 win, best 3", "0 wins, best 2"]);
});

test("sizes and no-guess boards are counted apart", () => {
  const s = all(entry(1, true, 1), entry(2, true, 2, { size: "30x16/99" }), entry(3, false, 3, { noGuess: true }));
  assert.equal(s.of("9x9/10", false).played, 1);
  assert.equal(s.of("30x16/99", false).played, 1);
  assert.equal(s.of("9x9/10", true).won, 0);
});

test("a game is counted once, whatever tab ends it", () => {
  assert.equal(all(entry(1, false, 1), entry(1, true, 2)).of("9x9/10", false).won, 0);
});

test("the engine is compared on the games of which its chance is known", () => {
  const s = all(entry(1, true, 1), entry(2, false, 2), entry(3, true, 3)).learn("2", { veil: 0.75 }).learn("3", { veil: 0.5 }).of("9x9/10", false);
  assert.deepEqual([s.compared, s.wonOfCompared, s.veil], [2, 1, 1.25]);
});

test("statistics come back, and what is damaged is empty", () => {
  const s = all(entry(1, true, 1), entry(2, false, 2));
  assert.deepEqual(readStats(s.text()), s);
  for (const bad of [null, "", "{}", '{"v":9,"entries":[]}', '{"v":1}']) assert.equal(readStats(bad).entries.length, 0);
  assert.match(s.csv(), /^day,.*\n2026-11-16,9x9\/10,zero,false,won,0\.001,false,,,,\n/);
});
